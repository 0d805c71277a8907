/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tasks and waits of a simulation say in words. */
#include "config.h"

#include "draw/sim/weft-gantt-run-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"

static void
free_run (gpointer data)
{
  WeftGanttRun *run = data;

  weft_sim_result_unref (run->result);
  g_array_unref (run->waits);
  g_free (run->begin_s);
  g_free (run->lane);
  g_free (run);
}

const char *
weft_gantt_wait_title (WeftSimWait cause)
{
  switch (cause)
    {
    case WEFT_SIM_WAIT_MESSAGE:
      return _("waits for a message");
    case WEFT_SIM_WAIT_GROUP:
      return _("waits for other ranks");
    case WEFT_SIM_WAIT_REMOTE:
      return _("waits for remote memory");
    case WEFT_SIM_WAIT_SLOT:
      return _("waits for a slot");
    case WEFT_SIM_WAIT_TASK:
      return _("waits for a task");
    case WEFT_SIM_WAIT_START:
    case WEFT_N_SIM_WAITS:
    default:
      return _("waits to start");
    }
}

/* --- a task --- */

/* (transfer full) */
static char *
say_collective (const WeftSimTrace *trace, guint32 task)
{
  const WeftSimCollective *collective = &trace->collectives[trace->peer[task]];
  guint32 n = trace->groups[collective->group].n_ranks;
  g_autofree char *bytes = weft_quantity_format (collective->bytes, WEFT_UNIT_BYTES);

  /* Translators: a collective such as all_reduce, an amount of data, the name of a group, a number of ranks */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s in group “%s” of %u rank",
                                       "%s of %s in group “%s” of %u ranks", n),
                          weft_sim_comm_nick (collective->comm), bytes, trace->groups[collective->group].name, n);
}

/* (transfer full) */
static char *
say_peer (const WeftSimTrace *trace, guint32 task)
{
  g_autofree char *bytes = weft_quantity_format (trace->costs[trace->cost[task]].bytes, WEFT_UNIT_BYTES);
  guint32 peer = trace->peer[task];
  gboolean is_send = trace->kind[task] == WEFT_SIM_SEND;
  guint32 rank = peer != WEFT_SIM_NONE                 ? trace->rank[peer]
                 : is_send && trace->to_rank != NULL ? trace->to_rank[task]
                                                       : WEFT_SIM_NONE;
  g_autofree char *name = rank != WEFT_SIM_NONE ? weft_sim_trace_rank_name (trace, rank) : g_strdup (_("nobody"));

  /* Translators: an amount of data, and a rank */
  return is_send ? g_strdup_printf (_("send of %s to %s"), bytes, name)
                 : g_strdup_printf (_("receive of %s from %s"), bytes, name);
}

/* (transfer full) */
static char *
say_remote (const WeftSimTrace *trace, guint32 task)
{
  g_autofree char *bytes = weft_quantity_format (trace->costs[trace->cost[task]].bytes, WEFT_UNIT_BYTES);
  const char *name = trace->providers[trace->peer[task]].name;

  /* Translators: an amount of data, and a remote memory */
  return trace->kind[task] == WEFT_SIM_LOAD ? g_strdup_printf (_("load of %s from “%s”"), bytes, name)
                                            : g_strdup_printf (_("store of %s to “%s”"), bytes, name);
}

char *
weft_gantt_say_task (const WeftSimTrace *trace, guint32 task)
{
  switch ((WeftSimKind) trace->kind[task])
    {
    case WEFT_SIM_COLLECTIVE:
      return say_collective (trace, task);
    case WEFT_SIM_SEND:
    case WEFT_SIM_RECV:
      return say_peer (trace, task);
    case WEFT_SIM_LOAD:
    case WEFT_SIM_STORE:
      return say_remote (trace, task);
    case WEFT_SIM_COMPUTE:
    case WEFT_SIM_CONTROL:
    case WEFT_N_SIM_KINDS:
    default:
      return g_strdup (trace->labels[trace->label[task]]);
    }
}

/* "message of rank 2, node 17 “send_fwd”" (transfer full) */
static char *
say_cause (const WeftSimTrace *trace, WeftSimWait cause, guint32 for_task)
{
  g_autofree char *words = for_task != WEFT_SIM_NONE ? weft_sim_trace_task_words (trace, for_task) : NULL;

  switch (cause)
    {
    case WEFT_SIM_WAIT_MESSAGE:
      /* Translators: a task */
      return words != NULL ? g_strdup_printf (_("message of %s"), words) : g_strdup (_("a message"));
    case WEFT_SIM_WAIT_REMOTE:
      return g_strdup (_("remote memory"));
    case WEFT_SIM_WAIT_GROUP:
    case WEFT_SIM_WAIT_SLOT:
    case WEFT_SIM_WAIT_TASK:
    case WEFT_SIM_WAIT_START:
    case WEFT_N_SIM_WAITS:
    default:
      return words != NULL ? g_steal_pointer (&words) : g_strdup (_("another rank"));
    }
}

/* --- what charts ask for --- */

static const char *
name_kernel (const WeftGantt *chart, guint32 task)
{
  const WeftGanttRun *run = weft_gantt_run_of (chart);
  const WeftGanttWait *wait = weft_gantt_run_wait (run, task);
  const WeftSimTrace *trace = run->result->trace;

  return wait != NULL ? weft_gantt_wait_title (wait->cause) : trace->labels[trace->label[task]];
}

static char *
name_task (const WeftGantt *chart, guint32 task)
{
  const WeftGanttRun *run = weft_gantt_run_of (chart);
  const WeftGanttWait *wait = weft_gantt_run_wait (run, task);

  if (wait == NULL)
    return weft_sim_trace_task_name (run->result->trace, task);
  if (wait->for_task == WEFT_SIM_NONE)
    return g_strdup (weft_gantt_wait_title (wait->cause));
  /* Translators: in a bar: a rank that is waited for */
  return g_strdup_printf (_("for %s"), chart->rows[weft_gantt_row_of_task (chart, wait->for_task)].name);
}

static char *
describe_wait (const WeftGantt *chart, const WeftGanttRun *run, const WeftGanttWait *wait)
{
  const WeftSimTrace *trace = run->result->trace;
  g_autofree char *rank = weft_sim_trace_rank_name (trace, trace->rank[wait->task]);
  g_autofree char *cause = say_cause (trace, wait->cause, wait->for_task);
  g_autofree char *next = weft_sim_trace_task_words (trace, wait->task);
  g_autofree char *times = weft_gantt_say_times (chart, wait->start_s, wait->finish_s);
  /* Translators: a rank, and what it waits for */
  g_autofree char *first = g_strdup_printf (_("%s waits for %s"), rank, cause);
  /* Translators: a task */
  g_autofree char *last = g_strdup_printf (_("Before %s"), next);

  return g_strjoin ("\n", first, times, last, NULL);
}

/* "Waited 2.3 ms for: message of rank 2, node 17 “send_fwd”"; what is waited for at the begin and for the other end are
 * one. (transfer full) (nullable) */
static char *
say_waited (const WeftGantt *chart, const WeftGanttRun *run, guint32 task)
{
  const WeftSimResult *result = run->result;
  double begin_s = weft_gantt_task_start_s (chart, task), since_s = result->start_s[task];
  WeftSimWait cause = result->waited[task];
  guint32 for_task = result->released_by[task];
  guint32 before = weft_gantt_next_task (chart, task, TRUE);
  const WeftGanttWait *wait = before != WEFT_TASK_NONE ? weft_gantt_run_wait (run, before) : NULL;
  g_autofree char *words = NULL, *time = NULL;

  if (wait != NULL && wait->task == task)
    {
      since_s = wait->start_s;
      cause = wait->cause;
      for_task = wait->for_task;
    }
  else if (cause == WEFT_SIM_WAIT_START || for_task == WEFT_SIM_NONE)
    return NULL;
  words = say_cause (result->trace, cause, for_task);
  if (begin_s <= since_s)
    /* Translators: what a task waited for last */
    return g_strdup_printf (_("Started after: %s"), words);
  time = weft_gantt_format_time (chart, begin_s - since_s);
  /* Translators: a time, and what was waited for */
  return g_strdup_printf (_("Waited %s for: %s"), time, words);
}

static char *
describe_task (const WeftGantt *chart, guint32 task)
{
  const WeftGanttRun *run = weft_gantt_run_of (chart);
  const WeftGanttWait *wait = weft_gantt_run_wait (run, task);
  const WeftSimResult *result = run->result;
  g_autofree char *name = NULL, *what = NULL, *times = NULL, *waited = NULL;
  GString *text;

  if (wait != NULL)
    return describe_wait (chart, run, wait);
  name = weft_sim_trace_task_words (result->trace, task);
  what = weft_gantt_say_task (result->trace, task);
  times = weft_gantt_say_times (chart, weft_gantt_task_start_s (chart, task), result->finish_s[task]);
  waited = say_waited (chart, run, task);
  text = g_string_new (name);
  g_string_append_printf (text, "\n%s\n%s", what, times);
  if (waited != NULL)
    g_string_append_printf (text, "\n%s", waited);
  if (weft_gantt_on_path (chart, task))
    g_string_append_printf (text, "\n%s", _("On the critical path"));
  return g_string_free (text, FALSE);
}

static char *
summarise (const WeftGantt *chart)
{
  const WeftSimResult *result = weft_gantt_run_of (chart)->result;
  g_autofree char *tasks = weft_quantity_format (result->trace->n_tasks, WEFT_UNIT_COUNT);
  g_autofree char *makespan = weft_gantt_format_time (chart, chart->makespan_s);

  /* Translators: numbers of tasks and ranks, and a time */
  return g_strdup_printf (_("Simulation of %s tasks on %u ranks in %s"), tasks, result->trace->n_ranks, makespan);
}

const WeftGanttSource weft_gantt_run_source = {
  .name_kernel = name_kernel,
  .name_task = name_task,
  .describe_task = describe_task,
  .summarise = summarise,
  .free = free_run,
};
