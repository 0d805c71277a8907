/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind the outline, for the files that make it up: rows, selection, verbs. */
#pragma once

#include "app/compose/weft-outline-list.h"
#include "app/compose/weft-outline-marks.h"
#include "app/compose/weft-outline.h"

G_BEGIN_DECLS

struct _WeftOutline
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkListView *list;
  GtkWidget *empty;

  WeftStage *stage;
  WeftOutlineList *root;
  GtkTreeListModel *tree;
  GtkMultiSelection *selection;
  WeftOutlineMarks *marks;

  WeftOutlineList *level; /* not owned: the list that a person chose in last */
  guint mirroring;        /* the selection is being taken from the stage */
  GPtrArray *rows;        /* of GtkListItem, not owned: those that are bound */
  gboolean stale;      /* something has changed while it was not to be seen */
  guint menu_position;    /* the row that the menu, or a small popover, is about */
  GtkWidget *menu;
  GtkWidget *popover;     /* the small one that is open */
};

/* rows */
GtkListItemFactory *weft_outline_row_factory_new (WeftOutline *self);
void                weft_outline_refresh_rows    (WeftOutline *self);
/* The row's widget, NULL when it is out of view. */
GtkWidget          *weft_outline_find_row        (WeftOutline *self,
                                                  guint        position);
/* (transfer full) (nullable) */
WeftOutlineNode    *weft_outline_node_at         (WeftOutline *self,
                                                  guint        position);

/* selection */
void                weft_outline_take_selection  (WeftOutline *self,
                                                  guint        position,
                                                  guint        n);
void                weft_outline_mirror          (WeftOutline *self,
                                                  gboolean     scroll);
void                weft_outline_reveal_level    (WeftOutline *self);
/* The level that a line belongs to is in view afterwards; FALSE when it cannot be. */
gboolean            weft_outline_enter_level     (WeftOutline     *self,
                                                  WeftOutlineNode *node);

/* verbs */
void                weft_outline_install_actions (GtkWidgetClass  *widget_class);
void                weft_outline_open_menu       (WeftOutline     *self,
                                                  guint            position,
                                                  GtkWidget       *row,
                                                  double           x,
                                                  double           y);
void                weft_outline_activate        (WeftOutline     *self,
                                                  guint            position);
/* A small popover at a row. */
void                weft_outline_show_popover    (WeftOutline     *self,
                                                  guint            position,
                                                  GtkWidget       *child,
                                                  const char      *label);
void                weft_outline_close_popover   (WeftOutline     *self);
void                weft_outline_connect         (WeftOutline     *self,
                                                  guint            position,
                                                  WeftOutlineNode *node);

G_END_DECLS
