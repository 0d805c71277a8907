/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line at the bottom of a document that always answers "how good is this": score, six bars,
 * budget, violations, profile. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_STRIP (weft_strip_get_type ())
G_DECLARE_FINAL_TYPE (WeftStrip, weft_strip, WEFT, STRIP, GtkWidget)

void weft_strip_bind            (WeftStrip   *self,
                                 WeftSession *session);
void weft_strip_show_evaluation (WeftStrip   *self);
void weft_strip_show_violations (WeftStrip   *self);
const char *weft_strip_get_counts (WeftStrip *self);

G_END_DECLS
