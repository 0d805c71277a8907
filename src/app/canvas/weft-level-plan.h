/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the level in view that is no diagram: a rack from front and rear, or the floor. It
 * shares selection and verbs with the canvas; a kind of plan says what is where. */
#pragma once

#include "app/canvas/weft-stage.h"
#include "draw/weft-paint.h"

G_BEGIN_DECLS

#define WEFT_TYPE_LEVEL_PLAN (weft_level_plan_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftLevelPlan, weft_level_plan, WEFT, LEVEL_PLAN, GtkWidget)

struct _WeftLevelPlanClass
{
  GtkWidgetClass parent_class;

  /* Whether the level in view has such a picture. */
  gboolean (*fits)     (WeftStage *stage);
  /* Makes the picture of the stage's level anew. */
  void     (*build)    (WeftLevelPlan *self, WeftStage *stage);
  void     (*get_size) (WeftLevelPlan *self, double *width, double *height);
  void     (*paint)    (WeftLevelPlan *self, cairo_t *cr, const WeftPalette *palette, int hover,
                        const guint8 *selected, const guint8 *severity);
  guint    (*n_parts)  (WeftLevelPlan *self);
  int      (*pick)     (WeftLevelPlan *self, double x, double y);
  /* Which item of the level it is, -1 none. */
  int      (*get_item) (WeftLevelPlan *self, guint part);
  char    *(*describe) (WeftLevelPlan *self, guint part);
  /* (nullable): a part is taken to a place; dragging ends with @drops. */
  void     (*drag)     (WeftLevelPlan *self, guint part, double x, double y, gboolean drops);
  /* (nullable): something from the palette was dropped. */
  void     (*drop)     (WeftLevelPlan *self, const char *kind, const char *of, double x, double y);
};

void       weft_level_plan_set_stage (WeftLevelPlan  *self,
                                WeftStage *stage);
WeftStage *weft_level_plan_get_stage (WeftLevelPlan  *self);
gboolean   weft_level_plan_fits      (WeftLevelPlan  *self);
/* Where the plan's kind wants something else to be drawn. */
void       weft_level_plan_redraw    (WeftLevelPlan  *self);

#define WEFT_TYPE_RACK_PLAN (weft_rack_plan_get_type ())
G_DECLARE_FINAL_TYPE (WeftRackPlan, weft_rack_plan, WEFT, RACK_PLAN, WeftLevelPlan)

#define WEFT_TYPE_FLOOR_PLAN (weft_floor_plan_get_type ())
G_DECLARE_FINAL_TYPE (WeftFloorPlan, weft_floor_plan, WEFT, FLOOR_PLAN, WeftLevelPlan)

G_END_DECLS
