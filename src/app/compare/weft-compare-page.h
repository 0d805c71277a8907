/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two designs side by side, or one under two profiles: scores, bars in one chart, a table of what differs, and why
 * profiles do. */
#pragma once

#include <adwaita.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_COMPARE_PAGE (weft_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftComparePage, weft_compare_page, WEFT, COMPARE_PAGE, GtkWidget)

GtkWidget      *weft_compare_page_new            (WeftSession     *a,
                                                  WeftSession     *b);
GtkWidget      *weft_compare_page_new_profiles   (WeftSession     *session,
                                                  const char      *first,
                                                  const char      *second);
WeftEvaluation *weft_compare_page_get_evaluation (WeftComparePage *self,
                                                  guint            which);
GListModel     *weft_compare_page_get_rows       (WeftComparePage *self);
GListModel     *weft_compare_page_get_differences (WeftComparePage *self);
void            weft_compare_page_choose         (WeftComparePage *self,
                                                  const char      *key);

G_END_DECLS
