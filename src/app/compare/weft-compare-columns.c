/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in the table of a comparison, and how it is sorted. */
#include "config.h"

#include "app/compare/weft-compare-columns.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-column.h"
#include "model/weft-comparison.h"

static char *
write_label (gpointer row, gpointer data)
{
  return g_strdup (weft_comparison_row_get_label (row));
}

static char *
write_a (gpointer row, gpointer data)
{
  return g_strdup (weft_comparison_row_get_a (row));
}

static char *
write_b (gpointer row, gpointer data)
{
  return g_strdup (weft_comparison_row_get_b (row));
}

static char *
write_delta (gpointer row, gpointer data)
{
  return g_strdup (weft_comparison_row_get_delta_text (row));
}

static char *
write_percent (gpointer row, gpointer data)
{
  return g_strdup (weft_comparison_row_get_percent_text (row));
}

static void
setup_verdict_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "verdict");
  gtk_list_item_set_child (item, label);
}

/* A time that falls is better, a rate that falls is worse: a word says which, so that no colour and
 * no arrow has to. */
static void
bind_verdict_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  WeftComparisonRow *row = gtk_list_item_get_item (item);
  int better = weft_comparison_row_better (row);
  gboolean falls = weft_comparison_row_get_delta (row) < 0;

  gtk_label_set_text (GTK_LABEL (label), better > 0   ? _("better")
                                         : better < 0 ? _("worse")
                                                      : "");
  gtk_widget_set_tooltip_text (label, better == 0              ? NULL
                                      : falls == (better > 0) ? _("Less is better here")
                                                              : _("More is better here"));
  gtk_widget_remove_css_class (label, "success");
  gtk_widget_remove_css_class (label, "error");
  if (better != 0)
    gtk_widget_add_css_class (label, better > 0 ? "success" : "error");
}

static int
compare_labels (gconstpointer a, gconstpointer b, gpointer data)
{
  return g_utf8_collate (weft_comparison_row_get_label ((WeftComparisonRow *) a),
                         weft_comparison_row_get_label ((WeftComparisonRow *) b));
}

/* Rows without a number come last. */
static int
compare_numbers (double a, double b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) - isnan (b);
  return (a > b) - (a < b);
}

static int
compare_deltas (gconstpointer a, gconstpointer b, gpointer data)
{
  return compare_numbers (weft_comparison_row_get_delta ((WeftComparisonRow *) a),
                          weft_comparison_row_get_delta ((WeftComparisonRow *) b));
}

static int
compare_percents (gconstpointer a, gconstpointer b, gpointer data)
{
  return compare_numbers (weft_comparison_row_get_percent ((WeftComparisonRow *) a),
                          weft_comparison_row_get_percent ((WeftComparisonRow *) b));
}

/* Figure, both values and what is between them. */
void
weft_compare_append_columns (GtkColumnView *view, GtkColumnViewColumn *columns[2])
{
  gtk_column_view_column_set_expand (
    weft_column_append (view, _("Figure"), WEFT_COLUMN_WORDS, write_label, NULL,
                        compare_labels),
    TRUE);
  columns[0] =
    weft_column_append (view, "", WEFT_COLUMN_EITHER, write_a, NULL, NULL);
  columns[1] =
    weft_column_append (view, "", WEFT_COLUMN_EITHER, write_b, NULL, NULL);
  weft_column_append (view, _("Difference"), WEFT_COLUMN_NUMBERS, write_delta, NULL,
                      compare_deltas);
  weft_column_append (view, _("Percent"), WEFT_COLUMN_NUMBERS, write_percent, NULL,
                      compare_percents);
}

/* Which of two designs is better. */
void
weft_compare_append_verdicts (GtkColumnView *view)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_verdict_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_verdict_cb), NULL);
  column = gtk_column_view_column_new (NULL, factory);
  gtk_column_view_append_column (view, column);
}
