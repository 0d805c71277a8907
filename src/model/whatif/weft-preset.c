/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading presets. */
#include "model/whatif/weft-preset-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "base/weft-list.h"
#include "base/weft-name.h"
#include "base/weft-paths.h"

enum
{
  PROP_ID = 1,
  PROP_NAME,
  PROP_DESCRIPTION,
  PROP_SOURCE,
  N_PROPS,
};

/* Enough for any question that a person asks. */
#define MOST_CHANGES 100

static GParamSpec *properties[N_PROPS];

static const char *const members[] = { "id", "name", "description", "source", "changes", "left_out", NULL };
static const char *const change_members[] = { "input",  "value",        "at_least", "at_most",
                                              "factor", "domain_share", "note",     NULL };
static const char *const rules[WEFT_N_PRESET_RULES] = { "value", "at_least", "at_most", "factor", "domain_share" };

G_DEFINE_FINAL_TYPE (WeftPreset, weft_preset, G_TYPE_OBJECT)

static void
free_change (gpointer data)
{
  WeftPresetChange *change = data;

  g_free (change->input);
  g_free (change->note);
  g_free (change);
}

static void
weft_preset_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  WeftPreset *self = WEFT_PRESET (object);

  switch (id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->description);
      break;
    case PROP_SOURCE:
      g_value_set_string (value, self->source);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_preset_finalize (GObject *object)
{
  WeftPreset *self = WEFT_PRESET (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->description);
  g_free (self->source);
  g_ptr_array_unref (self->changes);
  g_ptr_array_unref (self->left_out);

  G_OBJECT_CLASS (weft_preset_parent_class)->finalize (object);
}

static void
weft_preset_class_init (WeftPresetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_preset_get_property;
  object_class->finalize = weft_preset_finalize;

  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_SOURCE] = g_param_spec_string ("source", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_preset_init (WeftPreset *self)
{
  self->changes = g_ptr_array_new_with_free_func (free_change);
  self->left_out = g_ptr_array_new_with_free_func (g_free);
}

/* --- reading --- */

static gboolean
read_rule (const WeftJsonAt *at,
           WeftPresetChange *change,
           GError          **error)
{
  guint n = 0;

  for (guint i = 0; i < WEFT_N_PRESET_RULES; i++)
    {
      WeftJsonAt member;

      if (!weft_json_at_member (at, rules[i], &member))
        continue;
      if (!weft_json_at_number (&member, &change->number, error))
        return FALSE;
      change->rule = i;
      n++;
    }
  if (n == 1 && isfinite (change->number))
    return TRUE;
  return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE,
                              "one of value, at_least, at_most, factor and domain_share, a finite number", error);
}

static gboolean
read_change (WeftPreset       *self,
             const WeftJsonAt *at,
             GError          **error)
{
  const char *input, *note = NULL;
  WeftPresetChange change = { 0 }, *kept;

  if (!weft_json_at_object (at, error) || !weft_json_at_known (at, change_members, error)
      || !weft_json_at_get_string (at, "input", WEFT_JSON_REQUIRED, &input, error)
      || !weft_json_at_get_string (at, "note", WEFT_JSON_OPTIONAL, &note, error) || !read_rule (at, &change, error))
    return FALSE;

  kept = g_new (WeftPresetChange, 1);
  *kept = change;
  kept->input = g_strdup (input);
  kept->note = g_strdup (note);
  g_ptr_array_add (self->changes, kept);
  return TRUE;
}

static gboolean
read_changes (WeftPreset       *self,
              const WeftJsonAt *at,
              GError          **error)
{
  WeftJsonAt list;
  guint n;

  if (!weft_json_at_get_array (at, "changes", WEFT_JSON_REQUIRED, &list, NULL, error))
    return FALSE;
  n = weft_json_at_length (&list);
  if (n == 0 || n > MOST_CHANGES)
    return weft_json_at_refuse (&list, WEFT_JSON_ERROR_RANGE, "1 to 100 changes", error);
  for (guint i = 0; i < n; i++)
    {
      WeftJsonAt element;

      weft_json_at_element (&list, i, &element);
      if (!read_change (self, &element, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_left_out (WeftPreset       *self,
               const WeftJsonAt *at,
               GError          **error)
{
  gboolean present = FALSE;
  WeftJsonAt list;

  if (!weft_json_at_get_array (at, "left_out", WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;
  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      const char *text;
      WeftJsonAt element;

      weft_json_at_element (&list, i, &element);
      if (!weft_json_at_string (&element, &text, error))
        return FALSE;
      g_ptr_array_add (self->left_out, g_strdup (text));
    }
  g_ptr_array_add (self->left_out, NULL);
  return TRUE;
}

/**
 * weft_preset_new_from_json: (skip)
 * @root: a preset as JSON
 * @file: its name for messages
 * @error: return location
 *
 * Returns: (transfer full): the preset, or %NULL with a #WeftJsonError that names file and place
 */
WeftPreset *
weft_preset_new_from_json (JsonNode   *root,
                           const char *file,
                           GError    **error)
{
  g_autoptr (WeftPreset) self = g_object_new (WEFT_TYPE_PRESET, NULL);
  const char *id, *name, *description, *source;
  WeftJsonAt at;

  weft_json_at_root (&at, root, file);
  if (!weft_json_at_object (&at, error) || !weft_json_at_known (&at, members, error)
      || !weft_json_at_get_string (&at, "id", WEFT_JSON_REQUIRED, &id, error)
      || !weft_json_at_get_string (&at, "name", WEFT_JSON_REQUIRED, &name, error)
      || !weft_json_at_get_string (&at, "description", WEFT_JSON_REQUIRED, &description, error)
      || !weft_json_at_get_string (&at, "source", WEFT_JSON_REQUIRED, &source, error)
      || !read_changes (self, &at, error) || !read_left_out (self, &at, error))
    return NULL;

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->description = g_strdup (description);
  self->source = g_strdup (source);
  return g_steal_pointer (&self);
}

/* --- files --- */

static WeftPreset *
load_file (const char *path,
           GError    **error)
{
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, error);

  return root != NULL ? weft_preset_new_from_json (root, path, error) : NULL;
}

/* (nullable) (transfer full) */
static char *
path_in (const char *catalog,
         const char *name)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);

  return catalog != NULL ? g_build_filename (catalog, "presets", file, NULL) : NULL;
}

static void
add_names (GPtrArray  *names,
           const char *catalog)
{
  g_autofree char *folder = catalog != NULL ? g_build_filename (catalog, "presets", NULL) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name = g_str_has_suffix (file, ".json") ? g_strndup (file, strlen (file) - strlen (".json"))
                                                               : NULL;

      if (name != NULL && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
}

static int
compare_names_cb (gconstpointer a,
                  gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Of both catalogs, sorted. (transfer full) */
static GStrv
list_names (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  add_names (names, weft_paths_catalog_dir ());
  add_names (names, weft_paths_user_catalog ());
  g_ptr_array_sort (names, compare_names_cb);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* The user's own before the shipped one. */
static char *
find_path (const char *name)
{
  const char *const catalogs[] = { weft_paths_user_catalog (), weft_paths_catalog_dir () };

  for (guint i = 0; i < G_N_ELEMENTS (catalogs); i++)
    {
      g_autofree char *path = path_in (catalogs[i], name);

      if (path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/**
 * weft_preset_load: (skip)
 * @name_or_path: the name of a preset, or the path of a file
 * @error: return location
 *
 * Returns: (transfer full): the preset, or %NULL with an error that names the nearest one
 */
WeftPreset *
weft_preset_load (const char *name_or_path,
                  GError    **error)
{
  g_autofree char *path = NULL;
  g_auto (GStrv) known = NULL;
  g_autofree char *all = NULL;
  const char *nearest;

  g_return_val_if_fail (name_or_path != NULL, NULL);

  if (strchr (name_or_path, '/') != NULL || g_str_has_suffix (name_or_path, ".json"))
    return load_file (name_or_path, error);
  path = find_path (name_or_path);
  if (path != NULL)
    return load_file (path, error);

  known = list_names ();
  all = g_strjoinv (", ", known);
  nearest = weft_name_nearest (name_or_path, (const char *const *) known);
  if (nearest != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("There is no preset “%s”; is “%s” meant?"), name_or_path,
                 nearest);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("There is no preset “%s”; there are %s"), name_or_path,
                 all);
  return NULL;
}

/**
 * weft_preset_list: (skip)
 * @error: return location
 *
 * Returns: (transfer full): a list of #WeftPreset, by id; %NULL with an error when a file is no preset
 */
GListModel *
weft_preset_list (GError **error)
{
  g_autoptr (WeftList) list = weft_list_new (WEFT_TYPE_PRESET);
  g_auto (GStrv) names = list_names ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (WeftPreset) preset = weft_preset_load (names[i], error);

      if (preset == NULL)
        return NULL;
      weft_list_append (list, preset);
    }
  return G_LIST_MODEL (g_steal_pointer (&list));
}

const char *
weft_preset_get_id (WeftPreset *self)
{
  g_return_val_if_fail (WEFT_IS_PRESET (self), NULL);
  return self->id;
}

const char *
weft_preset_get_name (WeftPreset *self)
{
  g_return_val_if_fail (WEFT_IS_PRESET (self), NULL);
  return self->name;
}

const char *
weft_preset_get_description (WeftPreset *self)
{
  g_return_val_if_fail (WEFT_IS_PRESET (self), NULL);
  return self->description;
}

const char *
weft_preset_get_source (WeftPreset *self)
{
  g_return_val_if_fail (WEFT_IS_PRESET (self), NULL);
  return self->source;
}

GPtrArray *
weft_preset_get_changes (WeftPreset *self)
{
  g_return_val_if_fail (WEFT_IS_PRESET (self), NULL);
  return self->changes;
}

const char *const *
weft_preset_get_left_out (WeftPreset *self)
{
  g_return_val_if_fail (WEFT_IS_PRESET (self), NULL);
  return (const char *const *) self->left_out->pdata;
}
