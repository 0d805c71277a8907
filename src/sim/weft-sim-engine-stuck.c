/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that came to a stand: which tasks never ended, what each waits for, and the ring of those that wait for each
 * other. */
#include "sim/weft-sim-engine-private.h"

#include <glib/gi18n-lib.h>

#define MAX_TOLD 8u
#define MAX_RING 12u

/* @first_pred, @pred: who a task depends on, made from who depends on it. @holder: of each rank's slots a task that has
 * one. @n_there: of each collective so many parts from the first on that have started, as far as it is known. @mark: 0
 * not seen, else the turn in which. */
typedef struct
{
  const WeftSimEngine *engine;
  const WeftSimTrace *trace;
  guint32 *first_pred;
  guint32 *pred;
  guint32 (*holder)[2];
  guint32 *n_there;
  guint32 *mark;
} Stuck;

static inline gboolean
has (const Stuck *self, guint32 task, WeftSimTaskState state)
{
  return (self->engine->state[task] & state) != 0;
}

static void
find_preds (Stuck *self)
{
  const WeftSimTrace *trace = self->trace;

  self->first_pred = g_new0 (guint32, trace->n_tasks + 2);
  self->pred = g_new (guint32, MAX (1, trace->n_edges));
  for (guint32 e = 0; e < trace->n_edges; e++)
    self->first_pred[trace->succ[e] + 2]++;
  for (guint32 i = 2; i <= trace->n_tasks; i++)
    self->first_pred[i] += self->first_pred[i - 1];
  for (guint32 i = 0; i < trace->n_tasks; i++)
    for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
      self->pred[self->first_pred[trace->succ[e] + 1]++] = i;
}

/* --- who waits for whom --- */

static guint32
find_open_pred (const Stuck *self, guint32 task)
{
  for (guint32 p = self->first_pred[task]; p < self->first_pred[task + 1]; p++)
    if (!has (self, self->pred[p], WEFT_SIM_TASK_DONE))
      return self->pred[p];
  return WEFT_SIM_NONE;
}

static inline guint
slot_of (const WeftSimTrace *trace, guint32 task)
{
  return trace->kind[task] == WEFT_SIM_COMPUTE ? WEFT_SIM_SLOT_COMPUTE : WEFT_SIM_SLOT_COMM;
}

static void
find_holders (Stuck *self)
{
  const WeftSimTrace *trace = self->trace;

  self->holder = g_malloc_n (trace->n_ranks, sizeof *self->holder);
  memset (self->holder, 0xff, trace->n_ranks * sizeof *self->holder);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (has (self, i, WEFT_SIM_TASK_STARTED) && !has (self, i, WEFT_SIM_TASK_DONE) && trace->kind[i] != WEFT_SIM_RECV)
      self->holder[trace->rank[i]][slot_of (trace, i)] = i;
}

/* A part of the same collective that has not started. */
static guint32
find_absent (const Stuck *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;
  const WeftSimCollective *collective = &trace->collectives[trace->peer[task]];
  guint32 *n_there = &self->n_there[trace->peer[task]];

  for (; *n_there < trace->groups[collective->group].n_ranks; ++*n_there)
    if (!has (self, trace->member_task[collective->first_task + *n_there], WEFT_SIM_TASK_STARTED))
      return trace->member_task[collective->first_task + *n_there];
  return WEFT_SIM_NONE;
}

static guint32
find_blocker (const Stuck *self, guint32 task)
{
  if (self->engine->n_left[task] > 0)
    return find_open_pred (self, task);
  if (!has (self, task, WEFT_SIM_TASK_STARTED))
    return self->holder[self->trace->rank[task]][slot_of (self->trace, task)];
  if (self->trace->kind[task] == WEFT_SIM_RECV)
    return self->trace->peer[task];
  if (self->trace->kind[task] == WEFT_SIM_COLLECTIVE)
    return find_absent (self, task);
  return WEFT_SIM_NONE;
}

/* --- in words --- */

/* Those that wait behind others of the same rank are told only when nothing else is. */
static gboolean
is_worth_telling (const Stuck *self, guint32 task)
{
  return !has (self, task, WEFT_SIM_TASK_DONE) && self->engine->n_left[task] == 0;
}

static char *
explain_start (const Stuck *self, guint32 task, const char *words, const char *blocker)
{
  if (self->trace->kind[task] == WEFT_SIM_RECV)
    return g_strdup_printf (_("%s waits for %s"), words, blocker);
  if (self->trace->kind[task] == WEFT_SIM_COLLECTIVE)
    return g_strdup_printf (_("%s waits for the part of %s"), words, blocker);
  return g_strdup_printf (_("%s has started but does not end"), words);
}

static char *
explain_task (const Stuck *self, guint32 task)
{
  guint32 blocker = find_blocker (self, task);
  g_autofree char *words = weft_sim_trace_task_words (self->trace, task);
  g_autofree char *other = blocker != WEFT_SIM_NONE ? weft_sim_trace_task_words (self->trace, blocker) : NULL;
  g_autofree char *more = NULL;

  if (self->engine->n_left[task] > 0)
    return g_strdup_printf (_("%s waits for %s"), words, other != NULL ? other : _("a message"));
  if (!has (self, task, WEFT_SIM_TASK_STARTED))
    return g_strdup_printf (_("%s waits for its rank, which %s keeps busy"), words,
                            other != NULL ? other : _("nothing"));
  if (other != NULL)
    return explain_start (self, task, words, other);
  if (self->trace->kind[task] == WEFT_SIM_COLLECTIVE)
    more = weft_sim_collectives_explain (self->engine->collectives, task);
  if (more != NULL)
    return g_strdup_printf (_("%s waits for %s"), words, more);
  return g_strdup_printf (_("%s has started but does not end"), words);
}

/* The ring that following the blockers from @task leads into; NULL when it leads to an end. */
static GArray *
follow_ring (Stuck *self, guint32 task, guint32 turn)
{
  g_autoptr (GArray) ring = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 begin;

  for (; task != WEFT_SIM_NONE && self->mark[task] == 0; task = find_blocker (self, task))
    self->mark[task] = turn;
  if (task == WEFT_SIM_NONE || self->mark[task] != turn)
    return NULL;
  begin = task;
  do
    {
      g_array_append_val (ring, task);
      task = find_blocker (self, task);
    }
  while (task != begin);
  return g_steal_pointer (&ring);
}

static GArray *
find_ring (Stuck *self)
{
  guint32 turn = 0;

  self->mark = g_new0 (guint32, self->trace->n_tasks);
  for (guint32 i = 0; i < self->trace->n_tasks; i++)
    {
      GArray *ring = NULL;

      if (self->mark[i] == 0 && is_worth_telling (self, i))
        ring = follow_ring (self, i, ++turn);
      if (ring != NULL)
        return ring;
    }
  return NULL;
}

static void
tell_ring (const Stuck *self, const GArray *ring, GString *message)
{
  g_string_append (message, _("; they wait in a ring: "));
  for (guint i = 0; i <= MIN (ring->len, MAX_RING); i++)
    {
      g_autofree char *words
        = weft_sim_trace_task_words (self->trace, g_array_index (ring, guint32, i % ring->len));

      if (i > 0)
        g_string_append (message, " → ");
      g_string_append (message, words);
    }
  if (ring->len > MAX_RING)
    g_string_append_printf (message, _(" → … (%u in all)"), ring->len);
}

static void
tell_tasks (const Stuck *self, GString *message)
{
  guint n_told = 0;

  for (guint32 i = 0; i < self->trace->n_tasks && n_told < MAX_TOLD; i++)
    if (is_worth_telling (self, i))
      {
        g_autofree char *words = explain_task (self, i);

        g_string_append (message, n_told++ > 0 ? "; " : ": ");
        g_string_append (message, words);
      }
}

void
weft_sim_engine_explain_stuck (const WeftSimEngine *engine, GError **error)
{
  Stuck stuck = { .engine = engine, .trace = engine->trace };
  g_autoptr (GString) message = g_string_new (NULL);
  g_autoptr (GArray) ring = NULL;

  find_preds (&stuck);
  find_holders (&stuck);
  stuck.n_there = g_new0 (guint32, engine->trace->n_collectives);
  g_string_printf (message, _("after %g s nothing happens any more, but %u of %u tasks are not done"),
                   engine->now * engine->tick_s, engine->trace->n_tasks - engine->n_done, engine->trace->n_tasks);
  tell_tasks (&stuck, message);
  ring = find_ring (&stuck);
  if (ring != NULL)
    tell_ring (&stuck, ring, message);
  g_set_error_literal (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_STUCK, message->str);
  g_free (stuck.first_pred);
  g_free (stuck.pred);
  g_free (stuck.holder);
  g_free (stuck.n_there);
  g_free (stuck.mark);
}
