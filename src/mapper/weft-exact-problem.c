/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays a problem out for an exhaustive search. */
#include "mapper/weft-exact-problem-private.h"

#include <math.h>
#include <stdlib.h>

/* Tasks that a search could still say something about, and numbers in tables: times, and costs of edges. */
#define MAX_TASKS 20000u
#define MAX_TIMES 1000000.0
#define MAX_COSTS 8000000.0
/* Edges that collectives may add. */
#define MAX_GROUP_EDGES 1000000.0

typedef struct
{
  guint32 from;
  guint32 to;
  double bytes; /* negative for an edge that only says what comes first */
} Edge;

static int
compare_edges (const void *a, const void *b)
{
  const Edge *x = a, *y = b;

  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->bytes > y->bytes ? -1 : x->bytes < y->bytes;
}

static int
compare_bytes (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
count_group_edges (const WeftTaskGraph *graph)
{
  double n = 0;

  for (guint32 g = 0; graph->group != NULL && g < graph->n_groups; g++)
    {
      double n_preds = 0;

      for (guint32 m = graph->first_member[g]; m < graph->first_member[g + 1]; m++)
        n_preds += graph->first_pred[graph->member[m] + 1] - graph->first_pred[graph->member[m]];
      n += n_preds * (graph->first_member[g + 1] - graph->first_member[g]);
    }
  return n;
}

/* Every rank of a collective waits for what any of them waits for, but not for its bytes. */
static void
add_group_edges (const WeftTaskGraph *graph, guint32 group, GArray *edges)
{
  for (guint32 a = graph->first_member[group]; a < graph->first_member[group + 1]; a++)
    for (guint32 e = graph->first_pred[graph->member[a]]; e < graph->first_pred[graph->member[a] + 1]; e++)
      for (guint32 b = graph->first_member[group]; b < graph->first_member[group + 1]; b++)
        if (a != b)
          {
            Edge edge = { graph->pred[e], graph->member[b], -1 };

            g_array_append_val (edges, edge);
          }
}

/* Sorted by where they lead to; of two between the same tasks the one with bytes. */
static GArray *
list_edges (const WeftTaskGraph *graph)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  guint kept = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      {
        Edge edge = { graph->pred[e], i, graph->pred_bytes[e] };

        g_array_append_val (edges, edge);
      }
  for (guint32 g = 0; graph->group != NULL && g < graph->n_groups; g++)
    add_group_edges (graph, g, edges);
  if (edges->len == 0)
    return edges;
  qsort (edges->data, edges->len, sizeof (Edge), compare_edges);
  for (guint i = 1; i < edges->len; i++)
    {
      const Edge *last = &g_array_index (edges, Edge, kept), *edge = &g_array_index (edges, Edge, i);

      if (edge->from != last->from || edge->to != last->to)
        g_array_index (edges, Edge, ++kept) = *edge;
    }
  g_array_set_size (edges, kept + 1);
  return edges;
}

/* The different numbers of bytes, ascending. */
static GArray *
list_bytes (const GArray *edges)
{
  GArray *bytes = g_array_new (FALSE, FALSE, sizeof (double));
  guint kept = 0;

  for (guint i = 0; i < edges->len; i++)
    g_array_append_val (bytes, g_array_index (edges, Edge, i).bytes);
  if (bytes->len == 0)
    return bytes;
  qsort (bytes->data, bytes->len, sizeof (double), compare_bytes);
  for (guint i = 1; i < bytes->len; i++)
    if (g_array_index (bytes, double, i) != g_array_index (bytes, double, kept))
      g_array_index (bytes, double, ++kept) = g_array_index (bytes, double, i);
  g_array_set_size (bytes, kept + 1);
  return bytes;
}

static guint32
find_bytes (const GArray *bytes, double value)
{
  guint low = 0, high = bytes->len - 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (bytes, double, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static double
tame (double value)
{
  return value < WEFT_EXACT_NEVER ? value : WEFT_EXACT_NEVER;
}

/* [costs × devices × devices] with rows and columns exchanged. */
static double *
turn_costs (const WeftExactProblem *self, const double *cost_s)
{
  guint P = self->n_devices;
  double *turned_s = g_new0 (double, (gsize) MAX (self->n_costs, 1) * P * P);

  for (guint32 c = 0; c < self->n_costs; c++)
    for (guint p = 0; p < P; p++)
      for (guint q = 0; q < P; q++)
        turned_s[((gsize) c * P + q) * P + p] = cost_s[((gsize) c * P + p) * P + q];
  return turned_s;
}

static void
fill_costs (WeftExactProblem *self, const WeftPlatform *platform, const GArray *bytes)
{
  guint P = self->n_devices;

  self->n_costs = bytes->len;
  self->cost_s = g_new0 (double, (gsize) MAX (bytes->len, 1) * P * P);
  for (guint32 c = 0; c < bytes->len; c++)
    for (guint p = 0; p < P && g_array_index (bytes, double, c) >= 0; p++)
      for (guint q = 0; q < P; q++)
        self->cost_s[((gsize) c * P + p) * P + q]
            = tame (weft_platform_comm_s (platform, p, q, g_array_index (bytes, double, c)));
  self->cost_to_s = turn_costs (self, self->cost_s);
}

static void
side_init (WeftExactSide *side, guint32 n, guint32 n_edges)
{
  side->first = g_new0 (guint32, (gsize) n + 1);
  side->task = g_new (guint32, MAX (n_edges, 1));
  side->cost = g_new (guint32, MAX (n_edges, 1));
}

static void
fill_sides (WeftExactProblem *self, const GArray *edges, const GArray *bytes)
{
  g_autofree guint32 *fill = g_new0 (guint32, self->n);

  side_init (&self->pred, self->n, edges->len);
  side_init (&self->succ, self->n, edges->len);
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);

      self->pred.first[edge->to + 1]++;
      self->succ.first[edge->from + 1]++;
      self->pred.task[i] = edge->from;
      self->pred.cost[i] = find_bytes (bytes, edge->bytes);
    }
  for (guint32 i = 0; i < self->n; i++)
    {
      self->pred.first[i + 1] += self->pred.first[i];
      self->succ.first[i + 1] += self->succ.first[i];
    }
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);
      guint32 at = self->succ.first[edge->from] + fill[edge->from]++;

      self->succ.task[at] = edge->to;
      self->succ.cost[at] = self->pred.cost[i];
    }
}

static void
fill_times (WeftExactProblem *self, const WeftMapProblem *problem)
{
  self->time_s = g_new (double, (gsize) self->n * self->n_devices);
  self->least_s = g_new (double, self->n);
  for (guint32 i = 0; i < self->n; i++)
    {
      self->least_s[i] = WEFT_EXACT_NEVER;
      for (guint p = 0; p < self->n_devices; p++)
        {
          double time_s = tame (weft_map_problem_time_s (problem, i, p));

          self->time_s[(gsize) i * self->n_devices + p] = time_s;
          self->least_s[i] = MIN (self->least_s[i], time_s);
        }
    }
}

/* Tasks by the longest way to them, equal ones by their index. */
static void
fill_order (WeftExactProblem *self)
{
  g_autofree guint32 *waits = g_new (guint32, self->n);
  guint32 n = 0;

  self->order = g_new (guint32, self->n);
  self->level = g_new0 (guint32, self->n);
  for (guint32 i = 0; i < self->n; i++)
    if ((waits[i] = self->pred.first[i + 1] - self->pred.first[i]) == 0)
      self->order[n++] = i;
  for (guint32 k = 0; k < n; k++)
    for (guint32 e = self->succ.first[self->order[k]]; e < self->succ.first[self->order[k] + 1]; e++)
      {
        guint32 task = self->succ.task[e];

        self->level[task] = MAX (self->level[task], self->level[self->order[k]] + 1);
        if (--waits[task] == 0)
          self->order[n++] = task;
      }
  g_assert (n == self->n);
}

static void
side_copy (WeftExactSide *side, const WeftExactSide *from, guint32 n)
{
  guint32 n_edges = from->first[n];

  side->first = g_memdup2 (from->first, ((gsize) n + 1) * sizeof *from->first);
  side->task = g_memdup2 (from->task, MAX (n_edges, 1) * sizeof *from->task);
  side->cost = g_memdup2 (from->cost, MAX (n_edges, 1) * sizeof *from->cost);
}

static void
side_clear (WeftExactSide *side)
{
  g_free (side->first);
  g_free (side->task);
  g_free (side->cost);
}

gboolean
weft_exact_problem_fits (const WeftMapProblem *problem)
{
  double n_devices = problem->platform->n_devices;

  return n_devices <= WEFT_EXACT_MAX_DEVICES && problem->graph->n_tasks <= MAX_TASKS
         && problem->graph->n_tasks * n_devices <= MAX_TIMES
         && problem->graph->n_edges * n_devices * n_devices <= MAX_COSTS
         && count_group_edges (problem->graph) <= MAX_GROUP_EDGES;
}

WeftExactProblem *
weft_exact_problem_new (const WeftMapProblem *problem)
{
  WeftExactProblem *self = g_new0 (WeftExactProblem, 1);
  g_autoptr (GArray) edges = list_edges (problem->graph);
  g_autoptr (GArray) bytes = list_bytes (edges);

  self->n = problem->graph->n_tasks;
  self->n_devices = problem->platform->n_devices;
  fill_times (self, problem);
  fill_costs (self, problem->platform, bytes);
  fill_sides (self, edges, bytes);
  fill_order (self);
  return self;
}

WeftExactProblem *
weft_exact_problem_reversed (const WeftExactProblem *self)
{
  WeftExactProblem *back = g_new0 (WeftExactProblem, 1);
  guint P = self->n_devices;

  back->n = self->n;
  back->n_devices = P;
  back->n_costs = self->n_costs;
  back->time_s = g_memdup2 (self->time_s, (gsize) self->n * P * sizeof *self->time_s);
  back->least_s = g_memdup2 (self->least_s, self->n * sizeof *self->least_s);
  side_copy (&back->pred, &self->succ, self->n);
  side_copy (&back->succ, &self->pred, self->n);
  back->cost_s = turn_costs (self, self->cost_s);
  back->cost_to_s = turn_costs (self, self->cost_to_s);
  fill_order (back);
  return back;
}

void
weft_exact_problem_free (WeftExactProblem *self)
{
  g_free (self->time_s);
  g_free (self->least_s);
  g_free (self->order);
  g_free (self->level);
  side_clear (&self->pred);
  side_clear (&self->succ);
  g_free (self->cost_s);
  g_free (self->cost_to_s);
  g_free (self);
}
