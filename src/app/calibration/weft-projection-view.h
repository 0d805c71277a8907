/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A platform by its attributes, and the knobs that a fit lets expect there. */
#pragma once

#include "app/calibration/weft-calibration-job.h"
#include "app/charts/weft-table-view.h"

G_BEGIN_DECLS

/* Attributes of a platform that can be typed. */
typedef enum
{
  WEFT_TARGET_NAME,
  WEFT_TARGET_PEAK,
  WEFT_TARGET_MEM_BW,
  WEFT_TARGET_LINK_BW,
  WEFT_TARGET_LINK_LATENCY,
  WEFT_TARGET_DEVICES,
  WEFT_TARGET_HOPS,
  WEFT_N_TARGET_FIELDS,
} WeftTargetField;

/* Action "projection.project". */
#define WEFT_TYPE_PROJECTION_VIEW (weft_projection_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftProjectionView, weft_projection_view, WEFT, PROJECTION_VIEW, GtkWidget)

void           weft_projection_view_bind        (WeftProjectionView *self,
                                                 WeftCalibrationJob *job);
void           weft_projection_view_update      (WeftProjectionView *self);
GtkEntry      *weft_projection_view_get_entry   (WeftProjectionView *self,
                                                 WeftTargetField     field);
/* What is wrong with what was typed; NULL: nothing. */
const char    *weft_projection_view_get_problem (WeftProjectionView *self);
WeftTableView *weft_projection_view_get_table   (WeftProjectionView *self);

G_END_DECLS
