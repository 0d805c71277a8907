/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine as a policy sees it: groups of identical parts as typed nodes, what joins them as edges of typed relations,
 * figures of the whole, and the edits that are legal now. Plain numbers, all of order 1; spaces fill it. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_TYPED_N_TYPES 14
#define WEFT_TYPED_N_RELATIONS 12 /* 6, and the same backwards */
#define WEFT_TYPED_NODE_FEATURES 16
#define WEFT_TYPED_EDGE_FEATURES 6
#define WEFT_TYPED_GLOBAL_FEATURES 24
#define WEFT_TYPED_N_KINDS 26
#define WEFT_TYPED_N_CLASSES 7

/* Where an edit's features stand. */
enum
{
  WEFT_TYPED_ACTION_KIND = 0,                                                       /* one of 26 is 1 */
  WEFT_TYPED_ACTION_RESOURCE = WEFT_TYPED_N_KINDS,                                  /* d log R_c, 7 */
  WEFT_TYPED_ACTION_RELIEF = WEFT_TYPED_ACTION_RESOURCE + WEFT_TYPED_N_CLASSES,     /* 3 s_c d log R_c, 7 */
  WEFT_TYPED_ACTION_PRICE = WEFT_TYPED_ACTION_RELIEF + WEFT_TYPED_N_CLASSES,        /* 2 (dC wC/C_max + dP wP/P_max) */
  WEFT_TYPED_ACTION_PRIOR,                                                          /* 3 h(o,a) */
  WEFT_TYPED_ACTION_ESTIMATE,                                                       /* of cheap J, else 0 */
  WEFT_TYPED_ACTION_FEATURES,
};

typedef struct
{
  guint type;
  float feature[WEFT_TYPED_NODE_FEATURES];
} WeftTypedNode;

/* What @from tells @to. */
typedef struct
{
  guint from;
  guint to;
  guint relation;
  float feature[WEFT_TYPED_EDGE_FEATURES];
} WeftTypedEdge;

/**
 * WeftTypedAction: (skip)
 * @node: which group the edit changes
 * @feature: of the edit
 * @prior: h(o,a) as it stands in softmax (g + lambda h): its z-score over the legal edits
 */
typedef struct
{
  guint node;
  float feature[WEFT_TYPED_ACTION_FEATURES];
  float prior;
} WeftTypedAction;

/**
 * WeftTypedGraph: (skip)
 * @nodes: of #WeftTypedNode, at least one
 * @edges: of #WeftTypedEdge
 * @actions: of #WeftTypedAction
 * @global: of the whole machine
 */
typedef struct
{
  GArray *nodes;
  GArray *edges;
  GArray *actions;
  float global[WEFT_TYPED_GLOBAL_FEATURES];
} WeftTypedGraph;

WEFT_API WeftTypedGraph *weft_typed_graph_new             (void);
WeftTypedGraph *weft_typed_graph_copy            (const WeftTypedGraph *self);
WEFT_API void            weft_typed_graph_free            (WeftTypedGraph *self);
/* Empties it and keeps its memory. */
void            weft_typed_graph_reset           (WeftTypedGraph *self);
WEFT_API guint           weft_typed_graph_add_node        (WeftTypedGraph *self, guint type, const float *feature);
/* Both directions of @relation, 0 to 5. */
WEFT_API void            weft_typed_graph_join            (WeftTypedGraph *self, guint a, guint b, guint relation,
                                                  const float *feature);
/* @raw_prior: h(o,a) before weft_typed_graph_standardise(). */
WEFT_API WeftTypedAction *weft_typed_graph_add_action (WeftTypedGraph *self, guint node, guint kind,
                                                       double raw_prior);
/* Turns all priors into z-scores; equal ones become 0. */
WEFT_API void            weft_typed_graph_standardise     (WeftTypedGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTypedGraph, weft_typed_graph_free)

G_END_DECLS
