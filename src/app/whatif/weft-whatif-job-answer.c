/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer to the knobs: one evaluation at a time in a thread, the next one with the knobs as they stand then. */
#include "config.h"

#include "app/whatif/weft-whatif-job-private.h"

#include <math.h>

typedef struct
{
  WeftWhatif *whatif;
  GPtrArray *inputs;
  GArray *values;
} Order;

static void
free_order (gpointer data)
{
  Order *order = data;

  g_object_unref (order->whatif);
  g_ptr_array_unref (order->inputs);
  g_array_unref (order->values);
  g_free (order);
}

static void
answer_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  GError *error = NULL;
  WeftEvaluation *evaluation =
    weft_whatif_evaluate (order->whatif, order->inputs, (const double *) order->values->data, &error);

  if (evaluation != NULL)
    g_task_return_pointer (task, evaluation, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
take (WeftWhatifJob *self, WeftEvaluation *evaluation, const char *refusal)
{
  g_set_object (&self->answer, evaluation);
  g_free (self->refusal);
  self->refusal = g_strdup (refusal);
  weft_whatif_job_emit_answered (self);
}

static void ask (WeftWhatifJob *self);

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftWhatifJob) self = WEFT_WHATIF_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation = g_task_propagate_pointer (G_TASK (result), &error);

  if (!weft_worker_counts (&self->asker, result))
    return;
  weft_worker_end (&self->asker);
  take (self, evaluation, evaluation == NULL ? error->message : NULL);
  if (self->again)
    ask (self);
}

static void
ask (WeftWhatifJob *self)
{
  g_autoptr (GTask) task = NULL;
  Order *order = g_new0 (Order, 1);

  self->again = FALSE;
  weft_worker_begin (&self->asker);
  order->whatif = g_object_ref (self->whatif);
  order->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  order->values = g_array_new (FALSE, FALSE, sizeof (double));
  weft_whatif_job_list_moved (self, order->inputs, order->values);
  task = g_task_new (NULL, self->asker.cancellable, answered_cb, g_object_ref (self));
  g_task_set_source_tag (task, ask);
  g_task_set_task_data (task, order, free_order);
  g_task_run_in_thread (task, answer_in_thread);
}

/* Without a knob that has moved, the answer is there. */
void
weft_whatif_job_answer (WeftWhatifJob *self)
{
  if (self->whatif == NULL)
    {
      weft_worker_cancel (&self->asker);
      take (self, NULL, self->failure);
    }
  else if (weft_whatif_job_n_moved (self) == 0)
    {
      weft_worker_cancel (&self->asker);
      self->again = FALSE;
      take (self, weft_whatif_get_evaluation (self->whatif), NULL);
    }
  else if (self->asker.cancellable != NULL)
    {
      self->again = TRUE;
    }
  else
    {
      ask (self);
    }
}

GListModel *
weft_whatif_job_get_outputs (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return G_LIST_MODEL (self->outputs);
}

guint
weft_whatif_job_find_output (WeftWhatifJob *self)
{
  GListModel *outputs;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), 0);

  outputs = G_LIST_MODEL (self->outputs);
  for (guint i = 0; i < g_list_model_get_n_items (outputs); i++)
    {
      g_autoptr (WeftWhatifChoice) choice = g_list_model_get_item (outputs, i);

      if (g_str_equal (weft_whatif_choice_get_path (choice), self->output))
        return i;
    }
  return 0;
}

void
weft_whatif_job_set_output (WeftWhatifJob *self, const char *path)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self) && path != NULL);

  if (g_str_equal (self->output, path))
    return;
  g_free (self->output);
  self->output = g_strdup (path);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (WeftWhatifRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      weft_whatif_row_set_slope (row, NULL);
    }
  self->target = NAN;
  weft_whatif_job_touch (self);
}

const WeftOutput *
weft_whatif_job_get_output (WeftWhatifJob *self)
{
  g_autoptr (WeftWhatifChoice) choice = NULL;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  choice = g_list_model_get_item (G_LIST_MODEL (self->outputs), weft_whatif_job_find_output (self));
  return choice != NULL ? weft_whatif_choice_get_output (choice) : NULL;
}

WeftEvaluation *
weft_whatif_job_get_answer (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->answer;
}

WeftEvaluation *
weft_whatif_job_get_baseline (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->whatif != NULL ? weft_whatif_get_evaluation (self->whatif) : NULL;
}

const char *
weft_whatif_job_get_refusal (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->refusal;
}
