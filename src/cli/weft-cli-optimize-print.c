/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft optimize` prints: a line an evaluation and the best machine, or one object. */
#include "cli/weft-cli-optimize.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-json-write.h"

/* --- words --- */

static char *
number_text (double value, const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return isfinite (value) ? g_strdup (g_ascii_formatd (digits, sizeof digits, format, value)) : g_strdup ("–");
}

/* The class with the largest share. (transfer full) */
static char *
bottleneck_text (const double share[WEFT_N_BOTTLENECKS])
{
  guint most = 0;

  for (guint c = 1; c < WEFT_N_BOTTLENECKS; c++)
    if (share[c] > share[most])
      most = c;
  return share[most] > 0 ? g_strdup_printf ("%s %.0f %%", weft_bottleneck_nick (most), 100 * share[most]) : g_strdup ("–");
}

static void
add_row (WeftTable *table, WeftHardwareSpace *space, WeftHardwareRun *run, guint number)
{
  const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (run, number);
  g_autofree char *count = g_strdup_printf ("%u", number + 1);
  g_autofree char *objective = number_text (evaluation->objective, "%.4f");
  g_autofree char *predicted = number_text (evaluation->predicted, "%.4f");
  g_autofree char *gap = number_text (100 * weft_hardware_run_gap (run, number + 1), "%.2f");
  g_autofree char *bottleneck = bottleneck_text (evaluation->share);
  g_autofree char *quality = number_text (evaluation->estimate_error, "%.3f");
  g_autofree char *name = weft_hardware_space_dup_name (space, &evaluation->choice);
  const char *cells[] = { count, evaluation->arm, objective, predicted, gap, quality, bottleneck, name, NULL };

  weft_table_add_row (table, cells);
}

static void
print_evaluations (const WeftCliOptions *options, WeftHardwareSpace *space, WeftHardwareRun *run)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Evaluations"));

  weft_table_add_column (table, _("Evaluation"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("From"), WEFT_ALIGN_START);
  weft_table_add_column (table, "J", WEFT_ALIGN_END);
  weft_table_add_column (table, _("Expected"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Gap so far, %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Estimate misses by"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bottleneck"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Machine"), WEFT_ALIGN_START);
  for (guint i = 0; i < weft_hardware_run_n_evaluations (run); i++)
    add_row (table, space, run, i);
  weft_cli_print_table (options, table);
}

/* How far the estimate is to be believed, from the last evaluation that says it. */
static void
print_quality (WeftHardwareRun *run)
{
  for (guint i = weft_hardware_run_n_evaluations (run); i > 0; i--)
    {
      const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (run, i - 1);

      if (isnan (evaluation->estimate_error))
        continue;
      g_print (_("Estimate quality: corrected by what was measured, it misses a machine that is left out by %.3f in J; its "
                 "word counts %.0f %%\n"),
               evaluation->estimate_error, 100 * evaluation->estimate_weight);
      return;
    }
}

void
weft_cli_print_hardware_run (const WeftCliOptions *options, WeftHardwareSpace *space, WeftHardwareRun *run)
{
  const WeftHardwareFrame *frame = weft_hardware_space_get_frame (space);
  guint n = weft_hardware_run_n_evaluations (run);
  guint best[WEFT_HARDWARE_ARCHIVE];
  WeftHardwareTraits traits;
  g_autofree char *name = NULL;
  g_autofree char *line = NULL;

  if (weft_hardware_run_archive (run, best) == 0)
    {
      weft_cli_print_styled (options, WEFT_STYLE_BAD, _("No machine could be measured."));
      g_print ("\n");
      return;
    }
  name = weft_hardware_space_dup_name (space, &weft_hardware_run_get (run, best[0])->choice);
  weft_hardware_space_describe (space, &weft_hardware_run_get (run, best[0])->choice, &traits);
  line = g_strdup_printf ("J %.4f  %s", weft_hardware_run_get (run, best[0])->objective, name);
  weft_cli_print_styled (options, WEFT_STYLE_GOOD, line);
  g_print ("\n");
  g_print (_("Cost %.6g of %.6g, power %.6g W of %.6g W; found at evaluation %u of %u\n"), traits.cost_usd,
           frame->cost_max_usd, traits.power_w, frame->power_max_w, best[0] + 1, n);
  if (!isnan (frame->best_objective))
    g_print (_("Gap to the optimum: %.2f %%, as if everything were that much slower at the same price\n"),
             100 * weft_hardware_run_gap (run, n));
  print_quality (run);
  g_print ("\n");
  print_evaluations (options, space, run);
}

/* --- JSON --- */

static JsonObject *
shares_to_json (const double share[WEFT_N_BOTTLENECKS])
{
  JsonObject *object = json_object_new ();

  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    weft_json_set_number (object, weft_bottleneck_nick (c), share[c]);
  return object;
}

/* The id and the options of a table's line. */
static void
add_line (JsonObject *object, WeftTabulatedSpace *table, const WeftHardwareChoice *choice)
{
  const WeftHardwareFrame *frame = weft_hardware_space_get_frame (WEFT_HARDWARE_SPACE (table));
  JsonObject *options = json_object_new ();

  json_object_set_string_member (object, "id",
                                 weft_tabulated_space_get_id (table, (guint) weft_tabulated_space_find (table, choice)));
  for (guint i = 0; i < frame->n_columns; i++)
    json_object_set_string_member (options, weft_tabulated_space_get_column (table, i),
                                   weft_tabulated_space_get_option (table, i, choice->option[i]));
  json_object_set_object_member (object, "options", options);
}

static JsonObject *
design_to_json (WeftHardwareSpace *space, const WeftHardwareChoice *choice)
{
  g_autofree char *name = weft_hardware_space_dup_name (space, choice);
  JsonObject *object = json_object_new ();
  WeftHardwareTraits traits;

  weft_hardware_space_describe (space, choice, &traits);
  if (WEFT_IS_TABULATED_SPACE (space))
    add_line (object, WEFT_TABULATED_SPACE (space), choice);
  json_object_set_string_member (object, "name", name);
  weft_json_set_number (object, "cost", traits.cost_usd);
  weft_json_set_number (object, "power_w", traits.power_w);
  return object;
}

static JsonObject *
evaluation_to_json (WeftHardwareSpace *space, WeftHardwareRun *run, guint number)
{
  const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (run, number);
  JsonObject *object = json_object_new ();

  weft_json_set_number (object, "J", evaluation->objective);
  json_object_set_object_member (object, "shares", shares_to_json (evaluation->share));
  json_object_set_string_member (object, "arm", evaluation->arm);
  weft_json_set_number (object, "predicted", evaluation->predicted);
  weft_json_set_number (object, "estimate_error", evaluation->estimate_error);
  weft_json_set_number (object, "estimate_weight", evaluation->estimate_weight);
  json_object_set_int_member (object, "parent", evaluation->parent);
  json_object_set_boolean_member (object, "duplicate", evaluation->is_duplicate);
  json_object_set_object_member (object, "design", design_to_json (space, &evaluation->choice));
  return object;
}

/* A machine with its J, of evaluation @number. */
static JsonObject *
found_to_json (WeftHardwareSpace *space, WeftHardwareRun *run, guint number)
{
  const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (run, number);
  JsonObject *object = json_object_new ();

  json_object_set_object_member (object, "design", design_to_json (space, &evaluation->choice));
  weft_json_set_number (object, "J", evaluation->objective);
  json_object_set_int_member (object, "evaluation", number + 1);
  return object;
}

void
weft_cli_print_hardware_run_json (WeftHardwareSpace *space, WeftHardwareRun *run, const char *method, guint budget,
                                  gint64 seed)
{
  guint n = weft_hardware_run_n_evaluations (run);
  guint best[WEFT_HARDWARE_ARCHIVE];
  guint n_best = weft_hardware_run_archive (run, best);
  JsonArray *evaluations = json_array_new (), *archive = json_array_new ();
  JsonObject *object = json_object_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < n; i++)
    json_array_add_object_element (evaluations, evaluation_to_json (space, run, i));
  for (guint i = 0; i < n_best; i++)
    json_array_add_object_element (archive, found_to_json (space, run, best[i]));
  json_object_set_string_member (object, "method", method);
  json_object_set_int_member (object, "budget", budget);
  json_object_set_int_member (object, "seed", seed);
  if (n_best > 0)
    json_object_set_object_member (object, "best", found_to_json (space, run, best[0]));
  else
    json_object_set_null_member (object, "best");
  weft_json_set_number (object, "gap", weft_hardware_run_gap (run, n));
  weft_json_set_number (object, "optimum", weft_hardware_space_get_frame (space)->best_objective);
  json_object_set_int_member (object, "estimates", (gint64) weft_hardware_run_n_estimates (run));
  json_object_set_array_member (object, "evaluations", evaluations);
  json_object_set_array_member (object, "archive", archive);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}
