/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rack from its front and its rear, side by side. Dragging a part up or down gives it a rack unit;
 * what the palette drops stands at the unit where it was let go. */
#include "config.h"

#include "app/canvas/weft-level-plan.h"

#include <glib/gi18n.h>
#include <math.h>

#include "draw/rack/weft-elevation.h"

/* Between the two sides. */
#define GAP 48.0

struct _WeftRackPlan
{
  WeftLevelPlan parent_instance;

  WeftElevation *elevation;
  int drag_slot;   /* -1 */
  guint drag_u;    /* where it would stand */
};

G_DEFINE_FINAL_TYPE (WeftRackPlan, weft_rack_plan, WEFT_TYPE_LEVEL_PLAN)

static gboolean
weft_rack_plan_fits (WeftStage *stage)
{
  return weft_stage_get_definition (stage, NULL)->level == WEFT_LEVEL_RACK;
}

static void
weft_rack_plan_build (WeftLevelPlan *plan, WeftStage *stage)
{
  WeftRackPlan *self = WEFT_RACK_PLAN (plan);
  guint definition;

  g_clear_pointer (&self->elevation, weft_elevation_unref);
  weft_stage_get_definition (stage, &definition);
  self->elevation = weft_elevation_new (weft_stage_get_graph (stage), definition,
                                        weft_stage_get_catalog (stage));
}

static void
weft_rack_plan_get_size (WeftLevelPlan *plan, double *width, double *height)
{
  weft_elevation_get_size (WEFT_RACK_PLAN (plan)->elevation, width, height);
  *width = 2 * *width + GAP;
}

/* Where the part that is dragged would stand. */
static void
paint_ghost (WeftRackPlan *self, cairo_t *cr, const WeftPalette *palette)
{
  const WeftElevationSlot *slot = weft_elevation_slot (self->elevation, self->drag_slot);
  WeftBox box;
  double dy = ((double) slot->u - self->drag_u) * WEFT_ELEVATION_UNIT;

  weft_elevation_slot_box (self->elevation, self->drag_slot, &box);
  cairo_set_source_rgba (cr, palette->accent.r, palette->accent.g, palette->accent.b, 0.25);
  cairo_rectangle (cr, box.x, box.y + dy, box.w, box.h);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, palette->accent.r, palette->accent.g, palette->accent.b, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
weft_rack_plan_paint (WeftLevelPlan *plan, cairo_t *cr, const WeftPalette *palette, int hover,
                      const guint8 *selected, const guint8 *severity)
{
  WeftRackPlan *self = WEFT_RACK_PLAN (plan);
  double width, height;

  weft_elevation_get_size (self->elevation, &width, &height);
  weft_elevation_paint (self->elevation, cr, WEFT_ELEVATION_FRONT, palette, hover, selected,
                        severity);
  if (self->drag_slot >= 0)
    paint_ghost (self, cr, palette);
  cairo_save (cr);
  cairo_translate (cr, width + GAP, 0);
  weft_elevation_paint (self->elevation, cr, WEFT_ELEVATION_REAR, palette, hover, selected,
                        severity);
  cairo_restore (cr);
}

static guint
weft_rack_plan_n_parts (WeftLevelPlan *plan)
{
  return weft_elevation_n_slots (WEFT_RACK_PLAN (plan)->elevation);
}

/* Both sides show the same units. */
static int
weft_rack_plan_pick (WeftLevelPlan *plan, double x, double y)
{
  WeftRackPlan *self = WEFT_RACK_PLAN (plan);
  double width, height;

  weft_elevation_get_size (self->elevation, &width, &height);
  return weft_elevation_slot_at (self->elevation, x > width + GAP / 2 ? x - width - GAP : x, y);
}

static int
weft_rack_plan_get_item (WeftLevelPlan *plan, guint part)
{
  return (int) weft_elevation_slot (WEFT_RACK_PLAN (plan)->elevation, part)->item;
}

static char *
weft_rack_plan_describe (WeftLevelPlan *plan, guint part)
{
  WeftRackPlan *self = WEFT_RACK_PLAN (plan);
  const WeftElevationSlot *slot = weft_elevation_slot (self->elevation, part);
  g_autofree char *name = weft_elevation_slot_name (self->elevation, part);
  g_autoptr (GString) text = g_string_new (name);

  if (slot->subtitle != NULL)
    g_string_append_printf (text, "\n%s", slot->subtitle);
  if (slot->height_u == 1)
    g_string_append_printf (text, _("\nUnit %u"), slot->u);
  else
    g_string_append_printf (text, _("\nUnits %u to %u"), slot->u, slot->u + slot->height_u - 1);
  if (slot->height_is_assumed)
    g_string_append (text, _(" (its height is unknown)"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The unit of its item's first instance, when this instance comes to stand at @y. */
static void
set_unit (WeftRackPlan *self, guint item, double u)
{
  WeftStage *stage = weft_level_plan_get_stage (WEFT_LEVEL_PLAN (self));
  g_autoptr (JsonNode) value = json_node_new (JSON_NODE_VALUE);
  GError *error = NULL;
  guint definition;

  json_node_set_int (value, (gint64) u);
  weft_stage_get_definition (stage, &definition);
  weft_stage_do (stage,
                 weft_graph_edit_set_item (weft_stage_get_graph (stage), definition, item, "u",
                                           value, FALSE, &error),
                 &error);
}

static void
weft_rack_plan_drag (WeftLevelPlan *plan, guint part, double x, double y, gboolean drops)
{
  WeftRackPlan *self = WEFT_RACK_PLAN (plan);
  const WeftElevationSlot *slot = weft_elevation_slot (self->elevation, part);
  guint units = weft_elevation_get_units (self->elevation, NULL);
  double u = floor (weft_elevation_u_at (self->elevation, y) - slot->height_u / 2.0 + 0.5);
  double least = 1 + (double) slot->instance * slot->height_u;

  self->drag_slot = (int) part;
  self->drag_u = (guint) CLAMP (u, least, MAX (least, (double) units - slot->height_u + 1));
  if (drops)
    {
      guint item = slot->item;
      double first = self->drag_u - (double) slot->instance * slot->height_u;

      self->drag_slot = -1;
      set_unit (self, item, first);
    }
  weft_level_plan_redraw (plan);
}

static void
weft_rack_plan_drop (WeftLevelPlan *plan, const char *kind, const char *of, double x, double y)
{
  WeftRackPlan *self = WEFT_RACK_PLAN (plan);
  WeftStage *stage = weft_level_plan_get_stage (plan);
  WeftHistory *history = weft_session_get_history (weft_stage_get_session (stage));
  double u = CLAMP (floor (weft_elevation_u_at (self->elevation, y)), 1,
                    weft_elevation_get_units (self->elevation, NULL));
  guint before = weft_stage_get_definition (stage, NULL)->n_items;

  weft_history_begin (history, _("Add to Rack"));
  gtk_widget_activate_action (GTK_WIDGET (self), "graph.add-at", "(ssdd)", kind, of, 0.0, 0.0);
  if (weft_stage_get_definition (stage, NULL)->n_items == before + 1)
    {
      guint definition;

      /* Its place in the diagram is nobody's choice. */
      weft_stage_get_definition (stage, &definition);
      weft_stage_do (stage,
                     weft_graph_edit_unplace (weft_stage_get_graph (stage), definition, &before, 1),
                     NULL);
      set_unit (self, before, u);
    }
  weft_history_end (history);
}

static void
weft_rack_plan_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_RACK_PLAN (object)->elevation, weft_elevation_unref);
  G_OBJECT_CLASS (weft_rack_plan_parent_class)->finalize (object);
}

static void
weft_rack_plan_class_init (WeftRackPlanClass *klass)
{
  WeftLevelPlanClass *plan_class = WEFT_LEVEL_PLAN_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_rack_plan_finalize;
  plan_class->fits = weft_rack_plan_fits;
  plan_class->build = weft_rack_plan_build;
  plan_class->get_size = weft_rack_plan_get_size;
  plan_class->paint = weft_rack_plan_paint;
  plan_class->n_parts = weft_rack_plan_n_parts;
  plan_class->pick = weft_rack_plan_pick;
  plan_class->get_item = weft_rack_plan_get_item;
  plan_class->describe = weft_rack_plan_describe;
  plan_class->drag = weft_rack_plan_drag;
  plan_class->drop = weft_rack_plan_drop;
}

static void
weft_rack_plan_init (WeftRackPlan *self)
{
  self->drag_slot = -1;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Rack elevation, front and rear"), -1);
}
