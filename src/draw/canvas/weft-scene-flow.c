/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of boxes side by side: in rows that wrap, or in one row near the places that each
 * wishes for. */
#include "draw/canvas/weft-scene-layout-private.h"

#include <math.h>

/* Wider than this a row wraps; then all rows together are about this much wider than high. */
#define ONE_ROW 1800.0
#define ASPECT 2.3

static double
good_width (const WeftLayoutBlock *blocks, guint n, double gap)
{
  double area = 0, total = -gap, widest = 0;

  for (guint i = 0; i < n; i++)
    {
      area += (blocks[i].w + gap) * (blocks[i].h + gap);
      total += blocks[i].w + gap;
      widest = MAX (widest, blocks[i].w);
    }
  if (total <= ONE_ROW)
    return total;
  return MAX (MAX (widest, sqrt (area * ASPECT)), ONE_ROW / 2);
}

/* The end of the row that begins at @begin. */
static guint
fill_row (const WeftLayoutBlock *blocks, guint begin, guint n, double width, double gap,
          double *row_h)
{
  double x = 0;
  guint i = begin;

  *row_h = 0;
  while (i < n && (i == begin || x + blocks[i].w <= width + 0.5))
    {
      x += blocks[i].w + gap;
      *row_h = MAX (*row_h, blocks[i].h);
      i++;
    }
  return i;
}

void
weft_layout_flow (WeftLayoutBlock *blocks, guint n, double width, double gap, double *w, double *h)
{
  double y = 0, row_h;

  if (isnan (width))
    width = good_width (blocks, n, gap);
  *w = 0;
  for (guint begin = 0, end; begin < n; begin = end)
    {
      double x = 0;

      end = fill_row (blocks, begin, n, width, gap, &row_h);
      for (guint i = begin; i < end; i++)
        {
          blocks[i].x = x;
          blocks[i].y = y + row_h - blocks[i].h;
          x += blocks[i].w + gap;
        }
      *w = MAX (*w, x - gap);
      y += row_h + gap;
    }
  *h = MAX (y - gap, 0);
}

/* A run of blocks that touch, at the mean of their wishes. */
typedef struct
{
  guint begin;
  double sum, weight, width;
} Run;

static double
run_left (const Run *run)
{
  return run->weight > 0 ? run->sum / run->weight - run->width / 2 : 0;
}

/* Pool adjacent violators: runs that would overlap become one. */
static guint
pool_runs (const WeftLayoutBlock *blocks, guint n, double gap, Run *runs)
{
  guint n_runs = 0;

  for (guint i = 0; i < n; i++)
    {
      runs[n_runs++] = (Run) { i, blocks[i].wish, 1, blocks[i].w };
      while (n_runs > 1)
        {
          Run *last = &runs[n_runs - 1], *before = &runs[n_runs - 2];
          double width = before->width + gap + last->width;

          if (run_left (before) + before->width + gap <= run_left (last))
            break;
          /* What the middle of all would be for each block to have its wish. */
          before->sum += before->weight * (width - before->width) / 2
                         + last->sum - last->weight * (width - last->width) / 2;
          before->weight += last->weight;
          before->width = width;
          n_runs--;
        }
    }
  return n_runs;
}

void
weft_layout_row (WeftLayoutBlock *blocks, guint n, double gap, double *left, double *w, double *h)
{
  g_autofree Run *runs = g_new (Run, MAX (n, 1));
  guint n_runs = pool_runs (blocks, n, gap, runs);
  double right = 0;

  *left = n > 0 ? run_left (&runs[0]) : 0;
  *h = 0;
  for (guint i = 0; i < n_runs; i++)
    {
      guint end = i + 1 < n_runs ? runs[i + 1].begin : n;
      double x = run_left (&runs[i]);

      for (guint j = runs[i].begin; j < end; j++)
        {
          blocks[j].x = x;
          x += blocks[j].w + gap;
          *h = MAX (*h, blocks[j].h);
        }
      right = x - gap;
    }
  for (guint i = 0; i < n; i++)
    blocks[i].y = *h - blocks[i].h;
  *w = right - *left;
}
