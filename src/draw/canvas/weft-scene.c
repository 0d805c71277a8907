/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scene: built in steps, then asked. */
#include "draw/canvas/weft-scene-private.h"

#include <math.h>

G_DEFINE_BOXED_TYPE (WeftScene, weft_scene, weft_scene_ref, weft_scene_unref)

static void
measure_bounds (WeftScene *self)
{
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  for (guint i = 0; i < self->n_nodes; i++)
    {
      const WeftBox *box = &self->nodes[i].box;

      x0 = i == 0 ? box->x : MIN (x0, box->x);
      y0 = i == 0 ? box->y : MIN (y0, box->y);
      x1 = i == 0 ? weft_box_right (box) : MAX (x1, weft_box_right (box));
      y1 = i == 0 ? weft_box_bottom (box) : MAX (y1, weft_box_bottom (box));
    }
  self->bounds = (WeftBox) { x0, y0, x1 - x0, y1 - y0 };
}

static void
index_nodes (WeftScene *self)
{
  g_autofree WeftBox *boxes = g_new (WeftBox, MAX (self->n_nodes, 1));

  for (guint i = 0; i < self->n_nodes; i++)
    boxes[i] = self->nodes[i].box;
  self->node_index = weft_scene_index_new (boxes, self->n_nodes);
}

static void
index_wires (WeftScene *self)
{
  g_autofree WeftBox *boxes = g_new (WeftBox, MAX (self->n_wires, 1));

  for (guint i = 0; i < self->n_wires; i++)
    weft_curve_bounds (&self->curves[i], &boxes[i]);
  self->wire_index = weft_scene_index_new (boxes, self->n_wires);
}

/**
 * weft_scene_new:
 * @graph: a graph
 * @definition: which of its definitions; one that is not there gives an empty scene
 * @catalog: (nullable): where facts come from
 * @before: (nullable): the scene that this one follows
 *
 * Places a definition's items and draws its links between them.
 *
 * Returns: (transfer full): the scene
 */
WeftScene *
weft_scene_new (WeftGraph *graph, guint definition, WeftCatalog *catalog, WeftScene *before)
{
  WeftScene *self;

  g_return_val_if_fail (graph != NULL, NULL);

  self = g_new0 (WeftScene, 1);
  g_atomic_ref_count_init (&self->references);
  self->graph = weft_graph_ref (graph);
  self->index = definition;
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->texts = g_string_chunk_new (4096);
  self->previews = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (definition < weft_graph_n_definitions (graph))
    {
      g_autofree double *at = NULL;

      self->definition = weft_graph_definition (graph, definition);
      weft_scene_describe (self, catalog);
      weft_scene_join (self);
      at = g_new0 (double, 2 * MAX (self->n_nodes, 1));
      if (!weft_scene_is_settled (self, before))
        weft_scene_lay_out (self, at);
      weft_scene_settle (self, at, before);
    }
  measure_bounds (self);
  index_nodes (self);
  weft_scene_route (self);
  index_wires (self);
  return self;
}

/**
 * weft_scene_ref:
 * @self: a scene
 *
 * Returns: (transfer full): the same scene
 */
WeftScene *
weft_scene_ref (WeftScene *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * weft_scene_unref:
 * @self: (transfer full): a scene
 *
 * Gives a reference back.
 */
void
weft_scene_unref (WeftScene *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  weft_scene_index_free (self->node_index);
  weft_scene_index_free (self->wire_index);
  g_free (self->nodes);
  g_free (self->details);
  g_free (self->wires);
  g_free (self->curves);
  g_free (self->cables);
  g_free (self->labels);
  g_hash_table_unref (self->by_id);
  g_string_chunk_free (self->texts);
  g_hash_table_unref (self->previews);
  g_clear_pointer (&self->pictures, g_hash_table_unref);
  g_clear_pointer (&self->heat, weft_heat_unref);
  weft_graph_unref (self->graph);
  g_free (self);
}

/**
 * weft_scene_n_nodes:
 * @self: a scene
 *
 * Returns: how many boxes, one for each item
 */
guint
weft_scene_n_nodes (WeftScene *self)
{
  return self->n_nodes;
}

/**
 * weft_scene_n_wires:
 * @self: a scene
 *
 * Returns: how many wires; links whose ends are not there have none
 */
guint
weft_scene_n_wires (WeftScene *self)
{
  return self->n_wires;
}

/**
 * weft_scene_node: (skip)
 * @self: a scene
 * @index: which item
 *
 * Returns: (transfer none): its box
 */
const WeftSceneNode *
weft_scene_node (WeftScene *self, guint index)
{
  g_return_val_if_fail (index < self->n_nodes, NULL);

  return &self->nodes[index];
}

/**
 * weft_scene_wire: (skip)
 * @self: a scene
 * @index: which wire
 *
 * Returns: (transfer none): the wire
 */
const WeftSceneWire *
weft_scene_wire (WeftScene *self, guint index)
{
  g_return_val_if_fail (index < self->n_wires, NULL);

  return &self->wires[index];
}

/**
 * weft_scene_get_bounds: (skip)
 * @self: a scene
 * @bounds: (out): around all boxes
 *
 * Tells where the scene is.
 */
void
weft_scene_get_bounds (WeftScene *self, WeftBox *bounds)
{
  *bounds = self->bounds;
}

/**
 * weft_scene_find_item:
 * @self: a scene
 * @id: name of an item
 *
 * Returns: its index, -1 when there is none
 */
int
weft_scene_find_item (WeftScene *self, const char *id)
{
  gpointer index;

  if (!g_hash_table_lookup_extended (self->by_id, id, NULL, &index))
    return -1;
  return GPOINTER_TO_INT (index);
}
