/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a builder: ids, dependences, matches, warnings, and the trace. */
#include "sim/weft-sim-builder-private.h"

#include <glib/gi18n-lib.h>

/* --- ids --- */

/* [tasks] by rank, as they came. */
static guint32 *
sort_by_rank (const WeftSimTrace *trace, guint32 *first)
{
  guint32 *sorted = g_new (guint32, MAX (1, trace->n_tasks));
  g_autofree guint32 *at = NULL;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    first[trace->rank[i] + 1]++;
  for (guint32 r = 0; r < trace->n_ranks; r++)
    first[r + 1] += first[r];
  at = g_memdup2 (first, ((gsize) trace->n_ranks + 1) * sizeof *at);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    sorted[at[trace->rank[i]]++] = i;
  return sorted;
}

static int
compare_id_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSimTrace *trace = data;
  guint32 one = *(const guint32 *) a;
  guint32 other = *(const guint32 *) b;

  if (trace->id[one] != trace->id[other])
    return trace->id[one] < trace->id[other] ? -1 : 1;
  return (one > other) - (one < other);
}

static gboolean
refuse_twice (const WeftSimTrace *trace, guint32 one, guint32 other, GError **error)
{
  g_autofree char *first = weft_sim_trace_task_words (trace, one);
  g_autofree char *second = weft_sim_trace_task_words (trace, other);

  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("two nodes of one rank have the same number: %s, and %s; each needs its own"), first, second);
  return FALSE;
}

static void
make_order (WeftSimBuilder *self)
{
  WeftSimTrace *trace = self->trace;

  trace->order = g_new (guint32, trace->n_tasks);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    trace->order[self->by_id[i]] = i;
}

gboolean
weft_sim_builder_sort_ids (WeftSimBuilder *self, GError **error)
{
  WeftSimTrace *trace = self->trace;
  g_autofree guint32 *first = g_new0 (guint32, (gsize) trace->n_ranks + 1);
  gboolean was_sorted = TRUE;

  self->by_id = sort_by_rank (trace, first);
  for (guint32 r = 0; r < trace->n_ranks; r++)
    {
      guint32 *tasks = self->by_id + first[r];
      guint32 n = first[r + 1] - first[r];
      guint32 i = 1;

      while (i < n && trace->id[tasks[i - 1]] < trace->id[tasks[i]])
        i++;
      if (i >= n)
        continue;
      was_sorted = FALSE;
      g_qsort_with_data (tasks, (int) n, sizeof *tasks, compare_id_cb, trace);
      for (i = 1; i < n; i++)
        if (trace->id[tasks[i - 1]] == trace->id[tasks[i]])
          return refuse_twice (trace, tasks[i - 1], tasks[i], error);
    }
  if (!was_sorted)
    make_order (self);
  return TRUE;
}

/* --- warnings --- */

/* A collective that waits for nothing behind a computation of its rank: in traces whose computations were recorded
 * without successors nothing is left of the order in which they ran. */
void
weft_sim_builder_warn (WeftSimBuilder *self)
{
  const WeftSimTrace *trace = self->trace;
  g_autofree guint8 *computes = g_new0 (guint8, MAX (1, trace->n_ranks));
  g_autofree char *words = NULL;
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 task = self->by_id[i];
      guint32 rank = trace->rank[task];

      computes[rank] = computes[rank] || trace->kind[task] == WEFT_SIM_COMPUTE;
      if (trace->kind[task] == WEFT_SIM_COLLECTIVE && trace->n_preds[task] == 0 && computes[rank] && n++ == 0)
        words = weft_sim_trace_task_words (trace, task);
    }
  if (n > 0)
    g_ptr_array_add (self->notes,
                     g_strdup_printf (ngettext ("%u collective waits for nothing, although its rank computes before "
                                                "it: it may start too early: %s.",
                                                "%u parts of collectives wait for nothing, although their ranks "
                                                "compute before them: they may start too early; the first: %s.",
                                                n),
                                      n, words));
}

/* --- the trace --- */

static void
take_names (WeftSimNames *names, char ***list, guint32 *n)
{
  *n = names->names->len;
  g_ptr_array_set_free_func (names->names, NULL);
  *list = (char **) g_ptr_array_free (g_steal_pointer (&names->names), FALSE);
}

/* What messages need: costs and names. */
static void
take_parts (WeftSimBuilder *self)
{
  WeftSimTrace *trace = self->trace;

  trace->n_costs = self->costs->len;
  trace->costs = (WeftSimCost *) g_array_free (g_steal_pointer (&self->costs), FALSE);
  take_names (&self->labels, &trace->labels, &trace->n_labels);
  take_names (&self->names, &trace->names, &trace->n_names);
  weft_sim_slots_clear (&self->cost_slots);
  weft_sim_slots_clear (&self->labels.slots);
  weft_sim_slots_clear (&self->names.slots);
}

static void
shrink (WeftSimTrace *trace)
{
  guint32 n = MAX (1, trace->n_tasks);

  trace->kind = g_renew (guint8, trace->kind, n);
  trace->rank = g_renew (guint32, trace->rank, n);
  trace->cost = g_renew (guint32, trace->cost, n);
  trace->peer = g_renew (guint32, trace->peer, n);
  trace->label = g_renew (guint32, trace->label, n);
  trace->id = g_renew (guint64, trace->id, n);
  trace->name_of = g_renew (guint32, trace->name_of, n);
  if (trace->succ != NULL)
    trace->succ = g_renew (guint32, trace->succ, MAX (1, trace->n_edges));
}

static void
take_rest (WeftSimBuilder *self)
{
  WeftSimTrace *trace = self->trace;

  trace->n_groups = self->groups->len;
  trace->groups = (WeftSimGroup *) g_array_free (g_steal_pointer (&self->groups), FALSE);
  trace->member_rank = (guint32 *) g_array_free (g_steal_pointer (&self->members), FALSE);
  trace->n_providers = self->providers->len;
  trace->providers = (WeftSimProvider *) g_array_free (g_steal_pointer (&self->providers), FALSE);
  if (self->notes->len == 0)
    return;
  g_ptr_array_add (self->notes, NULL);
  g_ptr_array_set_free_func (self->notes, NULL);
  trace->notes = (char **) g_ptr_array_free (g_steal_pointer (&self->notes), FALSE);
}

/**
 * weft_sim_builder_finish: (skip)
 * @self: a builder, empty after and only to be freed
 * @error: return location for a #WeftSimError
 *
 * Takes time in proportion to tasks and dependences.
 *
 * Returns: (transfer full) (nullable): the trace
 */
WeftSimTrace *
weft_sim_builder_finish (WeftSimBuilder *self, GError **error)
{
  g_return_val_if_fail (self->costs != NULL, NULL);

  if (self->bad != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->bad));
      return NULL;
    }
  take_parts (self);
  shrink (self->trace);
  if (!weft_sim_builder_sort_ids (self, error))
    return NULL;
  weft_sim_builder_sort_edges (self);
  if (!weft_sim_builder_check_cycle (self, error) || !weft_sim_builder_match_ends (self, error)
      || !weft_sim_builder_join_parts (self, error))
    return NULL;
  weft_sim_builder_warn (self);
  shrink (self->trace);
  take_rest (self);
  return g_steal_pointer (&self->trace);
}
