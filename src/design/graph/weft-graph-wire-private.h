/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an end of a bundle stands for, and which of its devices a wiring joins. */
#pragma once

#include "design/graph/weft-graph.h"
#include "design/topology/weft-topology.h"

G_BEGIN_DECLS

/* Levels bound the nesting of a sound graph, and this that of any. */
#define WEFT_GRAPH_MAX_DEPTH 4

/* How many devices an end stands for; NAN when it cannot be told. */
double   weft_graph_end_count    (const WeftGraph           *graph,
                                  const WeftGraphDefinition *definition,
                                  const WeftGraphEnd        *end);
/* Ports of each device that an end offers; NAN when nothing limits them but the device. */
double   weft_graph_end_per_item (const WeftGraph           *graph,
                                  const WeftGraphDefinition *definition,
                                  const WeftGraphEnd        *end);
/* Whether both ends are the same group. */
gboolean weft_graph_link_is_own  (const WeftGraphLink       *link);

/* A wiring with the numbers of both groups. Vertices are counted through the first group, then the
 * second one, which is empty when the first is joined to itself. */
typedef struct
{
  const WeftGraphLink *link;
  gboolean is_own;
  guint32 n_from;
  guint32 n_to;
  WeftTopology *topology; /* NULL for two groups joined by "all" or "each" */
} WeftWire;

/* Why a wiring does not go with its groups. */
typedef struct
{
  const char *code;
  double found;    /* NAN: no number */
  double expected;
  char *message;
  const char *hint; /* translated */
  gboolean is_of_from; /* the first group has too few or too many devices */
} WeftWireFault;

typedef void (*WeftWireFunc) (guint32  a,
                              guint32  b,
                              guint32  cables,
                              gpointer data);

gboolean weft_wire_init        (WeftWire            *wire,
                                const WeftGraphLink *link,
                                double               n_from,
                                double               n_to,
                                WeftWireFault       *fault);
void     weft_wire_clear       (WeftWire            *wire);
/* An upper bound of the pairs. */
double   weft_wire_max_pairs   (const WeftWire      *wire);
gboolean weft_wire_foreach     (const WeftWire      *wire,
                                WeftWireFunc         func,
                                gpointer             data,
                                GError             **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftWire, weft_wire_clear)

G_END_DECLS
