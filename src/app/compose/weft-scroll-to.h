/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a widget fully into view in every scrolled window around it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void weft_scroll_to (GtkWidget *widget);

G_END_DECLS
