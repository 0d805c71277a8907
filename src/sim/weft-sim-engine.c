/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run: one timeline from the first task to the last, on which everything happens by time and, at one time, in the
 * order in which it was decided. */
#include "sim/weft-sim-engine-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <time.h>

#define LOOK_AROUND 64u /* steps and events between two looks at the cancellable and the clock */
#define PROGRESS_US 50000
#define MOST_S 1e100    /* shares of more than this have sums that no number holds */
#define MAX_LIVE (1u << 26) /* what is under way at once: 3 GB */

/* --- what is refused --- */

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *message = NULL;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, message);
  return FALSE;
}

static gboolean
check_ranks (const WeftSimOptions *options, const WeftSimTrace *trace, GError **error)
{
  for (guint32 i = 0; i < trace->n_ranks; i++)
    {
      double speed = options->speed != NULL ? options->speed[i] : 1;
      double delay_s = options->delay_s != NULL ? options->delay_s[i] : 0;

      if (!(speed > 0) || !isfinite (speed))
        return refuse (error, _("the speed of rank %u is %g; it has to be above 0"), i, speed);
      if (!(delay_s >= 0) || !isfinite (delay_s))
        return refuse (error, _("rank %u starts after %g s; it has to be a finite time from 0 on"), i, delay_s);
    }
  return TRUE;
}

static gboolean
check_knobs (const WeftSimOptions *options, GError **error)
{
  for (guint i = 0; options->comm_knobs != NULL && i < options->comm_knobs->len; i++)
    {
      const WeftSimCommKnob *knob = &g_array_index (options->comm_knobs, WeftSimCommKnob, i);

      if (!(knob->efficiency > 0 && knob->efficiency <= 1) || !(knob->launch_s >= 0) || !isfinite (knob->launch_s))
        return refuse (error, _("knob %u of communication has efficiency %g and launch %g s; an efficiency is above 0 "
                                "and at most 1, a launch from 0 on"),
                       i, knob->efficiency, knob->launch_s);
    }
  return TRUE;
}

static gboolean
check_links (const WeftSimNetwork *network, GError **error)
{
  for (guint32 i = 0; i < network->n_links; i++)
    {
      double bw_bytes_s = network->bw_bytes_s[i];
      double latency_s = network->latency_s[i] + (network->overhead_s != NULL ? network->overhead_s[i] : 0);
      g_autofree char *name = NULL;

      if (bw_bytes_s > 0 && latency_s >= 0 && isfinite (latency_s))
        continue;
      name = weft_sim_network_link_name (network, i);
      return refuse (error, _("link “%s” has %g bytes/s and %g s; a rate is above 0, a latency finite and from 0 on"),
                     name, bw_bytes_s, latency_s);
    }
  return TRUE;
}

static double
most_bytes (const WeftSimTrace *trace)
{
  double most = 0;

  for (guint32 i = 0; i < trace->n_costs; i++)
    most = MAX (most, trace->costs[i].bytes);
  return most;
}

static gboolean
check_options (const WeftSimOptions *options, const WeftSimTrace *trace, const WeftSimNetwork *network, GError **error)
{
  if (trace->n_ranks > network->n_ranks)
    return refuse (error, _("the trace has %u ranks but the network has places for %u"), trace->n_ranks,
                   network->n_ranks);
  if (options->astra != WEFT_SIM_ASTRA_OFF && options->model != WEFT_SIM_FIFO)
    return refuse (error, _("counting as ASTRA-sim does needs the fifo model of links"));
  if (options->compute_slots < 1)
    return refuse (error, _("a rank runs %u compute tasks at once; it has to be at least 1"), options->compute_slots);
  return weft_sim_fifo_check (options, most_bytes (trace), error) && check_ranks (options, trace, error) && check_knobs (options, error)
         && check_links (network, error);
}

/* --- setting up --- */

static char *
describe_model (const WeftSimOptions *options)
{
  if (options->model == WEFT_SIM_FLUID)
    return g_strdup (_("fluid: max-min fair shares, cut-through"));
  if (options->astra == WEFT_SIM_ASTRA_AWARE)
    return g_strdup (_("fifo as in ASTRA-sim, aware of congestion: store and forward by message, whole nanoseconds"));
  if (options->astra == WEFT_SIM_ASTRA_UNAWARE)
    return g_strdup (_("as in ASTRA-sim, unaware of congestion: latencies and size over rate, whole nanoseconds"));
  if (options->packet_bytes > 0)
    return g_strdup_printf (_("fifo: store and forward by packets of %.0f bytes"), options->packet_bytes);
  return g_strdup (_("fifo: store and forward by message"));
}

/* What the model of links could not do exactly is said with its name. */
static void
describe_lateness (WeftSimEngine *self)
{
  if (self->net == NULL || self->net->late_share <= 0)
    return;
  self->result->late_share = self->net->late_share;
  g_free (self->result->model);
  self->result->model = g_strdup_printf (_("fluid: max-min fair shares, cut-through; of so many messages at once they are "
                                           "found up to %.1f %% of a message’s time late"),
                                         self->net->late_share * 100);
}

static WeftSimResult *
make_result (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options)
{
  WeftSimResult *self = g_new0 (WeftSimResult, 1);

  g_atomic_ref_count_init (&self->refs);
  self->trace = weft_sim_trace_ref (trace);
  self->network = weft_sim_network_ref (network);
  self->model = describe_model (options);
  self->start_s = g_new0 (double, trace->n_tasks);
  self->finish_s = g_new0 (double, trace->n_tasks);
  self->released_by = g_new (guint32, trace->n_tasks);
  self->waited = g_new0 (guint8, trace->n_tasks);
  self->ranks = g_new0 (WeftSimRankUse, trace->n_ranks);
  self->providers = g_new0 (WeftSimProviderUse, trace->n_providers);
  self->path = g_array_new (FALSE, TRUE, sizeof (WeftSimStep));
  self->messages = g_array_new (FALSE, TRUE, sizeof (WeftSimMessage));
  return self;
}

/* Places for what is known of collectives and remote requests alone, since they are few beside computations. */
static void
make_outcomes (WeftSimEngine *self)
{
  const WeftSimTrace *trace = self->trace;
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    n += trace->kind[i] == WEFT_SIM_COLLECTIVE || trace->kind[i] == WEFT_SIM_LOAD || trace->kind[i] == WEFT_SIM_STORE;
  if (n == 0)
    return;
  self->outcomes = g_new0 (WeftSimOutcome, n);
  self->outcome_of = g_new (guint32, trace->n_tasks);
  n = 0;
  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (trace->kind[i] == WEFT_SIM_COLLECTIVE || trace->kind[i] == WEFT_SIM_LOAD || trace->kind[i] == WEFT_SIM_STORE)
      self->outcome_of[i] = n++;
}

static void
make_work (WeftSimEngine *self)
{
  const WeftSimTrace *trace = self->trace;

  self->work = g_new (double, trace->n_costs);
  for (guint32 i = 0; i < trace->n_costs; i++)
    {
      const WeftSimCost *cost = &trace->costs[i];

      self->work[i] = weft_sim_engine_ticks (self, cost->launch_s + MAX (cost->compute_s, cost->memory_s));
    }
}

static gboolean
set_up (WeftSimEngine *self, WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options,
        GError **error)
{
  self->trace = trace;
  self->network = network;
  self->options = options;
  weft_sim_timeline_init (&self->timeline);
  self->routes = weft_sim_routes_new (network, options->seed);
  self->log = weft_sim_link_log_new (network, options->n_bins);
  self->result = make_result (trace, network, options);
  if (options->model == WEFT_SIM_FIFO)
    self->fifo = weft_sim_fifo_new (&self->timeline, self->routes, options, self->log);
  else
    self->net = weft_sim_fluid_new (self->routes, options, self->log);
  if (self->fifo == NULL && self->net == NULL)
    {
      g_set_error_literal (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED, _("the fluid model is not there"));
      return FALSE;
    }
  self->tick_s = self->fifo != NULL ? self->fifo->tick_s : self->net->klass->tick_s;
  self->ticks_s = rint (1 / self->tick_s);
  self->state = g_new0 (guint8, trace->n_tasks);
  self->n_left = g_memdup2 (trace->n_preds, trace->n_tasks * sizeof *trace->n_preds);
  self->n_joined = g_new0 (guint32, trace->n_collectives);
  make_outcomes (self);
  make_work (self);
  self->memory = weft_sim_memory_new (self);
  self->collectives = weft_sim_collectives_new (self, error);
  return self->collectives != NULL;
}

static void
tear_down (WeftSimEngine *self)
{
  weft_sim_tasks_end (self);
  g_clear_pointer (&self->collectives, weft_sim_collectives_free);
  g_clear_pointer (&self->memory, weft_sim_memory_free);
  g_clear_pointer (&self->fifo, weft_sim_fifo_free);
  if (self->net != NULL)
    self->net->klass->free (self->net);
  weft_sim_link_log_free (self->log);
  weft_sim_routes_free (self->routes);
  weft_sim_timeline_clear (&self->timeline);
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_error (&self->error);
  g_free (self->state);
  g_free (self->n_left);
  g_free (self->n_joined);
  g_free (self->outcome_of);
  g_free (self->outcomes);
  g_free (self->work);
  g_free (self->to_tasks);
}

/* --- what happens --- */

void
weft_sim_engine_done (WeftSimEngine *self, guint32 task, const WeftSimParts *parts, guint32 last)
{
  WeftSimOutcome *outcome = &self->outcomes[self->outcome_of[task]];

  outcome->parts = *parts;
  outcome->last = last;
  if (self->is_starting)
    weft_sim_engine_plan (self, self->now, WEFT_SIM_EVENT_DONE, task);
  else
    weft_sim_tasks_finish (self, task);
}

static void
record (WeftSimEngine *self, const WeftSimFlight *flight, guint32 to_task)
{
  WeftSimMessage message = {
    .from_task = flight->from_task,
    .to_task = to_task,
    .route = flight->route,
    .bytes = flight->bytes,
    .sent_s = weft_sim_engine_seconds (self, flight->sent),
    .arrived_s = weft_sim_engine_seconds (self, self->now),
  };
  WeftSimParts parts = { 0 };

  if (self->result->messages->len >= self->options->max_messages)
    {
      self->result->n_unrecorded++;
      return;
    }
  weft_sim_engine_add_parts (self, flight, &parts);
  message.wait_s = weft_sim_engine_seconds (self, parts.part[WEFT_SIM_SHARE_QUEUEING]);
  g_array_append_val (self->result->messages, message);
}

static void
arrive (WeftSimEngine *self, guint32 index)
{
  WeftSimFlight flight = self->timeline.flights[index];

  weft_sim_timeline_give_back (&self->timeline, index);
  self->bytes_arrived += flight.bytes;
  if (self->options->max_messages > 0)
    record (self, &flight, self->to_tasks[index]);
  if (flight.owner == WEFT_SIM_OWNER_COLLECTIVE)
    weft_sim_collectives_arrived (self->collectives, &flight);
  else if (flight.owner == WEFT_SIM_OWNER_TASK)
    weft_sim_tasks_arrived (self, &flight);
  else
    weft_sim_memory_arrived (self->memory, &flight);
}

static void
ring_timer (WeftSimEngine *self, guint32 index)
{
  WeftSimTag tag = self->timeline.flights[index].tag;
  guint8 owner = self->timeline.flights[index].owner;

  weft_sim_timeline_give_back (&self->timeline, index);
  if (owner == WEFT_SIM_OWNER_COLLECTIVE)
    weft_sim_collectives_timer (self->collectives, tag);
  else
    weft_sim_memory_timer (self->memory, tag);
}

static void
handle_task (WeftSimEngine *self, guint32 index)
{
  guint32 task = self->timeline.flights[index].tag.a;
  gboolean begins = self->timeline.flights[index].what == WEFT_SIM_EVENT_BEGIN;

  weft_sim_timeline_give_back (&self->timeline, index);
  if (begins)
    weft_sim_tasks_wake (self, task);
  else
    weft_sim_tasks_finish (self, task);
}

static inline void
handle (WeftSimEngine *self, guint32 index)
{
  switch ((WeftSimEventKind) self->timeline.flights[index].what)
    {
    case WEFT_SIM_EVENT_HOP:
      weft_sim_fifo_hop (self->fifo, index);
      break;
    case WEFT_SIM_EVENT_ARRIVED:
      arrive (self, index);
      break;
    case WEFT_SIM_EVENT_TIMER:
      ring_timer (self, index);
      break;
    case WEFT_SIM_EVENT_DONE:
    case WEFT_SIM_EVENT_BEGIN:
      handle_task (self, index);
      break;
    case WEFT_SIM_EVENT_LAUNCH:
      weft_sim_engine_leave (self, index);
      break;
    case WEFT_SIM_EVENT_PACKET:
      weft_sim_fifo_packet (self->fifo, index);
      break;
    case WEFT_SIM_EVENT_STREAM:
      weft_sim_fifo_stream (self->fifo, index);
      break;
    }
}

/* Goes on with a model that keeps its own time to when something happens in it. */
static void
advance_net (WeftSimEngine *self, double time)
{
  WeftSimNet *net = self->net;

  self->timeline.now = self->now = time;
  net->n_arrived = net->n_left = 0;
  net->klass->advance (net, time);
  for (guint32 i = 0; i < net->n_left; i++)
    {
      const WeftSimFlight *flight = &self->timeline.flights[net->left[i]];

      if (flight->owner == WEFT_SIM_OWNER_TASK && flight->tag.c == WEFT_SIM_OF_SEND)
        weft_sim_engine_plan (self, time, WEFT_SIM_EVENT_DONE, flight->from_task);
    }
  for (guint32 i = 0; i < net->n_arrived; i++)
    arrive (self, net->arrived[i]);
  self->n_events += net->n_arrived;
}

/* --- the run --- */

static gboolean
refuse_crowd (const WeftSimEngine *self, GError **error)
{
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
               _("after %g s %u messages and packets are under way; at most %u are simulated. Take larger packets, "
                 "closed forms of collectives, or fewer ranks"),
               self->now * self->tick_s, self->timeline.n_live, MAX_LIVE);
  return FALSE;
}

static gboolean
look_around (const WeftSimEngine *self, gint64 *next_us, GError **error)
{
  const WeftSimOptions *options = self->options;
  gint64 now_us;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->timeline.n_live > MAX_LIVE)
    return refuse_crowd (self, error);
  if (options->progress == NULL)
    return TRUE;
  now_us = g_get_monotonic_time ();
  if (now_us < *next_us)
    return TRUE;
  *next_us = now_us + PROGRESS_US;
  options->progress (self->trace->n_tasks > 0 ? (double) self->n_done / self->trace->n_tasks : 1,
                     self->n_events, self->now * self->tick_s, options->progress_data);
  return TRUE;
}

/* The next thing on the timeline or in the model of links; FALSE when nothing happens any more. */
static inline gboolean
step (WeftSimEngine *self)
{
  guint32 index;

  if (self->net != NULL)
    {
      double next = self->net->klass->next (self->net);

      if (next < weft_sim_timeline_next (&self->timeline))
        {
          advance_net (self, next);
          return TRUE;
        }
    }
  index = weft_sim_timeline_pop (&self->timeline);
  if (index == WEFT_SIM_NONE)
    return FALSE;
  self->now = self->timeline.now;
  self->n_events++;
  handle (self, index);
  return TRUE;
}

static gboolean
run (WeftSimEngine *self, GError **error)
{
  guint64 next_look = LOOK_AROUND;
  gint64 next_us = 0;

  /* A step may be thousands of arrivals. */
  for (guint64 n_steps = 1; self->error == NULL && step (self); n_steps++)
    if (n_steps + self->n_events >= next_look)
      {
        if (!look_around (self, &next_us, error))
          return FALSE;
        next_look = n_steps + self->n_events + LOOK_AROUND;
      }
  self->result->n_events = self->n_events;
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  /* What is still under way then has no time at which it ends. */
  if (!(self->now * self->tick_s <= MOST_S) || self->timeline.n_live > 0)
    return refuse (error, _("the run takes longer than can be counted; look for amounts of work or bytes that are far "
                            "too large"));
  if (self->n_done < self->trace->n_tasks)
    {
      weft_sim_engine_explain_stuck (self, error);
      return FALSE;
    }
  return TRUE;
}

/* --- the result --- */

static void
finish_ranks (WeftSimEngine *self)
{
  const WeftSimTrace *trace = self->trace;
  WeftSimResult *result = self->result;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      WeftSimRankUse *use = &result->ranks[trace->rank[i]];

      result->start_s[i] = weft_sim_engine_seconds (self, result->start_s[i]);
      result->finish_s[i] = weft_sim_engine_seconds (self, result->finish_s[i]);
      use->finish_s = MAX (use->finish_s, result->finish_s[i]);
    }
  for (guint32 i = 0; i < trace->n_ranks; i++)
    {
      const WeftSimRank *rank = &self->ranks[i];
      WeftSimRankUse *use = &result->ranks[i];

      use->busy_s = weft_sim_engine_seconds (self, rank->busy);
      use->comm_s = weft_sim_engine_seconds (self, rank->comm);
      use->n_tasks = rank->n_tasks;
      for (guint w = 0; w < WEFT_N_SIM_WAITS; w++)
        use->wait_s[w] = weft_sim_engine_seconds (self, rank->wait[w]);
      result->makespan_s = MAX (result->makespan_s, use->finish_s);
    }
  result->folded_s = weft_sim_trace_folded_s (trace, result->finish_s);
  result->makespan_s += result->folded_s;
}

static void
find_store_factor (const WeftSimEngine *self)
{
  const WeftSimOptions *options = self->options;
  const WeftSimRoutes *routes = self->routes;
  double most = 1;

  if (options->model == WEFT_SIM_FIFO && options->astra != WEFT_SIM_ASTRA_UNAWARE && options->packet_bytes == 0)
    for (guint32 i = 0; i < routes->n_routes; i++)
      if (isfinite (routes->routes[i].bw_bytes_s))
        most = MAX (most, routes->routes[i].forward_s_byte * routes->routes[i].bw_bytes_s);
  self->result->store_factor = most;
}

static void
finish_routes (WeftSimEngine *self)
{
  const WeftSimRoutes *routes = self->routes;
  WeftSimResult *result = self->result;

  find_store_factor (self);
  if (self->options->max_messages == 0)
    return;
  result->n_routes = routes->n_routes;
  result->route_first = g_new (guint32, routes->n_routes + 1);
  for (guint32 i = 0; i < routes->n_routes; i++)
    result->route_first[i] = routes->routes[i].first;
  result->route_first[routes->n_routes] = routes->n_links;
  result->route_links = g_memdup2 (routes->links, routes->n_links * sizeof *routes->links);
}

static double
cpu_time_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

WeftSimResult *
weft_sim_run (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options, GCancellable *cancellable,
              GError **error)
{
  double begin_s = cpu_time_s ();
  WeftSimEngine engine = { .cancellable = cancellable };
  WeftSimResult *result = NULL;

  if (!check_options (options, trace, network, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (set_up (&engine, trace, network, options, error))
    {
      weft_sim_tasks_begin (&engine);
      if (run (&engine, error))
        {
          weft_sim_engine_find_path (&engine);
          finish_ranks (&engine);
          if (engine.net != NULL)
            engine.net->klass->finish (engine.net);
          weft_sim_link_log_finish (engine.log, engine.result);
          weft_sim_memory_finish (engine.memory, engine.result);
          weft_sim_collectives_finish (engine.collectives, engine.result);
          finish_routes (&engine);
          describe_lateness (&engine);
#ifndef NDEBUG
          if (weft_sim_engine_check (&engine, error))
#endif
            result = g_steal_pointer (&engine.result);
        }
    }
  tear_down (&engine);
  if (result != NULL)
    result->cpu_s = cpu_time_s () - begin_s;
  return result;
}
