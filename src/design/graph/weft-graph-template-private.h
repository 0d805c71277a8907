/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the makers of fragments share: their parameters, read already, and the building of
 * definitions in JSON. */
#pragma once

#include "design/graph/weft-graph-template.h"

G_BEGIN_DECLS

/* Parameters are of their type and in their range; what goes together is for the maker to say. */
typedef struct
{
  const WeftGraphTemplate *template;
  JsonObject *params; /* every parameter has a value */
  WeftCatalog *catalog;
} WeftTemplateCall;

/* A fragment, or NULL with an error. */
typedef JsonObject *(*WeftTemplateMake) (const WeftTemplateCall *call, GError **error);

typedef struct
{
  WeftGraphTemplate template;
  WeftTemplateMake make;
} WeftTemplateFamily;

extern const WeftTemplateFamily weft_template_rail_fat_tree;
extern const WeftTemplateFamily weft_template_superpod_unit;
extern const WeftTemplateFamily weft_template_nvl72_rack;
extern const WeftTemplateFamily weft_template_rack;
extern const WeftTemplateFamily weft_template_copies;
/* One for each generator of topologies, in their order. */
const WeftTemplateFamily *weft_template_topology (guint index);

#define WEFT_TEMPLATE_PART(key, title, initial)                                                    \
  { key, title, NULL, WEFT_PARAMETER_TEXT, initial, 0, 0, NULL }

/* --- parameters --- */

guint       weft_template_whole  (const WeftTemplateCall *call,
                                  const char             *key);
double      weft_template_number (const WeftTemplateCall *call,
                                  const char             *key);
/* NULL for the empty one. */
const char *weft_template_text   (const WeftTemplateCall *call,
                                  const char             *key);
/* Always FALSE. @key may be NULL. */
gboolean    weft_template_refuse (const WeftTemplateCall *call,
                                  const char             *key,
                                  int                     code,
                                  GError                **error,
                                  const char             *format,
                                  ...) G_GNUC_PRINTF (5, 6);
/* A component of one of @types (bits), NULL with an error that names the nearest one. */
const WeftComponent *
            weft_template_component (const WeftTemplateCall *call,
                                     const char             *key,
                                     guint                   types,
                                     GError                **error);

/* Whether an item may be of that name: a vertex of the catalog, or a chip of it or of the default
 * profile. */
gboolean    weft_template_is_part (WeftCatalog *catalog,
                                   const char  *name);

/* Whether @key names no fabric or one that there is. */
gboolean    weft_template_check_fabric (const WeftTemplateCall *call,
                                        const char             *key,
                                        GError                **error);
/* Whether @key names no component or a cable. */
gboolean    weft_template_check_cable  (const WeftTemplateCall *call,
                                        const char             *key,
                                        GError                **error);

/* --- building --- */

JsonObject *weft_fragment_new    (WeftLevel   level,
                                  const char *title);
/* A definition of the fragment, to be filled. (transfer none) */
JsonObject *weft_fragment_define (JsonObject *fragment,
                                  const char *id,
                                  WeftLevel   level,
                                  const char *title,
                                  const char *enclosure);
/* @owner is a fragment or a definition; @kind "chip", "component" or "definition". (transfer none) */
JsonObject *weft_fragment_item   (JsonObject *owner,
                                  const char *id,
                                  const char *kind,
                                  const char *of,
                                  guint       count);
/* @component and @fabric may be NULL. (transfer none) */
JsonObject *weft_fragment_link   (JsonObject *owner,
                                  const char *from,
                                  const char *to,
                                  const char *wiring,
                                  const char *component,
                                  const char *fabric,
                                  guint       channels);
/* @per_item 0: as many as there are. */
void        weft_fragment_port   (JsonObject *owner,
                                  const char *id,
                                  const char *of,
                                  guint       per_item);

/* --- nodes that several templates take --- */

/**
 * WeftTemplateNode: (skip)
 * @id: the chassis, a component
 * @title: for people
 * @chip: what it holds
 * @n_chips: how many
 * @switches: (nullable): the switch between them; else each is joined with every other
 * @link: (nullable): the cable to it
 * @channels: how many of each chip
 * @fabric: the scale-up fabric
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *chip;
  guint n_chips;
  const char *switches;
  const char *link;
  guint channels;
  const char *fabric;
} WeftTemplateNode;

const WeftTemplateNode *
            weft_template_node     (const WeftTemplateCall *call,
                                    const char             *key,
                                    GError                **error);
/* The definition of that node with a port for each rail, "rail-0" and on. */
void        weft_template_add_node (JsonObject             *fragment,
                                    const WeftTemplateNode *node);
/* A rack definition of @count nodes with the same ports. (transfer none) */
JsonObject *weft_template_add_rack (JsonObject             *fragment,
                                    const char             *id,
                                    const WeftTemplateNode *node,
                                    const char             *rack,
                                    guint                   count);
double      weft_template_nameplate_w (const WeftComponent *component);

G_END_DECLS
