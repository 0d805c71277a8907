/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was read of a "weft-trace/1" file is a mapping again, and becomes a trace as every mapping does. */
#include "sim/weft-sim-trace-read.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-file.h"
#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-platform-private.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-place-private.h"
#include "sim/weft-sim-trace-read-private.h"

/* Where times come from. */
typedef struct
{
  const WeftFlat *flat; /* (nullable): the file */
  WeftInventory *inventory;
  JsonNode *knobs;
  GPtrArray *notes;
} Prices;

/* Devices are of one class as far as their times are given; what transfers cost is of no interest. */
static WeftPlatform *
make_platform (const WeftSimTraceFile *file, const Prices *prices, const guint32 *device)
{
  guint n = file->device_names->len;
  g_autoptr (GArray) chips = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint16 *class_of = g_new0 (guint16, n);
  WeftPlatform *platform;

  for (guint p = 0; device != NULL && p < n; p++)
    {
      guint chip = prices->flat->parts[device[p]];

      while (class_of[p] < chips->len && g_array_index (chips, guint, class_of[p]) != chip)
        class_of[p]++;
      if (class_of[p] == chips->len)
        g_array_append_val (chips, chip);
    }
  platform = weft_platform_new (n, MAX (1, chips->len), 1);
  platform->links[0].bw_bytes_s = INFINITY;
  platform->device_name = g_new0 (char *, n);
  for (guint p = 0; p < n; p++)
    {
      platform->class_of[p] = class_of[p];
      platform->device_name[p] = g_strdup (file->device_names->pdata[p]);
    }
  for (guint c = 0; c < chips->len; c++)
    platform->class_name[c] = g_strdup (weft_inventory_chip (prices->inventory, g_array_index (chips, guint, c))->id);
  weft_platform_finish (platform);
  return platform;
}

/* The times of the file, a row for each task. */
static WeftMapProblem *
take_times (const WeftSimTraceFile *file, WeftTaskGraph *graph, WeftPlatform *platform)
{
  double *time_s = g_new (double, MAX (1, graph->n_tasks));

  for (guint32 i = 0; i < graph->n_tasks; i++)
    time_s[i] = g_array_index (file->finish_s, double, i) - g_array_index (file->start_s, double, i);
  return weft_map_problem_new_rows (graph, platform, graph->n_tasks, NULL, time_s);
}

static WeftSchedule *
take_schedule (const WeftSimTraceFile *file)
{
  WeftSchedule *schedule = weft_schedule_new (file->device->len);

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    {
      schedule->device[i] = g_array_index (file->device, guint32, i);
      schedule->start_s[i] = g_array_index (file->start_s, double, i);
      schedule->finish_s[i] = g_array_index (file->finish_s, double, i);
      schedule->makespan_s = MAX (schedule->makespan_s, schedule->finish_s[i]);
    }
  return schedule;
}

/* (transfer full) (nullable) */
static guint32 *
take_places (const WeftSimTraceFile *file)
{
  guint n = file->machine_devices->len;
  guint32 *places = g_memdup2 (file->machine_devices->data, n * sizeof *places);

  for (guint p = 0; p < n; p++)
    if (places[p] != WEFT_SIM_NONE)
      return places;
  g_free (places);
  return NULL;
}

static WeftSimTrace *
make_trace (const WeftSimTraceFile *file, WeftTaskGraph *graph, const Prices *prices, GError **error)
{
  g_autofree guint32 *places = take_places (file);
  g_autofree guint32 *device = NULL;
  g_autoptr (WeftPlatform) platform = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftSchedule) schedule = take_schedule (file);
  WeftSimTrace *trace;

  if (prices->flat != NULL)
    {
      device = weft_sim_place (graph->name, file->device_names->len, places, prices->flat, error);
      if (device == NULL)
        return NULL;
    }
  platform = make_platform (file, prices, device);
  problem = prices->flat == NULL
              ? take_times (file, graph, platform)
              : weft_map_problem_on (graph, platform, prices->inventory, prices->knobs, prices->notes, error);
  if (problem == NULL)
    return NULL;
  trace = weft_sim_trace_from_mapping (problem, schedule, NULL, NULL, NULL, error);
  if (trace != NULL)
    trace->rank_device = g_steal_pointer (&places);
  return trace;
}

static WeftSimTrace *
read_text (const WeftWorkloadText *text, const Prices *prices, GError **error)
{
  WeftSimTraceFile file;
  WeftSimTrace *trace = NULL;

  weft_sim_trace_file_init (&file, text);
  if (weft_sim_trace_file_read (&file, error))
    {
      g_autoptr (WeftTaskGraph) graph
        = weft_workload_text_finish (text, g_steal_pointer (&file.json.builder), error);

      if (graph != NULL)
        {
          trace = make_trace (&file, graph, prices, error);
          if (trace == NULL)
            g_prefix_error (error, "%s: ", text->name);
        }
    }
  weft_sim_trace_file_clear (&file);
  return trace;
}

static WeftSimTrace *
load (const char *path, const Prices *prices, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *bytes = NULL;
  WeftWorkloadText text = { .name = name, .cancellable = cancellable };

  bytes = weft_file_read (path, WEFT_WORKLOAD_MAX_BYTES, &text.length, error);
  if (bytes == NULL)
    return NULL;
  text.text = bytes;
  return read_text (&text, prices, error);
}

/**
 * weft_sim_trace_load: (skip)
 * @path: (type filename): a file
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the trace
 */
WeftSimTrace *
weft_sim_trace_load (const char *path, GCancellable *cancellable, GError **error)
{
  const Prices prices = { 0 };

  g_return_val_if_fail (path != NULL, NULL);

  return load (path, &prices, cancellable, error);
}

/**
 * weft_sim_trace_load_priced: (skip)
 * @path: (type filename): a file
 * @flat: a machine with as many chips as the file has devices
 * @inventory: the catalog as a profile sees it
 * @knobs: (nullable): "weft-knobs/1"
 * @notes: (nullable) (element-type utf8): what was assumed of the times
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the trace
 */
WeftSimTrace *
weft_sim_trace_load_priced (const char *path, const WeftFlat *flat, WeftInventory *inventory, JsonNode *knobs,
                            GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  const Prices prices = { flat, inventory, knobs, notes };

  g_return_val_if_fail (path != NULL && flat != NULL && WEFT_IS_INVENTORY (inventory), NULL);

  return load (path, &prices, cancellable, error);
}
