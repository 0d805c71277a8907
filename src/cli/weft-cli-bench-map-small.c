/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench map` that holds PEFT-LC against the optimum, on HPCG graphs that are small enough: proved, or
 * a bound of it when the time is over. */
#include "cli/weft-cli-bench-map.h"

#include <math.h>

#include <glib/gi18n.h>

#define N_DEVICES 4
#define FAST_S 1.0
#define FULL_S 60.0

/* Points a side, levels, iterations, row blocks: 83 to 630 tasks of HPCG as it is run, with four levels. */
static const WeftBenchHpcg graphs[] = {
  { 104, 4, 2, 1 }, { 104, 4, 3, 1 }, { 104, 4, 5, 1 }, { 104, 4, 8, 1 }, { 104, 4, 14, 1 },
  { 104, 4, 1, 2 }, { 104, 4, 2, 2 }, { 104, 4, 3, 2 }, { 104, 4, 4, 2 }, { 104, 4, 5, 2 },
  { 104, 4, 7, 2 }, { 104, 4, 1, 4 }, { 104, 4, 2, 4 }, { 104, 4, 3, 4 }, { 104, 4, 4, 4 },
};

typedef struct
{
  const WeftBenchHpcg *what;
  guint32 n_tasks;
  double makespan_s;
  double best_s;  /* what the best of all mappers finds */
  double least_s; /* no schedule is shorter */
  gboolean is_proved;
} Taken;

static double
gap_of (const Taken *taken)
{
  return taken->makespan_s / taken->least_s - 1;
}

static double
best_gap_of (const Taken *taken)
{
  return taken->best_s / taken->least_s - 1;
}

static double
time_limit (const WeftBench *bench)
{
  if (bench->time_limit_s > 0)
    return bench->time_limit_s;
  return bench->is_full ? FULL_S : FAST_S;
}

/* The optimum, or what is known of it after the time. */
static void
find_least (const WeftBench *bench, WeftMapProblem *problem, Taken *taken)
{
  const WeftMapOptions options = { .time_limit_s = time_limit (bench) };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapResult) result = weft_map (problem, WEFT_MAP_EXHAUSTIVE, &options, NULL, &error);

  if (result == NULL)
    {
      weft_cli_note (_("weft bench: no search for the optimum: %s"), error->message);
      return;
    }
  taken->least_s = MAX (taken->least_s, result->bound_s);
  taken->is_proved = result->is_proved;
}

static gboolean
measure (const WeftBench *bench, const WeftBenchHpcg *what, Taken *taken)
{
  g_autoptr (WeftTaskGraph) graph = weft_bench_map_hpcg (what);
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (WeftMapResult) best = NULL;
  g_autoptr (GError) error = NULL;

  if (graph == NULL)
    return FALSE;
  problem = weft_bench_map_problem (graph, N_DEVICES);
  result = weft_map (problem, WEFT_MAP_PEFT_LC, NULL, NULL, &error);
  if (result != NULL)
    best = weft_map (problem, WEFT_MAP_BEST, NULL, NULL, &error);
  if (best == NULL)
    {
      weft_cli_note (_("weft bench: %s is left out: %s"), graph->name, error->message);
      return FALSE;
    }
  *taken = (Taken) {
    what, graph->n_tasks, result->schedule->makespan_s, best->schedule->makespan_s,
    MAX (result->bound_s, best->bound_s), FALSE
  };
  find_least (bench, problem, taken);
  return TRUE;
}

/* --- printing --- */

static void
add_row (WeftTable *table, JsonArray *array, const Taken *taken)
{
  g_autofree char *graph = g_strdup_printf (_("n %u, levels %u, iterations %u, blocks %u"), taken->what->n,
                                            taken->what->levels, taken->what->iterations, taken->what->blocks);
  g_autofree char *tasks = g_strdup_printf ("%u", taken->n_tasks);
  g_autofree char *makespan = g_strdup_printf ("%.4f", taken->makespan_s * 1e3);
  g_autofree char *least = g_strdup_printf ("%.4f", taken->least_s * 1e3);
  g_autofree char *gap = weft_bench_percent (gap_of (taken), 3);
  g_autofree char *best_gap = weft_bench_percent (best_gap_of (taken), 3);
  const char *cells[] = {
    graph, tasks, makespan, least, taken->is_proved ? _("optimum") : _("bound"), gap, best_gap, NULL,
  };
  JsonObject *object = json_object_new ();

  weft_table_add_row (table, cells);
  json_object_set_int_member (object, "n", taken->what->n);
  json_object_set_int_member (object, "levels", taken->what->levels);
  json_object_set_int_member (object, "iterations", taken->what->iterations);
  json_object_set_int_member (object, "blocks", taken->what->blocks);
  json_object_set_int_member (object, "tasks", taken->n_tasks);
  json_object_set_double_member (object, "makespan_s", taken->makespan_s);
  json_object_set_double_member (object, "best_s", taken->best_s);
  json_object_set_double_member (object, "least_s", taken->least_s);
  json_object_set_boolean_member (object, "proved", taken->is_proved);
  json_object_set_double_member (object, "gap", gap_of (taken));
  json_object_set_double_member (object, "gap_best", best_gap_of (taken));
  json_array_add_object_element (array, object);
}

static void
add_means (WeftBench *bench, GArray *taken)
{
  double sum = 0, weighted = 0, n_tasks = 0, best = 0;
  guint n_proved = 0;
  g_autofree char *note = NULL;

  for (guint i = 0; i < taken->len; i++)
    {
      const Taken *one = &g_array_index (taken, Taken, i);

      sum += gap_of (one);
      weighted += gap_of (one) * one->n_tasks;
      n_tasks += one->n_tasks;
      best += best_gap_of (one);
      n_proved += one->is_proved;
    }
  weft_bench_add (bench, "map-small-gap", _("PEFT-LC over the optimum of small HPCG graphs, mean"),
                  100 * sum / taken->len, "%", NAN, FALSE);
  weft_bench_add (bench, "map-small-gap-weighted", _("The same weighted by tasks"), 100 * weighted / n_tasks, "%", NAN,
                  FALSE);
  weft_bench_add (bench, "map-small-gap-best", _("The best of all mappers over that optimum, mean"),
                  100 * best / taken->len, "%", NAN, FALSE);
  note = g_strdup_printf (_("Small graphs, %u devices in a ring: %u of %u optima proved in %g s each, the others "
                            "bounded; mean gap %.2f %%, weighted by tasks %.2f %% (the paper, on graphs of its own: "
                            "6.06 and 5.68 %%)."),
                          N_DEVICES, n_proved, taken->len, time_limit (bench), 100 * sum / taken->len,
                          100 * weighted / n_tasks);
  weft_bench_add_note (bench, note);
}

void
weft_bench_map_small (WeftBench *bench)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Taken));
  WeftTable *table = weft_table_new (_("PEFT-LC against the optimum"));
  JsonArray *array = json_array_new ();

  weft_table_add_column (table, _("Graph"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("PEFT-LC, ms"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Least, ms"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Which is"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Gap"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Best of all"), WEFT_ALIGN_END);
  for (guint g = 0; g < G_N_ELEMENTS (graphs); g++)
    {
      Taken one;

      if (measure (bench, &graphs[g], &one))
        {
          g_array_append_val (taken, one);
          add_row (table, array, &one);
        }
    }
  weft_bench_add_table (bench, "map-small", table, array);
  if (taken->len > 0)
    add_means (bench, taken);
}
