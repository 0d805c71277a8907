/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window shows when no design is open: how to begin. */
#pragma once

#include <adwaita.h>

#include "app/recovery/weft-recoveries.h"

G_BEGIN_DECLS

#define WEFT_TYPE_START_PAGE (weft_start_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftStartPage, weft_start_page, WEFT, START_PAGE, GtkWidget)

GtkWidget *weft_start_page_new (WeftRecoveries *recoveries);

G_END_DECLS
