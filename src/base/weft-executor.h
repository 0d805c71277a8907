/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps a batch of independent pieces of work to their results: on the threads of this process, or elsewhere (a
 * subclass). What a result is does not depend on where or in which order the pieces were done. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftWork: (skip)
 * @item_size: bytes of one item; items are plain bytes without pointers, since they may travel
 * @result_size: bytes of one result, likewise
 * @begin: (nullable): makes what one worker keeps between items; called once a worker
 * @work: does one item; runs on any thread, many at once
 * @end: (nullable): frees what @begin made
 * @data: for all of them; must outlive the executor's use of the work
 */
typedef struct
{
  gsize item_size;
  gsize result_size;
  gpointer (*begin) (gpointer data);
  void (*work) (gpointer state, gconstpointer item, gpointer result, gpointer data);
  void (*end) (gpointer state);
  gpointer data;
} WeftWork;

/**
 * WeftWorkFactory: (skip)
 * @recipe: what weft_executor_set_work() was given elsewhere
 * @work: (out caller-allocates): the same work
 * @owner: (out) (transfer full): a GObject that keeps the work's data; freed when the work is no longer used
 * @error: return location
 *
 * Makes in another process the work that a recipe describes. It fails when what the work depends on is not the same
 * there, such as the catalog.
 *
 * Returns: %FALSE when it cannot be made
 */
typedef gboolean (*WeftWorkFactory) (const char *recipe, WeftWork *work, gpointer *owner, GError **error);

#define WEFT_TYPE_EXECUTOR (weft_executor_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftExecutor, weft_executor, WEFT, EXECUTOR, GObject)

struct _WeftExecutorClass
{
  GObjectClass parent_class;

  gboolean (*set_work) (WeftExecutor *self, const WeftWork *work, const char *recipe, GError **error);
  gboolean (*map)      (WeftExecutor *self, gconstpointer items, gpointer results, guint n, GCancellable *cancellable,
                        GError **error);
  guint    (*n_workers) (WeftExecutor *self);
};

/* Threads of this process; 0 for as many as there are processors. (transfer full) */
WEFT_API WeftExecutor *weft_executor_new_threads (guint          n_threads);
/* What the next maps do. @recipe: (nullable): from which another process can make the same work. Waits for a map that runs. */
WEFT_API gboolean      weft_executor_set_work    (WeftExecutor   *self,
                                                  const WeftWork *work,
                                                  const char     *recipe,
                                                  GError        **error);
/* Fills @results with what the work makes of each of @n items, in their order. FALSE when cancelled or when a worker was lost; no result counts then. */
WEFT_API gboolean      weft_executor_map         (WeftExecutor   *self,
                                                  gconstpointer   items,
                                                  gpointer        results,
                                                  guint           n,
                                                  GCancellable   *cancellable,
                                                  GError        **error);
WEFT_API guint         weft_executor_n_workers   (WeftExecutor   *self);

G_END_DECLS
