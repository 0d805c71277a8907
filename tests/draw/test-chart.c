/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two charts: that what is painted, picked and told about rows agrees, in any width and
 * direction, that nothing overlaps or leaves the area, and that colours can be read. */
#include "draw-fixture.h"

#include "draw/weft-speedup-layout-private.h"
#include "draw/weft-split-layout-private.h"

static const double widths[] = { 280, 320, 480, 900, 4000 };

static void
paint_speedup (cairo_t           *cr,
               double             width,
               double             height,
               const WeftPalette *palette,
               gpointer           chart)
{
  weft_speedup_chart_paint (cr, width, height, palette, chart);
}

static void
paint_split (cairo_t           *cr,
             double             width,
             double             height,
             const WeftPalette *palette,
             gpointer           chart)
{
  weft_split_chart_paint (cr, width, height, palette, chart);
}

static void
check_speedup_rows (const WeftSpeedupChart *chart,
                    double                  width,
                    double                  height,
                    const WeftPalette      *palette)
{
  double bottom = 0;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double x, y, w, h;

      weft_speedup_chart_row (i, width, height, palette, chart, &x, &y, &w, &h);
      g_assert_cmpfloat (w, >, 0);
      g_assert_cmpfloat (h, >, 0);
      g_assert_cmpfloat (y, >=, bottom - 0.01);
      bottom = y + h;
      g_assert_cmpint (
          weft_speedup_chart_pick (x + w / 2, y + h / 2, width, height, palette, chart), ==,
          (int) i);
    }
  g_assert_cmpfloat (bottom, <=, height);
  g_assert_cmpint (weft_speedup_chart_pick (width / 2, height + 5, width, height, palette, chart),
                   ==, -1);
  g_assert_cmpint (weft_speedup_chart_pick (width / 2, -1, width, height, palette, chart), ==, -1);
}

static void
test_speedup_pick (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftEvaluation) wide = fixture_evaluate (FIXTURE_WIDE);
  const WeftSpeedupChart charts[] = {
    { .a = good, .hover = -1 },
    { .a = wide, .hover = -1 },
    { .a = good, .b = wide, .hover = 3 },
    { .b = good, .hover = -1, .title = "Title" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (charts); c++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      for (guint rtl = 0; rtl < 2; rtl++)
        {
          WeftPalette palette = fixture_palette (rtl);
          double height = weft_speedup_chart_height (widths[w], &palette, &charts[c]);

          check_speedup_rows (&charts[c], widths[w], height, &palette);
          check_speedup_rows (&charts[c], widths[w], height / 2, &palette);
          check_speedup_rows (&charts[c], widths[w], height * 3, &palette);
        }
}

/* Every text of the layout in one array, to test each against each. */
static guint
list_speedup_texts (const WeftSpeedupLayout *layout,
                    WeftBox                 *boxes)
{
  guint n = 0;

  boxes[n++] = layout->title;
  boxes[n++] = layout->reference_label;
  boxes[n++] = layout->log_label;
  for (guint s = 0; s < layout->n_series; s++)
    {
      boxes[n++] = layout->swatches[s];
      boxes[n++] = layout->names[s];
    }
  for (guint i = 0; i < layout->n_ticks; i++)
    boxes[n++] = layout->tick_boxes[i];
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      boxes[n++] = layout->rows[i].label;
      for (guint s = 0; s < layout->n_series; s++)
        {
          const WeftSpeedupMark *mark = &layout->rows[i].marks[s];

          if (!mark->inside)
            boxes[n++] = mark->bar;
          boxes[n++] = mark->value_box;
          boxes[n++] = mark->icon_box;
          boxes[n++] = mark->word_box;
        }
    }

  return n;
}

static void
assert_apart (const WeftBox *boxes,
              guint          n,
              double         width,
              double         height)
{
  for (guint i = 0; i < n; i++)
    {
      fixture_assert_inside (&boxes[i], width, height);
      for (guint k = 0; k < i; k++)
        if (fixture_overlap (&boxes[i], &boxes[k]))
          g_error ("boxes %u and %u overlap at %g × %g", k, i, width, height);
    }
}

/* In a chart of ordinary size no value and no "cannot run" ends in an ellipsis. */
static void
assert_whole (const WeftSpeedupLayout *layout)
{
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    for (guint s = 0; s < layout->n_series; s++)
      {
        const WeftSpeedupMark *mark = &layout->rows[i].marks[s];

        if (mark->kind == WEFT_MARK_BAR)
          g_assert_cmpfloat (mark->value_box.w, >=,
                             weft_text_width (&layout->frame.strong, mark->value_text));
        if (mark->word_box.w > 0)
          g_assert_cmpfloat (
              mark->word_box.w, >=,
              weft_text_width (&layout->frame.text, weft_speedup_mark_word (mark)));
      }
}

static void
test_speedup_layout (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftEvaluation) wide = fixture_evaluate (FIXTURE_WIDE);
  g_autoptr (WeftEvaluation) lame = fixture_evaluate (FIXTURE_LAME);
  const WeftSpeedupChart charts[] = {
    { .a = good, .hover = -1, .title = "Speed-up" },
    { .a = wide, .hover = -1 },
    { .a = lame, .hover = -1 },
    { .a = good, .b = lame, .hover = -1 },
    { .a = good, .hover = -1, .log_axis = TRUE },
  };
  const double sizes[] = { 10, 14, 22 };

  for (guint c = 0; c < G_N_ELEMENTS (charts); c++)
    for (double width = 280; width < 4000; width *= 1.13)
      for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
        for (guint rtl = 0; rtl < 2; rtl++)
          {
            WeftPalette palette = fixture_palette (rtl);
            WeftSpeedupLayout layout;
            WeftBox boxes[128];
            double height;

            palette.font_size = sizes[k];
            height = weft_speedup_chart_height (width, &palette, &charts[c]);
            weft_speedup_layout_init (&layout, width, height, &palette, &charts[c]);
            assert_apart (boxes, list_speedup_texts (&layout, boxes), width, height);
            if (sizes[k] <= 14)
              assert_whole (&layout);
            weft_speedup_layout_init (&layout, width, height * 0.7, &palette, &charts[c]);
            assert_apart (boxes, list_speedup_texts (&layout, boxes), width, height * 0.7);
          }
}

static void
test_speedup_log (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftEvaluation) wide = fixture_evaluate (FIXTURE_WIDE);
  WeftSpeedupChart chart = { .a = good, .hover = -1 };
  WeftSpeedupLayout layout;

  weft_speedup_layout_init (&layout, 600, 300, &weft_palette_light, &chart);
  g_assert_false (layout.axis.log);
  g_assert_cmpfloat (layout.log_label.w, ==, 0);
  g_assert_cmpfloat (layout.baseline_x, ==, layout.plot.x);

  chart.b = wide;
  weft_speedup_layout_init (&layout, 600, 300, &weft_palette_light, &chart);
  g_assert_true (layout.axis.log);
  g_assert_cmpfloat (layout.log_label.w, >, 0);
  g_assert_cmpfloat (layout.baseline_x, ==, layout.reference_x);

  chart.b = NULL;
  chart.log_axis = TRUE;
  weft_speedup_layout_init (&layout, 600, 300, &weft_palette_light, &chart);
  g_assert_true (layout.axis.log);
}

/* Bars are as long as their values, from where 0 (or on a log axis 1) is. */
static void
test_speedup_bars (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  const WeftSpeedupChart chart = { .a = good, .hover = -1 };
  WeftSpeedupLayout layout;
  double unit;

  weft_speedup_layout_init (&layout, 900, 300, &weft_palette_light, &chart);
  unit = layout.reference_x - layout.baseline_x;
  g_assert_cmpfloat (unit, >, 0);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (good, (WeftWorkloadKind) i);
      const WeftSpeedupMark *mark = &layout.rows[i].marks[0];

      g_assert_cmpint (mark->kind, ==, WEFT_MARK_BAR);
      g_assert_cmpfloat_with_epsilon (
          mark->bar.w / unit, weft_workload_result_get_speedup (result), 1e-6);
      g_assert_cmpfloat (mark->value_box.w, >, 0);
      g_assert_cmpfloat (mark->word_box.w, >, 0);
    }
}

static void
check_bar_pixels (const WeftSpeedupChart *chart,
                  const WeftPalette      *palette)
{
  WeftSpeedupLayout layout;
  cairo_surface_t *surface
      = fixture_paint (paint_speedup, (gpointer) chart, 640, 300, palette);

  weft_speedup_layout_init (&layout, 640, 300, palette, chart);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const WeftBox *bar = &layout.rows[i].marks[0].bar;
      /* Near its end, clear of the reference's line. */
      double along = palette->right_to_left ? 0.15 : 0.85;
      int x = (int) (bar->x + bar->w * along) + FIXTURE_MARGIN;
      int y = (int) (bar->y + bar->h / 2) + FIXTURE_MARGIN;

      g_assert_cmphex (fixture_pixel (surface, x, y), ==,
                       fixture_colour (&palette->workloads[i]));
    }
  cairo_surface_destroy (surface);
}

static void
test_speedup_pixels (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  const WeftSpeedupChart chart = { .a = good, .hover = -1 };
  WeftPalette dark = weft_palette_dark;

  for (guint rtl = 0; rtl < 2; rtl++)
    {
      WeftPalette palette = fixture_palette (rtl);

      dark.right_to_left = rtl;
      check_bar_pixels (&chart, &palette);
      check_bar_pixels (&chart, &dark);
    }
}

/* The second series is told from the first without colour. */
static void
test_speedup_hatched (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  const WeftSpeedupChart chart = { .a = good, .b = good, .hover = -1 };
  WeftSpeedupLayout layout;
  cairo_surface_t *surface
      = fixture_paint (paint_speedup, (gpointer) &chart, 640, 360, &weft_palette_light);

  weft_speedup_layout_init (&layout, 640, 360, &weft_palette_light, &chart);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const WeftSpeedupMark *marks = layout.rows[i].marks;
      guint seen[2] = { 0, 0 };

      for (guint s = 0; s < 2; s++)
        {
          guint32 last = 0;
          int y = (int) (marks[s].bar.y + marks[s].bar.h / 2) + FIXTURE_MARGIN;
          int left = (int) marks[s].bar.x + FIXTURE_MARGIN + 4;

          for (int x = left; x < left + 30; x++)
            {
              guint32 pixel = fixture_pixel (surface, x, y);

              seen[s] += pixel != last;
              last = pixel;
            }
        }
      g_assert_cmpuint (seen[0], ==, 1);
      g_assert_cmpuint (seen[1], >=, 10);
    }
  cairo_surface_destroy (surface);
}

static void
test_speedup_cannot_run (void)
{
  g_autoptr (WeftEvaluation) lame = fixture_evaluate (FIXTURE_LAME);
  const WeftSpeedupChart chart = { .a = lame, .hover = -1 };
  const WeftSpeedupMark *mark;
  WeftSpeedupLayout layout;
  cairo_surface_t *surface;
  guint red = 0;

  weft_speedup_layout_init (&layout, 640, 300, &weft_palette_light, &chart);
  mark = &layout.rows[WEFT_WORKLOAD_TRAINING].marks[0];
  g_assert_cmpint (mark->kind, ==, WEFT_MARK_CANNOT_RUN);
  g_assert_cmpstr (weft_speedup_mark_word (mark), ==, "cannot run");
  g_assert_cmpfloat (mark->icon_box.w, >, 0);
  g_assert_cmpfloat (mark->word_box.w, >, 0);
  g_assert_cmpfloat (mark->value_box.w, ==, 0);

  surface = fixture_paint (paint_speedup, (gpointer) &chart, 640, 300, &weft_palette_light);
  for (int x = (int) mark->icon_box.x; x < (int) weft_box_right (&mark->word_box); x++)
    for (int y = (int) mark->slot.y; y < (int) weft_box_bottom (&mark->slot); y++)
      red += fixture_pixel (surface, x + FIXTURE_MARGIN, y + FIXTURE_MARGIN)
             == fixture_colour (&weft_palette_light.error);
  g_assert_cmpuint (red, >, 5);
  cairo_surface_destroy (surface);
}

static void
test_empty (void)
{
  g_autoptr (WeftEvaluation) refused = fixture_evaluate (FIXTURE_REFUSED);
  const WeftSpeedupChart none = { .hover = 2 };
  const WeftSpeedupChart stopped = { .a = refused, .hover = 2 };
  const WeftSplitChart split = { .evaluation = NULL, .hover = 2 };
  WeftPalette palette = fixture_palette (FALSE);
  WeftSpeedupLayout layout;
  WeftSplitLayout split_layout;
  cairo_surface_t *surface;
  double x, y, w, h;
  int part = 7;

  weft_speedup_layout_init (&layout, 400, 200, &palette, &none);
  g_assert_cmpstr (layout.message, ==, "No result yet");
  weft_speedup_layout_init (&layout, 400, 200, &palette, &stopped);
  g_assert_cmpstr (layout.message, ==, weft_evaluation_get_reason (refused));
  g_assert_cmpint (weft_speedup_chart_pick (200, 100, 400, 200, &palette, &none), ==, -1);
  weft_speedup_chart_row (2, 400, 200, &palette, &none, &x, &y, &w, &h);
  g_assert_cmpfloat (w * h, ==, 0);

  weft_split_layout_init (&split_layout, 400, 200, &palette, &split);
  g_assert_cmpstr (split_layout.message, ==, "No result yet");
  g_assert_cmpint (weft_split_chart_pick (200, 100, 400, 200, &palette, &split, &part), ==, -1);
  g_assert_cmpint (part, ==, -1);

  surface = fixture_paint (paint_speedup, (gpointer) &none, 280, 120, &palette);
  g_assert_cmpuint (fixture_count_inside (surface), >, 50);
  cairo_surface_destroy (surface);
}

static void
check_inside (WeftPaintFunc paint,
              gpointer      chart,
              double        natural)
{
  for (guint rtl = 0; rtl < 2; rtl++)
    {
      WeftPalette palette = fixture_palette (rtl);
      const int heights[] = { (int) natural, (int) natural / 2, 400 };

      for (guint k = 0; k < G_N_ELEMENTS (heights); k++)
        {
          cairo_surface_t *surface = fixture_paint (paint, chart, 280, heights[k], &palette);

          g_assert_cmpuint (fixture_count_inside (surface), >, 1000);
          cairo_surface_destroy (surface);
        }
    }
}

static void
test_inside (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  g_autoptr (WeftEvaluation) wide = fixture_evaluate (FIXTURE_WIDE);
  g_autoptr (WeftEvaluation) lame = fixture_evaluate (FIXTURE_LAME);
  WeftSpeedupChart one = { .a = good, .hover = 0 };
  WeftSpeedupChart two = { .a = wide, .b = lame, .hover = 5 };
  WeftSplitChart split = { .evaluation = lame, .hover = 5 };
  const WeftPalette *light = &weft_palette_light;

  check_inside (paint_speedup, &one, weft_speedup_chart_height (280, light, &one));
  check_inside (paint_speedup, &two, weft_speedup_chart_height (280, light, &two));
  check_inside (paint_split, &split, weft_split_chart_height (280, light, &split));
}

/* No size may stop the program, however little can be seen in it. */
static void
test_absurd_sizes (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  WeftSpeedupChart speedup = { .a = good, .b = good, .hover = 3, .title = "x" };
  WeftSplitChart split = { .evaluation = good, .hover = 3, .title = "x" };
  const double sizes[] = { 0, 0.5, 1, 7, 40, 100, 3000 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 50, 50);
  cairo_t *cr = cairo_create (surface);

  for (guint w = 0; w < G_N_ELEMENTS (sizes); w++)
    for (guint h = 0; h < G_N_ELEMENTS (sizes); h++)
      {
        int part;

        weft_speedup_chart_paint (cr, sizes[w], sizes[h], &weft_palette_light, &speedup);
        weft_split_chart_paint (cr, sizes[w], sizes[h], &weft_palette_dark, &split);
        weft_speedup_chart_pick (1, 1, sizes[w], sizes[h], &weft_palette_light, &speedup);
        weft_split_chart_pick (1, 1, sizes[w], sizes[h], &weft_palette_light, &split, &part);
      }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_split_pick (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  const WeftSplitChart chart = { .evaluation = good, .hover = -1 };

  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    for (guint rtl = 0; rtl < 2; rtl++)
      {
        WeftPalette palette = fixture_palette (rtl);
        double height = weft_split_chart_height (widths[k], &palette, &chart);
        WeftSplitLayout layout;

        weft_split_layout_init (&layout, widths[k], height, &palette, &chart);
        for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
          {
            double x, y, w, h;
            int part;

            weft_split_chart_row (i, widths[k], height, &palette, &chart, &x, &y, &w, &h);
            g_assert_cmpint (weft_split_chart_pick (x + w / 2, y + h / 2, widths[k], height,
                                                    &palette, &chart, NULL),
                             ==, (int) i);
            for (guint p = 0; p < WEFT_N_PARTS; p++)
              {
                const WeftBox *bar = &layout.rows[i].segments[p].bar;

                if (bar->w <= 0)
                  continue;
                g_assert_cmpint (weft_split_chart_pick (bar->x + bar->w / 2, bar->y + bar->h / 2,
                                                        widths[k], height, &palette, &chart,
                                                        &part),
                                 ==, (int) i);
                g_assert_cmpint (part, ==, (int) p);
              }
          }
      }
}

static void
check_split_row (const WeftSplitRow *row,
                 double              width,
                 double              height)
{
  double left = INFINITY, right = 0, total = 0, shares = 0;

  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      const WeftSplitSegment *segment = &row->segments[p];

      if (segment->bar.w <= 0)
        continue;
      left = MIN (left, segment->bar.x);
      right = MAX (right, weft_box_right (&segment->bar));
      total += segment->bar.w;
      shares += segment->share;
      g_assert_false (fixture_overlap (&segment->icon_box, &segment->text_box));
      if (segment->icon_box.w > 0)
        fixture_assert_inside (&segment->icon_box, width, height);
      if (segment->text_box.w > 0)
        {
          g_assert_cmpfloat (segment->text_box.x, >=, segment->bar.x);
          g_assert_cmpfloat (weft_box_right (&segment->text_box), <=,
                             weft_box_right (&segment->bar));
        }
      for (guint q = 0; q < p; q++)
        g_assert_false (fixture_overlap (&segment->bar, &row->segments[q].bar));
    }
  g_assert_cmpfloat_with_epsilon (left, row->bar.x, 1e-6);
  g_assert_cmpfloat_with_epsilon (right, weft_box_right (&row->bar), 1e-6);
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    if (row->segments[p].bar.w > 0)
      g_assert_cmpfloat_with_epsilon (row->segments[p].bar.w / total,
                                      row->segments[p].share / shares, 1e-6);
}

static void
test_split_layout (void)
{
  g_autoptr (WeftEvaluation) good = fixture_evaluate (FIXTURE_GOOD);
  const WeftSplitChart chart = { .evaluation = good, .hover = -1 };

  for (double width = 280; width < 4000; width *= 1.2)
    for (guint rtl = 0; rtl < 2; rtl++)
      {
        WeftPalette palette = fixture_palette (rtl);
        double height = weft_split_chart_height (width, &palette, &chart);
        WeftSplitLayout layout;
        WeftBox boxes[64];
        guint n = 0;

        weft_split_layout_init (&layout, width, height, &palette, &chart);
        for (guint p = 0; p < WEFT_N_PARTS; p++)
          {
            boxes[n++] = layout.legend[p].swatch;
            boxes[n++] = layout.legend[p].word;
          }
        for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
          {
            boxes[n++] = layout.rows[i].label;
            boxes[n++] = layout.rows[i].bar;
            check_split_row (&layout.rows[i], width, height);
          }
        for (guint i = 0; i < WEFT_SPLIT_N_TICKS; i++)
          boxes[n++] = layout.tick_boxes[i];
        assert_apart (boxes, n, width, height);
      }
}

static void
test_split_cannot_run (void)
{
  g_autoptr (WeftEvaluation) lame = fixture_evaluate (FIXTURE_LAME);
  const WeftSplitChart chart = { .evaluation = lame, .hover = -1 };
  WeftSplitLayout layout;
  int part;

  weft_split_layout_init (&layout, 640, 300, &weft_palette_light, &chart);
  g_assert_true (layout.rows[WEFT_WORKLOAD_TRAINING].cannot_run);
  g_assert_cmpfloat (layout.rows[WEFT_WORKLOAD_TRAINING].word_box.w, >, 0);
  g_assert_cmpint (weft_split_chart_pick (320, layout.rows[WEFT_WORKLOAD_TRAINING].row.y + 5, 640,
                                          300, &weft_palette_light, &chart, &part),
                   ==, WEFT_WORKLOAD_TRAINING);
  g_assert_cmpint (part, ==, -1);
}

static void
check_palette (const WeftPalette *palette)
{
  const WeftColour *back = &palette->background;

  g_assert_cmpfloat (weft_colour_contrast (&palette->text, back), >=, 7);
  g_assert_cmpfloat (weft_colour_contrast (&palette->dim_text, back), >=, 4.5);
  g_assert_cmpfloat (weft_colour_contrast (&palette->error, back), >=, 4.5);
  g_assert_cmpfloat (weft_colour_contrast (&palette->warning, back), >=, 4.5);
  g_assert_cmpfloat (weft_colour_contrast (&palette->accent, back), >=, 3);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    g_assert_cmpfloat (weft_colour_contrast (&palette->workloads[i], back), >=, 3);
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      const WeftColour *ink = weft_colour_ink_on (&palette->parts[p]);

      g_assert_cmpfloat (weft_colour_contrast (&palette->parts[p], back), >=, 3);
      g_assert_cmpfloat (weft_colour_contrast (ink, &palette->parts[p]), >=, 4.5);
    }
}

static void
test_palettes (void)
{
  check_palette (&weft_palette_light);
  check_palette (&weft_palette_dark);
}

/* Five icons, five pictures. */
static void
test_icons (void)
{
  cairo_surface_t *icons[WEFT_N_PARTS];

  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      cairo_t *cr;

      icons[p] = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 16, 16);
      cr = cairo_create (icons[p]);
      /* A point that is left over from a text must not join the icon. */
      cairo_move_to (cr, 0, 0);
      weft_paint_part_icon (cr, (WeftTimePart) p, 2, 2, 12, &weft_palette_light.text);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_flush (icons[p]);
      g_assert_cmphex (fixture_pixel (icons[p], 0, 0), ==, 0);
      g_assert_cmphex (fixture_pixel (icons[p], 1, 1), ==, 0);
    }
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    for (guint q = 0; q < p; q++)
      {
        guint differ = 0;

        for (int y = 0; y < 16; y++)
          for (int x = 0; x < 16; x++)
            differ += ABS ((int) (fixture_pixel (icons[p], x, y) >> 24)
                           - (int) (fixture_pixel (icons[q], x, y) >> 24))
                      > 96;
        g_assert_cmpuint (differ, >=, 16);
      }
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    cairo_surface_destroy (icons[p]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/speedup/pick", test_speedup_pick);
  g_test_add_func ("/draw/speedup/layout", test_speedup_layout);
  g_test_add_func ("/draw/speedup/log", test_speedup_log);
  g_test_add_func ("/draw/speedup/bars", test_speedup_bars);
  g_test_add_func ("/draw/speedup/pixels", test_speedup_pixels);
  g_test_add_func ("/draw/speedup/hatched", test_speedup_hatched);
  g_test_add_func ("/draw/speedup/cannot-run", test_speedup_cannot_run);
  g_test_add_func ("/draw/split/pick", test_split_pick);
  g_test_add_func ("/draw/split/layout", test_split_layout);
  g_test_add_func ("/draw/split/cannot-run", test_split_cannot_run);
  g_test_add_func ("/draw/chart/empty", test_empty);
  g_test_add_func ("/draw/chart/inside", test_inside);
  g_test_add_func ("/draw/chart/absurd-sizes", test_absurd_sizes);
  g_test_add_func ("/draw/chart/palettes", test_palettes);
  g_test_add_func ("/draw/chart/icons", test_icons);

  return g_test_run ();
}
