/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that were asked for last are kept, since lists let go of rows and ask for them again while they scroll. What
 * is asked for in one turn is read in one batch, the newest wishes first. */
#include "app/trail/weft-event-list.h"

/* Rows that are kept: several times what a list view has at once. */
#define KEPT 2048
/* Events in one batch: a quick scroll does not wait for all it has passed. */
#define BATCH 128

struct _WeftEventList
{
  GObject parent_instance;

  char *path;
  guint n;
  GArray *seqs;     /* (nullable): without it the row at 0 is event 1 */
  GHashTable *rows; /* seq to WeftEventRow */
  GQueue kept;      /* the same rows, the oldest first; not held here */
  GArray *wanted;   /* seqs, the newest wish last */
  guint source;
  gboolean reading;
  WeftTrailRun *run; /* (nullable): used by one batch at a time */
};

static void weft_event_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftEventList, weft_event_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, weft_event_list_model_init))

/* What a worker reads. */
typedef struct
{
  char *path;
  WeftTrailRun *run; /* (nullable): opened when it is not */
  GArray *seqs;
  GPtrArray *events;   /* WeftEvent or NULL, as many as seqs */
  GPtrArray *problems; /* string or NULL */
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_free (batch->path);
  g_clear_object (&batch->run);
  g_array_unref (batch->seqs);
  g_ptr_array_unref (batch->events);
  g_ptr_array_unref (batch->problems);
  g_free (batch);
}

static void
unref_event (gpointer event)
{
  if (event != NULL)
    g_object_unref (event);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Batch *batch = data;
  g_autoptr (GError) opening = NULL;

  if (batch->run == NULL)
    batch->run = weft_trail_run_open (batch->path, &opening);
  for (guint i = 0; i < batch->seqs->len; i++)
    {
      g_autoptr (GError) error = NULL;
      WeftEvent *event = batch->run == NULL
                           ? NULL
                           : weft_trail_run_get_event (
                               batch->run, g_array_index (batch->seqs, guint64, i), &error);
      GError *failed = opening != NULL ? opening : error;

      g_ptr_array_add (batch->events, event);
      g_ptr_array_add (batch->problems, failed == NULL ? NULL : g_strdup (failed->message));
    }
  g_task_return_boolean (task, TRUE);
}

static void queue_reading (WeftEventList *self);

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftEventList *self = WEFT_EVENT_LIST (source);
  Batch *batch = g_task_get_task_data (G_TASK (result));

  self->reading = FALSE;
  g_set_object (&self->run, batch->run);
  for (guint i = 0; i < batch->seqs->len; i++)
    {
      WeftEventRow *row =
        g_hash_table_lookup (self->rows, &g_array_index (batch->seqs, guint64, i));

      if (row != NULL)
        weft_event_row_fill (row, g_ptr_array_index (batch->events, i),
                             g_ptr_array_index (batch->problems, i));
    }
  if (self->wanted->len > 0)
    queue_reading (self);
}

/* The newest wishes come first: they are what is on the screen. */
static GArray *
take_wishes (WeftEventList *self)
{
  GArray *seqs = g_array_new (FALSE, FALSE, sizeof (guint64));

  while (self->wanted->len > 0 && seqs->len < BATCH)
    {
      guint64 seq = g_array_index (self->wanted, guint64, self->wanted->len - 1);
      WeftEventRow *row = g_hash_table_lookup (self->rows, &seq);

      g_array_set_size (self->wanted, self->wanted->len - 1);
      if (row != NULL && weft_event_row_get_event (row) == NULL)
        g_array_append_val (seqs, seq);
    }
  return seqs;
}

static gboolean
read_source_cb (gpointer data)
{
  WeftEventList *self = data;
  g_autoptr (GTask) task = NULL;
  Batch *batch;

  self->source = 0;
  if (self->reading)
    return G_SOURCE_REMOVE;
  self->reading = TRUE;
  batch = g_new0 (Batch, 1);
  batch->path = g_strdup (self->path);
  batch->run = g_steal_pointer (&self->run);
  batch->seqs = take_wishes (self);
  batch->events = g_ptr_array_new_with_free_func (unref_event);
  batch->problems = g_ptr_array_new_with_free_func (g_free);
  task = g_task_new (self, NULL, read_cb, NULL);
  g_task_set_source_tag (task, read_source_cb);
  g_task_set_task_data (task, batch, batch_free);
  g_task_run_in_thread (task, read_in_thread);
  return G_SOURCE_REMOVE;
}

static void
queue_reading (WeftEventList *self)
{
  if (self->source == 0 && !self->reading)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, read_source_cb, self, NULL);
}

/* (transfer none) */
static WeftEventRow *
make_row (WeftEventList *self, guint64 seq)
{
  WeftEventRow *row = weft_event_row_new (seq);
  guint64 *key = g_memdup2 (&seq, sizeof seq);

  g_hash_table_insert (self->rows, key, row);
  g_queue_push_tail (&self->kept, row);
  if (self->kept.length > KEPT)
    {
      WeftEventRow *oldest = g_queue_pop_head (&self->kept);
      guint64 gone = weft_event_row_get_seq (oldest);

      g_hash_table_remove (self->rows, &gone);
    }
  g_array_append_val (self->wanted, seq);
  queue_reading (self);
  return row;
}

static gpointer
weft_event_list_get_item (GListModel *model, guint position)
{
  WeftEventList *self = WEFT_EVENT_LIST (model);
  WeftEventRow *row;
  guint64 seq;

  if (position >= self->n)
    return NULL;
  seq = weft_event_list_get_seq (self, position);
  row = g_hash_table_lookup (self->rows, &seq);
  return g_object_ref (row != NULL ? row : make_row (self, seq));
}

static guint
weft_event_list_get_n_items (GListModel *model)
{
  return WEFT_EVENT_LIST (model)->n;
}

static GType
weft_event_list_get_item_type (GListModel *model)
{
  return WEFT_TYPE_EVENT_ROW;
}

static void
weft_event_list_model_init (GListModelInterface *iface)
{
  iface->get_item = weft_event_list_get_item;
  iface->get_n_items = weft_event_list_get_n_items;
  iface->get_item_type = weft_event_list_get_item_type;
}

static void
weft_event_list_finalize (GObject *object)
{
  WeftEventList *self = WEFT_EVENT_LIST (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_queue_clear (&self->kept);
  g_hash_table_unref (self->rows);
  g_clear_pointer (&self->seqs, g_array_unref);
  g_array_unref (self->wanted);
  g_clear_object (&self->run);
  g_free (self->path);
  G_OBJECT_CLASS (weft_event_list_parent_class)->finalize (object);
}

static void
weft_event_list_class_init (WeftEventListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_event_list_finalize;
}

static void
weft_event_list_init (WeftEventList *self)
{
  self->rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  self->wanted = g_array_new (FALSE, FALSE, sizeof (guint64));
}

/* All events of the run at @path, of which there are @n now. */
WeftEventList *
weft_event_list_new (const char *path, guint64 n)
{
  WeftEventList *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (WEFT_TYPE_EVENT_LIST, NULL);
  self->path = g_strdup (path);
  self->n = MIN (n, G_MAXUINT - 1);
  return self;
}

/* Those of @seqs (element-type guint64), ascending. */
WeftEventList *
weft_event_list_new_some (const char *path, GArray *seqs)
{
  WeftEventList *self;

  g_return_val_if_fail (path != NULL && seqs != NULL, NULL);

  self = weft_event_list_new (path, seqs->len);
  self->seqs = g_array_copy (seqs);
  return self;
}

static void
add_rows (WeftEventList *self, guint added)
{
  guint before = self->n;

  self->n += added;
  if (added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, added);
}

/* A list of all events: there are @n now. */
void
weft_event_list_grow (WeftEventList *self, guint64 n)
{
  g_return_if_fail (WEFT_IS_EVENT_LIST (self) && self->seqs == NULL);

  n = MIN (n, G_MAXUINT - 1);
  if (n > self->n)
    add_rows (self, n - self->n);
}

/* A filtered list: these have come, ascending. */
void
weft_event_list_append (WeftEventList *self, GArray *seqs)
{
  g_return_if_fail (WEFT_IS_EVENT_LIST (self) && self->seqs != NULL);

  g_array_append_vals (self->seqs, seqs->data, seqs->len);
  add_rows (self, seqs->len);
}

guint64
weft_event_list_get_seq (WeftEventList *self, guint position)
{
  g_return_val_if_fail (WEFT_IS_EVENT_LIST (self) && position < self->n, 0);

  return self->seqs == NULL ? position + 1 : g_array_index (self->seqs, guint64, position);
}

/* FALSE when the event is not in the list; @position is then that of the next one, or the number of rows. */
gboolean
weft_event_list_find (WeftEventList *self, guint64 seq, guint *position)
{
  guint low = 0, high;

  g_return_val_if_fail (WEFT_IS_EVENT_LIST (self) && position != NULL, FALSE);

  high = self->n;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (weft_event_list_get_seq (self, middle) < seq)
        low = middle + 1;
      else
        high = middle;
    }
  *position = low;
  return low < self->n && weft_event_list_get_seq (self, low) == seq;
}
