/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which fabric the links of a bundle are of, by the name that the document gives them. */
#pragma once

#include "design/graph/weft-graph-flatten.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_LAYER_NONE,
  WEFT_LAYER_UP,  /* scale-up */
  WEFT_LAYER_OUT, /* scale-out */
  WEFT_N_LAYERS,
} WeftLayer;

/* @fabric: index among the inventory's fabrics of that layer. */
typedef struct
{
  WeftLayer layer;
  guint fabric;
} WeftBundleFabric;

/* [bundles of the machine] (transfer full) */
WeftBundleFabric *weft_graph_fabrics (const WeftFlat *flat,
                                      WeftInventory  *inventory);

G_END_DECLS
