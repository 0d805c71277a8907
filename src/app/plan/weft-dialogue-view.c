/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list view, so that a long run costs no more than what is near the window. The place is changed between frames only:
 * a list must not be scrolled while it is being placed. */
#include "config.h"

#include "app/plan/weft-dialogue-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/plan/weft-dialogue-row.h"

/* As near to the end as counts as being there. */
#define NEAR_PX 24
/* Items between a call and the turn that it belongs to. */
#define FAR_BACK 20
/* Frames in which the list may still find out how high its rows are. */
#define SETTLING_FRAMES 4

struct _WeftDialogueView
{
  GtkWidget parent_instance;

  GtkWidget *overlay;
  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkRevealer *jump;

  GtkNoSelection *selection;
  WeftDialogue *dialogue; /* (nullable) */
  gboolean following;
  gboolean moving;        /* this view scrolls, not the reader */
  double value;           /* where it was last, and */
  double upper;           /* how long the list was then */
  guint tick;
  guint frames;           /* for which the end is looked for again */
  gboolean unplaced;      /* another dialogue, whose rows have no height before the next frame */
};

G_DEFINE_FINAL_TYPE (WeftDialogueView, weft_dialogue_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_FOLLOWING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static GtkAdjustment *
get_adjustment (WeftDialogueView *self)
{
  return gtk_scrolled_window_get_vadjustment (self->scroller);
}

static double
find_end (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
}

static void
set_following (WeftDialogueView *self, gboolean following)
{
  gtk_revealer_set_reveal_child (self->jump, !following);
  gtk_widget_set_can_target (GTK_WIDGET (self->jump), !following);
  if (self->following == following)
    return;
  self->following = following;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOWING]);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  WeftDialogueView *self = WEFT_DIALOGUE_VIEW (widget);
  GtkAdjustment *adjustment = get_adjustment (self);

  if (self->unplaced)
    {
      self->unplaced = FALSE;
      return G_SOURCE_CONTINUE;
    }
  if (self->following && find_end (adjustment) > 0)
    {
      self->moving = TRUE;
      gtk_adjustment_set_value (adjustment, find_end (adjustment));
      self->moving = FALSE;
    }
  if (self->frames > 0 && self->following)
    {
      self->frames--;
      return G_SOURCE_CONTINUE;
    }
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
stop_ticking (WeftDialogueView *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
start_ticking (WeftDialogueView *self)
{
  self->frames = SETTLING_FRAMES;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
stay_at_end (WeftDialogueView *self)
{
  if (self->following)
    start_ticking (self);
}

/* Who scrolls up reads; who comes back to the end follows again. A list that has become shorter has moved by itself. */
static void
value_cb (WeftDialogueView *self, GtkAdjustment *adjustment)
{
  double value = gtk_adjustment_get_value (adjustment);
  double upper = gtk_adjustment_get_upper (adjustment);
  gboolean up = value < self->value - NEAR_PX && upper >= self->upper;

  self->value = value;
  self->upper = upper;
  if (self->moving || self->unplaced || (self->tick != 0 && !up))
    return;
  if (up)
    stop_ticking (self);
  set_following (self, value >= find_end (adjustment) - NEAR_PX);
}

/* Small steps up count too, while the list still grows. */
static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, WeftDialogueView *self)
{
  if (dy < 0 && find_end (get_adjustment (self)) > 0)
    {
      stop_ticking (self);
      set_following (self, FALSE);
    }
  return GDK_EVENT_PROPAGATE;
}

static void
jump_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDialogueView *self = WEFT_DIALOGUE_VIEW (widget);

  set_following (self, TRUE);
  stay_at_end (self);
}

/* What the row with the keyboard says. */
static void
copy_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);
  WeftDialogueItem *item = NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, widget)
      && ADW_IS_CLAMP (gtk_widget_get_first_child (focus)))
    item = weft_dialogue_row_get_item (
      WEFT_DIALOGUE_ROW (adw_clamp_get_child (ADW_CLAMP (gtk_widget_get_first_child (focus)))));
  if (item != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), weft_dialogue_item_get_text (item));
}

/* --- rows --- */

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *clamp = adw_clamp_new ();

  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 960);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), 900);
  adw_clamp_set_child (ADW_CLAMP (clamp), weft_dialogue_row_new ());
  gtk_list_item_set_child (item, clamp);
  gtk_list_item_set_activatable (item, FALSE);
}

static WeftDialogueRow *
get_row (GtkListItem *item)
{
  return WEFT_DIALOGUE_ROW (adw_clamp_get_child (ADW_CLAMP (gtk_list_item_get_child (item))));
}

/* What the planner said before the item at @position. (nullable) (transfer full) */
static WeftDialogueItem *
find_turn (WeftDialogueView *self, guint position)
{
  guint least = position > FAR_BACK ? position - FAR_BACK : 0;

  for (guint i = position; i > least; i--)
    {
      WeftDialogueItem *item = g_list_model_get_item (G_LIST_MODEL (self->dialogue), i - 1);

      if (item != NULL && weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_TURN)
        return item;
      g_clear_object (&item);
    }
  return NULL;
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_autoptr (WeftDialogueItem) turn = find_turn (data, gtk_list_item_get_position (item));

  weft_dialogue_row_bind (get_row (item), gtk_list_item_get_item (item), turn);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  weft_dialogue_row_bind (get_row (item), NULL, NULL);
}

/* --- class --- */

static void
weft_dialogue_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FOLLOWING)
    g_value_set_boolean (value, WEFT_DIALOGUE_VIEW (object)->following);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_dialogue_view_dispose (GObject *object)
{
  WeftDialogueView *self = WEFT_DIALOGUE_VIEW (object);

  stop_ticking (self);
  if (self->scroller != NULL)
    g_signal_handlers_disconnect_by_data (get_adjustment (self), self);
  self->scroller = NULL;
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->dialogue);
  G_OBJECT_CLASS (weft_dialogue_view_parent_class)->dispose (object);
}

static void
weft_dialogue_view_class_init (WeftDialogueViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_dialogue_view_get_property;
  object_class->dispose = weft_dialogue_view_dispose;
  properties[PROP_FOLLOWING] =
    g_param_spec_boolean ("following", NULL, NULL, TRUE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, "dialogue.jump", NULL, jump_cb);
  gtk_widget_class_install_action (widget_class, "dialogue.copy", NULL, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "dialogue.copy", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "dialogueview");
}

static GtkWidget *
make_jump (void)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new ();

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("go-bottom-symbolic"));
  gtk_box_append (GTK_BOX (content), gtk_label_new (_("Jump to Latest")));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_add_css_class (button, "osd");
  gtk_widget_add_css_class (button, "jump-button");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "dialogue.jump");
  gtk_widget_set_tooltip_text (button, _("Jump to Latest (Ctrl+End)"));
  return button;
}

static void
add_jump (WeftDialogueView *self)
{
  self->jump = GTK_REVEALER (gtk_revealer_new ());
  gtk_revealer_set_transition_type (self->jump, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE);
  gtk_revealer_set_child (self->jump, make_jump ());
  gtk_widget_set_halign (GTK_WIDGET (self->jump), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self->jump), GTK_ALIGN_END);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->jump));
}

static void
make_list (WeftDialogueView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  self->selection = gtk_no_selection_new (NULL);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "dialogue");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Dialogue"), -1);
}

static void
weft_dialogue_view_init (WeftDialogueView *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->following = TRUE;
  self->overlay = gtk_overlay_new ();
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  make_list (self);
  gtk_scrolled_window_set_child (self->scroller, GTK_WIDGET (self->list));
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->scroller));
  add_jump (self);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_swapped (get_adjustment (self), "changed", G_CALLBACK (stay_at_end), self);
  g_signal_connect_swapped (get_adjustment (self), "value-changed", G_CALLBACK (value_cb), self);
  set_following (self, TRUE);
}

/* @at_end: it begins where a run goes on, not where a record begins. */
void
weft_dialogue_view_set_dialogue (WeftDialogueView *self, WeftDialogue *dialogue, gboolean at_end)
{
  g_return_if_fail (WEFT_IS_DIALOGUE_VIEW (self));

  if (!g_set_object (&self->dialogue, dialogue))
    return;
  stop_ticking (self);
  self->unplaced = TRUE;
  set_following (self, at_end);
  gtk_no_selection_set_model (self->selection, dialogue == NULL ? NULL : G_LIST_MODEL (dialogue));
  start_ticking (self);
}

gboolean
weft_dialogue_view_get_following (WeftDialogueView *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_VIEW (self), FALSE);

  return self->following;
}

void
weft_dialogue_view_go_to (WeftDialogueView *self, guint64 seq)
{
  guint n;

  g_return_if_fail (WEFT_IS_DIALOGUE_VIEW (self));

  n = self->dialogue == NULL ? 0 : g_list_model_get_n_items (G_LIST_MODEL (self->dialogue));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (G_LIST_MODEL (self->dialogue), i);

      if (weft_dialogue_item_get_seq (item) != seq)
        continue;
      set_following (self, FALSE);
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", i);
      return;
    }
}
