/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window that says what Weft is. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void weft_about_show (GtkWindow *parent);

G_END_DECLS
