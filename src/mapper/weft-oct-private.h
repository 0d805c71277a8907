/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Optimistic cost tables (Arabnejad, Barbosa 2014): the least time from the end of a task on a device to the end of
 * all that comes after it, if devices were free. */
#pragma once

#include <gio/gio.h>

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* Zeros; NULL and a WEFT_MAPPER_ERROR_LIMIT when that would be too much memory. (transfer full) */
double *weft_oct_new_table (guint32               n_tasks,
                            guint                 n_columns,
                            GError              **error);

/* The tables are NULL with an error of weft_oct_new_table(). [tasks × devices] with mean transfers. (transfer full) */
double *weft_oct_by_device (const WeftMapProblem *problem,
                            const guint32        *order,
                            GCancellable         *cancellable,
                            GError              **error);
/* [tasks × classes] the same: devices of a class have one column. (transfer full) */
double *weft_oct_by_class  (const WeftMapProblem *problem,
                            const guint32        *order,
                            GCancellable         *cancellable,
                            GError              **error);
/* [tasks × devices] with transfers along the real links. (transfer full) */
double *weft_oct_by_link   (const WeftMapProblem *problem,
                            const guint32        *order,
                            GCancellable         *cancellable,
                            GError              **error);
/* [tasks] means over the devices, summed in their order. @class_of: (nullable): [devices] where the table is one by
 * class. (transfer full) */
double *weft_oct_rank      (const WeftMapProblem *problem,
                            const double         *oct_s,
                            const guint16        *class_of);

G_END_DECLS
