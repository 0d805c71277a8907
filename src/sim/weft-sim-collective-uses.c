/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the collectives of a run did, those alike in one row; and why one does not end. */
#include "sim/weft-sim-collectives-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_NAMED 3u

/* --- rows --- */

/* Sizes of one power of two are of about one size. */
static int
size_class (double bytes)
{
  int exponent = 0;

  frexp (bytes, &exponent);
  return bytes > 0 ? exponent : -1;
}

static gboolean
is_alike (const WeftSimCollectiveUse *use, const WeftSimPlan *plan)
{
  return use->comm == plan->comm && use->algorithm == plan->algorithm && use->wanted == plan->wanted
         && use->n_ranks == plan->layout->n && use->n_domains == plan->layout->n_domains
         && size_class (use->bytes / use->count) == size_class (plan->bytes);
}

static guint32
find_use (WeftSimCollectives *self, const WeftSimPlan *plan)
{
  WeftSimCollectiveUse use = {
    .comm = plan->comm,
    .wanted = plan->wanted,
    .algorithm = plan->algorithm,
    .group = plan->group,
    .n_ranks = plan->layout->n,
    .n_domains = plan->layout->n_domains,
  };

  for (guint32 i = 0; i < self->uses->len; i++)
    if (is_alike (&g_array_index (self->uses, WeftSimCollectiveUse, i), plan))
      return i;
  g_array_append_val (self->uses, use);
  return self->uses->len - 1;
}

static void
count_group (WeftSimCollectives *self, const WeftSimPlan *plan)
{
  gint64 key = (gint64) plan->use << 32 | plan->group;

  if (g_hash_table_contains (self->groups, &key))
    return;
  g_hash_table_add (self->groups, g_memdup2 (&key, sizeof key));
  g_array_index (self->uses, WeftSimCollectiveUse, plan->use).n_groups++;
}

void
weft_sim_collectives_count (WeftSimCollectives *self, const WeftSimCollectiveRun *run)
{
  WeftSimPlan *plan = run->plan;
  WeftSimCollectiveUse *use;

  if (plan->use == WEFT_SIM_NONE)
    {
      plan->use = find_use (self, plan);
      count_group (self, plan);
    }
  use = &g_array_index (self->uses, WeftSimCollectiveUse, plan->use);
  use->count++;
  use->bytes += plan->bytes;
  use->alone_s += weft_comm_time_total (plan->price);
  use->time_s += weft_sim_engine_seconds (self->engine, self->engine->now - run->last_start);
  for (guint32 i = 0; i < plan->layout->n; i++)
    use->wait_s += weft_sim_engine_seconds (self->engine, run->last_start - run->members[i].start);
}

void
weft_sim_collectives_finish (WeftSimCollectives *self, WeftSimResult *result)
{
  result->collectives = g_array_ref (self->uses);
  result->closed_form_s = self->closed_form_s;
}

/* --- what one waits for --- */

static void
name_absent (const WeftSimCollectives *self, const WeftSimCollectiveRun *run, GString *words)
{
  const WeftSimTrace *trace = self->engine->trace;
  guint32 n = run->plan->layout->n;
  guint32 n_named = 0;

  g_string_append_printf (words, ngettext ("%u of %u ranks has not come to it:", "%u of %u ranks have not come to it:",
                                           n - run->n_started),
                          n - run->n_started, n);
  for (guint32 i = 0; i < n && n_named < MAX_NAMED; i++)
    if (!run->members[i].has_started)
      {
        g_autofree char *task = weft_sim_trace_task_words (trace, weft_sim_collective_task (self, run, i));

        g_string_append_printf (words, n_named++ == 0 ? " %s" : ", %s", task);
      }
  if (n - run->n_started > n_named)
    g_string_append (words, ", …");
}

char *
weft_sim_collectives_explain (WeftSimCollectives *self, guint32 task)
{
  const WeftSimTrace *trace = self->engine->trace;
  const WeftSimCollectiveRun *run = self->runs != NULL ? self->runs[trace->peer[task]] : NULL;
  g_autoptr (GString) words = NULL;

  if (run == NULL)
    return NULL;
  words = g_string_new (NULL);
  g_string_printf (words, _("%s among the %u ranks of group “%s”: "), weft_sim_comm_nick (run->plan->comm),
                   run->plan->layout->n, trace->groups[run->plan->group].name);
  if (run->n_started < run->plan->layout->n)
    name_absent (self, run, words);
  else
    g_string_append_printf (words, _("all ranks have come to it, %u of them are done with %s"), run->n_done,
                            weft_sim_algorithm_nick (run->plan->algorithm));
  return g_string_free (g_steal_pointer (&words), FALSE);
}
