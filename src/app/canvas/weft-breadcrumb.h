/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from the machine to the level in view, one button a level. */
#pragma once

#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

#define WEFT_TYPE_BREADCRUMB (weft_breadcrumb_get_type ())
G_DECLARE_FINAL_TYPE (WeftBreadcrumb, weft_breadcrumb, WEFT, BREADCRUMB, GtkWidget)

void weft_breadcrumb_set_stage (WeftBreadcrumb *self,
                                WeftStage      *stage);

G_END_DECLS
