/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares under the order of the labels, by pooling neighbours that are out of order (Ayer and others 1955): with
 * the heights before each label taken away, the places must not descend. */
#include "draw/plot/weft-plot-apart-private.h"

typedef struct
{
  guint index; /* of the caller's */
  double middle;
} Label;

/* Labels that touch and move as one. */
typedef struct
{
  double mean;
  guint n;
} Pool;

static int
compare_labels (gconstpointer a,
                gconstpointer b)
{
  const Label *first = a, *second = b;

  if (first->middle != second->middle)
    return first->middle < second->middle ? -1 : 1;

  return first->index < second->index ? -1 : 1;
}

gboolean
weft_plot_push_apart (double       *middles,
                      const double *heights,
                      guint         n,
                      double        top,
                      double        bottom)
{
  g_autofree Label *labels = g_new (Label, n);
  g_autofree Pool *pools = g_new (Pool, n);
  guint n_pools = 0, next = 0;
  double total = 0, before = 0;

  for (guint i = 0; i < n; i++)
    {
      labels[i] = (Label){ i, middles[i] };
      total += heights[i];
    }
  if (total > bottom - top)
    return FALSE;

  if (n > 1)
    qsort (labels, n, sizeof *labels, compare_labels);
  for (guint i = 0; i < n; i++)
    {
      double height = heights[labels[i].index];

      pools[n_pools++] = (Pool){ labels[i].middle - before - height / 2, 1 };
      before += height;
      for (; n_pools > 1 && pools[n_pools - 1].mean < pools[n_pools - 2].mean; n_pools--)
        {
          Pool *a = &pools[n_pools - 2], *b = &pools[n_pools - 1];

          a->mean = (a->mean * a->n + b->mean * b->n) / (a->n + b->n);
          a->n += b->n;
        }
    }
  before = 0;
  for (guint p = 0; p < n_pools; p++)
    for (guint k = 0; k < pools[p].n; k++, next++)
      {
        guint index = labels[next].index;

        middles[index] = CLAMP (pools[p].mean, top, bottom - total) + before + heights[index] / 2;
        before += heights[index];
      }

  return TRUE;
}
