/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of loading share: a small catalog and a user's folder, made anew for each test. */
#pragma once

#include <glib/gstdio.h>

#include "catalog/weft-record.h"

typedef struct
{
  char *base;    /* of the files made here */
  char *shipped; /* a small catalog */
  char *user;
} Fixture;

static inline void
put (const char *folder,
     const char *name,
     const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static inline void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      remove_tree (child);
    }
  g_remove (path);
}

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture->base = g_dir_make_tmp ("weft-catalog-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->shipped = g_build_filename (fixture->base, "shipped", NULL);
  fixture->user = g_build_filename (fixture->base, "user", NULL);

  for (guint kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    {
      g_autofree char *folder =
        g_build_filename (fixture->shipped, weft_record_kind_nick (kind), NULL);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    }
  put (fixture->shipped, "profiles/readme.txt", "");
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  remove_tree (fixture->base);
  g_free (fixture->base);
  g_free (fixture->shipped);
  g_free (fixture->user);
}
