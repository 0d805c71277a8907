/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine as a graph: definitions at four levels, h = (G1..G4), each made of items with counts,
 * bundles of links and exported ports. Immutable, so a copy is a reference and any
 * thread may read. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "catalog/weft-component.h"
#include "design/weft-violation.h"

G_BEGIN_DECLS

/* What is read at most; above it the document is refused. */
#define WEFT_GRAPH_MAX_DEFINITIONS 10000
#define WEFT_GRAPH_MAX_MEMBERS 100000 /* items, links or ports of one definition */
#define WEFT_GRAPH_MAX_DIMS 16
/* Above these a count is a slip of the keyboard. */
#define WEFT_GRAPH_MAX_COUNT 1e9
#define WEFT_GRAPH_MAX_CHANNELS 1e6

typedef enum
{
  WEFT_GRAPH_CHIP,
  WEFT_GRAPH_COMPONENT,
  WEFT_GRAPH_DEFINITION,
} WeftGraphItemKind;

/**
 * WeftGraphItem: (skip)
 * @id: its name in its definition
 * @kind: what it is an instance of
 * @of: (nullable): the chip, component or definition as the document names it; %NULL when it names
 *   none, or more than one kind
 * @definition: which definition, -1 for a native part or an unknown one
 * @count: how many instances; 1 when the document says nothing
 * @role: (nullable): what a chip is meant for
 * @at: its place on the canvas; NAN when no person placed it
 * @u: its lowest rack unit, NAN when not given
 */
typedef struct
{
  char *id;
  WeftGraphItemKind kind;
  char *of;
  int definition;
  double count;
  char *role;
  double at[2];
  double u;
} WeftGraphItem;

/**
 * WeftGraphEnd: (skip)
 * @text: as the document writes it: "tray:nvlink", "leaf[2]"
 * @is_sound: whether it has that form
 * @item_id: name of the item
 * @item: which item of the definition, -1 when there is none of that name
 * @port: (nullable): name of a port of the item's definition
 * @instance: which instance, -1 for all
 */
typedef struct
{
  char *text;
  gboolean is_sound;
  char *item_id;
  int item;
  char *port;
  gint64 instance;
} WeftGraphEnd;

typedef enum
{
  WEFT_WIRING_UNKNOWN,
  WEFT_WIRING_ALL,
  WEFT_WIRING_EACH,
  WEFT_WIRING_RING,
  WEFT_WIRING_TORUS,
  WEFT_WIRING_MESH,
  WEFT_WIRING_GENERATOR,
} WeftWiring;

/**
 * WeftGraphLink: (skip)
 * @from: one end
 * @to: (array length=n_to): the other end; only a generator takes more than one
 * @n_to: how many
 * @wiring: how the instances are joined
 * @wiring_name: the wiring, or the generator, as the document names it
 * @dims: sides of a torus or mesh
 * @n_dims: how many
 * @params: (nullable): parameters of a generator
 * @component: (nullable): the link's component
 * @fabric: (nullable): the scale-up or scale-out fabric that it is part of
 * @channels: parallel cables; 1 when the document says nothing
 * @length_m: NAN when not given
 *
 * A bundle of links.
 */
typedef struct
{
  WeftGraphEnd from;
  WeftGraphEnd *to;
  guint n_to;
  WeftWiring wiring;
  char *wiring_name;
  double dims[WEFT_GRAPH_MAX_DIMS];
  guint n_dims;
  JsonNode *params;
  char *component;
  char *fabric;
  double channels;
  double length_m;
} WeftGraphLink;

/**
 * WeftGraphPort: (skip)
 * @id: its name
 * @of: what it exports
 * @per_item: ports of each device; NAN for all that are left
 */
typedef struct
{
  char *id;
  WeftGraphEnd of;
  double per_item;
} WeftGraphPort;

/**
 * WeftGraphDefinition: (skip)
 * @id: its name
 * @level: its level, %WEFT_LEVEL_ANY when @level_name is none
 * @level_name: the level as the document names it
 * @title: (nullable): its name for people
 * @enclosure: (nullable): the chassis or rack around it
 * @items: (array length=n_items): what it is made of
 * @n_items: how many
 * @links: (array length=n_links): the bundles
 * @n_links: how many
 * @ports: (array length=n_ports): what it exports
 * @n_ports: how many
 */
typedef struct
{
  char *id;
  WeftLevel level;
  char *level_name;
  char *title;
  char *enclosure;
  WeftGraphItem *items;
  guint n_items;
  WeftGraphLink *links;
  guint n_links;
  WeftGraphPort *ports;
  guint n_ports;

  /*< private >*/
  gconstpointer body;
} WeftGraphDefinition;

typedef struct _WeftGraph WeftGraph;

#define WEFT_TYPE_GRAPH (weft_graph_get_type ())
WEFT_API GType       weft_graph_get_type      (void) G_GNUC_CONST;

WEFT_API WeftGraph  *weft_graph_new_from_json (JsonNode         *node,
                                               const char       *file,
                                               GPtrArray        *violations,
                                               GError          **error);
WEFT_API WeftGraph  *weft_graph_ref           (WeftGraph        *self);
WEFT_API void        weft_graph_unref         (WeftGraph        *self);
WEFT_API JsonNode   *weft_graph_to_json       (const WeftGraph  *self);

WEFT_API guint       weft_graph_n_definitions (const WeftGraph  *self);
WEFT_API const WeftGraphDefinition *
                     weft_graph_definition    (const WeftGraph  *self,
                                               guint             index);
/* -1 when there is none of that name. */
WEFT_API int         weft_graph_find          (const WeftGraph  *self,
                                               const char       *id);
/* The root's name and index; -1 when there is no such definition. */
WEFT_API const char *weft_graph_get_root      (const WeftGraph  *self,
                                               int              *index);
/* The port of that name, NULL when there is none. */
WEFT_API const WeftGraphPort *
                     weft_graph_find_port     (const WeftGraphDefinition *definition,
                                               const char                *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGraph, weft_graph_unref)

G_END_DECLS
