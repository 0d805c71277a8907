/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text field that shows a value of the document and hands on only what a person has typed into
 * it: with Enter, or when the keyboard leaves it. Escape brings the document's value back. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WEFT_TYPE_VALUE_ENTRY (weft_value_entry_get_type ())
G_DECLARE_FINAL_TYPE (WeftValueEntry, weft_value_entry, WEFT, VALUE_ENTRY, GtkEntry)

/* Signals: "commit" (text) when something else than the shown value has been typed; "reset" when
 * the shown value is back, so that whoever complained about the text stops it. */
void weft_value_entry_show   (WeftValueEntry *self,
                              const char     *text);
void weft_value_entry_commit (WeftValueEntry *self);
void weft_value_entry_reset  (WeftValueEntry *self);

G_END_DECLS
