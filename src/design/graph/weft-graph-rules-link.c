/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of one definition's links and ports: ends that lead somewhere, numbers that match, ports
 * that suffice, and lengths that the medium bridges. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-rules-private.h"
#include "design/graph/weft-graph-rules.h"
#include "design/physical/weft-physical.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

/* Cables that are plugged into each device of an end. */
typedef struct
{
  const WeftGraphEnd *end;
  char *tail;
  double used;
} Use;

static void
free_use (gpointer data)
{
  Use *use = data;

  g_free (use->tail);
  g_free (use);
}

static gboolean
refuse_end (WeftGraphRules *rules, const char *code, const char *tail, const WeftGraphEnd *end,
            char *message, const char *hint)
{
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, code, tail, weft_members_string (end->text),
                        NULL, message, hint);
  return FALSE;
}

static gboolean
check_port_of (WeftGraphRules *rules, const WeftGraphEnd *end, const WeftGraphItem *item,
               const char *tail)
{
  const WeftGraphDefinition *inside;

  if (item->kind != WEFT_GRAPH_DEFINITION)
    {
      if (end->port == NULL)
        return TRUE;
      return refuse_end (rules, "unknown_port", tail, end,
                         g_strdup_printf (_("“%s” names a port, but “%s” is no definition."),
                                          end->text, end->item_id),
                         _("Name the item alone."));
    }
  if (item->definition < 0)
    return FALSE;
  inside = weft_graph_definition (rules->graph, item->definition);
  if (end->port == NULL)
    return refuse_end (rules, "port_needed", tail, end,
                       g_strdup_printf (_("“%s” is a definition; a link ends at one of its "
                                          "ports."), end->text),
                       _("Write ITEM:PORT, with a port that the definition exports."));
  if (weft_graph_find_port (inside, end->port) != NULL)
    return TRUE;
  weft_graph_rules_add_unknown (rules, "unknown_port", tail, end->port,
                                weft_graph_rules_nearest_port (rules, inside, end->port),
                                g_strdup_printf (_("“%s” exports no port “%s”."), inside->id,
                                                 end->port),
                                _("Add the port to the definition."));
  return FALSE;
}

/* FALSE when the end leads nowhere. */
static gboolean
check_end (WeftGraphRules *rules, const WeftGraphEnd *end, const char *tail)
{
  const WeftGraphItem *item;

  if (!end->is_sound)
    return refuse_end (rules, "end_form", tail, end,
                       g_strdup_printf (_("“%s” is no end of a link."), end->text),
                       _("Write ITEM, ITEM:PORT, ITEM[I] or ITEM[I]:PORT."));
  if (end->item < 0)
    {
      weft_graph_rules_add_unknown (rules, "unknown_item", tail, end->item_id,
                                    weft_graph_rules_nearest_item (rules, end->item_id),
                                    g_strdup_printf (_("“%s” has no item “%s”; the end is loose."),
                                                     rules->definition->id, end->item_id),
                                    _("Add the item, or take the link out."));
      return FALSE;
    }
  item = &rules->definition->items[end->item];
  if (end->instance >= 0 && (double) end->instance >= item->count)
    {
      g_autofree char *last = weft_rules_number (item->count - 1);

      weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "instance_range", tail,
                            weft_members_number (end->instance),
                            weft_members_number (item->count - 1),
                            g_strdup_printf (_("“%s” names instance %" G_GINT64_FORMAT
                                               ", the last one is %s."),
                                             end->text, end->instance, last),
                            _("Instances are counted from 0."));
      return FALSE;
    }
  return check_port_of (rules, end, item, tail);
}

static gboolean
overlap (const WeftGraphEnd *a, const WeftGraphEnd *b)
{
  return a->item == b->item && (a->instance < 0 || b->instance < 0 || a->instance == b->instance);
}

/* Ends that share a device without being the same group would join it to itself or twice. */
static gboolean
check_apart (WeftGraphRules *rules, const WeftGraphLink *link, const char *tail)
{
  /* An item as a whole is given once, or instances of it are given once each. */
  g_autoptr (GHashTable) items = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) wholes = g_hash_table_new (g_str_hash, g_str_equal);
  const WeftGraphEnd *twice = NULL;

  for (guint i = 0; i < link->n_to && twice == NULL; i++)
    {
      const WeftGraphEnd *to = &link->to[i];
      gboolean is_whole = to->instance < 0;

      if ((overlap (&link->from, to) && !weft_graph_link_is_own (link))
          || g_hash_table_contains (is_whole ? items : wholes, to->item_id)
          || g_hash_table_contains (items, to->text))
        twice = to;
      g_hash_table_add (items, to->item_id);
      g_hash_table_add (items, to->text);
      if (is_whole)
        g_hash_table_add (wholes, to->item_id);
    }
  if (twice == NULL)
    return TRUE;
  return refuse_end (rules, "cable_loop", tail, twice,
                     g_strdup_printf (_("“%s” is on both ends, or twice on one; a cable would lead "
                                        "back to its device."), twice->item_id),
                     _("Join the instances of one item with the same end twice."));
}

static gboolean
check_ends (WeftGraphRules *rules, const WeftGraphLink *link, const char *tail)
{
  g_autofree char *from = g_strconcat (tail, "/from", NULL);
  gboolean sound = check_end (rules, &link->from, from);

  if (link->n_to != 1 && (link->n_to == 0 || link->wiring != WEFT_WIRING_GENERATOR))
    {
      weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "wiring_ends", tail,
                            weft_members_number (link->n_to), weft_members_number (1),
                            g_strdup_printf (_("The link has %u ends to lead to, expected 1."),
                                             link->n_to),
                            _("Only a generator takes a list of items."));
      return FALSE;
    }
  for (guint i = 0; i < link->n_to; i++)
    {
      g_autofree char *to = link->n_to == 1 ? g_strconcat (tail, "/to", NULL)
                                            : g_strdup_printf ("%s/to/%u", tail, i);

      sound = check_end (rules, &link->to[i], to) && sound;
    }
  return sound && check_apart (rules, link, tail);
}

static void
check_values (WeftGraphRules *rules, const WeftGraphLink *link, const char *tail)
{
  g_autofree char *at_channels = g_strconcat (tail, "/channels", NULL);
  g_autofree char *at_length = g_strconcat (tail, "/length_m", NULL);
  g_autofree char *channels = weft_rules_number (link->channels);
  g_autofree char *length = weft_rules_number (link->length_m);

  if (!(link->channels >= 1) || link->channels > WEFT_GRAPH_MAX_CHANNELS
      || link->channels != floor (link->channels))
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "channels_range", at_channels,
                          weft_members_number (link->channels),
                          weft_members_number (link->channels < 1 ? 1 : WEFT_GRAPH_MAX_CHANNELS),
                          g_strdup_printf (_("The link from “%s” has %s channels, expected a "
                                             "whole number from 1 to 1000000."),
                                           link->from.text, channels),
                          _("Give how many cables run side by side."));
  if (!isnan (link->length_m)
      && !(link->length_m >= 0 && link->length_m <= WEFT_PHYSICAL_MAX_LENGTH_M))
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "length_range", at_length,
                          weft_members_number (link->length_m),
                          weft_members_number (link->length_m < 0 ? 0
                                                                  : WEFT_PHYSICAL_MAX_LENGTH_M),
                          g_strdup_printf (_("The link from “%s” is %s m long, expected 0 to "
                                             "100000 m."), link->from.text, length),
                          _("Give metres, or leave the length out."));
}

/* What is part of a socket or of a board ends with it. */
static gboolean
check_medium_level (WeftGraphRules *rules, const WeftGraphLink *link, const char *at,
                    const WeftComponent *component)
{
  WeftLevel most = weft_graph_medium_level (component);
  const WeftGraphDefinition *owner = rules->definition;

  if (owner->level == WEFT_LEVEL_ANY || owner->level <= most)
    return TRUE;
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "link_level", at,
                        weft_members_string (owner->level_name),
                        weft_members_string (weft_level_nick (most)),
                        g_strdup_printf (_("%s, the link from “%s”, runs inside a %s and cannot "
                                           "join parts of the level %s."),
                                         component->name, link->from.text, weft_level_nick (most),
                                         owner->level_name),
                        _("Take a cable or optics for it."));
  return FALSE;
}

static void
check_medium (WeftGraphRules *rules, const WeftGraphLink *link, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/component", NULL);
  g_autofree char *at_length = g_strconcat (tail, "/length_m", NULL);
  g_autofree char *length = NULL;
  g_autofree char *most = NULL;
  g_autofree char *hint = NULL;
  const WeftComponent *component;

  if (link->component == NULL)
    return;
  component = weft_graph_rules_component (rules, at, link->component, 1u << WEFT_COMPONENT_LINK);
  if (component == NULL || !check_medium_level (rules, link, at, component)
      || !(link->length_m > component->length_max_m))
    return;
  length = weft_rules_number (link->length_m);
  most = weft_rules_number (component->length_max_m);
  hint = weft_graph_reach_hint (link->length_m);
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "cable_reach", at_length,
                        weft_members_number (link->length_m),
                        weft_members_number (component->length_max_m),
                        g_strdup_printf (_("The link from “%s” is %s m long, %s reaches %s m."),
                                         link->from.text, length, component->name, most),
                        hint);
}

static void
check_fabric (WeftGraphRules *rules, const WeftGraphLink *link, const char *tail)
{
  g_autofree char *at = g_strconcat (tail, "/fabric", NULL);
  const char *nearest = NULL;
  gboolean look;

  if (link->fabric == NULL || weft_graph_names_scaleup (&rules->names, link->fabric) != NULL
      || weft_graph_names_scaleout (&rules->names, link->fabric) != NULL)
    return;
  look = weft_graph_rules_may_look (rules);
  if (look)
    nearest = weft_inventory_nearest (rules->inventory, WEFT_RECORD_SCALEUP, link->fabric);
  if (look && nearest == NULL)
    nearest = weft_inventory_nearest (rules->inventory, WEFT_RECORD_SCALEOUT, link->fabric);
  weft_graph_rules_add_unknown (rules, "unknown_fabric", at, link->fabric, nearest,
                                g_strdup_printf (_("The catalog has no fabric “%s”."),
                                                 link->fabric),
                                _("\"weft catalog list scaleup\" and \"scaleout\" show all of "
                                  "them."));
}

static void
count_degree_cb (guint32 a, guint32 b, guint32 cables, gpointer data)
{
  guint32 *degrees = data;

  degrees[a] += cables;
  degrees[b] += cables;
}

static void
add_use (GPtrArray *uses, const WeftGraphEnd *end, const char *tail, double used)
{
  Use *use = g_new (Use, 1);

  *use = (Use) { end, g_strdup (tail), used };
  g_ptr_array_add (uses, use);
}

/* The most cables that one device of each end takes. All walks together are bounded: a machine with
 * more pairs is refused as a whole. */
static void
collect_uses (WeftGraphRules *rules, const WeftWire *wire, const char *tail, GPtrArray *uses)
{
  const WeftGraphLink *link = wire->link;
  g_autofree guint32 *degrees = NULL;
  guint32 at = 0;

  /* Whatever nobody uses may be of any size. */
  if (!rules->is_reached)
    return;
  rules->n_walked += weft_wire_max_pairs (wire) + wire->n_from + wire->n_to;
  if (rules->n_walked > WEFT_GRAPH_MAX_LINKS)
    return;
  degrees = g_new0 (guint32, (gsize) wire->n_from + wire->n_to);
  if (!weft_wire_foreach (wire, count_degree_cb, degrees, NULL))
    return;
  for (guint i = 0; i <= link->n_to - (wire->is_own ? 1 : 0); i++)
    {
      const WeftGraphEnd *end = i == 0 ? &link->from : &link->to[i - 1];
      double n = weft_graph_end_count (rules->graph, rules->definition, end);
      guint32 most = 0;

      for (guint32 j = 0; j < (guint32) n; j++)
        most = MAX (most, degrees[at + j]);
      at += (guint32) n;
      add_use (uses, end, tail, most * link->channels);
    }
}

/* (transfer full): how the instances of the first end make up a number that does not go with the
 * wiring, NULL when there is one or each has one device. */
static char *
describe_sum (const WeftGraphRules *rules, const WeftGraphLink *link, const WeftWireFault *fault)
{
  const WeftGraphItem *item = &rules->definition->items[link->from.item];
  double each = fault->found / item->count;
  double off = fabs (fault->expected - fault->found);

  if (!fault->is_of_from || link->from.instance >= 0 || item->count < 2 || each < 2)
    return NULL;
  if (fault->found < fault->expected)
    /* Translators: a count, an item, devices of each, their product, and how many are missing. */
    return g_strdup_printf (_("%.0f of “%s” with %.0f each make %.0f: %.0f too few."), item->count,
                            item->id, each, fault->found, off);
  /* Translators: a count, an item, devices of each, their product, and how many are too many. */
  return g_strdup_printf (_("%.0f of “%s” with %.0f each make %.0f: %.0f too many."), item->count,
                          item->id, each, fault->found, off);
}

static void
add_fault (WeftGraphRules *rules, const WeftGraphLink *link, const char *at, WeftWireFault *fault)
{
  g_autofree char *sum = describe_sum (rules, link, fault);

  if (sum != NULL)
    {
      g_autofree char *first = fault->message;

      fault->message = g_strconcat (first, " ", sum, NULL);
    }
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, fault->code, at,
                        weft_members_number (fault->found), weft_members_number (fault->expected),
                        fault->message, fault->hint);
}

static void
check_wiring (WeftGraphRules *rules, const WeftGraphLink *link, const char *tail, GPtrArray *uses)
{
  g_autofree char *at = g_strconcat (tail, "/wiring", NULL);
  g_auto (WeftWire) wire = { 0 };
  WeftWireFault fault;
  double n_from, n_to = 0;

  n_from = weft_graph_end_count (rules->graph, rules->definition, &link->from);
  for (guint i = 0; i < link->n_to; i++)
    n_to += weft_graph_end_count (rules->graph, rules->definition, &link->to[i]);
  /* What cannot be counted has been reported where its count fails. */
  if (isnan (n_from) || isnan (n_to))
    return;
  if (weft_wire_init (&wire, link, n_from, n_to, &fault))
    {
      collect_uses (rules, &wire, tail, uses);
      return;
    }
  add_fault (rules, link, at, &fault);
}

static void
check_link (WeftGraphRules *rules, guint index, GPtrArray *uses)
{
  const WeftGraphLink *link = &rules->definition->links[index];
  g_autofree char *tail = g_strdup_printf ("/links/%u", index);
  g_autofree char *at = g_strconcat (tail, "/wiring", NULL);
  gboolean sound;

  check_values (rules, link, tail);
  check_medium (rules, link, tail);
  check_fabric (rules, link, tail);
  sound = check_ends (rules, link, tail);
  if (link->wiring == WEFT_WIRING_UNKNOWN)
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_wiring", at,
                          weft_members_string (link->wiring_name), NULL,
                          g_strdup_printf (_("The link from “%s” has no wiring that Weft knows."),
                                           link->from.text),
                          _("Use \"all\", \"each\", \"ring\", or an object with exactly one of "
                            "\"torus\", \"mesh\" and \"generator\"."));
  else if (sound)
    check_wiring (rules, link, tail, uses);
}

/* Adds one use to the sums; a violation when the port has no more. @whole: what all instances have
 * of the links that name the item as such. */
static void
add_up (WeftGraphRules *rules, const Use *use, GHashTable *sums, double whole)
{
  double limit = weft_graph_end_per_item (rules->graph, rules->definition, use->end);
  double *sum = g_hash_table_lookup (sums, use->end->text);

  if (sum == NULL)
    {
      sum = g_new0 (double, 1);
      g_hash_table_insert (sums, use->end->text, sum);
    }
  *sum += use->used;
  if (!(*sum + whole > limit))
    return;
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "ports_exceeded", use->tail,
                        weft_members_number (*sum + whole), weft_members_number (limit),
                        g_strdup_printf (_("A device of “%s” takes %.0f cables, it exports %.0f "
                                           "ports."), use->end->text, *sum + whole, limit),
                        _("Export more ports, or take fewer channels."));
}

/* What the links of one item and port take together, against what is exported. */
static void
check_uses (WeftGraphRules *rules, GPtrArray *uses)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; i < uses->len; i++)
    {
      const Use *use = g_ptr_array_index (uses, i);

      if (use->end->instance < 0)
        add_up (rules, use, sums, 0);
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const Use *use = g_ptr_array_index (uses, i);
      g_autofree char *group = g_strdup_printf ("%s:%s", use->end->item_id, use->end->port);
      const double *whole = g_hash_table_lookup (sums, group);

      if (use->end->instance >= 0)
        add_up (rules, use, sums, whole != NULL ? *whole : 0);
    }
}

/* A port cannot export more than the one inside that it leads to. */
static void
check_inner_port (WeftGraphRules *rules, const WeftGraphPort *port, const char *tail)
{
  double inner = weft_graph_end_per_item (rules->graph, rules->definition, &port->of);

  if (!(port->per_item > inner))
    return;
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "per_item_range", tail,
                        weft_members_number (port->per_item), weft_members_number (inner),
                        g_strdup_printf (_("The port “%s” exports %g ports of each device, “%s” "
                                           "has %g."),
                                         port->id, port->per_item, port->of.text, inner),
                        _("Export fewer, or more of the definition inside."));
}

static void
check_ports (WeftGraphRules *rules)
{
  const WeftGraphDefinition *definition = rules->definition;
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < definition->n_ports; i++)
    {
      const WeftGraphPort *port = &definition->ports[i];
      g_autofree char *tail = g_strdup_printf ("/ports/%u", i);
      g_autofree char *of = g_strconcat (tail, "/of", NULL);
      g_autofree char *per_item = g_strconcat (tail, "/per_item", NULL);

      if (port->id[0] == '\0')
        weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "port_id", tail,
                              weft_members_string (port->id), NULL,
                              g_strdup_printf (_("A port of “%s” has no name, so no link can end "
                                                 "there."), definition->id),
                              _("Use at least one character."));
      else if (!g_hash_table_add (ids, port->id))
        weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "duplicate_port", tail,
                              weft_members_string (port->id), NULL,
                              g_strdup_printf (_("Two ports of “%s” are called “%s”."),
                                               definition->id, port->id),
                              _("Give each port of a definition a name of its own."));
      check_end (rules, &port->of, of);
      if (!isnan (port->per_item)
          && (!(port->per_item >= 1) || port->per_item > WEFT_GRAPH_MAX_CHANNELS
              || port->per_item != floor (port->per_item)))
        weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "per_item_range", per_item,
                              weft_members_number (port->per_item), weft_members_number (1),
                              g_strdup_printf (_("The port “%s” has %g ports of each device, "
                                                 "expected a whole number from 1 to 1000000."),
                                               port->id, port->per_item),
                              _("Give how many ports of each device are exported."));
      else
        check_inner_port (rules, port, per_item);
    }
}

void
weft_graph_rules_check_links (WeftGraphRules *rules)
{
  g_autoptr (GPtrArray) uses = g_ptr_array_new_with_free_func (free_use);

  for (guint i = 0; i < rules->definition->n_links; i++)
    check_link (rules, i, uses);
  check_uses (rules, uses);
  check_ports (rules);
}
