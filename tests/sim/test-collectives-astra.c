/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives counted as ASTRA-sim counts them: its own times to the nanosecond, and where its behaviour is a defect,
 * what is right instead. */
#include <math.h>

#include "astra-collectives.h"
#include "collective-fixture.h"

static WeftSimOptions
astra_options (const AstraRun *run)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = WEFT_SIM_FIFO;
  options.astra = run->back_end;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options.algorithm[i] = run->algorithm;
  options.chunks = run->chunks;
  options.active_chunks = run->active_chunks;
  options.endpoint_s = 10e-9;
  options.reduce_bw_bytes_s = 1600e9;
  options.comm_slots = 1;
  return options;
}

static WeftSimResult *
play (const AstraRun *run)
{
  g_autoptr (WeftSimNetwork) network = net_astra (run->shape, run->n);
  WeftSimOptions options = astra_options (run);
  double bytes = run->comm == WEFT_SIM_ALL_GATHER ? run->bytes * run->n : run->bytes;

  return collective_run_all (network, run->comm, bytes, &options);
}

static double
ns (double time_s)
{
  return rint (time_s * 1e9);
}

static void
test_times (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (astra_runs); i++)
    {
      const AstraRun *run = &astra_runs[i];
      g_autoptr (WeftSimResult) result = play (run);
      double earliest_ns = INFINITY;

      for (guint32 rank = 0; rank < run->n; rank++)
        earliest_ns = MIN (earliest_ns, ns (result->ranks[rank].finish_s));
      if (ns (result->makespan_s) != run->latest_ns || earliest_ns != run->earliest_ns)
        g_error ("%s by %s on %u ranks of shape %d in %u chunks: %.0f to %.0f ns, ASTRA-sim has %.0f to %.0f ns",
                 weft_sim_comm_nick (run->comm), weft_sim_algorithm_nick (run->algorithm), run->n, run->shape,
                 run->chunks, earliest_ns, ns (result->makespan_s), run->earliest_ns, run->latest_ns);
    }
}

/* Its own figures for sizes that the number of ranks does not divide, and for more than 2 GB. */
static void
test_odd_and_large_sizes (void)
{
  static const AstraRun runs[] = {
    { NET_RING, 3, WEFT_SIM_ASTRA_AWARE, WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 1, 1, 1000001, 28130, 28130 },
    { NET_RING, 4, WEFT_SIM_ASTRA_AWARE, WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 1, 1, 8589934592, 252082663,
      252082663 },
    { NET_RING, 4, WEFT_SIM_ASTRA_AWARE, WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 1, 1, 68719476736, 2016639832,
      2016639832 },
    { NET_RING, 16, WEFT_SIM_ASTRA_UNAWARE, WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_RING, 4, 2, 1048576, 161780,
      161780 },
    { NET_RING, 16, WEFT_SIM_ASTRA_AWARE, WEFT_SIM_ALL_GATHER, WEFT_SIM_ALGORITHM_RING, 4, 2, 1048576, 293440,
      293440 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (WeftSimResult) result = play (&runs[i]);

      g_assert_cmpfloat (ns (result->makespan_s), ==, runs[i].latest_ns);
    }
}

/* ASTRA-sim raises 0 bytes to one for each rank and 3 to 8; both take their latencies alone, the same here. */
static void
test_tiny_sizes (void)
{
  AstraRun run = { NET_RING, 4, WEFT_SIM_ASTRA_AWARE, WEFT_SIM_ALL_REDUCE, WEFT_SIM_ALGORITHM_RING, 1, 1, 0, 0, 0 };
  g_autoptr (WeftSimResult) none = play (&run);
  g_autoptr (WeftSimResult) three = NULL;

  g_assert_cmpfloat (ns (none->makespan_s), ==, 6 * 500 + 7 * 10);
  run.n = 8;
  run.bytes = 3;
  three = play (&run);
  g_assert_cmpfloat (ns (three->makespan_s), ==, 14 * 500 + 15 * 10);
}

/* ASTRA-sim takes 1 ns for a broadcast and refuses the others. */
static void
test_rooted (void)
{
  static const WeftSimComm comms[] = {
    WEFT_SIM_BROADCAST, WEFT_SIM_REDUCE, WEFT_SIM_GATHER, WEFT_SIM_SCATTER, WEFT_SIM_BARRIER,
  };
  AstraRun run = { NET_RING, 4, WEFT_SIM_ASTRA_AWARE, 0, WEFT_SIM_ALGORITHM_RING, 1, 1, 1048576, 0, 0 };
  double hop_ns = floor (500 + 1048576 / (NET_BW * 1e-9));

  for (guint i = 0; i < G_N_ELEMENTS (comms); i++)
    {
      g_autoptr (WeftSimResult) result = NULL;

      run.comm = comms[i];
      result = play (&run);
      g_test_message ("%s: %.0f ns", weft_sim_comm_nick (comms[i]), ns (result->makespan_s));
      if (comms[i] == WEFT_SIM_BARRIER)
        g_assert_cmpfloat (ns (result->makespan_s), ==, 6 * 500 + 7 * 10);
      else if (comms[i] == WEFT_SIM_BROADCAST || comms[i] == WEFT_SIM_REDUCE)
        g_assert_cmpfloat (ns (result->makespan_s), >, hop_ns);
      else
        g_assert_cmpfloat (ns (result->makespan_s), >, hop_ns * 3 / 4);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/collectives-astra/times", test_times);
  g_test_add_func ("/sim/collectives-astra/odd-and-large-sizes", test_odd_and_large_sizes);
  g_test_add_func ("/sim/collectives-astra/tiny-sizes", test_tiny_sizes);
  g_test_add_func ("/sim/collectives-astra/rooted", test_rooted);
  return g_test_run ();
}
