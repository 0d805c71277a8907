/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whatif is made anew in a worker whenever the document has been evaluated; what was chosen and moved stays. */
#include "config.h"

#include "app/whatif/weft-whatif-job-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Nobody turns a knob so slowly. */
#define QUIET_MS 350

G_DEFINE_FINAL_TYPE (WeftWhatifJob, weft_whatif_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ANSWERED,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

void
weft_whatif_job_emit_changed (WeftWhatifJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

void
weft_whatif_job_emit_answered (WeftWhatifJob *self)
{
  g_signal_emit (self, signals[ANSWERED], 0);
}

static gboolean
quiet_cb (gpointer data)
{
  WeftWhatifJob *self = data;

  self->quiet_source = 0;
  weft_whatif_job_emit_changed (self);
  return G_SOURCE_REMOVE;
}

void
weft_whatif_job_touch (WeftWhatifJob *self)
{
  g_clear_handle_id (&self->quiet_source, g_source_remove);
  self->quiet_source = g_timeout_add (QUIET_MS, quiet_cb, self);
  weft_whatif_job_answer (self);
  weft_whatif_job_emit_changed (self);
}

/* --- the whatif --- */

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
make_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Order *order = data;
  GError *error = NULL;
  WeftWhatif *whatif = weft_whatif_new (order->evaluator, order->design, NULL, &error);

  if (whatif != NULL)
    g_task_return_pointer (task, whatif, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* What cannot be asked about, such as a fact that nobody knows, is no input here. */
static void
list_rows (WeftWhatifJob *self)
{
  GListModel *inputs = weft_whatif_get_inputs (self->whatif);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  g_hash_table_remove_all (self->by_path);
  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);
      WeftWhatifRow *row;

      if (!isfinite (weft_input_get_value (input)))
        continue;
      row = weft_whatif_row_new (input);
      g_ptr_array_add (rows, row);
      g_hash_table_insert (self->by_path, (gpointer) weft_input_get_path (input), row);
    }
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
}

static void
take_whatif (WeftWhatifJob *self, WeftWhatif *whatif)
{
  /* Rows borrow the names of inputs, so they go first. */
  g_autoptr (WeftWhatif) before = g_steal_pointer (&self->whatif);

  self->whatif = g_object_ref (whatif);
  g_clear_pointer (&self->failure, g_free);
  list_rows (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->outputs)) == 0)
    weft_whatif_choice_list (self->outputs, whatif);
  weft_whatif_job_follow_knobs (self);
  if (weft_whatif_job_get_selected (self) == NULL)
    g_clear_pointer (&self->selected, g_free);
}

static void
drop_whatif (WeftWhatifJob *self, const char *failure)
{
  g_free (self->failure);
  self->failure = g_strdup (failure);
  g_hash_table_remove_all (self->by_path);
  g_list_store_remove_all (self->rows);
  g_clear_object (&self->whatif);
  g_clear_object (&self->answer);
}

static void make_next (WeftWhatifJob *self);

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftWhatifJob) self = WEFT_WHATIF_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWhatif) whatif = g_task_propagate_pointer (G_TASK (result), &error);

  if (!weft_worker_counts (&self->maker, result))
    return;
  weft_worker_end (&self->maker);
  if (whatif != NULL)
    take_whatif (self, whatif);
  else
    drop_whatif (self, error->message);
  weft_whatif_job_touch (self);
  make_next (self);
}

/* One at a time; edits that come meanwhile are joined into the next. */
static void
make_next (WeftWhatifJob *self)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));
  g_autoptr (GTask) task = NULL;
  Order *order;

  if (!self->active || !self->behind || evaluator == NULL || self->maker.cancellable != NULL)
    return;
  self->behind = FALSE;
  weft_worker_begin (&self->maker);
  order = g_new0 (Order, 1);
  order->evaluator = g_object_ref (evaluator);
  order->design = weft_design_copy (weft_session_get_design (self->session));
  task = g_task_new (NULL, self->maker.cancellable, made_cb, g_object_ref (self));
  g_task_set_source_tag (task, make_next);
  g_task_set_task_data (task, order, free_order);
  g_task_run_in_thread (task, make_in_thread);
}

static void
evaluated_cb (WeftWhatifJob *self)
{
  self->behind = TRUE;
  make_next (self);
}

/* --- class --- */

static void
study_ended_cb (WeftWhatifJob *self, WeftWhatifStudy *study)
{
  const WeftWhatifFinding *finding = weft_whatif_study_get_finding (study);

  for (guint i = 0; finding != NULL && finding->slopes != NULL && i < finding->inputs->len; i++)
    {
      WeftWhatifRow *row = weft_whatif_job_find_row (self, weft_input_get_path (finding->inputs->pdata[i]));

      if (row != NULL)
        weft_whatif_row_set_slope (row, &finding->slopes[i]);
    }
  g_signal_emit (self, signals[ENDED], 0, study);
}

static void
weft_whatif_job_dispose (GObject *object)
{
  WeftWhatifJob *self = WEFT_WHATIF_JOB (object);

  g_clear_handle_id (&self->quiet_source, g_source_remove);
  weft_worker_cancel (&self->maker);
  weft_worker_cancel (&self->asker);
  for (guint i = 0; i < WEFT_N_WHATIF_STUDIES; i++)
    if (self->studies[i] != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->studies[i], self);
        weft_whatif_study_stop (self->studies[i]);
        g_clear_object (&self->studies[i]);
      }
  g_clear_pointer (&self->by_path, g_hash_table_unref);
  g_clear_object (&self->rows);
  g_clear_object (&self->outputs);
  g_clear_object (&self->knobs);
  g_clear_object (&self->answer);
  g_clear_object (&self->whatif);
  g_clear_object (&self->other);
  g_clear_object (&self->other_design);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_whatif_job_parent_class)->dispose (object);
}

static void
weft_whatif_job_finalize (GObject *object)
{
  WeftWhatifJob *self = WEFT_WHATIF_JOB (object);

  g_free (self->failure);
  g_free (self->output);
  g_free (self->selected);
  g_free (self->refusal);
  G_OBJECT_CLASS (weft_whatif_job_parent_class)->finalize (object);
}

static void
weft_whatif_job_class_init (WeftWhatifJobClass *klass)
{
  static const char *const names[] = { "changed", "answered" };

  G_OBJECT_CLASS (klass)->dispose = weft_whatif_job_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_whatif_job_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, WEFT_TYPE_WHATIF_STUDY);
}

static void
weft_whatif_job_init (WeftWhatifJob *self)
{
  self->rows = g_list_store_new (WEFT_TYPE_WHATIF_ROW);
  self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  self->outputs = g_list_store_new (WEFT_TYPE_WHATIF_CHOICE);
  self->output = g_strdup ("score");
  self->knobs = g_list_store_new (WEFT_TYPE_WHATIF_KNOB);
  self->target = NAN;
  self->in_both = TRUE;
  for (guint i = 0; i < WEFT_N_WHATIF_STUDIES; i++)
    {
      self->low[i] = self->high[i] = NAN;
      self->studies[i] = weft_whatif_study_new ();
      g_signal_connect_swapped (self->studies[i], "changed", G_CALLBACK (weft_whatif_job_emit_changed), self);
      g_signal_connect_swapped (self->studies[i], "ended", G_CALLBACK (study_ended_cb), self);
    }
}

WeftWhatifJob *
weft_whatif_job_new (WeftSession *session)
{
  WeftWhatifJob *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_WHATIF_JOB, NULL);
  self->session = g_object_ref (session);
  self->behind = TRUE;
  g_signal_connect_object (session, "notify::evaluation", G_CALLBACK (evaluated_cb), self, G_CONNECT_SWAPPED);
  return self;
}

WeftSession *
weft_whatif_job_get_session (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->session;
}

void
weft_whatif_job_set_active (WeftWhatifJob *self, gboolean active)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  self->active = active;
  make_next (self);
}

WeftWhatif *
weft_whatif_job_get_whatif (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->whatif;
}

const char *
weft_whatif_job_get_failure (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->failure;
}

/* --- inputs --- */

GListModel *
weft_whatif_job_get_rows (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return G_LIST_MODEL (self->rows);
}

WeftWhatifRow *
weft_whatif_job_find_row (WeftWhatifJob *self, const char *path)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self) && path != NULL, NULL);

  return g_hash_table_lookup (self->by_path, path);
}

void
weft_whatif_job_select (WeftWhatifJob *self, const char *path)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  if (g_strcmp0 (self->selected, path) == 0)
    return;
  g_free (self->selected);
  self->selected = g_strdup (path);
  for (guint i = 0; i < WEFT_N_WHATIF_STUDIES; i++)
    self->low[i] = self->high[i] = NAN;
  weft_whatif_job_emit_changed (self);
}

WeftInput *
weft_whatif_job_get_selected (WeftWhatifJob *self)
{
  WeftWhatifRow *row;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  row = self->selected != NULL ? weft_whatif_job_find_row (self, self->selected) : NULL;
  return row != NULL ? weft_whatif_row_get_input (row) : NULL;
}
