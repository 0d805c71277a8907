/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are made anew for each figure; their sources when someone opens them. */
#include "config.h"

#include "app/compare/weft-reason-list.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/provenance/weft-origins.h"

struct _WeftReasonList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *values;
  GtkListBox *rows;
  GtkLabel *empty;
};

G_DEFINE_FINAL_TYPE (WeftReasonList, weft_reason_list, GTK_TYPE_WIDGET)

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Constants are few words long, so that their names may be broken anywhere. */
static GtkWidget *
make_source (const WeftReasonSource *source)
{
  g_autofree char *label = g_strdup_printf ("%s, %s", source->of, source->key);
  g_autofree char *from = source->date != NULL ? g_strdup_printf ("%s (%s)", source->source, source->date)
                                               : g_strdup (source->source);
  const WeftOrigin origin = { label, source->value, NULL, source->confidence, from };

  return weft_origin_row_new (&origin);
}

static void
expanded_cb (GtkExpander *expander, GParamSpec *pspec, WeftReason *reason)
{
  GPtrArray *sources = weft_reason_get_sources (reason);
  GtkWidget *box;

  if (!gtk_expander_get_expanded (expander) || gtk_expander_get_child (expander) != NULL)
    return;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (box, "reason-sources");
  for (guint i = 0; i < sources->len; i++)
    gtk_box_append (GTK_BOX (box), make_source (sources->pdata[i]));
  gtk_expander_set_child (expander, box);
}

static GtkWidget *
make_expander (WeftReason *reason)
{
  guint n = weft_reason_get_sources (reason)->len;
  g_autofree char *words =
    g_strdup_printf (ngettext ("Where %u number comes from", "Where %u numbers come from", n), n);
  GtkWidget *expander = gtk_expander_new (words);

  gtk_widget_add_css_class (expander, "caption");
  g_signal_connect_data (expander, "notify::expanded", G_CALLBACK (expanded_cb), g_object_ref (reason),
                         (GClosureNotify) (void (*) (void)) g_object_unref, 0);
  return expander;
}

static GtkWidget *
make_row (WeftReason *reason)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *factor = make_label (weft_reason_get_factor_text (reason), "reason-factor");
  GtkWidget *text = make_label (weft_reason_get_text (reason), NULL);
  g_autofree char *spoken = g_strdup_printf ("%s %s. %s", weft_reason_get_label (reason),
                                             weft_reason_get_factor_text (reason),
                                             weft_reason_get_text (reason));

  gtk_label_set_width_chars (GTK_LABEL (factor), 6);
  gtk_widget_set_valign (factor, GTK_ALIGN_START);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), make_label (weft_reason_get_label (reason), "heading"));
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_widget_set_focusable (text, FALSE);
  gtk_box_append (GTK_BOX (words), text);
  if (weft_reason_get_sources (reason)->len > 0)
    gtk_box_append (GTK_BOX (words), make_expander (reason));
  gtk_box_append (GTK_BOX (line), factor);
  gtk_box_append (GTK_BOX (line), words);
  gtk_widget_add_css_class (line, "reason");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  g_object_set_data_full (G_OBJECT (row), "text", g_strdup (weft_reason_get_text (reason)), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
show_head (WeftReasonList *self, WeftDifference *difference)
{
  g_autofree char *a = NULL, *b = NULL, *text = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  WeftUnit unit;

  gtk_widget_set_visible (GTK_WIDGET (self->values), difference != NULL);
  gtk_label_set_text (self->title, difference != NULL ? weft_difference_get_label (difference) : _("Why"));
  if (difference == NULL)
    return;
  unit = weft_difference_get_unit (difference);
  a = weft_quantity_format (weft_difference_get_a (difference), unit);
  b = weft_quantity_format (weft_difference_get_b (difference), unit);
  g_ascii_formatd (number, sizeof number, "%.3g", weft_difference_get_ratio (difference));
  text = isnan (weft_difference_get_ratio (difference)) ? g_strdup_printf ("%s → %s", a, b)
                                                        : g_strdup_printf ("%s → %s, ×%s", a, b, number);
  gtk_label_set_text (self->values, text);
}

static void
weft_reason_list_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_REASON_LIST (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_reason_list_parent_class)->dispose (object);
}

static void
weft_reason_list_class_init (WeftReasonListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_reason_list_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "reasonlist");
}

static void
weft_reason_list_init (WeftReasonList *self)
{
  GtkWidget *rows = gtk_list_box_new ();
  GtkWidget *title = make_label (_("Why"), "heading");
  GtkWidget *values = make_label (NULL, "reason-values");
  GtkWidget *empty = make_label (NULL, "dim-label");

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->title = GTK_LABEL (title);
  self->values = GTK_LABEL (values);
  self->empty = GTK_LABEL (empty);
  self->rows = GTK_LIST_BOX (rows);
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (rows, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Reasons of the difference"), -1);
  gtk_box_append (GTK_BOX (self->box), title);
  gtk_box_append (GTK_BOX (self->box), values);
  gtk_box_append (GTK_BOX (self->box), empty);
  gtk_box_append (GTK_BOX (self->box), rows);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

void
weft_reason_list_show (WeftReasonList *self, WeftDifference *difference, GPtrArray *reasons, const char *empty)
{
  GtkWidget *row;

  g_return_if_fail (WEFT_IS_REASON_LIST (self) && reasons != NULL);

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_list_box_remove (self->rows, row);
  show_head (self, difference);
  for (guint i = 0; i < reasons->len; i++)
    gtk_list_box_append (self->rows, make_row (reasons->pdata[i]));
  gtk_widget_set_visible (GTK_WIDGET (self->rows), reasons->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->empty), reasons->len == 0);
  gtk_label_set_text (self->empty, empty);
}

guint
weft_reason_list_get_n (WeftReasonList *self)
{
  guint n = 0;

  g_return_val_if_fail (WEFT_IS_REASON_LIST (self), 0);

  while (gtk_list_box_get_row_at_index (self->rows, (int) n) != NULL)
    n++;
  return n;
}

const char *
weft_reason_list_get_text (WeftReasonList *self, guint row)
{
  GtkListBoxRow *widget;

  g_return_val_if_fail (WEFT_IS_REASON_LIST (self), NULL);

  widget = gtk_list_box_get_row_at_index (self->rows, (int) row);
  return widget != NULL ? g_object_get_data (G_OBJECT (widget), "text") : NULL;
}

static GtkWidget *
find_expander (GtkWidget *widget)
{
  if (GTK_IS_EXPANDER (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_expander (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

void
weft_reason_list_open_row (WeftReasonList *self, guint row)
{
  GtkListBoxRow *widget;
  GtkWidget *expander;

  g_return_if_fail (WEFT_IS_REASON_LIST (self));

  widget = gtk_list_box_get_row_at_index (self->rows, (int) row);
  expander = widget != NULL ? find_expander (GTK_WIDGET (widget)) : NULL;
  if (expander != NULL)
    gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
}
