/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding outputs, and reading them from an evaluation. */
#pragma once

#include "model/weft-evaluation.h"
#include "model/whatif/weft-output.h"

G_BEGIN_DECLS

/* By path, for designs like that of @evaluation. (transfer full) */
WeftOutput *weft_output_find (WeftEvaluation   *evaluation,
                              const char       *path,
                              GError          **error);
/* NAN when the evaluation has none. */
double      weft_output_read (const WeftOutput *self,
                              WeftEvaluation   *evaluation);

G_END_DECLS
