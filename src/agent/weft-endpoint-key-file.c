/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key file of a profile: its first line, and only when nobody else may read it. */
#include "agent/weft-endpoint-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "~/" is the home folder; other relative names stand beside the profiles. */
static char *
full_path (const char *name)
{
  g_autofree char *folder = NULL;

  if (g_str_has_prefix (name, "~/"))
    return g_build_filename (g_get_home_dir (), name + 2, NULL);
  if (g_path_is_absolute (name))
    return g_strdup (name);
  folder = weft_endpoint_folder ();
  return g_build_filename (folder, name, NULL);
}

static gboolean
refuse (GError **error, const char *path, const char *reason)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY, "%s: %s", shown, reason);
  return FALSE;
}

static gboolean
check_file (int fd, const char *path, GError **error)
{
  g_autofree char *reason = NULL;
  struct stat info;

  if (fstat (fd, &info) != 0)
    return refuse (error, path, g_strerror (errno));
  if (!S_ISREG (info.st_mode))
    return refuse (error, path, _("expected a file with the key in its first line"));
  if (info.st_uid != geteuid ())
    return refuse (error, path, _("the key file belongs to somebody else"));
  if ((info.st_mode & 0077) == 0)
    return TRUE;
  reason = g_strdup_printf (_("others may use the key file (mode %04o, expected 0600); make it yours alone with “chmod "
                              "600”"),
                            (guint) (info.st_mode & 07777));
  return refuse (error, path, reason);
}

/* The file is opened once and then looked at, so that it cannot be another one in between. */
static char *
read_first_line (int fd, const char *path, GError **error)
{
  char text[WEFT_ENDPOINT_MAX_KEY + 2];
  gsize used = 0;
  gssize n = 1;
  char *key;

  while (used < sizeof text - 1 && n > 0)
    {
      n = read (fd, text + used, sizeof text - 1 - used);
      if (n < 0 && errno == EINTR)
        n = 1;
      else if (n < 0)
        {
          refuse (error, path, g_strerror (errno));
          return NULL;
        }
      else
        used += (gsize) n;
    }
  text[used] = '\0';
  key = g_strndup (text, strcspn (text, "\r\n"));
  explicit_bzero (text, sizeof text);
  return key;
}

static char *
read_key (int fd, const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  char *key;

  if (!check_file (fd, path, error))
    return NULL;
  key = read_first_line (fd, path, error);
  if (key != NULL && weft_endpoint_check_key (key, shown, error))
    {
      if (*key != '\0')
        return key;
      refuse (error, path, _("the first line of the key file is empty"));
    }
  weft_endpoint_wipe_key (key);
  return NULL;
}

char *
weft_endpoint_read_key (WeftEndpoint *self, GError **error)
{
  g_autofree char *path = NULL;
  char *key;
  int fd;

  if (self->texts[WEFT_ENDPOINT_KEY_FILE] == NULL)
    return NULL;
  path = full_path (self->texts[WEFT_ENDPOINT_KEY_FILE]);
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    {
      refuse (error, path, g_strerror (errno));
      return NULL;
    }
  key = read_key (fd, path, error);
  close (fd);
  return key;
}
