/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a family of topologies is to the rest: its parameters, a check of what goes together, a plan
 * with counts and closed forms before anything is built, and the building itself. */
#pragma once

#include "base/weft-json-at.h"
#include "design/topology/weft-topology.h"

G_BEGIN_DECLS

/* No closed form. */
#define WEFT_PLAN_NONE G_MAXUINT64

/* The parameters as numbers, in the order of the generator's table. A list of cables has three
 * numbers for each: end, end, cables. */
typedef struct
{
  gint64 n[WEFT_TOPOLOGY_MAX_PARAMS];
  GArray *lists[WEFT_TOPOLOGY_MAX_PARAMS]; /* (nullable), of gint64 */
} WeftTopologyArgs;

/* Counts stop at G_MAXUINT64. @n_pairs bounds the calls of weft_net_join(). Closed forms count hops
 * and cables between endpoints; WEFT_PLAN_NONE or NAN where there is none.
 * @is_split: @bisection is the best split by coordinates, as such networks are quoted; @cheaper is
 * a cut across them that is cheaper, or WEFT_PLAN_NONE.
 * @is_unproved: for some parameters a cut below @bisection exists, so a search has to confirm it.
 * @shape: the endpoints' coordinates, the first the most significant; their product is their
 *   number.
 * @n_alike: 0, or: distances from the endpoints 0, @alike_step, 2 @alike_step, … (so many) are
 * those from all endpoints, each standing for equally many. */
typedef struct
{
  guint64 n_endpoints;
  guint64 n_switches;
  guint64 n_memory;
  guint64 n_links;
  guint64 n_pairs;
  guint64 diameter;
  double avg_hops;
  guint64 bisection;
  gboolean is_split;
  gboolean is_unproved;
  guint64 cheaper;
  guint32 shape[WEFT_TOPOLOGY_MAX_LIST + 1];
  guint n_shape;
  guint32 n_alike;
  guint32 alike_step;
  gboolean has_ocs;
  WeftTopologyOcs ocs;
} WeftTopologyPlan;

/* @check may be NULL. */
typedef struct
{
  WeftTopologyGenerator generator;
  gboolean (*check) (const WeftTopologyArgs  *args,
                     const WeftJsonAt        *at,
                     GError                 **error);
  void (*plan) (const WeftTopologyArgs *args,
                WeftTopologyPlan       *plan);
  void (*build) (const WeftTopologyArgs *args,
                 WeftNet                *net);
} WeftTopologyFamily;

struct _WeftTopology
{
  const WeftTopologyFamily *family;
  WeftTopologyArgs args;
  WeftTopologyPlan plan;
};

extern const WeftTopologyFamily weft_topology_clique;
extern const WeftTopologyFamily weft_topology_bipartite_mem;
extern const WeftTopologyFamily weft_topology_ring;
extern const WeftTopologyFamily weft_topology_torus;
extern const WeftTopologyFamily weft_topology_mesh;
extern const WeftTopologyFamily weft_topology_star;
extern const WeftTopologyFamily weft_topology_tile_mesh_rows;
extern const WeftTopologyFamily weft_topology_islands;
extern const WeftTopologyFamily weft_topology_rail1;
extern const WeftTopologyFamily weft_topology_rail2;
extern const WeftTopologyFamily weft_topology_switchless;
extern const WeftTopologyFamily weft_topology_leafspine;
extern const WeftTopologyFamily weft_topology_clos3;
extern const WeftTopologyFamily weft_topology_kary;
extern const WeftTopologyFamily weft_topology_dragonfly;
extern const WeftTopologyFamily weft_topology_hyperx;
extern const WeftTopologyFamily weft_topology_ortho;
extern const WeftTopologyFamily weft_topology_cm384;
extern const WeftTopologyFamily weft_topology_edges;
extern const WeftTopologyFamily weft_topology_torus_ocs;
extern const WeftTopologyFamily weft_topology_xgft;

/* A parameter that counts vertices, one that counts parallel cables, a list of counts. */
#define WEFT_PARAM_COUNT(name, label, least, initial)                                              \
  { name, label, WEFT_TOPOLOGY_NUMBER, least, WEFT_NET_MAX_VERTICES, 0, initial, FALSE, 0, NULL }
#define WEFT_PARAM_CABLES(name, label, initial)                                                    \
  { name, label, WEFT_TOPOLOGY_NUMBER, 1, WEFT_NET_MAX_LINKS, 0, initial, FALSE, 0, NULL }
#define WEFT_PARAM_LIST(name, label, max, initial)                                                 \
  { name, label, WEFT_TOPOLOGY_NUMBERS, 1, max, WEFT_TOPOLOGY_MAX_LIST, initial, FALSE, 0, NULL }

guint64  weft_plan_times     (guint64 a,
                              guint64 b);
guint64  weft_plan_plus      (guint64 a,
                              guint64 b);
void     weft_plan_set_shape (WeftTopologyPlan *plan,
                              guint             n,
                              ...);
gboolean weft_plan_fits      (const WeftTopologyPlan *plan);
guint64  weft_plan_hubs_cut  (guint64  groups,
                              guint64  size,
                              guint64  down,
                              guint64  up,
                              guint64  mesh);
void     weft_net_spread     (WeftNet *net,
                              guint32  vertex,
                              guint32  first,
                              guint32  n,
                              guint64  begin,
                              guint32  cables);
gboolean weft_topology_refuse (const WeftJsonAt  *at,
                               const char        *name,
                               int                code,
                               GError           **error,
                               const char        *format,
                               ...) G_GNUC_PRINTF (5, 6);
GArray  *weft_args_list       (const WeftTopologyArgs *args,
                               guint                   index,
                               guint                  *n);
#define weft_list_at(list, i) (g_array_index ((list), gint64, (i)))

/* Routers of a group, devices of a router, cables between two groups. */
guint32  weft_dragonfly_group_size (const WeftTopologyArgs *args);
guint32  weft_dragonfly_per_router (const WeftTopologyArgs *args);
guint32  weft_dragonfly_cables     (const WeftTopologyArgs *args);
/* The router of @group, counted through all groups, that a cable to @other is plugged into. */
guint32  weft_dragonfly_gate       (const WeftTopologyArgs *args,
                                    guint32                 group,
                                    guint32                 other,
                                    guint32                 copy);

gboolean weft_topology_args_read  (const WeftTopologyGenerator  *generator,
                                   const WeftJsonAt             *at,
                                   WeftTopologyArgs             *args,
                                   GError                      **error);
void     weft_topology_args_clear (WeftTopologyArgs *args);

G_END_DECLS
