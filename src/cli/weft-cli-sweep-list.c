/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep --list-inputs` and `--list-presets`. */
#include "cli/weft-cli-sweep.h"

#include <glib/gi18n.h>

#include "base/weft-csv-write.h"
#include "base/weft-json-write.h"
#include "cli/weft-cli-outputs.h"
#include "model/whatif/weft-preset.h"

static void
add_input_row (WeftTable *table, WeftInput *input)
{
  g_autofree char *title = weft_input_dup_title (input);
  g_autofree char *value = weft_input_format (input, weft_input_get_value (input));
  g_autofree char *low = weft_input_format (input, weft_input_get_low (input));
  g_autofree char *high = weft_input_format (input, weft_input_get_high (input));
  const char *cells[] = { weft_input_get_path (input),
                          value,
                          low,
                          high,
                          weft_confidence_label (weft_input_get_confidence (input)),
                          title,
                          NULL };

  weft_table_add_row (table, cells);
}

static WeftTable *
make_table (GListModel *inputs)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Input"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Low"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("High"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Confidence"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("What it is"), WEFT_ALIGN_START);
  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);

      add_input_row (table, input);
    }
  return table;
}

static char *
make_csv (GListModel *inputs)
{
  GString *csv = g_string_new ("path,value,unit,low,high,spread,confidence,source,label\r\n");

  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);
      g_autofree char *title = weft_input_dup_title (input);

      weft_csv_write_text (csv, weft_input_get_path (input));
      g_string_append_c (csv, ',');
      weft_csv_write_number (csv, weft_input_get_value (input));
      g_string_append_c (csv, ',');
      weft_csv_write_text (csv, weft_input_get_unit (input));
      g_string_append_c (csv, ',');
      weft_csv_write_number (csv, weft_input_get_low (input));
      g_string_append_c (csv, ',');
      weft_csv_write_number (csv, weft_input_get_high (input));
      g_string_append_c (csv, ',');
      weft_csv_write_number (csv, weft_input_get_spread (input));
      g_string_append_printf (csv, ",%s,", weft_confidence_nick (weft_input_get_confidence (input)));
      weft_csv_write_text (csv, weft_input_get_source (input));
      g_string_append_c (csv, ',');
      weft_csv_write_text (csv, title);
      g_string_append (csv, "\r\n");
    }
  return g_string_free (csv, FALSE);
}

int
weft_cli_sweep_list_inputs (WeftCliSweep *sweep)
{
  GListModel *inputs = weft_whatif_get_inputs (sweep->whatif);

  if (sweep->options->json)
    {
      JsonObject *object = weft_cli_sweep_begin_json (sweep);
      JsonArray *array = json_array_new ();

      for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
        {
          g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);

          json_array_add_object_element (array, weft_cli_sweep_input_json (input));
        }
      json_object_set_array_member (object, "inputs", array);
      weft_cli_sweep_print_json (object);
    }
  else
    {
      g_autoptr (WeftTable) table = make_table (inputs);

      weft_cli_print_table (sweep->options, table);
    }
  if (sweep->csv != NULL)
    {
      g_autofree char *csv = make_csv (inputs);

      if (!weft_cli_save_text (sweep->csv, csv))
        return WEFT_EXIT_BAD;
    }
  return WEFT_EXIT_DONE;
}

/* --- presets --- */

static void
print_presets (const WeftCliOptions *options, GListModel *presets)
{
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (WeftPreset) preset = g_list_model_get_item (presets, i);
      g_autofree char *head = g_strdup_printf ("%s  ", weft_preset_get_id (preset));

      weft_cli_print_styled (options, WEFT_STYLE_HEADING, head);
      g_print ("%s\n", weft_preset_get_name (preset));
      weft_cli_print_wrapped ("  ", "  ", weft_preset_get_description (preset));
      weft_cli_print_wrapped ("  ", "  ", weft_preset_get_source (preset));
    }
}

static void
print_presets_json (GListModel *presets)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (WeftPreset) preset = g_list_model_get_item (presets, i);
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "id", weft_preset_get_id (preset));
      json_object_set_string_member (entry, "name", weft_preset_get_name (preset));
      json_object_set_string_member (entry, "description", weft_preset_get_description (preset));
      json_object_set_string_member (entry, "source", weft_preset_get_source (preset));
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, "presets", array);
  weft_cli_sweep_print_json (object);
}

int
weft_cli_sweep_list_presets (WeftCliSweep *sweep)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) presets = weft_preset_list (&error);

  if (presets == NULL)
    return weft_cli_fail (error);
  if (sweep->options->json)
    print_presets_json (presets);
  else
    print_presets (sweep->options, presets);
  return WEFT_EXIT_DONE;
}
