/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design violates, in words; a row leads to the field that it is about. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

/* Activating a row calls the widget action "compose.go-to" with the violation's pointer. */
GtkWidget  *weft_violation_list_new   (GListModel    *violations);
/* The most severe of them; INFO when there is none. */
WeftSeverity weft_violations_severity (GListModel    *violations);

G_END_DECLS
