/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of journals: private to their user, never reached through a symbolic link, put in place
 * whole, and locked as long as their process lives. */
#include "design/weft-journal-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_STEP (256 * 1024)

static gboolean
refuse (GError     **error,
        const char  *name,
        int          number)
{
  g_autofree char *shown = g_filename_display_name (name);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), "%s: %s", shown,
               g_strerror (number));
  return FALSE;
}

/* "UUID.jsonl" becomes ".UUID.jsonl.tmp", which no scan takes for a journal. */
static char *
temp_name (const char *name)
{
  return g_strconcat (".", name, ".tmp", NULL);
}

/* A folder that others may look into is closed to them. */
static gboolean
make_private (int fd)
{
  struct stat info;

  if (fstat (fd, &info) != 0)
    return FALSE;
  if (info.st_uid != geteuid ())
    {
      errno = EPERM;
      return FALSE;
    }
  return (info.st_mode & 077) == 0 || fchmod (fd, 0700) == 0;
}

/**
 * weft_journal_open_folder: (skip)
 * @folder: (type filename): a folder that may not be there
 * @create: whether to make it then
 * @error: where to put a #GIOErrorEnum
 *
 * Returns: a descriptor, or -1: it is no folder of the user's own
 */
int
weft_journal_open_folder (const char  *folder,
                          gboolean     create,
                          GError     **error)
{
  int fd;
  int number;

  if (create && g_mkdir_with_parents (folder, 0700) != 0)
    {
      refuse (error, folder, errno);
      return -1;
    }
  fd = open (folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && make_private (fd))
    return fd;
  number = errno;
  if (fd >= 0)
    close (fd);
  refuse (error, folder, number);
  return -1;
}

char *
weft_journal_name (const char *id)
{
  return g_strconcat (id, WEFT_JOURNAL_SUFFIX, NULL);
}

gboolean
weft_journal_is_name (const char *name)
{
  g_autofree char *id = NULL;

  if (!g_str_has_suffix (name, WEFT_JOURNAL_SUFFIX))
    return FALSE;
  id = g_strndup (name, strlen (name) - strlen (WEFT_JOURNAL_SUFFIX));
  return g_uuid_string_is_valid (id);
}

/* A new file beside the journal @name, locked from its beginning on. */
int
weft_journal_create_temp (int          folder_fd,
                          const char  *name,
                          GError     **error)
{
  g_autofree char *temp = temp_name (name);
  int fd;

  unlinkat (folder_fd, temp, 0);
  fd = openat (folder_fd, temp, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    refuse (error, temp, errno);
  else
    weft_journal_lock (fd);
  return fd;
}

void
weft_journal_drop_temp (int         folder_fd,
                        const char *name)
{
  g_autofree char *temp = temp_name (name);

  unlinkat (folder_fd, temp, 0);
}

/* Gives the new file the journal's name, in place of the one before. */
gboolean
weft_journal_put (int          folder_fd,
                  const char  *name,
                  GError     **error)
{
  g_autofree char *temp = temp_name (name);

  if (renameat (folder_fd, temp, folder_fd, name) != 0)
    return refuse (error, name, errno);
  /* A folder that cannot be synced is no reason to call it a failure. */
  (void) fsync (folder_fd);
  return TRUE;
}

/* FALSE when another process, or this one elsewhere, has the file. A file system without locks
 * locks out nobody. */
gboolean
weft_journal_lock (int fd)
{
  return flock (fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* Whether the open file is still the one of that name. */
gboolean
weft_journal_is_at (int         fd,
                    int         folder_fd,
                    const char *name)
{
  struct stat here, there;

  return fstat (fd, &here) == 0 && fstatat (folder_fd, name, &there, AT_SYMLINK_NOFOLLOW) == 0
         && here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

/* Writes at the end, and to the disk. */
gboolean
weft_journal_write_bytes (int          fd,
                          const char  *bytes,
                          gsize        length,
                          GError     **error)
{
  while (length > 0)
    {
      gssize n = write (fd, bytes, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        break;
      bytes += n;
      length -= n;
    }
  if (length > 0 || fsync (fd) != 0)
    {
      int number = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), "%s", g_strerror (number));
      return FALSE;
    }
  return TRUE;
}

/* A journal for reading and locking: a regular file of the user's own. */
int
weft_journal_open (int          folder_fd,
                   const char  *name,
                   GError     **error)
{
  int fd = openat (folder_fd, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat info;

  if (fd < 0)
    {
      refuse (error, name, errno);
      return -1;
    }
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == geteuid ())
    return fd;
  refuse (error, name, EPERM);
  close (fd);
  return -1;
}

/**
 * weft_journal_read_bytes: (skip)
 * @fd: a file
 * @max_bytes: no more than these are read
 * @length: (out): how many there are
 * @error: where to put a #GIOErrorEnum
 *
 * Returns: (transfer full) (nullable): the file's first bytes and a zero byte
 */
char *
weft_journal_read_bytes (int      fd,
                         gsize    max_bytes,
                         gsize   *length,
                         GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (;;)
    {
      guint old = bytes->len;
      gsize room = MIN ((gsize) READ_STEP, max_bytes - old);
      gssize n;

      g_byte_array_set_size (bytes, old + (guint) room + 1);
      n = pread (fd, bytes->data + old, room, old);
      if (n < 0 && errno != EINTR)
        {
          refuse (error, "journal", errno);
          return NULL;
        }
      g_byte_array_set_size (bytes, old + (guint) MAX (n, 0));
      if (n == 0)
        break;
    }
  *length = bytes->len;
  g_byte_array_append (bytes, (const guchar *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}
