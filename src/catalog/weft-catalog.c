/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading the catalog: the shipped files first and strictly, then the user's over them, each of
 * which stays out when something is wrong with it. */

#include "catalog/weft-catalog.h"

#include "base/weft-json.h"
#include "base/weft-name.h"
#include "base/weft-paths.h"
#include "catalog/weft-catalog-private.h"
#include "catalog/weft-component-private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (WeftCatalog, weft_catalog, G_TYPE_OBJECT)

G_DEFINE_QUARK (weft-catalog-error-quark, weft_catalog_error)

#define PROFILES "profiles"

/* Reading more than a hundred small files takes longer than an evaluation, which needs none of
 * them. */
#define IS_LATE(kind) ((kind) == WEFT_RECORD_COMPONENT)

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sorted, so that order does not depend on the file system. NULL when the folder cannot be read. */
static GPtrArray *
list_json_files (const char  *folder,
                 GError     **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return NULL;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name != '.' && g_str_has_suffix (name, ".json"))
      g_ptr_array_add (files, g_strdup (name));
  g_ptr_array_sort (files, compare_names);

  return g_steal_pointer (&files);
}

/* All errors of files become catalog errors; the text already names the place. */
static void
set_file_error (GError       **error,
                const GError  *reason)
{
  g_set_error_literal (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, reason->message);
}

static void
note_problem (WeftCatalog *self,
              const char  *message)
{
  g_ptr_array_insert (self->noted, self->noted->len - 1, g_strdup (message));
}

static gboolean
load_file (WeftCatalog     *self,
           WeftRecordKind   kind,
           WeftTakeFile         take,
           const char      *path,
           gboolean         user,
           GError         **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &reason);

  if (root != NULL && take (self, kind, root, path, user, &reason))
    return TRUE;

  if (!user)
    set_file_error (error, reason);
  else
    note_problem (self, reason->message);
  return user;
}

static gboolean
load_folder (WeftCatalog     *self,
             const char      *base,
             const char      *nick,
             WeftRecordKind   kind,
             WeftTakeFile         take,
             gboolean         user,
             GError         **error)
{
  g_autofree char *folder = g_build_filename (base, nick, NULL);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) reason = NULL;

  files = list_json_files (folder, &reason);
  if (files == NULL && user)
    {
      if (!g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        note_problem (self, reason->message);
      return TRUE;
    }
  if (files == NULL)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "%s: the catalog's folder cannot be read: %s; set WEFT_CATALOG_DIR to a folder "
                   "that holds the catalog", folder, reason->message);
      return FALSE;
    }

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, files->pdata[i], NULL);

      if (!load_file (self, kind, take, path, user, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
load_tree (WeftCatalog  *self,
           const char   *base,
           gboolean      user,
           GError      **error)
{
  for (WeftRecordKind kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    if (!IS_LATE (kind)
        && !load_folder (self, base, weft_record_kind_nick (kind), kind, weft_catalog_take_record,
                         user, error))
      return FALSE;

  return load_folder (self, base, PROFILES, 0, weft_catalog_take_profile, user, error);
}

static GPtrArray *
copy_problems (WeftCatalog *self)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->problems->len; i++)
    g_ptr_array_add (copy, g_strdup (self->problems->pdata[i]));
  return copy;
}

/* All of the shipped components or none, as the whole catalog is refused for any other kind. What
 * is noted goes into a copy, since other threads may read the messages so far. */
static void
load_components (WeftCatalog *self)
{
  const WeftRecordKind kind = WEFT_RECORD_COMPONENT;
  const char *nick = weft_record_kind_nick (kind);

  self->noted = copy_problems (self);

  if (!load_folder (self, self->folder, nick, kind, weft_catalog_take_record, FALSE,
                    &self->components_error))
    {
      note_problem (self, self->components_error->message);
      g_hash_table_remove_all (self->names[kind]);
      weft_list_clear (self->records[kind]);
    }
  else if (self->user_folder != NULL)
    load_folder (self, self->user_folder, nick, kind, weft_catalog_take_record, TRUE, NULL);

  weft_component_resolve_all (self);
  self->retired = self->problems;
  g_atomic_pointer_set (&self->problems, self->noted);
}

/* Whoever asks first reads; whoever asks meanwhile waits. */
static void
make_ready (WeftCatalog    *self,
            WeftRecordKind  kind)
{
  if (!IS_LATE (kind) || !g_once_init_enter (&self->components_loaded))
    return;

  load_components (self);
  g_once_init_leave (&self->components_loaded, 1);
}

static void
weft_catalog_finalize (GObject *object)
{
  WeftCatalog *self = WEFT_CATALOG (object);

  g_clear_pointer (&self->component_of, g_hash_table_unref);
  g_clear_pointer (&self->components, g_array_unref);
  for (guint i = 0; i < WEFT_N_RECORD_KINDS; i++)
    {
      g_clear_pointer (&self->names[i], g_hash_table_unref);
      g_clear_object (&self->records[i]);
    }
  g_clear_object (&self->profiles);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->retired, g_ptr_array_unref);
  g_clear_error (&self->components_error);
  g_free (self->folder);
  g_free (self->user_folder);

  G_OBJECT_CLASS (weft_catalog_parent_class)->finalize (object);
}

static void
weft_catalog_class_init (WeftCatalogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_catalog_finalize;
}

static void
weft_catalog_init (WeftCatalog *self)
{
  for (guint i = 0; i < WEFT_N_RECORD_KINDS; i++)
    {
      self->records[i] = weft_list_new (WEFT_TYPE_RECORD);
      self->names[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    }
  self->profiles = weft_list_new (WEFT_TYPE_PROFILE);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->problems, NULL);
  self->noted = self->problems;
}

WeftRecord *
weft_catalog_find_record (WeftCatalog    *self,
                          WeftRecordKind  kind,
                          const char     *name)
{
  g_autofree char *folded = weft_name_fold (name);

  return g_hash_table_lookup (self->names[kind], folded);
}

/**
 * weft_catalog_load:
 * @folder: (type filename): the shipped catalog
 * @user_folder: (type filename) (nullable): what lies over it; it need not exist
 * @error: where to put a #WeftCatalogError, which names file and JSON pointer
 *
 * A shipped file that is wrong is an error. A user's that is wrong is left out whole and named in
 * weft_catalog_get_problems().
 *
 * Returns: (transfer full): the catalog, or %NULL
 */
WeftCatalog *
weft_catalog_load (const char  *folder,
                   const char  *user_folder,
                   GError     **error)
{
  g_autoptr (WeftCatalog) self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (WEFT_TYPE_CATALOG, NULL);
  self->folder = g_strdup (folder);
  self->user_folder = g_strdup (user_folder);

  if (!load_tree (self, folder, FALSE, error))
    return NULL;
  if (user_folder != NULL)
    load_tree (self, user_folder, TRUE, NULL);

  return g_steal_pointer (&self);
}

/**
 * weft_catalog_load_default:
 * @error: where to put a #WeftCatalogError
 *
 * Loads the installed or build catalog, or WEFT_CATALOG_DIR, with the user's over it.
 *
 * Returns: (transfer full): the catalog, or %NULL
 */
WeftCatalog *
weft_catalog_load_default (GError **error)
{
  return weft_catalog_load (weft_paths_catalog_dir (), weft_paths_user_catalog (), error);
}

/**
 * weft_catalog_get_folder:
 * @self: a catalog
 *
 * Returns: the folder of the shipped files
 */
const char *
weft_catalog_get_folder (WeftCatalog *self)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (self), NULL);

  return self->folder;
}

/**
 * weft_catalog_get_problems:
 * @self: a catalog
 *
 * Components are read when somebody first asks for them: what is wrong with them is named here from
 * then on, behind the rest. An answer that was given before stays valid.
 *
 * Returns: (array zero-terminated=1): messages about user files that were left out
 */
const char *const *
weft_catalog_get_problems (WeftCatalog *self)
{
  GPtrArray *problems;

  g_return_val_if_fail (WEFT_IS_CATALOG (self), NULL);

  problems = g_atomic_pointer_get (&self->problems);
  return (const char *const *) problems->pdata;
}

/**
 * weft_catalog_load_kind:
 * @self: a catalog
 * @kind: a kind of record
 * @error: where to put a #WeftCatalogError, which names file and JSON pointer
 *
 * Components are read when somebody first asks for them, by any function and from any thread; all
 * other kinds are there from the beginning. Whoever needs components calls this first, since the
 * look-ups cannot say that a shipped file is wrong: they find nothing then. A user's file that is
 * wrong is left out whole and named in weft_catalog_get_problems(), as for other kinds.
 *
 * Returns: %FALSE when a shipped file of the kind is wrong, however often it is asked
 */
gboolean
weft_catalog_load_kind (WeftCatalog     *self,
                        WeftRecordKind   kind,
                        GError         **error)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (self) && kind < WEFT_N_RECORD_KINDS, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  make_ready (self, kind);
  if (!IS_LATE (kind) || self->components_error == NULL)
    return TRUE;

  if (error != NULL)
    *error = g_error_copy (self->components_error);
  return FALSE;
}

/**
 * weft_catalog_list:
 * @self: a catalog
 * @kind: a kind of record
 *
 * Returns: (transfer none): all #WeftRecord of that kind, in file-name order, the user's new ones
 *   last
 */
GListModel *
weft_catalog_list (WeftCatalog    *self,
                   WeftRecordKind  kind)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (self) && kind < WEFT_N_RECORD_KINDS, NULL);

  make_ready (self, kind);
  return G_LIST_MODEL (self->records[kind]);
}

/**
 * weft_catalog_lookup:
 * @self: a catalog
 * @kind: a kind of record
 * @name: an id, alias or name, without regard to case, spaces and hyphens
 *
 * Returns: (nullable) (transfer none): the record
 */
WeftRecord *
weft_catalog_lookup (WeftCatalog    *self,
                     WeftRecordKind  kind,
                     const char     *name)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (self) && kind < WEFT_N_RECORD_KINDS, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  make_ready (self, kind);
  return weft_catalog_find_record (self, kind, name);
}

/**
 * weft_catalog_nearest:
 * @self: a catalog
 * @kind: a kind of record
 * @name: a name that was not found
 *
 * Returns: (nullable): the id of the record whose id or alias is nearest, if it may have been meant
 */
const char *
weft_catalog_nearest (WeftCatalog    *self,
                      WeftRecordKind  kind,
                      const char     *name)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  GListModel *list;
  const char *nearest;
  WeftRecord *record;

  g_return_val_if_fail (WEFT_IS_CATALOG (self) && kind < WEFT_N_RECORD_KINDS, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  make_ready (self, kind);
  list = G_LIST_MODEL (self->records[kind]);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftRecord) item = g_list_model_get_item (list, i);

      g_ptr_array_add (known, (gpointer) item->id);
      for (guint j = 0; item->aliases->pdata[j] != NULL; j++)
        g_ptr_array_add (known, item->aliases->pdata[j]);
    }
  g_ptr_array_add (known, NULL);

  nearest = weft_name_nearest (name, (const char *const *) known->pdata);
  record = nearest != NULL ? weft_catalog_lookup (self, kind, nearest) : NULL;
  return record != NULL ? record->id : NULL;
}

/**
 * weft_catalog_list_profiles:
 * @self: a catalog
 *
 * Returns: (transfer none): all #WeftProfile
 */
GListModel *
weft_catalog_list_profiles (WeftCatalog *self)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (self), NULL);

  return G_LIST_MODEL (self->profiles);
}

/**
 * weft_catalog_get_profile:
 * @self: a catalog
 * @id: a profile's id
 * @error: where to put %WEFT_CATALOG_ERROR_UNKNOWN, which lists the known ones
 *
 * Returns: (transfer none): the profile, or %NULL
 */
WeftProfile *
weft_catalog_get_profile (WeftCatalog  *self,
                          const char   *id,
                          GError      **error)
{
  g_autoptr (GString) known = NULL;
  WeftProfile *profile;

  g_return_val_if_fail (WEFT_IS_CATALOG (self) && id != NULL, NULL);

  profile = weft_catalog_find_profile (self, id, NULL);
  if (profile != NULL)
    return profile;

  known = g_string_new (NULL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->profiles)); i++)
    {
      g_autoptr (WeftProfile) item = g_list_model_get_item (G_LIST_MODEL (self->profiles), i);
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", weft_profile_get_id (item));
    }
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN,
               "there is no profile \"%s\"; known are %s", id, known->str);
  return NULL;
}
