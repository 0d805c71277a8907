/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A label for a line of a row: at its start, and cut where there is no room. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *weft_row_label_new (const char *css_class);

G_END_DECLS
