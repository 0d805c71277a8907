/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filled again when the graph or the mapping is another. */
#include "config.h"

#include "app/workloads/weft-mapping-panel.h"

#include <glib/gi18n.h>

#include "app/weft-note-list.h"
#include "app/workloads/weft-mapping-words.h"

struct _WeftMappingPanel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *mapping_heading;
  GtkLabel *dated;
  WeftFactList *mapping;
  WeftNoteList *notes;
  WeftFactList *workload;

  WeftMapJob *job;
  WeftMapOutcome *shown;             /* (nullable) */
  const WeftTaskSummary *summary; /* (nullable): only to see whether it is another */
};

G_DEFINE_FINAL_TYPE (WeftMappingPanel, weft_mapping_panel, GTK_TYPE_WIDGET)

static void
show_notes (WeftMappingPanel *self, WeftWorkloadItem *item)
{
  const char *const *of_graph = item != NULL ? weft_workload_item_get_notes (item) : NULL;
  g_autoptr (GPtrArray) notes = self->shown != NULL ? weft_notes_of_mapping (self->shown)
                                                    : g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; of_graph != NULL && of_graph[i] != NULL; i++)
    g_ptr_array_add (notes, g_strdup (of_graph[i]));
  weft_note_list_show (self->notes, notes);
}

static void
show_mapping (WeftMappingPanel *self)
{
  g_autoptr (GPtrArray) facts = self->shown != NULL ? weft_facts_of_mapping (self->shown) : NULL;

  weft_fact_list_show (self->mapping, facts);
  gtk_widget_set_visible (self->mapping_heading, facts != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->mapping), facts != NULL);
}

static void
weft_mapping_panel_dispose (GObject *object)
{
  WeftMappingPanel *self = WEFT_MAPPING_PANEL (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->shown);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_mapping_panel_parent_class)->dispose (object);
}

static void
weft_mapping_panel_class_init (WeftMappingPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_mapping_panel_dispose;
  g_type_ensure (WEFT_TYPE_FACT_LIST);
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "mappingpanel");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-mapping-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftMappingPanel, content);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingPanel, mapping_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingPanel, dated);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingPanel, mapping);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingPanel, notes);
  gtk_widget_class_bind_template_child (widget_class, WeftMappingPanel, workload);
}

static void
weft_mapping_panel_init (WeftMappingPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_fact_list_set_label (self->mapping, _("The mapping"));
  weft_fact_list_set_label (self->workload, _("The workload"));
  show_mapping (self);
  show_notes (self, NULL);
}

void
weft_mapping_panel_bind (WeftMappingPanel *self, WeftMapJob *job)
{
  g_return_if_fail (WEFT_IS_MAPPING_PANEL (self) && WEFT_IS_MAP_JOB (job));

  g_set_object (&self->job, job);
}

void
weft_mapping_panel_update (WeftMappingPanel *self)
{
  WeftWorkloadItem *item;
  const WeftTaskSummary *summary;
  WeftMapOutcome *shown;
  gboolean other;

  g_return_if_fail (WEFT_IS_MAPPING_PANEL (self));

  item = weft_map_job_get_item (self->job);
  summary = item != NULL ? weft_workload_item_get_summary (item) : NULL;
  shown = weft_map_job_get_shown (self->job);
  gtk_widget_set_visible (GTK_WIDGET (self->dated), shown != NULL && weft_map_job_is_dated (self->job, shown));
  other = g_set_object (&self->shown, shown);
  if (other)
    show_mapping (self);
  if (summary != self->summary)
    {
      g_autoptr (GPtrArray) facts = summary != NULL ? weft_facts_of_workload (summary) : NULL;

      self->summary = summary;
      weft_fact_list_show (self->workload, facts);
      other = TRUE;
    }
  if (other)
    show_notes (self, item);
  gtk_widget_set_visible (GTK_WIDGET (self), summary != NULL);
}

const char *
weft_mapping_panel_get_fact (WeftMappingPanel *self, const char *name)
{
  const char *value;

  g_return_val_if_fail (WEFT_IS_MAPPING_PANEL (self), NULL);

  value = weft_fact_list_get (self->mapping, name);
  return value != NULL ? value : weft_fact_list_get (self->workload, name);
}
