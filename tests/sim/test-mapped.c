/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings as traces: what becomes of edges, groups and times, and that mapped workloads run to their end on the
 * machines they were mapped on. */
#include "mapped-fixture.h"

/* --- tasks and edges --- */

/* On one device and then on another: the message has its way and its rate. */
static void
test_message (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("two");
  const guint32 device[] = { 0, 1 };
  const WeftLink *link;
  double task_s, message_s;

  case_node (&at, POOL_NODE);
  for (guint i = 0; i < 2; i++)
    add_task (builder, &work);
  weft_task_builder_add_edge (builder, 0, 1, 1e9);
  case_finish (&at, builder);
  case_place (&at, device, NULL);
  case_trace (&at);
  g_assert_cmpuint (at.trace->n_tasks, ==, 2);
  g_assert_cmpuint (at.trace->n_ranks, ==, 4);
  g_assert_cmpfloat (at.trace->succ_bytes[0], ==, 1e9);
  task_s = weft_map_problem_time_s (at.problem, 0, 0);
  link = &at.platform->links[at.platform->link_of[1]];
  message_s = link->alpha_s + 1e9 / link->bw_bytes_s;
  case_run (&at);
  g_assert_cmpfloat_with_epsilon (at.result->makespan_s, 2 * task_s + message_s, 1e-12);
  g_assert_cmpuint (at.result->n_messages, ==, 1);
}

/* Arithmetic and memory are told apart, and names are the graph's. */
static void
test_times (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("times");
  const guint32 device[] = { 2 };
  const WeftChip *chip = weft_inventory_find_chip (fixture_get_inventory (), "H100");
  const WeftSimCost *cost;
  g_autofree char *name = NULL;

  case_node (&at, POOL_NODE);
  add_task (builder, &work);
  case_finish (&at, builder);
  case_place (&at, device, NULL);
  case_trace (&at);
  cost = &at.trace->costs[at.trace->cost[0]];
  g_assert_cmpfloat (cost->launch_s, ==, 0);
  g_assert_cmpfloat_with_epsilon (cost->compute_s, 1e12 / chip->peak_bf16_flops, 1e-18);
  g_assert_cmpfloat_with_epsilon (cost->memory_s, 1e9 / chip->mem_bw_bytes_s, 1e-18);
  g_assert_cmpuint (at.trace->rank[0], ==, 2);
  g_assert_cmpstr (at.trace->labels[at.trace->label[0]], ==, "work");
  name = weft_sim_trace_task_words (at.trace, 0);
  g_assert_nonnull (strstr (name, "GPU 3, task “t@0”"));
}

/* Ready at the same time, the one that the plan has first goes first. */
static void
test_order (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("order");
  const guint32 device[] = { 0, 0, 0 };
  const double start_s[] = { 3, 1, 2 };

  case_node (&at, POOL_NODE);
  for (guint i = 0; i < 3; i++)
    add_task (builder, &work);
  case_finish (&at, builder);
  case_place (&at, device, start_s);
  case_trace (&at);
  case_run (&at);
  g_assert_cmpfloat (at.result->start_s[1], ==, 0);
  g_assert_cmpfloat (at.result->start_s[2], ==, at.result->finish_s[1]);
  g_assert_cmpfloat (at.result->start_s[0], ==, at.result->finish_s[2]);
}

/* A task that hands on takes no time and no place on its device. */
static void
test_send (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("send");
  const WeftTaskCost send = { .kernel = "send", .comm = WEFT_COMM_SEND, .comm_bytes = 5 };
  const guint32 device[] = { 0, 0, 1 };

  case_node (&at, POOL_NODE);
  add_task (builder, &work);
  add_task (builder, &send);
  add_task (builder, &work);
  weft_task_builder_add_edge (builder, 0, 1, 1e6);
  weft_task_builder_add_edge (builder, 1, 2, 1e6);
  case_finish (&at, builder);
  case_place (&at, device, NULL);
  case_trace (&at);
  g_assert_cmpuint (at.trace->kind[1], ==, WEFT_SIM_CONTROL);
  g_assert_cmpstr (at.trace->labels[at.trace->label[1]], ==, "send");
  case_run (&at);
  g_assert_cmpuint (at.result->n_messages, ==, 1);
}

/* --- groups --- */

/* Four ranks of an all-reduce with work of their own. @device: [4] */
static void
make_group (Case *at, const WeftTaskCost *cost, const guint32 *device)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("group");
  guint32 all[8];

  case_node (at, POOL_NODE);
  for (guint i = 0; i < 4; i++)
    {
      guint32 task = add_task (builder, cost);
      guint32 after = add_task (builder, &work);

      weft_task_builder_set_group (builder, task, 0);
      weft_task_builder_add_edge (builder, task, after, 8);
      all[task] = all[after] = device[i];
    }
  case_finish (at, builder);
  case_place (at, all, NULL);
  case_trace (at);
}

static void
test_collective (void)
{
  g_auto (Case) at = { 0 };
  const WeftTaskCost reduce = { .kernel = "sum", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 4e6 };
  const guint32 device[] = { 3, 1, 0, 2 };

  make_group (&at, &reduce, device);
  g_assert_cmpuint (at.trace->n_tasks, ==, 8);
  g_assert_cmpuint (at.trace->n_collectives, ==, 1);
  g_assert_cmpuint (at.trace->collectives[0].comm, ==, WEFT_SIM_ALL_REDUCE);
  g_assert_cmpfloat (at.trace->collectives[0].bytes, ==, 4e6);
  for (guint m = 0; m < 4; m++)
    g_assert_cmpuint (at.trace->member_rank[at.trace->groups[at.trace->collectives[0].group].first + m], ==,
                      device[m]);
  case_run (&at);
}

/* Work of a rank comes before its part. */
static void
test_work_of_collective (void)
{
  g_auto (Case) at = { 0 };
  const WeftTaskCost reduce = {
    .kernel = "sum", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 4e6, .bytes_read = 1e9, .bytes_written = 1e9,
  };
  const guint32 device[] = { 0, 1, 2, 3 };

  make_group (&at, &reduce, device);
  g_assert_cmpuint (at.trace->n_tasks, ==, 12);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (at.trace->kind[2 * i], ==, WEFT_SIM_COLLECTIVE);
      g_assert_cmpuint (at.trace->kind[8 + i], ==, WEFT_SIM_COMPUTE);
      g_assert_true (has_edge (at.trace, 8 + i, 2 * i));
      g_assert_cmpuint (at.trace->order[8 + i], <, at.trace->order[2 * i]);
    }
  case_run (&at);
}

/* Two ranks on a device take part once; both are over with the collective. */
static void
test_shared_device (void)
{
  g_auto (Case) at = { 0 };
  const WeftTaskCost reduce = { .kernel = "sum", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 4e6 };
  const guint32 device[] = { 0, 0, 1, 1 };

  make_group (&at, &reduce, device);
  g_assert_cmpuint (count_kind (at.trace, WEFT_SIM_COLLECTIVE), ==, 2);
  g_assert_cmpuint (at.trace->kind[2], ==, WEFT_SIM_CONTROL);
  g_assert_true (has_edge (at.trace, 2, 0));
  g_assert_true (has_edge (at.trace, 0, 3));
  g_assert_false (has_edge (at.trace, 2, 3));
  case_run (&at);
  g_assert_cmpfloat (at.result->start_s[3], >=, at.result->finish_s[0]);
}

/* All on one device: there is nobody to talk to. */
static void
test_one_device (void)
{
  g_auto (Case) at = { 0 };
  const WeftTaskCost reduce = { .kernel = "sum", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 4e6, .bytes_read = 1e9 };
  const guint32 device[] = { 2, 2, 2, 2 };

  make_group (&at, &reduce, device);
  g_assert_cmpuint (at.trace->n_collectives, ==, 0);
  g_assert_cmpuint (count_kind (at.trace, WEFT_SIM_COMPUTE), ==, 8);
  case_run (&at);
  g_assert_cmpuint (at.result->n_messages, ==, 0);
}

/* A group without a collective waits until all of it could start. */
static void
test_meeting (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("meeting");
  const guint32 device[] = { 0, 0, 1 };

  case_node (&at, POOL_NODE);
  for (guint i = 0; i < 3; i++)
    add_task (builder, &work);
  weft_task_builder_add_edge (builder, 0, 1, 8);
  weft_task_builder_set_group (builder, 1, 0);
  weft_task_builder_set_group (builder, 2, 0);
  case_finish (&at, builder);
  case_place (&at, device, NULL);
  case_trace (&at);
  g_assert_cmpuint (at.trace->n_collectives, ==, 1);
  g_assert_cmpuint (at.trace->collectives[0].comm, ==, WEFT_SIM_BARRIER);
  case_run (&at);
  g_assert_cmpfloat (at.result->start_s[2], >=, at.result->finish_s[0]);
}

static void
test_group_refused (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("odd");
  const WeftTaskCost costs[] = {
    { .kernel = "sum", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 4e6 },
    { .kernel = "sum", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 5e6 },
  };
  const guint32 device[] = { 0, 1 };
  g_autoptr (GError) error = NULL;

  case_node (&at, POOL_NODE);
  for (guint i = 0; i < 2; i++)
    weft_task_builder_set_group (builder, add_task (builder, &costs[i]), 0);
  case_finish (&at, builder);
  case_place (&at, device, NULL);
  g_assert_null (weft_sim_trace_from_mapping (at.problem, at.schedule, NULL, NULL, NULL, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, "“t@0” and “t@1”"));
  g_assert_nonnull (strstr (error->message, "5000000 bytes"));
}

/* --- workloads --- */

static void
run_workload (const char *system, const char *id, const char *params, WeftMapAlgorithm algorithm, Case *at)
{
  case_load (at, system);
  case_generate (at, id, params);
  case_map (at, algorithm);
  case_trace (at);
  case_run (at);
  assert_sound (at);
}

/* Llama-3.1-70B on eight tensor ranks of an HGX H100: 2 all-reduces a layer and one behind the embedding. */
static void
test_llm (void)
{
  g_auto (Case) at = { 0 };

  run_workload ("superpod-h100-unit.weft", "llm", "{'phase':'decode','tp':8,'batch':8,'prompt_tokens':2000}",
                WEFT_MAP_RANKS, &at);
  g_assert_cmpuint (at.trace->n_collectives, ==, 2 * 80 + 1);
  g_assert_cmpuint (at.trace->groups[at.trace->collectives[0].group].n_ranks, ==, 8);
  g_assert_cmpuint (at.trace->n_groups, ==, 2);
  /* Weights alone take 141 GB / 8 / 3.35 TB/s. */
  g_assert_cmpfloat (at.result->makespan_s, >, 141e9 / 8 / 3.35e12);
  g_assert_cmpfloat (at.result->makespan_s, <, 3 * 141e9 / 8 / 3.35e12);
}

static void
test_pipeline (void)
{
  g_auto (Case) at = { 0 };

  run_workload ("helios.weft", "llm", "{'phase':'prefill','tp':4,'pp':5,'batch':8,'microbatches':4,'dp':2}",
                WEFT_MAP_RANKS, &at);
  /* A stage's group for each of two copies. */
  g_assert_cmpuint (at.trace->n_groups, ==, 1 + 2 * 5);
  g_assert_cmpuint (at.result->n_messages, >, 2 * 4 * 4 * 4);
}

static void
test_training (void)
{
  g_auto (Case) at = { 0 };

  run_workload ("nvl72.weft", "llm",
                "{'model':'llama-3.1-8b','phase':'training','tp':4,'pp':2,'dp':2,'batch':8,'microbatches':4}",
                WEFT_MAP_HEFT, &at);
  g_assert_cmpuint (at.trace->n_collectives, >, 0);
}

static void
test_solvers (void)
{
  g_auto (Case) hpcg = { 0 };
  g_auto (Case) lu = { 0 };

  run_workload ("h100-nvl72.weft", "hpcg", "{'n':64,'levels':3,'iterations':3,'blocks':8}", WEFT_MAP_HEFT, &hpcg);
  run_workload ("chase-mixed.weft", "sparse", "{'grid':'100x100','block':64}", WEFT_MAP_HEFT, &lu);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapped/message", test_message);
  g_test_add_func ("/mapped/times", test_times);
  g_test_add_func ("/mapped/order", test_order);
  g_test_add_func ("/mapped/send", test_send);
  g_test_add_func ("/mapped/collective", test_collective);
  g_test_add_func ("/mapped/work-of-collective", test_work_of_collective);
  g_test_add_func ("/mapped/shared-device", test_shared_device);
  g_test_add_func ("/mapped/one-device", test_one_device);
  g_test_add_func ("/mapped/meeting", test_meeting);
  g_test_add_func ("/mapped/group-refused", test_group_refused);
  g_test_add_func ("/mapped/llm", test_llm);
  g_test_add_func ("/mapped/pipeline", test_pipeline);
  g_test_add_func ("/mapped/training", test_training);
  g_test_add_func ("/mapped/solvers", test_solvers);
  return g_test_run ();
}
