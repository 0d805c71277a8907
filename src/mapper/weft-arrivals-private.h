/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When what a task needs is there, computed once for all devices that no link tells apart, and for the few devices
 * that hold some of it already. */
#pragma once

#include "mapper/weft-link-groups-private.h"
#include "mapper/weft-map-list-private.h"

G_BEGIN_DECLS

/* Of a group of several devices. Those that a predecessor ran on do not wait for its transfer, so that the latest
 * arrival from any other device is kept too. */
typedef struct
{
  double other_s;
  guint32 from; /* device of the latest */
} WeftArrivalBut;

/**
 * WeftArrivals: (skip)
 * @groups: devices by their links
 * @latest_s: [groups] when all is there at a device that is not near, or at the only one
 * @but: [groups] what near devices of it do not wait for
 * @near: [@n_near] the devices that its predecessors ran on
 * @n_near: how many
 */
typedef struct
{
  const WeftMapList *list;
  WeftLinkGroups groups;
  double *latest_s;
  WeftArrivalBut *but;
  guint32 *near;
  guint n_near;
  double *own_s;       /* [devices] when the last predecessor on a near device is done */
  guint32 *seen;       /* [devices] the look-up that a device was last near in */
  guint32 n_looks;
  gboolean is_single; /* every group is one device */
  gboolean keeps_costs;
  double *cost_s;      /* [links] transfers of cost_bytes, when keeps_costs */
  double cost_bytes;
} WeftArrivals;

void   weft_arrivals_init  (WeftArrivals       *self,
                            const WeftMapList     *list);
void   weft_arrivals_clear (WeftArrivals       *self);
/* Finds near devices only, and when their own predecessors are done. */
void   weft_arrivals_near  (WeftArrivals       *self,
                            guint32             task);
/* And the arrivals at all groups. */
void   weft_arrivals_look  (WeftArrivals       *self,
                            guint32             task);

static inline gboolean
weft_arrivals_is_near (const WeftArrivals *self,
                       guint32             device)
{
  return self->seen[device] == self->n_looks;
}

/* After weft_arrivals_look(): at a device that is near. */
static inline double
weft_arrivals_near_s (const WeftArrivals *self,
                      guint32             device)
{
  guint group = self->groups.group_of[device];
  double there_s = self->but[group].from == device ? self->but[group].other_s : self->latest_s[group];

  return MAX (there_s, self->own_s[device]);
}

/* At any device, without weft_arrivals_look(). */
double weft_arrivals_at_s  (WeftArrivals       *self,
                            guint32             task,
                            guint32             device);

G_END_DECLS
