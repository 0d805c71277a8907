/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints a table: the title, the header over a hairline, rows on alternating ground. Long cells
 * wrap; rows that the height cannot hold are counted in the last line. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/weft-table-private.h"
#include "draw/weft-text-private.h"

/* A start-aligned column is not wider by itself than this many times the font's size. */
#define WIDEST_COLUMN 26.0
#define NARROWEST_COLUMN 3.0

typedef struct
{
  const WeftTable *table;
  const WeftPalette *palette;
  WeftTextStyle text, head, title;
  double line;             /* height of one */
  double pad, gap, air;    /* outer margin, between columns, above and below a cell's text */
  double *columns;         /* widths */
  double *rows;            /* heights */
  double title_height, head_height;
  double width;            /* of all columns and the spaces between them */
} Layout;

static void
layout_clear (Layout *self)
{
  g_free (self->columns);
  g_free (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layout, layout_clear)

static double
natural_column (const Layout *self,
                guint         column)
{
  const WeftTableColumn *what = weft_table_column (self->table, column);
  double width = weft_text_width (&self->head, what->title);
  double cell = 0;

  for (guint r = 0; r < self->table->rows->len; r++)
    cell = MAX (cell, weft_text_width (&self->text, weft_table_cell (self->table, r, column)));
  if (what->align == WEFT_ALIGN_START)
    cell = MIN (cell, WIDEST_COLUMN * self->text.size);

  return ceil (MAX (width, cell));
}

static double
sum_width (const Layout *self)
{
  guint n = self->table->columns->len;
  double width = n > 1 ? self->gap * (n - 1) : 0;

  for (guint c = 0; c < n; c++)
    width += self->columns[c];

  return width;
}

/* Takes what is missing from the widest start-aligned columns, else from the widest. */
static void
shrink_columns (Layout *self,
                double  width)
{
  guint n = self->table->columns->len;
  double least = NARROWEST_COLUMN * self->text.size;

  while (sum_width (self) > width)
    {
      guint widest = n;
      gboolean start = FALSE;

      for (guint c = 0; c < n; c++)
        {
          gboolean here = weft_table_column (self->table, c)->align == WEFT_ALIGN_START;

          if (self->columns[c] - 1 < least || (start && !here))
            continue;
          if (widest == n || (here && !start) || self->columns[c] > self->columns[widest])
            widest = c;
          start = start || here;
        }
      if (widest == n)
        break;
      self->columns[widest] -= 1;
    }
  /* Too narrow even so: all alike, with ellipses. */
  if (sum_width (self) > width)
    {
      self->gap = MIN (self->gap, width / (4 * n));
      for (guint c = 0; c < n; c++)
        self->columns[c] = MAX ((width - self->gap * (n - 1)) / n, 0);
    }
}

/* A cell that wraps is as high as its lines; numbers never wrap. */
static double
row_height (const Layout *self,
            guint         row)
{
  double height = self->line;

  for (guint c = 0; c < self->table->columns->len; c++)
    if (weft_table_column (self->table, c)->align == WEFT_ALIGN_START)
      height = MAX (height, weft_text_wrapped_height (&self->text,
                                                      weft_table_cell (self->table, row, c),
                                                      self->columns[c]));

  return ceil (height + 2 * self->air);
}

static double
rows_height (const Layout *self,
             double        most)
{
  double height = 0;

  for (guint r = 0; r < self->table->rows->len; r++)
    height += MIN (self->rows[r], most);

  return height;
}

/* Cells of many lines are cut to as many as let all rows fit into @room, at least to one. */
static void
cut_rows (Layout *self,
          double  room)
{
  double tallest = 0, most;
  guint lines;

  for (guint r = 0; r < self->table->rows->len; r++)
    tallest = MAX (tallest, self->rows[r]);
  lines = (guint) MAX (tallest / self->line, 1);
  do
    most = ceil (lines * self->line + 2 * self->air);
  while (rows_height (self, most) > room + 0.5 && --lines > 0);

  for (guint r = 0; r < self->table->rows->len; r++)
    self->rows[r] = MIN (self->rows[r], most);
}

/* @width < 0: as wide as the cells are. */
static void
layout_init (Layout            *self,
             const WeftTable   *table,
             const WeftPalette *palette,
             double             width)
{
  guint n = table->columns->len;
  double size = palette->font_size;

  *self = (Layout){ .table = table, .palette = palette };
  self->text = (WeftTextStyle){ palette, size, FALSE };
  self->head = (WeftTextStyle){ palette, size * 0.86, TRUE };
  self->title = (WeftTextStyle){ palette, size * 1.15, TRUE };
  self->line = weft_text_height (&self->text);
  self->pad = round (size);
  self->gap = round (size * 1.6);
  self->air = round (size * 0.4);
  self->columns = g_new0 (double, n + 1);
  self->rows = g_new0 (double, table->rows->len + 1);

  for (guint c = 0; c < n; c++)
    self->columns[c] = natural_column (self, c);
  if (width >= 0 && n > 0)
    shrink_columns (self, MAX (width - 2 * self->pad, 1));
  self->width = sum_width (self);

  self->title_height
      = table->title != NULL ? ceil (weft_text_height (&self->title) + self->air) : 0;
  self->head_height = ceil (weft_text_height (&self->head) + 1.6 * self->air);
  for (guint r = 0; r < table->rows->len; r++)
    self->rows[r] = row_height (self, r);
}

static double
natural_height (const Layout *self)
{
  return 2 * self->pad + self->title_height + self->head_height + rows_height (self, INFINITY);
}

/* Calls the painter of a cell with its box for each column, in the text's direction. */
static void
paint_cells (const Layout        *self,
             cairo_t             *cr,
             const WeftTextStyle *style,
             const char *const   *texts,
             double               y,
             double               height,
             double               total_width,
             const WeftColour    *colour)
{
  gboolean mirrored = self->palette->right_to_left;
  double x = self->pad;

  for (guint c = 0; c < self->table->columns->len; c++)
    {
      gboolean end = weft_table_column (self->table, c)->align == WEFT_ALIGN_END;
      WeftTextAlign align = end != mirrored ? WEFT_TEXT_RIGHT : WEFT_TEXT_LEFT;
      WeftBox box = { x, y, self->columns[c], height };

      x += self->columns[c] + self->gap;
      if (mirrored)
        weft_box_mirror (&box, total_width);
      if (end || style != &self->text)
        {
          box.h = MIN (height, self->line + 2 * self->air);
          weft_text_draw (cr, style, texts[c], &box, align, colour);
          continue;
        }
      box.y += self->air;
      box.h = MAX (height - 2 * self->air, 1);
      weft_text_draw_wrapped (cr, style, texts[c], &box, align, colour);
    }
}

static void
paint_hairline (const Layout     *self,
                cairo_t          *cr,
                double            y,
                double            width,
                const WeftColour *colour)
{
  double sharp = floor (y) + 0.5;

  cairo_move_to (cr, self->pad / 2, sharp);
  cairo_line_to (cr, width - self->pad / 2, sharp);
  weft_paint_source (cr, colour, 1.0);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

static void
paint_title (const Layout *self,
             cairo_t      *cr,
             double        width)
{
  WeftBox box = { self->pad, self->pad, MAX (width - 2 * self->pad, 0),
                  self->title_height - self->air };

  if (self->table->title != NULL)
    weft_text_draw (cr, &self->title, self->table->title, &box,
                    self->palette->right_to_left ? WEFT_TEXT_RIGHT : WEFT_TEXT_LEFT,
                    &self->palette->text);
}

static void
paint_head (const Layout *self,
            cairo_t      *cr,
            double        y,
            double        width)
{
  g_autofree const char **titles = g_new0 (const char *, self->table->columns->len + 1);

  for (guint c = 0; c < self->table->columns->len; c++)
    titles[c] = weft_table_column (self->table, c)->title;
  paint_cells (self, cr, &self->head, titles, y, self->head_height, width,
               self->palette->high_contrast ? &self->palette->text : &self->palette->dim_text);
  paint_hairline (self, cr, y + self->head_height - 1, width, &self->palette->dim_text);
}

/* How many rows fit into @room, keeping a line for the count of those that do not. */
static guint
count_fitting (const Layout *self,
               double        room)
{
  double more = self->line + 2 * self->air;
  double used = 0;
  guint fitting = 0;

  for (guint r = 0; r < self->table->rows->len; r++)
    {
      gboolean last = r + 1 == self->table->rows->len;

      used += self->rows[r];
      if (used + (last ? 0 : more) <= room + 0.5)
        fitting = r + 1;
    }

  return fitting;
}

static void
paint_more (const Layout *self,
            cairo_t      *cr,
            guint         n,
            double        y,
            double        width)
{
  g_autofree char *text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u more row", "%u more rows", n), n);
  WeftBox box = { self->pad, y, MAX (width - 2 * self->pad, 0), self->line + 2 * self->air };

  weft_text_draw (cr, &self->text, text, &box,
                  self->palette->right_to_left ? WEFT_TEXT_RIGHT : WEFT_TEXT_LEFT,
                  &self->palette->dim_text);
}

/**
 * weft_table_paint: (skip)
 * @cr: where to paint; the picture's top left corner is at its origin
 * @width: in user units; a narrower table than natural wraps its texts
 * @height: in user units; rows without room are counted instead
 * @palette: colours and text
 * @self: a table
 */
void
weft_table_paint (cairo_t           *cr,
                  double             width,
                  double             height,
                  const WeftPalette *palette,
                  WeftTable         *self)
{
  g_auto (Layout) layout = { 0 };
  guint fitting;
  double y;

  g_return_if_fail (cr != NULL);
  g_return_if_fail (palette != NULL);
  g_return_if_fail (self != NULL);

  if (!(width > 0 && height > 0))
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  weft_paint_background (cr, width, height, palette);
  layout_init (&layout, self, palette, width);
  paint_title (&layout, cr, width);
  y = layout.pad + layout.title_height;
  paint_head (&layout, cr, y, width);
  y += layout.head_height;

  cut_rows (&layout, height - y - layout.pad);
  fitting = count_fitting (&layout, height - y - layout.pad);
  for (guint r = 0; r < fitting; r++)
    {
      WeftBox ground = { layout.pad / 2, y, MAX (width - layout.pad, 0), layout.rows[r] };

      if (r % 2 == 1)
        {
          weft_paint_rounded_path (cr, &ground, 4.0, WEFT_CORNERS_ALL);
          weft_paint_source (cr, &palette->text, 0.05);
          cairo_fill (cr);
        }
      paint_cells (&layout, cr, &layout.text, g_ptr_array_index (self->rows, r), y,
                   layout.rows[r], width, &palette->text);
      y += layout.rows[r];
    }
  if (fitting < self->rows->len)
    paint_more (&layout, cr, self->rows->len - fitting, y, width);
  cairo_restore (cr);
}

/**
 * weft_table_size: (skip)
 * @palette: colours and text
 * @self: a table
 * @width: (out): in user units
 * @height: (out): in user units
 *
 * The size at which every cell has the room it wants; very long texts wrap.
 */
void
weft_table_size (const WeftPalette *palette,
                 WeftTable         *self,
                 double            *width,
                 double            *height)
{
  g_auto (Layout) layout = { 0 };
  double title;

  g_return_if_fail (palette != NULL);
  g_return_if_fail (self != NULL);

  layout_init (&layout, self, palette, -1);
  title = self->title != NULL ? ceil (weft_text_width (&layout.title, self->title)) : 0;
  *width = MAX (layout.width, title) + 2 * layout.pad;
  *height = natural_height (&layout);
}
