/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft calibrate evaluator`: fits the constants of a profile to published measurements, and says how far off it
 * is. */
#include "cli/weft-cli-calibrate.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "calib/gauge/weft-gauge.h"
#include "cli/weft-cli-outputs.h"
#include "cli/weft-cli-watch.h"
#include "draw/calib/weft-gauge-tables.h"

#define DEFAULT_PROFILE "measured"
/* Of the catalog. */
#define FOLDER "measurements"
#define LINES "lines.json"

/* --- what is read --- */

/* With --check and files of their own only these, else the catalog's too. */
static GPtrArray *
read_rows (WeftCatalog *catalog, const WeftCliOptions *options, const WeftCliCalibrate *own, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (weft_catalog_get_folder (catalog), FOLDER, NULL);
  gboolean is_apart = own->check && (options->n_arguments > 1 || own->measurements != NULL);
  gboolean done = is_apart || weft_gauge_read (folder, rows, skipped, error);

  for (guint i = 0; done && own->measurements != NULL && own->measurements[i] != NULL; i++)
    done = weft_gauge_read (own->measurements[i], rows, skipped, error);
  for (guint i = 1; done && i < options->n_arguments; i++)
    done = weft_gauge_read (options->arguments[i], rows, skipped, error);
  for (guint i = 0; i < skipped->len; i++)
    weft_cli_note ("%s", (const char *) skipped->pdata[i]);
  if (done && rows->len == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _("calibrate: found no row of measurements in these tables, expected at least one"));
      done = FALSE;
    }
  return done ? g_steal_pointer (&rows) : NULL;
}

/* (nullable) (transfer full): the lines to reach; without the file there are none. */
static JsonNode *
read_lines (WeftCatalog *catalog, GError **error)
{
  g_autofree char *path = g_build_filename (weft_catalog_get_folder (catalog), FOLDER, LINES, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? weft_json_load (path, NULL, error) : NULL;
}

static gboolean
check_own (const WeftCliCalibrate *own)
{
  const WeftGaugeDomain *const *domains = weft_gauge_domains ();
  gboolean is_known = own->only == NULL;

  for (guint i = 0; domains[i] != NULL; i++)
    is_known |= own->only != NULL && g_str_equal (domains[i]->id, own->only);
  if (!is_known)
    {
      g_autoptr (GString) known = g_string_new (NULL);

      for (guint i = 0; domains[i] != NULL; i++)
        g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", domains[i]->id);
      weft_cli_refuse (_("calibrate: --only is “%s”, expected one of %s"), own->only, known->str);
      return FALSE;
    }
  if (own->folds > (int) WEFT_GAUGE_MAX_FOLDS)
    {
      weft_cli_refuse (_("calibrate: --folds is %d, expected 2 to %u"), own->folds, WEFT_GAUGE_MAX_FOLDS);
      return FALSE;
    }
  if (own->check && own->output != NULL)
    {
      weft_cli_refuse (_("calibrate: --output has no meaning with --check, which fits nothing"));
      return FALSE;
    }
  return TRUE;
}

/* --- the fit --- */

static void
show_progress_cb (const char *domain, double share, gpointer data G_GNUC_UNUSED)
{
  g_autofree char *line = g_strdup_printf (_("Fitting %s: %.0f %%"), _(domain), 100 * share);

  weft_cli_show_progress (line);
}

static WeftGauge *
fit_rows (WeftInventory *inventory, GPtrArray *rows, JsonNode *lines, const WeftCliCalibrate *own, GError **error)
{
  g_auto (WeftCliWatch) watch = { 0 };
  WeftGaugeOptions wanted = { .folds = (guint) own->folds,
                              .only = own->only,
                              .check = own->check,
                              .date = own->date,
                              .progress = show_progress_cb };

  weft_cli_watch_begin (&watch);
  wanted.cancellable = watch.cancellable;
  return weft_gauge_new (inventory, weft_gauge_domains (), rows, lines, &wanted, error);
}

static WeftGauge *
make_gauge (const WeftCliOptions *options, const WeftCliCalibrate *own, GError **error)
{
  const char *name = options->profile != NULL ? options->profile : DEFAULT_PROFILE;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (error);
  g_autoptr (WeftInventory) inventory = catalog != NULL ? weft_gauge_inventory (catalog, name, error) : NULL;
  g_autoptr (GPtrArray) rows = inventory != NULL ? read_rows (catalog, options, own, error) : NULL;
  g_autoptr (GError) own_error = NULL;
  g_autoptr (JsonNode) lines = rows != NULL ? read_lines (catalog, &own_error) : NULL;

  if (own_error != NULL)
    g_propagate_error (error, g_steal_pointer (&own_error));
  else if (rows != NULL && (lines == NULL || weft_gauge_name_tables (rows, lines, error)))
    return fit_rows (inventory, rows, lines, own, error);
  return NULL;
}

/* --- what is told --- */

static void
print_part (const WeftCliOptions *options, const WeftGauge *gauge, const WeftGaugePart *part, gboolean with_constants)
{
  g_autoptr (WeftTable) sets = weft_table_gauge_sets (gauge, part);
  g_autoptr (WeftTable) constants = weft_table_gauge_constants (part);

  if (part->cases->len > 0)
    weft_cli_print_table (options, sets);
  if (part->skipped->len > 0)
    g_print (ngettext ("%s: %u row is not read, the card says why\n", "%s: %u rows are not read, the card says why\n",
                       part->skipped->len),
             _(part->domain->label), part->skipped->len);
  if (part->cases->len > 0 && with_constants)
    {
      g_print ("\n");
      weft_cli_print_table (options, constants);
    }
  g_print ("\n");
}

static void
print_gauge (const WeftCliOptions *options, const WeftGauge *gauge, const WeftCliCalibrate *own)
{
  g_autoptr (WeftTable) lines = weft_table_gauge_lines (gauge);

  for (guint i = 0; i < gauge->parts->len; i++)
    print_part (options, gauge, gauge->parts->pdata[i], own->only != NULL);
  if (weft_table_n_rows (lines) > 0)
    weft_cli_print_table (options, lines);
}

static gboolean
write_files (const WeftGauge *gauge, const WeftCliCalibrate *own)
{
  g_autofree char *card = own->card != NULL ? weft_gauge_to_card (gauge) : NULL;
  g_autofree char *rows = own->rows != NULL ? weft_gauge_to_rows (gauge) : NULL;

  return (own->output == NULL || weft_cli_save_node (own->output, gauge->profile))
         && (card == NULL || weft_cli_save_text (own->card, card))
         && (rows == NULL || weft_cli_save_text (own->rows, rows));
}

int
weft_cli_calibrate_evaluator (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (GError) error = NULL;

  if (!check_own (own))
    return WEFT_EXIT_BAD;
  gauge = make_gauge (options, own, &error);
  if (gauge == NULL)
    return weft_cli_fail (error);
  if (options->json)
    {
      g_autoptr (JsonNode) node = weft_gauge_to_json (gauge);

      weft_cli_print_json (node);
    }
  else
    print_gauge (options, gauge, own);
  if (!write_files (gauge, own))
    return WEFT_EXIT_BAD;
  return gauge->check && weft_gauge_missed (gauge) > 0 ? WEFT_EXIT_NO : WEFT_EXIT_DONE;
}
