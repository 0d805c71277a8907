/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows follow the job's knobs. */
#include "config.h"

#include "app/whatif/weft-whatif-pane.h"

#include <glib/gi18n.h>

#include "app/weft-note-list.h"

struct _WeftWhatifPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkDropDown *outputs;
  WeftAnswerCard *card;
  GtkMenuButton *presets_button;
  GtkWidget *reset_button;
  GtkWidget *preset;
  GtkLabel *preset_title;
  WeftNoteList *preset_notes;
  GtkWidget *empty;
  GtkListBox *knobs;
  GtkWidget *apply;
  GtkLabel *apply_words;

  WeftWhatifJob *job;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftWhatifPane, weft_whatif_pane, GTK_TYPE_WIDGET)

/* --- knobs --- */

static void
select_cb (WeftWhatifPane *self, WeftKnobRow *row)
{
  weft_whatif_job_select (self->job, weft_input_get_path (weft_whatif_knob_get_input (weft_knob_row_get_knob (row))));
}

/* The keyboard stays in the list. */
static void
remove_cb (WeftWhatifPane *self, WeftKnobRow *row)
{
  GtkWidget *place = gtk_widget_get_parent (GTK_WIDGET (row));
  GtkWidget *next = gtk_widget_get_next_sibling (place);

  if (next == NULL)
    next = gtk_widget_get_prev_sibling (place);
  gtk_widget_child_focus (next != NULL ? next : GTK_WIDGET (self->outputs), GTK_DIR_TAB_FORWARD);
  weft_whatif_job_remove_knob (self->job, weft_knob_row_get_knob (row));
}

static GtkWidget *
make_row (gpointer knob, gpointer data)
{
  WeftWhatifPane *self = data;
  GtkWidget *row = weft_knob_row_new (knob);
  GtkWidget *place = gtk_list_box_row_new ();

  g_signal_connect_swapped (row, "select", G_CALLBACK (select_cb), self);
  g_signal_connect_swapped (row, "remove", G_CALLBACK (remove_cb), self);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (place), row);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (place), FALSE);
  gtk_widget_set_focusable (place, FALSE);
  return place;
}

/* (transfer full) */
static char *
write_apply_words (WeftWhatifPane *self, guint n_moved, guint n_held)
{
  guint n_facts = n_moved - n_held;

  if (n_facts == 0)
    return g_strdup (_("The document can hold all changes."));
  if (n_held == 0)
    return g_strdup (ngettext ("The change is a fact of a part or of the profile, which no document sets.",
                               "The changes are facts of parts or of the profile, which no document sets.", n_facts));
  return g_strdup_printf (
    ngettext ("The document can hold %u of %u changes; the other is a fact of a part or of the profile.",
              "The document can hold %u of %u changes; the others are facts of parts or of the profile.", n_facts),
    n_held, n_moved);
}

static void
show_apply (WeftWhatifPane *self)
{
  guint n_moved = weft_whatif_job_n_moved (self->job);
  g_autofree char *words = n_moved > 0 ? write_apply_words (self, n_moved, weft_whatif_job_n_held (self->job)) : NULL;

  gtk_widget_set_visible (self->apply, n_moved > 0);
  gtk_label_set_text (self->apply_words, words != NULL ? words : "");
}

/* --- the output --- */

static void
output_cb (WeftWhatifPane *self)
{
  WeftWhatifChoice *choice = gtk_drop_down_get_selected_item (self->outputs);

  if (!self->showing && choice != NULL)
    weft_whatif_job_set_output (self->job, weft_whatif_choice_get_path (choice));
}

/* --- class --- */

static void
weft_whatif_pane_dispose (GObject *object)
{
  WeftWhatifPane *self = WEFT_WHATIF_PANE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_whatif_pane_parent_class)->dispose (object);
}

static void
weft_whatif_pane_class_init (WeftWhatifPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_whatif_pane_dispose;
  g_type_ensure (WEFT_TYPE_ANSWER_CARD);
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  g_type_ensure (WEFT_TYPE_WHATIF_CHOICE);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "whatifpane");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-whatif-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, content);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, outputs);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, card);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, presets_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, reset_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, preset);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, preset_title);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, preset_notes);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, empty);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, knobs);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, apply);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPane, apply_words);
  gtk_widget_class_bind_template_callback (widget_class, output_cb);
}

static void
weft_whatif_pane_init (WeftWhatifPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_whatif_pane_bind (WeftWhatifPane *self, WeftWhatifJob *job)
{
  g_return_if_fail (WEFT_IS_WHATIF_PANE (self) && self->job == NULL && WEFT_IS_WHATIF_JOB (job));

  self->job = g_object_ref (job);
  self->showing = TRUE;
  gtk_drop_down_set_model (self->outputs, weft_whatif_job_get_outputs (job));
  self->showing = FALSE;
  gtk_list_box_bind_model (self->knobs, weft_whatif_job_get_knobs (job), make_row, self, NULL);
}

void
weft_whatif_pane_update (WeftWhatifPane *self)
{
  gboolean any;

  g_return_if_fail (WEFT_IS_WHATIF_PANE (self));

  any = g_list_model_get_n_items (weft_whatif_job_get_knobs (self->job)) > 0;
  self->showing = TRUE;
  gtk_drop_down_set_selected (self->outputs, weft_whatif_job_find_output (self->job));
  self->showing = FALSE;
  gtk_widget_set_visible (self->empty, !any);
  gtk_widget_set_visible (GTK_WIDGET (self->knobs), any);
  gtk_widget_set_visible (self->reset_button, any);
  show_apply (self);
}

void
weft_whatif_pane_answer (WeftWhatifPane *self)
{
  g_return_if_fail (WEFT_IS_WHATIF_PANE (self));

  weft_answer_card_show (self->card, weft_whatif_job_get_output (self->job), weft_whatif_job_get_answer (self->job),
                         weft_whatif_job_get_baseline (self->job), weft_whatif_job_get_refusal (self->job));
}

void
weft_whatif_pane_set_preset (WeftWhatifPane *self, const char *title, GPtrArray *notes)
{
  g_return_if_fail (WEFT_IS_WHATIF_PANE (self));

  gtk_label_set_text (self->preset_title, title != NULL ? title : "");
  weft_note_list_show (self->preset_notes, notes);
  gtk_widget_set_visible (self->preset, title != NULL);
}

WeftAnswerCard *
weft_whatif_pane_get_card (WeftWhatifPane *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_PANE (self), NULL);

  return self->card;
}

WeftKnobRow *
weft_whatif_pane_get_row (WeftWhatifPane *self, guint position)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (WEFT_IS_WHATIF_PANE (self), NULL);

  row = gtk_list_box_get_row_at_index (self->knobs, (int) position);
  return row != NULL ? WEFT_KNOB_ROW (gtk_list_box_row_get_child (row)) : NULL;
}

const char *
weft_whatif_pane_get_words (WeftWhatifPane *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_PANE (self), NULL);

  return gtk_label_get_text (self->apply_words);
}

void
weft_whatif_pane_set_presets (WeftWhatifPane *self, GMenuModel *presets)
{
  g_return_if_fail (WEFT_IS_WHATIF_PANE (self) && G_IS_MENU_MODEL (presets));

  gtk_menu_button_set_menu_model (self->presets_button, presets);
}
