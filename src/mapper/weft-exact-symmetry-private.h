/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How devices can change places without anybody noticing. */
#pragma once

#include "mapper/weft-platform.h"

G_BEGIN_DECLS

/**
 * WeftExactSymmetry: (skip)
 * @n_devices: how many devices
 * @n_maps: how many maps are known; the first one moves nothing
 * @maps: [@n_maps × @n_devices] where each device goes
 * @twins: [@n_devices] the devices before it that it can change places with, while all others stay, as bits
 * @orbit: [@n_devices] the first device that it can be moved to
 */
typedef struct
{
  guint n_devices;
  guint n_maps;
  guint8 *maps;
  guint64 *twins;
  guint *orbit;
} WeftExactSymmetry;

/* Of at most 64 devices. */
void weft_exact_symmetry_init  (WeftExactSymmetry       *self,
                                const WeftPlatform      *platform);
void weft_exact_symmetry_clear (WeftExactSymmetry       *self);
/* Whether an unused device can be left out, since another unused one before it does the same. */
gboolean weft_exact_symmetry_skips (const WeftExactSymmetry *self,
                                    guint64                  used,
                                    guint                    device);

G_END_DECLS
