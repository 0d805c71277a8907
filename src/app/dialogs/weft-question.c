/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Message dialogs for unsaved changes and for files that somebody else has changed. */
#include "config.h"

#include "app/dialogs/weft-question.h"

#include <glib/gi18n.h>

typedef struct
{
  WeftAnswered answered;
  gpointer data;
} Question;

static void
response_cb (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *question = data;
  WeftAnswer answer = WEFT_ANSWER_CANCEL;

  if (g_str_equal (response, "save"))
    answer = WEFT_ANSWER_SAVE;
  else if (g_str_equal (response, "discard"))
    answer = WEFT_ANSWER_DISCARD;
  else if (g_str_equal (response, "yes"))
    answer = WEFT_ANSWER_YES;
  question->answered (answer, question->data);
  g_free (question);
}

static void
present (GtkWidget *dialog, WeftAnswered answered, gpointer data)
{
  Question *question = g_new0 (Question, 1);

  question->answered = answered;
  question->data = data;
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), question);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Save, discard or cancel, before a design with unsaved changes is closed. */
void
weft_question_ask_save (GtkWindow *parent, const char *title, WeftAnswered answered,
                        gpointer data)
{
  GtkWidget *widget = adw_message_dialog_new (parent, _("Save Changes?"), NULL);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (widget);

  g_return_if_fail (answered != NULL && title != NULL);

  adw_message_dialog_format_body (dialog,
                                  _("“%s” has changes that are not saved. What is not saved "
                                    "will be lost."),
                                  title);
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "discard", _("_Discard"),
                                    "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  present (widget, answered, data);
}

/* Yes or cancel, before a file that another program has changed is written over. */
void
weft_question_ask_overwrite (GtkWindow *parent, const char *message, WeftAnswered answered,
                             gpointer data)
{
  GtkWidget *widget = adw_message_dialog_new (parent, _("Write Over the Changed File?"), message);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (widget);

  g_return_if_fail (answered != NULL);

  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "yes", _("_Write Over"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "yes", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "cancel");
  present (widget, answered, data);
}
