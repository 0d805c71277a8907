/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine as a mapper sees it: devices in classes of equal ones, and what a transfer between each two of them costs
 * along its real route, kept once for all pairs that cost the same. Immutable. */
#pragma once

#include "cost/weft-collective.h"

G_BEGIN_DECLS

#define WEFT_MAX_PLATFORM_DEVICES 4096u

/**
 * WeftPlatform: (skip)
 * @n_devices: how many devices tasks can run on
 * @n_classes: how many classes of equal devices
 * @n_links: how many different costs a pair can have
 * @class_of: [@n_devices] the class of each device
 * @class_size: [@n_classes] devices of each
 * @class_name: [@n_classes] what the devices of a class are called: the chip's id
 * @capacity_bytes: [@n_classes] memory of each device, infinite when it is not known
 * @links: [@n_links] start-up time and rate of a transfer
 * @link_of: [@n_devices × @n_devices] the link of a pair, row = from; on the diagonal it has no meaning
 * @device: (nullable): [@n_devices] index of the device in the flattened machine
 * @device_name: (nullable): [@n_devices]
 * @mean_latency_s: mean start-up time over the ordered pairs of different devices, 0 for one device
 * @mean_inverse_bw_s: mean of 1 / rate over them, seconds a byte
 */
typedef struct
{
  guint n_devices;
  guint n_classes;
  guint n_links;
  guint16 *class_of;
  guint *class_size;
  char **class_name;
  double *capacity_bytes;
  WeftLink *links;
  guint16 *link_of;
  guint32 *device;
  char **device_name;
  double mean_latency_s;
  double mean_inverse_bw_s;
  gatomicrefcount refs;
} WeftPlatform;

WEFT_API WeftPlatform *weft_platform_ref   (WeftPlatform *self);
WEFT_API void          weft_platform_unref (WeftPlatform *self);

/* Seconds that @bytes take from one device to another; 0 between a device and itself. MAPPER model: latency + bytes / rate. */
static inline double
weft_platform_comm_s (const WeftPlatform *self,
                      guint               from,
                      guint               to,
                      double              bytes)
{
  const WeftLink *link = &self->links[self->link_of[(gsize) from * self->n_devices + to]];

  return from == to ? 0 : link->alpha_s + bytes / link->bw_bytes_s;
}

/* Mean over all ordered pairs of different devices. */
static inline double
weft_platform_mean_comm_s (const WeftPlatform *self,
                           double              bytes)
{
  return self->mean_latency_s + bytes * self->mean_inverse_bw_s;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPlatform, weft_platform_unref)

G_END_DECLS
