/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A holder of what the library made. */
#include "config.h"

#include "app/workloads/weft-map-outcome.h"

#include "draw/workload/weft-mapping-table.h"

struct _WeftMapOutcome
{
  GObject parent_instance;

  WeftMapGround *ground;
  WeftMapResult *result;
  WeftMapReport *report;
  WeftGantt *chart;
};

G_DEFINE_FINAL_TYPE (WeftMapOutcome, weft_map_outcome, G_TYPE_OBJECT)

/* --- what they stand on --- */

WeftMapMachine *
weft_map_machine_new (WeftFlat *flat, WeftPlatform *platform, GPtrArray *notes, guint64 serial)
{
  WeftMapMachine *self = g_new0 (WeftMapMachine, 1);

  g_atomic_ref_count_init (&self->refs);
  self->flat = flat;
  self->platform = platform;
  self->notes = notes;
  self->serial = serial;
  return self;
}

WeftMapMachine *
weft_map_machine_ref (WeftMapMachine *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_map_machine_unref (WeftMapMachine *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  weft_platform_unref (self->platform);
  weft_flat_free (self->flat);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

WeftMapGround *
weft_map_ground_new (WeftMapMachine *machine, WeftMapProblem *problem, GPtrArray *notes)
{
  WeftMapGround *self = g_new0 (WeftMapGround, 1);

  g_atomic_ref_count_init (&self->refs);
  self->machine = weft_map_machine_ref (machine);
  self->problem = problem;
  self->notes = notes;
  return self;
}

WeftMapGround *
weft_map_ground_ref (WeftMapGround *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_map_ground_unref (WeftMapGround *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  weft_map_problem_unref (self->problem);
  weft_map_machine_unref (self->machine);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

gboolean
weft_map_ground_matches (WeftMapGround *self, WeftMapGround *other)
{
  return self->machine == other->machine && self->problem->graph == other->problem->graph;
}

/* --- an outcome --- */

static void
weft_map_outcome_finalize (GObject *object)
{
  WeftMapOutcome *self = WEFT_MAP_OUTCOME (object);

  weft_gantt_unref (self->chart);
  weft_map_report_free (self->report);
  weft_map_result_free (self->result);
  weft_map_ground_unref (self->ground);
  G_OBJECT_CLASS (weft_map_outcome_parent_class)->finalize (object);
}

static void
weft_map_outcome_class_init (WeftMapOutcomeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_map_outcome_finalize;
}

static void
weft_map_outcome_init (WeftMapOutcome *self)
{
}

WeftMapOutcome *
weft_map_outcome_new (WeftMapGround *ground, WeftMapResult *result, WeftMapReport *report, WeftGantt *chart)
{
  WeftMapOutcome *self = g_object_new (WEFT_TYPE_MAP_OUTCOME, NULL);

  self->ground = weft_map_ground_ref (ground);
  self->result = result;
  self->report = report;
  self->chart = weft_gantt_ref (chart);
  return self;
}

WeftMapGround *
weft_map_outcome_get_ground (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return self->ground;
}

WeftMapProblem *
weft_map_outcome_get_problem (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return self->ground->problem;
}

const WeftMapResult *
weft_map_outcome_get_result (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return self->result;
}

const WeftMapReport *
weft_map_outcome_get_report (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return self->report;
}

WeftGantt *
weft_map_outcome_get_chart (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return self->chart;
}

char *
weft_map_outcome_dup_title (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return weft_map_result_title (self->result);
}

char *
weft_map_outcome_dup_makespan (WeftMapOutcome *self)
{
  g_return_val_if_fail (WEFT_IS_MAP_OUTCOME (self), NULL);

  return weft_gantt_format_time (self->chart, self->result->schedule->makespan_s);
}
