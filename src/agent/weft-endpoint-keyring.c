/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keyring by libsecret, and its failures in plain words. */
#include "agent/weft-endpoint-keyring-private.h"

#include <glib/gi18n-lib.h>
#include <libsecret/secret.h>

#include "agent/weft-endpoint-private.h"
#include "agent/weft-source-private.h"

/* A keyring that asks its user gives him this long; one that hangs holds a request up no longer. */
#define PATIENCE_S 120

static const SecretSchema schema = {
  "io.github.weft.Weft.Endpoint",
  SECRET_SCHEMA_NONE,
  { { "url", SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
};

/* Cancels the call to the keyring when the user does, or after a while. */
typedef struct
{
  GCancellable *inner;
  GCancellable *outer; /* (nullable) */
  GSource *stop;       /* (nullable) */
  GSource *patience;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  weft_source_drop (&call->stop);
  weft_source_drop (&call->patience);
  g_clear_object (&call->outer);
  g_object_unref (call->inner);
  g_free (call);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static gboolean
patience_cb (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static GTask *
begin_call (GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  GMainContext *context = g_task_get_context (task);
  Call *call = g_new0 (Call, 1);

  call->inner = g_cancellable_new ();
  if (cancellable != NULL)
    {
      call->outer = g_object_ref (cancellable);
      call->stop = g_cancellable_source_new (cancellable);
      g_source_set_callback (call->stop, G_SOURCE_FUNC (cancelled_cb), g_object_ref (call->inner), g_object_unref);
      g_source_attach (call->stop, context);
    }
  call->patience = g_timeout_source_new_seconds (PATIENCE_S);
  g_source_set_callback (call->patience, patience_cb, g_object_ref (call->inner), g_object_unref);
  g_source_attach (call->patience, context);
  g_task_set_task_data (task, call, call_free);
  return task;
}

/* libsecret's and D-Bus's own sentences name buses and objects; nobody can act on those. */
static GError *
plain_error (GError *error)
{
  g_autoptr (GError) technical = error;
  const char *words;

  if (g_error_matches (technical, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    words = _("the keyring did not answer");
  else if (g_error_matches (technical, SECRET_ERROR, SECRET_ERROR_IS_LOCKED))
    words = _("the keyring is locked");
  else if (technical->domain == G_DBUS_ERROR || technical->domain == G_IO_ERROR)
    words = _("no keyring is running in this session");
  else
    words = _("the keyring did not take the key; it may be locked");
  return g_error_new (WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY,
                      _("%s. Keep the key for this run only, or in a file that only you may read, or in a variable"),
                      words);
}

static void
looked_up_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  char *secret = secret_password_lookup_finish (result, &error);

  if (error != NULL)
    g_task_return_error (task, plain_error (g_steal_pointer (&error)));
  else
    g_task_return_pointer (task, g_strdup (secret), (GDestroyNotify) weft_endpoint_wipe_key);
  secret_password_free (secret);
}

void
weft_keyring_lookup_async (const char *url, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = begin_call (cancellable, callback, data);
  Call *call = g_task_get_task_data (task);

  secret_password_lookup (&schema, call->inner, looked_up_cb, task, "url", url, NULL);
}

char *
weft_keyring_lookup_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
stored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (secret_password_store_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, plain_error (error));
}

static void
cleared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  secret_password_clear_finish (result, &error);
  if (error != NULL)
    g_task_return_error (task, plain_error (error));
  else
    g_task_return_boolean (task, TRUE);
}

void
weft_keyring_store_async (const char *url, const char *key, GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer data)
{
  GTask *task = begin_call (cancellable, callback, data);
  Call *call = g_task_get_task_data (task);
  g_autofree char *label = g_strdup_printf ("Weft: %s", url);

  if (key != NULL)
    secret_password_store (&schema, SECRET_COLLECTION_DEFAULT, label, key, call->inner, stored_cb, task, "url", url,
                           NULL);
  else
    secret_password_clear (&schema, call->inner, cleared_cb, task, "url", url, NULL);
}

gboolean
weft_keyring_store_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
