/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder is listed in a worker, when its monitor says so and from time to time, since no monitor sees what another
 * computer writes. Rows that look as before stay. */
#include "app/trail/weft-run-list.h"

#define SLOW_MS 5000
/* A run that is written changes its file all the time. */
#define SOON_MS 700

struct _WeftRunList
{
  GObject parent_instance;

  char *folder;
  GListStore *items;
  char *failure; /* (nullable) */
  GFileMonitor *monitor;
  GCancellable *cancellable;
  guint source;      /* the next reading */
  gboolean soon;     /* it is a quick one */
  gboolean active;
  gboolean running;
  gboolean stale;    /* changed since the running one began */
  gboolean loaded;
};

G_DEFINE_FINAL_TYPE (WeftRunList, weft_run_list, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LOADED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void schedule (WeftRunList *self, gboolean soon);

static void
list_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  GListModel *entries = weft_trail_list (data, cancellable, &error);

  if (entries == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, entries, g_object_unref);
}

/* Rows at both ends that look as before are left alone. */
static void
replace_items (WeftRunList *self, GPtrArray *items)
{
  GListModel *model = G_LIST_MODEL (self->items);
  guint before = g_list_model_get_n_items (model), after = items->len, head = 0, tail = 0;
  guint shorter = MIN (before, after);

  for (gboolean same = TRUE; same && head < shorter; head += same)
    {
      g_autoptr (WeftRunItem) item = g_list_model_get_item (model, head);

      same = weft_run_item_equal (item, g_ptr_array_index (items, head));
    }
  for (gboolean same = TRUE; same && tail < shorter - head; tail += same)
    {
      g_autoptr (WeftRunItem) item = g_list_model_get_item (model, before - 1 - tail);

      same = weft_run_item_equal (item, g_ptr_array_index (items, after - 1 - tail));
    }
  if (before - head - tail > 0 || after - head - tail > 0)
    g_list_store_splice (self->items, head, before - head - tail, items->pdata + head,
                         after - head - tail);
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftRunList *self = WEFT_RUN_LIST (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) entries = g_task_propagate_pointer (G_TASK (result), &error);

  self->running = FALSE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_pointer (&self->failure, g_free);
  if (entries != NULL)
    {
      g_autoptr (GPtrArray) items = weft_run_item_arrange (entries);

      replace_items (self, items);
    }
  else
    self->failure = g_strdup (error->message);
  self->loaded = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADED]);
  if (self->active)
    schedule (self, self->stale);
}

static gboolean
refresh_cb (gpointer data)
{
  WeftRunList *self = data;

  self->source = 0;
  weft_run_list_refresh (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (WeftRunList *self, gboolean soon)
{
  if (self->source != 0 && (self->soon || !soon))
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  self->soon = soon;
  self->source = g_timeout_add (soon ? SOON_MS : SLOW_MS, refresh_cb, self);
}

static void
folder_changed_cb (WeftRunList *self)
{
  self->stale = TRUE;
  if (self->active && !self->running)
    schedule (self, TRUE);
}

static void
weft_run_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LOADED)
    g_value_set_boolean (value, WEFT_RUN_LIST (object)->loaded);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_run_list_dispose (GObject *object)
{
  WeftRunList *self = WEFT_RUN_LIST (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->monitor);
  G_OBJECT_CLASS (weft_run_list_parent_class)->dispose (object);
}

static void
weft_run_list_finalize (GObject *object)
{
  WeftRunList *self = WEFT_RUN_LIST (object);

  g_clear_object (&self->items);
  g_clear_object (&self->cancellable);
  g_free (self->failure);
  g_free (self->folder);
  G_OBJECT_CLASS (weft_run_list_parent_class)->finalize (object);
}

static void
weft_run_list_class_init (WeftRunListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_run_list_get_property;
  object_class->dispose = weft_run_list_dispose;
  object_class->finalize = weft_run_list_finalize;
  properties[PROP_LOADED] = g_param_spec_boolean ("loaded", NULL, NULL, FALSE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_run_list_init (WeftRunList *self)
{
  self->items = g_list_store_new (WEFT_TYPE_RUN_ITEM);
  self->cancellable = g_cancellable_new ();
}

/* Lists nothing until it is active or told to. */
WeftRunList *
weft_run_list_new (const char *folder)
{
  WeftRunList *self = g_object_new (WEFT_TYPE_RUN_LIST, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  self->folder = g_strdup (folder);
  self->monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (folder_changed_cb), self,
                             G_CONNECT_SWAPPED);
  return self;
}

GListModel *
weft_run_list_get_items (WeftRunList *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_LIST (self), NULL);

  return G_LIST_MODEL (self->items);
}

/* TRUE once the folder has been listed; "loaded" is notified after every listing. */
gboolean
weft_run_list_get_loaded (WeftRunList *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_LIST (self), FALSE);

  return self->loaded;
}

const char *
weft_run_list_get_failure (WeftRunList *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_LIST (self), NULL);

  return self->failure;
}

void
weft_run_list_refresh (WeftRunList *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_RUN_LIST (self));

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->running)
    {
      self->stale = TRUE;
      return;
    }
  self->running = TRUE;
  self->stale = FALSE;
  task = g_task_new (self, self->cancellable, listed_cb, NULL);
  g_task_set_source_tag (task, weft_run_list_refresh);
  g_task_set_task_data (task, g_strdup (self->folder), g_free);
  g_task_run_in_thread (task, list_in_thread);
}

void
weft_run_list_set_active (WeftRunList *self, gboolean active)
{
  g_return_if_fail (WEFT_IS_RUN_LIST (self));

  if (active == self->active)
    return;
  self->active = active;
  if (active)
    weft_run_list_refresh (self);
  else
    g_clear_handle_id (&self->source, g_source_remove);
}

/* Where the run at @path stands; FALSE when it is not there. */
gboolean
weft_run_list_find (WeftRunList *self, const char *path, guint *position)
{
  GListModel *model;

  g_return_val_if_fail (WEFT_IS_RUN_LIST (self) && path != NULL, FALSE);

  model = G_LIST_MODEL (self->items);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (WeftRunItem) item = g_list_model_get_item (model, i);
      WeftTrailEntry *entry = weft_run_item_get_entry (item);

      if (entry == NULL || !g_str_equal (weft_trail_entry_get_path (entry), path))
        continue;
      if (position != NULL)
        *position = i;
      return TRUE;
    }
  return FALSE;
}
