/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the canvas share: the scene's insides and the steps that build it. */
#pragma once

#include "draw/canvas/weft-scene-heat.h"
#include "draw/canvas/weft-scene-index-private.h"
#include "draw/canvas/weft-scene-preview-private.h"
#include "draw/canvas/weft-scene.h"
#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

/* Rows of boxes from the bottom up. Switches have WEFT_TIER_SWITCH and more. */
typedef enum
{
  WEFT_TIER_ASIDE,
  WEFT_TIER_HOST, /* processors and memory that devices are linked to */
  WEFT_TIER_DEVICE,
  WEFT_TIER_NIC,
  WEFT_TIER_SWITCH,
} WeftTier;

/* A cubic curve. */
typedef struct
{
  double x[4], y[4];
} WeftCurve;

/* What a box shows besides its node. */
typedef struct
{
  const char *what;                /* "NVL72 rack", "q3400-ra" */
  const WeftScenePreview *preview; /* (nullable) */
} WeftSceneDetail;

struct _WeftScene
{
  gatomicrefcount references;
  WeftGraph *graph;
  guint index; /* of the definition */
  const WeftGraphDefinition *definition; /* (nullable): when there is no such definition */
  WeftHeat *heat; /* (nullable) */
  WeftSceneNode *nodes;
  WeftSceneDetail *details;
  guint n_nodes;
  WeftSceneWire *wires;
  WeftCurve *curves;
  float *cables; /* of a wire; NAN unknown */
  const char **labels;  /* of a wire; NULL when a neighbour has the label of both */
  guint n_wires;
  gboolean is_straight; /* too many wires for curves */
  GHashTable *by_id;    /* id -> index */
  GStringChunk *texts;
  GHashTable *previews; /* definition -> WeftScenePreview */
  GHashTable *pictures; /* (nullable): previews as painted last; kept by the painter */
  WeftBox bounds;
  WeftSceneIndex *node_index;
  WeftSceneIndex *wire_index;
};

/* The scene's nodes: kinds, words, sizes and previews. */
void     weft_scene_describe   (WeftScene   *self,
                                WeftCatalog *catalog);
/* The scene's wires, without their curves. */
void     weft_scene_join       (WeftScene   *self);
/* Automatic places of all nodes as if no person had placed any: x, y of each in @at. */
void     weft_scene_lay_out    (WeftScene   *self,
                                double      *at);
/* Whether people or @before (nullable) give every node a place. */
gboolean weft_scene_is_settled (WeftScene   *self,
                                WeftScene   *before);
/* Moves the nodes to where people, @before or @at put them, so that automatic ones overlap
 * nothing. */
void     weft_scene_settle     (WeftScene    *self,
                                const double *at,
                                WeftScene    *before);
/* The wires' curves; the nodes are in their places and indexed. */
void     weft_scene_route      (WeftScene   *self);

/* Where socket @index of @node is, also when the node has none of that number. */
void     weft_scene_socket_place (WeftScene *self,
                                  guint      node,
                                  guint      index,
                                  double    *x,
                                  double    *y);

void     weft_curve_point      (const WeftCurve *curve,
                                double           t,
                                double          *x,
                                double          *y);
void     weft_curve_bounds     (const WeftCurve *curve,
                                WeftBox         *bounds);
gboolean weft_curve_is_line    (const WeftCurve *curve);

static inline double
weft_scene_snap (double value)
{
  return WEFT_CANVAS_GRID * (double) (gint64) (value / WEFT_CANVAS_GRID + (value < 0 ? -0.5 : 0.5));
}

G_END_DECLS
