/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft calibrate` reads and writes: measurements, platforms, fits. */
#include "cli/weft-cli-calibrate.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "cli/weft-cli-outputs.h"

static gboolean
add_attributes (WeftMeasurements *measurements, const WeftCliCalibrate *own, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_parse (own->attributes, -1, "--attributes", NULL, error);
  g_autoptr (WeftMeasuredPlatform) platform
    = node != NULL ? weft_measured_platform_from_json (node, own->platform, error) : NULL;

  return platform != NULL && weft_measurements_add_platform (measurements, platform, error);
}

WeftMeasurements *
weft_cli_read_measurements (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftMeasurements) measurements = weft_measurements_new ();
  g_autoptr (GError) error = NULL;
  gboolean done = (own->platforms == NULL || weft_measurements_add_platforms (measurements, own->platforms, &error))
                  && (own->attributes == NULL || add_attributes (measurements, own, &error));

  for (guint i = 1; i < options->n_arguments && done; i++)
    done = weft_measurements_add_points (measurements, options->arguments[i], own->op, own->platform, &error);
  if (done)
    return g_steal_pointer (&measurements);
  weft_cli_fail (error);
  return NULL;
}

static void
show_progress (double share, gpointer data G_GNUC_UNUSED)
{
  g_autofree char *line = g_strdup_printf (_("Fitting: %.0f %%"), 100 * share);

  weft_cli_show_progress (line);
}

WeftFit *
weft_cli_fit_measurements (WeftMeasurements *measurements, const WeftCliCalibrate *own)
{
  g_autoptr (GError) error = NULL;
  WeftFit *fit = weft_fit_new (measurements, own->segments > 0 ? (guint) own->segments : WEFT_MAX_FIT_SEGMENTS,
                               show_progress, NULL, NULL, &error);

  weft_cli_show_progress (NULL);
  if (fit == NULL)
    weft_cli_fail (error);
  else
    fit->date = g_strdup (own->date);
  return fit;
}

WeftFit *
weft_cli_read_fit (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, &error);
  WeftFit *fit = node != NULL ? weft_fit_from_json (node, &error) : NULL;

  if (fit == NULL)
    weft_cli_fail (error);
  return fit;
}

/* Of a folder the tables in it. */
static void
add_tables (GPtrArray *inputs, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_ptr_array_add (inputs, g_strdup (path));
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".csv"))
      g_ptr_array_add (inputs, g_build_filename (path, name, NULL));
}

static char **
list_inputs (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  const char *const single[] = { own->platforms, own->fit, own->simulated };
  GPtrArray *inputs = g_ptr_array_new ();

  for (guint i = 1; i < options->n_arguments; i++)
    add_tables (inputs, options->arguments[i]);
  for (guint i = 0; own->measurements != NULL && own->measurements[i] != NULL; i++)
    add_tables (inputs, own->measurements[i]);
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    if (single[i] != NULL)
      g_ptr_array_add (inputs, g_strdup (single[i]));
  g_ptr_array_add (inputs, NULL);
  return (char **) g_ptr_array_free (inputs, FALSE);
}

gboolean
weft_cli_check_calibrate (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_auto (GStrv) inputs = list_inputs (options, own);
  gboolean is_csv = own->residuals != NULL && g_str_has_suffix (own->residuals, ".csv");
  const WeftCliOutput outputs[] = {
    { "--output", own->output, FALSE },
    { "--knobs", own->knobs, FALSE },
    { "--residuals", own->residuals, !is_csv },
    { "--card", own->card, FALSE },
    { "--rows", own->rows, FALSE },
  };

  return weft_cli_check_outputs (outputs, G_N_ELEMENTS (outputs), (const char *const *) inputs);
}

gboolean
weft_cli_save_node (const char *path, JsonNode *node)
{
  g_autofree char *text = weft_json_write_pretty (node);

  return weft_cli_save_text (path, text);
}

void
weft_cli_print_fit_notes (GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    weft_cli_print_wrapped (_("Note: "), "      ", notes->pdata[i]);
}
