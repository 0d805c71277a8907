/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker writes the machine out and adds it up, so that large ones never stop the window. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

/* What the worker needs. */
typedef struct
{
  WeftGraph *graph;
  WeftInventory *inventory;
  int definition; /* -1: the machine alone */
} Order;

static void
free_order (gpointer data)
{
  Order *order = data;

  weft_graph_unref (order->graph);
  g_object_unref (order->inventory);
  g_free (order);
}

WeftSurvey *
weft_survey_ref (WeftSurvey *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_survey_unref (WeftSurvey *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->totals, weft_graph_totals_free);
  g_clear_pointer (&self->own, weft_graph_totals_free);
  g_clear_pointer (&self->flat, weft_flat_free);
  weft_graph_unref (self->graph);
  g_free (self->failure);
  g_free (self);
}

static WeftFlat *
write_out (WeftGraph *graph, WeftInventory *inventory, char **failure)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  WeftFlat *flat;

  weft_graph_rules_check (graph, inventory, violations);
  for (guint i = 0; i < violations->len; i++)
    if (weft_violation_get_severity (violations->pdata[i]) == WEFT_SEVERITY_ERROR)
      {
        *failure = g_strdup (weft_violation_get_message (violations->pdata[i]));
        return NULL;
      }
  flat = weft_flat_new (graph, inventory, &error);
  if (flat == NULL)
    *failure = g_strdup (error->message);
  return flat;
}

/* One instance of a definition as a machine of its own. */
static WeftGraphTotals *
add_up_one (const Order *order)
{
  g_autoptr (WeftGraphChange) change = weft_graph_change_new (order->graph);
  g_autoptr (WeftFlat) flat = NULL;
  g_autofree char *failure = NULL;

  weft_graph_change_set_root (change,
                              weft_graph_definition (order->graph, order->definition)->id);
  flat = write_out (weft_graph_change_graph (change), order->inventory, &failure);
  return flat != NULL ? weft_graph_totals (flat, order->inventory) : NULL;
}

static void
make_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Order *order = data;
  WeftSurvey *survey = g_new0 (WeftSurvey, 1);

  g_atomic_ref_count_init (&survey->refs);
  survey->graph = weft_graph_ref (order->graph);
  survey->definition = order->definition;
  survey->flat = write_out (order->graph, order->inventory, &survey->failure);
  if (survey->flat != NULL && !g_cancellable_is_cancelled (cancellable))
    survey->totals = weft_graph_totals (survey->flat, order->inventory);
  if (survey->flat != NULL && order->definition >= 0 && !g_cancellable_is_cancelled (cancellable))
    survey->own = add_up_one (order);
  g_task_return_pointer (task, survey, (GDestroyNotify) weft_survey_unref);
}

/* Of the document and the level that @stage shows now. */
void
weft_survey_make_async (WeftStage *stage, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer data)
{
  g_autoptr (GTask) task = g_task_new (stage, cancellable, callback, data);
  WeftInventory *inventory = weft_session_get_inventory (weft_stage_get_session (stage));
  WeftGraph *graph = weft_stage_get_graph (stage);
  guint definition = 0;
  int root = -1;
  Order *order;

  g_task_set_source_tag (task, weft_survey_make_async);
  if (graph == NULL || inventory == NULL)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  weft_graph_get_root (graph, &root);
  order = g_new (Order, 1);
  *order = (Order){ weft_graph_ref (graph), g_object_ref (inventory), -1 };
  if (weft_stage_get_definition (stage, &definition) != NULL && (int) definition != root)
    order->definition = (int) definition;
  g_task_set_task_data (task, order, free_order);
  g_task_run_in_thread (task, make_in_thread);
}

/* (transfer full) (nullable): NULL when there is no graph, no catalog yet, or it was cancelled. */
WeftSurvey *
weft_survey_make_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
