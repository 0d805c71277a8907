/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Below a dialogue: what the run does now, and what the user may say and do to it. */
#pragma once

#include <gtk/gtk.h>

#include "app/plan/weft-plan-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLAN_BAR (weft_plan_bar_get_type ())
/* Its buttons activate the actions of the page. */
G_DECLARE_FINAL_TYPE (WeftPlanBar, weft_plan_bar, WEFT, PLAN_BAR, GtkWidget)

void        weft_plan_bar_bind        (WeftPlanBar *self,
                                       WeftPlanJob *job);
void        weft_plan_bar_update      (WeftPlanBar *self);
/* What was typed, which is no more there afterwards. (transfer full) */
char       *weft_plan_bar_take_text   (WeftPlanBar *self);
const char *weft_plan_bar_get_state   (WeftPlanBar *self);
void        weft_plan_bar_focus       (WeftPlanBar *self);
/* Whether the panel beside the dialogue has no room and is shown by a button here. */
void        weft_plan_bar_set_narrow  (WeftPlanBar *self,
                                       gboolean     narrow);

G_END_DECLS
