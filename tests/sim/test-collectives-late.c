/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks that come to a collective when all messages for them are there: what these are added to did not exist before,
 * so that the rank deals with them from then on. */
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

/* 10 ns an endpoint and 3 times floor (bytes / 1600) a reduction. In a ring and in halving and doubling, ASTRA-sim looks
 * at a message when it has sent the one before; between all at once. What it sends then delays others only. */
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
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftSimNetwork) network = net_astra (NET_FULL, 4);
      WeftSimOptions options = options_of (WEFT_SIM_FIFO, cases[i].algorithm);

      options.astra = WEFT_SIM_ASTRA_AWARE;
      options.endpoint_s = 10e-9;
      options.reduce_bw_bytes_s = 1600e9;
      options.comm_slots = 1;
      g_assert_cmpfloat_with_epsilon (time_last_ns (4, cases[i].comm, 4 * BLOCK_BYTES, &options, network),
                                      cases[i].time_ns, 1e-3);
    }
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
  g_test_add_func ("/sim/collectives-late/slow-memory", test_slow_memory);
  g_test_add_func ("/sim/collectives-late/chunks", test_chunks);
  return g_test_run ();
}
