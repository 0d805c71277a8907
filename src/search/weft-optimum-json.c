/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The certified optimum as JSON, and the best design of one kind of chips to hold it against. */
#include "search/weft-optimum.h"

#include <math.h>

static void
put_count (JsonObject *object,
           const char *key,
           double      value)
{
  json_object_set_double_member (object, key, value);
}

static JsonObject *
write_design (WeftProblem         *problem,
              const WeftCandidate *candidate,
              double               score)
{
  g_autoptr (WeftDesign) design = weft_candidate_design (problem, candidate);
  JsonObject *object = json_object_new ();

  json_object_set_double_member (object, "score", score);
  json_object_set_member (object, "design", weft_design_to_json (design));
  return object;
}

static JsonObject *
write_certificate (WeftProblem       *problem,
                   const WeftOptimum *optimum)
{
  JsonObject *object = json_object_new ();

  put_count (object, "candidates", weft_problem_get_n_candidates (problem));
  put_count (object, "covered", optimum->covered);
  put_count (object, "bounded", optimum->bounded);
  put_count (object, "invalid", optimum->invalid);
  put_count (object, "open", optimum->open);
  json_object_set_double_member (object, "bound", optimum->bound);
  if (isfinite (optimum->gap))
    json_object_set_double_member (object, "gap", optimum->gap);
  else
    json_object_set_null_member (object, "gap");
  put_count (object, "evaluations", optimum->evaluations);
  if (optimum->has_runner_up)
    json_object_set_object_member (object, "runner_up",
                                   write_design (problem, &optimum->runner_up,
                                                 optimum->runner_up_score));
  else
    json_object_set_null_member (object, "runner_up");
  return object;
}

/**
 * weft_optimum_to_json: (skip)
 * @problem: the problem
 * @optimum: its optimum
 *
 * Without the seconds that it took, so that the same problem gives the same bytes.
 *
 * Returns: (transfer full): an object with score, design, ratios, power_w, cost_usd, homogeneous and certificate; design is null
 *   when nothing is feasible
 */
JsonNode *
weft_optimum_to_json (WeftProblem       *problem,
                      const WeftOptimum *optimum)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  WeftCandidate alone;
  WeftVerdict verdict;

  json_node_take_object (node, object);
  json_object_set_double_member (object, "score", optimum->score);
  json_object_set_null_member (object, "design");
  if (optimum->score > 0)
    {
      g_autoptr (WeftDesign) design = weft_candidate_design (problem, &optimum->best);
      JsonObject *ratios = json_object_new ();

      json_object_set_member (object, "design", weft_design_to_json (design));
      for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
        json_object_set_double_member (ratios, weft_workload_nick (i), optimum->verdict.ratio[i]);
      json_object_set_object_member (object, "ratios", ratios);
      json_object_set_double_member (object, "power_w", optimum->verdict.power_w);
      if (isnan (optimum->verdict.cost_usd))
        json_object_set_null_member (object, "cost_usd");
      else
        json_object_set_double_member (object, "cost_usd", optimum->verdict.cost_usd);
    }
  if (weft_problem_best_homogeneous (problem, &alone, &verdict))
    json_object_set_object_member (object, "homogeneous", write_design (problem, &alone, verdict.score));
  else
    json_object_set_null_member (object, "homogeneous");
  json_object_set_object_member (object, "certificate", write_certificate (problem, optimum));
  return node;
}

/**
 * weft_problem_best_homogeneous: (skip)
 * @problem: a problem
 * @best: (out): the best candidate of a single partition
 * @verdict: (out): what it does
 *
 * What combining kinds of chips gains is the optimum over this one.
 *
 * Returns: whether there is a feasible one
 */
gboolean
weft_problem_best_homogeneous (WeftProblem   *problem,
                               WeftCandidate *best,
                               WeftVerdict   *verdict)
{
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  gboolean found = FALSE;

  if (problem->splits[1]->len == 0)
    return FALSE;

  for (guint i = 0; i < problem->units->len; i++)
    {
      WeftCandidate candidate = { .n = 1 };
      WeftVerdict its;

      candidate.parts[0] = (WeftChoice) {
        .unit = (guint16) i,
        .fraction = g_array_index (problem->splits[1], guint16, 0),
        .role = (guint16) problem->roles[0],
      };
      weft_problem_judge (problem, kernel, &candidate, &its);
      if (its.kind != WEFT_VERDICT_FEASIBLE
          || (found && !weft_verdict_is_better (problem, &candidate, &its, best, verdict)))
        continue;
      *best = candidate;
      *verdict = its;
      found = TRUE;
    }

  return found;
}
