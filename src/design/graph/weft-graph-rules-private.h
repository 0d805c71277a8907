/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the groups of composition rules share. */
#pragma once

#include "catalog/weft-component.h"
#include "catalog/weft-inventory.h"
#include "design/graph/weft-graph-cable-private.h"
#include "design/graph/weft-graph-found-private.h"
#include "design/graph/weft-graph-names-private.h"
#include "design/graph/weft-graph-wire-private.h"

G_BEGIN_DECLS

/* Comparing a name with all known ones takes a while; the first faults get that help. */
#define WEFT_GRAPH_RULES_NEAREST 50

/* A few circles say enough, and each with a few names. */
#define WEFT_GRAPH_RULES_CYCLES 20
#define WEFT_GRAPH_RULES_CYCLE_NAMES 8

typedef struct
{
  const WeftGraph *graph;
  WeftInventory *inventory;
  WeftCatalog *catalog;
  WeftGraphFound found;
  WeftGraphNames names;
  guint n_nearest;
  guint n_cycles;
  double n_walked; /* pairs of instances that have been walked to count cables */

  /* The definition in question, and its place in the document. */
  const WeftGraphDefinition *definition;
  gboolean is_reached; /* whether the machine has one of it */
  char *where;
} WeftGraphRules;

/* @tail is the place below the definition, (nullable). @actual, @limit and @message are taken. */
void     weft_graph_rules_add         (WeftGraphRules *rules,
                                       WeftSeverity    severity,
                                       const char     *code,
                                       const char     *tail,
                                       JsonNode       *actual,
                                       JsonNode       *limit,
                                       char           *message,
                                       const char     *hint);
/* As before, with the nearest of @known, (nullable), as hint. */
void     weft_graph_rules_add_unknown (WeftGraphRules    *rules,
                                       const char        *code,
                                       const char        *tail,
                                       const char        *name,
                                       const char        *nearest,
                                       char              *message,
                                       const char        *hint);
/* A component by name, with a violation when there is none or it is not of one of @types, a set of
 * bits 1 << type. */
const WeftComponent *
         weft_graph_rules_component   (WeftGraphRules *rules,
                                       const char     *tail,
                                       const char     *name,
                                       guint           types);
/* Whether one more name may be compared with all known ones; counts it. */
gboolean    weft_graph_rules_may_look     (WeftGraphRules            *rules);
/* The name nearest to @name, (nullable). */
const char *weft_graph_rules_nearest_item (WeftGraphRules            *rules,
                                           const char                *name);
const char *weft_graph_rules_nearest_port (WeftGraphRules            *rules,
                                           const WeftGraphDefinition *definition,
                                           const char                *name);
const char *weft_graph_rules_nearest_definition (WeftGraphRules      *rules,
                                                 const char          *name);

void     weft_graph_rules_check_items (WeftGraphRules *rules);
void     weft_graph_rules_check_links (WeftGraphRules *rules);

G_END_DECLS
