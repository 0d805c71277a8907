/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of items with the links among them: beside the originals, or as a fragment of text. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "design/weft-members-private.h"

static gboolean
is_among (const WeftGraphLink *link, const guint8 *items)
{
  if (link->from.item < 0 || !items[link->from.item])
    return FALSE;
  for (guint i = 0; i < link->n_to; i++)
    if (link->to[i].item < 0 || !items[link->to[i].item])
      return FALSE;
  return link->n_to > 0;
}

/* --- beside the originals --- */

static char *
rename_cb (const WeftGraphEnd *end, gpointer data)
{
  char **ids = data;

  return weft_graph_edit_rename_end (end, ids[end->item]);
}

static char *
duplicate_label (const WeftGraphDefinition *owner, const guint *items, guint n)
{
  g_autofree char *title = NULL;

  if (n != 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Duplicate %u Item",
                                         "Duplicate %u Items", n), n);
  title = weft_graph_edit_item_title (&owner->items[items[0]]);
  return g_strdup_printf (_("Duplicate %s"), title);
}

static void
duplicate_items (WeftGraph *graph, guint definition, const guint *items, guint n, double dx,
                 double dy, char **ids, WeftGraphChange *change)
{
  const WeftGraphDefinition *owner = weft_graph_definition (graph, definition);
  g_auto (WeftGraphEditNames) names = { 0 };
  g_auto (WeftGraphBatch) batch = { 0 };

  weft_graph_edit_names_init (&names,
                         weft_graph_list_index (weft_graph_body_of (owner)->lists[WEFT_GRAPH_ITEMS]));
  weft_graph_batch_init (&batch);
  for (guint i = 0; i < n; i++)
    {
      const WeftGraphItem *item = &owner->items[items[i]];
      JsonNode *node = weft_graph_item_json (graph, definition, items[i]);
      JsonObject *object = json_node_get_object (node);

      ids[items[i]] = weft_graph_edit_names_make (&names, item->id, TRUE);
      json_object_set_string_member (object, "id", ids[items[i]]);
      if (!isnan (item->at[0]))
        weft_graph_edit_put_place (object, item->at[0] + dx, item->at[1] + dy);
      weft_graph_batch_add (&batch, owner->n_items + i, node);
    }
  weft_graph_batch_insert (&batch, change, owner->id, WEFT_GRAPH_ITEMS);
}

/* FALSE when there is no room for them. */
static gboolean
duplicate_links (WeftGraph *graph, guint definition, const guint8 *marks, char **ids,
                 WeftGraphChange *change)
{
  const WeftGraphDefinition *owner = weft_graph_definition (graph, definition);
  g_auto (WeftGraphBatch) batch = { 0 };

  weft_graph_batch_init (&batch);
  for (guint i = 0; i < owner->n_links; i++)
    if (is_among (&owner->links[i], marks))
      {
        JsonNode *node = weft_graph_link_json (graph, definition, i);

        weft_graph_edit_rename_link (json_node_get_object (node), &owner->links[i], rename_cb,
                                     ids);
        weft_graph_batch_add (&batch, owner->n_links + batch.nodes->len, node);
        if (!weft_graph_edit_check (node, WEFT_GRAPH_LINKS, NULL))
          return FALSE;
      }
  if (!weft_graph_edit_has_room (owner->n_links, batch.nodes->len, NULL))
    return FALSE;
  weft_graph_batch_insert (&batch, change, owner->id, WEFT_GRAPH_LINKS);
  return TRUE;
}

/**
 * weft_graph_edit_duplicate:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n): the items; what is none is left out
 * @n: how many
 * @dx: how far to the right of the originals, canvas units
 * @dy: how far below
 *
 * Returns: (transfer full) (nullable): an edit; %NULL when a definition cannot hold so many members
 */
WeftEdit *
weft_graph_edit_duplicate (WeftGraph *graph, guint definition, const guint *items, guint n,
                           double dx, double dy)
{
  const WeftGraphDefinition *owner;
  g_autoptr (WeftGraphChange) change = NULL;
  g_autofree guint *sorted = NULL;
  g_autofree guint8 *marks = NULL;
  char **ids;
  gboolean done;
  WeftEdit *edit;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  owner = weft_graph_definition (graph, definition);
  sorted = weft_graph_edit_sort (items, n, owner->n_items, &n);
  if (!weft_graph_edit_has_room (owner->n_items, n, NULL))
    return NULL;
  marks = weft_graph_edit_mark (sorted, n, owner->n_items);
  change = weft_graph_change_new (graph);
  ids = g_new0 (char *, (gsize) owner->n_items + 1);
  duplicate_items (graph, definition, sorted, n, dx, dy, ids, change);
  done = duplicate_links (graph, definition, marks, ids, change);
  for (guint i = 0; i < n; i++)
    g_free (ids[sorted[i]]);
  g_free (ids);
  if (!done)
    return NULL;
  edit = weft_edit_graph (g_steal_pointer (&change), duplicate_label (owner, sorted, n), FALSE);
  weft_graph_edit_take_new_items (edit, weft_graph_edit_range (owner->n_items, n), n);
  return edit;
}

/* --- as text --- */

/* The definitions that the items are of, and those inside of these. */
static guint8 *
mark_definitions (const WeftGraph *graph, const WeftGraphDefinition *owner, const guint *items,
                  guint n)
{
  guint8 *marks = g_new0 (guint8, (gsize) weft_graph_n_definitions (graph) + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++)
    {
      int index = owner->items[items[i]].definition;

      if (index >= 0 && !marks[index])
        {
          marks[index] = 1;
          g_array_append_val (open, index);
        }
    }
  while (open->len > 0)
    {
      const WeftGraphDefinition *inside
          = weft_graph_definition (graph, g_array_index (open, guint, open->len - 1));

      g_array_set_size (open, open->len - 1);
      for (guint i = 0; i < inside->n_items; i++)
        {
          int index = inside->items[i].definition;

          if (index >= 0 && !marks[index])
            {
              marks[index] = 1;
              g_array_append_val (open, index);
            }
        }
    }
  return marks;
}

static JsonObject *
copy_definitions (const WeftGraph *graph, const WeftGraphDefinition *owner, const guint *items,
                  guint n)
{
  g_autofree guint8 *marks = mark_definitions (graph, owner, items, n);
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    if (marks[i])
      json_object_set_member (object, weft_graph_definition (graph, i)->id,
                              weft_graph_definition_json (graph, i));
  return object;
}

/**
 * weft_graph_copy:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n): the items; what is none is left out
 * @n: how many
 *
 * Returns: (transfer full): the items, the links among them and the definitions that they need, as
 *   the JSON text of a fragment
 */
char *
weft_graph_copy (WeftGraph *graph, guint definition, const guint *items, guint n)
{
  const WeftGraphDefinition *owner;
  g_autoptr (JsonNode) node = NULL;
  g_autofree guint *sorted = NULL;
  g_autofree guint8 *marks = NULL;
  JsonArray *copies, *links;
  JsonObject *object;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  owner = weft_graph_definition (graph, definition);
  sorted = weft_graph_edit_sort (items, n, owner->n_items, &n);
  marks = weft_graph_edit_mark (sorted, n, owner->n_items);
  object = json_object_new ();
  node = weft_members_to_node (object);
  json_object_set_int_member (object, "weft-fragment", 1);
  json_object_set_string_member (object, "level", owner->level_name);
  json_object_set_object_member (object, "definitions",
                                 copy_definitions (graph, owner, sorted, n));
  copies = json_array_sized_new (n);
  json_object_set_array_member (object, "items", copies);
  links = json_array_new ();
  json_object_set_array_member (object, "links", links);
  for (guint i = 0; i < n; i++)
    json_array_add_element (copies, weft_graph_item_json (graph, definition, sorted[i]));
  for (guint i = 0; i < owner->n_links; i++)
    if (is_among (&owner->links[i], marks))
      json_array_add_element (links, weft_graph_link_json (graph, definition, i));
  return weft_json_write_pretty (node);
}
