/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking along the chain of a run. */
#pragma once

#include "trail/weft-trail-store-private.h"

G_BEGIN_DECLS

typedef struct
{
  WeftTrailStore *store;
  WeftTrailProgress progress; /* (nullable) */
  gpointer data;
  GCancellable *cancellable; /* (nullable) */

  /* What was found. */
  WeftChainReport report;
  gboolean ended;    /* run.end is the last */
  gint64 mono_us;    /* of the last event */
  GHashTable *blobs; /* digests that the events name */
} WeftTrailWalk;

gboolean weft_trail_walk       (WeftTrailWalk *self, GError **error);
void     weft_trail_walk_clear (WeftTrailWalk *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftTrailWalk, weft_trail_walk_clear)

G_END_DECLS
