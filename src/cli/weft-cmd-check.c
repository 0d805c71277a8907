/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft check`: the verification suite, one row a check. */
#include "cli/weft-cli.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-name.h"
#include "model/weft-check.h"

/* The figures of level 3 are those of a paper, which its profile reproduces. */
#define CHECKED_PROFILE "archagent-2026"

#define ANY_LEVEL G_MININT

static int level;

static gboolean
is_wanted (WeftCheck *check, const char *pattern)
{
  const char *name = weft_check_get_name (check);

  if (level != ANY_LEVEL && weft_check_get_level (check) != (WeftCheckLevel) level)
    return FALSE;
  if (pattern == NULL)
    return TRUE;
  if (strpbrk (pattern, "*?") != NULL)
    return g_pattern_match_simple (pattern, name);
  return strstr (name, pattern) != NULL;
}

/* (transfer full) */
static GListModel *
filter_checks (GListModel *all, const char *pattern)
{
  GListStore *wanted = g_list_store_new (WEFT_TYPE_CHECK);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (WeftCheck) check = g_list_model_get_item (all, i);

      if (is_wanted (check, pattern))
        g_list_store_append (wanted, check);
    }
  return G_LIST_MODEL (wanted);
}

/* Six digits tell two figures apart that should agree within a tolerance; counts show them all. */
static char *
format_figure (double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  if (isnan (value))
    return g_strdup (_("unknown"));
  if (!isfinite (value))
    return g_strdup (value > 0 ? "∞" : "−∞");
  if (value == floor (value) && fabs (value) < 1e15)
    return g_strdup (weft_json_format_double (value, buffer));
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", value));
}

static char *
format_tolerance (double tolerance)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  if (tolerance == 0)
    return g_strdup (_("exact"));
  if (tolerance >= 1e-4)
    return g_strdup_printf ("%s %%",
                            g_ascii_formatd (buffer, sizeof buffer, "%.3g", 100 * tolerance));
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.1e", tolerance));
}

static void
add_row (WeftTable *table, WeftCheck *check)
{
  g_autofree char *number = g_strdup_printf ("%d", (int) weft_check_get_level (check));
  g_autofree char *expected = format_figure (weft_check_get_expected (check));
  g_autofree char *got = format_figure (weft_check_get_got (check));
  g_autofree char *tolerance = format_tolerance (weft_check_get_tolerance (check));
  const char *unit = weft_check_get_unit (check);
  const char *cells[] = {
    number,
    weft_check_get_name (check),
    expected,
    got,
    unit != NULL ? unit : "",
    tolerance,
    weft_check_passes (check) ? _("pass") : _("FAIL"),
    weft_check_get_source (check),
    NULL,
  };

  weft_table_add_row (table, cells);
}

static guint
print_words (const WeftCliOptions *options, GListModel *checks)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  guint n = g_list_model_get_n_items (checks);
  guint n_passed = 0;
  g_autofree char *line = NULL;

  weft_table_add_column (table, _("Level"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Check"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Expected"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Got"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Unit"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tolerance"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Result"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Source"), WEFT_ALIGN_START);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftCheck) check = g_list_model_get_item (checks, i);

      add_row (table, check);
      n_passed += weft_check_passes (check) ? 1 : 0;
    }
  weft_cli_print_table (options, table);
  if (n_passed == n)
    line = g_strdup_printf (_("%u checks, %u passed"), n, n_passed);
  else
    line = g_strdup_printf (_("%u checks, %u passed, %u failed"), n, n_passed, n - n_passed);
  weft_cli_print_styled (options, n_passed == n ? WEFT_STYLE_GOOD : WEFT_STYLE_BAD, line);
  g_print ("\n");
  return n - n_passed;
}

static guint
count_failed (GListModel *checks)
{
  guint n_failed = 0;

  for (guint i = 0; i < g_list_model_get_n_items (checks); i++)
    {
      g_autoptr (WeftCheck) check = g_list_model_get_item (checks, i);

      n_failed += weft_check_passes (check) ? 0 : 1;
    }
  return n_failed;
}

static void
print_json (GListModel *checks)
{
  g_autoptr (JsonNode) root = weft_check_to_json (checks);

  weft_cli_print_json (root);
}

int
weft_cmd_check (char **argv)
{
  const GOptionEntry own[] = {
    { "level", 'l', 0, G_OPTION_ARG_INT, &level,
      N_("Only checks of level 1 (catalog), 2 (identities) or 3 (figures)"), N_("N") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (GListModel) all = NULL;
  g_autoptr (GListModel) checks = NULL;
  g_autoptr (GError) error = NULL;

  level = ANY_LEVEL;
  if (!weft_cli_parse ("check", argv, own,
                       _("NAME-PATTERN is a part of a name, or a pattern with * and ?.\n"), 0, 1,
                       &options))
    return WEFT_EXIT_BAD;
  if (options.profile != NULL && !weft_name_equal (options.profile, CHECKED_PROFILE))
    return weft_cli_refuse (_("check: found --profile %s; the expected figures are those of %s, "
                              "which the suite always runs with"),
                            options.profile, CHECKED_PROFILE);
  if (level != ANY_LEVEL && (level < WEFT_CHECK_CATALOG || level > WEFT_CHECK_FIGURE))
    return weft_cli_refuse (_("--level is %d, expected 1, 2 or 3"), level);
  evaluator = weft_cli_evaluator (&options);
  if (evaluator == NULL || !weft_cli_components (evaluator))
    return WEFT_EXIT_BAD;
  all = weft_check_run (evaluator, &error);
  if (all == NULL)
    return weft_cli_fail (error);
  checks = filter_checks (all, options.arguments[0]);
  if (g_list_model_get_n_items (checks) == 0)
    return weft_cli_refuse (_("no check has that level and name; “weft check” lists them"));
  if (!options.json)
    return print_words (&options, checks) == 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
  print_json (checks);
  return count_failed (checks) == 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
