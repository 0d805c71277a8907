/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft calibrate project`: the knobs of a platform from those of others. */
#include "cli/weft-cli-calibrate.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-json.h"
#include "draw/calib/weft-calib-tables.h"

/* --- the target --- */

static WeftMeasuredPlatform *
copy_platform (const WeftMeasurements *measurements, const char *name)
{
  const WeftMeasuredPlatform *found = weft_measurements_find_platform (measurements, name);
  WeftMeasuredPlatform *copy = NULL;

  if (found != NULL)
    {
      copy = g_new0 (WeftMeasuredPlatform, 1);
      weft_measured_platform_copy (found, copy);
    }
  return copy;
}

/* In a file of platforms, else among those of the fit. */
static WeftMeasuredPlatform *
find_named (const WeftFit *fit, const WeftCliCalibrate *own, GError **error)
{
  g_autoptr (WeftMeasurements) described = weft_measurements_new ();
  WeftMeasuredPlatform *target = NULL;

  if (own->platforms != NULL && !weft_measurements_add_platforms (described, own->platforms, error))
    return NULL;
  target = copy_platform (described, own->platform);
  if (target == NULL)
    target = copy_platform (fit->measurements, own->platform);
  if (target == NULL)
    g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_UNKNOWN,
                 _("calibrate project: the platform “%s” is neither in the fit nor in a file of --platforms; describe it "
                   "there or by --attributes"),
                 own->platform);
  return target;
}

static WeftMeasuredPlatform *
find_target (const WeftFit *fit, const WeftCliCalibrate *own, GError **error)
{
  g_autoptr (JsonNode) node = NULL;

  if (own->attributes != NULL)
    {
      node = weft_json_parse (own->attributes, -1, "--attributes", NULL, error);
      return node != NULL ? weft_measured_platform_from_json (node, own->platform, error) : NULL;
    }
  if (own->platform != NULL)
    return find_named (fit, own, error);
  g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_UNKNOWN,
               _("calibrate project: no platform; expected --platform NAME or --attributes JSON"));
  return NULL;
}

/* --- the answer --- */

static void
print_error (const char *of, double compute, double comm)
{
  if (!isnan (compute) && !isnan (comm))
    g_print (_("%s: %.1f %% of computing, %.1f %% of communicating\n"), of, 100 * compute, 100 * comm);
  else if (!isnan (compute))
    g_print (_("%s: %.1f %% of computing\n"), of, 100 * compute);
  else if (!isnan (comm))
    g_print (_("%s: %.1f %% of communicating\n"), of, 100 * comm);
}

static void
print_projection (const WeftCliOptions *options, const WeftFit *fit, const WeftProjection *projection)
{
  g_autoptr (WeftTable) table = weft_table_projection (fit, projection);

  weft_cli_print_table (options, table);
  g_print (ngettext ("\nFrom %u platform; intervals are what leaving out each of them gives.\n",
                     "\nFrom %u platforms; intervals are what leaving out each of them gives.\n",
                     projection->n_platforms),
           projection->n_platforms);
  print_error (_("Mean error of times when each is left out"), projection->error_left_out,
               projection->comm_error_left_out);
  print_error (_("Of its own measurements, which are not used"), projection->held_out_error,
               projection->held_out_comm_error);
}

static gboolean
write_knobs (const WeftFit *fit, const WeftProjection *projection, const char *path)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) node = weft_projection_to_knobs (projection, fit, notes);

  for (guint i = 0; i < notes->len; i++)
    weft_cli_note ("%s", (const char *) notes->pdata[i]);
  return weft_cli_save_node (path, node);
}

int
weft_cli_calibrate_project (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftFit) fit = weft_cli_read_fit (own->fit);
  g_autoptr (WeftMeasuredPlatform) target = NULL;
  g_autoptr (WeftProjection) projection = NULL;
  g_autoptr (GError) error = NULL;

  if (fit == NULL)
    return WEFT_EXIT_BAD;
  target = find_target (fit, own, &error);
  projection = target != NULL ? weft_projection_new (fit, target, &error) : NULL;
  if (projection == NULL)
    return weft_cli_fail (error);
  if (options->json)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

      json_node_take_object (node, json_object_new ());
      weft_projection_add_json (projection, fit, json_node_get_object (node));
      weft_cli_print_json (node);
    }
  else
    print_projection (options, fit, projection);
  return own->knobs == NULL || write_knobs (fit, projection, own->knobs) ? WEFT_EXIT_DONE : WEFT_EXIT_BAD;
}
