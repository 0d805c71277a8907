/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tails by searches of parts, the last part first ("Russian dolls"; Verfaillie, Lemaître, Schiex, AAAI 1996): between a
 * task that nearly all others come before or after, a gate, and one of the next gates, the tasks that come after the
 * first one are searched with the tails that are known from the other one on. */
#include "mapper/weft-exact-tails-private.h"

#include <string.h>

#include "mapper/weft-exact-heads-private.h"

/* Of all tasks that may come neither before nor after a gate. */
#define BESIDE_SHARE 0.2
/* Of the longest way: tasks on shorter ways can be done whenever there is time, and do not count. */
#define NEAR_SHARE 0.8
#define MAX_TASKS 4096u
/* Tasks times devices times states of the first sweep; each one has more. What one part may take of what is left for
 * those to come. */
#define FIRST_WORK 4e6
#define MORE_WORK 5
#define MAX_SWEEPS 5u
#define SHARES 6

static inline gboolean
has (const guint64 *set, guint32 task)
{
  return (set[task / 64] >> task % 64 & 1) != 0;
}

/* --- gates --- */

static void
find_after (WeftExactTails *self)
{
  const WeftExactProblem *problem = self->problem;

  for (guint32 k = problem->n; k > 0; k--)
    {
      guint32 task = problem->order[k - 1];
      guint64 *set = self->after + task * self->n_words;

      for (guint32 e = problem->succ.first[task]; e < problem->succ.first[task + 1]; e++)
        {
          guint32 next = problem->succ.task[e];

          set[next / 64] |= G_GUINT64_CONSTANT (1) << next % 64;
          for (gsize w = 0; w < self->n_words; w++)
            set[w] |= self->after[next * self->n_words + w];
        }
    }
}

/* [tasks] the longest way through each, as far as edges alone say. */
static double *
find_ways (const WeftExactTails *self)
{
  const WeftExactProblem *problem = self->problem;
  g_autofree double *head_s = weft_exact_heads (problem, self->symmetry, 0, NULL, NULL, NULL);
  g_autofree double *tail_s = weft_exact_heads (self->back, self->symmetry, 0, NULL, NULL, NULL);
  double *way_s = g_new (double, problem->n);

  for (guint32 i = 0; i < problem->n; i++)
    {
      way_s[i] = WEFT_EXACT_NEVER;
      for (guint p = 0; p < problem->n_devices; p++)
        {
          gsize at = (gsize) i * problem->n_devices + p;

          way_s[i] = MIN (way_s[i], head_s[at] + problem->time_s[at] + tail_s[at]);
        }
    }
  return way_s;
}

static void
count_beside (WeftExactTails *self)
{
  guint32 n = self->problem->n;
  g_autofree double *way_s = find_ways (self);
  double longest_s = 0;

  for (guint32 i = 0; i < n; i++)
    longest_s = MAX (longest_s, way_s[i]);
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < n; j++)
      if (j != i && way_s[j] >= NEAR_SHARE * longest_s && !has (self->after + i * self->n_words, j)
          && !has (self->after + j * self->n_words, i))
        self->n_beside[i]++;
}

static gboolean
is_gate (const WeftExactTails *self, guint32 task)
{
  const WeftExactSide *succ = &self->problem->succ;

  return succ->first[task + 1] - succ->first[task] > 1
         && self->n_beside[task] <= BESIDE_SHARE * self->problem->n;
}

static void
find_gates (WeftExactTails *self)
{
  self->after = g_new0 (guint64, self->problem->n * self->n_words);
  self->n_beside = g_new0 (guint32, self->problem->n);
  self->done = g_new (guint64, self->n_words);
  find_after (self);
  count_beside (self);
  for (guint32 i = 0; i < self->problem->n; i++)
    self->n_gates += is_gate (self, i);
}

/* --- parts --- */

/* Everything but the part: what comes after the task, but not after the gate where it ends. That is one of the next
 * with no more beside it. FALSE when there is nothing to search. */
static gboolean
choose_part (WeftExactTails *self, guint32 task)
{
  const WeftExactProblem *problem = self->problem;
  const guint64 *after = self->after + task * self->n_words;
  const guint64 *beyond = NULL;
  guint n_passed = 0, n = 0;

  for (guint32 k = 0; k < problem->n && n_passed <= self->n_sweeps; k++)
    if (self->n_beside[problem->order[k]] <= self->n_beside[task] && has (after, problem->order[k]))
      {
        beyond = self->after + problem->order[k] * self->n_words;
        n_passed++;
      }
  if (n_passed <= self->n_sweeps)
    beyond = NULL;
  for (gsize w = 0; w < self->n_words; w++)
    {
      guint64 part = after[w] & ~(beyond != NULL ? beyond[w] : 0);

      self->done[w] = ~part;
      n += __builtin_popcountll (part);
    }
  return n > 1;
}

static double
later_cb (guint32 task, guint device, double tail_s, const double *tails_s, gpointer data)
{
  WeftExactTails *self = data;
  double before_s = self->tail_s != NULL ? self->tail_s[(gsize) task * self->problem->n_devices + device] : 0;
  guint64 n_before = self->parts.search.n_states;
  double n_states = 1 + self->states_left * MIN (1, (double) SHARES / MAX (self->n_left, 1));
  double part_s;

  tail_s = MAX (tail_s, before_s);
  if (!is_gate (self, task))
    return tail_s;
  self->n_left -= self->n_left > 0;
  if (weft_exact_is_over (&self->parts.search, self->limits) || !choose_part (self, task))
    return tail_s;
  part_s = weft_exact_parts_least (&self->parts, self->done, task, device, tails_s, (guint64) n_states, self->limits);
  self->states_left = MAX (0, self->states_left - (self->parts.search.n_states - n_before));
  return MAX (tail_s, part_s);
}

static guint
count_orbits (const WeftExactSymmetry *symmetry)
{
  guint n = 0;

  for (guint p = 0; p < symmetry->n_devices; p++)
    n += symmetry->orbit[p] == p;
  return n;
}

/* --- to the search --- */

gboolean
weft_exact_tails_init (WeftExactTails *self, const WeftExactProblem *problem, const WeftExactProblem *back,
                       const WeftExactSymmetry *symmetry, guint reach, GCancellable *cancellable)
{
  *self = (WeftExactTails) { .problem = problem, .back = back, .symmetry = symmetry, .reach = reach };
  self->n_words = (problem->n + 63) / 64;
  weft_exact_parts_init (&self->parts, problem, symmetry);
  if (problem->n <= MAX_TASKS)
    find_gates (self);
  self->tail_s = weft_exact_heads (back, symmetry, reach, NULL, NULL, cancellable);
  return self->tail_s != NULL;
}

void
weft_exact_tails_clear (WeftExactTails *self)
{
  weft_exact_parts_clear (&self->parts);
  g_free (self->tail_s);
  g_free (self->after);
  g_free (self->n_beside);
  g_free (self->done);
}

gboolean
weft_exact_tails_sweep (WeftExactTails *self, const WeftExactLimits *limits)
{
  double work = FIRST_WORK;
  double *tail_s;

  if (self->n_gates == 0 || self->n_sweeps == MAX_SWEEPS)
    return FALSE;
  for (guint k = 0; k < self->n_sweeps; k++)
    work *= MORE_WORK;
  self->limits = limits;
  self->n_left = self->n_gates * count_orbits (self->symmetry);
  self->states_left = work / ((double) self->problem->n * self->problem->n_devices);
  self->parts.n_open = 0;
  tail_s = weft_exact_heads (self->back, self->symmetry, self->reach, later_cb, self, limits->cancellable);
  if (tail_s == NULL)
    return FALSE;
  g_free (self->tail_s);
  self->tail_s = tail_s;
  self->n_sweeps++;
  return TRUE;
}
