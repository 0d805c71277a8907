/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filters run in the follower's worker, which gives another list. The selection is an event's number, so that it
 * outlives the list; a single selection would look for its old item in a million new ones, so it is cleared before. */
#include "config.h"

#include "app/trail/weft-events-pane.h"

#include <glib/gi18n.h>

#include "app/trail/weft-event-columns.h"
#include "app/trail/weft-trail-words.h"
#include "base/weft-quantity.h"

/* With less than so much, time and actor leave, and the filters take two lines. */
#define NARROW_PX 560

struct _WeftEventsPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *filters;
  GtkEditable *entry;
  GtkDropDown *actors;
  GtkDropDown *kinds;
  GtkStack *stack;
  GtkColumnView *view;
  GtkColumnViewColumn *seq_column;
  GtkColumnViewColumn *time_column;
  GtkColumnViewColumn *actor_column;
  GtkColumnViewColumn *kind_column;
  GtkColumnViewColumn *summary_column;
  GtkLabel *nothing;
  GtkWidget *clear;
  GtkLabel *count;
  GtkToggleButton *follow;

  WeftRunFollower *follower; /* (nullable) */
  GtkSingleSelection *selection;
  guint64 wanted;    /* event to select when it is there, 0 for none */
  guint scroll_source;
  guint scroll_to;
  guint narrow_source;
  gboolean narrow;
  gboolean updating; /* the filters are being filled: nobody has chosen */
};

G_DEFINE_FINAL_TYPE (WeftEventsPane, weft_events_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ROW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint entered_signal;

static gboolean
scroll_cb (gpointer data)
{
  WeftEventsPane *self = data;

  self->scroll_source = 0;
  weft_trail_scroll_to (GTK_WIDGET (self->view), self->scroll_to);
  return G_SOURCE_REMOVE;
}

/* After the layout: before it the list does not know its rows. */
static void
scroll_to (WeftEventsPane *self, guint position)
{
  self->scroll_to = position;
  if (self->scroll_source == 0)
    self->scroll_source = g_idle_add_full (G_PRIORITY_LOW, scroll_cb, self, NULL);
}

static void
select_wanted (WeftEventsPane *self)
{
  WeftEventList *events = weft_run_follower_get_events (self->follower);
  guint position;

  if (self->wanted == 0 || events == NULL
      || !weft_event_list_find (events, self->wanted, &position))
    return;
  self->wanted = 0;
  gtk_single_selection_set_selected (self->selection, position);
  scroll_to (self, position);
}

static void
scroll_to_end (WeftEventsPane *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  if (n > 0 && weft_run_follower_get_written (self->follower)
      && gtk_toggle_button_get_active (self->follow))
    scroll_to (self, n - 1);
}

static void
show_count (WeftEventsPane *self)
{
  WeftEventList *events = weft_run_follower_get_events (self->follower);
  const char *failure = weft_run_follower_get_failure (self->follower);
  guint64 all = weft_run_follower_get_n_events (self->follower);
  guint shown = events == NULL ? 0 : g_list_model_get_n_items (G_LIST_MODEL (events));
  gboolean filtered = weft_run_follower_get_filtered (self->follower);
  g_autofree char *number = weft_quantity_format ((double) all, WEFT_UNIT_COUNT);
  g_autofree char *some = weft_quantity_format (shown, WEFT_UNIT_COUNT);
  g_autofree char *total =
    g_strdup_printf (ngettext ("%s event", "%s events", (gulong) all), number);
  /* Translators: how many events pass a filter, of "1,361 events" */
  g_autofree char *words =
    filtered ? g_strdup_printf (_("%s of %s"), some, total) : g_steal_pointer (&total);

  gtk_label_set_text (self->count, events == NULL ? "" : words);
  gtk_label_set_text (self->nothing, failure != NULL ? failure
                                     : filtered     ? _("No event passes the filter.")
                                                    : _("This run has no events."));
  gtk_widget_set_visible (self->clear, filtered && failure == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->follow),
                          weft_run_follower_get_written (self->follower));
  if (events != NULL || failure != NULL)
    gtk_stack_set_visible_child_name (self->stack,
                                      shown > 0 && failure == NULL ? "events" : "nothing");
}

static void
state_cb (WeftEventsPane *self)
{
  show_count (self);
  select_wanted (self);
  scroll_to_end (self);
}

static void
events_cb (WeftEventsPane *self)
{
  WeftEventList *events = weft_run_follower_get_events (self->follower);
  WeftEventRow *row = weft_events_pane_get_row (self);

  if (row != NULL && self->wanted == 0)
    self->wanted = weft_event_row_get_seq (row);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (events));
  state_cb (self);
}

/* Fills a list of choices; what was chosen stays chosen while it is there. */
static void
fill (GtkDropDown *choice, const char *first, const char *const *names)
{
  g_autoptr (GtkStringList) strings = gtk_string_list_new ((const char *[]){ first, NULL });
  guint selected = gtk_drop_down_get_selected (choice);
  GtkStringObject *before = selected == 0 ? NULL : gtk_drop_down_get_selected_item (choice);
  g_autofree char *chosen = before == NULL ? NULL : g_strdup (gtk_string_object_get_string (before));

  selected = 0;
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      gtk_string_list_append (strings, names[i]);
      if (g_strcmp0 (names[i], chosen) == 0)
        selected = i + 1;
    }
  gtk_drop_down_set_model (choice, G_LIST_MODEL (strings));
  gtk_drop_down_set_selected (choice, selected);
}

static void
kinds_cb (WeftEventsPane *self)
{
  self->updating = TRUE;
  fill (self->actors, _("All actors"), weft_run_follower_get_actors (self->follower));
  fill (self->kinds, _("All kinds"), weft_run_follower_get_kinds (self->follower));
  self->updating = FALSE;
}

/* (nullable) */
static const char *
get_choice (GtkDropDown *choice)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (choice);

  return item == NULL || gtk_drop_down_get_selected (choice) == 0
           ? NULL
           : gtk_string_object_get_string (item);
}

static void
filter_changed_cb (WeftEventsPane *self)
{
  if (self->follower != NULL && !self->updating)
    weft_run_follower_set_filter (self->follower,
                                  &(WeftTrailFilter){ get_choice (self->actors),
                                                      get_choice (self->kinds),
                                                      gtk_editable_get_text (self->entry) });
}

static void
choose (GtkDropDown *choice, const char *name)
{
  GListModel *model = gtk_drop_down_get_model (choice);
  guint found = 0;

  for (guint i = 1; name != NULL && i < g_list_model_get_n_items (model); i++)
    if (g_strcmp0 (gtk_string_list_get_string (GTK_STRING_LIST (model), i), name) == 0)
      found = i;
  gtk_drop_down_set_selected (choice, found);
}

static void
stop_search_cb (WeftEventsPane *self)
{
  weft_events_pane_filter (self, NULL, NULL, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
follow_toggled_cb (WeftEventsPane *self)
{
  if (self->follower != NULL)
    scroll_to_end (self);
}

static void
selected_cb (WeftEventsPane *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROW]);
}

static void
entered_cb (WeftEventsPane *self)
{
  if (weft_events_pane_get_row (self) != NULL)
    g_signal_emit (self, entered_signal, 0);
}

static gboolean
narrow_cb (gpointer data)
{
  WeftEventsPane *self = data;

  self->narrow_source = 0;
  gtk_column_view_column_set_visible (self->time_column, !self->narrow);
  gtk_column_view_column_set_visible (self->actor_column, !self->narrow);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->filters),
                                  self->narrow ? GTK_ORIENTATION_VERTICAL
                                               : GTK_ORIENTATION_HORIZONTAL);
  return G_SOURCE_REMOVE;
}

static void
weft_events_pane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftEventsPane *self = WEFT_EVENTS_PANE (widget);
  int least;

  /* Until the filters have their two lines, they may need more than there is. */
  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->content, MAX (width, least), height, baseline, NULL);
  if (self->narrow == (width < NARROW_PX))
    return;
  self->narrow = width < NARROW_PX;
  if (self->narrow_source == 0)
    self->narrow_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, narrow_cb, self, NULL);
}

static void
weft_events_pane_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                          int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  gtk_widget_measure (WEFT_EVENTS_PANE (widget)->content, orientation, -1, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, 300);
}

static void
weft_events_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ROW)
    g_value_set_object (value, weft_events_pane_get_row (WEFT_EVENTS_PANE (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_events_pane_dispose (GObject *object)
{
  WeftEventsPane *self = WEFT_EVENTS_PANE (object);

  g_clear_handle_id (&self->scroll_source, g_source_remove);
  g_clear_handle_id (&self->narrow_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->follower);
  G_OBJECT_CLASS (weft_events_pane_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-events-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, content);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, filters);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, actors);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, kinds);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, view);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, seq_column);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, time_column);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, actor_column);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, kind_column);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, summary_column);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, nothing);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, clear);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, count);
  gtk_widget_class_bind_template_child (widget_class, WeftEventsPane, follow);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, follow_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
}

static void
weft_events_pane_class_init (WeftEventsPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_events_pane_get_property;
  object_class->dispose = weft_events_pane_dispose;
  widget_class->size_allocate = weft_events_pane_size_allocate;
  widget_class->measure = weft_events_pane_measure;
  properties[PROP_ROW] = g_param_spec_object ("row", NULL, NULL, WEFT_TYPE_EVENT_ROW,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  entered_signal = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "eventspane");
  bind_template (widget_class);
}

static void
weft_events_pane_init (WeftEventsPane *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  weft_event_columns_set_factory (self->seq_column, WEFT_EVENT_COLUMN_SEQ);
  weft_event_columns_set_factory (self->time_column, WEFT_EVENT_COLUMN_TIME);
  weft_event_columns_set_factory (self->actor_column, WEFT_EVENT_COLUMN_ACTOR);
  weft_event_columns_set_factory (self->kind_column, WEFT_EVENT_COLUMN_KIND);
  weft_event_columns_set_factory (self->summary_column, WEFT_EVENT_COLUMN_SUMMARY);
  fill (self->actors, _("All actors"), NULL);
  fill (self->kinds, _("All kinds"), NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  self->updating = FALSE;
}

/* Another run; the filters start empty. */
void
weft_events_pane_bind (WeftEventsPane *self, WeftRunFollower *follower)
{
  g_return_if_fail (WEFT_IS_EVENTS_PANE (self) && WEFT_IS_RUN_FOLLOWER (follower));

  if (self->follower != NULL)
    g_signal_handlers_disconnect_by_data (self->follower, self);
  g_set_object (&self->follower, follower);
  self->wanted = 0;
  self->updating = TRUE;
  weft_events_pane_filter (self, NULL, NULL, NULL);
  self->updating = FALSE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_single_selection_set_model (self->selection, NULL);
  g_signal_connect_object (follower, "notify::events", G_CALLBACK (events_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (follower, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (follower, "notify::kinds", G_CALLBACK (kinds_cb), self,
                           G_CONNECT_SWAPPED);
  kinds_cb (self);
  if (weft_run_follower_get_events (follower) != NULL)
    events_cb (self);
}

WeftEventRow *
weft_events_pane_get_row (WeftEventsPane *self)
{
  g_return_val_if_fail (WEFT_IS_EVENTS_PANE (self), NULL);

  return gtk_single_selection_get_selected_item (self->selection);
}

void
weft_events_pane_go_to (WeftEventsPane *self, guint64 seq)
{
  g_return_if_fail (WEFT_IS_EVENTS_PANE (self) && seq > 0);

  self->wanted = seq;
  gtk_toggle_button_set_active (self->follow, FALSE);
  if (self->follower == NULL)
    return;
  select_wanted (self);
  if (self->wanted != 0 && weft_run_follower_get_filtered (self->follower))
    weft_events_pane_filter (self, NULL, NULL, NULL);
}

/* Gives the keyboard to the search. */
void
weft_events_pane_find (WeftEventsPane *self)
{
  g_return_if_fail (WEFT_IS_EVENTS_PANE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* Sets the filters as a person would; NULL is all. */
void
weft_events_pane_filter (WeftEventsPane *self, const char *actor, const char *kind,
                         const char *text)
{
  gboolean updating;

  g_return_if_fail (WEFT_IS_EVENTS_PANE (self));

  updating = self->updating;
  self->updating = TRUE;
  choose (self->actors, actor);
  choose (self->kinds, kind);
  gtk_editable_set_text (self->entry, text != NULL ? text : "");
  self->updating = updating;
  filter_changed_cb (self);
}
