/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of models, as known servers write it, and in plain words why there is none. */
#include "chat-fixture.h"

static GPtrArray *
list_models (Asker *asker, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  weft_chat_list_models_async (asker->chat, asker->cancellable, keep_result_cb, &result);
  return weft_chat_list_models_finish (asker->chat, wait_for (&result), error);
}

static const struct
{
  const char *name, *body, *id;
  guint64 context_tokens;
  guint n;
} lists[] = {
  { "llama-server",
    "{\"models\":[{\"name\":\"weft-tiny\"}],\"object\":\"list\",\"data\":[{\"id\":\"weft-tiny\",\"aliases\":[\"weft-tiny\"],"
    "\"object\":\"model\",\"owned_by\":\"llamacpp\",\"meta\":{\"n_vocab\":401,\"n_ctx\":4096,\"n_ctx_train\":8192}}]}",
    "weft-tiny", 4096, 1 },
  { "vllm", "{\"object\":\"list\",\"data\":[{\"id\":\"org/m\",\"max_model_len\":32768},{\"id\":\"lora\",\"max_model_len\":null}]}", "org/m", 32768, 2 },
  { "plain", "{\"object\":\"list\",\"data\":[{\"id\":\"m\",\"object\":\"model\"}]}", "m", 0, 1 },
  { "odd",
    "{\"data\":[1,null,{},{\"id\":7},{\"id\":\"\"},{\"id\":\"a\\u001b[31m\"},{\"id\":\"good\",\"meta\":[],\"context_length\":\"x\"}]}", "good", 0, 1 },
  { "negative", "{\"data\":[{\"id\":\"m\",\"max_model_len\":-5,\"context_length\":1e300,\"meta\":{\"n_ctx\":true}}]}", "m", 0, 1 },
};

static char *
with_head (const char *status, const char *type, const char *body)
{
  return g_strdup_printf ("HTTP/1.1 %s\r\nContent-Type: %s\r\n\r\n%s", status, type, body);
}

static void
test_list (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *answer = with_head ("200 OK", "application/json", lists[i].body);
  g_auto (Script) script = { { answer } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = list_models (&asker, &error);
  const WeftChatModel *first;

  g_assert_no_error (error);
  g_assert_cmpuint (models->len, ==, lists[i].n);
  first = models->pdata[0];
  g_assert_cmpstr (first->id, ==, lists[i].id);
  g_assert_cmpuint (first->context_tokens, ==, lists[i].context_tokens);
  g_assert_true (g_str_has_prefix (raw_server_request (asker.server, 0), "GET /v1/models HTTP/1.1\r\n"));
}

static const struct
{
  const char *name, *status, *type, *body, *words;
} failures[] = {
  { "no-key", "401 No", "application/json", "{\"error\":{\"message\":\"Invalid API Key " CANARY "\"}}", "does not accept the key" },
  { "forbidden", "403 No", "text/html", "<h1>no</h1>", "asking one may still work" },
  { "not-found", "404 No", "text/plain", "", "mostly ends in /v1" },
  { "loading", "503 Busy", "application/json", "{\"error\":{\"message\":\"Loading model\"}}", "loading the model" },
  { "redirect", "301 There", "text/html", "", "redirects are not followed" },
  { "odd", "418 Tea", "text/html", "<b>teapot</b>", "HTTP 418: teapot" },
  { "page", "200 OK", "text/html", "<!doctype html><title>Log in</title>", "no list of models" },
  { "no-data", "200 OK", "application/json", "{\"data\":{}}", "no list of models" },
  { "empty", "200 OK", "application/json", "", "no list of models" },
};

static void
test_failure (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *answer = with_head (failures[i].status, failures[i].type, failures[i].body);
  g_auto (Script) script = { { answer } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = NULL;

  weft_endpoint_set_session_key (asker.endpoint, CANARY);
  models = list_models (&asker, &error);
  g_assert_null (models);
  g_assert_nonnull (strstr (error->message, failures[i].words));
  g_assert_true (g_str_has_prefix (error->message, asker.server->url));
  g_assert_null (strstr (error->message, CANARY));
}

static void
test_wants_key (void)
{
  g_autofree char *answer = with_head ("401 No", "application/json", "{}");
  g_auto (Script) script = { { answer } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = list_models (&asker, &error);

  g_assert_null (models);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_nonnull (strstr (error->message, "wants a key"));
}

/* 3,000 models, one with a long name: no more than 2,000 are taken. */
static void
test_many (void)
{
  g_autoptr (GString) body = g_string_new ("{\"data\":[{\"id\":\"");
  g_autofree char *long_id = g_strnfill (257, 'a');
  g_autofree char *answer = NULL;
  g_auto (Script) script = { { NULL } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = NULL;

  g_string_append_printf (body, "%s\"}", long_id);
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (body, ",{\"id\":\"m%u\"}", i);
  g_string_append (body, "]}");
  script.answers[0] = answer = with_head ("200 OK", "application/json", body->str);
  models = list_models (&asker, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (models->len, ==, 2000);
  g_assert_cmpstr (((WeftChatModel *) models->pdata[0])->id, ==, "m0");
}

static void
test_too_long (void)
{
  g_autofree char *body = g_strnfill (5 * 1024 * 1024, ' ');
  g_autofree char *answer = with_head ("200 OK", "application/json", body);
  g_auto (Script) script = { { answer } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (GError) error = NULL;

  g_assert_null (list_models (&asker, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
}

static void
test_cancel (void)
{
  g_auto (Script) script = { { "" } };
  g_auto (Asker) asker = asker_begin (play_script_and_wait, &script);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  weft_chat_list_models_async (asker.chat, asker.cancellable, keep_result_cb, &result);
  while (raw_server_count (asker.server) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (asker.cancellable);
  g_assert_null (weft_chat_list_models_finish (asker.chat, wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  begin_log ();
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/models/list/", lists[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_list);
    }
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/models/failure/", failures[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_failure);
    }
  g_test_add_func ("/agent/models/wants-key", test_wants_key);
  g_test_add_func ("/agent/models/many", test_many);
  g_test_add_func ("/agent/models/too-long", test_too_long);
  g_test_add_func ("/agent/models/cancel", test_cancel);

  return g_test_run ();
}
