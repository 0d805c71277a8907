/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates: their order, their names, and the way to documents and back. */
#include "search/weft-problem-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"

static int
compare_choices_cb (gconstpointer a,
                    gconstpointer b)
{
  const WeftChoice *x = a;
  const WeftChoice *y = b;

  if (x->fraction != y->fraction)
    return x->fraction > y->fraction ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return (int) x->role - (int) y->role;
}

/* FNV-1a over its words. */
static guint
hash_candidate_cb (gconstpointer key)
{
  const WeftCandidate *self = key;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint i = 0; i < self->n; i++)
    {
      const WeftChoice *part = &self->parts[i];
      guint64 word = (guint64) part->unit << 32 | (guint64) part->fraction << 16 | part->role;

      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x100000001b3);
      hash ^= hash >> 29;
    }

  return (guint) (hash ^ (hash >> 32));
}

static gboolean
equal_candidates_cb (gconstpointer a,
                     gconstpointer b)
{
  return weft_candidate_equal (a, b);
}

/**
 * weft_candidate_equal: (skip)
 * @a: a sorted candidate
 * @b: another one
 *
 * Returns: whether they are the same design
 */
gboolean
weft_candidate_equal (const WeftCandidate *a,
                      const WeftCandidate *b)
{
  return a->n == b->n && memcmp (a->parts, b->parts, a->n * sizeof a->parts[0]) == 0;
}

/**
 * weft_candidate_sort: (skip)
 * @self: a candidate
 *
 * The larger fraction first, then by unit and role; what is beyond the last partition becomes 0.
 */
void
weft_candidate_sort (WeftCandidate *self)
{
  qsort (self->parts, self->n, sizeof self->parts[0], compare_choices_cb);
  memset (self->parts + self->n, 0, (WEFT_SPACE_MAX_PARTITIONS - self->n) * sizeof self->parts[0]);
}

/**
 * weft_candidate_set_new: (skip)
 *
 * Returns: (transfer full): an empty set of sorted candidates; it frees those that it is given
 */
GHashTable *
weft_candidate_set_new (void)
{
  return g_hash_table_new_full (hash_candidate_cb, equal_candidates_cb, g_free, NULL);
}

/**
 * weft_candidate_machine: (skip)
 * @problem: its problem
 * @self: a candidate
 * @machine: (out): the same as plain numbers for the evaluator
 */
void
weft_candidate_machine (WeftProblem         *problem,
                        const WeftCandidate *self,
                        WeftMachine         *machine)
{
  const WeftSpaceUnit *units = (const WeftSpaceUnit *) (gpointer) problem->units->data;

  *machine = (WeftMachine) {
    .budget = problem->model.budget,
    .amount = problem->model.amount,
    .epsilon = problem->epsilon,
    .n_partitions = self->n,
  };
  for (guint i = 0; i < self->n; i++)
    {
      const WeftChoice *part = &self->parts[i];
      const WeftSpaceUnit *unit = &units[part->unit];

      machine->partitions[i] = (WeftMachinePartition) {
        .chip = unit->chip,
        .scaleup = unit->scaleup,
        .scaleout = unit->scaleout,
        .role = part->role,
        .power_frac = (double) problem->fractions[part->fraction] / WEFT_SPACE_WHOLE,
      };
    }
}

/* --- names --- */

static const WeftSpaceUnit *
unit_of (WeftProblem      *problem,
         const WeftChoice *part)
{
  return &g_array_index (problem->units, WeftSpaceUnit, part->unit);
}

static double
fraction_of (WeftProblem      *problem,
             const WeftChoice *part)
{
  return (double) problem->fractions[part->fraction] / WEFT_SPACE_WHOLE;
}

/**
 * weft_candidate_name: (skip)
 * @problem: its problem
 * @self: a candidate
 *
 * Returns: (transfer full): all that it is made of, in one line
 */
char *
weft_candidate_name (WeftProblem         *problem,
                     const WeftCandidate *self)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    {
      const WeftChoice *part = &self->parts[i];
      const WeftSpaceUnit *unit = unit_of (problem, part);
      char number[WEFT_DOUBLE_BUFFER];

      g_string_append_printf (name, "%s%s %s %s %s %s", i > 0 ? " + " : "", weft_unit_chip_id (problem, unit),
                              weft_json_format_double (fraction_of (problem, part), number),
                              weft_unit_scaleup_id (problem, unit),
                              weft_unit_scaleout_id (problem, unit),
                              weft_role_nick (part->role));
    }

  return g_string_free (g_steal_pointer (&name), FALSE);
}

/**
 * weft_candidate_label: (skip)
 * @problem: its problem
 * @self: a candidate
 *
 * Returns: (transfer full): the shares of its chips, in one short line
 */
char *
weft_candidate_label (WeftProblem         *problem,
                      const WeftCandidate *self)
{
  WeftMachine machine;

  weft_candidate_machine (problem, self, &machine);
  return weft_problem_label (problem, &machine);
}

/* --- documents --- */

/**
 * weft_candidate_partitions: (skip)
 * @problem: its problem
 * @self: a candidate
 *
 * Returns: (transfer full): an array as the member "partitions" of a document; its digest names the design
 */
JsonNode *
weft_candidate_partitions (WeftProblem         *problem,
                           const WeftCandidate *self)
{
  WeftMachine machine;

  weft_candidate_machine (problem, self, &machine);
  return weft_problem_write_partitions (problem, &machine);
}

/**
 * weft_problem_frame_design: (skip)
 * @problem: a problem
 * @name: the document's name
 * @partitions: its member "partitions"
 *
 * Returns: (transfer full): a document with the problem's profile, facility and workload
 */
WeftDesign *
weft_problem_frame_design (WeftProblem *problem,
                           const char  *name,
                           JsonNode    *partitions)
{
  g_autoptr (JsonNode) root = weft_json_parse (problem->frame, -1, "frame", NULL, NULL);
  JsonObject *object = json_node_get_object (root);

  json_object_set_string_member (object, "name", name);
  json_object_set_member (object, "partitions", json_node_copy (partitions));
  return weft_design_new_from_json (root, "candidate", NULL, NULL);
}

/**
 * weft_candidate_design: (skip)
 * @problem: its problem
 * @self: a candidate
 *
 * Returns: (transfer full): a document with the problem's profile, facility and workload
 */
WeftDesign *
weft_candidate_design (WeftProblem         *problem,
                       const WeftCandidate *self)
{
  g_autoptr (JsonNode) partitions = weft_candidate_partitions (problem, self);
  g_autofree char *label = weft_candidate_label (problem, self);

  return weft_problem_frame_design (problem, label, partitions);
}

static gboolean
find_unit (WeftProblem                *problem,
           const WeftMachinePartition *part,
           guint16                    *unit)
{
  for (guint i = 0; i < problem->units->len; i++)
    {
      const WeftSpaceUnit *known = &g_array_index (problem->units, WeftSpaceUnit, i);

      if (known->chip == part->chip && known->scaleup == part->scaleup
          && known->scaleout == part->scaleout)
        {
          *unit = (guint16) i;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
find_fraction (WeftProblem *problem,
               double       fraction,
               guint16     *index)
{
  for (guint i = 0; i < problem->n_fractions; i++)
    if (fabs (fraction * WEFT_SPACE_WHOLE - problem->fractions[i]) < 1e-3)
      {
        *index = (guint16) i;
        return TRUE;
      }

  return FALSE;
}

/* The first part of the machine that the space does not have; NULL when it has all. */
static const char *
take_partition (WeftProblem                *problem,
                const WeftMachinePartition *part,
                WeftChoice                 *choice)
{
  if (!find_unit (problem, part, &choice->unit))
    return _("its chip with these fabrics");
  if (!find_fraction (problem, part->power_frac, &choice->fraction))
    return _("its fraction of the budget");
  if ((problem->space->roles & (1u << part->role)) == 0)
    return _("its role");

  choice->role = (guint16) part->role;
  return NULL;
}

/**
 * weft_candidate_from_design: (skip)
 * @problem: a problem
 * @design: a design of partitions
 * @self: (out): the candidate that it is
 * @error: return location
 *
 * Profile, facility and workload of @design do not matter.
 *
 * Returns: %FALSE with an error when a part of it is not in the space
 */
gboolean
weft_candidate_from_design (WeftProblem   *problem,
                            WeftDesign    *design,
                            WeftCandidate *self,
                            GError       **error)
{
  guint sum = 0;
  WeftMachine machine;

  memset (self, 0, sizeof *self);
  if (weft_design_get_graph (design) != NULL || !weft_machine_init (&machine, design, problem->inventory))
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                   _("“%s” is no design of partitions that this catalog knows"),
                   weft_design_get_name (design));
      return FALSE;
    }
  if (machine.n_partitions > problem->max_partitions)
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                   _("“%s” has %u partitions, the space %s has at most %u"),
                   weft_design_get_name (design), machine.n_partitions,
                   weft_space_get_id (problem->space), problem->max_partitions);
      return FALSE;
    }

  for (guint i = 0; i < machine.n_partitions; i++)
    {
      const char *lacks = take_partition (problem, &machine.partitions[i], &self->parts[i]);

      if (lacks != NULL)
        {
          g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                       _("Partition %u of “%s” is not in the space %s: %s"), i + 1,
                       weft_design_get_name (design), weft_space_get_id (problem->space), lacks);
          return FALSE;
        }
      sum += problem->fractions[self->parts[i].fraction];
    }
  if (sum != WEFT_SPACE_WHOLE)
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                   _("The fractions of “%s” sum to %g, those of a candidate to 1"),
                   weft_design_get_name (design), (double) sum / WEFT_SPACE_WHOLE);
      return FALSE;
    }

  self->n = (guint16) machine.n_partitions;
  weft_candidate_sort (self);
  return TRUE;
}
