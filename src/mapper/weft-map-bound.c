/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times that no schedule beats: the longest way through the graph at the fastest devices, and the work that is left
 * after any moment, shared by all devices. */
#include <math.h>

#include "mapper/weft-mapper-private.h"

/* Above this, all classes count as one that is as fast as the fastest for each task. */
#define MAX_CLASSES 16
/* Moments from which work is counted. Between them a bound loses less than their distance. */
#define N_MOMENTS 65536u

typedef struct
{
  const WeftMapProblem *problem;
  const WeftTaskGraph *graph;
  guint n_columns;    /* classes, or 1 for all of them together */
  double latency_s;   /* of the fastest link */
  double inverse_bw_s;
  guint32 *order;
  double *finish_s;   /* [tasks × columns] the earliest finish there */
  double *start_s;    /* [tasks] the earliest start anywhere */
  double *floor_s;    /* (nullable) [groups] when all members can start, NAN until known */
} Bound;

/* --- what a task takes --- */

static double
least_time_s (const Bound *self, guint32 task)
{
  const double *time_s = weft_map_problem_times (self->problem, task);
  double least_s = INFINITY;

  for (guint c = 0; c < self->problem->platform->n_classes; c++)
    least_s = MIN (least_s, time_s[c]);
  return least_s;
}

static double
column_time_s (const Bound *self, guint32 task, guint column)
{
  if (self->n_columns < self->problem->platform->n_classes)
    return least_time_s (self, task);
  return weft_map_problem_times (self->problem, task)[column];
}

static void
find_fastest_link (Bound *self)
{
  const WeftPlatform *platform = self->problem->platform;
  double latency_s = INFINITY, bw_bytes_s = 0;

  for (guint l = 0; l < platform->n_links; l++)
    {
      latency_s = MIN (latency_s, platform->links[l].alpha_s);
      bw_bytes_s = MAX (bw_bytes_s, platform->links[l].bw_bytes_s);
    }
  self->latency_s = isfinite (latency_s) ? latency_s : 0;
  self->inverse_bw_s = bw_bytes_s > 0 ? 1 / bw_bytes_s : 0;
}

/* --- the longest way --- */

static double
least_finish_s (const Bound *self, guint32 task)
{
  const double *finish_s = self->finish_s + (gsize) task * self->n_columns;
  double least_s = INFINITY;

  for (guint c = 0; c < self->n_columns; c++)
    least_s = MIN (least_s, finish_s[c]);
  return least_s;
}

/* A collective begins when the last predecessor of all its tasks is done, wherever that ran. */
static double
group_floor_s (Bound *self, guint32 group)
{
  const WeftTaskGraph *graph = self->graph;

  if (!isnan (self->floor_s[group]))
    return self->floor_s[group];
  self->floor_s[group] = 0;
  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    {
      guint32 task = graph->member[m];

      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        self->floor_s[group] = MAX (self->floor_s[group], least_finish_s (self, graph->pred[e]));
    }
  return self->floor_s[group];
}

/* From the same class the bytes may be there already; from another one they take the fastest link at least. */
static void
add_task (Bound *self, guint32 task)
{
  const WeftTaskGraph *graph = self->graph;
  double *finish_s = self->finish_s + (gsize) task * self->n_columns;
  double floor_s = 0;

  if (graph->group != NULL && graph->group[task] != WEFT_TASK_NONE)
    floor_s = group_floor_s (self, graph->group[task]);
  for (guint c = 0; c < self->n_columns; c++)
    finish_s[c] = floor_s;
  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    {
      const double *before_s = self->finish_s + (gsize) graph->pred[e] * self->n_columns;
      double there_s = least_finish_s (self, graph->pred[e]) + self->latency_s
                       + graph->pred_bytes[e] * self->inverse_bw_s;

      for (guint c = 0; c < self->n_columns; c++)
        finish_s[c] = MAX (finish_s[c], MIN (before_s[c], there_s));
    }
  self->start_s[task] = INFINITY;
  for (guint c = 0; c < self->n_columns; c++)
    {
      double time_s = column_time_s (self, task, c);

      if (isfinite (time_s))
        self->start_s[task] = MIN (self->start_s[task], finish_s[c]);
      finish_s[c] += time_s;
    }
}

static double
longest_way_s (Bound *self)
{
  double longest_s = 0;

  for (guint32 k = 0; k < self->graph->n_tasks; k++)
    {
      guint32 task = self->order[k];

      add_task (self, task);
      longest_s = MAX (longest_s, least_finish_s (self, task));
    }
  return longest_s;
}

/* --- work --- */

/* How fast each class is: the work of all tasks that it can run, at the fastest for each, over its own time for them. */
static void
find_speeds (const Bound *self, double *speed)
{
  const WeftPlatform *platform = self->problem->platform;
  g_autofree double *least_s = g_new0 (double, platform->n_classes);
  g_autofree double *own_s = g_new0 (double, platform->n_classes);

  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    {
      const double *time_s = weft_map_problem_times (self->problem, i);
      double least = least_time_s (self, i);

      for (guint c = 0; c < platform->n_classes; c++)
        if (isfinite (time_s[c]))
          {
            least_s[c] += least;
            own_s[c] += time_s[c];
          }
    }
  for (guint c = 0; c < platform->n_classes; c++)
    speed[c] = own_s[c] > 0 ? least_s[c] / own_s[c] : 1;
}

/* For any weights of the classes with sum (size × weight) = 1, no schedule is shorter than the sum over the tasks of
 * min (weight × time): what a class works, weighted, is at most its share of the makespan. The same holds of the tasks
 * that cannot start before a moment, counted from that moment. */
static double
work_s (const Bound *self, const double *speed, double longest_s)
{
  const WeftPlatform *platform = self->problem->platform;
  g_autofree double *sums_s = g_new0 (double, N_MOMENTS);
  double step_s = longest_s / N_MOMENTS, shares = 0, sum_s = 0, most_s = 0;

  for (guint c = 0; c < platform->n_classes; c++)
    shares += platform->class_size[c] * speed[c];
  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    {
      const double *time_s = weft_map_problem_times (self->problem, i);
      guint moment = step_s > 0 ? MIN (self->start_s[i] / step_s, N_MOMENTS - 1) : 0;
      double least_s = INFINITY;

      for (guint c = 0; c < platform->n_classes; c++)
        least_s = MIN (least_s, time_s[c] * speed[c] / shares);
      /* The quotient may have been rounded up to the next moment. */
      if (moment * step_s > self->start_s[i])
        moment--;
      sums_s[moment] += least_s;
    }
  for (guint m = N_MOMENTS; m-- > 0;)
    {
      sum_s += sums_s[m];
      most_s = MAX (most_s, sum_s > 0 ? m * step_s + sum_s : 0);
    }
  return most_s;
}

static double
most_work_s (const Bound *self, double longest_s)
{
  guint n_classes = self->problem->platform->n_classes;
  g_autofree double *speed = g_new (double, n_classes);
  double equal_s;

  for (guint c = 0; c < n_classes; c++)
    speed[c] = 1;
  equal_s = work_s (self, speed, longest_s);
  if (n_classes == 1)
    return equal_s;
  find_speeds (self, speed);
  return MAX (equal_s, work_s (self, speed, longest_s));
}

/* --- private to the room --- */

double
weft_map_bound (const WeftMapProblem *problem, const char **kind)
{
  const WeftTaskGraph *graph = problem->graph;
  guint n_classes = problem->platform->n_classes;
  Bound self = { .problem = problem, .graph = graph, .n_columns = n_classes <= MAX_CLASSES ? n_classes : 1 };
  double way_s, shared_s;

  find_fastest_link (&self);
  self.order = weft_task_graph_sort (graph);
  self.finish_s = g_new (double, (gsize) graph->n_tasks * self.n_columns);
  self.start_s = g_new (double, graph->n_tasks);
  self.floor_s = graph->group != NULL ? g_new (double, graph->n_groups) : NULL;
  for (guint32 g = 0; g < graph->n_groups; g++)
    self.floor_s[g] = NAN;
  way_s = longest_way_s (&self);
  shared_s = most_work_s (&self, way_s);
  g_free (self.order);
  g_free (self.finish_s);
  g_free (self.start_s);
  g_free (self.floor_s);
  *kind = way_s >= shared_s ? "critical path" : "work";
  return MAX (way_s, shared_s);
}
