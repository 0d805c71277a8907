/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a comparison: figure, both values, difference, percent; for designs a verdict. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @columns: (out): those of both values, whose titles are to be set. */
void weft_compare_append_columns  (GtkColumnView       *view,
                                   GtkColumnViewColumn *columns[2]);
void weft_compare_append_verdicts (GtkColumnView       *view);

G_END_DECLS
