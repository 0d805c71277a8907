/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mapping that is looked at, the one that it is compared with, and their charts. Only mappings of one problem can
 * stand above each other. No widgets. */
#pragma once

#include "app/workloads/weft-map-outcome.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MAP_PAIR (weft_map_pair_get_type ())
G_DECLARE_FINAL_TYPE (WeftMapPair, weft_map_pair, WEFT, MAP_PAIR, GObject)

/* Signal "changed": the charts are others, later than the mappings. */
WeftMapPair    *weft_map_pair_new        (void);
/* Both (nullable); @beside is left out when it cannot stand beside @shown. */
void            weft_map_pair_set        (WeftMapPair    *self,
                                          WeftMapOutcome *shown,
                                          WeftMapOutcome *beside);
/* Keeps what is still in @mappings (nullable), and shows its first when nothing is shown then. */
void            weft_map_pair_keep       (WeftMapPair    *self,
                                          GListStore     *mappings);
WeftMapOutcome *weft_map_pair_get_shown  (WeftMapPair    *self); /* (nullable) (transfer none) */
WeftMapOutcome *weft_map_pair_get_beside (WeftMapPair    *self); /* (nullable) (transfer none) */
/* NULL until there is one; the lower one is NULL as long as both are made with the same rows. (transfer none) */
WeftGantt      *weft_map_pair_get_chart  (WeftMapPair    *self,
                                          guint           which);

G_END_DECLS
