/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes runs to look at: what a climb would write, with scores that rise and fall. */
#pragma once

#include "trail/weft-trail.h"

/* A whole run of @n proposals in @folder. @group: (nullable). (transfer full): its path. */
char *trail_run_make (const char *folder, const char *method, const char *group, guint n, gboolean end);
/* One proposal and what became of it. @parent: number of an earlier one, -1 for none; @best: that it becomes the best one. */
void  trail_run_add  (WeftTrailWriter *writer, guint number, int parent, double score, gboolean best);
