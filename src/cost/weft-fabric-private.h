/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways to run a collective, as the choice among them and the table of them see them. */
#pragma once

#include "cost/weft-fabric.h"

G_BEGIN_DECLS

#define WEFT_MAX_WAYS 8

/**
 * WeftWay: (skip)
 * @algorithm: which
 * @in_turn: what is inside domains and what is across do not overlap
 * @inside_start_s: until the first bytes have gone all the way, inside
 * @across_start_s: the same for steps across
 * @inside_bytes: that a rank sends over its scale-up link
 * @across_bytes: that a port in use sends
 * @inside_s: what @inside_bytes take at the rate that is delivered
 * @across_s: the same for @across_bytes
 *
 * One way to run a collective on a group.
 */
typedef struct
{
  WeftCollectiveAlgorithm algorithm;
  gboolean in_turn;
  double inside_start_s;
  double across_start_s;
  double inside_bytes;
  double across_bytes;
  double inside_s;
  double across_s;
} WeftWay;

/* Fills @ways; 0 when there is nothing to do. */
guint        weft_fabric_ways  (const WeftFabric   *self,
                                WeftCollectiveKind  kind,
                                WeftGroup           group,
                                double              bytes,
                                WeftWay             ways[WEFT_MAX_WAYS]);
WeftCommTime weft_way_time     (const WeftFabric *self,
                                const WeftWay    *way);
void         weft_way_describe (const WeftFabric     *self,
                                WeftCollectiveKind    kind,
                                WeftGroup             group,
                                double                bytes,
                                const WeftWay        *way,
                                WeftCollectiveChoice *choice);

G_END_DECLS
