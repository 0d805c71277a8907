/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways to run a collective, as the choice among them and the table of them see them. */
#pragma once

#include "cost/weft-fabric.h"

G_BEGIN_DECLS

#define WEFT_MAX_WAYS 8

/**
 * WeftShape: (skip)
 * @fabric: what the group stands on
 * @n: ranks
 * @local: ranks in a domain, l
 * @domains: N = n / l
 * @rails: ports of a domain in use; 0 inside one
 * @step_s: of a ring inside
 * @launch_s: before the first step, without what the network adds
 * @inside_bw: what a rank's scale-up link carries to the ranks of the group, line rate, bytes a second
 * @across_bw: what a port delivers, bytes a second
 * @collisions: how much longer transfers across take because flows meet; in @across_bw
 *
 * A group as the formulas need it.
 */
typedef struct
{
  const WeftFabric *fabric;
  double n;
  double local;
  double domains;
  double rails;
  double step_s;
  double launch_s;
  double inside_bw;
  double across_bw;
  double collisions;
} WeftShape;

/**
 * WeftWay: (skip)
 * @algorithm: which
 * @in_turn: what is inside domains and what is across do not overlap
 * @whole: bytes go as one piece: no pipeline to be filled
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
  gboolean whole;
  double inside_start_s;
  double across_start_s;
  double inside_bytes;
  double across_bytes;
  double inside_s;
  double across_s;
} WeftWay;

void         weft_shape_init   (WeftShape        *self,
                                const WeftFabric *fabric,
                                WeftGroup         group);
/* A way whose ranks send @inside bytes over their link, and all of a domain together @across through its ports. */
WeftWay      weft_way_new      (const WeftShape         *shape,
                                WeftCollectiveAlgorithm  algorithm,
                                double                   inside_steps,
                                double                   across_steps,
                                double                   inside,
                                double                   across);
/* Steps inside until messages to so many peers are on their way and one has arrived. */
double       weft_shape_peer_steps (const WeftShape *self,
                                    double           peers);
/* Fills @ways; 0 when there is nothing to do. */
guint        weft_shape_ways   (const WeftShape    *self,
                                WeftCollectiveKind  kind,
                                double              bytes,
                                WeftWay             ways[WEFT_MAX_WAYS]);
WeftCommTime weft_way_time     (const WeftFabric *fabric,
                                const WeftWay    *way);
void         weft_way_describe (const WeftWay        *way,
                                const WeftShape      *shape,
                                WeftCollectiveKind    kind,
                                double                bytes,
                                WeftCollectiveChoice *choice);
/* The fastest of @n_ways, at least one. */
WeftCommTime weft_ways_choose  (const WeftShape *shape,
                                const WeftWay   *ways,
                                guint            n_ways,
                                guint           *chosen);

G_END_DECLS
