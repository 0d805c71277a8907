/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding outputs. */
#pragma once

#include "model/weft-evaluation.h"
#include "model/whatif/weft-output.h"

G_BEGIN_DECLS

/* By path, for designs like that of @evaluation. (transfer full) */
WeftOutput *weft_output_find (WeftEvaluation   *evaluation,
                              const char       *path,
                              GError          **error);

G_END_DECLS
