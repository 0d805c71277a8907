/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of the list of runs: a run, or the heading of those that were started together. */
#pragma once

#include "trail/weft-trail.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RUN_ITEM (weft_run_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftRunItem, weft_run_item, WEFT, RUN_ITEM, GObject)

WeftRunItem    *weft_run_item_new         (WeftTrailEntry *entry);
WeftRunItem    *weft_run_item_new_heading (const char     *words);
WeftTrailEntry *weft_run_item_get_entry   (WeftRunItem    *self); /* (nullable): of a heading */
const char     *weft_run_item_get_heading (WeftRunItem    *self); /* (nullable): of a run */
/* Whether both look alike on the screen. */
gboolean        weft_run_item_equal       (WeftRunItem    *a,
                                           WeftRunItem    *b);
/* (transfer full) (element-type WeftRunItem): @entries, newest first, with their headings. */
GPtrArray      *weft_run_item_arrange     (GListModel     *entries);

G_END_DECLS
