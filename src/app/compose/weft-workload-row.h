/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row that unfolds to the weights of the six workloads, each to change in place. */
#pragma once

#include <adwaita.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WORKLOAD_ROW (weft_workload_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkloadRow, weft_workload_row, WEFT, WORKLOAD_ROW, AdwExpanderRow)

void           weft_workload_row_bind            (WeftWorkloadRow *self,
                                                  WeftSession     *session);
void           weft_workload_row_show            (WeftWorkloadRow *self);
void           weft_workload_row_show_violations (WeftWorkloadRow *self,
                                                  GListModel      *violations);
void           weft_workload_row_reveal          (WeftWorkloadRow *self);
/* (nullable): NULL until the row has been unfolded. */
GtkSpinButton *weft_workload_row_get_spin        (WeftWorkloadRow *self,
                                                  guint            kind);
const char    *weft_workload_row_get_sum         (WeftWorkloadRow *self);

G_END_DECLS
