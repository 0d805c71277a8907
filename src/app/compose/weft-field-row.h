/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a form that belongs to one place of the document: it says what is wrong with that
 * place, and can be found and lit up. */
#pragma once

#include <adwaita.h>

#include "design/weft-violation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_FIELD_ROW (weft_field_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftFieldRow, weft_field_row, WEFT, FIELD_ROW, AdwActionRow)

void        weft_field_row_set_words   (WeftFieldRow  *self,
                                        const char    *words);
void        weft_field_row_set_problem (WeftFieldRow  *self,
                                        WeftViolation *violation);
void        weft_field_row_set_refusal (WeftFieldRow  *self,
                                        const char    *message);
void        weft_field_row_reveal      (WeftFieldRow  *self,
                                        GtkWidget     *control);
const char *weft_field_row_get_problem (WeftFieldRow  *self);
void        weft_field_row_set_below   (WeftFieldRow  *self,
                                        GtkListBoxRow *below);
void        weft_field_row_set_tip     (WeftFieldRow  *self,
                                        const char    *tip);
void        weft_flash                 (GtkWidget     *widget);

G_END_DECLS
