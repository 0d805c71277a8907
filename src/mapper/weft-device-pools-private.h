/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices side by side that are of one class and that no link tells apart: for a task that none of them holds data of,
 * they differ only in when they are idle. */
#pragma once

#include "mapper/weft-link-groups-private.h"
#include "mapper/weft-timeline-private.h"

G_BEGIN_DECLS

/* Places begin to end - 1. */
typedef struct
{
  guint begin;
  guint end;
  guint16 device_class;
  guint16 group;
} WeftDevicePool;

/**
 * WeftDevicePools: (skip)
 * @pools: [@n_pools]
 * @n_pools: how many
 * @device: [devices] the device at a place, ascending in each pool
 * @place_of: [devices] the place of a device
 * @tail_s: [devices] by place: see #WeftTimeline
 * @last_end_s: [devices] by place: see #WeftTimeline
 */
typedef struct
{
  WeftDevicePool *pools;
  guint n_pools;
  guint32 *device;
  guint32 *place_of;
  double *tail_s;
  double *last_end_s;
} WeftDevicePools;

void weft_device_pools_init  (WeftDevicePools      *self,
                              const WeftPlatform   *platform,
                              const WeftLinkGroups *groups);
void weft_device_pools_clear (WeftDevicePools      *self);

static inline void
weft_device_pools_update (WeftDevicePools    *self,
                          guint32             device,
                          const WeftTimeline *timeline)
{
  self->tail_s[self->place_of[device]] = timeline->tail_s;
  self->last_end_s[self->place_of[device]] = timeline->last_end_s;
}

G_END_DECLS
