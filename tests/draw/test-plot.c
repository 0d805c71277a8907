/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots: where things lie, what is found at a point, what is written of them. */
#include "plot-fixture.h"

#include "draw/plot/weft-plot-apart-private.h"

static const double xs[] = { 1, 2, 3, 4, 5 };
static const double ys[] = { 1, 1, 1.5, 1.5, 2 };

static WeftPlotLayout *
lay_out (WeftPlot *plot,
         gboolean  right_to_left)
{
  static WeftPalette palette;

  palette = fixture_palette (right_to_left);
  return weft_plot_layout_new (plot, 600, 400, &palette, TRUE);
}

static void
test_bounds (void)
{
  g_autoptr (WeftPlot) plot = fixture_steps (xs, ys, 5);
  g_autoptr (WeftPlotLayout) layout = NULL;
  const WeftPlotAxis fixed = { .title = "Score", .from = 0.9, .to = 1.75 };

  /* The axis covers the values from tick to tick. */
  layout = lay_out (plot, FALSE);
  g_assert_cmpfloat (layout->frame.y.min, ==, 1);
  g_assert_cmpfloat (layout->frame.y.max, ==, 2);
  g_assert_cmpfloat (layout->frame.x.min, <=, 1);
  g_assert_cmpfloat (layout->frame.x.max, ==, 5);
  g_assert_cmpfloat (weft_plot_frame_y (&layout->frame, 1), ==,
                     weft_box_bottom (&layout->frame.box));
  g_assert_cmpfloat (weft_plot_frame_y (&layout->frame, 2), ==, layout->frame.box.y);
  g_assert_cmpfloat_with_epsilon (
      weft_plot_frame_x_at (&layout->frame, weft_plot_frame_x (&layout->frame, 3.3)), 3.3, 1e-9);

  /* A range that was asked for is kept, and ticks lie inside of it. */
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &fixed);
  weft_plot_layout_free (g_steal_pointer (&layout));
  layout = lay_out (plot, FALSE);
  g_assert_cmpfloat (layout->frame.y.min, ==, 0.9);
  g_assert_cmpfloat (layout->frame.y.max, ==, 1.75);
  for (guint i = 0; i < layout->frame.y.n_ticks; i++)
    {
      g_assert_cmpfloat (layout->frame.y.ticks[i], >=, 0.9 - 1e-9);
      g_assert_cmpfloat (layout->frame.y.ticks[i], <=, 1.75 + 1e-9);
    }

  /* A hidden layer has no say, a rule has one. */
  weft_plot_add (plot, weft_plot_rule_new ("far", 50, TRUE));
  weft_plot_layout_free (g_steal_pointer (&layout));
  layout = lay_out (plot, FALSE);
  g_assert_cmpfloat (layout->frame.x.max, ==, 50);
  weft_plot_layer_set_visible (weft_plot_get_layer (plot, 1), FALSE);
  weft_plot_layout_free (g_steal_pointer (&layout));
  layout = lay_out (plot, FALSE);
  g_assert_cmpfloat (layout->frame.x.max, ==, 5);
}

static void
test_log (void)
{
  static const double values[] = { 0, -1, 10, 1000, 100000 };
  g_autoptr (WeftPlot) plot = fixture_steps (xs, values, 5);
  g_autoptr (WeftPlotLayout) layout = NULL;
  const WeftPlotAxis axis = { .title = "Cost", .log = TRUE, .from = NAN, .to = NAN };
  double x, y, middle;

  weft_plot_set_axis (plot, WEFT_PLOT_Y, &axis);
  layout = lay_out (plot, FALSE);
  g_assert_cmpfloat (layout->frame.y.min, ==, 10);
  g_assert_cmpfloat (layout->frame.y.max, ==, 100000);
  middle = layout->frame.box.y + layout->frame.box.h / 2;
  g_assert_true (weft_plot_layout_place (layout, (WeftPlotItem){ 0, 3 }, &x, &y));
  g_assert_cmpfloat_with_epsilon (y, middle, 1e-6);
  /* What is not positive has no place. */
  g_assert_false (weft_plot_layout_place (layout, (WeftPlotItem){ 0, 0 }, &x, &y));
  g_assert_false (weft_plot_layout_place (layout, (WeftPlotItem){ 0, 1 }, &x, &y));
}

static void
test_find_steps (void)
{
  g_autoptr (WeftPlot) plot = fixture_steps (xs, ys, 5);

  for (guint rtl = 0; rtl < 2; rtl++)
    {
      g_autoptr (WeftPlotLayout) layout = lay_out (plot, rtl);
      double x = weft_plot_frame_x (&layout->frame, 3.6);
      double y = weft_plot_frame_y (&layout->frame, 1.5);
      WeftPlotItem item = weft_plot_layout_find (layout, x, y + 3, 10);

      /* Between two items the one before holds. */
      g_assert_cmpint (item.layer, ==, 0);
      g_assert_cmpint (item.index, ==, 2);
      g_assert_cmpint (weft_plot_layout_find (layout, x, y + 40, 10).layer, ==, -1);
      x = weft_plot_frame_x (&layout->frame, 5);
      y = weft_plot_frame_y (&layout->frame, 2);
      g_assert_cmpint (weft_plot_layout_find (layout, x, y, 5).index, ==, 4);
      g_assert_cmpint (weft_plot_layout_find (layout, NAN, y, 5).layer, ==, -1);
    }
}

static void
test_find_points (void)
{
  WeftPlotPoint points[] = { { 1, 1, -1, 1, FALSE, "a" }, { 2, 3, -1, 1, FALSE, "b" },
                             { 2, 3, -1, 1, TRUE, "under b" }, { NAN, 2, -1, 1, FALSE, "no place" } };
  g_autoptr (WeftPlot) plot = weft_plot_new ();
  WeftPlotLayer *layer = weft_plot_add (plot, weft_plot_points_new ("designs", 0));
  g_autoptr (WeftPlotLayout) layout = NULL;
  g_autofree char *words = NULL;
  double x, y;

  weft_plot_points_set (WEFT_PLOT_POINTS (layer), points, G_N_ELEMENTS (points));
  weft_plot_points_set_hollow_word (WEFT_PLOT_POINTS (layer), "infeasible");
  g_assert_cmpuint (weft_plot_layer_n_items (layer), ==, 4);
  layout = lay_out (plot, FALSE);
  g_assert_true (weft_plot_layout_place (layout, (WeftPlotItem){ 0, 0 }, &x, &y));
  g_assert_cmpint (weft_plot_layout_find (layout, x + 4, y - 4, 10).index, ==, 0);
  g_assert_false (weft_plot_layout_place (layout, (WeftPlotItem){ 0, 3 }, &x, &y));
  g_assert_true (weft_plot_layout_place (layout, (WeftPlotItem){ 0, 1 }, &x, &y));
  g_assert_cmpint (weft_plot_layout_find (layout, x, y, 10).index, >=, 1);
  words = weft_plot_layer_describe (layer, plot, 2);
  g_assert_cmpstr (words, ==, "designs: under b, 2, 3, infeasible");
}

static void
assert_apart (const double *middles,
              const double *heights,
              guint         n,
              double        top,
              double        bottom)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat (middles[i] - heights[i] / 2, >=, top - 1e-9);
      g_assert_cmpfloat (middles[i] + heights[i] / 2, <=, bottom + 1e-9);
      for (guint j = 0; j < i; j++)
        g_assert_cmpfloat (fabs (middles[i] - middles[j]), >=,
                           (heights[i] + heights[j]) / 2 - 1e-9);
    }
}

static void
test_push_apart (void)
{
  double free_ones[] = { 50, 10, 30 };
  double same[] = { 50, 50, 50 };
  double edge[] = { 99, 98 };
  double chain[] = { 20, 25, 60, 5 };
  const double tens[] = { 10, 10, 10, 10 };
  const double mixed[] = { 10, 20, 10, 10 };

  g_assert_true (weft_plot_push_apart (free_ones, tens, 3, 0, 100));
  g_assert_cmpfloat (free_ones[0], ==, 50);
  g_assert_cmpfloat (free_ones[1], ==, 10);
  g_assert_cmpfloat (free_ones[2], ==, 30);

  /* Three of one place share the way: by hand 40, 50, 60. */
  g_assert_true (weft_plot_push_apart (same, tens, 3, 0, 100));
  g_assert_cmpfloat (same[0], ==, 40);
  g_assert_cmpfloat (same[1], ==, 50);
  g_assert_cmpfloat (same[2], ==, 60);

  /* At the edge both move up; the lower stays lower: by hand 85 and 95. */
  g_assert_true (weft_plot_push_apart (edge, tens, 2, 0, 100));
  g_assert_cmpfloat (edge[0], ==, 95);
  g_assert_cmpfloat (edge[1], ==, 85);

  /* By hand: 20 and 25 of heights 10 and 20 need 15 between them: 15 and 30; then 5 and 15 touch. */
  g_assert_true (weft_plot_push_apart (chain, mixed, 4, 0, 100));
  g_assert_cmpfloat (chain[0], ==, 15);
  g_assert_cmpfloat (chain[1], ==, 30);
  g_assert_cmpfloat (chain[2], ==, 60);
  g_assert_cmpfloat (chain[3], ==, 5);
  assert_apart (chain, mixed, 4, 0, 100);

  /* No room: nothing moves. */
  g_assert_false (weft_plot_push_apart (same, tens, 3, 0, 29));
  g_assert_cmpfloat (same[0], ==, 40);
  g_assert_true (weft_plot_push_apart (NULL, NULL, 0, 0, 1));
}

/* Labels at the ends of lines, the legend and the axes never lie on one another. */
static void
test_labels (void)
{
  for (double width = 200; width < 1500; width *= 1.3)
    for (guint rtl = 0; rtl < 2; rtl++)
      {
        g_autoptr (WeftPlot) plot = fixture_steps (xs, ys, 5);
        g_autoptr (WeftPlotLayout) layout = NULL;
        WeftPalette palette = fixture_palette (rtl);
        WeftBox boxes[2 * WEFT_AXIS_MAX_TICKS + 40];
        guint n = 0;

        for (guint i = 0; i < 6; i++)
          {
            g_autofree char *label = g_strdup_printf ("method number %u", i);
            WeftPlotLayer *layer = weft_plot_add (plot, weft_plot_steps_new (label, i));

            weft_plot_steps_set (WEFT_PLOT_STEPS (layer), xs, ys, 5);
          }
        layout = weft_plot_layout_new (plot, width, 400, &palette, TRUE);
        g_assert_cmpuint (layout->ends->len + layout->legend->len, ==, 7);
        g_assert_cmpuint (layout->ends->len, ==, width > 500 ? 7 : layout->ends->len);
        for (guint i = 0; i < layout->ends->len; i++)
          boxes[n++] = g_array_index (layout->ends, WeftPlotLabel, i).box;
        for (guint i = 0; i < layout->legend->len; i++)
          {
            boxes[n++] = g_array_index (layout->legend, WeftPlotLabel, i).key;
            boxes[n++] = g_array_index (layout->legend, WeftPlotLabel, i).box;
          }
        for (guint i = 0; i < layout->frame.x.n_ticks; i++)
          boxes[n++] = layout->x_boxes[i];
        for (guint i = 0; i < layout->frame.y.n_ticks; i++)
          boxes[n++] = layout->y_boxes[i];
        boxes[n++] = layout->title;
        for (guint i = 0; i < n; i++)
          {
            fixture_assert_inside (&boxes[i], width, 400);
            for (guint j = 0; j < i; j++)
              g_assert_false (fixture_overlap (&boxes[i], &boxes[j]));
          }
      }
}

static void
test_csv (void)
{
  g_autoptr (WeftPlot) plot = fixture_steps (xs, ys, 2);
  WeftPlotLayer *marks = weft_plot_add (plot, weft_plot_marks_new ("published, by others", 2));
  static const double low[] = { 0.5, NAN }, high[] = { 1.5, NAN };
  static const guint counts[] = { 3, 1 };
  WeftPlotLayer *band = weft_plot_add (plot, weft_plot_band_new ("random", 3));
  g_autofree char *csv = NULL;

  weft_plot_marks_append (WEFT_PLOT_MARKS (marks), 18, 1.65, "agent", "Fig. \"3\"");
  weft_plot_band_set (WEFT_PLOT_BAND (band), xs, ys, low, high, counts, 2);
  weft_plot_add (plot, weft_plot_rule_new ("optimum", 1.9290000000000003, FALSE));
  csv = weft_plot_to_csv (plot);
  g_assert_cmpstr (csv, ==,
                   "series,evaluation,y,label,source,low,high,runs\r\n"
                   "hill climbing,1,1,,,,,\r\n"
                   "hill climbing,2,1,,,,,\r\n"
                   "\"published, by others\",18,1.65,agent,\"Fig. \"\"3\"\"\",,,\r\n"
                   "random,1,1,,,0.5,1.5,3\r\n"
                   "random,2,1,,,,,1\r\n"
                   "optimum,,1.9290000000000003,,,,,\r\n");
}

static void
test_table (void)
{
  g_autofree double *many = g_new (double, 1000);
  g_autoptr (WeftPlot) plot = NULL;
  g_autoptr (WeftTable) whole = NULL;
  g_autoptr (WeftTable) thin = NULL;
  g_autofree char *csv = NULL;

  for (guint i = 0; i < 1000; i++)
    many[i] = i + 1;
  plot = fixture_steps (many, many, 1000);
  weft_plot_add (plot, weft_plot_rule_new ("optimum", 1.929, FALSE));
  whole = weft_plot_to_table (plot, 0);
  g_assert_cmpuint (weft_table_n_rows (whole), ==, 1001);
  thin = weft_plot_to_table (plot, 10);
  g_assert_cmpuint (weft_table_n_rows (thin), ==, 6);
  csv = weft_table_to_csv (thin);
  g_assert_nonnull (strstr (csv, "hill climbing,1,1\r\n"));
  g_assert_nonnull (strstr (csv, "hill climbing,1000,1000\r\n"));
  g_assert_nonnull (strstr (csv, "optimum,,1.929\r\n"));
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_changed (void)
{
  g_autoptr (WeftPlot) plot = fixture_steps (xs, ys, 5);
  WeftPlotLayer *layer = g_object_ref (weft_plot_get_layer (plot, 0));
  guint n = 0;

  g_signal_connect_swapped (plot, "changed", G_CALLBACK (count_cb), &n);
  weft_plot_steps_append (WEFT_PLOT_STEPS (layer), 6, 2.5);
  g_assert_cmpuint (n, ==, 1);
  weft_plot_freeze (plot);
  weft_plot_steps_append (WEFT_PLOT_STEPS (layer), 7, 2.5);
  weft_plot_layer_set_hue (layer, 3);
  g_assert_cmpuint (n, ==, 1);
  weft_plot_thaw (plot);
  g_assert_cmpuint (n, ==, 2);
  weft_plot_remove (plot, layer);
  g_assert_cmpuint (n, ==, 3);
  /* It is nobody's any more. */
  weft_plot_layer_set_hue (layer, 4);
  g_assert_cmpuint (n, ==, 3);
  g_assert_finalize_object (layer);
}

static void
test_words (void)
{
  g_autoptr (WeftPlot) plot = fixture_steps (xs, ys, 5);
  g_autofree char *words = weft_plot_layer_describe (weft_plot_get_layer (plot, 0), plot, 2);
  const WeftPlotAxis power = { .title = "Power", .unit = "MW", .from = NAN, .to = NAN };
  g_autofree char *said = NULL;
  g_autofree char *unknown = NULL;

  g_assert_cmpstr (words, ==, "hill climbing: evaluations 3, best score 1.5");
  weft_plot_set_axis (plot, WEFT_PLOT_X, &power);
  said = weft_plot_say (plot, WEFT_PLOT_X, 0.98);
  g_assert_cmpstr (said, ==, "power 0.98\u00a0MW");
  unknown = weft_plot_say (plot, WEFT_PLOT_X, NAN);
  g_assert_cmpstr (unknown, ==, "power unknown");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/plot/bounds", test_bounds);
  g_test_add_func ("/draw/plot/log", test_log);
  g_test_add_func ("/draw/plot/find-steps", test_find_steps);
  g_test_add_func ("/draw/plot/find-points", test_find_points);
  g_test_add_func ("/draw/plot/push-apart", test_push_apart);
  g_test_add_func ("/draw/plot/labels", test_labels);
  g_test_add_func ("/draw/plot/csv", test_csv);
  g_test_add_func ("/draw/plot/table", test_table);
  g_test_add_func ("/draw/plot/changed", test_changed);
  g_test_add_func ("/draw/plot/words", test_words);

  return g_test_run ();
}
