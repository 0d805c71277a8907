/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chats over TLS: a certificate that nobody known has signed, the user's own CA file, a certificate of another host. */
#include "chat-fixture.h"

#include <libsoup/soup.h>

typedef struct
{
  SoupServer *server;
  char *certificate; /* its file */
  char *url;
  guint n_requests;
} Secure;

static void
serve_cb (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  static const char answer[] = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\n";

  ((Secure *) data)->n_requests++;
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "text/event-stream", SOUP_MEMORY_STATIC, answer, strlen (answer));
}

/* FALSE where there is no TLS, or no program that makes certificates. */
static gboolean
secure_init (Secure *self, const char *alternative_name)
{
  g_autofree char *openssl = g_find_program_in_path ("openssl");
  g_autofree char *folder = g_dir_make_tmp ("weft-tls-XXXXXX", NULL);
  g_autofree char *key = g_build_filename (folder, "key.pem", NULL);
  g_autofree char *extension = g_strconcat ("subjectAltName=", alternative_name, NULL);
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GError) error = NULL;
  GSList *uris;

  self->certificate = g_build_filename (folder, "certificate.pem", NULL);
  {
    const char *const command[] = {
      openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=weft", "-addext", extension,
      "-keyout", key, "-out", self->certificate, NULL,
    };

    if (openssl == NULL || !g_tls_backend_supports_tls (g_tls_backend_get_default ())
        || !g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL))
      return FALSE;
  }
  certificate = g_tls_certificate_new_from_files (self->certificate, key, &error);
  g_assert_no_error (error);
  self->server = soup_server_new ("tls-certificate", certificate, NULL);
  soup_server_add_handler (self->server, NULL, serve_cb, self, NULL);
  soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY | SOUP_SERVER_LISTEN_HTTPS, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->server);
  self->url = g_strdup_printf ("https://127.0.0.1:%d/v1", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return TRUE;
}

static void
secure_clear (Secure *self)
{
  g_clear_object (&self->server);
  g_free (self->certificate);
  g_free (self->url);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Secure, secure_clear)

/* @words: (nullable): in the error; NULL when it should succeed. */
static void
ask_secure (Secure *secure, const char *ca_file, const char *words)
{
  g_auto (Asker) asker = asker_for (NULL, make_endpoint (secure->url), weft_http_transport_new ());
  g_autoptr (WeftTurn) turn = NULL;
  guint before = secure->n_requests;

  weft_endpoint_set_session_key (asker.endpoint, CANARY);
  g_object_set (asker.endpoint, "ca-file", ca_file, NULL);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, words != NULL ? WEFT_TURN_ERROR : WEFT_TURN_OK);
  g_assert_cmpuint (secure->n_requests - before, ==, words != NULL ? 0 : 1);
  /* What is wrong with it stays wrong. */
  g_assert_cmpuint (asker.waits->len, ==, 0);
  if (words != NULL)
    g_assert_nonnull (strstr (turn->error->message, words));
  else
    g_assert_cmpstr (turn->content, ==, "Hello");
}

static void
test_own_ca (void)
{
  g_auto (Secure) secure = { 0 };

  if (!secure_init (&secure, "IP:127.0.0.1"))
    {
      g_test_skip ("no TLS, or no openssl");
      return;
    }
  ask_secure (&secure, NULL, "(ca_file)");
  ask_secure (&secure, secure.certificate, NULL);
  ask_secure (&secure, "/nowhere/ca.pem", "the CA file cannot be read");
}

static void
test_other_host (void)
{
  g_auto (Secure) secure = { 0 };

  if (!secure_init (&secure, "DNS:elsewhere.example"))
    {
      g_test_skip ("no TLS, or no openssl");
      return;
    }
  ask_secure (&secure, secure.certificate, "it is for another host");
}

int
main (int argc, char *argv[])
{
  begin_log ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/tls/own-ca", test_own_ca);
  g_test_add_func ("/agent/tls/other-host", test_other_host);

  return g_test_run ();
}
