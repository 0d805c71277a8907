/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws are of the design as its document says; what is turned has no part in them. */
#include "config.h"

#include "app/whatif/weft-doubt-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/charts/weft-table-view.h"
#include "app/weft-note-list.h"
#include "app/whatif/weft-other-button.h"
#include "app/whatif/weft-study-bar.h"
#include "app/whatif/weft-whatif-words.h"

struct _WeftDoubtView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftOtherButton *other;
  WeftStudyBar *study;
  GtkStack *stack;
  GtkLabel *note;
  GtkLabel *band;
  GtkLabel *contest;
  GtkLabel *draws;
  WeftNoteList *wider;
  WeftTableView *sources;
  WeftTableView *bands;

  WeftWhatifJob *job;
  WeftWhatifFinding *shown; /* (nullable) */
  char *shown_output;       /* (nullable): path of what is told of it */
};

G_DEFINE_FINAL_TYPE (WeftDoubtView, weft_doubt_view, GTK_TYPE_WIDGET)

static void
show_finding (WeftDoubtView *self)
{
  const WeftOutput *output = weft_whatif_job_get_output (self->job);
  g_autofree char *band = weft_whatif_say_band (self->shown, output);
  g_autofree char *contest = weft_whatif_say_contest (self->shown, output);
  g_autofree char *draws = weft_whatif_say_draws (self->shown, output);
  g_autoptr (GPtrArray) wider = weft_whatif_say_wider (self->shown);

  gtk_label_set_text (self->band, band);
  gtk_label_set_text (self->contest, contest != NULL ? contest : "");
  gtk_widget_set_visible (GTK_WIDGET (self->contest), contest != NULL);
  gtk_label_set_text (self->draws, draws);
  weft_note_list_show (self->wider, wider);
  weft_table_view_set_table (self->sources, weft_whatif_table_sources (self->shown, output));
  weft_table_view_set_table (self->bands, weft_whatif_table_bands (self->shown));
}

/* Whether there is something else to tell: other draws, or another output of the same. */
static gboolean
note_finding (WeftDoubtView *self, const WeftWhatifFinding *finding)
{
  const WeftOutput *output = weft_whatif_job_get_output (self->job);
  gboolean other = weft_whatif_finding_set (&self->shown, finding);

  if (output == NULL || g_strcmp0 (self->shown_output, output->path) == 0)
    return other && output != NULL;
  g_free (self->shown_output);
  self->shown_output = g_strdup (output->path);
  return TRUE;
}

/* A fact is among the inputs; what the model is off by is among the constants of the profile. */
static void
source_cb (WeftDoubtView *self, guint row)
{
  const WeftOutput *output = weft_whatif_job_get_output (self->job);
  g_autofree char *path = NULL;

  if (self->shown == NULL || output == NULL)
    return;
  path = weft_whatif_dup_source (self->shown, output, row);
  if (path == NULL)
    return;
  if (g_str_has_prefix (path, "model/"))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-constants", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "what-if.find-input", "s",
                                weft_table_get_cell (weft_table_view_get_table (self->sources), row, 0));
}

static void
weft_doubt_view_dispose (GObject *object)
{
  WeftDoubtView *self = WEFT_DOUBT_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->shown, weft_whatif_finding_unref);
  g_clear_pointer (&self->shown_output, g_free);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_doubt_view_parent_class)->dispose (object);
}

static void
weft_doubt_view_class_init (WeftDoubtViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_doubt_view_dispose;
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  g_type_ensure (WEFT_TYPE_OTHER_BUTTON);
  g_type_ensure (WEFT_TYPE_STUDY_BAR);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "doubtview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-doubt-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, other);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, study);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, note);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, band);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, contest);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, draws);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, wider);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, sources);
  gtk_widget_class_bind_template_child (widget_class, WeftDoubtView, bands);
  gtk_widget_class_bind_template_callback (widget_class, source_cb);
}

static void
weft_doubt_view_init (WeftDoubtView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->sources, _("What the uncertainty comes from"));
  weft_table_view_set_leads (self->sources, TRUE);
  weft_table_view_set_label (self->bands, _("Bands of all numbers"));
}

void
weft_doubt_view_bind (WeftDoubtView *self, WeftWhatifJob *job)
{
  g_return_if_fail (WEFT_IS_DOUBT_VIEW (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
  weft_other_button_bind (self->other, job);
  weft_study_bar_bind (self->study, job, WEFT_WHATIF_DOUBT);
}

void
weft_doubt_view_update (WeftDoubtView *self)
{
  WeftWhatifStudy *study;
  gboolean running;

  g_return_if_fail (WEFT_IS_DOUBT_VIEW (self));

  study = weft_whatif_job_get_study (self->job, WEFT_WHATIF_DOUBT);
  running = weft_whatif_study_get_state (study) == WEFT_WHATIF_STUDY_RUNNING;
  weft_other_button_update (self->other);
  if (note_finding (self, weft_whatif_study_get_finding (study)) && self->shown != NULL)
    show_finding (self);
  gtk_widget_set_visible (GTK_WIDGET (self->note), weft_whatif_job_n_moved (self->job) > 0);
  gtk_stack_set_visible_child_name (self->stack, self->shown != NULL ? "found" : running ? "waiting" : "none");
  weft_study_bar_update (self->study);
}

const char *
weft_doubt_view_get_band (WeftDoubtView *self)
{
  g_return_val_if_fail (WEFT_IS_DOUBT_VIEW (self), NULL);

  return gtk_label_get_text (self->band);
}

WeftTableView *
weft_doubt_view_get_sources (WeftDoubtView *self)
{
  g_return_val_if_fail (WEFT_IS_DOUBT_VIEW (self), NULL);

  return self->sources;
}

const char *
weft_doubt_view_get_draws (WeftDoubtView *self)
{
  g_return_val_if_fail (WEFT_IS_DOUBT_VIEW (self), NULL);

  return gtk_label_get_text (self->draws);
}

const char *
weft_doubt_view_get_contest (WeftDoubtView *self)
{
  g_return_val_if_fail (WEFT_IS_DOUBT_VIEW (self), NULL);

  return gtk_label_get_text (self->contest);
}
