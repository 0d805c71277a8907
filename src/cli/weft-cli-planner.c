/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the options to an endpoint: a URL, or one of the user's profiles, and the model that it has when it has only one. */
#include "cli/weft-cli-plan.h"

#include <string.h>

#include <glib/gi18n.h>

/* Models that a message names. */
#define SHOWN_MODELS 12

void
weft_cli_planner_clear (WeftCliPlanner *planner)
{
  g_clear_pointer (&planner->endpoint, g_free);
  g_clear_pointer (&planner->model, g_free);
  g_clear_pointer (&planner->key_variable, g_free);
  g_clear_pointer (&planner->key_file, g_free);
}

typedef struct
{
  GMainLoop *loop;
  GPtrArray *models;
  GError *error;
} Listing;

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  Listing *listing = data;

  listing->models = weft_chat_list_models_finish (WEFT_CHAT (source), result, &listing->error);
  g_main_loop_quit (listing->loop);
}

static char *
name_models (GPtrArray *models)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < MIN (models->len, SHOWN_MODELS); i++)
    {
      g_autofree char *name = weft_cli_line (((WeftChatModel *) g_ptr_array_index (models, i))->id);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (models->len > SHOWN_MODELS)
    g_string_append (names, ", …");
  return g_string_free (names, FALSE);
}

static gboolean
take_only_model (WeftChat  *chat,
                 GPtrArray *models)
{
  g_autofree char *names = NULL;

  if (models->len == 1)
    {
      const WeftChatModel *only = g_ptr_array_index (models, 0);

      g_object_set (weft_chat_get_endpoint (chat), "model", only->id, NULL);
      if (only->context_tokens > 0)
        g_object_set (weft_chat_get_endpoint (chat), "context-tokens",
                      (guint) MIN (only->context_tokens, G_MAXUINT), NULL);
      return TRUE;
    }
  names = name_models (models);
  weft_cli_refuse (_("--model is missing; the endpoint has %u: %s"), models->len, names);
  return FALSE;
}

static gboolean
find_model (WeftChat *chat)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Listing listing = { .loop = loop };
  gboolean found = FALSE;

  weft_chat_list_models_async (chat, NULL, listed_cb, &listing);
  g_main_loop_run (loop);
  if (listing.models != NULL)
    found = take_only_model (chat, listing.models);
  else
    weft_cli_fail (listing.error);
  g_clear_pointer (&listing.models, g_ptr_array_unref);
  g_clear_error (&listing.error);
  return found;
}

static WeftEndpoint *
make_endpoint (const WeftCliPlanner *planner)
{
  const char *model = planner->model != NULL ? planner->model : "";
  g_autoptr (GError) error = NULL;
  WeftEndpoint *endpoint = strstr (planner->endpoint, "://") != NULL
                             ? weft_endpoint_new (planner->endpoint, planner->endpoint, model, &error)
                             : weft_endpoint_find (planner->endpoint, &error);

  if (endpoint == NULL)
    {
      weft_cli_refuse ("--endpoint: %s", error->message);
      return NULL;
    }
  if (planner->model != NULL)
    g_object_set (endpoint, "model", planner->model, NULL);
  if (planner->key_variable != NULL)
    g_object_set (endpoint, "key-variable", planner->key_variable, NULL);
  if (planner->key_file != NULL)
    g_object_set (endpoint, "key-file", planner->key_file, NULL);
  return endpoint;
}

WeftChat *
weft_cli_planner_chat (const WeftCliPlanner *planner)
{
  g_autoptr (WeftEndpoint) endpoint = make_endpoint (planner);
  g_autoptr (WeftTransport) transport = NULL;
  g_autoptr (WeftChat) chat = NULL;

  if (endpoint == NULL)
    return NULL;
  transport = weft_http_transport_new ();
  chat = weft_chat_new (endpoint, transport);
  if (weft_endpoint_get_model (endpoint)[0] == '\0' && !find_model (chat))
    return NULL;
  return g_steal_pointer (&chat);
}
