/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One reading runs at a time; another filter cancels it. After it comes the next look at the run, sooner when a program
 * writes it. */
#include "app/trail/weft-run-follower.h"

#define WRITTEN_MS 500
#define QUIET_MS 2500
/* Kinds and actors may need a walk over the run: not at every look, and never before the events are there. */
#define LOOKS_PER_KINDS 8

struct _WeftRunFollower
{
  GObject parent_instance;

  char *path;
  WeftTrailFilter filter; /* owns its strings */
  WeftEventList *events;  /* (nullable) */
  guint64 n;
  gboolean written;
  char *failure; /* (nullable) */
  GStrv kinds;   /* (nullable) */
  GStrv actors;  /* (nullable) */
  GCancellable *cancellable; /* (nullable): of the reading that runs */
  guint source;
  guint looks;
  gboolean active;
};

G_DEFINE_FINAL_TYPE (WeftRunFollower, weft_run_follower, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_EVENTS,
  PROP_KINDS,
  PROP_STATE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* What a worker finds out. */
typedef struct
{
  char *path;
  WeftTrailFilter filter;
  guint64 after; /* 0 for all from the start */
  gboolean want_kinds;
  guint64 n;
  gboolean written;
  GArray *seqs; /* (nullable): without a filter */
  GStrv kinds;
  GStrv actors;
} Look;

static void
clear_filter (WeftTrailFilter *filter)
{
  g_free ((char *) filter->actor);
  g_free ((char *) filter->kind);
  g_free ((char *) filter->text);
  *filter = (WeftTrailFilter){ NULL };
}

static const char *
copy_unless_empty (const char *text)
{
  return text == NULL || *text == '\0' ? NULL : g_strdup (text);
}

static WeftTrailFilter
copy_filter (const WeftTrailFilter *filter)
{
  return (WeftTrailFilter){ copy_unless_empty (filter->actor), copy_unless_empty (filter->kind),
                            copy_unless_empty (filter->text) };
}

static gboolean
is_filter (const WeftTrailFilter *filter)
{
  return filter->actor != NULL || filter->kind != NULL || filter->text != NULL;
}

static void
look_free (gpointer data)
{
  Look *look = data;

  g_free (look->path);
  clear_filter (&look->filter);
  g_clear_pointer (&look->seqs, g_array_unref);
  g_strfreev (look->kinds);
  g_strfreev (look->actors);
  g_free (look);
}

/* How many there are is asked before the filter runs: what comes in between passes next time. */
static gboolean
read_run (Look *look, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (look->path, error);

  if (run == NULL)
    return FALSE;
  look->written = weft_trail_run_is_written (run);
  look->n = weft_trail_run_n_events (run);
  if (is_filter (&look->filter))
    {
      look->seqs =
        weft_trail_run_filter (run, &look->filter, look->after, cancellable, error);
      if (look->seqs == NULL)
        return FALSE;
      while (look->seqs->len > 0
             && g_array_index (look->seqs, guint64, look->seqs->len - 1) > look->n)
        g_array_set_size (look->seqs, look->seqs->len - 1);
    }
  if (!look->want_kinds)
    return TRUE;
  look->kinds = weft_trail_run_list_kinds (run, NULL);
  look->actors = weft_trail_run_list_actors (run, NULL);
  return TRUE;
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (read_run (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void start (WeftRunFollower *self, gboolean again);

static gboolean
look_again_cb (gpointer data)
{
  WeftRunFollower *self = data;

  self->source = 0;
  start (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
schedule (WeftRunFollower *self)
{
  if (self->active && self->source == 0)
    self->source = g_timeout_add (self->written ? WRITTEN_MS : QUIET_MS, look_again_cb, self);
}

static void
take_events (WeftRunFollower *self, Look *look)
{
  if (self->events == NULL || look->after == 0)
    {
      g_clear_object (&self->events);
      self->events = look->seqs == NULL ? weft_event_list_new (look->path, look->n)
                                        : weft_event_list_new_some (look->path, look->seqs);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVENTS]);
    }
  else if (look->seqs == NULL)
    weft_event_list_grow (self->events, look->n);
  else
    weft_event_list_append (self->events, look->seqs);
}

static void
take_kinds (WeftRunFollower *self, Look *look)
{
  if (look->kinds == NULL || look->actors == NULL)
    return;
  if (self->kinds != NULL && g_strv_equal ((const char *const *) self->kinds,
                                           (const char *const *) look->kinds)
      && g_strv_equal ((const char *const *) self->actors, (const char *const *) look->actors))
    return;
  g_strfreev (self->kinds);
  g_strfreev (self->actors);
  self->kinds = g_steal_pointer (&look->kinds);
  self->actors = g_steal_pointer (&look->actors);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KINDS]);
}

static void
look_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftRunFollower *self = WEFT_RUN_FOLLOWER (source);
  Look *look = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  /* One that was cancelled has a successor. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->failure, g_free);
  if (done)
    {
      self->n = look->n;
      self->written = look->written;
      take_events (self, look);
      take_kinds (self, look);
    }
  else
    self->failure = g_strdup (error->message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (done && self->kinds == NULL && !look->want_kinds)
    start (self, FALSE);
  else
    schedule (self);
}

/* @again: from the first event on, in place of a reading that runs. */
static void
start (WeftRunFollower *self, gboolean again)
{
  g_autoptr (GTask) task = NULL;
  Look *look;

  if (self->cancellable != NULL && !again)
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  look = g_new0 (Look, 1);
  look->path = g_strdup (self->path);
  look->filter = copy_filter (&self->filter);
  look->after = again || self->events == NULL ? 0 : self->n;
  look->want_kinds = !again && (self->kinds == NULL || ++self->looks % LOOKS_PER_KINDS == 0);
  task = g_task_new (self, self->cancellable, look_cb, NULL);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, look_in_thread);
}

static void
weft_run_follower_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftRunFollower *self = WEFT_RUN_FOLLOWER (object);

  switch (id)
    {
    case PROP_EVENTS:
      g_value_set_object (value, self->events);
      break;
    case PROP_KINDS:
      g_value_set_boxed (value, self->kinds);
      break;
    case PROP_STATE:
      g_value_set_boolean (value, self->written);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_run_follower_finalize (GObject *object)
{
  WeftRunFollower *self = WEFT_RUN_FOLLOWER (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->events);
  clear_filter (&self->filter);
  g_strfreev (self->kinds);
  g_strfreev (self->actors);
  g_free (self->failure);
  g_free (self->path);
  G_OBJECT_CLASS (weft_run_follower_parent_class)->finalize (object);
}

static void
weft_run_follower_class_init (WeftRunFollowerClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_run_follower_get_property;
  object_class->finalize = weft_run_follower_finalize;
  properties[PROP_EVENTS] =
    g_param_spec_object ("events", NULL, NULL, WEFT_TYPE_EVENT_LIST, flags);
  properties[PROP_KINDS] = g_param_spec_boxed ("kinds", NULL, NULL, G_TYPE_STRV, flags);
  properties[PROP_STATE] = g_param_spec_boolean ("state", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_run_follower_init (WeftRunFollower *self)
{
}

/* Reads at once, and again while it is active. */
WeftRunFollower *
weft_run_follower_new (const char *path)
{
  WeftRunFollower *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (WEFT_TYPE_RUN_FOLLOWER, NULL);
  self->path = g_strdup (path);
  start (self, TRUE);
  return self;
}

const char *
weft_run_follower_get_path (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), NULL);

  return self->path;
}

WeftEventList *
weft_run_follower_get_events (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), NULL);

  return self->events;
}

guint64
weft_run_follower_get_n_events (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), 0);

  return self->n;
}

gboolean
weft_run_follower_get_written (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), FALSE);

  return self->written;
}

gboolean
weft_run_follower_get_filtered (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), FALSE);

  return is_filter (&self->filter);
}

const char *
weft_run_follower_get_failure (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), NULL);

  return self->failure;
}

const char *const *
weft_run_follower_get_kinds (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), NULL);

  return (const char *const *) self->kinds;
}

const char *const *
weft_run_follower_get_actors (WeftRunFollower *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_FOLLOWER (self), NULL);

  return (const char *const *) self->actors;
}

void
weft_run_follower_set_filter (WeftRunFollower *self, const WeftTrailFilter *filter)
{
  WeftTrailFilter before;

  g_return_if_fail (WEFT_IS_RUN_FOLLOWER (self) && filter != NULL);

  before = self->filter;
  self->filter = copy_filter (filter);
  if (g_strcmp0 (before.actor, self->filter.actor) != 0
      || g_strcmp0 (before.kind, self->filter.kind) != 0
      || g_strcmp0 (before.text, self->filter.text) != 0)
    start (self, TRUE);
  clear_filter (&before);
}

void
weft_run_follower_set_active (WeftRunFollower *self, gboolean active)
{
  g_return_if_fail (WEFT_IS_RUN_FOLLOWER (self));

  if (active == self->active)
    return;
  self->active = active;
  if (active)
    start (self, FALSE);
  else
    g_clear_handle_id (&self->source, g_source_remove);
}
