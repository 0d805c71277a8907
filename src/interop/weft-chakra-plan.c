/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting sorts over the trace: nothing here takes more than time in proportion to tasks and edges, but for the order
 * within ranks where a trace has one of its own. */
#include "interop/weft-chakra-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- order --- */

static int
compare_order_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSimTrace *trace = data;
  guint32 one = *(const guint32 *) a;
  guint32 other = *(const guint32 *) b;

  if (trace->order[one] != trace->order[other])
    return trace->order[one] < trace->order[other] ? -1 : 1;
  return (one > other) - (one < other);
}

/* Makes counts in [1 ... n] into where each begins. */
static void
sum_up (guint32 *first, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];
}

/* By rank, then as they stand. */
static void
sort_tasks (WeftChakraPlan *self)
{
  const WeftSimTrace *trace = self->trace;
  g_autofree guint32 *at = NULL;

  memset (self->first_of_rank, 0, ((gsize) trace->n_ranks + 1) * sizeof *self->first_of_rank);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    self->first_of_rank[trace->rank[i] + 1]++;
  sum_up (self->first_of_rank, trace->n_ranks);
  at = g_memdup2 (self->first_of_rank, (trace->n_ranks + 1) * sizeof *at);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    self->sorted[at[trace->rank[i]]++] = i;
}

static void
order_tasks (WeftChakraPlan *self)
{
  const WeftSimTrace *trace = self->trace;

  for (guint32 r = 0; trace->order != NULL && r < trace->n_ranks; r++)
    g_qsort_with_data (self->sorted + self->first_of_rank[r],
                       (int) (self->first_of_rank[r + 1] - self->first_of_rank[r]), sizeof *self->sorted,
                       compare_order_cb, (gpointer) trace);
}

/* --- edges --- */

static gboolean
crosses (const WeftSimTrace *trace, guint32 from, guint32 e)
{
  return trace->succ_bytes != NULL && trace->rank[from] != trace->rank[trace->succ[e]];
}

static void
sort_preds (WeftChakraPlan *self)
{
  const WeftSimTrace *trace = self->trace;
  g_autofree guint32 *at = NULL;

  self->first_pred = g_new0 (guint32, (gsize) trace->n_tasks + 1);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
      self->first_pred[trace->succ[e] + 1] += !crosses (trace, i, e);
  sum_up (self->first_pred, trace->n_tasks);
  at = g_memdup2 (self->first_pred, ((gsize) trace->n_tasks + 1) * sizeof *at);
  self->pred = g_new (guint32, MAX (1, self->first_pred[trace->n_tasks]));
  for (guint32 i = 0; i < trace->n_tasks; i++)
    for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
      if (!crosses (trace, i, e))
        self->pred[at[trace->succ[e]]++] = i;
}

static void
find_crossings (WeftChakraPlan *self)
{
  const WeftSimTrace *trace = self->trace;

  self->crossings = g_array_new (FALSE, FALSE, sizeof (WeftChakraCrossing));
  if (trace->succ_bytes == NULL)
    return;
  self->first_out = g_new0 (guint32, (gsize) trace->n_tasks + 1);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
        if (crosses (trace, i, e))
          {
            WeftChakraCrossing crossing = { .from = i, .to = trace->succ[e], .bytes = trace->succ_bytes[e] };

            g_array_append_val (self->crossings, crossing);
          }
      self->first_out[i + 1] = self->crossings->len;
    }
}

static void
sort_crossings (WeftChakraPlan *self)
{
  const WeftChakraCrossing *crossings = (const WeftChakraCrossing *) self->crossings->data;
  g_autofree guint32 *at = NULL;
  guint32 n = self->trace->n_tasks;

  if (self->first_out == NULL)
    return;
  self->first_in = g_new0 (guint32, (gsize) n + 1);
  for (guint32 c = 0; c < self->crossings->len; c++)
    self->first_in[crossings[c].to + 1]++;
  sum_up (self->first_in, n);
  at = g_memdup2 (self->first_in, ((gsize) n + 1) * sizeof *at);
  self->in = g_new (guint32, MAX (1, self->crossings->len));
  for (guint32 c = 0; c < self->crossings->len; c++)
    self->in[at[crossings[c].to]++] = c;
}

/* --- numbers --- */

/* Ids of the file that a trace came from stay, when they say the order and no nodes come between. */
static gboolean
keeps_ids (const WeftChakraPlan *self)
{
  const WeftSimTrace *trace = self->trace;

  if (trace->id == NULL || self->crossings->len > 0)
    return FALSE;
  for (guint32 r = 0; r < trace->n_ranks; r++)
    for (guint32 i = self->first_of_rank[r] + 1; i < self->first_of_rank[r + 1]; i++)
      if (trace->id[self->sorted[i - 1]] >= trace->id[self->sorted[i]])
        return FALSE;
  return TRUE;
}

static guint32
count_in (const guint32 *first, guint32 task)
{
  return first != NULL ? first[task + 1] - first[task] : 0;
}

static void
number_nodes (WeftChakraPlan *self)
{
  const WeftSimTrace *trace = self->trace;

  for (guint32 r = 0; r < trace->n_ranks; r++)
    {
      guint64 next = 0;

      for (guint32 i = self->first_of_rank[r]; i < self->first_of_rank[r + 1]; i++)
        {
          guint32 task = self->sorted[i];

          self->id[task] = next + count_in (self->first_in, task);
          next = self->id[task] + 1 + count_in (self->first_out, task);
        }
    }
}

static void
number_messages_of (WeftChakraPlan *self, guint32 task, gint32 *next)
{
  const WeftSimTrace *trace = self->trace;

  if (trace->kind[task] == WEFT_SIM_SEND)
    {
      if (trace->peer[task] != WEFT_SIM_NONE)
        self->tag[trace->peer[task]] = *next;
      self->tag[task] = (*next)++;
    }
  for (guint32 k = 0; k < count_in (self->first_out, task); k++)
    g_array_index (self->crossings, WeftChakraCrossing, self->first_out[task] + k).tag = (*next)++;
}

/* Messages of a rank are numbered as they leave it: no two between two ranks have one tag. */
static void
number_messages (WeftChakraPlan *self)
{
  for (guint32 r = 0; r < self->trace->n_ranks; r++)
    {
      gint32 next = 0;

      for (guint32 i = self->first_of_rank[r]; i < self->first_of_rank[r + 1]; i++)
        number_messages_of (self, self->sorted[i], &next);
    }
}

/* --- collectives --- */

/* Of a collective: the first part that was met, and the how manieth of its group it is there. */
typedef struct
{
  guint32 task;
  guint32 nth;
} Place;

/* [tasks] place of each part's rank among the members of its group. (transfer full) */
static guint32 *
find_members (const WeftSimTrace *trace)
{
  guint32 *member = g_new0 (guint32, MAX (1, trace->n_tasks));

  for (guint32 c = 0; c < trace->n_collectives; c++)
    for (guint32 m = 0; m < trace->groups[trace->collectives[c].group].n_ranks; m++)
      member[trace->member_task[trace->collectives[c].first_task + m]] = m;
  return member;
}

static gboolean
refuse_order (const WeftSimTrace *trace, guint32 one, guint32 other, GError **error)
{
  g_autofree char *first = weft_sim_trace_task_words (trace, one);
  g_autofree char *second = weft_sim_trace_task_words (trace, other);

  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED,
               _("%s, and %s are parts of one collective, but it is not at the same place in the order of the "
                 "collectives of their group on both ranks, which is all that a Chakra trace knows them by"),
               first, second);
  return FALSE;
}

static gboolean
check_part (const WeftSimTrace *trace, guint32 task, guint32 nth, Place *place, GError **error)
{
  if (place->task == WEFT_SIM_NONE)
    *place = (Place) { task, nth };
  return place->nth == nth || refuse_order (trace, place->task, task, error);
}

static gboolean
check_order (const WeftChakraPlan *self, GError **error)
{
  const WeftSimTrace *trace = self->trace;
  g_autofree guint32 *member = find_members (trace);
  g_autofree Place *places = g_new (Place, MAX (1, trace->n_collectives));
  g_autofree guint32 *n_had = NULL; /* [members of all groups] collectives so far */
  guint32 n_members = 0;

  for (guint32 g = 0; g < trace->n_groups; g++)
    n_members += trace->groups[g].n_ranks;
  n_had = g_new0 (guint32, MAX (1, n_members));
  for (guint32 c = 0; c < trace->n_collectives; c++)
    places[c].task = WEFT_SIM_NONE;
  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 task = self->sorted[i];
      const WeftSimCollective *collective;

      if (trace->kind[task] != WEFT_SIM_COLLECTIVE)
        continue;
      collective = &trace->collectives[trace->peer[task]];
      if (!check_part (trace, task, n_had[trace->groups[collective->group].first + member[task]]++,
                       &places[trace->peer[task]], error))
        return FALSE;
    }
  return TRUE;
}

/* --- public --- */

gboolean
weft_chakra_plan_init (WeftChakraPlan *self, const WeftSimTrace *trace, GError **error)
{
  gsize n = MAX (1, trace->n_tasks);

  *self = (WeftChakraPlan) { .trace = trace };
  self->first_of_rank = g_new (guint32, (gsize) trace->n_ranks + 1);
  self->sorted = g_new (guint32, n);
  self->id = g_new (guint64, n);
  self->tag = g_new0 (gint32, n);
  sort_tasks (self);
  order_tasks (self);
  sort_preds (self);
  find_crossings (self);
  sort_crossings (self);
  number_messages (self);
  if (!check_order (self, error))
    return FALSE;
  if (!keeps_ids (self))
    {
      number_nodes (self);
      return TRUE;
    }
  memcpy (self->id, trace->id, trace->n_tasks * sizeof *self->id);
  sort_tasks (self);
  return TRUE;
}

void
weft_chakra_plan_clear (WeftChakraPlan *self)
{
  g_clear_pointer (&self->crossings, g_array_unref);
  g_clear_pointer (&self->sorted, g_free);
  g_clear_pointer (&self->first_of_rank, g_free);
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->tag, g_free);
  g_clear_pointer (&self->first_pred, g_free);
  g_clear_pointer (&self->pred, g_free);
  g_clear_pointer (&self->first_out, g_free);
  g_clear_pointer (&self->first_in, g_free);
  g_clear_pointer (&self->in, g_free);
}
