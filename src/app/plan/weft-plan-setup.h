/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the next planning run will be: who plans, in which space, and when it ends. */
#pragma once

#include <gtk/gtk.h>

#include "app/plan/weft-plan-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLAN_SETUP (weft_plan_setup_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlanSetup, weft_plan_setup, WEFT, PLAN_SETUP, GtkWidget)

void weft_plan_setup_bind   (WeftPlanSetup *self,
                             WeftPlanJob   *job);
/* Takes over what the job's aims say, as after a replay was asked for elsewhere. */
void weft_plan_setup_show   (WeftPlanSetup *self);
void weft_plan_setup_focus  (WeftPlanSetup *self);

G_END_DECLS
