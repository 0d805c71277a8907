/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that the pointer does, for keys and menus: one table of actions with their keys. */
#include "config.h"

#include "app/canvas/weft-canvas-private.h"

#include <glib/gi18n.h>

#define NUDGE WEFT_CANVAS_GRID
#define NUDGE_FAR (8 * WEFT_CANVAS_GRID)

static gboolean
has_level (WeftCanvas *self)
{
  return self->stage != NULL && weft_stage_get_scene (self->stage) != NULL;
}

static void
move_focus (WeftCanvas *self, GtkDirectionType direction)
{
  WeftScene *scene = weft_stage_get_scene (self->stage);
  int next = weft_stage_neighbour (self->stage, weft_stage_get_focus (self->stage), direction);

  if (next < 0)
    return;
  weft_stage_set_focus (self->stage, next);
  weft_canvas_view_reveal (self->view, &weft_scene_node (scene, next)->box);
}

/* Arrows walk from item to item, and move what is selected. */
static void
arrow_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  int direction, far;
  double step;

  g_variant_get (parameter, "(ii)", &direction, &far);
  if (!has_level (self))
    return;
  if (gtk_bitset_is_empty (weft_stage_get_items (self->stage)))
    {
      move_focus (self, direction);
      return;
    }
  step = far ? NUDGE_FAR : NUDGE;
  weft_stage_move (self->stage,
                   direction == GTK_DIR_LEFT ? -step : direction == GTK_DIR_RIGHT ? step : 0,
                   direction == GTK_DIR_UP ? -step : direction == GTK_DIR_DOWN ? step : 0, TRUE);
  weft_canvas_reveal (self);
}

/* Moves the focus without touching the selection. */
static void
walk_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);

  if (has_level (self))
    move_focus (self, g_variant_get_int32 (parameter));
}

static void
select_focus_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  int focus = self->stage != NULL ? weft_stage_get_focus (self->stage) : -1;

  if (focus >= 0)
    weft_stage_select_item (self->stage, focus, WEFT_SELECT_TOGGLE);
}

gboolean
weft_canvas_open_focus (WeftCanvas *self)
{
  int focus = self->stage != NULL ? weft_stage_get_focus (self->stage) : -1;

  return focus >= 0 && weft_stage_open_item (self->stage, focus);
}

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_canvas_open_focus (WEFT_CANVAS (widget));
}

static void
up_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);

  if (self->stage != NULL && weft_stage_depth (self->stage) > 1)
    weft_stage_go_to_step (self->stage, weft_stage_depth (self->stage) - 2);
}

static void
verb_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const struct
  {
    const char *name;
    void (*verb) (WeftStage *stage);
  } verbs[] = {
    { "canvas.delete", weft_stage_remove },
    { "canvas.duplicate", weft_stage_duplicate },
    { "canvas.select-all", weft_stage_select_all },
    { "canvas.select-nothing", weft_stage_select_nothing },
    { "canvas.split", weft_stage_split },
    { "canvas.group", weft_stage_group },
    { "canvas.arrange", weft_stage_unplace },
  };
  WeftCanvas *self = WEFT_CANVAS (widget);

  for (guint i = 0; self->stage != NULL && i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (verbs[i].name, name))
      verbs[i].verb (self->stage);
}

static void
align_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const struct
  {
    const char *name;
    WeftGraphAlign how;
  } ways[] = {
    { "left", WEFT_GRAPH_ALIGN_LEFT },
    { "centre", WEFT_GRAPH_ALIGN_CENTRE },
    { "right", WEFT_GRAPH_ALIGN_RIGHT },
    { "top", WEFT_GRAPH_ALIGN_TOP },
    { "middle", WEFT_GRAPH_ALIGN_MIDDLE },
    { "bottom", WEFT_GRAPH_ALIGN_BOTTOM },
    { "distribute-h", WEFT_GRAPH_ALIGN_DISTRIBUTE_H },
    { "distribute-v", WEFT_GRAPH_ALIGN_DISTRIBUTE_V },
    { "rotate", WEFT_GRAPH_ALIGN_ROTATE },
  };
  WeftCanvas *self = WEFT_CANVAS (widget);

  for (guint i = 0; self->stage != NULL && i < G_N_ELEMENTS (ways); i++)
    if (g_str_equal (ways[i].name, g_variant_get_string (parameter, NULL)))
      weft_stage_align (self->stage, ways[i].how);
}

static gboolean
copy_selection (WeftCanvas *self)
{
  g_autofree char *text = self->stage != NULL ? weft_stage_copy (self->stage) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  return text != NULL;
}

static void
copy_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_selection (WEFT_CANVAS (widget));
}

static void
cut_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);

  if (copy_selection (self))
    weft_stage_remove (self->stage);
}

static void
pasted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftCanvas) self = WEFT_CANVAS (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);
  double x, y;

  if (text == NULL || !has_level (self))
    return;
  if (self->has_pointer)
    {
      x = self->point.x;
      y = self->point.y;
    }
  else
    {
      weft_canvas_free_place (self, &x, &y);
    }
  weft_stage_paste (self->stage, text, x, y);
  weft_canvas_reveal (self);
}

static void
paste_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, pasted_cb,
                                 g_object_ref (widget));
}

static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  const WeftSceneView *view = weft_canvas_view_get (self->view);

  if (g_str_equal (name, "canvas.zoom-fit"))
    weft_canvas_fit (self);
  else if (g_str_equal (name, "canvas.zoom-to"))
    weft_canvas_view_set_zoom (self->view, g_variant_get_double (parameter));
  else
    weft_canvas_view_zoom_at (self->view,
                              g_str_equal (name, "canvas.zoom-in") ? WEFT_CANVAS_ZOOM_STEP
                                                                   : 1 / WEFT_CANVAS_ZOOM_STEP,
                              view->width / 2, view->height / 2);
}

static void
menu_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  WeftBox box;
  double x = 0, y = 0;

  if (!has_level (self))
    return;
  if (weft_stage_selection_box (self->stage, &box))
    weft_canvas_view_to_px (self->view, box.x + box.w / 2, box.y + box.h / 2, &x, &y);
  weft_canvas_open_menu (self, x, y);
}

static void
tool_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_canvas_set_tool (WEFT_CANVAS (widget), g_variant_get_int32 (parameter));
}

void
weft_canvas_open_menu (WeftCanvas *self, double x_px, double y_px)
{
  const WeftSceneView *view = weft_canvas_view_get (self->view);

  if (self->menu == NULL)
    {
      g_autoptr (GtkBuilder) builder =
        gtk_builder_new_from_resource ("/io/github/weft/Weft/weft-canvas-menu.ui");

      self->menu = gtk_popover_menu_new_from_model (
        G_MENU_MODEL (gtk_builder_get_object (builder, "canvas_menu")));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int) CLAMP (x_px, 0, view->width),
                                                (int) CLAMP (y_px, 0, view->height), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* What cannot be done now is greyed out. */
void
weft_canvas_update_actions (WeftCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  guint64 n_items = gtk_bitset_get_size (weft_stage_get_items (self->stage));
  guint64 n_links = gtk_bitset_get_size (weft_stage_get_links (self->stage));
  const WeftGraphDefinition *definition = weft_stage_get_definition (self->stage, NULL);
  int focus = weft_stage_get_focus (self->stage);
  gboolean opens = definition != NULL && focus >= 0 && (guint) focus < definition->n_items
                   && definition->items[focus].definition >= 0;
  gboolean many = definition != NULL && n_items == 1
                  && definition->items[gtk_bitset_get_nth (weft_stage_get_items (self->stage), 0)]
                         .count > 1;

  gtk_widget_action_set_enabled (widget, "canvas.delete", n_items + n_links > 0);
  gtk_widget_action_set_enabled (widget, "canvas.duplicate", n_items > 0);
  gtk_widget_action_set_enabled (widget, "canvas.copy", n_items > 0);
  gtk_widget_action_set_enabled (widget, "canvas.cut", n_items > 0);
  gtk_widget_action_set_enabled (widget, "canvas.group", n_items > 0);
  gtk_widget_action_set_enabled (widget, "canvas.align", n_items > 1);
  gtk_widget_action_set_enabled (widget, "canvas.split", many);
  gtk_widget_action_set_enabled (widget, "canvas.open", opens);
  gtk_widget_action_set_enabled (widget, "canvas.up", weft_stage_depth (self->stage) > 1);
}

static void
bind_arrows (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key, keypad;
    GtkDirectionType direction;
  } arrows[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, GTK_DIR_LEFT },
    { GDK_KEY_Right, GDK_KEY_KP_Right, GTK_DIR_RIGHT },
    { GDK_KEY_Up, GDK_KEY_KP_Up, GTK_DIR_UP },
    { GDK_KEY_Down, GDK_KEY_KP_Down, GTK_DIR_DOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    for (guint pad = 0; pad < 2; pad++)
      {
        guint key = pad ? arrows[i].keypad : arrows[i].key;
        int direction = arrows[i].direction;

        gtk_widget_class_add_binding_action (widget_class, key, 0, "canvas.arrow", "(ii)",
                                             direction, 0);
        gtk_widget_class_add_binding_action (widget_class, key, GDK_SHIFT_MASK, "canvas.arrow",
                                             "(ii)", direction, 1);
        gtk_widget_class_add_binding_action (widget_class, key, GDK_CONTROL_MASK, "canvas.walk",
                                             "i", direction);
      }
}

static void
bind_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Delete, 0, "canvas.delete" },
    { GDK_KEY_KP_Delete, 0, "canvas.delete" },
    { GDK_KEY_BackSpace, 0, "canvas.delete" },
    { GDK_KEY_d, GDK_CONTROL_MASK, "canvas.duplicate" },
    { GDK_KEY_a, GDK_CONTROL_MASK, "canvas.select-all" },
    { GDK_KEY_a, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.select-nothing" },
    { GDK_KEY_Escape, 0, "canvas.select-nothing" },
    { GDK_KEY_c, GDK_CONTROL_MASK, "canvas.copy" },
    { GDK_KEY_x, GDK_CONTROL_MASK, "canvas.cut" },
    { GDK_KEY_v, GDK_CONTROL_MASK, "canvas.paste" },
    { GDK_KEY_g, GDK_CONTROL_MASK, "canvas.group" },
    { GDK_KEY_Return, 0, "canvas.open" },
    { GDK_KEY_KP_Enter, 0, "canvas.open" },
    { GDK_KEY_Down, GDK_ALT_MASK, "canvas.open" },
    { GDK_KEY_Up, GDK_ALT_MASK, "canvas.up" },
    { GDK_KEY_space, 0, "canvas.select-focus" },
    { GDK_KEY_space, GDK_CONTROL_MASK, "canvas.select-focus" },
    { GDK_KEY_Menu, 0, "canvas.menu" },
    { GDK_KEY_F10, GDK_SHIFT_MASK, "canvas.menu" },
    { GDK_KEY_plus, GDK_CONTROL_MASK, "canvas.zoom-in" },
    { GDK_KEY_equal, GDK_CONTROL_MASK, "canvas.zoom-in" },
    { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "canvas.zoom-in" },
    { GDK_KEY_minus, GDK_CONTROL_MASK, "canvas.zoom-out" },
    { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "canvas.zoom-out" },
    { GDK_KEY_parenright, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.zoom-fit" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_0, GDK_CONTROL_MASK,
                                       "canvas.zoom-to", "d", 1.0);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_0, GDK_CONTROL_MASK,
                                       "canvas.zoom-to", "d", 1.0);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_0,
                                       GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.zoom-fit",
                                       NULL);
}

void
weft_canvas_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "canvas.delete", NULL, verb_cb },
    { "canvas.duplicate", NULL, verb_cb },
    { "canvas.select-all", NULL, verb_cb },
    { "canvas.select-nothing", NULL, verb_cb },
    { "canvas.split", NULL, verb_cb },
    { "canvas.group", NULL, verb_cb },
    { "canvas.arrange", NULL, verb_cb },
    { "canvas.align", "s", align_cb },
    { "canvas.copy", NULL, copy_cb },
    { "canvas.cut", NULL, cut_cb },
    { "canvas.paste", NULL, paste_cb },
    { "canvas.open", NULL, open_cb },
    { "canvas.up", NULL, up_cb },
    { "canvas.arrow", "(ii)", arrow_cb },
    { "canvas.walk", "i", walk_cb },
    { "canvas.select-focus", NULL, select_focus_cb },
    { "canvas.zoom-in", NULL, zoom_cb },
    { "canvas.zoom-out", NULL, zoom_cb },
    { "canvas.zoom-fit", NULL, zoom_cb },
    { "canvas.zoom-to", "d", zoom_cb },
    { "canvas.menu", NULL, menu_cb },
    { "canvas.tool", "i", tool_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].activate);
  bind_arrows (widget_class);
  bind_keys (widget_class);
}
