/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the verbs that edit graphs share: names, free ids, selections, refusals. */
#pragma once

#include "catalog/weft-component.h"
#include "design/graph/weft-graph-change-private.h"
#include "design/graph/weft-graph-edits.h"

G_BEGIN_DECLS

/* Always FALSE. Takes @message. */
gboolean    weft_graph_edit_refuse     (GError                   **error,
                                        WeftGraphEditError         code,
                                        char                      *message);
/* "last-leaf" -> "Last Leaf": short, in header capitals, never empty. (transfer full) */
char       *weft_graph_edit_title      (const char                *name);
char       *weft_graph_edit_item_title (const WeftGraphItem       *item);
char       *weft_graph_edit_end_title  (const WeftGraphEnd        *end);
/* " Did you mean “x”?" or "". (transfer full) */
char       *weft_graph_edit_meant      (const char                *nearest);
/* "Did you mean" over many names takes long; none of more than a few thousand. (nullable) */
const char *weft_graph_edit_nearest_item (const WeftGraphDefinition *definition,
                                          const char                *name);
const char *weft_graph_edit_nearest_port (const WeftGraphDefinition *definition,
                                          const char                *name);

/* A set of places below @limit, ascending. (transfer full) */
guint      *weft_graph_edit_sort       (const guint               *places,
                                        guint                      n,
                                        guint                      limit,
                                        guint                     *n_sorted);
/* [limit] which of @places are in. (transfer full) */
guint8     *weft_graph_edit_mark       (const guint               *places,
                                        guint                      n,
                                        guint                      limit);
/* @first, @first + 1, ... (transfer full) */
guint      *weft_graph_edit_range      (guint                      first,
                                        guint                      n);

/* Names that are not taken: "leaf", "leaf-2", "leaf-3". */
typedef struct
{
  const WeftGraphIndex *taken; /* (nullable) */
  GHashTable *given;           /* names that have been given; base -> the number to try next */
  GHashTable *next;
} WeftGraphEditNames;

void        weft_graph_edit_names_init      (WeftGraphEditNames            *self,
                                        const WeftGraphIndex      *taken);
void        weft_graph_edit_names_clear     (WeftGraphEditNames            *self);
/* Makes of @base a name that links can give when @is_item. (transfer full) */
char       *weft_graph_edit_names_make      (WeftGraphEditNames            *self,
                                        const char                *base,
                                        gboolean                   is_item);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftGraphEditNames, weft_graph_edit_names_clear)

/* "at" of an item; not finite: takes it out. */
void        weft_graph_edit_put_place  (JsonObject                *item,
                                        double                     x,
                                        double                     y);
/* The text of an end with another item in it. (transfer full) */
char       *weft_graph_edit_rename_end (const WeftGraphEnd        *end,
                                        const char                *item_id);
/* Puts @rename's texts into the ends of a link's JSON; NULL leaves one as it is. */
typedef char *(*WeftGraphRenameFunc)   (const WeftGraphEnd        *end,
                                        gpointer                   data);
void        weft_graph_edit_rename_link (JsonObject               *object,
                                         const WeftGraphLink      *link,
                                         WeftGraphRenameFunc       rename,
                                         gpointer                  data);

/* The members that a change replaces, put together one by one. */
typedef struct
{
  GArray *at;
  GPtrArray *nodes;
} WeftGraphBatch;

void        weft_graph_batch_init      (WeftGraphBatch            *self);
void        weft_graph_batch_clear     (WeftGraphBatch            *self);
/* Takes @node. */
void        weft_graph_batch_add       (WeftGraphBatch            *self,
                                        guint                      at,
                                        JsonNode                  *node);
void        weft_graph_batch_replace   (WeftGraphBatch            *self,
                                        WeftGraphChange           *change,
                                        const char                *definition,
                                        WeftGraphMembers           members);
void        weft_graph_batch_insert    (WeftGraphBatch            *self,
                                        WeftGraphChange           *change,
                                        const char                *definition,
                                        WeftGraphMembers           members);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftGraphBatch, weft_graph_batch_clear)

/* Whether there is room for @more members, else a refusal with both numbers. */
gboolean    weft_graph_edit_has_room   (guint                      n,
                                        guint64                    more,
                                        GError                   **error);
/* Refuses in words what the structure check finds in @node. */
gboolean    weft_graph_edit_check      (JsonNode                  *node,
                                        int                        members,
                                        GError                   **error);
/* Whether a definition may be an item of another: a lower level, and no circle. */
gboolean    weft_graph_edit_may_hold   (const WeftGraph           *graph,
                                        guint                      definition,
                                        const char                *of,
                                        GError                   **error);
/* Whether @name can be the name of an item. */
gboolean    weft_graph_edit_check_id   (const WeftGraphDefinition *definition,
                                        int                        item,
                                        const char                *id,
                                        GError                   **error);

/* An end of a link that leads somewhere. @end is to be cleared with weft_graph_clear_end(). */
gboolean    weft_graph_edit_find_end   (const WeftGraph           *graph,
                                        WeftCatalog               *catalog,
                                        guint                      definition,
                                        const char                *text,
                                        WeftGraphEnd              *end,
                                        GError                   **error);
/* Ports of all devices of an end, NAN when unknown, and the native item that they are. */
double      weft_graph_end_total       (const WeftGraph           *graph,
                                        WeftCatalog               *catalog,
                                        const WeftGraphDefinition *definition,
                                        const WeftGraphEnd        *end,
                                        const WeftGraphItem      **device);
/* Cables of the definition's links that are plugged into an end's devices, NAN when unknown. */
double      weft_graph_end_used        (const WeftGraph           *graph,
                                        const WeftGraphDefinition *definition,
                                        const WeftGraphEnd        *end);
gboolean    weft_graph_is_switch       (WeftCatalog               *catalog,
                                        const WeftGraphItem       *device);
/* Which component and fabric a new link between two devices has; (nullable) both. */
typedef struct
{
  const char *component;
  const char *fabric;
  gboolean is_scaleup;
} WeftGraphCable;

WeftGraphCable weft_graph_choose_cable (const WeftGraph           *graph,
                                        WeftCatalog               *catalog,
                                        const WeftGraphDefinition *definition,
                                        const WeftGraphItem       *from,
                                        const WeftGraphItem       *to);

G_END_DECLS
