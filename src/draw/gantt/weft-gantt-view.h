/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of a Gantt chart is seen: a range of time and of rows, and how high a row is. Charts of two schedules
 * share one. Knows no widget. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_TYPE_GANTT_VIEW (weft_gantt_view_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftGanttView, weft_gantt_view, WEFT, GANTT_VIEW, GObject)

/* The least and the greatest height of a row, and the one that is chosen when there is room, in user units. */
#define WEFT_GANTT_VIEW_LEAST_ROW 2.0
#define WEFT_GANTT_VIEW_MOST_ROW 72.0
#define WEFT_GANTT_VIEW_USUAL_ROW 26.0

/* Signal "changed" (no arguments): something else is seen. */
WEFT_API WeftGanttView *weft_gantt_view_new             (void); /* (transfer full) */

/* What there is to see: time from 0 to @end_s in @n_rows rows. A change shows everything. */
WEFT_API void           weft_gantt_view_set_extent      (WeftGanttView *self,
                                                         double         end_s,
                                                         guint          n_rows);
/* The room for bars, in user units. While everything is seen it goes on to be. */
WEFT_API void           weft_gantt_view_set_size        (WeftGanttView *self,
                                                         double         width,
                                                         double         height);

WEFT_API double         weft_gantt_view_get_from_s      (WeftGanttView *self);
WEFT_API double         weft_gantt_view_get_to_s        (WeftGanttView *self);
/* Rows above the room, with a fraction. */
WEFT_API double         weft_gantt_view_get_first_row   (WeftGanttView *self);
WEFT_API double         weft_gantt_view_get_row_height  (WeftGanttView *self);
WEFT_API double         weft_gantt_view_get_width       (WeftGanttView *self);
WEFT_API double         weft_gantt_view_get_height      (WeftGanttView *self);
WEFT_API double         weft_gantt_view_get_end_s       (WeftGanttView *self);
/* Rows that the room has place for, with a fraction. */
WEFT_API double         weft_gantt_view_get_n_seen      (WeftGanttView *self);
/* All of the time and all rows. */
WEFT_API gboolean       weft_gantt_view_is_whole        (WeftGanttView *self);

/* User units from the left and the top of the room. */
WEFT_API double         weft_gantt_view_x               (WeftGanttView *self,
                                                         double         time_s);
WEFT_API double         weft_gantt_view_time            (WeftGanttView *self,
                                                         double         x);
WEFT_API double         weft_gantt_view_y               (WeftGanttView *self,
                                                         double         row);
WEFT_API double         weft_gantt_view_row             (WeftGanttView *self,
                                                         double         y);

/* Everything. */
WEFT_API void           weft_gantt_view_fit             (WeftGanttView *self);
WEFT_API void           weft_gantt_view_show_range      (WeftGanttView *self,
                                                         double         from_s,
                                                         double         to_s);
/* The time at @x stays where it is; @factor over 1 goes nearer. */
WEFT_API void           weft_gantt_view_zoom            (WeftGanttView *self,
                                                         double         factor,
                                                         double         x);
/* The row at @y stays where it is. */
WEFT_API void           weft_gantt_view_zoom_rows       (WeftGanttView *self,
                                                         double         factor,
                                                         double         y);
/* By user units; what was to the right or below comes nearer. */
WEFT_API void           weft_gantt_view_pan             (WeftGanttView *self,
                                                         double         dx,
                                                         double         dy);
/* A span in a row, with what is around it, in the middle. */
WEFT_API void           weft_gantt_view_zoom_to         (WeftGanttView *self,
                                                         double         from_s,
                                                         double         to_s,
                                                         guint          row);
/* The least that has to be moved to see a span in a row; nothing when it is seen. */
WEFT_API void           weft_gantt_view_reveal          (WeftGanttView *self,
                                                         double         from_s,
                                                         double         to_s,
                                                         guint          row);

G_END_DECLS
