/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks that come to a collective when all messages for them are there: what these are added to did not exist before,
 * so that the rank deals with them from then on. */
#include <math.h>

#include "collective-fixture.h"
#include "net-fixture.h"

#define LATE_S 1e-3
#define BLOCK_BYTES 160000.0

static WeftSimOptions
options_of (WeftSimModel model, WeftSimAlgorithm algorithm)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = model;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options.algorithm[i] = algorithm;
  return options;
}

/* How long the last of @n ranks takes when it begins a millisecond after the others. */
static double
time_last_ns (guint32 n, WeftSimComm comm, double bytes, WeftSimOptions *options, WeftSimNetwork *network)
{
  double delay_s[8] = { 0 };
  g_autoptr (WeftSimResult) result = NULL;

  delay_s[n - 1] = LATE_S;
  options->delay_s = delay_s;
  result = collective_run_all (network, comm, bytes, options);
  options->delay_s = NULL;
  return (result->ranks[n - 1].finish_s - LATE_S) * 1e9;
}

static WeftSimOptions
astra_options (WeftSimAlgorithm algorithm)
{
  WeftSimOptions options = options_of (WEFT_SIM_FIFO, algorithm);

  options.astra = WEFT_SIM_ASTRA_AWARE;
  options.endpoint_s = 10e-9;
  options.reduce_bw_bytes_s = 1600e9;
  options.comm_slots = 1;
  return options;
}

/* 10 ns an endpoint and 3 times floor (bytes / 1600) a reduction. In a ring and in halving and doubling, ASTRA-sim looks
 * at a message when it has sent the one before; between all at once; on top of a tree without sending first. What it
 * sends then delays others only. */
static void
test_astra (void)
{
  const double add_ns = 3 * BLOCK_BYTES / 1600;
  const struct
  {
    WeftSimComm comm;
    WeftSimAlgorithm algorithm;
    double time_ns;
  } cases[] = {
    { WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_ALGORITHM_RING, 10 + 3 * (10 + add_ns) },
    { WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_RING, 10 + 3 * 10 },
    { WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_ALGORITHM_DIRECT, 10 + 10 + add_ns },
    { WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_DIRECT, 10 + 10 },
    { WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_ALGORITHM_HALVING_DOUBLING, 10 + 10 + add_ns + 10 },
    { WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_DOUBLE_TREE, 10 + 4 * add_ns },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftSimNetwork) network = net_astra (NET_FULL, 4);
      WeftSimOptions options = astra_options (cases[i].algorithm);

      g_assert_cmpfloat_with_epsilon (time_last_ns (4, cases[i].comm, 4 * BLOCK_BYTES, &options, network),
                                      cases[i].time_ns, 1e-3);
    }
}

/* Blocks of the two others come to rank 0 5 ns apart. When both are there it sends a sum for each that is added up: the
 * one to rank 1 does not wait for the second reduction. */
static void
test_astra_sums (void)
{
  const double delay_s[] = { 0, LATE_S, LATE_S + 5e-9 };
  const double hop_ns = floor (500 + BLOCK_BYTES / (NET_BW / 1e9));
  const double add_ns = 3 * BLOCK_BYTES / 1600;
  const double end_ns = LATE_S * 1e9 + 10 + hop_ns + 10 + add_ns + hop_ns + 10;
  g_autoptr (WeftSimNetwork) network = net_astra (NET_FULL, 3);
  WeftSimOptions options = astra_options (WEFT_SIM_ALGORITHM_DIRECT);
  g_autoptr (WeftSimResult) result = NULL;

  options.delay_s = delay_s;
  result = collective_run_all (network, WEFT_SIM_ALL_REDUCE, 3 * BLOCK_BYTES, &options);
  g_assert_cmpfloat_with_epsilon (result->ranks[0].finish_s * 1e9, end_ns + 5, 1e-3);
  g_assert_cmpfloat_with_epsilon (result->ranks[1].finish_s * 1e9, end_ns, 1e-3);
  g_assert_cmpfloat_with_epsilon (result->ranks[2].finish_s * 1e9, end_ns + 5, 1e-3);
}

/* Links so fast that only endpoints (1 us) and reductions (16 us a block) take time. */
static void
check_slow_memory (WeftSimModel model)
{
  const struct
  {
    WeftSimComm comm;
    WeftSimAlgorithm algorithm;
    double time_ns;
  } cases[] = {
    { WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_ALGORITHM_RING, 2000 + 3 * 16000 },
    { WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_ALGORITHM_DIRECT, 2000 + 3 * 16000 },
    { WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_ALGORITHM_HALVING_DOUBLING, 2000 + 3 * 16000 },
    { WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_RING, 2000 },
    { WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_DIRECT, 2000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftSimNetwork) network = net_new (NET_FULL, 4, 1e18, 0);
      WeftSimOptions options = options_of (model, cases[i].algorithm);

      options.endpoint_s = 1e-6;
      options.reduce_bw_bytes_s = 10e9;
      g_assert_cmpfloat_with_epsilon (time_last_ns (4, cases[i].comm, 4 * BLOCK_BYTES, &options, network),
                                      cases[i].time_ns, 0.1);
    }
}

static void
test_slow_memory (void)
{
  check_slow_memory (WEFT_SIM_FLUID);
  check_slow_memory (WEFT_SIM_FIFO);
}

/* Chunks all at once share the memory. */
static void
test_chunks (void)
{
  g_autoptr (WeftSimNetwork) network = net_new (NET_FULL, 4, 1e18, 0);
  WeftSimOptions options = options_of (WEFT_SIM_FLUID, WEFT_SIM_ALGORITHM_RING);

  options.endpoint_s = 1e-6;
  options.reduce_bw_bytes_s = 10e9;
  options.chunks = 2;
  g_assert_cmpfloat_with_epsilon (
    time_last_ns (4, WEFT_SIM_REDUCE_SCATTER, 4 * BLOCK_BYTES, &options, network), 2000 + 2 * 3 * 8000, 0.1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/collectives-late/astra", test_astra);
  g_test_add_func ("/sim/collectives-late/astra-sums", test_astra_sums);
  g_test_add_func ("/sim/collectives-late/slow-memory", test_slow_memory);
  g_test_add_func ("/sim/collectives-late/chunks", test_chunks);
  return g_test_run ();
}
