/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons one below the other: a factor, sentences, and what they rest on. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-profile-difference.h"

G_BEGIN_DECLS

#define WEFT_TYPE_REASON_LIST (weft_reason_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftReasonList, weft_reason_list, WEFT, REASON_LIST, GtkWidget)

/* @difference: (nullable): what they are of. @reasons: (element-type WeftReason). @empty: said when there are none. */
void        weft_reason_list_show      (WeftReasonList *self,
                                        WeftDifference *difference,
                                        GPtrArray      *reasons,
                                        const char     *empty);
guint       weft_reason_list_get_n     (WeftReasonList *self);
/* The words of a row, as a reader hears them. */
const char *weft_reason_list_get_text  (WeftReasonList *self,
                                        guint           row);
/* Opens what the reason rests on. */
void        weft_reason_list_open_row  (WeftReasonList *self,
                                        guint           row);

G_END_DECLS
