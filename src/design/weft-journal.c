/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a journal: a line that says whose it is, a snapshot, then a line for each state that
 * follows, with what is different in it. When these get long, a new file takes its place. */
#include "design/weft-journal.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "base/weft-json-delta.h"
#include "design/weft-design-private.h"
#include "design/weft-journal-private.h"

/* A journal is written anew after so many lines, or when they are longer than the snapshot and
 * than this. */
#define MAX_STEPS 100
#define USUAL_STEP_BYTES (256 * 1024)

struct _WeftJournal
{
  GObject parent_instance;

  char *folder;
  char *id;
  char *name;   /* of the file in the folder */
  char *file;   /* (nullable): URI of the design's file */
  char *digest; /* (nullable): of what that file held when the journal began */

  int fd; /* -1 as long as there is no journal */
  char check[WEFT_JOURNAL_CHECK_BYTES];
  WeftDesign *last; /* (nullable): what the journal ends with */
  gint64 length;
  gint64 snapshot_end;
  guint n_steps;
  gboolean stale; /* the file cannot be continued */
};

G_DEFINE_FINAL_TYPE (WeftJournal, weft_journal, G_TYPE_OBJECT)

static JsonNode *
object_to_node (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

static void
set_text (JsonObject *object,
          const char *key,
          const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, key, text);
  else
    json_object_set_null_member (object, key);
}

static JsonNode *
make_header (WeftJournal *self,
             gint64       time_s)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "format", WEFT_JOURNAL_FORMAT);
  json_object_set_int_member (object, "version", WEFT_JOURNAL_VERSION);
  set_text (object, "file", self->file);
  set_text (object, "digest", self->digest);
  json_object_set_int_member (object, "pid", getpid ());
  json_object_set_int_member (object, "time_s", time_s);
  return object_to_node (object);
}

/* @what is (transfer full). */
static JsonNode *
make_record (const char *key,
             JsonNode   *what,
             guint       n_changes,
             gint64      time_s)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "changes", n_changes);
  json_object_set_int_member (object, "time_s", time_s);
  json_object_set_member (object, key, what);
  return object_to_node (object);
}

/* What has become of the last state. A graph that both share is left out of the comparison. */
static JsonNode *
find_delta (WeftDesign *last,
            WeftDesign *design)
{
  gboolean same_graph = weft_design_get_graph (last) == weft_design_get_graph (design);
  g_autoptr (JsonNode) before = same_graph ? weft_design_members_to_json (last)
                                           : weft_design_to_json (last);
  g_autoptr (JsonNode) after = same_graph ? weft_design_members_to_json (design)
                                          : weft_design_to_json (design);

  return weft_json_delta_new (before, after);
}

static void
close_file (WeftJournal *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_clear_object (&self->last);
}

/* (transfer full): the first two lines. */
static char *
make_beginning (WeftJournal *self,
                WeftDesign  *design,
                guint        n_changes,
                gint64       time_s,
                char         check[WEFT_JOURNAL_CHECK_BYTES])
{
  g_autoptr (JsonNode) header = make_header (self, time_s);
  g_autoptr (JsonNode) snapshot =
    make_record ("design", weft_design_to_json (design), n_changes, time_s);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  check[0] = '\0';
  first = weft_journal_write_line (header, check);
  second = weft_journal_write_line (snapshot, check);
  return g_strconcat (first, second, NULL);
}

/* What would be too long to be read back is not written. */
static gboolean
check_length (gsize    length,
              GError **error)
{
  if (length <= WEFT_JOURNAL_MAX_LINE)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
               _("the design has %" G_GSIZE_FORMAT " bytes, expected at most %d"), length,
               WEFT_JOURNAL_MAX_LINE);
  return FALSE;
}

/* Writes a journal of two lines beside the one there is and puts it in its place. */
static gboolean
begin (WeftJournal  *self,
       WeftDesign   *design,
       guint         n_changes,
       gint64        time_s,
       GError      **error)
{
  char check[WEFT_JOURNAL_CHECK_BYTES];
  g_autofree char *text = make_beginning (self, design, n_changes, time_s, check);
  gsize length = strlen (text);
  int folder_fd = check_length (length, error)
                    ? weft_journal_open_folder (self->folder, TRUE, error)
                    : -1;
  int fd = folder_fd >= 0 ? weft_journal_create_temp (folder_fd, self->name, error) : -1;
  gboolean written = fd >= 0 && weft_journal_write_bytes (fd, text, length, error)
                     && weft_journal_put (folder_fd, self->name, error);

  if (fd >= 0 && !written)
    {
      weft_journal_drop_temp (folder_fd, self->name);
      close (fd);
    }
  if (folder_fd >= 0)
    close (folder_fd);
  if (!written)
    return FALSE;

  close_file (self);
  self->fd = fd;
  memcpy (self->check, check, sizeof check);
  self->last = weft_design_copy (design);
  self->length = self->snapshot_end = (gint64) length;
  self->n_steps = 0;
  self->stale = FALSE;
  return TRUE;
}

/* Adds a line, unless a new file would be shorter. What a failed writing has left there is cut off again. */
static gboolean
append (WeftJournal  *self,
        WeftDesign   *design,
        guint         n_changes,
        gint64        time_s,
        GError      **error)
{
  g_autoptr (JsonNode) delta = find_delta (self->last, design);
  g_autoptr (JsonNode) record = NULL;
  g_autofree char *line = NULL;
  char check[WEFT_JOURNAL_CHECK_BYTES];

  if (json_array_get_length (json_node_get_array (delta)) == 0)
    return TRUE;
  memcpy (check, self->check, sizeof check);
  record = make_record ("delta", g_steal_pointer (&delta), n_changes, time_s);
  line = weft_journal_write_line (record, check);
  if ((gint64) strlen (line) > MAX (self->snapshot_end, USUAL_STEP_BYTES))
    return begin (self, design, n_changes, time_s, error);
  if (!weft_journal_write_bytes (self->fd, line, strlen (line), error))
    {
      /* After a failed sync nobody knows what the disk holds. */
      self->stale = TRUE;
      (void) ftruncate (self->fd, self->length);
      return FALSE;
    }

  memcpy (self->check, check, sizeof check);
  self->length += (gint64) strlen (line);
  self->n_steps++;
  g_set_object (&self->last, NULL);
  self->last = weft_design_copy (design);
  return TRUE;
}

/* Whether the next line is better the first of a new file. */
static gboolean
is_full (WeftJournal *self)
{
  return self->n_steps >= MAX_STEPS
         || self->length - self->snapshot_end > MAX (self->snapshot_end, USUAL_STEP_BYTES);
}

/* Somebody may have taken the file away. */
static gboolean
is_in_place (WeftJournal *self)
{
  int folder_fd = weft_journal_open_folder (self->folder, FALSE, NULL);
  gboolean there = folder_fd >= 0 && weft_journal_is_at (self->fd, folder_fd, self->name);

  if (folder_fd >= 0)
    close (folder_fd);
  return there;
}

/* The file stays, open to whoever recovers what it holds. */
static void
weft_journal_finalize (GObject *object)
{
  WeftJournal *self = WEFT_JOURNAL (object);

  close_file (self);
  g_free (self->folder);
  g_free (self->id);
  g_free (self->name);
  g_free (self->file);
  g_free (self->digest);

  G_OBJECT_CLASS (weft_journal_parent_class)->finalize (object);
}

static void
weft_journal_class_init (WeftJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_journal_finalize;
}

static void
weft_journal_init (WeftJournal *self)
{
  self->fd = -1;
}

/**
 * weft_journal_dup_folder:
 *
 * Returns: (transfer full) (type filename): the folder of the user's journals
 */
char *
weft_journal_dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "weft", "recovery", NULL);
}

/**
 * weft_journal_new:
 * @folder: (type filename): where it is to stand
 *
 * A journal is for one thread at a time. Its file comes with the first weft_journal_write(), and
 * outlives it unless weft_journal_remove() takes it away.
 *
 * Returns: (transfer full): a journal of a name of its own
 */
WeftJournal *
weft_journal_new (const char *folder)
{
  WeftJournal *self;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_object_new (WEFT_TYPE_JOURNAL, NULL);
  self->folder = g_strdup (folder);
  self->id = g_uuid_string_random ();
  self->name = weft_journal_name (self->id);
  return self;
}

/**
 * weft_journal_set_origin:
 * @self: a journal
 * @file: (nullable) (type filename): the absolute path of the design's file, %NULL for none
 * @digest: (nullable): SHA-256 of the bytes that the file holds, in lower-case hexadecimal
 *
 * What is written from now on are changes to that file.
 */
void
weft_journal_set_origin (WeftJournal *self,
                         const char  *file,
                         const char  *digest)
{
  g_return_if_fail (WEFT_IS_JOURNAL (self));

  g_free (self->file);
  self->file = file != NULL ? g_filename_to_uri (file, NULL, NULL) : NULL;
  g_free (self->digest);
  self->digest = g_strdup (digest);
  self->stale = TRUE;
}

/**
 * weft_journal_write:
 * @self: a journal
 * @design: the design as it is now, which no other thread changes meanwhile
 * @n_changes: how many changes have been made since it was saved
 * @time_s: when the last one was, in seconds since 1970
 * @error: where to put a #GIOErrorEnum
 *
 * When this returns, the state is on the disk: after it weft_recovery_scan() finds exactly this
 * design. On an error the journal still holds an earlier state, or there is none.
 *
 * Returns: whether the state is written
 */
gboolean
weft_journal_write (WeftJournal  *self,
                    WeftDesign   *design,
                    guint         n_changes,
                    gint64        time_s,
                    GError      **error)
{
  g_autoptr (GError) failed = NULL;

  g_return_val_if_fail (WEFT_IS_JOURNAL (self), FALSE);
  g_return_val_if_fail (WEFT_IS_DESIGN (design), FALSE);

  if (self->fd < 0 || self->stale || is_full (self) || !is_in_place (self)
          ? begin (self, design, n_changes, time_s, &failed)
          : append (self, design, n_changes, time_s, &failed))
    return TRUE;
  g_propagate_prefixed_error (error, g_steal_pointer (&failed), "%s: ", self->folder);
  return FALSE;
}

/**
 * weft_journal_remove:
 * @self: a journal
 *
 * Takes the file away, because all is saved or given up; the next weft_journal_write() begins anew.
 */
void
weft_journal_remove (WeftJournal *self)
{
  int folder_fd;

  g_return_if_fail (WEFT_IS_JOURNAL (self));

  if (self->fd < 0)
    return;
  folder_fd = weft_journal_open_folder (self->folder, FALSE, NULL);
  if (folder_fd >= 0)
    {
      if (weft_journal_is_at (self->fd, folder_fd, self->name))
        unlinkat (folder_fd, self->name, 0);
      (void) fsync (folder_fd);
      close (folder_fd);
    }
  close_file (self);
}

/**
 * weft_journal_get_id:
 * @self: a journal
 *
 * Returns: the UUID that names it
 */
const char *
weft_journal_get_id (WeftJournal *self)
{
  g_return_val_if_fail (WEFT_IS_JOURNAL (self), NULL);

  return self->id;
}
