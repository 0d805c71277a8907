/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network as ASTRA-sim describes it: one topology a dimension, rank = d0 + n0 * (d1 + n1 * (d2 + ...)). */
#pragma once

#include "sim/weft-sim-network.h"

G_BEGIN_DECLS

/* More dimensions of at least two ranks each would be more ranks than a trace may have. */
#define WEFT_ASTRA_MAX_DIMS 16
#define WEFT_ASTRA_MAX_LINKS (4u << 20)
/* ASTRA-sim's GB of network.yml. */
#define WEFT_ASTRA_GB ((double) (1u << 30))

typedef enum
{
  WEFT_ASTRA_RING,
  WEFT_ASTRA_SWITCH,
  WEFT_ASTRA_FULLY_CONNECTED,
  WEFT_N_ASTRA_TOPOLOGIES,
} WeftAstraTopology;

typedef struct
{
  WeftAstraTopology topology;
  guint32 n_ranks;
  double bw_bytes_s; /* of a link, in one direction */
  double latency_s;  /* of a link */
} WeftAstraDim;

typedef struct
{
  guint n_dims;
  WeftAstraDim dim[WEFT_ASTRA_MAX_DIMS];
} WeftAstraDims;

/* "Ring" */
const char     *weft_astra_topology_name (WeftAstraTopology      topology);
gboolean        weft_astra_topology_parse (const char            *name,
                                           WeftAstraTopology     *topology);
guint64         weft_astra_dims_n_ranks  (const WeftAstraDims    *self);
/* What a file says; whether the network is too large is seen when it is made. */
gboolean        weft_astra_dims_read     (const char             *path,
                                          WeftAstraDims          *dims,
                                          GPtrArray              *notes,
                                          GError                **error);
/* @name: what messages call it. (transfer full) */
WeftSimNetwork *weft_astra_dims_network  (const WeftAstraDims    *self,
                                          const char             *name,
                                          GError                **error);
/* The dimensions of any network; an error says which part of it is no ring, switch or full connection of ranks.
 * @notes: (nullable) (element-type utf8): what of it the dimensions do not say */
gboolean        weft_astra_dims_find     (const WeftSimNetwork   *network,
                                          WeftAstraDims          *dims,
                                          GPtrArray              *notes,
                                          GError                **error);

G_END_DECLS
