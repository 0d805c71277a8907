/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One simulation that has been run: what on what, its result and its charts. Immutable, and made in a worker. */
#pragma once

#include "app/workloads/weft-map-outcome.h"
#include "draw/sim/weft-gantt-run.h"
#include "search/weft-sim-request.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIMULATION (weft_simulation_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimulation, weft_simulation, WEFT, SIMULATION, GObject)

/* A run of the trail that was run again. */
typedef enum
{
  WEFT_SIM_AGAIN_NONE, /* it is the first time */
  WEFT_SIM_AGAIN_SAME, /* the same result as recorded */
  WEFT_SIM_AGAIN_OTHER,
} WeftSimAgain;

/* Makes the charts too. @request is copied; takes @answer. */
WeftSimulation        *weft_simulation_new           (const WeftSimRequest *request,
                                                      WeftInventory        *inventory,
                                                      WeftMapMachine       *machine,
                                                      WeftSimAnswer        *answer);
/* Where its run of the trail lies, and whether it was read from there. To be called before anybody else has it. */
void                   weft_simulation_set_run       (WeftSimulation       *self,
                                                      const char           *path,
                                                      WeftSimAgain          again);
/* "HPCG", and "fluid, ring". */
const char            *weft_simulation_get_title     (WeftSimulation       *self);
char                  *weft_simulation_dup_words     (WeftSimulation       *self); /* (transfer full) */
const WeftSimRequest  *weft_simulation_get_request   (WeftSimulation       *self);
const WeftSimSettings *weft_simulation_get_settings  (WeftSimulation       *self);
WeftInventory         *weft_simulation_get_inventory (WeftSimulation       *self); /* (transfer none) */
WeftMapMachine        *weft_simulation_get_machine   (WeftSimulation       *self); /* (transfer none) */
WeftSimResult         *weft_simulation_get_result    (WeftSimulation       *self); /* (transfer none) */
/* By rank, or by link. */
WeftGantt             *weft_simulation_get_chart     (WeftSimulation       *self,
                                                      gboolean              by_links); /* (transfer none) */
/* What the mapper says, NAN for a trace. */
double                 weft_simulation_get_mapping_s (WeftSimulation       *self);
GPtrArray             *weft_simulation_get_notes     (WeftSimulation       *self); /* (element-type utf8) (transfer none) */
char                  *weft_simulation_dup_makespan  (WeftSimulation       *self); /* (transfer full) */
const char            *weft_simulation_get_run       (WeftSimulation       *self); /* (nullable): path of its run in the trail */
WeftSimAgain           weft_simulation_get_again     (WeftSimulation       *self);

G_END_DECLS
