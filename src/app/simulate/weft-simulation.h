/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One simulation that has been run: what on what, its result and its charts. Immutable, and made in a worker. */
#pragma once

#include "app/workloads/weft-map-outcome.h"
#include "draw/sim/weft-gantt-run.h"
#include "sim/weft-sim-workload.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIMULATION (weft_simulation_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimulation, weft_simulation, WEFT, SIMULATION, GObject)

/**
 * WeftSimSettings: (skip)
 * @model: of links
 * @packet_bytes: with fifo; 0: whole messages
 * @collectives: how all collectives are done
 * @closed_form: they are priced
 * @algorithm: how a workload is mapped
 *
 * What is chosen for a run.
 */
typedef struct
{
  WeftSimModel model;
  double packet_bytes;
  WeftSimAlgorithm collectives;
  gboolean closed_form;
  WeftMapAlgorithm algorithm;
} WeftSimSettings;

/* Makes the charts too. Takes @result and @notes; @mapping_s: what the mapper says, NAN for a trace. */
WeftSimulation            *weft_simulation_new          (const char            *title,
                                                  const WeftSimSettings *settings,
                                                  WeftInventory         *inventory,
                                                  WeftMapMachine        *machine,
                                                  WeftSimResult         *result,
                                                  double                 mapping_s,
                                                  GPtrArray             *notes);
/* "HPCG", and "fluid, ring". */
const char            *weft_simulation_get_title    (WeftSimulation            *self);
char                  *weft_simulation_dup_words    (WeftSimulation            *self); /* (transfer full) */
const WeftSimSettings *weft_simulation_get_settings (WeftSimulation            *self);
WeftInventory         *weft_simulation_get_inventory (WeftSimulation    *self); /* (transfer none) */
WeftMapMachine        *weft_simulation_get_machine  (WeftSimulation            *self); /* (transfer none) */
WeftSimResult         *weft_simulation_get_result   (WeftSimulation            *self); /* (transfer none) */
/* By rank, or by link. */
WeftGantt             *weft_simulation_get_chart (WeftSimulation        *self,
                                                  gboolean               by_links); /* (transfer none) */
double                 weft_simulation_get_mapping_s (WeftSimulation           *self);
GPtrArray             *weft_simulation_get_notes    (WeftSimulation            *self); /* (element-type utf8) (transfer none) */
char                  *weft_simulation_dup_makespan (WeftSimulation            *self); /* (transfer full) */

G_END_DECLS
