/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft study` prints: tables for people, one object for programs. */
#include "cli/weft-cli-study.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-quantity.h"

/* --- words --- */

static void
print_problem (WeftProblem *problem)
{
  WeftSpace *space = weft_problem_get_space (problem);
  g_autofree char *budget = weft_quantity_format (weft_problem_get_budget (problem),
                                                  weft_problem_budget_is_cost (problem)
                                                      ? WEFT_UNIT_USD
                                                      : WEFT_UNIT_W);
  g_autofree char *size = weft_quantity_format (weft_problem_get_n_candidates (problem),
                                                WEFT_UNIT_COUNT);

  g_print (_("Space %s, %s, %s designs\n"), weft_space_get_id (space), budget, size);
}

static void
print_optimum (const WeftStudyResult *result)
{
  const WeftOptimum *optimum = result->optimum;
  g_autofree char *covered = weft_quantity_format (optimum->covered, WEFT_UNIT_COUNT);
  g_autofree char *bounded = weft_quantity_format (optimum->bounded, WEFT_UNIT_COUNT);
  g_autofree char *label = NULL;

  if (optimum->score > 0)
    {
      label = weft_candidate_label (result->problem, &optimum->best);
      g_print (_("Best design %.4f: %s (%.1f %% of the budget in specialised partitions)\n"),
               optimum->score, label,
               100 * weft_study_specialised (result->problem, &optimum->best));
    }
  if (optimum->gap > 0)
    g_print (_("Time ran out: nothing is better than %.4f, %.2f %% above it; regret is against "
               "that bound\n"),
             optimum->bound, 100 * optimum->gap);
  else
    g_print (_("Certified: %s designs computed, %s bounded away; regret is against it\n"), covered,
             bounded);
}

static void
print_target (const WeftStudyResult *result)
{
  if (result->optimum != NULL)
    print_optimum (result);
  else
    g_print (_("Regret is against the best of all runs, %.4f: the optimum may be better\n"),
             weft_study_get_target (result->study, NULL));
}

static void
print_table (const WeftCliOptions *options, WeftTable *table)
{
  g_print ("\n");
  weft_cli_print_table (options, table);
}

static void
print_sources (const WeftStudyResult *result)
{
  for (guint i = 0; i < result->published->len; i++)
    {
      const WeftPublishedTable *published = result->published->pdata[i];

      weft_cli_print_wrapped ("", "  ", published->source);
    }
}

/* Which row the tests are against, and what the columns mean. */
static void
print_legend (const WeftStudyResult *result)
{
  int baseline = -1;

  for (guint i = 0; i < weft_study_n_rows (result->study); i++)
    baseline = MAX (baseline, weft_study_get_row (result->study, i)->baseline);
  weft_cli_print_wrapped ("", "", _("Regret: mean of 1 − score / optimum. Median to 1 %: "
                                    "evaluations until a run is within 1 % of the optimum, runs "
                                    "that never were counted as later than all others. ERT: all "
                                    "evaluations over arrivals. Specialised: share of the budget "
                                    "outside of the best design’s largest partition."));
  if (baseline >= 0)
    {
      g_autofree char *text = g_strdup_printf (
          _("p: two-sided Wilcoxon signed-rank test, paired by seed, against %s; Holm’s "
            "correction is over the comparisons of one budget. A12: how likely a run beats one "
            "of the baseline."),
          weft_study_get_row (result->study, (guint) baseline)->label);

      weft_cli_print_wrapped ("", "", text);
    }
}

void
weft_cli_print_study (const WeftCliOptions *options, const WeftStudyResult *result)
{
  const WeftPublishedTable *published
      = result->published->len > 0 ? result->published->pdata[0] : NULL;
  g_autoptr (WeftTable) scores = weft_table_study_scores (result->study, published);
  g_autoptr (WeftTable) comparison = weft_table_study_comparison (result->study);
  g_autoptr (WeftTable) counts = weft_table_study_counts (result->study);

  print_problem (result->problem);
  print_target (result);
  print_table (options, scores);
  print_sources (result);
  print_table (options, comparison);
  print_legend (result);
  print_table (options, counts);
}

/* --- JSON --- */

static JsonNode *
optimum_to_json (const WeftStudyResult *result)
{
  JsonNode *node;
  JsonObject *object;

  if (result->optimum == NULL)
    return json_node_new (JSON_NODE_NULL);
  node = weft_optimum_to_json (result->problem, result->optimum);
  object = json_node_get_object (node);
  if (result->optimum->score > 0)
    json_object_set_double_member (object, "specialised_power",
                                   weft_study_specialised (result->problem,
                                                           &result->optimum->best));
  else
    json_object_set_null_member (object, "specialised_power");
  return node;
}

static JsonArray *
published_to_json (const WeftStudyResult *result)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < result->published->len; i++)
    json_array_add_object_element (array, weft_published_table_to_json (result->published->pdata[i]));
  return array;
}

void
weft_cli_print_study_json (const WeftStudyResult *result)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = weft_study_to_json (result->study);
  WeftProblem *problem = result->problem;

  json_object_set_string_member (object, "space",
                                 weft_space_get_id (weft_problem_get_space (problem)));
  json_object_set_string_member (object, "problem", weft_problem_get_digest (problem));
  json_object_set_double_member (object,
                                 weft_problem_budget_is_cost (problem) ? "cost_usd" : "power_w",
                                 weft_problem_get_budget (problem));
  json_object_set_member (object, "optimum", optimum_to_json (result));
  json_object_set_array_member (object, "published", published_to_json (result));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}
