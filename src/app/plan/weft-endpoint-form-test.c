/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The test of a connection: which models the server has, and in plain words why it does not answer. */
#include "config.h"

#include "app/plan/weft-endpoint-form-private.h"

#include <glib/gi18n.h>

#include "agent/weft-chat.h"
#include "base/weft-quantity.h"

/* Models that the list offers. */
#define MOST_MODELS 200

void
weft_endpoint_form_set_testing (WeftEndpointForm *self, gboolean testing)
{
  gtk_spinner_set_spinning (self->spinner, testing);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), testing);
  gtk_widget_set_sensitive (self->test_button, !testing);
}

static void
fill_models (WeftEndpointForm *self, GPtrArray *models)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->models, 0)) != NULL)
    gtk_list_box_remove (self->models, GTK_WIDGET (row));
  for (guint i = 0; i < models->len && i < MOST_MODELS; i++)
    {
      const WeftChatModel *model = models->pdata[i];
      g_autofree char *count = weft_quantity_format ((double) model->context_tokens, WEFT_UNIT_COUNT);
      g_autofree char *words = model->context_tokens > 0
                                 ? g_strdup_printf (_("%s · reads %s tokens"), model->id, count)
                                 : g_strdup (model->id);
      GtkWidget *label = gtk_label_new (words);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
      gtk_widget_add_css_class (label, "model-line");
      g_object_set_data_full (G_OBJECT (label), "model", g_strdup (model->id), g_free);
      g_object_set_data (G_OBJECT (label), "context",
                         GUINT_TO_POINTER ((guint) MIN (model->context_tokens, G_MAXINT)));
      gtk_list_box_append (self->models, label);
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->models_button), models->len > 0);
}

static void
take_model (WeftEndpointForm *self, const char *id, guint context)
{
  gtk_editable_set_text (GTK_EDITABLE (self->model), id);
  if (context > 0)
    {
      g_autofree char *text = g_strdup_printf ("%u", context);

      gtk_editable_set_text (GTK_EDITABLE (self->context), text);
    }
}

void
weft_endpoint_form_model_chosen (WeftEndpointForm *self, GtkListBoxRow *row)
{
  GtkWidget *label = gtk_list_box_row_get_child (row);

  take_model (self, g_object_get_data (G_OBJECT (label), "model"),
              GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "context")));
  gtk_menu_button_popdown (self->models_button);
}

/* (transfer full) */
static char *
word_models (WeftEndpointForm *self, GPtrArray *models)
{
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->model));

  for (guint i = 0; i < models->len; i++)
    {
      const WeftChatModel *model = models->pdata[i];
      g_autofree char *count = weft_quantity_format ((double) model->context_tokens, WEFT_UNIT_COUNT);

      if (!g_str_equal (model->id, wanted))
        continue;
      return model->context_tokens > 0
               ? g_strdup_printf (_("The server answers. It has this model, which reads %s tokens."), count)
               : g_strdup (_("The server answers, and it has this model."));
    }
  if (*wanted != '\0')
    return g_strdup_printf (ngettext ("The server answers, but its %u model is another one.",
                                      "The server answers, but none of its %u models is this one.",
                                      models->len),
                            models->len);
  return g_strdup_printf (ngettext ("The server answers and has %u model.",
                                    "The server answers and has %u models.", models->len),
                          models->len);
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftEndpointForm) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models = weft_chat_list_models_finish (WEFT_CHAT (source), result, &error);
  g_autofree char *words = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  weft_endpoint_form_set_testing (self, FALSE);
  if (models == NULL)
    {
      weft_endpoint_form_complain (self, error->message);
      return;
    }
  fill_models (self, models);
  if (*gtk_editable_get_text (GTK_EDITABLE (self->model)) == '\0' && models->len == 1)
    {
      const WeftChatModel *only = models->pdata[0];

      take_model (self, only->id, (guint) MIN (only->context_tokens, G_MAXINT));
    }
  words = word_models (self, models);
  weft_endpoint_form_say (self, "emblem-ok-symbolic", "success", words);
}

void
weft_endpoint_form_test (WeftEndpointForm *self)
{
  g_autoptr (WeftEndpoint) scratch = NULL;
  g_autoptr (WeftChat) chat = NULL;
  const char *typed;

  g_return_if_fail (WEFT_IS_ENDPOINT_FORM (self) && self->engine != NULL);

  scratch = weft_endpoint_form_make_scratch (self);
  if (scratch == NULL)
    return;
  typed = gtk_editable_get_text (self->key);
  if (*typed != '\0')
    weft_endpoint_set_session_key (scratch, typed);
  else if (adw_combo_row_get_selected (self->key_place) == WEFT_KEY_SESSION && self->endpoint != NULL
           && g_str_equal (weft_endpoint_get_url (self->endpoint), weft_endpoint_get_url (scratch)))
    g_set_object (&scratch, self->endpoint);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  weft_endpoint_form_set_testing (self, TRUE);
  weft_endpoint_form_say (self, NULL, NULL, _("Asking the server for its models"));
  chat = weft_chat_new (scratch, weft_engine_get_transport (self->engine));
  weft_chat_list_models_async (chat, self->cancellable, listed_cb, g_object_ref (self));
}
