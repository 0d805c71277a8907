/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail list`: the recorded runs, the newest first. */
#include "cli/weft-cli-trail.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"

static void
set_text (JsonObject *object, const char *key, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, key, text);
  else
    json_object_set_null_member (object, key);
}

static JsonObject *
entry_to_json (WeftTrailEntry *entry)
{
  JsonObject *object = json_object_new ();

  set_text (object, "id", weft_trail_entry_get_id (entry));
  set_text (object, "path", weft_trail_entry_get_path (entry));
  set_text (object, "title", weft_trail_entry_get_title (entry));
  set_text (object, "method", weft_trail_entry_get_method (entry));
  set_text (object, "group", weft_trail_entry_get_group (entry));
  set_text (object, "time", weft_trail_entry_get_time (entry));
  json_object_set_int_member (object, "events", (gint64) weft_trail_entry_get_n_events (entry));
  weft_json_set_number (object, "best", weft_trail_entry_get_best (entry));
  weft_json_set_number (object, "makespan_s", weft_trail_entry_get_makespan_s (entry));
  set_text (object, "status", weft_trail_entry_get_status (entry));
  set_text (object, "problem", weft_trail_entry_get_problem (entry));
  return object;
}

static void
print_json (GListModel *list)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, i);

      json_array_add_object_element (array, entry_to_json (entry));
    }
  set_text (object, "folder", weft_trail_default_folder ());
  json_object_set_array_member (object, "runs", array);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* The library's words for how a run stands, in the user's language. */
static const char *
status_words (const char *status)
{
  static const char *const words[][2] = {
    { "running", N_ ("running") },
    { "finished", N_ ("finished") },
    { "unfinished", N_ ("unfinished") },
    { "damaged", N_ ("damaged") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i][0], status))
      return _(words[i][1]);
  return status;
}

/* The best score of a search, the makespan of a simulation. (transfer full) */
static char *
write_result (WeftTrailEntry *entry)
{
  double best = weft_trail_entry_get_best (entry);
  double makespan_s = weft_trail_entry_get_makespan_s (entry);

  if (!isnan (makespan_s))
    return weft_quantity_format (makespan_s, WEFT_UNIT_S);
  return isnan (best) ? g_strdup (_("unknown")) : g_strdup_printf ("%.3f", best);
}

static void
add_row (WeftTable *table, WeftTrailEntry *entry)
{
  const char *time = weft_trail_entry_get_time (entry);
  g_autofree char *best = write_result (entry);
  g_autofree char *events
      = g_strdup_printf ("%" G_GUINT64_FORMAT, weft_trail_entry_get_n_events (entry));
  g_autofree char *begun = time != NULL ? g_strndup (time, 19) : g_strdup (_("unknown"));
  const char *cells[] = {
    weft_trail_entry_get_id (entry),
    begun,
    weft_trail_entry_get_title (entry),
    events,
    best,
    status_words (weft_trail_entry_get_status (entry)),
    NULL,
  };

  weft_table_add_row (table, cells);
}

static void
print_words (const WeftCliOptions *options, GListModel *list)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  /* Aligned so that it never gives way: all names are equally long, and they are there to be copied. */
  weft_table_add_column (table, _("Run"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Begun (UTC)"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Title"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Events"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Result"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Status"), WEFT_ALIGN_START);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, i);

      add_row (table, entry);
    }
  if (weft_table_n_rows (table) > 0)
    weft_cli_print_table (options, table);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, i);

      if (weft_trail_entry_get_problem (entry) != NULL)
        weft_cli_note ("%s", weft_trail_entry_get_problem (entry));
    }
}

int
weft_trail_verb_list (const WeftCliOptions *options, const WeftTrailOptions *own)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) list = weft_trail_list (NULL, NULL, &error);

  if (list == NULL)
    return weft_cli_fail (error);
  if (options->json)
    print_json (list);
  else if (g_list_model_get_n_items (list) == 0)
    weft_cli_note (_("no run is recorded in %s"), weft_trail_default_folder ());
  else
    print_words (options, list);
  return WEFT_EXIT_DONE;
}
