/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The composition rules in document order: root, each definition, cycles, what nobody
 * uses, size. */
#include "design/graph/weft-graph-rules.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-pointer.h"
#include "design/graph/weft-graph-rules-private.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

typedef enum
{
  NEW,
  OPEN,
  DONE,
} Visit;

typedef struct
{
  double devices;
  double pairs;
} Size;

void
weft_graph_rules_add (WeftGraphRules *rules, WeftSeverity severity, const char *code,
                      const char *tail, JsonNode *actual, JsonNode *limit, char *message,
                      const char *hint)
{
  g_autofree char *path = g_strconcat (rules->where, tail, NULL);
  g_autofree char *taken = message;

  weft_graph_found_add (&rules->found, weft_violation_new (code, severity, path, actual, limit,
                                                           message, hint));
}

void
weft_graph_rules_add_unknown (WeftGraphRules *rules, const char *code, const char *tail,
                              const char *name, const char *nearest, char *message,
                              const char *hint)
{
  g_autofree char *meant = NULL;

  if (nearest != NULL)
    hint = meant = g_strdup_printf (_("Did you mean %s?"), nearest);
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, code, tail, weft_members_string (name),
                        weft_members_string (nearest), message, hint);
}

gboolean
weft_graph_rules_may_look (WeftGraphRules *rules)
{
  return rules->n_nearest++ < WEFT_GRAPH_RULES_NEAREST;
}

const WeftComponent *
weft_graph_rules_component (WeftGraphRules *rules, const char *tail, const char *name,
                            guint types)
{
  const WeftComponent *component = weft_graph_names_component (&rules->names, name);

  if (component == NULL)
    weft_graph_rules_add_unknown (rules, "unknown_component", tail, name,
                                  weft_graph_rules_may_look (rules)
                                    ? weft_catalog_nearest (rules->catalog,
                                                            WEFT_RECORD_COMPONENT, name)
                                    : NULL,
                                  g_strdup_printf (_("The catalog has no component “%s”."), name),
                                  _("\"weft catalog list components\" shows all of them."));
  else if ((types & 1u << component->type) != 0)
    return component;
  else
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "component_type", tail,
                          weft_members_string (weft_component_type_nick (component->type)), NULL,
                          g_strdup_printf (_("“%s” is a %s, which does not stand here."), name,
                                           weft_component_type_nick (component->type)),
                          _("Vertices, coolant units and power shelves are items, links join "
                            "them, chassis and racks enclose them."));
  return NULL;
}

static const char *
nearest_of (WeftGraphRules *rules, const char *name, gconstpointer first, gsize stride, guint n)
{
  g_autoptr (GPtrArray) known = NULL;

  if (!weft_graph_rules_may_look (rules))
    return NULL;
  known = g_ptr_array_sized_new (n + 1);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (known, *(char *const *) ((const char *) first + i * stride));
  g_ptr_array_add (known, NULL);
  return weft_design_nearest (name, (const char *const *) known->pdata);
}

const char *
weft_graph_rules_nearest_item (WeftGraphRules *rules, const char *name)
{
  const WeftGraphDefinition *definition = rules->definition;

  G_STATIC_ASSERT (G_STRUCT_OFFSET (WeftGraphItem, id) == 0);
  return nearest_of (rules, name, definition->items, sizeof (WeftGraphItem), definition->n_items);
}

const char *
weft_graph_rules_nearest_port (WeftGraphRules *rules, const WeftGraphDefinition *definition,
                               const char *name)
{
  G_STATIC_ASSERT (G_STRUCT_OFFSET (WeftGraphPort, id) == 0);
  return nearest_of (rules, name, definition->ports, sizeof (WeftGraphPort), definition->n_ports);
}

const char *
weft_graph_rules_nearest_definition (WeftGraphRules *rules, const char *name)
{
  G_STATIC_ASSERT (G_STRUCT_OFFSET (WeftGraphDefinition, id) == 0);
  return nearest_of (rules, name, weft_graph_definition (rules->graph, 0),
                     sizeof (WeftGraphDefinition), weft_graph_n_definitions (rules->graph));
}

static void
enter (WeftGraphRules *rules, guint index)
{
  g_autofree char *escaped = NULL;

  rules->definition = weft_graph_definition (rules->graph, index);
  escaped = weft_json_pointer_escape (rules->definition->id);
  g_free (rules->where);
  rules->where = g_strconcat ("/graph/definitions/", escaped, NULL);
}

static void
check_level (WeftGraphRules *rules)
{
  if (rules->definition->level == WEFT_LEVEL_ANY)
    weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_level", "/level",
                          weft_members_string (rules->definition->level_name), NULL,
                          g_strdup_printf (_("There is no level “%s”."),
                                           rules->definition->level_name),
                          _("Use package, node, rack or cluster."));
}

/* The definitions from the one that closes the circle, in words. */
static void
add_cycle (WeftGraphRules *rules, GArray *path, guint again)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint from = 0, last;

  if (rules->n_cycles++ >= WEFT_GRAPH_RULES_CYCLES)
    return;
  while (g_array_index (path, guint, from) != again)
    from++;
  last = MIN (path->len, from + WEFT_GRAPH_RULES_CYCLE_NAMES);
  for (guint i = from; i < last; i++)
    g_string_append_printf (names, "%s > ", weft_graph_definition (
                              rules->graph, g_array_index (path, guint, i))->id);
  if (last < path->len)
    g_string_append_printf (names, _("%u more > "), path->len - last);
  enter (rules, again);
  g_string_append (names, rules->definition->id);
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "definition_cycle", NULL,
                        weft_members_string (names->str), NULL,
                        g_strdup_printf (_("“%s” contains itself: %s."), rules->definition->id,
                                         names->str),
                        _("Take one of the items out that close the circle."));
}

/* Depth first without recursion, since ten thousand definitions may stand in a row. */
static void
visit (WeftGraphRules *rules, guint start, guint8 *visits)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint zero = 0;

  g_array_append_val (path, start);
  g_array_append_val (next, zero);
  visits[start] = OPEN;
  while (path->len > 0)
    {
      guint at = g_array_index (path, guint, path->len - 1);
      const WeftGraphDefinition *definition = weft_graph_definition (rules->graph, at);
      guint *i = &g_array_index (next, guint, next->len - 1);
      int to;

      if (*i == definition->n_items)
        {
          visits[at] = DONE;
          g_array_set_size (path, path->len - 1);
          g_array_set_size (next, next->len - 1);
          continue;
        }
      to = definition->items[(*i)++].definition;
      if (to >= 0 && visits[to] == OPEN)
        add_cycle (rules, path, to);
      else if (to >= 0 && visits[to] == NEW)
        {
          guint child = to;

          visits[to] = OPEN;
          g_array_append_val (path, child);
          g_array_append_val (next, zero);
        }
    }
}

/* Cycles anywhere, and what the root does not reach. */
static void
check_reach (WeftGraphRules *rules, int root, const guint8 *reached)
{
  guint n = weft_graph_n_definitions (rules->graph);
  g_autofree guint8 *visits = g_new0 (guint8, n + 1);

  if (root >= 0)
    visit (rules, root, visits);
  for (guint i = 0; i < n; i++)
    if (visits[i] == NEW)
      visit (rules, i, visits);
  for (guint i = 0; i < n && root >= 0; i++)
    if (!reached[i])
      {
        enter (rules, i);
        weft_graph_rules_add (rules, WEFT_SEVERITY_INFO, "unused_definition", NULL, NULL, NULL,
                              g_strdup_printf (_("Nothing in the machine is a “%s”."),
                                               rules->definition->id),
                              _("It is kept as it is, without effect."));
      }
}

/* (transfer full): [n_definitions] whether the machine has one of it. */
static guint8 *
find_reached (const WeftGraph *graph, int root)
{
  guint n = weft_graph_n_definitions (graph);
  guint8 *reached = g_new0 (guint8, n + 1);
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (int));

  if (root < 0)
    return reached;
  reached[root] = TRUE;
  g_array_append_val (next, root);
  for (guint at = 0; at < next->len; at++)
    {
      const WeftGraphDefinition *definition
          = weft_graph_definition (graph, g_array_index (next, int, at));

      for (guint i = 0; i < definition->n_items; i++)
        {
          int to = definition->items[i].definition;

          if (to < 0 || reached[to])
            continue;
          reached[to] = TRUE;
          g_array_append_val (next, to);
        }
    }
  return reached;
}

static Size
measure (const WeftGraph *graph, guint index, Size *sizes)
{
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);
  Size size = { 0, 0 };

  if (sizes[index].devices > 0)
    return sizes[index];
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      Size one = item->definition >= 0 ? measure (graph, item->definition, sizes)
                                       : (Size) { 1, 0 };

      size.devices += item->count * one.devices;
      size.pairs += item->count * one.pairs;
    }
  for (guint i = 0; i < definition->n_links; i++)
    {
      const WeftGraphLink *link = &definition->links[i];
      g_auto (WeftWire) wire = { 0 };
      WeftWireFault fault = { NULL };
      double n_to = 0;

      for (guint j = 0; j < link->n_to; j++)
        n_to += weft_graph_end_count (graph, definition, &link->to[j]);
      if (weft_wire_init (&wire, link, weft_graph_end_count (graph, definition, &link->from), n_to,
                          &fault))
        size.pairs += weft_wire_max_pairs (&wire);
      g_free (fault.message);
    }
  sizes[index] = size;
  return size;
}

/* Only for a graph that is sound so far, so that its levels bound the depth. */
static void
check_size (WeftGraphRules *rules, int root)
{
  g_autofree Size *sizes = g_new0 (Size, weft_graph_n_definitions (rules->graph));
  Size size = measure (rules->graph, root, sizes);
  gboolean links = size.devices <= WEFT_GRAPH_MAX_DEVICES;
  double found = links ? 2 * size.pairs : size.devices;
  double most = links ? WEFT_GRAPH_MAX_LINKS : WEFT_GRAPH_MAX_DEVICES;
  char shown[G_ASCII_DTOSTR_BUF_SIZE];
  char shown_most[G_ASCII_DTOSTR_BUF_SIZE];

  if (found <= most)
    return;
  g_ascii_formatd (shown, sizeof shown, "%.15g", found);
  g_ascii_formatd (shown_most, sizeof shown_most, "%.15g", most);
  enter (rules, root);
  weft_graph_rules_add (rules, WEFT_SEVERITY_ERROR, "graph_too_large", NULL,
                        weft_members_number (found), weft_members_number (most),
                        links ? g_strdup_printf (_("The machine has %s links, at most %s are "
                                                   "taken."), shown, shown_most)
                              : g_strdup_printf (_("The machine has %s devices, at most %s "
                                                   "are taken."), shown, shown_most),
                        _("Make the counts smaller."));
}

/**
 * weft_graph_rules_check:
 * @graph: a graph
 * @inventory: the catalog as the profile sees it that judges the design
 * @violations: (element-type WeftViolation): where to append; it frees its elements with
 *   g_object_unref()
 *
 * Returns: whether the graph can be flattened: no violation is an error
 */
gboolean
weft_graph_rules_check (WeftGraph *graph, WeftInventory *inventory, GPtrArray *violations)
{
  WeftGraphRules rules = { .graph = graph, .inventory = inventory };
  g_autofree guint8 *reached = NULL;
  const char *name;
  int root;

  g_return_val_if_fail (graph != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  weft_graph_found_init (&rules.found, violations);
  weft_graph_names_init (&rules.names, inventory);
  rules.catalog = weft_inventory_get_catalog (inventory);
  rules.where = g_strdup ("/graph/root");
  name = weft_graph_get_root (graph, &root);
  if (root < 0)
    weft_graph_rules_add_unknown (&rules, "unknown_root", NULL, name,
                                  weft_graph_n_definitions (graph) > 0
                                    ? weft_graph_rules_nearest_definition (&rules, name) : NULL,
                                  g_strdup_printf (_("There is no definition “%s” to be the "
                                                     "machine."), name),
                                  _("Name the definition that is the whole machine."));
  reached = find_reached (graph, root);
  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    {
      enter (&rules, i);
      rules.is_reached = reached[i];
      check_level (&rules);
      weft_graph_rules_check_items (&rules);
      weft_graph_rules_check_links (&rules);
    }
  check_reach (&rules, root, reached);
  if (rules.found.n_errors == 0)
    check_size (&rules, root);
  weft_graph_found_finish (&rules.found);
  weft_graph_names_clear (&rules.names);
  g_free (rules.where);
  return rules.found.n_errors == 0;
}
