/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One item with a count becomes as many items. Its links follow where the same cables can be said of
 * the single ones; else the edit is refused. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-wire-private.h"

/* How far the boxes of the single items stand from each other, canvas units. */
#define STEP 24

typedef struct
{
  WeftGraph *graph;
  guint definition;
  const WeftGraphDefinition *owner;
  guint item;
  guint n;
  char **ids;
  WeftGraphBatch links; /* what stands there afterwards */
  GArray *gone;         /* links that are replaced */
  guint at;             /* where the next link stands afterwards */
} Split;

static gboolean
refuse (GError **error, char *message)
{
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED, message);
}

static gboolean
refuse_link (const WeftGraphLink *link, GError **error)
{
  return refuse (error, g_strdup_printf (_("The link from “%s” to “%s” cannot be said of single "
                                           "items: its wiring joins all of them in one pattern. "
                                           "Change its wiring or take it out first."),
                                         link->from.text,
                                         link->n_to > 0 ? link->to[0].text : ""));
}

static gboolean
is_whole (const Split *split, const WeftGraphEnd *end)
{
  return end->item == (int) split->item && end->instance < 0;
}

/* "rack[2]:net" -> "rack-3:net"; whole ends get @instance. NULL for ends of other items. */
static char *
single (const Split *split, const WeftGraphEnd *end, guint instance)
{
  const char *colon = strchr (end->text, ':');

  if (end->item != (int) split->item)
    return NULL;
  if (end->instance >= 0)
    instance = (guint) MIN (end->instance, (gint64) split->n - 1);
  return g_strconcat (split->ids[instance], colon, NULL);
}

/* Adds a copy of a link with other ends; NULL leaves one as it is. Takes both. */
static void
add_link (Split *split, guint index, char *from, char *to)
{
  JsonNode *node = weft_graph_link_json (split->graph, split->definition, index);
  JsonObject *object = json_node_get_object (node);

  if (from != NULL)
    json_object_set_string_member (object, "from", from);
  if (to != NULL)
    json_object_set_string_member (object, "to", to);
  weft_graph_batch_add (&split->links, split->at++, node);
  g_free (from);
  g_free (to);
}

static gboolean
has_room (const Split *split, double more, GError **error)
{
  return weft_graph_edit_has_room (split->owner->n_links + split->links.nodes->len,
                                   (guint64) MIN (more, 1e9), error);
}

/* Each with each: inside of every single one, when that is several devices, and between any two. */
static gboolean
split_own (Split *split, guint index, GError **error)
{
  const WeftGraphLink *link = &split->owner->links[index];
  double devices = weft_graph_end_count (split->graph, split->owner, &link->from) / split->n;

  if (link->wiring != WEFT_WIRING_ALL || isnan (devices))
    return refuse_link (link, error);
  if (!has_room (split, split->n * (split->n + 1.0) / 2, error))
    return FALSE;
  for (guint i = 0; i < split->n; i++)
    for (guint j = i; j < split->n; j++)
      if (j > i || devices > 1)
        add_link (split, index, single (split, &link->from, i), single (split, &link->to[0], j));
  return TRUE;
}

static gboolean
split_all (Split *split, guint index, gboolean at_from, GError **error)
{
  const WeftGraphLink *link = &split->owner->links[index];

  if (!has_room (split, split->n, error))
    return FALSE;
  for (guint i = 0; i < split->n; i++)
    add_link (split, index, at_from ? single (split, &link->from, i) : NULL,
              at_from ? NULL : single (split, &link->to[0], i));
  return TRUE;
}

static char *
instance_of (const WeftGraphEnd *end, guint instance, double count)
{
  const char *colon = strchr (end->text, ':');

  if (count == 1)
    return g_strdup (end->text);
  return g_strdup_printf ("%s[%u]%s", end->item_id, instance, colon != NULL ? colon : "");
}

/* Device i of the longer end goes with i · short / long of the other, so that equal parts of both
 * go with each other. @many is the item that is split into n parts of @devices each, the other end
 * has @count instances of @others devices. */
static gboolean
split_each (Split *split, guint index, gboolean at_from, GError **error)
{
  const WeftGraphLink *link = &split->owner->links[index];
  const WeftGraphEnd *many = at_from ? &link->from : &link->to[0];
  const WeftGraphEnd *other = at_from ? &link->to[0] : &link->from;
  double n = split->n, count, devices, others;

  count = other->item >= 0 && other->instance < 0 ? split->owner->items[other->item].count : 1;
  devices = weft_graph_end_count (split->graph, split->owner, many) / n;
  others = weft_graph_end_count (split->graph, split->owner, other) / count;
  if (isnan (devices) || isnan (others)
      || !(count == n || (fmod (n, count) == 0 && others == 1)
           || (fmod (count, n) == 0 && devices == 1)))
    return refuse_link (link, error);
  if (!has_room (split, MAX (n, count), error))
    return FALSE;
  for (double k = 0; k < MAX (n, count); k++)
    {
      char *one = single (split, many, (guint) (count > n ? floor (k * n / count) : k));
      char *to = instance_of (other, (guint) (count > n ? k : floor (k * count / n)), count);

      add_link (split, index, at_from ? one : to, at_from ? to : one);
    }
  return TRUE;
}

/* The switches of a generator are the devices of its list in order. */
static gboolean
split_list (Split *split, guint index, GError **error)
{
  const WeftGraphLink *link = &split->owner->links[index];
  g_autofree char *from = NULL;
  JsonNode *node;
  JsonArray *array;

  if (is_whole (split, &link->from))
    return refuse_link (link, error);
  if (!weft_graph_edit_has_room (link->n_to, split->n, error))
    return FALSE;
  array = json_array_new ();
  for (guint i = 0; i < link->n_to; i++)
    for (guint j = 0; j < (is_whole (split, &link->to[i]) ? split->n : 1); j++)
      {
        g_autofree char *text = single (split, &link->to[i], j);

        json_array_add_string_element (array, text != NULL ? text : link->to[i].text);
      }
  node = weft_graph_link_json (split->graph, split->definition, index);
  json_object_set_array_member (json_node_get_object (node), "to", array);
  from = single (split, &link->from, 0);
  if (from != NULL)
    json_object_set_string_member (json_node_get_object (node), "from", from);
  weft_graph_batch_add (&split->links, split->at++, node);
  return TRUE;
}

static char *
rename_cb (const WeftGraphEnd *end, gpointer data)
{
  return single (data, end, 0);
}

static gboolean
split_link (Split *split, guint index, GError **error)
{
  const WeftGraphLink *link = &split->owner->links[index];
  gboolean touches = link->from.item == (int) split->item;
  gboolean at_from = is_whole (split, &link->from), at_to = FALSE;
  JsonNode *node;

  for (guint i = 0; i < link->n_to; i++)
    {
      touches = touches || link->to[i].item == (int) split->item;
      at_to = at_to || is_whole (split, &link->to[i]);
    }
  if (!touches)
    {
      split->at++;
      return TRUE;
    }
  g_array_append_val (split->gone, index);
  if (at_from && at_to && weft_graph_link_is_own (link))
    return split_own (split, index, error);
  if ((at_from || at_to) && link->wiring == WEFT_WIRING_GENERATOR)
    return split_list (split, index, error);
  if (at_from != at_to && link->n_to == 1 && link->from.item != link->to[0].item)
    {
      if (link->wiring == WEFT_WIRING_ALL)
        return split_all (split, index, at_from, error);
      if (link->wiring == WEFT_WIRING_EACH)
        return split_each (split, index, at_from, error);
    }
  if (at_from || at_to)
    return refuse_link (link, error);
  node = weft_graph_link_json (split->graph, split->definition, index);
  weft_graph_edit_rename_link (json_node_get_object (node), link, rename_cb, split);
  weft_graph_batch_add (&split->links, split->at++, node);
  return TRUE;
}

static gboolean
split_ports (Split *split, WeftGraphChange *change, GError **error)
{
  g_auto (WeftGraphBatch) ports = { 0 };

  weft_graph_batch_init (&ports);
  for (guint i = 0; i < split->owner->n_ports; i++)
    {
      const WeftGraphPort *port = &split->owner->ports[i];
      g_autofree char *of = single (split, &port->of, 0);
      JsonNode *node;

      if (of == NULL)
        continue;
      if (port->of.instance < 0)
        return refuse (error, g_strdup_printf (_("“%s” is exported as “%s”, and a port exports one "
                                                 "item. Take the port out first."),
                                               port->of.text, port->id));
      node = weft_graph_port_json (split->graph, split->definition, i);
      json_object_set_string_member (json_node_get_object (node), "of", of);
      weft_graph_batch_add (&ports, i, node);
    }
  weft_graph_batch_replace (&ports, change, split->owner->id, WEFT_GRAPH_PORTS);
  return TRUE;
}

static void
split_item (Split *split, WeftGraphChange *change)
{
  const WeftGraphItem *item = &split->owner->items[split->item];
  g_auto (WeftGraphBatch) batch = { 0 };

  weft_graph_batch_init (&batch);
  for (guint i = 0; i < split->n; i++)
    {
      JsonNode *node = weft_graph_item_json (split->graph, split->definition, split->item);
      JsonObject *object = json_node_get_object (node);

      json_object_set_string_member (object, "id", split->ids[i]);
      json_object_remove_member (object, "count");
      if (!isnan (item->at[0]))
        weft_graph_edit_put_place (object, item->at[0] + i * (double) STEP,
                                   item->at[1] + i * (double) STEP);
      weft_graph_batch_add (&batch, split->item + i, node);
    }
  weft_graph_change_remove (change, split->owner->id, WEFT_GRAPH_ITEMS, &split->item, 1);
  weft_graph_batch_insert (&batch, change, split->owner->id, WEFT_GRAPH_ITEMS);
}

static gboolean
record (Split *split, WeftGraphChange *change, GError **error)
{
  for (guint i = 0; i < split->owner->n_links; i++)
    if (!split_link (split, i, error))
      return FALSE;
  for (guint i = 0; i < split->links.nodes->len; i++)
    if (!weft_graph_edit_check (split->links.nodes->pdata[i], WEFT_GRAPH_LINKS, error))
      return FALSE;
  if (!weft_graph_edit_has_room (split->owner->n_links - split->gone->len,
                                 split->links.nodes->len, error)
      || !split_ports (split, change, error))
    return FALSE;
  weft_graph_change_remove (change, split->owner->id, WEFT_GRAPH_LINKS,
                            (guint *) split->gone->data, split->gone->len);
  weft_graph_batch_insert (&split->links, change, split->owner->id, WEFT_GRAPH_LINKS);
  split_item (split, change);
  return TRUE;
}

static gboolean
check_count (const WeftGraphDefinition *owner, const WeftGraphItem *item, guint index,
             GError **error)
{
  if (!(item->count >= 2) || item->count != floor (item->count))
    return refuse (error, g_strdup_printf (_("“%s” has the count %g; only an item with a count of 2 "
                                             "or more can be split."), item->id, item->count));
  if (weft_graph_find_item (owner, item->id) != (int) index)
    return refuse (error, g_strdup_printf (_("Two items are called “%s”. Give one of them another "
                                             "name first."), item->id));
  return weft_graph_edit_has_room (owner->n_items - 1, (guint64) item->count, error);
}

/**
 * weft_graph_edit_split:
 * @graph: a graph
 * @definition: which definition
 * @item: an item with a count
 * @error: where to put a #WeftGraphEditError
 *
 * Returns: (transfer full) (nullable): an edit that makes as many items of it, with the same cables
 */
WeftEdit *
weft_graph_edit_split (WeftGraph *graph, guint definition, guint item, GError **error)
{
  Split split = { .graph = graph, .definition = definition, .item = item };
  const WeftGraphItem *old;
  g_auto (WeftGraphEditNames) names = { 0 };
  g_autoptr (WeftGraphChange) change = NULL;
  g_autofree char *title = NULL;
  gboolean done;
  WeftEdit *edit;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  split.owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (item < split.owner->n_items, NULL);

  old = &split.owner->items[item];
  if (!check_count (split.owner, old, item, error))
    return NULL;
  split.n = (guint) old->count;
  split.ids = g_new0 (char *, (gsize) split.n + 1);
  split.gone = g_array_new (FALSE, FALSE, sizeof (guint));
  weft_graph_batch_init (&split.links);
  weft_graph_edit_names_init (&names,
                         weft_graph_list_index (weft_graph_body_of (split.owner)->lists[WEFT_GRAPH_ITEMS]));
  for (guint i = 0; i < split.n; i++)
    {
      g_autofree char *base = g_strdup_printf ("%s-%u", old->id, i + 1);

      split.ids[i] = weft_graph_edit_names_make (&names, base, TRUE);
    }
  change = weft_graph_change_new (graph);
  done = record (&split, change, error);
  g_array_unref (split.gone);
  g_strfreev (split.ids);
  weft_graph_batch_clear (&split.links);
  if (!done)
    return NULL;
  title = weft_graph_edit_item_title (old);
  edit = weft_edit_graph (g_steal_pointer (&change),
                          g_strdup_printf (_("Split %s into %u"), title, split.n), FALSE);
  weft_graph_edit_take_new_items (edit, weft_graph_edit_range (item, split.n), split.n);
  return edit;
}
