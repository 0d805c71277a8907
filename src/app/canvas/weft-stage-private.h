/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a stage, for the files that make it up. */
#pragma once

#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

/* How one comes to a definition: by which item of the one before. */
typedef struct
{
  char *definition;
  char *item; /* NULL for the root */
} WeftStageStep;

struct _WeftStage
{
  GObject parent_instance;

  WeftSession *session;
  WeftDesign *design;  /* whose changes are listened to */
  WeftGraph *graph;    /* (nullable): the document's */
  WeftGraph *shown;    /* what the scene was made from, and which definition of it */
  guint shown_index;
  GArray *path;        /* of WeftStageStep */
  WeftScene *scene;
  GHashTable *scenes;  /* definition id -> the last scene, so that automatic places stay */

  GtkBitset *items;
  GtkBitset *links;
  int focus;

  guint8 *item_severity;
  guint8 *wire_severity;
};

/* -1 when the definition has no item of that name. */
int  weft_stage_find_item      (const WeftGraphDefinition *definition,
                                const char                *id);
void weft_stage_emit_selection (WeftStage *self);
void weft_stage_emit_path      (WeftStage *self);
void weft_stage_clear_path     (WeftStage *self);
void weft_stage_rebuild        (WeftStage *self);
void weft_stage_mark           (WeftStage *self);
void weft_stage_refuse         (WeftStage  *self,
                                const char *words);

G_END_DECLS
