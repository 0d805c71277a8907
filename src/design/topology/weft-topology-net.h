/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network as arrays: endpoints, switches and memory devices, joined by cables. Built once, then
 * read only; a hundred thousand endpoints are a few blocks of memory. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* The most that is built; what asks for more is refused. */
#define WEFT_NET_MAX_VERTICES 4000000
#define WEFT_NET_MAX_LINKS 64000000

/**
 * WeftVertexKind:
 * @WEFT_VERTEX_ENDPOINT: a device that computes; distances and cuts are counted between these
 * @WEFT_VERTEX_SWITCH: a switching element
 * @WEFT_VERTEX_MEMORY: a memory device
 */
typedef enum
{
  WEFT_VERTEX_ENDPOINT,
  WEFT_VERTEX_SWITCH,
  WEFT_VERTEX_MEMORY,
  WEFT_N_VERTEX_KINDS,
} WeftVertexKind;

/**
 * WeftNet: (skip)
 * @n_vertices: how many vertices
 * @n_of_kind: how many of each kind
 * @n_links: how many cables, parallel ones counted one by one
 * @n_edges: how many pairs of vertices a cable joins
 * @kinds: [@n_vertices] a #WeftVertexKind each
 * @first: [@n_vertices + 1] where a vertex's neighbours begin in @ends
 * @ends: [2 @n_edges] the neighbours in the order of their numbers, each once
 * @cables: [2 @n_edges] the parallel cables to that neighbour
 *
 * An undirected multigraph in compressed rows. One cable is full duplex and counts once.
 */
typedef struct
{
  guint32 n_vertices;
  guint32 n_of_kind[WEFT_N_VERTEX_KINDS];
  guint64 n_links;
  guint32 n_edges;
  guint8 *kinds;
  guint32 *first;
  guint32 *ends;
  guint32 *cables;

  /*< private >*/
  guint32 *from; /* the pairs as they were joined, until the net is frozen */
  guint32 *to;
  guint32 *times;
  guint32 n_joined;
  guint32 n_room;
} WeftNet;

WEFT_API WeftNet *weft_net_new      (guint32  n_endpoints,
                                     guint32  n_switches,
                                     guint32  n_memory,
                                     guint32  n_pairs);
WEFT_API void     weft_net_free     (WeftNet *net);
WEFT_API void     weft_net_set_kind (WeftNet        *net,
                                     guint32         vertex,
                                     WeftVertexKind  kind);
WEFT_API void     weft_net_join     (WeftNet *net,
                                     guint32  a,
                                     guint32  b,
                                     guint32  cables);
WEFT_API gboolean weft_net_freeze   (WeftNet *net);
WEFT_API guint64  weft_net_ports    (const WeftNet *net,
                                     guint32        vertex);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNet, weft_net_free)

G_END_DECLS
