/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scale-up islands: devices whose links to each other are the best that they have, found by what transfers cost, and
 * the groups of tensor ranks that are cut from them. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "mapper/weft-platform.h"

G_BEGIN_DECLS

/**
 * WeftLlmIslands: (skip)
 * @platform: the platform
 * @flat: (nullable): its machine
 * @n_devices: devices to plan with
 * @devices: [@n_devices] those, island by island: the fastest first, and of equally fast ones each near to the one
 *   before
 * @n_islands: how many islands
 * @first: [@n_islands + 1] where each begins
 * @island_of: [devices of the platform] which island each is in
 */
typedef struct
{
  WeftPlatform *platform;
  const WeftFlat *flat;
  guint n_devices;
  guint32 *devices;
  guint n_islands;
  guint *first;
  guint *island_of;
} WeftLlmIslands;

/**
 * WeftLlmGroups: (skip)
 * @size: tensor ranks of a group
 * @n_groups: how many groups
 * @devices: [@n_groups × @size] the devices of each, in the order of its ranks
 * @is_inside: each lies in one island
 */
typedef struct
{
  guint size;
  guint n_groups;
  guint32 *devices;
  gboolean is_inside;
} WeftLlmGroups;

/* Where the ranks of a group stand: @domain of them side by side in an island. Where each two of these have a cable of
 * their own, several rings run at once, and @inside has the rate of all of a rank's cables. */
typedef struct
{
  guint ranks;
  guint domain;
  WeftLink inside;
  WeftLink across;
} WeftLlmRing;

/* @slowness: [classes] time of the same work on each, infinite for what is not to be planned with; @bytes: size of the
 * transfers that links are compared by. (transfer full) */
WeftLlmIslands *weft_llm_islands_new  (WeftPlatform         *platform,
                                       const WeftFlat       *flat,
                                       const double         *slowness,
                                       double                bytes);
void            weft_llm_islands_free (WeftLlmIslands       *self);

/* As many groups of @size as there are, @n_needed at least: inside of islands when that suffices, else cut from all
 * devices one behind the other. FALSE when there are fewer. */
gboolean        weft_llm_groups_init  (WeftLlmGroups        *groups,
                                       const WeftLlmIslands *islands,
                                       guint                 size,
                                       guint                 n_needed);
void            weft_llm_groups_clear (WeftLlmGroups        *groups);
WeftLlmRing     weft_llm_groups_ring  (const WeftLlmGroups  *groups,
                                       const WeftLlmIslands *islands,
                                       guint                 group);
/* The slowest link from a rank of one group to the same rank of another. */
WeftLink        weft_llm_groups_link  (const WeftLlmGroups  *groups,
                                       const WeftLlmIslands *islands,
                                       guint                 from,
                                       guint                 to,
                                       double                bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLlmIslands, weft_llm_islands_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftLlmGroups, weft_llm_groups_clear)

G_END_DECLS
