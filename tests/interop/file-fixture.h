/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files for the readers of other programs' formats, and what their tests ask of errors and notes. */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "sim/weft-sim-trace.h"

/* A folder that goes away with all that stands in it. */
typedef struct
{
  char *path;
  GPtrArray *notes;
  GError *error;
} Folder;

static inline Folder
folder_new (void)
{
  GError *error = NULL;
  Folder self = { .path = g_dir_make_tmp ("weft-interop-XXXXXX", &error),
                  .notes = g_ptr_array_new_with_free_func (g_free) };

  g_assert_no_error (error);
  return self;
}

static inline void
folder_clear (Folder *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->path, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->path);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, folder_clear)

static inline char *
folder_path (const Folder *self, const char *name)
{
  return g_build_filename (self->path, name, NULL);
}

/* In texts ' stands for ". (transfer full): the path */
static inline char *
folder_write (const Folder *self, const char *name, const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  char *path = folder_path (self, name);
  GError *error = NULL;

  g_file_set_contents (path, quoted, -1, &error);
  g_assert_no_error (error);
  return path;
}

static inline gboolean
folder_has_note (const Folder *self, const char *words)
{
  for (guint i = 0; i < self->notes->len; i++)
    if (strstr (g_ptr_array_index (self->notes, i), words) != NULL)
      return TRUE;
  return FALSE;
}

static inline void
folder_expect_note (const Folder *self, const char *words)
{
  if (folder_has_note (self, words))
    return;
  for (guint i = 0; i < self->notes->len; i++)
    g_printerr ("%s\n", (char *) g_ptr_array_index (self->notes, i));
  g_error ("no note says “%s”", words);
}

/* The error names the file, and says @words. */
static inline void
folder_expect_error (Folder *self, int code, const char *words)
{
  if (self->error == NULL)
    g_error ("nothing was refused, expected “%s”", words);
  if (code >= 0)
    g_assert_error (self->error, WEFT_SIM_ERROR, code);
  if (strstr (self->error->message, words) == NULL || strstr (self->error->message, self->path) == NULL)
    g_error ("“%s” says nothing of “%s”", self->error->message, words);
  g_clear_error (&self->error);
}
