/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the physical verifier share. */
#pragma once

#include "design/graph/weft-graph-cable-private.h"
#include "design/graph/weft-graph-found-private.h"
#include "design/graph/weft-graph-verify.h"
#include "design/physical/weft-predicate.h"

G_BEGIN_DECLS

/* What one instance of a definition draws. */
typedef struct
{
  gboolean is_done;
  double known_w;
  gboolean is_partial; /* a part whose power is unknown draws more */
} WeftGraphWhole;

typedef struct
{
  const WeftFlat *flat;
  WeftGraph *graph;
  WeftInventory *inventory;
  WeftCatalog *catalog;
  WeftGraphFound found;
  WeftGraphWhole *wholes;            /* [n_definitions] */
  const WeftGraphRackCables *cables; /* [n_definitions] */
} WeftVerifier;

/* (transfer full) */
char       *weft_graph_verify_path      (const WeftGraphDefinition *definition);
const char *weft_graph_verify_title     (const WeftGraphDefinition *definition);
/* @sound: whether the numbers could be judged; when not, @error says why. */
void        weft_graph_verify_report    (WeftVerifier              *self,
                                         const WeftPredicate       *predicate,
                                         gboolean                   sound,
                                         const char                *path,
                                         GError                    *error);
/* Where the items of a rack stand in it; without @rack only whether they overlap. */
void        weft_graph_verify_positions (WeftVerifier              *self,
                                         guint                      index,
                                         const WeftComponent       *rack);
/* Every bundle against the reach of its medium. */
void        weft_graph_verify_lengths   (WeftVerifier              *self);
/* The fullest device of every item against its ports. */
void        weft_graph_verify_ports     (WeftVerifier              *self);

G_END_DECLS
