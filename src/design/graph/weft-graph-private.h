/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a graph, which only reading writes to. */
#pragma once

#include "base/weft-json-at.h"
#include "design/graph/weft-graph.h"
#include "design/weft-structure-private.h"

G_BEGIN_DECLS

/* The members that Weft knows, in the order in which they are written, NULL at the end. */
extern const char *const weft_graph_keys[];
extern const char *const weft_graph_definition_keys[];
extern const char *const weft_graph_item_keys[];
extern const char *const weft_graph_link_keys[];
extern const char *const weft_graph_port_keys[];

struct _WeftGraph
{
  gatomicrefcount refs;
  JsonObject *json; /* in the order of writing, with what Weft does not know; never changed */
  WeftGraphDefinition *definitions;
  guint n_definitions;
  GHashTable *by_id; /* id -> index + 1 */
  char *root_id;
  int root;
};

/* Appends a violation for each fault of the structure. */
void       weft_graph_check_structure (WeftStructure    *check,
                                       const WeftJsonAt *graph);
/* @object has passed the structure check. */
WeftGraph *weft_graph_new_from_object (JsonObject       *object);

G_END_DECLS
