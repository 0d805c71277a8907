/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail export RUN FILE` and `weft trail import FILE`: a run as an archive, and back. */
#include "cli/weft-cli-trail.h"

#include <glib/gi18n.h>

static void
print_json (const char *run, const char *path)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "run", run);
  json_object_set_string_member (object, "path", path);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

int
weft_trail_verb_export (const WeftCliOptions *options, const WeftTrailOptions *own)
{
  g_autoptr (WeftTrailRun) run = weft_cli_trail_open (options->arguments[1]);
  const char *path = options->arguments[2];
  g_autoptr (GError) error = NULL;

  if (run == NULL)
    return WEFT_EXIT_BAD;
  if (!weft_trail_export (run, path, NULL, &error))
    {
      weft_cli_fail (error);
      return g_error_matches (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED) ? WEFT_EXIT_NO
                                                                                : WEFT_EXIT_BAD;
    }
  if (options->json)
    print_json (weft_trail_run_get_id (run), path);
  else
    weft_cli_note (_("run %s is written to %s"), weft_trail_run_get_id (run), path);
  return WEFT_EXIT_DONE;
}

int
weft_trail_verb_import (const WeftCliOptions *options, const WeftTrailOptions *own)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = weft_trail_import (options->arguments[1], NULL, NULL, &error);
  g_autoptr (WeftTrailRun) run = path != NULL ? weft_trail_run_open (path, &error) : NULL;

  if (run == NULL)
    {
      weft_cli_fail (error);
      return g_error_matches (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED) ? WEFT_EXIT_NO
                                                                                : WEFT_EXIT_BAD;
    }
  if (options->json)
    print_json (weft_trail_run_get_id (run), path);
  else
    weft_cli_note (_("run %s is in %s"), weft_trail_run_get_id (run), path);
  return WEFT_EXIT_DONE;
}
