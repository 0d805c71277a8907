/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar below the header that stays until it is answered: an error with its whole text, or a
 * question about a lasting state. */
#pragma once

#include <adwaita.h>

#include "design/weft-violation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MESSAGE_BAR (weft_message_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftMessageBar, weft_message_bar, WEFT, MESSAGE_BAR, GtkWidget)

void        weft_message_bar_show         (WeftMessageBar *self,
                                           WeftSeverity    severity,
                                           const char     *title,
                                           const char     *message,
                                           const char     *answer);
void        weft_message_bar_show_choice (WeftMessageBar *self,
                                          WeftSeverity    severity,
                                          const char     *title,
                                          const char     *message,
                                          const char     *answer,
                                          const char     *refusal);
void        weft_message_bar_hide         (WeftMessageBar *self);
gboolean    weft_message_bar_is_shown     (WeftMessageBar *self);
const char *weft_message_bar_get_message  (WeftMessageBar *self);
/* The icon that goes with a severity. */
const char *weft_severity_icon            (WeftSeverity    severity);

G_END_DECLS
