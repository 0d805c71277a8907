/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three columns: runs, the chosen run, the chosen event. With room for two the user goes from the first two to the last
 * two; with room for one from each to the next. */
#include "config.h"

#include "app/trail/weft-trail-page-private.h"

#include <glib/gi18n.h>

#define WIDE_PX 1040
#define MEDIUM_PX 680

G_DEFINE_FINAL_TYPE (WeftTrailPage, weft_trail_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
show_columns (WeftTrailPage *self)
{
  int room = self->room, depth = self->depth;
  gboolean runs = room >= 3 || (room == 2 && depth < 2) || depth == 0;
  gboolean end = room >= 3 || depth == 2;
  gboolean middle = room >= 2 || depth == 1;

  gtk_widget_set_visible (GTK_WIDGET (self->runs), runs);
  gtk_widget_set_visible (self->rest, middle || end);
  gtk_widget_set_visible (self->middle, middle);
  gtk_widget_set_visible (self->end, end);
  gtk_widget_set_visible (self->back_to_runs, !runs);
  gtk_widget_set_visible (self->back_bar, !middle);
}

void
weft_trail_page_set_depth (WeftTrailPage *self, int depth)
{
  self->depth = depth;
  show_columns (self);
}

static gboolean
room_cb (gpointer data)
{
  WeftTrailPage *self = data;

  self->room_source = 0;
  show_columns (self);
  return G_SOURCE_REMOVE;
}

static void
weft_trail_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);
  int room = width >= WIDE_PX ? 3 : width >= MEDIUM_PX ? 2 : 1;
  int least;

  /* Until the columns have gone, they may need more than there is. */
  gtk_widget_measure (self->toasts, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->toasts, MAX (width, least), height, baseline, NULL);
  if (room == self->room)
    return;
  self->room = room;
  if (self->room_source == 0)
    self->room_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, room_cb, self, NULL);
}

static void
weft_trail_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (WEFT_TRAIL_PAGE (widget)->toasts, orientation, -1, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, 300);
}

static void
chain_changed_cb (WeftTrailPage *self)
{
  weft_chain_bar_show (self->chain, self->check, weft_run_follower_get_written (self->follower));
}

/* The end of a run is news for the chain, and so is its beginning. */
static void
run_state_cb (WeftTrailPage *self)
{
  gboolean written = weft_run_follower_get_written (self->follower);

  if (written != self->was_written)
    {
      self->was_written = written;
      weft_chain_check_start (self->check);
    }
  else
    chain_changed_cb (self);
  weft_trail_page_update_actions (self);
}

static void
keep_first (WeftTrailPage *self)
{
  WeftEventList *events = weft_run_follower_get_events (self->follower);

  if (self->first != NULL || weft_run_follower_get_filtered (self->follower))
    return;
  self->first = g_list_model_get_item (G_LIST_MODEL (events), 0);
  if (self->first == NULL)
    return;
  /* A row is read after it is there. */
  g_signal_connect_object (self->first, "notify::event", G_CALLBACK (weft_trail_page_update_actions), self,
                           G_CONNECT_SWAPPED);
  weft_trail_page_update_actions (self);
}

static void
difference_cb (WeftTrailPage *self)
{
  if (self->difference != 0)
    weft_events_pane_go_to (self->events, self->difference);
}

static void
forget_run (WeftTrailPage *self)
{
  if (self->check != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->check, self);
      weft_chain_check_cancel (self->check);
    }
  if (self->follower != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->follower, self);
      weft_run_follower_set_active (self->follower, FALSE);
    }
  g_clear_object (&self->check);
  g_clear_object (&self->follower);
  g_clear_object (&self->first);
  self->difference = 0;
}

static void
show_title (WeftTrailPage *self)
{
  WeftTrailEntry *entry = weft_runs_pane_get_entry (self->runs);
  const char *path = weft_runs_pane_get_path (self->runs);
  g_autofree char *name = path == NULL ? NULL : g_path_get_basename (path);

  if (entry != NULL && g_str_equal (weft_trail_entry_get_path (entry), path))
    gtk_label_set_text (self->title, weft_trail_entry_get_title (entry));
  else
    gtk_label_set_text (self->title, name != NULL ? name : "");
}

static void
show_lineage (WeftTrailPage *self)
{
  if (self->follower != NULL && !g_str_equal (self->view, "events"))
    weft_lineage_pane_show (self->lineage, weft_run_follower_get_path (self->follower),
                            weft_run_follower_get_n_events (self->follower),
                            g_str_equal (self->view, "why") ? WEFT_LINEAGE_WHY
                                                            : WEFT_LINEAGE_TREE);
}

static void
run_selected_cb (WeftTrailPage *self)
{
  const char *path = weft_runs_pane_get_path (self->runs);

  show_title (self);
  if (self->follower != NULL && g_strcmp0 (path, weft_run_follower_get_path (self->follower)) == 0)
    return;
  forget_run (self);
  weft_message_bar_hide (self->message);
  weft_event_details_show (self->details, NULL);
  self->follower = weft_run_follower_new (path);
  self->check = weft_chain_check_new (path);
  self->was_written = FALSE;
  weft_run_follower_set_active (self->follower, gtk_widget_get_mapped (GTK_WIDGET (self)));
  weft_events_pane_bind (self->events, self->follower);
  g_signal_connect_object (self->follower, "notify::state", G_CALLBACK (run_state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->follower, "notify::events", G_CALLBACK (keep_first), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->check, "changed", G_CALLBACK (chain_changed_cb), self,
                           G_CONNECT_SWAPPED);
  weft_chain_check_start (self->check);
  show_lineage (self);
  weft_trail_page_update_actions (self);
}

static void
run_entered_cb (WeftTrailPage *self)
{
  if (self->room == 1)
    weft_trail_page_set_depth (self, 1);
}

static void
row_cb (WeftTrailPage *self)
{
  weft_event_details_show (self->details, weft_events_pane_get_row (self->events));
  weft_trail_page_update_actions (self);
}

static void
event_entered_cb (WeftTrailPage *self)
{
  weft_trail_page_set_depth (self, 2);
}

static void
event_chosen_cb (WeftTrailPage *self, guint64 seq)
{
  weft_events_pane_go_to (self->events, seq);
}

static void
list_loaded_cb (WeftTrailPage *self)
{
  gboolean some = g_list_model_get_n_items (weft_run_list_get_items (self->list)) > 0;
  const char *failure = weft_run_list_get_failure (self->list);

  if (failure != NULL)
    {
      adw_status_page_set_title (self->empty, _("The Runs Cannot Be Listed"));
      adw_status_page_set_description (self->empty, failure);
    }
  show_title (self);
  weft_trail_page_update_actions (self);
  gtk_stack_set_visible_child_name (self->states, some && failure == NULL ? "runs" : "empty");
}

static void
weft_trail_page_map (GtkWidget *widget)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  GTK_WIDGET_CLASS (weft_trail_page_parent_class)->map (widget);
  weft_run_list_set_active (self->list, TRUE);
  if (self->follower != NULL)
    weft_run_follower_set_active (self->follower, TRUE);
}

static void
weft_trail_page_unmap (GtkWidget *widget)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  weft_run_list_set_active (self->list, FALSE);
  if (self->follower != NULL)
    weft_run_follower_set_active (self->follower, FALSE);
  GTK_WIDGET_CLASS (weft_trail_page_parent_class)->unmap (widget);
}

static void
set_view (WeftTrailPage *self, const char *view)
{
  if (g_strcmp0 (view, self->view) == 0 || view == NULL)
    return;
  g_free (self->view);
  self->view = g_strdup (view);
  gtk_stack_set_visible_child_name (self->views,
                                    g_str_equal (view, "events") ? "events" : "lineage");
  show_lineage (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
weft_trail_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_string (value, WEFT_TRAIL_PAGE (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_trail_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    set_view (WEFT_TRAIL_PAGE (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_trail_page_dispose (GObject *object)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (object);

  g_clear_handle_id (&self->room_source, g_source_remove);
  g_clear_handle_id (&self->work_source, g_source_remove);
  g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
  forget_run (self);
  g_clear_pointer (&self->toasts, gtk_widget_unparent);
  g_clear_object (&self->list);
  g_clear_object (&self->session);
  g_clear_pointer (&self->view, g_free);
  G_OBJECT_CLASS (weft_trail_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-trail-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, states);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, empty);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, runs);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, middle);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, rest);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, back_to_runs);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, title);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, dialogue_button);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, simulation_button);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, chain);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, work);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, work_words);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, work_progress);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, message);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, views);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, events);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, lineage);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, end);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, back_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftTrailPage, details);
  gtk_widget_class_bind_template_callback (widget_class, run_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, run_entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_cb);
  gtk_widget_class_bind_template_callback (widget_class, event_entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, event_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, difference_cb);
}

static void
weft_trail_page_class_init (WeftTrailPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_trail_page_get_property;
  object_class->set_property = weft_trail_page_set_property;
  object_class->dispose = weft_trail_page_dispose;
  widget_class->size_allocate = weft_trail_page_size_allocate;
  widget_class->measure = weft_trail_page_measure;
  widget_class->map = weft_trail_page_map;
  widget_class->unmap = weft_trail_page_unmap;
  g_type_ensure (WEFT_TYPE_CHAIN_BAR);
  g_type_ensure (WEFT_TYPE_EVENT_DETAILS);
  g_type_ensure (WEFT_TYPE_EVENTS_PANE);
  g_type_ensure (WEFT_TYPE_LINEAGE_PANE);
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_RUNS_PANE);
  properties[PROP_VIEW] = g_param_spec_string (
    "view", NULL, NULL, "events",
    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "trailpage");
  weft_trail_page_install_actions (widget_class);
  bind_template (widget_class);
}

static void
weft_trail_page_init (WeftTrailPage *self)
{
  self->view = g_strdup ("events");
  self->room = 3;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->list = weft_run_list_new (weft_trail_default_folder ());
  weft_runs_pane_bind (self->runs, self->list);
  g_signal_connect_object (self->list, "notify::loaded", G_CALLBACK (list_loaded_cb), self,
                           G_CONNECT_SWAPPED);
  weft_trail_page_add_shortcuts (self);
  show_columns (self);
  weft_trail_page_update_actions (self);
}

GtkWidget *
weft_trail_page_new (WeftSession *session)
{
  WeftTrailPage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_TRAIL_PAGE, NULL);
  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

void
weft_trail_page_show_run (WeftTrailPage *self, const char *path)
{
  g_return_if_fail (WEFT_IS_TRAIL_PAGE (self) && path != NULL);

  weft_runs_pane_select (self->runs, path);
  weft_run_list_refresh (self->list);
}

void
weft_trail_page_show_event (WeftTrailPage *self, const char *path, guint64 seq)
{
  g_return_if_fail (WEFT_IS_TRAIL_PAGE (self) && path != NULL && seq > 0);

  weft_trail_page_show_run (self, path);
  g_object_set (self, "view", "events", NULL);
  weft_trail_page_set_depth (self, 2);
  weft_events_pane_go_to (self->events, seq);
}
