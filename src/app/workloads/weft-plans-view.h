/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a language model can be spread over the open design: the plans with their estimates, and taking one. */
#pragma once

#include <gtk/gtk.h>

#include "app/workloads/weft-llm-advice.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLANS_VIEW (weft_plans_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftPlansView, weft_plans_view, WEFT, PLANS_VIEW, GtkWidget)

/* Signal "taken": a plan was taken. Actions: "plans.take" (the best), "plans.look". Property "use-all". */
void weft_plans_view_bind   (WeftPlansView *self,
                             WeftLlmAdvice *advice);
/* Asks when nothing is known yet. */
void weft_plans_view_update (WeftPlansView *self);

G_END_DECLS
