/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of making a problem and ways of counting its candidates, in weft-problem-units.c. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

gboolean weft_problem_find_units      (WeftProblem   *self,
                                       GError       **error);
gboolean weft_problem_find_splits     (WeftProblem   *self,
                                       GError       **error);
double   weft_problem_count_multisets (double         n,
                                       guint          k);
double   weft_problem_count_split     (guint          n,
                                       const guint16 *fractions,
                                       double         n_kinds);
double   weft_problem_count           (WeftProblem   *self,
                                       guint          n);

G_END_DECLS
