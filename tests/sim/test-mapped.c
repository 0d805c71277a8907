/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings as traces: what becomes of edges, groups, times and data in remote memory, and that mapped workloads run to
 * their end on the machines they were mapped on. */
#include "../design/graph-fixture.h"

#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-ranks.h"
#include "mapper/weft-mapper.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-result.h"
#include "workload/weft-generator.h"
#include "workload/weft-task-builder.h"

#define POOL_NODE                                                                                                     \
  "'items':[{'id':'gpu','chip':'H100','count':4},{'id':'switch','component':'xc50256'},"                              \
  "{'id':'pool','component':'cmm-d-256','count':2}],'links':["                                                        \
  "{'from':'gpu','to':'gpu','wiring':'all','component':'nvlink4-link','fabric':'NVLink4','channels':6},"              \
  "{'from':'gpu','to':'switch','wiring':'all','component':'pcie5-x16-cable'},"                                        \
  "{'from':'switch','to':'pool','wiring':'all','component':'pcie5-x16-cable'}]"

/* A machine, what runs on it, and where. */
typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftTaskGraph *graph;
  WeftMapProblem *problem;
  WeftSchedule *schedule;
  GArray *remotes;
  WeftSimTrace *trace;
  WeftSimResult *result;
} Case;

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_pointer (&self->remotes, g_array_unref);
  g_clear_pointer (&self->schedule, weft_schedule_unref);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static void
case_node (Case *self, const char *inside)
{
  g_autoptr (WeftGraph) graph = fixture_node (inside);

  self->flat = fixture_flat (graph);
}

static void
case_load (Case *self, const char *system)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", system, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  self->flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
}

static void
case_finish (Case *self, WeftTaskBuilder *builder)
{
  g_autoptr (GError) error = NULL;

  self->graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
}

static void
case_generate (Case *self, const char *id, const char *params)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (params), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, &error);

  g_assert_no_error (error);
  self->graph = weft_generator_make (weft_generator_find (id, NULL), json_node_get_object (node),
                                     weft_inventory_get_catalog (fixture_get_inventory ()), NULL, &error);
  g_assert_no_error (error);
}

static void
case_problem (Case *self)
{
  g_autoptr (GError) error = NULL;

  self->platform = weft_platform_from_flat (self->flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  self->problem = weft_map_problem_on (self->graph, self->platform, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
case_map (Case *self, WeftMapAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapResult) result = NULL;

  case_problem (self);
  result = weft_map (self->problem, algorithm, NULL, NULL, &error);
  g_assert_no_error (error);
  self->schedule = weft_schedule_ref (result->schedule);
}

/* A schedule by hand: the device of each task, and its start. */
static void
case_place (Case *self, const guint32 *device, const double *start_s)
{
  case_problem (self);
  self->schedule = weft_schedule_new (self->graph->n_tasks);
  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    {
      self->schedule->device[i] = device[i];
      self->schedule->start_s[i] = start_s != NULL ? start_s[i] : i;
    }
}

static void
case_trace (Case *self)
{
  g_autoptr (GError) error = NULL;

  self->trace = weft_sim_trace_from_mapping (self->problem, self->schedule, self->flat, fixture_get_inventory (),
                                             self->remotes, &error);
  g_assert_no_error (error);
}

static void
case_run (Case *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimNetwork) network
    = weft_sim_network_from_flat (self->flat, fixture_get_inventory (), self->platform->device,
                                  self->platform->n_devices, &error);
  WeftSimOptions options;

  g_assert_no_error (error);
  weft_sim_options_init (&options);
  self->result = weft_sim_run (self->trace, network, &options, NULL, &error);
  g_assert_no_error (error);
}

static void
add_remote (Case *self, const char *pattern, guint32 device)
{
  WeftSimRemote remote = { (char *) pattern, device };

  if (self->remotes == NULL)
    self->remotes = g_array_new (FALSE, FALSE, sizeof (WeftSimRemote));
  g_array_append_val (self->remotes, remote);
}

static guint32
count_kind (const WeftSimTrace *trace, WeftSimKind kind)
{
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    n += trace->kind[i] == kind;
  return n;
}

static gboolean
has_edge (const WeftSimTrace *trace, guint32 from, guint32 to)
{
  for (guint32 e = trace->first_succ[from]; e < trace->first_succ[from + 1]; e++)
    if (trace->succ[e] == to)
      return TRUE;
  return FALSE;
}

static guint32
add_task (WeftTaskBuilder *builder, const WeftTaskCost *cost)
{
  guint32 n = weft_task_builder_n_tasks (builder);

  return weft_task_builder_add_task (builder, weft_task_builder_add_kind (builder, cost),
                                     weft_task_builder_intern (builder, "t"), n);
}

static const WeftTaskCost work = { .kernel = "work", .flops = { [WEFT_DTYPE_BF16] = 1e12 }, .bytes_read = 1e9 };

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

/* --- remote memory --- */

/* Two tasks one after the other that use region "kv@0", which the first writes and the second reads. */
static void
make_kv (Case *at, const guint32 *device)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("kv");
  WeftTaskCost writes = work, reads = work;
  guint32 region = weft_task_builder_add_region (builder, weft_task_builder_intern (builder, "kv"), 0, 4e8);
  guint32 other = weft_task_builder_add_region (builder, weft_task_builder_intern (builder, "weights"), 0, 7e8);

  writes.bytes_written = 2e8;
  writes.region_bytes_written = 1e8;
  reads.region_bytes_read = 3e8;
  case_node (at, POOL_NODE);
  add_task (builder, &writes);
  add_task (builder, &reads);
  add_task (builder, &work);
  weft_task_builder_set_region (builder, 0, region);
  weft_task_builder_set_region (builder, 1, region);
  weft_task_builder_set_region (builder, 2, other);
  weft_task_builder_add_edge (builder, 0, 1, 8);
  weft_task_builder_add_edge (builder, 1, 2, 8);
  case_finish (at, builder);
  case_place (at, device, NULL);
}

static guint32
find_pool (const Case *at, const char *text)
{
  g_autoptr (GError) error = NULL;
  guint32 device = weft_sim_find_memory (at->flat, fixture_get_inventory (), text, &error);

  g_assert_no_error (error);
  return device;
}

/* The store waits for its task, the load for the store, and the task for the load. */
static void
test_remote (void)
{
  g_auto (Case) at = { 0 };
  const guint32 device[] = { 0, 0, 0 };
  guint32 store = 3, load = 4;

  make_kv (&at, device);
  add_remote (&at, "kv*", find_pool (&at, "pool"));
  case_trace (&at);
  g_assert_cmpuint (at.trace->n_providers, ==, 1);
  g_assert_cmpfloat (at.trace->providers[0].bw_bytes_s, ==, 36e9);
  g_assert_cmpfloat (at.trace->providers[0].latency_s, ==, 250e-9);
  g_assert_cmpuint (at.trace->n_tasks, ==, 5);
  g_assert_cmpuint (at.trace->kind[store], ==, WEFT_SIM_STORE);
  g_assert_cmpuint (at.trace->kind[load], ==, WEFT_SIM_LOAD);
  g_assert_cmpfloat (at.trace->costs[at.trace->cost[store]].bytes, ==, 1e8);
  g_assert_cmpfloat (at.trace->costs[at.trace->cost[load]].bytes, ==, 3e8);
  g_assert_true (has_edge (at.trace, 0, store));
  g_assert_true (has_edge (at.trace, store, load));
  g_assert_true (has_edge (at.trace, 0, load));
  g_assert_true (has_edge (at.trace, load, 1));
  g_assert_false (has_edge (at.trace, 0, 1));
  case_run (&at);
  g_assert_cmpuint (at.result->providers[0].n_requests, ==, 2);
  g_assert_cmpfloat (at.result->providers[0].bytes, ==, 4e8);
  g_assert_cmpfloat (at.result->finish_s[load] - at.result->start_s[load], >=, 3e8 / 36e9 + 250e-9);
  g_assert_cmpfloat (at.result->share[WEFT_SIM_SHARE_REMOTE], >, 0.3);
}

/* Where a kind does not say what it reads of its region, it is all that it reads, at most the region. */
static void
test_remote_unsaid (void)
{
  g_auto (Case) at = { 0 };
  const guint32 device[] = { 0, 0, 1 };

  make_kv (&at, device);
  add_remote (&at, "weights*", find_pool (&at, "CMM-D-256"));
  case_trace (&at);
  g_assert_cmpuint (at.trace->n_tasks, ==, 4);
  g_assert_cmpfloat (at.trace->costs[at.trace->cost[3]].bytes, ==, 7e8);
  g_assert_cmpuint (at.trace->rank[3], ==, 1);
  /* The edge between devices leads to the load. */
  g_assert_true (has_edge (at.trace, 1, 3));
  g_assert_false (has_edge (at.trace, 1, 2));
}

/* Regions that match two memories stand in one and the other by turns; what matches nothing, or has no room, is said. */
static void
test_remote_turns (void)
{
  g_auto (Case) at = { 0 };
  WeftTaskBuilder *builder = weft_task_builder_new ("turns");
  const guint32 device[] = { 0, 1, 2, 3 };
  guint32 pool;
  g_autofree char *notes = NULL;

  case_node (&at, POOL_NODE);
  for (guint i = 0; i < 4; i++)
    weft_task_builder_set_region (
      builder, add_task (builder, &work),
      weft_task_builder_add_region (builder, weft_task_builder_intern (builder, "kv"), i, 200e9));
  case_finish (&at, builder);
  case_place (&at, device, NULL);
  pool = find_pool (&at, "Pool 1");
  add_remote (&at, "kv*", pool);
  add_remote (&at, "kv*", pool + 1);
  add_remote (&at, "rows*", pool);
  case_trace (&at);
  g_assert_cmpuint (at.trace->n_providers, ==, 2);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (at.trace->peer[4 + i], ==, i % 2);
  notes = g_strjoinv ("\n", at.trace->notes);
  g_assert_nonnull (strstr (notes, "is to hold 400 GB, but has 256 GB"));
  g_assert_nonnull (strstr (notes, "No data of the workload is called “rows*”"));
}

static void
test_memory_refused (void)
{
  g_auto (Case) at = { 0 };
  g_auto (Case) bare = { 0 };
  const guint32 device[] = { 0, 0, 0 };
  g_autoptr (GError) error = NULL;

  make_kv (&at, device);
  g_assert_cmpuint (weft_sim_find_memory (at.flat, fixture_get_inventory (), "drawer", &error), ==, WEFT_FLAT_NONE);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "Pool 1 (cmm-d-256), Pool 2 (cmm-d-256)"));
  g_clear_error (&error);
  case_load (&bare, "nvl72.weft");
  g_assert_cmpuint (weft_sim_find_memory (bare.flat, fixture_get_inventory (), "pool", &error), ==, WEFT_FLAT_NONE);
  g_assert_nonnull (strstr (error->message, "add a memory pool"));
  g_clear_error (&error);
  add_remote (&at, "kv*", 0);
  g_assert_null (weft_sim_trace_from_mapping (at.problem, at.schedule, at.flat, fixture_get_inventory (), at.remotes,
                                              &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
}

/* --- workloads --- */

/* Nothing on a rank overlaps with more than its slots allow, each edge is heeded, and all is over at the end. */
static void
assert_sound (const Case *at)
{
  const WeftSimTrace *trace = at->trace;
  double last_s = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      g_assert_cmpfloat (at->result->finish_s[i], >=, at->result->start_s[i]);
      last_s = MAX (last_s, at->result->finish_s[i]);
      for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
        g_assert_cmpfloat (at->result->start_s[trace->succ[e]], >=, at->result->finish_s[i] - 1e-12);
    }
  g_assert_cmpfloat (at->result->makespan_s, ==, last_s);
}

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

/* The KV cache of a batch in two drawers that sixteen GPUs share: 16 x 7.8 GB are read at 2 x 256 GB/s at most. */
static void
test_kv_pool (void)
{
  g_auto (Case) at = { 0 };
  double kv_bytes = 0;

  case_load (&at, "h100-cxl-pool.weft");
  case_generate (&at, "llm", "{'phase':'decode','tp':8,'dp':2,'batch':32,'prompt_tokens':8000}");
  case_map (&at, WEFT_MAP_RANKS);
  add_remote (&at, "kv*", find_pool (&at, "jbom-16-cmm-d"));
  add_remote (&at, "kv*", find_pool (&at, "jbom-16-cmm-d") + 1);
  case_trace (&at);
  case_run (&at);
  assert_sound (&at);
  for (guint p = 0; p < 2; p++)
    kv_bytes += at.result->providers[p].bytes;
  /* 8000 tokens read and one written, of 32 sequences. */
  g_assert_cmpfloat (kv_bytes, ==, 327680.0 * 32 * 8001);
  g_assert_cmpfloat (at.result->makespan_s, >, kv_bytes / (2 * 256e9));
  g_assert_cmpfloat (at.result->share[WEFT_SIM_SHARE_REMOTE] + at.result->share[WEFT_SIM_SHARE_QUEUEING]
                       + at.result->share[WEFT_SIM_SHARE_SERIALIZATION], >, 0.5);
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
  g_test_add_func ("/mapped/remote", test_remote);
  g_test_add_func ("/mapped/remote-unsaid", test_remote_unsaid);
  g_test_add_func ("/mapped/remote-turns", test_remote_turns);
  g_test_add_func ("/mapped/memory-refused", test_memory_refused);
  g_test_add_func ("/mapped/llm", test_llm);
  g_test_add_func ("/mapped/pipeline", test_pipeline);
  g_test_add_func ("/mapped/training", test_training);
  g_test_add_func ("/mapped/solvers", test_solvers);
  g_test_add_func ("/mapped/kv-pool", test_kv_pool);
  return g_test_run ();
}
