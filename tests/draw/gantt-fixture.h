/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedules of any size that are made here, task by task, without a mapper. */
#pragma once

#include "draw-fixture.h"

#include "draw/gantt/weft-gantt-plan.h"
#include "draw/gantt/weft-gantt-private.h"
#include "draw/gantt/weft-gantt-sheet.h"
#include "workload/weft-task-builder.h"

typedef struct
{
  WeftMapProblem *problem;
  WeftSchedule *schedule;
} FixturePlan;

G_GNUC_UNUSED static void
fixture_plan_clear (FixturePlan *plan)
{
  g_clear_pointer (&plan->problem, weft_map_problem_unref);
  g_clear_pointer (&plan->schedule, weft_schedule_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FixturePlan, fixture_plan_clear)

G_GNUC_UNUSED static WeftPlatform *
fixture_platform (guint n_devices, gboolean plain)
{
  WeftPlatform *platform = g_new0 (WeftPlatform, 1);

  g_atomic_ref_count_init (&platform->refs);
  platform->n_devices = n_devices;
  platform->n_classes = platform->n_links = 1;
  platform->class_of = g_new0 (guint16, n_devices);
  platform->class_size = g_memdup2 (&n_devices, sizeof n_devices);
  platform->class_name = g_new0 (char *, 2);
  platform->class_name[0] = g_strdup ("H200");
  platform->capacity_bytes = g_new0 (double, 1);
  platform->links = g_new0 (WeftLink, 1);
  platform->link_of = g_new0 (guint16, (gsize) n_devices * n_devices);
  if (plain)
    return platform;
  platform->device = g_new0 (guint32, n_devices);
  platform->device_name = g_new0 (char *, n_devices + 1);
  for (guint d = 0; d < n_devices; d++)
    platform->device_name[d] = g_strdup_printf ("node %u/GPU %u", d / 8, d % 8);
  return platform;
}

/* @n_tasks tasks of @n_kernels kernels, task i of kernel i % @n_kernels, each after the one before it. */
G_GNUC_UNUSED static WeftMapProblem *
fixture_problem (guint32 n_tasks, guint n_kernels, guint n_devices, gboolean plain)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("Test");
  g_autoptr (WeftPlatform) platform = fixture_platform (n_devices, plain);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (GError) error = NULL;
  guint32 stem = weft_task_builder_intern (builder, "task");

  for (guint k = 0; k < n_kernels; k++)
    {
      g_autofree char *name = g_strdup_printf ("kernel%u", k);
      WeftTaskCost cost = { .kernel = name };

      weft_task_builder_add_kind (builder, &cost);
    }
  for (guint32 i = 0; i < n_tasks; i++)
    {
      weft_task_builder_add_task (builder, i % n_kernels, stem, i);
      if (i > 0)
        weft_task_builder_add_edge (builder, i - 1, i, 1);
    }
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return weft_map_problem_new (graph, platform, g_new0 (double, MAX (1, graph->n_kinds)));
}

G_GNUC_UNUSED static void
fixture_place (FixturePlan *plan, guint32 task, guint device, double start_s, double finish_s)
{
  plan->schedule->device[task] = device;
  plan->schedule->start_s[task] = start_s;
  plan->schedule->finish_s[task] = finish_s;
  plan->schedule->makespan_s = MAX (plan->schedule->makespan_s, finish_s);
}

/* Tasks of uneven lengths, with gaps and with some that take no time, on devices by turns that are not quite even; the
 * last @n_idle devices get none. */
G_GNUC_UNUSED static FixturePlan
fixture_plan (guint32 n_tasks, guint n_kernels, guint n_devices, guint n_idle)
{
  FixturePlan plan = { fixture_problem (n_tasks, n_kernels, n_devices, FALSE), weft_schedule_new (n_tasks) };
  g_autofree double *free_s = g_new0 (double, n_devices);
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_tasks + n_devices);

  for (guint32 i = 0; i < n_tasks; i++)
    {
      guint device = (guint) g_rand_int_range (rand, 0, (gint32) (n_devices - n_idle));
      double gap = g_rand_int_range (rand, 0, 4) == 0 ? g_rand_double_range (rand, 0, 5e-6) : 0;
      double length = g_rand_int_range (rand, 0, 50) == 0   ? 0
                      : g_rand_int_range (rand, 0, 300) == 0 ? 4e-4
                                                             : g_rand_double_range (rand, 1e-7, 2e-5);

      fixture_place (&plan, i, device, free_s[device] + gap, free_s[device] + gap + length);
      free_s[device] += gap + length;
    }
  return plan;
}

/* A sheet with one chart; the view shows everything. */
G_GNUC_UNUSED static WeftGanttSheet
fixture_sheet (WeftGantt *chart, WeftGanttView *view)
{
  weft_gantt_view_set_extent (view, weft_gantt_get_end_s (chart), weft_gantt_n_rows (chart));
  return (WeftGanttSheet){ .charts = { chart, NULL }, .view = view, .lit_kernel = -1 };
}

G_GNUC_UNUSED static void
fixture_paint_sheet (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer sheet)
{
  weft_gantt_sheet_paint (sheet, cr, width, height, palette);
}
