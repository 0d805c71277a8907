/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study that takes no longer than a blink shows no progress: a bar that comes and goes at each move of a slider tells
 * nobody anything. */
#include "config.h"

#include "app/whatif/weft-study-bar.h"

#include <glib/gi18n.h>

#include "app/charts/weft-meter.h"

#define BLINK_US (400 * G_TIME_SPAN_MILLISECOND)

struct _WeftStudyBar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *words;
  WeftMeter *progress;
  GtkWidget *ask_button;
  GtkWidget *cancel_button;

  WeftWhatifJob *job;
  WeftWhatifStudyKind kind;
  gboolean follows;
  gint64 since; /* of a study that runs; 0 for none */
};

G_DEFINE_FINAL_TYPE (WeftStudyBar, weft_study_bar, GTK_TYPE_WIDGET)

static void
ask_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftStudyBar *self = WEFT_STUDY_BAR (widget);

  weft_whatif_job_ask (self->job, self->kind);
}

static void
cancel_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftStudyBar *self = WEFT_STUDY_BAR (widget);

  weft_whatif_study_stop (weft_whatif_job_get_study (self->job, self->kind));
}

/* (transfer full): "" for nothing */
static char *
write_words (WeftStudyBar *self, WeftWhatifStudyState state, gboolean long_work)
{
  WeftWhatifStudy *study = weft_whatif_job_get_study (self->job, self->kind);

  if (state == WEFT_WHATIF_STUDY_RUNNING && long_work)
    return g_strdup_printf (_("Asking… %.0f %%"), 100 * weft_whatif_study_get_progress (study));
  if (state == WEFT_WHATIF_STUDY_FAILED)
    return g_strdup (weft_whatif_study_get_message (study));
  if (state == WEFT_WHATIF_STUDY_STOPPED)
    return g_strdup (_("Cancelled"));
  if (state == WEFT_WHATIF_STUDY_DONE && !self->follows && weft_whatif_job_is_dated (self->job, self->kind))
    return g_strdup (_("This is of an earlier question."));
  return g_strdup ("");
}

static void
show_progress (WeftStudyBar *self, gboolean visible)
{
  double progress = weft_whatif_study_get_progress (weft_whatif_job_get_study (self->job, self->kind));

  gtk_widget_set_visible (GTK_WIDGET (self->progress), visible);
  weft_meter_set (self->progress, progress, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, progress, -1);
}

static gboolean
note_time (WeftStudyBar *self, gboolean running)
{
  gint64 now = g_get_monotonic_time ();

  if (!running)
    self->since = 0;
  else if (self->since == 0)
    self->since = now;
  return running && now - self->since > BLINK_US;
}

static void
weft_study_bar_dispose (GObject *object)
{
  WeftStudyBar *self = WEFT_STUDY_BAR (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_study_bar_parent_class)->dispose (object);
}

static void
weft_study_bar_class_init (WeftStudyBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_study_bar_dispose;
  g_type_ensure (WEFT_TYPE_METER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "studybar");
  gtk_widget_class_install_action (widget_class, "study.ask", NULL, ask_cb);
  gtk_widget_class_install_action (widget_class, "study.cancel", NULL, cancel_cb);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-study-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftStudyBar, content);
  gtk_widget_class_bind_template_child (widget_class, WeftStudyBar, words);
  gtk_widget_class_bind_template_child (widget_class, WeftStudyBar, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftStudyBar, ask_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStudyBar, cancel_button);
}

static void
weft_study_bar_init (WeftStudyBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_study_bar_bind (WeftStudyBar *self, WeftWhatifJob *job, WeftWhatifStudyKind kind)
{
  g_return_if_fail (WEFT_IS_STUDY_BAR (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
  self->kind = kind;
}

void
weft_study_bar_set_follows (WeftStudyBar *self, gboolean follows)
{
  g_return_if_fail (WEFT_IS_STUDY_BAR (self));

  self->follows = follows;
}

void
weft_study_bar_set_kind (WeftStudyBar *self, WeftWhatifStudyKind kind)
{
  g_return_if_fail (WEFT_IS_STUDY_BAR (self));

  if (self->kind == kind)
    return;
  self->kind = kind;
  self->since = 0;
  weft_study_bar_update (self);
}

void
weft_study_bar_update (WeftStudyBar *self)
{
  WeftWhatifStudyState state;
  gboolean long_work;
  g_autofree char *words = NULL;

  g_return_if_fail (WEFT_IS_STUDY_BAR (self) && self->job != NULL);

  state = weft_whatif_study_get_state (weft_whatif_job_get_study (self->job, self->kind));
  long_work = note_time (self, state == WEFT_WHATIF_STUDY_RUNNING);
  words = write_words (self, state, long_work);
  gtk_label_set_text (self->words, words);
  if (state == WEFT_WHATIF_STUDY_FAILED)
    gtk_widget_add_css_class (GTK_WIDGET (self->words), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->words), "error");
  show_progress (self, long_work);
  gtk_widget_set_visible (self->cancel_button, long_work);
  gtk_widget_set_visible (self->ask_button, !long_work && weft_whatif_job_can_ask (self->job, self->kind));
  gtk_widget_set_visible (GTK_WIDGET (self), *words != '\0');
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "study.ask", weft_whatif_job_can_ask (self->job, self->kind));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "study.cancel", state == WEFT_WHATIF_STUDY_RUNNING);
}

const char *
weft_study_bar_get_words (WeftStudyBar *self)
{
  g_return_val_if_fail (WEFT_IS_STUDY_BAR (self), NULL);

  return gtk_label_get_text (self->words);
}
