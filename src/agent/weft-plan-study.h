/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planning runs as runs of a study, so that language models are compared as search methods are. */
#pragma once

#include "agent/weft-plan.h"
#include "search/weft-study.h"

G_BEGIN_DECLS

/* What a run that has ended made of its seed. @run: (out): its steps are for weft_study_add_run() to take. */
WEFT_API void weft_plan_study_run (WeftPlan *self, WeftStudyRun *run);

G_END_DECLS
