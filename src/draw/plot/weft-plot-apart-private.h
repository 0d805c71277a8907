/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps labels from lying on one another. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Moves @n labels with middles @middles (in any order) and heights @heights as little as possible, in the sum of squares,
 * so that none overlaps another and all lie between @top and @bottom. Among labels of the same middle the
 * first stays above. FALSE, without any moved, when there is no room for all. */
gboolean weft_plot_push_apart (double       *middles,
                               const double *heights,
                               guint         n,
                               double        top,
                               double        bottom);

G_END_DECLS
