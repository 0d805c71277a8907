/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of one definition's items: what they are, how many, and on which level they may stand. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-rules-private.h"
#include "design/graph/weft-graph-stand.h"
#include "design/physical/weft-physical.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

static void
check_id (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail, GHashTable *ids)
{
  g_autofree char *at = g_strconcat (tail, "/id", NULL);

  if (item->id[0] == '\0' || strpbrk (item->id, ":[]") != NULL)
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "item_id", at,
                          weft_members_string (item->id), NULL,
                          g_strdup_printf (_("“%s” is no name that a link can give."), item->id),
                          _("Use at least one character, and none of : [ ]."));
  else if (!g_hash_table_add (ids, item->id))
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "duplicate_item", at,
                          weft_members_string (item->id), NULL,
                          g_strdup_printf (_("Two items of “%s” are called “%s”."),
                                           rules->definition->id, item->id),
                          _("Give each item of a definition a name of its own."));
}

static void
check_count (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/count", NULL);
  g_autofree char *shown = NULL;
  gboolean high = item->count > WEFT_GRAPH_MAX_COUNT;

  if (item->count >= 1 && !high && item->count == floor (item->count))
    return;
  shown = weft_rules_number (item->count);
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "count_range", at,
                        weft_members_number (item->count),
                        weft_members_number (high ? WEFT_GRAPH_MAX_COUNT : 1),
                        g_strdup_printf (_("The count of “%s” is %s, it must be a whole number "
                                           "from 1 to 1000000000."), item->id, shown),
                        _("Give how many of them there are."));
}

static void
check_rack_unit (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/u", NULL);
  g_autofree char *shown = NULL;

  if (isnan (item->u) || (item->u >= 1 && item->u <= WEFT_PHYSICAL_MAX_UNITS))
    return;
  shown = weft_rules_number (item->u);
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "rack_unit_range", at,
                        weft_members_number (item->u),
                        weft_members_number (item->u < 1 ? 1 : WEFT_PHYSICAL_MAX_UNITS),
                        g_strdup_printf (_("“%s” stands on rack unit %s, expected 1 to %g."),
                                         item->id, shown, WEFT_PHYSICAL_MAX_UNITS),
                        _("The lowest unit of a rack is 1."));
}

static void
check_role (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/role", NULL);
  WeftRole role;

  if (item->role == NULL)
    return;
  if (item->kind != WEFT_GRAPH_CHIP)
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "role_not_chip", at,
                          weft_members_string (item->role), NULL,
                          g_strdup_printf (_("“%s” has a role, but it is no chip."), item->id),
                          _("Give the role to the chips inside of it."));
  else if (!weft_role_parse (item->role, &role))
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_role", at,
                          weft_members_string (item->role), NULL,
                          g_strdup_printf (_("There is no role “%s”."), item->role),
                          _("Use general, prefill, decode, solver or ai."));
}

static void
add_level (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail, WeftLevel level,
           gboolean higher)
{
  const WeftGraphDefinition *owner = rules->definition;
  const char *nick = weft_level_nick (level);

  weft_graph_rules_add (rules, higher ? WEFT_SEVERITY_ERROR : WEFT_SEVERITY_INFO,
                        higher ? "level_order" : "level_skipped", tail,
                        weft_members_string (nick), weft_members_string (owner->level_name),
                        higher
                          ? g_strdup_printf (_("“%s” is of the level %s and cannot stand in “%s”, "
                                               "which is of the level %s."),
                                             item->of, nick, owner->id, owner->level_name)
                          : g_strdup_printf (_("“%s” of the level %s stands in “%s” of the level "
                                               "%s; a level between them is skipped."),
                                             item->of, nick, owner->id, owner->level_name),
                        higher ? _("Levels go package, node, rack, cluster, each inside of a "
                                   "higher one.")
                               : _("Nothing has to be done; the parts count as they are."));
}

static void
check_level (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail, WeftLevel level)
{
  WeftStand stand = weft_graph_stand (item->kind, level, rules->definition->level);

  if (stand != WEFT_STAND_FITS)
    add_level (rules, item, tail, level, stand == WEFT_STAND_NEVER);
}

static void
check_chip (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/chip", NULL);

  if (weft_graph_names_chip (&rules->names, item->of) != NULL)
    {
      /* Chips have no level of their own: one is a socket on a board (CHASE, Table 10). */
      check_level (rules, item, tail, WEFT_LEVEL_NODE);
      return;
    }
  weft_graph_rules_add_unknown (rules, "unknown_chip", at, item->of,
                                weft_graph_rules_may_look (rules)
                                  ? weft_inventory_nearest (rules->inventory, WEFT_RECORD_CHIP,
                                                            item->of)
                                  : NULL,
                                g_strdup_printf (_("The catalog has no chip “%s”, which “%s” is."),
                                                 item->of, item->id),
                                _("\"weft catalog list chips\" shows all of them."));
}

static void
check_component (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/component", NULL);
  const WeftComponent *component = weft_graph_rules_component (rules, at, item->of,
                                                               WEFT_GRAPH_PARTS);

  if (component != NULL)
    check_level (rules, item, tail,
                 weft_graph_component_level (component, rules->definition->level));
}

static void
check_definition (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/definition", NULL);

  if (item->definition >= 0)
    {
      check_level (rules, item, tail,
                   weft_graph_definition (rules->graph, item->definition)->level);
      return;
    }
  weft_graph_rules_add_unknown (rules, "unknown_definition", at, item->of,
                                weft_graph_rules_nearest_definition (rules, item->of),
                                g_strdup_printf (_("There is no definition “%s”, which “%s” is."),
                                                 item->of, item->id),
                                _("Add the definition, or take the item out."));
}

static void
check_kind (WeftGraphRules *rules, const WeftGraphItem *item, const char *tail)
{
  if (item->of == NULL)
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "item_kind", tail, NULL, NULL,
                          g_strdup_printf (_("“%s” must be one of a chip, a component and a "
                                             "definition."), item->id),
                          _("Give exactly one of \"chip\", \"component\" and \"definition\"."));
  else if (item->kind == WEFT_GRAPH_CHIP)
    check_chip (rules, item, tail);
  else if (item->kind == WEFT_GRAPH_COMPONENT)
    check_component (rules, item, tail);
  else
    check_definition (rules, item, tail);
}

/* A rack stands around a rack, a chassis around a node, a socket around a package. */
static gboolean
encloses (const WeftComponent *enclosure, WeftLevel level)
{
  if (level == WEFT_LEVEL_RACK)
    return enclosure->type == WEFT_COMPONENT_RACK;
  if (level == WEFT_LEVEL_NODE)
    return g_str_has_prefix (enclosure->entity, "Chassis.");
  return level == WEFT_LEVEL_PACKAGE && g_str_has_prefix (enclosure->entity, "Socket.");
}

static void
check_enclosure (WeftGraphRules *rules)
{
  const WeftGraphDefinition *definition = rules->definition;
  const WeftComponent *enclosure
      = weft_graph_rules_component (rules, "/enclosure", definition->enclosure,
                                    1u << WEFT_COMPONENT_VERTEX | 1u << WEFT_COMPONENT_RACK);

  if (enclosure == NULL || definition->level == WEFT_LEVEL_ANY
      || encloses (enclosure, definition->level))
    return;
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "enclosure_level", "/enclosure",
                        weft_members_string (enclosure->entity),
                        weft_members_string (definition->level_name),
                        g_strdup_printf (_("%s is a %s and does not stand around “%s”, which is of "
                                           "the level %s."),
                                         enclosure->name, enclosure->entity, definition->id,
                                         definition->level_name),
                        _("Racks enclose racks, chassis enclose nodes, sockets enclose packages; "
                          "a cluster has no enclosure."));
}

void
weft_graph_rules_check_items (WeftGraphRules *rules)
{
  const WeftGraphDefinition *definition = rules->definition;
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  if (definition->n_items == 0)
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "empty_definition", "/items",
                          weft_members_number (0), weft_members_number (1),
                          g_strdup_printf (_("“%s” has no items, at least 1 is needed."),
                                           definition->id),
                          _("Add what it is made of, or take the definition out."));
  if (definition->enclosure != NULL)
    check_enclosure (rules);
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      g_autofree char *tail = g_strdup_printf ("/items/%u", i);

      check_id (rules, item, tail, ids);
      check_kind (rules, item, tail);
      check_count (rules, item, tail);
      check_role (rules, item, tail);
      check_rack_unit (rules, item, tail);
    }
}
