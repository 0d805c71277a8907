/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all executors share: one map at a time, and none without work. */
#include "base/weft-executor.h"

typedef struct
{
  GMutex lock; /* a map and a change of the work keep each other out */
  gboolean has_work;
} WeftExecutorPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftExecutor, weft_executor, G_TYPE_OBJECT)

static void
weft_executor_finalize (GObject *object)
{
  WeftExecutorPrivate *own = weft_executor_get_instance_private (WEFT_EXECUTOR (object));

  g_mutex_clear (&own->lock);
  G_OBJECT_CLASS (weft_executor_parent_class)->finalize (object);
}

static void
weft_executor_class_init (WeftExecutorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_executor_finalize;
}

static void
weft_executor_init (WeftExecutor *self)
{
  WeftExecutorPrivate *own = weft_executor_get_instance_private (self);

  g_mutex_init (&own->lock);
}

/**
 * weft_executor_set_work: (skip)
 * @self: an executor
 * @work: what the next maps do; copied, but what its data points to must stay until the next work or the executor's end
 * @recipe: (nullable): from which another process can make the same work
 * @error: return location
 *
 * Gives the executor its work. What workers kept for the work before is freed. Waits for a map that runs on another
 * thread.
 *
 * Returns: %FALSE when a worker elsewhere cannot make the work; the executor then has none
 */
gboolean
weft_executor_set_work (WeftExecutor   *self,
                        const WeftWork *work,
                        const char     *recipe,
                        GError        **error)
{
  WeftExecutorPrivate *own = weft_executor_get_instance_private (self);
  gboolean done;

  g_return_val_if_fail (WEFT_IS_EXECUTOR (self), FALSE);
  g_return_val_if_fail (work != NULL && work->work != NULL, FALSE);
  g_return_val_if_fail (work->item_size > 0 && work->result_size > 0, FALSE);

  g_mutex_lock (&own->lock);
  done = WEFT_EXECUTOR_GET_CLASS (self)->set_work (self, work, recipe, error);
  own->has_work = done;
  g_mutex_unlock (&own->lock);
  return done;
}

/**
 * weft_executor_map: (skip)
 * @self: an executor with work
 * @items: @n items of the work's item size
 * @results: room for @n results
 * @n: how many; 0 is fine
 * @cancellable: (nullable): ends the map between two items
 * @error: return location
 *
 * Does the work on every item and puts the results in the order of the items. Blocks until all are done.
 *
 * Returns: %FALSE when cancelled (%G_IO_ERROR_CANCELLED) or when a worker was lost (%G_IO_ERROR_CONNECTION_CLOSED); no
 *   result counts then
 */
gboolean
weft_executor_map (WeftExecutor  *self,
                   gconstpointer  items,
                   gpointer       results,
                   guint          n,
                   GCancellable  *cancellable,
                   GError       **error)
{
  WeftExecutorPrivate *own = weft_executor_get_instance_private (self);
  gboolean done = FALSE;

  g_return_val_if_fail (WEFT_IS_EXECUTOR (self), FALSE);
  g_return_val_if_fail (n == 0 || (items != NULL && results != NULL), FALSE);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  g_mutex_lock (&own->lock);
  if (!own->has_work)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED, "the executor has no work");
  else
    done = n == 0 || WEFT_EXECUTOR_GET_CLASS (self)->map (self, items, results, n, cancellable, error);
  g_mutex_unlock (&own->lock);
  return done;
}

/**
 * weft_executor_n_workers: (skip)
 * @self: an executor
 *
 * Returns: how many items it works on at once; batches of some multiple of it keep all workers busy
 */
guint
weft_executor_n_workers (WeftExecutor *self)
{
  g_return_val_if_fail (WEFT_IS_EXECUTOR (self), 1);

  return WEFT_EXECUTOR_GET_CLASS (self)->n_workers (self);
}
