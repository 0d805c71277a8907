/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's values over the profile's assumptions over the shipped facts, value by value, and the
 * names by which the result is found. */

#include "catalog/weft-inventory-private.h"

#include "base/weft-name.h"

static void
add_name (WeftInventory  *self,
          WeftRecordKind  kind,
          const char     *name,
          guint           index)
{
  g_hash_table_replace (self->names[kind], weft_name_fold (name), GUINT_TO_POINTER (index + 1));
}

static void
add_names (WeftInventory  *self,
           WeftRecord     *record,
           guint           index)
{
  const char *const *aliases = weft_record_get_aliases (record);

  add_name (self, record->kind, record->id, index);
  add_name (self, record->kind, weft_record_get_name (record), index);
  for (guint i = 0; aliases[i] != NULL; i++)
    add_name (self, record->kind, aliases[i], index);
}

/* What is assumed of all parts of a kind lies under what is assumed of a single one. */
static void
add_record (WeftInventory *self,
            WeftRecord    *record,
            GArray        *overrides)
{
  GPtrArray *records = self->records[record->kind];

  record = g_object_ref (record);
  for (guint i = 0; i < overrides->len; i++)
    {
      WeftOverride *override = &g_array_index (overrides, WeftOverride, i);
      WeftRecord *over;

      if (!override->all)
        continue;
      over = weft_record_assume (override->patch, record, TRUE);
      g_object_unref (record);
      record = over;
    }

  add_names (self, record, records->len);
  g_ptr_array_add (records, record);
}

static gboolean
check_name (WeftInventory  *self,
            WeftRecord     *patch,
            const char     *name,
            guint           index,
            GError        **error)
{
  WeftRecord *other;
  guint found;

  if (!weft_inventory_find_index (self, patch->kind, name, &found) || found == index)
    return TRUE;

  other = self->records[patch->kind]->pdata[found];
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "%s: %s: the name \"%s\" already belongs to \"%s\" (%s)",
               patch->path, patch->pointer, name, other->id, other->path);
  return FALSE;
}

static gboolean
apply_override (WeftInventory   *self,
                WeftOverride    *override,
                GError         **error)
{
  WeftRecord *patch = override->patch;
  GPtrArray *records = self->records[patch->kind];
  const char *target = override->replaces != NULL ? override->replaces : patch->id;
  const char *const *aliases = weft_record_get_aliases (patch);
  WeftRecord *over;
  guint index;

  if (!weft_inventory_find_index (self, patch->kind, target, &index))
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "%s: %s/%s: the catalog has nothing called \"%s\"", patch->path, patch->pointer,
                   override->replaces != NULL ? "replaces" : "id", target);
      return FALSE;
    }

  if (!check_name (self, patch, patch->id, index, error)
      || !check_name (self, patch, weft_record_get_name (patch), index, error))
    return FALSE;
  for (guint i = 0; aliases[i] != NULL; i++)
    if (!check_name (self, patch, aliases[i], index, error))
      return FALSE;

  over = weft_record_assume (patch, records->pdata[index], FALSE);
  add_names (self, over, index);
  /* Where the user gave the part a name of their own, the profile's leads to it too. */
  add_name (self, patch->kind, weft_record_get_name (patch), index);
  g_object_unref (records->pdata[index]);
  records->pdata[index] = over;
  return TRUE;
}

static gboolean
resolve_kind (WeftInventory   *self,
              WeftRecordKind   kind,
              GError         **error)
{
  GListModel *list = weft_catalog_list (self->catalog, kind);
  GArray *overrides = weft_profile_get_overrides (self->profile, kind);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (list, i);
      add_record (self, record, overrides);
    }

  for (guint i = 0; i < overrides->len; i++)
    {
      WeftOverride *override = &g_array_index (overrides, WeftOverride, i);

      if (!override->all && !apply_override (self, override, error))
        return FALSE;
    }

  for (guint i = 0; i < self->records[kind]->len; i++)
    if (!weft_record_check_complete (self->records[kind]->pdata[i], error))
      return FALSE;

  return TRUE;
}

gboolean
weft_inventory_resolve (WeftInventory  *self,
                        GError        **error)
{
  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    if (!resolve_kind (self, kind, error))
      return FALSE;

  return TRUE;
}
