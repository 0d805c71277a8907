/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A platform from an object whose members are the columns of a file of platforms. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-csv-write.h"
#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "calib/weft-measurement-private.h"

static void
append_cell (GString *line, const char *text)
{
  if (line->len > 0)
    g_string_append_c (line, ',');
  weft_csv_write_quoted (line, text);
}

static gboolean
append_member (const WeftJsonAt *object, const char *key, GString *header, GString *values, GError **error)
{
  WeftJsonAt at;
  char buffer[WEFT_DOUBLE_BUFFER];
  const char *text = NULL;
  double number;

  weft_json_at_member (object, key, &at);
  if (weft_json_at_is_null (&at))
    return TRUE;
  if (json_node_get_value_type (at.node) == G_TYPE_STRING)
    {
      if (!weft_json_at_string (&at, &text, error))
        return FALSE;
    }
  else if (weft_json_at_number (&at, &number, error))
    text = weft_json_format_double (number, buffer);
  else
    return FALSE;
  append_cell (header, key);
  append_cell (values, text);
  return TRUE;
}

/**
 * weft_measured_platform_from_json: (skip)
 * @node: an object such as {"peak_tflops": 119.5, "mem_bw_GBps": 864, "n_dev": 8}: the columns of a file of platforms
 * @name: (nullable): of the platform, when it does not say it
 * @error: return location for a #WeftCalibError or a %WEFT_JSON_ERROR
 *
 * Returns: (transfer full) (nullable): the platform
 */
WeftMeasuredPlatform *
weft_measured_platform_from_json (JsonNode *node, const char *name, GError **error)
{
  g_autoptr (WeftMeasurements) measurements = weft_measurements_new ();
  g_autoptr (GString) header = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (GList) keys = NULL;
  WeftMeasuredPlatform *platform;
  WeftJsonAt root;

  weft_json_at_root (&root, node, _("attributes"));
  if (!weft_json_at_object (&root, error))
    return NULL;
  keys = json_object_get_members (json_node_get_object (node));
  for (GList *key = keys; key != NULL; key = key->next)
    if (!append_member (&root, key->data, header, values, error))
      return NULL;
  if (!json_object_has_member (json_node_get_object (node), "platform")
      && !json_object_has_member (json_node_get_object (node), "name"))
    {
      append_cell (header, "platform");
      append_cell (values, name != NULL ? name : _("target"));
    }
  g_string_append_printf (header, "\n%s\n", values->str);
  if (!weft_measurements_parse_platforms (measurements, _("attributes"), header->str, header->len, error))
    return NULL;
  if (measurements->notes->len > 0)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_UNKNOWN,
                   _("%s; expected columns of a file of platforms: peak_tflops, mem_bw_GBps, link_bw_GBps, link_lat_us, "
                     "n_dev, hops, …"),
                   (const char *) measurements->notes->pdata[0]);
      return NULL;
    }
  platform = g_new0 (WeftMeasuredPlatform, 1);
  weft_measured_platform_copy (&g_array_index (measurements->platforms, WeftMeasuredPlatform, 0), platform);
  return platform;
}
