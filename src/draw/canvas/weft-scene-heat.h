/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much the links of a simulated machine are used, over all of the run or at a time, for the wires of its scenes at
 * every level: a wire stands for all links of its bundle wherever its definition is used. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "draw/canvas/weft-scene.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/**
 * WeftHeatValue: (skip)
 * @most: share of its rate that the busiest link is used, 0..1
 * @mean: mean share of all
 * @hottest: the busiest link of the network
 * @n_links: how many directed links it stands for
 * @bytes: that crossed them in the run
 *
 * What a wire is used.
 */
typedef struct
{
  double most;
  double mean;
  guint32 hottest;
  guint32 n_links;
  double bytes;
} WeftHeatValue;

typedef struct _WeftHeat WeftHeat;

#define WEFT_TYPE_HEAT (weft_heat_get_type ())
WEFT_API GType     weft_heat_get_type      (void) G_GNUC_CONST;

/* @flat: the machine that was simulated; not needed after. NULL when @result is of another network. Shows the whole
 * run. (transfer full) (nullable) */
WEFT_API WeftHeat *weft_heat_new           (WeftSimResult   *result,
                                            const WeftFlat  *flat);
WEFT_API WeftHeat *weft_heat_ref           (WeftHeat        *self);
WEFT_API void      weft_heat_unref         (WeftHeat        *self);
/* Below 0: the whole run. Without steps of time in the result it stays that. */
WEFT_API void      weft_heat_set_time      (WeftHeat        *self,
                                            double           time_s);
WEFT_API double    weft_heat_get_time      (const WeftHeat  *self);
/* Whether the result has steps of time, how long one is, and when the last one ends. */
WEFT_API gboolean  weft_heat_has_steps     (const WeftHeat  *self);
WEFT_API double    weft_heat_get_step_s    (const WeftHeat  *self);
WEFT_API double    weft_heat_get_end_s     (const WeftHeat  *self);
/* Another number for each heat, and once it shows something else. */
WEFT_API guint     weft_heat_get_serial    (const WeftHeat  *self);

/* FALSE for a link of no wire, or of a definition that the machine does not have. @to: which of the link's ends. */
WEFT_API gboolean  weft_heat_get_link      (const WeftHeat  *self,
                                            guint            definition,
                                            guint            link,
                                            guint            to,
                                            WeftHeatValue   *value);
/* The most of all that a definition holds, at all its levels; FALSE when it has no links. */
WEFT_API gboolean  weft_heat_get_inside    (const WeftHeat  *self,
                                            guint            definition,
                                            double          *most);

/* The wires of a scene of the same graph show what they are used; NULL: as usual. */
WEFT_API void      weft_scene_set_heat     (WeftScene       *self,
                                            WeftHeat        *heat);
WEFT_API WeftHeat *weft_scene_get_heat     (WeftScene       *self); /* (transfer none) (nullable) */
/* FALSE when the scene shows no heat, or the wire has no links. */
WEFT_API gboolean  weft_scene_wire_heat    (WeftScene       *self,
                                            guint            wire,
                                            WeftHeatValue   *value);
/* What a wire of the scene is used, in lines. (transfer full) (nullable) */
WEFT_API char     *weft_scene_describe_heat (WeftScene      *self,
                                            guint            wire);

/* What the colours mean, in a box as wide as there is room and so high. */
WEFT_API double    weft_heat_legend_height (const WeftPalette *palette);
WEFT_API void      weft_heat_legend_paint  (const WeftHeat    *self,
                                            cairo_t           *cr,
                                            double             width,
                                            double             height,
                                            const WeftPalette *palette);
/* The scene with its heat and the legend, as .svg, .pdf or .png. */
WEFT_API gboolean  weft_heat_export        (const char        *path,
                                            WeftScene         *scene,
                                            WeftHeat          *heat,
                                            const WeftPalette *palette,
                                            GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHeat, weft_heat_unref)

G_END_DECLS
