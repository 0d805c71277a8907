/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which design came from which, as a tree, and the steps that led to the best one, with their reasons. */
#pragma once

#include <adwaita.h>

#include "search/weft-lineage.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_LINEAGE_TREE,
  WEFT_LINEAGE_WHY,
} WeftLineageView;

#define WEFT_TYPE_LINEAGE_PANE (weft_lineage_pane_get_type ())
/* Signals: "chosen" with the number (guint64) of an event to look at; "entered": the user goes to it; "read". */
G_DECLARE_FINAL_TYPE (WeftLineagePane, weft_lineage_pane, WEFT, LINEAGE_PANE, GtkWidget)

/* Reads the run at @path when it has not been read with @n_events yet. */
void         weft_lineage_pane_show        (WeftLineagePane *self,
                                            const char      *path,
                                            guint64          n_events,
                                            WeftLineageView  view);
WeftLineage *weft_lineage_pane_get_lineage (WeftLineagePane *self); /* (nullable): not read yet */
guint        weft_lineage_pane_get_n_steps (WeftLineagePane *self); /* that "why" lists */

G_END_DECLS
