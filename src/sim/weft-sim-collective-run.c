/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of a collective under way: room for the threads of its members. */
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

void
weft_sim_collective_run_free (WeftSimCollectiveRun *run)
{
  g_free (run->members);
  g_free (run->n_left);
  g_free (run->threads);
  g_free (run->counts);
  g_free (run);
}
