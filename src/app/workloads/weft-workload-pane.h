/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is mapped and how: the workloads of the page, the parameters of the chosen one, the algorithm, the run, and what
 * was found. */
#pragma once

#include <adwaita.h>

#include "app/workloads/weft-map-job.h"
#include "app/workloads/weft-parameter-form.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WORKLOAD_PANE (weft_workload_pane_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkloadPane, weft_workload_pane, WEFT, WORKLOAD_PANE, GtkWidget)

void               weft_workload_pane_bind     (WeftWorkloadPane *self,
                                                WeftMapJob       *job);
/* What the job has is another. */
void               weft_workload_pane_update   (WeftWorkloadPane *self);
WeftParameterForm *weft_workload_pane_get_form (WeftWorkloadPane *self);
/* Generators, examples and import, for buttons that add a workload. (transfer full) */
GMenuModel        *weft_workload_pane_make_menu (void);

G_END_DECLS
