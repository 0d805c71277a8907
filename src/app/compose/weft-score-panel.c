/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel beside the cards. The tables are made when somebody first asks for them. */
#include "config.h"

#include "app/compose/weft-score-panel.h"

#include <glib/gi18n.h>

#include "app/charts/weft-chart.h"
#include "app/charts/weft-result-table.h"
#include "app/compose/weft-violation-list.h"
#include "app/provenance/weft-number.h"

struct _WeftScorePanel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftNumber *score;
  GtkLabel *words;
  GtkToggleButton *table_button;
  GtkStack *stack;
  WeftChart *speedups;
  WeftChart *splits;
  WeftResultTable *table; /* (nullable) */

  WeftEvaluation *evaluation;
};

G_DEFINE_FINAL_TYPE (WeftScorePanel, weft_score_panel, GTK_TYPE_WIDGET)

/* With nothing to draw, the panel says what stands in the way. */
static void
show_violations (WeftScorePanel *self)
{
  GtkWidget *old = gtk_stack_get_child_by_name (self->stack, "violations");

  if (old != NULL)
    gtk_stack_remove (self->stack, old);
  gtk_stack_add_named (
    self->stack, weft_violation_list_new (weft_evaluation_get_violations (self->evaluation)),
    "violations");
  gtk_stack_set_visible_child_name (self->stack, "violations");
}

static void
show_page (WeftScorePanel *self)
{
  gboolean table = gtk_toggle_button_get_active (self->table_button);
  gboolean stopped =
    self->evaluation != NULL
    && g_list_model_get_n_items (weft_evaluation_get_workloads (self->evaluation)) == 0;

  gtk_widget_set_visible (GTK_WIDGET (self->table_button), !stopped);
  if (stopped)
    {
      show_violations (self);
      return;
    }
  if (table && self->table == NULL)
    {
      GtkWidget *widget = weft_result_table_new ();

      self->table = WEFT_RESULT_TABLE (widget);
      gtk_stack_add_named (self->stack, widget, "table");
      weft_result_table_set_evaluation (self->table, self->evaluation);
    }
  gtk_stack_set_visible_child_name (self->stack, table ? "table" : "charts");
}

static void
table_toggled_cb (WeftScorePanel *self)
{
  show_page (self);
}

static char *
write_words (WeftEvaluation *evaluation, const char *failure)
{
  const char *reason;
  g_autofree char *budget = NULL;

  if (failure != NULL)
    return g_strdup (failure);
  if (evaluation == NULL)
    return g_strdup (_("Reading the catalog…"));
  reason = weft_evaluation_get_reason (evaluation);
  if (reason != NULL)
    return g_strdup (reason);
  budget = weft_quantity_format (weft_evaluation_get_budget (evaluation),
                                 weft_evaluation_budget_is_cost (evaluation) ? WEFT_UNIT_USD
                                                                             : WEFT_UNIT_W);
  return g_strdup_printf (_("times the reference machine on the same %s"), budget);
}

static void
weft_score_panel_dispose (GObject *object)
{
  WeftScorePanel *self = WEFT_SCORE_PANEL (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->evaluation);
  G_OBJECT_CLASS (weft_score_panel_parent_class)->dispose (object);
}

static void
weft_score_panel_class_init (WeftScorePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_score_panel_dispose;
  g_type_ensure (WEFT_TYPE_NUMBER);
  g_type_ensure (WEFT_TYPE_SPEEDUP_VIEW);
  g_type_ensure (WEFT_TYPE_SPLIT_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "scorepanel");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-score-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, content);
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, score);
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, words);
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, table_button);
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, speedups);
  gtk_widget_class_bind_template_child (widget_class, WeftScorePanel, splits);
  gtk_widget_class_bind_template_callback (widget_class, table_toggled_cb);
}

static void
weft_score_panel_init (WeftScorePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Both nullable: without an evaluation @failure says why, or nothing is known yet. */
void
weft_score_panel_show (WeftScorePanel *self, WeftEvaluation *evaluation, const char *failure)
{
  g_autofree char *words = NULL;
  g_autofree char *score = NULL;
  gboolean feasible;

  g_return_if_fail (WEFT_IS_SCORE_PANEL (self));

  feasible = evaluation != NULL && weft_evaluation_is_feasible (evaluation);
  words = write_words (evaluation, failure);
  score = feasible ? weft_quantity_format (weft_evaluation_get_score (evaluation), WEFT_UNIT_NONE)
                   : g_strdup ("—");
  g_set_object (&self->evaluation, evaluation);
  weft_number_set (self->score, evaluation, "score", score);
  gtk_label_set_text (self->words, words);
  weft_chart_set_evaluations (self->speedups, evaluation, NULL);
  weft_chart_set_evaluations (self->splits, evaluation, NULL);
  if (self->table != NULL)
    weft_result_table_set_evaluation (self->table, evaluation);
  show_page (self);
}

/* Opens a workload's details on its bar. */
void
weft_score_panel_open_row (WeftScorePanel *self, guint kind)
{
  g_return_if_fail (WEFT_IS_SCORE_PANEL (self));

  weft_chart_open_row (self->speedups, kind);
}
