/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widgets that do not hold their window open: where there is no room for what they contain, it is cut off, until
 * somebody who sees that puts something smaller in its place. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @bin: a widget with one child; it can be as narrow as nothing. */
void weft_give_way (GtkWidget *bin);

G_END_DECLS
