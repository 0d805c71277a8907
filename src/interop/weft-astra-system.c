/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads system.json: algorithms and chunks of collectives, delays, rates of a rank. Each key is used, noted as one that
 * changes nothing here, or refused where leaving it out would give other times. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "base/weft-quote-private.h"
#include "interop/weft-astra.h"

/* ASTRA-sim's own when the file does not say. */
#define DEFAULT_ENDPOINT_NS 10
#define MAX_CHUNKS 4096

static const WeftJsonLimits limits = { 1 << 20, 16, 10000 };

typedef struct
{
  WeftJsonAt root;
  const char *path;
  WeftSimOptions *options;
  WeftChakraOptions *chakra;
  GPtrArray *notes;
} System;

static const struct
{
  const char *key;
  WeftSimComm comm;
} implementations[] = {
  { "all-reduce-implementation", WEFT_SIM_ALL_REDUCE },
  { "all-gather-implementation", WEFT_SIM_ALL_GATHER },
  { "reduce-scatter-implementation", WEFT_SIM_REDUCE_SCATTER },
  { "all-to-all-implementation", WEFT_SIM_ALL_TO_ALL },
};

static const struct
{
  const char *name;
  WeftSimAlgorithm algorithm;
} algorithms[] = {
  { "ring", WEFT_SIM_ALGORITHM_RING },
  { "oneRing", WEFT_SIM_ALGORITHM_RING },
  { "direct", WEFT_SIM_ALGORITHM_DIRECT },
  { "oneDirect", WEFT_SIM_ALGORITHM_DIRECT },
  { "halvingDoubling", WEFT_SIM_ALGORITHM_HALVING_DOUBLING },
  { "oneHalvingDoubling", WEFT_SIM_ALGORITHM_HALVING_DOUBLING },
  { "doubleBinaryTree", WEFT_SIM_ALGORITHM_DOUBLE_TREE },
};

/* Keys with a place of their own below. */
static const char *const used[] = {
  "scheduling-policy", "collective-optimization", "active-chunks-per-dimension", "endpoint-delay", "model-shared-bus",
  "preferred-dataset-splits", "peak-perf", "local-mem-bw", "roofline-enabled", "replay-only",
  "all-reduce-implementation", "all-gather-implementation", "reduce-scatter-implementation",
  "all-to-all-implementation", NULL,
};

/* Known to ASTRA-sim, and without effect on times here: logs, and the shared bus when it is off. */
static const char *const idle[] = {
  "local-reduction-delay", "L", "o", "g", "G", "trace-enabled", "track-local-mem", "local-mem-trace-filename",
  "boost-mode", "inter-dimension-scheduling", "intra-dimension-scheduling", NULL,
};

/* Would replace the collectives. */
static const char *const custom[] = {
  "all-reduce-implementation-custom", "all-gather-implementation-custom", "reduce-scatter-implementation-custom",
  "all-to-all-implementation-custom", "per-node-custom-implementation", NULL,
};

static void note (System *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
note (System *self, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  if (self->notes != NULL)
    g_ptr_array_add (self->notes, g_strdup_printf ("%s: %s", self->path, words));
}

static gboolean
refuse (const System *self, int code, GError **error, const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
refuse (const System *self, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_SIM_ERROR, code, "%s: %s", self->path, words);
  return FALSE;
}

/* --- values --- */

static gboolean
has (const System *self, const char *key)
{
  WeftJsonAt at;

  return weft_json_at_member (&self->root, key, &at) && !weft_json_at_is_null (&at);
}

/* At least @least, or above it; @number stays as it is without the key. */
static gboolean
take_number (const System *self, const char *key, double least, gboolean is_above, double *number, GError **error)
{
  if (!weft_json_at_get_number (&self->root, key, WEFT_JSON_OPTIONAL, number, error))
    return FALSE;
  if (!has (self, key) || (is_above ? *number > least : *number >= least))
    return TRUE;
  return refuse (self, WEFT_SIM_ERROR_INVALID, error, is_above ? _("“%s” is %g, expected more than %g")
                                                               : _("“%s” is %g, expected %g or more"),
                 key, *number, least);
}

static gboolean
take_count (const System *self, const char *key, guint *count, GError **error)
{
  gint64 number = *count;

  if (!weft_json_at_get_integer (&self->root, key, WEFT_JSON_OPTIONAL, &number, error))
    return FALSE;
  if (number < 1 || number > MAX_CHUNKS)
    return refuse (self, WEFT_SIM_ERROR_INVALID, error,
                   _("“%s” is %" G_GINT64_FORMAT ", expected a whole number from 1 to %d"), key, number, MAX_CHUNKS);
  *count = (guint) number;
  return TRUE;
}

/* true, false, or a number. */
static gboolean
take_flag (const System *self, const char *key, gboolean *flag, GError **error)
{
  WeftJsonAt at;
  double number = 0;

  *flag = FALSE;
  if (!weft_json_at_member (&self->root, key, &at) || weft_json_at_is_null (&at))
    return TRUE;
  if (JSON_NODE_HOLDS_VALUE (at.node) && json_node_get_value_type (at.node) == G_TYPE_BOOLEAN)
    return weft_json_at_boolean (&at, flag, error);
  if (!weft_json_at_number (&at, &number, error))
    return FALSE;
  *flag = number != 0;
  return TRUE;
}

static gboolean
take_choice (const System *self, const char *key, const char *const *choices, guint *choice, GError **error)
{
  const char *text = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *list = NULL;

  if (!weft_json_at_get_string (&self->root, key, WEFT_JSON_OPTIONAL, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (choices[i], text))
      {
        *choice = i;
        return TRUE;
      }
  shown = weft_quote (text, -1);
  list = g_strjoinv (", ", (char **) choices);
  return refuse (self, WEFT_SIM_ERROR_INVALID, error, _("“%s” is %s, expected one of %s"), key, shown, list);
}

/* --- collectives --- */

/* "direct", "direct8": N messages at a time. */
static gboolean
find_algorithm (const char *text, WeftSimAlgorithm *algorithm, guint *window)
{
  gsize best = 0;

  *window = 0;
  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    {
      gsize length = strlen (algorithms[i].name);
      const char *rest = text + length;
      gboolean is_windowed = algorithms[i].algorithm == WEFT_SIM_ALGORITHM_DIRECT;

      if (!g_str_has_prefix (text, algorithms[i].name) || length <= best)
        continue;
      if (*rest != '\0' && (!is_windowed || strspn (rest, "0123456789") != strlen (rest) || strlen (rest) > 5))
        continue;
      best = length;
      *algorithm = algorithms[i].algorithm;
      *window = (guint) g_ascii_strtoull (rest, NULL, 10);
    }
  return best > 0;
}

static gboolean
take_algorithm (System *self, const WeftJsonAt *at, const char *key, WeftSimAlgorithm *algorithm, GError **error)
{
  const char *text = NULL;
  g_autofree char *shown = NULL;
  guint window = 0;

  if (!weft_json_at_string (at, &text, error))
    return FALSE;
  shown = weft_quote (text, -1);
  if (!find_algorithm (text, algorithm, &window))
    return refuse (self, WEFT_SIM_ERROR_INVALID, error,
                   _("“%s” is %s, expected ring, direct, halvingDoubling, doubleBinaryTree, oneRing, oneDirect or "
                     "oneHalvingDoubling"), key, shown);
  if (window > 0)
    note (self, _("“%s” is %s: its window of %u messages is not used, all are sent at once"), key, shown, window);
  return TRUE;
}

/* A list with one algorithm for each dimension. */
static gboolean
take_implementation (System *self, const char *key, WeftSimComm comm, guint *n_dims, GError **error)
{
  WeftSimAlgorithm algorithm = WEFT_SIM_ALGORITHM_AUTO;
  WeftJsonAt list;
  gboolean is_there = FALSE;

  if (!weft_json_at_get_array (&self->root, key, WEFT_JSON_OPTIONAL, &list, &is_there, error))
    return FALSE;
  if (!is_there)
    return TRUE;
  if (weft_json_at_length (&list) == 0)
    return refuse (self, WEFT_SIM_ERROR_INVALID, error, _("“%s” is empty, expected one algorithm for each dimension"), key);
  for (guint i = weft_json_at_length (&list); i > 0; i--)
    {
      WeftJsonAt at;

      weft_json_at_element (&list, i - 1, &at);
      if (!take_algorithm (self, &at, key, &algorithm, error))
        return FALSE;
    }
  self->options->algorithm[comm] = algorithm;
  *n_dims = MAX (*n_dims, weft_json_at_length (&list));
  return TRUE;
}

static gboolean
take_collectives (System *self, GError **error)
{
  static const char *const optimizations[] = { "baseline", "localBWAware", NULL };
  guint optimization = 0;
  guint n_dims = 0;

  for (guint i = 0; i < G_N_ELEMENTS (implementations); i++)
    if (!take_implementation (self, implementations[i].key, implementations[i].comm, &n_dims, error))
      return FALSE;
  if (!take_choice (self, "collective-optimization", optimizations, &optimization, error))
    return FALSE;
  if (n_dims > 1)
    note (self, _("a collective runs the algorithm of the first dimension over its whole group; ASTRA-sim runs one "
                  "dimension after the other"));
  if (!has (self, "preferred-dataset-splits"))
    note (self, _("“preferred-dataset-splits” is missing: collectives are not split"));
  return take_count (self, "preferred-dataset-splits", &self->options->chunks, error)
         && take_count (self, "active-chunks-per-dimension", &self->options->active_chunks, error);
}

/* --- the rest --- */

static gboolean
take_delays (System *self, GError **error)
{
  static const char *const policies[] = { "LIFO", "FIFO", "EXPLICIT", NULL };
  double endpoint_ns = DEFAULT_ENDPOINT_NS;
  guint policy = 0;

  if (!take_number (self, "endpoint-delay", 0, FALSE, &endpoint_ns, error)
      || !take_choice (self, "scheduling-policy", policies, &policy, error))
    return FALSE;
  if (!has (self, "endpoint-delay"))
    note (self, _("“endpoint-delay” is missing: %d ns are taken, as ASTRA-sim does"), DEFAULT_ENDPOINT_NS);
  if (policy == 2)
    note (self, _("“scheduling-policy” is EXPLICIT: priorities are not used, since a rank runs one collective at a time"));
  self->options->endpoint_s = endpoint_ns / 1e9;
  return TRUE;
}

static gboolean
take_rates (System *self, GError **error)
{
  double mem_gb_s = 0;
  double peak_tflops = 0;
  gboolean is_roofline = FALSE;

  if (!take_number (self, "local-mem-bw", 0, TRUE, &mem_gb_s, error)
      || !take_number (self, "peak-perf", 0, TRUE, &peak_tflops, error)
      || !take_flag (self, "roofline-enabled", &is_roofline, error))
    return FALSE;
  if (is_roofline && (mem_gb_s == 0 || peak_tflops == 0))
    return refuse (self, WEFT_SIM_ERROR_INVALID, error, _("“roofline-enabled” needs “%s”, which is missing"),
                   mem_gb_s == 0 ? "local-mem-bw" : "peak-perf");
  if (mem_gb_s > 0)
    self->options->reduce_bw_bytes_s = mem_gb_s * 1e9;
  else
    note (self, _("“local-mem-bw” is missing: the reductions of collectives take no time"));
  self->chakra->use_roofline = is_roofline;
  self->chakra->mem_bw_bytes_s = mem_gb_s * 1e9;
  self->chakra->peak_flops_s = peak_tflops * 1e12;
  return TRUE;
}

/* What would give other times without being simulated. */
static gboolean
refuse_others (System *self, GError **error)
{
  gboolean has_bus = FALSE;
  gboolean is_replay = FALSE;

  for (guint i = 0; custom[i] != NULL; i++)
    if (has (self, custom[i]))
      return refuse (self, WEFT_SIM_ERROR_UNSUPPORTED, error,
                     _("“%s” gives collectives as traces of their own, which are not simulated; take it out, and the "
                       "algorithm of the key without “-custom” is run"), custom[i]);
  if (!take_flag (self, "model-shared-bus", &has_bus, error) || !take_flag (self, "replay-only", &is_replay, error))
    return FALSE;
  if (has_bus)
    return refuse (self, WEFT_SIM_ERROR_UNSUPPORTED, error,
                   _("“model-shared-bus” is on; a bus between a rank and its network is not simulated. Set it to 0"));
  if (is_replay)
    return refuse (self, WEFT_SIM_ERROR_UNSUPPORTED, error,
                   _("“replay-only” is on, which takes all times from the trace and simulates nothing. Set it to 0"));
  return TRUE;
}

static void
note_keys (System *self)
{
  g_autoptr (GList) members = json_object_get_members (json_node_get_object (self->root.node));

  for (GList *at = members; at != NULL; at = at->next)
    {
      g_autofree char *shown = weft_quote (at->data, -1);

      if (g_strv_contains (used, at->data))
        continue;
      if (g_strv_contains (idle, at->data))
        note (self, _("%s has no effect here and was not used"), shown);
      else
        note (self, _("%s is not known and was not used"), shown);
    }
}

gboolean
weft_astra_system_read (const char *path, WeftSimOptions *options, WeftChakraOptions *chakra, GPtrArray *notes,
                        GError **error)
{
  g_autoptr (JsonNode) node = weft_json_load (path, &limits, error);
  System self = { .path = path, .options = options, .chakra = chakra, .notes = notes };

  if (node == NULL)
    return FALSE;
  weft_json_at_root (&self.root, node, path);
  if (!weft_json_at_object (&self.root, error) || !refuse_others (&self, error))
    return FALSE;
  options->compute_slots = 1;
  options->comm_slots = 1;
  options->chunks = 1;
  options->active_chunks = 1;
  if (options->astra != WEFT_SIM_ASTRA_OFF)
    chakra->least_compute_s = 1e-9;
  if (!take_collectives (&self, error) || !take_delays (&self, error) || !take_rates (&self, error))
    return FALSE;
  note_keys (&self);
  return TRUE;
}
