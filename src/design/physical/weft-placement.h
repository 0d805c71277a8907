/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rack stands where, so that cables are short. */
#pragma once

#include "design/physical/weft-cable.h"

G_BEGIN_DECLS

#define WEFT_PLACEMENT_MAX_RACKS 20000

/**
 * WeftPlacementEdge: (skip)
 * @a: one rack
 * @b: the other rack
 * @n_cables: how many cables join them
 */
typedef struct
{
  guint a;
  guint b;
  guint n_cables;
} WeftPlacementEdge;

/**
 * WeftPlacementProblem: (skip)
 * @n_racks: how many racks there are
 * @edges: (array length=n_edges) (nullable): what joins them
 * @n_edges: how many there are; two between the same racks add up
 * @is_pinned: (array length=n_racks) (nullable): racks that a person placed
 * @is_spine: (array length=n_racks) (nullable): racks that belong in the middle
 */
typedef struct
{
  guint n_racks;
  const WeftPlacementEdge *edges;
  guint n_edges;
  const gboolean *is_pinned;
  const gboolean *is_spine;
} WeftPlacementProblem;

WEFT_API gboolean weft_placement_run_total (const WeftCableRules        *rules,
                                            const WeftPlacementProblem  *problem,
                                            const WeftRackPlace         *places,
                                            double                      *total_m,
                                            GError                     **error);
WEFT_API gboolean weft_placement_order     (const WeftCableRules        *rules,
                                            const WeftPlacementProblem  *problem,
                                            WeftRackPlace               *places,
                                            double                      *before_m,
                                            double                      *after_m,
                                            GError                     **error);

G_END_DECLS
