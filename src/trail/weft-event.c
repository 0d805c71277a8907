/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One event of a run, read from its line. */

#include "trail/weft-event.h"

#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "trail/weft-event-line-private.h"
#include "trail/weft-event-summary-private.h"
#include "trail/weft-trail-clock-private.h"
#include "trail/weft-trail.h"
#include "trail/weft-ulid-private.h"

struct _WeftEvent
{
  GObject parent_instance;

  char *line;
  char *run;
  char *time;
  char *kind;
  char *actor;
  char *hash;
  char *summary;
  JsonNode *body; /* an object of data and, when there are any, blobs */
  guint64 seq;
  guint64 parent;
  gint64 mono_us;
};

G_DEFINE_FINAL_TYPE (WeftEvent, weft_event, G_TYPE_OBJECT)

static gboolean
refuse (const WeftEventLine *parts, const char *reason, GError **error)
{
  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED,
               "event %" G_GUINT64_FORMAT ": %s", parts->seq, reason);
  return FALSE;
}

static gboolean
is_digest (JsonNode *node)
{
  const char *text;

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  text = json_node_get_string (node);
  if (!g_str_has_prefix (text, "sha256:") || strlen (text) != 7 + WEFT_HASH_LENGTH)
    return FALSE;
  return strspn (text + 7, "0123456789abcdef") == WEFT_HASH_LENGTH;
}

static gboolean
check_blobs (const WeftEventLine *parts, JsonNode *blobs, GError **error)
{
  JsonObjectIter iter;
  JsonNode *node;

  if (!JSON_NODE_HOLDS_OBJECT (blobs))
    return refuse (parts, "“blobs” is no object", error);
  json_object_iter_init (&iter, json_node_get_object (blobs));
  while (json_object_iter_next (&iter, NULL, &node))
    if (!is_digest (node))
      return refuse (parts, "a blob is not named by a SHA-256", error);
  return TRUE;
}

/* Data and blobs, which must be what the canonical form makes of them. */
static JsonNode *
read_body (const WeftEventLine *parts, GError **error)
{
  g_autofree char *text = g_strdup_printf ("{%.*s}", (int) parts->n_body, parts->body);
  g_autofree char *canonical = NULL;
  g_autoptr (GError) cause = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "data", NULL, &cause);
  JsonObject *object;
  JsonNode *data, *blobs;

  if (node == NULL)
    {
      refuse (parts, cause->message, error);
      return NULL;
    }
  object = json_node_get_object (node);
  data = json_object_get_member (object, "data");
  blobs = json_object_get_member (object, "blobs");
  canonical = weft_json_write_canonical (node);
  if (data == NULL || !JSON_NODE_HOLDS_OBJECT (data))
    refuse (parts, "“data” is no object", error);
  else if (json_object_get_size (object) != (blobs != NULL ? 2u : 1u))
    refuse (parts, "there is a member that no event has", error);
  else if (g_strcmp0 (canonical, text) != 0)
    refuse (parts, "its data is not in canonical form, so something else than Weft wrote it", error);
  else if (blobs == NULL || check_blobs (parts, blobs, error))
    return g_steal_pointer (&node);
  return NULL;
}

static void
weft_event_finalize (GObject *object)
{
  WeftEvent *self = WEFT_EVENT (object);

  g_free (self->line);
  g_free (self->run);
  g_free (self->time);
  g_free (self->kind);
  g_free (self->actor);
  g_free (self->hash);
  g_free (self->summary);
  g_clear_pointer (&self->body, json_node_unref);
  G_OBJECT_CLASS (weft_event_parent_class)->finalize (object);
}

static void
weft_event_class_init (WeftEventClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_event_finalize;
}

static void
weft_event_init (WeftEvent *self)
{
}

/**
 * weft_event_new_from_line:
 * @line: the canonical line, with its hash, without newline
 * @length: its bytes, -1 for a C string
 * @error: return location for a #WEFT_TRAIL_ERROR_DAMAGED
 *
 * Reads an event. Its place in the chain is not checked; weft_trail_run_verify() does that.
 *
 * Returns: (transfer full): the event, or %NULL when the line is none
 */
WeftEvent *
weft_event_new_from_line (const char *line, gssize length, GError **error)
{
  gsize n = length < 0 ? strlen (line) : (gsize) length;
  WeftEventLine parts;
  JsonNode *body;
  WeftEvent *self;

  if (n > G_MAXINT)
    n = 0;
  if (!weft_event_line_split (&parts, line, n, error))
    return NULL;
  body = read_body (&parts, error);
  if (body == NULL)
    return NULL;
  self = g_object_new (WEFT_TYPE_EVENT, NULL);
  self->line = g_strndup (line, n);
  self->run = g_strndup (parts.run, WEFT_ULID_LENGTH);
  self->time = g_strndup (parts.time, WEFT_TRAIL_TIME_LENGTH);
  self->kind = g_strndup (parts.kind, parts.n_kind);
  self->actor = g_strndup (parts.actor, parts.n_actor);
  self->hash = g_strndup (parts.hash, WEFT_HASH_LENGTH);
  self->body = body;
  self->seq = parts.seq;
  self->parent = parts.parent;
  self->mono_us = parts.mono_us;
  self->summary = weft_event_summarise (self->kind, weft_event_get_data (self));
  return self;
}

const char *
weft_event_get_line (WeftEvent *self)
{
  return self->line;
}

const char *
weft_event_get_run (WeftEvent *self)
{
  return self->run;
}

guint64
weft_event_get_seq (WeftEvent *self)
{
  return self->seq;
}

const char *
weft_event_get_time (WeftEvent *self)
{
  return self->time;
}

gint64
weft_event_get_mono_us (WeftEvent *self)
{
  return self->mono_us;
}

const char *
weft_event_get_kind (WeftEvent *self)
{
  return self->kind;
}

const char *
weft_event_get_actor (WeftEvent *self)
{
  return self->actor;
}

guint64
weft_event_get_parent (WeftEvent *self)
{
  return self->parent;
}

/**
 * weft_event_get_data:
 * @self: an event
 *
 * Returns: (transfer none): what the event says
 */
JsonObject *
weft_event_get_data (WeftEvent *self)
{
  return json_object_get_object_member (json_node_get_object (self->body), "data");
}

/**
 * weft_event_get_blobs:
 * @self: an event
 *
 * Returns: (transfer none) (nullable): names with the digests of their bytes, for
 *   weft_trail_run_get_blob()
 */
JsonObject *
weft_event_get_blobs (WeftEvent *self)
{
  JsonObject *body = json_node_get_object (self->body);

  return json_object_has_member (body, "blobs") ? json_object_get_object_member (body, "blobs")
                                                : NULL;
}

const char *
weft_event_get_hash (WeftEvent *self)
{
  return self->hash;
}

const char *
weft_event_get_summary (WeftEvent *self)
{
  return self->summary;
}
