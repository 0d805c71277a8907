/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One column view for the speed-ups, one for the time split. */
#include "config.h"

#include "app/charts/weft-result-table.h"

#include <glib/gi18n.h>

#include "app/charts/weft-column.h"
#include "app/charts/weft-words.h"

struct _WeftResultTable
{
  GtkWidget parent_instance;

  GtkColumnView *speedups;
  GtkColumnView *splits;
};

G_DEFINE_FINAL_TYPE (WeftResultTable, weft_result_table, GTK_TYPE_WIDGET)

static char *
write_name (gpointer item, gpointer data)
{
  return g_strdup (weft_workload_label (weft_workload_result_get_kind (item)));
}

static char *
write_speedup (gpointer item, gpointer data)
{
  return weft_words_for_speedup (item);
}

static char *
write_value (gpointer item, gpointer data)
{
  if (!weft_workload_result_is_feasible (item))
    return g_strdup (_("not feasible"));
  return weft_words_for_value (item, weft_workload_result_get_value (item));
}

static char *
write_bottleneck (gpointer item, gpointer data)
{
  if (!weft_workload_result_is_feasible (item))
    return NULL;
  return g_strdup (weft_time_part_label (weft_workload_result_get_bottleneck (item)));
}

static char *
write_weight (gpointer item, gpointer data)
{
  return weft_words_for_percent (weft_workload_result_get_weight (item));
}

static char *
write_mapping (gpointer item, gpointer data)
{
  return g_strdup (weft_workload_result_get_mapping (item));
}

static char *
write_share (gpointer item, gpointer data)
{
  if (!weft_workload_result_is_feasible (item))
    return g_strdup ("—");
  return weft_words_for_percent (
    weft_workload_result_get_share (item, (WeftTimePart) GPOINTER_TO_UINT (data)));
}

static GtkColumnView *
add_view (WeftResultTable *self, const char *label)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_column_view_new (NULL);

  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_add_css_class (scroller, "table-frame");
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
  return GTK_COLUMN_VIEW (view);
}

static void
weft_result_table_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (weft_result_table_parent_class)->dispose (object);
}

static void
weft_result_table_class_init (WeftResultTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_result_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "resulttable");
}

static void
weft_result_table_init (WeftResultTable *self)
{
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self)));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (layout, 18);
  self->speedups = add_view (self, _("Speed-up of each workload over the reference"));
  weft_column_append (self->speedups, _("Workload"), WEFT_COLUMN_WORDS, write_name, NULL, NULL);
  weft_column_append (self->speedups, _("Speed-Up"), WEFT_COLUMN_NUMBERS, write_speedup, NULL,
                      NULL);
  weft_column_append (self->speedups, _("Value"), WEFT_COLUMN_NUMBERS, write_value, NULL, NULL);
  weft_column_append (self->speedups, _("Bottleneck"), WEFT_COLUMN_WORDS, write_bottleneck, NULL,
                      NULL);
  weft_column_append (self->speedups, _("Weight"), WEFT_COLUMN_NUMBERS, write_weight, NULL, NULL);
  weft_column_append (self->speedups, _("Mapping"), WEFT_COLUMN_WORDS, write_mapping, NULL, NULL);

  self->splits = add_view (self, _("Where each workload’s time goes"));
  weft_column_append (self->splits, _("Workload"), WEFT_COLUMN_WORDS, write_name, NULL, NULL);
  for (guint part = 0; part < WEFT_N_PARTS; part++)
    weft_column_append (self->splits, weft_time_part_label (part), WEFT_COLUMN_NUMBERS,
                        write_share, GUINT_TO_POINTER (part), NULL);
}

GtkWidget *
weft_result_table_new (void)
{
  return g_object_new (WEFT_TYPE_RESULT_TABLE, NULL);
}

static void
set_workloads (GtkColumnView *view, WeftEvaluation *evaluation)
{
  g_autoptr (GtkNoSelection) model = NULL;

  if (evaluation != NULL)
    model = gtk_no_selection_new (g_object_ref (weft_evaluation_get_workloads (evaluation)));
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (model));
}

/* @evaluation is nullable. */
void
weft_result_table_set_evaluation (WeftResultTable *self, WeftEvaluation *evaluation)
{
  g_return_if_fail (WEFT_IS_RESULT_TABLE (self));

  set_workloads (self->speedups, evaluation);
  set_workloads (self->splits, evaluation);
}
