/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says whether the chain of a run holds, in words and an icon. */
#pragma once

#include <gtk/gtk.h>

#include "app/trail/weft-chain-check.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CHAIN_BAR (weft_chain_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftChainBar, weft_chain_bar, WEFT, CHAIN_BAR, GtkWidget)

void        weft_chain_bar_show      (WeftChainBar   *self,
                                      WeftChainCheck *check,
                                      gboolean        written);
const char *weft_chain_bar_get_words (WeftChainBar   *self);

G_END_DECLS
