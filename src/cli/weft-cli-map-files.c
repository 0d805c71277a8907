/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that `weft map` writes: schedule, trace and picture. */
#include "cli/weft-cli-map.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "cli/weft-cli-outputs.h"
#include "draw/gantt/weft-gantt-export.h"
#include "mapper/weft-map-result-json.h"

static gboolean
is_pipe (const char *path)
{
  return g_strcmp0 (path, "-") == 0;
}

/* What was written to standard output is not said, since that is there. */
static gboolean
tell (gboolean is_saved, const char *path, GError **error)
{
  return is_saved && is_pipe (path) ? TRUE : weft_cli_tell_saved (is_saved, path, error);
}

static gboolean
write_gantt (const WeftCliMap *map, WeftMapProblem *problem, const WeftMapResult *result, const WeftMapReport *report,
             GError **error)
{
  const WeftGanttPlan plan = { result, report };

  return weft_gantt_export (map->gantt, problem, &plan, 1, map->dark ? &weft_palette_dark : &weft_palette_light, error);
}

/* --- what the kinds of mapping call --- */

gboolean
weft_cli_map_is_piped (const WeftCliMap *map)
{
  return is_pipe (map->schedule) || is_pipe (map->trace);
}

gboolean
weft_cli_check_map_files (const WeftCliOptions *options, const WeftCliMap *map)
{
  const WeftCliOutput outputs[] = {
    { "--schedule", map->schedule, FALSE },
    { "--trace", map->trace, FALSE },
    { "--gantt", map->gantt, TRUE },
  };
  const char *inputs[6] = { 0 };
  guint n = 0;

  if (options->json && weft_cli_map_is_piped (map))
    {
      weft_cli_refuse (_("map: found --json and %s -, which both write to standard output; expected a file for one"),
                       is_pipe (map->schedule) ? "--schedule" : "--trace");
      return FALSE;
    }
  if (map->instance != NULL)
    inputs[n++] = map->instance;
  if (map->knobs != NULL)
    inputs[n++] = map->knobs;
  if (map->model != NULL)
    inputs[n++] = map->model;
  for (guint i = 0; i < options->n_arguments; i++)
    inputs[n++] = options->arguments[i];
  return weft_cli_check_outputs (outputs, G_N_ELEMENTS (outputs), inputs);
}

gboolean
weft_cli_write_map_files (const WeftCliMap *map, WeftMapProblem *problem, const WeftMapResult *result,
                          const WeftMapReport *report)
{
  g_autoptr (GError) error = NULL;

  fflush (stdout);
  return (map->schedule == NULL
          || tell (weft_schedule_write (result, problem, map->schedule, &error), map->schedule, &error))
         && (map->trace == NULL
             || tell (weft_map_write_trace (problem, result->schedule, map->trace, &error), map->trace, &error))
         && (map->gantt == NULL
             || tell (write_gantt (map, problem, result, report, &error), map->gantt, &error));
}
