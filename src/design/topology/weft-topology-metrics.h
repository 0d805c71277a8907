/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a network is worth: counts, distances, ports, and the cables that a split in halves cuts. */
#pragma once

#include "design/topology/weft-topology.h"

G_BEGIN_DECLS

/* More endpoints than this are too many to try all splits. */
#define WEFT_TOPOLOGY_MAX_EXACT 24

/**
 * WeftBisectionMethod:
 * @WEFT_BISECTION_EXACT: no split cuts fewer; all were tried or ruled out
 * @WEFT_BISECTION_CLOSED_FORM: the topology's formula
 * @WEFT_BISECTION_COORDINATE_SPLIT: the best split by the topology's coordinates, by which it is
 *   usually quoted; a cut across them can be cheaper
 * @WEFT_BISECTION_BEST_CUT: the best split that was found; a better one may exist
 */
typedef enum
{
  WEFT_BISECTION_EXACT,
  WEFT_BISECTION_CLOSED_FORM,
  WEFT_BISECTION_COORDINATE_SPLIT,
  WEFT_BISECTION_BEST_CUT,
} WeftBisectionMethod;

/**
 * WeftTopologyMetrics: (skip)
 * @endpoints: devices that compute
 * @switches: switching elements
 * @memory: memory devices
 * @links: cables
 * @diameter: most cables on a shortest path between two endpoints; -1 when there is no path between
 *   some, or too many paths to follow
 * @avg_hops: mean of those cables over all pairs of endpoints; NAN likewise, and for one endpoint
 * @max_switch_radix: most cables at a switch or memory device
 * @max_endpoint_ports: most cables at an endpoint
 * @connected: whether there is a path between any two vertices
 * @bisection: fewest cables cut by a split of the endpoints in halves (one more on one side when
 *   they are odd), switches and memory devices on either side; times the bandwidth of a cable in
 *   one direction this is the bisection bandwidth in one direction
 * @method: how sure that number is
 * @cheaper_cut: a cut below @bisection that is known beside a coordinate split, or -1
 * @has_ocs: whether there are optical circuit switches
 * @ocs: what they need
 */
typedef struct
{
  guint64 endpoints;
  guint64 switches;
  guint64 memory;
  guint64 links;
  gint64 diameter;
  double avg_hops;
  guint64 max_switch_radix;
  guint64 max_endpoint_ports;
  gboolean connected;
  guint64 bisection;
  WeftBisectionMethod method;
  gint64 cheaper_cut;
  gboolean has_ocs;
  WeftTopologyOcs ocs;
} WeftTopologyMetrics;

WEFT_API void        weft_topology_measure         (const WeftTopology        *self,
                                                    const WeftNet             *net,
                                                    guint32                    seed,
                                                    WeftTopologyMetrics       *metrics);
WEFT_API const char *weft_bisection_method_nick    (WeftBisectionMethod        method);
WEFT_API JsonNode   *weft_topology_metrics_to_json (const WeftTopologyMetrics *metrics);

G_END_DECLS
