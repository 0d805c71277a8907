/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers out of a recorded run, agent by agent in their order, bytes as they came. What is asked must be what was asked then:
 * the first request that differs is remembered. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>

#include "agent/weft-delivery-private.h"
#include "base/weft-json-find.h"

typedef struct
{
  char *body;        /* digest of the request, "sha256:..." (nullable) */
  guint64 seq;       /* of the request */
  guint status;
  char *outcome;
  char *message;     /* (nullable): of an error without an answer */
  gboolean retryable;
  char *stream;      /* digest (nullable) */
  GHashTable *headers;
} Answer;

typedef struct _WeftRecordTransport WeftRecordTransport;

#define WEFT_TYPE_RECORD_TRANSPORT (weft_record_transport_get_type ())
G_DECLARE_FINAL_TYPE (WeftRecordTransport, weft_record_transport, WEFT, RECORD_TRANSPORT, GObject)

struct _WeftRecordTransport
{
  GObject parent_instance;
  WeftTrailRun *run;
  GHashTable *answers;  /* of char*: agent to GQueue of Answer */
  guint64 diverged;     /* seq of the first request that is not asked again, 0 for none */
};

static void implement_transport (WeftTransportInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftRecordTransport, weft_record_transport, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_TRANSPORT, implement_transport))

static void
free_answer (gpointer data)
{
  Answer *answer = data;

  g_free (answer->body);
  g_free (answer->outcome);
  g_free (answer->message);
  g_free (answer->stream);
  g_clear_pointer (&answer->headers, g_hash_table_unref);
  g_free (answer);
}

static void
free_answers (gpointer data)
{
  g_queue_free_full (data, free_answer);
}

/* --- reading the run --- */

static GHashTable *
read_headers (JsonObject *object)
{
  GHashTable *headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (object == NULL)
    return headers;
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &node))
    if (weft_json_find_string (object, name) != NULL)
      g_hash_table_insert (headers, g_strdup (name), g_strdup (weft_json_find_string (object, name)));
  return headers;
}

static Answer *
read_answer (WeftEvent *response,
             WeftEvent *request)
{
  JsonObject *data = weft_event_get_data (response);
  Answer *answer = g_new0 (Answer, 1);

  answer->seq = request != NULL ? weft_event_get_seq (request) : 0;
  answer->body = request != NULL
                   ? g_strdup (weft_json_find_string (weft_event_get_blobs (request), "body")) : NULL;
  answer->status = (guint) MIN (weft_json_find_count (data, "status"), 999);
  answer->outcome = g_strdup (weft_json_find_string (data, "outcome"));
  answer->message = g_strdup (weft_json_find_string (weft_json_find_object (data, "error"), "message"));
  answer->retryable = weft_json_find_boolean (weft_json_find_object (data, "error"), "retryable", FALSE);
  answer->stream = g_strdup (weft_json_find_string (weft_event_get_blobs (response), "stream"));
  answer->headers = read_headers (weft_json_find_object (data, "headers"));
  return answer;
}

static void
take_response (WeftRecordTransport *self,
               WeftEvent           *response)
{
  const char *agent = weft_event_get_actor (response);
  g_autoptr (WeftEvent) request = weft_event_get_parent (response) > 0
                                    ? weft_trail_run_get_event (self->run,
                                                                weft_event_get_parent (response), NULL)
                                    : NULL;
  GQueue *queue = g_hash_table_lookup (self->answers, agent);

  if (queue == NULL)
    {
      queue = g_queue_new ();
      g_hash_table_insert (self->answers, g_strdup (agent), queue);
    }
  g_queue_push_tail (queue, read_answer (response, request));
}

/* Without the bytes of its answers a run cannot be played. */
static gboolean
check_response (WeftTrailRun *run,
                WeftEvent    *response,
                GError      **error)
{
  if (!json_object_has_member (weft_event_get_data (response), "thinking_sha256"))
    return TRUE;
  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING,
               _("Run %s keeps only a hash of what the model thought, and not the bytes of its answers; "
                 "“weft trail replay” computes its results again"),
               weft_trail_run_get_id (run));
  return FALSE;
}

/* --- the transport --- */

static void
compare_request (WeftRecordTransport *self,
                 const Answer        *answer,
                 GBytes              *body)
{
  g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, body);
  g_autofree char *named = g_strconcat ("sha256:", digest, NULL);

  if (self->diverged == 0 && answer->body != NULL && !g_str_equal (answer->body, named))
    self->diverged = answer->seq;
}

/* (nullable) (transfer full): why there was no answer. */
static GError *
find_error (const Answer *answer)
{
  if (answer->status != 0 || g_strcmp0 (answer->outcome, "cancelled") == 0)
    return NULL;
  return g_error_new (G_IO_ERROR, answer->retryable ? G_IO_ERROR_CONNECTION_REFUSED : G_IO_ERROR_FAILED,
                      "%s", answer->message != NULL ? answer->message : _("The endpoint gave no answer"));
}

static void
send_async (WeftTransport         *transport,
            const WeftWireRequest *request,
            const WeftWireSink    *sink,
            GCancellable          *cancellable,
            GAsyncReadyCallback    callback,
            gpointer               data)
{
  WeftRecordTransport *self = WEFT_RECORD_TRANSPORT (transport);
  GQueue *queue = g_hash_table_lookup (self->answers, request->agent);
  Answer *answer = queue != NULL ? g_queue_pop_head (queue) : NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (answer == NULL)
    {
      weft_delivery_begin (transport, sink, 0, NULL, NULL, WEFT_END_EOF,
                           g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                                        _("The record has no further answer of %s"), request->agent),
                           cancellable, callback, data);
      return;
    }

  compare_request (self, answer, request->body);
  if (answer->stream != NULL)
    bytes = weft_trail_run_get_blob (self->run, answer->stream, NULL);
  weft_delivery_begin (transport, sink, answer->status, answer->headers, bytes,
                       g_strcmp0 (answer->outcome, "cancelled") == 0 ? WEFT_END_CANCELLED : WEFT_END_EOF,
                       find_error (answer), cancellable, callback, data);
  free_answer (answer);
}

static void
implement_transport (WeftTransportInterface *iface)
{
  iface->send_async = send_async;
  iface->send_finish = weft_delivery_finish;
}

static void
weft_record_transport_finalize (GObject *object)
{
  WeftRecordTransport *self = WEFT_RECORD_TRANSPORT (object);

  g_clear_object (&self->run);
  g_hash_table_unref (self->answers);
  G_OBJECT_CLASS (weft_record_transport_parent_class)->finalize (object);
}

static void
weft_record_transport_class_init (WeftRecordTransportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_record_transport_finalize;
}

static void
weft_record_transport_init (WeftRecordTransport *self)
{
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_answers);
}

/* --- public --- */

/**
 * weft_record_transport_new: (skip)
 * @run: a recorded planning run
 * @error: return location
 *
 * Returns: (transfer full): the transport, or %NULL when the run cannot be read
 */
WeftTransport *
weft_record_transport_new (WeftTrailRun *run,
                           GError      **error)
{
  g_autoptr (WeftRecordTransport) self = g_object_new (WEFT_TYPE_RECORD_TRANSPORT, NULL);
  WeftTrailFilter filter = { .kind = "llm.response" };
  g_autoptr (GArray) seqs = weft_trail_run_filter (run, &filter, 0, NULL, error);

  if (seqs == NULL)
    return NULL;
  self->run = g_object_ref (run);
  for (guint i = 0; i < seqs->len; i++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, g_array_index (seqs, guint64, i),
                                                              error);

      if (event == NULL || !check_response (run, event, error))
        return NULL;
      take_response (self, event);
    }
  return WEFT_TRANSPORT (g_steal_pointer (&self));
}

/**
 * weft_record_transport_get_diverged: (skip)
 * @transport: answers from a record
 *
 * Returns: the number of the first recorded request that was not asked again as it was, 0 for none
 */
guint64
weft_record_transport_get_diverged (WeftTransport *transport)
{
  return WEFT_RECORD_TRANSPORT (transport)->diverged;
}

/**
 * weft_record_transport_has_more: (skip)
 * @transport: answers from a record
 * @agent: who would be asked
 *
 * Returns: whether the record has another answer of this agent
 */
gboolean
weft_record_transport_has_more (WeftTransport *transport,
                                const char    *agent)
{
  GQueue *queue = g_hash_table_lookup (WEFT_RECORD_TRANSPORT (transport)->answers, agent);

  return queue != NULL && !g_queue_is_empty (queue);
}
