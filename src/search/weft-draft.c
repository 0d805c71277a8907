/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a proposed design as a whole, naming it, and having it judged. */
#include "search/weft-draft-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"

/* Longest text that an error shows, in characters. */
#define SHOWN_CHARS 64

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

static JsonNode *
new_number (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

/* A value from outside, cut to what can be shown. (nullable) (transfer full) */
JsonNode *
weft_draft_copy_shown (JsonNode *node)
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
void
weft_draft_refuse (WeftDraft  *draft,
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

/* --- the whole --- */

static gboolean
read_array (WeftDraftReading  *reading,
            JsonNode *root)
{
  JsonNode *node = JSON_NODE_HOLDS_OBJECT (root)
                     ? json_object_get_member (json_node_get_object (root), "partitions")
                     : NULL;
  guint most = reading->problem->max_partitions;
  guint n;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    {
      weft_draft_refuse (reading->draft, "schema", g_strdup ("/partitions"),
              node == NULL ? "missing_key" : "wrong_type", NULL,
              node != NULL ? weft_draft_copy_shown (node) : NULL,
              g_strdup ("expected an array of partitions"));
      return FALSE;
    }

  reading->array = json_node_get_array (node);
  n = json_array_get_length (reading->array);
  if (n >= 1 && n <= most)
    return TRUE;

  weft_draft_refuse (reading->draft, "schema", g_strdup ("/partitions"),
          n == 0 ? "no_partitions" : "too_many_partitions", new_number (most), new_number (n),
          g_strdup_printf ("expected 1 to %u partitions", most));
  return FALSE;
}

static void
check_sum (WeftDraftReading *reading)
{
  guint sum = 0;

  for (guint i = 0; i < reading->n; i++)
    sum += reading->parts[i].millionths;
  if (sum <= WEFT_SPACE_WHOLE)
    return;

  weft_draft_refuse (reading->draft, "constraint", g_strdup ("/partitions"), "fraction_sum", new_number (1),
          new_number ((double) sum / WEFT_SPACE_WHOLE),
          g_strdup ("the power_frac of all partitions sum to more than the budget"));
}

static int
compare_parts_cb (const void *a,
                  const void *b)
{
  const WeftDraftPart *x = a;
  const WeftDraftPart *y = b;

  if (x->millionths != y->millionths)
    return x->millionths > y->millionths ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return (int) x->role - (int) y->role;
}

static void
set_machine (WeftDraftReading *reading)
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
      const WeftDraftPart *part = &reading->parts[i];
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit, part->unit);

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
set_document (WeftDraftReading *reading)
{
  WeftDraft *draft = reading->draft;

  draft->partitions = weft_problem_write_partitions (reading->problem, &draft->machine);
  draft->digest = weft_json_digest (draft->partitions);
  draft->label = weft_problem_label (reading->problem, &draft->machine);
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
set_candidate (WeftDraftReading *reading)
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
  g_autoptr (JsonNode) cut = weft_draft_copy_shown (node);

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
  WeftDraftReading reading = { .problem = problem, .draft = draft };

  draft->errors = g_ptr_array_new_with_free_func (free_error);
  read_name (draft, root);
  if (!read_array (&reading, root))
    return draft;

  for (; reading.at < json_array_get_length (reading.array); reading.at++)
    weft_draft_read_partition (&reading, json_array_get_element (reading.array, reading.at));
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

  weft_draft_refuse (self, "constraint", g_strdup ("/partitions"), "partition_too_small", NULL, NULL,
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
