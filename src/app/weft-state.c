/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing the state file. A file of another version is left alone and not read. */
#include "app/weft-state.h"

#include <errno.h>

#include "base/weft-file.h"

#define STATE_VERSION 1
#define STATE_MAX_BYTES (1024 * 1024)

static char *
find_state_file (void)
{
  return g_build_filename (g_get_user_state_dir (), "weft", "state.ini", NULL);
}

static int
read_length (GKeyFile *file, const char *key, int usual)
{
  int value = g_key_file_get_integer (file, "window", key, NULL);

  return value >= 100 && value <= 32767 ? value : usual;
}

static void
read_values (WeftState *self, GKeyFile *file)
{
  g_autofree char *style = g_key_file_get_string (file, "window", "style", NULL);
  g_auto (GStrv) files = g_key_file_get_string_list (file, "session", "files", NULL, NULL);
  g_auto (GStrv) favourites = g_key_file_get_string_list (file, "shelf", "favourites", NULL, NULL);
  g_auto (GStrv) workloads = g_key_file_get_string_list (file, "workloads", "lines", NULL, NULL);

  self->width = read_length (file, "width", self->width);
  self->height = read_length (file, "height", self->height);
  self->maximized = g_key_file_get_boolean (file, "window", "maximized", NULL);
  self->selected = (guint) MAX (0, g_key_file_get_integer (file, "session", "selected", NULL));
  if (g_strcmp0 (style, "light") == 0 || g_strcmp0 (style, "dark") == 0)
    {
      g_free (self->style);
      self->style = g_steal_pointer (&style);
    }
  if (files != NULL)
    {
      g_strfreev (self->files);
      self->files = g_steal_pointer (&files);
    }
  if (favourites != NULL)
    {
      g_strfreev (self->favourites);
      self->favourites = g_steal_pointer (&favourites);
    }
  if (workloads != NULL)
    {
      g_strfreev (self->workloads);
      self->workloads = g_steal_pointer (&workloads);
    }
}

WeftState *
weft_state_load (void)
{
  WeftState *self = g_new0 (WeftState, 1);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = find_state_file ();
  g_autofree char *text = weft_file_read (path, STATE_MAX_BYTES, NULL, NULL);

  self->width = 1200;
  self->height = 780;
  self->style = g_strdup ("system");
  self->files = g_new0 (char *, 1);
  self->favourites = g_new0 (char *, 1);
  self->workloads = g_new0 (char *, 1);
  if (text != NULL && g_key_file_load_from_data (file, text, (gsize) -1, 0, NULL)
      && g_key_file_get_integer (file, "state", "version", NULL) == STATE_VERSION)
    read_values (self, file);
  return self;
}

gboolean
weft_state_save (const WeftState *self, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = find_state_file ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  g_key_file_set_integer (file, "state", "version", STATE_VERSION);
  g_key_file_set_integer (file, "window", "width", self->width);
  g_key_file_set_integer (file, "window", "height", self->height);
  g_key_file_set_boolean (file, "window", "maximized", self->maximized);
  g_key_file_set_string (file, "window", "style", self->style);
  g_key_file_set_integer (file, "session", "selected", (int) self->selected);
  g_key_file_set_string_list (file, "session", "files", (const char *const *) self->files,
                              g_strv_length (self->files));
  if (self->favourites != NULL)
    g_key_file_set_string_list (file, "shelf", "favourites",
                                (const char *const *) self->favourites,
                                g_strv_length (self->favourites));
  if (self->workloads != NULL)
    g_key_file_set_string_list (file, "workloads", "lines", (const char *const *) self->workloads,
                                g_strv_length (self->workloads));
  text = g_key_file_to_data (file, NULL, NULL);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s: %s", folder,
                   g_strerror (saved));
      return FALSE;
    }
  return weft_file_save (path, text, -1, FALSE, error);
}

void
weft_state_free (WeftState *self)
{
  if (self == NULL)
    return;
  g_free (self->style);
  g_strfreev (self->files);
  g_strfreev (self->favourites);
  g_strfreev (self->workloads);
  g_free (self);
}
