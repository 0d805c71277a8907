/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chips for so many ranks, before there is a trace. */
#pragma once

#include "design/graph/weft-graph-flatten.h"

G_BEGIN_DECLS

/* As weft_sim_place_ranks(). @named: (nullable): [@n_ranks] devices that a file names. (transfer full) */
guint32 *weft_sim_place (const char      *name,
                         guint32          n_ranks,
                         const guint32   *named,
                         const WeftFlat  *flat,
                         GError         **error);

G_END_DECLS
