/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The executor on threads of this process. The thread that calls map is the first worker, so that one thread alone
 * costs nothing; the others sleep between maps and keep their state. */
#include "base/weft-executor.h"

#define WEFT_TYPE_THREAD_EXECUTOR (weft_thread_executor_get_type ())
G_DECLARE_FINAL_TYPE (WeftThreadExecutor, weft_thread_executor, WEFT, THREAD_EXECUTOR, WeftExecutor)

/* Most items that a worker takes at once: few enough for an even end of the batch. */
#define MAX_CHUNK 64

typedef struct
{
  WeftThreadExecutor *executor;
  GThread *thread; /* NULL for the caller's */
  gpointer state;
  gboolean begun;
} Worker;

/* One map; workers read it while it runs. */
typedef struct
{
  const guint8 *items;
  guint8 *results;
  guint n;
  guint chunk;
  guint next; /* atomic: the first item that nobody has taken */
  GCancellable *cancellable;
  gboolean stopped; /* atomic */
} Batch;

struct _WeftThreadExecutor
{
  WeftExecutor parent_instance;

  WeftWork work;
  guint n_workers;
  Worker *workers;

  GMutex lock; /* of what follows */
  GCond wake;
  GCond idle;
  Batch *batch;     /* NULL between maps */
  guint generation; /* of the batch: each worker takes part once */
  guint n_wanted;   /* workers that may still join the batch */
  guint n_busy;
  gboolean quit;
};

G_DEFINE_FINAL_TYPE (WeftThreadExecutor, weft_thread_executor, WEFT_TYPE_EXECUTOR)

static gboolean
take_chunk (Batch *batch, guint *first, guint *end)
{
  guint at = (guint) g_atomic_int_add ((gint *) &batch->next, (gint) batch->chunk);

  if (at >= batch->n)
    return FALSE;
  *first = at;
  *end = at + MIN (batch->chunk, batch->n - at);
  return TRUE;
}

static void
begin_work (Worker *worker, const WeftWork *work)
{
  if (worker->begun)
    return;
  worker->state = work->begin != NULL ? work->begin (work->data) : NULL;
  worker->begun = TRUE;
}

static void
work_on (Worker *worker, Batch *batch)
{
  const WeftWork *work = &worker->executor->work;
  guint first, end;

  while (take_chunk (batch, &first, &end))
    {
      begin_work (worker, work);
      for (guint i = first; i < end; i++)
        {
          if (g_cancellable_is_cancelled (batch->cancellable))
            {
              g_atomic_int_set (&batch->stopped, TRUE);
              return;
            }
          work->work (worker->state, batch->items + i * work->item_size, batch->results + i * work->result_size,
                      work->data);
        }
    }
}

static gpointer
worker_thread (gpointer data)
{
  Worker *worker = data;
  WeftThreadExecutor *self = worker->executor;
  guint seen = 0;

  g_mutex_lock (&self->lock);
  while (!self->quit)
    {
      Batch *batch = self->batch;

      if (batch == NULL || seen == self->generation || self->n_wanted == 0)
        {
          g_cond_wait (&self->wake, &self->lock);
          continue;
        }
      seen = self->generation;
      self->n_wanted--;
      self->n_busy++;
      g_mutex_unlock (&self->lock);
      work_on (worker, batch);
      g_mutex_lock (&self->lock);
      if (--self->n_busy == 0)
        g_cond_signal (&self->idle);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* Threads start with the first batch that has something for them. One that cannot start is done without. */
static void
start_threads (WeftThreadExecutor *self)
{
  for (guint i = 1; i < self->n_workers; i++)
    if (self->workers[i].thread == NULL)
      self->workers[i].thread = g_thread_try_new ("weft-worker", worker_thread, &self->workers[i], NULL);
}

static void
open_batch (WeftThreadExecutor *self, Batch *batch, guint n_others)
{
  start_threads (self);
  g_mutex_lock (&self->lock);
  self->batch = batch;
  self->generation++;
  self->n_wanted = n_others;
  if (n_others + 1 >= self->n_workers)
    g_cond_broadcast (&self->wake);
  else
    for (guint i = 0; i < n_others; i++)
      g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
}

/* No worker joins from here on; those that did are waited for. */
static void
close_batch (WeftThreadExecutor *self)
{
  g_mutex_lock (&self->lock);
  self->n_wanted = 0;
  self->batch = NULL;
  while (self->n_busy > 0)
    g_cond_wait (&self->idle, &self->lock);
  g_mutex_unlock (&self->lock);
}

static gboolean
weft_thread_executor_map (WeftExecutor *executor, gconstpointer items, gpointer results, guint n,
                          GCancellable *cancellable, GError **error)
{
  WeftThreadExecutor *self = WEFT_THREAD_EXECUTOR (executor);
  guint n_used = MIN (self->n_workers, n);
  Batch batch = {
    .items = items,
    .results = results,
    .n = n,
    .chunk = CLAMP (n / (self->n_workers * 8), 1, MAX_CHUNK),
    .cancellable = cancellable,
  };

  if (n_used > 1)
    open_batch (self, &batch, n_used - 1);
  work_on (&self->workers[0], &batch);
  if (n_used > 1)
    close_batch (self);
  if (!g_atomic_int_get (&batch.stopped))
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

static void
end_states (WeftThreadExecutor *self)
{
  for (guint i = 0; i < self->n_workers; i++)
    {
      Worker *worker = &self->workers[i];

      if (worker->begun && self->work.end != NULL)
        self->work.end (worker->state);
      worker->state = NULL;
      worker->begun = FALSE;
    }
}

static gboolean
weft_thread_executor_set_work (WeftExecutor *executor, const WeftWork *work, const char *recipe, GError **error)
{
  WeftThreadExecutor *self = WEFT_THREAD_EXECUTOR (executor);

  end_states (self);
  self->work = *work;
  return TRUE;
}

static guint
weft_thread_executor_n_workers (WeftExecutor *executor)
{
  return WEFT_THREAD_EXECUTOR (executor)->n_workers;
}

static void
weft_thread_executor_finalize (GObject *object)
{
  WeftThreadExecutor *self = WEFT_THREAD_EXECUTOR (object);

  g_mutex_lock (&self->lock);
  self->quit = TRUE;
  g_cond_broadcast (&self->wake);
  g_mutex_unlock (&self->lock);
  for (guint i = 1; i < self->n_workers; i++)
    g_clear_pointer (&self->workers[i].thread, g_thread_join);
  end_states (self);
  g_free (self->workers);
  g_cond_clear (&self->idle);
  g_cond_clear (&self->wake);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (weft_thread_executor_parent_class)->finalize (object);
}

static void
weft_thread_executor_class_init (WeftThreadExecutorClass *klass)
{
  WeftExecutorClass *executor_class = WEFT_EXECUTOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_thread_executor_finalize;
  executor_class->set_work = weft_thread_executor_set_work;
  executor_class->map = weft_thread_executor_map;
  executor_class->n_workers = weft_thread_executor_n_workers;
}

static void
weft_thread_executor_init (WeftThreadExecutor *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  g_cond_init (&self->idle);
}

/**
 * weft_executor_new_threads: (skip)
 * @n_threads: how many, the calling thread among them; 0 for as many as there are processors
 *
 * An executor on threads of this process. Its maps give the same bytes for any number of threads as long as the work
 * is a function of its item.
 *
 * Returns: (transfer full): an executor without work
 */
WeftExecutor *
weft_executor_new_threads (guint n_threads)
{
  WeftThreadExecutor *self = g_object_new (WEFT_TYPE_THREAD_EXECUTOR, NULL);

  self->n_workers = n_threads > 0 ? MIN (n_threads, 1024) : g_get_num_processors ();
  self->workers = g_new0 (Worker, self->n_workers);
  for (guint i = 0; i < self->n_workers; i++)
    self->workers[i].executor = self;
  return WEFT_EXECUTOR (self);
}
