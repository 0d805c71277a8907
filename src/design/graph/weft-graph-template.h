/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ready parts of hardware graphs: fragments that a template makes of a few parameters, and how many
 * nodes a rack takes. A form can be built from the table. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-parameter.h"
#include "catalog/weft-component.h"

G_BEGIN_DECLS

#define WEFT_TEMPLATE_ERROR (weft_template_error_quark ())

/**
 * WeftTemplateError:
 * @WEFT_TEMPLATE_ERROR_UNKNOWN: there is no such template
 * @WEFT_TEMPLATE_ERROR_PARAMETER: the template has no such parameter, or not of that type
 * @WEFT_TEMPLATE_ERROR_RANGE: a number outside of what the parameter takes
 * @WEFT_TEMPLATE_ERROR_RELATION: parameters that do not go together
 * @WEFT_TEMPLATE_ERROR_PART: a part that the catalog does not have, or of the wrong kind
 */
typedef enum
{
  WEFT_TEMPLATE_ERROR_UNKNOWN,
  WEFT_TEMPLATE_ERROR_PARAMETER,
  WEFT_TEMPLATE_ERROR_RANGE,
  WEFT_TEMPLATE_ERROR_RELATION,
  WEFT_TEMPLATE_ERROR_PART,
} WeftTemplateError;

/**
 * WeftGraphTemplate: (skip)
 * @id: its name on the command line
 * @title: its name for people, not translated yet
 * @summary: what it makes, one sentence, not translated yet
 * @level: the level of what it makes, unless a parameter says otherwise
 * @params: its parameters
 * @n_params: how many
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  WeftLevel level;
  const WeftParameter *params;
  guint n_params;
} WeftGraphTemplate;

/**
 * WeftRackFit: (skip)
 * @by_space: nodes that the rack units hold
 * @by_power: nodes that the feed carries
 * @nodes: the smaller of both
 * @node_u: height of a node
 * @space_u: rack units that are free
 * @node_w: nameplate power of a node
 * @feed_w: what the rack may draw
 * @own_w: what the rack itself is made for
 */
typedef struct
{
  guint by_space;
  guint by_power;
  guint nodes;
  double node_u;
  double space_u;
  double node_w;
  double feed_w;
  double own_w;
} WeftRackFit;

WEFT_API GQuark    weft_template_error_quark    (void);

WEFT_API guint     weft_graph_template_count    (void);
WEFT_API const WeftGraphTemplate *
                   weft_graph_template_get      (guint         index);
WEFT_API const WeftGraphTemplate *
                   weft_graph_template_find     (const char   *id,
                                                 GError      **error);

/* {"level", "title", "notes", "definitions", "items", "links"}: what stands in the current
 * definition, and the definitions that it needs. (transfer full) */
WEFT_API JsonNode *weft_graph_template_make     (const WeftGraphTemplate  *self,
                                                 JsonObject               *params,
                                                 WeftCatalog              *catalog,
                                                 GError                  **error);
/* A whole document with the fragment as its machine. (transfer full) */
WEFT_API JsonNode *weft_graph_template_document (JsonNode                 *fragment);

WEFT_API gboolean  weft_graph_rack_fit          (WeftCatalog   *catalog,
                                                 const char    *node,
                                                 const char    *rack,
                                                 double         cap_w,
                                                 double         reserve_u,
                                                 WeftRackFit   *fit,
                                                 GError       **error);
/* "A node takes 8 U and 10.2 kW, so a rack holds 4: …". (transfer full) */
WEFT_API char     *weft_graph_rack_fit_words    (const WeftRackFit *fit);

G_END_DECLS
