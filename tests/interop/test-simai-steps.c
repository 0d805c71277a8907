/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of gradient accumulation in workload texts: found, folded, and worth what they are when written out. */

#include "interop/weft-astra.h"
#include "sim/weft-sim-result.h"
#include "simai-fixture.h"

static char *
accumulate (guint n, guint odd_time)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, HEAD "2 ep: 1 pp: 1 vpp: 1 ga: %u all_gpus: 4" NO_CHECKPOINTS "\n%u\n", n, 2 + 5 * n);
  g_string_append (text, "grad_gather -1 1 NONE 0 1 NONE 0 1 ALLGATHER 4096 100\n");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "embedding -1 9 ALLREDUCE 64 1 NONE 0 %u NONE 0 0\n", i == 0 ? odd_time : 8);
      for (guint k = 0; k < 2; k++)
        g_string_append (text, "column -1 3 ALLGATHER 64 4 REDUCESCATTER 0 4 NONE 0 0\n"
                               "row -1 3 REDUCESCATTER 64 4 ALLGATHER 64 4 NONE 0 0\n");
    }
  g_string_append (text, "loss -1 0 ALLREDUCE 4 0 NONE 0 0 NONE 0 0\n");
  return g_string_free (text, FALSE);
}

static void
test_steps_are_folded (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *many = accumulate (32768, 8);
  g_autofree char *few = accumulate (4, 8);
  g_autoptr (WeftSimTrace) trace = take (&folder, many, 0);
  g_autoptr (WeftSimTrace) small = take (&folder, few, 0);

  g_assert_cmpuint (trace->n_tasks, ==, small->n_tasks);
  g_assert_cmpuint (small->n_folds, ==, 0);
  g_assert_cmpuint (trace->n_folds, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (trace->folds[i].times, ==, 32764);
      g_assert_cmpuint (trace->folds[i].n_marks, ==, 4);
    }
  expect_note (trace, "Of 32768 steps of gradient accumulation, of 5 layers each, 4 are run one by one");
}

/* Marks stand where the last two steps end, forwards and backwards. */
static void
test_marks (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *text = accumulate (10, 8);
  g_autoptr (WeftSimTrace) trace = take (&folder, text, 0);
  g_autofree char *forward = weft_sim_trace_task_name (trace, trace->folds[0].after[0]);
  g_autofree char *backward = weft_sim_trace_task_name (trace, trace->folds[1].after[0]);
  guint32 step = trace->folds[0].after[0] - trace->folds[0].before[0];

  g_assert_cmpuint (trace->folds[0].times, ==, 6);
  g_assert_cmpstr (forward, ==, "row forward");
  g_assert_cmpstr (backward, ==, "embedding weight gradient");
  /* five layers, each with a computation and a collective; backwards embedding has no collective */
  g_assert_cmpuint (step, ==, 10);
  g_assert_cmpuint (trace->folds[1].after[3] - trace->folds[1].before[3], ==, 14);
  g_assert_cmpuint (trace->rank[trace->folds[1].after[3]], ==, 3);
}

/* Some writers give the first step other times than the rest. */
static void
test_first_step_differs (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *text = accumulate (24, 15091072);
  g_autoptr (WeftSimTrace) trace = take (&folder, text, 0);
  double odd_s = 0;

  g_assert_cmpuint (trace->n_folds, ==, 2);
  g_assert_cmpuint (trace->folds[0].times, ==, 19);
  g_assert_cmpuint (trace->folds[1].times, ==, 19);
  expect_note (trace, "5 are run one by one; the other 19");
  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (trace->rank[i] == 0)
      odd_s = MAX (odd_s, trace->costs[trace->cost[i]].compute_s);
  g_assert_cmpfloat (odd_s, ==, 0.015091072);
}

static void
test_steps_that_are_not_listed (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, HEAD "1 ga: 16 all_gpus: 1\n2\na -1 1 NONE 0 1 NONE 0 1 NONE 0 0\nb -1 1 NONE 0 1 NONE 0 1 NONE 0 0\n",
          0);

  g_assert_cmpuint (trace->n_folds, ==, 0);
  expect_note (trace, "no lines come so often");
}

/* Each step crosses the stages by itself. */
static void
test_steps_of_stages (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder,
          HEAD "1 pp: 2 ga: 2 all_gpus: 2 pp_comm: 524288.0\n2\na -1 7 NONE 0 5 NONE 0 0 NONE 0 0\n"
               "a -1 7 NONE 0 5 NONE 0 0 NONE 0 0\n",
          0);

  expect_tasks (trace, 0,
                "a forward 7; activations to the next stage send 524288; a forward 7; "
                "activations to the next stage send 524288; gradients from the next stage recv 524288; "
                "a input gradient 5; gradients from the next stage recv 524288; a input gradient 5; ");
  /* the second forward pass does not wait for the first send */
  g_assert_true (waits (trace, 0, 2));
  g_assert_false (waits (trace, 1, 2));
  /* gradients of the last step come first */
  g_assert_cmpuint (trace->peer[4], !=, trace->peer[6]);
}

/* --- what folding is worth --- */

static double
makespan_of (Folder *folder, const char *text, WeftSimModel model)
{
  g_autofree char *network_path =
    folder_write (folder, "network.yml", "topology: [ Switch ]\nnpus_count: [ 4 ]\nbandwidth: [ 1 ]\nlatency: [ 10 ]\n");
  g_autoptr (WeftSimNetwork) network = weft_astra_network_read (network_path, NULL, &folder->error);
  g_autoptr (WeftSimTrace) trace = take (folder, text, 0);
  g_autoptr (WeftSimResult) result = NULL;
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = model;
  result = weft_sim_run (trace, network, &options, NULL, &folder->error);
  g_assert_no_error (folder->error);
  return result->makespan_s;
}

/* The same lines without a word of accumulation are run one by one. */
static void
test_folding_is_exact (void)
{
  const WeftSimModel models[] = { WEFT_SIM_FLUID, WEFT_SIM_FIFO };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *folded = accumulate (60, 15091072);
      g_autofree char *written = accumulate (60, 15091072);
      char *word = strstr (written, "ga: 60");
      double folded_s, written_s;

      memcpy (word, "ga: 1 ", 6);
      folded_s = makespan_of (&folder, folded, models[i]);
      written_s = makespan_of (&folder, written, models[i]);
      g_assert_cmpfloat_with_epsilon (folded_s, written_s, 1e-9 * written_s);
    }
}

/* Two stages, whose activations cost next to nothing: (steps + stages - 1) times forward and backward. */
static void
test_pipeline_time (void)
{
  const guint steps[] = { 1, 3, 4, 5, 64, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_auto (Folder) folder = folder_new ();
      GString *text = g_string_new (NULL);
      double wanted_s = (steps[i] + 4 - 1) * (700 + 500) * 1e-6;
      g_autofree char *whole = NULL;

      g_string_append_printf (text, HEAD "1 pp: 4 ga: %u all_gpus: 4 pp_comm: 0\n%u\n", steps[i], steps[i]);
      for (guint k = 0; k < steps[i]; k++)
        g_string_append (text, "a -1 700000 NONE 0 500000 NONE 0 0 NONE 0 0\n");
      whole = g_string_free (text, FALSE);
      g_assert_cmpfloat_with_epsilon (makespan_of (&folder, whole, WEFT_SIM_FLUID), wanted_s, 1e-6);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simai-steps/192-steps-are-folded", test_steps_are_folded);
  g_test_add_func ("/simai-steps/marks", test_marks);
  g_test_add_func ("/simai-steps/first-step-differs", test_first_step_differs);
  g_test_add_func ("/simai-steps/steps-that-are-not-listed", test_steps_that_are_not_listed);
  g_test_add_func ("/simai-steps/steps-of-stages", test_steps_of_stages);
  g_test_add_func ("/simai-steps/folding-is-exact", test_folding_is_exact);
  g_test_add_func ("/simai-steps/pipeline-time", test_pipeline_time);
  return g_test_run ();
}
