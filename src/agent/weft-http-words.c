/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why there is no answer, in plain words: what happened, where, and what to do. */
#include "agent/weft-http-private.h"

#include <glib/gi18n-lib.h>

/* The timers' properties, numbered as the timers are. */
static const char *const timer_properties[] = { NULL, "connect-s", "first-byte-s", "silence-s", "turn-s" };

double
weft_http_timer_s (WeftHttpTimer timer, WeftEndpoint *endpoint)
{
  double seconds = 0;

  g_object_get (endpoint, timer_properties[timer], &seconds, NULL);
  return seconds;
}

static gboolean
is_https (WeftEndpoint *endpoint)
{
  return g_str_has_prefix (weft_endpoint_get_url (endpoint), "https:");
}

static char *
timer_words (WeftHttpTimer timer, double seconds)
{
  switch (timer)
    {
    case WEFT_HTTP_TIMER_CONNECT:
      return g_strdup_printf (_("no connection came about within %g s (connect_s)"), seconds);
    case WEFT_HTTP_TIMER_FIRST_BYTE:
      return g_strdup_printf (_("the server took the request but sent nothing within %g s (first_byte_s); it may be "
                                "loading the model, or the prompt is long for it"), seconds);
    case WEFT_HTTP_TIMER_SILENCE:
      return g_strdup_printf (_("the answer began and then nothing came for %g s (silence_s)"), seconds);
    case WEFT_HTTP_TIMER_TURN:
    case WEFT_HTTP_TIMER_NONE:
    default:
      return g_strdup_printf (_("the answer was not over after %g s (turn_s)"), seconds);
    }
}

/* Only a connection that did not come about may come about next time: the others are long waits already. */
GError *
weft_http_timer_error (WeftHttpTimer timer, WeftEndpoint *endpoint)
{
  g_autofree char *words = timer_words (timer, weft_http_timer_s (timer, endpoint));
  const char *hint = "";

  if (timer == WEFT_HTTP_TIMER_CONNECT && is_https (endpoint))
    hint = _(". If the server speaks plain HTTP, write http:// in its URL");
  return g_error_new (G_IO_ERROR, timer == WEFT_HTTP_TIMER_CONNECT ? G_IO_ERROR_HOST_UNREACHABLE : G_IO_ERROR_TIMED_OUT,
                      "%s: %s%s", weft_endpoint_get_url (endpoint), words, hint);
}

static char *
certificate_words (SoupMessage *message)
{
  GTlsCertificateFlags flags = soup_message_get_tls_peer_certificate_errors (message);
  const char *why = _("it cannot be trusted");

  if (flags & G_TLS_CERTIFICATE_UNKNOWN_CA)
    why = _("nobody known has signed it; if it is your own server’s, name the CA’s file in the profile (ca_file)");
  else if (flags & G_TLS_CERTIFICATE_BAD_IDENTITY)
    why = _("it is for another host");
  else if (flags & G_TLS_CERTIFICATE_EXPIRED)
    why = _("it has expired");
  else if (flags & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    why = _("it is not valid yet; look at this machine’s clock");
  return g_strdup_printf (_("the server’s certificate was refused: %s"), why);
}

static char *
tls_words (const GError *error, SoupMessage *message)
{
  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE))
    return certificate_words (message);
  return g_strdup_printf (_("no secure connection came about (%s). If the server speaks plain HTTP, write http:// in "
                            "its URL"), error->message);
}

static const char *
io_words (int code)
{
  switch (code)
    {
    case G_IO_ERROR_CONNECTION_REFUSED:
      return _("nothing answers there (connection refused). Start the server, or correct host and port");
    case G_IO_ERROR_HOST_UNREACHABLE:
    case G_IO_ERROR_NETWORK_UNREACHABLE:
      return _("there is no way to that machine; look at the network");
    case G_IO_ERROR_PARTIAL_INPUT:
    case G_IO_ERROR_CONNECTION_CLOSED:
      return _("the server closed the connection without an answer");
    case G_IO_ERROR_TIMED_OUT:
      return _("the connection timed out");
    case G_IO_ERROR_PROXY_FAILED:
    case G_IO_ERROR_PROXY_AUTH_FAILED:
    case G_IO_ERROR_PROXY_NEED_AUTH:
    case G_IO_ERROR_PROXY_NOT_ALLOWED:
      return _("the proxy does not let the request through; look at the proxy settings (http_proxy, https_proxy, "
               "no_proxy)");
    default:
      return NULL;
    }
}

static char *
other_words (const GError *error)
{
  g_autofree char *reason = weft_endpoint_redact (error->message, NULL);

  if (error->domain == SOUP_SESSION_ERROR)
    return g_strdup_printf (_("what answers there does not speak HTTP as it should (%s)"), reason);
  return g_steal_pointer (&reason);
}

GError *
weft_http_plain_error (const GError *error, SoupMessage *message, WeftEndpoint *endpoint)
{
  const char *url = weft_endpoint_get_url (endpoint);
  g_autofree char *words = NULL;
  GQuark domain = G_IO_ERROR;
  int code = G_IO_ERROR_FAILED;

  if (error->domain == G_TLS_ERROR)
    {
      words = tls_words (error, message);
      domain = G_TLS_ERROR;
      code = error->code;
    }
  else if (error->domain == G_RESOLVER_ERROR)
    {
      words = g_strdup (_("that host is not known. Look at its spelling, and at the network"));
      code = G_IO_ERROR_HOST_NOT_FOUND;
    }
  else if (error->domain == G_IO_ERROR)
    {
      words = g_strdup (io_words (error->code));
      code = error->code;
    }
  if (words == NULL)
    words = other_words (error);
  return g_error_new (domain, code, "%s: %s", url, words);
}
