/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By price, then one sweep that keeps each new best score. */
#include "draw/plot/weft-pareto-private.h"

#include <math.h>

typedef struct
{
  double score;
  double price;
  guint index;
} Candidate;

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const Candidate *first = a, *second = b;

  if (first->price != second->price)
    return first->price < second->price ? -1 : 1;
  if (first->score != second->score)
    return first->score > second->score ? -1 : 1;

  return first->index < second->index ? -1 : first->index > second->index;
}

guint
weft_pareto_front (const double *score,
                   const double *price,
                   guint         n,
                   guint        *front)
{
  g_autofree Candidate *candidates = g_new (Candidate, n);
  guint n_candidates = 0, n_front = 0;
  double best = -INFINITY;

  for (guint i = 0; i < n; i++)
    if (isfinite (score[i]) && isfinite (price[i]))
      candidates[n_candidates++] = (Candidate){ score[i], price[i], i };
  if (n_candidates > 1)
    qsort (candidates, n_candidates, sizeof *candidates, compare_candidates);
  for (guint i = 0; i < n_candidates; i++)
    if (candidates[i].score > best)
      {
        best = candidates[i].score;
        front[n_front++] = candidates[i].index;
      }

  return n_front;
}
