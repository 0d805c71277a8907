/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search has found: as words, JSON and CSV. */
#include "cli/weft-cli-search.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-csv-write.h"
#include "base/weft-json-write.h"

/* Points copied at a time. */
#define CHUNK 512

/* How far a score is below the optimum; NAN when nothing is known. */
static double
regret_of (double             score,
           const WeftOptimum *optimum)
{
  return optimum != NULL && optimum->score > 0 && score > 0 ? 1 - score / optimum->bound : NAN;
}

int
weft_cli_best_run (WeftSearch       *search,
                   WeftSearchCounts *counts)
{
  int best = -1;

  for (guint i = 0; i < weft_search_n_runs (search); i++)
    {
      WeftSearchCounts its;

      weft_search_get_counts (search, i, &its);
      if (!its.has_best || (best >= 0 && !(its.best > counts->best)))
        continue;
      *counts = its;
      best = (int) i;
    }

  return best;
}

/* --- JSON --- */

/* [[evaluation, score], ...] where the best changes. */
static JsonArray *
write_curve (WeftSearch *search,
             guint       run)
{
  g_autofree WeftSearchPoint *points = g_new (WeftSearchPoint, CHUNK);
  JsonArray *curve = json_array_new ();
  double best = NAN;
  guint from = 0, n;

  while ((n = weft_search_get_points (search, run, from, points, CHUNK)) > 0)
    {
      for (guint i = 0; i < n; i++)
        {
          JsonArray *step;

          if (isnan (points[i].best) || points[i].best <= best)
            continue;
          best = points[i].best;
          step = json_array_new ();
          json_array_add_int_element (step, points[i].evaluation);
          json_array_add_double_element (step, best);
          json_array_add_array_element (curve, step);
        }
      from += n;
    }

  return curve;
}

static JsonObject *
write_best (WeftProblem            *problem,
            const WeftSearchCounts *counts)
{
  g_autoptr (WeftDesign) design = weft_candidate_design (problem, &counts->best_candidate);
  JsonObject *object = json_object_new ();

  json_object_set_double_member (object, "score", counts->best);
  json_object_set_int_member (object, "evaluation", counts->best_at);
  json_object_set_member (object, "design", weft_design_to_json (design));
  return object;
}

static JsonObject *
write_run (WeftSearch        *search,
           guint              run,
           const WeftOptimum *optimum)
{
  JsonObject *object = json_object_new ();
  WeftSearchCounts counts;

  weft_search_get_counts (search, run, &counts);
  json_object_set_string_member (object, "method", weft_search_run_name (search, run));
  json_object_set_int_member (object, "seed", (gint64) weft_search_run_seed (search, run));
  json_object_set_int_member (object, "budget", counts.budget);
  json_object_set_int_member (object, "evaluations", counts.evaluations);
  json_object_set_int_member (object, "invalid", counts.invalid);
  json_object_set_int_member (object, "infeasible", counts.infeasible);
  json_object_set_int_member (object, "duplicates", counts.duplicates);
  json_object_set_int_member (object, "estimates", (gint64) counts.estimates);
  json_object_set_boolean_member (object, "ended", counts.ended);
  weft_json_set_number (object, "score", counts.has_best ? counts.best : 0);
  weft_json_set_number (object, "regret", regret_of (counts.best, optimum));
  if (counts.has_best)
    json_object_set_object_member (object, "best",
                                   write_best (weft_search_get_problem (search), &counts));
  else
    json_object_set_null_member (object, "best");
  json_object_set_array_member (object, "curve", write_curve (search, run));
  return object;
}

JsonNode *
weft_cli_search_json (WeftSearch        *search,
                      const WeftOptimum *optimum)
{
  WeftProblem *problem = weft_search_get_problem (search);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *runs = json_array_new ();
  WeftSearchCounts counts;
  int best = weft_cli_best_run (search, &counts);

  json_node_take_object (node, object);
  json_object_set_string_member (object, "space", weft_space_get_id (weft_problem_get_space (problem)));
  json_object_set_string_member (object, "problem_sha256", weft_problem_get_digest (problem));
  weft_json_set_number (object, "score", best >= 0 ? counts.best : 0);
  json_object_set_null_member (object, "design");
  if (best >= 0)
    {
      g_autoptr (WeftDesign) design = weft_candidate_design (problem, &counts.best_candidate);

      json_object_set_member (object, "design", weft_design_to_json (design));
      weft_json_set_number (object, "regret", regret_of (counts.best, optimum));
    }
  if (optimum != NULL)
    json_object_set_member (object, "optimum", weft_optimum_to_json (problem, optimum));
  for (guint i = 0; i < weft_search_n_runs (search); i++)
    json_array_add_object_element (runs, write_run (search, i, optimum));
  json_object_set_array_member (object, "runs", runs);
  return node;
}

/* --- words --- */

static char *
percent_text (double share)
{
  return isnan (share) ? g_strdup ("") : g_strdup_printf ("%.2f %%", 100 * share);
}

static void
add_run (WeftTable         *table,
         WeftSearch        *search,
         guint              run,
         const WeftOptimum *optimum)
{
  WeftSearchCounts counts;
  g_autofree char *seed = NULL, *evaluations = NULL, *score = NULL, *at = NULL, *regret = NULL;
  g_autofree char *refused = NULL, *infeasible = NULL, *repeats = NULL;
  const char *cells[10] = { NULL };

  weft_search_get_counts (search, run, &counts);
  seed = g_strdup_printf ("%" G_GUINT64_FORMAT, weft_search_run_seed (search, run));
  evaluations = g_strdup_printf ("%u", counts.evaluations);
  score = counts.has_best ? g_strdup_printf ("%.4f", counts.best) : g_strdup ("");
  at = counts.has_best ? g_strdup_printf ("%u", counts.best_at) : g_strdup ("");
  regret = percent_text (regret_of (counts.best, optimum));
  refused = g_strdup_printf ("%u", counts.invalid);
  infeasible = g_strdup_printf ("%u", counts.infeasible);
  repeats = g_strdup_printf ("%u", counts.duplicates);
  cells[0] = weft_search_run_name (search, run);
  cells[1] = seed;
  cells[2] = evaluations;
  cells[3] = score;
  cells[4] = at;
  cells[5] = regret;
  cells[6] = refused;
  cells[7] = infeasible;
  cells[8] = repeats;
  weft_table_add_row (table, cells);
}

static void
print_best (const WeftCliOptions *options,
            WeftSearch           *search,
            const WeftOptimum    *optimum)
{
  WeftSearchCounts counts;
  g_autofree char *name = NULL;
  g_autofree char *line = NULL;

  if (weft_cli_best_run (search, &counts) < 0)
    {
      weft_cli_print_styled (options, WEFT_STYLE_BAD, _("No feasible design was found."));
      g_print ("\n");
      return;
    }

  name = weft_candidate_name (weft_search_get_problem (search), &counts.best_candidate);
  line = g_strdup_printf ("%.4f  %s", counts.best, name);
  weft_cli_print_styled (options, WEFT_STYLE_GOOD, line);
  g_print ("\n");
  if (optimum != NULL && optimum->score > 0)
    g_print (_("certified optimum %.4f, regret %.2f %%\n"), optimum->score,
             100 * regret_of (counts.best, optimum));
}

void
weft_cli_print_search (const WeftCliOptions *options,
                       WeftSearch           *search,
                       const WeftOptimum    *optimum)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Runs"));

  print_best (options, search, optimum);
  g_print ("\n");
  weft_table_add_column (table, _("Method"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Seed"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Evaluations"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Score"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Found at"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Regret"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Refused"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Infeasible"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Repeats"), WEFT_ALIGN_END);
  for (guint i = 0; i < weft_search_n_runs (search); i++)
    add_run (table, search, i, optimum);
  weft_cli_print_table (options, table);
}

/* --- CSV --- */

static void
add_cell (GString *text,
          double   value)
{
  g_string_append_c (text, ',');
  weft_csv_write_number (text, value);
}

static void
add_text (GString    *text,
          const char *cell)
{
  g_string_append_c (text, ',');
  weft_csv_write_quoted (text, cell);
}

/* Points do not keep why; judging again says it. (transfer full) (nullable) */
static char *
explain_point (WeftProblem           *problem,
               WeftKernel            *kernel,
               const WeftSearchPoint *point)
{
  WeftVerdict verdict;

  if (point->kind == WEFT_VERDICT_FEASIBLE)
    return NULL;
  weft_problem_judge (problem, kernel, &point->candidate, &verdict);
  return weft_verdict_explain (problem, &point->candidate, &verdict);
}

static void
add_point (GString               *text,
           WeftSearch            *search,
           guint                  run,
           WeftKernel            *kernel,
           const WeftSearchPoint *point)
{
  static const char *const kinds[] = { "invalid", "infeasible", "feasible" };
  g_autofree char *name = weft_candidate_name (weft_search_get_problem (search), &point->candidate);
  g_autofree char *why = explain_point (weft_search_get_problem (search), kernel, point);

  /* A method's name and options have no quotes. */
  g_string_append_printf (text, "\"%s\",%" G_GUINT64_FORMAT ",%u,%s,%s", weft_search_run_name (search, run),
                          weft_search_run_seed (search, run), point->evaluation,
                          kinds[point->kind], point->duplicate ? "yes" : "no");
  add_cell (text, point->score);
  add_cell (text, point->best);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    add_cell (text, (double) point->ratio[i]);
  add_cell (text, point->power_w);
  add_cell (text, point->cost_usd);
  add_text (text, name);
  add_text (text, why != NULL ? why : "");
  g_string_append (text, "\r\n");
}

char *
weft_cli_search_csv (WeftSearch *search)
{
  g_autofree WeftSearchPoint *points = g_new (WeftSearchPoint, CHUNK);
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&weft_search_get_problem (search)->model);
  GString *text = g_string_new ("method,seed,evaluation,kind,repeat,score,best");

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    g_string_append_printf (text, ",%s", weft_workload_nick (i));
  g_string_append (text, ",power_w,cost_usd,design,why\r\n");

  for (guint run = 0; run < weft_search_n_runs (search); run++)
    {
      guint from = 0, n;

      while ((n = weft_search_get_points (search, run, from, points, CHUNK)) > 0)
        {
          for (guint i = 0; i < n; i++)
            add_point (text, search, run, kernel, &points[i]);
          from += n;
        }
    }

  return g_string_free (text, FALSE);
}
