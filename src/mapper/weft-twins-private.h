/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of devices of a machine that it cannot tell apart: siblings with the same cables to the same places can change
 * places without changing the machine, so that a way is to be looked at once for all of them. */
#pragma once

#include "design/graph/weft-graph-flatten.h"

G_BEGIN_DECLS

/**
 * WeftTwins: (skip)
 * @flat: the machine
 * @start: [instances] first device of each
 * @first: [instances] the first sibling that each can change places with, itself for none
 * @second: [instances] the second one, %WEFT_FLAT_NONE for none
 * @device_first: [devices] the same of devices
 * @device_second: [devices]
 * @canon: [devices] where each comes to stand when all around it change places with the first they can
 */
typedef struct
{
  const WeftFlat *flat;
  guint32 *start;
  guint32 *first;
  guint32 *second;
  guint32 *device_first;
  guint32 *device_second;
  guint32 *canon;
} WeftTwins;

WeftTwins *weft_twins_new  (const WeftFlat  *flat);
void       weft_twins_free (WeftTwins       *self);
/* The pair that stands for this one, of two different devices. */
void       weft_twins_pair (const WeftTwins *self,
                            guint32          from,
                            guint32          to,
                            guint32         *canon_from,
                            guint32         *canon_to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTwins, weft_twins_free)

G_END_DECLS
