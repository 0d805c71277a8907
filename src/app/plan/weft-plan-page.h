/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page on which designs are planned in a dialogue. */
#pragma once

#include <adwaita.h>

#include "app/plan/weft-plan-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PLAN_PAGE (weft_plan_page_get_type ())
/* Actions: plan.start, pause, go-on, stop, say, retry, hand-back, more, new, replay, endpoints, focus-entry; with the number of an item's
 * first event plan.open-design, apply-design, copy-design, show-event; with the path of a run plan.read-run. */
G_DECLARE_FINAL_TYPE (WeftPlanPage, weft_plan_page, WEFT, PLAN_PAGE, GtkWidget)

GtkWidget   *weft_plan_page_new     (WeftSession  *session);
WeftPlanJob *weft_plan_page_get_job (WeftPlanPage *self);

G_END_DECLS
