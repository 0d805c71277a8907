/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row by row: from one wide bar to the next, and what lies between them pixel by pixel. The time that it takes follows
 * from the pixels, not from the number of tasks. */
#include <math.h>

#include "draw/gantt/weft-gantt-bars-private.h"

/* Bars as wide as this, in user units, are painted one by one. */
#define WIDE 3.0
/* Wider ones keep a distance from the next. */
#define SPACED 5.0
/* The least width and height that has room for a text. */
#define TEXT_WIDTH 11.0
/* Rows lower than this show the kernel that takes most of a pixel's time, and not all of them one above the other. */
#define STACKED 7.0
/* Pixels a user unit inside of a drawing. */
#define DRAWING_SCALE 2.0
#define PATH_LINE 1.5
#define PATH_STRIP 2.5
/* Of a pixel with hardly any work. */
#define LEAST_TINT 0.3

typedef struct
{
  cairo_t *cr; /* (nullable): where wide bars are shapes */
  const WeftGantt *chart;
  const WeftGanttSheet *sheet;
  const WeftGanttLayout *layout;
  const WeftBox *plot;
  WeftGanttPixels pixels;
  WeftGanttLooks looks;
  guint32 path_pixel;
  GArray *texts;

  double from_s;
  double to_s;
  double pixels_s; /* pixels a second */
  gboolean path;   /* the critical path stands out */
  gboolean bars;   /* they are shown */
  WeftGanttShades shades;
  int y0, y1; /* of the lane */
} Painter;

static WeftGanttStrength
strength_of (const Painter *self, guint kernel, gboolean on_path)
{
  if (self->path && !on_path)
    return WEFT_GANTT_BEHIND;
  return self->sheet->lit_kernel >= 0 && self->sheet->lit_kernel != (int) kernel ? WEFT_GANTT_BEHIND : WEFT_GANTT_USUAL;
}

static void
fill (const Painter *self, int x0, int y0, int x1, int y1, const WeftGanttLook *look)
{
  if (self->layout->mirrored)
    weft_gantt_pixels_fill (&self->pixels, self->pixels.width - x1, y0, self->pixels.width - x0, y1, look);
  else
    weft_gantt_pixels_fill (&self->pixels, x0, y0, x1, y1, look);
}

static void
outline (const Painter *self, int x0, int x1)
{
  int thickness = MAX (1, (int) lround (PATH_LINE * self->pixels.scale));
  int left = self->layout->mirrored ? self->pixels.width - x1 : x0;

  weft_gantt_pixels_outline (&self->pixels, left, self->y0, left + x1 - x0, self->y1, thickness, self->path_pixel);
}

/* --- narrow bars --- */

/* What of a pixel's time each sum takes, one bit for each that is not 0. */
typedef struct
{
  double shares[WEFT_GANTT_SUMS];
  guint32 bits;
  guint n_tasks;
} Column;

/* The lowest bit that is set; takes it away. */
static guint
take_bit (guint32 *bits)
{
  guint bit = (guint) __builtin_ctz (*bits);

  *bits &= *bits - 1;
  return bit;
}

/* The look of what takes most, of the critical path when that stands out. */
static const WeftGanttLook *
find_most (const Painter *self, const Column *column)
{
  guint n = self->chart->n_kernels;
  guint32 path_bits = self->path ? column->bits >> n << n : 0;
  guint32 bits = path_bits != 0 ? path_bits : column->bits;
  guint most = take_bit (&bits);

  while (bits != 0)
    {
      guint s = take_bit (&bits);

      if (column->shares[s] > column->shares[most])
        most = s;
    }
  return &self->looks[strength_of (self, most % n, most >= n)][most % n];
}

static double
sum_shares (const Column *column)
{
  double sum = 0;

  for (guint32 bits = column->bits; bits != 0;)
    sum += column->shares[take_bit (&bits)];
  return sum;
}

/* One colour, the paler the more of the time the device is idle. */
static void
paint_tint (const Painter *self, int x, const Column *column)
{
  int left = self->layout->mirrored ? self->pixels.width - 1 - x : x;

  weft_gantt_pixels_tint (&self->pixels, left, self->y0, self->y1, find_most (self, column),
                          CLAMP (sum_shares (column), LEAST_TINT, 1));
}

/* Shares from the bottom up: the critical path first when it stands out. */
static void
stack (const Painter *self, int x, const Column *column, guint32 bits, double *sum)
{
  guint n = self->chart->n_kernels;
  double height = self->y1 - self->y0;

  while (bits != 0)
    {
      guint s = take_bit (&bits);
      int below = self->y1 - (int) lround (MIN (*sum, 1) * height);
      int above;

      *sum += column->shares[s];
      above = self->y1 - (int) lround (MIN (*sum, 1) * height);
      if (above < below)
        fill (self, x, above, x + 1, below, &self->looks[strength_of (self, s % n, s >= n)][s % n]);
    }
}

/* While the critical path does not stand out, a kernel's share is one, on it or not. */
static void
join_path (const Painter *self, Column *column)
{
  guint n = self->chart->n_kernels;

  for (guint32 bits = column->bits >> n; bits != 0;)
    {
      guint k = take_bit (&bits);

      column->shares[k] = (column->bits & 1u << k ? column->shares[k] : 0) + column->shares[n + k];
      column->bits = (column->bits | 1u << k) & ~(1u << (n + k));
    }
}

static void
paint_stack (const Painter *self, int x, Column *column)
{
  guint n = self->chart->n_kernels;
  double sum = 0;

  if (!self->path)
    join_path (self, column);
  stack (self, x, column, column->bits >> n << n, &sum);
  stack (self, x, column, column->bits & ((1u << n) - 1), &sum);
  if (sum * (self->y1 - self->y0) < 0.5)
    fill (self, x, self->y1 - 1, x + 1, self->y1, find_most (self, column));
}

static void
paint_column (const Painter *self, int x, Column *column)
{
  gboolean on_path = self->path && column->bits >> self->chart->n_kernels != 0;

  if (column->n_tasks <= 1 || self->y1 - self->y0 < STACKED * self->pixels.scale)
    paint_tint (self, x, column);
  else
    paint_stack (self, x, column);
  if (on_path && self->y1 - self->y0 >= STACKED * self->pixels.scale)
    {
      WeftGanttLook strip = { .pixel = self->path_pixel };

      fill (self, x, self->y1 - MAX (1, (int) lround (PATH_STRIP * self->pixels.scale)), x + 1, self->y1, &strip);
    }
}

/* What bars do in a column; tasks that take no time leave a trace of the first. */
static void
sum_column (const Painter *self, guint32 *at, guint32 end, double t0, double t1, Column *column)
{
  guint32 before = *at;
  guint32 changed = weft_gantt_add_span (self->chart, at, end, t0, t1, column->shares);

  column->bits = 0;
  column->n_tasks = *at - before + (*at < end && self->chart->start[*at] < t1);
  while (changed != 0)
    {
      guint s = take_bit (&changed);

      column->shares[s] *= self->pixels_s;
      if (column->shares[s] > 0)
        column->bits |= 1u << s;
      else
        column->shares[s] = 0;
    }
  if (column->bits == 0 && *at > before)
    {
      guint k = self->chart->look[before] & ~WEFT_GANTT_ON_PATH;

      column->bits = 1u << k;
      column->shares[k] = 1e-9;
    }
}

static void
clear_column (Column *column)
{
  for (guint32 bits = column->bits; bits != 0;)
    column->shares[take_bit (&bits)] = 0;
}

/* Bars [@first, @end), of which none is wide. */
static void
paint_narrow (const Painter *self, guint32 first, guint32 end)
{
  double begin_s = MAX (self->chart->start[first], self->from_s);
  double end_s = MIN (self->chart->finish[end - 1], self->to_s);
  int x = (int) floor ((begin_s - self->from_s) * self->pixels_s);
  int last = MIN ((int) floor ((end_s - self->from_s) * self->pixels_s), self->pixels.width - 1);
  Column column = { .bits = 0 };
  guint32 at = first;

  for (; x <= last; x++)
    {
      double t0 = MAX (self->from_s + x / self->pixels_s, begin_s);
      double t1 = MIN (self->from_s + (x + 1) / self->pixels_s, end_s);

      sum_column (self, &at, end, t0, t1, &column);
      if (column.bits != 0)
        {
          paint_column (self, x, &column);
          clear_column (&column);
        }
      else if (at < end) /* a gap: on to the next bar */
        x = MAX (x, (int) floor ((self->chart->start[at] - self->from_s) * self->pixels_s) - 1);
    }
}

/* --- wide bars --- */

static void
note_text (const Painter *self, guint32 bar, double x0, double x1, WeftGanttStrength strength)
{
  WeftGanttText text = { .bar = bar, .strength = strength };

  x0 = MAX (x0, 0);
  x1 = MIN (x1, self->plot->w);
  if (x1 - x0 < TEXT_WIDTH || (self->y1 - self->y0) / self->pixels.scale < self->layout->text.small_line * 0.8)
    return;
  text.box = (WeftBox){ self->plot->x + x0, self->plot->y + self->y0 / self->pixels.scale, x1 - x0,
                        (self->y1 - self->y0) / self->pixels.scale };
  if (self->layout->mirrored)
    text.box.x = weft_box_right (self->plot) - x1;
  g_array_append_val (self->texts, text);
}

/* A shape of a drawing; far outside nothing is painted. */
static void
draw_bar (const Painter *self, double x0, double x1, const WeftGanttLook *look, gboolean outlined)
{
  double scale = self->pixels.scale;
  double left = MAX (x0, -4 * scale), right = MIN (x1, self->pixels.width + 4 * scale);
  WeftBox box = { self->plot->x + left / scale, self->plot->y + self->y0 / scale, (right - left) / scale,
                  (self->y1 - self->y0) / scale };

  if (self->layout->mirrored)
    box.x = weft_box_right (self->plot) - right / scale;
  if (look->hatched)
    weft_paint_hatched (self->cr, &box, 0, WEFT_CORNERS_NONE, &look->colour);
  else
    {
      weft_paint_source (self->cr, &look->colour, 1);
      cairo_rectangle (self->cr, box.x, box.y, box.w, box.h);
      cairo_fill (self->cr);
    }
  if (!outlined)
    return;
  weft_paint_source (self->cr, &self->layout->palette->text, 1);
  cairo_set_line_width (self->cr, PATH_LINE);
  cairo_rectangle (self->cr, box.x + PATH_LINE / 2, box.y + PATH_LINE / 2, MAX (0.1, box.w - PATH_LINE),
                   MAX (0.1, box.h - PATH_LINE));
  cairo_stroke (self->cr);
}

static void
paint_wide (const Painter *self, guint32 bar)
{
  guint8 look_of = self->chart->look[bar];
  gboolean on_path = (look_of & WEFT_GANTT_ON_PATH) != 0;
  guint kernel = look_of & ~WEFT_GANTT_ON_PATH;
  WeftGanttStrength strength = strength_of (self, kernel, on_path);
  double scale = self->pixels.scale;
  double x0 = (self->chart->start[bar] - self->from_s) * self->pixels_s;
  double x1 = (self->chart->finish[bar] - self->from_s) * self->pixels_s;
  double space = x1 - x0 >= SPACED * scale ? scale : 0;

  note_text (self, bar, x0 / scale, (x1 - space) / scale, strength);
  if (self->cr != NULL)
    {
      draw_bar (self, x0, x1 - space, &self->looks[strength][kernel], self->path && on_path);
      return;
    }
  /* Far outside there are no pixels that could be counted. */
  x0 = rint (CLAMP (x0, -4 * scale, self->pixels.width + 4 * scale));
  x1 = rint (CLAMP (x1 - space, -4 * scale, self->pixels.width + 4 * scale));
  fill (self, (int) x0, self->y0, MAX ((int) x1, (int) x0 + 1), self->y1, &self->looks[strength][kernel]);
  if (self->path && on_path)
    outline (self, (int) x0, MAX ((int) x1, (int) x0 + 1));
}

/* --- rows --- */

static void
paint_lane (Painter *self, guint lane)
{
  const WeftGanttLane *at = &self->chart->lanes[lane];
  double scale = self->pixels.scale;
  double wide_s = WIDE * scale / self->pixels_s;
  guint32 bar = weft_gantt_first_after (self->chart, at->first, at->end, self->from_s);
  double y0, y1;

  weft_gantt_lane_place (self->sheet->view, self->chart, lane, &y0, &y1);
  self->y0 = (int) lround (y0 * scale);
  self->y1 = MAX ((int) lround (y1 * scale), self->y0 + 1);
  while (bar < at->end && self->chart->start[bar] < self->to_s)
    {
      guint32 wide = weft_gantt_next_long (self->chart, bar, at->end, wide_s);

      if (wide > bar)
        paint_narrow (self, bar, wide);
      if (wide < at->end && self->chart->start[wide] < self->to_s)
        paint_wide (self, wide);
      bar = wide + 1;
    }
}

static void
paint_levels (const Painter *self, guint row)
{
  double gap = weft_gantt_row_gap (weft_gantt_view_get_row_height (self->sheet->view));
  double y0 = weft_gantt_view_y (self->sheet->view, row) + gap, y1 = weft_gantt_view_y (self->sheet->view, row + 1) - gap;

  weft_gantt_paint_levels (&self->pixels, &self->shades, self->chart, row, self->from_s,
                           (int) lround (y0 * self->pixels.scale), (int) lround (y1 * self->pixels.scale),
                           self->layout->mirrored, self->bars);
}

static void
paint_row (Painter *self, guint row)
{
  const WeftGanttRow *at = weft_gantt_row (self->chart, row);

  if (weft_gantt_has_levels (self->chart))
    paint_levels (self, row);
  for (guint lane = at->lane; lane < at->lane + at->n_lanes && self->bars; lane++)
    paint_lane (self, lane);
}

/* The scale of an image, 0 for what is not one. */
static double
find_scale (cairo_t *cr)
{
  cairo_matrix_t matrix;
  double sx, sy;

  if (cairo_surface_get_type (cairo_get_target (cr)) != CAIRO_SURFACE_TYPE_IMAGE)
    return 0;
  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (cairo_get_target (cr), &sx, &sy);
  return matrix.xy == 0 && matrix.yx == 0 && matrix.xx > 0 && matrix.xx == matrix.yy ? matrix.xx * sx : 0;
}

/* (transfer full) */
static cairo_surface_t *
begin_pixels (Painter *self, double scale)
{
  cairo_surface_t *image = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, MAX (1, (int) ceil (self->plot->w * scale)), MAX (1, (int) ceil (self->plot->h * scale)));

  cairo_surface_flush (image);
  self->pixels.data = (guint32 *) (gpointer) cairo_image_surface_get_data (image);
  self->pixels.stride = cairo_image_surface_get_stride (image) / 4;
  self->pixels.width = cairo_image_surface_get_width (image);
  self->pixels.height = cairo_image_surface_get_height (image);
  self->pixels.scale = scale;
  return image;
}

static void
end_pixels (const Painter *self, cairo_t *cr, cairo_surface_t *image)
{
  cairo_surface_mark_dirty (image);
  cairo_save (cr);
  cairo_translate (cr, self->plot->x, self->plot->y);
  cairo_scale (cr, 1 / self->pixels.scale, 1 / self->pixels.scale);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

void
weft_gantt_paint_bars (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index,
                       GArray *texts)
{
  double scale = find_scale (cr);
  double first = floor (weft_gantt_view_get_first_row (sheet->view));
  double last = ceil (weft_gantt_view_get_first_row (sheet->view) + weft_gantt_view_get_n_seen (sheet->view));
  Painter self = {
    .cr = scale > 0 ? NULL : cr,
    .chart = sheet->charts[index],
    .sheet = sheet,
    .layout = layout,
    .plot = &layout->plots[index],
    .texts = texts,
    .from_s = weft_gantt_view_get_from_s (sheet->view),
    .to_s = weft_gantt_view_get_to_s (sheet->view),
    .path = sheet->shows_path && weft_gantt_n_path (sheet->charts[index]) > 0,
    .bars = weft_gantt_shows_bars (sheet->charts[index], sheet->view),
  };
  cairo_surface_t *image = begin_pixels (&self, scale > 0 ? scale : DRAWING_SCALE);
  const WeftColour *text = &layout->palette->text;

  weft_gantt_looks_init (self.looks, self.chart, layout->palette);
  self.path_pixel = 0xff000000u | (guint32) lround (text->r * 255) << 16 | (guint32) lround (text->g * 255) << 8
                    | (guint32) lround (text->b * 255);
  self.pixels_s = self.pixels.scale * self.plot->w / (self.to_s - self.from_s);
  if (weft_gantt_has_levels (self.chart))
    weft_gantt_shades_init (&self.shades, layout->palette, 1 / self.pixels_s);
  for (double row = MAX (first, 0); row < MIN (last, weft_gantt_n_rows (self.chart)); row++)
    paint_row (&self, (guint) row);
  end_pixels (&self, cr, image);
}
