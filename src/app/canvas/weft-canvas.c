/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing: the scene as a cached picture, and over it what changes with pointer and selection. The
 * widget's description names the item that has the keyboard, for those who do not see it. */
#include "config.h"

#include "app/canvas/weft-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/charts/weft-palette-css.h"

/* A hand that has not moved for so long rests. */
#define REST_MS 120
/* Room for what is put down: a node's size, which no part but a rack exceeds. */
#define PART_W 144
#define PART_H 120

G_DEFINE_FINAL_TYPE (WeftCanvas, weft_canvas, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_STAGE,
  PROP_TOOL,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static gboolean
rest_cb (gpointer data)
{
  WeftCanvas *self = data;

  self->rest_timeout = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
wait_for_rest (WeftCanvas *self)
{
  g_clear_handle_id (&self->rest_timeout, g_source_remove);
  self->rest_timeout = g_timeout_add (REST_MS, rest_cb, self);
}

static guint8 *
mark_set (guint8 *bytes, guint n, GtkBitset *set)
{
  GtkBitsetIter iter;
  guint index;
  gboolean more = gtk_bitset_iter_init_first (&iter, set, &index);

  bytes = g_realloc (bytes, n + 1);
  memset (bytes, 0, n + 1);
  for (; more && index < n; more = gtk_bitset_iter_next (&iter, &index))
    bytes[index] = 1;
  return bytes;
}

static void
mark_selection (WeftCanvas *self)
{
  WeftScene *scene = weft_stage_get_scene (self->stage);
  GtkBitset *links = weft_stage_get_links (self->stage);
  guint n_wires = weft_scene_n_wires (scene);

  self->selected_nodes = mark_set (self->selected_nodes, weft_scene_n_nodes (scene),
                                   weft_stage_get_items (self->stage));
  self->selected_wires = g_realloc (self->selected_wires, n_wires + 1);
  for (guint i = 0; i < n_wires; i++)
    self->selected_wires[i] = gtk_bitset_contains (links, weft_scene_wire (scene, i)->link);
}

static void
paint_marks (WeftCanvas *self, GtkSnapshot *snapshot, WeftScene *scene)
{
  const WeftSceneView *view = weft_canvas_view_get (self->view);
  WeftSceneMarks marks = {
    .selected_nodes = self->selected_nodes,
    .selected_wires = self->selected_wires,
    .hover_node = self->hover_node,
    .hover_wire = self->hover_wire,
    .focus_node = weft_stage_get_focus (self->stage),
    .shows_focus = gtk_widget_has_focus (GTK_WIDGET (self))
                   && gtk_window_get_focus_visible (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)))),
    .node_severity = weft_stage_item_severity (self->stage),
    .wire_severity = weft_stage_wire_severity (self->stage),
  };
  cairo_t *cr;

  if (self->tool != NULL)
    weft_tool_mark (self->tool, &marks);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, view->width, view->height));
  weft_scene_paint_marks (scene, cr, view, &marks, &self->palette);
  cairo_destroy (cr);
}

/* Whether frames are drawn by cairo, as on machines without a graphics processor. */
static gboolean
is_drawn (GtkWidget *widget)
{
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));

  return GSK_IS_CAIRO_RENDERER (renderer);
}

static void
weft_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  WeftScene *scene = self->stage != NULL ? weft_stage_get_scene (self->stage) : NULL;
  const WeftSceneView *view = weft_canvas_view_get (self->view);
  gboolean hurries = g_get_monotonic_time () - self->moved_us < REST_MS * 1000;

  if (scene == NULL || view->width <= 0 || view->height <= 0)
    return;
  if (!self->has_palette)
    {
      weft_palette_from_css (widget, &self->palette, &self->font);
      self->has_palette = TRUE;
    }
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, view->width, view->height));
  if (!weft_canvas_picture_snapshot (self->picture, snapshot, scene, view, &self->palette,
                                     gtk_widget_get_scale_factor (widget), is_drawn (widget),
                                     hurries))
    wait_for_rest (self);
  paint_marks (self, snapshot, scene);
  gtk_snapshot_pop (snapshot);
}

/* Whether nobody has panned or zoomed since all of the scene was brought into view. */
static gboolean
is_fitted (WeftCanvas *self)
{
  const WeftSceneView *view = weft_canvas_view_get (self->view);

  return self->fitted.zoom > 0 && view->zoom == self->fitted.zoom && view->x == self->fitted.x
         && view->y == self->fitted.y;
}

static void
weft_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  const WeftSceneView *view = weft_canvas_view_get (self->view);
  gboolean was_fitted =
    is_fitted (self) && (view->width != width || view->height != height);

  weft_canvas_view_set_size (self->view, width, height);
  if ((self->fits || was_fitted) && width > 0 && height > 0)
    weft_canvas_fit (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
weft_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftCanvas *self = WEFT_CANVAS (widget);

  GTK_WIDGET_CLASS (weft_canvas_parent_class)->css_changed (widget, change);
  self->has_palette = FALSE;
  weft_canvas_picture_drop (self->picture);
  gtk_widget_queue_draw (widget);
}

/* "B200, 8 ×, 2 of 5 selected" */
static void
describe_focus (WeftCanvas *self)
{
  WeftScene *scene = weft_stage_get_scene (self->stage);
  int focus = weft_stage_get_focus (self->stage);
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 n = gtk_bitset_get_size (weft_stage_get_items (self->stage));

  if (scene != NULL && focus >= 0 && (guint) focus < weft_scene_n_nodes (scene))
    {
      const WeftSceneNode *node = weft_scene_node (scene, focus);

      g_string_append (text, node->title);
      if (node->count != 1)
        g_string_append_printf (text, ", %.15g ×", node->count);
      if (node->subtitle != NULL && *node->subtitle != '\0')
        g_string_append_printf (text, ", %s", node->subtitle);
    }
  if (n > 0)
    {
      g_string_append (text, text->len > 0 ? ", " : "");
      g_string_append_printf (text, ngettext ("%u item selected", "%u items selected", (gulong) n),
                              (guint) n);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
}

static void
view_changed_cb (WeftCanvas *self)
{
  self->moved_us = g_get_monotonic_time ();
  weft_canvas_update_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scene_changed_cb (WeftCanvas *self)
{
  WeftScene *scene = weft_stage_get_scene (self->stage);
  WeftBox bounds;

  weft_canvas_cancel_tool (self);
  self->hover_node = -1;
  self->hover_wire = -1;
  /* Who edits has a place in mind; the paper stays where it is from then on. */
  if (weft_session_get_modified (weft_stage_get_session (self->stage)))
    self->fitted.zoom = 0;
  if (scene != NULL)
    {
      weft_scene_get_bounds (scene, &bounds);
      weft_canvas_view_set_content (self->view, &bounds);
      mark_selection (self);
      weft_canvas_update_hover (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
path_changed_cb (WeftCanvas *self)
{
  weft_canvas_cancel_tool (self);
  weft_canvas_fit (self);
  weft_canvas_update_actions (self);
}

static void
selection_changed_cb (WeftCanvas *self)
{
  if (weft_stage_get_scene (self->stage) != NULL)
    mark_selection (self);
  describe_focus (self);
  weft_canvas_update_actions (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
weft_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftCanvas *self = WEFT_CANVAS (object);

  if (id == PROP_STAGE)
    g_value_set_object (value, self->stage);
  else if (id == PROP_TOOL)
    g_value_set_int (value, self->kind);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_canvas_dispose (GObject *object)
{
  WeftCanvas *self = WEFT_CANVAS (object);

  g_clear_handle_id (&self->rest_timeout, g_source_remove);
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->tool = NULL;
  for (guint i = 0; i < WEFT_CANVAS_N_TOOLS; i++)
    g_clear_object (&self->tools[i]);
  g_clear_object (&self->stage);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (weft_canvas_parent_class)->dispose (object);
}

static void
weft_canvas_finalize (GObject *object)
{
  WeftCanvas *self = WEFT_CANVAS (object);

  weft_canvas_picture_free (self->picture);
  g_free (self->font);
  g_free (self->selected_nodes);
  g_free (self->selected_wires);
  G_OBJECT_CLASS (weft_canvas_parent_class)->finalize (object);
}

static void
weft_canvas_class_init (WeftCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_canvas_get_property;
  object_class->dispose = weft_canvas_dispose;
  object_class->finalize = weft_canvas_finalize;
  widget_class->snapshot = weft_canvas_snapshot;
  widget_class->size_allocate = weft_canvas_size_allocate;
  widget_class->css_changed = weft_canvas_css_changed;
  properties[PROP_STAGE] = g_param_spec_object ("stage", NULL, NULL, WEFT_TYPE_STAGE, flags);
  properties[PROP_TOOL] = g_param_spec_int ("tool", NULL, NULL, 0, WEFT_TOOL_PAN, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "weftcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  weft_canvas_install_actions (widget_class);
}

static void
weft_canvas_init (WeftCanvas *self)
{
  self->view = weft_canvas_view_new ();
  self->picture = weft_canvas_picture_new ();
  self->hover_node = -1;
  self->hover_wire = -1;
  self->fits = TRUE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Canvas"), -1);
  g_signal_connect_object (self->view, "changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (weft_canvas_query_tip_cb), NULL);
  weft_canvas_init_input (self);
}

void
weft_canvas_set_stage (WeftCanvas *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_CANVAS (self) && WEFT_IS_STAGE (stage) && self->stage == NULL);

  self->stage = g_object_ref (stage);
  weft_canvas_make_tools (self);
  g_signal_connect_object (stage, "scene-changed", G_CALLBACK (scene_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (stage, "path-changed", G_CALLBACK (path_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (stage, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (stage, "marks-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  scene_changed_cb (self);
  selection_changed_cb (self);
}

WeftStage *
weft_canvas_get_stage (WeftCanvas *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS (self), NULL);

  return self->stage;
}

WeftCanvasView *
weft_canvas_get_view (WeftCanvas *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS (self), NULL);

  return self->view;
}

void
weft_canvas_set_tool (WeftCanvas *self, WeftToolKind kind)
{
  g_return_if_fail (WEFT_IS_CANVAS (self));

  weft_canvas_cancel_tool (self);
  self->kind = kind;
  weft_pan_tool_set_always (self->tools[WEFT_CANVAS_PAN], kind == WEFT_TOOL_PAN || self->space);
  weft_connect_tool_set_always (self->tools[WEFT_CANVAS_CONNECT], kind == WEFT_TOOL_CONNECT);
  weft_canvas_update_hover (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
}

WeftToolKind
weft_canvas_get_tool (WeftCanvas *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS (self), WEFT_TOOL_SELECT);

  return self->kind;
}

void
weft_canvas_fit (WeftCanvas *self)
{
  WeftScene *scene;
  WeftBox bounds;
  const WeftSceneView *view;

  g_return_if_fail (WEFT_IS_CANVAS (self));

  scene = self->stage != NULL ? weft_stage_get_scene (self->stage) : NULL;
  view = weft_canvas_view_get (self->view);
  if (scene == NULL || view->width <= 0)
    {
      self->fits = TRUE;
      return;
    }
  self->fits = FALSE;
  weft_scene_get_bounds (scene, &bounds);
  weft_canvas_view_fit (self->view, &bounds);
  self->fitted = *weft_canvas_view_get (self->view);
}

void
weft_canvas_reveal (WeftCanvas *self)
{
  WeftBox box;
  WeftScene *scene;
  GtkBitset *links;

  g_return_if_fail (WEFT_IS_CANVAS (self));

  scene = self->stage != NULL ? weft_stage_get_scene (self->stage) : NULL;
  if (scene == NULL)
    return;
  links = weft_stage_get_links (self->stage);
  if (weft_stage_selection_box (self->stage, &box))
    {
      weft_canvas_view_reveal (self->view, &box);
      return;
    }
  for (guint i = 0; i < weft_scene_n_wires (scene); i++)
    if (gtk_bitset_contains (links, weft_scene_wire (scene, i)->link))
      {
        const WeftSceneWire *wire = weft_scene_wire (scene, i);
        const WeftBox *a = &weft_scene_node (scene, wire->from_node)->box;
        const WeftBox *b = &weft_scene_node (scene, wire->to_node)->box;

        box.x = MIN (a->x, b->x);
        box.y = MIN (a->y, b->y);
        box.w = MAX (a->x + a->w, b->x + b->w) - box.x;
        box.h = MAX (a->y + a->h, b->y + b->h) - box.y;
        weft_canvas_view_reveal (self->view, &box);
        return;
      }
}

/* Steps aside while something stands there. */
void
weft_canvas_free_place (WeftCanvas *self, double *x, double *y)
{
  const WeftSceneView *view = weft_canvas_view_get (self->view);
  WeftScene *scene = weft_stage_get_scene (self->stage);

  weft_canvas_view_to_world (self->view, view->width / 2, view->height / 2, x, y);
  *x = round (*x / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID;
  *y = round (*y / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID;
  for (guint tries = 0; scene != NULL && tries < 100; tries++)
    {
      const WeftBox room = { *x, *y, PART_W, PART_H };
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
      const WeftBox *box;

      weft_scene_nodes_in (scene, &room, found);
      if (found->len == 0)
        return;
      box = &weft_scene_node (scene, g_array_index (found, guint, 0))->box;
      *x = ceil ((box->x + box->w) / WEFT_CANVAS_GRID + 2) * WEFT_CANVAS_GRID;
    }
}
