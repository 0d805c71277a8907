/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits until nothing has changed for a while, draws in a thread, and forgets what is out of date. */
#include "config.h"

#include "app/compose/weft-score-band.h"

#include <math.h>

#include "app/weft-worker.h"
#include "model/whatif/weft-doubt.h"

/* Nobody edits so slowly. */
#define QUIET_MS 600
/* As the question about uncertainty draws them, so that both say the same. */
#define N_SAMPLES 10000
#define SEED 1

struct _WeftScoreBand
{
  GObject parent_instance;

  WeftEvaluator *evaluator;
  WeftDesign *design;
  WeftWorker worker;
  guint quiet_source;
  gboolean is_known;
  WeftBand band;
};

G_DEFINE_FINAL_TYPE (WeftScoreBand, weft_score_band, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  WeftEvaluator *evaluator;
  WeftDesign *design;
} Order;

static void
free_order (gpointer data)
{
  Order *order = data;

  g_object_unref (order->evaluator);
  g_object_unref (order->design);
  g_free (order);
}

static void
draw_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  GError *error = NULL;
  const WeftAsking asking = { .cancellable = cancellable };
  g_autoptr (WeftWhatif) whatif = weft_whatif_new (order->evaluator, order->design, NULL, &error);
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  WeftDoubt *doubt = NULL;

  g_ptr_array_add (designs, whatif);
  if (whatif != NULL)
    doubt = weft_doubt_new (designs, N_SAMPLES, SEED, &asking, &error);
  if (doubt == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_return_pointer (task, g_memdup2 (weft_doubt_band (doubt, 0, WEFT_DOUBT_SCORE), sizeof (WeftBand)), g_free);
  weft_doubt_free (doubt);
}

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftScoreBand) self = WEFT_SCORE_BAND (data);
  g_autofree WeftBand *band = g_task_propagate_pointer (G_TASK (result), NULL);

  if (!weft_worker_counts (&self->worker, result))
    return;
  weft_worker_end (&self->worker);
  if (band == NULL || !isfinite (band->p5) || !isfinite (band->p95))
    return;
  self->band = *band;
  self->is_known = TRUE;
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
quiet_cb (gpointer data)
{
  WeftScoreBand *self = WEFT_SCORE_BAND (data);
  g_autoptr (GTask) task = NULL;
  Order *order = g_new0 (Order, 1);

  self->quiet_source = 0;
  order->evaluator = g_object_ref (self->evaluator);
  order->design = g_steal_pointer (&self->design);
  weft_worker_begin (&self->worker);
  task = g_task_new (NULL, self->worker.cancellable, drawn_cb, g_object_ref (self));
  g_task_set_task_data (task, order, free_order);
  g_task_run_in_thread (task, draw_in_thread);
  return G_SOURCE_REMOVE;
}

static void
forget (WeftScoreBand *self)
{
  g_clear_handle_id (&self->quiet_source, g_source_remove);
  weft_worker_cancel (&self->worker);
  g_clear_object (&self->design);
  if (!self->is_known)
    return;
  self->is_known = FALSE;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- class --- */

static void
weft_score_band_dispose (GObject *object)
{
  WeftScoreBand *self = WEFT_SCORE_BAND (object);

  g_clear_handle_id (&self->quiet_source, g_source_remove);
  weft_worker_cancel (&self->worker);
  g_clear_object (&self->design);
  g_clear_object (&self->evaluator);
  G_OBJECT_CLASS (weft_score_band_parent_class)->dispose (object);
}

static void
weft_score_band_class_init (WeftScoreBandClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_score_band_dispose;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
weft_score_band_init (WeftScoreBand *self)
{
}

/* --- public API --- */

WeftScoreBand *
weft_score_band_new (void)
{
  return g_object_new (WEFT_TYPE_SCORE_BAND, NULL);
}

void
weft_score_band_ask (WeftScoreBand *self, WeftSession *session)
{
  WeftEvaluation *evaluation;

  g_return_if_fail (WEFT_IS_SCORE_BAND (self) && WEFT_IS_SESSION (session));

  forget (self);
  evaluation = weft_session_get_evaluation (session);
  if (evaluation == NULL || !weft_evaluation_is_feasible (evaluation))
    return;
  g_set_object (&self->evaluator, weft_engine_get_evaluator (weft_session_get_engine (session)));
  if (self->evaluator == NULL)
    return;
  self->design = weft_design_copy (weft_session_get_design (session));
  self->quiet_source = g_timeout_add (QUIET_MS, quiet_cb, self);
}

const WeftBand *
weft_score_band_get (WeftScoreBand *self)
{
  g_return_val_if_fail (WEFT_IS_SCORE_BAND (self), NULL);

  return self->is_known ? &self->band : NULL;
}
