/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One that is shown alone has its chart at once; two get others, with the same rows, from a worker. */
#include "config.h"

#include "app/workloads/weft-map-pair.h"

struct _WeftMapPair
{
  GObject parent_instance;

  WeftMapOutcome *shown;  /* (nullable) */
  WeftMapOutcome *beside; /* (nullable) */
  WeftGantt *charts[2];
  GCancellable *cancellable; /* (nullable): of the charts that count */
};

G_DEFINE_FINAL_TYPE (WeftMapPair, weft_map_pair, G_TYPE_OBJECT)

static guint changed_signal;

/* --- the charts of two --- */

typedef struct
{
  WeftMapOutcome *mappings[2];
  WeftGantt *charts[2];
} Charts;

static void
free_charts (gpointer data)
{
  Charts *charts = data;

  for (guint i = 0; i < 2; i++)
    {
      g_clear_object (&charts->mappings[i]);
      g_clear_pointer (&charts->charts[i], weft_gantt_unref);
    }
  g_free (charts);
}

static void
chart_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Charts *charts = data;

  for (guint i = 0; i < 2; i++)
    {
      WeftMapOutcome *mapping = charts->mappings[i], *other = charts->mappings[1 - i];

      charts->charts[i] =
        weft_gantt_new (weft_map_outcome_get_problem (mapping), weft_map_outcome_get_result (mapping)->schedule,
                        weft_map_outcome_get_report (mapping), weft_map_outcome_get_result (other)->schedule);
    }
  g_task_return_boolean (task, TRUE);
}

static void
charted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftMapPair *self = WEFT_MAP_PAIR (source);
  Charts *charts = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL)
      || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->charts[i], weft_gantt_unref);
      self->charts[i] = g_steal_pointer (&charts->charts[i]);
    }
  g_signal_emit (self, changed_signal, 0);
}

static void
make_charts (WeftMapPair *self)
{
  Charts *charts = g_new0 (Charts, 1);
  g_autoptr (GTask) task = NULL;

  charts->mappings[0] = g_object_ref (self->shown);
  charts->mappings[1] = g_object_ref (self->beside);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, charted_cb, NULL);
  g_task_set_source_tag (task, make_charts);
  g_task_set_task_data (task, charts, free_charts);
  g_task_run_in_thread (task, chart_in_thread);
}

static void
forget_charts (WeftMapPair *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&self->charts[i], weft_gantt_unref);
}

/* --- class --- */

static void
weft_map_pair_dispose (GObject *object)
{
  WeftMapPair *self = WEFT_MAP_PAIR (object);

  forget_charts (self);
  g_clear_object (&self->shown);
  g_clear_object (&self->beside);
  G_OBJECT_CLASS (weft_map_pair_parent_class)->dispose (object);
}

static void
weft_map_pair_class_init (WeftMapPairClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_map_pair_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_map_pair_init (WeftMapPair *self)
{
}

WeftMapPair *
weft_map_pair_new (void)
{
  return g_object_new (WEFT_TYPE_MAP_PAIR, NULL);
}

static gboolean
can_stand (WeftMapOutcome *shown, WeftMapOutcome *beside)
{
  return shown != NULL && beside != NULL && shown != beside
         && weft_map_ground_matches (weft_map_outcome_get_ground (shown), weft_map_outcome_get_ground (beside));
}

void
weft_map_pair_set (WeftMapPair *self, WeftMapOutcome *shown, WeftMapOutcome *beside)
{
  g_return_if_fail (WEFT_IS_MAP_PAIR (self));

  if (!can_stand (shown, beside))
    beside = NULL;
  if (shown == self->shown && beside == self->beside)
    return;
  g_set_object (&self->shown, shown);
  g_set_object (&self->beside, beside);
  forget_charts (self);
  if (shown != NULL)
    self->charts[0] = weft_gantt_ref (weft_map_outcome_get_chart (shown));
  if (beside != NULL)
    make_charts (self);
}

void
weft_map_pair_keep (WeftMapPair *self, GListStore *mappings)
{
  g_autoptr (WeftMapOutcome) first = NULL;
  WeftMapOutcome *shown = self->shown, *beside = self->beside;

  g_return_if_fail (WEFT_IS_MAP_PAIR (self));

  if (mappings != NULL)
    first = g_list_model_get_item (G_LIST_MODEL (mappings), 0);
  if (shown == NULL || mappings == NULL || !g_list_store_find (mappings, shown, NULL))
    shown = first;
  if (beside == NULL || mappings == NULL || !g_list_store_find (mappings, beside, NULL))
    beside = NULL;
  weft_map_pair_set (self, shown, beside);
}

WeftMapOutcome *
weft_map_pair_get_shown (WeftMapPair *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_PAIR (self), NULL);

  return self->shown;
}

WeftMapOutcome *
weft_map_pair_get_beside (WeftMapPair *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_PAIR (self), NULL);

  return self->beside;
}

WeftGantt *
weft_map_pair_get_chart (WeftMapPair *self, guint which)
{
  g_return_val_if_fail (WEFT_IS_MAP_PAIR (self) && which < 2, NULL);

  return self->charts[which];
}
