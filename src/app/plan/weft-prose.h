/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain text that wraps, in one layout. A GtkLabel also finds out how narrow it could be, letter by letter, which is dear in
 * a list of long texts. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WEFT_TYPE_PROSE (weft_prose_get_type ())
G_DECLARE_FINAL_TYPE (WeftProse, weft_prose, WEFT, PROSE, GtkWidget)

GtkWidget  *weft_prose_new      (const char    *css_class); /* (nullable) */
/* @attributes: (nullable). Never markup. */
void        weft_prose_set      (WeftProse     *self,
                                 const char    *text,
                                 PangoAttrList *attributes);
const char *weft_prose_get_text (WeftProse     *self);
/* The byte of the text at a place; -1 when there is none. */
int         weft_prose_find     (WeftProse     *self,
                                 int            x,
                                 int            y);

G_END_DECLS
