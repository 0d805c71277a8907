/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a name and a value. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WEFT_TYPE_FACT_LIST (weft_fact_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactList, weft_fact_list, WEFT, FACT_LIST, GtkWidget)

/* (element-type WeftFact) (nullable) */
void        weft_fact_list_show     (WeftFactList *self,
                                     GPtrArray    *facts);
void        weft_fact_list_set_label (WeftFactList *self,
                                     const char   *label);
/* The value of a fact, NULL when there is none of that name. */
const char *weft_fact_list_get      (WeftFactList *self,
                                     const char   *name);

G_END_DECLS
