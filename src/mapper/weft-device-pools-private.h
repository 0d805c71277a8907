/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices side by side that are of one class and that no link tells apart: for a task that none of them holds data of,
 * they differ only in when they are idle, and what is known of that lies together. */
#pragma once

#include <string.h>

#include "mapper/weft-link-groups-private.h"
#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

#define WEFT_MAX_SPANS 64u

/* Places begin to end - 1. @first: of them the one whose tail is the least, of equal ones the first. */
typedef struct
{
  guint begin;
  guint end;
  guint first;
  guint16 device_class;
  guint16 group;
} WeftDevicePool;

/**
 * WeftDevicePools: (skip)
 * @pools: [@n_pools]
 * @n_pools: how many
 * @n_devices: how many devices
 * @device: [@n_devices] the device at a place, ascending in each pool
 * @place_of: [@n_devices] the place of a device
 * @pool_of: [@n_devices] the pool of a place
 * @tail_s: [@n_devices] by place: when the last task is done
 * @first_tail_s: [@n_pools] that of the pool's first
 * @before_tail_s: [@n_pools] no place of the pool before its first has a lesser one
 * @gap_end_s: [spans × @n_devices] by place: where the last gap ends that may be as long as a span of time; once it is
 *   in the past, no search on the device finds room for so long a task
 * @pool_gap_end_s: [spans × @n_pools] the latest of a pool
 * @least_key: the first bits of the shortest time in the problem
 * @n_key_bits: how many low bits of a time say nothing about its span
 */
typedef struct
{
  WeftDevicePool *pools;
  guint n_pools;
  guint n_devices;
  guint32 *device;
  guint32 *place_of;
  guint32 *pool_of;
  double *tail_s;
  double *first_tail_s;
  double *before_tail_s;
  double *gap_end_s;
  double *pool_gap_end_s;
  guint64 least_key;
  guint n_key_bits;
} WeftDevicePools;

void weft_device_pools_init  (WeftDevicePools      *self,
                              const WeftMapProblem *problem,
                              const WeftLinkGroups *groups);
void weft_device_pools_clear (WeftDevicePools      *self);
/* A task goes to a device. */
void weft_device_pools_take  (WeftDevicePools      *self,
                              guint32               device,
                              double                start_s,
                              double                time_s);

/* The span of a time from 0 on: never less for a longer one. The first bits of a double grow with its logarithm. */
static inline guint
weft_device_pools_span (const WeftDevicePools *self,
                        double                 time_s)
{
  guint64 key;

  memcpy (&key, &time_s, sizeof key);
  key >>= self->n_key_bits;
  return key < self->least_key ? 0 : MIN (key - self->least_key + 1, WEFT_MAX_SPANS - 1);
}

/* Whether a search on the device at a place may find a gap for a task that would be done at @done_s at the earliest. */
static inline gboolean
weft_device_pools_may_fit (const WeftDevicePools *self,
                           guint                  place,
                           guint                  span,
                           double                 done_s)
{
  return self->gap_end_s[span * self->n_devices + place] >= done_s;
}

/* Whether that is so on any device of a pool. */
static inline gboolean
weft_device_pools_any_may_fit (const WeftDevicePools *self,
                               guint                  pool,
                               guint                  span,
                               double                 done_s)
{
  return self->pool_gap_end_s[span * self->n_pools + pool] >= done_s;
}

G_END_DECLS
