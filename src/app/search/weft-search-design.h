/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right column of a search: the chosen design, why it was tried, and what can be done with it. */
#pragma once

#include <gtk/gtk.h>

#include "app/search/weft-search-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SEARCH_DESIGN (weft_search_design_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchDesign, weft_search_design, WEFT, SEARCH_DESIGN, GtkWidget)

/* Property "evaluation": of the chosen design, NULL until it is known. */
void            weft_search_design_bind           (WeftSearchDesign *self,
                                                   WeftSearchJob    *job);
/* A point of the job, -1 for none. */
void            weft_search_design_show           (WeftSearchDesign *self,
                                                   int               index);
WeftEvaluation *weft_search_design_get_evaluation (WeftSearchDesign *self);
/* Why "Apply to This Document" cannot be had, NULL when it can. */
void            weft_search_design_set_refusal    (WeftSearchDesign *self,
                                                   const char       *refusal);
const char     *weft_search_design_get_reason     (WeftSearchDesign *self);

G_END_DECLS
