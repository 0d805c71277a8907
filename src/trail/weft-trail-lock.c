/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lock of a run. It belongs to the open file and not to the process (F_OFD_SETLK), so that two
 * writers in one program exclude each other too; network file systems know it as well. */

#include "trail/weft-trail-lock-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trail/weft-trail-error-private.h"

#define ATTEMPTS 100

static char *
lock_path (const char *path)
{
  g_autofree char *stem = g_str_has_suffix (path, WEFT_TRAIL_SUFFIX)
                              ? g_strndup (path, strlen (path) - strlen (WEFT_TRAIL_SUFFIX))
                              : g_strdup (path);

  return g_strconcat (stem, ".lock", NULL);
}

/* Whether the open file is still the one of that name: the holder before may have removed it. */
static gboolean
is_same (int fd, const char *name)
{
  struct stat opened, named;

  return fstat (fd, &opened) == 0 && stat (name, &named) == 0 && opened.st_dev == named.st_dev
         && opened.st_ino == named.st_ino;
}

/* The lock of the run at @path, or -1. */
int
weft_trail_lock_take (const char *path, GError **error)
{
  g_autofree char *name = lock_path (path);

  for (guint i = 0; i < ATTEMPTS; i++)
    {
      struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
      int fd = open (name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);

      if (fd < 0)
        {
          weft_trail_refuse_errno (errno, name, "the lock cannot be made", error);
          return -1;
        }
      if (fcntl (fd, F_OFD_SETLK, &lock) != 0)
        {
          int number = errno;

          close (fd);
          if (number == EAGAIN || number == EACCES)
            {
              g_autofree char *display = g_filename_display_name (path);

              g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_BUSY,
                           "%s: another program writes this run", display);
            }
          else
            weft_trail_refuse_errno (number, name, "the lock cannot be taken", error);
          return -1;
        }
      if (is_same (fd, name))
        return fd;
      close (fd);
    }
  weft_trail_refuse_errno (EAGAIN, name, "the lock cannot be taken", error);
  return -1;
}

void
weft_trail_lock_release (int fd, const char *path)
{
  g_autofree char *name = lock_path (path);

  if (is_same (fd, name))
    unlink (name);
  close (fd);
}

gboolean
weft_trail_lock_is_held (const char *path)
{
  g_autofree char *name = lock_path (path);
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  /* Whoever put a pipe there would otherwise be waited for. */
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  gboolean held;

  if (fd < 0)
    return FALSE;
  held = fcntl (fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close (fd);
  return held;
}
