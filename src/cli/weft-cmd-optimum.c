/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft optimum`: the best design of a space, with the certificate that nothing in it is better. */
#include "cli/weft-cli-problem.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "search/weft-optimum.h"

static double limit_s;
static char *output_path;

static void
progress_cb (double   share,
             double   score,
             gpointer data)
{
  g_autofree char *line = g_strdup_printf ("%5.1f %%  best %.4f", 100 * share, score);

  weft_cli_show_progress (line);
}

static char *
count_text (double n)
{
  return weft_quantity_format (n, WEFT_UNIT_COUNT);
}

static void
add_row (WeftTable *table,
         const char *label,
         char       *value)
{
  const char *cells[] = { label, value, NULL };

  weft_table_add_row (table, cells);
  g_free (value);
}

static char *
score_text (double score)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.4f", score));
}

static char *
design_text (WeftProblem         *problem,
             const WeftCandidate *candidate,
             double               score)
{
  g_autofree char *name = weft_candidate_name (problem, candidate);
  g_autofree char *digits = score_text (score);

  return g_strdup_printf ("%s  %s", digits, name);
}

static void
print_certificate (const WeftCliOptions *options,
                   WeftProblem          *problem,
                   const WeftOptimum    *optimum)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Certificate"));
  WeftCandidate alone;
  WeftVerdict verdict;

  weft_table_add_column (table, _("What"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_START);
  add_row (table, _("Candidates of the space"), count_text (weft_problem_get_n_candidates (problem)));
  add_row (table, _("Scored, or differing in labels alone"), count_text (optimum->covered));
  add_row (table, _("Bounded away"), count_text (optimum->bounded));
  add_row (table, _("With a fraction that buys no node"), count_text (optimum->invalid));
  if (optimum->open > 0)
    add_row (table, _("Left open"), count_text (optimum->open));
  add_row (table, _("Nothing is better than"), score_text (optimum->bound));
  if (optimum->open > 0)
    add_row (table, _("Gap"), g_strdup_printf ("%.2f %%", 100 * optimum->gap));
  if (optimum->has_runner_up)
    add_row (table, _("Best with another score"),
             design_text (problem, &optimum->runner_up, optimum->runner_up_score));
  if (weft_problem_best_homogeneous (problem, &alone, &verdict))
    add_row (table, _("Best of one partition"), design_text (problem, &alone, verdict.score));
  add_row (table, _("Reference"), score_text (1));
  add_row (table, _("Time"), weft_quantity_format (optimum->seconds, WEFT_UNIT_S));
  weft_cli_print_table (options, table);
}

/* Why limits may leave nothing: designs of a space do not spend less than the budget. */
static void
print_limits (WeftProblem *problem)
{
  g_autoptr (JsonNode) root = weft_problem_to_json (problem);
  JsonObject *object = json_node_get_object (root);
  g_autofree char *limits = NULL;
  g_autofree char *line = NULL;

  if (!json_object_has_member (object, "constraints"))
    return;

  limits = weft_json_write_compact (json_object_get_member (object, "constraints"));
  line = g_strdup_printf (_("No design keeps the limits %s. Every design of a space divides the whole budget, so a "
                            "limit below what the budget buys leaves nothing: make the budget smaller instead, "
                            "with --power or --cost."), limits);
  weft_cli_print_wrapped ("", "", line);
  g_print ("\n");
}

static void
print_words (const WeftCliOptions *options,
             WeftProblem          *problem,
             const WeftOptimum    *optimum)
{
  const char *const *left_out = weft_problem_get_left_out (problem);
  g_autofree char *best = NULL;

  if (!(optimum->score > 0))
    weft_cli_print_styled (options, WEFT_STYLE_BAD, _("Nothing in the space is feasible."));
  else
    {
      best = design_text (problem, &optimum->best, optimum->score);
      weft_cli_print_styled (options, WEFT_STYLE_GOOD, best);
    }
  g_print ("\n\n");
  if (!(optimum->score > 0))
    print_limits (problem);
  print_certificate (options, problem, optimum);
  for (guint i = 0; left_out[i] != NULL; i++)
    {
      if (i == 0)
        g_print ("\n%s\n", _("Chips that cannot take part"));
      weft_cli_print_wrapped ("  - ", "    ", left_out[i]);
    }
}

static gboolean
write_design (WeftProblem       *problem,
              const WeftOptimum *optimum)
{
  g_autoptr (WeftDesign) design = NULL;

  if (output_path == NULL || !(optimum->score > 0))
    return TRUE;

  design = weft_candidate_design (problem, &optimum->best);
  return weft_cli_save_design (output_path, design);
}

static gboolean
check_output (const WeftCliOptions *options)
{
  const WeftCliOutput output = { "--output", output_path, FALSE };

  return weft_cli_check_problem_outputs (options, &output, 1);
}

static int
find (const WeftCliOptions *options)
{
  g_autoptr (WeftProblem) problem = weft_cli_make_problem (options);
  g_autoptr (GError) error = NULL;
  WeftOptimum optimum;

  if (problem == NULL)
    return WEFT_EXIT_BAD;
  if (!(limit_s >= 0))
    return weft_cli_refuse (_("--limit is %g s, expected 0 (no limit) or more"), limit_s);
  if (!weft_optimum_find (problem, limit_s, options->json ? NULL : progress_cb, NULL, NULL, &optimum,
                          &error))
    return weft_cli_fail (error);
  if (!options->json)
    weft_cli_show_progress (NULL);
  if (!write_design (problem, &optimum))
    return WEFT_EXIT_BAD;

  if (options->json)
    {
      g_autoptr (JsonNode) root = weft_optimum_to_json (problem, &optimum);

      weft_cli_print_json (root);
    }
  else
    print_words (options, problem, &optimum);
  return optimum.score > 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

int
weft_cmd_optimum (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  const GOptionEntry own[] = {
    WEFT_CLI_PROBLEM_ENTRIES,
    { "limit", 0, 0, G_OPTION_ARG_DOUBLE, &limit_s,
      N_("Answer with a proven gap after so many seconds; 0 for no limit"), N_("S") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output_path, N_("Write the best design to a file"),
      N_("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *description = weft_cli_describe_problem ();
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("optimum", argv, own, description, 0, 1, &options)
      && check_output (&options))
    status = find (&options);
  weft_cli_clear_problem ();
  g_clear_pointer (&output_path, g_free);
  return status;
}
