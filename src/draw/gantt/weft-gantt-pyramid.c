/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of time before each block of bars, and the longest bar of each block, of each 32 blocks, and so on: what a pixel
 * that hides thousands of bars shows is found without looking at them. */
#include "draw/gantt/weft-gantt-private.h"

#define BLOCK WEFT_GANTT_BLOCK
#define FAN 32

static double
duration_of (const WeftGantt *self, guint32 bar)
{
  return self->finish[bar] - self->start[bar];
}

/* Where a bar's time is summed. */
static guint
sum_of (const WeftGantt *self, guint32 bar)
{
  guint8 look = self->look[bar];

  return look & WEFT_GANTT_ON_PATH ? self->n_kernels + (look & ~WEFT_GANTT_ON_PATH) : look;
}

static void
sum_blocks (WeftGantt *self, guint32 n_blocks)
{
  WeftGanttPyramid *pyramid = &self->pyramid;
  double running[WEFT_GANTT_SUMS] = { 0 };

  pyramid->n_sums = 2 * self->n_kernels;
  pyramid->sums = g_new (double, (gsize) (n_blocks + 1) * MAX (1, pyramid->n_sums));
  for (guint32 b = 0; b <= n_blocks; b++)
    {
      for (guint s = 0; s < pyramid->n_sums; s++)
        pyramid->sums[(gsize) b * pyramid->n_sums + s] = running[s];
      for (guint32 i = b * BLOCK; i < MIN ((b + 1) * BLOCK, self->n_bars); i++)
        running[sum_of (self, i)] += duration_of (self, i);
    }
}

static void
find_longest (WeftGantt *self, guint32 n_blocks)
{
  WeftGanttPyramid *pyramid = &self->pyramid;

  pyramid->longest[0] = g_new0 (double, MAX (1, n_blocks));
  pyramid->n_at[0] = n_blocks;
  pyramid->n_levels = 1;
  for (guint32 i = 0; i < self->n_bars; i++)
    pyramid->longest[0][i / BLOCK] = MAX (pyramid->longest[0][i / BLOCK], duration_of (self, i));
  for (guint level = 1; pyramid->n_at[level - 1] > FAN; level++)
    {
      const double *below = pyramid->longest[level - 1];
      guint32 n = (pyramid->n_at[level - 1] + FAN - 1) / FAN;

      g_assert (level < WEFT_GANTT_MAX_LEVELS);
      pyramid->longest[level] = g_new0 (double, n);
      pyramid->n_at[level] = n;
      pyramid->n_levels = level + 1;
      for (guint32 i = 0; i < pyramid->n_at[level - 1]; i++)
        pyramid->longest[level][i / FAN] = MAX (pyramid->longest[level][i / FAN], below[i]);
    }
}

void
weft_gantt_build_pyramid (WeftGantt *self)
{
  guint32 n_blocks = (self->n_bars + BLOCK - 1) / BLOCK;

  sum_blocks (self, n_blocks);
  find_longest (self, n_blocks);
}

void
weft_gantt_clear_pyramid (WeftGantt *self)
{
  g_free (self->pyramid.sums);
  for (guint level = 0; level < self->pyramid.n_levels; level++)
    g_free (self->pyramid.longest[level]);
}

/* Steps that double, then halve: neighbours are found at once. */
guint32
weft_gantt_first_after (const WeftGantt *self, guint32 from, guint32 end, double time_s)
{
  guint32 low = from, step = 1;
  guint32 high;

  while (low < end && self->finish[low] <= time_s)
    {
      from = low + 1;
      low = end - low > step ? low + step : end;
      step *= 2;
    }
  /* All before @from end in time, and the one at @low does not. */
  for (high = low; from < high;)
    {
      guint32 middle = from + (high - from) / 2;

      if (self->finish[middle] <= time_s)
        from = middle + 1;
      else
        high = middle;
    }
  return from;
}

/* The first block from @block on that has a bar so long, or how many blocks there are. */
static guint32
next_block (const WeftGanttPyramid *pyramid, guint32 block, double least_s)
{
  guint level = 0;
  guint32 at = block;

  while (at < pyramid->n_at[level])
    {
      if (pyramid->longest[level][at] < least_s)
        {
          at++;
          while (at % FAN == 0 && level + 1 < pyramid->n_levels && at < pyramid->n_at[level])
            {
              at /= FAN;
              level++;
            }
        }
      else if (level == 0)
        return at;
      else
        {
          at *= FAN;
          level--;
        }
    }
  return pyramid->n_at[0];
}

guint32
weft_gantt_next_long (const WeftGantt *self, guint32 from, guint32 end, double least_s)
{
  guint32 at = from;

  while (at < end)
    {
      guint32 block_end = MIN ((at / BLOCK + 1) * BLOCK, end);

      for (; at < block_end; at++)
        if (duration_of (self, at) >= least_s)
          return at;
      if (at < end)
        at = next_block (&self->pyramid, at / BLOCK, least_s) * BLOCK;
    }
  return end;
}

static guint32
add_bar (const WeftGantt *self, guint32 bar, double from_s, double to_s, double *sums)
{
  guint sum = sum_of (self, bar);

  sums[sum] += MIN (self->finish[bar], to_s) - MAX (self->start[bar], from_s);
  return 1u << sum;
}

static guint32
add_each (const WeftGantt *self, guint32 from, guint32 end, double *sums)
{
  guint32 changed = 0;

  for (guint32 i = from; i < end; i++)
    {
      guint sum = sum_of (self, i);

      sums[sum] += duration_of (self, i);
      changed |= 1u << sum;
    }
  return changed;
}

/* Adds whole bars [@from, @end). */
static guint32
add_bars (const WeftGantt *self, guint32 from, guint32 end, double *sums)
{
  guint n = self->pyramid.n_sums;
  guint32 first = (from + BLOCK - 1) / BLOCK, last = end / BLOCK;
  const double *a, *b;

  /* Few bars are sooner added than all sums of two blocks. */
  if (first + 1 >= last)
    return add_each (self, from, end, sums);
  a = self->pyramid.sums + (gsize) first * n;
  b = self->pyramid.sums + (gsize) last * n;
  add_each (self, from, first * BLOCK, sums);
  for (guint s = 0; s < n; s++)
    sums[s] += b[s] - a[s];
  add_each (self, last * BLOCK, end, sums);
  return n < 32 ? (1u << n) - 1 : ~0u;
}

guint32
weft_gantt_add_span (const WeftGantt *self, guint32 *at, guint32 end, double from_s, double to_s, double *sums)
{
  guint32 first = *at;
  guint32 stop = weft_gantt_first_after (self, first, end, to_s);
  guint32 changed = 0;

  G_STATIC_ASSERT (WEFT_GANTT_SUMS <= 32);
  *at = stop;
  if (first < stop)
    {
      changed = add_bar (self, first, from_s, to_s, sums);
      changed |= add_bars (self, first + 1, stop, sums);
    }
  if (stop < end && self->start[stop] < to_s)
    changed |= add_bar (self, stop, from_s, to_s, sums);
  return changed;
}
