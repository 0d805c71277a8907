/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sheets at most: the whole, and a part of it in which the bars of the busiest lane can be told apart. */
#include "config.h"

#include "draw/gantt/weft-gantt-export-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/gantt/weft-gantt-private.h"
#include "draw/gantt/weft-gantt-scale-private.h"
#include "draw/gantt/weft-gantt-sheet.h"
#include "draw/weft-paint-private.h"

#define WIDTH 1400.0
/* Rows of one chart together, about, and a row at least and at most. What waits has to be told from what works. */
#define ROWS_HEIGHT 560.0
#define ROWS_HEIGHT_WITH_WAITS 800.0
#define LEAST_ROW 5.0
#define MOST_ROW 36.0
#define GAP 12.0
#define PNG_SCALE 2.0
/* Pixels of a PNG a side at most, and what a picture that is higher is still worth. */
#define MOST_PIXELS 32000.0
/* A device with more bars than this has a part of them shown larger: so many of them. */
#define CROWDED 220
#define DETAIL 56
/* Places for it that are looked at. */
#define SOUGHT 48

typedef struct
{
  WeftGanttSheet sheet;
  double height;
} Part;

typedef struct
{
  WeftGantt *const *charts; /* [WEFT_GANTT_MOST_CHARTS] */
  const char *const *heads;
  const char *title;
  char *detail_title;
  WeftGanttView *views[2];
  Part parts[2];
  guint n_parts;
  double from_s; /* of the detail, NAN without one */
  double to_s;
} Picture;

static void
picture_clear (Picture *self)
{
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->views[i]);
  g_free (self->detail_title);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, picture_clear)

/* The bars in the middle of the busiest lane, when it has more than can be told apart. */
static gboolean
find_detail (const WeftGantt *chart, double *from_s, double *to_s)
{
  const WeftGanttLane *crowded = &chart->lanes[0];
  guint32 middle;

  for (guint l = 1; l < chart->n_lanes; l++)
    if (chart->lanes[l].end - chart->lanes[l].first > crowded->end - crowded->first)
      crowded = &chart->lanes[l];
  if (crowded->end - crowded->first < CROWDED)
    return FALSE;
  middle = crowded->first + (crowded->end - crowded->first) / 2;
  *from_s = chart->start[middle - DETAIL / 2];
  *to_s = chart->finish[middle + DETAIL / 2];
  return *to_s > *from_s;
}

/* The most rows of a chart, and the latest end. */
static guint
find_extent (const Picture *self, double *end_s)
{
  guint n_rows = 0;

  *end_s = 0;
  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS && self->charts[i] != NULL; i++)
    {
      n_rows = MAX (n_rows, weft_gantt_n_rows (self->charts[i]));
      *end_s = MAX (*end_s, weft_gantt_get_end_s (self->charts[i]));
    }
  return n_rows;
}

static void
add_part (Picture *self, double row_height, const WeftPalette *palette)
{
  Part *part = &self->parts[self->n_parts];
  WeftGanttView *view = weft_gantt_view_new ();
  double end_s;
  guint n_rows = find_extent (self, &end_s);

  self->views[self->n_parts++] = view;
  part->sheet = (WeftGanttSheet){ .view = view, .shows_path = TRUE, .lit_kernel = -1 };
  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS; i++)
    {
      part->sheet.charts[i] = self->charts[i];
      part->sheet.heads[i] = self->heads[i];
    }
  weft_gantt_view_set_extent (view, end_s, n_rows);
  part->height = weft_gantt_sheet_height (&part->sheet, WIDTH, row_height, palette);
}

/* Where waits are known, not the middle but that part of as many places in which devices work most. */
static void
seek_work (const WeftGantt *chart, double *from_s, double *to_s)
{
  double span_s = *to_s - *from_s, most_s = -1;

  for (guint i = 0; chart->n_waits != NULL && i < SOUGHT; i++)
    {
      double at_s = (chart->makespan_s - span_s) * i / (SOUGHT - 1), work_s = 0;

      for (guint r = 0; r < weft_gantt_n_rows (chart); r++)
        {
          WeftGanttSpan span;

          weft_gantt_sum_span (chart, r, at_s, at_s + span_s, &span);
          work_s += span.busy_s;
        }
      if (work_s <= most_s)
        continue;
      most_s = work_s;
      *from_s = at_s;
      *to_s = at_s + span_s;
    }
}

static void
add_detail (Picture *self, double row_height, const WeftPalette *palette)
{
  g_autofree char *from = NULL, *to = NULL;
  WeftGanttScale scale;
  Part *part;

  if (!find_detail (self->charts[0], &self->from_s, &self->to_s))
    {
      self->from_s = self->to_s = NAN;
      return;
    }
  seek_work (self->charts[0], &self->from_s, &self->to_s);
  add_part (self, row_height, palette);
  weft_gantt_scale_init (&scale, self->from_s, self->to_s, 10, weft_gantt_is_plain (self->charts[0]));
  from = weft_gantt_scale_format (&scale, self->from_s);
  to = weft_gantt_scale_format (&scale, self->to_s);
  /* Translators: two times; the first chart has a mark around them */
  self->detail_title = g_strdup_printf (_("The part that is marked above, from %s to %s"), from, to);
  part = &self->parts[1];
  part->sheet.title = self->detail_title;
  /* All that works there is worth to be seen, the path or not. */
  part->sheet.shows_path = self->charts[0]->n_waits == NULL;
  part->sheet.hides_legend = TRUE;
  part->height = weft_gantt_sheet_height (&part->sheet, WIDTH, row_height, palette);
  weft_gantt_view_show_range (self->views[1], self->from_s, self->to_s);
}

/* As high as all rows of the chart with the most need. */
static void
picture_init (Picture *self, guint n_charts, const WeftPalette *palette)
{
  double row_height, end_s;
  guint n_rows = find_extent (self, &end_s);

  row_height = self->charts[0]->n_waits != NULL ? ROWS_HEIGHT_WITH_WAITS : ROWS_HEIGHT;
  row_height = CLAMP (row_height / n_charts / n_rows, LEAST_ROW, MOST_ROW);
  add_part (self, floor (row_height), palette);
  self->parts[0].sheet.title = self->title;
  self->parts[0].height = weft_gantt_sheet_height (&self->parts[0].sheet, WIDTH, floor (row_height), palette);
  add_detail (self, floor (row_height), palette);
  self->parts[0].sheet.shows_path = isnan (self->from_s);
}

static void
paint_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer data)
{
  const Picture *self = data;
  WeftGanttMarks marks = { .hover = WEFT_TASK_NONE, .selected = WEFT_TASK_NONE, .cursor_s = NAN,
                           .from_s = self->from_s, .to_s = self->to_s };

  weft_paint_background (cr, width, height, palette);
  weft_gantt_sheet_paint (&self->parts[0].sheet, cr, width, self->parts[0].height, palette);
  weft_gantt_sheet_paint_marks (&self->parts[0].sheet, cr, width, self->parts[0].height, palette, &marks);
  if (self->n_parts < 2)
    return;
  cairo_translate (cr, 0, self->parts[0].height + GAP);
  weft_gantt_sheet_paint (&self->parts[1].sheet, cr, width, self->parts[1].height, palette);
}

gboolean
weft_gantt_export_charts (const char *path, WeftGantt *const *charts, const char *const *heads, const char *title,
                          const WeftPalette *palette, GError **error)
{
  g_auto (Picture) picture = { .charts = charts, .heads = heads, .title = title, .from_s = NAN, .to_s = NAN };
  double height;

  if (!weft_paint_check_suffix (path, error))
    return FALSE;
  picture_init (&picture, charts[1] != NULL ? 2 : 1, palette);
  height = picture.parts[0].height + (picture.n_parts > 1 ? GAP + picture.parts[1].height : 0);
  return weft_paint_export_titled (path, WIDTH, height, MIN (PNG_SCALE, MOST_PIXELS / height), palette, picture.title,
                                   paint_cb, &picture, error);
}
