/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail show RUN [EVENT]`: the events of a run, or all that one of them says. */
#include "cli/weft-cli-trail.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"

static JsonNode *
event_to_json (WeftEvent *event)
{
  return weft_json_parse (weft_event_get_line (event), -1, "event", NULL, NULL);
}

/* The events one by one; a damaged one is told and passed over. */
static int
print_json (WeftTrailRun *run, GArray *found)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();
  int status = WEFT_EXIT_DONE;

  for (guint i = 0; i < found->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEvent) event
          = weft_trail_run_get_event (run, g_array_index (found, guint64, i), &error);

      if (event != NULL)
        json_array_add_element (array, event_to_json (event));
      else
        status = weft_cli_fail (error);
    }
  json_object_set_string_member (object, "run", weft_trail_run_get_id (run));
  json_object_set_string_member (object, "path", weft_trail_run_get_path (run));
  json_object_set_array_member (object, "events", array);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
  return status;
}

static int
print_words (const WeftCliOptions *options, WeftTrailRun *run, GArray *found)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  int status = WEFT_EXIT_DONE;

  weft_table_add_column (table, _("Event"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("After"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Kind"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Actor"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Summary"), WEFT_ALIGN_START);
  for (guint i = 0; i < found->len; i++)
    {
      guint64 seq = g_array_index (found, guint64, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, &error);
      g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, seq);
      g_autofree char *parent = NULL;

      if (event == NULL)
        {
          status = weft_cli_fail (error);
          continue;
        }
      parent = weft_event_get_parent (event) == 0
                   ? g_strdup ("")
                   : g_strdup_printf ("%" G_GUINT64_FORMAT, weft_event_get_parent (event));
      weft_table_add_row (table, (const char *[]) { number, parent, weft_event_get_kind (event),
                                                    weft_event_get_actor (event),
                                                    weft_event_get_summary (event), NULL });
    }
  if (weft_table_n_rows (table) > 0)
    weft_cli_print_table (options, table);
  return status;
}

static int
show_one (WeftTrailRun *run, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvent) event = NULL;
  g_autoptr (JsonNode) node = NULL;
  guint64 seq;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT64, &seq, NULL))
    return weft_cli_refuse (_("trail show: found “%s”, expected the number of an event"), text);
  event = weft_trail_run_get_event (run, seq, &error);
  if (event == NULL)
    return weft_cli_fail (error);
  node = event_to_json (event);
  weft_cli_print_json (node);
  return WEFT_EXIT_DONE;
}

int
weft_trail_verb_show (const WeftCliOptions *options, const WeftTrailOptions *own)
{
  g_autoptr (WeftTrailRun) run = weft_cli_trail_open (options->arguments[1]);
  const WeftTrailFilter filter = { .actor = own->actor, .kind = own->kind, .text = own->text };
  g_autoptr (GArray) found = NULL;
  g_autoptr (GError) error = NULL;

  if (run == NULL)
    return WEFT_EXIT_BAD;
  if (options->n_arguments > 2)
    return show_one (run, options->arguments[2]);
  found = weft_trail_run_filter (run, &filter, 0, NULL, &error);
  if (found == NULL)
    return weft_cli_fail (error);
  return options->json ? print_json (run, found) : print_words (options, run, found);
}
