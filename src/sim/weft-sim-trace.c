/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of a trace, and what its tasks and ranks are called. */
#include "sim/weft-sim-trace.h"

#include <glib/gi18n-lib.h>

static const char *const kind_nicks[WEFT_N_SIM_KINDS] = {
  "compute", "send", "recv", "collective", "load", "store", "control",
};

static const char *const comm_nicks[WEFT_N_SIM_COMMS] = {
  "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce", "gather", "scatter", "barrier",
};

static void
free_names (char **names, guint32 n)
{
  for (guint32 i = 0; names != NULL && i < n; i++)
    g_free (names[i]);
  g_free (names);
}

static void
free_trace (WeftSimTrace *self)
{
  for (guint32 i = 0; i < self->n_groups; i++)
    g_free (self->groups[i].name);
  for (guint32 i = 0; i < self->n_providers; i++)
    g_free (self->providers[i].name);
  free_names (self->labels, self->n_labels);
  free_names (self->names, self->n_names);
  free_names (self->rank_name, self->n_ranks);
  for (guint32 i = 0; i < self->n_folds; i++)
    {
      g_free (self->folds[i].before);
      g_free (self->folds[i].after);
    }
  g_free (self->folds);
  g_free (self->rank_device);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_strfreev (self->notes);
  g_free (self->name);
  g_free (self->source);
  g_free (self->kind);
  g_free (self->rank);
  g_free (self->cost);
  g_free (self->peer);
  g_free (self->to_rank);
  g_free (self->order);
  g_free (self->first_succ);
  g_free (self->succ);
  g_free (self->succ_bytes);
  g_free (self->n_preds);
  g_free (self->costs);
  g_free (self->groups);
  g_free (self->member_rank);
  g_free (self->collectives);
  g_free (self->member_task);
  g_free (self->providers);
  g_free (self->label);
  g_free (self->id);
  g_free (self->name_of);
  g_free (self);
}

GQuark
weft_sim_error_quark (void)
{
  return g_quark_from_static_string ("weft-sim-error-quark");
}

WeftSimTrace *
weft_sim_trace_ref (WeftSimTrace *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_sim_trace_unref (WeftSimTrace *self)
{
  if (g_atomic_ref_count_dec (&self->refs))
    free_trace (self);
}

char *
weft_sim_trace_task_name (const WeftSimTrace *self, guint32 task)
{
  if (self->name_of != NULL)
    return g_strdup (self->names[self->name_of[task]]);
  if (self->graph != NULL && task < self->graph->n_tasks)
    return weft_task_graph_task_name (self->graph, task);
  return g_strdup (self->labels[self->label[task]]);
}

char *
weft_sim_trace_task_words (const WeftSimTrace *self, guint32 task)
{
  g_autofree char *name = weft_sim_trace_task_name (self, task);
  g_autofree char *rank = weft_sim_trace_rank_name (self, self->rank[task]);

  g_autofree char *id = self->id != NULL ? g_strdup_printf ("%" G_GUINT64_FORMAT, self->id[task]) : NULL;

  if (id == NULL)
    return g_strdup_printf (_("%s, task “%s”"), rank, name);
  return g_strdup_printf (_("%s, node %s “%s”"), rank, id, name);
}

char *
weft_sim_trace_rank_name (const WeftSimTrace *self, guint32 rank)
{
  if (self->rank_name != NULL)
    return g_strdup (self->rank_name[rank]);
  return g_strdup_printf (_("rank %u"), rank);
}

static double
last_of (const guint32 *tasks, guint32 n, const double *finish_s)
{
  double last_s = 0;

  for (guint32 i = 0; i < n; i++)
    last_s = MAX (last_s, finish_s[tasks[i]]);
  return last_s;
}

double
weft_sim_trace_folded_s (const WeftSimTrace *self, const double *finish_s)
{
  double sum_s = 0;

  for (guint32 i = 0; i < self->n_folds; i++)
    {
      const WeftSimFold *fold = &self->folds[i];

      sum_s += fold->times * (last_of (fold->after, fold->n_marks, finish_s)
                              - last_of (fold->before, fold->n_marks, finish_s));
    }
  return sum_s;
}

gsize
weft_sim_trace_footprint (const WeftSimTrace *self)
{
  gsize task = sizeof *self->kind + 6 * sizeof (guint32) + (self->order != NULL ? sizeof (guint32) : 0) +
               (self->to_rank != NULL ? sizeof (guint32) : 0) + (self->id != NULL ? sizeof (guint64) : 0) +
               (self->name_of != NULL ? sizeof (guint32) : 0);
  gsize edge = sizeof (guint32) + (self->succ_bytes != NULL ? sizeof (double) : 0);
  gsize members = 0;

  for (guint32 i = 0; i < self->n_collectives; i++)
    members += self->groups[self->collectives[i].group].n_ranks;
  return self->n_tasks * task + self->n_edges * edge + self->n_costs * sizeof *self->costs +
         self->n_collectives * sizeof *self->collectives + members * sizeof *self->member_task;
}

const char *
weft_sim_kind_nick (WeftSimKind kind)
{
  return kind_nicks[kind];
}

const char *
weft_sim_comm_nick (WeftSimComm comm)
{
  return comm_nicks[comm];
}

gboolean
weft_sim_comm_parse (const char *nick, WeftSimComm *comm)
{
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    if (g_str_equal (nick, comm_nicks[i]))
      {
        *comm = i;
        return TRUE;
      }
  return FALSE;
}
