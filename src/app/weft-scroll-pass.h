/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scrolled window with nothing to scroll in a direction keeps the wheel from what scrolls around it; this one hands
 * it on. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void weft_scroll_pass_on (GtkWidget *scrolled_window);

G_END_DECLS
