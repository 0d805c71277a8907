/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a Gantt chart knows of a schedule, against looking at every task; and which part of it is seen. */
#include "gantt-fixture.h"

#include <string.h>

/* --- rows and bars --- */

static void
test_rows (void)
{
  g_auto (FixturePlan) plan = fixture_plan (500, 3, 8, 5);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  guint32 n = 0;

  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 4);
  g_assert_cmpstr (weft_gantt_row (chart, 1)->name, ==, "node 0/GPU 1");
  g_assert_cmpstr (weft_gantt_row (chart, 3)->name, ==, "5 idle devices");
  g_assert_cmpuint (weft_gantt_row (chart, 3)->n_devices, ==, 5);
  for (guint r = 0; r < 4; r++)
    {
      const WeftGanttRow *row = weft_gantt_row (chart, r);

      n += row->end - row->first;
      for (guint32 i = row->first; i + 1 < row->end; i++)
        {
          g_assert_cmpfloat (chart->start[i], <=, chart->start[i + 1]);
          g_assert_cmpfloat (chart->finish[i], <=, chart->finish[i + 1]);
        }
    }
  g_assert_cmpuint (n, ==, 500);
  for (guint32 i = 0; i < 500; i++)
    g_assert_cmpuint (weft_gantt_row_of_task (chart, i), ==, plan.schedule->device[i]);
}

/* Two schedules beside each other have the same rows, so that a device stands opposite itself. */
static void
test_rows_beside (void)
{
  g_auto (FixturePlan) narrow = fixture_plan (300, 2, 12, 10), wide = fixture_plan (300, 2, 12, 4);
  g_autoptr (WeftGantt) a = weft_gantt_new (narrow.problem, narrow.schedule, NULL, wide.schedule);
  g_autoptr (WeftGantt) b = weft_gantt_new (narrow.problem, wide.schedule, NULL, narrow.schedule);

  g_assert_cmpuint (weft_gantt_n_rows (a), ==, 9);
  g_assert_cmpuint (weft_gantt_n_rows (b), ==, 9);
  g_assert_cmpfloat (weft_gantt_get_end_s (a), ==, weft_gantt_get_end_s (b));
  g_assert_cmpstr (weft_gantt_row (a, 8)->name, ==, "4 idle devices");
}

/* Steps that all names have in common go. */
static void
test_row_names (void)
{
  static const char *const names[] = { "Rack 1 > Node 12 > GPU 1", "Rack 1 > Node 1 > GPU 1", "Rack 1 > Node 1 > GPU 2" };
  static const char *const same[] = { "R > N > GPU 1", "R > N > GPU 2", "R > N > GPU 3" };
  g_auto (FixturePlan) plan = { fixture_problem (3, 1, 3, FALSE), weft_schedule_new (3) };
  g_autoptr (WeftGantt) chart = NULL;

  for (guint d = 0; d < 3; d++)
    {
      g_free (plan.problem->platform->device_name[d]);
      plan.problem->platform->device_name[d] = g_strdup (names[d]);
      fixture_place (&plan, d, d, 0, 1);
    }
  chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  g_assert_cmpstr (weft_gantt_row (chart, 0)->name, ==, "Node 12 > GPU 1");
  g_assert_cmpstr (weft_gantt_row (chart, 2)->name, ==, "Node 1 > GPU 2");
  g_clear_pointer (&chart, weft_gantt_unref);
  for (guint d = 0; d < 3; d++)
    {
      g_free (plan.problem->platform->device_name[d]);
      plan.problem->platform->device_name[d] = g_strdup (same[d]);
    }
  chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  g_assert_cmpstr (weft_gantt_row (chart, 0)->name, ==, "N > GPU 1");
}

/* Three idle devices are not worth folding. */
static void
test_rows_few_idle (void)
{
  g_auto (FixturePlan) plan = fixture_plan (50, 1, 8, 3);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);

  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 8);
}

static guint32
find_at (const WeftSchedule *schedule, guint device, double time_s)
{
  for (guint32 i = 0; i < schedule->n_tasks; i++)
    if (schedule->device[i] == device && schedule->start_s[i] <= time_s && schedule->finish_s[i] > time_s)
      return i;

  return WEFT_TASK_NONE;
}

static guint32
find_next (const WeftSchedule *schedule, guint device, double time_s)
{
  guint32 next = WEFT_TASK_NONE;

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    if (schedule->device[i] == device && schedule->start_s[i] >= time_s
        && (next == WEFT_TASK_NONE || schedule->start_s[i] < schedule->start_s[next]
            || (schedule->start_s[i] == schedule->start_s[next] && schedule->finish_s[i] < schedule->finish_s[next])))
      next = i;
  return next;
}

static void
test_find (void)
{
  g_auto (FixturePlan) plan = fixture_plan (3000, 5, 3, 0);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);

  for (guint i = 0; i <= 400; i++)
    for (guint row = 0; row < 3; row++)
      {
        double time_s = plan.schedule->makespan_s * i / 399.0;

        g_assert_cmpuint (weft_gantt_task_at (chart, row, time_s), ==, find_at (plan.schedule, row, time_s));
        g_assert_cmpuint (weft_gantt_task_near (chart, row, time_s, FALSE), ==, find_next (plan.schedule, row, time_s));
      }
}

static void
test_next (void)
{
  g_auto (FixturePlan) plan = fixture_plan (400, 2, 2, 0);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  guint32 task = weft_gantt_task_near (chart, 1, 0, FALSE), last = WEFT_TASK_NONE;
  guint n = 0;

  g_assert_cmpuint (weft_gantt_task_near (chart, 1, 0, TRUE), ==, WEFT_TASK_NONE);
  for (; task != WEFT_TASK_NONE; task = weft_gantt_next_task (chart, task, FALSE), n++)
    {
      g_assert_cmpuint (plan.schedule->device[task], ==, 1);
      if (last != WEFT_TASK_NONE)
        g_assert_cmpuint (weft_gantt_next_task (chart, task, TRUE), ==, last);
      last = task;
    }
  g_assert_cmpuint (n, ==, weft_gantt_row (chart, 1)->end - weft_gantt_row (chart, 1)->first);
  g_assert_cmpuint (weft_gantt_task_near (chart, 1, INFINITY, TRUE), ==, last);
}

/* --- sums --- */

static void
sum_by_hand (const FixturePlan *plan, guint device, double from_s, double to_s, guint n_kernels, double *sums)
{
  for (guint32 i = 0; i < plan->schedule->n_tasks; i++)
    {
      double start = MAX (plan->schedule->start_s[i], from_s), finish = MIN (plan->schedule->finish_s[i], to_s);

      if (plan->schedule->device[i] == device && finish > start)
        sums[i % n_kernels] += finish - start;
    }
}

static void
test_sums (void)
{
  enum { N_KERNELS = 7 };
  g_auto (FixturePlan) plan = fixture_plan (6000, N_KERNELS, 3, 0);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  double end_s = plan.schedule->makespan_s;

  for (guint i = 0; i < 300; i++)
    {
      double from_s = g_rand_double_range (rand, -0.05, 1) * end_s;
      double to_s = from_s + end_s * pow (10, -g_rand_double_range (rand, -0.1, 5));
      guint row = i % 3;
      double sums[N_KERNELS] = { 0 }, busy = 0;
      WeftGanttSpan span;

      weft_gantt_sum_span (chart, row, from_s, to_s, &span);
      sum_by_hand (&plan, row, from_s, to_s, N_KERNELS, sums);
      for (guint k = 0; k < N_KERNELS; k++)
        {
          g_assert_cmpfloat_with_epsilon (span.kernel_s[k], sums[k], 1e-12 * end_s);
          busy += sums[k];
        }
      g_assert_cmpfloat_with_epsilon (span.busy_s, busy, 1e-11 * end_s);
    }
}

static void
test_long_bars (void)
{
  g_auto (FixturePlan) plan = fixture_plan (40000, 2, 1, 0);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  static const double least[] = { 0, 1e-7, 1.9e-5, 3.9e-4, 1 };

  g_assert_cmpuint (chart->pyramid.n_levels, >=, 3);
  for (guint l = 0; l < G_N_ELEMENTS (least); l++)
    {
      guint32 expected = 40000;

      for (guint32 i = 40000; i-- > 0;)
        {
          if (chart->finish[i] - chart->start[i] >= least[l])
            expected = i;
          if (i % 101 == 0 || i < 70)
            g_assert_cmpuint (weft_gantt_next_long (chart, i, 40000, least[l]), ==, expected);
        }
    }
  g_assert_cmpuint (weft_gantt_next_long (chart, 5, 600, 1), ==, 600);
}

/* --- kernels --- */

static void
test_kernels (void)
{
  g_auto (FixturePlan) plan = fixture_plan (900, 9, 2, 0);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  gboolean letters[256] = { FALSE };
  double busy = 0;

  g_assert_cmpuint (weft_gantt_n_kernels (chart), ==, 9);
  for (guint k = 0; k < 9; k++)
    {
      const WeftGanttKernel *kernel = weft_gantt_kernel (chart, k);

      g_assert_cmpuint (kernel->n_tasks, ==, 100);
      g_assert_cmpuint (kernel->look.hue, <, WEFT_N_KERNEL_HUES);
      g_assert_false (letters[(guchar) kernel->look.letter[0]]);
      letters[(guchar) kernel->look.letter[0]] = TRUE;
      busy += kernel->busy_s;
    }
  g_assert_false (weft_gantt_kernel (chart, 7)->look.hatched);
  g_assert_true (weft_gantt_kernel (chart, 8)->look.hatched);
  g_assert_cmpfloat_with_epsilon (busy, weft_gantt_row (chart, 0)->busy_s + weft_gantt_row (chart, 1)->busy_s, 1e-12);
}

/* More kernels than looks: the rest share one. */
static void
test_many_kernels (void)
{
  g_auto (FixturePlan) plan = fixture_plan (400, 40, 2, 0);
  g_autoptr (WeftGantt) chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  const WeftGanttKernel *rest = weft_gantt_kernel (chart, WEFT_MAX_KERNEL_LOOKS - 1);
  guint32 n = 0;

  g_assert_cmpuint (weft_gantt_n_kernels (chart), ==, WEFT_MAX_KERNEL_LOOKS);
  g_assert_null (rest->look.name);
  g_assert_cmpuint (rest->look.n_kernels, ==, 40 - WEFT_MAX_KERNEL_LOOKS + 1);
  for (guint k = 0; k < WEFT_MAX_KERNEL_LOOKS; k++)
    n += weft_gantt_kernel (chart, k)->n_tasks;
  g_assert_cmpuint (n, ==, 400);
}

/* --- critical path --- */

static void
test_path (void)
{
  g_auto (FixturePlan) plan = { fixture_problem (4, 2, 2, FALSE), weft_schedule_new (4) };
  WeftMapReport report = { .path = g_array_new (FALSE, FALSE, sizeof (WeftPathStep)) };
  const WeftPathStep steps[] = {
    { .task = 0, .wait = WEFT_WAIT_START, .for_task = WEFT_TASK_NONE },
    { .task = 1, .wait = WEFT_WAIT_RESULT, .for_task = 0 },
    { .task = 3, .wait = WEFT_WAIT_DATA, .for_task = 1, .comm_s = 1 },
  };
  g_autoptr (WeftGantt) chart = NULL;
  g_autofree char *words = NULL, *other = NULL;

  fixture_place (&plan, 0, 0, 0, 2);
  fixture_place (&plan, 1, 0, 2, 3);
  fixture_place (&plan, 2, 1, 0, 1);
  fixture_place (&plan, 3, 1, 4, 6);
  g_array_append_vals (report.path, steps, G_N_ELEMENTS (steps));
  chart = weft_gantt_new (plan.problem, plan.schedule, &report, NULL);
  g_array_unref (report.path);

  g_assert_cmpuint (weft_gantt_n_path (chart), ==, 3);
  g_assert_true (weft_gantt_on_path (chart, 3));
  g_assert_false (weft_gantt_on_path (chart, 2));
  /* One line: the step on the same device has nothing between its bars. */
  g_assert_cmpuint (chart->n_steps, ==, 1);
  g_assert_cmpuint (chart->steps[0].from_row, ==, 0);
  g_assert_cmpuint (chart->steps[0].row, ==, 1);
  words = weft_gantt_describe_task (chart, 3);
  g_assert_cmpstr (words, ==, "task@3\nkernel1\nnode 0/GPU 1\n2.00\u00a0s, from 4.00\u00a0s to 6.00\u00a0s\n"
                              "On the critical path");
  other = weft_gantt_describe_task (chart, 2);
  g_assert_null (strstr (other, "critical"));
}

/* --- words --- */

static void
test_words (void)
{
  g_auto (FixturePlan) plan = { fixture_problem (2, 2, 1, TRUE), weft_schedule_new (2) };
  g_autoptr (WeftGantt) chart = NULL;
  g_autofree char *busy = NULL, *idle = NULL, *whole = NULL;

  fixture_place (&plan, 0, 0, 0, 30);
  fixture_place (&plan, 1, 0, 50, 80);
  chart = weft_gantt_new (plan.problem, plan.schedule, NULL, NULL);
  g_assert_true (weft_gantt_is_plain (chart));
  busy = weft_gantt_describe_span (chart, 0, 0, 100);
  g_assert_cmpstr (busy, ==, "Device 0\n2 tasks, busy 60 %\nkernel0 50 %\nkernel1 50 %");
  idle = weft_gantt_describe_span (chart, 0, 30, 50);
  g_assert_cmpstr (idle, ==, "Device 0\nIdle");
  whole = weft_gantt_summarise (chart);
  g_assert_cmpstr (whole, ==, "Schedule of 2 tasks on 1 devices in 80");
}

static void
test_extremes (void)
{
  g_auto (FixturePlan) still = { fixture_problem (3, 1, 1, FALSE), weft_schedule_new (3) };
  g_autoptr (WeftGantt) chart = NULL;
  WeftGanttSpan span;

  for (guint i = 0; i < 3; i++)
    fixture_place (&still, i, 0, 0, 0);
  chart = weft_gantt_new (still.problem, still.schedule, NULL, NULL);
  g_assert_cmpfloat (weft_gantt_get_end_s (chart), ==, 0);
  weft_gantt_sum_span (chart, 0, 0, 1, &span);
  g_assert_cmpfloat (span.busy_s, ==, 0);
  g_assert_cmpuint (weft_gantt_task_near (chart, 0, 0, FALSE), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gantt/rows", test_rows);
  g_test_add_func ("/gantt/rows/beside", test_rows_beside);
  g_test_add_func ("/gantt/rows/names", test_row_names);
  g_test_add_func ("/gantt/rows/few-idle", test_rows_few_idle);
  g_test_add_func ("/gantt/find", test_find);
  g_test_add_func ("/gantt/next", test_next);
  g_test_add_func ("/gantt/sums", test_sums);
  g_test_add_func ("/gantt/long-bars", test_long_bars);
  g_test_add_func ("/gantt/kernels", test_kernels);
  g_test_add_func ("/gantt/kernels/many", test_many_kernels);
  g_test_add_func ("/gantt/path", test_path);
  g_test_add_func ("/gantt/words", test_words);
  g_test_add_func ("/gantt/extremes", test_extremes);
  return g_test_run ();
}
