/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a document on which workloads are made and mapped onto its design. */
#pragma once

#include <adwaita.h>

#include "app/workloads/weft-map-job.h"
#include "app/workloads/weft-mapping-panel.h"
#include "app/workloads/weft-mapping-views.h"
#include "app/workloads/weft-workload-pane.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WORKLOADS_PAGE (weft_workloads_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkloadsPage, weft_workloads_page, WEFT, WORKLOADS_PAGE, GtkWidget)

/* Actions: "workloads.add" (generator), "workloads.add-example" (number), "workloads.import", "workloads.remove",
 * "workloads.map", "workloads.cancel", "workloads.find". */
GtkWidget        *weft_workloads_page_new       (WeftSession       *session);
WeftMapJob       *weft_workloads_page_get_job   (WeftWorkloadsPage *self);
WeftWorkloadPane *weft_workloads_page_get_pane  (WeftWorkloadsPage *self);
WeftMappingViews *weft_workloads_page_get_views (WeftWorkloadsPage *self);
WeftMappingPanel *weft_workloads_page_get_panel (WeftWorkloadsPage *self);
void              weft_workloads_page_import    (WeftWorkloadsPage *self,
                                                 const char        *path);

G_END_DECLS
