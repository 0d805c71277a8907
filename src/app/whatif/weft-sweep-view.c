/* SPDX-License-Identifier: GPL-3.0-or-later */
/* It follows the knobs: the curve is asked for again while they are turned. */
#include "config.h"

#include "app/whatif/weft-sweep-view.h"

#include <glib/gi18n.h>

#include "app/whatif/weft-study-bar.h"
#include "app/whatif/weft-whatif-words.h"
#include "draw/plot/weft-plot-layers-private.h"
#include "draw/whatif/weft-sweep-plot.h"

struct _WeftSweepView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftInputRange *range;
  WeftStudyBar *study;
  GtkStack *stack;
  GtkLabel *words;
  WeftPlotView *plot;

  WeftWhatifJob *job;
  WeftWhatifFinding *shown; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftSweepView, weft_sweep_view, GTK_TYPE_WIDGET)

/* An upright line where the input stands: in the design, or where its knob was turned to. */
static void
add_present (WeftPlot *plot, const WeftWhatifFinding *finding)
{
  WeftInput *input = finding->inputs->pdata[0];
  double now = finding->now[0], was = weft_input_get_value (input);
  g_autofree char *now_text = weft_input_format (input, now);
  g_autofree char *was_text = weft_input_format (input, was);
  /* Translators: a mark in a chart: where the input stands now */
  g_autofree char *now_label = g_strdup_printf (_("now %s"), now_text);
  /* Translators: a mark in a chart: where the input stands in the design */
  g_autofree char *was_label = g_strdup_printf (_("design %s"), was_text);

  if (now != was)
    weft_plot_add (plot, weft_plot_rule_new (now_label, now, TRUE));
  weft_plot_add (plot, weft_plot_rule_new (was_label, was, TRUE));
}

static void
show_finding (WeftSweepView *self)
{
  const WeftWhatifFinding *finding = self->shown;
  WeftInput *input = finding->inputs->pdata[0];
  g_autofree char *title = weft_input_dup_title (input);
  /* Translators: title of a chart: an output over an input */
  g_autofree char *heading = g_strdup_printf (_("%s over %s"), finding->output->label, title);
  g_autofree char *words = weft_whatif_say_sweep (finding);
  WeftSweepPlot data = { .sweep = finding->sweep,
                         .what = finding->output,
                         .inputs = { input },
                         .title = heading,
                         .log = weft_input_get_reach (input).is_log };
  g_autoptr (WeftPlot) plot = weft_sweep_plot_new (&data);

  add_present (plot, finding);
  gtk_label_set_text (self->words, words);
  weft_plot_view_set_plot (self->plot, plot);
}

static const char *
find_page (WeftSweepView *self)
{
  if (weft_whatif_job_get_selected (self->job) == NULL)
    return "none";
  return self->shown != NULL ? "curve" : "waiting";
}

/* --- class --- */

static void
weft_sweep_view_dispose (GObject *object)
{
  WeftSweepView *self = WEFT_SWEEP_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->shown, weft_whatif_finding_unref);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_sweep_view_parent_class)->dispose (object);
}

static void
weft_sweep_view_class_init (WeftSweepViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_sweep_view_dispose;
  g_type_ensure (WEFT_TYPE_INPUT_RANGE);
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  g_type_ensure (WEFT_TYPE_STUDY_BAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "sweepview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-sweep-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSweepView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSweepView, range);
  gtk_widget_class_bind_template_child (widget_class, WeftSweepView, study);
  gtk_widget_class_bind_template_child (widget_class, WeftSweepView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftSweepView, words);
  gtk_widget_class_bind_template_child (widget_class, WeftSweepView, plot);
}

static void
weft_sweep_view_init (WeftSweepView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_sweep_view_bind (WeftSweepView *self, WeftWhatifJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SWEEP_VIEW (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
  weft_input_range_bind (self->range, job, WEFT_WHATIF_SWEEP);
  weft_study_bar_bind (self->study, job, WEFT_WHATIF_SWEEP);
  weft_study_bar_set_follows (self->study, TRUE);
  weft_plot_view_set_message_bar (self->plot, bar);
}

void
weft_sweep_view_update (WeftSweepView *self)
{
  g_return_if_fail (WEFT_IS_SWEEP_VIEW (self));

  weft_whatif_job_ensure (self->job, WEFT_WHATIF_SWEEP);
  weft_input_range_update (self->range);
  if (weft_whatif_finding_set (&self->shown, weft_whatif_study_get_finding (weft_whatif_job_get_study (
                                               self->job, WEFT_WHATIF_SWEEP)))
      && self->shown != NULL)
    show_finding (self);
  gtk_stack_set_visible_child_name (self->stack, find_page (self));
  weft_study_bar_update (self->study);
}

const char *
weft_sweep_view_get_words (WeftSweepView *self)
{
  g_return_val_if_fail (WEFT_IS_SWEEP_VIEW (self), NULL);

  return gtk_label_get_text (self->words);
}

WeftPlotView *
weft_sweep_view_get_plot (WeftSweepView *self)
{
  g_return_val_if_fail (WEFT_IS_SWEEP_VIEW (self), NULL);

  return self->plot;
}

WeftInputRange *
weft_sweep_view_get_range (WeftSweepView *self)
{
  g_return_val_if_fail (WEFT_IS_SWEEP_VIEW (self), NULL);

  return self->range;
}
