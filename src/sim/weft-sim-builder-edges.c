/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dependences of a trace: sorted by counting, and the shortest cycle where there is one. */
#include "sim/weft-sim-builder-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_EDGES 200000000u

/* Edges that a search for the shortest cycle looks at; then the shortest so far is taken. */
#define MAX_LOOKS 20000000u

/* Edges of a task up to which they are sorted by insertion. */
#define FEW_EDGES 24u

typedef struct
{
  guint32 task;
  double bytes;
} Succ;

/* --- sorting --- */

static guint32 *
count_edges (const WeftSimBuilder *self)
{
  guint32 n = self->trace->n_tasks;
  guint32 *first = g_new0 (guint32, (gsize) n + 1);

  for (guint e = 0; e < self->edges->len; e++)
    first[g_array_index (self->edges, WeftSimEdge, e).before + 1]++;
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];
  return first;
}

static void
deal_out (WeftSimBuilder *self)
{
  WeftSimTrace *trace = self->trace;
  g_autofree guint32 *at = g_memdup2 (trace->first_succ, ((gsize) trace->n_tasks + 1) * sizeof *at);

  trace->succ = g_new (guint32, MAX (1, self->edges->len));
  trace->succ_bytes = self->has_bytes ? g_new (double, self->edges->len) : NULL;
  for (guint e = 0; e < self->edges->len; e++)
    {
      const WeftSimEdge *edge = &g_array_index (self->edges, WeftSimEdge, e);
      guint32 place = at[edge->before]++;

      trace->succ[place] = edge->task;
      if (self->has_bytes)
        trace->succ_bytes[place] = e < self->edge_bytes->len ? g_array_index (self->edge_bytes, double, e) : 0;
    }
}

static int
compare_succ_cb (gconstpointer a, gconstpointer b)
{
  const Succ *one = a;
  const Succ *other = b;

  if (one->task != other->task)
    return one->task < other->task ? -1 : 1;
  return (one->bytes > other->bytes) - (one->bytes < other->bytes);
}

static void
sort_many (guint32 *succ, double *bytes, guint32 n)
{
  g_autofree Succ *sorted = g_new (Succ, n);

  for (guint32 i = 0; i < n; i++)
    sorted[i] = (Succ) { succ[i], bytes != NULL ? bytes[i] : 0 };
  qsort (sorted, n, sizeof *sorted, compare_succ_cb);
  for (guint32 i = 0; i < n; i++)
    {
      succ[i] = sorted[i].task;
      if (bytes != NULL)
        bytes[i] = sorted[i].bytes;
    }
}

static void
sort_few (guint32 *succ, double *bytes, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    for (guint32 k = i; k > 0 && succ[k - 1] > succ[k]; k--)
      {
        guint32 task = succ[k];
        double amount = bytes != NULL ? bytes[k] : 0;

        succ[k] = succ[k - 1];
        succ[k - 1] = task;
        if (bytes == NULL)
          continue;
        bytes[k] = bytes[k - 1];
        bytes[k - 1] = amount;
      }
}

static gboolean
is_sorted (const guint32 *succ, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (succ[i - 1] > succ[i])
      return FALSE;
  return TRUE;
}

static void
sort_each (WeftSimTrace *trace)
{
  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 first = trace->first_succ[i];
      guint32 n = trace->first_succ[i + 1] - first;
      double *bytes = trace->succ_bytes != NULL ? trace->succ_bytes + first : NULL;

      if (!is_sorted (trace->succ + first, n))
        (n <= FEW_EDGES ? sort_few : sort_many) (trace->succ + first, bytes, n);
    }
}

/* Edges that were said twice stand side by side now. */
static void
merge_twice (WeftSimTrace *trace)
{
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 begin = trace->first_succ[i];

      trace->first_succ[i] = n;
      for (guint32 e = begin; e < trace->first_succ[i + 1]; e++)
        {
          double bytes = trace->succ_bytes != NULL ? trace->succ_bytes[e] : 0;
          gboolean is_twice = n > trace->first_succ[i] && trace->succ[n - 1] == trace->succ[e];

          if (!is_twice)
            trace->succ[n++] = trace->succ[e];
          if (trace->succ_bytes != NULL)
            trace->succ_bytes[n - 1] = is_twice ? trace->succ_bytes[n - 1] + bytes : bytes;
        }
    }
  trace->first_succ[trace->n_tasks] = n;
  trace->n_edges = n;
}

void
weft_sim_builder_sort_edges (WeftSimBuilder *self)
{
  WeftSimTrace *trace = self->trace;

  trace->first_succ = count_edges (self);
  deal_out (self);
  g_clear_pointer (&self->edges, g_array_unref);
  g_clear_pointer (&self->edge_bytes, g_array_unref);
  sort_each (trace);
  merge_twice (trace);
  trace->n_preds = g_new0 (guint32, MAX (1, trace->n_tasks));
  for (guint32 e = 0; e < trace->n_edges; e++)
    trace->n_preds[trace->succ[e]]++;
}

/* --- cycles --- */

/* Tasks whose turn never comes: in a cycle, or behind one. (nullable) (transfer full): [tasks] whether one is left. */
static guint8 *
find_left (const WeftSimTrace *trace)
{
  g_autofree guint32 *waits = g_memdup2 (trace->n_preds, trace->n_tasks * sizeof *waits);
  g_autofree guint32 *queue = g_new (guint32, MAX (1, trace->n_tasks));
  guint8 *is_left;
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (waits[i] == 0)
      queue[n++] = i;
  for (guint32 i = 0; i < n; i++)
    for (guint32 e = trace->first_succ[queue[i]]; e < trace->first_succ[queue[i] + 1]; e++)
      if (--waits[trace->succ[e]] == 0)
        queue[n++] = trace->succ[e];
  if (n == trace->n_tasks)
    return NULL;
  is_left = g_new0 (guint8, trace->n_tasks);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    is_left[i] = waits[i] > 0;
  return is_left;
}

/* A search from task to task among those left, breadth first. */
typedef struct
{
  const WeftSimTrace *trace;
  const guint8 *is_left;
  guint32 *came_from; /* [tasks] */
  guint32 *seen_by;   /* [tasks] search in which it was met */
  guint32 *queue;     /* [tasks] */
  guint64 n_looks;
} Search;

/* The shortest way from @start back to it, of fewer than @limit edges; shorter ones only. @cycle: its tasks. */
static gboolean
search_from (Search *self, guint32 start, guint32 limit, GArray *cycle)
{
  const WeftSimTrace *trace = self->trace;
  guint32 n = 0, level_end, depth = 0;

  self->queue[n++] = start;
  level_end = n;
  for (guint32 i = 0; i < n && depth + 1 < limit; i++)
    {
      guint32 at = self->queue[i];

      for (guint32 e = trace->first_succ[at]; e < trace->first_succ[at + 1]; e++)
        {
          guint32 next = trace->succ[e];

          self->n_looks++;
          if (next == start)
            {
              g_array_set_size (cycle, 0);
              for (guint32 back = at; back != start; back = self->came_from[back])
                g_array_append_val (cycle, back);
              g_array_append_val (cycle, start);
              return TRUE;
            }
          if (!self->is_left[next] || self->seen_by[next] == start)
            continue;
          self->seen_by[next] = start;
          self->came_from[next] = at;
          self->queue[n++] = next;
        }
      if (i + 1 == level_end)
        {
          level_end = n;
          depth++;
        }
    }
  return FALSE;
}

/* Tasks of the shortest cycle, last first; of equal ones that with the least first task. (transfer full) */
static GArray *
find_cycle (const WeftSimTrace *trace, const guint8 *is_left)
{
  g_autofree guint32 *came_from = g_new (guint32, trace->n_tasks);
  g_autofree guint32 *seen_by = g_new (guint32, trace->n_tasks);
  g_autofree guint32 *queue = g_new (guint32, trace->n_tasks);
  Search search = { trace, is_left, came_from, seen_by, queue, 0 };
  GArray *cycle = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < trace->n_tasks; i++)
    seen_by[i] = WEFT_SIM_NONE;
  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 limit = cycle->len > 0 ? cycle->len : G_MAXUINT32;

      if (is_left[i] && (cycle->len == 0 || search.n_looks < MAX_LOOKS))
        search_from (&search, i, limit, cycle);
    }
  return cycle;
}

static char *
list_cycle (const WeftSimTrace *trace, const GArray *cycle)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i <= cycle->len; i++)
    {
      g_autofree char *words = NULL;

      if (i == WEFT_SIM_MAX_CYCLE_NAMES - 1 && cycle->len > i)
        {
          g_string_append (text, " → …");
          i = cycle->len;
        }
      words = weft_sim_trace_task_words (trace, g_array_index (cycle, guint32, cycle->len - 1 - i % cycle->len));
      g_string_append_printf (text, "%s%s", i > 0 ? " → " : "", words);
    }
  return g_string_free (text, FALSE);
}

gboolean
weft_sim_builder_check_cycle (WeftSimBuilder *self, GError **error)
{
  g_autofree guint8 *is_left = find_left (self->trace);
  g_autoptr (GArray) cycle = NULL;
  g_autofree char *names = NULL;

  if (is_left == NULL)
    return TRUE;
  cycle = find_cycle (self->trace, is_left);
  names = list_cycle (self->trace, cycle);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_CYCLE,
               g_dngettext (NULL, "%u task waits for itself: %s", "%u tasks wait for each other: %s", cycle->len),
               cycle->len, names);
  return FALSE;
}

/* --- public --- */

/**
 * weft_sim_builder_add_edge: (skip)
 * @self: a builder
 * @before: a task that was added
 * @task: a task that was added and waits for it
 * @bytes: what passes between them when they are of two ranks, from 0 on; else it has no meaning
 *
 * A task or an amount that may not be is an error of weft_sim_builder_finish().
 */
void
weft_sim_builder_add_edge (WeftSimBuilder *self, guint32 before, guint32 task, double bytes)
{
  const WeftSimTrace *trace = self->trace;
  WeftSimEdge edge = { before, task };
  gboolean is_there = before < trace->n_tasks && task < trace->n_tasks;

  if (self->bad != NULL)
    return;
  if (!is_there || !isfinite (bytes) || bytes < 0)
    g_set_error (&self->bad, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 is_there ? _("a dependence of task %u on task %u carries %g bytes; a size is a finite number from 0 on")
                          : _("task %u depends on task %u with %g bytes, and one of them was not added"),
                 task, before, bytes);
  else if (self->edges->len == MAX_EDGES)
    g_set_error (&self->bad, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                 _("a trace of more than %u dependences is not taken; leave out repeated iterations"), MAX_EDGES);
  else
    {
      if (trace->rank[before] != trace->rank[task])
        {
          g_array_set_size (self->edge_bytes, self->edges->len);
          g_array_append_val (self->edge_bytes, bytes);
          self->has_bytes = TRUE;
        }
      g_array_append_val (self->edges, edge);
    }
}
