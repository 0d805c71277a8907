/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of mapped workloads share: a machine, a workload on it by a mapper or by hand, its trace and a run of it. */
#pragma once

#include "../design/graph-fixture.h"

#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-ranks.h"
#include "mapper/weft-mapper.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-result.h"
#include "workload/weft-generator.h"
#include "workload/weft-task-builder.h"

#define POOL_NODE                                                                                                     \
  "'items':[{'id':'gpu','chip':'H100','count':4},{'id':'switch','component':'xc50256'},"                              \
  "{'id':'pool','component':'cmm-d-256','count':2}],'links':["                                                        \
  "{'from':'gpu','to':'gpu','wiring':'all','component':'nvlink4-link','fabric':'NVLink4','channels':6},"              \
  "{'from':'gpu','to':'switch','wiring':'all','component':'pcie5-x16-cable'},"                                        \
  "{'from':'switch','to':'pool','wiring':'all','component':'pcie5-x16-cable'}]"

/* A machine, what runs on it, and where. */
typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftTaskGraph *graph;
  WeftMapProblem *problem;
  WeftSchedule *schedule;
  GArray *remotes;
  WeftSimTrace *trace;
  WeftSimResult *result;
} Case;

G_GNUC_UNUSED static void
case_clear (Case *self)
{
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_pointer (&self->remotes, g_array_unref);
  g_clear_pointer (&self->schedule, weft_schedule_unref);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

G_GNUC_UNUSED static void
case_node (Case *self, const char *inside)
{
  g_autoptr (WeftGraph) graph = fixture_node (inside);

  self->flat = fixture_flat (graph);
}

G_GNUC_UNUSED static void
case_load (Case *self, const char *system)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", system, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  self->flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
}

G_GNUC_UNUSED static void
case_finish (Case *self, WeftTaskBuilder *builder)
{
  g_autoptr (GError) error = NULL;

  self->graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
}

G_GNUC_UNUSED static void
case_generate (Case *self, const char *id, const char *params)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (params), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, &error);

  g_assert_no_error (error);
  self->graph = weft_generator_make (weft_generator_find (id, NULL), json_node_get_object (node),
                                     weft_inventory_get_catalog (fixture_get_inventory ()), NULL, &error);
  g_assert_no_error (error);
}

G_GNUC_UNUSED static void
case_problem (Case *self)
{
  g_autoptr (GError) error = NULL;

  self->platform = weft_platform_from_flat (self->flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  self->problem = weft_map_problem_on (self->graph, self->platform, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
}

G_GNUC_UNUSED static void
case_map (Case *self, WeftMapAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapResult) result = NULL;

  case_problem (self);
  result = weft_map (self->problem, algorithm, NULL, NULL, &error);
  g_assert_no_error (error);
  self->schedule = weft_schedule_ref (result->schedule);
}

/* A schedule by hand: the device of each task, and its start. */
G_GNUC_UNUSED static void
case_place (Case *self, const guint32 *device, const double *start_s)
{
  case_problem (self);
  self->schedule = weft_schedule_new (self->graph->n_tasks);
  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    {
      self->schedule->device[i] = device[i];
      self->schedule->start_s[i] = start_s != NULL ? start_s[i] : i;
    }
}

G_GNUC_UNUSED static void
case_trace (Case *self)
{
  g_autoptr (GError) error = NULL;

  self->trace = weft_sim_trace_from_mapping (self->problem, self->schedule, self->flat, fixture_get_inventory (),
                                             self->remotes, &error);
  g_assert_no_error (error);
}

G_GNUC_UNUSED static void
case_run (Case *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimNetwork) network
    = weft_sim_network_from_flat (self->flat, fixture_get_inventory (), self->platform->device,
                                  self->platform->n_devices, &error);
  WeftSimOptions options;

  g_assert_no_error (error);
  weft_sim_options_init (&options);
  self->result = weft_sim_run (self->trace, network, &options, NULL, &error);
  g_assert_no_error (error);
}

G_GNUC_UNUSED static void
add_remote (Case *self, const char *pattern, guint32 device)
{
  WeftSimRemote remote = { (char *) pattern, device };

  if (self->remotes == NULL)
    self->remotes = g_array_new (FALSE, FALSE, sizeof (WeftSimRemote));
  g_array_append_val (self->remotes, remote);
}

G_GNUC_UNUSED static guint32
count_kind (const WeftSimTrace *trace, WeftSimKind kind)
{
  guint32 n = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    n += trace->kind[i] == kind;
  return n;
}

G_GNUC_UNUSED static gboolean
has_edge (const WeftSimTrace *trace, guint32 from, guint32 to)
{
  for (guint32 e = trace->first_succ[from]; e < trace->first_succ[from + 1]; e++)
    if (trace->succ[e] == to)
      return TRUE;
  return FALSE;
}

G_GNUC_UNUSED static guint32
add_task (WeftTaskBuilder *builder, const WeftTaskCost *cost)
{
  guint32 n = weft_task_builder_n_tasks (builder);

  return weft_task_builder_add_task (builder, weft_task_builder_add_kind (builder, cost),
                                     weft_task_builder_intern (builder, "t"), n);
}

G_GNUC_UNUSED static const WeftTaskCost work = { .kernel = "work", .flops = { [WEFT_DTYPE_BF16] = 1e12 }, .bytes_read = 1e9 };

/* Nothing on a rank overlaps with more than its slots allow, each edge is heeded, and all is over at the end. */
G_GNUC_UNUSED static void
assert_sound (const Case *at)
{
  const WeftSimTrace *trace = at->trace;
  double last_s = 0;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      g_assert_cmpfloat (at->result->finish_s[i], >=, at->result->start_s[i]);
      last_s = MAX (last_s, at->result->finish_s[i]);
      for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
        g_assert_cmpfloat (at->result->start_s[trace->succ[e]], >=, at->result->finish_s[i] - 1e-12);
    }
  g_assert_cmpfloat (at->result->makespan_s, ==, last_s);
}
