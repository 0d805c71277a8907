/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of schedules: inside their area at any size, right to the pixel where bars are too narrow, and what is
 * found in them. */
#include "gantt-fixture.h"

#include <string.h>

#include "draw/gantt/weft-gantt-bars-private.h"
#include "draw/gantt/weft-gantt-export.h"

typedef struct
{
  FixturePlan plan;
  WeftGantt *chart;
  WeftGanttView *view;
  WeftGanttSheet sheet;
} Shown;

static void
shown_init (Shown *self, FixturePlan plan)
{
  self->plan = plan;
  self->chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  self->view = weft_gantt_view_new ();
  self->sheet = fixture_sheet (self->chart, self->view);
}

static void
shown_clear (Shown *self)
{
  fixture_plan_clear (&self->plan);
  weft_gantt_unref (self->chart);
  g_object_unref (self->view);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static cairo_surface_t *
paint (Shown *self, int width, int height, const WeftPalette *palette)
{
  return fixture_paint (fixture_paint_sheet, &self->sheet, width, height, palette);
}

/* --- any size --- */

static void
test_sizes (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 20, 700 }, { 360, 90 }, { 360, 600 }, { 1200, 700 }, { 900, 20 } };
  WeftPalette turned = weft_palette_light;

  turned.right_to_left = TRUE;
  for (guint n = 1; n <= 4000; n = n * 7 + 1)
    {
      g_auto (Shown) shown = { 0 };

      shown_init (&shown, fixture_plan (n, 1 + n % 20, 3 + n % 40, 2));
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        for (guint p = 0; p < 3; p++)
          {
            const WeftPalette *palettes[] = { &weft_palette_light, &weft_palette_dark, &turned };
            cairo_surface_t *image = paint (&shown, sizes[i][0], sizes[i][1], palettes[p]);

            g_assert_cmpuint (fixture_count_inside (image), >, 0);
            cairo_surface_destroy (image);
          }
    }
}

static void
test_nothing (void)
{
  g_autoptr (WeftGanttView) view = weft_gantt_view_new ();
  WeftGanttSheet sheet = { .view = view, .lit_kernel = -1 };
  cairo_surface_t *image = fixture_paint (fixture_paint_sheet, &sheet, 300, 200, &weft_palette_light);
  WeftGanttHit hit;
  WeftBox box;

  g_assert_cmpuint (fixture_count_inside (image), >, 0);
  cairo_surface_destroy (image);
  weft_gantt_sheet_pick (&sheet, 100, 100, 300, 200, &weft_palette_light, &hit);
  g_assert_cmpint (hit.part, ==, WEFT_GANTT_NOTHING);
  g_assert_false (weft_gantt_sheet_task_box (&sheet, 0, 0, 300, 200, &weft_palette_light, &box));
}

/* --- narrow bars --- */

/* How many pixels of a column of the picture have a colour. */
static guint
count_colour (cairo_surface_t *image, int x, const WeftBox *plot, guint32 pixel)
{
  guint n = 0;

  for (int y = (int) plot->y; y < (int) weft_box_bottom (plot); y++)
    n += fixture_pixel (image, FIXTURE_MARGIN + x, FIXTURE_MARGIN + y) == pixel;
  return n;
}

/* A thousand tasks a pixel: a quarter of the time one kernel, half of it another, the rest idle. */
static void
test_density (void)
{
  enum { N = 400000 };
  g_auto (Shown) shown = { 0 };
  FixturePlan plan = { fixture_problem (N, 2, 1, FALSE), weft_schedule_new (N) };
  WeftGanttLooks looks;
  cairo_surface_t *image;
  WeftBox plot;
  guint height;

  for (guint32 i = 0; i < N; i++)
    fixture_place (&plan, i, 0, i / 2 * 4.0 + i % 2, i / 2 * 4.0 + (i % 2 == 0 ? 1 : 3));
  shown_init (&shown, plan);
  weft_gantt_looks_init (looks, shown.chart, &weft_palette_light);
  image = paint (&shown, 500, 200, &weft_palette_light);
  weft_gantt_sheet_plot_box (&shown.sheet, 0, 500, 200, &weft_palette_light, &plot);
  height = (guint) lround (weft_gantt_view_get_row_height (shown.view)
                           - 2 * weft_gantt_row_gap (weft_gantt_view_get_row_height (shown.view)));
  g_assert_cmpuint (height, >=, 20);
  for (int x = (int) plot.x + 3; x < plot.x + plot.w * 0.97; x += 7)
    {
      guint first = count_colour (image, x, &plot, looks[WEFT_GANTT_USUAL][0].pixel);
      guint second = count_colour (image, x, &plot, looks[WEFT_GANTT_USUAL][1].pixel);

      g_assert_cmpint (ABS ((int) first - (int) lround (height * 0.25)), <=, 1);
      g_assert_cmpint (ABS ((int) second - (int) lround (height * 0.5)), <=, 1);
    }
  cairo_surface_destroy (image);
}

/* A task of a millionth of the time is seen, and so is one that takes none. */
static void
test_smallest (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_auto (Shown) shown = { 0 };
      FixturePlan plan = { fixture_problem (2, 2, 2, FALSE), weft_schedule_new (2) };
      cairo_surface_t *image, *without;
      WeftBox box;

      fixture_place (&plan, 0, 0, 0, 1);
      fixture_place (&plan, 1, 1, 0.5, i == 0 ? 0.500001 : 0.5);
      shown_init (&shown, plan);
      image = paint (&shown, 600, 200, &weft_palette_light);
      g_assert_true (weft_gantt_sheet_task_box (&shown.sheet, 0, 1, 600, 200, &weft_palette_light, &box));
      plan.schedule->device[1] = 0;
      plan.schedule->start_s[1] = plan.schedule->finish_s[1] = 1;
      weft_gantt_unref (shown.chart);
      shown.chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
      shown.sheet.charts[0] = shown.chart;
      without = paint (&shown, 600, 200, &weft_palette_light);
      g_assert_cmpuint (fixture_pixel (image, FIXTURE_MARGIN + (int) (box.x + box.w / 2),
                                       FIXTURE_MARGIN + (int) weft_box_bottom (&box) - 3),
                        !=, fixture_pixel (without, FIXTURE_MARGIN + (int) (box.x + box.w / 2),
                                           FIXTURE_MARGIN + (int) weft_box_bottom (&box) - 3));
      cairo_surface_destroy (image);
      cairo_surface_destroy (without);
    }
}

/* --- what is found --- */

static void
test_pick (void)
{
  g_auto (Shown) shown = { 0 };
  FixturePlan plan = { fixture_problem (3, 2, 2, FALSE), weft_schedule_new (3) };
  const WeftPalette *light = &weft_palette_light;
  g_autofree char *words = NULL;
  WeftGanttHit hit;
  WeftBox box, plot;

  fixture_place (&plan, 0, 0, 0, 1);
  fixture_place (&plan, 1, 1, 2, 4);
  fixture_place (&plan, 2, 0, 4, 5);
  shown_init (&shown, plan);
  weft_gantt_sheet_place (&shown.sheet, 800, 240, light);
  for (guint32 task = 0; task < 3; task++)
    {
      g_assert_true (weft_gantt_sheet_task_box (&shown.sheet, 0, task, 800, 240, light, &box));
      weft_gantt_sheet_pick (&shown.sheet, box.x + box.w / 2, box.y + box.h / 2, 800, 240, light, &hit);
      g_assert_cmpint (hit.part, ==, WEFT_GANTT_TASK);
      g_assert_cmpuint (hit.task, ==, task);
    }
  words = weft_gantt_sheet_describe (&shown.sheet, &hit);
  g_assert_true (g_str_has_prefix (words, "task@2\n"));
  weft_gantt_sheet_plot_box (&shown.sheet, 0, 800, 240, light, &plot);
  weft_gantt_sheet_pick (&shown.sheet, plot.x + plot.w * 0.5, plot.y + 5, 800, 240, light, &hit);
  g_assert_cmpint (hit.part, ==, WEFT_GANTT_IDLE);
  weft_gantt_sheet_pick (&shown.sheet, plot.x - 10, plot.y + 5, 800, 240, light, &hit);
  g_assert_cmpint (hit.part, ==, WEFT_GANTT_DEVICE);
  g_assert_cmpuint (hit.row, ==, 0);
  weft_gantt_sheet_pick (&shown.sheet, plot.x + 50, plot.y - 6, 800, 240, light, &hit);
  g_assert_cmpint (hit.part, ==, WEFT_GANTT_AXIS);
  weft_gantt_sheet_pick (&shown.sheet, 20, 230, 800, 240, light, &hit);
  g_assert_cmpint (hit.part, ==, WEFT_GANTT_KERNEL);
}

/* Bars that share a pixel are told of together. */
static void
test_pick_span (void)
{
  g_auto (Shown) shown = { 0 };
  WeftGanttHit hit;
  WeftBox plot;
  g_autofree char *words = NULL;

  shown_init (&shown, fixture_plan (100000, 3, 2, 0));
  weft_gantt_sheet_place (&shown.sheet, 700, 240, &weft_palette_light);
  weft_gantt_sheet_plot_box (&shown.sheet, 0, 700, 240, &weft_palette_light, &plot);
  weft_gantt_sheet_pick (&shown.sheet, plot.x + 200.5, plot.y + 8, 700, 240, &weft_palette_light, &hit);
  g_assert_cmpint (hit.part, ==, WEFT_GANTT_SPAN);
  g_assert_cmpuint (hit.task, !=, WEFT_TASK_NONE);
  words = weft_gantt_sheet_describe (&shown.sheet, &hit);
  g_assert_nonnull (strstr (words, "tasks, busy"));
}

/* A bar is at the same time whatever the direction of the text. */
static void
test_turned (void)
{
  g_auto (Shown) shown = { 0 };
  FixturePlan plan = { fixture_problem (2, 1, 1, FALSE), weft_schedule_new (2) };
  WeftPalette turned = weft_palette_light;
  WeftBox box, other;
  WeftGanttHit hit;

  turned.right_to_left = TRUE;
  fixture_place (&plan, 0, 0, 0, 1);
  fixture_place (&plan, 1, 0, 3, 4);
  shown_init (&shown, plan);
  weft_gantt_sheet_place (&shown.sheet, 600, 200, &turned);
  g_assert_true (weft_gantt_sheet_task_box (&shown.sheet, 0, 0, 600, 200, &weft_palette_light, &box));
  g_assert_true (weft_gantt_sheet_task_box (&shown.sheet, 0, 0, 600, 200, &turned, &other));
  g_assert_cmpfloat_with_epsilon (other.x + other.w, 600 - box.x, 0.01);
  weft_gantt_sheet_pick (&shown.sheet, other.x + 5, other.y + 5, 600, 200, &turned, &hit);
  g_assert_cmpuint (hit.task, ==, 0);
}

/* --- what stands out --- */

static guint
count_different (cairo_surface_t *a, cairo_surface_t *b)
{
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (a); y++)
    for (int x = 0; x < cairo_image_surface_get_width (a); x++)
      n += fixture_pixel (a, x, y) != fixture_pixel (b, x, y);
  return n;
}

static void
test_path (void)
{
  g_auto (Shown) shown = { 0 };
  FixturePlan plan = fixture_plan (60, 3, 4, 0);
  WeftMapReport report = { .path = g_array_new (FALSE, FALSE, sizeof (WeftPathStep)) };
  cairo_surface_t *usual, *lit, *path;

  for (guint32 i = 0; i < 60; i += 6)
    {
      WeftPathStep step = { .task = i, .wait = WEFT_WAIT_DATA, .for_task = i >= 6 ? i - 6 : WEFT_TASK_NONE };

      g_array_append_val (report.path, step);
    }
  shown_init (&shown, plan);
  weft_gantt_unref (shown.chart);
  shown.sheet.charts[0] = shown.chart = weft_gantt_new (plan.problem, plan.schedule, &report, NULL);
  g_array_unref (report.path);
  usual = paint (&shown, 700, 300, &weft_palette_light);
  shown.sheet.shows_path = TRUE;
  path = paint (&shown, 700, 300, &weft_palette_light);
  shown.sheet.shows_path = FALSE;
  shown.sheet.lit_kernel = 1;
  lit = paint (&shown, 700, 300, &weft_palette_light);
  g_assert_cmpuint (count_different (usual, path), >, 500);
  g_assert_cmpuint (count_different (usual, lit), >, 500);
  g_assert_cmpuint (count_different (path, lit), >, 500);
  cairo_surface_destroy (usual);
  cairo_surface_destroy (path);
  cairo_surface_destroy (lit);
}

/* Texts that are kept are where they would be set anew. */
static void
test_labels (void)
{
  g_auto (Shown) shown = { 0 };
  g_autoptr (WeftGanttLabels) labels = weft_gantt_labels_new ();
  cairo_surface_t *fresh, *kept, *again;
  WeftPalette small = weft_palette_light;

  small.font_size = 9;
  shown_init (&shown, fixture_plan (40, 10, 3, 0));
  fresh = paint (&shown, 900, 300, &weft_palette_light);
  shown.sheet.labels = labels;
  kept = paint (&shown, 900, 300, &weft_palette_light);
  g_assert_cmpuint (fixture_count_inside (kept), ==, fixture_count_inside (fresh));
  again = paint (&shown, 900, 300, &small);
  cairo_surface_destroy (again);
  again = paint (&shown, 900, 300, &weft_palette_light);
  g_assert_cmpuint (count_different (kept, again), ==, 0);
  cairo_surface_destroy (fresh);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (again);
}

static void
test_marks (void)
{
  g_auto (Shown) shown = { 0 };
  WeftGanttMarks marks = { .hover = 3, .selected = 7, .cursor_s = 1e-5, .from_s = 1e-5, .to_s = 2e-5 };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 300);
  cairo_t *cr = cairo_create (image);
  guint n = 0;

  shown_init (&shown, fixture_plan (40, 10, 3, 0));
  weft_gantt_sheet_place (&shown.sheet, 600, 300, &weft_palette_light);
  weft_gantt_sheet_paint_marks (&shown.sheet, cr, 600, 300, &weft_palette_light, &marks);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  for (int y = 0; y < 300; y++)
    for (int x = 0; x < 600; x++)
      n += fixture_pixel (image, x, y) != 0;
  g_assert_cmpuint (n, >, 200);
  g_assert_cmpuint (n, <, 20000);
  cairo_surface_destroy (image);
}

/* --- files --- */

static WeftMapResult
make_result (WeftSchedule *schedule)
{
  return (WeftMapResult){ .algorithm = WEFT_MAP_HEFT, .asked = WEFT_MAP_HEFT, .schedule = schedule, .mapper_s = 0.01,
                          .bound_s = schedule->makespan_s / 1.25, .gap_locality = NAN };
}

static void
assert_file (const char *path, const char *begin, const char *contains)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpint (memcmp (text, begin, strlen (begin)), ==, 0);
  if (contains != NULL)
    g_assert_nonnull (strstr (text, contains));
  g_remove (path);
}

static void
test_export (void)
{
  static const struct
  {
    const char *name, *begin, *contains;
  } files[] = {
    { "plan.svg", "<?xml", "<title>Test: 30 tasks on 6 devices</title>" },
    { "plan.pdf", "%PDF-1", NULL },
    { "plan.png", "\x89PNG", NULL },
  };
  g_auto (FixturePlan) plan = fixture_plan (30, 3, 6, 0);
  g_autofree char *folder = g_dir_make_tmp ("weft-gantt-XXXXXX", NULL);
  WeftMapResult result = make_result (plan.schedule);
  WeftGanttPlan plans[] = { { &result, NULL }, { &result, NULL } };
  g_autofree char *head = weft_gantt_head (plan.problem, &result);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (strstr (head, "at most 25 % above the bound"));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);

      weft_gantt_export (path, plan.problem, plans, 1 + i % 2, &weft_palette_light, &error);
      g_assert_no_error (error);
      assert_file (path, files[i].begin, files[i].contains);
    }
  g_assert_false (weft_gantt_export ("/x.gif", plan.problem, plans, 1, &weft_palette_light, &error));
  g_assert_nonnull (error);
  g_rmdir (folder);
}

/* Many bars: a part of them is shown larger, and says which. */
static void
test_export_detail (void)
{
  g_auto (FixturePlan) plan = fixture_plan (20000, 5, 4, 0);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-gantt-detail.svg", NULL);
  WeftMapResult result = make_result (plan.schedule);
  WeftGanttPlan plans[] = { { &result, NULL } };
  g_autoptr (GError) error = NULL;

  weft_gantt_export (path, plan.problem, plans, 1, &weft_palette_dark, &error);
  g_assert_no_error (error);
  assert_file (path, "<?xml", "<image");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gantt-paint/sizes", test_sizes);
  g_test_add_func ("/gantt-paint/nothing", test_nothing);
  g_test_add_func ("/gantt-paint/density", test_density);
  g_test_add_func ("/gantt-paint/smallest", test_smallest);
  g_test_add_func ("/gantt-paint/pick", test_pick);
  g_test_add_func ("/gantt-paint/pick/span", test_pick_span);
  g_test_add_func ("/gantt-paint/turned", test_turned);
  g_test_add_func ("/gantt-paint/path", test_path);
  g_test_add_func ("/gantt-paint/labels", test_labels);
  g_test_add_func ("/gantt-paint/marks", test_marks);
  g_test_add_func ("/gantt-paint/export", test_export);
  g_test_add_func ("/gantt-paint/export/detail", test_export_detail);
  return g_test_run ();
}
