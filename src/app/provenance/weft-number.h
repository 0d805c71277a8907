/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that knows where it comes from: a click or Enter opens its provenance. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_NUMBER (weft_number_get_type ())
G_DECLARE_FINAL_TYPE (WeftNumber, weft_number, WEFT, NUMBER, GtkWidget)

GtkWidget  *weft_number_new      (const char     *caption,
                                  gboolean        show_caption);
void        weft_number_set      (WeftNumber     *self,
                                  WeftEvaluation *evaluation,
                                  const char     *path,
                                  const char     *text);
/* How far it may be off, beside the caption: "1.06–1.84", and the same in words; NULL for neither. Keeps room for @n
 * characters. */
void        weft_number_set_note (WeftNumber     *self,
                                  const char     *note,
                                  const char     *spoken,
                                  int             n);
const char *weft_number_get_note (WeftNumber     *self);
const char *weft_number_get_text (WeftNumber     *self);
void        weft_number_set_width_chars (WeftNumber *self,
                                        int         n);
int         weft_number_measure         (WeftNumber *self,
                                        const char *text);
int         weft_measure_text           (GtkWidget  *widget,
                                        const char *text);

G_END_DECLS
