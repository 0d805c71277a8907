/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The diagram of a definition for `weft draw --view canvas`: the same boxes and wires as in the
 * window, with nothing around them. */
#include "cli/weft-cli-draw.h"

/* Around the outermost boxes. */
#define MARGIN 32.0

static WeftSceneView
view_all (WeftScene *scene)
{
  WeftBox bounds;

  weft_scene_get_bounds (scene, &bounds);
  return (WeftSceneView) { bounds.x - MARGIN, bounds.y - MARGIN, 1, bounds.w + 2 * MARGIN,
                           bounds.h + 2 * MARGIN };
}

void
weft_cli_draw_canvas_size (WeftScene *scene, double *width, double *height)
{
  WeftSceneView view = view_all (scene);

  *width = view.width;
  *height = view.height;
}

void
weft_cli_draw_canvas_paint (WeftScene *scene, cairo_t *cr, const WeftPalette *palette)
{
  WeftSceneView view = view_all (scene);

  weft_scene_paint (scene, cr, &view, palette);
}

static JsonObject *
node_to_json (const WeftSceneNode *node)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "title", node->title);
  json_object_set_string_member (object, "facts", node->subtitle);
  json_object_set_double_member (object, "count", node->count);
  json_object_set_double_member (object, "x", node->box.x);
  json_object_set_double_member (object, "y", node->box.y);
  json_object_set_double_member (object, "width", node->box.w);
  json_object_set_double_member (object, "height", node->box.h);
  json_object_set_boolean_member (object, "placed", node->is_placed);
  return object;
}

static JsonObject *
wire_to_json (WeftScene *scene, const WeftSceneWire *wire)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "link", wire->link);
  json_object_set_string_member (object, "from", weft_scene_node (scene, wire->from_node)->title);
  json_object_set_string_member (object, "to", weft_scene_node (scene, wire->to_node)->title);
  json_object_set_string_member (object, "label", wire->label != NULL ? wire->label : "");
  return object;
}

/* (transfer full): {"boxes", "wires"} */
JsonObject *
weft_cli_draw_canvas_to_json (WeftScene *scene)
{
  JsonObject *object = json_object_new ();
  JsonArray *boxes = json_array_new ();
  JsonArray *wires = json_array_new ();

  for (guint i = 0; i < weft_scene_n_nodes (scene); i++)
    json_array_add_object_element (boxes, node_to_json (weft_scene_node (scene, i)));
  for (guint i = 0; i < weft_scene_n_wires (scene); i++)
    json_array_add_object_element (wires, wire_to_json (scene, weft_scene_wire (scene, i)));
  json_object_set_array_member (object, "boxes", boxes);
  json_object_set_array_member (object, "wires", wires);
  return object;
}
