/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and lengths between racks for loops over many of them. */
#pragma once

#include "design/physical/weft-cable.h"

G_BEGIN_DECLS

/* weft_cable_floor_run() of rules and places that were checked before; INFINITY when no cross-tray
 * joins the rows. */
double weft_cable_floor_run_checked (const WeftCableRules *rules,
                                     const WeftRackPlace  *a,
                                     const WeftRackPlace  *b);
/* weft_cable_length() of the same, where what stands above the tray hangs down to it. */
double weft_cable_length_checked    (const WeftCableRules *rules,
                                     const WeftRackPlace  *a,
                                     const WeftRackPlace  *b);
/* The length of a run with its dress, loops and slack. */
double weft_cable_length_of_run     (const WeftCableRules *rules,
                                     double                run_m);

G_END_DECLS
