/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload's state is that of its item; a trace is read once and kept. */
#include "config.h"

#include "app/simulate/weft-sim-input.h"

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "base/weft-quantity.h"
#include "interop/weft-sim-file.h"
#include "sim/weft-sim-examples.h"

struct _WeftSimInput
{
  GObject parent_instance;

  WeftWorkloadItem *item; /* (nullable) */
  char *path;             /* (nullable) */
  char *example;          /* (nullable): name of a built-in trace */
  WeftSimTrace *trace;
  char *digest;  /* (nullable): of the trace's file */
  char *message; /* (nullable) */
  WeftSimInputState state;
};

G_DEFINE_FINAL_TYPE (WeftSimInput, weft_sim_input, G_TYPE_OBJECT)

static guint changed_signal;

static void
emit_changed (WeftSimInput *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* --- reading a trace --- */

typedef struct
{
  WeftSimTrace *trace;
  char *digest; /* (nullable) */
} Read;

static void
free_read (gpointer data)
{
  Read *read = data;

  g_clear_pointer (&read->trace, weft_sim_trace_unref);
  g_free (read->digest);
  g_free (read);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WeftSimInput *self = WEFT_SIM_INPUT (source);
  GError *error = NULL;
  Read *read = g_new0 (Read, 1);

  if (self->example != NULL)
    read->trace = weft_sim_example_new (self->example, &error);
  else
    {
      read->trace = weft_sim_file_load (self->path, NULL, cancellable, &error);
      read->digest = read->trace != NULL ? weft_sim_file_digest (self->path, cancellable, NULL) : NULL;
    }
  if (read->trace != NULL)
    {
      g_task_return_pointer (task, read, free_read);
      return;
    }
  free_read (read);
  g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftSimInput *self = WEFT_SIM_INPUT (source);
  g_autoptr (GError) error = NULL;
  Read *read = g_task_propagate_pointer (G_TASK (result), &error);

  if (read != NULL)
    {
      self->trace = g_steal_pointer (&read->trace);
      self->digest = g_steal_pointer (&read->digest);
      free_read (read);
    }
  self->state = self->trace != NULL ? WEFT_SIM_INPUT_READY : WEFT_SIM_INPUT_FAILED;
  if (error != NULL)
    self->message = g_strdup (error->message);
  emit_changed (self);
}

static void
start_reading (WeftSimInput *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, read_cb, NULL);

  g_task_set_source_tag (task, start_reading);
  g_task_run_in_thread (task, read_in_thread);
}

/* --- class --- */

static void
weft_sim_input_dispose (GObject *object)
{
  WeftSimInput *self = WEFT_SIM_INPUT (object);

  g_clear_object (&self->item);
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->example, g_free);
  g_clear_pointer (&self->digest, g_free);
  g_clear_pointer (&self->message, g_free);
  G_OBJECT_CLASS (weft_sim_input_parent_class)->dispose (object);
}

static void
weft_sim_input_class_init (WeftSimInputClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_sim_input_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_sim_input_init (WeftSimInput *self)
{
}

WeftSimInput *
weft_sim_input_new_workload (WeftWorkloadItem *item)
{
  WeftSimInput *self;

  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (item), NULL);

  self = g_object_new (WEFT_TYPE_SIM_INPUT, NULL);
  self->item = g_object_ref (item);
  g_signal_connect_object (item, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  return self;
}

WeftSimInput *
weft_sim_input_new_trace (const char *path)
{
  WeftSimInput *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (WEFT_TYPE_SIM_INPUT, NULL);
  self->path = g_strdup (path);
  start_reading (self);
  return self;
}

WeftSimInput *
weft_sim_input_new_example (const char *name)
{
  WeftSimInput *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (WEFT_TYPE_SIM_INPUT, NULL);
  self->example = g_strdup (name);
  start_reading (self);
  return self;
}

WeftWorkloadItem *
weft_sim_input_get_workload (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  return self->item;
}

const char *
weft_sim_input_get_path (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  return self->path;
}

const char *
weft_sim_input_get_example (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  return self->example;
}

WeftSimTrace *
weft_sim_input_get_trace (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  return self->trace;
}

WeftSimInputState
weft_sim_input_get_state (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), WEFT_SIM_INPUT_FAILED);

  if (self->item == NULL)
    return self->state;
  switch (weft_workload_item_get_state (self->item))
    {
    case WEFT_WORKLOAD_READY:
      return WEFT_SIM_INPUT_READY;
    case WEFT_WORKLOAD_FAILED:
      return WEFT_SIM_INPUT_FAILED;
    case WEFT_WORKLOAD_WAITING:
    case WEFT_WORKLOAD_MAKING:
    default:
      return WEFT_SIM_INPUT_READING;
    }
}

const char *
weft_sim_input_get_message (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  return self->item != NULL ? weft_workload_item_get_message (self->item) : self->message;
}

char *
weft_sim_input_dup_title (WeftSimInput *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  if (self->item != NULL)
    return weft_workload_item_dup_title (self->item);
  for (const WeftSimExampleInfo *info = weft_sim_examples; self->example != NULL && info->id != NULL; info++)
    if (g_str_equal (info->id, self->example))
      return g_strdup (_(info->title));
  return self->example != NULL ? g_strdup (self->example) : g_path_get_basename (self->path);
}

char *
weft_sim_input_dup_words (WeftSimInput *self)
{
  g_autofree char *tasks = NULL, *ranks = NULL;

  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  if (self->item != NULL)
    return weft_workload_item_dup_words (self->item);
  if (self->state == WEFT_SIM_INPUT_FAILED)
    return g_strdup (self->message);
  if (self->trace == NULL)
    return g_strdup (_("Reading…"));
  tasks = weft_quantity_format (self->trace->n_tasks, WEFT_UNIT_COUNT);
  ranks = weft_quantity_format (self->trace->n_ranks, WEFT_UNIT_COUNT);
  return g_strdup_printf (_("%s tasks of %s ranks"), tasks, ranks);
}

WeftSimRequest *
weft_sim_input_make_request (WeftSimInput *self)
{
  g_autofree char *title = NULL, *recipe = NULL;
  WeftSimRequest *request;
  GArray *ranks;

  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self), NULL);

  title = weft_sim_input_dup_title (self);
  request = weft_sim_request_new (title);
  request->example = g_strdup (self->example);
  request->path = g_strdup (self->path);
  request->digest = g_strdup (self->digest);
  if (self->item == NULL)
    return request;
  recipe = weft_workload_item_write (self->item);
  ranks = weft_workload_item_get_ranks (self->item);
  request->workload = weft_json_parse (recipe, -1, "workload", NULL, NULL);
  request->ranks = ranks != NULL ? g_array_ref (ranks) : NULL;
  return request;
}

gboolean
weft_sim_input_is_trace_of (WeftSimInput *self, const WeftSimRequest *request)
{
  g_return_val_if_fail (WEFT_IS_SIM_INPUT (self) && request != NULL, FALSE);

  return self->item == NULL && g_strcmp0 (self->example, request->example) == 0
         && g_strcmp0 (self->path, request->path) == 0;
}
