/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What links and messages of a simulation say in words. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"
#include "draw/sim/weft-gantt-links-private.h"
#include "draw/sim/weft-gantt-run-private.h"

/* Links of a way that are named; of longer ones the middle is left out. */
#define MOST_HOPS 8

static const WeftGanttLinks *
links_of (const WeftGantt *chart)
{
  return chart->owner;
}

static const WeftSimMessage *
message_of (const WeftGantt *chart, guint32 task)
{
  const WeftGanttLinks *self = links_of (chart);

  return &g_array_index (self->result->messages, WeftSimMessage,
                         g_array_index (self->crossings, WeftGanttCrossing, task).message);
}

static void
free_links (gpointer data)
{
  WeftGanttLinks *self = data;

  weft_sim_result_unref (self->result);
  g_array_unref (self->crossings);
  g_free (self->order);
  g_free (self->row_of);
  g_free (self->amount);
  g_free (self);
}

static const char *
name_kernel (const WeftGantt *chart, guint32 task)
{
  const WeftSimTrace *trace = links_of (chart)->result->trace;

  return trace->labels[trace->label[message_of (chart, task)->from_task]];
}

/* "rank 0 → rank 8" (transfer full) */
static char *
name_ends (const WeftSimTrace *trace, const WeftSimMessage *message)
{
  g_autofree char *from = weft_sim_trace_rank_name (trace, trace->rank[message->from_task]);
  g_autofree char *to = weft_sim_trace_rank_name (trace, trace->rank[message->to_task]);

  return g_strdup_printf ("%s → %s", from, to);
}

static char *
name_task (const WeftGantt *chart, guint32 task)
{
  return name_ends (links_of (chart)->result->trace, message_of (chart, task));
}

/* --- a message --- */

static void
append_node (GString *way, const WeftSimNetwork *network, guint32 node)
{
  g_autofree char *name = weft_sim_network_node_name (network, node);

  g_string_append (way, name);
}

/* What stands for the start of a message leads nowhere. (transfer full) (element-type guint32) */
static GArray *
list_hops (const WeftSimResult *result, const WeftSimMessage *message)
{
  const WeftSimNetwork *network = result->network;
  GArray *hops = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = result->route_first[message->route]; i < result->route_first[message->route + 1]; i++)
    if (network->from[result->route_links[i]] != network->to[result->route_links[i]])
      g_array_append_val (hops, result->route_links[i]);
  return hops;
}

/* "GPU 0 → Switch → GPU 8" (transfer full) */
static char *
say_way (const WeftSimResult *result, const WeftSimMessage *message)
{
  const WeftSimNetwork *network = result->network;
  g_autoptr (GArray) hops = list_hops (result, message);
  GString *way = g_string_new (NULL);

  for (guint i = 0; i < hops->len; i++)
    {
      if (i == 0)
        append_node (way, network, network->from[g_array_index (hops, guint32, 0)]);
      if (hops->len > MOST_HOPS && i == MOST_HOPS / 2)
        {
          i = hops->len - MOST_HOPS / 2;
          g_string_append (way, " → …");
        }
      g_string_append (way, " → ");
      append_node (way, network, network->to[g_array_index (hops, guint32, i)]);
    }
  return g_string_free (way, FALSE);
}

/* The link of a message's way that is used most while it is under way. */
static guint32
find_busiest (const WeftGantt *chart, const WeftSimMessage *message, double *share)
{
  const WeftGanttLinks *self = links_of (chart);
  const WeftSimResult *result = self->result;
  guint32 busiest = WEFT_SIM_NONE;

  *share = 0;
  for (guint32 i = result->route_first[message->route]; i < result->route_first[message->route + 1]; i++)
    {
      guint32 link = result->route_links[i];
      double here = weft_gantt_level (chart, self->row_of[link], message->sent_s, message->arrived_s);

      if (busiest == WEFT_SIM_NONE || here > *share)
        {
          busiest = link;
          *share = here;
        }
    }
  return busiest;
}

/* What it waited for under way, and where that may have been. (transfer full) */
static char *
say_queueing (const WeftGantt *chart, const WeftSimMessage *message)
{
  g_autofree char *wait = weft_quantity_format (message->wait_s, WEFT_UNIT_S);
  g_autofree char *name = NULL, *percent = NULL;
  double share;
  guint32 link;

  if (!(message->wait_s > 0))
    return g_strdup (_("Never waited for other bytes"));
  link = find_busiest (chart, message, &share);
  name = weft_gantt_name_link (links_of (chart)->result->network, link);
  percent = weft_gantt_say_share (share, 1);
  /* Translators: a time, a link, and how much of it is used */
  return g_strdup_printf (_("Waited %s for other bytes; the busiest of its links meanwhile: %s, %s used"), wait, name,
                          percent);
}

/* What let it be sent. (transfer full) (nullable) */
static char *
say_sent (const WeftSimResult *result, const WeftSimMessage *message)
{
  guint32 by = result->released_by[message->from_task];
  g_autofree char *words = by != WEFT_SIM_NONE ? weft_sim_trace_task_words (result->trace, by) : NULL;

  /* Translators: a task */
  return words != NULL ? g_strdup_printf (_("Its task started after: %s"), words) : NULL;
}

static char *
describe_task (const WeftGantt *chart, guint32 task)
{
  const WeftSimResult *result = links_of (chart)->result;
  const WeftSimMessage *message = message_of (chart, task);
  g_autofree char *ends = name_ends (result->trace, message);
  g_autofree char *what = weft_gantt_say_task (result->trace, message->from_task);
  g_autofree char *bytes = weft_quantity_format (message->bytes, WEFT_UNIT_BYTES);
  g_autofree char *times = weft_gantt_say_times (chart, message->sent_s, message->arrived_s);
  /* Translators: an amount of data; how long, from when to when */
  g_autofree char *size = g_strdup_printf (_("%s in %s"), bytes, times);
  g_autofree char *way = say_way (result, message);
  g_autofree char *queueing = say_queueing (chart, message);
  g_autofree char *sent = say_sent (result, message);

  return g_strjoin ("\n", ends, what, size, way, queueing, sent, NULL);
}

/* --- a link --- */

static void
append_queueing (GString *text, const WeftSimLinkUse *use)
{
  g_autofree char *mean = weft_quantity_format (use->wait_mean_s, WEFT_UNIT_S);
  g_autofree char *p99 = weft_quantity_format (use->wait_p99_s, WEFT_UNIT_S);
  g_autofree char *worst = weft_quantity_format (use->wait_worst_s, WEFT_UNIT_S);

  g_string_append_c (text, '\n');
  /* Translators: times that messages queue */
  g_string_append_printf (text, _("Queueing: mean %s, 99 in 100 at most %s, worst %s"), mean, p99, worst);
}

/* How much the link is used then, and in all. */
static char *
describe_span (const WeftGantt *chart, guint row, double from_s, double to_s)
{
  const WeftGanttRow *at = weft_gantt_row (chart, row);
  const WeftSimResult *result = links_of (chart)->result;
  const WeftSimLinkUse *use = &result->links[at->device];
  g_autofree char *rate = weft_quantity_format (result->network->bw_bytes_s[at->device], WEFT_UNIT_BYTES_S);
  g_autofree char *here = weft_gantt_say_share (weft_gantt_level (chart, row, from_s, to_s), 1);
  g_autofree char *all = weft_gantt_say_share (use->utilisation, 1);
  g_autofree char *bytes = weft_quantity_format (use->bytes, WEFT_UNIT_BYTES);
  g_autofree char *messages = weft_quantity_format ((double) use->n_messages, WEFT_UNIT_COUNT);
  GString *text = g_string_new (at->name);

  if (at->n_devices > 1 && use->bytes > 0)
    return g_string_free (text, FALSE);
  if (!(use->bytes > 0))
    {
      g_string_append_printf (text, "\n%s", _("Nothing crosses it"));
      return g_string_free (text, FALSE);
    }
  g_string_append_c (text, '\n');
  /* Translators: a rate; how much of it is used at a time and in all */
  g_string_append_printf (text, _("%s, %s used here, %s in all"), rate, here, all);
  g_string_append_c (text, '\n');
  /* Translators: an amount of data, a number of messages */
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%s in %s message", "%s in %s messages", use->n_messages),
                          bytes, messages);
  append_queueing (text, use);
  return g_string_free (text, FALSE);
}

static char *
summarise (const WeftGantt *chart)
{
  const WeftGanttLinks *self = links_of (chart);
  const WeftSimResult *result = self->result;
  g_autofree char *makespan = weft_gantt_format_time (chart, chart->makespan_s);
  g_autofree char *name = NULL, *share = NULL;

  if (self->n_used == 0)
    return g_strdup_printf (_("Nothing crosses any of %u links"), result->network->n_links);
  name = weft_gantt_name_link (result->network, self->order[0]);
  share = weft_gantt_say_share (result->links[self->order[0]].utilisation, 1);
  /* Translators: numbers of links that are used and that there are, a time, a link, and how much of it is used */
  return g_strdup_printf (_("%u of %u links are used in %s, most of all %s: %s"), self->n_used,
                          result->network->n_links, makespan, name, share);
}

const WeftGanttSource weft_gantt_links_source = {
  .name_kernel = name_kernel,
  .name_task = name_task,
  .describe_task = describe_task,
  .describe_span = describe_span,
  .summarise = summarise,
  .free = free_links,
};

/* --- either chart --- */

/**
 * weft_gantt_run_get_task: (skip)
 * @self: a chart of ranks or links
 * @task: one of its tasks
 *
 * Returns: the task of the trace that it is, that waits, or that the message goes to
 */
guint32
weft_gantt_run_get_task (const WeftGantt *self, guint32 task)
{
  const WeftGanttWait *wait;

  g_return_val_if_fail (self != NULL && task < self->n_bars, WEFT_TASK_NONE);

  if (self->source == &weft_gantt_links_source)
    return message_of (self, task)->to_task;
  g_return_val_if_fail (self->source == &weft_gantt_run_source, WEFT_TASK_NONE);
  wait = weft_gantt_run_wait (weft_gantt_run_of (self), task);
  return wait != NULL ? wait->task : task;
}

/**
 * weft_gantt_get_result: (skip)
 * @self: a chart
 *
 * Returns: (transfer none) (nullable): the simulation that it shows, %NULL when it shows something else
 */
WeftSimResult *
weft_gantt_get_result (const WeftGantt *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->source == &weft_gantt_links_source ? links_of (self)->result
         : self->source == &weft_gantt_run_source ? weft_gantt_run_of (self)->result
                                                  : NULL;
}
