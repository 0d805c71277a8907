/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a run: one transaction an event, under the run's lock. */

#include "trail/weft-trail-writer-private.h"

#include <errno.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "trail/weft-event-summary-private.h"
#include "trail/weft-trail-lock-private.h"
#include "trail/weft-trail-verify-private.h"
#include "trail/weft-ulid-private.h"

struct _WeftTrailWriter
{
  GObject parent_instance;

  char *path;
  WeftTrailStore *store; /* NULL when closed */
  int lock;
  WeftTrailClock clock;
  gint64 began_us; /* on the clock that never goes back, less what the run had lasted then */
  gint64 mono_us;  /* of the last event */
  guint64 seq;
  char *hash;
  char *last_line; /* (nullable) */
  gboolean ended;
  gboolean bulk;
};

G_DEFINE_FINAL_TYPE (WeftTrailWriter, weft_trail_writer, G_TYPE_OBJECT)

static void
weft_trail_writer_finalize (GObject *object)
{
  WeftTrailWriter *self = WEFT_TRAIL_WRITER (object);

  weft_trail_writer_close (self, NULL);
  g_free (self->path);
  g_free (self->hash);
  g_free (self->last_line);
  G_OBJECT_CLASS (weft_trail_writer_parent_class)->finalize (object);
}

static void
weft_trail_writer_class_init (WeftTrailWriterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_trail_writer_finalize;
}

static void
weft_trail_writer_init (WeftTrailWriter *self)
{
  self->lock = -1;
  self->hash = g_strdup (WEFT_HASH_NONE);
  weft_trail_clock_init (&self->clock);
}

static gboolean
refuse (WeftTrailWriter *self, const char *reason, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE, "%s: %s", name, reason);
  return FALSE;
}

/**
 * weft_trail_writer_new:
 * @folder: (nullable): where runs are, made when it is not there; weft_trail_default_folder() when
 *   %NULL
 * @id: (nullable): a ULID; made when %NULL
 * @seed_text: (nullable): what makes the ULID when SOURCE_DATE_EPOCH is set
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Begins a run.
 *
 * Returns: (transfer full): what writes it, or %NULL
 */
WeftTrailWriter *
weft_trail_writer_new (const char *folder, const char *id, const char *seed_text, GError **error)
{
  g_autoptr (WeftTrailWriter) self = g_object_new (WEFT_TYPE_TRAIL_WRITER, NULL);
  g_autofree char *made = NULL;
  g_autofree char *name = NULL;

  if (folder == NULL)
    folder = weft_trail_default_folder ();
  if (id == NULL)
    id = made = weft_ulid_new (self->clock.real_us (),
                               self->clock.stopped ? (seed_text != NULL ? seed_text : "") : NULL);
  name = g_strconcat (id, WEFT_TRAIL_SUFFIX, NULL);
  self->path = g_build_filename (folder, name, NULL);
  if (!weft_ulid_is_valid (id, -1))
    {
      refuse (self, "the name of a run is 26 digits and capital letters, a ULID", error);
      return NULL;
    }
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      weft_trail_refuse_errno (errno, folder, "the folder of runs cannot be made", error);
      return NULL;
    }
  self->lock = weft_trail_lock_take (self->path, error);
  if (self->lock < 0)
    return NULL;
  self->store = weft_trail_store_create (self->path, id, error);
  if (self->store == NULL)
    return NULL;
  self->began_us = self->clock.mono_us ();
  return g_steal_pointer (&self);
}

/* Takes away what stands behind the last event that is one, and what only that named. */
static gboolean
cut_tail (WeftTrailWriter *self, WeftTrailWalk *walk, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
      "BEGIN IMMEDIATE; DELETE FROM events WHERE seq > %" G_GUINT64_FORMAT
      "; DELETE FROM marks WHERE seq > %" G_GUINT64_FORMAT, walk->report.events, walk->report.events);
  g_autoptr (GPtrArray) unnamed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (sqlite3_stmt) list = NULL;
  g_autoptr (sqlite3_stmt) drop = NULL;

  if (!weft_trail_store_exec (self->store, sql, error)
      || (list = weft_trail_store_prepare (self->store, "SELECT digest FROM blobs", error)) == NULL
      || (drop = weft_trail_store_prepare (self->store, "DELETE FROM blobs WHERE digest = ?", error))
             == NULL)
    return FALSE;
  while (sqlite3_step (list) == SQLITE_ROW)
    {
      const char *digest = (const char *) sqlite3_column_text (list, 0);

      if (!g_hash_table_contains (walk->blobs, digest))
        g_ptr_array_add (unnamed, g_strdup (digest));
    }
  sqlite3_reset (list);
  for (guint i = 0; i < unnamed->len; i++)
    {
      sqlite3_bind_text (drop, 1, unnamed->pdata[i], -1, SQLITE_STATIC);
      if (sqlite3_step (drop) != SQLITE_DONE)
        return weft_trail_store_refuse (self->store, error);
      sqlite3_reset (drop);
    }
  return weft_trail_store_exec (self->store, "COMMIT", error);
}

static gboolean
go_on (WeftTrailWriter *self, GError **error)
{
  g_auto (WeftTrailWalk) walk = { .store = self->store };

  if (!weft_trail_walk (&walk, error))
    return FALSE;
  if (walk.report.state == WEFT_CHAIN_BROKEN)
    {
      g_autofree char *name = g_filename_display_name (self->path);

      g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED,
                   "%s: the run cannot go on, since its chain is broken: %s", name, walk.report.reason);
      return FALSE;
    }
  if (walk.ended)
    return refuse (self, "the run has ended; nothing can be added to it", error);
  if (!cut_tail (self, &walk, error))
    {
      weft_trail_store_rollback (self->store);
      return FALSE;
    }
  self->seq = walk.report.events;
  g_free (self->hash);
  self->hash = g_steal_pointer (&walk.report.last_hash);
  self->mono_us = walk.mono_us;
  self->began_us = self->clock.mono_us () - walk.mono_us;
  return TRUE;
}

/**
 * weft_trail_writer_resume:
 * @path: a run's database
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Goes on with a run that has no end, after its chain was checked.
 *
 * Returns: (transfer full): what writes it, or %NULL
 */
WeftTrailWriter *
weft_trail_writer_resume (const char *path, GError **error)
{
  g_autoptr (WeftTrailWriter) self = g_object_new (WEFT_TYPE_TRAIL_WRITER, NULL);

  self->path = g_strdup (path);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      weft_trail_refuse_errno (ENOENT, path, "the run cannot be opened", error);
      return NULL;
    }
  self->lock = weft_trail_lock_take (path, error);
  if (self->lock < 0)
    return NULL;
  self->store = weft_trail_store_open (path, TRUE, error);
  if (self->store == NULL || !go_on (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

const char *
weft_trail_writer_get_id (WeftTrailWriter *self)
{
  return self->store != NULL ? self->store->id : NULL;
}

const char *
weft_trail_writer_get_path (WeftTrailWriter *self)
{
  return self->path;
}

guint64
weft_trail_writer_get_seq (WeftTrailWriter *self)
{
  return self->seq;
}

void
weft_trail_writer_set_clock (WeftTrailWriter *self, const WeftTrailClock *clock)
{
  self->clock = *clock;
  self->began_us = self->clock.mono_us () - self->mono_us;
}

WeftTrailStore *
weft_trail_writer_get_store (WeftTrailWriter *self)
{
  return self->store;
}

gboolean
weft_trail_writer_begin_bulk (WeftTrailWriter *self, GError **error)
{
  self->bulk = weft_trail_store_exec (self->store, "BEGIN IMMEDIATE", error);
  return self->bulk;
}

gboolean
weft_trail_writer_end_bulk (WeftTrailWriter *self, GError **error)
{
  self->bulk = FALSE;
  return weft_trail_store_exec (self->store, "COMMIT", error);
}

/* "blobs":{...}, with a comma behind it, or nothing. */
static char *
write_blobs (GHashTable *blobs)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *text = NULL;
  GHashTableIter iter;
  gpointer name, bytes;

  json_node_take_object (node, object);
  if (blobs == NULL || g_hash_table_size (blobs) == 0)
    return g_strdup ("");
  g_hash_table_iter_init (&iter, blobs);
  while (g_hash_table_iter_next (&iter, &name, &bytes))
    {
      g_autofree char *digest = weft_trail_digest (bytes);

      json_object_set_string_member (object, name, digest);
    }
  text = weft_json_write_canonical (node);
  return g_strconcat ("\"blobs\":", text, ",", NULL);
}

static gboolean
store_blobs (WeftTrailWriter *self, GHashTable *blobs, GError **error)
{
  GHashTableIter iter;
  gpointer bytes;

  if (blobs == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, blobs);
  while (g_hash_table_iter_next (&iter, NULL, &bytes))
    {
      g_autofree char *digest = weft_trail_digest (bytes);

      if (!weft_trail_store_insert_blob (self->store, digest, bytes, error))
        return FALSE;
    }
  return TRUE;
}

/* What begins and ends a run survives a loss of power at once; the others may wait for the next
 * checkpoint, and survive a kill all the same. */
static void
set_synchronous (WeftTrailWriter *self, const char *kind)
{
  gboolean full = g_str_equal (kind, "run.start") || g_str_equal (kind, "run.end");

  if (self->store->wal && !self->bulk)
    sqlite3_exec (self->store->db, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL", NULL,
                  NULL, NULL);
}

static gboolean
store_event (WeftTrailWriter *self, const WeftEventLine *parts, const char *line, const char *summary,
             GHashTable *blobs, GError **error)
{
  set_synchronous (self, parts->kind);
  if (!self->bulk && !weft_trail_store_exec (self->store, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (store_blobs (self, blobs, error)
      && weft_trail_store_insert (self->store, parts->seq, line, parts->kind, parts->actor, summary, error)
      && (self->bulk || weft_trail_store_exec (self->store, "COMMIT", error)))
    return TRUE;
  weft_trail_store_rollback (self->store);
  return FALSE;
}

static gboolean
check_call (WeftTrailWriter *self, const char *kind, const char *actor, guint64 parent, JsonNode *data,
            GError **error)
{
  if (self->store == NULL)
    return refuse (self, "the run is closed", error);
  if (self->ended)
    return refuse (self, "the run has ended; nothing can be added to it", error);
  if (!weft_event_name_is_valid (kind, -1) || !weft_event_name_is_valid (actor, -1))
    return refuse (self, "kind and actor are letters, digits, dots, hyphens and underscores", error);
  if (parent > self->seq)
    return refuse (self, "an event can only follow from one before it", error);
  return (data != NULL && JSON_NODE_HOLDS_OBJECT (data))
         || refuse (self, "the data of an event is an object", error);
}

/**
 * weft_trail_writer_append:
 * @self: what writes a run
 * @kind: what happened, such as "eval.result"
 * @actor: who did it, such as "search"
 * @parent: the event that it follows from, 0 for none
 * @data: (transfer none): an object, without infinities and NaN
 * @blobs: (nullable) (element-type utf8 GBytes): names with bytes
 * @seq: (out) (optional): the event's number
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Stores an event. After #WEFT_TRAIL_ERROR_FULL it can be tried again.
 *
 * Returns: %FALSE when nothing was stored
 */
gboolean
weft_trail_writer_append (WeftTrailWriter *self, const char *kind, const char *actor, guint64 parent,
                          JsonNode *data, GHashTable *blobs, guint64 *seq, GError **error)
{
  g_autofree char *time = weft_trail_time_format (self->clock.real_us ());
  g_autofree char *text = NULL;
  g_autofree char *named = NULL;
  g_autofree char *body = NULL;
  g_autofree char *line = NULL;
  g_autofree char *summary = NULL;
  char hash[WEFT_HASH_LENGTH + 1];
  WeftEventLine parts;

  if (!check_call (self, kind, actor, parent, data, error))
    return FALSE;
  text = weft_json_write_canonical (data);
  if (text == NULL)
    return refuse (self, "the data holds an infinity or NaN, which JSON has not", error);
  named = write_blobs (blobs);
  body = g_strconcat (named, "\"data\":", text, NULL);
  parts = (WeftEventLine) {
    .actor = actor,
    .kind = kind,
    .prev = self->hash,
    .run = self->store->id,
    .time = time,
    .seq = self->seq + 1,
    .parent = parent,
    .mono_us = MAX (self->mono_us, self->clock.mono_us () - self->began_us),
  };
  line = weft_event_line_write (&parts, body, hash);
  summary = weft_event_summarise (kind, json_node_get_object (data));
  if (!store_event (self, &parts, line, summary, blobs, error))
    return FALSE;
  self->seq = parts.seq;
  self->mono_us = parts.mono_us;
  self->ended = g_str_equal (kind, "run.end");
  memcpy (self->hash, hash, sizeof hash);
  g_free (self->last_line);
  self->last_line = g_steal_pointer (&line);
  if (seq != NULL)
    *seq = parts.seq;
  return TRUE;
}

/**
 * weft_trail_writer_dup_last:
 * @self: what writes a run
 *
 * Returns: (transfer full) (nullable): the event that was appended last, %NULL before the first
 */
WeftEvent *
weft_trail_writer_dup_last (WeftTrailWriter *self)
{
  g_return_val_if_fail (WEFT_IS_TRAIL_WRITER (self), NULL);

  return self->last_line != NULL ? weft_event_new_from_line (self->last_line, -1, NULL) : NULL;
}

/**
 * weft_trail_writer_close:
 * @self: what writes a run
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Moves all into the one file and frees the lock. Does nothing the second time.
 *
 * Returns: %FALSE when the file could not be put in order; no event is lost then
 */
gboolean
weft_trail_writer_close (WeftTrailWriter *self, GError **error)
{
  gboolean done = TRUE;

  if (self->store != NULL)
    done = weft_trail_store_checkpoint (self->store, error);
  g_clear_pointer (&self->store, weft_trail_store_free);
  if (self->lock >= 0)
    weft_trail_lock_release (self->lock, self->path);
  self->lock = -1;
  return done;
}
