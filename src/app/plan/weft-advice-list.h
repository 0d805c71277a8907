/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the specialists suggest about an evaluated design, as side notes. */
#pragma once

#include <gtk/gtk.h>

#include "agent/weft-dialogue.h"

G_BEGIN_DECLS

#define WEFT_TYPE_ADVICE_LIST (weft_advice_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftAdviceList, weft_advice_list, WEFT, ADVICE_LIST, GtkWidget)

GtkWidget *weft_advice_list_new  (void);
/* @advice: of WeftAdvice; may grow while it is shown. (nullable) */
void       weft_advice_list_show (WeftAdviceList *self,
                                  GListModel     *advice);

G_END_DECLS
