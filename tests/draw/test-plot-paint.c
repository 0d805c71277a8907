/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Painting plots: pixels where the values are, nothing outside, nothing that breaks it, and hues
 * that people can tell apart. */
#include "plot-fixture.h"

#include "base/weft-random.h"
#include "draw/plot/weft-plot-pixels-private.h"

/* What an eye sees of a colour: CIE L*a*b* under D65. */
typedef struct
{
  double l, a, b;
} Seen;

/* Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB: nobody's, protan, deutan, tritan. */
static const double eyes[][3][3] = {
  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
  { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } },
  { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } },
};

static double
linearise (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
bend (double t)
{
  return t > 0.008856 ? cbrt (t) : 7.787 * t + 16.0 / 116;
}

static Seen
see (const WeftColour *colour,
     guint             eye)
{
  const double linear[] = { linearise (colour->r), linearise (colour->g), linearise (colour->b) };
  double seen[3], x, y, z;

  for (guint i = 0; i < 3; i++)
    seen[i] = CLAMP (eyes[eye][i][0] * linear[0] + eyes[eye][i][1] * linear[1]
                         + eyes[eye][i][2] * linear[2],
                     0.0, 1.0);
  x = bend ((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
  y = bend (0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
  z = bend ((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);

  return (Seen){ 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

static void
check_series (const WeftPalette *palette,
              double             contrast)
{
  for (guint i = 0; i < WEFT_N_SERIES; i++)
    {
      g_assert_cmpfloat (weft_colour_contrast (&palette->series[i], &palette->background), >=,
                         contrast);
      for (guint j = 0; j < i; j++)
        for (guint eye = 0; eye < G_N_ELEMENTS (eyes); eye++)
          {
            Seen a = see (&palette->series[i], eye), b = see (&palette->series[j], eye);

            g_assert_cmpfloat (sqrt ((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a)
                                     + (a.b - b.b) * (a.b - b.b)),
                               >=, 14);
          }
    }
}

static void
test_hues (void)
{
  WeftPalette strong = weft_palette_light;
  WeftPalette strong_dark = weft_palette_dark;

  weft_palette_strengthen (&strong, FALSE);
  weft_palette_strengthen (&strong_dark, TRUE);
  check_series (&weft_palette_light, 3);
  check_series (&weft_palette_dark, 3);
  check_series (&strong, 4.5);
  check_series (&strong_dark, 4.5);
}

/* The line's colour is where its values are. */
static void
test_pixels (void)
{
  static const double x[] = { 0, 10 }, y[] = { 1, 1 };
  g_autoptr (WeftPlot) plot = fixture_steps (x, y, 2);
  g_autoptr (WeftPlotLayout) layout = NULL;
  WeftPalette palette = fixture_palette (FALSE);
  cairo_surface_t *surface = fixture_paint (weft_plot_paint, plot, 500, 300, &palette);
  double px, py;

  layout = weft_plot_layout_new (plot, 500, 300, &palette, TRUE);
  px = weft_plot_frame_x (&layout->frame, 5);
  py = weft_plot_frame_y (&layout->frame, 1);
  g_assert_cmphex (fixture_pixel (surface, FIXTURE_MARGIN + (int) px, FIXTURE_MARGIN + (int) py), ==,
                   fixture_colour (&palette.series[1]));
  g_assert_cmpuint (fixture_count_inside (surface), >, 500);
  cairo_surface_destroy (surface);
}

/* A stamp over a ground gives what cairo gives. */
static void
test_stamp (void)
{
  const WeftColour ground = { 0.2, 0.4, 0.6, 1 };
  cairo_surface_t *stamp = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 8, 8);
  cairo_surface_t *ours = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 40, 40);
  cairo_surface_t *theirs = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 40, 40);
  cairo_surface_t *const both[] = { ours, theirs };
  cairo_t *cr = cairo_create (stamp);

  cairo_set_source_rgba (cr, 0.9, 0.3, 0.1, 0.55);
  cairo_arc (cr, 4, 4, 3.3, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_destroy (cr);
  cairo_surface_flush (stamp);
  for (guint i = 0; i < 2; i++)
    {
      cr = cairo_create (both[i]);
      weft_paint_source (cr, &ground, 1);
      cairo_paint (cr);
      cairo_rectangle (cr, 2, 2, 30, 30);
      cairo_clip (cr);
      for (int at = -4; at < 40; at += 5)
        if (i == 0)
          {
            WeftPlotPixels pixels = weft_plot_pixels_take (cr);

            weft_plot_pixels_stamp (&pixels, stamp, at, at);
            cairo_surface_mark_dirty (ours);
          }
        else
          {
            cairo_set_source_surface (cr, stamp, at, at);
            cairo_paint (cr);
          }
      cairo_destroy (cr);
      cairo_surface_flush (both[i]);
    }
  for (int y = 0; y < 40; y++)
    for (int x = 0; x < 40; x++)
      for (int shift = 0; shift < 32; shift += 8)
        g_assert_cmpint (ABS ((int) (fixture_pixel (ours, x, y) >> shift & 0xff)
                              - (int) (fixture_pixel (theirs, x, y) >> shift & 0xff)),
                         <=, 1);
  cairo_surface_destroy (stamp);
  cairo_surface_destroy (ours);
  cairo_surface_destroy (theirs);
}

/* Ten thousand points: all that have a pixel of their own are there, stamped or drawn alike. */
static void
test_many_points (void)
{
  const guint n = 10000;
  g_autofree WeftPlotPoint *points = g_new0 (WeftPlotPoint, n);
  g_autoptr (WeftPlot) plot = weft_plot_new ();
  WeftPlotLayer *layer = weft_plot_add (plot, weft_plot_points_new ("designs", 0));
  WeftPalette palette = fixture_palette (FALSE);
  g_autoptr (WeftPlotLayout) layout = NULL;
  cairo_surface_t *surface;
  WeftRandom random;

  weft_random_init (&random, 1, 0);
  for (guint i = 0; i < n; i++)
    points[i] = (WeftPlotPoint){ weft_random_double (&random), weft_random_double (&random),
                                 (int) (i % 3), 0.5 * (1 + i % 4), i % 7 == 0, NULL };
  weft_plot_points_set (WEFT_PLOT_POINTS (layer), points, n);
  surface = fixture_paint (weft_plot_paint, plot, 600, 400, &palette);
  fixture_count_inside (surface);
  layout = weft_plot_layout_new (plot, 600, 400, &palette, TRUE);
  for (guint i = 0; i < n; i += 97)
    {
      double x, y;

      g_assert_true (weft_plot_layout_place (layout, (WeftPlotItem){ 0, (int) i }, &x, &y));
      if (!points[i].hollow)
        g_assert_cmphex (fixture_pixel (surface, FIXTURE_MARGIN + (int) x, FIXTURE_MARGIN + (int) y),
                         !=, 0);
    }
  cairo_surface_destroy (surface);
}

/* Nothing that a layer may hold breaks layout, painting, finding or writing. */
static void
try_values (const double *x,
            const double *y,
            guint         n,
            gboolean      log)
{
  g_autoptr (WeftPlot) plot = fixture_steps (x, y, n);
  const WeftPlotAxis axis = { .title = "x", .log = log, .from = NAN, .to = NAN };
  WeftPlotLayer *points = weft_plot_add (plot, weft_plot_points_new ("points", 2));
  WeftPlotLayer *band = weft_plot_add (plot, weft_plot_band_new ("band", 3));
  WeftPlotLayer *front = weft_plot_add (plot, weft_plot_front_new ("front", 4));
  WeftPlotLayer *marks = weft_plot_add (plot, weft_plot_marks_new ("marks", 5));
  g_autofree char *csv = NULL;
  g_autofree char *words = NULL;

  weft_plot_set_axis (plot, WEFT_PLOT_X, &axis);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &axis);
  for (guint i = 0; i < n; i++)
    {
      WeftPlotPoint point = { x[i], y[i], (int) i, y[i], i % 2, "a point" };

      weft_plot_points_append (WEFT_PLOT_POINTS (points), &point);
      weft_plot_marks_append (WEFT_PLOT_MARKS (marks), x[i], y[i], "mark", NULL);
      weft_plot_add (plot, weft_plot_rule_new ("rule", y[i], i % 2));
    }
  weft_plot_band_set (WEFT_PLOT_BAND (band), x, y, y, x, NULL, n);
  weft_plot_steps_set (WEFT_PLOT_STEPS (front), x, y, n);
  weft_plot_steps_set_ring (WEFT_PLOT_STEPS (front), (int) n - 1);
  for (double size = 1; size < 900; size *= 2.7)
    for (guint rtl = 0; rtl < 2; rtl++)
      {
        WeftPalette palette = fixture_palette (rtl);
        cairo_surface_t *surface = fixture_paint (fixture_paint_plot, plot, (int) size, (int) size, &palette);

        fixture_count_inside (surface);
        cairo_surface_destroy (surface);
      }
  csv = weft_plot_to_csv (plot);
  words = weft_plot_summarise (plot);
  g_assert_cmpuint (strlen (csv), >, 0);
  g_assert_cmpuint (strlen (words), >, 0);
}

static void
test_any_values (void)
{
  static const double sets[][4] = {
    { NAN, NAN, NAN, NAN },
    { INFINITY, -INFINITY, NAN, 1 },
    { 0, 0, 0, 0 },
    { 5, 5, 5, 5 },
    { 1e308, -1e308, 1e-308, 0 },
    { 1, 1 + 1e-16, 1 + 2e-16, 1 },
    { -3, -2, -1, 0 },
    { 4, 3, 2, 1 },
    { 1e-320, 2e-320, 0, 0 },
    { 1e12, 1e12 + 1, 1e12 + 2, NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sets); j++)
      for (guint log = 0; log < 2; log++)
        {
          try_values (sets[i], sets[j], 4, log);
          if (i == j)
            {
              try_values (sets[i], sets[j], 1, log);
              try_values (sets[i], sets[j], 0, log);
            }
        }
}

static void
test_message (void)
{
  g_autoptr (WeftPlot) plot = fixture_steps (NULL, NULL, 0);
  WeftPalette palette = fixture_palette (FALSE);
  cairo_surface_t *surface;
  WeftBox box;
  g_autoptr (WeftPlotLayout) layout = weft_plot_layout_new (plot, 300, 200, &palette, TRUE);

  weft_plot_layout_get_box (layout, &box);
  g_assert_cmpfloat (box.w, ==, 0);
  g_assert_cmpint (weft_plot_layout_find (layout, 150, 100, 1000).layer, ==, -1);
  weft_plot_set_message (plot, "No search has been run yet");
  surface = fixture_paint (weft_plot_paint, plot, 300, 200, &palette);
  g_assert_cmpuint (fixture_count_inside (surface), >, 50);
  cairo_surface_destroy (surface);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/plot-paint/hues", test_hues);
  g_test_add_func ("/draw/plot-paint/pixels", test_pixels);
  g_test_add_func ("/draw/plot-paint/stamp", test_stamp);
  g_test_add_func ("/draw/plot-paint/many-points", test_many_points);
  g_test_add_func ("/draw/plot-paint/any-values", test_any_values);
  g_test_add_func ("/draw/plot-paint/message", test_message);

  return g_test_run ();
}
