/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the files that a command will write, and writing them. */
#include "cli/weft-cli-outputs.h"

#include <sys/stat.h>

#include <glib/gi18n.h>

#include "base/weft-file.h"
#include "cli/weft-cli.h"

/* Whether two names lead to one file, or will when it is there. */
static gboolean
is_same_file (const char *a, const char *b)
{
  g_autofree char *full_a = g_canonicalize_filename (a, NULL);
  g_autofree char *full_b = g_canonicalize_filename (b, NULL);
  struct stat info_a, info_b;

  if (stat (a, &info_a) == 0 && stat (b, &info_b) == 0)
    return S_ISREG (info_a.st_mode) && info_a.st_dev == info_b.st_dev
           && info_a.st_ino == info_b.st_ino;
  return g_str_equal (full_a, full_b);
}

static gboolean
check_input (const WeftCliOutput *output,
             const char *const   *inputs)
{
  for (guint i = 0; inputs[i] != NULL; i++)
    if (is_same_file (output->path, inputs[i]))
      {
        weft_cli_refuse (_("%s: %s is read, expected another file"), output->option, output->path);
        return FALSE;
      }

  return TRUE;
}

static gboolean
check_folder (const WeftCliOutput *output)
{
  g_autofree char *folder = g_path_get_dirname (output->path);

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  weft_cli_refuse (_("%s: %s cannot be written, since there is no folder %s"), output->option,
                   output->path, folder);
  return FALSE;
}

/* Of a folder, a device or a pipe it is known before all work that no file can take its place. */
static gboolean
check_kind (const WeftCliOutput *output)
{
  struct stat info;

  if (stat (output->path, &info) != 0 || S_ISREG (info.st_mode))
    return TRUE;
  weft_cli_refuse (S_ISDIR (info.st_mode) ? _("%s: %s is a folder, expected a file")
                                          : _("%s: %s is a device or a pipe, expected a file"),
                   output->option, output->path);
  return FALSE;
}

static gboolean
check_picture (const WeftCliOutput *output)
{
  g_autoptr (GError) error = NULL;

  if (!output->picture || weft_paint_check_suffix (output->path, &error))
    return TRUE;
  weft_cli_refuse ("%s: %s", output->option, error->message);
  return FALSE;
}

gboolean
weft_cli_check_outputs (const WeftCliOutput *outputs,
                        guint                n,
                        const char *const   *inputs)
{
  for (guint i = 0; i < n; i++)
    {
      if (outputs[i].path == NULL)
        continue;
      if (!check_input (&outputs[i], inputs) || !check_folder (&outputs[i])
          || !check_kind (&outputs[i]) || !check_picture (&outputs[i]))
        return FALSE;
      for (guint j = 0; j < i; j++)
        if (outputs[j].path != NULL && is_same_file (outputs[i].path, outputs[j].path))
          {
            weft_cli_refuse (_("%s and %s both write %s, expected two files"), outputs[j].option,
                             outputs[i].option, outputs[i].path);
            return FALSE;
          }
    }

  return TRUE;
}

gboolean
weft_cli_tell_saved (gboolean      is_saved,
                     const char   *path,
                     GError      **error)
{
  if (is_saved)
    weft_cli_note (_("wrote %s"), path);
  else
    weft_cli_fail (*error);
  return is_saved;
}

gboolean
weft_cli_save_text (const char *path,
                    const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean is_saved = weft_file_save (path, text, -1, FALSE, &error);

  return weft_cli_tell_saved (is_saved, path, &error);
}

gboolean
weft_cli_save_design (const char *path,
                      WeftDesign *design)
{
  g_autoptr (GError) error = NULL;
  gboolean is_saved = weft_design_save (design, path, &error);

  return weft_cli_tell_saved (is_saved, path, &error);
}
