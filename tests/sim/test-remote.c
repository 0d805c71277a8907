/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of mapped workloads in remote memory: what is loaded and stored and when, which memories there are, and that a
 * cache in a pool takes the pool's time. */
#include "mapped-fixture.h"

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

/* --- a workload --- */

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

/* A batch whose cache no GPU holds is mapped when the cache stands elsewhere. */
static void
test_make_room (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapResult) refused = NULL;
  g_autoptr (WeftMapResult) mapped = NULL;

  case_load (&at, "h100-cxl-pool.weft");
  case_generate (&at, "llm", "{'phase':'decode','tp':8,'batch':160,'prompt_tokens':16000}");
  case_problem (&at);
  refused = weft_map (at.problem, WEFT_MAP_RANKS, NULL, NULL, &error);
  g_assert_null (refused);
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY);
  g_clear_error (&error);
  add_remote (&at, "kv*", find_pool (&at, "pool"));
  weft_sim_make_room (at.problem, at.remotes);
  mapped = weft_map (at.problem, WEFT_MAP_RANKS, NULL, NULL, &error);
  g_assert_no_error (error);
  weft_schedule_check (mapped->schedule, at.problem, &error);
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/remote/remote", test_remote);
  g_test_add_func ("/remote/remote-unsaid", test_remote_unsaid);
  g_test_add_func ("/remote/remote-turns", test_remote_turns);
  g_test_add_func ("/remote/memory-refused", test_memory_refused);
  g_test_add_func ("/remote/kv-pool", test_kv_pool);
  g_test_add_func ("/remote/make-room", test_make_room);
  return g_test_run ();
}
