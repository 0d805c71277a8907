/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A column view over rows that are made while they are seen. */
#include "config.h"

#include "app/workloads/weft-task-table.h"

#include <glib/gi18n.h>

#include "app/charts/weft-column.h"
#include "app/weft-scroll-pass.h"

struct _WeftTaskTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  GtkSingleSelection *selection;
  gboolean waits;
  gboolean filling; /* nobody has moved */
};

G_DEFINE_FINAL_TYPE (WeftTaskTable, weft_task_table, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_WAITS,
  N_PROPS,
};

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static char *
write_cell (gpointer row, gpointer write)
{
  return ((char *(*) (WeftTaskRow *) ) write) (row);
}

static void
append (WeftTaskTable *self, const char *title, WeftColumnKind kind, char *(*write) (WeftTaskRow *), gboolean expand)
{
  GtkColumnViewColumn *column = weft_column_append (self->view, title, kind, write_cell, (gpointer) write, NULL);

  gtk_column_view_column_set_expand (column, expand);
}

static void
selected_cb (WeftTaskTable *self)
{
  WeftTaskRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (!self->filling && row != NULL)
    g_signal_emit (self, signals[SELECTED], 0, weft_task_row_get_task (row));
}

static void
activate_cb (GtkColumnView *view, guint position, WeftTaskTable *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0,
                 weft_task_rows_get_task (weft_task_table_get_rows (self), position));
}

static void
weft_task_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_WAITS)
    g_value_set_boolean (value, WEFT_TASK_TABLE (object)->waits);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_task_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_WAITS)
    WEFT_TASK_TABLE (object)->waits = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_task_table_constructed (GObject *object)
{
  WeftTaskTable *self = WEFT_TASK_TABLE (object);

  G_OBJECT_CLASS (weft_task_table_parent_class)->constructed (object);
  append (self, _("Task"), WEFT_COLUMN_WORDS, weft_task_row_dup_name, TRUE);
  append (self, _("Kernel"), WEFT_COLUMN_WORDS, weft_task_row_dup_kernel, FALSE);
  append (self, _("Device"), WEFT_COLUMN_WORDS, weft_task_row_dup_device, TRUE);
  append (self, _("Start"), WEFT_COLUMN_NUMBERS, weft_task_row_dup_start, FALSE);
  append (self, _("Takes"), WEFT_COLUMN_NUMBERS, weft_task_row_dup_duration, FALSE);
  if (self->waits)
    append (self, _("Waits for"), WEFT_COLUMN_WORDS, weft_task_row_dup_wait, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->waits ? _("Critical path") : _("Tasks that were found"), -1);
}

static void
weft_task_table_dispose (GObject *object)
{
  WeftTaskTable *self = WEFT_TASK_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (weft_task_table_parent_class)->dispose (object);
}

static void
weft_task_table_class_init (WeftTaskTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_task_table_get_property;
  object_class->set_property = weft_task_table_set_property;
  object_class->constructed = weft_task_table_constructed;
  object_class->dispose = weft_task_table_dispose;
  properties[PROP_WAITS] = g_param_spec_boolean ("waits", NULL, NULL, FALSE,
                                                 G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SELECTED] = g_signal_new ("task-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("task-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tasktable");
}

static void
weft_task_table_init (WeftTaskTable *self)
{
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->scroller = gtk_scrolled_window_new ();
  self->view =
    GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (self->scroller, "table-frame");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  weft_scroll_pass_on (self->scroller);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect (self->view, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self);
}

void
weft_task_table_set_rows (WeftTaskTable *self, WeftTaskRows *rows)
{
  g_return_if_fail (WEFT_IS_TASK_TABLE (self));

  self->filling = TRUE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_single_selection_set_model (self->selection, rows != NULL ? G_LIST_MODEL (rows) : NULL);
  self->filling = FALSE;
}

WeftTaskRows *
weft_task_table_get_rows (WeftTaskTable *self)
{
  GListModel *model;

  g_return_val_if_fail (WEFT_IS_TASK_TABLE (self), NULL);

  model = gtk_single_selection_get_model (self->selection);
  return model != NULL ? WEFT_TASK_ROWS (model) : NULL;
}
