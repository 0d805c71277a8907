/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row that unfolds to the notes of the design, to read and to write. */
#pragma once

#include <adwaita.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_NOTES_ROW (weft_notes_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftNotesRow, weft_notes_row, WEFT, NOTES_ROW, AdwExpanderRow)

void weft_notes_row_bind   (WeftNotesRow *self,
                            WeftSession  *session);
void weft_notes_row_show   (WeftNotesRow *self);
void weft_notes_row_reveal (WeftNotesRow *self);

G_END_DECLS
