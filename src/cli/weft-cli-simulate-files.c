/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that `weft simulate` writes: the timeline as text, and pictures. */
#include "cli/weft-cli-simulate.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "base/weft-csv-write.h"
#include "base/weft-json-write.h"
#include "cli/weft-cli-outputs.h"
#include "draw/canvas/weft-scene-heat.h"
#include "draw/sim/weft-bottleneck-chart.h"
#include "draw/sim/weft-gantt-run.h"

/* Text that is gathered before it is written. */
#define BLOCK_BYTES (1 << 18)

static const WeftPalette *
get_palette (const WeftCliSimulate *self)
{
  return self->dark ? &weft_palette_dark : &weft_palette_light;
}

/* --- the timeline as text --- */

static void
append_task (GString *text, const WeftSimResult *result, guint32 task)
{
  const WeftSimTrace *trace = result->trace;
  g_autofree char *name = weft_sim_trace_task_name (trace, task);
  char start[WEFT_DOUBLE_BUFFER], finish[WEFT_DOUBLE_BUFFER];

  g_string_append_printf (text, "%u,%u,", task, trace->rank[task]);
  weft_csv_write_quoted (text, name);
  g_string_append_c (text, ',');
  weft_csv_write_quoted (text, trace->labels[trace->label[task]]);
  g_string_append_printf (text, ",%s,%s,%s,%s,", weft_sim_kind_nick (trace->kind[task]),
                          weft_json_format_double (result->start_s[task], start),
                          weft_json_format_double (result->finish_s[task], finish),
                          weft_sim_wait_nick (result->waited[task]));
  if (result->released_by[task] != WEFT_SIM_NONE)
    g_string_append_printf (text, "%u", result->released_by[task]);
  g_string_append (text, "\r\n");
}

/* Written piece by piece: there may be millions of tasks. */
static gboolean
write_timeline (const WeftSimResult *result, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) stream
      = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error);
  g_autoptr (GString) text = g_string_new ("task,rank,name,label,kind,start_s,finish_s,waited_for,released_by\r\n");

  if (stream == NULL)
    return FALSE;
  for (guint32 i = 0; i < result->trace->n_tasks; i++)
    {
      append_task (text, result, i);
      if (text->len < BLOCK_BYTES)
        continue;
      if (!g_output_stream_write_all (G_OUTPUT_STREAM (stream), text->str, text->len, NULL, NULL, error))
        return FALSE;
      g_string_truncate (text, 0);
    }
  return g_output_stream_write_all (G_OUTPUT_STREAM (stream), text->str, text->len, NULL, NULL, error)
         && g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error);
}

/* --- pictures --- */

/* Above each other when there are two. */
static gboolean
write_chart (const char *path, const WeftCliSimulate *self, const WeftCliSimRun *runs, guint n_runs, gboolean by_links,
             GError **error)
{
  WeftSimResult *results[] = { runs[0].result, runs[n_runs - 1].result };

  return weft_gantt_run_export (path, results, n_runs, by_links, get_palette (self), error);
}

static gboolean
write_bottleneck (const WeftCliSimulate *self, const WeftCliSimRun *runs, guint n_runs, GError **error)
{
  WeftBottleneckChart shares = { .n_runs = n_runs, .hover = -1, .title = runs[0].result->trace->name };

  for (guint i = 0; i < n_runs; i++)
    shares.results[i] = runs[i].result;
  return weft_bottleneck_chart_export (self->bottleneck, &shares, get_palette (self), error);
}

/* The level that the machine begins with. */
static gboolean
write_heat (const WeftCliSimulate *self, const WeftCliSimRun *run, GError **error)
{
  WeftGraph *graph = run->flat->graph;
  g_autoptr (WeftHeat) heat = weft_heat_new (run->result, run->flat);
  g_autoptr (WeftScene) scene = NULL;
  int root = 0;

  if (heat == NULL)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED,
                   _("%s: the links of “%s” are not those that the run had, so there is no heat to draw"), self->heat,
                   run->result->network->name);
      return FALSE;
    }
  weft_graph_get_root (graph, &root);
  scene = weft_scene_new (graph, (guint) root, weft_inventory_get_catalog (run->inventory), NULL);
  return weft_heat_export (self->heat, scene, heat, get_palette (self), error);
}

gboolean
weft_cli_simulate_write_files (const WeftCliSimulate *self, const WeftCliSimRun *runs, guint n_runs)
{
  g_autoptr (GError) error = NULL;

  fflush (stdout);
  return (self->timeline == NULL
          || weft_cli_tell_saved (write_timeline (runs->result, self->timeline, &error), self->timeline, &error))
         && (self->gantt == NULL
             || weft_cli_tell_saved (write_chart (self->gantt, self, runs, n_runs, FALSE, &error), self->gantt, &error))
         && (self->link_chart == NULL
             || weft_cli_tell_saved (write_chart (self->link_chart, self, runs, n_runs, TRUE, &error),
                                     self->link_chart, &error))
         && (self->bottleneck == NULL
             || weft_cli_tell_saved (write_bottleneck (self, runs, n_runs, &error), self->bottleneck, &error))
         && (self->heat == NULL || weft_cli_tell_saved (write_heat (self, runs, &error), self->heat, &error))
         && weft_cli_simulate_export (self, runs);
}
