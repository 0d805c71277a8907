/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorded answers over HTTP: through a server library, cut at random, and as raw bytes where the connection breaks. */
#include "chat-fixture.h"

#include <libsoup/soup.h>

#include "agent/weft-turn-case.h"
#include "base/weft-random.h"

/* Larger ones are for the reader's own test. */
#define MAX_BODY (1024 * 1024 * 11)
#define MAX_PIECE 400
#define MAX_PIECES 300

/* One answer of the server library, under way. */
typedef struct
{
  const WeftTurnCase *recorded;
  SoupServerMessage *message;
  gsize at;
  gsize max_piece;
  WeftRandom random;
  guint source;
} Reply;

static guint n_replies; /* under way */

static void
finished_cb (SoupServerMessage *message, gpointer data)
{
  Reply *reply = data;

  g_clear_handle_id (&reply->source, g_source_remove);
  g_free (reply);
  n_replies--;
}

static gboolean
next_piece_cb (gpointer data)
{
  Reply *reply = data;
  SoupMessageBody *body = soup_server_message_get_response_body (reply->message);
  gsize length;
  const guint8 *bytes = g_bytes_get_data (reply->recorded->body, &length);
  gsize any = 1 + weft_random_below (&reply->random, (guint) reply->max_piece);
  gsize piece = MIN (any, length - reply->at);
  gboolean more = piece > 0;

  if (more)
    soup_message_body_append (body, SOUP_MEMORY_COPY, bytes + reply->at, piece);
  else
    {
      soup_message_body_complete (body);
      reply->source = 0;
    }
  reply->at += piece;
  soup_server_message_unpause (reply->message);
  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
add_header (gpointer name, gpointer value, gpointer data)
{
  soup_message_headers_replace (data, name, value);
}

static void
serve_cb (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  const WeftTurnCase *recorded = data;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  Reply *reply = g_new0 (Reply, 1);

  g_assert_cmpstr (path, ==, "/v1/chat/completions");
  n_replies++;
  reply->recorded = recorded;
  reply->message = message;
  reply->max_piece = MAX (MAX_PIECE, g_bytes_get_size (recorded->body) / MAX_PIECES);
  weft_random_init (&reply->random, g_str_hash (recorded->id), 0);
  soup_server_message_set_status (message, recorded->status, NULL);
  g_hash_table_foreach (recorded->headers, add_header, headers);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  soup_server_message_pause (message);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), reply);
  reply->source = g_idle_add (next_piece_cb, reply);
}

static void
compare (const WeftTurnCase *recorded, WeftTurn *turn)
{
  g_autoptr (JsonNode) result = weft_turn_to_json (turn);
  g_autofree char *difference = weft_turn_case_compare (recorded, result);

  /* Nothing is read after the end, unless it came with it. */
  if (difference != NULL && strstr (difference, "expected [\"data-after-done\"]") != NULL)
    return;
  if (difference != NULL)
    g_test_message ("%s: %s", recorded->id, difference);
  g_assert_null (difference);
}

static void
play_soup (const WeftTurnCase *recorded)
{
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *url = NULL;
  GSList *uris;

  soup_server_add_handler (server, NULL, serve_cb, (gpointer) recorded, NULL);
  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (server);
  url = g_strdup_printf ("http://127.0.0.1:%d/v1", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  {
    g_auto (Asker) asker = asker_for (NULL, make_endpoint (url), weft_http_transport_new ());
    g_autoptr (WeftTurn) turn = NULL;

    asker.request.tool_names = (const char *const *) recorded->tools;
    turn = asker_ask (&asker);
    compare (recorded, turn);
  }
  while (n_replies > 0)
    g_main_context_iteration (NULL, TRUE);
  soup_server_disconnect (server);
}

/* Whole, then broken off inside of a chunk or with a reset. */
static void
break_off (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  const WeftTurnCase *recorded = server->data;
  gsize length;
  const char *body = g_bytes_get_data (recorded->body, &length);
  g_autofree char *size = g_strdup_printf ("%zx\r\n", length);

  raw_text (connection, CHUNKED);
  raw_text (connection, size);
  raw_write (connection, body, length);
  if (recorded->end == WEFT_END_RESET)
    {
      raw_text (connection, "\r\n");
      g_usleep (300000); /* a reset takes away what has not been read yet */
      raw_reset (connection);
    }
}

static void
play_raw (const WeftTurnCase *recorded)
{
  g_auto (Asker) asker = asker_begin (break_off, recorded);
  g_autoptr (WeftTurn) turn = NULL;

  asker.request.tool_names = (const char *const *) recorded->tools;
  turn = asker_ask (&asker);
  compare (recorded, turn);
}

static void
test_case (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "agent", "streams", data, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTurnCase) recorded = weft_turn_case_load (path, &error);

  g_assert_no_error (error);
  if (recorded->framing || recorded->end == WEFT_END_CANCELLED || g_bytes_get_size (recorded->body) > MAX_BODY
      || memcmp (&recorded->limits, &weft_turn_default_limits, sizeof recorded->limits) != 0)
    g_test_skip ("for the reader alone");
  else if (recorded->end == WEFT_END_EOF)
    play_soup (recorded);
  else
    play_raw (recorded);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  begin_log ();
  g_test_init (&argc, &argv, NULL);
  folder = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "agent", "streams", NULL);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      {
        g_autofree char *test = g_strdup_printf ("/agent/streams/%.*s", (int) strlen (name) - 5, name);

        g_test_add_data_func_full (test, g_strdup (name), test_case, g_free);
      }
  return g_test_run ();
}
