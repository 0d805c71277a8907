/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WeftOutlineList (the machine) -> GtkTreeListModel (a list below each line that is unfolded) ->
 * GtkMultiSelection -> GtkListView */
#include "config.h"

#include "app/compose/weft-outline-private.h"

G_DEFINE_FINAL_TYPE (WeftOutline, weft_outline, GTK_TYPE_WIDGET)

static GListModel *
list_below (gpointer item, gpointer data)
{
  WeftOutlineList *list = weft_outline_list_new_below (WEFT_OUTLINE_NODE (item));

  return list != NULL ? G_LIST_MODEL (list) : NULL;
}

static void
activate_cb (WeftOutline *self, guint position)
{
  if (self->stage != NULL)
    weft_outline_activate (self, position);
}

static void
selected_cb (WeftOutline *self, guint position, guint n)
{
  weft_outline_take_selection (self, position, n);
}

static void
show_empty (WeftOutline *self)
{
  gboolean empty = self->tree == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->tree)) == 0;

  gtk_widget_set_visible (self->scroller, !empty);
  gtk_widget_set_visible (self->empty, empty);
}

/* While nobody looks, nothing is done; what has changed is shown when somebody does. */
static gboolean
waits (WeftOutline *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  self->stale = TRUE;
  return TRUE;
}

/* Rows of the same name stay, and with them what is unfolded and where one is. */
static void
show_graph (WeftOutline *self)
{
  gboolean was_empty = g_list_model_get_n_items (G_LIST_MODEL (self->tree)) == 0;

  self->mirroring++;
  weft_outline_list_set_graph (self->root, weft_stage_get_graph (self->stage));
  if (was_empty)
    weft_outline_reveal_level (self);
  self->mirroring--;
  weft_outline_refresh_rows (self);
  show_empty (self);
  weft_outline_mirror (self, FALSE);
}

static void
scene_changed_cb (WeftOutline *self)
{
  if (!waits (self))
    show_graph (self);
}

static void
path_changed_cb (WeftOutline *self)
{
  if (waits (self))
    return;
  self->mirroring++;
  weft_outline_reveal_level (self);
  self->mirroring--;
  weft_outline_mirror (self, TRUE);
}

static void
stage_selection_cb (WeftOutline *self)
{
  if (waits (self))
    return;
  weft_outline_mirror (self, TRUE);
}

static void
show_marks (WeftOutline *self)
{
  WeftSession *session = weft_stage_get_session (self->stage);

  g_clear_pointer (&self->marks, weft_outline_marks_free);
  self->marks = weft_outline_marks_new (weft_session_get_violations (session));
  weft_outline_refresh_rows (self);
}

static void
marks_changed_cb (WeftOutline *self)
{
  if (!waits (self))
    show_marks (self);
}

static void
weft_outline_map (GtkWidget *widget)
{
  WeftOutline *self = WEFT_OUTLINE (widget);

  GTK_WIDGET_CLASS (weft_outline_parent_class)->map (widget);
  if (!self->stale || self->stage == NULL)
    return;
  self->stale = FALSE;
  show_marks (self);
  show_graph (self);
  path_changed_cb (self);
}

static void
drop_stage (WeftOutline *self)
{
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->stage != NULL)
    g_signal_handlers_disconnect_by_data (self->stage, self);
  g_clear_weak_pointer (&self->level);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->root);
  g_clear_pointer (&self->marks, weft_outline_marks_free);
  g_clear_object (&self->stage);
}

/* Shift+Tab that leaves the first child asks this too, and must not be led back. */
static gboolean
weft_outline_grab_focus (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0
         && gtk_widget_grab_focus (GTK_WIDGET (WEFT_OUTLINE (widget)->list));
}

static void
weft_outline_dispose (GObject *object)
{
  WeftOutline *self = WEFT_OUTLINE (object);
  GtkWidget *child;

  drop_stage (self);
  self->list = NULL;
  self->menu = NULL;
  self->popover = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_outline_parent_class)->dispose (object);
}

static void
weft_outline_class_init (WeftOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_outline_dispose;
  widget_class->map = weft_outline_map;
  widget_class->grab_focus = weft_outline_grab_focus;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-outline.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftOutline, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftOutline, list);
  gtk_widget_class_bind_template_child (widget_class, WeftOutline, empty);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_set_css_name (widget_class, "outline");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  weft_outline_install_actions (widget_class);
}

static void
weft_outline_init (WeftOutline *self)
{
  g_autoptr (GtkListItemFactory) factory = NULL;

  self->rows = g_ptr_array_new ();
  self->menu_position = GTK_INVALID_LIST_POSITION;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  factory = weft_outline_row_factory_new (self);
  gtk_list_view_set_factory (self->list, factory);
  show_empty (self);
}

void
weft_outline_set_stage (WeftOutline *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_OUTLINE (self));
  g_return_if_fail (stage == NULL || WEFT_IS_STAGE (stage));

  drop_stage (self);
  if (stage != NULL)
    {
      self->stage = g_object_ref (stage);
      self->root = weft_outline_list_new_root (weft_stage_get_graph (stage));
      self->tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->root)), FALSE, FALSE,
                                            list_below, NULL, NULL);
      self->selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->tree)));
      weft_outline_reveal_level (self);
      gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
      g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (selected_cb),
                                self);
      g_signal_connect_swapped (stage, "scene-changed", G_CALLBACK (scene_changed_cb), self);
      g_signal_connect_swapped (stage, "path-changed", G_CALLBACK (path_changed_cb), self);
      g_signal_connect_swapped (stage, "selection-changed", G_CALLBACK (stage_selection_cb), self);
      g_signal_connect_swapped (stage, "marks-changed", G_CALLBACK (marks_changed_cb), self);
      show_marks (self);
      weft_outline_mirror (self, FALSE);
    }
  show_empty (self);
}

GtkTreeListModel *
weft_outline_get_tree (WeftOutline *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE (self), NULL);

  return self->tree;
}

GtkSelectionModel *
weft_outline_get_selection (WeftOutline *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE (self), NULL);

  return GTK_SELECTION_MODEL (self->selection);
}
