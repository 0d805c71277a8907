/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing the charts of a design or a comparison to a file. */
#pragma once

#include "app/weft-message-bar.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

void     weft_export_charts       (GtkWindow      *parent,
                                   WeftEvaluation *a,
                                   WeftEvaluation *b,
                                   WeftMessageBar *bar);
gboolean weft_export_charts_to    (const char     *path,
                                   WeftEvaluation *a,
                                   WeftEvaluation *b,
                                   GError        **error);

G_END_DECLS
