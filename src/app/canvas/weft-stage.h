/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What canvas, outline, inspector and breadcrumb of one graph look at together: the level in view,
 * its scene, the selection, what is wrong where, and the verbs that change it. No widgets. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"
#include "design/graph/weft-graph-edits.h"
#include "draw/canvas/weft-scene.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SELECT_ONLY,   /* in place of what was selected */
  WEFT_SELECT_ADD,
  WEFT_SELECT_TOGGLE,
} WeftSelectMode;

#define WEFT_TYPE_STAGE (weft_stage_get_type ())
G_DECLARE_FINAL_TYPE (WeftStage, weft_stage, WEFT, STAGE, GObject)

/* Signals: "path-changed" (another level is in view), "scene-changed" (the level was edited or is
 * another one), "selection-changed" (also the focus), "marks-changed" (what is wrong where),
 * "refused" (char *words: why nothing was done). */
WeftStage                 *weft_stage_new             (WeftSession      *session);
WeftSession               *weft_stage_get_session     (WeftStage        *self);
/* NULL when the design has no graph, or the graph no root. */
WeftGraph                 *weft_stage_get_graph       (WeftStage        *self);
const WeftGraphDefinition *weft_stage_get_definition  (WeftStage        *self,
                                                       guint            *index);
WeftScene                 *weft_stage_get_scene       (WeftStage        *self);
WeftCatalog               *weft_stage_get_catalog     (WeftStage        *self);

/* The way from the root to the level in view; step 0 is the root. */
guint                      weft_stage_depth           (WeftStage        *self);
char                      *weft_stage_dup_step_title  (WeftStage        *self,
                                                       guint             step);
const char                *weft_stage_get_step_item   (WeftStage        *self,
                                                       guint             step);
/* How many instances of the level in view the whole machine has: an edit changes all of them. */
double                     weft_stage_n_instances     (WeftStage        *self);
gboolean                   weft_stage_open_item       (WeftStage        *self,
                                                       guint             item);
void                       weft_stage_go_to_step      (WeftStage        *self,
                                                       guint             step);
/* By a way from the root; FALSE when there is none. */
gboolean                   weft_stage_open_definition (WeftStage        *self,
                                                       const char       *id);
/* Opens the level that a JSON pointer of the document names and selects its item or link. */
gboolean                   weft_stage_go_to_pointer   (WeftStage        *self,
                                                       const char       *pointer);

/* (transfer full): of the level in view. */
char                      *weft_stage_dup_pointer      (WeftStage        *self);

/* Selection; (transfer none) sets of indices. */
GtkBitset                 *weft_stage_get_items       (WeftStage        *self);
GtkBitset                 *weft_stage_get_links       (WeftStage        *self);
int                        weft_stage_get_focus       (WeftStage        *self); /* item, -1 none */
void                       weft_stage_set_focus       (WeftStage        *self,
                                                       int               item);
void                       weft_stage_select_item     (WeftStage        *self,
                                                       guint             item,
                                                       WeftSelectMode    mode);
void                       weft_stage_select_link     (WeftStage        *self,
                                                       guint             link,
                                                       WeftSelectMode    mode);
void                       weft_stage_select          (WeftStage        *self,
                                                       GtkBitset        *items,
                                                       GtkBitset        *links);
void                       weft_stage_select_all      (WeftStage        *self);
void                       weft_stage_select_nothing  (WeftStage        *self);
/* FALSE when nothing is selected. */
gboolean                   weft_stage_selection_box   (WeftStage        *self,
                                                       WeftBox          *box);
/* The item nearest to @from in a direction; -1 when there is none. */
int                        weft_stage_neighbour       (WeftStage        *self,
                                                       int               from,
                                                       GtkDirectionType  direction);

/* One byte for each item or wire of the scene: 0, or 1 + WeftSeverity. */
const guint8              *weft_stage_item_severity   (WeftStage        *self);
const guint8              *weft_stage_wire_severity   (WeftStage        *self);

/* Verbs; each is one step of the history, and selects what it made. */
gboolean                   weft_stage_do              (WeftStage        *self,
                                                       WeftEdit         *edit,
                                                       GError          **error);
void                       weft_stage_add             (WeftStage        *self,
                                                       WeftGraphItemKind kind,
                                                       const char       *of,
                                                       double            x,
                                                       double            y);
void                       weft_stage_drop             (WeftStage        *self,
                                                       WeftGraphItemKind kind,
                                                       const char       *of,
                                                       double            x,
                                                       double            y);
/* A definition of that level in which nothing stands yet. */
void                       weft_stage_add_empty        (WeftStage        *self,
                                                       WeftLevel         level,
                                                       double            x,
                                                       double            y);
void                       weft_stage_move            (WeftStage        *self,
                                                       double            dx,
                                                       double            dy,
                                                       gboolean          continues);
void                       weft_stage_connect         (WeftStage        *self,
                                                       const char       *from,
                                                       const char       *to);
void                       weft_stage_rewire          (WeftStage        *self,
                                                       guint             link,
                                                       int               which,
                                                       const char       *end);
void                       weft_stage_remove          (WeftStage        *self);
void                       weft_stage_duplicate       (WeftStage        *self);
void                       weft_stage_align           (WeftStage        *self,
                                                       WeftGraphAlign    how);
void                       weft_stage_unplace         (WeftStage        *self);
void                       weft_stage_split           (WeftStage        *self);
void                       weft_stage_group           (WeftStage        *self);
/* (transfer full) (nullable): the selection as a fragment for the clipboard. */
char                      *weft_stage_copy            (WeftStage        *self);
void                       weft_stage_paste           (WeftStage        *self,
                                                       const char       *text,
                                                       double            x,
                                                       double            y);
void                       weft_stage_place           (WeftStage        *self,
                                                       JsonNode         *fragment,
                                                       double            x,
                                                       double            y,
                                                       const char       *label);

G_END_DECLS
