/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the key of an endpoint is found, in which order, and that it is written nowhere. */
#include "agent-fixture.h"

#include <glib/gstdio.h>

#include "base/weft-json-write.h"

#define URL "http://127.0.0.1:9/v1"

static char *folder;

static char *
find_key (WeftEndpoint *endpoint, const char **source, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  weft_endpoint_find_key_async (endpoint, NULL, keep_result_cb, &result);
  return weft_endpoint_find_key_finish (endpoint, wait_for (&result), source, error);
}

static void
assert_key (WeftEndpoint *endpoint, const char *expected, const char *expected_source)
{
  g_autoptr (GError) error = NULL;
  const char *source = NULL;
  g_autofree char *key = find_key (endpoint, &source, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (key, ==, expected);
  g_assert_cmpstr (source, ==, expected_source);
}

static void
assert_error (WeftEndpoint *endpoint, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *key = find_key (endpoint, NULL, &error);

  g_assert_null (key);
  g_assert_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (strstr (error->message, CANARY));
}

static gboolean
store_key (WeftEndpoint *endpoint, const char *key, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  weft_endpoint_store_key_async (endpoint, key, NULL, keep_result_cb, &result);
  return weft_endpoint_store_key_finish (endpoint, wait_for (&result), error);
}

static char *
write_file (const char *name, const char *text, guint mode)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, mode), ==, 0);
  return path;
}

/* Without a bus there is no keyring: that is quiet. */
static void
test_none (void)
{
  g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new ("e", URL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_unsetenv ("WEFT_API_KEY");
  assert_key (endpoint, NULL, NULL);
  g_assert_false (store_key (endpoint, CANARY, &error));
  g_assert_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY);
  g_assert_nonnull (strstr (error->message, "no keyring is running"));
  g_assert_null (strstr (error->message, CANARY));
}

static void
test_variable (void)
{
  g_autoptr (WeftEndpoint) endpoint = weft_endpoint_new ("e", URL, NULL, NULL);

  weft_endpoint_set_session_key (endpoint, "session");
  g_setenv ("WEFT_API_KEY", "  from-weft\n", TRUE);
  g_setenv ("WEFT_TEST_KEY", "from-test", TRUE);
  assert_key (endpoint, "from-weft", "variable");
  g_object_set (endpoint, "key-variable", "WEFT_TEST_KEY", NULL);
  assert_key (endpoint, "from-test", "variable");
  g_setenv ("WEFT_TEST_KEY", "", TRUE);
  assert_key (endpoint, "session", "session");
  g_object_set (endpoint, "key-variable", "", NULL);
  assert_key (endpoint, "session", "session");
  weft_endpoint_set_session_key (endpoint, NULL);
  assert_key (endpoint, NULL, NULL);

  /* What would break out of a header. */
  g_object_set (endpoint, "key-variable", "WEFT_TEST_KEY", NULL);
  g_setenv ("WEFT_TEST_KEY", CANARY "\r\nX-Evil: 1", TRUE);
  assert_error (endpoint, "WEFT_TEST_KEY");
  g_unsetenv ("WEFT_TEST_KEY");
  g_unsetenv ("WEFT_API_KEY");
  weft_endpoint_set_session_key (endpoint, "a b");
  assert_key (endpoint, NULL, NULL);
}

static void
test_file (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (URL);
  g_autofree char *good = write_file ("good", CANARY " \r\nmore\n", 0600);
  g_autofree char *read_only = write_file ("read-only", CANARY, 0400);
  g_autofree char *open = write_file ("open", CANARY, 0640);
  g_autofree char *empty = write_file ("empty", "\n" CANARY, 0600);
  g_autofree char *text = g_strnfill (100000, 'a');
  g_autofree char *huge = write_file ("huge", text, 0600);

  g_object_set (endpoint, "key-file", good, NULL);
  assert_key (endpoint, CANARY, "file");
  g_object_set (endpoint, "key-file", read_only, NULL);
  assert_key (endpoint, CANARY, "file");
  g_object_set (endpoint, "key-file", open, NULL);
  assert_error (endpoint, "mode 0640, expected 0600");
  g_object_set (endpoint, "key-file", empty, NULL);
  assert_error (endpoint, "the first line of the key file is empty");
  g_object_set (endpoint, "key-file", huge, NULL);
  assert_error (endpoint, "expected at most 8192");
  g_object_set (endpoint, "key-file", folder, NULL);
  assert_error (endpoint, "expected a file");
  g_object_set (endpoint, "key-file", "/nowhere/key", NULL);
  assert_error (endpoint, "/nowhere/key");
  /* What was typed is better than a complaint. */
  weft_endpoint_set_session_key (endpoint, "typed");
  assert_key (endpoint, "typed", "session");
  /* The file comes before it. */
  g_object_set (endpoint, "key-file", good, NULL);
  assert_key (endpoint, CANARY, "file");
}

/* Beside the profiles. */
static void
test_relative_file (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (URL);
  g_autofree char *path = write_file ("beside", "near", 0600);

  g_setenv ("WEFT_ENDPOINT_DIR", folder, TRUE);
  g_object_set (endpoint, "key-file", "beside", NULL);
  assert_key (endpoint, "near", "file");
  g_unsetenv ("WEFT_ENDPOINT_DIR");
}

static void
use_keyring (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (URL);
  g_autoptr (WeftEndpoint) other = make_endpoint ("http://127.0.0.1:10/v1");
  g_autofree char *file = write_file ("behind", "file", 0600);
  g_autoptr (GError) error = NULL;

  g_object_set (endpoint, "key-file", file, NULL);
  assert_key (endpoint, "file", "file");
  g_assert_true (store_key (endpoint, CANARY, &error));
  g_assert_no_error (error);
  assert_key (endpoint, CANARY, "keyring");
  assert_key (endpoint, CANARY, "keyring");
  /* Keys are for one place. */
  assert_key (other, NULL, NULL);
  g_assert_true (weft_endpoint_set_url (endpoint, "http://127.0.0.1:11/v1", NULL));
  assert_key (endpoint, "file", "file");
  g_assert_true (weft_endpoint_set_url (endpoint, URL, NULL));
  assert_key (endpoint, CANARY, "keyring");
  /* The variable comes first. */
  g_object_set (endpoint, "key-variable", "WEFT_TEST_KEY", NULL);
  g_setenv ("WEFT_TEST_KEY", "variable", TRUE);
  assert_key (endpoint, "variable", "variable");
  g_unsetenv ("WEFT_TEST_KEY");
  g_assert_true (store_key (endpoint, NULL, &error));
  g_assert_no_error (error);
  assert_key (endpoint, "file", "file");
}

/* A keyring in a file, which needs no bus; libsecret looks at the environment once. */
static void
test_keyring (void)
{
  g_autofree char *path = g_build_filename (folder, "keyring", NULL);

  if (g_test_subprocess ())
    {
      use_keyring ();
      return;
    }
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", path, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_unsetenv ("SECRET_BACKEND");
}

static void
test_cancel (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (URL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  weft_endpoint_find_key_async (endpoint, cancellable, keep_result_cb, &result);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_endpoint_find_key_finish (endpoint, wait_for (&result), NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_fingerprint (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (URL);
  g_autoptr (WeftEndpoint) other = make_endpoint ("http://127.0.0.1:10/v1");
  g_autofree char *a = weft_endpoint_fingerprint (endpoint, CANARY);
  g_autofree char *b = weft_endpoint_fingerprint (endpoint, CANARY "x");
  g_autofree char *c = weft_endpoint_fingerprint (other, CANARY);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, URL CANARY, -1);

  g_assert_cmpuint (strlen (a), ==, 8);
  g_assert_true (g_str_has_prefix (sum, a));
  g_assert_cmpstr (a, !=, b);
  g_assert_cmpstr (a, !=, c);
}

/* Neither a profile nor a property gives a key away. */
static void
test_written_nowhere (void)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (URL);
  g_autofree char *path = write_file ("private", CANARY, 0600);
  g_autofree char *text = NULL, *saved = NULL;
  g_autofree GParamSpec **specs = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftEndpoint) again = NULL;
  g_autofree char *profile = g_build_filename (folder, "test.json", NULL);
  guint n = 0;

  g_setenv ("WEFT_ENDPOINT_DIR", folder, TRUE);
  weft_endpoint_set_session_key (endpoint, CANARY);
  g_object_set (endpoint, "key-file", path, NULL);
  assert_key (endpoint, CANARY, "file");
  root = weft_endpoint_to_json (endpoint);
  text = weft_json_write_pretty (root);
  g_assert_null (strstr (text, CANARY));
  g_assert_true (weft_endpoint_save (endpoint, NULL));
  g_assert_true (g_file_get_contents (profile, &saved, NULL, NULL));
  g_assert_null (strstr (saved, CANARY));
  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (endpoint), &n);
  g_assert_cmpuint (n, ==, 19);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;
      g_autofree char *shown = NULL;

      g_object_get_property (G_OBJECT (endpoint), specs[i]->name, &value);
      shown = g_strdup_value_contents (&value);
      g_assert_null (strstr (shown, CANARY));
    }
  g_unsetenv ("WEFT_ENDPOINT_DIR");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("weft-key-XXXXXX", NULL);

  g_test_add_func ("/agent/key/none", test_none);
  g_test_add_func ("/agent/key/variable", test_variable);
  g_test_add_func ("/agent/key/file", test_file);
  g_test_add_func ("/agent/key/relative-file", test_relative_file);
  g_test_add_func ("/agent/key/keyring", test_keyring);
  g_test_add_func ("/agent/key/cancel", test_cancel);
  g_test_add_func ("/agent/key/fingerprint", test_fingerprint);
  g_test_add_func ("/agent/key/written-nowhere", test_written_nowhere);

  status = g_test_run ();
  g_free (folder);
  return status;
}
