/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars end at the answer; the tick is where the design's own stands. */
#include "config.h"

#include "app/whatif/weft-answer-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-meter.h"
#include "app/charts/weft-ratio-strip.h"
#include "app/charts/weft-words.h"

/* Room for "12.3×", so that bars stay where they are. */
#define RATIO_CHARS 6

struct _WeftAnswerCard
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *value;
  GtkLabel *baseline;
  GtkLabel *reason;
  GtkGrid *ratios;
  GtkImage *icons[WEFT_N_WORKLOADS];
  WeftMeter *meters[WEFT_N_WORKLOADS];
  GtkLabel *now[WEFT_N_WORKLOADS];
  GtkLabel *before[WEFT_N_WORKLOADS];
};

G_DEFINE_FINAL_TYPE (WeftAnswerCard, weft_answer_card, GTK_TYPE_WIDGET)

/* --- the answer --- */

/* (transfer full): "+2.9 %", "" for no difference */
static char *
write_change (double before, double now)
{
  double percent = 100 * (now - before) / fabs (before);

  if (!isfinite (percent) || fabs (percent) < 0.05)
    return g_strdup ("");
  /* Translators: a change in percent */
  return g_strdup_printf (fabs (percent) < 99.95 ? _("%+.1f %%") : _("%+.0f %%"), percent);
}

/* (transfer full) */
static char *
write_baseline (const WeftOutput *output, double before, double now)
{
  g_autofree char *text = weft_output_format (output, before);
  g_autofree char *change = write_change (before, now);

  if (*change == '\0')
    /* Translators: what the design gives, with nothing changed */
    return g_strdup_printf (_("%s in the design"), text);
  /* Translators: what the design gives, and how far the answer is from that: "1.929× in the design, +2.9 %" */
  return g_strdup_printf (_("%s in the design, %s"), text, change);
}

static void
show_change_class (WeftAnswerCard *self, const WeftOutput *output, double before, double now)
{
  gboolean rises = now > before;
  gboolean differs = isfinite (now) && isfinite (before) && fabs (now - before) > 5e-4 * fabs (before);
  gboolean better = output != NULL && rises != output->less_is_better;

  gtk_widget_remove_css_class (GTK_WIDGET (self->baseline), "success");
  gtk_widget_remove_css_class (GTK_WIDGET (self->baseline), "error");
  if (differs)
    gtk_widget_add_css_class (GTK_WIDGET (self->baseline), better ? "success" : "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->baseline), !differs ? NULL : better ? _("better") : _("worse"));
}

static void
show_answer (WeftAnswerCard *self, const WeftOutput *output, WeftEvaluation *answer, WeftEvaluation *baseline)
{
  double now = output != NULL && answer != NULL ? weft_output_read (output, answer) : NAN;
  double before = output != NULL && baseline != NULL ? weft_output_read (output, baseline) : NAN;
  g_autofree char *value = isnan (now) ? g_strdup ("—") : weft_output_format (output, now);
  g_autofree char *words = isnan (before) ? g_strdup ("") : write_baseline (output, before, now);

  gtk_label_set_text (self->value, value);
  gtk_label_set_text (self->baseline, words);
  show_change_class (self, output, before, now);
}

/* --- ratios --- */

static double
get_ratio (WeftEvaluation *evaluation, guint kind)
{
  WeftWorkloadResult *result = evaluation != NULL ? weft_evaluation_get_workload (evaluation, kind) : NULL;

  return result != NULL && weft_workload_result_is_feasible (result) ? weft_workload_result_get_speedup (result) : NAN;
}

static void
show_ratio (WeftAnswerCard *self, guint kind, WeftEvaluation *answer, WeftEvaluation *baseline, double scale)
{
  WeftWorkloadResult *result = answer != NULL ? weft_evaluation_get_workload (answer, kind) : NULL;
  double now = get_ratio (answer, kind), before = get_ratio (baseline, kind);
  g_autofree char *now_text = isnan (now) ? g_strdup ("—") : weft_words_for_ratio (now);
  g_autofree char *before_text = isnan (before) ? g_strdup ("—") : weft_words_for_ratio (before);
  g_autofree char *words = result != NULL ? weft_words_for_workload (answer, kind) : NULL;

  gtk_label_set_text (self->now[kind], now_text);
  gtk_label_set_text (self->before[kind], before_text);
  weft_meter_set (self->meters[kind], now / scale, before / scale);
  gtk_image_set_from_icon_name (self->icons[kind],
                                isnan (now) ? "action-unavailable-symbolic"
                                            : weft_part_icon_name (weft_workload_result_get_bottleneck (result)));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->meters[kind]), words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->now[kind]), words);
}

static void
show_ratios (WeftAnswerCard *self, WeftEvaluation *answer, WeftEvaluation *baseline)
{
  double ratios[2 * WEFT_N_WORKLOADS], scale;
  guint n = 0;

  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      double now = get_ratio (answer, kind), before = get_ratio (baseline, kind);

      if (!isnan (now))
        ratios[n++] = now;
      if (!isnan (before))
        ratios[n++] = before;
    }
  scale = weft_ratio_strip_scale (ratios, n);
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    show_ratio (self, kind, answer, baseline, scale);
}

static GtkLabel *
new_ratio_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new ("—");

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_width_chars (GTK_LABEL (label), RATIO_CHARS);
  gtk_widget_add_css_class (label, "numeric");
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return GTK_LABEL (label);
}

static void
add_heading (WeftAnswerCard *self, const char *text, int column)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_grid_attach (self->ratios, label, column, 0, 1, 1);
}

static void
add_ratio (WeftAnswerCard *self, guint kind)
{
  GtkWidget *name = gtk_label_new (weft_workload_label (kind));
  int row = (int) kind + 1;

  self->icons[kind] = GTK_IMAGE (gtk_image_new ());
  self->meters[kind] = WEFT_METER (weft_meter_new ((int) kind));
  self->now[kind] = new_ratio_label (NULL);
  self->before[kind] = new_ratio_label ("dim-label");
  gtk_image_set_pixel_size (self->icons[kind], 12);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (name), 7);
  gtk_widget_set_hexpand (GTK_WIDGET (self->meters[kind]), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->meters[kind]), GTK_ALIGN_CENTER);
  gtk_grid_attach (self->ratios, GTK_WIDGET (self->icons[kind]), 0, row, 1, 1);
  gtk_grid_attach (self->ratios, name, 1, row, 1, 1);
  gtk_grid_attach (self->ratios, GTK_WIDGET (self->meters[kind]), 2, row, 1, 1);
  gtk_grid_attach (self->ratios, GTK_WIDGET (self->now[kind]), 3, row, 1, 1);
  gtk_grid_attach (self->ratios, GTK_WIDGET (self->before[kind]), 4, row, 1, 1);
}

/* --- class --- */

static void
weft_answer_card_dispose (GObject *object)
{
  WeftAnswerCard *self = WEFT_ANSWER_CARD (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_answer_card_parent_class)->dispose (object);
}

static void
weft_answer_card_class_init (WeftAnswerCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_answer_card_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "answercard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-answer-card.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftAnswerCard, content);
  gtk_widget_class_bind_template_child (widget_class, WeftAnswerCard, value);
  gtk_widget_class_bind_template_child (widget_class, WeftAnswerCard, baseline);
  gtk_widget_class_bind_template_child (widget_class, WeftAnswerCard, reason);
  gtk_widget_class_bind_template_child (widget_class, WeftAnswerCard, ratios);
}

static void
weft_answer_card_init (WeftAnswerCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Translators: heading of the speed-ups with other numbers, in a narrow column */
  add_heading (self, C_("what-if", "now"), 3);
  /* Translators: heading of the speed-ups of the design as it is, in a narrow column */
  add_heading (self, C_("what-if", "design"), 4);
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    add_ratio (self, kind);
}

void
weft_answer_card_show (WeftAnswerCard *self, const WeftOutput *output, WeftEvaluation *answer, WeftEvaluation *baseline,
                       const char *reason)
{
  g_return_if_fail (WEFT_IS_ANSWER_CARD (self));

  if (reason == NULL && answer != NULL && !weft_evaluation_is_feasible (answer))
    reason = weft_evaluation_get_reason (answer);
  show_answer (self, output, answer, baseline);
  gtk_label_set_text (self->reason, reason != NULL ? reason : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reason), reason != NULL);
  show_ratios (self, answer, baseline);
}

const char *
weft_answer_card_get_value (WeftAnswerCard *self)
{
  g_return_val_if_fail (WEFT_IS_ANSWER_CARD (self), NULL);

  return gtk_label_get_text (self->value);
}

const char *
weft_answer_card_get_baseline (WeftAnswerCard *self)
{
  g_return_val_if_fail (WEFT_IS_ANSWER_CARD (self), NULL);

  return gtk_label_get_text (self->baseline);
}

const char *
weft_answer_card_get_ratio (WeftAnswerCard *self, guint kind)
{
  g_return_val_if_fail (WEFT_IS_ANSWER_CARD (self) && kind < WEFT_N_WORKLOADS, NULL);

  return gtk_label_get_text (self->now[kind]);
}
