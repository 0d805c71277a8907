/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits that join two ends by a new link, or lead a link elsewhere. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-wire-private.h"
#include "design/weft-members-private.h"

static gboolean
refuse (GError **error, char *message)
{
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED, message);
}

/* --- ends --- */

static gboolean
check_port (const WeftGraph *graph, const WeftGraphItem *item, const WeftGraphEnd *end,
            GError **error)
{
  const WeftGraphDefinition *inside;
  const char *nearest;

  if (item->definition < 0)
    return refuse (error, g_strdup_printf (_("There is no definition “%s”, which “%s” is."),
                                           item->of != NULL ? item->of : "", item->id));
  inside = weft_graph_definition (graph, item->definition);
  if (end->port != NULL && weft_graph_find_port (inside, end->port) != NULL)
    return TRUE;
  if (inside->n_ports == 0)
    return refuse (error, inside->n_items > 0
                            ? g_strdup_printf (_("“%s” exports nothing that a link could end at. "
                                                 "Export a port of it first, such as one of “%s”."),
                                               inside->id, inside->items[0].id)
                            : g_strdup_printf (_("“%s” is empty. Add a part to it and export a "
                                                 "port of that first."), inside->id));
  nearest = end->port != NULL ? weft_graph_edit_nearest_port (inside, end->port) : NULL;
  if (end->port == NULL)
    return refuse (error, g_strdup_printf (_("“%s” is a definition; a link ends at one of its "
                                             "ports, such as “%s”."), item->id,
                                           inside->ports[0].id));
  return refuse (error, g_strdup_printf (_("“%s” exports no port “%s”. Export a port first, or take "
                                           "“%s”."), inside->id, end->port,
                                         nearest != NULL ? nearest : inside->ports[0].id));
}

static gboolean
check_definition_level (const WeftGraph *graph, const WeftGraphDefinition *owner,
                        const WeftGraphItem *item, GError **error)
{
  const WeftGraphDefinition *inside = weft_graph_definition (graph, item->definition);

  if (inside->level == WEFT_LEVEL_ANY || owner->level == WEFT_LEVEL_ANY
      || inside->level < owner->level)
    return TRUE;
  return refuse (error, g_strdup_printf (_("“%s” is of the level %s and cannot stand in “%s”, which "
                                           "is of the level %s."), item->of, inside->level_name,
                                         owner->id, owner->level_name));
}

/* What cools or feeds has no data links, and no part stands above its own level, a switch one. */
static gboolean
check_component (WeftCatalog *catalog, const WeftGraphDefinition *owner,
                 const WeftGraphItem *item, GError **error)
{
  const WeftComponent *component;
  int most = owner->level;

  if (catalog == NULL || item->kind != WEFT_GRAPH_COMPONENT || item->of == NULL)
    return TRUE;
  component = weft_component_find (catalog, item->of);
  if (component == NULL)
    return TRUE;
  if (component->type != WEFT_COMPONENT_VERTEX)
    return refuse (error, g_strdup_printf (_("“%s” is a %s, which has no data links."), item->id,
                                           weft_component_type_nick (component->type)));
  if (g_str_has_prefix (component->entity, "Switch."))
    most++;
  if (component->level == WEFT_LEVEL_ANY || owner->level == WEFT_LEVEL_ANY
      || (int) component->level <= most)
    return TRUE;
  return refuse (error, g_strdup_printf (_("“%s” is of the level %s and cannot stand in “%s”, which "
                                           "is of the level %s."), item->id,
                                         weft_level_nick (component->level), owner->id,
                                         owner->level_name));
}

static gboolean
check_item (const WeftGraph *graph, WeftCatalog *catalog, const WeftGraphDefinition *owner,
            const WeftGraphEnd *end, GError **error)
{
  const WeftGraphItem *item = &owner->items[end->item];

  if (end->instance >= 0 && (double) end->instance >= item->count)
    return refuse (error, g_strdup_printf (_("“%s” names instance %" G_GINT64_FORMAT
                                             ", the last one of %.0f is %.0f."), end->text,
                                           end->instance, item->count, item->count - 1));
  if (item->kind == WEFT_GRAPH_DEFINITION)
    return check_port (graph, item, end, error)
           && check_definition_level (graph, owner, item, error);
  if (end->port != NULL)
    return refuse (error, g_strdup_printf (_("“%s” is no definition and has no port “%s”. Connect "
                                             "the part itself."), item->id, end->port));
  return check_component (catalog, owner, item, error);
}

gboolean
weft_graph_edit_find_end (const WeftGraph *graph, WeftCatalog *catalog, guint definition,
                          const char *text, WeftGraphEnd *end, GError **error)
{
  const WeftGraphDefinition *owner = weft_graph_definition (graph, definition);
  gboolean found;

  weft_graph_read_end (end, text);
  end->item = weft_graph_find_item (owner, end->item_id);
  if (!end->is_sound)
    {
      found = refuse (error, g_strdup_printf (_("“%s” is no end of a link. Write ITEM, ITEM:PORT, "
                                                "ITEM[I] or ITEM[I]:PORT."), text));
    }
  else if (end->item < 0)
    {
      g_autofree char *meant
          = weft_graph_edit_meant (weft_graph_edit_nearest_item (owner, end->item_id));

      found = refuse (error, g_strdup_printf (_("“%s” has no item “%s”.%s"), owner->id,
                                              end->item_id, meant));
    }
  else
    {
      found = check_item (graph, catalog, owner, end, error);
    }
  if (!found)
    {
      weft_graph_clear_end (end);
      *end = (WeftGraphEnd) { 0 };
    }
  return found;
}

/* --- both ends --- */

typedef struct
{
  const WeftGraph *graph;
  const WeftGraphDefinition *owner;
  WeftGraphEnd ends[2];
  const WeftGraphItem *devices[2];
  double counts[2]; /* devices, NAN when unknown */
  double totals[2]; /* ports of all of them, NAN when unknown */
  double used[2];
  gboolean is_switch[2];
  gboolean is_own;
} Pair;

static void
clear_pair (Pair *pair)
{
  for (guint i = 0; i < 2; i++)
    weft_graph_clear_end (&pair->ends[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, clear_pair)

static gboolean
check_same_item (const Pair *pair, GError **error)
{
  const WeftGraphEnd *from = &pair->ends[0], *to = &pair->ends[1];

  if (pair->is_own && pair->counts[0] == 1)
    return refuse (error, g_strdup_printf (_("“%s” is one device, which would be joined to itself. "
                                             "Raise its count first."), from->text));
  if (pair->is_own || from->item != to->item
      || (from->instance >= 0 && to->instance >= 0 && from->instance != to->instance))
    return TRUE;
  return refuse (error, g_strdup_printf (_("“%s” and “%s” are the same item. To join its instances "
                                           "with each other connect one of them with itself."),
                                         from->text, to->text));
}

static gboolean
find_pair (Pair *pair, const WeftGraph *graph, WeftCatalog *catalog, guint definition,
           const char *from, const char *to, GError **error)
{
  const char *texts[2] = { from, to };

  pair->graph = graph;
  pair->owner = weft_graph_definition (graph, definition);
  pair->is_own = g_str_equal (from, to);
  for (guint i = 0; i < 2; i++)
    {
      if (!weft_graph_edit_find_end (graph, catalog, definition, texts[i], &pair->ends[i], error))
        return FALSE;
      pair->counts[i] = weft_graph_end_count (graph, pair->owner, &pair->ends[i]);
      pair->totals[i] = weft_graph_end_total (graph, catalog, pair->owner, &pair->ends[i],
                                              &pair->devices[i]);
      pair->used[i] = weft_graph_end_used (graph, pair->owner, &pair->ends[i]);
      pair->is_switch[i] = weft_graph_is_switch (catalog, pair->devices[i]);
    }
  return check_same_item (pair, error);
}

/* Ports of one device that are left, infinite when unknown. */
static double
left_of (const Pair *pair, guint which)
{
  double left = (pair->totals[which] - pair->used[which]) / pair->counts[which];

  return isnan (left) ? INFINITY : MAX (left, 0);
}

static gboolean
divides (double a, double b)
{
  double rest = fmod (MAX (a, b), MIN (a, b));

  return rest == 0;
}

static const char *
choose_wiring (const Pair *pair)
{
  double a = pair->counts[0], b = pair->counts[1];
  gboolean even = isnan (a) || isnan (b) || divides (a, b);

  if (pair->is_own)
    return "all";
  if ((pair->is_switch[0] || pair->is_switch[1]) && left_of (pair, 0) >= b
      && left_of (pair, 1) >= a)
    return "all";
  return even ? "each" : "all";
}

/* A scale-up switch gets an equal part of the ports of each device. */
static double
choose_channels (const Pair *pair, const char *wiring, const WeftGraphCable *cable)
{
  guint hub = pair->is_switch[1] ? 1 : 0;
  double most;

  if (!cable->is_scaleup || pair->is_own || pair->is_switch[0] == pair->is_switch[1]
      || !g_str_equal (wiring, "all"))
    return 1;
  most = MIN (left_of (pair, 1 - hub) / pair->counts[hub],
              left_of (pair, hub) / pair->counts[1 - hub]);
  if (isinf (left_of (pair, 1 - hub)) || !isfinite (most))
    return 1;
  return CLAMP (floor (most), 1, WEFT_GRAPH_MAX_CHANNELS);
}

static JsonNode *
make_link (const Pair *pair, WeftCatalog *catalog)
{
  WeftGraphCable cable = weft_graph_choose_cable (pair->graph, catalog, pair->owner,
                                                  pair->devices[0], pair->devices[1]);
  const char *wiring = choose_wiring (pair);
  double channels = choose_channels (pair, wiring, &cable);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "from", pair->ends[0].text);
  json_object_set_string_member (object, "to", pair->ends[1].text);
  json_object_set_string_member (object, "wiring", wiring);
  if (cable.component != NULL)
    json_object_set_string_member (object, "component", cable.component);
  if (cable.fabric != NULL)
    json_object_set_string_member (object, "fabric", cable.fabric);
  if (channels > 1)
    json_object_set_member (object, "channels", weft_members_number (channels));
  return weft_members_to_node (object);
}

/**
 * weft_graph_edit_connect:
 * @graph: a graph
 * @catalog: (nullable): the catalog, which knows ports, cables and fabrics
 * @definition: which definition
 * @from: one end: "tray:net", "leaf"
 * @to: the other end; the same one joins its devices with each other
 * @error: where to put a #WeftGraphEditError
 *
 * To a switch every device gets a cable to each one, when the ports suffice; else the devices are
 * spread evenly. The cable is a link of the scale-up fabric that both speak, inside of a rack or
 * node; else copper in racks and optics above, at the rate of the switch's ports. That ports are
 * full is for the rules to say, see weft_graph_may_connect().
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_connect (WeftGraph *graph, WeftCatalog *catalog, guint definition,
                         const char *from, const char *to, GError **error)
{
  const WeftGraphDefinition *owner;
  g_auto (Pair) pair = { 0 };
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *title_from = NULL;
  g_autofree char *title_to = NULL;
  WeftGraphChange *change;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  g_return_val_if_fail (from != NULL && to != NULL, NULL);

  owner = weft_graph_definition (graph, definition);
  if (!weft_graph_edit_has_room (owner->n_links, 1, error)
      || !find_pair (&pair, graph, catalog, definition, from, to, error))
    return NULL;
  node = make_link (&pair, catalog);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_LINKS, error))
    return NULL;
  title_from = weft_graph_edit_end_title (&pair.ends[0]);
  title_to = weft_graph_edit_end_title (&pair.ends[1]);
  change = weft_graph_change_new (graph);
  weft_graph_change_insert (change, owner->id, WEFT_GRAPH_LINKS, &owner->n_links, &node, 1);
  return weft_edit_graph (change,
                          g_strdup_printf (_("Connect %s to %s"), title_from, title_to), FALSE);
}

/**
 * weft_graph_may_connect:
 * @graph: a graph
 * @catalog: (nullable): the catalog
 * @definition: which definition
 * @from: one end
 * @to: the other end
 * @why: (out) (optional) (nullable): why not, in words
 *
 * Also %FALSE when the ports of an end are known to be full; weft_graph_edit_connect() makes the
 * link nevertheless, and the rules report it.
 *
 * Returns: whether a link between the two makes sense
 */
gboolean
weft_graph_may_connect (WeftGraph *graph, WeftCatalog *catalog, guint definition,
                        const char *from, const char *to, char **why)
{
  g_autoptr (GError) error = NULL;
  g_auto (Pair) pair = { 0 };

  if (why != NULL)
    *why = NULL;
  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), FALSE);
  g_return_val_if_fail (from != NULL && to != NULL, FALSE);

  if (!find_pair (&pair, graph, catalog, definition, from, to, &error))
    {
      if (why != NULL)
        *why = g_strdup (error->message);
      return FALSE;
    }
  for (guint i = 0; i < 2; i++)
    if (pair.used[i] >= pair.totals[i])
      {
        if (why != NULL)
          *why = g_strdup_printf (_("“%s” is full: %.0f cables are plugged into its %.0f ports."),
                                  pair.ends[i].text, pair.used[i], pair.totals[i]);
        return FALSE;
      }
  return TRUE;
}

/* --- other ends --- */

static void
put_end (JsonObject *object, const WeftGraphLink *link, int which, const char *end)
{
  JsonArray *array;

  if (which < 0)
    {
      json_object_set_string_member (object, "from", end);
      return;
    }
  if (!JSON_NODE_HOLDS_ARRAY (json_object_get_member (object, "to")))
    {
      json_object_set_string_member (object, "to", end);
      return;
    }
  array = json_array_sized_new (link->n_to);
  for (guint i = 0; i < link->n_to; i++)
    json_array_add_string_element (array, i == (guint) which ? end : link->to[i].text);
  json_object_set_array_member (object, "to", array);
}

/**
 * weft_graph_edit_rewire:
 * @graph: a graph
 * @catalog: (nullable): the catalog
 * @definition: which definition
 * @link: which link
 * @which: -1 for "from", else which end of "to"
 * @end: where it leads afterwards
 * @error: where to put a #WeftGraphEditError
 *
 * Wiring, cable and fabric stay as they are.
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_graph_edit_rewire (WeftGraph *graph, WeftCatalog *catalog, guint definition, guint link,
                        int which, const char *end, GError **error)
{
  const WeftGraphDefinition *owner;
  const WeftGraphLink *old;
  const char *other;
  g_auto (Pair) pair = { 0 };
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *title_end = NULL;
  g_autofree char *title_other = NULL;
  WeftGraphChange *change;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);
  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (link < owner->n_links && end != NULL, NULL);
  old = &owner->links[link];
  g_return_val_if_fail (which >= -1 && which < (int) old->n_to, NULL);

  other = which >= 0 ? old->from.text : old->n_to > 0 ? old->to[0].text : end;
  if (!find_pair (&pair, graph, catalog, definition, end, other, error))
    return NULL;
  node = weft_graph_link_json (graph, definition, link);
  put_end (json_node_get_object (node), old, which, end);
  if (!weft_graph_edit_check (node, WEFT_GRAPH_LINKS, error))
    return NULL;
  title_end = weft_graph_edit_end_title (&pair.ends[0]);
  title_other = weft_graph_edit_end_title (&pair.ends[1]);
  change = weft_graph_change_new (graph);
  weft_graph_change_replace (change, owner->id, WEFT_GRAPH_LINKS, &link, &node, 1);
  return weft_edit_graph (change,
                          which < 0 ? g_strdup_printf (_("Reconnect %s and %s"), title_end,
                                                       title_other)
                                    : g_strdup_printf (_("Reconnect %s and %s"), title_other,
                                                       title_end), FALSE);
}
