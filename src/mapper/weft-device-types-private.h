/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types of devices: those that take the same time for every task, whatever they are called; and the mean transfer
 * between devices of two types. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/**
 * WeftDeviceTypes: (skip)
 * @n_types: how many types
 * @type_of: [devices] the type of each, counted in the order of their first devices
 * @class_of: [@n_types] a class of devices of the type
 * @latency_s: [@n_types × @n_types] mean start-up time over the pairs of different devices, row = from; 0 without pairs
 * @inverse_bw_s: [@n_types × @n_types] mean of 1 / rate
 * @link: [@n_types × @n_types] the link that all these pairs have, or -1 when they differ or there are none
 */
typedef struct
{
  const WeftPlatform *platform;
  guint n_types;
  guint *type_of;
  guint *class_of;
  double *latency_s;
  double *inverse_bw_s;
  gint32 *link;
} WeftDeviceTypes;

void   weft_device_types_init  (WeftDeviceTypes      *self,
                                const WeftMapProblem *problem);
void   weft_device_types_clear (WeftDeviceTypes      *self);

/* Between two different devices, also when their types are one; 0 when there are no such two. */
static inline double
weft_device_types_comm_s (const WeftDeviceTypes *self,
                          guint                  from,
                          guint                  to,
                          double                 bytes)
{
  gsize at = (gsize) from * self->n_types + to;

  if (self->link[at] >= 0)
    return self->latency_s[at] + bytes / self->platform->links[self->link[at]].bw_bytes_s;
  return self->latency_s[at] + bytes * self->inverse_bw_s[at];
}

G_END_DECLS
