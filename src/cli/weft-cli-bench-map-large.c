/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench map` with graphs of 500,000 tasks: times, goals and memory. */
#include "cli/weft-cli-bench-map.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>

#include <glib/gi18n.h>

/* Processor time that a figure may take. */
#define FAST_S 0.8
#define FULL_S 6

typedef struct
{
  const char *id;
  const char *title;
  double goal_s[WEFT_BENCH_N_SIZES];
  double locality_goal_s;
} Large;

static const Large layered = { "layered", N_("Layered"), { 0.4, 1.2, 3 }, 0.6 };
static const Large hpcg = { "hpcg", N_("HPCG"), { 0.25, 0.25, 0.25 }, 0.25 };

/* What a machine took. */
typedef struct
{
  guint n_devices;
  WeftBenchMapped plain;
  WeftBenchMapped exact;
  WeftBenchMapped near;
  double peak_bytes; /* of the program, NAN when it cannot be known */
} Taken;

/* --- memory --- */

/* From now on the most memory of the program counts anew. */
static gboolean
forget_peak (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");
  gboolean is_done;

  malloc_trim (0);
  if (file == NULL)
    return FALSE;
  is_done = fputs ("5", file) >= 0;
  return fclose (file) == 0 && is_done;
}

static double
read_peak (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL) || (line = strstr (text, "VmHWM:")) == NULL)
    return NAN;
  return g_ascii_strtod (line + strlen ("VmHWM:"), NULL) * 1024;
}

/* --- figures --- */

static gboolean
measure (WeftTaskGraph *graph, guint n_devices, double budget_s, Taken *taken)
{
  g_autoptr (WeftMapProblem) problem = weft_bench_map_problem (graph, n_devices);
  gboolean knows_peak = forget_peak ();

  taken->n_devices = n_devices;
  if (!weft_bench_map_run (problem, WEFT_MAP_PEFT_LC, FALSE, budget_s, &taken->exact))
    return FALSE;
  taken->peak_bytes = knows_peak ? read_peak () : NAN;
  return weft_bench_map_run (problem, WEFT_MAP_PEFT_LC, TRUE, budget_s, &taken->near)
         && weft_bench_map_run (problem, WEFT_MAP_PEFT, FALSE, budget_s, &taken->plain);
}

static void
add_figure (WeftBench *bench, const Large *large, guint n_devices, const char *what, const char *label, double value,
            const char *unit, double goal, gboolean at_least)
{
  g_autofree char *name = g_strdup_printf ("map-%s-%u-%s", large->id, n_devices, what);
  g_autofree char *words = g_strdup_printf (_("%s on %u devices: %s"), _(large->title), n_devices, label);

  if (!isnan (value))
    weft_bench_add (bench, g_intern_string (name), words, value, unit, goal, at_least);
}

static void
add_figures (WeftBench *bench, const Large *large, guint size, const Taken *taken)
{
  double reduction = 100 * (1 - taken->exact.mapper_s / taken->plain.mapper_s);

  add_figure (bench, large, taken->n_devices, "exact", _("PEFT-LC"), taken->exact.mapper_s, "s",
              large->goal_s[size], FALSE);
  add_figure (bench, large, taken->n_devices, "locality", _("PEFT-LC, pruned by locality"), taken->near.mapper_s,
              "s", large->locality_goal_s, FALSE);
  add_figure (bench, large, taken->n_devices, "reduction", _("less time than plain PEFT"), reduction, "%",
              taken->n_devices >= 40 ? 60.5 : NAN, TRUE);
  add_figure (bench, large, taken->n_devices, "memory", _("most memory of the program"), taken->peak_bytes / 1e6,
              "MB", 100, FALSE);
}

static void
add_row (WeftTable *table, JsonArray *array, const Large *large, const WeftTaskGraph *graph, const Taken *taken)
{
  double reduction = 1 - taken->exact.mapper_s / taken->plain.mapper_s;
  JsonObject *object = json_object_new ();
  g_autofree char *devices = g_strdup_printf ("%u", taken->n_devices);
  g_autofree char *plain = weft_bench_seconds (taken->plain.mapper_s);
  g_autofree char *exact = weft_bench_seconds (taken->exact.mapper_s);
  g_autofree char *less = weft_bench_percent (reduction, 1);
  g_autofree char *near = weft_bench_seconds (taken->near.mapper_s);
  g_autofree char *gap = weft_bench_percent (taken->near.gap_locality, 3);
  const char *cells[] = { _(large->title), devices, plain, exact, less, near, gap, NULL };

  weft_table_add_row (table, cells);
  json_object_set_string_member (object, "graph", large->id);
  json_object_set_int_member (object, "tasks", graph->n_tasks);
  json_object_set_int_member (object, "edges", graph->n_edges);
  json_object_set_int_member (object, "devices", taken->n_devices);
  json_object_set_double_member (object, "peft_s", taken->plain.mapper_s);
  json_object_set_double_member (object, "peft_lc_s", taken->exact.mapper_s);
  json_object_set_double_member (object, "reduction", reduction);
  json_object_set_double_member (object, "locality_s", taken->near.mapper_s);
  json_object_set_double_member (object, "gap_locality", taken->near.gap_locality);
  json_object_set_double_member (object, "makespan_s", taken->exact.makespan_s);
  if (!isnan (taken->peak_bytes))
    json_object_set_double_member (object, "peak_bytes", taken->peak_bytes);
  json_array_add_object_element (array, object);
}

static void
measure_graph (WeftBench *bench, const Large *large, WeftTaskGraph *graph, WeftTable *table, JsonArray *array)
{
  for (guint s = 0; graph != NULL && s < WEFT_BENCH_N_SIZES; s++)
    {
      Taken taken;

      if (!measure (graph, weft_bench_map_sizes[s], bench->is_full ? FULL_S : FAST_S, &taken))
        return;
      add_figures (bench, large, s, &taken);
      add_row (table, array, large, graph, &taken);
    }
}

void
weft_bench_map_large (WeftBench *bench)
{
  WeftTable *table = weft_table_new (_("Mapping 500,000 tasks"));
  JsonArray *array = json_array_new ();
  WeftTaskGraph *graph;

  weft_table_add_column (table, _("Graph"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("PEFT, s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("PEFT-LC, s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Less"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("By locality, s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Gap"), WEFT_ALIGN_END);
  graph = weft_bench_map_layered ();
  measure_graph (bench, &layered, graph, table, array);
  g_clear_pointer (&graph, weft_task_graph_unref);
  graph = weft_bench_map_hpcg (&(WeftBenchHpcg) { 104, 4, 11628, 1 });
  measure_graph (bench, &hpcg, graph, table, array);
  g_clear_pointer (&graph, weft_task_graph_unref);
  weft_bench_add_table (bench, "map-large", table, array);
}
