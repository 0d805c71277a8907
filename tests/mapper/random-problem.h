/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random scheduling problems of every kind that the algorithms have to take: ties, tasks without time, edges without
 * bytes, several roots, devices that cannot run a task or that are equal, links in islands, collectives, memory. */
#pragma once

#include <math.h>

#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-task-builder.h"

typedef struct
{
  guint max_tasks;
  guint max_devices;
  gboolean has_groups;
  gboolean has_memory;
  gboolean is_finite; /* every device runs every task */
} RandomKind;

/* Small whole numbers tie all the time; others round. */
static inline double
random_amount (GRand *rand, gboolean is_whole, double zero_share, guint most)
{
  if (g_rand_double (rand) < zero_share)
    return 0;
  return is_whole ? g_rand_int_range (rand, 1, most + 1) : g_rand_double_range (rand, 0.01, most);
}

static inline WeftPlatform *
random_platform (GRand *rand, const RandomKind *kind, gboolean is_whole)
{
  guint n_devices = g_rand_int_range (rand, 1, kind->max_devices + 1);
  guint n_classes = g_rand_int_range (rand, 1, n_devices + 1);
  guint n_links = g_rand_int_range (rand, 1, 9);
  guint island = g_rand_int_range (rand, 1, n_devices + 1);
  int shape = g_rand_int_range (rand, 0, 4);
  WeftPlatform *platform = weft_platform_new (n_devices, n_classes, n_links);

  for (guint c = 0; c < n_classes; c++)
    {
      platform->class_name[c] = g_strdup_printf ("class-%u", c);
      if (kind->has_memory)
        platform->capacity_bytes[c] = g_rand_int_range (rand, 20, 200);
    }
  for (guint l = 0; l < n_links; l++)
    platform->links[l] = (WeftLink) { random_amount (rand, is_whole, 0.4, 5), 0.1 + random_amount (rand, TRUE, 0, 7) };
  for (guint p = 0; p < n_devices; p++)
    platform->class_of[p] = p < n_classes ? p : (guint) g_rand_int_range (rand, 0, n_classes);
  for (guint a = 0; a < n_devices; a++)
    for (guint b = 0; b < n_devices; b++)
      platform->link_of[a * n_devices + b] = shape == 0   ? 0
                                             : shape == 1 ? a / island != b / island && n_links > 1
                                             : shape == 2 ? (a + b) % n_links
                                                          : (guint) g_rand_int_range (rand, 0, n_links);
  weft_platform_finish (platform);
  return platform;
}

static inline void
random_edges (GRand *rand, WeftTaskBuilder *builder, guint n_tasks, gboolean is_whole)
{
  double zero_share = g_rand_int_range (rand, 0, 3) * 0.5;
  guint n_edges = n_tasks > 1 ? g_rand_int_range (rand, 0, 3 * n_tasks) : 0;
  g_autofree guint32 *label = g_new (guint32, n_tasks);

  /* Indices need not be a topological order. */
  for (guint i = 0; i < n_tasks; i++)
    label[i] = i;
  for (guint i = n_tasks; i > 1 && g_rand_boolean (rand); i--)
    {
      guint j = g_rand_int_range (rand, 0, i);
      guint32 swap = label[i - 1];

      label[i - 1] = label[j];
      label[j] = swap;
    }
  for (guint e = 0; e < n_edges; e++)
    {
      guint a = g_rand_int_range (rand, 0, n_tasks - 1);
      guint b = g_rand_int_range (rand, a + 1, MIN (n_tasks, a + 9));

      weft_task_builder_add_edge (builder, label[a], label[b], random_amount (rand, is_whole, zero_share, 40));
    }
}

static inline WeftTaskGraph *
random_graph (GRand *rand, const RandomKind *kind, gboolean is_whole)
{
  guint n_tasks = g_rand_int_range (rand, 0, kind->max_tasks + 1);
  WeftTaskBuilder *builder = weft_task_builder_new ("random");
  guint32 stem = weft_task_builder_intern (builder, "t");
  guint32 kinds[4];

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      WeftTaskCost cost = { .kernel = "work" };

      if (kind->has_memory)
        cost.working_set_bytes = g_rand_int_range (rand, 0, 15);
      kinds[k] = weft_task_builder_add_kind (builder, &cost);
    }
  for (guint r = 0; kind->has_memory && r < 6; r++)
    weft_task_builder_add_region (builder, stem, r, g_rand_int_range (rand, 0, 40));
  for (guint i = 0; i < n_tasks; i++)
    {
      weft_task_builder_add_task (builder, kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))], stem, i);
      if (kind->has_memory && g_rand_boolean (rand))
        weft_task_builder_set_region (builder, i, g_rand_int_range (rand, 0, 6));
    }
  /* Ranks of one collective stand side by side and have no edges among themselves, or there would be a cycle. */
  random_edges (rand, builder, n_tasks, is_whole);
  for (guint i = 0, g = 0; kind->has_groups && i + 3 < n_tasks; i += 3)
    if (g_rand_int_range (rand, 0, 4) == 0)
      {
        weft_task_builder_set_group (builder, i, g);
        weft_task_builder_set_group (builder, i + 1, g++);
      }
  return weft_task_builder_finish (builder, NULL, NULL);
}

static inline void
random_times (GRand *rand, const RandomKind *kind, const WeftPlatform *platform, guint32 n_tasks, gboolean is_whole,
              double *time_s)
{
  double zero_share = g_rand_boolean (rand) ? 0 : 0.3;
  gboolean is_related = g_rand_boolean (rand);
  gboolean is_partial = !kind->is_finite && g_rand_boolean (rand);

  for (guint32 i = 0; i < n_tasks; i++)
    {
      double base_s = random_amount (rand, is_whole, zero_share, 20);
      guint sure = g_rand_int_range (rand, 0, platform->n_classes);

      for (guint c = 0; c < platform->n_classes; c++)
        {
          double *at_s = &time_s[(gsize) i * platform->n_classes + c];

          *at_s = is_related ? base_s * (1 + c % 3) : random_amount (rand, is_whole, zero_share, 20);
          if (is_partial && c != sure && g_rand_int_range (rand, 0, 4) == 0)
            *at_s = INFINITY;
        }
    }
}

/* NULL when the collectives that were drawn wait for each other. */
static inline WeftMapProblem *
random_problem (GRand *rand, const RandomKind *kind)
{
  gboolean is_whole = g_rand_boolean (rand);
  g_autoptr (WeftTaskGraph) graph = random_graph (rand, kind, is_whole);
  g_autoptr (WeftPlatform) platform = random_platform (rand, kind, is_whole);
  double *time_s;

  if (graph == NULL)
    return NULL;
  time_s = g_new (double, (gsize) graph->n_tasks * platform->n_classes);
  random_times (rand, kind, platform, graph->n_tasks, is_whole, time_s);
  return weft_map_problem_new_rows (graph, platform, graph->n_tasks, NULL, time_s);
}
