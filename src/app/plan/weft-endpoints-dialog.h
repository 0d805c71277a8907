/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's endpoints of language models: a list, and a form for one of them. */
#pragma once

#include <adwaita.h>

#include "app/weft-engine.h"

G_BEGIN_DECLS

#define WEFT_TYPE_ENDPOINTS_DIALOG (weft_endpoints_dialog_get_type ())
/* Actions: endpoints.add, edit (u), back, save, delete. */
G_DECLARE_FINAL_TYPE (WeftEndpointsDialog, weft_endpoints_dialog, WEFT, ENDPOINTS_DIALOG, AdwWindow)

GtkWidget *weft_endpoints_dialog_new (WeftEngine *engine);

G_END_DECLS
