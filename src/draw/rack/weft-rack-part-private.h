/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an item of a graph is when it stands in a rack: how high, what it draws, what it is called.
 * Works on graphs that break the rules too: what cannot be told is unknown. */
#pragma once

#include "design/graph/weft-graph-rack-private.h"
#include "draw/rack/weft-elevation.h"

G_BEGIN_DECLS

/* What one instance of a definition draws. */
typedef struct
{
  gboolean is_done;
  double known_w;
  gboolean is_partial; /* a part whose power is unknown draws more */
} WeftRackDraw;

typedef struct
{
  WeftGraph *graph;
  WeftCatalog *catalog; /* nullable */
  WeftRackDraw *draws;  /* [n_definitions] */
  WeftRackFill *fills;  /* [n_definitions] of racks, without spots until one is asked for */
} WeftRackParts;

void weft_rack_parts_init  (WeftRackParts *self,
                            WeftGraph     *graph,
                            WeftCatalog   *catalog);
void weft_rack_parts_clear (WeftRackParts *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftRackParts, weft_rack_parts_clear)

/* What stands where in a rack's definition. */
const WeftRackFill  *weft_rack_fill_of        (WeftRackParts       *self,
                                               guint                definition);
/* Whether nothing says how many units a rack's definition has. */
gboolean             weft_rack_units_assumed  (const WeftRackParts *self,
                                               guint                definition);
/* The rack around a definition, NULL when it has none. */
const WeftComponent *weft_rack_enclosure      (const WeftRackParts *self,
                                               guint                definition);
/* NULL when there is none of that name. */
const WeftComponent *weft_rack_component      (const WeftRackParts *self,
                                               const char          *name);
/* The component that a part is, NULL for chips, definitions and unknown ones. */
const WeftComponent *weft_rack_item_component (const WeftRackParts *self,
                                               const WeftGraphItem *item);
WeftRackPartKind     weft_rack_item_kind      (const WeftRackParts *self,
                                               const WeftGraphItem *item);
/* Rack units of one instance, NAN when unknown; 0 for what has no height of its own. */
double               weft_rack_item_height_u  (const WeftRackParts *self,
                                               const WeftGraphItem *item);
/* Its name for people, without remarks in brackets. (transfer full) */
char                *weft_rack_item_title     (const WeftRackParts *self,
                                               const WeftGraphItem *item);
/* What is in it: "4 × GB200", "144 ports"; NULL when there is nothing to say. (transfer full) */
char                *weft_rack_item_subtitle  (const WeftRackParts *self,
                                               const WeftGraphItem *item);
/* What a link is called: its cable, else its fabric. (transfer full) (nullable) */
char                *weft_rack_link_label     (const WeftRackParts *self,
                                               const WeftGraphLink *link);
/* What one instance of a definition draws, as the rules count it. */
const WeftRackDraw  *weft_rack_draw           (WeftRackParts       *self,
                                               guint                definition);

G_END_DECLS
