/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Earliest starts. Along each edge by itself a result can be there for the price of the cheapest place of the task
 * before it; taken together, the tasks before have to share devices or to pay for transfers, so that the first start
 * that nothing speaks against is often much later. */
#include "mapper/weft-exact-heads-private.h"

#include "mapper/weft-exact-fit-private.h"

/* Steps that one predecessor of one task costs on one device, for each three devices. */
#define STEPS_EACH 8.0

typedef struct
{
  const WeftExactProblem *problem;
  guint reach;
  WeftExactLater later; /* (nullable) */
  gpointer data;
  double *head_s;
  guint32 *place;  /* [tasks] where each is in the order */
  guint32 *local;  /* [tasks] 1 + number among the tasks that are looked at, 0 for none */
  GArray *near;    /* guint32: the tasks that are looked at, the last in the order first */
  GArray *heap;    /* guint32: places of tasks that come next */
  WeftExactFit fit;
} Heads;

/* --- the nearest tasks before one --- */

static void
push_place (GArray *heap, guint32 place)
{
  guint at = heap->len;
  guint32 *places;

  g_array_set_size (heap, at + 1);
  places = (guint32 *) heap->data;
  for (; at > 0 && places[(at - 1) / 2] < place; at = (at - 1) / 2)
    places[at] = places[(at - 1) / 2];
  places[at] = place;
}

static guint32
pop_place (GArray *heap)
{
  guint32 *places = (guint32 *) heap->data;
  guint32 top = places[0], last = places[heap->len - 1];
  guint n = heap->len - 1, at = 0;

  for (guint child = 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && places[child + 1] > places[child])
        child++;
      if (places[child] <= last)
        break;
      places[at] = places[child];
      at = child;
    }
  places[at] = last;
  g_array_set_size (heap, n);
  return top;
}

static void
push_preds (Heads *self, guint32 task)
{
  const WeftExactSide *pred = &self->problem->pred;

  for (guint32 e = pred->first[task]; e < pred->first[task + 1]; e++)
    if (self->local[pred->task[e]] == 0)
      {
        self->local[pred->task[e]] = G_MAXUINT32;
        push_place (self->heap, self->place[pred->task[e]]);
      }
}

static void
find_near (Heads *self, guint32 task)
{
  g_array_set_size (self->near, 0);
  push_preds (self, task);
  while (self->heap->len > 0 && self->near->len < self->reach)
    {
      guint32 next = self->problem->order[pop_place (self->heap)];

      g_array_append_val (self->near, next);
      push_preds (self, next);
    }
  while (self->heap->len > 0)
    self->local[self->problem->order[pop_place (self->heap)]] = 0;
}

static void
forget_near (Heads *self)
{
  for (guint i = 0; i < self->near->len; i++)
    self->local[g_array_index (self->near, guint32, i)] = 0;
}

/* --- them together --- */

static void
add_near (Heads *self, guint32 task)
{
  const WeftExactProblem *problem = self->problem;
  guint P = problem->n_devices, n = self->near->len;

  weft_exact_fit_reset (&self->fit, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->local[g_array_index (self->near, guint32, i)] = n - i;
  for (guint i = 0; i < n; i++)
    {
      guint32 near = g_array_index (self->near, guint32, n - 1 - i);

      for (guint p = 0; p < P; p++)
        {
          self->fit.head_s[i * P + p] = self->head_s[(gsize) near * P + p];
          self->fit.time_s[i * P + p] = problem->time_s[(gsize) near * P + p];
          self->fit.tail_s[i * P + p] = WEFT_EXACT_NO_TAIL;
        }
      self->fit.level[i] = problem->level[near];
      for (guint32 e = problem->succ.first[near]; e < problem->succ.first[near + 1]; e++)
        if (self->local[problem->succ.task[e]] != 0)
          weft_exact_fit_edge (&self->fit, self->local[problem->succ.task[e]] - 1,
                               weft_exact_costs (problem, problem->succ.cost[e], 0));
      self->fit.first[i + 1] = self->fit.n_edges;
    }
  self->fit.n = n;
  weft_exact_fit_ready (&self->fit);
}

/* What the task gets along edges, when it is on a device. */
static void
set_tails (Heads *self, guint32 task, guint device)
{
  const WeftExactProblem *problem = self->problem;
  guint P = problem->n_devices;

  for (guint32 e = problem->pred.first[task]; e < problem->pred.first[task + 1]; e++)
    {
      guint32 local = self->local[problem->pred.task[e]];

      for (guint p = 0; local != 0 && p < P; p++)
        self->fit.tail_s[(local - 1) * P + p] = weft_exact_costs (problem, problem->pred.cost[e], p)[device];
    }
}

/* The longest way to a task on a device. */
static double
find_way (const Heads *self, guint32 task, guint device)
{
  const WeftExactProblem *problem = self->problem;
  guint P = problem->n_devices;
  double way_s = 0;

  for (guint32 e = problem->pred.first[task]; e < problem->pred.first[task + 1]; e++)
    {
      gsize at = (gsize) problem->pred.task[e] * P;
      double least_s = WEFT_EXACT_NEVER;

      for (guint p = 0; p < P; p++)
        {
          double there_s = self->head_s[at + p] + problem->time_s[at + p]
                           + weft_exact_costs (problem, problem->pred.cost[e], p)[device];

          least_s = MIN (least_s, there_s);
        }
      way_s = MAX (way_s, least_s);
    }
  return way_s;
}

static void
find_heads (Heads *self, guint32 task, const WeftExactSymmetry *symmetry)
{
  guint P = self->problem->n_devices;
  double *head_s = self->head_s + (gsize) task * P;

  if (self->reach > 0)
    {
      find_near (self, task);
      add_near (self, task);
    }
  for (guint p = 0; p < P; p++)
    {
      if (symmetry->orbit[p] != p)
        {
          head_s[p] = head_s[symmetry->orbit[p]];
          continue;
        }
      head_s[p] = find_way (self, task, p);
      if (self->reach > 0 && self->near->len > 1)
        {
          set_tails (self, task, p);
          head_s[p] = weft_exact_fit_raise (&self->fit, head_s[p], WEFT_EXACT_NEVER);
        }
      if (self->later != NULL)
        head_s[p] = self->later (task, p, head_s[p], self->head_s, self->data);
    }
  if (self->reach > 0)
    forget_near (self);
}

/* --- public to the room --- */

guint
weft_exact_heads_reach (const WeftExactProblem *problem, const WeftExactSymmetry *symmetry, double n_steps)
{
  double P = problem->n_devices, n_orbits = 0, reach;

  for (guint p = 0; p < problem->n_devices; p++)
    n_orbits += symmetry->orbit[p] == p;
  reach = n_steps / (STEPS_EACH * problem->n * n_orbits * P * P);
  return reach < 2 ? 0 : (guint) MIN (reach, problem->n);
}

double *
weft_exact_heads (const WeftExactProblem *problem, const WeftExactSymmetry *symmetry, guint reach,
                  WeftExactLater later, gpointer data, GCancellable *cancellable)
{
  Heads self = { problem, reach, later, data };
  gboolean is_cancelled = FALSE;

  self.head_s = g_new0 (double, (gsize) problem->n * problem->n_devices);
  self.place = g_new (guint32, problem->n);
  self.local = g_new0 (guint32, problem->n);
  self.near = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.heap = g_array_new (FALSE, FALSE, sizeof (guint32));
  weft_exact_fit_init (&self.fit, problem->n_devices);
  for (guint32 k = 0; k < problem->n; k++)
    self.place[problem->order[k]] = k;
  for (guint32 k = 0; k < problem->n && !is_cancelled; k++)
    {
      find_heads (&self, problem->order[k], symmetry);
      is_cancelled = g_cancellable_is_cancelled (cancellable);
    }
  g_free (self.place);
  g_free (self.local);
  g_array_unref (self.near);
  g_array_unref (self.heap);
  weft_exact_fit_clear (&self.fit);
  if (is_cancelled)
    g_clear_pointer (&self.head_s, g_free);
  return self.head_s;
}

double
weft_exact_heads_bound (const WeftExactProblem *problem, const double *head_s, const double *tail_s)
{
  guint P = problem->n_devices;
  double bound_s = 0;

  for (guint32 i = 0; i < problem->n; i++)
    {
      double least_s = WEFT_EXACT_NEVER;

      for (guint p = 0; p < P; p++)
        {
          double way_s = head_s[(gsize) i * P + p] + problem->time_s[(gsize) i * P + p] + tail_s[(gsize) i * P + p];

          least_s = MIN (least_s, way_s);
        }
      bound_s = MAX (bound_s, least_s);
    }
  return bound_s;
}
