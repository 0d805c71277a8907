/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench map` that compares algorithms over HPCG graphs, as CHASE does with its own: PEFT-LC against
 * the plain ones. */
#include "cli/weft-cli-bench-map.h"

#include <math.h>

#include <glib/gi18n.h>

/* Larger graphs are left out unless all is asked for. */
#define FAST_TASKS 50000.0
/* Processor time that a figure may take. */
#define FAST_S 0.02
#define FULL_S 0.2

/* Points a side, levels, iterations, row blocks. From 130 to 500,006 tasks: iterations (B (9 L + 2) + 5) + 2. */
static const WeftBenchHpcg graphs[] = {
  { 104, 1, 8, 1 },      { 104, 4, 3, 1 },      { 104, 4, 5, 1 },     { 104, 4, 10, 1 },    { 104, 4, 20, 1 },
  { 104, 2, 40, 1 },     { 104, 4, 50, 1 },     { 104, 4, 100, 1 },   { 104, 4, 200, 1 },   { 104, 3, 300, 1 },
  { 104, 4, 500, 1 },    { 104, 4, 1000, 1 },   { 104, 4, 2000, 1 },  { 104, 4, 5000, 1 },  { 104, 4, 11628, 1 },
  { 104, 4, 1, 4 },      { 104, 4, 3, 4 },      { 104, 4, 6, 4 },     { 104, 4, 13, 4 },    { 104, 4, 27, 4 },
  { 104, 4, 64, 4 },     { 104, 4, 137, 4 },    { 104, 4, 274, 4 },   { 104, 4, 637, 4 },   { 104, 4, 1369, 4 },
  { 104, 4, 3184, 4 },   { 192, 4, 1, 16 },     { 192, 4, 2, 16 },    { 192, 4, 4, 16 },    { 192, 4, 8, 16 },
  { 192, 4, 16, 16 },    { 192, 4, 35, 16 },    { 192, 4, 70, 16 },   { 192, 4, 163, 16 },  { 192, 4, 350, 16 },
  { 192, 4, 815, 16 },   { 256, 4, 20, 64 },    { 256, 4, 205, 64 },
};
#define N_GRAPHS G_N_ELEMENTS (graphs)

/* What PEFT-LC is held against, and what the paper says of its own graphs: less time, and a better median makespan. */
static const struct
{
  WeftMapAlgorithm algorithm;
  double paper_reduction;
  double paper_makespan;
} others[] = {
  { WEFT_MAP_PEFT, 0.605, NAN },
  { WEFT_MAP_HEFT, 0.636, 0.00096 },
  { WEFT_MAP_AEFT_R, 0.644, 0.00059 },
  { WEFT_MAP_HOFT, 0.827, 0.00039 },
};
#define N_OTHERS G_N_ELEMENTS (others)

/* Of each graph that could be mapped. */
typedef struct
{
  const WeftBenchHpcg *what;
  guint32 n_tasks;
  guint32 n_edges;
  WeftBenchMapped lc;
  WeftBenchMapped near;
  WeftBenchMapped other[N_OTHERS];
} Taken;

static double
count_tasks (const WeftBenchHpcg *what)
{
  return what->iterations * (what->blocks * (9.0 * what->levels + 2) + 5) + 2;
}

/* --- running --- */

static gboolean
measure (const WeftBench *bench, WeftTaskGraph *graph, guint n_devices, Taken *taken)
{
  g_autoptr (WeftMapProblem) problem = weft_bench_map_problem (graph, n_devices);
  double budget_s = bench->is_full ? FULL_S : FAST_S;

  taken->n_tasks = graph->n_tasks;
  taken->n_edges = graph->n_edges;
  if (!weft_bench_map_run (problem, WEFT_MAP_PEFT_LC, FALSE, budget_s, &taken->lc)
      || !weft_bench_map_run (problem, WEFT_MAP_PEFT_LC, TRUE, budget_s, &taken->near))
    return FALSE;
  for (guint o = 0; o < N_OTHERS; o++)
    if (!weft_bench_map_run (problem, others[o].algorithm, FALSE, budget_s, &taken->other[o]))
      return FALSE;
  return TRUE;
}

/* [sizes] of Taken each. */
static void
measure_all (const WeftBench *bench, GArray **taken)
{
  for (guint g = 0; g < N_GRAPHS; g++)
    {
      g_autoptr (WeftTaskGraph) graph = NULL;

      if (!bench->is_full && count_tasks (&graphs[g]) > FAST_TASKS)
        continue;
      graph = weft_bench_map_hpcg (&graphs[g]);
      for (guint s = 0; graph != NULL && s < WEFT_BENCH_N_SIZES; s++)
        {
          Taken one = { .what = &graphs[g] };

          if (measure (bench, graph, weft_bench_map_sizes[s], &one))
            g_array_append_val (taken[s], one);
        }
    }
}

/* --- summing up --- */

static double
mean_reduction (GArray *taken, guint other)
{
  double sum = 0;

  for (guint g = 0; g < taken->len; g++)
    {
      const Taken *one = &g_array_index (taken, Taken, g);

      sum += 1 - one->lc.mapper_s / one->other[other].mapper_s;
    }
  return sum / taken->len;
}

/* How much shorter the schedules of PEFT-LC are: the middle one of the graphs. */
static double
median_makespan (GArray *taken, guint other)
{
  g_autofree double *better = g_new (double, taken->len);

  for (guint g = 0; g < taken->len; g++)
    {
      const Taken *one = &g_array_index (taken, Taken, g);

      better[g] = 1 - one->lc.makespan_s / one->other[other].makespan_s;
    }
  return weft_bench_median (better, taken->len);
}

static double
near_reduction (GArray *taken, guint *n_without_gap)
{
  double sum = 0;

  *n_without_gap = 0;
  for (guint g = 0; g < taken->len; g++)
    {
      const Taken *one = &g_array_index (taken, Taken, g);

      sum += 1 - one->near.mapper_s / one->other[0].mapper_s;
      *n_without_gap += one->near.gap_locality <= 0;
    }
  return sum / taken->len;
}

/* --- printing --- */

static void
add_figure (WeftBench *bench, guint n_devices, guint other, double reduction)
{
  const WeftMapAlgorithmInfo *info = weft_map_algorithm_info (others[other].algorithm);
  g_autofree char *name = g_strdup_printf ("map-compare-%u-%s", n_devices, info->id);
  g_autofree char *label = g_strdup_printf (_("PEFT-LC on %u devices: less time than %s, mean of HPCG graphs"),
                                            n_devices, info->title);
  gboolean has_goal = others[other].algorithm == WEFT_MAP_PEFT && n_devices >= 40;

  weft_bench_add (bench, g_intern_string (name), label, 100 * reduction, "%", has_goal ? 60.5 : NAN, TRUE);
}

static void
add_row (WeftBench *bench, WeftTable *table, JsonArray *array, guint n_devices, guint other, GArray *taken)
{
  const WeftMapAlgorithmInfo *info = weft_map_algorithm_info (others[other].algorithm);
  double reduction = mean_reduction (taken, other);
  double makespan = median_makespan (taken, other);
  g_autofree char *devices = g_strdup_printf ("%u", n_devices);
  g_autofree char *less = weft_bench_percent (reduction, 1);
  g_autofree char *paper_less = weft_bench_percent (others[other].paper_reduction, 1);
  g_autofree char *better = weft_bench_percent (makespan, 3);
  g_autofree char *paper_better = weft_bench_percent (others[other].paper_makespan, 3);
  const char *cells[] = { devices, info->title, less, paper_less, better, paper_better, NULL };
  JsonObject *object = json_object_new ();

  add_figure (bench, n_devices, other, reduction);
  weft_table_add_row (table, cells);
  json_object_set_int_member (object, "devices", n_devices);
  json_object_set_string_member (object, "algorithm", info->id);
  json_object_set_int_member (object, "graphs", taken->len);
  json_object_set_double_member (object, "mean_reduction", reduction);
  json_object_set_double_member (object, "paper_reduction", others[other].paper_reduction);
  json_object_set_double_member (object, "median_makespan", makespan);
  if (!isnan (others[other].paper_makespan))
    json_object_set_double_member (object, "paper_makespan", others[other].paper_makespan);
  json_array_add_object_element (array, object);
}

static void
add_summary (WeftBench *bench, GArray **taken)
{
  WeftTable *table = weft_table_new (_("PEFT-LC, exact, against others over HPCG graphs"));
  JsonArray *array = json_array_new ();

  weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Against"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Less time"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Paper"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Shorter, median"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Paper"), WEFT_ALIGN_END);
  for (guint s = 0; s < WEFT_BENCH_N_SIZES; s++)
    for (guint o = 0; taken[s]->len > 0 && o < N_OTHERS; o++)
      add_row (bench, table, array, weft_bench_map_sizes[s], o, taken[s]);
  weft_bench_add_table (bench, "map-compare", table, array);
}

static void
add_locality (WeftBench *bench, GArray **taken)
{
  for (guint s = 0; s < WEFT_BENCH_N_SIZES; s++)
    if (taken[s]->len > 0)
      {
        guint n_without_gap;
        double reduction = near_reduction (taken[s], &n_without_gap);
        g_autofree char *note
          = g_strdup_printf (_("On %u devices pruning by locality takes %.1f %% less time than plain PEFT; on %u of %u "
                               "graphs it costs nothing."),
                             weft_bench_map_sizes[s], 100 * reduction, n_without_gap, taken[s]->len);

        weft_bench_add_note (bench, note);
      }
}

static void
add_graph (WeftTable *table, JsonArray *array, const Taken *one, guint n_devices)
{
  g_autofree char *graph = g_strdup_printf (_("n %u, levels %u, iterations %u, blocks %u"), one->what->n,
                                            one->what->levels, one->what->iterations, one->what->blocks);
  g_autofree char *tasks = g_strdup_printf ("%u", one->n_tasks);
  g_autofree char *devices = g_strdup_printf ("%u", n_devices);
  g_autofree char *lc = weft_bench_seconds (one->lc.mapper_s);
  char *cells[4 + N_OTHERS + 1] = { graph, tasks, devices, lc, NULL };
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "n", one->what->n);
  json_object_set_int_member (object, "levels", one->what->levels);
  json_object_set_int_member (object, "iterations", one->what->iterations);
  json_object_set_int_member (object, "blocks", one->what->blocks);
  json_object_set_int_member (object, "tasks", one->n_tasks);
  json_object_set_int_member (object, "edges", one->n_edges);
  json_object_set_int_member (object, "devices", n_devices);
  json_object_set_double_member (object, "peft-lc_s", one->lc.mapper_s);
  json_object_set_double_member (object, "peft-lc_makespan_s", one->lc.makespan_s);
  json_object_set_double_member (object, "gap_locality", one->near.gap_locality);
  for (guint o = 0; o < N_OTHERS; o++)
    {
      const char *id = weft_map_algorithm_info (others[o].algorithm)->id;
      g_autofree char *time_key = g_strdup_printf ("%s_s", id);
      g_autofree char *makespan_key = g_strdup_printf ("%s_makespan_s", id);

      cells[4 + o] = weft_bench_seconds (one->other[o].mapper_s);
      json_object_set_double_member (object, time_key, one->other[o].mapper_s);
      json_object_set_double_member (object, makespan_key, one->other[o].makespan_s);
    }
  weft_table_add_row (table, (const char *const *) cells);
  for (guint o = 0; o < N_OTHERS; o++)
    g_free (cells[4 + o]);
  json_array_add_object_element (array, object);
}

static void
add_graphs (WeftBench *bench, GArray **taken)
{
  WeftTable *table = weft_table_new (_("HPCG graphs, seconds of each mapper"));
  JsonArray *array = json_array_new ();

  weft_table_add_column (table, _("Graph"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  weft_table_add_column (table, weft_map_algorithm_info (WEFT_MAP_PEFT_LC)->title, WEFT_ALIGN_END);
  for (guint o = 0; o < N_OTHERS; o++)
    weft_table_add_column (table, weft_map_algorithm_info (others[o].algorithm)->title, WEFT_ALIGN_END);
  for (guint s = 0; s < WEFT_BENCH_N_SIZES; s++)
    for (guint g = 0; g < taken[s]->len; g++)
      add_graph (table, array, &g_array_index (taken[s], Taken, g), weft_bench_map_sizes[s]);
  weft_bench_add_table (bench, "map-graphs", table, array);
}

void
weft_bench_map_compare (WeftBench *bench)
{
  GArray *taken[WEFT_BENCH_N_SIZES];

  for (guint s = 0; s < WEFT_BENCH_N_SIZES; s++)
    taken[s] = g_array_new (FALSE, FALSE, sizeof (Taken));
  measure_all (bench, taken);
  if (!bench->is_full)
    {
      g_autofree char *note = g_strdup_printf (_("%u of %u HPCG graphs: those of more than %.0f tasks are left out "
                                                 "without --full."),
                                               taken[0]->len, (guint) N_GRAPHS, FAST_TASKS);

      weft_bench_add_note (bench, note);
    }
  add_graphs (bench, taken);
  add_summary (bench, taken);
  add_locality (bench, taken);
  for (guint s = 0; s < WEFT_BENCH_N_SIZES; s++)
    g_array_unref (taken[s]);
}
