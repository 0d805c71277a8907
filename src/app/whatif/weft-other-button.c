/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu is made when it is opened: tabs come and go. */
#include "config.h"

#include "app/whatif/weft-other-button.h"

#include <glib/gi18n.h>

#include "app/provenance/weft-origins.h"
#include "app/start/weft-recent.h"
#include "app/weft-window.h"

struct _WeftOtherButton
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkLabel *label;

  WeftWhatifJob *job;
};

G_DEFINE_FINAL_TYPE (WeftOtherButton, weft_other_button, GTK_TYPE_WIDGET)

static void
append_section (GMenu *menu, const char *title, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, title, G_MENU_MODEL (section));
}

static void
fill_cb (GtkMenuButton *button, gpointer data)
{
  WeftOtherButton *self = WEFT_OTHER_BUTTON (data);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) tabs = WEFT_IS_WINDOW (root) ? weft_window_list_tabs (WEFT_WINDOW (root), "what-if.other-tab")
                                                 : g_menu_new ();
  g_autoptr (GMenu) examples = weft_recent_list_examples ("what-if.other-uri");
  g_autoptr (GMenu) rest = g_menu_new ();

  append_section (menu, _("Open Designs"), tabs);
  append_section (menu, _("Examples"), examples);
  g_menu_append (rest, _("Other File…"), "what-if.other-file");
  if (weft_whatif_job_get_other (self->job) != NULL)
    g_menu_append (rest, _("None"), "what-if.no-other");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
weft_other_button_dispose (GObject *object)
{
  WeftOtherButton *self = WEFT_OTHER_BUTTON (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_other_button_parent_class)->dispose (object);
}

static void
weft_other_button_class_init (WeftOtherButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_other_button_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "otherbutton");
}

static void
weft_other_button_init (WeftOtherButton *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name ("pan-down-symbolic");

  self->button = weft_new_menu_button ();
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (self->label, 10);
  gtk_label_set_xalign (self->label, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (box), icon);
  gtk_menu_button_set_child (self->button, box);
  weft_fill_menu_button (self->button);
  gtk_menu_button_set_create_popup_func (self->button, fill_cb, self, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}

void
weft_other_button_bind (WeftOtherButton *self, WeftWhatifJob *job)
{
  g_return_if_fail (WEFT_IS_OTHER_BUTTON (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
}

void
weft_other_button_update (WeftOtherButton *self)
{
  WeftSession *other;
  g_autofree char *title = NULL, *name = NULL;

  g_return_if_fail (WEFT_IS_OTHER_BUTTON (self));

  other = weft_whatif_job_get_other (self->job);
  title = other != NULL ? weft_session_dup_title (other) : g_strdup (_("No other design"));
  /* Translators: what a menu is for, and what is chosen in it */
  name = g_strdup_printf (_("Design beside this one: %s"), title);
  gtk_label_set_text (self->label, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), name);
  weft_name_menu_button (self->button, name);
}
