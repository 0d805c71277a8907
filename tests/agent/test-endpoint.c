/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: which URLs are safe, what a file may say, where they are kept; and what is taken out of text from outside. */
#include "agent-fixture.h"

#include <glib/gstdio.h>
#include <math.h>

#include "agent/weft-endpoint-presets.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

static void
test_safe_urls (void)
{
  static const struct
  {
    const char *url, *expected;
    gboolean loopback;
  } cases[] = {
    { "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", TRUE },
    { "http://127.9.9.9/v1/", "http://127.9.9.9/v1", TRUE },
    { "HTTP://LocalHost:80/v1///", "http://localhost/v1", TRUE },
    { "http://api.localhost/v1", "http://api.localhost/v1", TRUE },
    { "http://[::1]:8080/v1", "http://[::1]:8080/v1", TRUE },
    { "https://api.example.com/v1", "https://api.example.com/v1", FALSE },
    { "https://api.example.com:443/v1", "https://api.example.com/v1", FALSE },
    { "https://api.example.com", "https://api.example.com", FALSE },
    { "https://api.example.com/a%20b/v1/chat/completions", "https://api.example.com/a%20b/v1", FALSE },
    { "http://127.0.0.1.example.com/v1", "http://127.0.0.1.example.com/v1", FALSE },
    { "http://localhost.example.com/v1", "http://localhost.example.com/v1", FALSE },
    { "http://0.0.0.0/v1", "http://0.0.0.0/v1", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new ("e", cases[i].url, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (weft_endpoint_get_url (endpoint), ==, cases[i].expected);
      g_assert_cmpint (weft_endpoint_is_loopback (endpoint), ==, cases[i].loopback);
    }
}

static void
test_unsafe_urls (void)
{
  static const char *const urls[] = {
    "", "127.0.0.1:8080", "/v1", "file:///etc/passwd", "ftp://example.com/v1", "javascript:alert(1)", "unix:/run/x",
    "http://", "http:///v1", "http://user@example.com/v1", "https://user:" CANARY "@example.com/v1",
    "http://example.com/v1?key=" CANARY, "http://example.com/v1#x", "http://example.com/v 1", "http://exa\nmple.com/v1",
    "http://example.com\\@evil.example/v1", "http://example.com:0/v1", "http://example.com:99999/v1",
    "http://example.com/v1\r\nX: y",
  };
  g_autofree char *huge = g_strnfill (100000, 'a');
  g_autofree char *long_url = g_strconcat ("http://example.com/", huge, NULL);
  g_autoptr (GError) long_error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new ("e", urls[i], NULL, &error);

      g_assert_null (endpoint);
      g_assert_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_URL);
      g_assert_null (strstr (error->message, CANARY));
    }
  g_assert_null (weft_endpoint_new ("e", long_url, NULL, &long_error));
  g_assert_nonnull (strstr (long_error->message, "100019 bytes, expected at most 2048"));
}

static void
test_new_url (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint ("http://192.0.2.1/v1");
  gboolean consent = FALSE;

  g_object_set (endpoint, "consent-plain-http", TRUE, "url", "file:///x", NULL);
  g_assert_cmpstr (weft_endpoint_get_url (endpoint), ==, "http://192.0.2.1/v1");
  g_assert_false (weft_endpoint_set_url (endpoint, "ftp://x/", NULL));
  /* A consent is for one place. */
  g_object_set (endpoint, "url", "http://192.0.2.2/v1/", NULL);
  g_assert_cmpstr (weft_endpoint_get_url (endpoint), ==, "http://192.0.2.2/v1");
  g_object_get (endpoint, "consent-plain-http", &consent, NULL);
  g_assert_false (consent);
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static const char whole[] =
  "{\"name\":\"lab\",\"url\":\"http://192.0.2.1/v1\",\"model\":\"m\",\"key_variable\":\"\",\"key_file\":\"k\","
  "\"reasoning_effort\":\"low\",\"price_date\":\"2026-11-01\",\"ca_file\":\"/ca.pem\",\"consent_plain_http\":true,"
  "\"fields\":{\"stream_options\":false,\"temperature\":true,\"top_p\":false,\"seed\":true,\"max_tokens\":false,"
  "\"max_completion_tokens\":true,\"parallel_tool_calls\":true,\"response_format\":false,\"reasoning_effort\":true,"
  "\"tool_choice\":false,\"reasoning_content\":true},\"max_tokens\":100,\"context_tokens\":4096,\"temperature\":0.5,"
  "\"top_p\":0.9,\"price_prompt\":1,\"price_completion\":2.5,\"connect_s\":1,\"first_byte_s\":2,\"silence_s\":3,"
  "\"turn_s\":4}";

static void
test_json (void)
{
  g_autoptr (JsonNode) root = parse (whole);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new_from_json (root, "lab.json", &error);
  g_autoptr (JsonNode) again = NULL;
  g_autofree char *text = NULL;
  double turn_s = 0;

  g_assert_no_error (error);
  again = weft_endpoint_to_json (endpoint);
  text = weft_json_write_compact (again);
  g_assert_cmpstr (text, ==, whole);
  g_assert_true (weft_endpoint_has_field (endpoint, WEFT_FIELD_REASONING_BACK));
  g_assert_false (weft_endpoint_has_field (endpoint, WEFT_FIELD_STREAM_USAGE));
  g_object_get (endpoint, "turn-s", &turn_s, NULL);
  g_assert_cmpfloat (turn_s, ==, 4);
  g_assert_cmpfloat (weft_endpoint_cost_usd (endpoint, 2000000, 1000000), ==, 4.5);
}

static void
test_defaults (void)
{
  g_autoptr (JsonNode) root = parse ("{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"model\":null,\"fields\":{\"seed\":null}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new_from_json (root, "a.json", &error);
  double first_byte_s = 0, temperature = 0;

  g_assert_no_error (error);
  g_assert_cmpstr (weft_endpoint_get_model (endpoint), ==, "");
  g_object_get (endpoint, "first-byte-s", &first_byte_s, "temperature", &temperature, NULL);
  g_assert_cmpfloat (first_byte_s, ==, 300);
  g_assert_true (isnan (temperature));
  g_assert_true (weft_endpoint_has_field (endpoint, WEFT_FIELD_MAX_TOKENS));
  g_assert_false (weft_endpoint_has_field (endpoint, WEFT_FIELD_MAX_COMPLETION_TOKENS));
  g_assert_false (weft_endpoint_has_field (endpoint, WEFT_FIELD_REASONING_BACK));
  /* Unknown is not free of charge. */
  g_assert_true (isnan (weft_endpoint_cost_usd (endpoint, 1, 1)));
  /* Out of range: not taken. */
  g_object_set (endpoint, "first-byte-s", -1.0, "silence-s", NAN, "temperature", 11.0, NULL);
  g_object_get (endpoint, "first-byte-s", &first_byte_s, "temperature", &temperature, NULL);
  g_assert_cmpfloat (first_byte_s, ==, 300);
  g_assert_true (isnan (temperature));
}

static void
test_bad_json (void)
{
  static const struct
  {
    const char *text, *message;
  } cases[] = {
    { "[]", "a.json: " },
    { "{\"url\":\"http://localhost/v1\"}", "name" },
    { "{\"name\":\"a\"}", "url" },
    { "{\"name\":\"\",\"url\":\"http://localhost/v1\"}", "a.json: /name" },
    { "{\"name\":1,\"url\":\"http://localhost/v1\"}", "a.json: /name" },
    { "{\"name\":\"a\",\"url\":\"ftp://x/\"}", "a.json: /url: ftp://x/: only http" },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"modell\":\"m\"}", "a.json: /modell: there is no such member; did you mean “model”?" },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"api_key\":\"" CANARY "\"}", "a.json: /api_key: there is no such member" },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"fields\":{\"sed\":true}}", "a.json: /fields/sed: " },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"fields\":{\"seed\":1}}", "a.json: /fields/seed: " },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"turn_s\":0}", "a.json: /turn_s: found the number 0, expected a number from 0.001" },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"max_tokens\":-1}", "a.json: /max_tokens: " },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"max_tokens\":1.5}", "a.json: /max_tokens: " },
    { "{\"name\":\"a\",\"url\":\"http://localhost/v1\",\"price_prompt\":-1}", "a.json: /price_prompt: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) root = parse (cases[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new_from_json (root, "a.json", &error);

      g_assert_null (endpoint);
      g_assert_nonnull (strstr (error->message, cases[i].message));
      g_assert_null (strstr (error->message, CANARY));
    }
}

/* The published schema and the reader know the same members. */
static void
test_schema (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "data", "schema", "endpoint.schema.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) schema = weft_json_load (path, NULL, &error);
  g_autoptr (JsonNode) root = parse (whole);
  JsonObject *known, *fields;
  g_autoptr (GList) keys = NULL;
  g_autoptr (GList) field_keys = NULL;

  g_assert_no_error (error);
  known = json_object_get_object_member (json_node_get_object (schema), "properties");
  fields = json_object_get_object_member (json_object_get_object_member (known, "fields"), "properties");
  keys = json_object_get_members (json_node_get_object (root));
  field_keys = json_object_get_members (json_object_get_object_member (json_node_get_object (root), "fields"));
  for (GList *at = keys; at != NULL; at = at->next)
    g_assert_true (json_object_has_member (known, at->data));
  for (GList *at = field_keys; at != NULL; at = at->next)
    g_assert_true (json_object_has_member (fields, at->data));
  g_assert_cmpuint (json_object_get_size (known), ==, g_list_length (keys) + 1); /* and $schema */
  g_assert_cmpuint (json_object_get_size (fields), ==, WEFT_N_FIELDS);
  g_assert_cmpuint (g_list_length (field_keys), ==, WEFT_N_FIELDS);
}

static void
test_presets (void)
{
  guint n = 0;
  g_autoptr (GError) error = NULL;

  for (const WeftEndpointPreset *preset = weft_endpoint_presets; preset->id != NULL; preset++, n++)
    {
      g_autoptr (GError) reason = NULL;
      g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new_from_preset (preset->id, "m", &reason);
      g_autofree char *variable = NULL;

      g_assert_no_error (reason);
      g_assert_cmpstr (weft_endpoint_get_url (endpoint), ==, preset->url);
      g_object_get (endpoint, "key-variable", &variable, NULL);
      g_assert_cmpstr (variable, ==, preset->key_variable);
      /* A key never goes over a network as plain text by our own doing. */
      g_assert_true (weft_endpoint_is_loopback (endpoint) || g_str_has_prefix (preset->url, "https:"));
      g_assert_cmpint (weft_endpoint_has_field (endpoint, WEFT_FIELD_MAX_TOKENS)
                       + weft_endpoint_has_field (endpoint, WEFT_FIELD_MAX_COMPLETION_TOKENS), ==, 1);
      g_assert_cmpuint (preset->fields_on & preset->fields_off, ==, 0);
    }
  g_assert_cmpuint (n, ==, 9);
  g_assert_null (weft_endpoint_new_from_preset ("llama", NULL, &error));
  g_assert_nonnull (strstr (error->message, "llama-server, vllm"));
}

static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-endpoints-XXXXXX", NULL);
  g_autofree char *inner = g_build_filename (folder, "a", "b", NULL);
  g_autofree char *bad = g_build_filename (inner, "bad.json", NULL);
  static const char *const names[] = { "Zebra/../x", "local", "Local GPU", "local-gpu" };
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GListModel) list = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEndpoint) found = NULL;

  g_setenv ("WEFT_ENDPOINT_DIR", inner, TRUE);
  list = weft_endpoint_list (NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new (names[i], "http://localhost/v1", "m", NULL);

      g_assert_true (weft_endpoint_save (endpoint, &error));
      g_assert_no_error (error);
    }
  g_assert_true (g_file_set_contents (bad, "{\"name\":\"bad\"}", -1, NULL));

  g_clear_object (&list);
  list = weft_endpoint_list (problems, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 4);
  g_assert_cmpuint (problems->len, ==, 1);
  g_assert_nonnull (strstr (problems->pdata[0], "bad.json"));

  found = weft_endpoint_find ("zebra/../x", &error);
  g_assert_null (found); /* a path, not a name */
  g_clear_error (&error);
  found = weft_endpoint_find ("LOCAL", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (weft_endpoint_get_name (found), ==, "local");
  /* What a server refused is remembered, what was changed for one run is not. */
  weft_endpoint_set_field (found, WEFT_FIELD_SEED, FALSE);
  g_object_set (found, "model", "for this run", NULL);
  g_assert_true (weft_endpoint_remember_fields (found, &error));
  g_assert_no_error (error);
  {
    g_autoptr (WeftEndpoint) again = weft_endpoint_find ("local", NULL);

    g_assert_false (weft_endpoint_has_field (again, WEFT_FIELD_SEED));
    g_assert_true (weft_endpoint_has_field (again, WEFT_FIELD_MAX_TOKENS));
    g_assert_cmpstr (weft_endpoint_get_model (again), ==, "m");
  }
  /* A new name stays in the old file. */
  g_object_set (found, "name", "renamed", NULL);
  g_assert_true (weft_endpoint_save (found, NULL));
  g_clear_object (&list);
  list = weft_endpoint_list (NULL, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 4);
  g_assert_true (weft_endpoint_delete (found, NULL));
  g_clear_object (&found);
  found = weft_endpoint_find ("renamd", &error);
  g_assert_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_PROFILE);
  g_clear_error (&error);
  found = weft_endpoint_find (bad, &error);
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_MISSING);
}

static void
test_redact (void)
{
  static const struct
  {
    const char *text, *key, *expected;
  } cases[] = {
    { "all is well", NULL, "all is well" },
    { "key abc123 and abc123", "abc123", "key … and …" },
    { "Authorization: Bearer abc.def-1, more", NULL, "Authorization: Bearer …, more" },
    { "BEARER\tx", NULL, "Bearer …" },
    { "Incorrect API key provided: sk-abc***xyz.", NULL, "Incorrect API key provided: sk-…" },
    { "a risk-free task-list", NULL, "a risk-free task-list" },
    { "http://me:secret@host/v1?key=secret&x=1 failed", NULL, "http://…@host/v1?… failed" },
    { "see https://host/path.", NULL, "see https://host/path." },
    { "\x1b[31mred\xff", NULL, "\xef\xbf\xbd[31mred\xef\xbf\xbd" },
    { "short a", "a", "short a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *clean = weft_endpoint_redact (cases[i].text, cases[i].key);

      g_assert_cmpstr (clean, ==, cases[i].expected);
    }
}

/* Text that is made to keep a search busy. */
static void
test_redact_long (void)
{
  static const char *const pieces[] = { "a.", "http://", "a://", "bearer ", "sk-", "http://x?" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *clean = NULL;

      while (text->len < 100000)
        g_string_append (text, pieces[i]);
      g_string_append (text, " end");
      clean = weft_endpoint_redact (text->str, CANARY);
      g_assert_true (g_str_has_suffix (clean, " end"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/endpoint/safe-urls", test_safe_urls);
  g_test_add_func ("/agent/endpoint/unsafe-urls", test_unsafe_urls);
  g_test_add_func ("/agent/endpoint/new-url", test_new_url);
  g_test_add_func ("/agent/endpoint/json", test_json);
  g_test_add_func ("/agent/endpoint/defaults", test_defaults);
  g_test_add_func ("/agent/endpoint/bad-json", test_bad_json);
  g_test_add_func ("/agent/endpoint/schema", test_schema);
  g_test_add_func ("/agent/endpoint/presets", test_presets);
  g_test_add_func ("/agent/endpoint/files", test_files);
  g_test_add_func ("/agent/endpoint/redact", test_redact);
  g_test_add_func ("/agent/endpoint/redact-long", test_redact_long);

  return g_test_run ();
}
