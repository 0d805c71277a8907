/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What earlier runs left unsaved and nobody has answered yet; looked for in a worker. No widgets. */
#pragma once

#include "design/weft-recovery.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RECOVERIES (weft_recoveries_get_type ())
G_DECLARE_FINAL_TYPE (WeftRecoveries, weft_recoveries, WEFT, RECOVERIES, GObject)

WeftRecoveries *weft_recoveries_new       (const char     *folder);
void            weft_recoveries_scan      (WeftRecoveries *self);
GListModel     *weft_recoveries_get_items (WeftRecoveries *self);
WeftRecovery   *weft_recoveries_find      (WeftRecoveries *self,
                                           const char     *id);
WeftRecovery   *weft_recoveries_choose    (WeftRecoveries *self,
                                           GFile          *file);
void            weft_recoveries_hide      (WeftRecoveries *self,
                                           WeftRecovery   *recovery);
void            weft_recoveries_take      (WeftRecoveries *self,
                                           WeftRecovery   *recovery);
void            weft_recoveries_discard   (WeftRecoveries *self,
                                           WeftRecovery   *recovery);

/* In words: what was recovered and how much of it. (transfer full) */
char           *weft_recovery_describe    (WeftRecovery   *recovery);

G_END_DECLS
