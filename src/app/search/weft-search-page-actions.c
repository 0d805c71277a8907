/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done on the search page. */
#include "config.h"

#include "app/search/weft-search-page-private.h"

#include <glib/gi18n.h>

#include "app/search/weft-search-words.h"
#include "app/weft-window.h"

/* (nullable) (transfer none) */
static const WeftTallyPoint *
get_point (WeftSearchPage *self)
{
  return self->selected < 0
           ? NULL
           : weft_tally_get_point (weft_search_job_get_tally (self->job), (guint) self->selected);
}

/* (transfer full) (nullable) */
static WeftDesign *
make_design (WeftSearchPage *self)
{
  const WeftTallyPoint *point = get_point (self);

  return point == NULL ? NULL
                       : weft_candidate_design (weft_search_job_get_problem (self->job),
                                                &point->point.candidate);
}

/* (nullable) */
static WeftWindow *
get_window (WeftSearchPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return WEFT_IS_WINDOW (root) ? WEFT_WINDOW (root) : NULL;
}

/* --- control --- */

static void
start_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_search_job_start (WEFT_SEARCH_PAGE (widget)->job);
}

static void
pause_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_search_job_pause (WEFT_SEARCH_PAGE (widget)->job);
}

static void
go_on_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_search_job_go_on (WEFT_SEARCH_PAGE (widget)->job);
}

static void
resume_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_search_job_resume_own (WEFT_SEARCH_PAGE (widget)->job);
}

/* A run that something else has recorded, or an earlier start of the program. */
static void
resume_run_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *const paths[] = { g_variant_get_string (parameter, NULL), NULL };

  weft_search_page_set_mode (WEFT_SEARCH_PAGE (widget), "search");
  weft_search_job_resume (WEFT_SEARCH_PAGE (widget)->job, paths);
}

static void
stop_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_search_job_stop (WEFT_SEARCH_PAGE (widget)->job);
}

/* --- the chosen design --- */

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (widget);
  g_autoptr (WeftDesign) design = make_design (self);
  WeftWindow *window = get_window (self);
  g_autoptr (WeftSession) session = NULL;

  if (design == NULL || window == NULL)
    return;
  session = weft_session_new_of_design (weft_session_get_engine (self->session), design);
  weft_window_show_session (window, session);
}

static void
apply_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (widget);
  g_autoptr (WeftDesign) design = make_design (self);
  AdwToast *toast;

  if (design == NULL || weft_design_get_graph (weft_session_get_design (self->session)) != NULL)
    return;
  weft_session_replace_partitions (self->session, design, _("Apply Found Design"));
  toast = adw_toast_new (_("The document has these partitions now"));
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
show_event_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (widget);
  const WeftTallyPoint *point = get_point (self);
  const WeftTallyRun *run;

  if (point == NULL || point->point.event == 0)
    return;
  run = weft_tally_get_run (weft_search_job_get_tally (self->job), point->run);
  if (run->path != NULL)
    gtk_widget_activate_action (widget, "page.show-event", "(st)", run->path, point->point.event);
}

/* --- pins --- */

/* With who found it, since two designs may differ in fabrics alone. (transfer full) (nullable) */
static WeftDesign *
make_pin (WeftSearchPage *self)
{
  WeftDesign *design = make_design (self);
  g_autoptr (WeftEdit) edit = NULL;
  g_autofree char *name = NULL;
  JsonNode *node;

  if (design == NULL)
    return NULL;
  /* Translators: a design, and the evaluation and seed of the run that found it */
  name = g_strdup_printf (_("%s (%u, seed %" G_GUINT64_FORMAT ")"), weft_design_get_name (design),
                          get_point (self)->point.evaluation,
                          weft_tally_get_run (weft_search_job_get_tally (self->job),
                                              get_point (self)->run)
                            ->seed);
  node = json_node_new (JSON_NODE_VALUE);
  json_node_set_string (node, name);
  edit = weft_edit_set (design, "/name", node, FALSE, NULL);
  if (edit != NULL)
    weft_edit_apply (edit, design);
  return design;
}

/* The last pinned design makes room when there are two. */
static void
pin_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (widget);
  WeftDesign *design = make_pin (self);
  guint at = self->pins[0] == NULL ? 0 : 1;

  if (design == NULL)
    return;
  g_clear_object (&self->pins[at]);
  self->pins[at] = design;
  weft_search_page_show_pins (self);
}

static void
unpin_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (widget);

  for (guint i = 0; i < WEFT_SEARCH_PINS; i++)
    g_clear_object (&self->pins[i]);
  weft_search_page_show_pins (self);
}

static void
compare_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSearchPage *self = WEFT_SEARCH_PAGE (widget);
  WeftEngine *engine = weft_session_get_engine (self->session);
  WeftWindow *window = get_window (self);
  g_autoptr (WeftSession) a = NULL;
  g_autoptr (WeftSession) b = NULL;

  if (window == NULL || self->pins[0] == NULL || self->pins[1] == NULL)
    return;
  a = weft_session_new_of_design (engine, self->pins[0]);
  b = weft_session_new_of_design (engine, self->pins[1]);
  weft_window_compare (window, a, b);
}

void
weft_search_page_show_pins (WeftSearchPage *self)
{
  g_autofree char *words = NULL;

  if (self->pins[0] != NULL && self->pins[1] != NULL)
    words = g_strdup_printf (_("%s against %s"), weft_design_get_name (self->pins[0]),
                             weft_design_get_name (self->pins[1]));
  else if (self->pins[0] != NULL)
    words = g_strdup_printf (_("%s is pinned; pin another one to compare them"),
                             weft_design_get_name (self->pins[0]));
  gtk_label_set_text (self->pins_label, words != NULL ? words : "");
  gtk_widget_set_visible (self->pins_bar, words != NULL);
  gtk_widget_set_visible (self->compare_button, self->pins[1] != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.compare", self->pins[1] != NULL);
}

/* --- which can be had --- */

/* The control of the search: what a button does that takes another one's place. */
typedef struct
{
  const char *action;
  gboolean enabled;
} Control;

static void
set_controls (WeftSearchPage *self, gboolean only_enable)
{
  WeftJobState state = weft_search_job_get_state (self->job);
  gboolean busy = weft_search_job_is_busy (self->job);
  const Control controls[] = {
    { "search.start", !busy },
    { "search.pause", state == WEFT_JOB_RUNNING || state == WEFT_JOB_PREPARING },
    { "search.go-on", state == WEFT_JOB_PAUSED },
    { "search.resume", weft_search_job_can_resume (self->job) },
    { "search.resume-run", !busy },
    { "search.stop", busy && state != WEFT_JOB_STOPPING },
  };

  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    if (controls[i].enabled || !only_enable)
      gtk_widget_action_set_enabled (GTK_WIDGET (self), controls[i].action, controls[i].enabled);
}

/* Before buttons change places: the one that gets the keyboard must be able to take it while the other is still there. */
void
weft_search_page_enable_controls (WeftSearchPage *self)
{
  set_controls (self, TRUE);
}

void
weft_search_page_update_actions (WeftSearchPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean any = self->selected >= 0;
  gboolean graph = weft_design_get_graph (weft_session_get_design (self->session)) != NULL;

  set_controls (self, FALSE);
  gtk_widget_action_set_enabled (widget, "search.open", any);
  gtk_widget_action_set_enabled (widget, "search.apply", any && !graph);
  gtk_widget_action_set_enabled (widget, "search.show-event",
                                 any && get_point (self)->point.event > 0);
  gtk_widget_action_set_enabled (widget, "search.pin", any);
  weft_search_design_set_refusal (self->design,
                                  graph ? _("This document is a graph; a found design is partitions. "
                                            "Open it as a document of its own.")
                                        : NULL);
}

void
weft_search_page_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "search.start", start_cb },
    { "search.pause", pause_cb },
    { "search.go-on", go_on_cb },
    { "search.resume", resume_cb },
    { "search.stop", stop_cb },
    { "search.open", open_cb },
    { "search.apply", apply_cb },
    { "search.show-event", show_event_cb },
    { "search.pin", pin_cb },
    { "search.unpin", unpin_cb },
    { "search.compare", compare_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, NULL, entries[i].activate);
  gtk_widget_class_install_action (widget_class, "search.resume-run", "s", resume_run_cb);
}
