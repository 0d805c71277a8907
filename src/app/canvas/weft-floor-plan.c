/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor with its rows of racks and the cables above them. */
#include "config.h"

#include "app/canvas/weft-level-plan.h"

#include <glib/gi18n.h>

#include "base/weft-quantity.h"
#include "draw/rack/weft-floor.h"

struct _WeftFloorPlan
{
  WeftLevelPlan parent_instance;

  WeftFloor *floor;
};

G_DEFINE_FINAL_TYPE (WeftFloorPlan, weft_floor_plan, WEFT_TYPE_LEVEL_PLAN)

static gboolean
weft_floor_plan_fits (WeftStage *stage)
{
  return weft_stage_depth (stage) == 1
         && weft_stage_get_definition (stage, NULL)->level == WEFT_LEVEL_CLUSTER;
}

static void
weft_floor_plan_build (WeftLevelPlan *plan, WeftStage *stage)
{
  WeftFloorPlan *self = WEFT_FLOOR_PLAN (plan);

  g_clear_pointer (&self->floor, weft_floor_unref);
  self->floor = weft_floor_new (weft_stage_get_graph (stage), weft_stage_get_catalog (stage));
}

static void
weft_floor_plan_get_size (WeftLevelPlan *plan, double *width, double *height)
{
  weft_floor_get_size (WEFT_FLOOR_PLAN (plan)->floor, width, height);
}

static void
weft_floor_plan_paint (WeftLevelPlan *plan, cairo_t *cr, const WeftPalette *palette, int hover,
                       const guint8 *selected, const guint8 *severity)
{
  weft_floor_paint (WEFT_FLOOR_PLAN (plan)->floor, cr, palette, hover, selected, severity);
}

static guint
weft_floor_plan_n_parts (WeftLevelPlan *plan)
{
  return weft_floor_n_tiles (WEFT_FLOOR_PLAN (plan)->floor);
}

static int
weft_floor_plan_pick (WeftLevelPlan *plan, double x, double y)
{
  return weft_floor_tile_at (WEFT_FLOOR_PLAN (plan)->floor, x, y);
}

static int
weft_floor_plan_get_item (WeftLevelPlan *plan, guint part)
{
  return weft_floor_tile (WEFT_FLOOR_PLAN (plan)->floor, part)->item;
}

static char *
weft_floor_plan_describe (WeftLevelPlan *plan, guint part)
{
  const WeftFloorTile *tile = weft_floor_tile (WEFT_FLOOR_PLAN (plan)->floor, part);
  g_autofree char *cables = weft_quantity_format (tile->cables, WEFT_UNIT_COUNT);
  g_autoptr (GString) text = g_string_new (tile->title);

  if (tile->units > 0)
    g_string_append_printf (text, _("\n%u of %u rack units"), tile->used, tile->units);
  g_string_append_printf (text, _("\n%s cables to other racks"), cables);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
weft_floor_plan_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_FLOOR_PLAN (object)->floor, weft_floor_unref);
  G_OBJECT_CLASS (weft_floor_plan_parent_class)->finalize (object);
}

static void
weft_floor_plan_class_init (WeftFloorPlanClass *klass)
{
  WeftLevelPlanClass *plan_class = WEFT_LEVEL_PLAN_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_floor_plan_finalize;
  plan_class->fits = weft_floor_plan_fits;
  plan_class->build = weft_floor_plan_build;
  plan_class->get_size = weft_floor_plan_get_size;
  plan_class->paint = weft_floor_plan_paint;
  plan_class->n_parts = weft_floor_plan_n_parts;
  plan_class->pick = weft_floor_plan_pick;
  plan_class->get_item = weft_floor_plan_get_item;
  plan_class->describe = weft_floor_plan_describe;
}

static void
weft_floor_plan_init (WeftFloorPlan *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Floor plan"), -1);
}
