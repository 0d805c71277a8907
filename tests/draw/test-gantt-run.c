/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of simulations: ranks with their waits and lanes, links with their levels and messages. */
#include "sim-fixture.h"

#include "draw/gantt/weft-gantt-bars-private.h"
#include "draw/sim/weft-gantt-links-private.h"
#include "draw/sim/weft-gantt-run-private.h"
#include "sim/weft-sim-builder.h"

static const FixtureXf small = { .tp = 2, .pp = 4, .layers = 3, .micro = 4, .slow = 1.2, .n_bins = 200, .records = TRUE };
static const FixtureXf overlapped = { .tp = 4, .pp = 2, .layers = 6, .micro = 4, .slow = 1.3, .overlaps = TRUE,
                                      .n_bins = 100, .records = TRUE };

/* Whether words have a part, in which spaces stand for those that do not break too. */
static gboolean
says (const char *words, const char *part)
{
  g_auto (GStrv) pieces = g_strsplit (words, "\u00a0", -1);
  g_autofree char *plain = g_strjoinv (" ", pieces);

  return strstr (plain, part) != NULL;
}

/* Bars of a lane follow each other. */
static void
check_lanes (const WeftGantt *chart)
{
  guint32 n = 0;

  for (guint l = 0; l < weft_gantt_n_lanes (chart); l++)
    {
      const WeftGanttLane *lane = &chart->lanes[l];

      g_assert_cmpuint (lane->first, ==, n);
      n = lane->end;
      for (guint32 i = lane->first; i < lane->end; i++)
        {
          g_assert_cmpfloat (chart->finish[i], >=, chart->start[i]);
          if (i > lane->first)
            g_assert_cmpfloat (chart->start[i], >=, chart->finish[i - 1] - 1e-15);
        }
    }
  g_assert_cmpuint (n, ==, weft_gantt_n_tasks (chart));
}

/* --- ranks --- */

/* One task after the other: one lane, in which work and waits fill all of the time up to the last task. */
static void
test_chain (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_run (result, NULL);

  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 8);
  g_assert_cmpuint (weft_gantt_n_lanes (chart), ==, 8);
  g_assert_cmpstr (weft_gantt_row (chart, 3)->name, ==, "rank 3");
  g_assert_cmpfloat (weft_gantt_get_makespan_s (chart), ==, result->makespan_s);
  check_lanes (chart);
  for (guint r = 0; r < 8; r++)
    {
      WeftGanttSpan span;
      double all_s = 0;

      weft_gantt_sum_span (chart, r, 0, result->makespan_s, &span);
      g_assert_cmpuint (span.n_tasks, ==, result->ranks[r].n_tasks);
      for (guint k = 0; k < weft_gantt_n_kernels (chart); k++)
        all_s += span.kernel_s[k];
      g_assert_cmpfloat_with_epsilon (all_s, result->ranks[r].finish_s, 1e-12);
      g_assert_cmpfloat (span.busy_s, <, all_s - 1e-4);
      g_assert_cmpfloat_with_epsilon (weft_gantt_row (chart, r)->busy_s, span.busy_s, 1e-12);
    }
}

/* A receive lasts as long as its message, a collective's part as long as all ranks are there; before, they wait. */
static void
test_waits (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_run (result, NULL);
  const WeftSimTrace *trace = result->trace;
  guint n[WEFT_N_SIM_WAITS] = { 0 };

  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (trace->kind[i] == WEFT_SIM_COLLECTIVE)
      g_assert_cmpfloat_with_epsilon (weft_gantt_task_finish_s (chart, i) - weft_gantt_task_start_s (chart, i),
                                      FIXTURE_REDUCE_S, 1e-12);
    else if (trace->kind[i] == WEFT_SIM_RECV)
      g_assert_cmpfloat (weft_gantt_task_finish_s (chart, i) - weft_gantt_task_start_s (chart, i), <=,
                         FIXTURE_SEND_S + 1e-12);
  for (guint32 i = trace->n_tasks; i < weft_gantt_n_tasks (chart); i++)
    {
      const WeftGanttWait *wait = weft_gantt_run_wait (weft_gantt_run_of (chart), i);

      n[wait->cause]++;
      g_assert_true (weft_gantt_kernel (chart, weft_gantt_kernel_of_task (chart, i))->is_wait);
      g_assert_cmpuint (weft_gantt_row_of_task (chart, i), ==, trace->rank[wait->task]);
      g_assert_cmpuint (weft_gantt_run_get_task (chart, i), ==, wait->task);
      g_assert_cmpuint (weft_gantt_next_task (chart, i, FALSE), ==, wait->task);
      g_assert_cmpuint (trace->rank[wait->for_task], !=, trace->rank[wait->task]);
    }
  /* The last rank is slow: its neighbour waits for it. */
  g_assert_cmpuint (n[WEFT_SIM_WAIT_GROUP], >=, small.micro * small.layers);
  g_assert_cmpuint (n[WEFT_SIM_WAIT_MESSAGE], >=, 6);
  g_assert_cmpuint (n[WEFT_SIM_WAIT_TASK] + n[WEFT_SIM_WAIT_START] + n[WEFT_SIM_WAIT_SLOT], ==, 0);
}

static void
test_words (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_run (result, NULL);
  /* Rank 2 is in the second stage: its first task is a receive. */
  guint32 recv = 2 * result->ranks[0].n_tasks;
  guint32 wait = weft_gantt_next_task (chart, recv, TRUE);
  g_autofree char *task = weft_gantt_describe_task (chart, recv);
  g_autofree char *waits = weft_gantt_describe_task (chart, wait);
  g_autofree char *all = weft_gantt_summarise (chart);

  g_assert_cmpuint (result->trace->kind[recv], ==, WEFT_SIM_RECV);
  g_assert_true (says (task, "rank 2, node 0 “recv”"));
  g_assert_true (says (task, "receive of 8.39 MB from rank 0"));
  g_assert_true (says (task, "40.0 µs, from 480 µs to 520 µs"));
  g_assert_true (says (task, "Waited 480 µs for: message of rank 0, node 6 “send”"));
  g_assert_true (says (waits, "rank 2 waits for message of rank 0, node 6 “send”"));
  g_assert_true (says (waits, "480 µs, from 0 s to 480 µs"));
  g_assert_true (says (all, "Simulation of 480 tasks on 8 ranks in 9.90 ms"));
  g_assert_true (weft_gantt_get_result (chart) == result);
}

/* What is done at once lies in two lanes, computing above; communication is lower. */
static void
test_lanes (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&overlapped);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_run (result, NULL);

  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 8);
  g_assert_cmpuint (weft_gantt_n_lanes (chart), ==, 16);
  check_lanes (chart);
  for (guint r = 0; r < 8; r++)
    {
      const WeftGanttLane *lanes = &chart->lanes[weft_gantt_row (chart, r)->lane];

      g_assert_cmpfloat (lanes[0].bottom, ==, lanes[1].top);
      g_assert_cmpfloat (lanes[0].bottom - lanes[0].top, >, lanes[1].bottom - lanes[1].top);
    }
  for (guint32 i = 0; i < result->trace->n_tasks; i++)
    {
      guint lane = weft_gantt_lane_of_task (chart, i);
      gboolean above = result->trace->kind[i] == WEFT_SIM_COMPUTE;

      g_assert_cmpuint (lane - weft_gantt_row (chart, result->trace->rank[i])->lane, ==, above ? 0 : 1);
    }
}

/* Each lane is found where it is painted. */
static void
test_pick_lane (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&overlapped);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_run (result, NULL);
  g_autoptr (WeftGanttView) view = weft_gantt_view_new ();
  WeftGanttSheet sheet = { .charts = { chart }, .view = view, .lit_kernel = -1 };
  guint n = 0;

  weft_gantt_view_set_extent (view, weft_gantt_get_end_s (chart), weft_gantt_n_rows (chart));
  weft_gantt_sheet_place (&sheet, 4000, 600, &weft_palette_light);
  for (guint32 i = 0; i < weft_gantt_n_tasks (chart); i++)
    {
      WeftGanttHit hit;
      WeftBox box;

      g_assert_true (weft_gantt_sheet_task_box (&sheet, 0, i, 4000, 600, &weft_palette_light, &box));
      if (box.w < 8)
        continue;
      weft_gantt_sheet_pick (&sheet, box.x + box.w / 2, box.y + box.h / 2, 4000, 600, &weft_palette_light, &hit);
      g_assert_cmpint (hit.part, ==, WEFT_GANTT_TASK);
      g_assert_cmpuint (hit.task, ==, i);
      g_assert_cmpuint (hit.lane, ==, weft_gantt_lane_of_task (chart, i));
      n++;
    }
  g_assert_cmpuint (n, >, 500);
}

/* The path goes from rank to rank; messages and collectives join them where both begin. */
static void
test_path (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_run (result, NULL);

  g_assert_cmpuint (weft_gantt_n_path (chart), ==, result->path->len);
  for (guint i = 0; i < result->path->len; i++)
    g_assert_true (weft_gantt_on_path (chart, g_array_index (result->path, WeftSimStep, i).task));
  g_assert_cmpuint (chart->n_steps, >=, 6);
  for (guint i = 0; i < chart->n_steps; i++)
    if (chart->steps[i].row != chart->steps[i].from_row)
      g_assert_true (chart->steps[i].together);
}

/* Two runs with other ranks have the same rows and one scale of time. */
static void
test_beside (void)
{
  FixtureXf wide = small;
  g_autoptr (WeftSimResult) a = fixture_xf (&small), b = NULL;
  g_autoptr (WeftGantt) upper = NULL, lower = NULL;

  wide.tp = 4;
  b = fixture_xf (&wide);
  upper = weft_gantt_new_for_run (a, b);
  lower = weft_gantt_new_for_run (b, a);
  g_assert_cmpuint (weft_gantt_n_rows (upper), ==, 16);
  g_assert_cmpuint (weft_gantt_n_rows (lower), ==, 16);
  g_assert_cmpstr (weft_gantt_row (upper, 12)->name, ==, "rank 12");
  g_assert_cmpfloat (weft_gantt_get_end_s (upper), ==, weft_gantt_get_end_s (lower));
  g_assert_cmpfloat (weft_gantt_get_makespan_s (upper), ==, a->makespan_s);
}

/* --- of the engine --- */

static gboolean
route_star (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const guint32 way[] = { 2 * from, 2 * to + 1 };

  if (from != to)
    g_array_append_vals (links, way, 2);
  return TRUE;
}

/* Rank 0 computes and sends to rank 1, which waits; then both reduce, for which rank 0 waits. */
static WeftSimResult *
simulate (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("Two", 2);
  g_autoptr (WeftSimNetwork) network = fixture_star (2);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  WeftSimOptions options;
  WeftSimResult *result;
  guint32 a[3], b[3];

  a[0] = weft_sim_builder_add_compute (builder, 0, 0, "first", "work", 0, 1e-3, 0, &error);
  a[1] = weft_sim_builder_add_send (builder, 0, 1, "give", 1, 0, 4e6, &error);
  a[2] = weft_sim_builder_add_collective (builder, 0, 2, "sum", 0, WEFT_SIM_ALL_REDUCE, 4e6, 0, &error);
  b[0] = weft_sim_builder_add_recv (builder, 1, 0, "take", 0, 0, 4e6, &error);
  b[1] = weft_sim_builder_add_compute (builder, 1, 1, "second", "work", 0, 2e-3, 0, &error);
  b[2] = weft_sim_builder_add_collective (builder, 1, 2, "sum", 0, WEFT_SIM_ALL_REDUCE, 4e6, 0, &error);
  for (guint i = 0; i < 2; i++)
    {
      weft_sim_builder_add_edge (builder, a[i], a[i + 1], 0);
      weft_sim_builder_add_edge (builder, b[i], b[i + 1], 0);
    }
  trace = weft_sim_builder_finish (builder, &error);
  g_assert_no_error (error);
  network->route = route_star;
  weft_sim_options_init (&options);
  options.n_bins = 64;
  options.max_messages = 1000;
  result = weft_sim_run (trace, network, &options, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static void
test_engine (void)
{
  g_autoptr (WeftSimResult) result = simulate ();
  g_autoptr (WeftGantt) ranks = weft_gantt_new_for_run (result, NULL), links = weft_gantt_new_for_links (result);
  g_autofree char *late = NULL, *first = NULL;
  WeftGanttSpan span;

  check_lanes (ranks);
  check_lanes (links);
  /* The receive waits for the computation, and the sum of rank 0 for that of rank 1. */
  g_assert_cmpuint (weft_gantt_n_tasks (ranks), ==, 8);
  for (guint r = 0; r < 2; r++)
    {
      double all_s = 0;

      weft_gantt_sum_span (ranks, r, 0, result->makespan_s, &span);
      for (guint k = 0; k < weft_gantt_n_kernels (ranks); k++)
        all_s += span.kernel_s[k];
      g_assert_cmpfloat_with_epsilon (all_s, result->makespan_s, 1e-12);
    }
  for (guint32 i = 6; i < 8; i++)
    {
      g_autofree char *words = weft_gantt_describe_task (ranks, i);

      g_assert_true (says (words, "rank 1 waits for message of rank 0, node 1 “give”\n1.00 ms, from 0 s to 1.00 ms")
                     || says (words, "rank 0 waits for rank 1, node 2 “sum”\n2.00 ms"));
    }
  g_assert_cmpuint (weft_gantt_n_path (ranks), >=, 4);
  g_assert_cmpuint (weft_gantt_n_tasks (links), ==, 2 * result->messages->len);
  g_assert_cmpuint (result->messages->len, >=, 3);
  first = weft_gantt_describe_task (links, 0);
  late = weft_gantt_describe_span (links, 0, 0, result->makespan_s);
  g_assert_nonnull (first);
  g_assert_true (says (late, " in all"));
}

/* --- links --- */

/* What crosses a link in each step of time, against its bytes. */
static void
test_levels (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_links (result);
  double before = INFINITY;

  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 16);
  for (guint r = 0; r < weft_gantt_n_rows (chart); r++)
    {
      guint32 link = weft_gantt_row (chart, r)->device;
      double level = weft_gantt_level (chart, r, 0, result->makespan_s), sum = 0;

      g_assert_cmpfloat_with_epsilon (level, result->links[link].utilisation, 1e-6);
      g_assert_cmpfloat (level, <=, before + 1e-6);
      for (guint i = 0; i < 37; i++)
        sum += weft_gantt_level (chart, r, result->makespan_s * i / 37, result->makespan_s * (i + 1) / 37) / 37;
      g_assert_cmpfloat_with_epsilon (sum, level, 1e-6);
      before = level;
    }
  g_assert_cmpfloat (weft_gantt_level (chart, 0, -2, -1), ==, 0);
}

/* Without steps of time the mean of the whole run is known. */
static void
test_levels_mean (void)
{
  FixtureXf spec = small;
  g_autoptr (WeftSimResult) result = NULL;
  g_autoptr (WeftGantt) chart = NULL;

  spec.n_bins = 0;
  spec.records = FALSE;
  result = fixture_xf (&spec);
  chart = weft_gantt_new_for_links (result);
  g_assert_cmpuint (weft_gantt_n_tasks (chart), ==, 0);
  for (guint r = 0; r < weft_gantt_n_rows (chart); r++)
    g_assert_cmpfloat_with_epsilon (weft_gantt_level (chart, r, 0, result->makespan_s / 3),
                                    result->links[weft_gantt_row (chart, r)->device].utilisation, 1e-6);
}

static void
test_crossings (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&overlapped);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_links (result);

  /* Two links each. */
  g_assert_cmpuint (weft_gantt_n_tasks (chart), ==, 2 * result->messages->len);
  check_lanes (chart);
  for (guint32 i = 0; i < weft_gantt_n_tasks (chart); i++)
    {
      const WeftGanttCrossing *crossing =
        &g_array_index (((WeftGanttLinks *) chart->owner)->crossings, WeftGanttCrossing, i);
      const WeftSimMessage *message = &g_array_index (result->messages, WeftSimMessage, crossing->message);

      g_assert_cmpuint (weft_gantt_row (chart, weft_gantt_row_of_task (chart, i))->device, ==, crossing->link);
      g_assert_cmpuint (weft_gantt_run_get_task (chart, i), ==, message->to_task);
      g_assert_cmpfloat (weft_gantt_task_start_s (chart, i), >=, message->sent_s);
      g_assert_cmpfloat (weft_gantt_task_finish_s (chart, i), >=, message->arrived_s);
    }
}

static void
test_link_words (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&small);
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_links (result);
  guint32 task = 0;
  g_autofree char *words = NULL, *row = NULL;

  while (result->trace->kind[weft_gantt_run_get_task (chart, task)] != WEFT_SIM_RECV)
    task++;
  words = weft_gantt_describe_task (chart, task);
  row = weft_gantt_describe_span (chart, 0, 0, result->makespan_s);
  g_assert_true (says (words, "rank 0 → rank 2"));
  g_assert_true (says (words, "send of 8.39 MB to rank 2"));
  g_assert_true (says (words, "8.39 MB in 40.0 µs, from "));
  g_assert_true (says (words, "GPU 0 → Switch → GPU 2"));
  g_assert_true (says (words, "Waited 3.00 µs for other bytes; the busiest of its links meanwhile: "));
  g_assert_true (says (row, " in all"));
  g_assert_true (says (row, "Queueing: mean "));
}

/* Links that nothing crosses are one row. */
static void
test_idle_links (void)
{
  FixtureXf lone = { .tp = 1, .pp = 8, .layers = 1, .micro = 1, .slow = 1, .n_bins = 10 };
  g_autoptr (WeftSimResult) result = fixture_xf (&lone);
  g_autoptr (WeftGantt) chart = NULL;
  g_autofree char *words = NULL;

  for (guint32 l = 2; l < 8; l++)
    {
      result->links[l] = (WeftSimLinkUse){ 0 };
      memset (result->bins + l * 10, 0, 10 * sizeof *result->bins);
    }
  chart = weft_gantt_new_for_links (result);
  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 11);
  g_assert_cmpstr (weft_gantt_row (chart, 10)->name, ==, "6 idle links");
  words = weft_gantt_describe_span (chart, 10, 0, 1);
  g_assert_cmpstr (words, ==, "6 idle links\nNothing crosses it");
  g_assert_cmpfloat (weft_gantt_level (chart, 10, 0, result->makespan_s), ==, 0);
}

/* --- pictures --- */

static void
paint_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer sheet)
{
  weft_gantt_sheet_paint (sheet, cr, width, height, palette);
}

/* Any of them at any size stays inside of its picture, and is found without a crash. */
static void
test_sizes (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 30, 500 }, { 360, 90 }, { 420, 600 }, { 1200, 700 }, { 900, 20 } };
  WeftPalette turned = weft_palette_dark;
  g_autoptr (WeftSimResult) result = fixture_xf (&overlapped);

  turned.right_to_left = TRUE;
  for (guint c = 0; c < 2; c++)
    {
      g_autoptr (WeftGantt) chart = c == 0 ? weft_gantt_new_for_run (result, NULL) : weft_gantt_new_for_links (result);
      g_autoptr (WeftGanttView) view = weft_gantt_view_new ();
      WeftGanttSheet sheet = { .charts = { chart }, .view = view, .lit_kernel = -1, .shows_path = TRUE };

      weft_gantt_view_set_extent (view, weft_gantt_get_end_s (chart), weft_gantt_n_rows (chart));
      for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
        {
          const int *size = sizes[i / 2];
          cairo_surface_t *image = fixture_paint (paint_cb, &sheet, size[0], size[1], i % 2 ? &turned : &weft_palette_light);
          WeftGanttHit hit;
          g_autofree char *words = NULL;

          g_assert_cmpuint (fixture_count_inside (image), >, 0);
          cairo_surface_destroy (image);
          weft_gantt_sheet_pick (&sheet, size[0] * 0.6, size[1] * 0.5, size[0], size[1], &turned, &hit);
          words = weft_gantt_sheet_describe (&sheet, &hit);
          weft_gantt_view_show_range (view, result->makespan_s * i / 20, result->makespan_s * (i + 1) / 20);
        }
    }
}

/* Far away levels are seen, near by messages. */
static void
test_shows_bars (void)
{
  g_autoptr (WeftSimResult) result = fixture_xf (&(FixtureXf){ .tp = 4, .pp = 2, .layers = 40, .micro = 8, .slow = 1,
                                                               .n_bins = 50, .records = TRUE });
  g_autoptr (WeftGantt) chart = weft_gantt_new_for_links (result);
  g_autoptr (WeftGanttView) view = weft_gantt_view_new ();

  weft_gantt_view_set_extent (view, weft_gantt_get_end_s (chart), weft_gantt_n_rows (chart));
  weft_gantt_view_set_size (view, 800, 500);
  g_assert_false (weft_gantt_shows_bars (chart, view));
  weft_gantt_view_show_range (view, 0, result->makespan_s / 50);
  g_assert_true (weft_gantt_shows_bars (chart, view));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gantt-run/ranks/chain", test_chain);
  g_test_add_func ("/gantt-run/ranks/waits", test_waits);
  g_test_add_func ("/gantt-run/ranks/words", test_words);
  g_test_add_func ("/gantt-run/ranks/lanes", test_lanes);
  g_test_add_func ("/gantt-run/ranks/pick-lane", test_pick_lane);
  g_test_add_func ("/gantt-run/ranks/path", test_path);
  g_test_add_func ("/gantt-run/ranks/beside", test_beside);
  g_test_add_func ("/gantt-run/engine", test_engine);
  g_test_add_func ("/gantt-run/links/levels", test_levels);
  g_test_add_func ("/gantt-run/links/levels-mean", test_levels_mean);
  g_test_add_func ("/gantt-run/links/crossings", test_crossings);
  g_test_add_func ("/gantt-run/links/words", test_link_words);
  g_test_add_func ("/gantt-run/links/idle", test_idle_links);
  g_test_add_func ("/gantt-run/pictures/sizes", test_sizes);
  g_test_add_func ("/gantt-run/pictures/shows-bars", test_shows_bars);
  return g_test_run ();
}
