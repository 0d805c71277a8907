/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a history, for the two files that make it up. */
#pragma once

#include "design/weft-history.h"

G_BEGIN_DECLS

/* The saved point is none of the positions any more. */
#define WEFT_HISTORY_SAVED_LOST (-1)

typedef struct
{
  char *label; /* (nullable): a group's; else the edit's own counts */
  GPtrArray *edits;
} WeftHistoryStep;

struct _WeftHistory
{
  GObject parent_instance;

  WeftDesign *design;
  GPtrArray *steps;
  int position; /* how many steps are applied */
  int saved;    /* position of the saved point */
  gboolean barrier;
  guint n_changes;

  WeftHistoryStep *open; /* the group that is open, outermost label */
  GArray *open_from;     /* for each open group, how many edits there were at its beginning */

  /* What was notified last. */
  gboolean can_undo;
  gboolean can_redo;
  gboolean modified;
  char *undo_label;
  char *redo_label;
};

void weft_history_update (WeftHistory *self);

G_END_DECLS
