/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a bare network scenario on a model of links. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <time.h>

#include "sim/weft-sim-fifo-private.h"
#include "sim/weft-sim-net-private.h"
#include "sim/weft-sim-scenario.h"

/* So many steps pass between two looks at whether the run is wanted any more. */
#define STEPS_PER_LOOK 1024u

/* @finish_s: [flows] infinite until each has arrived */
typedef struct
{
  const WeftSimScenario *scenario;
  WeftSimRoutes routes;
  guint32 n_arrived;
  double *finish_s;
  guint64 n_events;
  double late_share;
} Run;

static void
make_routes (Run *run)
{
  const WeftSimScenario *scenario = run->scenario;
  const WeftSimNetwork *network = scenario->network;

  run->routes = (WeftSimRoutes) {
    .network = network,
    .n_routes = scenario->n_routes,
    .routes = g_new0 (WeftSimRouteUse, scenario->n_routes),
    .n_links = scenario->route_first[scenario->n_routes],
    .links = scenario->route_links,
  };
  for (guint32 r = 0; r < scenario->n_routes; r++)
    {
      WeftSimRouteUse *route = &run->routes.routes[r];

      route->first = scenario->route_first[r];
      route->n_links = scenario->route_first[r + 1] - route->first;
      route->bw_bytes_s = INFINITY;
      for (guint32 i = 0; i < route->n_links; i++)
        {
          guint32 link = scenario->route_links[route->first + i];

          route->latency_s += network->latency_s[link];
          route->bw_bytes_s = MIN (route->bw_bytes_s, network->bw_bytes_s[link]);
          route->forward_s_byte += 1 / network->bw_bytes_s[link];
        }
    }
}

static double
cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void
arrive (Run *run, guint32 flow, double time_s)
{
  run->finish_s[flow] = time_s;
  run->n_arrived++;
}

static double
most_bytes (const WeftSimScenario *scenario)
{
  double most = 0;

  for (guint32 i = 0; i < scenario->n_flows; i++)
    most = MAX (most, scenario->flows[i].bytes);
  return most;
}

/* --- links that bytes flow through --- */

static int
compare_starts_cb (const void *a, const void *b, void *data)
{
  const WeftSimScenarioFlow *flows = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (flows[x].start_s != flows[y].start_s)
    return flows[x].start_s < flows[y].start_s ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* (transfer full) */
static guint32 *
list_by_start (const WeftSimScenario *scenario)
{
  guint32 *order = g_new (guint32, scenario->n_flows);

  for (guint32 i = 0; i < scenario->n_flows; i++)
    order[i] = i;
  g_qsort_with_data (order, scenario->n_flows, sizeof order[0], compare_starts_cb, scenario->flows);
  return order;
}

static gboolean
run_fluid (Run *run, const WeftSimOptions *options, WeftSimLinkLog *log, GCancellable *cancellable, GError **error)
{
  const WeftSimScenarioFlow *flows = run->scenario->flows;
  g_autofree guint32 *order = list_by_start (run->scenario);
  WeftSimNet *net = weft_sim_fluid_new (&run->routes, options, log);
  gboolean goes_on = TRUE;
  guint32 n_sent = 0;

  while (goes_on)
    {
      double next = net->klass->next (net);

      for (; n_sent < run->scenario->n_flows && flows[order[n_sent]].start_s <= next; n_sent++)
        {
          const WeftSimScenarioFlow *flow = &flows[order[n_sent]];

          net->klass->send (net, flow->start_s, order[n_sent], flow->route, flow->bytes);
          next = net->klass->next (net);
        }
      if (isinf (next))
        break;
      net->klass->advance (net, next);
      for (guint32 i = 0; i < net->n_arrived; i++)
        arrive (run, net->arrived[i], next);
      if (++run->n_events % STEPS_PER_LOOK == 0)
        goes_on = !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  run->n_events = net->n_events;
  net->klass->finish (net);
  run->late_share = net->late_share;
  net->klass->free (net);
  return goes_on;
}

/* --- links that take one message after the other --- */

static void
launch_all (Run *run, WeftSimTimeline *timeline, double tick_s)
{
  for (guint32 i = 0; i < run->scenario->n_flows; i++)
    {
      const WeftSimScenarioFlow *flow = &run->scenario->flows[i];
      guint32 index = weft_sim_timeline_take (timeline);

      timeline->flights[index] = (WeftSimFlight) {
        .tag = { .a = i },
        .what = WEFT_SIM_EVENT_LAUNCH,
        .route = flow->route,
        .bytes = flow->bytes,
      };
      weft_sim_timeline_add (timeline, rint (flow->start_s / tick_s), index);
    }
}

static void
handle (Run *run, WeftSimTimeline *timeline, WeftSimFifo *fifo, guint32 index)
{
  switch ((WeftSimEventKind) timeline->flights[index].what)
    {
    case WEFT_SIM_EVENT_LAUNCH:
      weft_sim_fifo_send (fifo, index);
      break;
    case WEFT_SIM_EVENT_HOP:
      weft_sim_fifo_hop (fifo, index);
      break;
    case WEFT_SIM_EVENT_PACKET:
      weft_sim_fifo_packet (fifo, index);
      break;
    case WEFT_SIM_EVENT_STREAM:
      weft_sim_fifo_stream (fifo, index);
      break;
    case WEFT_SIM_EVENT_ARRIVED:
      arrive (run, timeline->flights[index].tag.a, timeline->now / rint (1 / fifo->tick_s));
      weft_sim_timeline_give_back (timeline, index);
      break;
    case WEFT_SIM_EVENT_DONE:
    case WEFT_SIM_EVENT_BEGIN:
    case WEFT_SIM_EVENT_TIMER:
      g_assert_not_reached ();
    }
}

static gboolean
run_fifo (Run *run, const WeftSimOptions *options, WeftSimLinkLog *log, GCancellable *cancellable, GError **error)
{
  WeftSimTimeline timeline;
  WeftSimFifo *fifo;
  gboolean goes_on = TRUE;
  guint32 index;

  weft_sim_timeline_init (&timeline);
  fifo = weft_sim_fifo_new (&timeline, &run->routes, options, log);
  launch_all (run, &timeline, fifo->tick_s);
  while (goes_on && (index = weft_sim_timeline_pop (&timeline)) != WEFT_SIM_NONE && isfinite (timeline.now))
    {
      handle (run, &timeline, fifo, index);
      if (++run->n_events % STEPS_PER_LOOK == 0)
        goes_on = !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  weft_sim_fifo_free (fifo);
  weft_sim_timeline_clear (&timeline);
  return goes_on;
}

/* --- the end --- */

static gboolean
check_arrivals (const Run *run, GError **error)
{
  for (guint32 i = 0; run->n_arrived < run->scenario->n_flows && i < run->scenario->n_flows; i++)
    if (isinf (run->finish_s[i]))
      {
        g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_STUCK,
                     _("flow “%s” of %g bytes takes longer than any number of seconds; give it fewer bytes or its "
                       "links more bandwidth"),
                     run->scenario->flows[i].id, run->scenario->flows[i].bytes);
        return FALSE;
      }
  return TRUE;
}

static WeftSimScenarioResult *
make_result (Run *run, WeftSimModel model, WeftSimLinkLog *log)
{
  WeftSimScenarioResult *result = g_new0 (WeftSimScenarioResult, 1);
  WeftSimResult links = { .network = run->scenario->network };

  result->scenario = run->scenario;
  result->model = model;
  result->finish_s = g_steal_pointer (&run->finish_s);
  result->n_events = run->n_events;
  result->late_share = run->late_share;
  for (guint32 i = 0; i < run->scenario->n_flows; i++)
    result->makespan_s = MAX (result->makespan_s, result->finish_s[i]);
  links.makespan_s = result->makespan_s;
  weft_sim_link_log_finish (log, &links);
  result->links = links.links;
  return result;
}

WeftSimScenarioResult *
weft_sim_scenario_run (const WeftSimScenario *self, const WeftSimOptions *options, GCancellable *cancellable,
                       GError **error)
{
  double begin_s = cpu_s ();
  g_autoptr (WeftSimLinkLog) log = weft_sim_link_log_new (self->network, 0);
  WeftSimScenarioResult *result = NULL;
  Run run = { .scenario = self };
  WeftSimOptions own;

  weft_sim_options_init (&own);
  own.model = self->model;
  options = options != NULL ? options : &own;
  if (options->model == WEFT_SIM_FIFO && !weft_sim_fifo_check (options, most_bytes (self), error))
    return NULL;
  make_routes (&run);
  run.finish_s = g_new (double, self->n_flows);
  for (guint32 i = 0; i < self->n_flows; i++)
    run.finish_s[i] = INFINITY;
  if ((options->model == WEFT_SIM_FLUID ? run_fluid : run_fifo) (&run, options, log, cancellable, error)
      && check_arrivals (&run, error))
    {
      result = make_result (&run, options->model, log);
      result->cpu_s = cpu_s () - begin_s;
    }
  g_free (run.finish_s);
  g_free (run.routes.routes);
  return result;
}

void
weft_sim_scenario_result_free (WeftSimScenarioResult *self)
{
  g_free (self->finish_s);
  g_free (self->links);
  g_free (self);
}

/* --- JSON --- */

static JsonArray *
list_flows (const WeftSimScenarioResult *self)
{
  JsonArray *list = json_array_sized_new (self->scenario->n_flows);

  for (guint32 i = 0; i < self->scenario->n_flows; i++)
    {
      JsonObject *flow = json_object_new ();

      json_object_set_string_member (flow, "id", self->scenario->flows[i].id);
      json_object_set_double_member (flow, "finish_s", self->finish_s[i]);
      json_array_add_object_element (list, flow);
    }
  return list;
}

static JsonArray *
list_links (const WeftSimScenarioResult *self)
{
  const WeftSimNetwork *network = self->scenario->network;
  JsonArray *list = json_array_sized_new (network->n_links);

  for (guint32 i = 0; i < network->n_links; i++)
    {
      const WeftSimLinkUse *use = &self->links[i];
      JsonObject *link = json_object_new ();

      json_object_set_string_member (link, "id", network->link_name[i]);
      json_object_set_double_member (link, "bytes", use->bytes);
      json_object_set_int_member (link, "messages", use->n_messages);
      json_object_set_double_member (link, "busy_s", use->busy_s);
      json_object_set_double_member (link, "utilisation", use->utilisation);
      json_object_set_double_member (link, "wait_mean_s", use->wait_mean_s);
      json_object_set_double_member (link, "wait_p99_s", use->wait_p99_s);
      json_object_set_double_member (link, "wait_worst_s", use->wait_worst_s);
      json_array_add_object_element (list, link);
    }
  return list;
}

void
weft_sim_scenario_result_add_json (const WeftSimScenarioResult *self, JsonObject *object)
{
  json_object_set_string_member (object, "network", weft_sim_model_nick (self->model));
  json_object_set_double_member (object, "makespan_s", self->makespan_s);
  json_object_set_int_member (object, "events", self->n_events);
  json_object_set_int_member (object, "messages", self->scenario->n_flows);
  json_object_set_double_member (object, "late_share", self->late_share);
  json_object_set_double_member (object, "cpu_s", self->cpu_s);
  json_object_set_array_member (object, "flows", list_flows (self));
  json_object_set_array_member (object, "links", list_links (self));
}
