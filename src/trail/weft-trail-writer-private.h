/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests and measurements do with a writer besides writing. */
#pragma once

#include "trail/weft-trail-clock-private.h"
#include "trail/weft-trail-store-private.h"

G_BEGIN_DECLS

void            weft_trail_writer_set_clock (WeftTrailWriter *self, const WeftTrailClock *clock);
WeftTrailStore *weft_trail_writer_get_store (WeftTrailWriter *self);
/* Between them nothing is stored until the end: the same bytes, many at a time. */
WEFT_API gboolean weft_trail_writer_begin_bulk (WeftTrailWriter *self, GError **error);
WEFT_API gboolean weft_trail_writer_end_bulk   (WeftTrailWriter *self, GError **error);

G_END_DECLS
