/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One call of a communication on the simulator: every device with the platform's link to one switch. */
#include <math.h>

#include "calib/weft-calib-trend.h"
#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-result.h"

/* Device i has link 2i to the switch, which is the last node, and link 2i+1 from it. */
static gboolean
route (gpointer router, guint32 from, guint32 to, guint64 flow G_GNUC_UNUSED, GArray *links)
{
  guint32 the_switch = GPOINTER_TO_UINT (router);
  guint32 up = 2 * from;
  guint32 down = 2 * to + 1;

  if (from != to && from != the_switch)
    g_array_append_val (links, up);
  if (from != to && to != the_switch)
    g_array_append_val (links, down);
  return TRUE;
}

static WeftSimNetwork *
make_star (const WeftMeasuredPlatform *platform, guint32 n)
{
  WeftSimNetwork *network = weft_sim_network_new (platform->name, n + 1, 2 * n, n);

  network->rule = g_strdup ("star");
  network->route = route;
  network->router = GUINT_TO_POINTER (n);
  for (guint32 i = 0; i < n; i++)
    {
      network->node_of_rank[i] = i;
      network->from[2 * i] = network->to[2 * i + 1] = i;
      network->to[2 * i] = network->from[2 * i + 1] = n;
      for (guint32 k = 2 * i; k < 2 * i + 2; k++)
        {
          network->bw_bytes_s[k] = platform->link_bw_bytes_s;
          network->latency_s[k] = isnan (platform->link_latency_s) ? 0 : platform->link_latency_s / 2;
        }
    }
  return network;
}

static gboolean
needs_root (int comm)
{
  return comm == WEFT_SIM_BROADCAST || comm == WEFT_SIM_REDUCE || comm == WEFT_SIM_GATHER || comm == WEFT_SIM_SCATTER;
}

static WeftSimTrace *
make_trace (const WeftTrendCall *call, guint32 n, GError **error)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new (call->op, n);

  if (call->comm == WEFT_MEASURED_MESSAGE)
    {
      if (weft_sim_builder_add_send (builder, 0, 0, call->op, 1, 0, call->bytes, error) == WEFT_SIM_NONE
          || weft_sim_builder_add_recv (builder, 1, 0, call->op, 0, 0, call->bytes, error) == WEFT_SIM_NONE)
        return NULL;
      return weft_sim_builder_finish (builder, error);
    }
  for (guint32 i = 0; i < n; i++)
    if (weft_sim_builder_add_collective (builder, i, 0, call->op, 0, call->comm, call->bytes,
                                         needs_root (call->comm) ? 0 : WEFT_SIM_NONE, error)
        == WEFT_SIM_NONE)
      return NULL;
  return weft_sim_builder_finish (builder, error);
}

double
weft_trend_simulate_star (const WeftTrendCall *call, gpointer data G_GNUC_UNUSED, GError **error)
{
  guint32 n = MAX (call->n_dev, 2);
  g_autoptr (WeftSimTrace) trace = make_trace (call, n, error);
  g_autoptr (WeftSimNetwork) network = make_star (call->platform, n);
  g_autoptr (GArray) knobs = g_array_new (FALSE, FALSE, sizeof (WeftSimCommKnob));
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimCommKnob knob = { call->comm == WEFT_MEASURED_MESSAGE ? -1 : call->comm, WEFT_SIM_ALGORITHM_AUTO, 0, -1, 0,
                           INFINITY, call->efficiency, call->launch_s };
  WeftSimOptions options;

  if (trace == NULL)
    return NAN;
  g_array_append_val (knobs, knob);
  weft_sim_options_init (&options);
  options.comm_knobs = knobs;
  result = weft_sim_run (trace, network, &options, NULL, error);
  return result != NULL ? result->makespan_s : NAN;
}
