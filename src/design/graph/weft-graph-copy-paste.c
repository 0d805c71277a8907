/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments into a definition: what others have put into the clipboard is checked like a file, and
 * then as far as a fragment has to make sense. Linear in the definition and the fragment. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "design/weft-members-private.h"

/* Definitions of the same name and number that are compared whole; then a new one is made. */
#define COMPARED 8

/* Where items stand that nobody has placed, canvas units. */
#define COLUMN_WIDTH 240
#define ROW_HEIGHT 160

typedef struct
{
  WeftGraph *graph;
  guint definition;
  const WeftGraphDefinition *owner;
  WeftGraph *fragment; /* with one more definition, which holds the items */
  const WeftGraphDefinition *holder;
  WeftGraphChange *change;
  char **names; /* of the fragment's definitions in the graph, NULL for those that nothing needs */
  char **ids;   /* of the holder's items in the definition */
} Paste;

static void
clear_paste (Paste *paste)
{
  for (guint i = 0; paste->names != NULL && i < weft_graph_n_definitions (paste->fragment); i++)
    g_free (paste->names[i]);
  for (guint i = 0; paste->ids != NULL && i < paste->holder->n_items; i++)
    g_free (paste->ids[i]);
  g_free (paste->names);
  g_free (paste->ids);
  g_clear_pointer (&paste->change, weft_graph_change_unref);
  g_clear_pointer (&paste->fragment, weft_graph_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Paste, clear_paste)

static gboolean
refuse (GError **error, char *message)
{
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_TEXT, message);
}

/* --- reading --- */

static gboolean
is_fragment (JsonNode *node)
{
  JsonNode *mark;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  mark = json_object_get_member (json_node_get_object (node), "weft-fragment");
  return mark != NULL && weft_structure_is (mark, WEFT_STRUCTURE_NUMBER)
         && json_node_get_double (mark) == 1;
}

static void
put_copy (JsonObject *object, const char *key, JsonObject *from)
{
  JsonNode *node = json_object_get_member (from, key);

  if (node != NULL)
    json_object_set_member (object, key, weft_members_copy_node (node));
}

/* The fragment as a graph, whose root holds what is not inside of a definition. */
static JsonNode *
wrap (JsonObject *object, const char *level)
{
  JsonNode *definitions = json_object_get_member (object, "definitions");
  JsonObject *graph = json_object_new (), *all, *holder = json_object_new ();
  g_autofree char *name = g_strdup ("fragment");

  all = definitions != NULL && JSON_NODE_HOLDS_OBJECT (definitions)
          ? weft_members_copy_object (json_node_get_object (definitions)) : json_object_new ();
  for (guint i = 2; json_object_has_member (all, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("fragment-%u", i);
    }
  json_object_set_string_member (holder, "level", level);
  put_copy (holder, "level", object);
  put_copy (holder, "items", object);
  put_copy (holder, "links", object);
  json_object_set_object_member (all, name, holder);
  json_object_set_string_member (graph, "root", name);
  json_object_set_object_member (graph, "definitions", all);
  return weft_members_to_node (graph);
}

static gboolean
read_fragment (Paste *paste, JsonNode *node, GError **error)
{
  g_autoptr (JsonNode) wrapped = NULL;
  g_autoptr (GError) fault = NULL;
  int root;

  if (!is_fragment (node))
    return refuse (error, g_strdup (_("What is to be pasted is no part of a hardware graph.")));
  wrapped = wrap (json_node_get_object (node), paste->owner->level_name);
  paste->fragment = weft_graph_new_from_json (wrapped, _("fragment"), NULL, &fault);
  if (paste->fragment == NULL)
    return refuse (error, g_strdup (fault->message));
  weft_graph_get_root (paste->fragment, &root);
  paste->holder = weft_graph_definition (paste->fragment, root);
  if (paste->holder->n_items == 0)
    return refuse (error, g_strdup (_("What is to be pasted has no items.")));
  return TRUE;
}

/* --- checking --- */

static gboolean
check_items (const Paste *paste, const WeftGraphDefinition *owner, WeftLevel level,
             GError **error)
{
  for (guint i = 0; i < owner->n_items; i++)
    {
      const WeftGraphItem *item = &owner->items[i];
      const WeftGraphDefinition *inside;

      if (item->kind != WEFT_GRAPH_DEFINITION || item->of == NULL)
        continue;
      if (item->definition < 0)
        return refuse (error, g_strdup_printf (_("“%s” is a “%s”, whose definition is missing."),
                                               item->id, item->of));
      inside = weft_graph_definition (paste->fragment, item->definition);
      if (inside->level == WEFT_LEVEL_ANY || inside->level >= level)
        return refuse (error, g_strdup_printf (_("“%s” is of the level %s and cannot stand on the "
                                                 "level %s."), item->of, inside->level_name,
                                               weft_level_nick (level)));
    }
  return TRUE;
}

static gboolean
check_end (const WeftGraphEnd *end, GError **error)
{
  if (end->is_sound && end->item >= 0)
    return TRUE;
  return refuse (error, g_strdup_printf (_("A link leads to “%s”, which is not among the items."),
                                         end->text));
}

static gboolean
check_links (const Paste *paste, GError **error)
{
  for (guint i = 0; i < paste->holder->n_links; i++)
    {
      const WeftGraphLink *link = &paste->holder->links[i];

      if (!check_end (&link->from, error))
        return FALSE;
      for (guint j = 0; j < link->n_to; j++)
        if (!check_end (&link->to[j], error))
          return FALSE;
    }
  return TRUE;
}

/* Levels fall from each definition to those inside of it, so that there is no circle. */
static gboolean
check (const Paste *paste, GError **error)
{
  WeftLevel level = paste->owner->level;

  if (level == WEFT_LEVEL_ANY)
    return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED,
                                   g_strdup_printf (_("“%s” has no level that Weft knows. Give it "
                                                      "one first."), paste->owner->id));
  for (guint i = 0; i < weft_graph_n_definitions (paste->fragment); i++)
    {
      const WeftGraphDefinition *inside = weft_graph_definition (paste->fragment, i);

      if (inside != paste->holder && !check_items (paste, inside, inside->level, error))
        return FALSE;
    }
  return check_items (paste, paste->holder, level, error) && check_links (paste, error)
         && weft_graph_edit_has_room (paste->owner->n_items, paste->holder->n_items, error)
         && weft_graph_edit_has_room (paste->owner->n_links, paste->holder->n_links, error);
}

/* --- definitions --- */

/* Which definitions the items need: those of each level mark those below. */
static guint8 *
mark_needed (const Paste *paste)
{
  guint n = weft_graph_n_definitions (paste->fragment);
  guint8 *needed = g_new0 (guint8, (gsize) n + 1);

  for (guint i = 0; i < paste->holder->n_items; i++)
    if (paste->holder->items[i].definition >= 0)
      needed[paste->holder->items[i].definition] = 1;
  for (int level = WEFT_LEVEL_CLUSTER; level > WEFT_LEVEL_ANY; level--)
    for (guint i = 0; i < n; i++)
      {
        const WeftGraphDefinition *definition = weft_graph_definition (paste->fragment, i);

        if (!needed[i] || (int) definition->level != level)
          continue;
        for (guint j = 0; j < definition->n_items; j++)
          if (definition->items[j].definition >= 0)
            needed[definition->items[j].definition] = 1;
      }
  return needed;
}

/* With the names that the definitions inside of it have in the graph. */
static JsonNode *
translate (const Paste *paste, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (paste->fragment, index);
  JsonNode *node = weft_graph_definition_json (paste->fragment, index);
  JsonArray *items = json_object_get_array_member (json_node_get_object (node), "items");

  for (guint i = 0; i < definition->n_items; i++)
    if (definition->items[i].definition >= 0)
      json_object_set_string_member (json_array_get_object_element (items, i), "definition",
                                     paste->names[definition->items[i].definition]);
  return node;
}

static gboolean
is_same (const Paste *paste, guint index, const WeftGraphDefinition *other, JsonNode *node)
{
  const WeftGraphDefinition *definition = weft_graph_definition (paste->fragment, index);
  g_autoptr (JsonNode) node_other = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_other = NULL;

  if (definition->n_items != other->n_items || definition->n_links != other->n_links
      || definition->n_ports != other->n_ports)
    return FALSE;
  node_other = weft_graph_body_to_json (weft_graph_body_of (other));
  text = weft_json_write_canonical (node);
  text_other = weft_json_write_canonical (node_other);
  return g_strcmp0 (text, text_other) == 0;
}

/* The name of a definition of the graph with the same content: its own, or one with a number that
 * an earlier paste has given it. (transfer full) (nullable) */
static char *
find_same (const Paste *paste, guint index, JsonNode *node)
{
  const char *id = weft_graph_definition (paste->fragment, index)->id;

  for (guint i = 1; i <= COMPARED; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (id) : g_strdup_printf ("%s-%u", id, i);
      int at = weft_graph_find (paste->graph, name);

      if (at < 0)
        return NULL;
      if (is_same (paste, index, weft_graph_definition (paste->graph, at), node))
        return g_steal_pointer (&name);
    }
  return NULL;
}

/* From the lowest level on, so that names inside are known. */
static gboolean
paste_definitions (Paste *paste, GError **error)
{
  guint n = weft_graph_n_definitions (paste->fragment);
  guint n_all = weft_graph_n_definitions (paste->graph);
  g_autofree guint8 *needed = mark_needed (paste);
  g_auto (WeftGraphEditNames) names = { 0 };

  weft_graph_edit_names_init (&names, paste->graph->index);
  paste->names = g_new0 (char *, (gsize) n + 1);
  for (int level = WEFT_LEVEL_PACKAGE; level <= WEFT_LEVEL_CLUSTER; level++)
    for (guint i = 0; i < n; i++)
      {
        const WeftGraphDefinition *definition = weft_graph_definition (paste->fragment, i);
        g_autoptr (JsonNode) node = NULL;

        if (!needed[i] || (int) definition->level != level)
          continue;
        node = translate (paste, i);
        paste->names[i] = find_same (paste, i, node);
        if (paste->names[i] != NULL)
          continue;
        paste->names[i] = weft_graph_edit_names_make (&names, definition->id, FALSE);
        weft_graph_change_add_definition (paste->change, paste->names[i], node, n_all++);
      }
  if (n_all <= WEFT_GRAPH_MAX_DEFINITIONS)
    return TRUE;
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_LIMIT,
                                 g_strdup_printf (_("The design would have %u definitions, at most "
                                                    "%u are possible."), n_all,
                                                  WEFT_GRAPH_MAX_DEFINITIONS));
}

/* --- items and links --- */

/* What is placed keeps its arrangement, its top left corner at @at; if nothing is, rows. */
static void
arrange (const Paste *paste, const double at[2], double *places)
{
  const WeftGraphDefinition *holder = paste->holder;
  guint columns = (guint) ceil (sqrt (holder->n_items));
  double left = INFINITY, top = INFINITY;

  for (guint i = 0; i < holder->n_items; i++)
    if (!isnan (holder->items[i].at[0]))
      {
        left = MIN (left, holder->items[i].at[0]);
        top = MIN (top, holder->items[i].at[1]);
      }
  for (guint i = 0; i < holder->n_items; i++)
    if (isinf (left))
      {
        places[2 * i] = at[0] + i % columns * (double) COLUMN_WIDTH;
        places[2 * i + 1] = at[1] + i / columns * (double) ROW_HEIGHT;
      }
    else
      {
        places[2 * i] = at[0] + (holder->items[i].at[0] - left);
        places[2 * i + 1] = at[1] + (holder->items[i].at[1] - top);
      }
}

static void
paste_items (Paste *paste, const double *places)
{
  const WeftGraphDefinition *owner = paste->owner, *holder = paste->holder;
  int root;
  g_auto (WeftGraphEditNames) names = { 0 };
  g_auto (WeftGraphBatch) batch = { 0 };

  weft_graph_get_root (paste->fragment, &root);
  weft_graph_edit_names_init (&names,
                         weft_graph_list_index (weft_graph_body_of (owner)->lists[WEFT_GRAPH_ITEMS]));
  weft_graph_batch_init (&batch);
  paste->ids = g_new0 (char *, (gsize) holder->n_items + 1);
  for (guint i = 0; i < holder->n_items; i++)
    {
      JsonNode *node = weft_graph_item_json (paste->fragment, root, i);
      JsonObject *object = json_node_get_object (node);
      int definition = holder->items[i].definition;

      paste->ids[i] = weft_graph_edit_names_make (&names, holder->items[i].id, TRUE);
      json_object_set_string_member (object, "id", paste->ids[i]);
      if (definition >= 0)
        json_object_set_string_member (object, "definition", paste->names[definition]);
      if (places != NULL)
        weft_graph_edit_put_place (object, places[2 * i], places[2 * i + 1]);
      weft_graph_batch_add (&batch, owner->n_items + i, node);
    }
  weft_graph_batch_insert (&batch, paste->change, owner->id, WEFT_GRAPH_ITEMS);
}

static char *
rename_cb (const WeftGraphEnd *end, gpointer data)
{
  Paste *paste = data;

  return weft_graph_edit_rename_end (end, paste->ids[end->item]);
}

static gboolean
paste_links (Paste *paste, GError **error)
{
  int root;
  g_auto (WeftGraphBatch) batch = { 0 };

  weft_graph_get_root (paste->fragment, &root);
  weft_graph_batch_init (&batch);
  for (guint i = 0; i < paste->holder->n_links; i++)
    {
      JsonNode *node = weft_graph_link_json (paste->fragment, root, i);

      weft_graph_edit_rename_link (json_node_get_object (node), &paste->holder->links[i],
                                   rename_cb, paste);
      weft_graph_batch_add (&batch, paste->owner->n_links + i, node);
      if (!weft_graph_edit_check (node, WEFT_GRAPH_LINKS, error))
        return FALSE;
    }
  weft_graph_batch_insert (&batch, paste->change, paste->owner->id, WEFT_GRAPH_LINKS);
  return TRUE;
}

static char *
paste_label (const WeftGraphDefinition *holder)
{
  g_autofree char *title = NULL;

  if (holder->n_items != 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Paste %u Item", "Paste %u Items",
                                         holder->n_items), holder->n_items);
  title = weft_graph_edit_item_title (&holder->items[0]);
  return g_strdup_printf (_("Paste %s"), title);
}

/**
 * weft_graph_edit_place:
 * @graph: a graph
 * @definition: which definition gets the items
 * @fragment: a fragment, as weft_graph_copy() writes it; it may come from anywhere
 * @at: (nullable): where its top left corner stands; %NULL: as the fragment says
 * @label: (nullable): what it does, for a menu, translated
 * @error: where to put a #WeftGraphEditError
 *
 * A definition with the same content is used as it is; one of the same name with another content
 * stays, and the new one gets a number. So do items whose name is taken.
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_place (WeftGraph *graph, guint definition, JsonNode *fragment, const double at[2],
                       const char *label, GError **error)
{
  g_auto (Paste) paste = { .graph = graph, .definition = definition };
  g_autofree double *places = NULL;
  guint n;
  WeftEdit *edit;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (fragment != NULL, NULL);

  paste.owner = weft_graph_definition (graph, definition);
  if (!read_fragment (&paste, fragment, error) || !check (&paste, error))
    return NULL;
  paste.change = weft_graph_change_new (graph);
  if (!paste_definitions (&paste, error))
    return NULL;
  n = paste.holder->n_items;
  if (at != NULL && isfinite (at[0]) && isfinite (at[1]))
    {
      places = g_new (double, (gsize) 2 * n);
      arrange (&paste, at, places);
    }
  paste_items (&paste, places);
  if (!paste_links (&paste, error))
    return NULL;
  edit = weft_edit_graph (g_steal_pointer (&paste.change),
                          label != NULL && *label != '\0' ? g_strdup (label)
                                                          : paste_label (paste.holder), FALSE);
  weft_graph_edit_take_new_items (edit, weft_graph_edit_range (paste.owner->n_items, n), n);
  return edit;
}

/**
 * weft_graph_edit_paste:
 * @graph: a graph
 * @definition: which definition gets the items
 * @text: the text of a fragment; it may come from anywhere
 * @at: (nullable): where its top left corner stands
 * @error: where to put a #WeftGraphEditError
 *
 * As weft_graph_edit_place().
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_paste (WeftGraph *graph, guint definition, const char *text, const double at[2],
                       GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) fault = NULL;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  node = weft_json_parse (text, -1, _("fragment"), &weft_json_default_limits, &fault);
  if (node == NULL)
    {
      refuse (error, g_strdup_printf (_("What is to be pasted is no part of a hardware graph: %s."),
                                      fault->message));
      return NULL;
    }
  return weft_graph_edit_place (graph, definition, node, at, NULL, error);
}
