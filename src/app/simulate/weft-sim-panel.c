/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filled again when the run is another. */
#include "config.h"

#include "app/simulate/weft-sim-panel.h"

#include <glib/gi18n.h>

#include "app/simulate/weft-sim-words.h"
#include "app/weft-note-list.h"

struct _WeftSimPanel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *dated;
  WeftFactList *facts;
  WeftNoteList *notes;

  WeftSimJob *job;
  WeftSimulation *shown; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftSimPanel, weft_sim_panel, GTK_TYPE_WIDGET)

static void
show_run (WeftSimPanel *self)
{
  g_autoptr (GPtrArray) facts = self->shown != NULL ? weft_facts_of_simulation (self->shown) : NULL;

  weft_fact_list_show (self->facts, facts);
  weft_note_list_show (self->notes, self->shown != NULL ? weft_simulation_get_notes (self->shown) : NULL);
}

static void
weft_sim_panel_dispose (GObject *object)
{
  WeftSimPanel *self = WEFT_SIM_PANEL (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->shown);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_sim_panel_parent_class)->dispose (object);
}

static void
weft_sim_panel_class_init (WeftSimPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_sim_panel_dispose;
  g_type_ensure (WEFT_TYPE_FACT_LIST);
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "simpanel");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-sim-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSimPanel, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPanel, dated);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPanel, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPanel, notes);
}

static void
weft_sim_panel_init (WeftSimPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_fact_list_set_label (self->facts, _("The simulation"));
}

void
weft_sim_panel_bind (WeftSimPanel *self, WeftSimJob *job)
{
  g_return_if_fail (WEFT_IS_SIM_PANEL (self) && WEFT_IS_SIM_JOB (job));

  g_set_object (&self->job, job);
}

void
weft_sim_panel_update (WeftSimPanel *self)
{
  WeftSimulation *shown;

  g_return_if_fail (WEFT_IS_SIM_PANEL (self));

  shown = weft_sim_job_get_shown (self->job);
  gtk_widget_set_visible (GTK_WIDGET (self->dated), shown != NULL && weft_sim_job_is_dated (self->job, shown));
  gtk_widget_set_visible (GTK_WIDGET (self), shown != NULL);
  if (g_set_object (&self->shown, shown))
    show_run (self);
}

const char *
weft_sim_panel_get_fact (WeftSimPanel *self, const char *name)
{
  g_return_val_if_fail (WEFT_IS_SIM_PANEL (self), NULL);

  return weft_fact_list_get (self->facts, name);
}
