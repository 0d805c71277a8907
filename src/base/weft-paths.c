/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the program finds its own files. A build folder holds a small file above its programs that names source and
 * build folder; an installed program has no such neighbour. */
#include "config.h"

#include "base/weft-paths.h"

#include <gio/gio.h>

#define MARKER "weft-uninstalled.ini"

typedef struct
{
  char *source_dir; /* NULL when installed */
  char *build_dir;
} Tree;

/* Programs lie one folder below the marker. */
static void
read_marker (Tree       *tree,
             const char *folder)
{
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *path = g_build_filename (above, MARKER, NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return;

  tree->source_dir = g_key_file_get_string (file, "tree", "source", NULL);
  tree->build_dir = g_key_file_get_string (file, "tree", "build", NULL);
}

static const Tree *
get_tree (void)
{
  static Tree tree;
  static gsize ready;

  if (g_once_init_enter (&ready))
    {
      g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

      if (program != NULL)
        {
          g_autofree char *folder = g_path_get_dirname (program);
          read_marker (&tree, folder);
        }
      g_once_init_leave (&ready, 1);
    }

  return &tree;
}

/* The folder is looked up once: the strings live as long as the program. */
static const char *
find_dir (const char *variable,
          const char *in_tree,
          const char *installed)
{
  const Tree *tree = get_tree ();
  const char *from_environment = g_getenv (variable);

  if (from_environment != NULL && *from_environment != '\0')
    return g_intern_string (from_environment);

  if (tree->source_dir != NULL)
    {
      g_autofree char *folder = g_build_filename (tree->source_dir, in_tree, NULL);
      return g_intern_string (folder);
    }

  return installed;
}

/**
 * weft_paths_catalog_dir:
 *
 * Returns: (transfer none): the folder of the shipped catalog
 */
const char *
weft_paths_catalog_dir (void)
{
  return find_dir ("WEFT_CATALOG_DIR", "catalog", WEFT_PKGDATADIR "/catalog");
}

/**
 * weft_paths_data_dir:
 *
 * Returns: (transfer none): the folder of schemas and other data files
 */
const char *
weft_paths_data_dir (void)
{
  return find_dir ("WEFT_DATA_DIR", "data", WEFT_PKGDATADIR);
}

/**
 * weft_paths_user_catalog:
 *
 * Returns: (transfer none): the folder in which a user's own records lie over the shipped ones
 */
const char *
weft_paths_user_catalog (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "weft", "catalog", NULL);
  return g_intern_string (folder);
}

/**
 * weft_paths_build_dir:
 *
 * Returns: (transfer none) (nullable): the build folder when the program runs from it
 */
const char *
weft_paths_build_dir (void)
{
  return get_tree ()->build_dir;
}
