/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Platforms that knobs can be projected to: those of the measurements, the chips of the open design, and a new one. */
#pragma once

#include "app/weft-session.h"
#include "calib/weft-measurement.h"

G_BEGIN_DECLS

#define WEFT_TYPE_TARGET_LIST (weft_target_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftTargetList, weft_target_list, WEFT, TARGET_LIST, GObject)

WeftTargetList             *weft_target_list_new        (void);
/* Of GtkStringObject, for people. (transfer none) */
GListModel                 *weft_target_list_get_titles (WeftTargetList         *self);
/* Both (nullable). Those held out, which somebody wants to project to, stand first. */
void                        weft_target_list_update     (WeftTargetList         *self,
                                                         const WeftMeasurements *measurements,
                                                         WeftSession            *session);
/* (nullable) (transfer none) */
const WeftMeasuredPlatform *weft_target_list_get        (WeftTargetList         *self,
                                                         guint                   index);

G_END_DECLS
