/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cables of one link, pair by pair of devices, and which part each device is in. Counts what it
 * walks, so that no graph takes longer than a picture may. */
#pragma once

#include "design/graph/weft-graph-wire-private.h"

G_BEGIN_DECLS

/* Devices and pairs that are walked for one picture at most. */
#define WEFT_RACK_MAX_STEPS 8e6

/* The devices of one end, all of them alike in their instances. */
typedef struct
{
  const WeftGraphEnd *end;
  guint32 first;        /* number of its first device */
  guint32 n;            /* how many devices */
  guint32 per_instance; /* devices of one instance of the item */
} WeftRackGroup;

typedef struct
{
  const WeftGraphLink *link;
  WeftWire wire;
  guint32 n_devices;
  GArray *groups; /* of WeftRackGroup: from, then to */
} WeftRackLink;

/* FALSE when the link makes no sense, or has more cables than @steps are left for; @steps shrinks
 * by what walking it will take. */
gboolean weft_rack_link_init    (WeftRackLink              *self,
                                 const WeftGraph           *graph,
                                 const WeftGraphDefinition *definition,
                                 const WeftGraphLink       *link,
                                 double                    *steps);
void     weft_rack_link_clear   (WeftRackLink              *self);
/* FALSE when it runs out of memory. */
gboolean weft_rack_link_foreach (const WeftRackLink        *self,
                                 WeftWireFunc               func,
                                 gpointer                   data);

/* Which instance of the end's item a device is in. */
static inline guint
weft_rack_group_instance (const WeftRackGroup *group,
                          guint32              device)
{
  return group->end->instance >= 0 ? (guint) group->end->instance
                                   : (device - group->first) / group->per_instance;
}

G_END_DECLS
