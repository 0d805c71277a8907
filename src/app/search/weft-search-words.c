/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short lines, in the order in which people ask. */
#include "config.h"

#include "app/search/weft-search-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-quantity.h"

#define SEPARATOR " · "

static const char *
name_state (WeftJobState state)
{
  switch (state)
    {
    case WEFT_JOB_PREPARING:
      return _("Preparing the space");
    case WEFT_JOB_RUNNING:
      return _("Running");
    case WEFT_JOB_PAUSED:
      return _("Paused");
    case WEFT_JOB_STOPPING:
      return _("Stopping");
    case WEFT_JOB_FINISHED:
      return _("Finished");
    case WEFT_JOB_STOPPED:
      return _("Stopped");
    case WEFT_JOB_FAILED:
      return _("Failed");
    case WEFT_JOB_IDLE:
    default:
      return "";
    }
}

char *
weft_search_words_state (WeftSearchJob *job)
{
  const char *name = name_state (weft_search_job_get_state (job));
  WeftTally *tally = weft_search_job_get_tally (job);
  g_autofree char *runs = NULL;
  WeftTallyCounts counts;

  if (tally->runs->len < 2 || weft_search_job_get_state (job) == WEFT_JOB_FINISHED)
    return g_strdup (name);
  weft_tally_count (tally, &counts);
  /* Translators: of several runs, the second number */
  runs = g_strdup_printf (ngettext ("%u of %u run has ended", "%u of %u runs have ended",
                                    counts.n_ended),
                          counts.n_ended, tally->runs->len);
  return g_strjoin (SEPARATOR, name, runs, NULL);
}

static char *
format_count (guint64 n)
{
  return weft_quantity_format ((double) n, WEFT_UNIT_COUNT);
}

/* Takes @words; what there is none of is not worth a word. */
static void
append_count (GString *text, guint64 n, char *words)
{
  if (n > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? SEPARATOR : "", words);
  g_free (words);
}

char *
weft_search_words_counts (WeftSearchJob *job)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *evaluations = NULL, *invalid = NULL, *infeasible = NULL;
  g_autofree char *duplicates = NULL, *estimates = NULL;
  WeftTallyCounts counts;

  weft_tally_count (weft_search_job_get_tally (job), &counts);
  evaluations = format_count (counts.evaluations);
  invalid = format_count (counts.invalid);
  infeasible = format_count (counts.infeasible);
  duplicates = format_count (counts.duplicates);
  estimates = format_count (counts.estimates);
  append_count (text, counts.evaluations,
                g_strdup_printf (ngettext ("%s evaluation", "%s evaluations",
                                           (gulong) counts.evaluations),
                                 evaluations));
  append_count (text, counts.invalid,
                g_strdup_printf (_("%s refused before evaluation"), invalid));
  append_count (text, counts.infeasible, g_strdup_printf (_("%s infeasible"), infeasible));
  append_count (text, counts.duplicates,
                g_strdup_printf (ngettext ("%s repeat", "%s repeats", (gulong) counts.duplicates),
                                 duplicates));
  append_count (text, counts.estimates,
                g_strdup_printf (ngettext ("%s cheap estimate", "%s cheap estimates",
                                           (gulong) counts.estimates),
                                 estimates));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
weft_search_words_left (double seconds)
{
  if (isnan (seconds))
    return g_strdup ("");
  if (seconds < 1.5)
    return g_strdup (_("About a second left"));
  if (seconds < 90)
    return g_strdup_printf (_("About %.0f s left"), seconds);
  if (seconds < 5400)
    return g_strdup_printf (_("About %.0f min left"), seconds / 60);
  return g_strdup_printf (_("About %.1f h left"), seconds / 3600);
}

char *
weft_search_words_dated (WeftSearchJob *job)
{
  WeftJobState state = weft_search_job_get_state (job);
  WeftProblem *problem = weft_search_job_get_problem (job);

  if (problem == NULL || state == WEFT_JOB_IDLE || state == WEFT_JOB_PREPARING
      || weft_problem_has_setting (problem,
                                   weft_session_get_design (weft_search_job_get_session (job))))
    return g_strdup ("");
  return g_strdup (_("These results are for another budget, workload or profile than the document has now."));
}

char *
weft_search_words_finder (WeftTally *tally, guint index)
{
  const WeftTallyPoint *point = weft_tally_get_point (tally, index);
  const WeftTallyRun *run = weft_tally_get_run (tally, point->run);

  /* Translators: which evaluation of which run found a design; the last is a method */
  return g_strdup_printf (_("evaluation %u · seed %" G_GUINT64_FORMAT " · %s"),
                          point->point.evaluation, run->seed,
                          g_dgettext ("weft", run->method->label));
}

char *
weft_search_words_label (WeftProblem *problem, WeftTally *tally, guint index)
{
  return weft_candidate_label (problem, &weft_tally_get_point (tally, index)->point.candidate);
}

char *
weft_search_words_fabrics (WeftProblem *problem, WeftTally *tally, guint index)
{
  const WeftCandidate *candidate = &weft_tally_get_point (tally, index)->point.candidate;
  WeftInventory *inventory = weft_problem_get_inventory (problem);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < candidate->n; i++)
    {
      const WeftSpaceUnit *unit =
        &g_array_index (problem->units, WeftSpaceUnit, candidate->parts[i].unit);

      g_string_append_printf (text, "%s%s" SEPARATOR "%s", i > 0 ? ", " : "",
                              weft_inventory_scaleup (inventory, unit->scaleup)->id,
                              weft_inventory_scaleout (inventory, unit->scaleout)->id);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
weft_search_words_score (double score)
{
  return g_strdup_printf ("%.3f", score);
}

/* What the best of all runs is short of. */
char *
weft_search_words_regret (WeftSearchJob *job)
{
  const WeftOptimum *optimum = weft_search_job_get_optimum (job);
  WeftTally *tally = weft_search_job_get_tally (job);
  const WeftSearchPoint *best;
  double regret;

  if (optimum == NULL || tally->n_best == 0 || !(optimum->bound > 0))
    return g_strdup ("");
  best = &weft_tally_get_point (tally, tally->best[0])->point;
  regret = MAX (0, 1 - best->score / optimum->bound);
  if (optimum->gap > 0)
    /* Translators: the first number is a percentage */
    return g_strdup_printf (ngettext ("regret at most %.1f %% after %u evaluation",
                                      "regret at most %.1f %% after %u evaluations",
                                      best->evaluation),
                            regret * 100, best->evaluation);
  /* Translators: the first number is a percentage */
  return g_strdup_printf (ngettext ("regret %.1f %% after %u evaluation",
                                    "regret %.1f %% after %u evaluations", best->evaluation),
                          regret * 100, best->evaluation);
}

char *
weft_search_words_methods (const char *const *methods)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; methods[i] != NULL; i++)
    {
      const WeftMethodInfo *info = weft_method_find (methods[i], NULL);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              info != NULL ? g_dgettext ("weft", info->label) : methods[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
