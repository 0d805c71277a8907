/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows the evaluations of both sides: two sessions, or what two profiles make of one.
 *
 * weft_compare() -> GtkFilterListModel (equal rows) -> GtkSortListModel (column clicked) -> selection -> view
 *
 * Of two profiles the reasons are found in a worker; a column sums them up, the side tells those of the chosen row. */
#include "config.h"

#include "app/compare/weft-compare-page.h"

#include <glib/gi18n.h>

#include "app/charts/weft-chart.h"
#include "app/charts/weft-column.h"
#include "app/compare/weft-compare-columns.h"
#include "app/compare/weft-opinion.h"
#include "app/compare/weft-reason-list.h"
#include "app/compare/weft-why.h"
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
  GtkStack *table;
  AdwStatusPage *lack;
  GtkSwitch *equal_switch;
  GtkLabel *equal_label;
  WeftReasonList *reasons;

  WeftSession *sessions[2];
  WeftOpinion *opinions[2];      /* (nullable): of profiles, instead of the sessions' own evaluations */
  GListModel *differences;       /* (nullable): of the evaluations that are shown */
  GtkSingleSelection *selection; /* (nullable): of profiles */
  GCancellable *cancellable;     /* of the reasons that are looked for */
  char *chosen;                  /* (nullable): key of the row whose reasons are told */
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

/* --- sides --- */

static WeftEvaluation *
get_evaluation (WeftComparePage *self, guint which)
{
  if (self->opinions[which] != NULL)
    return weft_opinion_get_evaluation (self->opinions[which]);
  return weft_session_get_evaluation (self->sessions[which]);
}

static char *
dup_title (WeftComparePage *self, guint which)
{
  if (self->opinions[which] != NULL)
    return g_strdup (weft_opinion_get_profile (self->opinions[which]));
  return weft_session_dup_title (self->sessions[which]);
}

/* --- columns --- */

static char *
write_why (gpointer row, gpointer data)
{
  return weft_why_summarise (WEFT_COMPARE_PAGE (data)->differences, weft_comparison_row_get_key (row));
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
  WeftEvaluation *evaluation = get_evaluation (self, which);
  g_autofree char *name = dup_title (self, which);
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
  g_autofree char *a = dup_title (self, 0);
  g_autofree char *b = dup_title (self, 1);
  g_autofree char *design = weft_session_dup_title (self->sessions[0]);

  g_free (self->title);
  if (self->opinions[0] != NULL)
    /* Translators: a design, and two profiles that it is compared under */
    self->title = g_strdup_printf (_("%s: %s and %s"), design, a, b);
  else
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

/* --- nothing to compare --- */

/* (nullable) (transfer full): why one of both sides has no figures. */
static char *
dup_failure (WeftComparePage *self)
{
  for (guint i = 0; i < 2; i++)
    {
      const char *failure =
        self->opinions[i] != NULL ? weft_opinion_get_failure (self->opinions[i]) : NULL;

      if (failure != NULL)
        /* Translators: a profile, and why it cannot judge the design */
        return g_strdup_printf (_("%s: %s"), weft_opinion_get_profile (self->opinions[i]), failure);
    }
  return NULL;
}

/* Without figures on one side, why that is; while they are worked out, nothing. */
static void
show_lack (WeftComparePage *self, gboolean lacks)
{
  g_autofree char *failure = lacks ? dup_failure (self) : NULL;

  if (failure != NULL)
    adw_status_page_set_description (self->lack, failure);
  gtk_stack_set_visible_child_name (self->table, failure != NULL ? "lack" : "rows");
  gtk_widget_set_visible (GTK_WIDGET (self->reasons), self->opinions[0] != NULL && failure == NULL);
}

/* --- reasons --- */

static void
show_reasons (WeftComparePage *self)
{
  g_autoptr (GPtrArray) list = weft_why_list (self->differences, self->chosen != NULL ? self->chosen : "");
  WeftDifference *difference =
    self->chosen != NULL ? weft_why_find (self->differences, self->chosen) : NULL;

  weft_reason_list_show (self->reasons, difference, list,
                         self->differences == NULL ? _("Looking for reasons…")
                         : difference != NULL      ? _("Nothing differs here.")
                                                   : _("Choose a figure of a workload or of a partition to read "
                                                       "why it differs."));
}

static void
selected_cb (WeftComparePage *self)
{
  WeftComparisonRow *row = gtk_single_selection_get_selected_item (self->selection);
  const char *key = row != NULL ? weft_comparison_row_get_key (row) : NULL;

  if (key == NULL || g_strcmp0 (key, self->chosen) == 0)
    return;
  g_free (self->chosen);
  self->chosen = g_strdup (key);
  show_reasons (self);
}

/* After new figures came, the row that was chosen before. */
static void
choose_again (WeftComparePage *self)
{
  g_autofree char *key = g_strdup (self->chosen != NULL ? self->chosen : "score");

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->sorted)); i++)
    {
      g_autoptr (WeftComparisonRow) row = g_list_model_get_item (G_LIST_MODEL (self->sorted), i);

      if (!g_str_equal (weft_comparison_row_get_key (row), key))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      break;
    }
  g_free (self->chosen);
  self->chosen = g_steal_pointer (&key);
  show_reasons (self);
}

/* What a worker takes along. */
typedef struct
{
  WeftEvaluation *a;
  WeftEvaluation *b;
} Pair;

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  g_object_unref (pair->a);
  g_object_unref (pair->b);
  g_free (pair);
}

static void
find_reasons_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Pair *pair = data;

  g_task_return_pointer (task, weft_profile_difference (pair->a, pair->b), g_object_unref);
}

static void
show_rows (WeftComparePage *self, GListModel *rows)
{
  gtk_filter_list_model_set_model (self->filtered, rows);
  if (rows != NULL)
    count_equal (self, rows);
  if (self->selection != NULL)
    choose_again (self);
}

static void
found_reasons_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftComparePage *self = WEFT_COMPARE_PAGE (source);
  g_autoptr (GListModel) found = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (GListModel) rows = NULL;

  /* Another pair of evaluations has come since. */
  if (found == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_set_object (&self->differences, found);
  rows = weft_compare (get_evaluation (self, 0), get_evaluation (self, 1));
  show_rows (self, rows);
}

static void
find_reasons (WeftComparePage *self, WeftEvaluation *a, WeftEvaluation *b)
{
  g_autoptr (GTask) task = NULL;
  Pair *pair = g_new0 (Pair, 1);

  pair->a = g_object_ref (a);
  pair->b = g_object_ref (b);
  task = g_task_new (self, self->cancellable, found_reasons_cb, NULL);
  g_task_set_source_tag (task, find_reasons);
  g_task_set_task_data (task, pair, pair_free);
  g_task_run_in_thread (task, find_reasons_in_thread);
}

/* --- evaluations --- */

static void
show_evaluations (WeftComparePage *self)
{
  WeftEvaluation *a = get_evaluation (self, 0);
  WeftEvaluation *b = get_evaluation (self, 1);
  g_autoptr (GListModel) rows = NULL;

  show_title (self);
  show_head (self, 0);
  show_head (self, 1);
  weft_chart_set_evaluations (self->chart, a, b);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (a != NULL && b != NULL)
    rows = weft_compare (a, b);
  show_lack (self, rows == NULL);
  if (self->opinions[0] == NULL)
    {
      show_rows (self, rows);
      return;
    }
  /* Reasons of other figures are no reasons of these. */
  g_clear_object (&self->differences);
  show_rows (self, rows);
  self->cancellable = g_cancellable_new ();
  if (rows != NULL)
    find_reasons (self, a, b);
}

/* Designs are better or worse than each other; profiles have reasons. */
static void
append_last_column (WeftComparePage *self)
{
  if (self->opinions[0] == NULL)
    weft_compare_append_verdicts (self->view);
  else
    gtk_column_view_column_set_expand (
      weft_column_append (self->view, _("Why"), WEFT_COLUMN_WORDS, write_why, self, NULL), TRUE);
}

static void
init_selection (WeftComparePage *self)
{
  GListModel *model = G_LIST_MODEL (g_object_ref (self->sorted));
  g_autoptr (GtkNoSelection) none = NULL;

  if (self->opinions[0] == NULL)
    {
      none = gtk_no_selection_new (model);
      gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (none));
      return;
    }
  self->selection = gtk_single_selection_new (model);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
init_view (WeftComparePage *self)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (differs, self, NULL));
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  self->filtered = gtk_filter_list_model_new (NULL, filter);
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->filtered)),
                                          g_object_ref (sorter));
  init_selection (self);
  weft_compare_append_columns (self->view, self->columns);
  append_last_column (self);
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

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->differences);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_object (&self->filtered);
  g_clear_object (&self->sorted);
  for (guint i = 0; i < 2; i++)
    {
      g_clear_object (&self->sessions[i]);
      g_clear_object (&self->opinions[i]);
    }
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
  g_type_ensure (WEFT_TYPE_REASON_LIST);
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
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, table);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, lack);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, equal_switch);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, equal_label);
  gtk_widget_class_bind_template_child (widget_class, WeftComparePage, reasons);
  gtk_widget_class_bind_template_callback (widget_class, equal_switched_cb);
}

static void
weft_compare_page_init (WeftComparePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
  init_view (self);
  show_evaluations (self);
  return GTK_WIDGET (self);
}

GtkWidget *
weft_compare_page_new_profiles (WeftSession *session, const char *first, const char *second)
{
  const char *const profiles[] = { first, second };
  WeftComparePage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session) && first != NULL && second != NULL, NULL);

  self = g_object_new (WEFT_TYPE_COMPARE_PAGE, NULL);
  for (guint i = 0; i < 2; i++)
    {
      self->sessions[i] = g_object_ref (session);
      self->opinions[i] = weft_opinion_new (session, profiles[i]);
      g_signal_connect_object (self->opinions[i], "notify::evaluation", G_CALLBACK (show_evaluations),
                               self, G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (session, "notify::title", G_CALLBACK (show_title), self, G_CONNECT_SWAPPED);
  init_view (self);
  show_evaluations (self);
  return GTK_WIDGET (self);
}

/* (nullable) (transfer none): 0 for the first design, 1 for the second. */
WeftEvaluation *
weft_compare_page_get_evaluation (WeftComparePage *self, guint which)
{
  g_return_val_if_fail (WEFT_IS_COMPARE_PAGE (self) && which < 2, NULL);

  return get_evaluation (self, which);
}

/* (nullable) (transfer none): why the profiles differ, once that is known. */
GListModel *
weft_compare_page_get_differences (WeftComparePage *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARE_PAGE (self), NULL);

  return self->differences;
}

/* Tells the reasons of a row; does nothing for designs. */
void
weft_compare_page_choose (WeftComparePage *self, const char *key)
{
  g_return_if_fail (WEFT_IS_COMPARE_PAGE (self) && key != NULL);

  if (self->selection == NULL)
    return;
  g_free (self->chosen);
  self->chosen = g_strdup (key);
  choose_again (self);
}

/* (transfer none): the rows that the table shows now. */
GListModel *
weft_compare_page_get_rows (WeftComparePage *self)
{
  g_return_val_if_fail (WEFT_IS_COMPARE_PAGE (self), NULL);

  return G_LIST_MODEL (self->sorted);
}
