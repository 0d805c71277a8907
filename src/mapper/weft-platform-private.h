/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What whoever makes a platform needs: its arrays, and the sums that follow from them. */
#pragma once

#include "mapper/weft-platform.h"

G_BEGIN_DECLS

/* Empty arrays: capacities are infinite, names missing, everything else 0. (transfer full) */
WEFT_API WeftPlatform *weft_platform_new    (guint         n_devices,
                                             guint         n_classes,
                                             guint         n_links);
/* Counts classes and takes the means, once classes and links of all devices are set. */
WEFT_API void          weft_platform_finish (WeftPlatform *self);

G_END_DECLS
