/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One or two schedules as Gantt charts: shows and caches what draw/ paints, with zoom, scrolling, hover, keyboard and
 * a chosen task. */
#pragma once

#include <gtk/gtk.h>

#include "draw/gantt/weft-gantt-sheet.h"

G_BEGIN_DECLS

#define WEFT_TYPE_GANTT_AREA (weft_gantt_area_get_type ())
G_DECLARE_FINAL_TYPE (WeftGanttArea, weft_gantt_area, WEFT, GANTT_AREA, GtkWidget)

/* A #GtkScrollable. Property "shows-path". Signals "task-selected" (chart, task; WEFT_TASK_NONE for none) and
 * "task-activated" (chart, task). Actions: "gantt.zoom-in", "gantt.zoom-out", "gantt.fit", "gantt.zoom-task". */
GtkWidget     *weft_gantt_area_new            (void);
/* Both nullable; what is seen stays when they are as long and have as many rows. */
void           weft_gantt_area_set_charts     (WeftGanttArea *self,
                                               WeftGantt     *upper,
                                               const char    *upper_head,
                                               WeftGantt     *lower,
                                               const char    *lower_head);
WeftGantt     *weft_gantt_area_get_chart      (WeftGanttArea *self,
                                               guint          which); /* (nullable) */
WeftGanttView *weft_gantt_area_get_view       (WeftGanttArea *self);
void           weft_gantt_area_set_shows_path (WeftGanttArea *self,
                                               gboolean       shows);
gboolean       weft_gantt_area_get_shows_path (WeftGanttArea *self);
/* Selects a task, and brings it into sight. */
void           weft_gantt_area_select         (WeftGanttArea *self,
                                               guint          chart,
                                               guint32        task);
void           weft_gantt_area_zoom_to        (WeftGanttArea *self,
                                               guint          chart,
                                               guint32        task);
guint32        weft_gantt_area_get_selected   (WeftGanttArea *self,
                                               guint         *chart);
/* What is said of a point, as a tooltip. (transfer full) (nullable) */
char          *weft_gantt_area_describe       (WeftGanttArea *self,
                                               double         x,
                                               double         y);

G_END_DECLS
