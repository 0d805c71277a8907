/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep --preset` and inputs that are set once: a design before and after. */
#include "cli/weft-cli-sweep.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "model/whatif/weft-preset.h"

/* --- before and after --- */

static char *
ratio_text (double before, double after)
{
  if (!(before > 0) || !(after > 0))
    return g_strdup ("–");
  return g_strdup_printf ("%.3f×", after / before);
}

static void
add_row (WeftTable *table, const char *label, const WeftOutput *what, double before, double after)
{
  g_autofree char *a = weft_output_format (what, before);
  g_autofree char *b = weft_output_format (what, after);
  g_autofree char *ratio = ratio_text (before, after);
  const char *cells[] = { label, a, b, ratio, NULL };

  weft_table_add_row (table, cells);
}

static double
value_of (WeftEvaluation *evaluation, guint kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);

  return result != NULL ? weft_workload_result_get_value (result) : NAN;
}

static void
print_table (const WeftCliOptions *options, WeftWhatif *whatif, WeftEvaluation *after)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  WeftEvaluation *before = weft_whatif_get_evaluation (whatif);
  g_autoptr (WeftOutput) score = weft_whatif_find_output (whatif, "score", NULL);

  weft_table_add_column (table, _("Figure"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("As it is"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("What if"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Ratio"), WEFT_ALIGN_END);
  add_row (table, _("Score"), score, weft_evaluation_get_score (before), weft_evaluation_get_score (after));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      g_autofree char *path = g_strdup_printf ("workloads/%s/value", weft_workload_nick (i));
      g_autoptr (WeftOutput) what = weft_whatif_find_output (whatif, path, NULL);

      add_row (table, weft_workload_label (i), what, value_of (before, i), value_of (after, i));
    }
  weft_cli_print_table (options, table);
  if (!weft_evaluation_is_feasible (after) && weft_evaluation_get_reason (after) != NULL)
    weft_cli_print_wrapped ("", "  ", weft_evaluation_get_reason (after));
}

static JsonObject *
figures_json (WeftEvaluation *evaluation)
{
  JsonObject *object = json_object_new (), *workloads = json_object_new ();

  weft_json_set_number (object, "score", weft_evaluation_get_score (evaluation));
  weft_json_set_number (object, "power_w", weft_evaluation_get_power_w (evaluation));
  weft_json_set_number (object, "cost_usd", weft_evaluation_get_cost_usd (evaluation));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, i);
      JsonObject *workload = json_object_new ();

      weft_json_set_number (workload, "value", value_of (evaluation, i));
      weft_json_set_number (workload, "speedup", result != NULL ? weft_workload_result_get_speedup (result) : NAN);
      json_object_set_string_member (workload, "bottleneck",
                                     result != NULL && weft_workload_result_is_feasible (result)
                                       ? weft_time_part_nick (weft_workload_result_get_bottleneck (result)) : "");
      json_object_set_object_member (workloads, weft_workload_nick (i), workload);
    }
  json_object_set_object_member (object, "workloads", workloads);
  if (weft_evaluation_get_reason (evaluation) != NULL)
    json_object_set_string_member (object, "reason", weft_evaluation_get_reason (evaluation));
  return object;
}

static JsonObject *
change_json (const char *path, WeftInput *input, double to, const char *note)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "input", path);
  if (input != NULL)
    {
      weft_json_set_number (object, "from", weft_input_get_value (input));
      weft_json_set_number (object, "to", to);
      json_object_set_string_member (object, "unit", weft_input_get_unit (input));
      json_object_set_string_member (object, "source", weft_input_get_source (input));
    }
  if (note != NULL)
    json_object_set_string_member (object, "note", note);
  return object;
}

static void
print_change (const char *path, WeftInput *input, double to, const char *note)
{
  g_autofree char *title = input != NULL ? weft_input_dup_title (input) : g_strdup (path);
  g_autofree char *from = input != NULL ? weft_input_format (input, weft_input_get_value (input)) : NULL;
  g_autofree char *shown = input != NULL ? weft_input_format (input, to) : NULL;
  g_autofree char *line = NULL;

  if (input == NULL)
    line = g_strdup_printf ("%s: %s", path, note);
  else if (weft_input_get_value (input) == to)
    line = g_strdup_printf (_("%s: stays %s"), title, from);
  else
    line = g_strdup_printf (_("%s: %s instead of %s"), title, shown, from);
  weft_cli_print_wrapped ("  ", "    ", line);
  if (note != NULL && input != NULL)
    weft_cli_print_wrapped ("    ", "    ", note);
}

/* --- presets --- */

static void
print_preset_json (WeftCliSweep *sweep, WeftPreset *preset, GPtrArray *steps, WeftEvaluation *after)
{
  JsonObject *object = weft_cli_sweep_begin_json (sweep), *about = json_object_new ();
  JsonArray *changes = json_array_new (), *left_out = json_array_new ();
  const char *const *texts = weft_preset_get_left_out (preset);

  json_object_set_string_member (about, "id", weft_preset_get_id (preset));
  json_object_set_string_member (about, "name", weft_preset_get_name (preset));
  json_object_set_string_member (about, "source", weft_preset_get_source (preset));
  json_object_set_object_member (object, "preset", about);
  for (guint i = 0; i < steps->len; i++)
    {
      const WeftPresetStep *step = steps->pdata[i];

      json_array_add_object_element (changes, change_json (step->path, step->input, step->value, step->note));
    }
  json_object_set_array_member (object, "changes", changes);
  json_object_set_object_member (object, "before", figures_json (weft_whatif_get_evaluation (sweep->whatif)));
  json_object_set_object_member (object, "after", figures_json (after));
  for (guint i = 0; texts[i] != NULL; i++)
    json_array_add_string_element (left_out, texts[i]);
  json_object_set_array_member (object, "left_out", left_out);
  weft_cli_sweep_print_json (object);
}

static void
print_preset (WeftCliSweep *sweep, WeftPreset *preset, GPtrArray *steps, WeftEvaluation *after)
{
  const char *const *left_out = weft_preset_get_left_out (preset);

  weft_cli_print_styled (sweep->options, WEFT_STYLE_HEADING, weft_preset_get_name (preset));
  g_print ("\n");
  weft_cli_print_wrapped ("", "", weft_preset_get_description (preset));
  weft_cli_print_wrapped ("", "", weft_preset_get_source (preset));
  g_print ("\n%s\n", _("What it changes"));
  for (guint i = 0; i < steps->len; i++)
    {
      const WeftPresetStep *step = steps->pdata[i];

      print_change (step->path, step->input, step->value, step->note);
    }
  g_print ("\n");
  print_table (sweep->options, sweep->whatif, after);
  if (left_out[0] != NULL)
    g_print ("\n%s\n", _("What it leaves out"));
  for (guint i = 0; left_out[i] != NULL; i++)
    weft_cli_print_wrapped ("  - ", "    ", left_out[i]);
}

int
weft_cli_sweep_preset (WeftCliSweep *sweep)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPreset) preset = weft_preset_load (sweep->preset, &error);
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (WeftEvaluation) after = NULL;

  if (preset == NULL)
    return weft_cli_refuse ("sweep: --preset: %s", error->message);
  steps = weft_preset_apply (preset, sweep->whatif);
  after = weft_preset_evaluate (steps, sweep->whatif, &error);
  if (after == NULL)
    return weft_cli_refuse ("sweep: --preset: %s", error->message);
  if (sweep->options->json)
    print_preset_json (sweep, preset, steps, after);
  else
    print_preset (sweep, preset, steps, after);
  return weft_evaluation_is_feasible (after) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

/* --- inputs that are set --- */

int
weft_cli_sweep_set (WeftCliSweep *sweep)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autofree double *values = g_new (double, sweep->inputs->len);
  g_autoptr (WeftEvaluation) after = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *changes;
  JsonObject *object;

  for (guint i = 0; i < sweep->inputs->len; i++)
    {
      const WeftCliInput *input = sweep->inputs->pdata[i];

      g_ptr_array_add (inputs, input->input);
      values[i] = input->values[0];
    }
  after = weft_whatif_evaluate (sweep->whatif, inputs, values, &error);
  if (after == NULL)
    return weft_cli_refuse ("sweep: %s", error->message);

  if (!sweep->options->json)
    {
      for (guint i = 0; i < inputs->len; i++)
        print_change (weft_input_get_path (inputs->pdata[i]), inputs->pdata[i], values[i], NULL);
      g_print ("\n");
      print_table (sweep->options, sweep->whatif, after);
      return weft_evaluation_is_feasible (after) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
    }
  object = weft_cli_sweep_begin_json (sweep);
  changes = json_array_new ();
  for (guint i = 0; i < inputs->len; i++)
    json_array_add_object_element (changes, change_json (weft_input_get_path (inputs->pdata[i]), inputs->pdata[i],
                                                         values[i], NULL));
  json_object_set_array_member (object, "changes", changes);
  json_object_set_object_member (object, "before", figures_json (weft_whatif_get_evaluation (sweep->whatif)));
  json_object_set_object_member (object, "after", figures_json (after));
  weft_cli_sweep_print_json (object);
  return weft_evaluation_is_feasible (after) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
