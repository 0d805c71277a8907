/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of the chosen workload and of the mapping that is shown, and what has to be known about them. */
#pragma once

#include "app/workloads/weft-fact-list.h"
#include "app/workloads/weft-map-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MAPPING_PANEL (weft_mapping_panel_get_type ())
G_DECLARE_FINAL_TYPE (WeftMappingPanel, weft_mapping_panel, WEFT, MAPPING_PANEL, GtkWidget)

void        weft_mapping_panel_bind     (WeftMappingPanel *self,
                                         WeftMapJob       *job);
void        weft_mapping_panel_update   (WeftMappingPanel *self);
/* Of workload or mapping, by its name; NULL when there is none. */
const char *weft_mapping_panel_get_fact (WeftMappingPanel *self,
                                         const char       *name);

G_END_DECLS
