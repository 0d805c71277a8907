/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft evaluate DESIGN`: the score, each workload's speed-up and where its time goes; charts and
 * tables as files; where a number comes from. */
#include "cli/weft-cli.h"

#include <glib/gi18n.h>

#include "base/weft-file.h"
#include "cli/weft-cli-collective.h"
#include "cli/weft-cli-fit.h"
#include "cli/weft-cli-outputs.h"
#include "cli/weft-cli-serve.h"
#include "cli/weft-cli-train.h"
#include "draw/weft-speedup-chart.h"
#include "draw/weft-split-chart.h"

#define CHART_WIDTH 760.0
#define PNG_SCALE 2.0

static char *chart_path;
static char *split_path;
static char *table_path;
static char *csv_path;
static char *explain_path;

static void
paint_speedups_cb (cairo_t *cr, double width, double height, const WeftPalette *palette,
                   gpointer data)
{
  weft_speedup_chart_paint (cr, width, height, palette, data);
}

static void
paint_split_cb (cairo_t *cr, double width, double height, const WeftPalette *palette,
                gpointer data)
{
  weft_split_chart_paint (cr, width, height, palette, data);
}

static void
paint_table_cb (cairo_t *cr, double width, double height, const WeftPalette *palette,
                gpointer data)
{
  weft_table_paint (cr, width, height, palette, data);
}

static gboolean
write_speedups (WeftEvaluation *evaluation, const char *path, GError **error)
{
  WeftSpeedupChart chart = { .a = evaluation, .hover = -1 };
  double height = weft_speedup_chart_height (CHART_WIDTH, &weft_palette_light, &chart);

  return weft_paint_export (path, CHART_WIDTH, height, PNG_SCALE, &weft_palette_light,
                            paint_speedups_cb, &chart, error);
}

static gboolean
write_split (WeftEvaluation *evaluation, const char *path, GError **error)
{
  WeftSplitChart chart = { .evaluation = evaluation, .hover = -1 };
  double height = weft_split_chart_height (CHART_WIDTH, &weft_palette_light, &chart);

  return weft_paint_export (path, CHART_WIDTH, height, PNG_SCALE, &weft_palette_light,
                            paint_split_cb, &chart, error);
}

static gboolean
write_table (WeftEvaluation *evaluation, const char *path, GError **error)
{
  g_autoptr (WeftTable) table = weft_table_workloads (evaluation);
  double width, height;

  weft_table_size (&weft_palette_light, table, &width, &height);
  return weft_paint_export (path, width, height, PNG_SCALE, &weft_palette_light, paint_table_cb,
                            table, error);
}

static gboolean
write_csv (WeftEvaluation *evaluation, const char *path, GError **error)
{
  g_autofree char *text = weft_csv_workloads (evaluation);

  return weft_file_save (path, text, -1, FALSE, error);
}

static gboolean
check_outputs (const char *design)
{
  const char *const inputs[] = { design, NULL };
  const WeftCliOutput outputs[] = {
    { "--chart", chart_path, TRUE },
    { "--split-chart", split_path, TRUE },
    { "--table", table_path, TRUE },
    { "--csv", csv_path, FALSE },
  };

  return weft_cli_check_outputs (outputs, G_N_ELEMENTS (outputs), inputs);
}

/* Writes the files that were asked for; FALSE after a message. */
static gboolean
write_files (WeftEvaluation *evaluation)
{
  const struct
  {
    const char *path;
    gboolean (*write) (WeftEvaluation *evaluation, const char *path, GError **error);
  } files[] = {
    { chart_path, write_speedups },
    { split_path, write_split },
    { table_path, write_table },
    { csv_path, write_csv },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      if (files[i].path == NULL)
        continue;
      if (!files[i].write (evaluation, files[i].path, &error))
        {
          weft_cli_fail (error);
          return FALSE;
        }
      weft_cli_note (_("wrote %s"), files[i].path);
    }
  return TRUE;
}

static void
print_score (const WeftCliOptions *options, WeftEvaluation *evaluation)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  WeftUnit unit = weft_evaluation_budget_is_cost (evaluation) ? WEFT_UNIT_USD : WEFT_UNIT_W;
  g_autofree char *budget = weft_quantity_format (weft_evaluation_get_budget (evaluation), unit);
  g_autofree char *power
      = weft_quantity_format (weft_evaluation_get_power_w (evaluation), WEFT_UNIT_W);
  g_autofree char *cost
      = weft_quantity_format (weft_evaluation_get_cost_usd (evaluation), WEFT_UNIT_USD);
  g_autofree char *name = weft_cli_line (weft_evaluation_get_design_name (evaluation));
  g_autofree char *score = NULL;
  g_autofree char *profile = NULL;
  g_autofree char *line = NULL;

  g_ascii_formatd (digits, sizeof digits, "%.3f", weft_evaluation_get_score (evaluation));
  score = g_strdup_printf (_("%s × reference"), digits);
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, name);
  g_print ("\n");
  weft_cli_print_styled (
      options, weft_evaluation_is_feasible (evaluation) ? WEFT_STYLE_GOOD : WEFT_STYLE_BAD, score);
  profile = g_strdup_printf (_("profile %s"), weft_evaluation_get_profile (evaluation));
  if (weft_cli_width () > 0
      && g_utf8_strlen (score, -1) + 3 + g_utf8_strlen (profile, -1) > (glong) weft_cli_width ())
    g_print ("\n");
  else
    g_print ("   ");
  weft_cli_print_wrapped ("", "", profile);
  line = g_strdup_printf (weft_evaluation_get_power_items (evaluation) != NULL
                              ? _("budget %s, all of the facility takes %s, to buy it %s")
                              : _("budget %s, chips and ports take %s, cost %s"),
                          budget, power, cost);
  weft_cli_print_wrapped ("", "", line);
  if (weft_evaluation_get_reason (evaluation) != NULL)
    weft_cli_print_wrapped ("", "", weft_evaluation_get_reason (evaluation));
}

static void
print_left_out (const WeftCliOptions *options, WeftEvaluation *evaluation)
{
  const char *const *sentences = weft_evaluation_get_left_out (evaluation);

  if (sentences == NULL || sentences[0] == NULL)
    return;
  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("What the model leaves out"));
  g_print ("\n");
  for (guint i = 0; sentences[i] != NULL; i++)
    weft_cli_print_wrapped ("  - ", "    ", sentences[i]);
}

static void
print_violations (const WeftCliOptions *options, GPtrArray *violations)
{
  if (violations->len == 0)
    return;
  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("Violations"));
  g_print ("\n");
  weft_cli_print_violations (options, violations);
}

/* Tokens a second and seconds scale, other rates are plain. */
static char *
format_value (double value, const char *unit)
{
  g_autofree char *number = NULL;

  if (g_str_equal (unit, weft_unit_symbol (WEFT_UNIT_TOKENS_S)))
    return weft_quantity_format (value, WEFT_UNIT_TOKENS_S);
  if (g_str_equal (unit, weft_unit_symbol (WEFT_UNIT_S)))
    return weft_quantity_format (value, WEFT_UNIT_S);
  number = weft_quantity_format (value, WEFT_UNIT_NONE);
  return g_strdup_printf ("%s %s", number, unit);
}

static void
add_narrow_row (WeftTable *table, WeftWorkloadResult *result)
{
  const char *unit = weft_workload_result_get_unit (result);
  gboolean feasible = weft_workload_result_is_feasible (result);
  g_autofree char *speedup
      = weft_quantity_format (weft_workload_result_get_speedup (result), WEFT_UNIT_RATIO);
  g_autofree char *value = format_value (weft_workload_result_get_value (result), unit);
  g_autofree char *reference = format_value (weft_workload_result_get_reference (result), unit);
  const char *cells[] = {
    weft_workload_label (weft_workload_result_get_kind (result)),
    feasible ? speedup : _("cannot run"),
    feasible ? value : "",
    reference,
    feasible ? weft_time_part_label (weft_workload_result_get_bottleneck (result)) : "",
    NULL,
  };

  weft_table_add_row (table, cells);
}

/* On a terminal too narrow for the whole table its sentences go below it. */
static void
print_workloads_narrow (const WeftCliOptions *options, GListModel *workloads)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Workloads"));
  guint n = g_list_model_get_n_items (workloads);

  weft_table_add_column (table, _("Workload"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Speed-up"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Reference"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bottleneck"), WEFT_ALIGN_START);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (workloads, i);

      add_narrow_row (table, result);
    }
  weft_cli_print_table (options, table);
  g_print ("\n");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (workloads, i);
      const char *label = weft_workload_label (weft_workload_result_get_kind (result));
      const char *sentence = weft_workload_result_is_feasible (result)
                                 ? weft_workload_result_get_mapping (result)
                                 : weft_workload_result_get_reason (result);
      g_autofree char *line
          = g_strdup_printf ("%s: %s", label, sentence != NULL ? sentence : "");

      weft_cli_print_wrapped ("  ", "    ", line);
    }
}

static void
print_workloads (const WeftCliOptions *options, WeftEvaluation *evaluation)
{
  g_autoptr (WeftTable) table = weft_table_workloads (evaluation);
  GListModel *workloads = weft_evaluation_get_workloads (evaluation);

  if (g_list_model_get_n_items (workloads) == 0)
    return;
  g_print ("\n");
  if (weft_cli_fits (table))
    weft_cli_print_table (options, table);
  else
    print_workloads_narrow (options, workloads);
}

static void
print_partitions (const WeftCliOptions *options, WeftEvaluation *evaluation)
{
  g_autoptr (WeftTable) table = weft_table_partitions (evaluation);
  GListModel *partitions = weft_evaluation_get_partitions (evaluation);

  if (weft_table_n_rows (table) == 0)
    return;
  g_print ("\n");
  weft_cli_print_table (options, table);
  if (weft_cli_fits (table))
    return;
  g_print ("\n");
  for (guint i = 0; i < g_list_model_get_n_items (partitions); i++)
    {
      g_autoptr (WeftPartitionResult) partition = g_list_model_get_item (partitions, i);
      g_autofree char *line = g_strdup_printf ("%s: %s", weft_partition_result_get_name (partition),
                                               weft_partition_result_get_domains_text (partition));

      weft_cli_print_wrapped ("  ", "    ", line);
    }
}

static void
print_words (const WeftCliOptions *options, WeftEvaluation *evaluation, GPtrArray *violations)
{
  print_score (options, evaluation);
  print_workloads (options, evaluation);
  print_partitions (options, evaluation);
  weft_cli_print_items (options, evaluation);
  weft_cli_print_totals (options, weft_evaluation_get_totals (evaluation));
  print_violations (options, violations);
  print_left_out (options, evaluation);
}

/* A document that is no design: the keys that scripts rely on, with nothing in them. */
static int
answer_structure (const WeftCliOptions *options, GPtrArray *violations)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;

  if (!options->json)
    {
      weft_cli_print_violations (options, violations);
      return WEFT_EXIT_NO;
    }
  root = json_node_new (JSON_NODE_OBJECT);
  object = json_object_new ();
  json_object_set_int_member (object, "score", 0);
  json_object_set_boolean_member (object, "feasible", FALSE);
  json_object_set_object_member (object, "workloads", json_object_new ());
  json_object_set_array_member (object, "partitions", json_array_new ());
  json_object_set_array_member (object, "violations", weft_cli_violations_json (violations));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
  return WEFT_EXIT_NO;
}

static JsonNode *
origins_to_json (GPtrArray *origins)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_sized_new (origins->len);

  for (guint i = 0; i < origins->len; i++)
    {
      const WeftOrigin *origin = origins->pdata[i];
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "label", origin->label);
      json_object_set_string_member (entry, "value", origin->value);
      if (origin->exact != NULL)
        json_object_set_string_member (entry, "exact", origin->exact);
      json_object_set_string_member (entry, "confidence",
                                     weft_confidence_nick (origin->confidence));
      json_object_set_string_member (entry, "source", origin->source);
      json_array_add_object_element (array, entry);
    }
  json_object_set_string_member (object, "path", explain_path);
  json_object_set_array_member (object, "origins", array);
  json_node_take_object (root, object);
  return root;
}

static void
print_origins (const WeftCliOptions *options, GPtrArray *origins)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, _("Number"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Exact"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Confidence"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Source"), WEFT_ALIGN_START);
  for (guint i = 0; i < origins->len; i++)
    {
      const WeftOrigin *origin = origins->pdata[i];
      const char *cells[] = {
        origin->label,
        origin->value,
        origin->exact != NULL ? origin->exact : "",
        weft_confidence_label (origin->confidence),
        origin->source != NULL ? origin->source : "",
        NULL,
      };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
}

static int
explain (const WeftCliOptions *options, WeftEvaluation *evaluation)
{
  g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, explain_path);

  if (origins == NULL || origins->len == 0)
    return weft_cli_refuse (_("--explain: found “%s”, expected a path such as score, "
                              "workloads/training/speedup or partitions/0/count"),
                            explain_path);
  if (options->json)
    {
      g_autoptr (JsonNode) root = origins_to_json (origins);

      weft_cli_print_json (root);
    }
  else
    print_origins (options, origins);
  return weft_evaluation_is_feasible (evaluation) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

static int
answer (const WeftCliOptions *options, WeftEvaluation *evaluation, GPtrArray *violations)
{
  g_autoptr (JsonNode) root = NULL;

  if (!write_files (evaluation))
    return WEFT_EXIT_BAD;
  if (explain_path != NULL)
    return explain (options, evaluation);
  if (options->json)
    {
      root = weft_evaluation_to_json (evaluation);
      weft_cli_print_json (root);
    }
  else
    print_words (options, evaluation, violations);
  return weft_evaluation_is_feasible (evaluation) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

static void
clear_paths (void)
{
  g_clear_pointer (&chart_path, g_free);
  g_clear_pointer (&split_path, g_free);
  g_clear_pointer (&table_path, g_free);
  g_clear_pointer (&csv_path, g_free);
  g_clear_pointer (&explain_path, g_free);
}

/* Questions that need no design, each named by an option; of two the first in this order is meant. */
static const struct
{
  const char *option;
  int (*run) (char **argv);
} questions[] = {
  { "--fit", weft_cli_fit },
  { "--serve", weft_cli_serve },
  { "--train", weft_cli_train },
  { "--collective", weft_cli_collective },
};

static gboolean
has_option (char       **argv,
            const char  *option)
{
  gsize length = strlen (option);

  for (guint i = 1; argv[i] != NULL && !g_str_equal (argv[i], "--"); i++)
    if (strncmp (argv[i], option, length) == 0 && (argv[i][length] == '\0' || argv[i][length] == '='))
      return TRUE;
  return FALSE;
}

int
weft_cmd_evaluate (char **argv)
{
  const GOptionEntry own[] = {
    { "chart", 0, 0, G_OPTION_ARG_FILENAME, &chart_path,
      N_("Write the speed-up chart (.svg, .pdf or .png)"), N_("FILE") },
    { "split-chart", 0, 0, G_OPTION_ARG_FILENAME, &split_path,
      N_("Write the chart of where the time goes (.svg, .pdf or .png)"), N_("FILE") },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &table_path,
      N_("Write the workload table (.svg, .pdf or .png)"), N_("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &csv_path,
      N_("Write the workload table as comma-separated values"), N_("FILE") },
    { "explain", 0, 0, G_OPTION_ARG_STRING, &explain_path,
      N_("Say where one number comes from, such as partitions/0/count"), N_("PATH") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (WeftEvaluation) evaluation = NULL;
  int status = WEFT_EXIT_BAD;

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    if (has_option (argv, questions[i].option))
      return questions[i].run (argv);
  if (weft_cli_parse ("evaluate", argv, own,
                      _("With --fit MODEL: whether a language model fits its chips; see evaluate --fit MODEL --help.\n"
                        "With --serve MODEL: what serving it gives; see evaluate --serve MODEL --help.\n"
                        "With --train MODEL: what a training step takes; see evaluate --train MODEL --help.\n"
                        "With --collective NAME: what one collective takes; see evaluate --collective NAME --help."),
                      1, 1, &options)
      && check_outputs (options.arguments[0])
      && (evaluator = weft_cli_evaluator (&options)) != NULL)
    {
      switch (weft_cli_evaluate (evaluator, &options, options.arguments[0], violations,
                                 &evaluation))
        {
        case WEFT_READ_DONE:
          status = answer (&options, evaluation, violations);
          break;
        case WEFT_READ_STRUCTURE:
          status = answer_structure (&options, violations);
          break;
        case WEFT_READ_FAILED:
        default:
          break;
        }
    }
  clear_paths ();
  return status;
}
