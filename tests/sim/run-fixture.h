/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small traces and their runs: what tests of the engine have in common. */
#pragma once

#include <math.h>
#include <string.h>

#include "net-fixture.h"
#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-result.h"

#define MIB 1048576.0

static inline guint32
add_compute (WeftSimBuilder *builder, guint32 rank, guint64 id, double time_s)
{
  return weft_sim_builder_add_compute (builder, rank, id, "compute", NULL, 0, time_s, 0, NULL);
}

static inline void
add_message (WeftSimBuilder *builder, guint32 from, guint32 to, gint64 tag, double bytes)
{
  weft_sim_builder_add_send (builder, from, 100 + tag, "send", to, tag, bytes, NULL);
  weft_sim_builder_add_recv (builder, to, 200 + tag, "recv", from, tag, bytes, NULL);
}

static inline WeftSimTrace *
build (WeftSimBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace = weft_sim_builder_finish (builder, &error);

  g_assert_no_error (error);
  return trace;
}

static inline WeftSimOptions
fifo_options (WeftSimAstra astra)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = WEFT_SIM_FIFO;
  options.astra = astra;
  options.comm_slots = astra != WEFT_SIM_ASTRA_OFF ? 1 : 0;
  return options;
}

/* Whatever is run, shares sum to 1, steps join and reach from 0 to the end, and devices account for their time. */
static inline void
check_result (const WeftSimResult *result)
{
  double end_s = 0;
  double sum = 0;

  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    sum += result->share[i];
  if (result->makespan_s > 0)
    g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
  for (guint i = 0; i < result->path->len; i++)
    {
      const WeftSimStep *step = &g_array_index (result->path, WeftSimStep, i);
      double parts_s = 0;

      for (guint k = 0; k < WEFT_N_SIM_SHARES; k++)
        parts_s += step->share_s[k];
      g_assert_cmpfloat_with_epsilon (step->from_s, end_s, 1e-15 + 1e-12 * result->makespan_s);
      g_assert_cmpfloat_with_epsilon (parts_s, step->to_s - step->from_s, 1e-15 + 1e-9 * result->makespan_s);
      end_s = step->to_s;
    }
  g_assert_cmpfloat_with_epsilon (end_s, result->makespan_s - result->folded_s, 1e-15 + 1e-12 * result->makespan_s);
  for (guint32 i = 0; i < result->trace->n_ranks; i++)
    {
      const WeftSimRankUse *use = &result->ranks[i];
      double known_s = use->busy_s + use->comm_s;

      for (guint w = 0; w < WEFT_N_SIM_WAITS; w++)
        known_s += use->wait_s[w];
      g_assert_cmpfloat (known_s, <=, use->finish_s * (1 + 1e-9));
    }
}

static inline WeftSimResult *
run (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options)
{
  g_autoptr (GError) error = NULL;
  WeftSimResult *result = weft_sim_run (trace, network, options, NULL, &error);

  g_assert_no_error (error);
  check_result (result);
  return result;
}

/* Builds, runs and forgets all but the result. */
static inline WeftSimResult *
run_on (WeftSimBuilder *builder, WeftSimNetwork *network, const WeftSimOptions *options)
{
  g_autoptr (WeftSimTrace) trace = build (builder);
  g_autoptr (WeftSimNetwork) owned = network;

  return run (trace, owned, options);
}

static inline void
assert_ns (double time_s, double expected_ns)
{
  g_assert_cmpfloat_with_epsilon (time_s * 1e9, expected_ns, 1e-6);
}
