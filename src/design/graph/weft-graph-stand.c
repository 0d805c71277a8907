/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels go package, node, rack, cluster; and nothing stands inside of itself. */
#include "design/graph/weft-graph-stand.h"

WeftStand
weft_graph_stand (WeftGraphItemKind kind, WeftLevel level, WeftLevel owner)
{
  gboolean is_definition = kind == WEFT_GRAPH_DEFINITION;

  if (level == WEFT_LEVEL_ANY || owner == WEFT_LEVEL_ANY)
    return WEFT_STAND_FITS;
  if (level > owner || (is_definition && level == owner))
    return WEFT_STAND_NEVER;
  return level == (is_definition ? owner - 1 : owner) ? WEFT_STAND_FITS : WEFT_STAND_SKIPS;
}

/* A switch also stands one level below its own: on top of a rack, on the base board of a host. */
WeftLevel
weft_graph_component_level (const WeftComponent *component, WeftLevel owner)
{
  g_return_val_if_fail (component != NULL, WEFT_LEVEL_ANY);

  if (g_str_has_prefix (component->entity, "Switch.") && component->level == owner + 1)
    return owner;
  return component->level;
}

WeftStand
weft_graph_component_stand (const WeftComponent *component, WeftLevel owner)
{
  g_return_val_if_fail (component != NULL, WEFT_STAND_NEVER);

  if ((1u << component->type & WEFT_GRAPH_PARTS) == 0)
    return WEFT_STAND_NEVER;
  return weft_graph_stand (WEFT_GRAPH_COMPONENT, weft_graph_component_level (component, owner),
                           owner);
}

/* How many items name each definition; begins[i] is where those of definition i begin in a list. */
static void
count_uses (const WeftGraph *graph, guint *begins)
{
  guint n = weft_graph_n_definitions (graph);

  for (guint i = 0; i < n; i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (graph, i);

      for (guint j = 0; j < definition->n_items; j++)
        if (definition->items[j].definition >= 0)
          begins[definition->items[j].definition + 1]++;
    }
  for (guint i = 0; i < n; i++)
    begins[i + 1] += begins[i];
}

/* (transfer full): for each definition, those that hold it as an item. */
static guint *
list_holders (const WeftGraph *graph, guint *begins)
{
  guint n = weft_graph_n_definitions (graph);
  g_autofree guint *filled = g_new0 (guint, n + 1);
  guint *holders;

  count_uses (graph, begins);
  holders = g_new (guint, begins[n] + 1);
  for (guint i = 0; i < n; i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (graph, i);

      for (guint j = 0; j < definition->n_items; j++)
        {
          int of = definition->items[j].definition;

          if (of >= 0)
            holders[begins[of] + filled[of]++] = i;
        }
    }
  return holders;
}

/**
 * weft_graph_list_stands: (skip)
 * @graph: a graph
 * @owner: one of its definitions
 *
 * Tells for every definition of the graph whether an item of it may stand in @owner: by its level,
 * and because it does not hold @owner itself, at whatever depth. Takes time in proportion to the
 * items of the graph.
 *
 * Returns: (transfer full): one #WeftStand for each definition
 */
guint8 *
weft_graph_list_stands (const WeftGraph *graph, guint owner)
{
  guint n = weft_graph_n_definitions (graph);
  guint8 *stands = g_new0 (guint8, n + 1);
  g_autofree guint8 *holds = g_new0 (guint8, n + 1);
  g_autofree guint *begins = g_new0 (guint, n + 2);
  g_autofree guint *holders = NULL;
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));

  g_return_val_if_fail (owner < n, stands);

  holders = list_holders (graph, begins);
  holds[owner] = TRUE;
  g_array_append_val (queue, owner);
  for (guint at = 0; at < queue->len; at++)
    {
      guint index = g_array_index (queue, guint, at);

      for (guint i = begins[index]; i < begins[index + 1]; i++)
        if (!holds[holders[i]])
          {
            holds[holders[i]] = TRUE;
            g_array_append_val (queue, holders[i]);
          }
    }
  for (guint i = 0; i < n; i++)
    stands[i] = holds[i] ? WEFT_STAND_NEVER
                         : weft_graph_stand (WEFT_GRAPH_DEFINITION,
                                             weft_graph_definition (graph, i)->level,
                                             weft_graph_definition (graph, owner)->level);
  return stands;
}
