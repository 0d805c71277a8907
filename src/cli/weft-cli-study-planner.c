/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planners of `weft study`: each endpoint with each budget and seed, one run after the other, as rows beside the search
 * methods. */
#include "cli/weft-cli-study.h"

#include <string.h>

#include <glib/gi18n.h>

#include "agent/weft-plan-study.h"
#include "cli/weft-cli-plan.h"

/* "URL MODEL", "PROFILE MODEL" or one of them alone. */
static WeftChat *
make_chat (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ", 2);
  WeftCliPlanner planner = { 0 };
  WeftChat *chat;

  if (words[0] == NULL || words[0][0] == '\0')
    {
      weft_cli_refuse (_("--planner: found “%s”, expected an endpoint, perhaps with a model: “http://127.0.0.1:8080/v1 MODEL”"),
                       text);
      return NULL;
    }
  planner.endpoint = g_strdup (words[0]);
  planner.model = words[1] != NULL ? g_strdup (g_strstrip (words[1])) : NULL;
  chat = weft_cli_planner_chat (&planner);
  weft_cli_planner_clear (&planner);
  return chat;
}

static void
show_progress_cb (WeftPlan   *plan,
                  const char *name)
{
  WeftPlanCounts counts;
  WeftPlanBudget budget;
  g_autofree char *line = NULL;

  weft_plan_get_counts (plan, &counts);
  weft_plan_get_budget (plan, &budget);
  line = g_strdup_printf ("%s  %u/%u  %.4f", name, counts.evaluations, budget.evaluations,
                          counts.has_best ? counts.best : 0);
  weft_cli_show_progress (line);
}

static gboolean
run_one (WeftProblem         *problem,
         WeftChat            *chat,
         const WeftStudyPlan *plan,
         guint                budget,
         guint64              seed,
         WeftStudyRun        *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (WeftPlan) planned = NULL;
  g_autofree char *name = weft_cli_line (weft_endpoint_get_model (weft_chat_get_endpoint (chat)));
  WeftPlanCounts counts;
  WeftPlanSettings settings = {
    .problem = problem,
    .planner = chat,
    .budget = { .evaluations = budget },
    .seed = seed,
    .no_record = !plan->record,
    .folder = plan->folder,
  };

  planned = weft_plan_new (&settings, &error);
  if (planned == NULL)
    {
      weft_cli_fail (error);
      return FALSE;
    }
  g_signal_connect (planned, "changed", G_CALLBACK (show_progress_cb), name);
  g_signal_connect_swapped (planned, "done", G_CALLBACK (g_main_loop_quit), loop);
  weft_plan_start (planned);
  g_main_loop_run (loop);
  weft_cli_show_progress ("");
  weft_plan_get_counts (planned, &counts);
  if (counts.evaluations == 0)
    weft_cli_note (_("%s, seed %" G_GUINT64_FORMAT ": no evaluation: %s"), name, seed,
                   weft_plan_get_reason (planned));
  weft_plan_study_run (planned, run);
  return TRUE;
}

static gboolean
run_all (WeftProblem         *problem,
         WeftChat            *chat,
         const WeftStudyPlan *plan,
         WeftStudy           *study)
{
  g_autofree char *method = g_strconcat ("llm:", weft_endpoint_get_model (weft_chat_get_endpoint (chat)),
                                         NULL);

  for (guint i = 0; i < plan->n_budgets; i++)
    {
      guint row = weft_study_add_row (study, method, N_("LLM planner"), plan->budgets[i]);

      for (guint j = 0; j < plan->n_seeds; j++)
        {
          WeftStudyRun run;

          if (!run_one (problem, chat, plan, plan->budgets[i], plan->seeds[j], &run))
            return FALSE;
          weft_study_add_run (study, row, &run);
        }
    }
  return TRUE;
}

gboolean
weft_cli_study_planners (WeftProblem         *problem,
                         char               **planners,
                         const WeftStudyPlan *plan,
                         WeftStudy           *study)
{
  for (guint i = 0; planners != NULL && planners[i] != NULL; i++)
    {
      g_autoptr (WeftChat) chat = make_chat (planners[i]);

      if (chat == NULL || !run_all (problem, chat, plan, study))
        return FALSE;
    }

  return TRUE;
}
