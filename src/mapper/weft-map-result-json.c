/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mapper found, as JSON: the keys that scripts rely on, and the schedule as columns or as a file of rows. */
#include "mapper/weft-map-result-json.h"

#include <gio/gunixoutputstream.h>
#include <math.h>
#include <unistd.h>

#include "base/weft-file.h"
#include "base/weft-json-write.h"

static JsonArray *
tries_to_json (GArray *tries)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; tries != NULL && i < tries->len; i++)
    {
      const WeftMapTry *try = &g_array_index (tries, WeftMapTry, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "algorithm", weft_map_algorithm_info (try->algorithm)->id);
      weft_json_set_number (object, "makespan", try->makespan_s);
      weft_json_set_number (object, "mapper_s", try->mapper_s);
      if (try->without != NULL)
        json_object_set_string_member (object, "without", try->without);
      json_array_add_object_element (array, object);
    }
  return array;
}

static void
append_row (GString *text, const WeftMapProblem *problem, const WeftSchedule *schedule, guint32 task)
{
  g_autofree char *name = weft_task_graph_task_name (problem->graph, task);

  g_string_append_c (text, '[');
  weft_json_append_string (text, name);
  g_string_append_c (text, ',');
  weft_json_append_string (text, weft_task_graph_kernel (problem->graph, task));
  g_string_append_printf (text, ",%u,", schedule->device[task]);
  weft_json_append_number (text, schedule->start_s[task]);
  g_string_append_c (text, ',');
  weft_json_append_number (text, schedule->finish_s[task]);
  g_string_append_c (text, ']');
}

static void
append_head (GString *text, const WeftMapResult *result, const WeftMapProblem *problem)
{
  const WeftPlatform *platform = problem->platform;

  g_string_append (text, "{\"format\":\"weft-schedule/1\",\"workload\":");
  weft_json_append_string (text, problem->graph->name);
  g_string_append_printf (text, ",\"algorithm\":\"%s\",\"makespan\":",
                          weft_map_algorithm_info (result->algorithm)->id);
  weft_json_append_number (text, result->schedule->makespan_s);
  g_string_append (text, ",\"devices\":[");
  for (guint i = 0; i < platform->n_devices; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);

      g_string_append (text, i > 0 ? "," : "");
      weft_json_append_string (text, platform->device_name != NULL ? platform->device_name[i] : number);
    }
  g_string_append (text, "],\n\"columns\":[\"task\",\"kernel\",\"device\",\"start\",\"finish\"],\n\"rows\":[\n");
}

static gboolean
print (const GString *text, GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (STDOUT_FILENO, FALSE);

  return g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, error);
}

/**
 * weft_map_result_gap: (skip)
 * @result: what was found
 *
 * Returns: how much longer the schedule is than anything can be, as a share of the bound: 0.06 for 6 %
 */
double
weft_map_result_gap (const WeftMapResult *result)
{
  if (!(result->bound_s > 0))
    return result->bound_s == 0 && result->schedule->makespan_s == 0 ? 0 : NAN;
  return result->schedule->makespan_s / result->bound_s - 1;
}

/**
 * weft_map_result_to_json: (skip)
 * @result: what was found
 * @problem: what was asked
 *
 * Returns: (transfer full): the answer without the schedule itself
 */
JsonObject *
weft_map_result_to_json (const WeftMapResult *result, const WeftMapProblem *problem)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "algorithm", weft_map_algorithm_info (result->algorithm)->id);
  json_object_set_string_member (object, "asked", weft_map_algorithm_info (result->asked)->id);
  weft_json_set_number (object, "makespan", result->schedule->makespan_s);
  weft_json_set_number (object, "mapper_s", result->mapper_s);
  json_object_set_int_member (object, "tasks", problem->graph->n_tasks);
  json_object_set_int_member (object, "edges", problem->graph->n_edges);
  json_object_set_int_member (object, "devices", problem->platform->n_devices);
  weft_json_set_number (object, "bound", result->bound_s);
  if (result->bound_kind != NULL)
    json_object_set_string_member (object, "bound_kind", result->bound_kind);
  weft_json_set_number (object, "gap_bound", weft_map_result_gap (result));
  json_object_set_boolean_member (object, "proved", result->is_proved);
  if (result->n_states > 0)
    json_object_set_int_member (object, "states", result->n_states);
  if (!isnan (result->gap_locality))
    weft_json_set_number (object, "gap_locality", result->gap_locality);
  weft_json_set_number (object, "mean_latency_s", problem->platform->mean_latency_s);
  weft_json_set_number (object, "mean_inverse_bw_s_byte", problem->platform->mean_inverse_bw_s);
  json_object_set_string_member (object, "means_over", "ordered pairs p != q");
  if (result->tries != NULL)
    json_object_set_array_member (object, "tries", tries_to_json (result->tries));
  json_object_set_array_member (object, "notes", weft_json_strings (result->notes));
  return object;
}

/**
 * weft_schedule_add_json: (skip)
 * @schedule: a schedule
 * @object: where to add the columns
 */
void
weft_schedule_add_json (const WeftSchedule *schedule, JsonObject *object)
{
  JsonArray *device = json_array_sized_new (schedule->n_tasks);
  JsonArray *start = json_array_sized_new (schedule->n_tasks);

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    {
      json_array_add_int_element (device, schedule->device[i]);
      json_array_add_double_element (start, schedule->start_s[i]);
    }
  json_object_set_array_member (object, "proc", device);
  json_object_set_array_member (object, "start", start);
}

/**
 * weft_schedule_write: (skip)
 * @result: what was found
 * @problem: what was asked
 * @path: where to, "-" for standard output
 * @error: return location
 *
 * Returns: whether the file was written; on an error the old one is untouched
 */
gboolean
weft_schedule_write (const WeftMapResult *result, const WeftMapProblem *problem, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_sized_new (1 << 16);

  append_head (text, result, problem);
  for (guint32 i = 0; i < problem->graph->n_tasks; i++)
    {
      append_row (text, problem, result->schedule, i);
      g_string_append (text, i + 1 < problem->graph->n_tasks ? ",\n" : "\n");
    }
  g_string_append (text, "]}\n");
  return g_str_equal (path, "-") ? print (text, error) : weft_file_save (path, text->str, text->len, FALSE, error);
}
