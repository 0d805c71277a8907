/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking one file into the catalog: it must be whole, and its names must be its own. */

#include "catalog/weft-catalog-private.h"

#include <math.h>

#include "base/weft-json.h"
#include "base/weft-name.h"

/* The record that already goes by this name, if it is another one. */
static WeftRecord *
find_other (WeftCatalog *self,
            WeftRecord  *record,
            WeftRecord  *instead_of,
            const char  *name)
{
  g_autofree char *folded = weft_name_fold (name);
  WeftRecord *other = g_hash_table_lookup (self->names[record->kind], folded);

  return other == record || other == instead_of ? NULL : other;
}

static gboolean
check_name_free (WeftCatalog  *self,
                 WeftRecord   *record,
                 WeftRecord   *instead_of,
                 const char   *pointer,
                 const char   *name,
                 GError      **error)
{
  WeftRecord *other = find_other (self, record, instead_of, name);

  if (other == NULL)
    return TRUE;

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "%s: %s: the name \"%s\" already belongs to \"%s\" (%s); choose another one",
               record->path, pointer, name, other->id, other->path);
  return FALSE;
}

static gboolean
check_names_free (WeftCatalog  *self,
                  WeftRecord   *record,
                  WeftRecord   *instead_of,
                  GError      **error)
{
  const char *const *aliases = weft_record_get_aliases (record);

  if (!check_name_free (self, record, instead_of, "/id", record->id, error)
      || !check_name_free (self, record, instead_of, "/name", weft_record_get_name (record), error))
    return FALSE;

  for (guint i = 0; aliases[i] != NULL; i++)
    {
      g_autofree char *pointer = g_strdup_printf ("/aliases/%u", i);

      if (!check_name_free (self, record, instead_of, pointer, aliases[i], error))
        return FALSE;
    }

  return TRUE;
}

/* Names that a profile gives to parts are not free for a user's new part, which would never be
 * found by them. */
static gboolean
check_not_in_profiles (WeftCatalog  *self,
                       WeftRecord   *record,
                       GError      **error)
{
  if (record->kind >= WEFT_N_OVERRIDE_KINDS)
    return TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->profiles)); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (G_LIST_MODEL (self->profiles), i);
      GArray *overrides = weft_profile_get_overrides (profile, record->kind);

      for (guint j = 0; j < overrides->len; j++)
        {
          WeftOverride *override = &g_array_index (overrides, WeftOverride, j);

          if (!weft_name_equal (override->patch->id, record->id))
            continue;
          g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                       "%s: /id: \"%s\" is what the profile %s calls \"%s\"; use that id to "
                       "correct it, or another one for a new part", record->path, record->id,
                       weft_profile_get_id (profile),
                       override->replaces != NULL ? override->replaces : override->patch->id);
          return FALSE;
        }
    }

  return TRUE;
}

/* Whether a name is a chip's in the catalog or in any profile. */
static gboolean
knows_chip (WeftCatalog *self,
            const char  *name)
{
  if (weft_catalog_lookup (self, WEFT_RECORD_CHIP, name) != NULL)
    return TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->profiles)); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (G_LIST_MODEL (self->profiles), i);
      GArray *overrides = weft_profile_get_overrides (profile, WEFT_RECORD_CHIP);

      for (guint j = 0; j < overrides->len; j++)
        if (weft_name_equal (g_array_index (overrides, WeftOverride, j).patch->id, name))
          return TRUE;
    }

  return FALSE;
}

static gboolean
check_takes (WeftCatalog  *self,
             WeftRecord   *record,
             GError      **error)
{
  WeftValue takes;
  JsonArray *names;

  if (record->kind != WEFT_RECORD_SCALEUP || !weft_record_lookup (record, "takes_chips", &takes)
      || !JSON_NODE_HOLDS_ARRAY (takes.node))
    return TRUE;

  names = json_node_get_array (takes.node);
  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      const char *name = json_array_get_string_element (names, i);
      const char *nearest;

      if (knows_chip (self, name))
        continue;
      nearest = weft_catalog_nearest (self, WEFT_RECORD_CHIP, name);
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "%s: /values/takes_chips/%u: there is no chip \"%s\"%s%s%s", record->path, i,
                   name, nearest != NULL ? "; did you mean \"" : "",
                   nearest != NULL ? nearest : "", nearest != NULL ? "\"?" : "");
      return FALSE;
    }

  return TRUE;
}

/* Data sheets print rates with 2:4 sparsity, twice the dense ones that the catalog holds. Somebody who "corrects" a rate to
 * just the double has most likely read such a figure. */
static gboolean
check_dense (WeftRecord  *record,
             WeftRecord  *below,
             GError     **error)
{
  static const char *const rates[] = { "bf16_tflops", "fp8_tflops", "int8_tops", "fp4_tflops" };

  if (record->kind != WEFT_RECORD_CHIP || below == NULL)
    return TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      double dense = weft_record_get_number (below, rates[i]);
      double given = weft_record_get_number (record, rates[i]);

      if (!(fabs (given - 2 * dense) < 0.01 * dense))
        continue;
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "%s: /values/%s: %g is twice the dense rate of %g: this is the 2:4 sparse figure; "
                   "write the dense one", record->path, rates[i], given, dense);
      return FALSE;
    }

  return TRUE;
}

static void
add_name (WeftCatalog *self,
          WeftRecord  *record,
          const char  *name)
{
  g_hash_table_replace (self->names[record->kind], weft_name_fold (name), record);
}

static void
add_record (WeftCatalog *self,
            WeftRecord  *record,
            WeftRecord  *instead_of)
{
  WeftList *list = self->records[record->kind];
  const char *const *aliases = weft_record_get_aliases (record);
  guint place;

  /* Ids and aliases of those below are among its own, their names may not be: no name may lead to
   * a record that is no longer in the list. */
  for (WeftRecord *below = instead_of; below != NULL; below = below->below)
    add_name (self, record, weft_record_get_name (below));
  add_name (self, record, record->id);
  add_name (self, record, weft_record_get_name (record));
  for (guint i = 0; aliases[i] != NULL; i++)
    add_name (self, record, aliases[i]);

  if (instead_of != NULL && weft_list_find (list, instead_of, &place))
    weft_list_replace (list, place, record);
  else
    weft_list_append (list, record);
}

static gboolean
check_file_name (WeftRecord  *record,
                 GError     **error)
{
  g_autofree char *expected = g_strconcat (record->id, ".json", NULL);
  g_autofree char *found = g_path_get_basename (record->path);

  if (g_str_equal (expected, found))
    return TRUE;

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "%s: /id: found \"%s\" in a file called %s, expected a file of that name: %s",
               record->path, record->id, found, expected);
  return FALSE;
}

gboolean
weft_catalog_take_record (WeftCatalog     *self,
                          WeftRecordKind   kind,
                          JsonNode        *root,
                          const char      *path,
                          gboolean         user,
                          GError         **error)
{
  g_autoptr (WeftRecord) record = NULL;
  WeftRecord *below = NULL;
  WeftJsonAt at;

  weft_json_at_root (&at, root, path);
  record = weft_record_read (&at, root, kind, WEFT_RECORD_WHOLE, user, error);
  if (record == NULL)
    return FALSE;

  if (user)
    {
      below = weft_catalog_find_record (self, kind, record->id);
      if (below != NULL && !weft_name_equal (below->id, record->id))
        below = NULL;
    }

  if (below != NULL)
    {
      g_autoptr (WeftRecord) patch = g_steal_pointer (&record);
      record = weft_record_lay_over (patch, below, TRUE);
    }

  if ((!user && !check_file_name (record, error))
      || (user && below == NULL && !check_not_in_profiles (self, record, error))
      || !weft_record_check_complete (record, error)
      || !check_names_free (self, record, below, error)
      || !check_takes (self, record, error)
      || !check_dense (record, below, error))
    return FALSE;

  add_record (self, record, below);
  return TRUE;
}

WeftProfile *
weft_catalog_find_profile (WeftCatalog *self,
                           const char  *id,
                           guint       *place)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->profiles));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (G_LIST_MODEL (self->profiles), i);

      if (!weft_name_equal (weft_profile_get_id (profile), id))
        continue;
      if (place != NULL)
        *place = i;
      return profile; /* the list keeps it */
    }

  return NULL;
}

gboolean
weft_catalog_take_profile (WeftCatalog     *self,
                           WeftRecordKind   kind,
                           JsonNode        *root,
                           const char      *path,
                           gboolean         user,
                           GError         **error)
{
  g_autoptr (WeftProfile) profile = NULL;
  g_autoptr (JsonNode) merged = NULL;
  WeftProfile *below;
  const char *id;
  WeftJsonAt at;
  guint place;

  weft_json_at_root (&at, root, path);
  if (!weft_json_at_object (&at, error)
      || !weft_json_at_get_string (&at, "id", WEFT_JSON_REQUIRED, &id, error)
      || !weft_override_check_replaces (&at, error))
    return FALSE;

  below = weft_catalog_find_profile (self, id, &place);
  if (below != NULL && !user)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "%s: /id: the profile \"%s\" is already in %s", path, id,
                   weft_profile_get_path (below));
      return FALSE;
    }

  merged = below != NULL ? weft_profile_merge (weft_profile_get_root (below), root)
                         : json_node_ref (root);
  profile = weft_profile_read (merged, path, user, error);
  if (profile == NULL)
    return FALSE;

  if (below != NULL)
    weft_list_replace (self->profiles, place, profile);
  else
    weft_list_append (self->profiles, profile);
  return TRUE;
}
