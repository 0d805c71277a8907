/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph written out: every device and every directed link of the machine as arrays, in an order
 * that depends on nothing but the document. What mappers and simulators work on. */
#pragma once

#include "design/graph/weft-graph-rules.h"

G_BEGIN_DECLS

#define WEFT_GRAPH_ERROR (weft_graph_error_quark ())

typedef enum
{
  WEFT_GRAPH_ERROR_UNSOUND, /* the graph breaks a composition rule */
  WEFT_GRAPH_ERROR_MEMORY,
} WeftGraphError;

typedef enum
{
  WEFT_DEVICE_COMPUTE,
  WEFT_DEVICE_SWITCH,
  WEFT_DEVICE_MEMORY,
  WEFT_DEVICE_NIC,
  WEFT_DEVICE_OTHER,
  WEFT_N_DEVICE_KINDS,
} WeftDeviceKind;

#define WEFT_FLAT_NONE G_MAXUINT32

/**
 * WeftFlatInstance: (skip)
 * @definition: which definition of the graph
 * @parent: the instance around it, %WEFT_FLAT_NONE for the machine
 * @item: which item of the parent's definition
 * @ordinal: which of that item's instances, from 0
 */
typedef struct
{
  guint32 definition;
  guint32 parent;
  guint32 item;
  guint32 ordinal;
} WeftFlatInstance;

/**
 * WeftFlatBundle: (skip)
 * @definition: the definition that has the bundle
 * @link: which of its links
 * @component: index of the component, %WEFT_FLAT_NONE when the document names none
 * @medium: what the link runs in
 * @bw_bytes_s: rate of one cable in one direction, NAN when unknown
 * @latency_s: base latency, NAN when unknown
 * @overhead_s: protocol overhead, NAN when unknown
 * @length_m: length of the longest cable: that of the document, or derived; NAN when unknown
 * @is_derived: whether @length_m follows from where its ends stand
 * @least_m: the longest cable has at least this length; NAN when nothing is known
 * @most_m: and at most this one
 * @longest: the directed link with that cable, %WEFT_FLAT_NONE when nothing was derived
 *
 * What all links of one bundle have in common.
 */
typedef struct
{
  guint32 definition;
  guint32 link;
  guint32 component;
  WeftMedium medium;
  double bw_bytes_s;
  double latency_s;
  double overhead_s;
  double length_m;
  gboolean is_derived;
  double least_m;
  double most_m;
  guint32 longest;
} WeftFlatBundle;

/**
 * WeftFlat: (skip)
 * @graph: the graph
 * @n_devices: how many devices
 * @n_of_kind: how many of each kind
 * @kinds: [@n_devices] a #WeftDeviceKind each
 * @parts: [@n_devices] index of the chip in the inventory, or of the component in the catalog
 * @owners: [@n_devices] the instance that each stands in
 * @items: [@n_devices] which item of the owner's definition
 * @ordinals: [@n_devices] which of that item's instances, from 0
 * @item_parts: [definitions of the graph][items] index of the chip or component of each, %NULL for
 *   definitions that the machine does not have
 * @enclosures: [definitions of the graph] index of the component, %WEFT_FLAT_NONE
 * @n_instances: how many instances of definitions, the machine itself the first
 * @instances: [@n_instances] each after the one around it
 * @n_links: how many directed links; every cable is two of them
 * @first: [@n_devices + 1] where the links of a device begin
 * @from: [@n_links] the device that a link leaves
 * @to: [@n_links] the device that it leads to
 * @cables: [@n_links] parallel cables
 * @bundles: [@n_links] which bundle it is of
 * @n_bundles: how many bundles
 * @bundle: [@n_bundles] the bundles of all definitions
 */
typedef struct
{
  WeftGraph *graph;

  guint32 n_devices;
  guint32 n_of_kind[WEFT_N_DEVICE_KINDS];
  guint8 *kinds;
  guint32 *parts;
  guint32 *owners;
  guint32 *items;
  guint32 *ordinals;
  guint32 **item_parts;
  guint32 *enclosures;

  guint32 n_instances;
  WeftFlatInstance *instances;

  guint32 n_links;
  guint32 *first;
  guint32 *from;
  guint32 *to;
  guint32 *cables;
  guint32 *bundles;
  guint32 n_bundles;
  WeftFlatBundle *bundle;
} WeftFlat;

WEFT_API GQuark    weft_graph_error_quark    (void);

WEFT_API WeftFlat *weft_flat_new             (WeftGraph       *graph,
                                              WeftInventory   *inventory,
                                              GError         **error);
WEFT_API void      weft_flat_free            (WeftFlat        *self);

/* Why a graph could not be flattened, with its place. (transfer full) */
WEFT_API WeftViolation *
                   weft_flat_error_to_violation (WeftGraph    *graph,
                                                 const GError *error);

/* Whether a device is a chip of the inventory, not a component. */
WEFT_API gboolean  weft_flat_is_chip         (const WeftFlat  *self,
                                              guint32          device);
/* Rate of all cables of a link together, one direction; NAN when unknown. */
WEFT_API double    weft_flat_link_bw_bytes_s (const WeftFlat  *self,
                                              guint32          link);
/* The component of an item, and of the enclosure of a definition; NULL when there is none. */
WEFT_API const WeftComponent *
                   weft_flat_item_component  (const WeftFlat  *self,
                                              WeftCatalog     *catalog,
                                              guint32          definition,
                                              guint32          item);
WEFT_API const WeftComponent *
                   weft_flat_enclosure       (const WeftFlat  *self,
                                              WeftCatalog     *catalog,
                                              guint32          definition);
/* Cables that are plugged into a device. */
WEFT_API guint64   weft_flat_ports           (const WeftFlat  *self,
                                              guint32          device);
/* The instance of that level around a device, WEFT_FLAT_NONE when there is none. */
WEFT_API guint32   weft_flat_ancestor        (const WeftFlat  *self,
                                              guint32          device,
                                              WeftLevel        level);
/* "Rack 3 > Tray 7 > GPU 2", counted from 1. (transfer full) */
WEFT_API char     *weft_flat_device_name     (const WeftFlat  *self,
                                              guint32          device);
/* The same of an instance; the machine has the name of its definition. (transfer full) */
WEFT_API char     *weft_flat_instance_name   (const WeftFlat  *self,
                                              guint32          instance);
/* "compute" */
WEFT_API const char *weft_device_kind_nick   (WeftDeviceKind   kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFlat, weft_flat_free)

G_END_DECLS
