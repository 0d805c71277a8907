/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft compare A B`: the figures of two designs side by side, equal ones hidden. `weft compare A --profiles X,Y`:
 * those of one design under two profiles, and why they differ. */
#include "config.h"

#include "cli/weft-cli.h"

#include <glib/gi18n.h>

#include "cli/weft-cli-why.h"
#include "model/weft-comparison.h"

/* What a cell may hold before its row goes below the table. */
#define LONGEST_CELL 28

static gboolean all_rows;
static gboolean with_sources;
static char *profile_names;

/* One of the two designs and how far it came. @profile: that judges it, when it is one design under two. */
typedef struct
{
  const char *path;
  const char *profile;
  GPtrArray *violations;
  WeftEvaluation *evaluation;
} WeftSide;

static void
weft_side_clear (WeftSide *side)
{
  g_clear_pointer (&side->violations, g_ptr_array_unref);
  g_clear_object (&side->evaluation);
}

static gboolean
read_side (WeftSide *side, WeftEvaluator *evaluator, const WeftCliOptions *options)
{
  side->violations = g_ptr_array_new_with_free_func (g_object_unref);
  return weft_cli_evaluate (evaluator, options, side->path, side->violations, &side->evaluation)
         != WEFT_READ_FAILED;
}

/* Reads the design once, since it may come from standard input. */
static gboolean
read_both (WeftSide sides[2], WeftEvaluator *evaluator)
{
  g_autoptr (WeftDesign) design = NULL;
  WeftRead read;

  for (guint i = 0; i < 2; i++)
    sides[i].violations = g_ptr_array_new_with_free_func (g_object_unref);
  read = weft_cli_read_design (sides[0].path, sides[0].violations, &design);
  for (guint i = 0; i < 2 && read == WEFT_READ_DONE; i++)
    {
      g_autoptr (GError) error = NULL;

      sides[i].evaluation
        = weft_evaluator_evaluate (evaluator, design, sides[i].profile, sides[0].violations, &error);
      if (sides[i].evaluation == NULL)
        {
          weft_cli_fail (error);
          read = WEFT_READ_FAILED;
        }
    }
  return read != WEFT_READ_FAILED;
}

static gboolean
is_scored (const WeftSide *side)
{
  return side->evaluation != NULL && weft_evaluation_is_feasible (side->evaluation);
}

/* A document that is no design has no figures to compare: there are no rows then. */
static void
print_no_rows (const WeftSide *a, const WeftSide *b)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonObject *violations = json_object_new ();

  json_object_set_string_member (object, "a", a->path);
  json_object_set_string_member (object, "b", b->path);
  json_object_set_array_member (object, "rows", json_array_new ());
  json_object_set_array_member (violations, "a", weft_cli_violations_json (a->violations));
  json_object_set_array_member (violations, "b", weft_cli_violations_json (b->violations));
  json_object_set_object_member (object, "violations", violations);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* The columns are profiles then. */
static void
add_why (JsonObject *object, const WeftSide *a, const WeftSide *b)
{
  g_autoptr (GListModel) differences = weft_profile_difference (a->evaluation, b->evaluation);

  json_object_set_string_member (object, "design", weft_evaluation_get_design_name (a->evaluation));
  json_object_set_string_member (object, "a", a->profile);
  json_object_set_string_member (object, "b", b->profile);
  json_object_set_member (object, "why", weft_profile_difference_to_json (differences));
}

static void
print_json (const WeftSide *a, const WeftSide *b)
{
  g_autoptr (JsonNode) root = NULL;

  if (a->evaluation == NULL || b->evaluation == NULL)
    {
      print_no_rows (a, b);
      return;
    }
  root = weft_compare_to_json (a->evaluation, b->evaluation);
  if (a->profile != NULL)
    add_why (json_node_get_object (root), a, b);
  weft_cli_print_json (root);
}

/* Two designs of one name are told apart by their files. */
static char *
side_title (const WeftSide *side, const WeftSide *other)
{
  const char *name = weft_evaluation_get_design_name (side->evaluation);

  if (side->profile != NULL)
    return g_strdup (side->profile);
  if (g_strcmp0 (name, weft_evaluation_get_design_name (other->evaluation)) != 0)
    return g_strdup (name);
  return g_filename_display_name (side->path);
}

static WeftTable *
new_table (const WeftSide *a, const WeftSide *b)
{
  WeftTable *table = weft_table_new (NULL);
  g_autofree char *title_a = side_title (a, b);
  g_autofree char *title_b = side_title (b, a);

  weft_table_add_column (table, _("Figure"), WEFT_ALIGN_START);
  weft_table_add_column (table, title_a, WEFT_ALIGN_END);
  weft_table_add_column (table, title_b, WEFT_ALIGN_END);
  weft_table_add_column (table, _("Difference"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Percent"), WEFT_ALIGN_END);
  return table;
}

static void
add_row (WeftTable *table, WeftComparisonRow *row)
{
  const char *cells[] = {
    weft_comparison_row_get_label (row),
    weft_comparison_row_get_a (row),
    weft_comparison_row_get_b (row),
    weft_comparison_row_get_delta_text (row),
    weft_comparison_row_get_percent_text (row),
    NULL,
  };

  weft_table_add_row (table, cells);
}

/* Sentences, which would push the numbers apart. */
static gboolean
is_long (WeftComparisonRow *row)
{
  return g_utf8_strlen (weft_comparison_row_get_a (row), -1) > LONGEST_CELL
         || g_utf8_strlen (weft_comparison_row_get_b (row), -1) > LONGEST_CELL;
}

static void
print_long_row (WeftComparisonRow *row)
{
  g_print ("%s\n", weft_comparison_row_get_label (row));
  weft_cli_print_wrapped ("  ", "    ", weft_comparison_row_get_a (row));
  weft_cli_print_wrapped ("  ", "    ", weft_comparison_row_get_b (row));
}

static guint
print_rows (const WeftCliOptions *options, const WeftSide *a, const WeftSide *b)
{
  g_autoptr (GListModel) rows = weft_compare (a->evaluation, b->evaluation);
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftTable) table = new_table (a, b);
  guint n_equal = 0;

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftComparisonRow) row = g_list_model_get_item (rows, i);
      gboolean is_equal = weft_comparison_row_is_equal (row);

      n_equal += is_equal ? 1 : 0;
      if (is_equal && !all_rows)
        continue;
      if (is_long (row))
        g_ptr_array_add (sentences, g_steal_pointer (&row));
      else
        add_row (table, row);
    }
  weft_cli_print_table (options, table);
  if (weft_table_n_rows (table) > 0 && sentences->len > 0)
    g_print ("\n");
  for (guint i = 0; i < sentences->len; i++)
    print_long_row (sentences->pdata[i]);
  if (weft_table_n_rows (table) == 0 && sentences->len == 0)
    g_print (_("no figure differs\n"));
  return n_equal;
}

static void
print_equal (const WeftCliOptions *options, guint n_equal)
{
  g_autofree char *line = NULL;

  line = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u equal row hidden; --all shows it\n",
                                       "%u equal rows hidden; --all shows them\n", n_equal),
                          n_equal);
  weft_cli_print_styled (options, WEFT_STYLE_DIM, line);
}

static void
print_words (const WeftCliOptions *options, const WeftSide *a, const WeftSide *b)
{
  guint n_equal = print_rows (options, a, b);

  if (n_equal > 0 && !all_rows)
    print_equal (options, n_equal);
  if (a->profile != NULL)
    {
      g_autoptr (GListModel) differences = weft_profile_difference (a->evaluation, b->evaluation);

      weft_cli_print_why (options, differences, all_rows, with_sources);
    }
}

static void
note_unscored (const WeftCliOptions *options, const WeftSide *side)
{
  if (is_scored (side))
    return;
  if (side->profile != NULL && side->evaluation != NULL)
    weft_cli_note (_("weft: %s cannot be scored under %s; “weft validate --profile %s” says why"), side->path,
                   side->profile, side->profile);
  else
    weft_cli_note (_("weft: %s cannot be scored; “weft validate” says why"), side->path);
  if (side->evaluation == NULL && !options->json)
    weft_cli_print_violations (options, side->violations);
}

/* "archagent-2026,measured" */
static gboolean
take_profiles (char ***names, const WeftCliOptions *options, WeftEvaluator *evaluator)
{
  g_auto (GStrv) parts = g_strsplit (profile_names, ",", -1);

  if (options->profile != NULL)
    {
      weft_cli_refuse (_("weft compare: --profile and --profiles exclude each other"));
      return FALSE;
    }
  if (g_strv_length (parts) != 2)
    {
      weft_cli_refuse (_("weft compare: --profiles is “%s”, expected two names with a comma between them, as "
                         "“archagent-2026,measured”"), profile_names);
      return FALSE;
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_strstrip (parts[i]);
      if (weft_evaluator_get_inventory (evaluator, parts[i], &error) == NULL)
        {
          weft_cli_fail (error);
          return FALSE;
        }
    }
  *names = g_steal_pointer (&parts);
  return TRUE;
}

static int
print_answer (const WeftCliOptions *options, const WeftSide sides[2])
{
  note_unscored (options, &sides[0]);
  /* A document that is no design is so once, whoever judges. */
  if (sides[1].profile == NULL || sides[1].evaluation != NULL)
    note_unscored (options, &sides[1]);
  if (options->json)
    print_json (&sides[0], &sides[1]);
  else if (sides[0].evaluation != NULL && sides[1].evaluation != NULL)
    print_words (options, &sides[0], &sides[1]);
  return is_scored (&sides[0]) && is_scored (&sides[1]) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

static int
compare_profiles (const WeftCliOptions *options, WeftEvaluator *evaluator, WeftSide sides[2])
{
  g_auto (GStrv) names = NULL;

  if (!take_profiles (&names, options, evaluator))
    return WEFT_EXIT_BAD;
  for (guint i = 0; i < 2; i++)
    {
      sides[i].path = options->arguments[0];
      sides[i].profile = names[i];
    }
  return read_both (sides, evaluator) ? print_answer (options, sides) : WEFT_EXIT_BAD;
}

static int
compare_designs (const WeftCliOptions *options, WeftEvaluator *evaluator, WeftSide sides[2])
{
  for (guint i = 0; i < 2; i++)
    sides[i].path = options->arguments[i];
  if (g_str_equal (sides[0].path, "-") && g_str_equal (sides[1].path, "-"))
    return weft_cli_refuse (_("both designs are “-”, expected standard input at most once"));
  if (!read_side (&sides[0], evaluator, options) || !read_side (&sides[1], evaluator, options))
    return WEFT_EXIT_BAD;
  return print_answer (options, sides);
}

int
weft_cmd_compare (char **argv)
{
  const GOptionEntry own[] = {
    { "all", 'a', 0, G_OPTION_ARG_NONE, &all_rows, N_("Show equal rows and small reasons too"), NULL },
    { "profiles", 0, 0, G_OPTION_ARG_STRING, &profile_names,
      N_("Compare one design under two profiles, and say why they differ"), N_("NAME,NAME") },
    { "sources", 0, 0, G_OPTION_ARG_NONE, &with_sources, N_("Say where the numbers of reasons come from"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (WeftEvaluator) evaluator = NULL;
  WeftSide sides[2] = { { NULL } };
  int status;

  if (!weft_cli_parse ("compare", argv, own, NULL, 1, 2, &options))
    return WEFT_EXIT_BAD;
  if (options.n_arguments != (profile_names != NULL ? 1 : 2))
    return weft_cli_refuse (_("weft compare: found %u designs, expected two, or one with --profiles"),
                            options.n_arguments);
  evaluator = weft_cli_evaluator (&options);
  if (evaluator == NULL)
    return WEFT_EXIT_BAD;
  status = profile_names != NULL ? compare_profiles (&options, evaluator, sides)
                                 : compare_designs (&options, evaluator, sides);
  for (guint i = 0; i < 2; i++)
    weft_side_clear (&sides[i]);
  return status;
}
