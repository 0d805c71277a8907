/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of a run from its first and last event, without reading it whole. */

#include "trail/weft-trail-entry-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-plain.h"
#include "trail/weft-event-summary-private.h"
#include "trail/weft-trail-error-private.h"
#include "trail/weft-trail-lock-private.h"

#define MAX_CHARS 200

struct _WeftTrailEntry
{
  GObject parent_instance;

  char *id;
  char *path;
  char *title;
  char *method;
  char *group;
  char *time;
  char *problem;
  const char *status;
  guint64 n_events;
  double best;
  double makespan_s;
};

G_DEFINE_FINAL_TYPE (WeftTrailEntry, weft_trail_entry, G_TYPE_OBJECT)

static void
weft_trail_entry_finalize (GObject *object)
{
  WeftTrailEntry *self = WEFT_TRAIL_ENTRY (object);

  g_free (self->id);
  g_free (self->path);
  g_free (self->title);
  g_free (self->method);
  g_free (self->group);
  g_free (self->time);
  g_free (self->problem);
  G_OBJECT_CLASS (weft_trail_entry_parent_class)->finalize (object);
}

static void
weft_trail_entry_class_init (WeftTrailEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_trail_entry_finalize;
}

static void
weft_trail_entry_init (WeftTrailEntry *self)
{
  self->best = NAN;
  self->makespan_s = NAN;
  self->status = "damaged";
}

static char *
dup_plain (JsonObject *data, const char *key)
{
  const char *text = weft_json_find_string (data, key);

  return text != NULL ? weft_plain_text (text, WEFT_PLAIN_ONE_LINE, MAX_CHARS) : NULL;
}

static gboolean
read_first (WeftTrailEntry *self, WeftTrailRun *run, GError **error)
{
  g_autoptr (WeftEvent) first = weft_trail_run_get_event (run, 1, error);
  JsonObject *data;

  if (first == NULL)
    return FALSE;
  data = weft_event_get_data (first);
  self->time = g_strdup (weft_event_get_time (first));
  if (!g_str_equal (weft_event_get_kind (first), "run.start"))
    return TRUE;
  g_free (self->title);
  self->title = weft_event_title (data);
  self->method = dup_plain (data, "method");
  self->group = dup_plain (data, "group");
  return TRUE;
}

static void
take_best (WeftTrailEntry *self, JsonObject *data)
{
  double score = weft_json_find_number (data, "score");

  if (!isnan (score))
    self->best = score;
}

static gboolean
read_last (WeftTrailEntry *self, WeftTrailRun *run, GError **error)
{
  g_autoptr (WeftEvent) last = weft_trail_run_get_event (run, self->n_events, error);
  g_autoptr (WeftEvent) best = NULL;
  g_autoptr (GError) cause = NULL;

  if (last == NULL)
    return FALSE;
  self->status = weft_trail_run_is_written (run) ? "running" : "unfinished";
  if (g_str_equal (weft_event_get_kind (last), "run.end"))
    {
      JsonNode *node = json_object_get_member (weft_event_get_data (last), "best");

      self->status = "finished";
      self->makespan_s = weft_json_find_number (weft_event_get_data (last), "makespan_s");
      if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
        take_best (self, json_node_get_object (node));
    }
  if (!isnan (self->best) || !isnan (self->makespan_s))
    return TRUE;
  best = weft_trail_run_find (run, "best.changed", TRUE, &cause);
  if (best != NULL)
    take_best (self, weft_event_get_data (best));
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  return *error == NULL;
}

static void
read_run (WeftTrailEntry *self, WeftTrailRun *run, GError **error)
{
  self->n_events = weft_trail_run_n_events (run);
  if (self->n_events == 0)
    self->status = weft_trail_run_is_written (run) ? "running" : "unfinished";
  else if (read_first (self, run, error))
    read_last (self, run, error);
}

/* Never fails: what cannot be read is damaged and says why. */
WeftTrailEntry *
weft_trail_entry_new (const char *path)
{
  WeftTrailEntry *self = g_object_new (WEFT_TYPE_TRAIL_ENTRY, NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &error);

  if (g_str_has_suffix (name, WEFT_TRAIL_SUFFIX))
    name[strlen (name) - strlen (WEFT_TRAIL_SUFFIX)] = '\0';
  self->path = g_strdup (path);
  self->id = g_strdup (name);
  self->title = g_strdup (name);
  if (run != NULL)
    read_run (self, run, &error);
  if (error == NULL)
    return self;
  /* Between the file and its tables, when a run has just been begun. */
  if (run == NULL && weft_trail_lock_is_held (path))
    {
      self->status = "running";
      return self;
    }
  self->status = "damaged";
  self->problem = weft_plain_text (error->message, WEFT_PLAIN_ONE_LINE, 0);
  return self;
}

const char *
weft_trail_entry_get_id (WeftTrailEntry *self)
{
  return self->id;
}

const char *
weft_trail_entry_get_path (WeftTrailEntry *self)
{
  return self->path;
}

const char *
weft_trail_entry_get_title (WeftTrailEntry *self)
{
  return self->title;
}

const char *
weft_trail_entry_get_method (WeftTrailEntry *self)
{
  return self->method;
}

const char *
weft_trail_entry_get_group (WeftTrailEntry *self)
{
  return self->group;
}

const char *
weft_trail_entry_get_time (WeftTrailEntry *self)
{
  return self->time;
}

guint64
weft_trail_entry_get_n_events (WeftTrailEntry *self)
{
  return self->n_events;
}

double
weft_trail_entry_get_best (WeftTrailEntry *self)
{
  return self->best;
}

double
weft_trail_entry_get_makespan_s (WeftTrailEntry *self)
{
  return self->makespan_s;
}

const char *
weft_trail_entry_get_status (WeftTrailEntry *self)
{
  return self->status;
}

const char *
weft_trail_entry_get_problem (WeftTrailEntry *self)
{
  return self->problem;
}
