/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file is that is no workload, in words. */
#pragma once

#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

/* Of a file whose format weft_workload_format_guess() does not find. Returns FALSE. */
gboolean weft_workload_refuse_unknown (const WeftWorkloadText *file,
                                       GError                **error);

G_END_DECLS
