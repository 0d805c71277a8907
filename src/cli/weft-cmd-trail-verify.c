/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail verify RUN`: whether a run or an archive is what was written. The status is 0 only when
 * it is whole. */
#include "cli/weft-cli-trail.h"

#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "trail/weft-trail-archive-private.h"

static gboolean
is_archive (const char *path)
{
  FILE *file = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? fopen (path, "rbe") : NULL;
  char start[2] = { 0 };
  gboolean found;

  if (file == NULL)
    return FALSE;
  found = fread (start, 1, sizeof start, file) == sizeof start && memcmp (start, "PK", 2) == 0;
  fclose (file);
  return found;
}

/* A database so damaged that it cannot be opened is a broken run, not bad usage. */
static gboolean
verify_run (const char *path, WeftChainReport *report, char **id, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &cause);

  if (run != NULL)
    {
      *id = g_strdup (weft_trail_run_get_id (run));
      return weft_trail_run_verify (run, report, NULL, NULL, NULL, error);
    }
  if (!g_error_matches (cause, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  report->state = WEFT_CHAIN_BROKEN;
  report->reason = g_strdup (cause->message);
  return TRUE;
}

static void
print_json (const char *path, const char *id, const WeftChainReport *report)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "state", weft_chain_state_nick (report->state));
  json_object_set_int_member (object, "events", (gint64) report->events);
  if (report->broken_at > 0)
    json_object_set_int_member (object, "broken_at", (gint64) report->broken_at);
  else
    json_object_set_null_member (object, "broken_at");
  json_object_set_string_member (object, "reason", report->reason != NULL ? report->reason : "");
  json_object_set_string_member (object, "last_hash",
                                 report->last_hash != NULL ? report->last_hash : "");
  json_object_set_string_member (object, "run", id != NULL ? id : "");
  json_object_set_string_member (object, "path", path);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static void
print_words (const WeftCliOptions *options, const WeftChainReport *report)
{
  switch (report->state)
    {
    case WEFT_CHAIN_WHOLE:
      weft_cli_print_styled (options, WEFT_STYLE_GOOD, _("whole"));
      g_print (_(": %" G_GUINT64_FORMAT " events, each in its place\n"), report->events);
      break;
    case WEFT_CHAIN_TRUNCATED:
      weft_cli_print_styled (options, WEFT_STYLE_WARNING, _("truncated"));
      g_print (": %s\n", report->reason);
      g_print (_("What is there is what was written; the program was ended before the run was, or is still at "
                 "it, or the end was taken away.\n"));
      break;
    case WEFT_CHAIN_BROKEN:
    case WEFT_CHAIN_UNKNOWN:
    default:
      weft_cli_print_styled (options, WEFT_STYLE_BAD, _("broken"));
      g_print (": %s\n", report->reason);
      if (report->events > 0)
        g_print (_("The %" G_GUINT64_FORMAT " events before it are in their place.\n"), report->events);
    }
  if (report->last_hash != NULL && report->events > 0)
    g_print (_("Hash of event %" G_GUINT64_FORMAT ": %s\n"), report->events, report->last_hash);
}

int
weft_trail_verb_verify (const WeftCliOptions *options, const WeftTrailOptions *own)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = weft_trail_find (NULL, options->arguments[1], &error);
  g_autofree char *id = NULL;
  WeftChainReport report = { 0 };
  gboolean done, whole;

  if (path == NULL)
    return weft_cli_fail (error);
  done = is_archive (path) ? weft_trail_archive_verify (path, &report, &id, NULL, &error)
                           : verify_run (path, &report, &id, &error);
  whole = done && report.state == WEFT_CHAIN_WHOLE;
  if (done && options->json)
    print_json (path, id, &report);
  else if (done)
    print_words (options, &report);
  weft_chain_report_clear (&report);
  if (!done)
    return weft_cli_fail (error);
  return whole ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
