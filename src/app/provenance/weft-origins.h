/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a number consists of and where each piece comes from, as a list of words. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

GtkWidget *weft_origins_new      (GPtrArray      *origins,
                                  const char     *caption,
                                  const char     *value);
GtkWidget *weft_origins_list_new (const char    *title,
                                  const char    *words,
                                  const char    *more,
                                  GPtrArray     *origins);
/* One number with its value and source. */
GtkWidget *weft_origin_row_new   (const WeftOrigin *origin);
GtkWidget *weft_confidence_pill  (WeftConfidence  confidence);
GtkWidget *weft_popover_scroller (GtkWidget      *child);
/* Lets a menu button's child fill the button instead of standing in its middle. */
void       weft_fill_menu_button (GtkMenuButton  *button);
GtkMenuButton *weft_new_menu_button (void);
/* Gives a menu button its accessible name. */
void       weft_name_menu_button (GtkMenuButton *button,
                                  const char    *name);

G_END_DECLS
