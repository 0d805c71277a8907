/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tornado with its indices, in the order in which it is shown: as chart, as table and as values. No widgets. */
#pragma once

#include "app/whatif/weft-whatif-question.h"
#include "draw/weft-table.h"
#include "draw/whatif/weft-tornado-chart.h"

G_BEGIN_DECLS

typedef struct _WeftTornadoRows WeftTornadoRows;

/* @total_order: (nullable): with indices, by which it is ordered then; inputs that have none come after. What has no
 * effect is left out. Copies what it needs. (transfer full) */
WeftTornadoRows  *weft_tornado_rows_new      (const WeftWhatifFinding *tornado,
                                              const WeftWhatifFinding *total_order);
void              weft_tornado_rows_free     (WeftTornadoRows         *self);
guint             weft_tornado_rows_n        (const WeftTornadoRows   *self);
/* Inputs without any effect. */
guint             weft_tornado_rows_n_flat   (const WeftTornadoRows   *self);
WeftInput        *weft_tornado_rows_input    (const WeftTornadoRows   *self,
                                              guint                    row);
/* @title: (nullable). The first @most rows. All (transfer full). */
WeftTornadoChart *weft_tornado_rows_to_chart (const WeftTornadoRows   *self,
                                              const char              *title,
                                              guint                    most);
WeftTable        *weft_tornado_rows_to_table (const WeftTornadoRows   *self);
char             *weft_tornado_rows_to_csv   (const WeftTornadoRows   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTornadoRows, weft_tornado_rows_free)

G_END_DECLS
