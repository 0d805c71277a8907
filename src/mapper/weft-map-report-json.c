/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report and the result that it is about as JSON: what weft map --json prints. */
#include "mapper/weft-map-report.h"

#include <math.h>

#include "base/weft-json-write.h"

/* Steps of the critical path that are written out: its beginning and its end. */
#define MAX_STEPS 10000u

typedef struct
{
  const WeftMapReport *report;
  const WeftMapProblem *problem;
  const WeftMapResult *result;
  const WeftFlat *flat;
} Writer;

static char *
name_device (const WeftPlatform *platform, guint device)
{
  if (platform->device_name != NULL)
    return g_strdup (platform->device_name[device]);
  return g_strdup_printf ("%u", device);
}

static char *
name_end (const Writer *self, const WeftLinkLoad *load, guint32 end)
{
  return load->link != WEFT_FLAT_NONE ? weft_flat_device_name (self->flat, end)
                                      : name_device (self->problem->platform, end);
}

static JsonArray *
write_notes (const Writer *self, GPtrArray *before)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; before != NULL && i < before->len; i++)
    json_array_add_string_element (array, before->pdata[i]);
  for (guint i = 0; self->result->notes != NULL && i < self->result->notes->len; i++)
    json_array_add_string_element (array, self->result->notes->pdata[i]);
  return array;
}

static JsonArray *
write_tries (const WeftMapResult *result)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; result->tries != NULL && i < result->tries->len; i++)
    {
      const WeftMapTry *one = &g_array_index (result->tries, WeftMapTry, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "algorithm", weft_map_algorithm_info (one->algorithm)->id);
      weft_json_set_number (object, "makespan", one->makespan_s);
      weft_json_set_number (object, "mapper_s", one->mapper_s);
      if (one->without != NULL)
        json_object_set_string_member (object, "without", one->without);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonObject *
write_bound (const WeftMapResult *result)
{
  JsonObject *object = json_object_new ();

  weft_json_set_number (object, "seconds", result->bound_s);
  if (result->bound_kind != NULL)
    json_object_set_string_member (object, "kind", result->bound_kind);
  json_object_set_boolean_member (object, "proved", result->is_proved);
  if (result->n_states > 0)
    json_object_set_int_member (object, "states", result->n_states);
  return object;
}

static JsonObject *
write_means (const WeftPlatform *platform)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "over", "ordered pairs p != q");
  weft_json_set_number (object, "latency_s", platform->mean_latency_s);
  weft_json_set_number (object, "inverse_bandwidth_s_per_byte", platform->mean_inverse_bw_s);
  return object;
}

static JsonArray *
write_loads (const Writer *self)
{
  const WeftPlatform *platform = self->problem->platform;
  JsonArray *array = json_array_new ();

  for (guint p = 0; p < self->report->n_devices; p++)
    {
      const WeftDeviceLoad *load = &self->report->loads[p];
      g_autofree char *name = name_device (platform, p);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "device", name);
      if (platform->class_name[platform->class_of[p]] != NULL)
        json_object_set_string_member (object, "chip", platform->class_name[platform->class_of[p]]);
      json_object_set_int_member (object, "tasks", load->n_tasks);
      weft_json_set_number (object, "busy_s", load->busy_s);
      weft_json_set_number (object, "resident_bytes", load->resident_bytes);
      weft_json_set_number (object, "capacity_bytes", platform->capacity_bytes[platform->class_of[p]]);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonObject *
write_step (const Writer *self, const WeftPathStep *step)
{
  const WeftSchedule *schedule = self->result->schedule;
  const WeftTaskGraph *graph = self->problem->graph;
  g_autofree char *task = weft_task_graph_task_name (graph, step->task);
  g_autofree char *device = name_device (self->problem->platform, schedule->device[step->task]);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "task", task);
  json_object_set_string_member (object, "kernel", weft_task_graph_kernel (graph, step->task));
  json_object_set_string_member (object, "device", device);
  weft_json_set_number (object, "start_s", schedule->start_s[step->task]);
  weft_json_set_number (object, "finish_s", schedule->finish_s[step->task]);
  json_object_set_string_member (object, "wait", weft_wait_nick (step->wait));
  if (step->for_task != WEFT_TASK_NONE)
    {
      g_autofree char *before = weft_task_graph_task_name (graph, step->for_task);

      json_object_set_string_member (object, "for", before);
      weft_json_set_number (object, "comm_s", step->comm_s);
    }
  return object;
}

static JsonArray *
write_steps (const Writer *self)
{
  const GArray *path = self->report->path;
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < path->len; i++)
    if (i < MAX_STEPS / 2 || i + MAX_STEPS / 2 >= path->len)
      json_array_add_object_element (array, write_step (self, &g_array_index (path, WeftPathStep, i)));
  return array;
}

/* What the makespan consists of: work, and transfers by what was waited for. */
static JsonObject *
write_path_sums (const Writer *self)
{
  const GArray *path = self->report->path;
  const WeftSchedule *schedule = self->result->schedule;
  JsonObject *object = json_object_new ();
  guint counts[WEFT_N_WAITS] = { 0 };
  double work_s = 0, comm_s = 0;

  for (guint i = 0; i < path->len; i++)
    {
      const WeftPathStep *step = &g_array_index (path, WeftPathStep, i);

      counts[step->wait]++;
      comm_s += step->comm_s;
      work_s += schedule->finish_s[step->task] - schedule->start_s[step->task];
    }
  json_object_set_int_member (object, "steps", path->len);
  weft_json_set_number (object, "work_s", work_s);
  weft_json_set_number (object, "transfer_s", comm_s);
  for (guint w = 0; w < WEFT_N_WAITS; w++)
    json_object_set_int_member (object, weft_wait_nick (w), counts[w]);
  return object;
}

static void
write_links (const Writer *self, JsonObject *root)
{
  JsonObject *by_link = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->report->links->len; i++)
    {
      const WeftLinkLoad *load = &g_array_index (self->report->links, WeftLinkLoad, i);
      g_autofree char *from = name_end (self, load, load->from);
      g_autofree char *to = name_end (self, load, load->to);
      g_autofree char *name = g_strdup_printf ("%s -> %s", from, to);
      JsonObject *object = json_object_new ();
      double before = json_object_has_member (by_link, name) ? json_object_get_double_member (by_link, name) : 0;

      /* Parallel bundles between the same two devices are one name. */
      json_object_set_double_member (by_link, name, before + load->bytes);
      json_object_set_string_member (object, "from", from);
      json_object_set_string_member (object, "to", to);
      if (load->link != WEFT_FLAT_NONE)
        json_object_set_int_member (object, "link", load->link);
      weft_json_set_number (object, "bytes", load->bytes);
      json_object_set_int_member (object, "messages", load->n_messages);
      json_array_add_object_element (array, object);
    }
  json_object_set_object_member (root, "bytes_by_link", by_link);
  json_object_set_array_member (root, "links", array);
}

/* Rows of kernels, columns of chips: tasks, and their share of the row (CHASE, table 7). */
static JsonObject *
write_placement (const Writer *self)
{
  const WeftMapReport *report = self->report;
  const WeftPlatform *platform = self->problem->platform;
  JsonObject *object = json_object_new ();
  JsonArray *chips = json_array_new ();
  JsonArray *rows = json_array_new ();

  for (guint c = 0; c < report->n_classes; c++)
    {
      g_autofree char *number = g_strdup_printf ("%u", c);

      json_array_add_string_element (chips, platform->class_name[c] != NULL ? platform->class_name[c] : number);
    }
  for (guint r = 0; r < report->kernels->len; r++)
    {
      const WeftPlacementCell *cells = report->cells + (gsize) r * report->n_classes;
      JsonObject *row = json_object_new ();
      JsonArray *tasks = json_array_new ();
      JsonArray *shares = json_array_new ();
      double total = 0;

      for (guint c = 0; c < report->n_classes; c++)
        total += cells[c].n_tasks;
      for (guint c = 0; c < report->n_classes; c++)
        {
          json_array_add_int_element (tasks, cells[c].n_tasks);
          json_array_add_double_element (shares, cells[c].n_tasks / total);
        }
      json_object_set_string_member (row, "kernel", report->kernels->pdata[r]);
      json_object_set_array_member (row, "tasks", tasks);
      json_object_set_array_member (row, "shares", shares);
      json_array_add_object_element (rows, row);
    }
  json_object_set_array_member (object, "chips", chips);
  json_object_set_array_member (object, "rows", rows);
  return object;
}

static void
write_result (const Writer *self, JsonObject *root)
{
  const WeftMapResult *result = self->result;
  double makespan_s = result->schedule->makespan_s;

  json_object_set_string_member (root, "algorithm", weft_map_algorithm_info (result->algorithm)->id);
  json_object_set_string_member (root, "asked", weft_map_algorithm_info (result->asked)->id);
  weft_json_set_number (root, "makespan", makespan_s);
  weft_json_set_number (root, "mapper_s", result->mapper_s);
  json_object_set_int_member (root, "tasks", self->problem->graph->n_tasks);
  json_object_set_int_member (root, "devices", self->problem->platform->n_devices);
  /* A schedule that takes no time is as short as can be. */
  weft_json_set_number (root, "gap_bound", makespan_s > 0 ? makespan_s / result->bound_s - 1 : 0);
  json_object_set_object_member (root, "bound", write_bound (result));
  if (!isnan (result->gap_locality))
    weft_json_set_number (root, "gap_locality", result->gap_locality);
  json_object_set_object_member (root, "means", write_means (self->problem->platform));
}

/**
 * weft_map_report_to_json: (skip)
 * @self: a report
 * @problem: what it is about
 * @result: how the schedule was found
 * @flat: (nullable): the machine of the platform
 * @notes: (nullable) (element-type utf8): sentences that go before those of @result
 *
 * Times are seconds. gap_bound is the makespan over the bound, less 1; the means are those that every mean transfer time
 * is taken from. Of a critical path with more than 10,000 steps the first and last 5,000 are written.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
weft_map_report_to_json (const WeftMapReport *self, const WeftMapProblem *problem, const WeftMapResult *result,
                         const WeftFlat *flat, GPtrArray *notes)
{
  const Writer writer = { self, problem, result, flat };
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root = json_object_new ();

  write_result (&writer, root);
  weft_json_set_number (root, "utilisation", self->utilisation);
  weft_json_set_number (root, "moved_bytes", self->moved_bytes);
  weft_json_set_number (root, "collective_bytes", self->collective_bytes);
  json_object_set_int_member (root, "moved_messages", self->moved_messages);
  write_links (&writer, root);
  json_object_set_array_member (root, "loads", write_loads (&writer));
  json_object_set_object_member (root, "placement", write_placement (&writer));
  json_object_set_object_member (root, "path", write_path_sums (&writer));
  json_object_set_array_member (root, "critical_path", write_steps (&writer));
  json_object_set_array_member (root, "tries", write_tries (result));
  json_object_set_array_member (root, "notes", write_notes (&writer, notes));
  json_node_take_object (node, root);
  return node;
}
