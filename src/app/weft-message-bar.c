/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A revealer with icon, words, an answer or a choice of two, and a button that closes it. */
#include "app/weft-message-bar.h"

struct _WeftMessageBar
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkWidget *bar;
  GtkImage *icon;
  GtkLabel *title;
  GtkWidget *scroller;
  GtkLabel *message;
  GtkButton *answer;
  GtkWidget *choice;
  GtkButton *yes;
  GtkButton *no;
};

G_DEFINE_FINAL_TYPE (WeftMessageBar, weft_message_bar, GTK_TYPE_WIDGET)

enum
{
  ANSWERED,
  REFUSED,
  DISMISSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
answer_clicked_cb (WeftMessageBar *self)
{
  weft_message_bar_hide (self);
  g_signal_emit (self, signals[ANSWERED], 0);
}

static void
refusal_clicked_cb (WeftMessageBar *self)
{
  weft_message_bar_hide (self);
  g_signal_emit (self, signals[REFUSED], 0);
}

static void
close_clicked_cb (WeftMessageBar *self)
{
  weft_message_bar_hide (self);
  g_signal_emit (self, signals[DISMISSED], 0);
}

/* Hidden, it is not there for assistive technologies either. */
static void
revealed_cb (WeftMessageBar *self)
{
  if (!gtk_revealer_get_child_revealed (self->revealer)
      && !gtk_revealer_get_reveal_child (self->revealer))
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
weft_message_bar_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (weft_message_bar_parent_class)->dispose (object);
}

static void
weft_message_bar_class_init (WeftMessageBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_message_bar_dispose;

  signals[ANSWERED] = g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DISMISSED] = g_signal_new ("dismissed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "messagebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-message-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, icon);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, title);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, message);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, answer);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, choice);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, yes);
  gtk_widget_class_bind_template_child (widget_class, WeftMessageBar, no);
  gtk_widget_class_bind_template_callback (widget_class, answer_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, refusal_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, close_clicked_cb);
}

static void
weft_message_bar_init (WeftMessageBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_object (self->revealer, "notify::child-revealed", G_CALLBACK (revealed_cb),
                           self, G_CONNECT_SWAPPED);
}

/* The key of a button is underlined, and its name is said once and without the underscore. */
static void
set_words (GtkButton *button, const char *words)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (words);
  g_auto (GStrv) parts = g_strsplit (words, "_", -1);
  g_autofree char *name = g_strjoinv ("", parts);

  gtk_button_set_child (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* @answer (nullable) is the label of the one button that acts. */
void
weft_message_bar_show (WeftMessageBar *self, WeftSeverity severity, const char *title,
                       const char *message, const char *answer)
{
  const char *classes[] = { weft_severity_nick (severity), NULL };

  g_return_if_fail (WEFT_IS_MESSAGE_BAR (self));

  gtk_image_set_from_icon_name (self->icon, weft_severity_icon (severity));
  gtk_widget_set_css_classes (self->bar, classes);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->message, message);
  gtk_widget_set_visible (self->scroller, message != NULL && *message != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->answer), answer != NULL);
  gtk_widget_set_visible (self->choice, FALSE);
  if (answer != NULL)
    {
      set_words (self->answer, answer);
      /* The label in it is its name; the property would add the one with the underscore. */
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self->answer),
                                     GTK_ACCESSIBLE_PROPERTY_LABEL);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

/* Two answers stand below the words: @answer, the usual one, and @refusal. */
void
weft_message_bar_show_choice (WeftMessageBar *self, WeftSeverity severity, const char *title,
                              const char *message, const char *answer, const char *refusal)
{
  g_return_if_fail (WEFT_IS_MESSAGE_BAR (self));

  weft_message_bar_show (self, severity, title, message, NULL);
  set_words (self->yes, answer);
  set_words (self->no, refusal);
  gtk_widget_set_visible (self->choice, TRUE);
}

void
weft_message_bar_hide (WeftMessageBar *self)
{
  g_return_if_fail (WEFT_IS_MESSAGE_BAR (self));

  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

gboolean
weft_message_bar_is_shown (WeftMessageBar *self)
{
  g_return_val_if_fail (WEFT_IS_MESSAGE_BAR (self), FALSE);

  return gtk_revealer_get_reveal_child (self->revealer);
}

const char *
weft_message_bar_get_message (WeftMessageBar *self)
{
  g_return_val_if_fail (WEFT_IS_MESSAGE_BAR (self), NULL);

  return gtk_label_get_text (self->message);
}

const char *
weft_severity_icon (WeftSeverity severity)
{
  switch (severity)
    {
    case WEFT_SEVERITY_ERROR:
      return "dialog-error-symbolic";
    case WEFT_SEVERITY_WARNING:
      return "dialog-warning-symbolic";
    case WEFT_SEVERITY_INFO:
    default:
      return "dialog-information-symbolic";
    }
}
