/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the key of an endpoint: environment variable, keyring, key file, or what was typed for this run. It lives in
 * memory only and leaves it in one header. */
#include "agent/weft-endpoint-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "agent/weft-endpoint-keyring-private.h"

typedef struct
{
  char *key;
  const char *source;
} Found;

static void
found_free (gpointer data)
{
  Found *found = data;

  weft_endpoint_wipe_key (found->key);
  g_free (found);
}

void
weft_endpoint_wipe_key (char *key)
{
  if (key == NULL)
    return;
  explicit_bzero (key, strlen (key));
  g_free (key);
}

void
weft_endpoint_forget_keys (WeftEndpoint *self)
{
  weft_endpoint_wipe_key (g_steal_pointer (&self->keyring_key));
  self->keyring_known = FALSE;
}

gboolean
weft_endpoint_check_key (char *key, const char *where, GError **error)
{
  g_strstrip (key);
  if (strlen (key) > WEFT_ENDPOINT_MAX_KEY)
    {
      g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY,
                   _("%s: the key has %" G_GSIZE_FORMAT " bytes, expected at most %d"), where, strlen (key),
                   WEFT_ENDPOINT_MAX_KEY);
      return FALSE;
    }
  for (const char *at = key; *at != '\0'; at++)
    if (!g_ascii_isgraph (*at))
      {
        g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY,
                     _("%s: the key has a character that no key has, such as a space or a letter with an accent, at byte "
                       "%d; copy it again"),
                     where, (int) (at - key) + 1);
        return FALSE;
      }
  return TRUE;
}

static void
return_found (GTask *task, char *key, const char *source)
{
  Found *found = g_new0 (Found, 1);

  found->key = key;
  found->source = source;
  g_task_return_pointer (task, found, found_free);
}

/* The profile's variable. FALSE when there is none in the environment. */
static gboolean
try_variable (WeftEndpoint *self, GTask *task)
{
  const char *variable = self->texts[WEFT_ENDPOINT_VARIABLE];
  g_autofree char *key = NULL;
  GError *error = NULL;

  if (variable == NULL)
    variable = WEFT_ENDPOINT_KEY_VARIABLE;
  if (*variable == '\0' || g_getenv (variable) == NULL)
    return FALSE;
  key = g_strdup (g_getenv (variable));
  if (!weft_endpoint_check_key (key, variable, &error))
    g_task_return_error (task, error);
  else if (*key == '\0')
    return FALSE;
  else
    return_found (task, g_steal_pointer (&key), "variable");
  return TRUE;
}

/* What is left when neither variable nor keyring has a key. */
static void
try_file (WeftEndpoint *self, GTask *task)
{
  g_autoptr (GError) error = NULL;
  char *key = weft_endpoint_read_key (self, &error);

  if (key != NULL)
    return_found (task, key, "file");
  else if (self->session_key != NULL)
    return_found (task, g_strdup (self->session_key), "session");
  else if (error != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    return_found (task, NULL, NULL);
}

static void
try_kept (WeftEndpoint *self, GTask *task)
{
  if (self->keyring_key != NULL)
    return_found (task, g_strdup (self->keyring_key), "keyring");
  else
    try_file (self, task);
}

static void
looked_up_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WeftEndpoint *self = g_task_get_source_object (task);
  const char *url = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  char *key = weft_keyring_lookup_finish (result, &error);

  if (g_task_return_error_if_cancelled (task))
    {
      weft_endpoint_wipe_key (key);
      return;
    }
  /* A keyring that is missing or broken is as good as an empty one: there are other ways. */
  if (error != NULL)
    g_debug ("no key from the keyring: %s", error->message);
  if (key != NULL && (!weft_endpoint_check_key (key, _("keyring"), NULL) || *key == '\0'))
    weft_endpoint_wipe_key (g_steal_pointer (&key));

  /* The URL may be another by now; its key is not this one. */
  if (g_str_equal (url, self->texts[WEFT_ENDPOINT_URL]))
    {
      weft_endpoint_forget_keys (self);
      self->keyring_key = key;
      self->keyring_known = TRUE;
    }
  else
    weft_endpoint_wipe_key (key);
  try_kept (self, task);
}

/**
 * weft_endpoint_find_key_async:
 * @self: an endpoint
 * @cancellable: (nullable): to give up, such as when the keyring asks for a password
 * @callback: called when the search is over
 * @data: for @callback
 *
 * Looks in the environment, then in the keyring, then in the key file, then at what weft_endpoint_set_session_key()
 * gave. What the keyring said is remembered until the URL changes, so that it asks its user once.
 */
void
weft_endpoint_find_key_async (WeftEndpoint *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_ENDPOINT (self));

  task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, weft_endpoint_find_key_async);
  if (g_task_return_error_if_cancelled (task) || try_variable (self, task))
    return;
  if (self->keyring_known)
    {
      try_kept (self, task);
      return;
    }
  g_task_set_task_data (task, g_strdup (self->texts[WEFT_ENDPOINT_URL]), g_free);
  weft_keyring_lookup_async (self->texts[WEFT_ENDPOINT_URL], cancellable, looked_up_cb, g_steal_pointer (&task));
}

/**
 * weft_endpoint_find_key_finish:
 * @self: an endpoint
 * @result: what the callback was given
 * @source: (out) (optional): "variable", "keyring", "file" or "session"; %NULL when there is none
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the key; %NULL without an error when there is none, as many local servers need
 *   none
 */
char *
weft_endpoint_find_key_finish (WeftEndpoint *self, GAsyncResult *result, const char **source, GError **error)
{
  Found *found;
  char *key;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  found = g_task_propagate_pointer (G_TASK (result), error);
  if (source != NULL)
    *source = found != NULL ? found->source : NULL;
  if (found == NULL)
    return NULL;
  key = g_steal_pointer (&found->key);
  found_free (found);
  return key;
}

/**
 * weft_endpoint_set_session_key:
 * @self: an endpoint
 * @key: (nullable): a key that is kept in memory only; %NULL forgets it
 */
void
weft_endpoint_set_session_key (WeftEndpoint *self, const char *key)
{
  g_autofree char *kept = g_strdup (key);

  g_return_if_fail (WEFT_IS_ENDPOINT (self));

  if (kept != NULL && (!weft_endpoint_check_key (kept, _("key"), NULL) || *kept == '\0'))
    g_clear_pointer (&kept, weft_endpoint_wipe_key);
  weft_endpoint_wipe_key (self->session_key);
  self->session_key = g_steal_pointer (&kept);
}

static void
stored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WeftEndpoint *self = g_task_get_source_object (task);
  GError *error = NULL;

  weft_endpoint_forget_keys (self);
  if (weft_keyring_store_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * weft_endpoint_store_key_async:
 * @self: an endpoint
 * @key: (nullable): its key; %NULL takes it out of the keyring
 * @cancellable: (nullable): to give up
 * @callback: called when it is done
 * @data: for @callback
 *
 * Puts the key into the keyring of the session, under the endpoint's URL.
 */
void
weft_endpoint_store_key_async (WeftEndpoint *self, const char *key, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = NULL;
  char *kept = g_strdup (key);
  GError *error = NULL;

  g_return_if_fail (WEFT_IS_ENDPOINT (self));

  task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, weft_endpoint_store_key_async);
  if (kept != NULL && !weft_endpoint_check_key (kept, self->texts[WEFT_ENDPOINT_NAME], &error))
    g_task_return_error (task, error);
  else
    weft_keyring_store_async (self->texts[WEFT_ENDPOINT_URL], kept, cancellable, stored_cb, g_object_ref (task));
  weft_endpoint_wipe_key (kept);
}

/**
 * weft_endpoint_store_key_finish:
 * @self: an endpoint
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: %FALSE with a sentence that says why the keyring did not take it
 */
gboolean
weft_endpoint_store_key_finish (WeftEndpoint *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * weft_endpoint_fingerprint:
 * @self: an endpoint
 * @key: its key
 *
 * Returns: (transfer full): eight hexadecimal digits that tell keys apart and give nothing away
 */
char *
weft_endpoint_fingerprint (WeftEndpoint *self, const char *key)
{
  g_autoptr (GChecksum) sum = NULL;

  g_return_val_if_fail (WEFT_IS_ENDPOINT (self) && key != NULL, NULL);

  sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (sum, (const guchar *) self->texts[WEFT_ENDPOINT_URL], -1);
  g_checksum_update (sum, (const guchar *) key, -1);
  return g_strndup (g_checksum_get_string (sum), 8);
}
