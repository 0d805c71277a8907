/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict of a search is short; the evaluator says the rest when a design is chosen. */
#include "config.h"

#include "app/search/weft-search-design.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "app/provenance/weft-number.h"
#include "app/search/weft-search-reason.h"
#include "app/search/weft-search-words.h"

struct _WeftSearchDesign
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftNumber *score;
  GtkLabel *label;
  GtkLabel *finder;
  GtkLabel *problem;
  GtkListBox *partitions;
  WeftNumber *power;
  GtkLabel *power_of;
  WeftNumber *cost;
  GtkLabel *cost_of;
  GtkWidget *apply_button;
  GtkWidget *trail_button;
  GtkWidget *reason_heading;
  GtkLabel *reason;
  GtkWidget *left_out_heading;
  GtkLabel *left_out;

  WeftSearchJob *job;
  int index;                  /* -1: none */
  WeftCandidate candidate;    /* that is shown */
  WeftEvaluation *evaluation; /* (nullable) */
  GCancellable *cancellable;  /* of what was asked for the chosen design */
};

G_DEFINE_FINAL_TYPE (WeftSearchDesign, weft_search_design, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_EVALUATION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- partitions --- */

static char *
write_share (double share, const char *role, const char *realised)
{
  g_autofree char *percent = g_strdup_printf (_("%.4g %% of the budget"), share * 100);
  g_autofree char *label = g_strdup_printf (_("%s; runs %s"), role, realised);

  return g_strjoin (" · ", percent, label, NULL);
}

static GtkWidget *
make_partition_row (WeftSearchDesign *self, guint i)
{
  g_autoptr (WeftPartitionResult) result =
    g_list_model_get_item (weft_evaluation_get_partitions (self->evaluation), i);
  WeftProblem *problem = weft_search_job_get_problem (self->job);
  double share = (double) problem->fractions[self->candidate.parts[i].fraction] / WEFT_SPACE_WHOLE;
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title =
    g_strdup_printf ("%u × %s", weft_partition_result_get_count (result),
                     weft_partition_result_get_chip (result));
  g_autofree char *fabrics = g_strjoin (" · ", weft_partition_result_get_scaleup (result),
                                        weft_partition_result_get_scaleout (result), NULL);
  g_autofree char *words = write_share (share, weft_partition_result_get_role (result),
                                        weft_partition_result_get_realised (result));
  g_autofree char *subtitle = g_strjoin ("\n", fabrics, words, NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_tooltip_text (row, weft_partition_result_get_domains_text (result));
  return row;
}

static void
clear_partitions (WeftSearchDesign *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->partitions, 0)) != NULL)
    gtk_list_box_remove (self->partitions, GTK_WIDGET (row));
}

static void
show_partitions (WeftSearchDesign *self)
{
  guint n = g_list_model_get_n_items (weft_evaluation_get_partitions (self->evaluation));

  clear_partitions (self);
  for (guint i = 0; i < n && i < self->candidate.n; i++)
    gtk_list_box_append (self->partitions, make_partition_row (self, i));
}

/* --- figures --- */

static void
show_amount (WeftNumber *number, GtkLabel *of, WeftEvaluation *evaluation, gboolean cost)
{
  double value = cost ? weft_evaluation_get_cost_usd (evaluation)
                      : weft_evaluation_get_power_w (evaluation);
  WeftUnit unit = cost ? WEFT_UNIT_USD : WEFT_UNIT_W;
  g_autofree char *text = isnan (value) ? g_strdup (_("unknown"))
                                        : weft_quantity_format (value, unit);
  g_autofree char *budget = weft_quantity_format (weft_evaluation_get_budget (evaluation), unit);
  g_autofree char *words = g_strdup_printf (_("of %s"), budget);

  weft_number_set (number, evaluation, cost ? "cost_usd" : "power_w", text);
  gtk_label_set_text (of, words);
  gtk_widget_set_visible (GTK_WIDGET (of), weft_evaluation_budget_is_cost (evaluation) == cost);
}

static void
show_left_out (WeftSearchDesign *self)
{
  const char *const *sentences = weft_evaluation_get_left_out (self->evaluation);
  g_autofree char *text = NULL;
  gboolean any = sentences != NULL && sentences[0] != NULL;

  if (any)
    text = g_strjoinv ("\n\n", (char **) sentences);
  gtk_label_set_text (self->left_out, any ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->left_out), any);
  gtk_widget_set_visible (self->left_out_heading, any);
}

static void
show_evaluation (WeftSearchDesign *self)
{
  g_autofree char *score =
    weft_search_words_score (weft_evaluation_get_score (self->evaluation));
  const char *reason = weft_evaluation_get_reason (self->evaluation);

  weft_number_set (self->score, self->evaluation, "score", score);
  gtk_label_set_text (self->problem, reason != NULL ? reason : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), reason != NULL);
  show_partitions (self);
  show_amount (self->power, self->power_of, self->evaluation, FALSE);
  show_amount (self->cost, self->cost_of, self->evaluation, TRUE);
  show_left_out (self);
}

static void
take_evaluation (WeftSearchDesign *self, WeftEvaluation *evaluation)
{
  if (g_set_object (&self->evaluation, evaluation))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVALUATION]);
}

static void
evaluated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSearchDesign) self = WEFT_SEARCH_DESIGN (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation =
    weft_evaluator_evaluate_finish (WEFT_EVALUATOR (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->index < 0)
    return;
  if (evaluation == NULL)
    {
      gtk_label_set_text (self->problem, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
      return;
    }
  take_evaluation (self, evaluation);
  show_evaluation (self);
}

static void
show_reason (WeftSearchDesign *self, const char *text)
{
  gtk_label_set_text (self->reason, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reason), text != NULL);
  gtk_widget_set_visible (self->reason_heading, text != NULL);
}

static void
reason_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftSearchDesign) self = WEFT_SEARCH_DESIGN (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = weft_search_reason_finish (result, &error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_reason (self, reason != NULL ? reason : error->message);
}

static void
renew_cancellable (WeftSearchDesign *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
}

static void
ask (WeftSearchDesign *self, const WeftTallyPoint *point)
{
  WeftProblem *problem = weft_search_job_get_problem (self->job);
  const WeftTallyRun *run =
    weft_tally_get_run (weft_search_job_get_tally (self->job), point->run);
  g_autoptr (WeftDesign) design = weft_candidate_design (problem, &point->point.candidate);

  renew_cancellable (self);
  weft_evaluator_evaluate_async (weft_problem_get_evaluator (problem), design, NULL,
                                 self->cancellable, evaluated_cb, g_object_ref (self));
  gtk_widget_set_visible (self->trail_button, point->point.event > 0 && run->path != NULL);
  show_reason (self, NULL);
  if (point->point.event > 0 && run->path != NULL)
    weft_search_reason_async (run->path, point->point.event, self->cancellable, reason_cb,
                              g_object_ref (self));
}

/* --- class --- */

static void
weft_search_design_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_EVALUATION)
    g_value_set_object (value, WEFT_SEARCH_DESIGN (object)->evaluation);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_search_design_dispose (GObject *object)
{
  WeftSearchDesign *self = WEFT_SEARCH_DESIGN (object);

  self->index = -1;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->evaluation);
  G_OBJECT_CLASS (weft_search_design_parent_class)->dispose (object);
}

static void
weft_search_design_class_init (WeftSearchDesignClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_search_design_get_property;
  object_class->dispose = weft_search_design_dispose;
  properties[PROP_EVALUATION] =
    g_param_spec_object ("evaluation", NULL, NULL, WEFT_TYPE_EVALUATION,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_NUMBER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "searchdesign");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-search-design.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, score);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, label);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, finder);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, problem);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, partitions);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, power);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, power_of);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, cost);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, cost_of);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, apply_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, trail_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, reason_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, reason);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, left_out_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchDesign, left_out);
}

static void
weft_search_design_init (WeftSearchDesign *self)
{
  self->index = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_search_design_bind (WeftSearchDesign *self, WeftSearchJob *job)
{
  g_return_if_fail (WEFT_IS_SEARCH_DESIGN (self) && WEFT_IS_SEARCH_JOB (job));

  g_set_object (&self->job, job);
}

static void
forget (WeftSearchDesign *self)
{
  renew_cancellable (self);
  self->index = -1;
  take_evaluation (self, NULL);
}

void
weft_search_design_show (WeftSearchDesign *self, int index)
{
  WeftTally *tally;
  const WeftTallyPoint *point;
  g_autofree char *label = NULL, *finder = NULL;

  g_return_if_fail (WEFT_IS_SEARCH_DESIGN (self));

  if (index < 0)
    {
      forget (self);
      return;
    }
  if (index == self->index)
    return;
  tally = weft_search_job_get_tally (self->job);
  point = weft_tally_get_point (tally, (guint) index);
  self->index = index;
  label = weft_search_words_label (weft_search_job_get_problem (self->job), tally, (guint) index);
  finder = weft_search_words_finder (tally, (guint) index);
  gtk_label_set_text (self->label, label);
  gtk_label_set_text (self->finder, finder);
  self->candidate = point->point.candidate;
  ask (self, point);
}

WeftEvaluation *
weft_search_design_get_evaluation (WeftSearchDesign *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_DESIGN (self), NULL);

  return self->evaluation;
}

void
weft_search_design_set_refusal (WeftSearchDesign *self, const char *refusal)
{
  g_return_if_fail (WEFT_IS_SEARCH_DESIGN (self));

  gtk_widget_set_tooltip_text (self->apply_button,
                               refusal != NULL
                                 ? refusal
                                 : _("Takes these partitions in place of the document’s own"));
}

/* (nullable): why the chosen design was tried, when that is known. */
const char *
weft_search_design_get_reason (WeftSearchDesign *self)
{
  const char *text;

  g_return_val_if_fail (WEFT_IS_SEARCH_DESIGN (self), NULL);

  text = gtk_label_get_text (self->reason);
  return *text != '\0' ? text : NULL;
}
