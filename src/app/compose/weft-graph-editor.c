/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three columns; those at the sides come and go by F9 and F4, and by themselves when the page is
 * too narrow for them. */
#include "config.h"

#include "app/compose/weft-graph-editor.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "app/canvas/weft-breadcrumb.h"
#include "app/canvas/weft-canvas-bar.h"
#include "app/canvas/weft-find-bar.h"
#include "app/canvas/weft-minimap.h"
#include "app/canvas/weft-level-plan.h"
#include "app/compose/weft-facility-card.h"
#include "app/compose/weft-graph-card.h"
#include "app/compose/weft-inspector.h"
#include "app/compose/weft-outline.h"
#include "app/compose/weft-part-shelf.h"
#include "app/compose/weft-score-panel.h"
#include "app/dialogs/weft-template-dialog.h"

/* With less than so much the right column goes, and then the left one too. */
#define WIDE_PX 1040
#define MEDIUM_PX 720

struct _WeftGraphEditor
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *side;
  AdwViewStack *side_stack;
  WeftPartShelf *shelf;
  WeftOutline *outline;
  WeftFacilityCard *facility;
  WeftGraphCard *amounts;
  AdwToastOverlay *toasts;
  WeftFindBar *find;
  GtkStack *views;
  WeftCanvas *canvas;
  GtkStackPage *rack_page;
  WeftLevelPlan *rack_plan;
  GtkStackPage *floor_page;
  WeftLevelPlan *floor_plan;
  GtkWidget *view_switcher;
  WeftBreadcrumb *breadcrumb;
  WeftCanvasBar *bar;
  WeftMinimap *minimap;
  GtkWidget *empty;
  GtkWidget *inspector_side;
  AdwViewStack *inspector_stack;
  WeftInspector *inspector;
  WeftScorePanel *panel;

  WeftSession *session;
  WeftStage *stage;
  int room;           /* how many columns have room: 1, 2, 3 */
  guint room_source;
  gboolean side_wanted;
  gboolean inspector_wanted;
  gboolean results_stale;
};

G_DEFINE_FINAL_TYPE (WeftGraphEditor, weft_graph_editor, GTK_TYPE_WIDGET)

static void
show_columns (WeftGraphEditor *self)
{
  gtk_widget_set_visible (self->side, self->side_wanted && self->room >= 2);
  gtk_widget_set_visible (self->inspector_side, self->inspector_wanted && self->room >= 3);
}

static gboolean
room_cb (gpointer data)
{
  WeftGraphEditor *self = data;

  self->room_source = 0;
  show_columns (self);
  return G_SOURCE_REMOVE;
}

static void
weft_graph_editor_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftGraphEditor *self = WEFT_GRAPH_EDITOR (widget);
  int room = width >= WIDE_PX ? 3 : width >= MEDIUM_PX ? 2 : 1;

  gtk_widget_allocate (self->content, width, height, baseline, NULL);
  if (room == self->room)
    return;
  self->room = room;
  if (self->room_source == 0)
    self->room_source = g_idle_add (room_cb, self);
}

static void
weft_graph_editor_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline,
                           int *natural_baseline)
{
  gtk_widget_measure (WEFT_GRAPH_EDITOR (widget)->content, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, 300);
}

static void
refused_cb (WeftGraphEditor *self, const char *words)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
show_empty (WeftGraphEditor *self)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (self->stage, NULL);

  gtk_widget_set_visible (self->empty, definition != NULL && definition->n_items == 0);
}

/* Racks have an elevation, the machine has a floor; other levels have the diagram alone. */
static void
show_views (WeftGraphEditor *self)
{
  gboolean rack = weft_level_plan_fits (self->rack_plan);
  gboolean floor = weft_level_plan_fits (self->floor_plan);
  const char *shown = gtk_stack_get_visible_child_name (self->views);

  gtk_stack_page_set_visible (self->rack_page, rack);
  gtk_stack_page_set_visible (self->floor_page, floor);
  gtk_widget_set_visible (self->view_switcher, rack || floor);
  if ((g_str_equal (shown, "rack") && !rack) || (g_str_equal (shown, "floor") && !floor))
    gtk_stack_set_visible_child_name (self->views, "diagram");
}

static void
view_cb (WeftGraphEditor *self)
{
  gboolean diagram =
    g_strcmp0 (gtk_stack_get_visible_child_name (self->views), "diagram") == 0;

  gtk_widget_set_visible (GTK_WIDGET (self->bar), diagram);
  gtk_widget_set_opacity (GTK_WIDGET (self->minimap), diagram ? 1 : 0);
  gtk_widget_set_can_target (GTK_WIDGET (self->minimap), diagram);
}

/* Where the parts of a template go when its parameters have been given. */
typedef struct
{
  WeftGraphEditor *editor;
  double x, y;
} Place;

static void
free_place (gpointer data)
{
  Place *place = data;

  g_object_unref (place->editor);
  g_free (place);
}

static void
template_made_cb (JsonNode *fragment, const WeftGraphTemplate *template, gpointer data)
{
  Place *place = data;
  g_autofree char *label = g_strdup_printf (_("Add %s"), _(template->title));
  const WeftGraphDefinition *definition = weft_stage_get_definition (place->editor->stage, NULL);
  gboolean first = definition != NULL && definition->n_items == 0;

  /* What comes first is laid out by itself, with its switches on top. */
  weft_stage_place (place->editor->stage, fragment, first ? NAN : place->x,
                    first ? NAN : place->y, label);
  if (first)
    weft_canvas_fit (place->editor->canvas);
  else
    weft_canvas_reveal (place->editor->canvas);
}

static void
ask_template (WeftGraphEditor *self, const char *id, double x, double y)
{
  const WeftGraphTemplate *template = weft_graph_template_find (id, NULL);
  WeftCatalog *catalog = weft_stage_get_catalog (self->stage);
  Place *place;

  if (template == NULL || catalog == NULL)
    return;
  place = g_new (Place, 1);
  *place = (Place){ g_object_ref (self), x, y };
  weft_template_dialog_ask (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), template, catalog,
                            template_made_cb, place, free_place);
}

/* Charts and tables are made when somebody looks at them. */
static void
show_results (WeftGraphEditor *self)
{
  if (!self->results_stale || self->session == NULL
      || g_strcmp0 (adw_view_stack_get_visible_child_name (self->inspector_stack), "results") != 0)
    return;
  self->results_stale = FALSE;
  weft_score_panel_show (self->panel, weft_session_get_evaluation (self->session),
                         weft_session_get_failure (self->session));
}

/* A part of the catalog, a definition of this design, or a template. */
static void
add (WeftGraphEditor *self, const char *kind, const char *of, double x, double y,
     gboolean by_middle)
{
  static const char *const kinds[] = { "chip", "component", "definition" };
  WeftLevel level;

  if (g_str_equal (kind, "template"))
    ask_template (self, of, x, y);
  else if (g_str_equal (kind, "empty") && weft_level_parse (of, &level))
    weft_stage_add_empty (self->stage, level, x, y);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i], kind) && by_middle)
      weft_stage_drop (self->stage, WEFT_GRAPH_CHIP + i, of, x, y);
    else if (g_str_equal (kinds[i], kind))
      weft_stage_add (self->stage, WEFT_GRAPH_CHIP + i, of, x, y);
}

static void
add_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftGraphEditor *self = WEFT_GRAPH_EDITOR (widget);
  const char *kind, *of;
  double x, y;

  g_variant_get (parameter, "(&s&s)", &kind, &of);
  weft_canvas_free_place (self->canvas, &x, &y);
  add (self, kind, of, x, y, FALSE);
  weft_canvas_reveal (self->canvas);
}

static void
add_at_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *kind, *of;
  double x, y;

  g_variant_get (parameter, "(&s&sdd)", &kind, &of, &x, &y);
  add (WEFT_GRAPH_EDITOR (widget), kind, of, x, y, TRUE);
}

/* The cable of every link that is selected. */
static void
set_cable_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftGraphEditor *self = WEFT_GRAPH_EDITOR (widget);
  WeftHistory *history = weft_session_get_history (self->session);
  GtkBitset *links = weft_stage_get_links (self->stage);
  GtkBitsetIter iter;
  guint index, definition;
  gboolean more = gtk_bitset_iter_init_first (&iter, links, &index);

  if (!more || weft_stage_get_definition (self->stage, &definition) == NULL)
    return;
  weft_history_begin (history, _("Change Cable"));
  for (; more; more = gtk_bitset_iter_next (&iter, &index))
    {
      g_autoptr (JsonNode) value = json_node_new (JSON_NODE_VALUE);
      GError *error = NULL;

      json_node_set_string (value, g_variant_get_string (parameter, NULL));
      weft_stage_do (self->stage,
                     weft_graph_edit_set_link (weft_design_get_graph (weft_session_get_design (self->session)),
                                               definition, index, "component", value, FALSE,
                                               &error),
                     &error);
    }
  weft_history_end (history);
}

static void
reveal_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftGraphEditor *self = WEFT_GRAPH_EDITOR (widget);

  weft_canvas_reveal (self->canvas);
}

static void
find_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_find_bar_open (WEFT_GRAPH_EDITOR (widget)->find);
}

static void
toggle_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftGraphEditor *self = WEFT_GRAPH_EDITOR (widget);

  if (g_str_equal (name, "graph.toggle-side"))
    {
      self->side_wanted = !gtk_widget_get_visible (self->side);
      gtk_widget_set_visible (self->side, self->side_wanted);
    }
  else
    {
      self->inspector_wanted = !gtk_widget_get_visible (self->inspector_side);
      gtk_widget_set_visible (self->inspector_side, self->inspector_wanted);
    }
}

/* The path leaves the corner across to the switcher of views. */
static gboolean
place_overlay_cb (WeftGraphEditor *self, GtkWidget *child, GdkRectangle *place, GtkOverlay *overlay)
{
  int all = gtk_widget_get_width (GTK_WIDGET (overlay)), taken = 0, least, natural;

  if (child != GTK_WIDGET (self->breadcrumb))
    return FALSE;
  if (gtk_widget_get_visible (self->view_switcher))
    gtk_widget_measure (self->view_switcher, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &taken, NULL,
                        NULL);
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  place->width = CLAMP (all - taken, least, MAX (natural, least));
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, place->width, NULL, &place->height, NULL,
                      NULL);
  place->x = gtk_widget_get_direction (child) == GTK_TEXT_DIR_RTL ? all - place->width : 0;
  place->y = 0;
  return TRUE;
}

static void
weft_graph_editor_dispose (GObject *object)
{
  WeftGraphEditor *self = WEFT_GRAPH_EDITOR (object);

  g_clear_handle_id (&self->room_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->stage);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_graph_editor_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, content);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, side);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, side_stack);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, shelf);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, outline);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, facility);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, amounts);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, find);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, views);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, canvas);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, rack_page);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, rack_plan);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, floor_page);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, floor_plan);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, view_switcher);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, breadcrumb);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, minimap);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, empty);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, inspector_side);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, inspector_stack);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, inspector);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphEditor, panel);
}

static void
weft_graph_editor_class_init (WeftGraphEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_graph_editor_dispose;
  widget_class->size_allocate = weft_graph_editor_size_allocate;
  widget_class->measure = weft_graph_editor_measure;
  g_type_ensure (WEFT_TYPE_BREADCRUMB);
  g_type_ensure (WEFT_TYPE_CANVAS);
  g_type_ensure (WEFT_TYPE_CANVAS_BAR);
  g_type_ensure (WEFT_TYPE_FACILITY_CARD);
  g_type_ensure (WEFT_TYPE_FIND_BAR);
  g_type_ensure (WEFT_TYPE_FLOOR_PLAN);
  g_type_ensure (WEFT_TYPE_GRAPH_CARD);
  g_type_ensure (WEFT_TYPE_INSPECTOR);
  g_type_ensure (WEFT_TYPE_MINIMAP);
  g_type_ensure (WEFT_TYPE_OUTLINE);
  g_type_ensure (WEFT_TYPE_PART_SHELF);
  g_type_ensure (WEFT_TYPE_RACK_PLAN);
  g_type_ensure (WEFT_TYPE_SCORE_PANEL);
  gtk_widget_class_set_css_name (widget_class, "grapheditor");
  gtk_widget_class_install_action (widget_class, "graph.add", "(ss)", add_action_cb);
  gtk_widget_class_install_action (widget_class, "graph.add-at", "(ssdd)", add_at_action_cb);
  gtk_widget_class_install_action (widget_class, "graph.set-cable", "s", set_cable_action_cb);
  gtk_widget_class_install_action (widget_class, "graph.reveal", NULL, reveal_action_cb);
  gtk_widget_class_install_action (widget_class, "graph.find", NULL, find_action_cb);
  gtk_widget_class_install_action (widget_class, "graph.toggle-side", NULL, toggle_action_cb);
  gtk_widget_class_install_action (widget_class, "graph.toggle-inspector", NULL,
                                   toggle_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "graph.find",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F9, 0, "graph.toggle-side", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F4, 0, "graph.toggle-inspector",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-graph-editor.ui");
  gtk_widget_class_bind_template_callback (widget_class, place_overlay_cb);
  bind_children (widget_class);
}

static void
weft_graph_editor_init (WeftGraphEditor *self)
{
  self->side_wanted = TRUE;
  self->inspector_wanted = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_facility_card_set_narrow (self->facility);
}

void
weft_graph_editor_bind (WeftGraphEditor *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_GRAPH_EDITOR (self) && WEFT_IS_SESSION (session));

  weft_facility_card_bind (self->facility, session);
  weft_graph_card_show (self->amounts, weft_session_get_design (session));
  if (self->session == session)
    return;
  self->session = g_object_ref (session);
  self->stage = weft_stage_new (session);
  weft_canvas_set_stage (self->canvas, self->stage);
  weft_canvas_bar_set_canvas (self->bar, self->canvas);
  weft_minimap_set_canvas (self->minimap, self->canvas);
  weft_find_bar_set_canvas (self->find, self->canvas);
  weft_breadcrumb_set_stage (self->breadcrumb, self->stage);
  weft_part_shelf_set_stage (self->shelf, self->stage);
  weft_outline_set_stage (self->outline, self->stage);
  weft_inspector_set_stage (self->inspector, self->stage);
  weft_level_plan_set_stage (self->rack_plan, self->stage);
  weft_level_plan_set_stage (self->floor_plan, self->stage);
  g_signal_connect_object (self->stage, "refused", G_CALLBACK (refused_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stage, "scene-changed", G_CALLBACK (show_empty), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stage, "scene-changed", G_CALLBACK (show_views), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->inspector_stack, "notify::visible-child",
                           G_CALLBACK (show_results), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->views, "notify::visible-child", G_CALLBACK (view_cb), self,
                           G_CONNECT_SWAPPED);
  show_empty (self);
  show_views (self);
}

void
weft_graph_editor_show_evaluation (WeftGraphEditor *self, WeftEvaluation *evaluation)
{
  g_return_if_fail (WEFT_IS_GRAPH_EDITOR (self));

  weft_graph_card_show_evaluation (self->amounts, evaluation);
  self->results_stale = TRUE;
  show_results (self);
}

/* The catalog has come: the usual budget and the profiles are known. */
void
weft_graph_editor_show_parts (WeftGraphEditor *self)
{
  g_return_if_fail (WEFT_IS_GRAPH_EDITOR (self));

  if (self->session != NULL)
    weft_facility_card_show (self->facility);
}

void
weft_graph_editor_show_violations (WeftGraphEditor *self)
{
  g_return_if_fail (WEFT_IS_GRAPH_EDITOR (self));

  if (self->session != NULL)
    weft_facility_card_show_violations (self->facility,
                                        weft_session_get_violations (self->session));
}

gboolean
weft_graph_editor_go_to (WeftGraphEditor *self, const char *pointer)
{
  g_return_val_if_fail (WEFT_IS_GRAPH_EDITOR (self) && pointer != NULL, FALSE);

  if (weft_facility_card_focus_field (self->facility, pointer))
    {
      adw_view_stack_set_visible_child_name (self->side_stack, "design");
      return TRUE;
    }
  if (self->stage == NULL || !weft_stage_go_to_pointer (self->stage, pointer))
    return FALSE;
  weft_canvas_reveal (self->canvas);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  return TRUE;
}

WeftStage *
weft_graph_editor_get_stage (WeftGraphEditor *self)
{
  g_return_val_if_fail (WEFT_IS_GRAPH_EDITOR (self), NULL);

  return self->stage;
}

WeftCanvas *
weft_graph_editor_get_canvas (WeftGraphEditor *self)
{
  g_return_val_if_fail (WEFT_IS_GRAPH_EDITOR (self), NULL);

  return self->canvas;
}
