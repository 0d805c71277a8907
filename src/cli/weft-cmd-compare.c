/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft compare A B`: the figures of two designs side by side, equal ones hidden. */
#include "config.h"

#include "cli/weft-cli.h"

#include <glib/gi18n.h>

#include "model/weft-comparison.h"

/* What a cell may hold before its row goes below the table. */
#define LONGEST_CELL 28

static gboolean all_rows;

/* One of the two designs and how far it came. */
typedef struct
{
  const char *path;
  GPtrArray *violations;
  WeftEvaluation *evaluation;
} WeftSide;

static void
weft_side_clear (WeftSide *side)
{
  g_clear_pointer (&side->violations, g_ptr_array_unref);
  g_clear_object (&side->evaluation);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftSide, weft_side_clear)

static gboolean
read_side (WeftSide *side, WeftEvaluator *evaluator, const WeftCliOptions *options)
{
  side->violations = g_ptr_array_new_with_free_func (g_object_unref);
  return weft_cli_evaluate (evaluator, options, side->path, side->violations, &side->evaluation)
         != WEFT_READ_FAILED;
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
  weft_cli_print_json (root);
}

/* Two designs of one name are told apart by their files. */
static char *
side_title (const WeftSide *side, const WeftSide *other)
{
  const char *name = weft_evaluation_get_design_name (side->evaluation);

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
print_words (const WeftCliOptions *options, const WeftSide *a, const WeftSide *b)
{
  guint n_equal = print_rows (options, a, b);
  g_autofree char *line = NULL;

  if (n_equal == 0 || all_rows)
    return;
  line = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u equal row hidden; --all shows it\n",
                                       "%u equal rows hidden; --all shows them\n", n_equal),
                          n_equal);
  weft_cli_print_styled (options, WEFT_STYLE_DIM, line);
}

static void
note_unscored (const WeftCliOptions *options, const WeftSide *side)
{
  if (is_scored (side))
    return;
  weft_cli_note (_("weft: %s cannot be scored; “weft validate” says why"), side->path);
  if (side->evaluation == NULL && !options->json)
    weft_cli_print_violations (options, side->violations);
}

int
weft_cmd_compare (char **argv)
{
  const GOptionEntry own[] = {
    { "all", 'a', 0, G_OPTION_ARG_NONE, &all_rows, N_("Show equal rows too"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_auto (WeftSide) a = { 0 };
  g_auto (WeftSide) b = { 0 };

  if (!weft_cli_parse ("compare", argv, own, NULL, 2, 2, &options))
    return WEFT_EXIT_BAD;
  a.path = options.arguments[0];
  b.path = options.arguments[1];
  if (g_str_equal (a.path, "-") && g_str_equal (b.path, "-"))
    return weft_cli_refuse (_("both designs are “-”, expected standard input at most once"));
  evaluator = weft_cli_evaluator (&options);
  if (evaluator == NULL || !read_side (&a, evaluator, &options)
      || !read_side (&b, evaluator, &options))
    return WEFT_EXIT_BAD;
  note_unscored (&options, &a);
  note_unscored (&options, &b);
  if (options.json)
    print_json (&a, &b);
  else if (a.evaluation != NULL && b.evaluation != NULL)
    print_words (&options, &a, &b);
  return is_scored (&a) && is_scored (&b) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
