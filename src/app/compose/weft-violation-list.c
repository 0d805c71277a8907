/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list box with an icon, the message and the hint of each violation. */
#include "config.h"

#include "app/compose/weft-violation-list.h"

#include <glib/gi18n.h>

#include "app/provenance/weft-origins.h"
#include "app/weft-message-bar.h"

static void
add_words (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
}

static void
add_waiver (GtkWidget *box, const char *reason)
{
  g_autofree char *text = g_strdup_printf (_("Accepted: %s"), reason);

  add_words (box, text, "dim-label");
}

static GtkWidget *
make_row (gpointer item, gpointer data)
{
  WeftViolation *violation = WEFT_VIOLATION (item);
  WeftSeverity severity = weft_violation_get_standing (violation);
  const char *waived = weft_violation_get_waived (violation);
  const char *hint = weft_violation_get_hint (violation);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *icon = gtk_image_new_from_icon_name (weft_severity_icon (severity));

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  if (severity > WEFT_SEVERITY_INFO)
    gtk_widget_add_css_class (icon, severity == WEFT_SEVERITY_ERROR ? "error" : "warning");
  gtk_widget_set_tooltip_text (icon, weft_severity_label (severity));
  add_words (words, weft_violation_get_message (violation), NULL);
  if (waived != NULL)
    add_waiver (words, waived);
  else if (hint != NULL && *hint != '\0')
    add_words (words, hint, "dim-label");
  gtk_box_append (GTK_BOX (line), icon);
  gtk_box_append (GTK_BOX (line), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_widget_set_name (row, weft_violation_get_path (violation));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  weft_violation_get_message (violation), -1);
  return row;
}

static void
activated_cb (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  g_autofree char *pointer = g_strdup (gtk_widget_get_name (GTK_WIDGET (row)));
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER);
  GtkWidget *parent = popover == NULL ? GTK_WIDGET (list) : gtk_widget_get_parent (popover);

  /* The popover gives the keyboard back when it closes, so it goes first. */
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_activate_action (parent, "compose.go-to", "s", pointer);
}

GtkWidget *
weft_violation_list_new (GListModel *violations)
{
  GtkWidget *list = gtk_list_box_new ();

  g_return_val_if_fail (G_IS_LIST_MODEL (violations), list);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_bind_model (GTK_LIST_BOX (list), violations, make_row, NULL, NULL);
  gtk_widget_add_css_class (list, "violations");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What the design violates"), -1);
  g_signal_connect (list, "row-activated", G_CALLBACK (activated_cb), NULL);
  return weft_popover_scroller (list);
}

WeftSeverity
weft_violations_severity (GListModel *violations)
{
  WeftSeverity worst = WEFT_SEVERITY_INFO;

  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);

      worst = MAX (worst, weft_violation_get_standing (violation));
    }
  return worst;
}
