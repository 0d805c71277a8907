/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No fluid model of links. */
#include "sim/weft-sim-net-private.h"

WeftSimNet *
weft_sim_fluid_new (const WeftSimRoutes *routes, const WeftSimOptions *options, WeftSimLinkLog *log)
{
  return NULL;
}
