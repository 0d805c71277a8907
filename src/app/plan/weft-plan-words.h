/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plan page says, in words. */
#pragma once

#include "app/plan/weft-plan-job.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

/* "Planner", "Chips"; translated. What is no agent of ours is one all the same: "Agent". */
/* "partitions/1/power_frac" as "partition 2, share"; what it cannot read as it is. (transfer full) */
char *weft_plan_words_parameter (const char *parameter);
const char  *weft_plan_words_agent     (const char       *agent);
/* WEFT_N_PARTS for a word that is none. @nick: (nullable) */
WeftTimePart weft_plan_words_find_part (const char       *nick);
/* All (transfer full). */
char        *weft_plan_words_ratio     (WeftDialogueItem *item, guint kind); /* "Training 1.72×, held by compute" */
char        *weft_plan_words_verdict   (WeftDialogueItem *item); /* empty for one with a score */
char        *weft_plan_words_state     (WeftPlanJob      *job);
char        *weft_plan_words_tokens    (guint64           n, gboolean estimated); /* "~ 1,204" */
char        *weft_plan_words_elapsed   (double            seconds); /* "1 min 12 s" */

G_END_DECLS
