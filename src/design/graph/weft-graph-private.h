/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a graph: counted parts that versions of it share. Each part is written once, before
 * others see it. JSON is only ever copied out of a cell, since its own counts are not atomic. */
#pragma once

#include "base/weft-json-at.h"
#include "design/graph/weft-graph-change.h"
#include "design/weft-structure-private.h"

G_BEGIN_DECLS

/* The members that Weft knows, in the order in which they are written, NULL at the end. */
extern const char *const weft_graph_keys[];
extern const char *const weft_graph_definition_keys[];
extern const char *const weft_graph_item_keys[];
extern const char *const weft_graph_link_keys[];
extern const char *const weft_graph_port_keys[];

#define WEFT_GRAPH_N_MEMBERS 3 /* of WeftGraphMembers */

/* Cells that are no members: a definition without its lists, a graph without its definitions. */
#define WEFT_GRAPH_HEAD WEFT_GRAPH_N_MEMBERS
#define WEFT_GRAPH_REST (WEFT_GRAPH_N_MEMBERS + 1)

/* Which item an end names, or which definition an item is of, has not been looked up yet. */
#define WEFT_GRAPH_UNRESOLVED (-2)

/* What a definition says besides its lists. */
typedef struct
{
  WeftLevel level;
  char *level_name;
  char *title;
  char *enclosure;
} WeftGraphHead;

/* An object of the document as it is written and as it is read; its strings are what lists of
 * members point to. */
typedef struct
{
  int refs; /* atomic */
  int members; /* WeftGraphMembers, WEFT_GRAPH_HEAD or WEFT_GRAPH_REST */
  JsonObject *json;
  union
  {
    WeftGraphItem item;
    WeftGraphLink link;
    WeftGraphPort port;
    WeftGraphHead head;
  };
} WeftGraphCell;

/* Names and places; the first one of a name counts. */
typedef struct
{
  int refs; /* atomic */
  GHashTable *places; /* name -> index + 1 */
  GStringChunk *names;
} WeftGraphIndex;

/* All items, links or ports of a definition. */
typedef struct
{
  int refs; /* atomic */
  WeftGraphMembers members;
  guint n;
  WeftGraphCell **cells;
  union
  {
    gpointer values;
    WeftGraphItem *items;
    WeftGraphLink *links;
    WeftGraphPort *ports;
  };
  WeftGraphEnd *ends;    /* what the links lead to */
  WeftGraphIndex *index; /* of items and ports, made when somebody asks */
  gboolean is_draft;     /* nobody else has seen it, so that it may still change */
} WeftGraphList;

/* One definition. */
typedef struct
{
  WeftGraphDefinition definition;
  int refs; /* atomic */
  WeftGraphCell *head;
  WeftGraphList *lists[WEFT_GRAPH_N_MEMBERS];
  gboolean has[WEFT_GRAPH_N_MEMBERS]; /* whether the list is written, empty or not */
  gpointer uses;                      /* links of each item, made when somebody asks */
} WeftGraphBody;

struct _WeftGraph
{
  int refs; /* atomic */
  WeftGraphCell *rest;
  WeftGraphBody **bodies;
  guint n_definitions;
  WeftGraphDefinition *definitions; /* what the bodies are, in a row */
  WeftGraphIndex *index;
  char *root_id;
  int root;
};

WeftGraphCell  *weft_graph_cell_new     (int                   members,
                                         JsonObject           *object);
WeftGraphCell  *weft_graph_cell_ref     (WeftGraphCell        *self);
void            weft_graph_cell_unref   (WeftGraphCell        *self);
WeftGraphIndex *weft_graph_index_new    (void);
WeftGraphIndex *weft_graph_index_ref    (WeftGraphIndex       *self);
void            weft_graph_index_unref  (WeftGraphIndex       *self);
void            weft_graph_index_add    (WeftGraphIndex       *self,
                                         const char           *name,
                                         guint                 place);
int             weft_graph_index_find   (const WeftGraphIndex *self,
                                         const char           *name);

/* A draft of a list of @n members, each either one of @old at @from, or the next one of @fresh.
 * @from NULL: all are fresh. What is fresh is not resolved. */
#define WEFT_GRAPH_FRESH G_MAXUINT32
WeftGraphList  *weft_graph_list_new     (WeftGraphMembers      members,
                                         const WeftGraphList  *old,
                                         const guint32        *from,
                                         WeftGraphCell *const *fresh,
                                         guint                 n);
WeftGraphList  *weft_graph_list_copy    (const WeftGraphList  *self);
WeftGraphList  *weft_graph_list_ref     (WeftGraphList        *self);
void            weft_graph_list_unref   (WeftGraphList        *self);
/* Of items and ports; from any thread. (transfer none) */
const WeftGraphIndex *
                weft_graph_list_index   (const WeftGraphList  *self);
/* Names as @self has them in the same places. */
void            weft_graph_list_share_index (WeftGraphList       *self,
                                             const WeftGraphList *other);
/* Looks up what is not resolved in a draft of links or ports. */
void            weft_graph_list_resolve (WeftGraphList        *self,
                                         const WeftGraphList  *items);
/* The items of a draft have been at @places, which are elsewhere now: new place, or
 * WEFT_GRAPH_FRESH to look it up again. @loose: so do ends that led nowhere. NULL: all do. */
void            weft_graph_list_remap   (WeftGraphList        *self,
                                         const guint32        *places,
                                         gboolean              loose);
/* @all: also what has been resolved before. */
void            weft_graph_list_resolve_definitions (WeftGraphList        *items,
                                                     const WeftGraphIndex *definitions,
                                                     gboolean              all);

/* Takes @head and @lists. */
WeftGraphBody  *weft_graph_body_new     (const char           *id,
                                         WeftGraphCell        *head,
                                         WeftGraphList *const  lists[WEFT_GRAPH_N_MEMBERS],
                                         const gboolean        has[WEFT_GRAPH_N_MEMBERS]);
WeftGraphBody  *weft_graph_body_new_from_object (const char   *id,
                                                 JsonObject   *object);
WeftGraphBody  *weft_graph_body_ref     (WeftGraphBody        *self);
void            weft_graph_body_unref   (WeftGraphBody        *self);
/* (transfer full) */
JsonNode       *weft_graph_body_to_json (const WeftGraphBody  *self);
/* Once, when all bodies are there. */
void            weft_graph_line_up      (WeftGraph            *self);
const WeftGraphBody *weft_graph_body_of (const WeftGraphDefinition *definition);

void            weft_graph_read_end     (WeftGraphEnd         *end,
                                         const char           *text);
void            weft_graph_clear_end    (WeftGraphEnd         *end);
/* -1 when there is none of that name. */
int             weft_graph_find_item    (const WeftGraphDefinition *definition,
                                         const char                *id);

/* Appends a violation for each fault of the structure. */
void       weft_graph_check_structure (WeftStructure    *check,
                                       const WeftJsonAt *graph);
/* The same of one member, or of one definition: WEFT_GRAPH_HEAD. */
void       weft_graph_check_member    (WeftStructure    *check,
                                       const WeftJsonAt *at,
                                       int               members);
/* @object has passed the structure check. */
WeftGraph *weft_graph_new_from_object (JsonObject       *object);

G_END_DECLS
