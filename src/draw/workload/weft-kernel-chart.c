/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are as high as their text; what does not fit is counted in the last one. */
#include "config.h"

#include "draw/workload/weft-kernel-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/weft-chart-frame-private.h"

/* Names take at most this part of the width. */
#define MOST_OF_WIDTH 0.34
#define ROW_LINES 1.5
#define BAR_PART 0.8
#define BAR_STRENGTH 0.42
#define LEAST_BAR 1.0

typedef enum
{
  TASKS,
  FLOPS,
  BYTES,
  COMM,
  N_MEASURES,
} Measure;

static const struct
{
  const char *title;
  WeftUnit unit;
} measures[N_MEASURES] = {
  [TASKS] = { N_("Tasks"), WEFT_UNIT_COUNT },
  [FLOPS] = { N_("Operations"), WEFT_UNIT_FLOP },
  [BYTES] = { N_("Memory traffic"), WEFT_UNIT_BYTES },
  [COMM] = { N_("Network"), WEFT_UNIT_BYTES },
};

typedef struct
{
  WeftChartFrame text;
  const WeftTaskSummary *summary;
  double width;
  gboolean mirrored;
  WeftBox title;
  WeftBox head;
  double names; /* width of their column, with the sample */
  double row_height;
  guint n_rows;
  guint n_columns;
  Measure columns[N_MEASURES];
  double column; /* width of each */
} Layout;

static double
value_of (const WeftKernelSum *sum, Measure measure)
{
  switch (measure)
    {
    case TASKS:
      return sum->n_tasks;
    case FLOPS:
      return sum->flops;
    case BYTES:
      return sum->bytes;
    case COMM:
      return sum->comm_bytes;
    case N_MEASURES:
    default:
      g_assert_not_reached ();
    }
}

static const WeftKernelSum *
sum_at (const WeftTaskSummary *summary, guint row)
{
  return &g_array_index (summary->kernels, WeftKernelSum, row);
}

static double
total_of (const WeftTaskSummary *summary, Measure measure)
{
  double total = 0;

  for (guint i = 0; i < summary->kernels->len; i++)
    total += value_of (sum_at (summary, i), measure);
  return total;
}

static double
most_of (const WeftTaskSummary *summary, Measure measure)
{
  double most = 0;

  for (guint i = 0; i < summary->kernels->len; i++)
    most = MAX (most, value_of (sum_at (summary, i), measure));
  return most;
}

/* Columns that are 0 everywhere say nothing, but for the tasks. */
static void
choose_columns (Layout *self)
{
  for (Measure m = TASKS; m < N_MEASURES; m++)
    if (m == TASKS || total_of (self->summary, m) > 0)
      self->columns[self->n_columns++] = m;
}

static double
measure_names (const Layout *self)
{
  double widest = weft_text_width (&self->text.small, _("Kernel"));

  /* Of thousands of kernels the first ones are measured. */
  for (guint i = 0; i < MIN (self->n_rows, 64); i++)
    widest = MAX (widest, weft_text_width (&self->text.small, sum_at (self->summary, i)->kernel));
  return ceil (widest);
}

static void
layout_init (Layout *self, const WeftKernelChart *chart, double width, const WeftPalette *palette)
{
  double top, sample;

  *self = (Layout){ .summary = chart->summary, .width = width, .mirrored = palette->right_to_left };
  weft_chart_frame_init (&self->text, palette, palette->font_size);
  self->n_rows = weft_kernel_chart_n_rows (chart);
  if (self->n_rows == 0)
    return;
  choose_columns (self);
  top = self->text.gap;
  self->title = (WeftBox){ self->text.pad, top, MAX (1, width - 2 * self->text.pad),
                           weft_chart_frame_title_height (&self->text, chart->title) };
  top += self->title.h;
  sample = round (self->text.small_line * 1.35) + self->text.gap;
  self->names = MIN (measure_names (self) + sample, floor (width * MOST_OF_WIDTH));
  self->head = (WeftBox){ 0, top, width, round (self->text.small_line * 1.6) };
  self->row_height = round (self->text.small_line * ROW_LINES);
  self->column = MAX (1, (width - 2 * self->text.pad - self->names) / self->n_columns - self->text.gap);
}

static void
row_box (const Layout *self, guint row, WeftBox *box)
{
  *box = (WeftBox){ self->text.pad / 2, weft_box_bottom (&self->head) + row * self->row_height,
                    MAX (1, self->width - self->text.pad), self->row_height };
}

/* @column -1: of the names. */
static WeftBox
cell_box (const Layout *self, double y, double height, int column)
{
  WeftBox box = { self->text.pad, y, self->names, height };

  if (column >= 0)
    {
      box.x += self->names + self->text.gap + column * (self->column + self->text.gap);
      box.w = self->column;
    }
  if (self->mirrored)
    weft_box_mirror (&box, self->width);
  return box;
}

static void
paint_head (const Layout *self, cairo_t *cr, const WeftPalette *palette)
{
  const WeftColour *dim = weft_chart_dim (palette);
  WeftBox names = cell_box (self, self->head.y, self->head.h, -1);

  weft_text_draw (cr, &self->text.small, _("Kernel"), &names, weft_chart_start (palette), dim);
  for (guint c = 0; c < self->n_columns; c++)
    {
      WeftBox box = cell_box (self, self->head.y, self->head.h, (int) c);

      weft_text_draw (cr, &self->text.small, _(measures[self->columns[c]].title), &box, weft_chart_start (palette),
                      dim);
    }
}

static void
paint_bar (const Layout *self, cairo_t *cr, const WeftPalette *palette, const WeftBox *cell, double share,
           const WeftKernelLook *look)
{
  const WeftColour *hue = weft_kernel_look_hue (look, palette);
  double h = round (cell->h * BAR_PART);
  WeftBox bar = { cell->x, cell->y + round ((cell->h - h) / 2), share > 0 ? MAX (LEAST_BAR, cell->w * share) : 0, h };
  WeftColour pale = { palette->card.r + (hue->r - palette->card.r) * BAR_STRENGTH,
                      palette->card.g + (hue->g - palette->card.g) * BAR_STRENGTH,
                      palette->card.b + (hue->b - palette->card.b) * BAR_STRENGTH, 1 };

  if (bar.w <= 0)
    return;
  if (self->mirrored)
    bar.x = weft_box_right (cell) - bar.w;
  weft_paint_solid (cr, &bar, 3, WEFT_CORNERS_ALL, &pale, palette);
}

static void
paint_sample (const Layout *self, cairo_t *cr, const WeftPalette *palette, const WeftBox *cell,
              const WeftKernelLook *look)
{
  const WeftColour *hue = weft_kernel_look_hue (look, palette);
  double side = round (self->text.small_line * 1.05);
  WeftTextStyle letter = self->text.small_strong;
  WeftBox box = { cell->x, cell->y + round ((cell->h - side) / 2), round (side * 1.35), side };

  letter.size *= 0.86;
  if (self->mirrored)
    box.x = weft_box_right (cell) - box.w;
  if (look->hatched)
    weft_paint_hatched (cr, &box, 2, WEFT_CORNERS_ALL, hue);
  else
    weft_paint_solid (cr, &box, 2, WEFT_CORNERS_ALL, hue, palette);
  weft_text_draw (cr, &letter, look->letter, &box, WEFT_TEXT_CENTRE,
                  look->hatched ? &palette->text : weft_colour_ink_on (hue));
}

static void
paint_row (const Layout *self, cairo_t *cr, const WeftPalette *palette, const WeftKernelLooks *looks, guint row)
{
  const WeftKernelSum *sum = sum_at (self->summary, row);
  double sample = round (self->text.small_line * 1.05 * 1.35) + self->text.space * 1.4;
  const WeftKernelLook *look = NULL;
  WeftBox at, names;

  row_box (self, row, &at);
  for (guint i = 0; i < looks->n && look == NULL; i++)
    if (looks->looks[i].name == sum->kernel)
      look = &looks->looks[i];
  if (look == NULL)
    look = &looks->looks[looks->n - 1];
  names = cell_box (self, at.y, at.h, -1);
  paint_sample (self, cr, palette, &names, look);
  names.w = MAX (1, names.w - sample);
  names.x += self->mirrored ? 0 : sample;
  weft_text_draw (cr, &self->text.small, sum->kernel, &names, weft_chart_start (palette), &palette->text);
  for (guint c = 0; c < self->n_columns; c++)
    {
      Measure m = self->columns[c];
      double value = value_of (sum, m), most = most_of (self->summary, m);
      WeftBox cell = cell_box (self, at.y, at.h, (int) c);
      g_autofree char *text = weft_quantity_format (value, measures[m].unit);

      paint_bar (self, cr, palette, &cell, most > 0 ? value / most : 0, look);
      cell.x += self->mirrored ? 0 : self->text.space;
      cell.w = MAX (1, cell.w - self->text.space);
      weft_text_draw (cr, &self->text.small, value > 0 ? text : "–", &cell, weft_chart_start (palette),
                      value > 0 ? &palette->text : weft_chart_dim (palette));
    }
}

/* Rows that are painted; without room for all one line says how many are not. */
static guint
count_fitting (const Layout *self, double height)
{
  double room = height - weft_box_bottom (&self->head);
  guint fitting = (guint) MAX (0, floor ((room + 0.5) / self->row_height));

  return fitting >= self->n_rows ? self->n_rows : MAX (fitting, 1) - 1;
}

/**
 * weft_kernel_chart_n_rows: (skip)
 * @chart: a chart
 *
 * Returns: how many kernels it shows
 */
guint
weft_kernel_chart_n_rows (const WeftKernelChart *chart)
{
  return chart->summary != NULL ? chart->summary->kernels->len : 0;
}

/**
 * weft_kernel_chart_paint: (skip)
 * @cr: where to paint
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @chart: what to paint
 */
void
weft_kernel_chart_paint (cairo_t *cr, double width, double height, const WeftPalette *palette,
                         const WeftKernelChart *chart)
{
  g_autoptr (WeftKernelLooks) looks = NULL;
  Layout layout;
  guint fitting;

  g_return_if_fail (cr != NULL && palette != NULL && chart != NULL);

  if (!(width > 0 && height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  weft_paint_background (cr, width, height, palette);
  layout_init (&layout, chart, width, palette);
  if (layout.n_rows == 0)
    {
      weft_chart_paint_message (cr, width, height, palette, _("No tasks"));
      cairo_restore (cr);
      return;
    }
  looks = weft_kernel_looks_new (chart->summary->graph);
  if (chart->title != NULL)
    weft_text_draw (cr, &layout.text.strong, chart->title, &layout.title, weft_chart_start (palette), &palette->text);
  paint_head (&layout, cr, palette);
  fitting = count_fitting (&layout, height);
  for (guint row = 0; row < fitting; row++)
    {
      WeftBox box;

      row_box (&layout, row, &box);
      if ((int) row == chart->hover)
        weft_paint_hover (cr, &box, palette);
      paint_row (&layout, cr, palette, looks, row);
    }
  if (fitting < layout.n_rows)
    {
      guint n = layout.n_rows - fitting;
      g_autofree char *text =
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more kernel", "%u more kernels", n), n);
      WeftBox box;

      row_box (&layout, fitting, &box);
      weft_text_draw (cr, &layout.text.small, text, &box, WEFT_TEXT_CENTRE, weft_chart_dim (palette));
    }
  cairo_restore (cr);
}

/**
 * weft_kernel_chart_pick: (skip)
 * @x: in the picture
 * @y: in the picture
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @chart: what is painted
 *
 * Returns: the row there, -1 for none
 */
int
weft_kernel_chart_pick (double x, double y, double width, double height, const WeftPalette *palette,
                        const WeftKernelChart *chart)
{
  Layout layout;
  double row;

  g_return_val_if_fail (palette != NULL && chart != NULL, -1);

  layout_init (&layout, chart, width, palette);
  if (layout.n_rows == 0 || x < 0 || x >= width)
    return -1;
  row = floor ((y - weft_box_bottom (&layout.head)) / layout.row_height);
  return row >= 0 && row < count_fitting (&layout, height) ? (int) row : -1;
}

/**
 * weft_kernel_chart_row: (skip)
 * @row: a row
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @chart: what is painted
 * @box: (out caller-allocates): where the row is
 */
void
weft_kernel_chart_row (guint row, double width, double height, const WeftPalette *palette,
                       const WeftKernelChart *chart, WeftBox *box)
{
  Layout layout;

  g_return_if_fail (palette != NULL && chart != NULL && box != NULL);

  layout_init (&layout, chart, width, palette);
  row_box (&layout, row, box);
}

/**
 * weft_kernel_chart_height: (skip)
 * @width: of the picture
 * @palette: colours and text
 * @chart: what is painted
 *
 * Returns: the height that has all rows
 */
double
weft_kernel_chart_height (double width, const WeftPalette *palette, const WeftKernelChart *chart)
{
  Layout layout;

  g_return_val_if_fail (palette != NULL && chart != NULL, 1);

  layout_init (&layout, chart, width, palette);
  return ceil (weft_box_bottom (&layout.head) + MAX (1, layout.n_rows) * layout.row_height + layout.text.gap);
}

/**
 * weft_kernel_chart_describe: (skip)
 * @chart: a chart
 * @row: a row
 *
 * Returns: (transfer full): the row in words, with what part of the whole it is
 */
char *
weft_kernel_chart_describe (const WeftKernelChart *chart, guint row)
{
  const WeftKernelSum *sum;
  GString *text;

  g_return_val_if_fail (chart != NULL && row < weft_kernel_chart_n_rows (chart), NULL);

  sum = sum_at (chart->summary, row);
  text = g_string_new (sum->kernel);
  for (Measure m = TASKS; m < N_MEASURES; m++)
    {
      double value = value_of (sum, m), total = total_of (chart->summary, m);
      g_autofree char *words = weft_quantity_format (value, measures[m].unit);

      if (total > 0)
        g_string_append_printf (text, "\n%s: %s (%.3g %%)", _(measures[m].title), words, 100 * value / total);
    }
  return g_string_free (text, FALSE);
}
