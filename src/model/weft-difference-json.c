/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons as JSON: one flat list, each with its subject. */
#include "model/weft-profile-difference.h"

#include <math.h>

static void
set_number (JsonObject *object,
            const char *key,
            double      value)
{
  if (isfinite (value))
    json_object_set_double_member (object, key, value);
  else
    json_object_set_null_member (object, key);
}

static JsonObject *
write_source (const WeftReasonSource *source)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "side", source->side == 0 ? "a" : "b");
  json_object_set_string_member (object, "of", source->of);
  json_object_set_string_member (object, "key", source->key);
  json_object_set_string_member (object, "value", source->value);
  json_object_set_string_member (object, "confidence", weft_confidence_nick (source->confidence));
  json_object_set_string_member (object, "source", source->source);
  if (source->date != NULL)
    json_object_set_string_member (object, "date", source->date);
  return object;
}

static JsonObject *
write_reason (WeftDifference *difference,
              WeftReason     *reason)
{
  JsonObject *object = json_object_new ();
  JsonArray *sources = json_array_new ();
  GPtrArray *list = weft_reason_get_sources (reason);

  json_object_set_string_member (object, "workload", weft_difference_get_subject (difference));
  json_object_set_string_member (object, "part", weft_reason_get_part (reason));
  set_number (object, "share", weft_reason_get_share (reason));
  set_number (object, "factor", exp (weft_reason_get_share (reason)));
  json_object_set_string_member (object, "text", weft_reason_get_text (reason));
  set_number (object, "a", weft_reason_get_a (reason));
  set_number (object, "b", weft_reason_get_b (reason));
  json_object_set_string_member (object, "unit", weft_unit_symbol (weft_reason_get_unit (reason)));
  for (guint i = 0; i < list->len; i++)
    json_array_add_object_element (sources, write_source (list->pdata[i]));
  json_object_set_array_member (object, "sources", sources);
  return object;
}

/**
 * weft_profile_difference_to_json:
 * @differences: the list of weft_profile_difference()
 *
 * Returns: (transfer full): an array with every reason
 */
JsonNode *
weft_profile_difference_to_json (GListModel *differences)
{
  JsonArray *array;

  g_return_val_if_fail (G_IS_LIST_MODEL (differences), NULL);

  array = json_array_new ();
  for (guint i = 0; i < g_list_model_get_n_items (differences); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (differences, i);
      GListModel *reasons = weft_difference_get_reasons (difference);

      for (guint j = 0; j < g_list_model_get_n_items (reasons); j++)
        {
          g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, j);

          json_array_add_object_element (array, write_reason (difference, reason));
        }
    }
  return json_node_init_array (json_node_alloc (), array);
}
