/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Task graphs of the Standard Task Graph Set (Tobita and Kasahara, J. Scheduling 5(5), 2002), also of its prototype
 * set; those with communication costs are refused. */
#pragma once

#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

WeftTaskGraph *weft_stg_read (const WeftWorkloadText *file,
                              GError                **error);

G_END_DECLS
