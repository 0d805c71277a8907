/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The connections by which a rank that ends is noticed. */
#include "config.h"

#include "cli/mpi/weft-mpi-watch.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "cli/weft-cli.h"

/* Longest wait for a rank that has started to connect. */
#define CONNECT_TIMEOUT_S 60

/* What rank 0 sends to ranks that shall end. */
#define DISMISSAL 'd'

/* What a rank says first. */
typedef struct
{
  char token[40];
  guint32 rank;
} Greeting;

/* Lives as long as the process: its thread may. */
struct _WeftMpiWatch
{
  guint size;
  char token[40];
  GSocket *listener;
  GSocket **ranks; /* of size; the 0th is NULL */
  GSocket *rank_0; /* of the other ranks */
  guint rank;
  guint lost;       /* atomic */
  gboolean stopped; /* atomic */
};

static GSocket *
open_listener (gboolean one_host, GError **error)
{
  GInetAddress *any = one_host ? g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4)
                               : g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (any, 0);
  g_autoptr (GSocket) socket = NULL;

  g_object_unref (any);
  socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, error);
  if (socket == NULL || !g_socket_bind (socket, address, FALSE, error))
    return NULL;
  g_socket_set_listen_backlog (socket, 1024);
  g_socket_set_timeout (socket, CONNECT_TIMEOUT_S);
  return g_socket_listen (socket, error) ? g_steal_pointer (&socket) : NULL;
}

WeftMpiWatch *
weft_mpi_watch_new (guint size, gboolean one_host, WeftMpiAddress *address, GError **error)
{
  g_autoptr (GSocket) listener = open_listener (one_host, error);
  g_autoptr (GSocketAddress) local = listener != NULL ? g_socket_get_local_address (listener, error) : NULL;
  g_autofree char *token = g_uuid_string_random ();
  WeftMpiWatch *self;

  if (local == NULL)
    return NULL;
  self = g_new0 (WeftMpiWatch, 1);
  self->size = size;
  self->listener = g_steal_pointer (&listener);
  self->ranks = g_new0 (GSocket *, size);
  g_strlcpy (self->token, token, sizeof self->token);
  *address = (WeftMpiAddress) { .port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (local)) };
  g_strlcpy (address->host, one_host ? "127.0.0.1" : g_get_host_name (), sizeof address->host);
  g_strlcpy (address->token, token, sizeof address->token);
  return self;
}

/* Reads all @length bytes. */
static gboolean
receive (GSocket *socket, gpointer bytes, gsize length)
{
  gsize at = 0;

  while (at < length)
    {
      gssize n = g_socket_receive (socket, (char *) bytes + at, length - at, NULL, NULL);

      if (n <= 0)
        return FALSE;
      at += (gsize) n;
    }
  return TRUE;
}

/* FALSE for a stranger. */
static gboolean
greet (WeftMpiWatch *self, GSocket *socket)
{
  Greeting greeting;

  g_socket_set_timeout (socket, CONNECT_TIMEOUT_S);
  if (!receive (socket, &greeting, sizeof greeting) || memcmp (greeting.token, self->token, sizeof self->token) != 0
      || greeting.rank == 0 || greeting.rank >= self->size || self->ranks[greeting.rank] != NULL)
    return FALSE;
  self->ranks[greeting.rank] = g_object_ref (socket);
  return TRUE;
}

/* Until a connection ends, or none need be watched any more. */
static gpointer
watch_ranks (gpointer data)
{
  WeftMpiWatch *self = data;
  g_autofree GPollFD *fds = g_new0 (GPollFD, self->size);
  guint n = self->size - 1;

  for (guint i = 0; i < n; i++)
    fds[i] = (GPollFD) { .fd = g_socket_get_fd (self->ranks[i + 1]), .events = G_IO_IN };
  while (g_poll (fds, n, -1) < 0)
    continue;
  for (guint i = 0; i < n; i++)
    if (fds[i].revents != 0 && !g_atomic_int_get (&self->stopped))
      {
        g_atomic_int_set (&self->lost, i + 1);
        break;
      }
  return NULL;
}

gboolean
weft_mpi_watch_start (WeftMpiWatch *self, GError **error)
{
  for (guint n = 1; n < self->size;)
    {
      g_autoptr (GSocket) socket = g_socket_accept (self->listener, NULL, error);

      if (socket == NULL)
        {
          g_prefix_error (error, _("%u of %u ranks have connected to rank 0: "), n - 1, self->size - 1);
          return FALSE;
        }
      n += greet (self, socket);
    }
  g_socket_close (self->listener, NULL);
  if (self->size > 1)
    g_thread_unref (g_thread_new ("weft-ranks", watch_ranks, self));
  return TRUE;
}

guint
weft_mpi_watch_lost (WeftMpiWatch *self)
{
  return (guint) g_atomic_int_get (&self->lost);
}

void
weft_mpi_watch_stop (WeftMpiWatch *self, gboolean dismiss)
{
  const char dismissal = DISMISSAL;

  g_atomic_int_set (&self->stopped, TRUE);
  for (guint i = 1; i < self->size && dismiss; i++)
    if (i != weft_mpi_watch_lost (self))
      g_socket_send (self->ranks[i], &dismissal, 1, NULL, NULL);
}

/* Ends the process with rank 0. One of the ranks says so, unless rank 0 has spoken itself. */
static gpointer
watch_rank_0 (gpointer data)
{
  WeftMpiWatch *self = data;
  char byte = 0;
  gboolean dismissed = receive (self->rank_0, &byte, 1) && byte == DISMISSAL;

  if (g_atomic_int_get (&self->stopped))
    return NULL;
  if (!dismissed && self->rank == 1)
    weft_cli_refuse (_("rank 0 was lost; what was evaluated before is in the trail, and “weft search --resume RUN” "
                       "goes on from there"));
  _exit (WEFT_EXIT_BAD);
}

WeftMpiWatch *
weft_mpi_watch_join (const WeftMpiAddress *address, guint rank, GError **error)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  Greeting greeting = { .rank = rank };
  WeftMpiWatch *self;
  GSocket *socket;

  g_socket_client_set_timeout (client, CONNECT_TIMEOUT_S);
  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect_to_host (client, address->host, address->port, NULL, error);
  if (connection == NULL)
    {
      g_prefix_error (error, _("rank %u cannot connect to rank 0 at %s, port %u: "), rank, address->host,
                      address->port);
      return NULL;
    }
  socket = g_socket_connection_get_socket (connection);
  memcpy (greeting.token, address->token, sizeof greeting.token);
  if (g_socket_send (socket, (const char *) &greeting, sizeof greeting, NULL, error) != sizeof greeting)
    return NULL;
  g_socket_set_timeout (socket, 0);
  self = g_new0 (WeftMpiWatch, 1);
  self->rank = rank;
  self->rank_0 = socket;
  g_object_ref (g_steal_pointer (&connection)); /* closed by the end of the process alone */
  g_thread_unref (g_thread_new ("weft-rank-0", watch_rank_0, self));
  return self;
}
