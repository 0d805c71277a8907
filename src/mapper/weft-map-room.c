/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of devices while tasks are placed. A region stays once it is there; working sets come and go, so that the
 * largest one counts. */
#include "mapper/weft-map-room-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"

struct _WeftMapRoom
{
  const WeftMapProblem *problem;
  double *resident_bytes; /* [devices] */
  double *working_bytes;  /* [devices] */
  gsize n_words;          /* of 64 devices each */
  guint64 *holders;       /* [regions × n_words] one bit a device */
};

static double
capacity_of (const WeftMapProblem *problem, guint device)
{
  return problem->platform->capacity_bytes[problem->platform->class_of[device]];
}

static double
working_set_of (const WeftMapProblem *problem, guint32 task)
{
  return problem->graph->kinds[problem->graph->kind[task]].working_set_bytes;
}

static gboolean
can_matter (const WeftMapProblem *problem)
{
  const WeftTaskGraph *graph = problem->graph;
  double capacity_bytes = INFINITY;
  double resident_bytes = 0;
  double working_bytes = 0;

  for (guint p = 0; p < problem->platform->n_devices; p++)
    capacity_bytes = MIN (capacity_bytes, capacity_of (problem, p));
  for (guint32 r = 0; r < graph->n_regions; r++)
    resident_bytes += weft_map_problem_region_bytes (problem, r);
  for (guint32 k = 0; k < graph->n_kinds; k++)
    working_bytes = MAX (working_bytes, graph->kinds[k].working_set_bytes);
  return !(resident_bytes + working_bytes <= capacity_bytes);
}

/* Bytes that a device would hold more of. */
static double
added_bytes (const WeftMapRoom *self, guint32 task, guint device)
{
  const WeftTaskGraph *graph = self->problem->graph;
  guint32 region = graph->region != NULL ? graph->region[task] : WEFT_TASK_NONE;

  if (region == WEFT_TASK_NONE || (self->holders[region * self->n_words + device / 64] >> device % 64 & 1) != 0)
    return 0;
  return weft_map_problem_region_bytes (self->problem, region);
}

WeftMapRoom *
weft_map_room_new (const WeftMapProblem *problem)
{
  WeftMapRoom *self;

  if (!can_matter (problem))
    return NULL;
  self = g_new0 (WeftMapRoom, 1);
  self->problem = problem;
  self->resident_bytes = g_new0 (double, problem->platform->n_devices);
  self->working_bytes = g_new0 (double, problem->platform->n_devices);
  self->n_words = (problem->platform->n_devices + 63) / 64;
  self->holders = g_new0 (guint64, problem->graph->n_regions * self->n_words);
  return self;
}

void
weft_map_room_free (WeftMapRoom *self)
{
  g_free (self->resident_bytes);
  g_free (self->working_bytes);
  g_free (self->holders);
  g_free (self);
}

gboolean
weft_map_room_takes (const WeftMapRoom *self, guint32 task, guint device)
{
  double working_bytes = MAX (self->working_bytes[device], working_set_of (self->problem, task));

  return self->resident_bytes[device] + added_bytes (self, task, device) + working_bytes
         <= capacity_of (self->problem, device);
}

void
weft_map_room_put (WeftMapRoom *self, guint32 task, guint device)
{
  const WeftTaskGraph *graph = self->problem->graph;
  guint32 region = graph->region != NULL ? graph->region[task] : WEFT_TASK_NONE;

  self->resident_bytes[device] += added_bytes (self, task, device);
  self->working_bytes[device] = MAX (self->working_bytes[device], working_set_of (self->problem, task));
  if (region != WEFT_TASK_NONE)
    self->holders[region * self->n_words + device / 64] |= (guint64) 1 << device % 64;
}

/* What a device could give to a task that holds nothing yet: less than what its regions leave free where the working set
 * of another task is larger than the one of this task, and what it holds of the task already besides. */
static double
left_for (const WeftMapRoom *self, guint32 task, guint device)
{
  const WeftTaskGraph *graph = self->problem->graph;
  guint32 region = graph->region != NULL ? graph->region[task] : WEFT_TASK_NONE;
  double region_bytes = region != WEFT_TASK_NONE ? weft_map_problem_region_bytes (self->problem, region) : 0;

  return capacity_of (self->problem, device) - self->resident_bytes[device]
         - MAX (0, self->working_bytes[device] - working_set_of (self->problem, task))
         + region_bytes - added_bytes (self, task, device);
}

static double
needed_for (const WeftMapRoom *self, guint32 task)
{
  const WeftTaskGraph *graph = self->problem->graph;
  guint32 region = graph->region != NULL ? graph->region[task] : WEFT_TASK_NONE;

  return working_set_of (self->problem, task)
         + (region != WEFT_TASK_NONE ? weft_map_problem_region_bytes (self->problem, region) : 0);
}

void
weft_map_room_refuse (const WeftMapRoom *self, guint32 task, GError **error)
{
  const WeftMapProblem *problem = self->problem;
  const WeftTaskGraph *graph = problem->graph;
  double left_bytes = 0;
  g_autofree char *name = weft_task_graph_task_name (graph, task);
  g_autofree char *needed = NULL;
  g_autofree char *left = NULL;

  for (guint p = 0; p < problem->platform->n_devices; p++)
    if (isfinite (weft_map_problem_time_s (problem, task, p)))
      left_bytes = MAX (left_bytes, left_for (self, task, p));
  needed = weft_quantity_format_full (needed_for (self, task), WEFT_UNIT_BYTES);
  left = weft_quantity_format_full (left_bytes, WEFT_UNIT_BYTES);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY,
               _("task “%s” needs %s of memory (kernel “%s”), but no device that can run it has more than %s left; "
                 "take more devices or ones with more memory, or cut the data into smaller regions"),
               name, needed, weft_task_graph_kernel (graph, task), left);
}

void
weft_map_room_refuse_on (const WeftMapRoom *self, guint32 task, guint device, GError **error)
{
  const WeftPlatform *platform = self->problem->platform;
  const char *class_name = platform->class_name[platform->class_of[device]];
  g_autofree char *name = weft_task_graph_task_name (self->problem->graph, task);
  g_autofree char *needed = weft_quantity_format_full (needed_for (self, task), WEFT_UNIT_BYTES);
  g_autofree char *left = weft_quantity_format_full (left_for (self, task, device), WEFT_UNIT_BYTES);
  g_autofree char *whole = weft_quantity_format_full (capacity_of (self->problem, device), WEFT_UNIT_BYTES);

  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY,
               _("task “%s” needs %s of memory (kernel “%s”), but %s (%s) has %s left of %s; spread the workload over more "
                 "ranks, or take devices with more memory"),
               name, needed, weft_task_graph_kernel (self->problem->graph, task),
               platform->device_name != NULL ? platform->device_name[device] : _("its device"), class_name, left, whole);
}
