/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that edits of graphs are put together from: selections, batches of members, ends with
 * other names, and checks with refusals in words. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

guint8 *
weft_graph_edit_mark (const guint *places, guint n, guint limit)
{
  guint8 *marks = g_new0 (guint8, (gsize) limit + 1);

  for (guint i = 0; i < n; i++)
    if (places[i] < limit)
      marks[places[i]] = 1;
  return marks;
}

guint *
weft_graph_edit_sort (const guint *places, guint n, guint limit, guint *n_sorted)
{
  g_autofree guint8 *marks = weft_graph_edit_mark (places, n, limit);
  guint *sorted = g_new (guint, (gsize) MIN (n, limit) + 1);

  *n_sorted = 0;
  for (guint i = 0; i < limit; i++)
    if (marks[i])
      sorted[(*n_sorted)++] = i;
  return sorted;
}

guint *
weft_graph_edit_range (guint first, guint n)
{
  guint *range = g_new (guint, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    range[i] = first + i;
  return range;
}

void
weft_graph_batch_init (WeftGraphBatch *self)
{
  self->at = g_array_new (FALSE, FALSE, sizeof (guint));
  self->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
}

void
weft_graph_batch_clear (WeftGraphBatch *self)
{
  g_clear_pointer (&self->at, g_array_unref);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
}

void
weft_graph_batch_add (WeftGraphBatch *self, guint at, JsonNode *node)
{
  g_array_append_val (self->at, at);
  g_ptr_array_add (self->nodes, node);
}

void
weft_graph_batch_replace (WeftGraphBatch *self, WeftGraphChange *change, const char *definition,
                          WeftGraphMembers members)
{
  weft_graph_change_replace (change, definition, members, (const guint *) self->at->data,
                             (JsonNode *const *) self->nodes->pdata, self->nodes->len);
}

void
weft_graph_batch_insert (WeftGraphBatch *self, WeftGraphChange *change, const char *definition,
                         WeftGraphMembers members)
{
  weft_graph_change_insert (change, definition, members, (const guint *) self->at->data,
                            (JsonNode *const *) self->nodes->pdata, self->nodes->len);
}

void
weft_graph_edit_put_place (JsonObject *item, double x, double y)
{
  JsonArray *array;

  if (!isfinite (x) || !isfinite (y))
    {
      json_object_remove_member (item, "at");
      return;
    }
  array = json_array_sized_new (2);
  json_array_add_double_element (array, x);
  json_array_add_double_element (array, y);
  json_object_set_array_member (item, "at", array);
}

char *
weft_graph_edit_rename_end (const WeftGraphEnd *end, const char *item_id)
{
  return g_strconcat (item_id, end->text + strlen (end->item_id), NULL);
}

void
weft_graph_edit_rename_link (JsonObject *object, const WeftGraphLink *link,
                             WeftGraphRenameFunc rename, gpointer data)
{
  JsonNode *to = json_object_get_member (object, "to");
  g_autofree char *from = rename (&link->from, data);

  if (from != NULL)
    json_object_set_string_member (object, "from", from);
  if (JSON_NODE_HOLDS_ARRAY (to))
    {
      JsonArray *array = json_array_sized_new (link->n_to);

      for (guint i = 0; i < link->n_to; i++)
        {
          g_autofree char *text = rename (&link->to[i], data);

          json_array_add_string_element (array, text != NULL ? text : link->to[i].text);
        }
      json_object_set_array_member (object, "to", array);
    }
  else
    {
      g_autofree char *text = rename (&link->to[0], data);

      if (text != NULL)
        json_object_set_string_member (object, "to", text);
    }
}

gboolean
weft_graph_edit_has_room (guint n, guint64 more, GError **error)
{
  if (n + more <= WEFT_GRAPH_MAX_MEMBERS)
    return TRUE;
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_LIMIT,
                                 g_strdup_printf (_("The definition would have %" G_GUINT64_FORMAT
                                                    " members of one kind, at most %u are "
                                                    "possible. Give equal parts a count."),
                                                  n + more, WEFT_GRAPH_MAX_MEMBERS));
}

gboolean
weft_graph_edit_check (JsonNode *node, int members, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  WeftStructure check = { .violations = found };
  WeftJsonAt at;

  weft_json_at_root (&at, node, NULL);
  weft_graph_check_member (&check, &at, members);
  for (guint i = 0; i < found->len; i++)
    if (weft_violation_get_severity (found->pdata[i]) == WEFT_SEVERITY_ERROR)
      return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                     g_strdup_printf ("%s: %s",
                                                      weft_violation_get_path (found->pdata[i]),
                                                      weft_violation_get_message (
                                                        found->pdata[i])));
  return TRUE;
}

/* Whether @from is @to or holds it somewhere below. */
static gboolean
holds (const WeftGraph *graph, guint from, guint to)
{
  guint n = weft_graph_n_definitions (graph);
  g_autofree guint8 *seen = g_new0 (guint8, n);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (open, from);
  seen[from] = 1;
  while (open->len > 0)
    {
      guint at = g_array_index (open, guint, open->len - 1);
      const WeftGraphDefinition *definition = weft_graph_definition (graph, at);

      if (at == to)
        return TRUE;
      g_array_set_size (open, open->len - 1);
      for (guint i = 0; i < definition->n_items; i++)
        if (definition->items[i].definition >= 0 && !seen[definition->items[i].definition])
          {
            guint next = definition->items[i].definition;

            seen[next] = 1;
            g_array_append_val (open, next);
          }
    }
  return FALSE;
}

gboolean
weft_graph_edit_may_hold (const WeftGraph *graph, guint definition, const char *of, GError **error)
{
  const WeftGraphDefinition *owner = weft_graph_definition (graph, definition);
  const WeftGraphDefinition *inside;
  int index = weft_graph_find (graph, of);

  if (index < 0)
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("There is no definition “%s”."), of));
  inside = weft_graph_definition (graph, index);
  if (inside->level != WEFT_LEVEL_ANY && owner->level != WEFT_LEVEL_ANY
      && inside->level >= owner->level)
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("“%s” is of the level %s and cannot stand in "
                                                      "“%s”, which is of the level %s."),
                                                    of, inside->level_name, owner->id,
                                                    owner->level_name));
  if (holds (graph, index, definition))
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("“%s” would contain itself."), owner->id));
  return TRUE;
}

gboolean
weft_graph_edit_check_id (const WeftGraphDefinition *definition, int item, const char *id,
                          GError **error)
{
  int other = weft_graph_find_item (definition, id);

  if (id[0] == '\0' || strpbrk (id, ":[]") != NULL)
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup (_("A name has at least one character, and none of "
                                               ": [ ].")));
  if (other >= 0 && other != item)
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("“%s” already has an item called “%s”."),
                                                    definition->id, id));
  return TRUE;
}
