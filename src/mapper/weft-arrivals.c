/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When what a task needs is there: the same sums of doubles as device by device, each once. */
#include "mapper/weft-arrivals-private.h"

/* The transfers of so many bytes over all links; edges that follow each other often carry the same. */
static void
find_costs (WeftArrivals *self, double bytes)
{
  const WeftPlatform *platform = self->list->platform;

  if (bytes == self->cost_bytes)
    return;
  self->cost_bytes = bytes;
  for (guint l = 0; l < platform->n_links; l++)
    self->cost_s[l] = platform->links[l].alpha_s + bytes / platform->links[l].bw_bytes_s;
}

static inline double
cost_of (const WeftArrivals *self, guint16 link, double bytes)
{
  const WeftLink *at = &self->list->platform->links[link];

  return self->keeps_costs ? self->cost_s[link] : at->alpha_s + bytes / at->bw_bytes_s;
}

static inline void
keep_near (WeftArrivals *self, guint32 device, double finish_s)
{
  if (self->seen[device] != self->n_looks)
    {
      self->seen[device] = self->n_looks;
      self->near[self->n_near++] = device;
      self->own_s[device] = finish_s;
    }
  else
    self->own_s[device] = MAX (self->own_s[device], finish_s);
}

/* The loser of the two latest counts for others if it is from another device than the winner. Which one wins cannot be
 * foreseen: no branches. */
static inline void
keep_arrival (WeftArrivals *self, guint group, guint32 from, double there_s)
{
  double latest_s = self->latest_s[group];
  WeftArrivalBut *but = &self->but[group];
  double loser_s = but->from != from ? MIN (there_s, latest_s) : 0;

  but->from = there_s > latest_s ? from : but->from;
  but->other_s = MAX (but->other_s, loser_s);
  self->latest_s[group] = MAX (latest_s, there_s);
}

static void
spread (WeftArrivals *self, guint32 from, double finish_s, double bytes)
{
  guint n_groups = self->groups.n_groups;
  guint own = self->groups.group_of[from];
  const guint16 *link_of = self->groups.link_of + (gsize) own * n_groups;

  for (guint g = 0; g < n_groups; g++)
    if (g != own || self->groups.size[g] > 1)
      keep_arrival (self, g, from, finish_s + cost_of (self, link_of[g], bytes));
    else
      self->latest_s[g] = MAX (self->latest_s[g], finish_s);
}

/* The same where no two devices are alike. */
static void
spread_single (WeftArrivals *self, guint32 from, double finish_s, double bytes)
{
  guint n_groups = self->groups.n_groups;
  guint own = self->groups.group_of[from];
  const guint16 *link_of = self->groups.link_of + (gsize) own * n_groups;
  double own_s = MAX (self->latest_s[own], finish_s);

  for (guint g = 0; g < n_groups; g++)
    {
      double there_s = finish_s + cost_of (self, link_of[g], bytes);

      self->latest_s[g] = MAX (self->latest_s[g], there_s);
    }
  self->latest_s[own] = own_s;
}

void
weft_arrivals_init (WeftArrivals *self, const WeftMapList *list)
{
  *self = (WeftArrivals) {
    .list = list,
    .near = g_new (guint32, list->n_devices),
    .own_s = g_new (double, list->n_devices),
    .seen = g_new0 (guint32, list->n_devices),
    .cost_s = g_new0 (double, MAX (1, list->platform->n_links)), /* one device has no links */
    .cost_bytes = -1,
  };
  weft_link_groups_init (&self->groups, list->platform);
  self->latest_s = g_new (double, self->groups.n_groups);
  self->but = g_new (WeftArrivalBut, self->groups.n_groups);
  self->is_single = self->groups.n_groups == list->n_devices;
  self->keeps_costs = list->platform->n_links <= self->groups.n_groups;
}

void
weft_arrivals_clear (WeftArrivals *self)
{
  weft_link_groups_clear (&self->groups);
  g_free (self->latest_s);
  g_free (self->but);
  g_free (self->near);
  g_free (self->own_s);
  g_free (self->seen);
  g_free (self->cost_s);
}

void
weft_arrivals_near (WeftArrivals *self, guint32 task)
{
  const WeftTaskGraph *graph = self->list->graph;
  const WeftSchedule *schedule = self->list->schedule;

  self->n_near = 0;
  self->n_looks++;
  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    keep_near (self, schedule->device[graph->pred[e]], schedule->finish_s[graph->pred[e]]);
}

void
weft_arrivals_look (WeftArrivals *self, guint32 task)
{
  const WeftTaskGraph *graph = self->list->graph;
  const WeftSchedule *schedule = self->list->schedule;
  double floor_s = weft_map_list_floor_s (self->list, task);

  self->n_near = 0;
  self->n_looks++;
  for (guint g = 0; g < self->groups.n_groups; g++)
    {
      self->latest_s[g] = floor_s;
      self->but[g] = (WeftArrivalBut) { floor_s, WEFT_DEVICE_NONE };
    }
  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    {
      guint32 from = schedule->device[graph->pred[e]];
      double finish_s = schedule->finish_s[graph->pred[e]];

      keep_near (self, from, finish_s);
      if (self->keeps_costs)
        find_costs (self, graph->pred_bytes[e]);
      if (self->is_single)
        spread_single (self, from, finish_s, graph->pred_bytes[e]);
      else
        spread (self, from, finish_s, graph->pred_bytes[e]);
    }
}

double
weft_arrivals_at_s (WeftArrivals *self, guint32 task, guint32 device)
{
  const WeftTaskGraph *graph = self->list->graph;
  const WeftSchedule *schedule = self->list->schedule;
  double ready_s = weft_map_list_floor_s (self->list, task);

  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    {
      guint32 pred = graph->pred[e];
      double there_s = schedule->finish_s[pred]
                       + weft_platform_comm_s (self->list->platform, schedule->device[pred], device,
                                               graph->pred_bytes[e]);

      ready_s = MAX (ready_s, there_s);
    }
  return ready_s;
}
