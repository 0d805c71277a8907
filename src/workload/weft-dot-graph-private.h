/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes and edges of a DOT file with what their attributes say, on their way to a task graph. */
#pragma once

#include "workload/weft-task-names-private.h"
#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

/**
 * WeftDotNode: (skip)
 * @amounts: by attribute, NAN where it is not said
 * @kernel: (nullable): the graph's text
 * @label: (nullable): the graph's text
 *
 * What attributes say of a node, or of all nodes that follow.
 */
#define WEFT_DOT_N_NODE_AMOUNTS 9
typedef struct
{
  double amounts[WEFT_DOT_N_NODE_AMOUNTS];
  const char *kernel;
  const char *label;
} WeftDotNode;

#define WEFT_DOT_N_EDGE_AMOUNTS 3
typedef struct
{
  double amounts[WEFT_DOT_N_EDGE_AMOUNTS];
} WeftDotEdge;

typedef struct _WeftDotGraph WeftDotGraph;

WeftDotGraph  *weft_dot_graph_new       (const WeftWorkloadText *file);
void           weft_dot_graph_free      (WeftDotGraph           *self);
void           weft_dot_graph_set_name  (WeftDotGraph           *self,
                                         const char             *name);
/* Edges that are said again replace what was said. */
void           weft_dot_graph_set_strict (WeftDotGraph          *self);

/* Nothing said. */
extern const WeftDotNode weft_dot_node_unsaid;
extern const WeftDotEdge weft_dot_edge_unsaid;

/* An attribute, of which those that have no meaning here are remembered for a note. FALSE for a value that is no
 * number where one has to be. */
gboolean       weft_dot_graph_node_attribute (WeftDotGraph      *self,
                                              WeftDotNode       *node,
                                              const char        *key,
                                              const char        *value);
gboolean       weft_dot_graph_edge_attribute (WeftDotGraph      *self,
                                              WeftDotEdge       *edge,
                                              const char        *key,
                                              const char        *value);

/* The node of a name; if it is new, @defaults are what is said of it. WEFT_TASK_NONE when there are too many. */
guint32        weft_dot_graph_node      (WeftDotGraph           *self,
                                         const char             *name,
                                         const WeftDotNode      *defaults);
/* Valid until the next node comes. */
WeftDotNode   *weft_dot_graph_get_node  (WeftDotGraph           *self,
                                         guint32                 index);
/* FALSE when there are too many. */
gboolean       weft_dot_graph_add_edge  (WeftDotGraph           *self,
                                         guint32                 from,
                                         guint32                 to,
                                         const WeftDotEdge      *edge);
/* Takes @self. (transfer full) */
WeftTaskGraph *weft_dot_graph_finish    (WeftDotGraph           *self,
                                         GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDotGraph, weft_dot_graph_free)

G_END_DECLS
