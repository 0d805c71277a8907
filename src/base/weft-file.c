/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading whole files, and saving them so that the old one outlives every failure. */

#include "base/weft-file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_STEP 65536
#define NEW_FILE_MODE 0644
#define MAX_LINKS 40
#define NAME_ATTEMPTS 100

/* Bytes of a file's name that its temporary file's name has, of the 255 that a folder allows. */
#define MAX_TEMP_NAME 200

/* A temporary file that old is not being written any more. */
#define STALE_S 60

/* A save under way. The temporary file stands in the target's folder, where rename works. */
typedef struct
{
  const char *path; /* as the caller named it */
  char *target;     /* where symbolic links lead */
  char *temp;       /* (nullable): once it exists */
  int fd;
  gboolean exists;
  struct stat old;
} Save;

static gboolean
refuse (const char *path,
        int         code,
        const char *reason,
        GError    **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, code, "%s: %s", name, reason);
  return FALSE;
}

static gboolean
refuse_errno (const char *path,
              const char *what,
              int         number,
              GError    **error)
{
  g_autofree char *reason = g_strdup_printf ("%s: %s", what, g_strerror (number));

  return refuse (path, g_io_error_from_errno (number), reason, error);
}

/* What stands in the place of a regular file. */
static gboolean
refuse_kind (const char *path,
             mode_t      mode,
             GError    **error)
{
  if (S_ISDIR (mode))
    return refuse (path, G_IO_ERROR_IS_DIRECTORY, "found a folder, expected a file", error);
  if (S_ISFIFO (mode))
    return refuse (path, G_IO_ERROR_NOT_REGULAR_FILE, "found a pipe, expected a file", error);
  if (S_ISSOCK (mode))
    return refuse (path, G_IO_ERROR_NOT_REGULAR_FILE, "found a socket, expected a file", error);
  return refuse (path, G_IO_ERROR_NOT_REGULAR_FILE, "found a device, expected a file", error);
}

static gboolean
refuse_size (const char *path,
             gsize       max_bytes,
             GError    **error)
{
  g_autofree char *reason = g_strdup_printf ("the file is too large, expected at most %"
                                             G_GSIZE_FORMAT " bytes", max_bytes);

  return refuse (path, G_IO_ERROR_MESSAGE_TOO_LARGE, reason, error);
}

/* Reading */

static int
open_for_reading (const char   *path,
                  struct stat  *info,
                  GError      **error)
{
  /* Without O_NONBLOCK the opening of a pipe would wait for somebody to write into it. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0)
    {
      if (errno == ENXIO)
        refuse_kind (path, S_IFSOCK, error);
      else
        refuse_errno (path, "the file cannot be opened", errno, error);
      return -1;
    }

  if (fstat (fd, info) != 0)
    refuse_errno (path, "the file cannot be looked at", errno, error);
  else if (!S_ISREG (info->st_mode))
    refuse_kind (path, info->st_mode, error);
  else
    return fd;

  close (fd);
  return -1;
}

/* Reads to the end whatever size the file was said to have: it may grow, and some say 0. */
static char *
read_to_end (int         fd,
             const char *path,
             gsize       size_hint,
             gsize       max_bytes,
             gsize      *length,
             GError    **error)
{
  gsize room = MIN (size_hint, max_bytes) + 1;
  g_autofree char *text = g_malloc (room + 1);
  gsize used = 0;

  for (;;)
    {
      gssize n = read (fd, text + used, room - used);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          refuse_errno (path, "the file cannot be read", errno, error);
          return NULL;
        }
      if (n == 0)
        break;

      used += n;
      if (used > max_bytes)
        {
          refuse_size (path, max_bytes, error);
          return NULL;
        }
      if (used == room)
        {
          room = MIN (room + MAX (room, READ_STEP), max_bytes + 1);
          text = g_realloc (text, room + 1);
        }
    }

  text[used] = '\0';
  *length = used;
  return g_steal_pointer (&text);
}

/* Saving */

/* Follows symbolic links also where the last one leads to nothing yet. */
static char *
resolve_links (const char *path,
               GError    **error)
{
  g_autofree char *target = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      struct stat info;
      g_autofree char *link = NULL;
      g_autofree char *folder = NULL;

      if (lstat (target, &info) != 0 || !S_ISLNK (info.st_mode))
        return g_steal_pointer (&target);

      link = g_file_read_link (target, error);
      if (link == NULL)
        return NULL;
      folder = g_path_get_dirname (target);
      g_free (target);
      target = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }

  refuse_errno (path, "the file cannot be written", ELOOP, error);
  return NULL;
}

static gboolean
look_at_target (Save    *save,
                GError **error)
{
  save->target = resolve_links (save->path, error);
  if (save->target == NULL)
    return FALSE;

  if (stat (save->target, &save->old) != 0)
    {
      if (errno == ENOENT)
        return TRUE;
      return refuse_errno (save->path, "the file cannot be written", errno, error);
    }

  save->exists = TRUE;
  if (!S_ISREG (save->old.st_mode))
    return refuse_kind (save->path, save->old.st_mode, error);

  /* Renaming would replace a read-only file without asking. */
  if (faccessat (AT_FDCWD, save->target, W_OK, AT_EACCESS) != 0)
    return refuse_errno (save->path, "the file cannot be written", errno, error);
  return TRUE;
}

/* ".NAME." of the file's own name, which is cut where the whole would get too long for a folder. */
static char *
temp_prefix (const char *beside)
{
  g_autofree char *name = g_path_get_basename (beside);

  if (strlen (name) > MAX_TEMP_NAME)
    {
      char *cut = name + MAX_TEMP_NAME;

      if (g_utf8_validate (name, -1, NULL))
        cut = g_utf8_find_prev_char (name, cut + 1);
      *cut = '\0';
    }
  return g_strdup_printf (".%s.", name);
}

/* The name of a temporary file beside @beside: it tells which process of which file's left it. */
static char *
temp_path (const char *beside,
           guint       attempt)
{
  g_autofree char *folder = g_path_get_dirname (beside);
  g_autofree char *prefix = temp_prefix (beside);
  g_autofree char *name = NULL;

  if (attempt == 0)
    name = g_strdup_printf ("%s%ld.tmp", prefix, (long) getpid ());
  else
    name = g_strdup_printf ("%s%ld-%u.tmp", prefix, (long) getpid (), attempt);
  return g_build_filename (folder, name, NULL);
}

/* Whether a file in the folder is such a one, left by a process that is no more. */
static gboolean
is_stale (const char *folder,
          const char *name,
          const char *prefix)
{
  g_autofree char *path = NULL;
  char *end;
  gint64 pid;
  struct stat info;

  if (!g_str_has_prefix (name, prefix) || !g_ascii_isdigit (name[strlen (prefix)]))
    return FALSE;
  pid = g_ascii_strtoll (name + strlen (prefix), &end, 10);
  if (*end == '-' && g_ascii_isdigit (end[1]))
    g_ascii_strtoll (end + 1, &end, 10);
  if (!g_str_equal (end, ".tmp") || pid <= 0 || pid > G_MAXINT)
    return FALSE;

  path = g_build_filename (folder, name, NULL);
  return lstat (path, &info) == 0 && S_ISREG (info.st_mode)
         && g_get_real_time () / G_USEC_PER_SEC - info.st_mtime > STALE_S
         && kill ((pid_t) pid, 0) != 0 && errno == ESRCH;
}

/* Takes away what earlier saves of this file left when they were killed. */
static void
remove_stale (const char *beside)
{
  g_autofree char *folder = g_path_get_dirname (beside);
  g_autofree char *prefix = temp_prefix (beside);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_stale (folder, name, prefix))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        unlink (path);
      }
}

/* A file that is new for sure. */
static int
create_beside (const char  *beside,
               mode_t       mode,
               char       **temp)
{
  for (guint i = 0; i < NAME_ATTEMPTS; i++)
    {
      g_autofree char *path = temp_path (beside, i);
      int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);

      if (fd >= 0)
        {
          *temp = g_steal_pointer (&path);
          return fd;
        }
      if (errno != EEXIST)
        break;
    }
  return -1;
}

/* Gives a file the permissions of the old one, and its group where that is allowed. */
static gboolean
copy_mode (int                fd,
           const struct stat *old)
{
  mode_t mode = old->st_mode & 0777;
  struct stat now;

  if (fstat (fd, &now) != 0)
    return FALSE;

  /* Another group must not come to rights that were given to the old one. */
  if (now.st_gid != old->st_gid && fchown (fd, (uid_t) -1, old->st_gid) != 0)
    mode = (mode & 0707) | ((mode & 07) << 3);
  return fchmod (fd, mode) == 0;
}

static gboolean
write_all (int         fd,
           const char *text,
           gsize       length)
{
  while (length > 0)
    {
      gssize n = write (fd, text, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      text += n;
      length -= n;
    }
  return TRUE;
}

/* Closing can report what writing did not, on network file systems for one. */
static gboolean
sync_and_close (int *fd)
{
  int number = fsync (*fd) != 0 ? errno : 0;

  if (close (*fd) != 0 && number == 0 && errno != EINTR)
    number = errno;
  *fd = -1;
  errno = number;
  return number == 0;
}

static gboolean
write_temp (Save       *save,
            const char *text,
            gsize       length,
            GError    **error)
{
  remove_stale (save->target);
  /* With the old file's rights only later, nobody reads what they should not meanwhile. */
  save->fd = create_beside (save->target, save->exists ? 0600 : NEW_FILE_MODE, &save->temp);
  if (save->fd < 0)
    return refuse_errno (save->path, "no file can be written in its folder", errno, error);

  if ((save->exists && !copy_mode (save->fd, &save->old))
      || !write_all (save->fd, text, length) || !sync_and_close (&save->fd))
    return refuse_errno (save->path, "the file cannot be written", errno, error);
  return TRUE;
}

/* Where the file system has no hard links. */
static gboolean
copy_old (const Save  *save,
          const char  *backup,
          char       **temp)
{
  struct stat info;
  gsize length;
  g_autofree char *text = NULL;
  int old_fd = open_for_reading (save->target, &info, NULL);
  int fd;
  gboolean ok;
  int number;

  errno = EIO;
  if (old_fd < 0)
    return FALSE;
  text = read_to_end (old_fd, save->target, info.st_size, G_MAXSSIZE - 2, &length, NULL);
  close (old_fd);
  errno = EIO;
  if (text == NULL)
    return FALSE;

  fd = create_beside (backup, 0600, temp);
  if (fd < 0)
    return FALSE;
  ok = copy_mode (fd, &save->old) && write_all (fd, text, length) && sync_and_close (&fd);
  number = errno;
  if (fd >= 0)
    close (fd);
  errno = number;
  return ok;
}

/* The old content gets its second name beside the older backup and then takes its place, so that
 * there is one of the two at every moment. */
static gboolean
keep_backup (const Save  *save,
             GError     **error)
{
  g_autofree char *backup = g_strconcat (save->path, "~", NULL);
  g_autofree char *temp = NULL;
  gboolean ok = FALSE;
  int number;

  if (!save->exists)
    return TRUE;

  remove_stale (backup);
  for (guint i = 0; i < NAME_ATTEMPTS && !ok; i++)
    {
      g_free (temp);
      temp = temp_path (backup, i);
      ok = link (save->target, temp) == 0;
      if (!ok && errno != EEXIST)
        {
          g_clear_pointer (&temp, g_free);
          break;
        }
    }

  ok = (ok || copy_old (save, backup, &temp)) && rename (temp, backup) == 0;
  number = errno;
  if (temp != NULL)
    unlink (temp); /* also after success: renaming onto the same file leaves both names */
  return ok || refuse_errno (save->path, "its backup cannot be written", number, error);
}

static gboolean
put_in_place (Save    *save,
              GError **error)
{
  g_autofree char *folder = g_path_get_dirname (save->target);
  int fd;

  if (rename (save->temp, save->target) != 0)
    return refuse_errno (save->path, "the file cannot be replaced", errno, error);
  g_clear_pointer (&save->temp, g_free);

  /* The new file is there now; a folder that cannot be synced is no reason to call it a failure. */
  fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0)
    {
      (void) fsync (fd);
      close (fd);
    }
  return TRUE;
}

static void
clear_save (Save *save)
{
  if (save->fd >= 0)
    close (save->fd);
  if (save->temp != NULL)
    unlink (save->temp);
  g_free (save->temp);
  g_free (save->target);
}

/**
 * weft_file_read:
 * @path: (type filename): a regular file
 * @max_bytes: the largest size to take, at most %WEFT_FILE_MAX_BYTES as a rule
 * @length: (out) (optional): the number of bytes
 * @error: where to put a #GIOErrorEnum; %G_IO_ERROR_MESSAGE_TOO_LARGE for too large a file
 *
 * Reads a whole file. Messages name the file and say what is wrong with it.
 *
 * Returns: (transfer full): the bytes and a zero byte, or %NULL
 */
char *
weft_file_read (const char *path,
                gsize       max_bytes,
                gsize      *length,
                GError    **error)
{
  struct stat info;
  char *text = NULL;
  gsize n_bytes = 0;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  max_bytes = MIN (max_bytes, (gsize) G_MAXSSIZE - 2);
  fd = open_for_reading (path, &info, error);
  if (fd < 0)
    return NULL;

  if ((guint64) info.st_size > max_bytes)
    refuse_size (path, max_bytes, error);
  else
    text = read_to_end (fd, path, info.st_size, max_bytes, &n_bytes, error);
  close (fd);

  if (length != NULL)
    *length = n_bytes;
  return text;
}

/**
 * weft_file_read_stream: (skip)
 * @path: (type filename): a pipe or a character device, such as /dev/stdin
 * @max_bytes: the largest size to take
 * @length: (out) (optional): the number of bytes
 * @error: where to put a #GIOErrorEnum; %G_IO_ERROR_MESSAGE_TOO_LARGE for too many bytes
 *
 * Reads to the end of what another program writes, and waits for it.
 *
 * Returns: (transfer full): the bytes and a zero byte, or %NULL
 */
char *
weft_file_read_stream (const char *path,
                       gsize       max_bytes,
                       gsize      *length,
                       GError    **error)
{
  gsize n_bytes = 0;
  char *text;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    {
      refuse_errno (path, "the file cannot be opened", errno, error);
      return NULL;
    }

  text = read_to_end (fd, path, 0, MIN (max_bytes, (gsize) G_MAXSSIZE - 2), &n_bytes, error);
  close (fd);
  if (length != NULL)
    *length = n_bytes;
  return text;
}

/**
 * weft_file_save:
 * @path: (type filename): where to save
 * @text: (array length=length): the whole new content
 * @length: its length in bytes, or -1 when a zero byte ends it
 * @backup: whether the old content stays as PATH~
 * @error: where to put a #GIOErrorEnum
 *
 * Replaces a file at once: readers see the old content or the new one, and so does the disk after
 * a crash. The new content is written beside the old file, synced, and renamed onto it. The old
 * file's permissions stay; a new file gets 0644 less the umask. A symbolic link stays, and the
 * file that it leads to is replaced; the backup stands beside the link. A read-only file is not
 * replaced.
 *
 * On an error the old file is as it was and no temporary file stays. What a killed process left is
 * taken away by the next save of the same file.
 *
 * Returns: whether the new content is in place
 */
gboolean
weft_file_save (const char *path,
                const char *text,
                gssize      length,
                gboolean    backup,
                GError    **error)
{
  Save save = { .path = path, .fd = -1 };
  gboolean ok;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (text != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  ok = look_at_target (&save, error)
       && write_temp (&save, text, length < 0 ? strlen (text) : (gsize) length, error)
       && (!backup || keep_backup (&save, error))
       && put_in_place (&save, error);

  clear_save (&save);
  return ok;
}
