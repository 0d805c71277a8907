/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the outside to the inside: title and axis above, legend below, names at the side, bars in what is left. */
#include "config.h"

#include "draw/gantt/weft-gantt-bars-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Names take at most this part of the width. */
#define MOST_OF_WIDTH 0.26
/* So many of the longest names are measured. */
#define MEASURED 8
/* The legend takes at most this part of the height. */
#define MOST_OF_HEIGHT 0.4
#define LEAST_PLOT 24.0
/* Width of the scale of levels in the legend, in heights of a line. */
#define LEVELS_KEY 5.0

static guint
count_charts (const WeftGanttSheet *sheet)
{
  guint n = 0;

  while (n < WEFT_GANTT_MOST_CHARTS && sheet->charts[n] != NULL)
    n++;
  return n;
}

static double
measure_names (const WeftGanttLayout *self, const WeftGantt *chart)
{
  const char *longest[MEASURED] = { NULL };
  double widest = 0;

  for (guint r = 0; r < weft_gantt_n_rows (chart); r++)
    {
      const char *name = weft_gantt_row (chart, r)->name;

      for (guint i = 0; i < MEASURED; i++)
        if (longest[i] == NULL || strlen (name) > strlen (longest[i]))
          {
            const char *shorter = longest[i];

            longest[i] = name;
            name = shorter;
            if (name == NULL)
              break;
          }
    }
  for (guint i = 0; i < MEASURED && longest[i] != NULL; i++)
    widest = MAX (widest, weft_text_width (&self->text.small, longest[i]));
  return ceil (widest);
}

/* --- legend --- */

/* "symgs 62 %"; of two charts "symgs 62 / 58 %". (transfer full) */
static char *
write_key (const WeftGanttSheet *sheet, guint kernel)
{
  g_autofree char *name = weft_kernel_look_name (&weft_gantt_kernel (sheet->charts[0], kernel)->look);
  GString *text = g_string_new (name);

  for (guint c = 0; c < count_charts (sheet) && sheet->charts[c]->whole_s > 0; c++)
    {
      double whole = sheet->charts[c]->whole_s;
      double percent = 100 * weft_gantt_kernel (sheet->charts[c], kernel)->busy_s / whole;

      g_string_append (text, c == 0 ? "\u2002" : " / ");
      if (percent > 0 && percent < 0.05)
        g_string_append (text, "< 0.1");
      else
        g_string_append_printf (text, percent > 0 && percent < 9.95 ? "%.1f" : "%.0f", percent);
    }
  if (sheet->charts[0]->whole_s > 0)
    g_string_append (text, " %");
  return g_string_free (text, FALSE);
}

static void
add_keys (WeftGanttLayout *self, const WeftGanttSheet *sheet)
{
  gboolean has_path = FALSE;

  if (weft_gantt_has_levels (sheet->charts[0]))
    self->keys[self->n_keys++] =
      (WeftGanttKey){ .kernel = WEFT_GANTT_KEY_LEVELS, .text = g_strdup (_("utilisation from 0 to 100 %")) };
  for (guint c = 0; c < self->n_charts; c++)
    has_path = has_path || weft_gantt_n_path (sheet->charts[c]) > 0;
  for (guint k = 0; k < weft_gantt_n_kernels (sheet->charts[0]); k++)
    self->keys[self->n_keys++] = (WeftGanttKey){ .kernel = (int) k, .text = write_key (sheet, k) };
  if (sheet->shows_path && has_path)
    self->keys[self->n_keys++] = (WeftGanttKey){ .kernel = WEFT_GANTT_KEY_PATH, .text = g_strdup (_("critical path")) };
}

/* Lets the legend flow into lines from the top; returns the height that they take. */
static double
flow_keys (WeftGanttLayout *self, double most)
{
  const WeftChartFrame *m = &self->text;
  double line = round (m->small_line * 1.4);
  double side = round (m->small_line * 1.05);
  double x = m->pad, y = 0;

  for (guint i = 0; i < self->n_keys; i++)
    {
      WeftGanttKey *key = &self->keys[i];
      double swatch = round (side * (key->kernel == WEFT_GANTT_KEY_LEVELS ? LEVELS_KEY : 1.35));
      double w = swatch + m->space + ceil (weft_text_width (&m->small, key->text)) + 1;

      if (x > m->pad && x + w > self->width - m->pad)
        {
          x = m->pad;
          y += line;
        }
      if (y + line > most && y > 0)
        {
          key->box = (WeftBox){ 0 };
          continue;
        }
      key->box = (WeftBox){ x, y, MIN (w, MAX (1, self->width - 2 * m->pad)), line };
      key->swatch = (WeftBox){ x, y + round ((line - side) / 2), swatch, side };
      x += w + 1.6 * m->gap;
    }
  return self->n_keys > 0 ? y + line : 0;
}

static void
move_keys (WeftGanttLayout *self, double dy)
{
  for (guint i = 0; i < self->n_keys; i++)
    {
      self->keys[i].box.y += dy;
      self->keys[i].swatch.y += dy;
    }
}

/* --- everything --- */

static void
place_charts (WeftGanttLayout *self, const WeftGanttSheet *sheet, double top, double bottom, double row_height)
{
  const WeftChartFrame *m = &self->text;
  double names = MIN (measure_names (self, sheet->charts[0]), floor (self->width * MOST_OF_WIDTH));
  double left = round (m->pad + names + m->gap), y = top;
  double head = round (m->line * 1.25);
  double room = bottom - top;

  for (guint c = 0; c < self->n_charts; c++)
    room -= (sheet->heads[c] != NULL ? head : 0) + (c > 0 ? m->gap : 0);
  for (guint c = 0; c < self->n_charts; c++)
    {
      double h = row_height > 0 ? weft_gantt_n_rows (sheet->charts[c]) * row_height : floor (room / self->n_charts);

      y += c > 0 ? m->gap : 0;
      if (sheet->heads[c] != NULL)
        {
          self->heads[c] = (WeftBox){ m->pad, y, MAX (1, self->width - 2 * m->pad), head };
          y += head;
        }
      h = MAX (LEAST_PLOT, round (h));
      self->names[c] = (WeftBox){ m->pad, y, names, h };
      self->plots[c] = (WeftBox){ left, y, MAX (1, round (self->width - left - m->pad)), h };
      y += h;
    }
  self->axis.x = left;
  self->axis.w = self->plots[0].w;
  self->unit = (WeftBox){ m->pad, self->axis.y, left - m->pad - m->gap, self->axis.h };
}

static void
mirror (WeftGanttLayout *self)
{
  if (!self->mirrored)
    return;
  weft_box_mirror (&self->axis, self->width);
  weft_box_mirror (&self->unit, self->width);
  for (guint c = 0; c < self->n_charts; c++)
    {
      weft_box_mirror (&self->names[c], self->width);
      weft_box_mirror (&self->plots[c], self->width);
    }
  for (guint i = 0; i < self->n_keys; i++)
    {
      weft_box_mirror (&self->keys[i].box, self->width);
      weft_box_mirror (&self->keys[i].swatch, self->width);
    }
}

void
weft_gantt_layout_init (WeftGanttLayout *self, const WeftGanttSheet *sheet, double width, double height,
                        double row_height, const WeftPalette *palette)
{
  double top, legend;

  *self = (WeftGanttLayout){ .palette = palette, .width = width, .mirrored = palette->right_to_left };
  self->n_charts = count_charts (sheet);
  weft_chart_frame_init (&self->text, palette, palette->font_size);
  if (self->n_charts == 0)
    {
      self->height = height;
      return;
    }
  top = sheet->title != NULL ? self->text.pad : round (self->text.pad / 2);
  if (sheet->title != NULL)
    {
      self->title =
        (WeftBox){ self->text.pad, top, MAX (1, width - 2 * self->text.pad), round (self->text.line * 1.6) };
      top += self->title.h;
    }
  self->axis = (WeftBox){ 0, top, 0, round (self->text.small_line * 1.5) };
  top += self->axis.h;
  if (!sheet->hides_legend)
    add_keys (self, sheet);
  legend = flow_keys (self, row_height > 0 ? INFINITY : height * MOST_OF_HEIGHT);
  place_charts (self, sheet, top, height - legend - self->text.gap - round (self->text.pad / 2), row_height);
  top = weft_box_bottom (&self->plots[self->n_charts - 1]) + self->text.gap;
  move_keys (self, top);
  self->height = top + legend + round (self->text.pad / 2);
  mirror (self);
}

void
weft_gantt_layout_clear (WeftGanttLayout *self)
{
  for (guint i = 0; i < self->n_keys; i++)
    g_free (self->keys[i].text);
}

double
weft_gantt_layout_x (const WeftGanttLayout *self, const WeftGanttSheet *sheet, double time_s)
{
  const WeftBox *plot = &self->plots[0];
  double x = weft_gantt_view_x (sheet->view, time_s);

  return self->mirrored ? weft_box_right (plot) - x : plot->x + x;
}
