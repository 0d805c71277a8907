/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The test of a connection: which models the endpoint has, and how much each can read. */
#include "agent/weft-chat-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "agent/weft-endpoint-private.h"
#include "agent/weft-http-private.h"
#include "agent/weft-turn-error-private.h"
#include "base/weft-json-find.h"
#include "base/weft-json.h"
#include "base/weft-plain.h"

#define MAX_BYTES (4 * 1024 * 1024)
#define MAX_MODELS 2000
#define MAX_ID_CHARS 256
static const WeftJsonLimits limits = { MAX_BYTES, 64, 1000000 };

typedef struct
{
  char *key; /* (nullable) */
  guint status;
  GByteArray *bytes;
  gboolean too_long;
} List;

static void
list_free (gpointer data)
{
  List *self = data;

  weft_endpoint_wipe_key (self->key);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

static void
model_free (gpointer data)
{
  WeftChatModel *model = data;

  g_free (model->id);
  g_free (model);
}

/* --- reading --- */

static guint64
count_of (JsonObject *object, const char *key)
{
  double value = weft_json_find_number (object, key);

  return value >= 1 && value <= 1e12 ? (guint64) value : 0;
}

/* Where servers write it: vLLM, OpenRouter, Groq and, within "meta", llama-server. */
static guint64
read_context (JsonObject *object)
{
  static const char *const keys[] = { "max_model_len", "context_length", "context_window" };
  JsonObject *meta = weft_json_find_object (object, "meta");

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (count_of (object, keys[i]) > 0)
      return count_of (object, keys[i]);
  return meta != NULL ? count_of (meta, "n_ctx") : 0;
}

/* An id goes into requests as it is, so one that is not fit to show is not taken. */
static void
add_model (GPtrArray *models, JsonNode *node)
{
  const char *text = JSON_NODE_HOLDS_OBJECT (node) ? weft_json_find_string (json_node_get_object (node), "id") : NULL;
  g_autofree char *plain = NULL;
  WeftChatModel *model;

  if (text == NULL)
    return;
  plain = weft_plain_text (text, WEFT_PLAIN_ONE_LINE, 0);
  if (*text == '\0' || !g_str_equal (plain, text) || g_utf8_strlen (text, -1) > MAX_ID_CHARS)
    return;
  model = g_new0 (WeftChatModel, 1);
  model->id = g_strdup (text);
  model->context_tokens = read_context (json_node_get_object (node));
  g_ptr_array_add (models, model);
}

static GPtrArray *
read_models (List *self, const char *url, GError **error)
{
  const char *text = self->bytes->len > 0 ? (const char *) self->bytes->data : "";
  g_autoptr (JsonNode) root = weft_json_parse (text, self->bytes->len, url, &limits, NULL);
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func (model_free);
  JsonNode *data = NULL;
  JsonArray *array;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    data = json_object_get_member (json_node_get_object (root), "data");
  if (data == NULL || !JSON_NODE_HOLDS_ARRAY (data))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _("%s/models: the answer is no list of models. Is the URL the base of the protocol, which mostly "
                     "ends in /v1, and not a page for people?"), url);
      return NULL;
    }
  array = json_node_get_array (data);
  for (guint i = 0; i < json_array_get_length (array) && models->len < MAX_MODELS; i++)
    add_model (models, json_array_get_element (array, i));
  return g_steal_pointer (&models);
}

/* --- failures --- */

static const char *
status_words (const List *self)
{
  switch (self->status)
    {
    case 401:
      return self->key == NULL ? _("the server wants a key. Name the variable or the file that holds it, or put it into "
                                   "the keyring")
                               : _("the server does not accept the key");
    case 403:
      return _("the server does not let this key see its models; asking one may still work");
    case 404:
    case 405:
      return _("there is no list of models. The URL mostly ends in /v1; if it is right, asking a model may still work");
    case 503:
      return _("the server is not ready; it may be loading the model");
    default:
      return self->status >= 300 && self->status < 400 ? _("the server sends elsewhere, and redirects are not followed; "
                                                           "write the right URL into the profile")
                                                       : _("the server gave no list of models");
    }
}

/* ": " and what the server says itself. (transfer full) */
static char *
read_message (List *self)
{
  WeftTurnError *said;
  g_autofree char *message = NULL;

  if (self->bytes->len == 0)
    return g_strdup ("");
  said = weft_turn_error_from_body ((const char *) self->bytes->data, self->bytes->len, self->status);
  message = weft_endpoint_redact (said->message, self->key);
  weft_turn_error_free (said);
  return g_strdup_printf (": %s", message);
}

static void
set_status_error (List *self, const char *url, GError **error)
{
  g_autofree char *message = read_message (self);
  int code = self->status == 404 ? G_IO_ERROR_NOT_FOUND : G_IO_ERROR_FAILED;

  if (self->status == 401 || self->status == 403)
    code = G_IO_ERROR_PERMISSION_DENIED;
  g_set_error (error, G_IO_ERROR, code, _("%s/models: %s (HTTP %u%s)"), url, status_words (self), self->status, message);
}

/* --- asking --- */

static void
head_cb (guint status, GHashTable *headers, gpointer data)
{
  ((List *) data)->status = status;
}

static gboolean
bytes_cb (const void *bytes, gsize length, gpointer data)
{
  List *self = data;

  self->too_long = self->bytes->len + length > MAX_BYTES;
  if (!self->too_long)
    g_byte_array_append (self->bytes, bytes, (guint) length);
  return !self->too_long;
}

static GPtrArray *
take_answer (List *self, WeftEndpoint *endpoint, WeftStreamEnd end, GError **error)
{
  const char *url = weft_endpoint_get_url (endpoint);

  weft_chat_mask_key (self->bytes->data, self->bytes->len, self->key);
  if (end == WEFT_END_CANCELLED)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("stopped"));
  else if (self->too_long)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                 _("%s/models: the list is longer than %d bytes and was not read"), url, MAX_BYTES);
  else if (self->status < 200 || self->status > 299)
    set_status_error (self, url, error);
  else
    return read_models (self, url, error);
  return NULL;
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WeftChat *chat = g_task_get_source_object (task);
  List *self = g_task_get_task_data (task);
  WeftStreamEnd end = WEFT_END_EOF;
  GPtrArray *models = NULL;
  GError *error = NULL;

  if (weft_http_transport_ask_finish (WEFT_HTTP_TRANSPORT (source), result, &end, &error))
    models = take_answer (self, chat->endpoint, end, &error);
  if (models != NULL)
    g_task_return_pointer (task, models, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
key_found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WeftChat *chat = g_task_get_source_object (task);
  List *self = g_task_get_task_data (task);
  const WeftHttpRequest request = { chat->endpoint, "GET", "/models", "application/json", NULL };
  const WeftWireSink sink = { head_cb, bytes_cb, self };
  GError *error = NULL;

  self->key = weft_endpoint_find_key_finish (chat->endpoint, result, NULL, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    weft_http_transport_ask_async (WEFT_HTTP_TRANSPORT (chat->transport), &request, &sink,
                                   g_task_get_cancellable (task), asked_cb, g_object_ref (task));
}

/**
 * weft_chat_list_models_async: (skip)
 * @self: a chat
 * @cancellable: (nullable): to stop
 * @callback: called with the list
 * @data: for @callback
 *
 * Asks for the models: the quickest way to see whether URL and key are right.
 */
void
weft_chat_list_models_async (WeftChat *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;
  List *list;

  g_return_if_fail (WEFT_IS_CHAT (self));

  list = g_new0 (List, 1);
  task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, weft_chat_list_models_async);
  list->bytes = g_byte_array_new ();
  g_task_set_task_data (task, list, list_free);
  if (WEFT_IS_HTTP_TRANSPORT (self->transport))
    weft_endpoint_find_key_async (self->endpoint, cancellable, key_found_cb, g_object_ref (task));
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("this planner has no list of models"));
}

/**
 * weft_chat_list_models_finish: (skip)
 * @self: a chat
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full) (element-type WeftChatModel): the models in the server's order; %NULL with a sentence that
 *   says what is wrong and what to do
 */
GPtrArray *
weft_chat_list_models_finish (WeftChat *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
