/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports and traces of mappings: sums that have to agree, a critical path without gaps, messages spread over equal
 * ways, and a trace that says what the schedule says. */
#include "../design/graph-fixture.h"

#include <glib/gstdio.h>
#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-report.h"
#include "workload/weft-task-builder.h"

typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftTaskGraph *graph;
  WeftMapProblem *problem;
  WeftMapResult *result;
  WeftMapReport *report;
} Case;

static WeftFlat *
load_system (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  WeftFlat *flat;

  g_assert_no_error (error);
  flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  return flat;
}

/* Layers of tasks of two kernels; some share data that stays, and with @has_groups each fourth layer is a
 * collective. */
static WeftTaskGraph *
make_graph (guint n_layers, guint width, gboolean has_groups)
{
  static const WeftCommKind comms[] = { WEFT_COMM_ALL_REDUCE, WEFT_COMM_ALL_TO_ALL, WEFT_COMM_BROADCAST };
  const WeftTaskCost costs[] = {
    { .kernel = "dense", .flops = { [WEFT_DTYPE_BF16] = 1e9 }, .bytes_read = 1e6, .working_set_bytes = 5e6 },
    { .kernel = "sparse \"x\"", .flops = { [WEFT_DTYPE_FP64] = 1e7 }, .bytes_read = 3e7, .working_set_bytes = 7e6 },
  };
  WeftTaskBuilder *builder = weft_task_builder_new ("layers");
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_layers * 1000 + width);
  guint32 stem = weft_task_builder_intern (builder, "t\té");
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph;
  guint32 regions[2], n_groups = 0;

  for (guint i = 0; i < 2; i++)
    {
      weft_task_builder_add_kind (builder, &costs[i]);
      regions[i] = weft_task_builder_add_region (builder, stem, i, 1e8 * (i + 1));
    }
  for (guint i = 0; i < 3; i++)
    {
      WeftTaskCost cost = { .kernel = "comm", .comm = comms[i], .comm_bytes = 4e6 };

      weft_task_builder_add_kind (builder, &cost);
    }
  for (guint layer = 0; layer < n_layers; layer++)
    for (guint i = 0; i < width; i++)
      {
        gboolean is_comm = has_groups && layer % 4 == 3;
        guint32 kind = is_comm ? 2 + layer / 4 % 3 : g_rand_boolean (rand);
        guint32 task = weft_task_builder_add_task (builder, kind, stem, layer * width + i);

        if (is_comm)
          weft_task_builder_set_group (builder, task, i == 0 ? n_groups++ : n_groups - 1);
        if (!is_comm && i % 3 < 2)
          weft_task_builder_set_region (builder, task, regions[i % 3]);
        for (guint e = 0; layer > 0 && e < 3; e++)
          weft_task_builder_add_edge (builder, (layer - 1) * width + g_rand_int_range (rand, 0, width), task,
                                      g_rand_int_range (rand, 0, 4) * 1e5);
      }
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

static void
case_init (Case *self, const char *system, WeftTaskGraph *graph, WeftMapAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;

  self->flat = load_system (system);
  self->graph = graph;
  self->platform = weft_platform_from_flat (self->flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  self->problem = weft_map_problem_on (graph, self->platform, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  self->result = weft_map (self->problem, algorithm, NULL, NULL, &error);
  g_assert_no_error (error);
  self->report = weft_map_report_new (self->problem, self->result->schedule, self->flat, NULL);
  g_assert_nonnull (self->report);
}

static void
case_clear (Case *self)
{
  weft_map_report_free (self->report);
  weft_map_result_free (self->result);
  weft_map_problem_unref (self->problem);
  weft_platform_unref (self->platform);
  weft_task_graph_unref (self->graph);
  weft_flat_free (self->flat);
}

static void
assert_close (double value, double expected)
{
  if (value != expected)
    g_assert_cmpfloat_with_epsilon (value, expected, 1e-9 * fabs (expected));
}

/* --- sums --- */

/* What one message adds: its bytes once for each link of its way. */
static void
add_message (const Case *self, WeftRoute *route, guint from, guint to, double bytes, double sums[3])
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (from == to)
    return;
  weft_route_path (route, self->platform->device[from], self->platform->device[to], 0, links);
  sums[0] += bytes;
  sums[1] += bytes * links->len;
  sums[2] += links->len;
}

static void
check_links (const Case *self)
{
  const WeftSchedule *schedule = self->result->schedule;
  g_autoptr (WeftRoute) route = weft_route_new (self->flat);
  double sums[3] = { 0 }, bytes = 0, messages = 0, before = INFINITY;

  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    for (guint32 e = self->graph->first_pred[i]; e < self->graph->first_pred[i + 1]; e++)
      add_message (self, route, schedule->device[self->graph->pred[e]], schedule->device[i],
                   self->graph->pred_bytes[e], sums);
  for (guint i = 0; i < self->report->links->len; i++)
    {
      const WeftLinkLoad *load = &g_array_index (self->report->links, WeftLinkLoad, i);

      g_assert_cmpuint (self->flat->from[load->link], ==, load->from);
      g_assert_cmpuint (self->flat->to[load->link], ==, load->to);
      g_assert_cmpuint (load->n_messages, >, 0);
      g_assert_cmpfloat (load->bytes, <=, before);
      before = load->bytes;
      bytes += load->bytes;
      messages += load->n_messages;
    }
  assert_close (self->report->moved_bytes, sums[0]);
  assert_close (bytes, sums[1]);
  g_assert_cmpfloat (messages, ==, sums[2]);
  g_assert_cmpfloat (self->report->collective_bytes, ==, 0);
}

static void
check_loads (const Case *self)
{
  const WeftSchedule *schedule = self->result->schedule;
  g_autofree double *busy_s = g_new0 (double, self->platform->n_devices);
  guint32 n = 0;
  double total_s = 0;

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    busy_s[schedule->device[i]] += schedule->finish_s[i] - schedule->start_s[i];
  for (guint p = 0; p < self->platform->n_devices; p++)
    {
      n += self->report->loads[p].n_tasks;
      total_s += busy_s[p];
      assert_close (self->report->loads[p].busy_s, busy_s[p]);
      /* Regions of 100 and 200 MB, and working sets of 5 or 7 MB besides. */
      g_assert_true (self->report->loads[p].n_tasks > 0 || self->report->loads[p].resident_bytes == 0);
      g_assert_cmpfloat (self->report->loads[p].resident_bytes, <=, 307e6);
    }
  g_assert_cmpuint (n, ==, schedule->n_tasks);
  assert_close (self->report->utilisation, total_s / (schedule->makespan_s * self->platform->n_devices));
}

static void
check_placement (const Case *self)
{
  const WeftMapReport *report = self->report;
  guint32 n = 0;
  double busy_s = 0, loads_s = 0;

  for (gsize i = 0; i < (gsize) report->kernels->len * report->n_classes; i++)
    {
      n += report->cells[i].n_tasks;
      busy_s += report->cells[i].busy_s;
    }
  for (guint p = 0; p < report->n_devices; p++)
    loads_s += report->loads[p].busy_s;
  g_assert_cmpuint (n, ==, self->graph->n_tasks);
  assert_close (busy_s, loads_s);
}

/* Each step starts when the one before is done and its bytes are there. */
static void
check_path (const Case *self)
{
  const WeftSchedule *schedule = self->result->schedule;
  const GArray *path = self->report->path;
  const WeftPathStep *last = &g_array_index (path, WeftPathStep, path->len - 1);

  g_assert_cmpfloat (schedule->finish_s[last->task], ==, schedule->makespan_s);
  for (guint i = 0; i < path->len; i++)
    {
      const WeftPathStep *step = &g_array_index (path, WeftPathStep, i);

      if (i == 0)
        {
          g_assert_cmpint (step->wait, ==, WEFT_WAIT_START);
          g_assert_cmpfloat (schedule->start_s[step->task], ==, 0);
          continue;
        }
      g_assert_cmpuint (step->for_task, ==, g_array_index (path, WeftPathStep, i - 1).task);
      g_assert_cmpfloat (schedule->start_s[step->task], ==, schedule->finish_s[step->for_task] + step->comm_s);
      g_assert_true (step->wait != WEFT_WAIT_DATA
                     || schedule->device[step->task] != schedule->device[step->for_task]);
      g_assert_true ((step->wait != WEFT_WAIT_RESULT && step->wait != WEFT_WAIT_DEVICE)
                     || schedule->device[step->task] == schedule->device[step->for_task]);
    }
}

static void
test_sums (void)
{
  static const char *const systems[]
    = { "chase-llm.weft", "chase-mixed.weft", "h100-nvl64.weft", "h100-4-by-32.weft", "el-capitan-cabinet.weft",
        "superpod-h100-unit.weft" };
  static const WeftMapAlgorithm algorithms[] = { WEFT_MAP_HEFT, WEFT_MAP_PEFT, WEFT_MAP_GREEDY_APPEND };

  for (guint i = 0; i < G_N_ELEMENTS (systems); i++)
    {
      Case self;

      case_init (&self, systems[i], make_graph (12, 20 + i, FALSE), algorithms[i % 3]);
      g_assert_cmpfloat (self.report->moved_bytes, >, 0);
      check_links (&self);
      check_loads (&self);
      check_placement (&self);
      check_path (&self);
      case_clear (&self);
    }
}

/* A collective's bytes by hand; the path waits for other ranks too. */
static void
test_collectives (void)
{
  Case self;
  guint n_waits[WEFT_N_WAITS] = { 0 };
  double bytes = 0;

  case_init (&self, "chase-llm.weft", make_graph (16, 8, TRUE), WEFT_MAP_HEFT);
  check_loads (&self);
  check_placement (&self);
  check_path (&self);
  for (guint i = 0; i < self.report->path->len; i++)
    n_waits[g_array_index (self.report->path, WeftPathStep, i).wait]++;
  g_assert_cmpuint (n_waits[WEFT_WAIT_START], ==, 1);
  for (guint32 g = 0; g < self.graph->n_groups; g++)
    {
      const guint32 *ranks = self.graph->member + self.graph->first_member[g];
      const guint32 *device = self.result->schedule->device;

      for (guint i = 0; i < 8; i++)
        switch (self.graph->kinds[self.graph->kind[ranks[0]]].comm)
          {
          case WEFT_COMM_ALL_REDUCE:
            bytes += device[ranks[i]] != device[ranks[(i + 1) % 8]] ? 2 * 7 / 8.0 * 4e6 : 0;
            break;
          case WEFT_COMM_ALL_TO_ALL:
            for (guint j = 0; j < 8; j++)
              bytes += device[ranks[i]] != device[ranks[j]] ? 4e6 / 8 : 0;
            break;
          default:
            /* Rank i has it from the rank without its lowest bit. */
            bytes += i > 0 && device[ranks[i]] != device[ranks[i & (i - 1)]] ? 4e6 : 0;
          }
    }
  assert_close (self.report->collective_bytes, bytes);
  g_assert_cmpfloat (self.report->moved_bytes, >, bytes);
  case_clear (&self);
}

/* Nine equal messages between two GPUs, and each of nine switches carries one. */
static void
test_spread (void)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("fan");
  WeftTaskCost cost = { .kernel = "work" };
  guint32 stem = weft_task_builder_intern (builder, "t");
  g_autoptr (WeftSchedule) schedule = weft_schedule_new (18);
  g_autoptr (WeftFlat) flat = load_system ("h100-nvl64.weft");
  g_autoptr (WeftPlatform) platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, NULL);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapReport) report = NULL;

  weft_task_builder_add_kind (builder, &cost);
  weft_task_builder_add_time (builder, "*", 1);
  for (guint i = 0; i < 18; i++)
    weft_task_builder_add_task (builder, 0, stem, i);
  for (guint i = 0; i < 9; i++)
    weft_task_builder_add_edge (builder, i, 9 + i, 1e6);
  graph = weft_task_builder_finish (builder, NULL, NULL);
  problem = weft_map_problem_on (graph, platform, fixture_get_inventory (), NULL, NULL, NULL);
  for (guint i = 0; i < 18; i++)
    {
      /* The first GPU of the first tray and of the last one. */
      schedule->device[i] = i < 9 ? 0 : 90;
      schedule->start_s[i] = i < 9 ? i : 10 + i;
      schedule->finish_s[i] = schedule->start_s[i] + 1;
    }
  schedule->makespan_s = 28;
  report = weft_map_report_new (problem, schedule, flat, NULL);
  g_assert_cmpuint (report->links->len, ==, 18);
  for (guint i = 0; i < 18; i++)
    {
      g_assert_cmpfloat (g_array_index (report->links, WeftLinkLoad, i).bytes, ==, 1e6);
      g_assert_cmpuint (g_array_index (report->links, WeftLinkLoad, i).n_messages, ==, 1);
    }
}

/* Without a machine pairs of devices count. */
static void
test_pairs (void)
{
  g_autoptr (JsonNode) node = weft_json_parse (
    "{\"procs\":2,\"tasks\":[[1,9],[9,1],[1,9]],\"edges\":[[0,1,4],[1,2,6]],"
    "\"latency\":[[0,1],[1,0]],\"bandwidth\":[[1,2],[2,1]]}", -1, "test", NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem = weft_map_problem_from_json (node, NULL, &error);
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (WeftMapReport) report = NULL;
  g_autoptr (JsonObject) object = json_object_new ();
  const WeftLinkLoad *loads;

  g_assert_no_error (error);
  result = weft_map (problem, WEFT_MAP_HEFT, NULL, NULL, &error);
  g_assert_no_error (error);
  report = weft_map_report_new (problem, result->schedule, NULL, NULL);
  g_assert_cmpuint (report->links->len, ==, 2);
  loads = (const WeftLinkLoad *) (gpointer) report->links->data;
  g_assert_cmpuint (loads[0].link, ==, WEFT_FLAT_NONE);
  g_assert_cmpuint (loads[0].from, ==, 1);
  g_assert_cmpuint (loads[0].to, ==, 0);
  g_assert_cmpfloat (loads[0].bytes, ==, 6);
  g_assert_cmpuint (report->path->len, ==, 3);
  weft_map_report_add_json (report, problem, result->schedule, NULL, object);
  g_assert_cmpfloat (json_object_get_double_member (json_object_get_object_member (object, "bytes_by_link"), "0 -> 1"),
                     ==, 4);
}

static void
test_cancelled (void)
{
  Case self;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  case_init (&self, "chase-llm.weft", make_graph (4, 8, FALSE), WEFT_MAP_HEFT);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_map_report_new (self.problem, self.result->schedule, self.flat, cancellable));
  case_clear (&self);
}

/* --- JSON and the trace --- */

static void
test_json (void)
{
  Case self;
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GList) links = NULL;
  JsonObject *by_link;
  double bytes = 0, all = 0;

  case_init (&self, "chase-llm.weft", make_graph (8, 40, FALSE), WEFT_MAP_PEFT);
  weft_map_report_add_json (self.report, self.problem, self.result->schedule, self.flat, object);
  by_link = json_object_get_object_member (object, "bytes_by_link");
  links = json_object_get_members (by_link);
  for (GList *at = links; at != NULL; at = at->next)
    bytes += json_object_get_double_member (by_link, at->data);
  for (guint i = 0; i < self.report->links->len; i++)
    all += g_array_index (self.report->links, WeftLinkLoad, i).bytes;
  assert_close (bytes, all);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "loads")), ==, 40);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "critical_path")), ==,
                    self.report->path->len);
  g_assert_cmpfloat (json_object_get_double_member (json_object_get_object_member (object, "path"), "work_s"), >, 0);
  case_clear (&self);
}

static void
check_task (const Case *self, JsonObject *task, guint32 index)
{
  const WeftSchedule *schedule = self->result->schedule;
  const WeftTaskGraph *graph = self->graph;
  JsonArray *deps = json_object_get_array_member (task, "deps");
  g_autofree char *name = weft_task_graph_task_name (graph, index);

  g_assert_cmpstr (json_object_get_string_member (task, "name"), ==, name);
  g_assert_cmpint (json_object_get_int_member (task, "device"), ==, schedule->device[index]);
  g_assert_cmpint (json_object_get_int_member (task, "cost"), ==, graph->kind[index]);
  g_assert_cmpfloat (json_object_get_double_member (task, "start_s"), ==, schedule->start_s[index]);
  g_assert_cmpfloat (json_object_get_double_member (task, "finish_s"), ==, schedule->finish_s[index]);
  g_assert_cmpuint (json_array_get_length (deps), ==, graph->first_pred[index + 1] - graph->first_pred[index]);
  for (guint i = 0; i < json_array_get_length (deps); i++)
    g_assert_cmpint (json_array_get_int_element (deps, i), ==, graph->pred[graph->first_pred[index] + i]);
  if (graph->group[index] != WEFT_TASK_NONE)
    g_assert_cmpint (json_object_get_int_member (task, "group"), ==, graph->group[index]);
  else
    g_assert_false (json_object_has_member (task, "group"));
}

static void
check_costs (const Case *self, JsonArray *costs)
{
  JsonObject *dense = json_array_get_object_element (costs, 0);
  JsonObject *comm = json_array_get_object_element (costs, 2);

  g_assert_cmpuint (json_array_get_length (costs), ==, self->graph->n_kinds);
  g_assert_cmpstr (json_object_get_string_member (dense, "kind"), ==, "compute");
  g_assert_cmpfloat (json_object_get_double_member (json_object_get_object_member (dense, "flops"), "bf16"), ==, 1e9);
  g_assert_cmpfloat (json_object_get_double_member (dense, "bytes_read"), ==, 1e6);
  g_assert_cmpstr (json_object_get_string_member (comm, "kind"), ==, "collective");
  g_assert_cmpstr (json_object_get_string_member (comm, "comm"), ==, "all_reduce");
  g_assert_cmpfloat (json_object_get_double_member (comm, "comm_bytes"), ==, 4e6);
}

static void
check_messages (const Case *self, JsonArray *messages)
{
  const guint32 *device = self->result->schedule->device;
  double bytes = 0;

  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonArray *message = json_array_get_array_element (messages, i);

      g_assert_cmpuint (device[json_array_get_int_element (message, 0)], !=,
                        device[json_array_get_int_element (message, 1)]);
      bytes += json_array_get_double_element (message, 2);
    }
  assert_close (bytes, self->report->moved_bytes - self->report->collective_bytes);
}

static void
test_trace (void)
{
  Case self;
  g_autofree char *folder = g_dir_make_tmp ("weft-trace-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *missing = g_build_filename (folder, "no", "trace.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *one = NULL;
  g_autofree char *again = NULL;
  JsonObject *root;
  JsonArray *tasks;

  case_init (&self, "chase-llm.weft", make_graph (40, 60, TRUE), WEFT_MAP_HEFT);
  g_assert_true (weft_map_write_trace (self.problem, self.result->schedule, path, &error));
  g_assert_no_error (error);
  g_file_get_contents (path, &one, NULL, NULL);
  node = weft_json_load (path, NULL, &error);
  g_assert_no_error (error);
  root = json_node_get_object (node);
  g_assert_cmpstr (json_object_get_string_member (root, "format"), ==, "weft-trace/1");
  g_assert_cmpfloat (json_object_get_double_member (root, "makespan_s"), ==, self.result->schedule->makespan_s);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "devices")), ==, 40);
  check_costs (&self, json_object_get_array_member (root, "costs"));
  check_messages (&self, json_object_get_array_member (root, "messages"));
  tasks = json_object_get_array_member (root, "tasks");
  g_assert_cmpuint (json_array_get_length (tasks), ==, self.graph->n_tasks);
  for (guint32 i = 0; i < self.graph->n_tasks; i++)
    check_task (&self, json_array_get_object_element (tasks, i), i);

  g_assert_true (weft_map_write_trace (self.problem, self.result->schedule, path, &error));
  g_file_get_contents (path, &again, NULL, NULL);
  g_assert_cmpstr (one, ==, again);
  g_assert_false (weft_map_write_trace (self.problem, self.result->schedule, missing, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "no/trace.json"));
  g_remove (path);
  g_rmdir (folder);
  case_clear (&self);
}

/* A full disk: nothing is left, and the error names the file. */
static void
test_full (void)
{
  Case self;
  g_autoptr (GError) error = NULL;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  case_init (&self, "chase-llm.weft", make_graph (8, 8, FALSE), WEFT_MAP_HEFT);
  g_assert_false (weft_map_write_trace (self.problem, self.result->schedule, "/dev/full", &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/dev/full"));
  case_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/sums", test_sums);
  g_test_add_func ("/report/collectives", test_collectives);
  g_test_add_func ("/report/spread", test_spread);
  g_test_add_func ("/report/pairs", test_pairs);
  g_test_add_func ("/report/cancelled", test_cancelled);
  g_test_add_func ("/report/json", test_json);
  g_test_add_func ("/report/trace", test_trace);
  g_test_add_func ("/report/full", test_full);
  return g_test_run ();
}
