/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail why RUN`: the steps that led to the best design of a run, each with its reason. */
#include "cli/weft-cli-trail.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "search/weft-lineage.h"

static JsonObject *
write_step (WeftProposalNode *node)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "event", (gint64) weft_proposal_node_get_seq (node));
  json_object_set_int_member (object, "result", (gint64) weft_proposal_node_get_result (node));
  json_object_set_string_member (object, "label", weft_proposal_node_get_label (node));
  json_object_set_string_member (object, "reason", weft_proposal_node_get_reason (node) != NULL
                                                     ? weft_proposal_node_get_reason (node) : "");
  weft_json_set_number (object, "score", weft_proposal_node_get_score (node));
  return object;
}

static void
print_json (WeftLineage *lineage,
            GPtrArray   *steps)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < steps->len; i++)
    json_array_add_object_element (array, write_step (steps->pdata[i]));
  json_object_set_int_member (object, "proposals", weft_lineage_get_n (lineage));
  json_object_set_int_member (object, "decision", (gint64) weft_lineage_get_decision (lineage));
  json_object_set_array_member (object, "steps", array);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static void
add_row (WeftTable        *table,
         WeftProposalNode *node)
{
  double score = weft_proposal_node_get_score (node);
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, weft_proposal_node_get_seq (node));
  g_autofree char *digits = isnan (score) ? g_strdup ("") : g_strdup_printf ("%.4f", score);
  const char *cells[] = {
    seq,
    digits,
    weft_proposal_node_get_label (node),
    weft_proposal_node_get_reason (node) != NULL ? weft_proposal_node_get_reason (node) : "",
    NULL,
  };

  weft_table_add_row (table, cells);
}

static void
print_words (const WeftCliOptions *options,
             WeftLineage          *lineage,
             GPtrArray            *steps)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Steps to the best design"));
  WeftProposalNode *best = weft_lineage_get_best (lineage);

  if (best == NULL)
    {
      g_print ("%s\n", _("No design of this run has become the best one."));
      return;
    }

  weft_table_add_column (table, _("Event"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Score"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Design"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Why it was tried"), WEFT_ALIGN_START);
  for (guint i = 0; i < steps->len; i++)
    add_row (table, steps->pdata[i]);
  weft_cli_print_table (options, table);
  if (weft_proposal_node_get_finding (best) != NULL)
    {
      g_print ("\n");
      weft_cli_print_wrapped ("", "", weft_proposal_node_get_finding (best));
    }
}

int
weft_trail_verb_why (const WeftCliOptions   *options,
                     const WeftTrailOptions *own)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = weft_trail_find (NULL, options->arguments[1], &error);
  g_autoptr (WeftLineage) lineage = path != NULL ? weft_lineage_read (path, NULL, &error) : NULL;
  g_autoptr (GPtrArray) steps = NULL;

  if (lineage == NULL)
    return weft_cli_fail (error);

  steps = weft_lineage_list_ancestry (weft_lineage_get_best (lineage));
  if (options->json)
    print_json (lineage, steps);
  else
    print_words (options, lineage, steps);
  return steps->len > 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
