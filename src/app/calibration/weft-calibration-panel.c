/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs are told as the table of segments has them, a list a row. */
#include "config.h"

#include "app/calibration/weft-calibration-panel.h"

#include <glib/gi18n.h>

#include "app/calibration/weft-calibration-words.h"
#include "app/weft-note-list.h"
#include "app/workloads/weft-fact-list.h"
#include "app/workloads/weft-mapping-words.h"
#include "draw/calib/weft-calib-tables.h"

/* Of the table of segments: from, to, then what is told. */
#define FIRST_COLUMN 2

struct _WeftCalibrationPanel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkWidget *segments;
  WeftFactList *facts;
  WeftNoteList *notes;
  WeftNoteList *failed;

  WeftCalibrationJob *job;
  WeftFactList *knobs[WEFT_MAX_FIT_SEGMENTS]; /* (nullable) */
  WeftFit *shown;                             /* (nullable) */
  const WeftFitSeries *series;                /* (nullable): of it */
};

G_DEFINE_FINAL_TYPE (WeftCalibrationPanel, weft_calibration_panel, GTK_TYPE_WIDGET)

static void
add_range (GtkWidget *box, const char *from, const char *to)
{
  g_autofree char *words = g_strdup_printf (_("%s to %s"), from, to);
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "search-heading");
  gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
}

static void
add_segment (WeftCalibrationPanel *self, WeftTable *table, guint row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autoptr (GPtrArray) facts = weft_facts_new ();
  g_autofree char *label = g_strdup_printf (_("Knobs from %s on"), weft_table_get_cell (table, row, 0));

  for (guint c = FIRST_COLUMN; c < weft_table_n_columns (table); c++)
    weft_fact_add (facts, weft_table_get_title (table, c), g_strdup (weft_table_get_cell (table, row, c)), NULL);
  add_range (box, weft_table_get_cell (table, row, 0), weft_table_get_cell (table, row, 1));
  self->knobs[row] = g_object_new (WEFT_TYPE_FACT_LIST, NULL);
  weft_fact_list_set_label (self->knobs[row], label);
  weft_fact_list_show (self->knobs[row], facts);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->knobs[row]));
  gtk_box_append (GTK_BOX (self->segments), box);
}

static void
clear_segments (WeftCalibrationPanel *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->segments)) != NULL)
    gtk_box_remove (GTK_BOX (self->segments), child);
  for (guint i = 0; i < WEFT_MAX_FIT_SEGMENTS; i++)
    self->knobs[i] = NULL;
}

static void
show_series (WeftCalibrationPanel *self)
{
  g_autoptr (WeftTable) table = weft_table_fit_segments (self->shown, self->series);
  g_autoptr (GPtrArray) facts = weft_facts_of_series (self->series);
  g_autofree char *name = weft_fit_series_name (self->shown, self->series);

  gtk_label_set_text (self->title, name);
  clear_segments (self);
  for (guint row = 0; row < weft_table_n_rows (table); row++)
    add_segment (self, table, row);
  weft_fact_list_show (self->facts, facts);
  weft_note_list_show (self->notes, self->series->notes);
}

static void
weft_calibration_panel_dispose (GObject *object)
{
  WeftCalibrationPanel *self = WEFT_CALIBRATION_PANEL (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->shown, weft_fit_unref);
  G_OBJECT_CLASS (weft_calibration_panel_parent_class)->dispose (object);
}

static void
weft_calibration_panel_class_init (WeftCalibrationPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_calibration_panel_dispose;
  g_type_ensure (WEFT_TYPE_FACT_LIST);
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "calibrationpanel");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-calibration-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPanel, content);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPanel, title);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPanel, segments);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPanel, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPanel, notes);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationPanel, failed);
}

static void
weft_calibration_panel_init (WeftCalibrationPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_fact_list_set_label (self->facts, _("The series"));
}

void
weft_calibration_panel_bind (WeftCalibrationPanel *self, WeftCalibrationJob *job)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_PANEL (self) && WEFT_IS_CALIBRATION_JOB (job));

  g_set_object (&self->job, job);
}

void
weft_calibration_panel_update (WeftCalibrationPanel *self)
{
  WeftFit *fit;
  const WeftFitSeries *series;

  g_return_if_fail (WEFT_IS_CALIBRATION_PANEL (self));

  fit = weft_calibration_job_get_fit (self->job);
  series = weft_calibration_job_get_series (self->job);
  gtk_widget_set_visible (GTK_WIDGET (self), series != NULL);
  if (fit == self->shown && series == self->series)
    return;
  if (fit != NULL)
    weft_fit_ref (fit);
  g_clear_pointer (&self->shown, weft_fit_unref);
  self->shown = fit;
  self->series = series;
  weft_note_list_show (self->failed, fit != NULL ? fit->failed : NULL);
  if (series != NULL)
    show_series (self);
}

const char *
weft_calibration_panel_get_fact (WeftCalibrationPanel *self, const char *name)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_PANEL (self), NULL);

  return weft_fact_list_get (self->facts, name);
}

const char *
weft_calibration_panel_get_knob (WeftCalibrationPanel *self, guint segment, const char *name)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_PANEL (self) && segment < WEFT_MAX_FIT_SEGMENTS, NULL);

  return self->knobs[segment] != NULL ? weft_fact_list_get (self->knobs[segment], name) : NULL;
}
