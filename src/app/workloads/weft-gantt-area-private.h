/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a Gantt area, for the files that make it up. */
#pragma once

#include "app/workloads/weft-gantt-area.h"

G_BEGIN_DECLS

struct _WeftGanttArea
{
  GtkWidget parent_instance;

  WeftGanttSheet sheet; /* owns charts, heads, view and labels */
  WeftPalette palette;
  char *font;

  cairo_surface_t *picture; /* (nullable): for this size and scale */
  WeftGanttMarks marks;
  gboolean has_pointer;
  double x, y; /* of the pointer */
  double drag_x, drag_y; /* what of a drag has been done */
  double pinch;

  GtkAdjustment *adjustments[2]; /* (nullable): of time and of rows */
  gboolean adjusting;            /* a change comes from here */
};

/* In weft-gantt-area-input.c */
void weft_gantt_area_add_input   (WeftGanttArea       *self);
void weft_gantt_area_install_actions (GtkWidgetClass  *widget_class);
void weft_gantt_area_point       (WeftGanttArea       *self);

/* In weft-gantt-area.c */
void weft_gantt_area_drop        (WeftGanttArea       *self);
void weft_gantt_area_say         (WeftGanttArea       *self);
void weft_gantt_area_choose      (WeftGanttArea       *self,
                                  guint                chart,
                                  guint32              task);
void weft_gantt_area_activate    (WeftGanttArea       *self);

G_END_DECLS
