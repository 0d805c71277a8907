/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up recent files of our suffix, newest first, and the systems of the catalog's folder. */
#include "app/start/weft-recent.h"

#include "base/weft-paths.h"
#include "design/weft-design.h"

#define SUFFIX ".weft"

static WeftRecentFile *
recent_file_new (const char *name, const char *place, const char *uri)
{
  WeftRecentFile *file = g_new0 (WeftRecentFile, 1);

  file->name = g_strdup (name);
  file->place = g_strdup (place);
  file->uri = g_strdup (uri);
  return file;
}

void
weft_recent_file_free (WeftRecentFile *file)
{
  g_free (file->name);
  g_free (file->place);
  g_free (file->uri);
  g_free (file);
}

static int
compare_age (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

static char *
describe_folder (const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder == NULL ? NULL : g_file_get_path (folder);
  const char *home = g_get_home_dir ();

  if (path == NULL)
    return g_strdup ("");
  if (g_str_has_prefix (path, home) && (path[strlen (home)] == '/' || path[strlen (home)] == 0))
    return g_strconcat ("~", path + strlen (home), NULL);
  return g_steal_pointer (&path);
}

/* (transfer full) (element-type WeftRecentFile): files that exist, newest first. */
GPtrArray *
weft_recent_find (guint max)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_recent_file_free);
  GList *all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  all = g_list_sort (all, compare_age);
  for (GList *l = all; l != NULL && found->len < max; l = l->next)
    {
      const char *uri = gtk_recent_info_get_uri (l->data);
      g_autofree char *place = NULL;

      if (!g_str_has_suffix (uri, SUFFIX) || !gtk_recent_info_exists (l->data))
        continue;
      place = describe_folder (uri);
      g_ptr_array_add (found,
                       recent_file_new (gtk_recent_info_get_display_name (l->data), place, uri));
    }
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);
  return found;
}

/* Its notes, else what it is made of. */
static char *
describe_parts (WeftDesign *design)
{
  GString *parts = g_string_new (weft_design_get_notes (design));

  if (parts->len > 0)
    return g_string_free (parts, FALSE);
  for (guint i = 0; i < weft_design_get_n_partitions (design); i++)
    {
      WeftPartition *partition = weft_design_get_partition (design, i);

      g_string_append_printf (parts, "%s%s · %s · %s", i > 0 ? "\n" : "",
                              weft_partition_get_chip (partition),
                              weft_partition_get_scaleup (partition),
                              weft_partition_get_scaleout (partition));
    }
  return g_string_free (parts, FALSE);
}

/* Partitions, which this window edits, before graphs; then by name. */
static int
compare_examples (gconstpointer a, gconstpointer b)
{
  const WeftRecentFile *const *first = a, *const *second = b;

  if ((*first)->is_graph != (*second)->is_graph)
    return (*first)->is_graph - (*second)->is_graph;
  return g_utf8_collate ((*first)->name, (*second)->name);
}

/* (transfer full) (element-type WeftRecentFile): the designs that come with the catalog. */
GPtrArray *
weft_recent_find_examples (void)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_recent_file_free);
  g_autofree char *folder = g_build_filename (weft_paths_catalog_dir (), "systems", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *base;

  while (dir != NULL && (base = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, base, NULL);
      g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
      g_autoptr (WeftDesign) design = NULL;

      if (!g_str_has_suffix (base, SUFFIX))
        continue;
      design = weft_design_load (path, NULL, NULL);
      if (design != NULL)
        {
          g_autofree char *parts = describe_parts (design);

          WeftRecentFile *file = recent_file_new (weft_design_get_name (design), parts, uri);

          file->is_graph = weft_design_get_graph (design) != NULL;
          g_ptr_array_add (found, file);
        }
    }
  g_ptr_array_sort (found, compare_examples);
  return found;
}

static GMenu *
make_menu (GPtrArray *files, const char *action)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      const WeftRecentFile *file = g_ptr_array_index (files, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (file->name, NULL);

      g_menu_item_set_action_and_target (item, action, "s", file->uri);
      g_menu_append_item (menu, item);
    }
  return menu;
}

/* (transfer full): a menu whose entries call @action with the file's URI. */
GMenu *
weft_recent_list (const char *action, guint max)
{
  g_autoptr (GPtrArray) files = weft_recent_find (max);

  return make_menu (files, action);
}

GMenu *
weft_recent_list_examples (const char *action)
{
  g_autoptr (GPtrArray) files = weft_recent_find_examples ();

  return make_menu (files, action);
}
