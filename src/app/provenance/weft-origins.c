/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the inside of a provenance popover: the number itself large, then its ingredients. */
#include "config.h"

#include "app/provenance/weft-origins.h"

#include <glib/gi18n.h>

#include "app/provenance/weft-source-label.h"

#define POPOVER_WIDTH 320
#define POPOVER_MAX_HEIGHT 420

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
add_source (GtkWidget *box, const WeftOrigin *origin)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *source;

  gtk_box_append (GTK_BOX (line), weft_confidence_pill (origin->confidence));
  source = weft_source_label_new (origin->source);
  gtk_label_set_max_width_chars (GTK_LABEL (source), 40);
  gtk_widget_add_css_class (source, "caption");
  gtk_widget_set_hexpand (source, TRUE);
  gtk_box_append (GTK_BOX (line), source);
  gtk_box_append (GTK_BOX (box), line);
}

GtkWidget *
weft_origin_row_new (const WeftOrigin *origin)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label = add_label (line, origin->label, NULL);
  GtkWidget *value = add_label (line, origin->value, "numeric");

  gtk_label_set_max_width_chars (GTK_LABEL (label), 22);
  gtk_label_set_max_width_chars (GTK_LABEL (value), 18);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_set_tooltip_text (value, origin->exact);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (both), line);
  add_source (both, origin);
  gtk_widget_add_css_class (both, "origin");
  return both;
}

/* A word for how far to trust a value, tellable without its colour. */
GtkWidget *
weft_confidence_pill (WeftConfidence confidence)
{
  GtkWidget *pill = gtk_label_new (weft_confidence_label (confidence));

  gtk_widget_add_css_class (pill, "pill-label");
  gtk_widget_add_css_class (pill, weft_confidence_nick (confidence));
  gtk_widget_set_valign (pill, GTK_ALIGN_START);
  gtk_widget_set_halign (pill, GTK_ALIGN_START);
  return pill;
}

/* Puts long contents of a popover on a scroll; it is as high as it needs to be up to a limit. */
GtkWidget *
weft_popover_scroller (GtkWidget *child)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), POPOVER_MAX_HEIGHT);
  gtk_widget_set_size_request (child, POPOVER_WIDTH, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  return scroller;
}

/* @origins (element-type WeftOrigin): the number itself first. Without any, only caption and value
 * are shown. */
GtkWidget *
weft_origins_new (GPtrArray *origins, const char *caption, const char *value)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const WeftOrigin *first = origins != NULL && origins->len > 0 ? origins->pdata[0] : NULL;

  gtk_widget_add_css_class (box, "origins");
  add_label (box, first != NULL ? first->label : caption, "dim-label");
  add_label (box, first != NULL ? first->value : value, "origin-value");
  if (first != NULL && first->exact != NULL && !g_str_equal (first->exact, first->value))
    add_label (box, first->exact, "caption");
  if (first != NULL)
    add_source (box, first);
  if (first != NULL && origins->len > 1)
    add_label (box, _("Made from"), "origins-heading");
  for (guint i = 1; first != NULL && i < origins->len; i++)
    gtk_box_append (GTK_BOX (box), weft_origin_row_new (origins->pdata[i]));
  return weft_popover_scroller (box);
}

/* A part and all of its values. @words and @more (nullable) are lines below the title; @origins
 * (element-type WeftOrigin) may be empty. */
GtkWidget *
weft_origins_list_new (const char *title, const char *words, const char *more, GPtrArray *origins)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (box, "origins");
  add_label (box, title, "heading");
  if (words != NULL && *words != '\0')
    add_label (box, words, "dim-label");
  if (more != NULL && *more != '\0')
    add_label (box, more, "caption");
  for (guint i = 0; i < origins->len; i++)
    gtk_box_append (GTK_BOX (box), weft_origin_row_new (origins->pdata[i]));
  return weft_popover_scroller (box);
}

void
weft_fill_menu_button (GtkMenuButton *button)
{
  for (GtkWidget *widget = gtk_menu_button_get_child (button);
       widget != NULL && widget != GTK_WIDGET (button); widget = gtk_widget_get_parent (widget))
    {
      gtk_widget_set_halign (widget, GTK_ALIGN_FILL);
      gtk_widget_set_hexpand (widget, TRUE);
    }
  /* Filling the button is no wish for a wider one. */
  gtk_widget_set_hexpand (GTK_WIDGET (button), FALSE);
}

/* A group around the button that assistive technologies can press; as a button of its own it would
 * be one more, without any action. */
GtkMenuButton *
weft_new_menu_button (void)
{
  return g_object_new (GTK_TYPE_MENU_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
}

/* The button inside, which the keyboard meets, is labelled by the menu button, so that one name is
 * enough for both. */
void
weft_name_menu_button (GtkMenuButton *button, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}
