/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row knows its task and, on the critical path, its step. */
#include "config.h"

#include "app/workloads/weft-task-rows.h"

#include <glib/gi18n.h>

#include "workload/weft-task-search.h"

struct _WeftTaskRows
{
  GObject parent_instance;

  WeftMapOutcome *mapping;
  GArray *found; /* (nullable) (element-type guint32); NULL for the critical path */
};

struct _WeftTaskRow
{
  GObject parent_instance;

  WeftTaskRows *rows;
  guint position;
};

/* --- a row --- */

G_DEFINE_FINAL_TYPE (WeftTaskRow, weft_task_row, G_TYPE_OBJECT)

static void
weft_task_row_finalize (GObject *object)
{
  g_object_unref (WEFT_TASK_ROW (object)->rows);
  G_OBJECT_CLASS (weft_task_row_parent_class)->finalize (object);
}

static void
weft_task_row_class_init (WeftTaskRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_task_row_finalize;
}

static void
weft_task_row_init (WeftTaskRow *self)
{
}

static const WeftPathStep *
step_at (WeftTaskRows *self, guint position)
{
  return &g_array_index (weft_map_outcome_get_report (self->mapping)->path, WeftPathStep, position);
}

guint32
weft_task_row_get_task (WeftTaskRow *self)
{
  return weft_task_rows_get_task (self->rows, self->position);
}

static const WeftTaskGraph *
get_graph (WeftTaskRow *self)
{
  return weft_map_outcome_get_problem (self->rows->mapping)->graph;
}

static const WeftSchedule *
get_schedule (WeftTaskRow *self)
{
  return weft_map_outcome_get_result (self->rows->mapping)->schedule;
}

char *
weft_task_row_dup_name (WeftTaskRow *self)
{
  return weft_task_graph_task_name (get_graph (self), weft_task_row_get_task (self));
}

char *
weft_task_row_dup_kernel (WeftTaskRow *self)
{
  return g_strdup (weft_task_graph_kernel (get_graph (self), weft_task_row_get_task (self)));
}

char *
weft_task_row_dup_device (WeftTaskRow *self)
{
  WeftGantt *chart = weft_map_outcome_get_chart (self->rows->mapping);

  return g_strdup (weft_gantt_row (chart, weft_gantt_row_of_task (chart, weft_task_row_get_task (self)))->name);
}

char *
weft_task_row_dup_start (WeftTaskRow *self)
{
  return weft_gantt_format_time (weft_map_outcome_get_chart (self->rows->mapping),
                                 get_schedule (self)->start_s[weft_task_row_get_task (self)]);
}

char *
weft_task_row_dup_duration (WeftTaskRow *self)
{
  guint32 task = weft_task_row_get_task (self);

  return weft_gantt_format_time (weft_map_outcome_get_chart (self->rows->mapping),
                                 get_schedule (self)->finish_s[task] - get_schedule (self)->start_s[task]);
}

char *
weft_task_row_dup_wait (WeftTaskRow *self)
{
  const WeftPathStep *step;
  g_autofree char *name = NULL, *comm = NULL;

  if (self->rows->found != NULL)
    return g_strdup ("");
  step = step_at (self->rows, self->position);
  if (step->wait == WEFT_WAIT_START || step->for_task == WEFT_TASK_NONE)
    return g_strdup (_("nothing"));
  name = weft_task_graph_task_name (get_graph (self), step->for_task);
  switch (step->wait)
    {
    case WEFT_WAIT_DATA:
      comm = weft_gantt_format_time (weft_map_outcome_get_chart (self->rows->mapping), step->comm_s);
      /* Translators: name of a task, and how long its bytes are on their way */
      return g_strdup_printf (_("data of %s, %s on the way"), name, comm);
    case WEFT_WAIT_RESULT:
      /* Translators: name of a task */
      return g_strdup_printf (_("result of %s"), name);
    case WEFT_WAIT_DEVICE:
      /* Translators: name of a task that keeps the device busy */
      return g_strdup_printf (_("the device, busy with %s"), name);
    case WEFT_WAIT_GROUP:
      /* Translators: name of a task, another rank of a collective */
      return g_strdup_printf (_("its collective: %s"), name);
    case WEFT_WAIT_START:
    default:
      return g_strdup ("");
    }
}

/* --- the list --- */

static GType
rows_get_item_type (GListModel *model)
{
  return WEFT_TYPE_TASK_ROW;
}

static guint
rows_get_n_items (GListModel *model)
{
  WeftTaskRows *self = WEFT_TASK_ROWS (model);

  return self->found != NULL ? self->found->len : weft_map_outcome_get_report (self->mapping)->path->len;
}

static gpointer
rows_get_item (GListModel *model, guint position)
{
  WeftTaskRow *row;

  if (position >= rows_get_n_items (model))
    return NULL;
  row = g_object_new (WEFT_TYPE_TASK_ROW, NULL);
  row->rows = g_object_ref (WEFT_TASK_ROWS (model));
  row->position = position;
  return row;
}

static void
rows_list_init (GListModelInterface *iface)
{
  iface->get_item_type = rows_get_item_type;
  iface->get_n_items = rows_get_n_items;
  iface->get_item = rows_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftTaskRows, weft_task_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, rows_list_init))

static void
weft_task_rows_finalize (GObject *object)
{
  WeftTaskRows *self = WEFT_TASK_ROWS (object);

  g_object_unref (self->mapping);
  g_clear_pointer (&self->found, g_array_unref);
  G_OBJECT_CLASS (weft_task_rows_parent_class)->finalize (object);
}

static void
weft_task_rows_class_init (WeftTaskRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_task_rows_finalize;
}

static void
weft_task_rows_init (WeftTaskRows *self)
{
}

WeftTaskRows *
weft_task_rows_new_path (WeftMapOutcome *mapping)
{
  WeftTaskRows *self = g_object_new (WEFT_TYPE_TASK_ROWS, NULL);

  self->mapping = g_object_ref (mapping);
  return self;
}

WeftTaskRows *
weft_task_rows_new_found (WeftMapOutcome *mapping, const char *text)
{
  WeftTaskRows *self = weft_task_rows_new_path (mapping);

  self->found = weft_task_graph_search (weft_map_outcome_get_problem (mapping)->graph, text);
  return self;
}

guint32
weft_task_rows_get_task (WeftTaskRows *self, guint position)
{
  g_return_val_if_fail (WEFT_IS_TASK_ROWS (self), WEFT_TASK_NONE);
  g_return_val_if_fail (position < rows_get_n_items (G_LIST_MODEL (self)), WEFT_TASK_NONE);

  return self->found != NULL ? g_array_index (self->found, guint32, position) : step_at (self, position)->task;
}
