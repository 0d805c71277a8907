/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a task graph as JSON, for scripts. */
#include "base/weft-json-write.h"
#include "workload/weft-task-summary.h"

static JsonArray *
kernels_to_json (const WeftTaskSummary *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WeftKernelSum *sum = &g_array_index (self->kernels, WeftKernelSum, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "kernel", sum->kernel);
      json_object_set_int_member (object, "tasks", sum->n_tasks);
      weft_json_set_number (object, "flops", sum->flops);
      weft_json_set_number (object, "bytes", sum->bytes);
      weft_json_set_number (object, "comm_bytes", sum->comm_bytes);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonObject *
dtypes_to_json (const WeftTaskSummary *self)
{
  JsonObject *object = json_object_new ();

  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    if (self->flops[d] > 0)
      weft_json_set_number (object, weft_dtype_nick (d), self->flops[d]);
  return object;
}

static JsonArray *
times_to_json (const WeftTaskSummary *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->times->len; i++)
    {
      const WeftTimeSum *sum = &g_array_index (self->times, WeftTimeSum, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "class", sum->device_class);
      json_object_set_int_member (object, "tasks", sum->n_tasks);
      weft_json_set_number (object, "time_s", sum->time_s);
      json_array_add_object_element (array, object);
    }
  return array;
}

/**
 * weft_task_summary_to_json: (skip)
 * @self: figures
 *
 * Returns: (transfer full): the same as JSON
 */
JsonObject *
weft_task_summary_to_json (const WeftTaskSummary *self)
{
  const WeftTaskGraph *graph = self->graph;
  gsize footprint = weft_task_graph_footprint (graph);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", graph->name);
  if (graph->source != NULL)
    json_object_set_string_member (object, "source", graph->source);
  json_object_set_int_member (object, "tasks", graph->n_tasks);
  json_object_set_int_member (object, "edges", graph->n_edges);
  weft_json_set_number (object, "flops", weft_task_summary_total_flops (self));
  weft_json_set_number (object, "bytes", self->bytes_read + self->bytes_written);
  json_object_set_array_member (object, "by_kernel", kernels_to_json (self));
  json_object_set_object_member (object, "by_dtype", dtypes_to_json (self));
  json_object_set_array_member (object, "given_times", times_to_json (self));
  weft_json_set_number (object, "bytes_read", self->bytes_read);
  weft_json_set_number (object, "bytes_written", self->bytes_written);
  weft_json_set_number (object, "edge_bytes", self->edge_bytes);
  weft_json_set_number (object, "comm_bytes", self->comm_bytes);
  weft_json_set_number (object, "region_bytes", self->region_bytes);
  weft_json_set_number (object, "max_working_set_bytes", self->max_working_set_bytes);
  json_object_set_int_member (object, "roots", self->n_roots);
  json_object_set_int_member (object, "leaves", self->n_leaves);
  json_object_set_int_member (object, "levels", self->n_levels);
  json_object_set_int_member (object, "max_width", self->max_width);
  json_object_set_int_member (object, "collectives", graph->n_groups);
  json_object_set_int_member (object, "footprint_bytes", footprint);
  weft_json_set_number (object, "footprint_bytes_a_task",
                        graph->n_tasks > 0 ? (double) footprint / graph->n_tasks : 0);
  return object;
}
