/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a trace takes after it was written as Chakra files is what it took before, also where edges between its ranks
 * have become messages. */
#include "chakra-case.h"

#include "../sim/run-fixture.h"
#include "base/weft-random.h"

#define N_RANKS 6
#define N_TASKS 300

/* Tasks of chance, each waiting for up to three before it, of any rank. No two messages arrive at the same time. */
static WeftSimTrace *
make_random (guint64 seed)
{
  WeftSimBuilder *builder = weft_sim_builder_new ("random", N_RANKS);
  WeftSimTrace *trace;
  WeftRandom random;

  weft_random_init (&random, seed, 0);
  for (guint32 i = 0; i < N_TASKS; i++)
    {
      guint32 rank = weft_random_below (&random, N_RANKS);

      add_compute (builder, rank, i, 1e-6 * weft_random_double (&random));
      for (guint k = i > 0 ? weft_random_below (&random, 4) : 0; k > 0; k--)
        weft_sim_builder_add_edge (builder, weft_random_below (&random, i), i,
                                   1 + 1e5 * weft_random_double (&random));
    }
  trace = build (builder);
  weft_sim_builder_free (builder);
  return trace;
}

static void
compare (WeftSimTrace *trace, WeftSimTrace *again, const WeftSimOptions *options, NetShape shape)
{
  g_autoptr (WeftSimNetwork) network = net_new (shape, N_RANKS, NET_BW, NET_LATENCY_S);
  g_autoptr (WeftSimResult) one = run (trace, network, options);
  g_autoptr (WeftSimResult) other = run (again, network, options);

  g_assert_cmpfloat_with_epsilon (one->makespan_s, other->makespan_s, 1e-12 * one->makespan_s);
  g_assert_cmpuint (one->n_messages, ==, other->n_messages);
}

static void
test_crossings (Case *self, gconstpointer data)
{
  WeftSimOptions fluid, fifo = fifo_options (WEFT_SIM_ASTRA_OFF);

  weft_sim_options_init (&fluid);
  for (guint64 seed = 0; seed < 5; seed++)
    {
      g_autoptr (WeftSimTrace) trace = make_random (seed);
      g_autoptr (WeftSimTrace) again = NULL;
      g_autofree char *prefix = g_build_filename (self->folder, "t", NULL);

      g_assert_nonnull (trace->succ_bytes);
      g_assert_true (weft_chakra_write (trace, prefix, NULL, NULL));
      again = read_good (self);
      g_assert_null (again->succ_bytes);
      compare (trace, again, &fluid, NET_SWITCH);
      compare (trace, again, &fifo, NET_SWITCH);
      compare (trace, again, &fifo, NET_RING);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("run/crossings", test_crossings);
  return g_test_run ();
}
