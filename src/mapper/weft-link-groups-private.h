/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices that no transfer can tell apart: each has the same link to and from every other device, and they have one
 * link among themselves. What depends on links only is computed once a group. */
#pragma once

#include "mapper/weft-platform.h"

G_BEGIN_DECLS

/**
 * WeftLinkGroups: (skip)
 * @n_groups: how many groups
 * @group_of: [devices] the group of each, counted in the order of their first devices
 * @size: [@n_groups] devices of each
 * @link_of: [@n_groups × @n_groups] the link of a pair of groups, row = from; on the diagonal the one inside, which a
 *   group of one device has not
 */
typedef struct
{
  guint n_groups;
  guint16 *group_of;
  guint *size;
  guint16 *link_of;
} WeftLinkGroups;

void weft_link_groups_init  (WeftLinkGroups     *self,
                             const WeftPlatform *platform);
void weft_link_groups_clear (WeftLinkGroups     *self);

G_END_DECLS
