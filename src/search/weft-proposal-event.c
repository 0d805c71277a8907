/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program other than this one may have written the run, so every member may be missing or of another kind. */
#include "search/weft-proposal-event.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-find.h"

/* The object with partitions or a graph: under "design", or the data itself. (nullable) */
static JsonObject *
find_document (WeftEvent *event)
{
  JsonObject *data = weft_event_get_data (event);
  JsonObject *design = weft_json_find_object (data, "design");

  if (design == NULL)
    design = data;
  return weft_json_find_array (design, "partitions") != NULL || weft_json_find_object (design, "graph") != NULL
           ? design
           : NULL;
}

const char *
weft_proposal_find_design (WeftEvent *event)
{
  static const char *const members[] = { "design_id", "design", "id" };
  JsonObject *data = weft_event_get_data (event);
  const char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (members) && found == NULL; i++)
    found = weft_json_find_string (data, members[i]);
  return found;
}

const char *
weft_proposal_find_parent (WeftEvent *event)
{
  return weft_json_find_string (weft_event_get_data (event), "parent_design");
}

const char *
weft_proposal_find_reason (WeftEvent *event)
{
  return weft_json_find_string (weft_event_get_data (event), "reason");
}

WeftOutcome
weft_proposal_find_outcome (WeftEvent *event)
{
  JsonObject *data = weft_event_get_data (event);

  if (!weft_json_find_boolean (data, "ok", TRUE))
    return WEFT_OUTCOME_REFUSED;
  if (!weft_json_find_boolean (data, "feasible", TRUE))
    return WEFT_OUTCOME_INFEASIBLE;
  return isnan (weft_json_find_number (data, "score")) ? WEFT_OUTCOME_NONE : WEFT_OUTCOME_SCORED;
}

double
weft_proposal_find_score (WeftEvent *event)
{
  return weft_proposal_find_outcome (event) == WEFT_OUTCOME_SCORED
           ? weft_json_find_number (weft_event_get_data (event), "score")
           : NAN;
}

/* "98 % B200 + 2 % WSE3s". (nullable) (transfer full) */
static char *
describe_partitions (JsonObject *design)
{
  JsonArray *partitions = weft_json_find_array (design, "partitions");
  GString *words = g_string_new (NULL);

  for (guint i = 0; partitions != NULL && i < json_array_get_length (partitions); i++)
    {
      JsonNode *node = json_array_get_element (partitions, i);
      JsonObject *partition = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *chip = weft_json_find_string (partition, "chip");
      double share = partition == NULL ? NAN : weft_json_find_number (partition, "power_frac");

      if (chip == NULL)
        continue;
      if (words->len > 0)
        g_string_append (words, " + ");
      if (!isnan (share))
        g_string_append_printf (words, "%.3g %% ", 100 * share);
      g_string_append (words, chip);
    }
  return g_string_free (words, words->len == 0);
}

char *
weft_proposal_dup_label (WeftEvent *event)
{
  const char *label = weft_json_find_string (weft_event_get_data (event), "label");
  JsonObject *design = find_document (event);
  g_autofree char *parts = design == NULL ? NULL : describe_partitions (design);
  const char *id = weft_proposal_find_design (event);

  if (label != NULL)
    return g_strdup (label);
  if (parts != NULL)
    return g_steal_pointer (&parts);
  if (id != NULL)
    return g_strndup (id, 12);
  return g_strdup_printf (_("Event %" G_GUINT64_FORMAT), weft_event_get_seq (event));
}

/* The members of a document alone: data of an event has others beside them. */
static JsonNode *
copy_document (JsonObject *document)
{
  static const char *const members[] = { "name", "notes", "profile", "facility", "workload",
                                         "partitions", "graph" };
  JsonObject *copy = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), copy);

  json_object_unref (copy);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (document, members[i]))
      json_object_set_member (copy, members[i],
                              json_node_copy (json_object_get_member (document, members[i])));
  return g_steal_pointer (&node);
}

/* What was searched for holds for every design of the run. */
static void
add_setting (JsonObject *document, WeftEvent *start)
{
  static const char *const members[] = { "profile", "facility", "workload" };
  JsonObject *problem = weft_json_find_object (weft_event_get_data (start), "problem");

  for (guint i = 0; problem != NULL && i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (problem, members[i])
        && !json_object_has_member (document, members[i]))
      json_object_set_member (document, members[i],
                              json_node_copy (json_object_get_member (problem, members[i])));
}

/* A document's name is what it says, else the proposal's label. */
static void
add_name (JsonObject *document, WeftEvent *event)
{
  g_autofree char *label = weft_proposal_dup_label (event);

  if (!json_object_has_member (document, "name"))
    json_object_set_string_member (document, "name", label);
}

WeftDesign *
weft_proposal_read_design (WeftEvent *event, WeftEvent *start, GError **error)
{
  JsonObject *document = find_document (event);
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *where = NULL;

  if (document == NULL)
    return NULL;
  root = copy_document (document);
  add_name (json_node_get_object (root), event);
  if (start != NULL)
    add_setting (json_node_get_object (root), start);
  where = g_strdup_printf (_("event %" G_GUINT64_FORMAT), weft_event_get_seq (event));
  return weft_design_new_from_json (root, where, NULL, error);
}
