/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean, worst and 99th percentile of waiting times that are met one by one and not kept. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WeftSimWaits: (skip)
 * @n: times so far
 * @n_zero: of them 0
 * @sum_s: of all
 * @worst_s: largest
 * @first_cell: what the first of @cells counts: the upper bits of a time
 * @n_cells: how many there are
 * @cells: (nullable): counts, 32 for each factor of 2
 */
typedef struct
{
  guint64 n;
  guint64 n_zero;
  double sum_s;
  double worst_s;
  guint32 first_cell;
  guint32 n_cells;
  guint32 *cells;
} WeftSimWaits;

/* A time above 0. */
void   weft_sim_waits_add_positive (WeftSimWaits       *self,
                                    double              wait_s);
double weft_sim_waits_mean_s       (const WeftSimWaits *self);
/* 99 in 100 are at most this; at most 1/32 too high. */
double weft_sim_waits_p99_s        (const WeftSimWaits *self);
void   weft_sim_waits_clear        (WeftSimWaits       *self);

static inline void
weft_sim_waits_add (WeftSimWaits *self,
                    double        wait_s)
{
  self->n++;
  if (wait_s > 0)
    weft_sim_waits_add_positive (self, wait_s);
  else
    self->n_zero++;
}

G_END_DECLS
