/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside another design the value to meet is that design's, so its field is gone then. */
#include "config.h"

#include "app/whatif/weft-break-even-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-plot-view.h"
#include "app/compose/weft-value-entry.h"
#include "app/whatif/weft-other-button.h"
#include "app/whatif/weft-study-bar.h"
#include "app/whatif/weft-whatif-words.h"
#include "draw/plot/weft-plot-layers-private.h"
#include "draw/whatif/weft-sweep-plot.h"

struct _WeftBreakEvenView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftInputRange *range;
  WeftOtherButton *other;
  GtkWidget *target_row;
  GtkLabel *target_label;
  WeftValueEntry *target;
  GtkCheckButton *in_both;
  GtkLabel *note;
  GtkLabel *problem;
  WeftStudyBar *study;
  GtkWidget *found;
  GtkLabel *title;
  GtkBox *sentences;
  WeftPlotView *plot;

  WeftWhatifJob *job;
  WeftWhatifFinding *shown; /* (nullable) */
  GPtrArray *words;         /* (nullable) (element-type utf8) */
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftBreakEvenView, weft_break_even_view, GTK_TYPE_WIDGET)

static void
show_problem (WeftBreakEvenView *self, const char *problem)
{
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

/* --- to the job --- */

static void
target_cb (WeftBreakEvenView *self, const char *text)
{
  const WeftOutput *output = weft_whatif_job_get_output (self->job);
  g_autoptr (GError) error = NULL;
  double target;

  if (output == NULL)
    return;
  if (!weft_output_parse (output, text, &target, &error))
    {
      show_problem (self, error->message);
      return;
    }
  show_problem (self, NULL);
  weft_whatif_job_set_target (self->job, target);
}

static void
reset_cb (WeftBreakEvenView *self)
{
  show_problem (self, NULL);
}

static void
in_both_cb (WeftBreakEvenView *self)
{
  if (!self->showing)
    weft_whatif_job_set_in_both (self->job, gtk_check_button_get_active (self->in_both));
}

/* --- what was found --- */

static void
add_sentence (WeftBreakEvenView *self, const char *words)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "finding");
  gtk_box_append (self->sentences, label);
}

/* Both answers, with a line where they change places. */
static void
show_plot (WeftBreakEvenView *self, const char *title, const char *second)
{
  const WeftWhatifFinding *finding = self->shown;
  const char *names[] = { finding->first_name, second, NULL };
  WeftInput *input = finding->inputs->pdata[0];
  WeftSweepPlot data = { .sweep = finding->sweep,
                         .what = finding->output,
                         .inputs = { input },
                         .title = title,
                         .log = weft_input_get_reach (input).is_log,
                         .names = names };
  g_autoptr (WeftPlot) plot = weft_sweep_plot_new (&data);

  for (guint i = 0; i < finding->break_even->n_crossings; i++)
    {
      double x = finding->break_even->crossings[i].x;
      g_autofree char *label = weft_input_format (input, x);

      weft_plot_add (plot, weft_plot_rule_new (label, x, TRUE));
    }
  weft_plot_view_set_plot (self->plot, plot);
}

static void
show_finding (WeftBreakEvenView *self)
{
  const WeftWhatifFinding *finding = self->shown;
  g_autofree char *input = weft_input_dup_title (finding->inputs->pdata[0]);
  g_autofree char *target = weft_output_format (finding->output, finding->target);
  const char *second = finding->second_name != NULL ? finding->second_name : target;
  /* Translators: an output of two designs, or of one and a value, and the input that moves */
  g_autofree char *title =
    g_strdup_printf (_("%s of %s against %s, over %s"), finding->output->label, finding->first_name, second, input);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->sentences))) != NULL)
    gtk_box_remove (self->sentences, child);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  self->words = weft_whatif_say_break_even (finding);
  for (guint i = 0; i < self->words->len; i++)
    add_sentence (self, self->words->pdata[i]);
  gtk_label_set_text (self->title, title);
  show_plot (self, title, second);
}

/* --- from the job --- */

static void
show_target (WeftBreakEvenView *self)
{
  const WeftOutput *output = weft_whatif_job_get_output (self->job);
  double target = weft_whatif_job_get_target (self->job);
  g_autofree char *text = output != NULL && isfinite (target) ? weft_output_format (output, target) : g_strdup ("");
  /* Translators: the field of a value that the output shall meet; the name of the output */
  g_autofree char *label = output != NULL ? g_strdup_printf (_("%s meets"), output->label) : g_strdup ("");

  gtk_label_set_text (self->target_label, label);
  if (gtk_widget_get_focus_child (GTK_WIDGET (self->target)) == NULL)
    weft_value_entry_show (self->target, text);
}

/* What is turned counts only where this design moves alone. */
static void
show_note (WeftBreakEvenView *self)
{
  gboolean left_out = weft_whatif_job_get_in_both (self->job) && weft_whatif_job_n_moved (self->job) > 0;

  gtk_label_set_text (self->note,
                      left_out ? _("Both designs count as their documents say: what is turned is left out.") : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), left_out);
}

static void
weft_break_even_view_dispose (GObject *object)
{
  WeftBreakEvenView *self = WEFT_BREAK_EVEN_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->shown, weft_whatif_finding_unref);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_break_even_view_parent_class)->dispose (object);
}

static void
weft_break_even_view_class_init (WeftBreakEvenViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_break_even_view_dispose;
  g_type_ensure (WEFT_TYPE_INPUT_RANGE);
  g_type_ensure (WEFT_TYPE_OTHER_BUTTON);
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  g_type_ensure (WEFT_TYPE_STUDY_BAR);
  g_type_ensure (WEFT_TYPE_VALUE_ENTRY);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "breakevenview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-break-even-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, range);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, other);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, target_row);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, target_label);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, target);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, in_both);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, note);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, problem);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, study);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, found);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, title);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, sentences);
  gtk_widget_class_bind_template_child (widget_class, WeftBreakEvenView, plot);
  gtk_widget_class_bind_template_callback (widget_class, target_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, in_both_cb);
}

static void
weft_break_even_view_init (WeftBreakEvenView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_break_even_view_bind (WeftBreakEvenView *self, WeftWhatifJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_BREAK_EVEN_VIEW (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
  weft_input_range_bind (self->range, job, WEFT_WHATIF_BREAK_EVEN);
  weft_other_button_bind (self->other, job);
  weft_study_bar_bind (self->study, job, WEFT_WHATIF_BREAK_EVEN);
  weft_plot_view_set_message_bar (self->plot, bar);
}

void
weft_break_even_view_update (WeftBreakEvenView *self)
{
  WeftWhatifStudy *study;
  gboolean beside;

  g_return_if_fail (WEFT_IS_BREAK_EVEN_VIEW (self));

  study = weft_whatif_job_get_study (self->job, WEFT_WHATIF_BREAK_EVEN);
  beside = weft_whatif_job_get_other (self->job) != NULL;
  self->showing = TRUE;
  gtk_check_button_set_active (self->in_both, weft_whatif_job_get_in_both (self->job));
  self->showing = FALSE;
  weft_input_range_update (self->range);
  weft_other_button_update (self->other);
  gtk_widget_set_visible (self->target_row, !beside);
  gtk_widget_set_visible (GTK_WIDGET (self->in_both), weft_whatif_job_can_be_in_both (self->job));
  show_target (self);
  show_note (self);
  if (weft_whatif_finding_set (&self->shown, weft_whatif_study_get_finding (study)) && self->shown != NULL)
    show_finding (self);
  gtk_widget_set_visible (self->found, self->shown != NULL);
  weft_study_bar_update (self->study);
}

WeftInputRange *
weft_break_even_view_get_range (WeftBreakEvenView *self)
{
  g_return_val_if_fail (WEFT_IS_BREAK_EVEN_VIEW (self), NULL);

  return self->range;
}

GtkEntry *
weft_break_even_view_get_target (WeftBreakEvenView *self)
{
  g_return_val_if_fail (WEFT_IS_BREAK_EVEN_VIEW (self), NULL);

  return GTK_ENTRY (self->target);
}

guint
weft_break_even_view_n_words (WeftBreakEvenView *self)
{
  g_return_val_if_fail (WEFT_IS_BREAK_EVEN_VIEW (self), 0);

  return self->words != NULL ? self->words->len : 0;
}

const char *
weft_break_even_view_get_words (WeftBreakEvenView *self, guint sentence)
{
  g_return_val_if_fail (WEFT_IS_BREAK_EVEN_VIEW (self) && sentence < weft_break_even_view_n_words (self), NULL);

  return self->words->pdata[sentence];
}
