/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a journal is written: after a short rest, so that a burst is one line of it, but never long
 * after the first change of the burst. */
#include "app/recovery/weft-journal-writer.h"

#include "app/recovery/weft-journal-worker.h"

#define REST_MS 300
#define LATEST_MS 1000

struct _WeftJournalWriter
{
  GObject parent_instance;

  WeftJournalStore *store; /* NULL once closed */
  gboolean written; /* there is, or will be, a file */
  WeftHistory *history;
  char *path; /* (nullable): of the design's file */
  char *digest;
  gboolean other_origin; /* the worker does not know these two yet */
  guint counted_from; /* changes of the history that a file holds */
  guint carried;      /* changes of a process before this one */
  guint source;
  gint64 first_us; /* when the burst began */
  gint64 last_s;   /* when the newest change was made */
  char *failure;
};

G_DEFINE_FINAL_TYPE (WeftJournalWriter, weft_journal_writer, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_FAILURE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
told_cb (GObject *owner, const char *failure)
{
  WeftJournalWriter *self = WEFT_JOURNAL_WRITER (owner);

  g_free (self->failure);
  self->failure = g_strdup (failure);
  g_object_notify_by_pspec (owner, properties[PROP_FAILURE]);
}

static gint64
read_clock_s (void)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

static void
remove_now (WeftJournalWriter *self)
{
  if (self->written)
    weft_journal_store_remove (self->store);
  self->written = FALSE;
}

/* Tells the worker what the design is now. */
static void
write_now (WeftJournalWriter *self)
{
  guint n_changes = self->carried + weft_history_get_n_changes (self->history) - self->counted_from;

  g_clear_handle_id (&self->source, g_source_remove);
  if (!weft_history_get_modified (self->history))
    {
      remove_now (self);
      return;
    }
  if (self->other_origin)
    weft_journal_store_set_origin (self->store, self->path, self->digest);
  self->other_origin = FALSE;
  weft_journal_store_write (self->store, weft_history_get_design (self->history),
                            MAX (n_changes, 1), self->last_s);
  self->written = TRUE;
}

static gboolean
rested_cb (gpointer data)
{
  WeftJournalWriter *self = WEFT_JOURNAL_WRITER (data);

  self->source = 0;
  write_now (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (WeftJournalWriter *self)
{
  gint64 now_us = g_get_monotonic_time ();
  gint64 left_ms;

  if (self->source == 0)
    self->first_us = now_us;
  left_ms = LATEST_MS - (now_us - self->first_us) / 1000;
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add ((guint) CLAMP (left_ms, 0, REST_MS), rested_cb, self);
  self->last_s = read_clock_s ();
}

static void
unfollow (WeftJournalWriter *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (weft_history_get_design (self->history), self);
  g_clear_object (&self->history);
}

static void
weft_journal_writer_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FAILURE)
    g_value_set_string (value, WEFT_JOURNAL_WRITER (object)->failure);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* Without an answer from the person, what is not saved stays. */
static void
weft_journal_writer_dispose (GObject *object)
{
  WeftJournalWriter *self = WEFT_JOURNAL_WRITER (object);

  weft_journal_writer_close (self, TRUE);
  G_OBJECT_CLASS (weft_journal_writer_parent_class)->dispose (object);
}

static void
weft_journal_writer_finalize (GObject *object)
{
  WeftJournalWriter *self = WEFT_JOURNAL_WRITER (object);

  g_free (self->failure);
  g_free (self->path);
  g_free (self->digest);
  G_OBJECT_CLASS (weft_journal_writer_parent_class)->finalize (object);
}

static void
weft_journal_writer_class_init (WeftJournalWriterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_journal_writer_get_property;
  object_class->dispose = weft_journal_writer_dispose;
  object_class->finalize = weft_journal_writer_finalize;

  properties[PROP_FAILURE] =
    g_param_spec_string ("failure", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_journal_writer_init (WeftJournalWriter *self)
{
}

WeftJournalWriter *
weft_journal_writer_new (const char *folder)
{
  WeftJournalWriter *self;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_object_new (WEFT_TYPE_JOURNAL_WRITER, NULL);
  self->store = weft_journal_store_new (folder, G_OBJECT (self), told_cb);
  return self;
}

/* Follows @history in place of the one before, whose changes have been given up. */
void
weft_journal_writer_follow (WeftJournalWriter *self, WeftHistory *history)
{
  g_return_if_fail (WEFT_IS_JOURNAL_WRITER (self) && WEFT_IS_HISTORY (history));

  if (self->store == NULL)
    return;
  unfollow (self);
  self->history = g_object_ref (history);
  self->counted_from = weft_history_get_n_changes (history);
  self->carried = 0;
  g_signal_connect_object (weft_history_get_design (history), "changed", G_CALLBACK (changed_cb),
                           self, G_CONNECT_SWAPPED);
  write_now (self);
}

/* The file whose changes these are, and SHA-256 of what it holds; both NULL when there is none. */
void
weft_journal_writer_set_origin (WeftJournalWriter *self, const char *path, const char *digest)
{
  g_return_if_fail (WEFT_IS_JOURNAL_WRITER (self));

  g_free (self->path);
  self->path = g_strdup (path);
  g_free (self->digest);
  self->digest = g_strdup (digest);
  self->other_origin = TRUE;
}

/* A file has been written; the history says whether it holds everything. */
void
weft_journal_writer_saved (WeftJournalWriter *self)
{
  g_return_if_fail (WEFT_IS_JOURNAL_WRITER (self));

  if (self->store == NULL)
    return;
  self->carried = 0;
  self->counted_from = weft_history_get_n_changes (self->history);
  write_now (self);
}

/* The design is what @recovery has: as soon as it is written down here, that one is put aside. */
void
weft_journal_writer_take_over (WeftJournalWriter *self, WeftRecovery *recovery)
{
  g_return_if_fail (WEFT_IS_JOURNAL_WRITER (self) && WEFT_IS_RECOVERY (recovery));

  if (self->store == NULL)
    return;
  self->carried = weft_recovery_get_n_changes (recovery);
  self->last_s = weft_recovery_get_time_s (recovery);
  write_now (self);
  weft_journal_store_discard (self->store, recovery);
}

/* Ends the journal. With @keep what is not saved stays on the disk, as after a crash. */
void
weft_journal_writer_close (WeftJournalWriter *self, gboolean keep)
{
  g_return_if_fail (WEFT_IS_JOURNAL_WRITER (self));

  if (self->store == NULL)
    return;
  if (!keep)
    remove_now (self);
  else if (self->history != NULL && self->source != 0)
    write_now (self);
  unfollow (self);
  weft_journal_store_release (g_steal_pointer (&self->store));
}

/* (nullable): why the design's changes are not written down at the moment. */
const char *
weft_journal_writer_get_failure (WeftJournalWriter *self)
{
  g_return_val_if_fail (WEFT_IS_JOURNAL_WRITER (self), NULL);

  return self->failure;
}

void
weft_journal_writer_drain (void)
{
  weft_journal_worker_drain ();
}
