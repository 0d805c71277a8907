/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mapping means, as JSON. */
#include "mapper/weft-map-report.h"

#include "base/weft-json-write.h"

/* Steps of the critical path that are written out: its beginning and its end. */
#define MAX_STEPS 10000u

typedef struct
{
  const WeftMapReport *report;
  const WeftMapProblem *problem;
  const WeftSchedule *schedule;
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
  const WeftSchedule *schedule = self->schedule;
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
  const WeftSchedule *schedule = self->schedule;
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

/**
 * weft_map_report_add_json: (skip)
 * @self: a report
 * @problem: what it is about
 * @schedule: the schedule that it is about
 * @flat: (nullable): the machine of the platform
 * @object: where to add what the mapping means
 *
 * Adds "bytes_by_link" (from "A -> B" to bytes), "links", "loads", "placement", "path", "critical_path", "utilisation",
 * "moved_bytes", "moved_messages" and "collective_bytes". Times are seconds. Of a critical path with more than 10,000
 * steps the first and last 5,000 are written.
 */
void
weft_map_report_add_json (const WeftMapReport *self, const WeftMapProblem *problem, const WeftSchedule *schedule,
                          const WeftFlat *flat, JsonObject *object)
{
  const Writer writer = { self, problem, schedule, flat };

  weft_json_set_number (object, "utilisation", self->utilisation);
  weft_json_set_number (object, "moved_bytes", self->moved_bytes);
  weft_json_set_number (object, "collective_bytes", self->collective_bytes);
  json_object_set_int_member (object, "moved_messages", self->moved_messages);
  write_links (&writer, object);
  json_object_set_array_member (object, "loads", write_loads (&writer));
  json_object_set_object_member (object, "placement", write_placement (&writer));
  json_object_set_object_member (object, "path", write_path_sums (&writer));
  json_object_set_array_member (object, "critical_path", write_steps (&writer));
}
