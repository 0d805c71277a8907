/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of a collective under way: room for the threads of its members, and for what comes to them too early. */
#include "sim/weft-sim-collectives-private.h"

#include <glib/gi18n-lib.h>

/* A tag numbers so many threads of a member; all of a collective take so much memory at most. */
#define MAX_THREADS 65535u
#define MAX_BYTES 2147483648.0

static gboolean
has_room (const WeftSimCollectives *self, const WeftSimPlan *plan)
{
  const WeftSimProgram *program = &plan->programs[0];
  double n_threads = (double) plan->n_chunks * program->n_threads;
  double bytes = n_threads * (program->n + program->n_switches)
                 * (sizeof (WeftSimThread) + program->n_slots * sizeof (guint32));

  if (n_threads <= MAX_THREADS && bytes <= MAX_BYTES)
    return TRUE;
  if (self->engine->error == NULL)
    g_set_error (&self->engine->error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                 _("a collective of %u ranks in %u chunks has %.0f threads on each rank, %.1f GB in all; at most %u "
                   "threads and %.1f GB are simulated: give fewer chunks, or take closed forms"),
                 program->n, plan->n_chunks, n_threads, bytes / 1e9, MAX_THREADS, MAX_BYTES / 1e9);
  return FALSE;
}

static void
make_threads (WeftSimCollectives *self, WeftSimCollectiveRun *run)
{
  const WeftSimPlan *plan = run->plan;
  const WeftSimProgram *program = &plan->programs[0];
  gsize n_threads;

  if (!has_room (self, plan))
    return;
  run->n_members = plan->layout->n + program->n_switches;
  run->n_threads = plan->n_chunks * program->n_threads;
  run->n_slots = program->n_slots;
  n_threads = (gsize) run->n_members * run->n_threads;
  run->threads = g_new0 (WeftSimThread, n_threads);
  run->counts = g_new0 (guint32, n_threads * run->n_slots);
  run->n_left = g_new (guint32, (gsize) run->n_members * plan->n_chunks);
  for (gsize i = 0; i < n_threads; i++)
    run->threads[i].waits = WEFT_SIM_NOT_BEGUN;
  for (gsize i = 0; i < (gsize) run->n_members * plan->n_chunks; i++)
    run->n_left[i] = program->n_threads;
}

void
weft_sim_collective_run_begin (const WeftSimCollectiveRun *run, guint32 member, double now)
{
  run->members[member] = (WeftSimMember) {
    .start = now,
    .chain = { .origin = member },
    .n_chunks_left = run->plan->n_chunks,
    .has_started = TRUE,
  };
}

WeftSimCollectiveRun *
weft_sim_collective_run_new (WeftSimCollectives *self, guint32 index)
{
  WeftSimCollectiveRun *run = g_new0 (WeftSimCollectiveRun, 1);

  run->index = index;
  run->collective = &self->engine->trace->collectives[index];
  run->plan = weft_sim_plans_take (self->plans, run->collective);
  if (run->plan->layout->n > 1 && !self->engine->options->closed_form)
    make_threads (self, run);
  run->members = g_new0 (WeftSimMember, MAX (run->n_members, run->plan->layout->n));
  return run;
}

/* --- what came too early --- */

static inline WeftSimKept *
kept_at (const WeftSimCollectiveRun *run, guint32 number)
{
  return &g_array_index (run->kept, WeftSimKept, number - 1);
}

void
weft_sim_collective_run_keep (WeftSimCollectiveRun *run, WeftSimThread *thread, WeftSimKept message)
{
  if (run->kept == NULL)
    run->kept = g_array_new (FALSE, FALSE, sizeof (WeftSimKept));
  message.next = 0;
  g_array_append_val (run->kept, message);
  if (thread->kept == 0)
    thread->kept = run->kept->len;
  else
    kept_at (run, thread->last_kept)->next = run->kept->len;
  thread->last_kept = run->kept->len;
}

gboolean
weft_sim_collective_run_take (const WeftSimCollectiveRun *run, WeftSimThread *thread, guint8 slot,
                              WeftSimKept *message)
{
  guint32 before = 0;
  guint32 number = thread->kept;

  while (number != 0 && slot != WEFT_SIM_ANY_SLOT && kept_at (run, number)->slot != slot)
    {
      before = number;
      number = kept_at (run, number)->next;
    }
  if (number == 0)
    return FALSE;
  *message = *kept_at (run, number);
  if (before == 0)
    thread->kept = message->next;
  else
    kept_at (run, before)->next = message->next;
  if (thread->last_kept == number)
    thread->last_kept = before;
  return TRUE;
}

void
weft_sim_collective_run_free (WeftSimCollectiveRun *run)
{
  g_free (run->members);
  g_free (run->n_left);
  g_free (run->threads);
  g_free (run->counts);
  if (run->kept != NULL)
    g_array_unref (run->kept);
  g_free (run);
}
