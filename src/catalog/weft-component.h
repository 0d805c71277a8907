/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components resolved to plain structs in SI units: what vertices, links, templates and racks of a
 * hardware graph are made of (CHASE, Table 10), as ranges of the paper and as real products. */
#pragma once

#include "catalog/weft-catalog.h"

G_BEGIN_DECLS

/* The levels of a hardware graph, h = (G1..G4). */
typedef enum
{
  WEFT_LEVEL_ANY,
  WEFT_LEVEL_PACKAGE, /* L1: dies, stacked memory, links inside a socket */
  WEFT_LEVEL_NODE,    /* L2: what sits on a base board */
  WEFT_LEVEL_RACK,    /* L3 */
  WEFT_LEVEL_CLUSTER, /* L4 */
} WeftLevel;

typedef enum
{
  WEFT_COMPONENT_ANY,
  WEFT_COMPONENT_VERTEX,
  WEFT_COMPONENT_LINK,
  WEFT_COMPONENT_TEMPLATE,    /* a topology */
  WEFT_COMPONENT_RACK,        /* a frame with its limits */
  WEFT_COMPONENT_CDU,         /* a coolant distribution unit */
  WEFT_COMPONENT_POWER_SHELF,
} WeftComponentType;

typedef enum
{
  WEFT_MEDIUM_NONE, /* no link, or unknown */
  WEFT_MEDIUM_SILICON,
  WEFT_MEDIUM_PACKAGE,
  WEFT_MEDIUM_BOARD,
  WEFT_MEDIUM_BACKPLANE,
  WEFT_MEDIUM_DAC, /* passive copper */
  WEFT_MEDIUM_ACC, /* copper with linear amplifiers */
  WEFT_MEDIUM_AEC, /* copper with retimers */
  WEFT_MEDIUM_AOC,
  WEFT_MEDIUM_TRANSCEIVER, /* pluggable, with a DSP */
  WEFT_MEDIUM_LPO,
  WEFT_MEDIUM_CPO,
} WeftMedium;

/**
 * WeftComponent: (skip)
 * @index: its place among all components
 * @id: the record's id
 * @name: the record's name
 * @record: the record, for provenance and for the values that are not here
 * @level: where in a graph it may stand
 * @type: what it is there
 * @entity: the entity of CHASE, Table 10, that it is one of: "Die.Dense_Tensor"
 * @is_range: whether it is the paper's range of the entity, not a product
 * @medium: what a link runs in
 * @cooling: (nullable): "air", "liquid", "air or liquid", "liquid to air", "rear door"
 * @generator: (nullable): the generator of a template's topology
 * @bw_per: (nullable): what @bw_bytes_s is the rate of: "port", "lane", "stack"
 * @scales_with_peak: whether power and cost grow in proportion to the peak that is chosen
 * @bw_one_way: whether @bw_bytes_s is known to be of one direction
 * @peak_flops: peak rate
 * @bw_bytes_s: rate of one @bw_per; half of it where the source counts both directions; that of the
 *   port for a cable or module; infinite where nothing limits it
 * @latency_s: base latency, of a hop for a switch; where only a range is known, its upper end
 * @overhead_s: protocol overhead of a message
 * @reconfig_s: time in which an optical switch changes its circuits
 * @idle_w: power without work; of both ends for a link
 * @active_w: power at work; of both ends for a link; where only a range is known, its upper end
 * @active_max_w: power that it never exceeds
 * @cost_rcu: cost in relative units; of both ends for a link
 * @cost_usd: cost in US dollars; of both ends for a link
 * @u_space: height in rack units; of a rack, what it holds
 * @area_mm2: area of a die
 * @ports: ports, the radix of a switch
 * @port_bw_bytes_s: signalling rate of a port, one direction
 * @lanes: lanes of a link or a switch
 * @channels_min: fewest channels of a link
 * @channels_max: most channels of a link
 * @slots: places for accelerators, processors or modules in a chassis
 * @capacity_bytes: memory
 * @length_max_m: how far a link reaches
 * @limit_w: power that a rack or shelf can feed, or heat that a CDU can carry off
 *
 * A component as a graph uses it. NAN is unknown, or has no meaning here; of what a design chooses
 * from a range (peak, rate, memory, ports, height) nothing is known until it is chosen, see
 * weft_component_get_range().
 */
typedef struct
{
  guint index;
  const char *id;
  const char *name;
  WeftRecord *record;
  WeftLevel level;
  WeftComponentType type;
  const char *entity;
  gboolean is_range;
  WeftMedium medium;
  const char *cooling;
  const char *generator;
  const char *bw_per;
  gboolean scales_with_peak;
  gboolean bw_one_way;
  double peak_flops;
  double bw_bytes_s;
  double latency_s;
  double overhead_s;
  double reconfig_s;
  double idle_w;
  double active_w;
  double active_max_w;
  double cost_rcu;
  double cost_usd;
  double u_space;
  double area_mm2;
  double ports;
  double port_bw_bytes_s;
  double lanes;
  double channels_min;
  double channels_max;
  double slots;
  double capacity_bytes;
  double length_max_m;
  double limit_w;
} WeftComponent;

/* "package"; NULL for ANY. */
WEFT_API const char *weft_level_nick           (WeftLevel           level);
WEFT_API gboolean    weft_level_parse          (const char         *nick,
                                                WeftLevel          *level);
/* "vertex"; NULL for ANY. */
WEFT_API const char *weft_component_type_nick  (WeftComponentType   type);
WEFT_API gboolean    weft_component_type_parse (const char         *nick,
                                                WeftComponentType  *type);
/* "dac"; NULL for NONE. */
WEFT_API const char *weft_medium_nick          (WeftMedium          medium);
WEFT_API gboolean    weft_medium_parse         (const char         *nick,
                                                WeftMedium         *medium);

/* The catalog's components. The first call reads them, from whatever thread; no files, no
 * components: see weft_catalog_load_kind(). */
WEFT_API guint                weft_component_count (WeftCatalog       *catalog);
WEFT_API const WeftComponent *weft_component_at    (WeftCatalog       *catalog,
                                                    guint              index);
/* By id, alias or name, folded; a range by its entity too. NULL when there is none. */
WEFT_API const WeftComponent *weft_component_find  (WeftCatalog       *catalog,
                                                    const char        *name);
/* Those of a level, type and entity, each of which may be left open. (transfer container) */
WEFT_API GPtrArray           *weft_component_list  (WeftCatalog       *catalog,
                                                    WeftLevel          level,
                                                    WeftComponentType  type,
                                                    const char        *entity);

/* The paper's range of a component's entity, NULL when the paper has no such entity. */
WEFT_API const WeftComponent *weft_component_find_range   (WeftCatalog         *catalog,
                                                           const WeftComponent *component);
/* The bounds that a component gives a value, in SI; an open end is infinite. */
WEFT_API gboolean             weft_component_get_range    (const WeftComponent *component,
                                                           const char          *key,
                                                           double              *least,
                                                           double              *most);
/* The keys whose value in @product lies outside what @range allows. (transfer container) */
WEFT_API GPtrArray           *weft_component_list_outside (const WeftComponent *product,
                                                           const WeftComponent *range);

G_END_DECLS
