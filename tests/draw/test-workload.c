/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts and tables of workloads and mappings. */
#include "gantt-fixture.h"

#include <string.h>

#include "draw/plot/weft-plot-layout-private.h"
#include "draw/workload/weft-kernel-chart.h"
#include "draw/workload/weft-level-plot.h"
#include "draw/workload/weft-mapping-table.h"

/* Three tasks "load", then one "solve" after all of them. */
static WeftTaskSummary *
make_summary (void)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("Test");
  WeftTaskCost load = { .kernel = "load", .bytes_read = 4e9 }, solve = { .kernel = "solve", .bytes_read = 1e6 };
  g_autoptr (WeftTaskGraph) graph = NULL;
  guint32 stem = weft_task_builder_intern (builder, "t");
  g_autoptr (GError) error = NULL;

  solve.flops[WEFT_DTYPE_FP64] = 3e12;
  weft_task_builder_add_kind (builder, &load);
  weft_task_builder_add_kind (builder, &solve);
  for (guint32 i = 0; i < 4; i++)
    weft_task_builder_add_task (builder, i / 3, stem, i);
  for (guint32 i = 0; i < 3; i++)
    weft_task_builder_add_edge (builder, i, 3, 8);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return weft_task_summary_new (graph);
}

static void
paint_kernels (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer chart)
{
  weft_kernel_chart_paint (cr, width, height, palette, chart);
}

static void
test_kernel_chart (void)
{
  g_autoptr (WeftTaskSummary) summary = make_summary ();
  WeftKernelChart chart = { .summary = summary, .hover = 1, .title = "Kernels" };
  g_autofree char *words = weft_kernel_chart_describe (&chart, 0);
  WeftPalette turned = weft_palette_dark;
  const WeftPalette *palettes[] = { &weft_palette_light, &turned };
  WeftBox box;

  turned.right_to_left = TRUE;
  g_assert_cmpuint (weft_kernel_chart_n_rows (&chart), ==, 2);
  g_assert_cmpstr (words, ==, "load\nTasks: 3 (75 %)\nOperations: 0\u00a0FLOP (0 %)\nMemory traffic: 12.0\u00a0GB (100 %)");
  for (int width = 30; width < 1200; width = width * 3 / 2)
    for (int height = 20; height < 400; height *= 2)
      for (guint p = 0; p < 2; p++)
        {
          cairo_surface_t *image = fixture_paint (paint_kernels, &chart, width, height, palettes[p]);

          fixture_count_inside (image);
          cairo_surface_destroy (image);
        }
  for (guint row = 0; row < 2; row++)
    {
      weft_kernel_chart_row (row, 500, 300, &weft_palette_light, &chart, &box);
      g_assert_cmpint (weft_kernel_chart_pick (box.x + 40, box.y + 5, 500, 300, &weft_palette_light, &chart), ==,
                       (int) row);
    }
  g_assert_cmpint (weft_kernel_chart_pick (40, 2, 500, 300, &weft_palette_light, &chart), ==, -1);
  g_assert_cmpfloat (weft_kernel_chart_height (500, &weft_palette_light, &chart), >=, weft_box_bottom (&box));
}

static void
test_level_plot (void)
{
  g_autoptr (WeftTaskSummary) summary = make_summary ();
  g_autoptr (WeftPlot) plot = weft_level_plot_new (summary);
  WeftPlotLayer *layer = weft_plot_get_layer (plot, 0);
  g_autofree char *csv = weft_plot_to_csv (plot);
  g_autofree char *words = weft_plot_layer_describe (layer, plot, 1);
  cairo_surface_t *image = fixture_paint (weft_plot_paint, plot, 400, 300, &weft_palette_light);

  g_assert_cmpuint (fixture_count_inside (image), >, 1000);
  cairo_surface_destroy (image);
  g_assert_cmpuint (weft_plot_layer_n_items (layer), ==, 2);
  g_assert_cmpstr (csv, ==,
                   "series,level,width,tasks,flops,bytes\r\nTasks a level,1,3,3,0,12000000000\r\n"
                   "Tasks a level,2,1,1,3000000000000,1000000\r\n");
  g_assert_nonnull (strstr (words, "Level 2: 1 task, 3.00\u00a0TFLOP, 1.00\u00a0MB"));
}

/* Deep graphs have several levels a step; all tasks are counted. */
static void
test_deep (void)
{
  g_auto (FixturePlan) plan = fixture_plan (5000, 3, 2, 0);
  g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (plan.problem->graph);
  g_autoptr (WeftPlot) plot = weft_level_plot_new (summary);
  WeftPlotLayer *layer = weft_plot_get_layer (plot, 0);
  double tasks = 0;

  g_assert_cmpuint (summary->levels_per_bin, >, 1);
  for (guint i = 0; i < weft_plot_layer_n_items (layer); i++)
    {
      g_autofree char *cell = weft_plot_layer_cell (layer, i, "tasks", TRUE);
      double x, y;

      weft_plot_layer_position (layer, i, &x, &y);
      g_assert_cmpfloat (y, ==, 1);
      tasks += g_ascii_strtod (cell, NULL);
    }
  g_assert_cmpfloat (tasks, ==, 5000);
}

static void
test_looks (void)
{
  g_autoptr (WeftTaskSummary) summary = make_summary ();
  g_autoptr (WeftKernelLooks) looks = weft_kernel_looks_new (summary->graph);

  g_assert_cmpuint (looks->n, ==, 2);
  g_assert_cmpstr (looks->looks[0].name, ==, "load");
  g_assert_cmpstr (looks->looks[0].letter, ==, "L");
  g_assert_cmpstr (looks->looks[1].letter, ==, "S");
  g_assert_cmpuint (looks->looks[0].hue, !=, looks->looks[1].hue);
}

/* --- tables --- */

static void
test_table_kernels (void)
{
  g_autoptr (WeftTaskSummary) summary = make_summary ();
  g_autoptr (WeftTable) table = weft_table_kernels (summary);
  g_autofree char *csv = weft_table_to_csv (table);

  g_assert_nonnull (strstr (csv, "load,3,0\u00a0FLOP,0.0 %,12.0\u00a0GB,0\u00a0B\r\n"));
  g_assert_nonnull (strstr (csv, "solve,1,3.00\u00a0TFLOP,100.0 %,1.00\u00a0MB,0\u00a0B\r\n"));
}

typedef struct
{
  FixturePlan plan;
  WeftMapReport report;
  WeftMapResult result;
} Mapped;

/* Four tasks of two kernels on two devices of one class; the report is written by hand. */
static void
mapped_init (Mapped *self)
{
  static const WeftPlacementCell cells[] = { { 2, 3 }, { 2, 5 } };
  static const WeftDeviceLoad loads[] = { { 3, 6, 2e9 }, { 1, 2, 0 } };
  const WeftLinkLoad links[] = { { WEFT_FLAT_NONE, 0, 1, 3, 5e6 }, { WEFT_FLAT_NONE, 1, 0, 1, 1e3 } };

  self->plan = (FixturePlan){ fixture_problem (4, 2, 2, FALSE), weft_schedule_new (4) };
  for (guint32 i = 0; i < 4; i++)
    fixture_place (&self->plan, i, i == 3, 2.0 * i, 2.0 * i + 2);
  self->report = (WeftMapReport){ .n_devices = 2, .n_classes = 1, .moved_bytes = 5.001e6, .utilisation = 0.5 };
  self->report.loads = g_memdup2 (loads, sizeof loads);
  self->report.cells = g_memdup2 (cells, sizeof cells);
  self->report.kernels = g_ptr_array_new ();
  g_ptr_array_add (self->report.kernels, (gpointer) "getrf");
  g_ptr_array_add (self->report.kernels, (gpointer) "gessm");
  self->report.links = g_array_new (FALSE, FALSE, sizeof (WeftLinkLoad));
  g_array_append_vals (self->report.links, links, 2);
  self->result = (WeftMapResult){ .algorithm = WEFT_MAP_PEFT, .asked = WEFT_MAP_PEFT, .bound_s = 4,
                                  .schedule = self->plan.schedule, .mapper_s = 0.25 };
}

static void
mapped_clear (Mapped *self)
{
  fixture_plan_clear (&self->plan);
  g_free (self->report.loads);
  g_free (self->report.cells);
  g_ptr_array_unref (self->report.kernels);
  g_array_unref (self->report.links);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mapped, mapped_clear)

static void
assert_csv (WeftTable *table, const char *expected)
{
  g_autofree char *csv = weft_table_to_csv (table);

  g_assert_cmpstr (csv, ==, expected);
  weft_table_free (table);
}

static void
test_tables (void)
{
  g_auto (Mapped) mapped = { 0 };
  const WeftMapResult *results[2];
  const WeftMapReport *reports[2];

  mapped_init (&mapped);
  results[0] = results[1] = &mapped.result;
  reports[0] = &mapped.report;
  reports[1] = NULL;
  assert_csv (weft_table_placement (mapped.plan.problem, &mapped.report),
              "Chip,Devices,All tasks,getrf,gessm\r\nH200,2,100.0 %,100.0 %,100.0 %\r\n");
  assert_csv (weft_table_loads (mapped.plan.problem, mapped.plan.schedule, &mapped.report),
              "Device,Chip,Tasks,Busy,Of the time,Holds,Of its memory\r\n"
              "node 0/GPU 0,H200,3,6.00\u00a0s,75.0 %,2.00\u00a0GB,–\r\n"
              "node 0/GPU 1,H200,1,2.00\u00a0s,25.0 %,0\u00a0B,–\r\n");
  assert_csv (weft_table_links (mapped.plan.problem, &mapped.report, NULL, 1),
              "From,To,Messages,Bytes\r\nnode 0/GPU 0,node 0/GPU 1,3,5.00\u00a0MB\r\n");
  assert_csv (weft_table_results (mapped.plan.problem, results, reports, 2),
              "Algorithm,Makespan,Above the best,Above the bound,Bytes moved,Busy,Mapper time\r\n"
              "PEFT,8.00\u00a0s,0 %,+100.00 %,5.00\u00a0MB,50.0 %,250\u00a0ms\r\n"
              "PEFT,8.00\u00a0s,0 %,+100.00 %,unknown,–,250\u00a0ms\r\n");
}

/* The share of a kernel on each tier, when there are two. */
static void
test_placement_tiers (void)
{
  g_auto (Mapped) mapped = { 0 };
  static const WeftPlacementCell cells[] = { { 3, 1 }, { 1, 1 }, { 0, 0 }, { 4, 1 } };
  WeftPlatform *platform;

  mapped_init (&mapped);
  platform = mapped.plan.problem->platform;
  g_strfreev (platform->class_name);
  platform->class_name = g_strdupv ((char *[]){ (char *) "H200", (char *) "H100", NULL });
  g_free (platform->class_size);
  platform->class_size = g_memdup2 ((guint[]){ 1, 1 }, 2 * sizeof (guint));
  mapped.report.n_classes = 2;
  g_free (mapped.report.cells);
  mapped.report.cells = g_memdup2 (cells, sizeof cells);
  assert_csv (weft_table_placement (mapped.plan.problem, &mapped.report),
              "Chip,Devices,All tasks,getrf,gessm\r\nH200,1,37.5 %,75.0 %,0.0 %\r\nH100,1,62.5 %,25.0 %,100.0 %\r\n");
}

static void
test_llm_plans (void)
{
  g_autoptr (GPtrArray) plans = g_ptr_array_new ();
  WeftLlmPlan best = { .tp = 8, .pp = 5, .dp = 1, .n_tasks = 3249, .time_s = 1.5, .compute_s = 1, .fits = TRUE,
                       .memory_bytes = 4e10, .capacity_bytes = 7.2e10,
                       .why = (char *) "groups of 8 lie in one island" };
  WeftLlmPlan large = { .tp = 1, .pp = 1, .dp = 40, .n_tasks = 403, .time_s = NAN, .memory_bytes = 1.4e11,
                        .why = (char *) "too large" };
  g_autofree char *csv = NULL;
  WeftTable *table;

  g_ptr_array_add (plans, &best);
  g_ptr_array_add (plans, &large);
  table = weft_table_llm_plans (plans);
  csv = weft_table_to_csv (table);
  g_assert_true (g_str_has_prefix (
    csv, "TP,PP,DP,Devices,Estimate,Compute,TP traffic,PP traffic,Bubble,Memory,Tasks\r\n"));
  g_assert_nonnull (strstr (csv, "\n8,5,1,40,1.50\u00a0s,1.00\u00a0s,"));
  g_assert_nonnull (strstr (csv, ",40.0\u00a0GB of 72.0\u00a0GB,"));
  g_assert_nonnull (strstr (csv, "\n1,1,40,40,unknown,"));
  weft_table_free (table);
  g_free (g_steal_pointer (&csv));
  /* What only training and answering have. */
  best.dp_comm_s = 0.25;
  best.step_s = 0.0625;
  table = weft_table_llm_plans (plans);
  csv = weft_table_to_csv (table);
  g_assert_nonnull (strstr (csv, ",Bubble,DP traffic,A token,Memory,"));
  g_assert_nonnull (strstr (csv, ",250\u00a0ms,62.5\u00a0ms,40.0"));
  weft_table_free (table);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workload-charts/kernels", test_kernel_chart);
  g_test_add_func ("/workload-charts/levels", test_level_plot);
  g_test_add_func ("/workload-charts/levels/deep", test_deep);
  g_test_add_func ("/workload-charts/looks", test_looks);
  g_test_add_func ("/workload-charts/table/kernels", test_table_kernels);
  g_test_add_func ("/workload-charts/tables", test_tables);
  g_test_add_func ("/workload-charts/table/tiers", test_placement_tiers);
  g_test_add_func ("/workload-charts/table/llm-plans", test_llm_plans);
  return g_test_run ();
}
