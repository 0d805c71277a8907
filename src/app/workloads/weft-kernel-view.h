/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload by kernel: shows and caches what draw/ paints, with hover and keyboard. */
#pragma once

#include <gtk/gtk.h>

#include "draw/workload/weft-kernel-chart.h"

G_BEGIN_DECLS

#define WEFT_TYPE_KERNEL_VIEW (weft_kernel_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftKernelView, weft_kernel_view, WEFT, KERNEL_VIEW, GtkWidget)

/* @summary (nullable) must live until another one is set. */
void       weft_kernel_view_set_summary (WeftKernelView        *self,
                                         const WeftTaskSummary *summary);

G_END_DECLS
