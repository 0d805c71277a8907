/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event in one line for people, from its data alone. The data is untrusted: any member may be
 * absent or of another type. */

#include "trail/weft-event-summary-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-plain.h"
#include "base/weft-quantity.h"

#define MAX_CHARS 240
#define MAX_GENERIC 6

typedef struct
{
  const char *kind;
  void (*write) (JsonObject *data, GString *out);
} Writer;

static const char *const workloads[][2] = {
  { "training", "training" }, { "serving", "serving" }, { "stencil", "stencil" },
  { "hpcg", "HPCG" },         { "fft", "FFT" },         { "coupled", "coupled" },
};

/* A string, number or truth value as text; FALSE for what is none or empty. */
static gboolean
append_scalar (GString *out, const char *before, JsonNode *node)
{
  g_autofree char *text = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    text = g_strdup (json_node_get_string (node));
  else
    text = weft_json_write_canonical (node);
  if (text == NULL || *text == '\0')
    return FALSE;
  g_string_append (out, before);
  g_string_append (out, text);
  return TRUE;
}

static gboolean
append_member (GString *out, const char *before, JsonObject *data, const char *key)
{
  return append_scalar (out, before, data != NULL ? json_object_get_member (data, key) : NULL);
}

/* The short form of a hash. */
static gboolean
append_design (GString *out, const char *before, JsonObject *data)
{
  const char *design = weft_json_find_string (data, "design");

  if (design == NULL)
    return FALSE;
  if (g_str_has_prefix (design, "sha256:"))
    design += strlen ("sha256:");
  g_string_append_printf (out, "%sdesign %.12s", before, design);
  return TRUE;
}

static void
append_score (GString *out, const char *before, double score)
{
  g_string_append_printf (out, "%s%.3f", before, score);
}

static void
append_time (GString *out, const char *before, double time_s)
{
  g_autofree char *text = isnan (time_s) ? NULL : weft_quantity_format (time_s, WEFT_UNIT_S);

  if (text != NULL)
    g_string_append_printf (out, "%s%s", before, text);
}

static void
write_start_cb (JsonObject *data, GString *out)
{
  double budget = weft_json_find_number (data, "budget");
  JsonObject *input = weft_json_find_object (data, "input");

  if (!append_member (out, "", data, "method_label") && !append_member (out, "", data, "method"))
    g_string_append (out, "a run");
  append_member (out, " of ", input, "title");
  append_member (out, " on ", data, "space");
  append_member (out, " on ", input != NULL ? data : NULL, "design_name");
  append_member (out, ", seed ", data, "seed");
  if (!isnan (budget))
    g_string_append_printf (out, ", %.0f evaluations", budget);
}

static void
write_proposed_cb (JsonObject *data, GString *out)
{
  if (!append_member (out, "", data, "label"))
    append_design (out, "", data);
  append_member (out, out->len > 0 ? ": " : "", data, "reason");
}

static void
write_validated_cb (JsonObject *data, GString *out)
{
  JsonArray *errors = weft_json_find_array (data, "errors");
  guint n = errors != NULL ? json_array_get_length (errors) : 0;

  if (weft_json_find_boolean (data, "ok", n == 0))
    {
      g_string_append (out, "valid");
      return;
    }
  g_string_append (out, "refused");
  if (n > 0)
    {
      JsonNode *first = json_array_get_element (errors, 0);
      JsonObject *object = JSON_NODE_HOLDS_OBJECT (first) ? json_node_get_object (first) : NULL;

      if (!append_member (out, ": ", object, "message") && !append_member (out, ": ", object, "code"))
        append_scalar (out, ": ", first);
    }
  if (n > 1)
    g_string_append_printf (out, " (and %u more)", n - 1);
}

static void
write_design_cb (JsonObject *data, GString *out)
{
  append_design (out, "", data);
}

/* The workload with the lowest ratio, and what holds it back. */
static void
append_lowest (GString *out, JsonObject *data)
{
  JsonObject *ratios = weft_json_find_object (data, "ratios");
  JsonObject *bottlenecks = weft_json_find_object (data, "bottlenecks");
  int lowest = -1;
  double least = 0;

  for (guint i = 0; ratios != NULL && i < G_N_ELEMENTS (workloads); i++)
    {
      double ratio = weft_json_find_number (ratios, workloads[i][0]);

      if (!isnan (ratio) && (lowest < 0 || ratio < least))
        {
          lowest = i;
          least = ratio;
        }
    }
  if (lowest < 0)
    return;
  g_string_append_printf (out, ", %s %.2f×", workloads[lowest][1], least);
  append_member (out, ", bound by ", bottlenecks, workloads[lowest][0]);
}

static void
write_result_cb (JsonObject *data, GString *out)
{
  double score = weft_json_find_number (data, "score");
  gboolean scored = !isnan (score);

  if (!weft_json_find_boolean (data, "feasible", scored && score > 0))
    {
      g_string_append (out, "score 0");
      append_member (out, ": ", data, "reason");
    }
  else
    {
      if (scored)
        append_score (out, "score ", score);
      else
        g_string_append (out, "score unknown");
      append_lowest (out, data);
    }
  if (weft_json_find_boolean (data, "duplicate", FALSE))
    g_string_append (out, ", evaluated before");
}

static void
write_best_cb (JsonObject *data, GString *out)
{
  double score = weft_json_find_number (data, "score");
  double previous = weft_json_find_number (data, "previous");

  if (isnan (score))
    g_string_append (out, "score unknown");
  else
    append_score (out, "", score);
  if (!isnan (previous))
    append_score (out, " after ", previous);
  else
    g_string_append (out, ", the first");
}

static void
write_user_cb (JsonObject *data, GString *out)
{
  append_member (out, "", data, "what");
  append_member (out, ", was ", data, "old");
  append_member (out, ", is ", data, "new");
}

static void
write_limit_cb (JsonObject *data, GString *out)
{
  append_member (out, "", data, "limit");
  append_member (out, " reached at ", data, "value");
}

/* What most of the time of the critical path goes to. */
static void
append_most (GString *out, JsonObject *shares)
{
  JsonObjectIter iter;
  const char *key, *most = NULL;
  JsonNode *node;
  double share = 0;

  if (shares == NULL)
    return;
  json_object_iter_init_ordered (&iter, shares);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      double value = weft_json_find_number (shares, key);

      if (value > share)
        {
          share = value;
          most = key;
        }
    }
  if (most != NULL)
    g_string_append_printf (out, ", %.0f %% %s", 100 * share, most);
}

static void
write_simulated_cb (JsonObject *data, GString *out)
{
  append_time (out, "makespan ", weft_json_find_number (data, "makespan_s"));
  append_most (out, weft_json_find_object (data, "shares"));
  append_member (out, ", ", weft_json_find_object (data, "counts"), "tasks");
  if (json_object_has_member (data, "counts"))
    g_string_append (out, " tasks");
  append_design (out, out->len > 0 ? ", " : "", data);
}

static void
write_end_cb (JsonObject *data, GString *out)
{
  double score = weft_json_find_number (weft_json_find_object (data, "best"), "score");

  if (!append_member (out, "", data, "reason"))
    g_string_append (out, "ended");
  if (append_member (out, ": ", weft_json_find_object (data, "counts"), "evaluations"))
    g_string_append (out, " evaluations");
  if (!isnan (score))
    append_score (out, ", best ", score);
  append_time (out, ", makespan ", weft_json_find_number (data, "makespan_s"));
}

static void
write_advice_cb (JsonObject *data, GString *out)
{
  JsonNode *node = json_object_get_member (data, "items");

  append_member (out, "", data, "specialist");
  append_design (out, out->len > 0 ? " on " : "on ", data);
  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node)
      && json_array_get_length (json_node_get_array (node)) > 0)
    append_scalar (out, ": ", json_array_get_element (json_node_get_array (node), 0));
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What a newer program or somebody else has recorded: its scalars, sorted by name. */
static void
write_generic (JsonObject *data, GString *out)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  const char *key;
  JsonNode *node;
  JsonObjectIter iter;

  json_object_iter_init (&iter, data);
  while (json_object_iter_next (&iter, &key, &node))
    if (JSON_NODE_HOLDS_VALUE (node))
      g_ptr_array_add (keys, (gpointer) key);
  g_ptr_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len && i < MAX_GENERIC; i++)
    {
      g_autofree char *before
          = g_strdup_printf ("%s%s ", out->len > 0 ? ", " : "", (const char *) keys->pdata[i]);

      append_member (out, before, data, keys->pdata[i]);
    }
  if (keys->len > MAX_GENERIC)
    g_string_append (out, " …");
}

static const Writer writers[] = {
  { "eval.result", write_result_cb },
  { "eval.start", write_design_cb },
  { "design.proposed", write_proposed_cb },
  { "design.validated", write_validated_cb },
  { "best.changed", write_best_cb },
  { "advice", write_advice_cb },
  { "limit.hit", write_limit_cb },
  { "run.end", write_end_cb },
  { "run.start", write_start_cb },
  { "sim.result", write_simulated_cb },
  { "user.control", write_user_cb },
  { "user.edit", write_user_cb },
};

/**
 * weft_event_summarise: (skip)
 * @kind: the event's kind
 * @data: its data
 *
 * Returns: (transfer full): one line of at most 240 characters without controls
 */
char *
weft_event_summarise (const char *kind, JsonObject *data)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const Writer *writer = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (writers) && writer == NULL; i++)
    if (g_str_equal (writers[i].kind, kind))
      writer = &writers[i];
  if (writer != NULL)
    writer->write (data, out);
  else
    write_generic (data, out);
  return weft_plain_text (out->str, WEFT_PLAIN_ONE_LINE, MAX_CHARS);
}

/* A run in a list: "hill climbing, paper-2, seed 3" or "simulation, xf64, My Design", from the data of its run.start. */
char *
weft_event_title (JsonObject *start)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (!append_member (out, "", start, "method_label"))
    append_member (out, "", start, "method");
  append_member (out, out->len > 0 ? ", " : "", start, "space");
  if (append_member (out, out->len > 0 ? ", " : "", weft_json_find_object (start, "input"), "title"))
    append_member (out, ", ", start, "design_name");
  else
    append_member (out, out->len > 0 ? ", seed " : "seed ", start, "seed");
  return weft_plain_text (out->str, WEFT_PLAIN_ONE_LINE, MAX_CHARS);
}

/* @text in lower case, character by character, whatever the locale. (transfer full) */
char *
weft_event_fold (const char *text)
{
  GString *out = g_string_sized_new (strlen (text));

  for (; *text != '\0'; text = g_utf8_next_char (text))
    if ((guchar) *text < 0x80)
      g_string_append_c (out, g_ascii_tolower (*text));
    else
      g_string_append_unichar (out, g_unichar_tolower (g_utf8_get_char (text)));
  return g_string_free (out, FALSE);
}
