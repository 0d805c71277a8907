/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of both charts as tables, for everybody who would rather read them. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RESULT_TABLE (weft_result_table_get_type ())
G_DECLARE_FINAL_TYPE (WeftResultTable, weft_result_table, WEFT, RESULT_TABLE, GtkWidget)

GtkWidget *weft_result_table_new            (void);
void       weft_result_table_set_evaluation (WeftResultTable *self,
                                             WeftEvaluation  *evaluation);

G_END_DECLS
