/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows the evaluations of both sessions.
 *
 * weft_compare() -> GtkFilterListModel (equal rows) -> GtkSortListModel (column clicked) -> view */
#include "config.h"

#include "app/compare/weft-compare-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-chart.h"
#include "app/charts/weft-column.h"
#include "app/provenance/weft-number.h"
#include "app/weft-adaptive-box.h"
#include "model/weft-comparison.h"

struct _WeftComparePage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *names[2];
  WeftNumber *scores[2];
  WeftChart *chart;
  GtkColumnView *view;
  GtkSwitch *equal_switch;
  GtkLabel *equal_label;

  WeftSession *sessions[2];
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;
  GtkColumnViewColumn *columns[2];
  char *title;
};

G_DEFINE_FINAL_TYPE (WeftComparePage, weft_compare_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_TITLE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

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

static gboolean
differs (gpointer row, gpointer data)
{
  WeftComparePage *self = WEFT_COMPARE_PAGE (data);

  return gtk_switch_get_active (self->equal_switch) || !weft_comparison_row_is_equal (row);
}

static void
equal_switched_cb (WeftComparePage *self)
{
  if (self->filtered != NULL)
    gtk_filter_changed (gtk_filter_list_model_get_filter (self->filtered),
                        GTK_FILTER_CHANGE_DIFFERENT);
}

static void
show_head (WeftComparePage *self, guint which)
{
  WeftEvaluation *evaluation = weft_session_get_evaluation (self->sessions[which]);
  g_autofree char *name = weft_session_dup_title (self->sessions[which]);
  g_autofree char *score =
    evaluation != NULL && weft_evaluation_is_feasible (evaluation)
      ? weft_quantity_format (weft_evaluation_get_score (evaluation), WEFT_UNIT_NONE)
      : g_strdup ("—");

  gtk_label_set_text (self->names[which], name);
  weft_number_set (self->scores[which], evaluation, "score", score);
  gtk_column_view_column_set_title (self->columns[which], name);
}

static void
show_title (WeftComparePage *self)
{
  g_autofree char *a = weft_session_dup_title (self->sessions[0]);
  g_autofree char *b = weft_session_dup_title (self->sessions[1]);

  g_free (self->title);
  /* Translators: the names of two designs that are compared */
  self->title = g_strdup_printf (_("%s and %s"), a, b);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static void
count_equal (WeftComparePage *self, GListModel *rows)
{
  guint n = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftComparisonRow) row = g_list_model_get_item (rows, i);

      n += weft_comparison_row_is_equal (row) ? 1 : 0;
    }
  text = g_strdup_printf (ngettext ("Show %u equal row", "Show %u equal rows", n), n);
  gtk_label_set_text (self->equal_label, text);
}

static void
show_evaluations (WeftComparePage *self)
{
  WeftEvaluation *a = weft_session_get_evaluation (self->sessions[0]);
  WeftEvaluation *b = weft_session_get_evaluation (self->sessions[1]);
  g_autoptr (GListModel) rows = NULL;

  show_title (self);
  show_head (self, 0);
  show_head (self, 1);
  weft_chart_set_evaluations (self->chart, a, b);
  if (a != NULL && b != NULL)
    rows = weft_compare (a, b);
  gtk_filter_list_model_set_model (self->filtered, rows);
  if (rows != NULL)
    count_equal (self, rows);
}

static void
append_verdicts (GtkColumnView *view)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_verdict_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_verdict_cb), NULL);
  column = gtk_column_view_column_new (NULL, factory);
  gtk_column_view_append_column (view, column);
}

static void
init_view (WeftComparePage *self)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (differs, self, NULL));
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);
  g_autoptr (GtkNoSelection) selection = NULL;

  self->filtered = gtk_filter_list_model_new (NULL, filter);
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->filtered)),
                                          g_object_ref (sorter));
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->sorted)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  gtk_column_view_column_set_expand (
    weft_column_append (self->view, _("Figure"), WEFT_COLUMN_WORDS, write_label, NULL,
                        compare_labels),
    TRUE);
  self->columns[0] =
    weft_column_append (self->view, "", WEFT_COLUMN_EITHER, write_a, NULL, NULL);
  self->columns[1] =
    weft_column_append (self->view, "", WEFT_COLUMN_EITHER, write_b, NULL, NULL);
  weft_column_append (self->view, _("Difference"), WEFT_COLUMN_NUMBERS, write_delta, NULL,
                      compare_deltas);
  weft_column_append (self->view, _("Percent"), WEFT_COLUMN_NUMBERS, write_percent, NULL,
                      compare_percents);
  append_verdicts (self->view);
}

static void
weft_compare_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_TITLE)
    g_value_set_string (value, WEFT_COMPARE_PAGE (object)->title);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_compare_page_dispose (GObject *object)
{
  WeftComparePage *self = WEFT_COMPARE_PAGE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->filtered);
  g_clear_object (&self->sorted);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->sessions[i]);
  g_clear_pointer (&self->title, g_free);
  G_OBJECT_CLASS (weft_compare_page_parent_class)->dispose (object);
}

static void
weft_compare_page_class_init (WeftComparePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_compare_page_get_property;
  object_class->dispose = weft_compare_page_dispose;
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "",
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (WEFT_TYPE_ADAPTIVE_BOX);
  g_type_ensure (WEFT_TYPE_NUMBER);
  g_type_ensure (WEFT_TYPE_SPEEDUP_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "comparepage");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-compare-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, content);
  gtk_widget_class_bind_template_child_full (widget_class, "name_a", FALSE,
                                             G_STRUCT_OFFSET (WeftComparePage, names[0]));
  gtk_widget_class_bind_template_child_full (widget_class, "name_b", FALSE,
                                             G_STRUCT_OFFSET (WeftComparePage, names[1]));
  gtk_widget_class_bind_template_child_full (widget_class, "score_a", FALSE,
                                             G_STRUCT_OFFSET (WeftComparePage, scores[0]));
  gtk_widget_class_bind_template_child_full (widget_class, "score_b", FALSE,
                                             G_STRUCT_OFFSET (WeftComparePage, scores[1]));
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, chart);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, view);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, equal_switch);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, equal_label);
  gtk_widget_class_bind_template_callback (widget_class, equal_switched_cb);
}

static void
weft_compare_page_init (WeftComparePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  init_view (self);
}

GtkWidget *
weft_compare_page_new (WeftSession *a, WeftSession *b)
{
  WeftComparePage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (a) && WEFT_IS_SESSION (b), NULL);

  self = g_object_new (WEFT_TYPE_COMPARE_PAGE, NULL);
  self->sessions[0] = g_object_ref (a);
  self->sessions[1] = g_object_ref (b);
  for (guint i = 0; i < 2; i++)
    {
      g_signal_connect_object (self->sessions[i], "notify::evaluation",
                               G_CALLBACK (show_evaluations), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->sessions[i], "notify::title", G_CALLBACK (show_evaluations),
                               self, G_CONNECT_SWAPPED);
    }
  show_evaluations (self);
  return GTK_WIDGET (self);
}

/* (nullable) (transfer none): 0 for the first design, 1 for the second. */
WeftEvaluation *
weft_compare_page_get_evaluation (WeftComparePage *self, guint which)
{
  g_return_val_if_fail (WEFT_IS_COMPARE_PAGE (self) && which < 2, NULL);

  return weft_session_get_evaluation (self->sessions[which]);
}

/* (transfer none): the rows that the table shows now. */
GListModel *
weft_compare_page_get_rows (WeftComparePage *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARE_PAGE (self), NULL);

  return G_LIST_MODEL (self->sorted);
}
