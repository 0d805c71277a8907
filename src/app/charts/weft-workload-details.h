/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that is known about one workload of an evaluation, as the inside of a popover. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

GtkWidget *weft_workload_details_new (WeftEvaluation *evaluation,
                                      guint           kind);

G_END_DECLS
