/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the catalog and the graph know of the things that items are instances of, each looked up
 * once for a scene. */
#pragma once

#include "catalog/weft-inventory.h"
#include "draw/canvas/weft-scene-preview-private.h"

G_BEGIN_DECLS

/* Of one instance. Numbers are NAN when unknown. */
typedef struct
{
  WeftSceneKind kind;
  const char *what;
  const char *subtitle;
  double chips;
  double watts;
  double u; /* height in rack units */
  gboolean is_known;
  gboolean is_open; /* being counted: a definition that holds itself */
} WeftSceneFacts;

typedef struct
{
  const WeftGraph *graph;
  WeftCatalog *catalog; /* (nullable) */
  GStringChunk *texts;  /* borrowed: takes the words */
  GHashTable *chips;
  GHashTable *components;
  WeftSceneFacts *definitions;
  WeftInventory *inventory; /* (nullable): when a chip has a profile's name */
  gboolean has_tried;
} WeftSceneLore;

void                  weft_scene_lore_init  (WeftSceneLore       *self,
                                             const WeftGraph     *graph,
                                             WeftCatalog         *catalog,
                                             GStringChunk        *texts);
void                  weft_scene_lore_clear (WeftSceneLore       *self);
const WeftSceneFacts *weft_scene_lore_find  (WeftSceneLore       *self,
                                             const WeftGraphItem *item);
/* (transfer full) */
WeftScenePreview     *weft_scene_lore_preview (WeftSceneLore *self,
                                               guint          definition);

G_END_DECLS
