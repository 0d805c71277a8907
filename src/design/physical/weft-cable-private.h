/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run between two racks for loops over many of them. */
#pragma once

#include "design/physical/weft-cable.h"

G_BEGIN_DECLS

/* weft_cable_floor_run() of rules and places that were checked before; INFINITY when no cross-tray
 * joins the rows. */
double weft_cable_floor_run_checked (const WeftCableRules *rules,
                                     const WeftRackPlace  *a,
                                     const WeftRackPlace  *b);

G_END_DECLS
