/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One endpoint to fill in: address, model, key, prices, and the test of its connection. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-engine.h"

G_BEGIN_DECLS

#define WEFT_TYPE_ENDPOINT_FORM (weft_endpoint_form_get_type ())
G_DECLARE_FINAL_TYPE (WeftEndpointForm, weft_endpoint_form, WEFT, ENDPOINT_FORM, GtkWidget)

/* @endpoint: (nullable): a new one */
void          weft_endpoint_form_edit   (WeftEndpointForm *self,
                                         WeftEngine       *engine,
                                         WeftEndpoint     *endpoint);
/* What is typed goes into the endpoint and its file; a new one into the engine's list. FALSE when something is wrong,
 * which the form says. What was typed as a key is gone afterwards. */
gboolean      weft_endpoint_form_save   (WeftEndpointForm *self);
gboolean      weft_endpoint_form_delete (WeftEndpointForm *self);
void          weft_endpoint_form_test   (WeftEndpointForm *self);
const char   *weft_endpoint_form_get_outcome (WeftEndpointForm *self);

G_END_DECLS
