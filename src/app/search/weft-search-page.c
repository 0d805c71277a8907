/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands what the job says to its three columns, and the chosen design from one to the others. */
#include "config.h"

#include "app/search/weft-search-page-private.h"

#include <glib/gi18n.h>

#include "app/search/weft-search-words.h"

G_DEFINE_FINAL_TYPE (WeftSearchPage, weft_search_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_MODE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- what is chosen --- */

static void
show_selected (WeftSearchPage *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->design), self->selected >= 0);
  weft_search_design_show (self->design, self->selected);
  weft_search_setup_select (self->setup, self->selected);
  weft_search_charts_set_selected (self->charts, self->selected,
                                   weft_search_design_get_evaluation (self->design));
  weft_search_page_update_actions (self);
}

static void
choose (WeftSearchPage *self, int index)
{
  if (index == self->selected)
    return;
  self->selected = index;
  show_selected (self);
}

static void
picked_cb (WeftSearchPage *self, guint index)
{
  weft_search_page_select (self, (int) index);
}

static void
evaluation_cb (WeftSearchPage *self)
{
  weft_search_charts_set_selected (self->charts, self->selected,
                                   weft_search_design_get_evaluation (self->design));
}

/* After a start points are others. */
static void
follow_round (WeftSearchPage *self)
{
  guint round = weft_search_job_get_round (self->job);

  if (round == self->round)
    return;
  self->round = round;
  self->picked = FALSE;
  choose (self, -1);
}

static void
choose_best (WeftSearchPage *self)
{
  WeftTally *tally = weft_search_job_get_tally (self->job);

  if (!self->picked && tally->n_best > 0)
    choose (self, (int) tally->best[0]);
}

/* --- following the job --- */

static void
show_message (WeftSearchPage *self)
{
  const char *message = weft_search_job_get_message (self->job);

  switch (weft_search_job_get_state (self->job))
    {
    case WEFT_JOB_FAILED:
      weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The search cannot go on"), message,
                             NULL);
      break;
    case WEFT_JOB_PAUSED:
      if (message != NULL)
        weft_message_bar_show (self->bar, WEFT_SEVERITY_WARNING,
                               _("The search waits, and goes on by itself"), message, NULL);
      break;
    case WEFT_JOB_RUNNING:
    case WEFT_JOB_PREPARING:
      weft_message_bar_hide (self->bar);
      break;
    case WEFT_JOB_IDLE:
    case WEFT_JOB_STOPPING:
    case WEFT_JOB_FINISHED:
    case WEFT_JOB_STOPPED:
    default:
      break;
    }
}

static void
job_changed_cb (WeftSearchPage *self)
{
  WeftTally *tally = weft_search_job_get_tally (self->job);
  gboolean any = tally->runs->len > 0 || weft_search_job_is_busy (self->job);

  follow_round (self);
  weft_search_page_enable_controls (self);
  weft_search_setup_show (self->setup);
  choose_best (self);
  gtk_stack_set_visible_child_name (self->middle, any ? "charts" : "empty");
  weft_search_charts_update (self->charts);
  show_message (self);
  weft_search_page_update_actions (self);
}

/* Whoever looks elsewhere wants to know. */
static void
job_ended_cb (WeftSearchPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *title = NULL, *regret = NULL, *score = NULL, *body = NULL;
  WeftTally *tally = weft_search_job_get_tally (self->job);

  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root)))
    return;
  title = weft_session_dup_title (self->session);
  if (weft_search_job_get_state (self->job) == WEFT_JOB_FAILED)
    body = g_strdup (weft_search_job_get_message (self->job));
  else if (tally->n_best > 0)
    {
      score =
        weft_search_words_score (weft_tally_get_point (tally, tally->best[0])->point.score);
      regret = weft_search_words_regret (self->job);
      body = g_strdup_printf (*regret != '\0' ? _("Best score %s, %s") : _("Best score %s"), score,
                              regret);
    }
  notification = g_notification_new (_("Search finished"));
  g_notification_set_title (notification, title);
  g_notification_set_body (notification, body != NULL ? body : _("No design is feasible."));
  g_application_send_notification (app, "search", notification);
}

/* --- class --- */

static void
weft_search_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_search_page_parent_class)->map (widget);
  weft_search_page_update_actions (WEFT_SEARCH_PAGE (widget));
}

static void
weft_search_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MODE)
    g_value_set_string (value, weft_search_page_get_mode (WEFT_SEARCH_PAGE (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_search_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MODE)
    weft_search_page_set_mode (WEFT_SEARCH_PAGE (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_search_page_dispose (GObject *object)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      weft_search_job_stop (self->job);
    }
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  for (guint i = 0; i < WEFT_SEARCH_PINS; i++)
    g_clear_object (&self->pins[i]);
  G_OBJECT_CLASS (weft_search_page_parent_class)->dispose (object);
}

static void
weft_search_page_class_init (WeftSearchPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_search_page_get_property;
  object_class->set_property = weft_search_page_set_property;
  object_class->dispose = weft_search_page_dispose;
  properties[PROP_MODE] = g_param_spec_string (
    "mode", NULL, NULL, "search", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "search.mode", "mode");
  widget_class->map = weft_search_page_map;
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_SEARCH_CHARTS);
  g_type_ensure (WEFT_TYPE_SEARCH_COLUMNS);
  g_type_ensure (WEFT_TYPE_SEARCH_DESIGN);
  g_type_ensure (WEFT_TYPE_SEARCH_SETUP);
  g_type_ensure (WEFT_TYPE_WHATIF_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "searchpage");
  weft_search_page_install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-search-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, modes);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, what_if);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, setup);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, middle);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, charts);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, design);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, pins_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, pins_label);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchPage, compare_button);
  gtk_widget_class_bind_template_callback (widget_class, picked_cb);
  gtk_widget_class_bind_template_callback (widget_class, evaluation_cb);
}

static void
weft_search_page_init (WeftSearchPage *self)
{
  self->selected = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
follow_design (WeftSearchPage *self)
{
  g_signal_connect_object (weft_session_get_design (self->session), "changed",
                           G_CALLBACK (weft_search_page_update_actions), self, G_CONNECT_SWAPPED);
  weft_search_page_update_actions (self);
}

GtkWidget *
weft_search_page_new (WeftSession *session)
{
  WeftSearchPage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_SEARCH_PAGE, NULL);
  self->session = g_object_ref (session);
  self->job = weft_search_job_new (session);
  weft_search_setup_bind (self->setup, self->job);
  weft_search_charts_bind (self->charts, self->job, self->bar);
  weft_search_design_bind (self->design, self->job);
  weft_whatif_view_bind (self->what_if, session);
  g_signal_connect_swapped (self->job, "changed", G_CALLBACK (job_changed_cb), self);
  g_signal_connect_swapped (self->job, "ended", G_CALLBACK (job_ended_cb), self);
  g_signal_connect_object (session, "notify::design", G_CALLBACK (follow_design), self,
                           G_CONNECT_SWAPPED);
  follow_design (self);
  weft_search_page_show_pins (self);
  return GTK_WIDGET (self);
}

WeftSearchJob *
weft_search_page_get_job (WeftSearchPage *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_PAGE (self), NULL);

  return self->job;
}

WeftSearchCharts *
weft_search_page_get_charts (WeftSearchPage *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_PAGE (self), NULL);

  return self->charts;
}

WeftSearchDesign *
weft_search_page_get_design (WeftSearchPage *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_PAGE (self), NULL);

  return self->design;
}

/* From here on the choice stays while better designs are found; -1 follows the best again. */
void
weft_search_page_select (WeftSearchPage *self, int index)
{
  g_return_if_fail (WEFT_IS_SEARCH_PAGE (self));

  self->picked = index >= 0;
  choose (self, index);
  choose_best (self);
}

int
weft_search_page_get_selected (WeftSearchPage *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_PAGE (self), -1);

  return self->selected;
}

void
weft_search_page_set_mode (WeftSearchPage *self, const char *mode)
{
  g_return_if_fail (WEFT_IS_SEARCH_PAGE (self) && mode != NULL);

  if (g_str_equal (mode, weft_search_page_get_mode (self)))
    return;
  gtk_stack_set_visible_child_name (self->modes, mode);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
}

const char *
weft_search_page_get_mode (WeftSearchPage *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_PAGE (self), NULL);

  return gtk_stack_get_visible_child_name (self->modes);
}

WeftWhatifView *
weft_search_page_get_what_if (WeftSearchPage *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_PAGE (self), NULL);

  return self->what_if;
}
