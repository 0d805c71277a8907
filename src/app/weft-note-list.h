/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences one below the other, below a heading; nothing at all when there are none. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Property "heading". */
#define WEFT_TYPE_NOTE_LIST (weft_note_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftNoteList, weft_note_list, WEFT, NOTE_LIST, GtkWidget)

/* (element-type utf8) (nullable). Very many are counted behind the first ones. */
void weft_note_list_show (WeftNoteList *self,
                          GPtrArray    *notes);
guint weft_note_list_get_n_notes (WeftNoteList *self);

G_END_DECLS
