/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of a run: the way of each, what it is corrected by, and what its time went to. */
#include "sim/weft-sim-engine-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_HOPS 65000u

/* --- errors --- */

static char *
describe_task (const WeftSimEngine *self, guint32 task)
{
  return task != WEFT_SIM_NONE ? weft_sim_trace_task_words (self->trace, task) : g_strdup (_("a request"));
}

static void
refuse_way (WeftSimEngine *self, guint32 from_node, guint32 to_node, guint32 task)
{
  g_autofree char *what = describe_task (self, task);
  g_autofree char *from = weft_sim_network_node_name (self->network, from_node);
  g_autofree char *to = weft_sim_network_node_name (self->network, to_node);

  if (self->error == NULL && self->routes->is_full)
    g_set_error (&self->error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                 _("%s sends from %s to %s; by then %u pairs talk over %u links in all, and at most %u and %u are kept. "
                   "Take closed forms of collectives, or fewer ranks"),
                 what, from, to, self->routes->n_routes, self->routes->n_links, self->routes->most_routes,
                 self->routes->most_links);
  else if (self->error == NULL)
    g_set_error (&self->error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_NO_ROUTE,
                 _("%s sends from %s to %s, but no way leads there; connect them, or put the ranks elsewhere"), what,
                 from, to);
}

static void
refuse_length (WeftSimEngine *self, guint32 route, guint32 task)
{
  g_autofree char *what = describe_task (self, task);

  if (self->error == NULL)
    g_set_error (&self->error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                 _("a message of %s takes %u links; at most %u are simulated"), what,
                 self->routes->routes[route].n_links, MAX_HOPS);
}

/* --- what is corrected --- */

static gboolean
knob_holds (const WeftSimCommKnob *knob, gboolean is_across, double bytes)
{
  return knob->comm == -1 && (knob->across < 0 || (knob->across != 0) == is_across)
         && (knob->n_ranks == 0 || knob->n_ranks == 2) && bytes >= knob->min_bytes && bytes <= knob->max_bytes;
}

const WeftSimCommKnob *
weft_sim_engine_knob (const WeftSimEngine *self, guint32 from_rank, guint32 to_rank, double bytes)
{
  const GArray *knobs = self->options->comm_knobs;
  const guint32 *domain = self->network->domain_of_rank;
  gboolean is_across = domain != NULL && domain[from_rank] != domain[to_rank];

  for (guint i = knobs != NULL ? knobs->len : 0; i-- > 0;)
    if (knob_holds (&g_array_index (knobs, WeftSimCommKnob, i), is_across, bytes))
      return &g_array_index (knobs, WeftSimCommKnob, i);
  return NULL;
}

/* --- sending --- */

/* Kept apart, since only the record needs it. */
static void
note_to_task (WeftSimEngine *self, guint32 index, guint32 to_task)
{
  if (self->room_to_tasks < self->timeline.room_flights)
    {
      self->room_to_tasks = self->timeline.room_flights;
      self->to_tasks = g_renew (guint32, self->to_tasks, self->room_to_tasks);
    }
  self->to_tasks[index] = to_task;
}

/* Messages of a thread of a collective from one rank to another go through one connection. */
static inline guint32
stream_of (WeftSimTag tag)
{
  return (tag.a << 16 ^ tag.a >> 16 ^ tag.c) | 0x80000000u;
}

void
weft_sim_engine_leave (WeftSimEngine *self, guint32 index)
{
  WeftSimFlight *flight = &self->timeline.flights[index];
  double left = self->now;
  gboolean is_send = flight->owner == WEFT_SIM_OWNER_TASK && flight->tag.c == WEFT_SIM_OF_SEND;
  guint32 task = flight->from_task;

  flight->sent = self->now;
  self->bytes_sent += flight->bytes;
  if (self->routes->routes[flight->route].n_links == 0)
    {
      flight->what = WEFT_SIM_EVENT_ARRIVED;
      weft_sim_timeline_add (&self->timeline, self->now, index);
    }
  else
    {
      self->result->n_messages++;
      if (self->fifo != NULL)
        left = weft_sim_fifo_send (self->fifo, index);
      else
        {
          if (flight->owner == WEFT_SIM_OWNER_COLLECTIVE)
            self->net->klass->send_in_order (self->net, self->now, index, flight->route, stream_of (flight->tag),
                                             flight->bytes);
          else
            self->net->klass->send (self->net, self->now, index, flight->route, flight->bytes);
          return;
        }
    }
  if (is_send && self->options->send_ends == WEFT_SIM_SEND_ENDS_SENT)
    weft_sim_engine_plan (self, left, WEFT_SIM_EVENT_DONE, task);
}

/* A flight between two nodes, not yet on its way; WEFT_SIM_NONE and an error when there is none. */
static inline guint32
prepare (WeftSimEngine *self, guint32 from_node, guint32 to_node, guint32 task, guint32 to_task)
{
  guint32 route = weft_sim_routes_find (self->routes, from_node, to_node);
  guint32 index;

  if (G_UNLIKELY (route == WEFT_SIM_NONE))
    {
      refuse_way (self, from_node, to_node, task);
      return WEFT_SIM_NONE;
    }
  if (G_UNLIKELY (self->routes->routes[route].n_links > MAX_HOPS))
    {
      refuse_length (self, route, task);
      return WEFT_SIM_NONE;
    }
  index = weft_sim_timeline_take (&self->timeline);
  self->timeline.flights[index].route = route;
  self->timeline.flights[index].from_task = task;
  if (self->options->max_messages > 0)
    note_to_task (self, index, to_task);
  return index;
}

void
weft_sim_engine_send (WeftSimEngine *self, guint32 from_node, guint32 to_node, double bytes, WeftSimOwner owner,
                      WeftSimTag tag, guint32 from_task, guint32 to_task)
{
  guint32 index = prepare (self, from_node, to_node, from_task, to_task);
  WeftSimFlight *flight;

  if (index == WEFT_SIM_NONE)
    return;
  flight = &self->timeline.flights[index];
  flight->tag = tag;
  flight->owner = owner;
  flight->bytes = bytes;
  weft_sim_engine_leave (self, index);
}

void
weft_sim_engine_send_task (WeftSimEngine *self, guint32 from_task, guint32 to_task, guint32 to_rank, double bytes,
                           gboolean is_edge)
{
  guint32 from_rank = self->trace->rank[from_task];
  const guint32 *node = self->network->node_of_rank;
  const WeftSimCommKnob *knob = weft_sim_engine_knob (self, from_rank, to_rank, bytes);
  guint32 index = prepare (self, node[from_rank], node[to_rank], from_task, to_task);
  WeftSimFlight *flight;

  if (index == WEFT_SIM_NONE)
    return;
  flight = &self->timeline.flights[index];
  flight->tag = (WeftSimTag) { .a = from_task, .b = to_task, .c = is_edge ? WEFT_SIM_ON_EDGE : WEFT_SIM_OF_SEND };
  flight->owner = WEFT_SIM_OWNER_TASK;
  flight->bytes = bytes / (knob != NULL ? knob->efficiency : 1);
  if (knob == NULL || knob->launch_s <= 0)
    {
      weft_sim_engine_leave (self, index);
      return;
    }
  flight->what = WEFT_SIM_EVENT_LAUNCH;
  weft_sim_timeline_add (&self->timeline, self->now + weft_sim_engine_ticks (self, knob->launch_s), index);
}

/* --- timers --- */

void
weft_sim_engine_at (WeftSimEngine *self, double time, WeftSimOwner owner, WeftSimTag tag)
{
  guint32 index = weft_sim_timeline_take (&self->timeline);
  WeftSimFlight *flight = &self->timeline.flights[index];

  flight->tag = tag;
  flight->owner = owner;
  flight->what = WEFT_SIM_EVENT_TIMER;
  weft_sim_timeline_add (&self->timeline, time, index);
}

void
weft_sim_engine_plan (WeftSimEngine *self, double time, WeftSimEventKind what, guint32 task)
{
  guint32 index = weft_sim_timeline_take (&self->timeline);
  WeftSimFlight *flight = &self->timeline.flights[index];

  flight->tag.a = task;
  flight->what = what;
  weft_sim_timeline_add (&self->timeline, time, index);
}

/* --- times --- */

double
weft_sim_engine_ticks (const WeftSimEngine *self, double seconds)
{
  double ticks = seconds / self->tick_s;
  double whole = rint (ticks);

  if (self->fifo == NULL)
    return seconds;
  /* ASTRA-sim cuts; but 1e-7 s is 100 ns also where a double says 99.999999. */
  if (self->options->astra != WEFT_SIM_ASTRA_OFF && fabs (ticks - whole) > 1e-6 + 4 * DBL_EPSILON * ticks)
    return floor (ticks);
  return whole;
}

double
weft_sim_engine_latency (const WeftSimEngine *self, guint32 route)
{
  return self->routes->routes[route].latency_s / self->tick_s;
}

double
weft_sim_engine_serialization (const WeftSimEngine *self, guint32 route, double bytes)
{
  if (self->routes->routes[route].n_links == 0 || bytes <= 0)
    return 0;
  return self->fifo != NULL ? weft_sim_fifo_serialization (self->fifo, route, bytes)
                            : bytes / self->routes->routes[route].bw_bytes_s;
}

void
weft_sim_engine_add_parts (const WeftSimEngine *self, const WeftSimFlight *flight, WeftSimParts *parts)
{
  double time = self->now - flight->sent;
  double latency = MIN (weft_sim_engine_latency (self, flight->route), time);
  double serialization = weft_sim_engine_serialization (self, flight->route, flight->bytes);

  serialization = weft_sim_engine_clip (serialization, time - latency);
  parts->part[WEFT_SIM_SHARE_LATENCY] += latency;
  parts->part[WEFT_SIM_SHARE_SERIALIZATION] += serialization;
  parts->part[WEFT_SIM_SHARE_QUEUEING] += time - latency - serialization;
}
