/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of parts as a document writes them. The catalog folds each name before it looks it up; a
 * graph names the same few parts a thousand times. */
#pragma once

#include "catalog/weft-component.h"
#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

typedef struct
{
  WeftInventory *inventory;
  GHashTable *components; /* name -> WeftComponent, itself for none */
  GHashTable *chips;
  GHashTable *scaleups;
  GHashTable *scaleouts;
} WeftGraphNames;

void                 weft_graph_names_init      (WeftGraphNames *self,
                                                 WeftInventory  *inventory);
void                 weft_graph_names_clear     (WeftGraphNames *self);
/* As weft_component_find() and weft_inventory_find_chip(), _scaleup() and _scaleout() have them. The
 * name must outlive @self. */
const WeftComponent *weft_graph_names_component (WeftGraphNames *self,
                                                 const char     *name);
const WeftChip      *weft_graph_names_chip      (WeftGraphNames *self,
                                                 const char     *name);
const WeftScaleup   *weft_graph_names_scaleup   (WeftGraphNames *self,
                                                 const char     *name);
const WeftScaleout  *weft_graph_names_scaleout  (WeftGraphNames *self,
                                                 const char     *name);

G_END_DECLS
