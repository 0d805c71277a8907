/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one run of a mapper found: the schedule, what it means and its chart. Immutable, and made in a worker. */
#pragma once

#include <gio/gio.h>

#include "draw/gantt/weft-gantt-plan.h"
#include "mapper/weft-map-report.h"

G_BEGIN_DECLS

/**
 * WeftMapMachine: (skip)
 * @flat: the machine
 * @platform: as a mapper sees it
 * @notes: (element-type utf8): what was assumed
 * @serial: of the design that it was made of
 *
 * A design, made ready for any number of workloads.
 */
typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  GPtrArray *notes;
  guint64 serial;
  gatomicrefcount refs;
} WeftMapMachine;

/* Takes all that is given. (transfer full) */
WeftMapMachine      *weft_map_machine_new    (WeftFlat       *flat,
                                              WeftPlatform   *platform,
                                              GPtrArray      *notes,
                                              guint64         serial);
WeftMapMachine      *weft_map_machine_ref    (WeftMapMachine *self);
void                 weft_map_machine_unref  (WeftMapMachine *self);

/**
 * WeftMapGround: (skip)
 * @machine: the machine
 * @problem: a workload on it
 * @notes: (element-type utf8): what was assumed of its times
 *
 * What runs of several mappers share.
 */
typedef struct
{
  WeftMapMachine *machine;
  WeftMapProblem *problem;
  GPtrArray *notes;
  gatomicrefcount refs;
} WeftMapGround;

/* Takes @problem and @notes. (transfer full) */
WeftMapGround       *weft_map_ground_new     (WeftMapMachine *machine,
                                              WeftMapProblem *problem,
                                              GPtrArray      *notes);
WeftMapGround       *weft_map_ground_ref     (WeftMapGround  *self);
void                 weft_map_ground_unref   (WeftMapGround  *self);
/* The same tasks on the same devices, so that schedules can stand above each other. */
gboolean             weft_map_ground_matches (WeftMapGround  *self,
                                              WeftMapGround  *other);

#define WEFT_TYPE_MAP_OUTCOME (weft_map_outcome_get_type ())
G_DECLARE_FINAL_TYPE (WeftMapOutcome, weft_map_outcome, WEFT, MAP_OUTCOME, GObject)

/* Takes @result and @report; @chart is made of them. */
WeftMapOutcome      *weft_map_outcome_new          (WeftMapGround  *ground,
                                                    WeftMapResult  *result,
                                                    WeftMapReport  *report,
                                                    WeftGantt      *chart);
WeftMapGround       *weft_map_outcome_get_ground   (WeftMapOutcome *self);
WeftMapProblem      *weft_map_outcome_get_problem  (WeftMapOutcome *self);
const WeftMapResult *weft_map_outcome_get_result   (WeftMapOutcome *self);
const WeftMapReport *weft_map_outcome_get_report   (WeftMapOutcome *self);
WeftGantt           *weft_map_outcome_get_chart    (WeftMapOutcome *self); /* (transfer none) */
/* "PEFT-LC", "Best of all: PEFT". (transfer full) */
char                *weft_map_outcome_dup_title    (WeftMapOutcome *self);
char                *weft_map_outcome_dup_makespan (WeftMapOutcome *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMapGround, weft_map_ground_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMapMachine, weft_map_machine_unref)

G_END_DECLS
