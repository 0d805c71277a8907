/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds twins among tasks by what they have in common. */
#include "mapper/weft-exact-twins-private.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const WeftExactProblem *problem;
  const guint64 *done;
  guint32 source;
  const double *tail_s;
} Look;

typedef struct
{
  guint64 print;
  guint32 task;
} Print;

static inline gboolean
counts (const Look *look, guint32 task)
{
  return task == look->source || (look->done[task / 64] >> task % 64 & 1) == 0;
}

static inline guint64
mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return hash ^ hash >> 29;
}

static guint64
print_side (const Look *look, const WeftExactSide *side, guint32 task, guint64 hash)
{
  for (guint32 e = side->first[task]; e < side->first[task + 1]; e++)
    if (counts (look, side->task[e]))
      hash = mix (hash, (guint64) side->task[e] << 32 | side->cost[e]);
  return mix (hash, 1);
}

static guint64
print_task (const Look *look, guint32 task)
{
  const double *time_s = look->problem->time_s + (gsize) task * look->problem->n_devices;
  guint64 hash = 1;

  for (guint p = 0; p < look->problem->n_devices; p++)
    {
      guint64 bits;

      memcpy (&bits, &time_s[p], sizeof bits);
      hash = mix (hash, bits);
    }
  hash = print_side (look, &look->problem->pred, task, hash);
  return print_side (look, &look->problem->succ, task, hash);
}

static gboolean
same_side (const Look *look, const WeftExactSide *side, guint32 a, guint32 b)
{
  guint32 i = side->first[a], j = side->first[b];

  for (;; i++, j++)
    {
      while (i < side->first[a + 1] && !counts (look, side->task[i]))
        i++;
      while (j < side->first[b + 1] && !counts (look, side->task[j]))
        j++;
      if (i == side->first[a + 1] || j == side->first[b + 1])
        return i == side->first[a + 1] && j == side->first[b + 1];
      if (side->task[i] != side->task[j] || side->cost[i] != side->cost[j])
        return FALSE;
    }
}

static gboolean
are_twins (const Look *look, guint32 a, guint32 b)
{
  guint P = look->problem->n_devices;

  for (guint p = 0; p < P; p++)
    if (look->problem->time_s[(gsize) a * P + p] != look->problem->time_s[(gsize) b * P + p]
        || look->tail_s[(gsize) a * P + p] != look->tail_s[(gsize) b * P + p])
      return FALSE;
  return same_side (look, &look->problem->pred, a, b) && same_side (look, &look->problem->succ, a, b);
}

static int
compare_prints (const void *a, const void *b)
{
  const Print *x = a, *y = b;

  if (x->print != y->print)
    return x->print < y->print ? -1 : 1;
  return x->task < y->task ? -1 : x->task > y->task;
}

void
weft_exact_find_twins (const WeftExactProblem *problem, const guint64 *done, guint32 source, const double *tail_s,
                       guint32 *twin_before)
{
  const Look look = { problem, done, source, tail_s };
  g_autofree Print *prints = g_new (Print, problem->n);
  guint32 n = 0;

  for (guint32 i = 0; i < problem->n; i++)
    {
      twin_before[i] = WEFT_EXACT_NO_TWIN;
      if ((done[i / 64] >> i % 64 & 1) == 0)
        prints[n++] = (Print) { print_task (&look, i), i };
    }
  qsort (prints, n, sizeof *prints, compare_prints);
  for (guint32 k = 1; k < n; k++)
    if (prints[k].print == prints[k - 1].print && are_twins (&look, prints[k - 1].task, prints[k].task))
      twin_before[prints[k].task] = prints[k - 1].task;
}
