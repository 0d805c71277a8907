/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a folder as a list of WeftRunItem, which follows what is written there. No widgets. */
#pragma once

#include "app/trail/weft-run-item.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RUN_LIST (weft_run_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftRunList, weft_run_list, WEFT, RUN_LIST, GObject)

WeftRunList *weft_run_list_new         (const char  *folder);
GListModel  *weft_run_list_get_items   (WeftRunList *self);
gboolean     weft_run_list_get_loaded  (WeftRunList *self);
const char  *weft_run_list_get_failure (WeftRunList *self); /* (nullable): why the folder cannot be listed */
void         weft_run_list_refresh     (WeftRunList *self);
/* Reads by itself only while somebody looks. */
void         weft_run_list_set_active  (WeftRunList *self,
                                        gboolean     active);
gboolean     weft_run_list_find        (WeftRunList *self,
                                        const char  *path,
                                        guint       *position);

G_END_DECLS
