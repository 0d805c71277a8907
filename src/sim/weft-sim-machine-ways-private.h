/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways of a flattened machine, in links of the network that stands for it. */
#pragma once

#include "sim/weft-sim-mapped.h"

G_BEGIN_DECLS

/* Where no link of the network stands for the start of a message. */
#define WEFT_SIM_NO_START G_MAXUINT32

/**
 * WeftSimMachineWays: (skip)
 * @route: finds ways in the machine
 * @n_links: how many the machine has
 * @link_of: [@n_links] the link of the network that each is a part of
 * @start: [@n_links] what stands for the start of a message that comes to its fabric, %WEFT_SIM_NO_START
 * @group: [@n_links] which fabric
 * @way: (element-type guint32): the last way
 *
 * The router of a network of a machine.
 */
typedef struct
{
  WeftRoute *route;
  guint32 n_links;
  guint32 *link_of;
  guint32 *start;
  guint32 *group;
  GArray *way;
} WeftSimMachineWays;

/* A WeftSimRouteFunc. */
gboolean weft_sim_machine_ways_find (gpointer  router,
                                     guint32   from,
                                     guint32   to,
                                     guint64   flow,
                                     GArray   *links);
void     weft_sim_machine_ways_free (gpointer  router);

G_END_DECLS
