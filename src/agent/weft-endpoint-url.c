/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which URLs an endpoint may have: a key goes there, so nothing but http and https to a host, and nothing secret in it. */
#include "agent/weft-endpoint-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Where a URL of the protocol goes on behind the base, in case somebody pastes it whole. */
#define TAIL "/chat/completions"

static gboolean
refuse (GError **error, const char *url, const char *reason)
{
  g_autofree char *shown = weft_endpoint_redact (url, NULL);

  g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_URL, "%s: %s", shown, reason);
  return FALSE;
}

static gboolean
check_parts (GUri *uri, const char *url, GError **error)
{
  const char *scheme = g_uri_get_scheme (uri);
  const char *host = g_uri_get_host (uri);

  if (!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https"))
    return refuse (error, url, _("only http:// and https:// lead to an endpoint"));
  if (host == NULL || *host == '\0')
    return refuse (error, url, _("the URL names no host, such as in http://127.0.0.1:8080/v1"));
  if (g_uri_get_userinfo (uri) != NULL)
    return refuse (error, url, _("a user or password may not stand in the URL; give the key by a variable, the keyring or "
                                 "a file"));
  if (g_uri_get_query (uri) != NULL)
    return refuse (error, url, _("the URL may have no “?” and nothing behind it"));
  if (g_uri_get_fragment (uri) != NULL)
    return refuse (error, url, _("the URL may have no “#” and nothing behind it"));
  if (g_uri_get_port (uri) == 0)
    return refuse (error, url, _("port 0 is none; expected 1 to 65535"));
  return TRUE;
}

static gboolean
is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);
  g_autofree char *lower = g_ascii_strdown (host, -1);

  if (address != NULL)
    return g_inet_address_get_is_loopback (address);
  return g_str_equal (lower, "localhost") || g_str_has_suffix (lower, ".localhost");
}

static void
trim_end (char *path)
{
  gsize length = strlen (path);

  while (length > 0 && path[length - 1] == '/')
    path[--length] = '\0';
}

/* -1 for the one that goes without saying. */
static int
port_to_write (GUri *uri)
{
  int port = g_uri_get_port (uri);

  return port == (g_str_equal (g_uri_get_scheme (uri), "https") ? 443 : 80) ? -1 : port;
}

static char *
uniform (GUri *uri)
{
  g_autofree char *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  g_autofree char *path = g_strdup (g_uri_get_path (uri));
  g_autoptr (GUri) clean = NULL;

  trim_end (path);
  if (g_str_has_suffix (path, TAIL))
    path[strlen (path) - strlen (TAIL)] = '\0';
  trim_end (path);
  clean = g_uri_build (G_URI_FLAGS_ENCODED_PATH, g_uri_get_scheme (uri), NULL, host, port_to_write (uri), path, NULL, NULL);
  return g_uri_to_string (clean);
}

/* Text that no parser should have to judge. */
static gboolean
check_text (const char *url, GError **error)
{
  if (url == NULL || *url == '\0')
    {
      g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_URL,
                   _("the endpoint has no URL, such as http://127.0.0.1:8080/v1"));
      return FALSE;
    }
  if (strlen (url) > WEFT_ENDPOINT_MAX_TEXT)
    {
      g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_URL,
                   _("the URL has %" G_GSIZE_FORMAT " bytes, expected at most %d"), strlen (url),
                   WEFT_ENDPOINT_MAX_TEXT);
      return FALSE;
    }
  for (const char *at = url; *at != '\0'; at++)
    if ((guchar) *at <= ' ' || *at == 0x7f || *at == '\\')
      return refuse (error, url, _("a URL has no spaces, control characters and backslashes"));
  return TRUE;
}

/*
 * weft_endpoint_check_url:
 * @url: what somebody wrote
 * @loopback: (out) (optional): whether it leads to this machine
 * @error: return location
 *
 * Returns: (transfer full): the URL made uniform, %NULL when it is not safe
 */
char *
weft_endpoint_check_url (const char *url, gboolean *loopback, GError **error)
{
  g_autoptr (GUri) uri = NULL;

  if (!check_text (url, error))
    return NULL;
  uri = g_uri_parse (url, G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (uri == NULL)
    {
      refuse (error, url, _("this is no URL, such as http://127.0.0.1:8080/v1"));
      return NULL;
    }
  if (!check_parts (uri, url, error))
    return NULL;
  if (loopback != NULL)
    *loopback = is_loopback (g_uri_get_host (uri));
  return uniform (uri);
}
