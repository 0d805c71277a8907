/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One collective over a group of ranks, run on a network. */
#pragma once

#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-result.h"

/* @ranks: (nullable): of the group; NULL: all. */
static inline WeftSimTrace *
collective_trace (guint32 n_ranks, const guint32 *ranks, guint32 n_members, WeftSimComm comm, double bytes,
                  guint32 root)
{
  WeftSimBuilder *builder = weft_sim_builder_new ("test", n_ranks);
  g_autoptr (GError) error = NULL;
  guint32 group = 0;
  WeftSimTrace *trace;

  if (ranks != NULL)
    group = weft_sim_builder_add_group (builder, "group", ranks, n_members, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < (ranks != NULL ? n_members : n_ranks); i++)
    weft_sim_builder_add_collective (builder, ranks != NULL ? ranks[i] : i, 1, "collective", group, comm, bytes,
                                     ranks != NULL ? ranks[root] : root, &error);
  g_assert_no_error (error);
  trace = weft_sim_builder_finish (builder, &error);
  g_assert_no_error (error);
  weft_sim_builder_free (builder);
  return trace;
}

/* Runs it and checks what holds for every run. */
static inline WeftSimResult *
collective_run (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options)
{
  g_autoptr (GError) error = NULL;
  WeftSimResult *result = weft_sim_run (trace, network, options, NULL, &error);
  double sum = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    sum += result->share[i];
  if (result->makespan_s > 0)
    g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
  for (guint32 i = 0; options->astra != WEFT_SIM_ASTRA_UNAWARE && i < network->n_links; i++)
    g_assert_cmpfloat (result->links[i].utilisation, <=, 1 + 1e-9);
  return result;
}

static inline WeftSimResult *
collective_run_all (WeftSimNetwork *network, WeftSimComm comm, double bytes, const WeftSimOptions *options)
{
  g_autoptr (WeftSimTrace) trace = collective_trace (network->n_ranks, NULL, 0, comm, bytes, 0);

  return collective_run (trace, network, options);
}
