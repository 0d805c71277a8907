/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One grid for the speed-ups, where what is too long for a column stands in a line below, and one
 * for the time split. Both fit the panel's least width. */
#include "config.h"

#include "app/charts/weft-result-table.h"

#include <glib/gi18n.h>

#include "app/charts/weft-words.h"

struct _WeftResultTable
{
  GtkWidget parent_instance;

  GtkGrid *speedups;
  GtkGrid *splits;
};

G_DEFINE_FINAL_TYPE (WeftResultTable, weft_result_table, GTK_TYPE_WIDGET)

/* Columns of the first grid. */
enum
{
  COLUMN_WORKLOAD,
  COLUMN_SPEEDUP,
  COLUMN_VALUE,
  COLUMN_REFERENCE,
  N_COLUMNS,
};

static GtkGrid *
add_grid (WeftResultTable *self, const char *label)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_widget_add_css_class (grid, "result-grid");
  gtk_widget_add_css_class (grid, "table-frame");
  gtk_accessible_update_property (GTK_ACCESSIBLE (grid), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_parent (grid, GTK_WIDGET (self));
  return GTK_GRID (grid);
}

static GtkWidget *
attach (GtkGrid *grid, const char *text, int column, int row, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (grid, label, column, row, 1, 1);
  return label;
}

/* "compute" as a heading: "Compute". (transfer full) */
static char *
write_heading (const char *word)
{
  const char *rest = g_utf8_next_char (word);
  g_autofree char *first = g_utf8_strup (word, rest - word);

  return g_strconcat (first, rest, NULL);
}

static void
attach_part_heading (GtkGrid *grid, guint part)
{
  g_autofree char *heading = write_heading (weft_time_part_label (part));

  attach (grid, heading, (int) part + 1, 0, "column-heading");
}

static void
clear (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
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
  self->speedups = add_grid (self, _("Speed-up of each workload over the reference"));
  self->splits = add_grid (self, _("Where each workload’s time goes"));
}

GtkWidget *
weft_result_table_new (void)
{
  return g_object_new (WEFT_TYPE_RESULT_TABLE, NULL);
}

/* Weight, bottleneck and mapping in one wrapped line, or why there are none. (transfer full) */
static char *
write_more (WeftWorkloadResult *result)
{
  g_autofree char *weight = weft_words_for_percent (weft_workload_result_get_weight (result));
  const char *mapping = weft_workload_result_get_mapping (result);
  g_autofree char *bottleneck = NULL;

  if (!weft_workload_result_is_feasible (result))
    return g_strdup (weft_workload_result_get_reason (result));
  bottleneck =
    write_heading (weft_time_part_label (weft_workload_result_get_bottleneck (result)));
  /* Translators: the bottleneck, a percentage, the mapping */
  return g_strdup_printf (_("%s · weight %s%s%s"), bottleneck, weight,
                          *mapping != '\0' ? " · " : "", mapping);
}

static void
attach_speedup (GtkGrid *grid, WeftWorkloadResult *result, int row)
{
  gboolean feasible = weft_workload_result_is_feasible (result);
  g_autofree char *speedup = weft_words_for_speedup (result);
  g_autofree char *value =
    feasible ? weft_words_for_value (result, weft_workload_result_get_value (result))
             : g_strdup ("—");
  g_autofree char *reference =
    weft_words_for_value (result, weft_workload_result_get_reference (result));
  g_autofree char *more = write_more (result);
  const char *name = weft_workload_label (weft_workload_result_get_kind (result));
  GtkWidget *label;

  attach (grid, name, COLUMN_WORKLOAD, row, "row-heading");
  attach (grid, speedup, COLUMN_SPEEDUP, row, "numeric");
  attach (grid, value, COLUMN_VALUE, row, "numeric");
  attach (grid, reference, COLUMN_REFERENCE, row, "numeric");
  label = gtk_label_new (more);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 20);
  gtk_widget_add_css_class (label, "row-more");
  gtk_grid_attach (grid, label, 0, row + 1, N_COLUMNS, 1);
}

static void
attach_split (GtkGrid *grid, WeftWorkloadResult *result, int row)
{
  attach (grid, weft_workload_label (weft_workload_result_get_kind (result)), 0, row,
          "row-heading");
  for (guint part = 0; part < WEFT_N_PARTS; part++)
    {
      g_autofree char *share =
        weft_workload_result_is_feasible (result)
          ? weft_words_for_percent (weft_workload_result_get_share (result, part))
          : g_strdup ("—");

      attach (grid, share, (int) part + 1, row, "numeric");
    }
}

/* @evaluation is nullable. */
void
weft_result_table_set_evaluation (WeftResultTable *self, WeftEvaluation *evaluation)
{
  GListModel *workloads;

  g_return_if_fail (WEFT_IS_RESULT_TABLE (self));

  clear (self->speedups);
  clear (self->splits);
  if (evaluation == NULL)
    return;
  attach (self->speedups, _("Workload"), COLUMN_WORKLOAD, 0, "column-heading");
  attach (self->speedups, _("Speed-up"), COLUMN_SPEEDUP, 0, "column-heading");
  attach (self->speedups, _("Value"), COLUMN_VALUE, 0, "column-heading");
  attach (self->speedups, _("Reference"), COLUMN_REFERENCE, 0, "column-heading");
  attach (self->splits, _("Workload"), 0, 0, "column-heading");
  for (guint part = 0; part < WEFT_N_PARTS; part++)
    attach_part_heading (self->splits, part);
  workloads = weft_evaluation_get_workloads (evaluation);
  for (guint i = 0; i < g_list_model_get_n_items (workloads); i++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (workloads, i);

      attach_speedup (self->speedups, result, 1 + 2 * (int) i);
      attach_split (self->splits, result, 1 + (int) i);
    }
}
