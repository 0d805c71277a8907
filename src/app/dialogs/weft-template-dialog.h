/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the parameters of a template and says, while they are typed, what it would make. */
#pragma once

#include <adwaita.h>

#include "design/graph/weft-graph-template.h"

G_BEGIN_DECLS

/* @fragment is (transfer none). */
typedef void (*WeftTemplateMade) (JsonNode                *fragment,
                                  const WeftGraphTemplate *template,
                                  gpointer                 data);

/* Not called when the dialog is closed without an answer; @destroy is called in any case. */
void weft_template_dialog_ask (GtkWindow               *parent,
                               const WeftGraphTemplate *template,
                               WeftCatalog             *catalog,
                               WeftTemplateMade         made,
                               gpointer                 data,
                               GDestroyNotify           destroy);

G_END_DECLS
