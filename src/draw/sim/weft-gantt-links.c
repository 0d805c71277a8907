/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation by links: utilisation from the bytes of each step of time, and each message on all links of its way. */
#include "config.h"

#include "draw/sim/weft-gantt-links-private.h"
#include "draw/sim/weft-share-look-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Messages at the same time on a link that have lanes of their own. */
#define MOST_LANES 4
/* They lie in this part of a row, and the level below. */
#define LANES_SHARE 0.66

/* --- order --- */

static double
use_of (const WeftSimResult *result, guint32 link)
{
  double use = result->links[link].utilisation;

  return isfinite (use) ? use : 0;
}

/* What has no limit, such as the start of a message, is never busy. */
static gboolean
is_limited (const WeftSimResult *result, guint32 link)
{
  return isfinite (result->network->bw_bytes_s[link]) && result->links[link].bytes > 0;
}

static int
compare_links_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftSimResult *result = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  double p = use_of (result, x), q = use_of (result, y);

  if (is_limited (result, x) != is_limited (result, y))
    return is_limited (result, x) ? -1 : 1;
  if (p != q)
    return p > q ? -1 : 1;
  if (result->links[x].bytes != result->links[y].bytes)
    return result->links[x].bytes > result->links[y].bytes ? -1 : 1;
  return x < y ? -1 : x > y;
}

guint32 *
weft_gantt_order_links (const WeftSimResult *result, guint32 *n_used)
{
  guint32 n = result->network->n_links;
  guint32 *order = g_new (guint32, MAX (1, n));

  for (guint32 l = 0; l < n; l++)
    order[l] = l;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_links_cb, (gpointer) result);
  *n_used = 0;
  while (*n_used < n && is_limited (result, order[*n_used]))
    ++*n_used;
  return order;
}

/* --- crossings --- */

static guint
n_hops (const WeftSimResult *result, const WeftSimMessage *message)
{
  return message->route < result->n_routes
           ? result->route_first[message->route + 1] - result->route_first[message->route]
           : 0;
}

static void
add_crossings (WeftGanttLinks *self, guint32 index, const gboolean *is_listed)
{
  const WeftSimResult *result = self->result;
  const WeftSimMessage *message = &g_array_index (result->messages, WeftSimMessage, index);

  for (guint i = 0; i < n_hops (result, message); i++)
    {
      WeftGanttCrossing crossing = { index, result->route_links[result->route_first[message->route] + i] };

      if (is_listed[crossing.link])
        g_array_append_val (self->crossings, crossing);
    }
}

static const WeftSimMessage *
message_of (const WeftGanttLinks *self, guint32 task)
{
  return &g_array_index (self->result->messages, WeftSimMessage,
                         g_array_index (self->crossings, WeftGanttCrossing, task).message);
}

static int
compare_crossings_cb (gconstpointer a, gconstpointer b)
{
  const WeftGanttCrossing *x = a, *y = b;

  if (x->link != y->link)
    return x->link < y->link ? -1 : 1;
  return x->message < y->message ? -1 : x->message > y->message;
}

static int
compare_sent_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftGanttLinks *self = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  double p = message_of (self, x)->sent_s, q = message_of (self, y)->sent_s;

  return p < q ? -1 : p > q ? 1 : x < y ? -1 : x > y;
}

/* Puts the crossings [@first, @end) of a link, which are in the order of their begin, into lanes. Returns how many. */
static guint
choose_lanes (const WeftGanttLinks *self, const guint32 *by_time, guint32 n, guint32 *lane)
{
  double free_s[MOST_LANES] = { 0 };
  guint n_lanes = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const WeftSimMessage *message = message_of (self, by_time[i]);
      guint best = 0;

      while (best < n_lanes && free_s[best] > message->sent_s)
        best++;
      if (best == n_lanes && n_lanes == MOST_LANES)
        for (guint l = best = 0; l < n_lanes; l++)
          best = free_s[l] < free_s[best] ? l : best;
      else if (best == n_lanes)
        n_lanes++;
      free_s[best] = MAX (free_s[best], message->arrived_s);
      lane[by_time[i]] = best;
    }
  return MAX (1, n_lanes);
}

/* --- rows --- */

static void
append_short (GString *name, const char *node, const char *other)
{
  gsize common = 0, step = 0;

  while (node[common] != '\0' && node[common] == other[common])
    {
      common++;
      if (common >= strlen (" > ") && strncmp (node + common - strlen (" > "), " > ", strlen (" > ")) == 0)
        step = common;
    }
  g_string_append (name, node + step);
}

char *
weft_gantt_name_link (const WeftSimNetwork *network, guint32 link)
{
  g_autofree char *from = NULL, *to = NULL;
  GString *name;

  if (network->link_name != NULL && network->link_name[link] != NULL)
    return g_strdup (network->link_name[link]);
  from = weft_sim_network_node_name (network, network->from[link]);
  to = weft_sim_network_node_name (network, network->to[link]);
  name = g_string_new (from);
  g_string_append (name, " → ");
  append_short (name, to, from);
  return g_string_free (name, FALSE);
}

/* The crossings of the link, from @first on, in a row with as many lanes as it needs. */
static guint32
add_link_row (WeftGanttLinks *self, WeftGantt *chart, guint32 link, guint32 first, guint32 *lane)
{
  guint32 end = first;
  g_autofree guint32 *by_time = NULL;
  const WeftGanttRow *row;
  guint n_lanes;

  while (end < self->crossings->len && g_array_index (self->crossings, WeftGanttCrossing, end).link == link)
    end++;
  by_time = g_new (guint32, MAX (1, end - first));
  for (guint32 i = first; i < end; i++)
    by_time[i - first] = i;
  g_qsort_with_data (by_time, (int) (end - first), sizeof *by_time, compare_sent_cb, self);
  n_lanes = choose_lanes (self, by_time, end - first, lane);
  self->row_of[link] = chart->n_rows;
  row = weft_gantt_add_row (chart, link, 1, weft_gantt_name_link (self->result->network, link), NULL, n_lanes);
  for (guint l = row->lane; l < row->lane + n_lanes; l++)
    {
      chart->lanes[l].top *= (float) LANES_SHARE;
      chart->lanes[l].bottom *= (float) LANES_SHARE;
    }
  for (guint32 i = first; i < end; i++)
    lane[i] += row->lane;
  return end;
}

/* Links [@first, @end) of the order: one row when they are many. @words: what they are together, for their number. */
static void
fold_rows (WeftGanttLinks *self, WeftGantt *chart, guint32 first, guint32 end, char *(*words) (guint n))
{
  guint n = end - first;
  gboolean fold = n >= WEFT_GANTT_FOLDED;

  for (guint i = 0; i < n; i++)
    self->row_of[self->order[first + i]] = chart->n_rows + (fold ? 0 : i);
  if (fold)
    weft_gantt_add_row (chart, self->order[first], n, words (n), NULL, 1);
  else
    for (guint32 i = first; i < end; i++)
      weft_gantt_add_row (chart, self->order[i], 1, weft_gantt_name_link (self->result->network, self->order[i]), NULL, 1);
}

static char *
say_less_used (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u link that is used less", "%u links that are used less", n), n);
}

static char *
say_unlimited (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u link without a limit", "%u links without a limit", n), n);
}

static char *
say_idle (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u idle link", "%u idle links", n), n);
}

static void
make_rows (WeftGanttLinks *self, WeftGantt *chart, guint32 *lane)
{
  guint32 n_links = self->result->network->n_links;
  g_autofree guint32 *first = g_new0 (guint32, n_links + 1);
  guint32 idle = self->n_used;

  while (idle < n_links && self->result->links[self->order[idle]].bytes > 0)
    idle++;
  for (guint32 i = self->crossings->len; i-- > 0;)
    first[g_array_index (self->crossings, WeftGanttCrossing, i).link] = i;
  for (guint32 i = 0; i < self->n_listed; i++)
    add_link_row (self, chart, self->order[i], first[self->order[i]], lane);
  fold_rows (self, chart, self->n_listed, self->n_used, say_less_used);
  fold_rows (self, chart, self->n_used, idle, say_unlimited);
  fold_rows (self, chart, idle, n_links, say_idle);
  weft_gantt_shorten_names (chart);
}

/* --- levels --- */

/* Without steps of time the whole run is one. */
static void
take_amounts (WeftGanttLinks *self, WeftGanttLevels *levels)
{
  const WeftSimResult *result = self->result;

  levels->n_steps = result->bins != NULL ? result->n_bins : 1;
  levels->step_s = result->bins != NULL ? result->bin_s : MAX (weft_run_end_s (result), 1e-300);
  levels->amount = result->bins;
  if (result->bins != NULL)
    return;
  self->amount = g_new (float, MAX (1, result->network->n_links));
  for (guint32 l = 0; l < result->network->n_links; l++)
    self->amount[l] = (float) result->links[l].bytes;
  levels->amount = self->amount;
}

static void
take_levels (WeftGanttLinks *self, WeftGantt *chart)
{
  const WeftSimNetwork *network = self->result->network;
  WeftGanttLevels *levels = &chart->levels;

  take_amounts (self, levels);
  levels->index = g_new (guint32, MAX (1, chart->n_rows));
  levels->full = g_new (double, MAX (1, chart->n_rows));
  for (guint r = 0; r < chart->n_rows; r++)
    {
      guint32 link = chart->rows[r].device;
      double full = chart->rows[r].n_devices == 1 ? network->bw_bytes_s[link] * levels->step_s : INFINITY;

      levels->index[r] = isfinite (full) && full > 0 ? link : WEFT_TASK_NONE;
      levels->full[r] = full;
    }
}

/* --- bars --- */

/* Messages look as the tasks that they come from. */
static void
take_bars (WeftGanttLinks *self, WeftGantt *chart, const guint32 *lane)
{
  const WeftSimTrace *trace = self->result->trace;
  guint32 n = self->crossings->len;
  g_autoptr (WeftKernelLooks) looks = weft_kernel_looks_new_for_trace (trace, WEFT_MAX_KERNEL_LOOKS);
  g_autofree double *start_s = g_new (double, MAX (1, n));
  g_autofree double *finish_s = g_new (double, MAX (1, n));
  g_autofree guint8 *kernel = g_new (guint8, MAX (1, n));
  WeftGanttGiven given = { n, start_s, finish_s, lane, kernel, TRUE };

  for (guint32 i = 0; i < n; i++)
    {
      const WeftSimMessage *message = message_of (self, i);

      start_s[i] = message->sent_s;
      finish_s[i] = MAX (message->arrived_s, message->sent_s);
      kernel[i] = looks->of_name[trace->label[message->from_task]];
    }
  for (guint k = 0; k < looks->n; k++)
    chart->kernels[chart->n_kernels++].look = looks->looks[k];
  weft_gantt_take_tasks (chart, &given);
}

/* Kernels without a message have no place in the legend. */
static void
drop_kernels (WeftGantt *chart)
{
  guint8 kept[WEFT_MAX_KERNEL_LOOKS] = { 0 };
  guint n = 0;

  for (guint k = 0; k < chart->n_kernels; k++)
    if (chart->kernels[k].n_tasks > 0)
      {
        kept[k] = (guint8) n;
        chart->kernels[n++] = chart->kernels[k];
      }
  for (guint32 i = 0; i < chart->n_bars; i++)
    chart->look[i] = kept[chart->look[i]];
  chart->n_kernels = n;
}

/* Messages on the links that have a row of their own. */
static void
find_crossings (WeftGanttLinks *self)
{
  const WeftSimResult *result = self->result;
  g_autofree gboolean *is_listed = g_new0 (gboolean, MAX (1, result->network->n_links));

  for (guint32 i = 0; i < self->n_listed; i++)
    is_listed[self->order[i]] = TRUE;
  for (guint32 i = 0; result->messages != NULL && i < result->messages->len; i++)
    add_crossings (self, i, is_listed);
  g_array_sort (self->crossings, compare_crossings_cb);
}

WeftGantt *
weft_gantt_new_for_busiest (WeftSimResult *result, guint32 most)
{
  WeftGanttLinks *links = g_new0 (WeftGanttLinks, 1);
  WeftGantt *self = weft_gantt_create (&weft_gantt_links_source, links);
  g_autofree guint32 *lane = NULL;

  links->result = weft_sim_result_ref (result);
  links->crossings = g_array_new (FALSE, FALSE, sizeof (WeftGanttCrossing));
  links->order = weft_gantt_order_links (result, &links->n_used);
  links->n_listed = links->n_used > most ? most : links->n_used;
  links->row_of = g_new0 (guint32, MAX (1, result->network->n_links));
  find_crossings (links);
  self->makespan_s = self->end_s = weft_run_end_s (result);
  lane = g_new0 (guint32, MAX (1, links->crossings->len));
  make_rows (links, self, lane);
  take_levels (links, self);
  take_bars (links, self, lane);
  drop_kernels (self);
  weft_gantt_build_pyramid (self);
  return self;
}

/**
 * weft_gantt_new_for_links: (skip)
 * @result: what a simulation found
 *
 * Links in rows, the busiest first, and those that nothing crossed folded. How much of a link is used follows from the
 * bytes of each step of time; without steps it is the mean of the whole run. A message that was recorded is a task on
 * every link of its way, from the time it was sent to the time it arrived.
 *
 * Returns: (transfer full): the result, sorted and summed up
 */
WeftGantt *
weft_gantt_new_for_links (WeftSimResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  return weft_gantt_new_for_busiest (result, G_MAXUINT32);
}
