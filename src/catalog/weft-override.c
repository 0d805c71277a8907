/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a profile assumes about parts: read into patches that the inventory lays over the
 * catalog. */

#include "catalog/weft-profile-private.h"

#include "base/weft-json.h"
#include "base/weft-name.h"

static void
clear_pair (gpointer data)
{
  WeftPairOverride *pair = data;

  g_clear_object (&pair->patch);
}

static void
clear_override (gpointer data)
{
  WeftOverride *override = data;

  g_clear_object (&override->patch);
  g_clear_pointer (&override->pairs, g_array_unref);
}

static gboolean
read_pair (const WeftJsonAt  *at,
           JsonNode          *root,
           WeftRecordKind     kind,
           gboolean           lenient,
           WeftPairOverride  *pair,
           GError           **error)
{
  WeftJsonAt chips;

  pair->patch = weft_record_read (at, root, kind, WEFT_RECORD_PAIR, lenient, error);
  if (pair->patch == NULL
      || !weft_json_at_get_array (at, "chips", WEFT_JSON_REQUIRED, &chips, NULL, error))
    return FALSE;

  pair->chips = json_node_get_array (chips.node);
  for (guint i = 0; i < weft_json_at_length (&chips); i++)
    {
      WeftJsonAt element;
      const char *name;

      weft_json_at_element (&chips, i, &element);
      if (!weft_json_at_string (&element, &name, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_pairs (const WeftJsonAt  *at,
            JsonNode          *root,
            WeftRecordKind     kind,
            gboolean           lenient,
            WeftOverride      *override,
            GError           **error)
{
  gboolean present = FALSE;
  WeftJsonAt list;

  if (!weft_json_at_get_array (at, "pairs", WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;
  if (present && (kind != WEFT_RECORD_SCALEUP || override->all))
    return weft_json_at_refuse (&list, WEFT_JSON_ERROR_TYPE,
                                "pairs only on a scale-up fabric with a name", error);

  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftPairOverride pair = { NULL, NULL };
      WeftJsonAt element;

      weft_json_at_element (&list, i, &element);
      if (!read_pair (&element, root, kind, lenient, &pair, error))
        {
          clear_pair (&pair);
          return FALSE;
        }
      g_array_append_val (override->pairs, pair);
    }

  return TRUE;
}

static gboolean
read_override (const WeftJsonAt  *at,
               JsonNode          *root,
               WeftRecordKind     kind,
               gboolean           lenient,
               WeftOverride      *override,
               GError           **error)
{
  override->pairs = g_array_new (FALSE, FALSE, sizeof (WeftPairOverride));
  g_array_set_clear_func (override->pairs, clear_pair);

  override->patch = weft_record_read (at, root, kind, WEFT_RECORD_PATCH, lenient, error);
  if (override->patch == NULL)
    return FALSE;

  override->all = g_str_equal (weft_record_get_id (override->patch), "*");
  return weft_json_at_get_string (at, "replaces", WEFT_JSON_OPTIONAL, &override->replaces, error)
         && read_pairs (at, root, kind, lenient, override, error);
}

gboolean
weft_override_check_replaces (const WeftJsonAt  *profile,
                              GError           **error)
{
  WeftJsonAt all, list;

  if (!weft_json_at_member (profile, "overrides", &all) || !JSON_NODE_HOLDS_OBJECT (all.node))
    return TRUE;

  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      if (!weft_json_at_member (&all, weft_record_kind_nick (kind), &list)
          || !JSON_NODE_HOLDS_ARRAY (list.node))
        continue;
      for (guint i = 0; i < weft_json_at_length (&list); i++)
        {
          WeftJsonAt element, name;

          weft_json_at_element (&list, i, &element);
          if (!JSON_NODE_HOLDS_OBJECT (element.node)
              || !weft_json_at_member (&element, "replaces", &name)
              || json_node_get_value_type (name.node) != G_TYPE_STRING)
            continue;
          if (!g_hash_table_add (seen, weft_name_fold (json_node_get_string (name.node))))
            return weft_json_at_refuse (&name, WEFT_JSON_ERROR_DUPLICATE,
                                        "a part that no other override of this profile replaces",
                                        error);
        }
    }

  return TRUE;
}

GArray *
weft_override_read_list (const WeftJsonAt  *profile,
                         JsonNode          *root,
                         WeftRecordKind     kind,
                         gboolean           lenient,
                         GError           **error)
{
  g_autoptr (GArray) overrides = g_array_new (FALSE, FALSE, sizeof (WeftOverride));
  gboolean present = FALSE;
  WeftJsonAt all, list;

  g_array_set_clear_func (overrides, clear_override);

  if (!weft_json_at_get_object (profile, "overrides", WEFT_JSON_OPTIONAL, &all, &present, error))
    return NULL;
  if (!present)
    return g_steal_pointer (&overrides);

  if (!weft_json_at_get_array (&all, weft_record_kind_nick (kind), WEFT_JSON_OPTIONAL, &list,
                               &present, error))
    return NULL;

  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftOverride override = { 0 };
      WeftJsonAt element;

      weft_json_at_element (&list, i, &element);
      if (!read_override (&element, root, kind, lenient, &override, error))
        {
          clear_override (&override);
          return NULL;
        }
      g_array_append_val (overrides, override);
    }

  return g_steal_pointer (&overrides);
}
