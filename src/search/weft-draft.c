/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a proposed design, with every fault named at its place and what would be allowed there. */
#include "search/weft-draft.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"

/* Longest text that an error shows, in characters. */
#define SHOWN_CHARS 64

/* A partition with its unit, to sort by. */
typedef struct
{
  guint unit;
  guint millionths;
  WeftRole role;
} Part;

typedef struct
{
  WeftProblem *problem;
  WeftDraft *draft;
  JsonArray *array;
  guint at;           /* which partition is read */
  guint n;
  Part parts[WEFT_SPACE_MAX_PARTITIONS];
} Reading;

static void
free_error (gpointer data)
{
  WeftDraftError *error = data;

  g_free (error->path);
  g_free (error->message);
  g_clear_pointer (&error->allowed, json_node_unref);
  g_clear_pointer (&error->got, json_node_unref);
  g_free (error);
}

/* --- faults --- */

static JsonNode *
new_number (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

/* A value from outside, cut to what can be shown. (nullable) (transfer full) */
static JsonNode *
copy_shown (JsonNode *node)
{
  g_autofree char *cut = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return json_node_copy (node);

  cut = g_utf8_substring (json_node_get_string (node), 0,
                          MIN (g_utf8_strlen (json_node_get_string (node), -1), SHOWN_CHARS));
  return json_node_init_string (json_node_alloc (), cut);
}

/* @allowed: (nullable) (transfer full). @got: (nullable) (transfer full). @path: (transfer full). */
static void
refuse (WeftDraft  *draft,
        const char *stage,
        char       *path,
        const char *code,
        JsonNode   *allowed,
        JsonNode   *got,
        char       *message)
{
  WeftDraftError *error = g_new0 (WeftDraftError, 1);

  error->path = path;
  error->code = code;
  error->message = message;
  error->allowed = allowed;
  error->got = got;
  g_ptr_array_add (draft->errors, error);
  if (draft->stage == NULL || g_str_equal (stage, "schema"))
    draft->stage = stage;
}

static void
refuse_member (Reading    *reading,
               const char *member,
               const char *code,
               JsonNode   *allowed,
               JsonNode   *got,
               const char *message)
{
  refuse (reading->draft, "schema", g_strdup_printf ("/partitions/%u/%s", reading->at, member),
          code, allowed, got, g_strdup (message));
}

/* --- what the space has --- */

static const WeftSpaceUnit *
unit_at (WeftProblem *problem,
         guint        unit)
{
  return &g_array_index (problem->units, WeftSpaceUnit, unit);
}

typedef const char *(*NameOf) (WeftProblem *problem, const WeftSpaceUnit *unit);

static const char *
chip_of (WeftProblem         *problem,
         const WeftSpaceUnit *unit)
{
  return weft_inventory_chip (problem->inventory, unit->chip)->id;
}

static const char *
scaleup_of (WeftProblem         *problem,
            const WeftSpaceUnit *unit)
{
  return weft_inventory_scaleup (problem->inventory, unit->scaleup)->id;
}

static const char *
scaleout_of (WeftProblem         *problem,
             const WeftSpaceUnit *unit)
{
  return weft_inventory_scaleout (problem->inventory, unit->scaleout)->id;
}

/* The names that units of @chip (all for -1) have, each once, in the order of the units. (transfer full) */
static JsonNode *
list_names (WeftProblem *problem,
            int          chip,
            NameOf       name_of)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *names = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < problem->units->len; i++)
    {
      const WeftSpaceUnit *unit = unit_at (problem, i);
      const char *name = name_of (problem, unit);

      if ((chip < 0 || unit->chip == (guint) chip) && g_hash_table_add (known, (gpointer) name))
        json_array_add_string_element (names, name);
    }
  json_node_take_array (node, names);
  return node;
}

static JsonNode *
list_roles (WeftProblem *problem)
{
  JsonArray *roles = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < WEFT_N_ROLES; i++)
    if ((problem->space->roles & (1u << i)) != 0)
      json_array_add_string_element (roles, weft_role_nick (i));
  json_node_take_array (node, roles);
  return node;
}

/* --- one partition --- */

/* (nullable): NULL when it is refused. @optional: that it is missing is no fault. */
static const char *
read_string (Reading    *reading,
             JsonObject *object,
             const char *member,
             gboolean    optional)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    {
      if (!optional)
        refuse_member (reading, member, "missing_key", NULL, NULL, "this member is missing");
      return NULL;
    }
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    {
      refuse_member (reading, member, "wrong_type", NULL, copy_shown (node), "expected a string");
      return NULL;
    }
  return json_node_get_string (node);
}

static JsonNode *
new_string (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  return copy_shown (node);
}

/* The index of the chip, -1 when the space has none of that name. */
static int
read_chip (Reading    *reading,
           JsonObject *object)
{
  WeftProblem *problem = reading->problem;
  const char *name = read_string (reading, object, "chip", FALSE);
  const WeftChip *chip = name != NULL ? weft_inventory_find_chip (problem->inventory, name) : NULL;

  if (name == NULL)
    return -1;
  for (guint i = 0; chip != NULL && i < problem->units->len; i++)
    if (unit_at (problem, i)->chip == chip->index)
      return (int) chip->index;

  refuse_member (reading, "chip", "unknown_chip", list_names (problem, -1, chip_of),
                 new_string (name), "the space has no such chip");
  return -1;
}

static gboolean
has_unit (WeftProblem *problem,
          guint        chip,
          int          scaleup,
          int          scaleout,
          guint       *found)
{
  for (guint i = 0; i < problem->units->len; i++)
    {
      const WeftSpaceUnit *unit = unit_at (problem, i);

      if (unit->chip == chip && (scaleup < 0 || unit->scaleup == (guint) scaleup)
          && (scaleout < 0 || unit->scaleout == (guint) scaleout))
        {
          *found = i;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
read_unit (Reading    *reading,
           JsonObject *object,
           guint      *unit)
{
  WeftProblem *problem = reading->problem;
  int chip = read_chip (reading, object);
  const char *up = read_string (reading, object, "scaleup", FALSE);
  const char *out = read_string (reading, object, "scaleout", FALSE);
  const WeftScaleup *scaleup = up != NULL ? weft_inventory_find_scaleup (problem->inventory, up) : NULL;
  const WeftScaleout *scaleout = out != NULL ? weft_inventory_find_scaleout (problem->inventory, out)
                                             : NULL;
  gboolean up_fits, out_fits;

  if (chip < 0 || up == NULL || out == NULL)
    return FALSE;

  up_fits = scaleup != NULL && has_unit (problem, (guint) chip, (int) scaleup->index, -1, unit);
  out_fits = scaleout != NULL && has_unit (problem, (guint) chip, -1, (int) scaleout->index, unit);
  if (!up_fits)
    refuse_member (reading, "scaleup", scaleup == NULL ? "unknown_scaleup" : "scaleup_does_not_fit",
                   list_names (problem, chip, scaleup_of), new_string (up),
                   "this chip does not take such a scale-up fabric");
  if (!out_fits)
    refuse_member (reading, "scaleout",
                   scaleout == NULL ? "unknown_scaleout" : "scaleout_exceeds_port",
                   list_names (problem, chip, scaleout_of), new_string (out),
                   "this chip does not take such a scale-out fabric");
  return up_fits && out_fits
         && has_unit (problem, (guint) chip, (int) scaleup->index, (int) scaleout->index, unit);
}

static gboolean
read_role (Reading    *reading,
           JsonObject *object,
           WeftRole   *role)
{
  guint before = reading->draft->errors->len;
  const char *name = read_string (reading, object, "role", TRUE);

  *role = WEFT_ROLE_GENERAL;
  if (name == NULL)
    return reading->draft->errors->len == before;
  if (weft_role_parse (name, role) && (reading->problem->space->roles & (1u << *role)) != 0)
    return TRUE;

  refuse_member (reading, "role", "unknown_role", list_roles (reading->problem), new_string (name),
                 "the space has no such role");
  return FALSE;
}

static gboolean
read_fraction (Reading    *reading,
               JsonObject *object,
               guint      *millionths)
{
  JsonNode *node = json_object_get_member (object, "power_frac");
  double fraction;

  if (node == NULL)
    {
      refuse_member (reading, "power_frac", "missing_key", NULL, NULL, "this member is missing");
      return FALSE;
    }
  if (!JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_INT64
          && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    {
      refuse_member (reading, "power_frac", "fraction_not_number", NULL, copy_shown (node),
                     "expected a number above 0, at most 1");
      return FALSE;
    }

  fraction = json_node_get_double (node);
  if (!(fraction > 0) || !(fraction <= 1) || lround (fraction * WEFT_SPACE_WHOLE) == 0)
    {
      refuse_member (reading, "power_frac", "fraction_range", NULL, copy_shown (node),
                     "expected a number above 0, at most 1");
      return FALSE;
    }
  *millionths = (guint) lround (fraction * WEFT_SPACE_WHOLE);
  return TRUE;
}

static void
read_partition (Reading  *reading,
                JsonNode *node)
{
  Part part = { 0 };
  JsonObject *object;
  gboolean unit, role, fraction;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      refuse (reading->draft, "schema", g_strdup_printf ("/partitions/%u", reading->at),
              "wrong_type", NULL, copy_shown (node), g_strdup ("expected an object"));
      return;
    }

  object = json_node_get_object (node);
  unit = read_unit (reading, object, &part.unit);
  role = read_role (reading, object, &part.role);
  fraction = read_fraction (reading, object, &part.millionths);
  if (unit && role && fraction)
    reading->parts[reading->n++] = part;
}

/* --- the whole --- */

static gboolean
read_array (Reading  *reading,
            JsonNode *root)
{
  JsonNode *node = JSON_NODE_HOLDS_OBJECT (root)
                     ? json_object_get_member (json_node_get_object (root), "partitions")
                     : NULL;
  guint most = reading->problem->max_partitions;
  guint n;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    {
      refuse (reading->draft, "schema", g_strdup ("/partitions"),
              node == NULL ? "missing_key" : "wrong_type", NULL,
              node != NULL ? copy_shown (node) : NULL,
              g_strdup ("expected an array of partitions"));
      return FALSE;
    }

  reading->array = json_node_get_array (node);
  n = json_array_get_length (reading->array);
  if (n >= 1 && n <= most)
    return TRUE;

  refuse (reading->draft, "schema", g_strdup ("/partitions"),
          n == 0 ? "no_partitions" : "too_many_partitions", new_number (most), new_number (n),
          g_strdup_printf ("expected 1 to %u partitions", most));
  return FALSE;
}

static void
check_sum (Reading *reading)
{
  guint sum = 0;

  for (guint i = 0; i < reading->n; i++)
    sum += reading->parts[i].millionths;
  if (sum <= WEFT_SPACE_WHOLE)
    return;

  refuse (reading->draft, "constraint", g_strdup ("/partitions"), "fraction_sum", new_number (1),
          new_number ((double) sum / WEFT_SPACE_WHOLE),
          g_strdup ("the power_frac of all partitions sum to more than the budget"));
}

static int
compare_parts_cb (const void *a,
                  const void *b)
{
  const Part *x = a;
  const Part *y = b;

  if (x->millionths != y->millionths)
    return x->millionths > y->millionths ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return (int) x->role - (int) y->role;
}

static void
set_machine (Reading *reading)
{
  WeftProblem *problem = reading->problem;
  WeftMachine *machine = &reading->draft->machine;

  *machine = (WeftMachine) {
    .budget = problem->model.budget,
    .amount = problem->model.amount,
    .epsilon = problem->epsilon,
    .n_partitions = reading->n,
  };
  for (guint i = 0; i < reading->n; i++)
    {
      const Part *part = &reading->parts[i];
      const WeftSpaceUnit *unit = unit_at (problem, part->unit);

      machine->partitions[i] = (WeftMachinePartition) {
        .chip = unit->chip,
        .scaleup = unit->scaleup,
        .scaleout = unit->scaleout,
        .role = part->role,
        .power_frac = (double) part->millionths / WEFT_SPACE_WHOLE,
      };
    }
}

static void
set_document (Reading *reading)
{
  WeftDraft *draft = reading->draft;
  JsonArray *partitions = json_array_new ();
  g_autoptr (GString) label = g_string_new (NULL);

  for (guint i = 0; i < reading->n; i++)
    {
      const Part *part = &reading->parts[i];
      const WeftSpaceUnit *unit = unit_at (reading->problem, part->unit);
      JsonObject *object = json_object_new ();
      char number[WEFT_DOUBLE_BUFFER];

      json_object_set_string_member (object, "chip", chip_of (reading->problem, unit));
      json_object_set_string_member (object, "role", weft_role_nick (part->role));
      json_object_set_double_member (object, "power_frac",
                                     (double) part->millionths / WEFT_SPACE_WHOLE);
      json_object_set_string_member (object, "scaleup", scaleup_of (reading->problem, unit));
      json_object_set_string_member (object, "scaleout", scaleout_of (reading->problem, unit));
      json_array_add_object_element (partitions, object);
      g_string_append_printf (label, "%s%s %% %s", i > 0 ? ", " : "",
                              weft_json_format_double (part->millionths / 1e4, number),
                              chip_of (reading->problem, unit));
    }

  draft->partitions = json_node_new (JSON_NODE_ARRAY);
  json_node_take_array (draft->partitions, partitions);
  draft->digest = weft_json_digest (draft->partitions);
  draft->label = g_string_free (g_steal_pointer (&label), FALSE);
}

static gboolean
find_fraction (WeftProblem *problem,
               guint        millionths,
               guint16     *index)
{
  for (guint i = 0; i < problem->n_fractions; i++)
    if (problem->fractions[i] == millionths)
      {
        *index = (guint16) i;
        return TRUE;
      }

  return FALSE;
}

static void
set_candidate (Reading *reading)
{
  WeftDraft *draft = reading->draft;
  guint sum = 0;

  draft->candidate.n = (guint16) reading->n;
  for (guint i = 0; i < reading->n; i++)
    {
      WeftChoice *choice = &draft->candidate.parts[i];

      sum += reading->parts[i].millionths;
      choice->unit = (guint16) reading->parts[i].unit;
      choice->role = (guint16) reading->parts[i].role;
      if (!find_fraction (reading->problem, reading->parts[i].millionths, &choice->fraction))
        return;
    }
  draft->is_candidate = sum == WEFT_SPACE_WHOLE;
  weft_candidate_sort (&draft->candidate);
}

static void
read_name (WeftDraft *draft,
           JsonNode  *root)
{
  JsonNode *node = JSON_NODE_HOLDS_OBJECT (root)
                     ? json_object_get_member (json_node_get_object (root), "name")
                     : NULL;
  g_autoptr (JsonNode) cut = copy_shown (node);

  if (cut != NULL && json_node_get_value_type (cut) == G_TYPE_STRING)
    draft->name = g_strdup (json_node_get_string (cut));
}

/**
 * weft_draft_new: (skip)
 * @problem: the problem that it is proposed for
 * @root: what was proposed
 *
 * Fractions are rounded to a millionth.
 *
 * Returns: (transfer full): the draft; with errors it is refused
 */
WeftDraft *
weft_draft_new (WeftProblem *problem,
                JsonNode    *root)
{
  WeftDraft *draft = g_new0 (WeftDraft, 1);
  Reading reading = { .problem = problem, .draft = draft };

  draft->errors = g_ptr_array_new_with_free_func (free_error);
  read_name (draft, root);
  if (!read_array (&reading, root))
    return draft;

  for (; reading.at < json_array_get_length (reading.array); reading.at++)
    read_partition (&reading, json_array_get_element (reading.array, reading.at));
  if (draft->errors->len > 0)
    return draft;

  qsort (reading.parts, reading.n, sizeof reading.parts[0], compare_parts_cb);
  set_machine (&reading);
  set_document (&reading);
  set_candidate (&reading);
  check_sum (&reading);
  return draft;
}

/**
 * weft_draft_free: (skip)
 * @self: (transfer full): a draft
 */
void
weft_draft_free (WeftDraft *self)
{
  g_free (self->name);
  g_clear_pointer (&self->partitions, json_node_unref);
  g_free (self->digest);
  g_free (self->label);
  g_ptr_array_unref (self->errors);
  g_free (self);
}

/**
 * weft_draft_judge: (skip)
 * @self: a draft without errors
 * @problem: its problem
 * @kernel: a kernel of this thread on the problem's model
 * @verdict: (out): what the evaluator says
 *
 * Returns: %FALSE when a partition gets not one node; that was no evaluation, and an error says so
 */
gboolean
weft_draft_judge (WeftDraft   *self,
                  WeftProblem *problem,
                  WeftKernel  *kernel,
                  WeftVerdict *verdict)
{
  weft_problem_judge_machine (problem, kernel, &self->machine, verdict);
  if (verdict->kind != WEFT_VERDICT_INVALID)
    return TRUE;

  refuse (self, "constraint", g_strdup ("/partitions"), "partition_too_small", NULL, NULL,
          weft_verdict_explain_machine (problem, &self->machine, verdict));
  return FALSE;
}

/**
 * weft_draft_design: (skip)
 * @self: a draft whose partitions could be read
 * @problem: its problem
 *
 * Returns: (transfer full): a document with the problem's profile, facility and workload
 */
WeftDesign *
weft_draft_design (WeftDraft   *self,
                   WeftProblem *problem)
{
  return weft_problem_frame_design (problem, self->label, self->partitions);
}

/**
 * weft_draft_errors_to_json: (skip)
 * @self: a draft
 * @most: how many at most
 *
 * Returns: (transfer full): the first errors
 */
JsonArray *
weft_draft_errors_to_json (WeftDraft *self,
                           guint      most)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < MIN (self->errors->len, most); i++)
    {
      const WeftDraftError *error = g_ptr_array_index (self->errors, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "path", error->path);
      json_object_set_string_member (object, "code", error->code);
      json_object_set_string_member (object, "message", error->message);
      if (error->allowed != NULL)
        json_object_set_member (object, "allowed", json_node_copy (error->allowed));
      if (error->got != NULL)
        json_object_set_member (object, "got", json_node_copy (error->got));
      json_array_add_object_element (array, object);
    }

  return array;
}
