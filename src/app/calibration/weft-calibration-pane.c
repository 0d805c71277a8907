/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows write straight into the job; what the job says comes back by weft_calibration_pane_update(). */
#include "config.h"

#include "app/calibration/weft-calibration-pane.h"

#include <glib/gi18n.h>

#include "app/calibration/weft-calibration-words.h"
#include "app/weft-note-list.h"
#include "app/charts/weft-meter.h"
#include "app/weft-row-label.h"
#include "app/workloads/weft-fact-list.h"

struct _WeftCalibrationPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkListBox *files;
  GtkWidget *names;
  AdwEntryRow *op;
  AdwEntryRow *platform;
  WeftFactList *facts;
  WeftNoteList *notes;
  GtkWidget *fit_button;
  GtkWidget *cancel_button;
  GtkLabel *state;
  WeftMeter *progress;
  AdwComboRow *segments;
  GtkWidget *dated;
  GtkWidget *accept;
  AdwComboRow *accepted;
  GtkLabel *accept_words;
  GtkWidget *used;
  GtkLabel *used_words;
  WeftNoteList *used_notes;

  WeftCalibrationJob *job;
  WeftAcceptList *accept_list;
  WeftMeasurements *shown; /* (nullable): what facts and notes are made of */
  const WeftKnobsFile *shown_knobs; /* (nullable): only to see that it is another */
  gboolean binding; /* what changes now comes from the job */
};

G_DEFINE_FINAL_TYPE (WeftCalibrationPane, weft_calibration_pane, GTK_TYPE_WIDGET)

/* --- files --- */

static void
remove_clicked_cb (GtkWidget *row)
{
  WeftCalibrationPane *self = WEFT_CALIBRATION_PANE (gtk_widget_get_ancestor (row, WEFT_TYPE_CALIBRATION_PANE));

  weft_calibration_job_remove_file (self->job, g_object_get_data (G_OBJECT (row), "file"));
}

static GtkWidget *
make_remove_button (GtkWidget *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove File"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Remove File"), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_clicked_cb), row);
  return button;
}

static GtkWidget *
make_file_cb (gpointer object, gpointer data)
{
  WeftCalibrationFile *file = WEFT_CALIBRATION_FILE (object);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *title = weft_row_label_new ("workload-title"), *words = weft_row_label_new ("found-words");
  g_autofree char *name = weft_calibration_file_dup_title (file);

  gtk_label_set_text (GTK_LABEL (title), name);
  gtk_widget_add_css_class (line, "workload-line");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), words);
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), make_remove_button (row));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_widget_set_tooltip_text (row, weft_calibration_file_get_path (file));
  g_object_set_data (G_OBJECT (row), "words", words);
  g_object_set_data (G_OBJECT (row), "file", file);
  return row;
}

/* "434 points of allreduce on P1". (transfer full) */
static char *
write_file_words (WeftCalibrationFile *file)
{
  g_autofree char *words = weft_calibration_file_dup_words (file);
  const char *op = weft_calibration_file_get_op (file), *platform = weft_calibration_file_get_platform (file);

  if (op != NULL && platform != NULL)
    return g_strdup_printf (_("%s · %s on %s"), words, op, platform);
  if (op != NULL || platform != NULL)
    return g_strdup_printf ("%s · %s", words, op != NULL ? op : platform);
  return g_steal_pointer (&words);
}

static void
show_file (GtkListBoxRow *row)
{
  WeftCalibrationFile *file = g_object_get_data (G_OBJECT (row), "file");
  g_autofree char *name = weft_calibration_file_dup_title (file);
  g_autofree char *words = write_file_words (file);

  gtk_label_set_text (g_object_get_data (G_OBJECT (row), "words"), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

/* (nullable) */
static WeftCalibrationFile *
get_file (WeftCalibrationPane *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->files);

  return row != NULL ? g_object_get_data (G_OBJECT (row), "file") : NULL;
}

/* --- how a file is read --- */

static void
show_names (WeftCalibrationPane *self)
{
  WeftCalibrationFile *file = get_file (self);
  gboolean any = file != NULL && !weft_calibration_file_has_platforms (file);
  const char *op = any ? weft_calibration_file_get_op (file) : NULL;
  const char *platform = any ? weft_calibration_file_get_platform (file) : NULL;

  gtk_widget_set_visible (self->names, any);
  self->binding = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->op), op != NULL ? op : "");
  gtk_editable_set_text (GTK_EDITABLE (self->platform), platform != NULL ? platform : "");
  self->binding = FALSE;
}

static void
file_selected_cb (WeftCalibrationPane *self)
{
  if (!self->binding)
    show_names (self);
}

static void
names_cb (WeftCalibrationPane *self)
{
  WeftCalibrationFile *file = get_file (self);

  if (!self->binding && file != NULL)
    weft_calibration_job_set_names (self->job, file, gtk_editable_get_text (GTK_EDITABLE (self->op)),
                                    gtk_editable_get_text (GTK_EDITABLE (self->platform)));
}

/* Its names have made a file another one in the same place: that is chosen now. */
static void
files_changed_cb (WeftCalibrationPane *self, guint position, guint removed, guint added)
{
  GtkListBoxRow *row;

  if (gtk_list_box_get_selected_row (self->files) == NULL)
    {
      row = gtk_list_box_get_row_at_index (self->files, (int) position);
      if (row == NULL)
        row = gtk_list_box_get_row_at_index (self->files, 0);
      gtk_list_box_select_row (self->files, row);
    }
  show_names (self);
}

static void
show_read (WeftCalibrationPane *self)
{
  WeftMeasurements *measurements = weft_calibration_job_get_measurements (self->job);
  g_autoptr (GPtrArray) facts = NULL;
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->files, i)) != NULL; i++)
    show_file (row);
  if (measurements == self->shown)
    return;
  g_clear_pointer (&self->shown, weft_measurements_unref);
  if (measurements != NULL)
    {
      self->shown = weft_measurements_ref (measurements);
      facts = weft_facts_of_measurements (measurements);
    }
  weft_fact_list_show (self->facts, facts);
  weft_note_list_show (self->notes, measurements != NULL ? measurements->notes : NULL);
  show_names (self);
}

/* --- the fit --- */

static void
segments_cb (WeftCalibrationPane *self)
{
  if (!self->binding && self->job != NULL)
    weft_calibration_job_set_most_segments (self->job, adw_combo_row_get_selected (self->segments) + 1);
}

/* (transfer full) */
static char *
write_state (WeftCalibrationPane *self)
{
  switch (weft_calibration_job_get_work (self->job))
    {
    case WEFT_CALIBRATION_READING:
      return g_strdup (_("Reading…"));
    case WEFT_CALIBRATION_FITTING:
      return g_strdup_printf (_("Fitting… %.0f %%"), 100 * weft_calibration_job_get_progress (self->job));
    case WEFT_CALIBRATION_COMPARING:
      return g_strdup (_("Simulating what was measured…"));
    case WEFT_CALIBRATION_PROJECTING:
      return g_strdup (_("Projecting…"));
    case WEFT_CALIBRATION_NOTHING:
    default:
      return g_strdup (weft_calibration_job_is_stopped (self->job) ? _("Cancelled") : "");
    }
}

static void
show_fit (WeftCalibrationPane *self)
{
  WeftCalibrationWork work = weft_calibration_job_get_work (self->job);
  double progress = weft_calibration_job_get_progress (self->job);
  g_autofree char *state = write_state (self);

  gtk_label_set_text (self->state, state);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *state != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->progress), work == WEFT_CALIBRATION_FITTING);
  weft_meter_set (self->progress, progress, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, progress, -1);
  gtk_widget_set_visible (self->fit_button, work == WEFT_CALIBRATION_NOTHING);
  gtk_widget_set_visible (self->cancel_button, work != WEFT_CALIBRATION_NOTHING);
  adw_combo_row_set_selected (self->segments, weft_calibration_job_get_most_segments (self->job) - 1);
  gtk_widget_set_visible (self->dated, weft_calibration_job_is_dated (self->job));
}

/* --- knobs --- */

static void
show_accept_words (WeftCalibrationPane *self)
{
  g_autofree char *words =
    weft_accept_list_dup_words (self->accept_list, adw_combo_row_get_selected (self->accepted));

  gtk_label_set_text (self->accept_words, words);
}

static void
accepted_cb (WeftCalibrationPane *self)
{
  if (!self->binding)
    show_accept_words (self);
}

/* A choice stays while what was chosen is there. */
static void
show_accepted (WeftCalibrationPane *self)
{
  WeftFit *fit = weft_calibration_job_get_fit (self->job);
  const char *platform = NULL;
  WeftAcceptKind kind = weft_calibration_pane_get_accepted (self, &platform);
  g_autofree char *name = g_strdup (platform);

  if (weft_accept_list_update (self->accept_list, fit, weft_calibration_job_get_projection (self->job)))
    {
      weft_calibration_pane_set_accepted (self, kind, name);
      show_accept_words (self);
    }
  gtk_widget_set_visible (self->accept, fit != NULL);
}

static void
show_used (WeftCalibrationPane *self)
{
  const WeftKnobsFile *file = weft_calibration_job_get_knobs_file (self->job);
  g_autofree char *name = file != NULL ? g_filename_display_basename (file->path) : NULL;
  g_autofree char *words = file != NULL ? g_strdup_printf (_("Simulations use the knobs in %s."), name) : NULL;

  if (file == self->shown_knobs)
    return;
  self->shown_knobs = file;
  gtk_label_set_text (self->used_words, words != NULL ? words : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->used_words), file != NULL ? file->path : NULL);
  gtk_widget_set_visible (self->used, file != NULL);
  weft_note_list_show (self->used_notes, file != NULL ? file->notes : NULL);
}

/* --- class --- */

static void
weft_calibration_pane_dispose (GObject *object)
{
  WeftCalibrationPane *self = WEFT_CALIBRATION_PANE (object);

  self->binding = TRUE;
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->accept_list);
  g_clear_pointer (&self->shown, weft_measurements_unref);
  G_OBJECT_CLASS (weft_calibration_pane_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, content);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, files);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, names);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, op);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, platform);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, notes);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, fit_button);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, state);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, segments);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, dated);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, accept);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, accepted);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, accept_words);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, used);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, used_words);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPane, used_notes);
}

static void
weft_calibration_pane_class_init (WeftCalibrationPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_calibration_pane_dispose;
  g_type_ensure (WEFT_TYPE_FACT_LIST);
  g_type_ensure (WEFT_TYPE_METER);
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "calibrationpane");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-calibration-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, file_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, names_cb);
  gtk_widget_class_bind_template_callback (widget_class, segments_cb);
  gtk_widget_class_bind_template_callback (widget_class, accepted_cb);
}

static void
weft_calibration_pane_init (WeftCalibrationPane *self)
{
  const char *segments[] = { _("One"), _("Up to Two"), _("Up to Three"), _("Up to Four"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (segments);

  G_STATIC_ASSERT (G_N_ELEMENTS (segments) == WEFT_MAX_FIT_SEGMENTS + 1);
  self->binding = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_combo_row_set_model (self->segments, G_LIST_MODEL (list));
  weft_fact_list_set_label (self->facts, _("What was read"));
  self->accept_list = weft_accept_list_new ();
  adw_combo_row_set_model (self->accepted, weft_accept_list_get_titles (self->accept_list));
  self->binding = FALSE;
}

void
weft_calibration_pane_bind (WeftCalibrationPane *self, WeftCalibrationJob *job)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_PANE (self) && WEFT_IS_CALIBRATION_JOB (job));

  g_set_object (&self->job, job);
  gtk_list_box_bind_model (self->files, weft_calibration_job_get_files (job), make_file_cb, NULL, NULL);
  g_signal_connect_object (weft_calibration_job_get_files (job), "items-changed", G_CALLBACK (files_changed_cb), self,
                           G_CONNECT_SWAPPED);
  weft_calibration_pane_update (self);
}

void
weft_calibration_pane_update (WeftCalibrationPane *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_PANE (self));

  self->binding = TRUE;
  show_read (self);
  self->binding = TRUE;
  show_fit (self);
  show_accepted (self);
  show_used (self);
  self->binding = FALSE;
}

WeftAcceptKind
weft_calibration_pane_get_accepted (WeftCalibrationPane *self, const char **platform)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_PANE (self) && platform != NULL, WEFT_ACCEPT_ALL);

  return weft_accept_list_get (self->accept_list, adw_combo_row_get_selected (self->accepted), platform);
}

gboolean
weft_calibration_pane_set_accepted (WeftCalibrationPane *self, WeftAcceptKind kind, const char *platform)
{
  guint index;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_PANE (self), FALSE);

  index = weft_accept_list_find (self->accept_list, kind, platform);
  if (index != GTK_INVALID_LIST_POSITION)
    adw_combo_row_set_selected (self->accepted, index);
  return index != GTK_INVALID_LIST_POSITION;
}

const char *
weft_calibration_pane_get_fact (WeftCalibrationPane *self, const char *name)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_PANE (self), NULL);

  return weft_fact_list_get (self->facts, name);
}
