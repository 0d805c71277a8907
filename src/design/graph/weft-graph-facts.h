/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be said about a part or a bundle of a graph: figures with their origin, what else could
 * stand in its place, and why a change of it changed nothing. */
#pragma once

#include "design/graph/weft-graph-change.h"
#include "design/graph/weft-graph-flatten.h"
#include "design/topology/weft-topology-metrics.h"

G_BEGIN_DECLS

/* More devices than these are not counted through to explain one edit. */
#define WEFT_GRAPH_EXPLAIN_MAX_DEVICES 100000

/**
 * WeftGraphFact: (skip)
 * @key: the key in the catalog, such as "active_w", or "ports"
 * @label: what it is, for people
 * @value: in SI, NAN when it is unknown
 * @text: the value with its unit, "unknown" when it is
 * @range: (nullable): what CHASE's Table 10 allows
 * @is_outside: whether the value lies outside of @range
 * @record: (nullable): which record says so
 * @provenance: (nullable): where the value comes from; belongs to @record
 *
 * One figure of a part.
 */
typedef struct
{
  char *key;
  char *label;
  double value;
  char *text;
  char *range;
  gboolean is_outside;
  WeftRecord *record;
  const WeftProvenance *provenance;
} WeftGraphFact;

/**
 * WeftGraphChoice: (skip)
 * @kind: what it is
 * @id: its name
 * @name: (nullable): its name for people
 * @aliases: (nullable): other names, NULL-terminated
 * @words: a line of specification, or why it does not fit
 * @fits: whether it can stand there
 *
 * Something that an item, a bundle or an enclosure may be.
 */
typedef struct
{
  WeftGraphItemKind kind;
  char *id;
  char *name;
  const char *const *aliases;
  char *words;
  gboolean fits;
} WeftGraphChoice;

/**
 * WeftGraphCables: (skip)
 * @n_cables: cables of the bundle in the whole machine
 * @length_m: length of the longest one, NAN when unknown
 * @is_derived: whether that follows from where the ends stand
 * @least_m: the longest one has at least this length, NAN when nothing is known
 * @most_m: and at most this one
 */
typedef struct
{
  double n_cables;
  double length_m;
  gboolean is_derived;
  double least_m;
  double most_m;
} WeftGraphCables;

WEFT_API GPtrArray *weft_graph_item_facts        (WeftGraph        *graph,
                                                  WeftInventory    *inventory,
                                                  guint             definition,
                                                  guint             index);
WEFT_API GPtrArray *weft_graph_link_facts        (WeftGraph        *graph,
                                                  WeftInventory    *inventory,
                                                  guint             definition,
                                                  guint             link);
WEFT_API GPtrArray *weft_graph_component_facts   (WeftInventory    *inventory,
                                                  const char       *name);
WEFT_API void       weft_graph_fact_free         (WeftGraphFact    *self);

WEFT_API GPtrArray *weft_graph_item_choices      (WeftGraph        *graph,
                                                  WeftInventory    *inventory,
                                                  guint             definition,
                                                  guint             item);
WEFT_API GPtrArray *weft_graph_link_choices      (WeftGraph        *graph,
                                                  WeftInventory    *inventory,
                                                  guint             definition,
                                                  guint             index);
WEFT_API GPtrArray *weft_graph_fabric_choices    (WeftInventory    *inventory,
                                                  const char       *current);
WEFT_API GPtrArray *weft_graph_enclosure_choices (WeftGraph        *graph,
                                                  WeftInventory    *inventory,
                                                  guint             definition);
WEFT_API void       weft_graph_choice_free       (WeftGraphChoice  *self);

/* (transfer full) (array): how many of each definition the machine has; 0 for what the root does not
 * reach. */
WEFT_API double    *weft_graph_count_instances   (WeftGraph        *graph);
/* Chips that workloads run on in one instance; NAN for a definition that contains itself. */
WEFT_API double     weft_graph_count_chips       (WeftGraph        *graph,
                                                  WeftInventory    *inventory,
                                                  guint             definition);
/* How many ends of links, and ports, of other definitions are at that port. */
WEFT_API guint      weft_graph_count_port_users  (WeftGraph        *graph,
                                                  guint             definition,
                                                  const char       *port);
/* Devices that an end stands for; 0 when it stands for none. */
WEFT_API double     weft_graph_count_end         (WeftGraph        *graph,
                                                  guint             definition,
                                                  const WeftGraphEnd *end);
/* FALSE when the machine has no cable of that bundle. */
WEFT_API gboolean   weft_graph_link_cables       (const WeftFlat   *flat,
                                                  guint             definition,
                                                  guint             link,
                                                  WeftGraphCables  *cables);
/* The network of a bundle whose wiring is a generator. */
WEFT_API gboolean   weft_graph_link_measure      (WeftGraph            *graph,
                                                  guint                 definition,
                                                  guint                 index,
                                                  WeftTopologyMetrics  *metrics,
                                                  GError              **error);

/* In plain words, with the value that binds instead; NULL when the edit that made @after of @before
 * has an effect, or when the machine is too large to tell. @index is G_MAXUINT for the definition
 * itself, @key the member that was changed. (transfer full) (nullable) */
WEFT_API char      *weft_graph_explain_no_effect (WeftGraph        *before,
                                                  WeftGraph        *after,
                                                  WeftInventory    *inventory,
                                                  const char       *definition,
                                                  WeftGraphMembers  members,
                                                  guint             index,
                                                  const char       *key);

G_END_DECLS
