/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bounds runs: bars against their shares, and tables against the result. */
#include "sim-fixture.h"

#include "draw/sim/weft-bottleneck-layout-private.h"
#include "draw/sim/weft-gantt-run.h"
#include "draw/sim/weft-sim-table.h"

static const FixtureXf small = { .tp = 2, .pp = 4, .layers = 3, .micro = 4, .slow = 1.2, .n_bins = 20 };
static const FixtureXf large = { .tp = 2, .pp = 4, .layers = 5, .micro = 4, .slow = 2, .n_bins = 20 };

static gboolean
says (const char *words, const char *part)
{
  g_auto (GStrv) pieces = g_strsplit (words, "\u00a0", -1);
  g_autofree char *plain = g_strjoinv (" ", pieces);

  return strstr (plain, part) != NULL;
}

/* --- bars --- */

/* Bars are as long as the runs, and their pieces as the shares. */
static void
test_lengths (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = fixture_xf (&large);
  WeftBottleneckChart chart = { .n_runs = 2, .results = { a, b }, .hover = -1 };
  g_auto (WeftBottleneckLayout) layout = { 0 };
  double per_s;

  weft_bottleneck_layout_init (&layout, 1000, &weft_palette_light, &chart);
  per_s = layout.rows[0].bar.w / a->makespan_s;
  g_assert_cmpfloat_with_epsilon (layout.rows[1].bar.w, per_s * b->makespan_s, 0.01);
  for (guint r = 0; r < 2; r++)
    for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
      {
        const WeftBox *bar = &layout.rows[r].segments[s].bar;

        if (chart.results[r]->share[s] > 0)
          g_assert_cmpfloat (fabs (bar->w - chart.results[r]->share[s] * layout.rows[r].bar.w), <, 2.5);
        else
          g_assert_cmpfloat (bar->w, ==, 0);
      }
}

static void
test_pick (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = fixture_xf (&large);
  WeftBottleneckChart chart = { .n_runs = 2, .results = { a, b }, .names = { "one", NULL }, .hover = -1 };
  g_auto (WeftBottleneckLayout) layout = { 0 };
  g_autofree char *words = NULL, *whole = NULL;
  WeftBox row;
  int share;

  weft_bottleneck_layout_init (&layout, 900, &weft_palette_light, &chart);
  for (guint r = 0; r < 2; r++)
    for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
      {
        const WeftBox *bar = &layout.rows[r].segments[s].bar;

        if (bar->w <= 0)
          continue;
        g_assert_cmpint (weft_bottleneck_chart_pick (bar->x + bar->w / 2, bar->y + bar->h / 2, 900, 400,
                                                     &weft_palette_light, &chart, &share),
                         ==, r);
        g_assert_cmpint (share, ==, s);
      }
  weft_bottleneck_chart_row (1, 900, 400, &weft_palette_light, &chart, &row);
  g_assert_cmpint (weft_bottleneck_chart_pick (row.x + 1, row.y + 1, 900, 400, &weft_palette_light, &chart, &share), ==, 1);
  g_assert_cmpint (share, ==, -1);
  g_assert_cmpint (weft_bottleneck_chart_pick (-5, -5, 900, 400, &weft_palette_light, &chart, &share), ==, -1);
  words = weft_bottleneck_chart_describe (&chart, 0, WEFT_SIM_SHARE_QUEUEING);
  whole = weft_bottleneck_chart_describe (&chart, 0, -1);
  g_assert_true (says (words, "Queueing: 8.0 %, 792 µs\nBytes behind or beside other bytes"));
  g_assert_true (says (whole, "one: 9.90 ms, bound most by: Computing, 52 %"));
}

static void
paint_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer chart)
{
  weft_bottleneck_chart_paint (cr, width, height, palette, chart);
}

static void
test_sizes (void)
{
  static const int widths[] = { 1, 40, 200, 340, 900, 2000 };
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = fixture_xf (&large);
  WeftBottleneckChart chart = { .results = { a, b, a, b, a, b, a, b }, .hover = 0, .title = "Title" };
  WeftPalette turned = weft_palette_dark;

  turned.right_to_left = TRUE;
  for (chart.n_runs = 0; chart.n_runs <= WEFT_BOTTLENECK_MOST_RUNS; chart.n_runs += 2)
    for (guint i = 0; i < 2 * G_N_ELEMENTS (widths); i++)
      {
        const WeftPalette *palette = i % 2 ? &turned : &weft_palette_light;
        int width = widths[i / 2];
        int height = (int) weft_bottleneck_chart_height (width, palette, &chart);
        cairo_surface_t *image = fixture_paint (paint_cb, &chart, width, height, palette);

        g_assert_cmpuint (fixture_count_inside (image), >, 0);
        cairo_surface_destroy (image);
      }
}

/* Without colour a share is told by its icon: no two are the same. */
static void
paint_icon_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer share)
{
  weft_share_icon (cr, GPOINTER_TO_UINT (share), 0, 0, width, &palette->text);
}

static void
test_icons (void)
{
  cairo_surface_t *icons[WEFT_N_SIM_SHARES];

  for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
    icons[s] = fixture_paint (paint_icon_cb, GUINT_TO_POINTER (s), 16, 16, &weft_palette_light);
  for (guint a = 0; a < WEFT_N_SIM_SHARES; a++)
    for (guint b = 0; b < a; b++)
      {
        guint n = 0;

        for (int y = 0; y < 16; y++)
          for (int x = 0; x < 16; x++)
            n += ABS ((int) (fixture_pixel (icons[a], FIXTURE_MARGIN + x, FIXTURE_MARGIN + y) >> 24)
                      - (int) (fixture_pixel (icons[b], FIXTURE_MARGIN + x, FIXTURE_MARGIN + y) >> 24))
                 > 100;
        g_assert_cmpuint (n, >=, 25);
      }
  for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
    cairo_surface_destroy (icons[s]);
}

/* --- tables --- */

static guint
find_row (WeftTable *table, const char *title)
{
  for (guint r = 0; r < weft_table_n_rows (table); r++)
    if (says (weft_table_get_cell (table, r, 0), title))
      return r;
  g_error ("no row %s", title);
}

static void
test_table (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = fixture_xf (&large);
  g_autoptr (WeftTable) alone = NULL, both = NULL;
  WeftSimStep *step = &g_array_index (a->path, WeftSimStep, 0);

  step->share_s[WEFT_SIM_SHARE_COMPUTE] = 3;
  (step + 1)->share_s[WEFT_SIM_SHARE_COMPUTE] = 1;
  alone = weft_table_bottlenecks (a, NULL);
  b->share[WEFT_SIM_SHARE_QUEUEING] = 0.2;
  both = weft_table_bottlenecks (a, b);
  g_assert_cmpuint (weft_table_n_rows (alone), ==, WEFT_N_SIM_SHARES);
  g_assert_cmpstr (weft_table_get_cell (alone, 0, 1), ==, "52.0 %");
  g_assert_true (says (weft_table_get_cell (alone, 0, 2), "5.15 ms"));
  g_assert_cmpstr (a->trace->labels[a->trace->label[step->task]], ==, "forward");
  g_assert_cmpstr (weft_table_get_cell (alone, 0, 3), ==, "forward 75 %");
  g_assert_cmpstr (weft_table_get_cell (both, WEFT_SIM_SHARE_QUEUEING, 5), ==, "+12.0");
  g_assert_cmpstr (weft_table_get_cell (both, WEFT_SIM_SHARE_COMPUTE, 5), ==, "0");
}

static void
test_tables (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small);
  g_autoptr (WeftTable) links = weft_table_sim_links (a, 5), all = weft_table_sim_links (a, 0);
  g_autoptr (WeftTable) ranks = weft_table_sim_ranks (a);
  g_autoptr (WeftTable) none = weft_table_sim_providers (a);

  g_assert_cmpuint (weft_table_n_rows (links), ==, 5);
  g_assert_cmpuint (weft_table_n_rows (all), ==, 16);
  g_assert_cmpstr (weft_table_get_cell (links, 0, 0), ==, weft_table_get_cell (all, 0, 0));
  g_assert_cmpuint (weft_table_n_rows (ranks), ==, 8);
  g_assert_cmpstr (weft_table_get_cell (ranks, 7, 0), ==, "rank 7");
  g_assert_cmpstr (weft_table_get_cell (ranks, 0, 2), ==, "36.4 %");
  g_assert_cmpuint (weft_table_n_rows (none), ==, 0);
}

static void
test_providers (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small);
  g_autoptr (WeftTable) table = NULL;

  a->trace->n_providers = 1;
  a->trace->providers = g_new0 (WeftSimProvider, 1);
  a->trace->providers[0].name = g_strdup ("pool");
  a->providers[0] = (WeftSimProviderUse){ .n_requests = 4, .bytes = 4e6, .busy_s = a->makespan_s / 4, .network_s = 8e-6,
                                          .queue_s = 4e-6, .serve_s = 20e-6, .wait_p99_s = 3e-6, .wait_worst_s = 4e-6 };
  table = weft_table_sim_providers (a);
  g_assert_cmpuint (weft_table_n_rows (table), ==, 1);
  g_assert_cmpstr (weft_table_get_cell (table, 0, 3), ==, "25.0 %");
  g_assert_true (says (weft_table_get_cell (table, 0, 4), "2.00 µs"));
  g_assert_true (says (weft_table_get_cell (table, 0, 5), "1.00 µs"));
  g_assert_true (says (weft_table_get_cell (table, 0, 6), "5.00 µs"));
}

/* Differences are those of the second; links of both machines by their names. */
static void
test_compare (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = fixture_xf (&large);
  g_autoptr (WeftTable) table = NULL, same = weft_table_sim_compare (a, a);
  guint row;

  b->share[WEFT_SIM_SHARE_LATENCY] = 0.1;
  g_free (b->network->name);
  b->network->name = g_strdup ("Ring");
  b->links[5].utilisation = 0.9;
  table = weft_table_sim_compare (a, b);
  g_assert_cmpstr (weft_table_get_title (table, 1), ==, "Star");
  g_assert_cmpstr (weft_table_get_title (table, 2), ==, "Ring");
  g_assert_true (says (weft_table_get_cell (table, 0, 1), "9.90 ms"));
  row = find_row (table, "Critical path: Latency");
  g_assert_cmpstr (weft_table_get_cell (table, row, 1), ==, "5.0 %");
  g_assert_cmpstr (weft_table_get_cell (table, row, 3), ==, "+5.0 points");
  row = find_row (table, "Use of Switch → GPU 2");
  g_assert_cmpstr (weft_table_get_cell (table, row, 2), ==, "90.0 %");
  row = find_row (table, "rank 7 does not compute");
  g_assert_true (g_str_has_suffix (weft_table_get_cell (table, row, 3), "points"));
  for (guint r = 0; r < weft_table_n_rows (same); r++)
    g_assert_true (weft_table_get_cell (same, r, 3)[0] == '0');
}

/* A link that only one machine has is a dash in the other. */
static void
test_compare_other (void)
{
  FixtureXf wide = small;
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = NULL;
  g_autoptr (WeftTable) table = NULL;
  guint row;

  wide.tp = 4;
  b = fixture_xf (&wide);
  b->links[31].utilisation = 0.95;
  table = weft_table_sim_compare (a, b);
  row = find_row (table, "Use of Switch → GPU 15");
  g_assert_cmpstr (weft_table_get_cell (table, row, 1), ==, "–");
  g_assert_cmpstr (weft_table_get_cell (table, row, 2), ==, "95.0 %");
  g_assert_cmpstr (weft_table_get_cell (table, row, 3), ==, "–");
}

/* --- files --- */

static void
check_written (const char *folder, const char *name, gboolean done)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;

  g_assert_true (done);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  g_unlink (path);
}

static void
test_export (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = fixture_xf (&large);
  WeftSimResult *results[] = { a, b };
  WeftBottleneckChart chart = { .n_runs = 2, .results = { a, b }, .hover = -1, .title = "Runs" };
  g_autofree char *folder = g_dir_make_tmp ("weft-runs-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.svg", NULL);
  g_autofree char *wrong = g_build_filename (folder, "a.txt", NULL);
  g_autoptr (GError) error = NULL;

  check_written (folder, "a.svg", weft_bottleneck_chart_export (path, &chart, &weft_palette_light, NULL));
  check_written (folder, "a.svg", weft_gantt_run_export (path, results, 2, FALSE, &weft_palette_dark, NULL));
  check_written (folder, "a.svg", weft_gantt_run_export (path, results, 1, TRUE, &weft_palette_light, NULL));
  g_assert_false (weft_gantt_run_export (wrong, results, 1, TRUE, &weft_palette_light, &error));
  g_assert_nonnull (error);
  g_rmdir (folder);
}

/* Iterations that do not stand in the trace are in the head, not on the axis. */
static void
test_folded (void)
{
  g_autoptr (WeftSimResult) a = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = NULL;
  g_autofree char *head = NULL;
  double end_s = a->makespan_s;

  a->folded_s = 3;
  a->makespan_s += 3;
  chart = weft_gantt_new_for_run (a, NULL);
  head = weft_gantt_run_head (a);
  g_assert_cmpfloat_with_epsilon (weft_gantt_get_end_s (chart), end_s, 1e-9);
  g_assert_true (says (head, "Pipeline on Star · 3.01 s · 3.00 s of it in iterations like those shown"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bottleneck/lengths", test_lengths);
  g_test_add_func ("/bottleneck/pick", test_pick);
  g_test_add_func ("/bottleneck/sizes", test_sizes);
  g_test_add_func ("/bottleneck/icons", test_icons);
  g_test_add_func ("/bottleneck/table", test_table);
  g_test_add_func ("/bottleneck/tables", test_tables);
  g_test_add_func ("/bottleneck/providers", test_providers);
  g_test_add_func ("/bottleneck/compare", test_compare);
  g_test_add_func ("/bottleneck/compare-other", test_compare_other);
  g_test_add_func ("/bottleneck/export", test_export);
  g_test_add_func ("/bottleneck/folded", test_folded);
  return g_test_run ();
}
