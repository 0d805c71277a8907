/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the journals that nobody writes any more, and putting them aside once they are answered. */
#include "design/weft-recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/weft-file.h"
#include "base/weft-json-delta.h"
#include "base/weft-json.h"
#include "design/weft-journal-private.h"
#include "design/weft-recovery-private.h"

#define DISCARDED "discarded"

/* A temporary file that old is not being written any more. */
#define STALE_S 60

struct _WeftRecovery
{
  GObject parent_instance;

  char *folder;
  char *name; /* of the journal in it */
  char *id;
  int fd; /* holds the lock */
  WeftReplay replay;
  WeftDesign *design;
  WeftOriginal original;
  GStrv differing; /* (nullable): members that are not as in the file */
};

G_DEFINE_FINAL_TYPE (WeftRecovery, weft_recovery, G_TYPE_OBJECT)

static void
weft_recovery_finalize (GObject *object)
{
  WeftRecovery *self = WEFT_RECOVERY (object);

  if (self->fd >= 0)
    close (self->fd);
  weft_replay_clear (&self->replay);
  g_clear_object (&self->design);
  g_strfreev (self->differing);
  g_free (self->folder);
  g_free (self->name);
  g_free (self->id);

  G_OBJECT_CLASS (weft_recovery_parent_class)->finalize (object);
}

static void
weft_recovery_class_init (WeftRecoveryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_recovery_finalize;
}

static void
weft_recovery_init (WeftRecovery *self)
{
  self->fd = -1;
}

static gboolean
differs (JsonObject *a,
         JsonObject *b,
         const char *key)
{
  JsonNode *in_a = json_object_get_member (a, key);
  JsonNode *in_b = json_object_get_member (b, key);

  return in_a == NULL || in_b == NULL || !weft_json_same (in_a, in_b);
}

/* (nullable) (transfer full): the document's own members that are not as in the file, NULL when the
 * file holds no design. */
static GStrv
find_differing (WeftDesign *design,
                const char *bytes,
                gsize       length)
{
  g_autoptr (JsonNode) root = weft_json_parse (bytes, (gssize) length, NULL, NULL, NULL);
  g_autoptr (WeftDesign) saved =
    root != NULL ? weft_design_new_from_json (root, NULL, NULL, NULL) : NULL;
  g_autoptr (JsonNode) old = saved != NULL ? weft_design_to_json (saved) : NULL;
  g_autoptr (JsonNode) new = weft_design_to_json (design);
  g_autoptr (GList) keys = json_object_get_members (json_node_get_object (new));
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (old == NULL)
    return NULL;
  for (GList *l = keys; l != NULL; l = l->next)
    if (differs (json_node_get_object (old), json_node_get_object (new), l->data))
      g_ptr_array_add (found, g_strdup (l->data));
  g_list_free (g_steal_pointer (&keys));
  keys = json_object_get_members (json_node_get_object (old));
  for (GList *l = keys; l != NULL; l = l->next)
    if (!json_object_has_member (json_node_get_object (new), l->data))
      g_ptr_array_add (found, g_strdup (l->data));
  g_ptr_array_add (found, NULL);
  return (GStrv) g_ptr_array_steal (found, NULL);
}

/* @saved becomes whether the file holds what the journal leads to already. */
static WeftOriginal
look_at_original (WeftRecovery *self,
                  gboolean     *saved)
{
  g_autofree char *bytes = NULL;
  g_autofree char *digest = NULL;
  gsize length;

  *saved = FALSE;
  if (self->replay.file == NULL)
    return WEFT_ORIGINAL_NONE;
  bytes = weft_file_read (self->replay.file, WEFT_FILE_MAX_BYTES, &length, NULL);
  if (bytes == NULL)
    return WEFT_ORIGINAL_GONE;
  self->differing = find_differing (self->design, bytes, length);
  *saved = self->differing != NULL && self->differing[0] == NULL;
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
  return g_strcmp0 (digest, self->replay.digest) == 0 ? WEFT_ORIGINAL_SAME
                                                      : WEFT_ORIGINAL_CHANGED;
}

static gboolean
read_journal (WeftRecovery  *self,
              GError       **error)
{
  gsize length;
  g_autofree char *bytes =
    weft_journal_read_bytes (self->fd, WEFT_JOURNAL_MAX_BYTES, &length, error);

  if (bytes == NULL || !weft_replay_read (&self->replay, bytes, length, error))
    return FALSE;
  self->design = weft_design_new_from_json (self->replay.root, self->name, NULL, error);
  g_clear_pointer (&self->replay.root, json_node_unref);
  return self->design != NULL;
}

static void
add_problem (GPtrArray    *problems,
             WeftRecovery *self,
             const GError *error)
{
  if (problems != NULL)
    g_ptr_array_add (problems, g_strdup_printf ("%s: %s", self->name, error->message));
}

/* (nullable) (transfer full): the journal of that name, when nobody has it and it has something that
 * is not saved. One that nothing can be read from is put aside; another version's is left alone. */
static WeftRecovery *
claim (const char *folder,
       int         folder_fd,
       const char *name,
       GPtrArray  *problems)
{
  g_autoptr (WeftRecovery) self = g_object_new (WEFT_TYPE_RECOVERY, NULL);
  g_autoptr (GError) error = NULL;
  gboolean saved;

  self->folder = g_strdup (folder);
  self->name = g_strdup (name);
  self->id = g_strndup (name, strlen (name) - strlen (WEFT_JOURNAL_SUFFIX));
  self->fd = weft_journal_open (folder_fd, name, &error);
  if (self->fd < 0)
    {
      add_problem (problems, self, error);
      return NULL;
    }
  if (!weft_journal_lock (self->fd) || !weft_journal_is_at (self->fd, folder_fd, name))
    return NULL;

  if (!read_journal (self, &error))
    {
      add_problem (problems, self, error);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
        weft_recovery_discard (self, NULL);
      return NULL;
    }
  self->original = look_at_original (self, &saved);
  if (!saved)
    return g_steal_pointer (&self);
  weft_recovery_discard (self, NULL);
  return NULL;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer full): of the journals, sorted. */
static GPtrArray *
list_journals (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (weft_journal_is_name (name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* The newest comes first. */
static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const WeftRecovery *one = *(WeftRecovery *const *) a;
  const WeftRecovery *other = *(WeftRecovery *const *) b;

  if (one->replay.time_s != other->replay.time_s)
    return one->replay.time_s > other->replay.time_s ? -1 : 1;
  return strcmp (one->id, other->id);
}

/**
 * weft_recovery_scan:
 * @folder: (type filename): a folder of journals, which need not exist
 * @problems: (nullable) (element-type utf8): where to append what could not be read, in words
 *
 * Looks for journals that no process has open. They belong to the results until these are gone: a
 * second scan does not find them again.
 *
 * Returns: (transfer full) (element-type WeftRecovery): what is not saved, the newest first
 */
GPtrArray *
weft_recovery_scan (const char *folder,
                    GPtrArray  *problems)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) names = NULL;
  int folder_fd;

  g_return_val_if_fail (folder != NULL, found);

  folder_fd = weft_journal_open_folder (folder, FALSE, NULL);
  if (folder_fd < 0)
    return found;
  names = list_journals (folder);
  for (guint i = 0; i < names->len && found->len < WEFT_RECOVERY_MAX; i++)
    {
      WeftRecovery *one = claim (folder, folder_fd, g_ptr_array_index (names, i), problems);

      if (one != NULL)
        g_ptr_array_add (found, one);
    }
  close (folder_fd);
  g_ptr_array_sort (found, compare_times);
  return found;
}

/**
 * weft_recovery_discard:
 * @self: a journal
 * @error: where to put a #GIOErrorEnum
 *
 * Puts the journal aside, into the folder "discarded", where weft_recovery_expire() leaves it for
 * a week. What was read of it stays.
 *
 * Returns: whether it is no longer among the journals
 */
gboolean
weft_recovery_discard (WeftRecovery  *self,
                       GError       **error)
{
  g_autofree char *aside = NULL;
  int from, to;
  int number = 0;

  g_return_val_if_fail (WEFT_IS_RECOVERY (self), FALSE);

  aside = g_build_filename (self->folder, DISCARDED, NULL);
  to = weft_journal_open_folder (aside, TRUE, error);
  if (to < 0)
    return FALSE;
  from = weft_journal_open_folder (self->folder, FALSE, error);
  if (from >= 0)
    {
      (void) futimens (self->fd, NULL); /* its week begins now */
      if (renameat (from, self->name, to, self->name) != 0 && errno != ENOENT)
        number = errno;
      (void) fsync (from);
      close (from);
    }
  close (to);
  if (number != 0)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), "%s: %s", self->name,
                 g_strerror (number));
  return from >= 0 && number == 0;
}

/* Whether a file of the folder is older than that, and nobody has it. */
static gboolean
is_old (int         folder_fd,
        const char *name,
        gint64      before_s)
{
  int fd = weft_journal_open (folder_fd, name, NULL);
  struct stat info;
  gboolean old;

  if (fd < 0)
    return FALSE;
  old = fstat (fd, &info) == 0 && info.st_mtime < before_s && weft_journal_lock (fd);
  close (fd);
  return old;
}

static gboolean
is_temp (const char *name)
{
  g_autofree char *inner = NULL;

  if (name[0] != '.' || !g_str_has_suffix (name, ".tmp"))
    return FALSE;
  inner = g_strndup (name + 1, strlen (name) - 1 - strlen (".tmp"));
  return weft_journal_is_name (inner);
}

static void
remove_old (const char *folder,
            gboolean  (*is_one) (const char *name),
            gint64      before_s)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int folder_fd = weft_journal_open_folder (folder, FALSE, NULL);
  const char *name;

  while (dir != NULL && folder_fd >= 0 && (name = g_dir_read_name (dir)) != NULL)
    if (is_one (name) && is_old (folder_fd, name, before_s))
      unlinkat (folder_fd, name, 0);
  if (folder_fd >= 0)
    close (folder_fd);
}

/**
 * weft_recovery_expire:
 * @folder: (type filename): a folder of journals
 * @now_s: the time, in seconds since 1970
 *
 * Removes what was discarded more than a week ago, and what killed processes had half written.
 */
void
weft_recovery_expire (const char *folder,
                      gint64      now_s)
{
  g_autofree char *aside = NULL;

  g_return_if_fail (folder != NULL);

  aside = g_build_filename (folder, DISCARDED, NULL);
  remove_old (aside, weft_journal_is_name, now_s - WEFT_RECOVERY_KEEP_S);
  remove_old (folder, is_temp, now_s - STALE_S);
}

/**
 * weft_recovery_get_id:
 * @self: a journal
 *
 * Returns: the UUID that names it
 */
const char *
weft_recovery_get_id (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), NULL);

  return self->id;
}

/**
 * weft_recovery_get_design:
 * @self: a journal
 *
 * Returns: (transfer none): the design as it was last written down
 */
WeftDesign *
weft_recovery_get_design (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), NULL);

  return self->design;
}

/**
 * weft_recovery_get_file:
 * @self: a journal
 *
 * Returns: (nullable) (type filename): the absolute path of the file that the design came from
 */
const char *
weft_recovery_get_file (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), NULL);

  return self->replay.file;
}

/**
 * weft_recovery_get_digest:
 * @self: a journal
 *
 * Returns: (nullable): SHA-256 of what that file held when the changes began
 */
const char *
weft_recovery_get_digest (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), NULL);

  return self->replay.digest;
}

/**
 * weft_recovery_get_original:
 * @self: a journal
 *
 * Returns: what had become of that file when the journal was found
 */
WeftOriginal
weft_recovery_get_original (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), WEFT_ORIGINAL_NONE);

  return self->original;
}

/**
 * weft_recovery_get_differing:
 * @self: a journal
 *
 * Returns: (nullable) (array zero-terminated=1): keys of the document's members that were not as in
 *   the file when the journal was found, %NULL when there was no design to compare with
 */
const char *const *
weft_recovery_get_differing (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), NULL);

  return (const char *const *) self->differing;
}

/**
 * weft_recovery_get_n_changes:
 * @self: a journal
 *
 * Returns: how many changes were made after the last save
 */
guint
weft_recovery_get_n_changes (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), 0);

  return self->replay.n_changes;
}

/**
 * weft_recovery_get_time_s:
 * @self: a journal
 *
 * Returns: when the last of them was, in seconds since 1970
 */
gint64
weft_recovery_get_time_s (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), 0);

  return self->replay.time_s;
}

/**
 * weft_recovery_get_state:
 * @self: a journal
 *
 * Returns: whether something at its end is lost
 */
WeftRecoveryState
weft_recovery_get_state (WeftRecovery *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERY (self), WEFT_RECOVERY_WHOLE);

  return self->replay.state;
}
