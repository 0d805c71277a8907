/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows write straight into the aims of the job. */
#include "config.h"

#include "app/plan/weft-plan-setup.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/search/weft-space-row.h"

#define MOST_EVALUATIONS 1000
#define MOST_RUNS 100

/* Rows of the list of planners: the built-in one, the endpoints, and last a record. */
#define BUILTIN 0
#define FIRST_ENDPOINT 1

struct _WeftPlanSetup
{
  GtkWidget parent_instance;

  GtkWidget *content;
  AdwComboRow *planner;
  AdwComboRow *record;
  AdwComboRow *space;
  GtkLabel *words;
  GtkSpinButton *evaluations;
  GtkSwitch *begins;
  GtkSwitch *specialists;
  GtkSwitch *attribution;
  GtkSwitch *feedback;
  GtkSwitch *records;
  GtkSpinButton *seed;
  GtkSpinButton *requests;
  GtkSpinButton *tokens;
  GtkSpinButton *cost;
  GtkSpinButton *minutes;
  GtkSpinButton *patience;
  GtkWidget *start_button;

  WeftPlanJob *job;
  GListStore *endpoints;
  GPtrArray *paths;          /* of recorded runs, in the order of their row */
  GCancellable *cancellable; /* of listing them */
  gboolean binding;          /* what changes now comes from the job */
};

G_DEFINE_FINAL_TYPE (WeftPlanSetup, weft_plan_setup, GTK_TYPE_WIDGET)

static WeftPlanAims *
get_aims (WeftPlanSetup *self)
{
  return weft_plan_job_get_aims (self->job);
}

/* --- recorded runs --- */

static void
list_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GListModel *runs = weft_trail_list (data, cancellable, &error);

  if (runs != NULL)
    g_task_return_pointer (task, runs, g_object_unref);
  else
    g_task_return_error (task, error);
}

static gboolean
was_planned (WeftTrailEntry *entry)
{
  const char *method = weft_trail_entry_get_method (entry);

  return method != NULL
         && (g_str_has_prefix (method, "llm") || g_str_has_prefix (method, "builtin"));
}

static void
choose_record (WeftPlanSetup *self)
{
  const char *path = get_aims (self)->replay;

  self->binding = TRUE;
  for (guint i = 0; path != NULL && i < self->paths->len; i++)
    if (g_str_equal (self->paths->pdata[i], path))
      adw_combo_row_set_selected (self->record, i);
  self->binding = FALSE;
}

static void
take_runs (WeftPlanSetup *self, GListModel *runs)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_ptr_array_set_size (self->paths, 0);
  for (guint i = 0; i < g_list_model_get_n_items (runs) && self->paths->len < MOST_RUNS; i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (runs, i);
      const char *time = weft_trail_entry_get_time (entry);
      g_autofree char *name = NULL;

      if (!was_planned (entry))
        continue;
      name = g_strjoin (" · ", weft_trail_entry_get_title (entry), time, NULL);
      gtk_string_list_append (names, name);
      g_ptr_array_add (self->paths, g_strdup (weft_trail_entry_get_path (entry)));
    }
  self->binding = TRUE;
  adw_combo_row_set_model (self->record, G_LIST_MODEL (names));
  self->binding = FALSE;
}

static void record_cb (WeftPlanSetup *self);

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPlanSetup) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) runs = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  if (runs != NULL)
    take_runs (self, runs);
  choose_record (self);
  record_cb (self);
}

static void
list_runs (WeftPlanSetup *self)
{
  g_autoptr (GTask) task = NULL;
  const char *folder = get_aims (self)->folder;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, listed_cb, g_object_ref (self));
  g_task_set_task_data (task, g_strdup (folder != NULL ? folder : weft_trail_default_folder ()), g_free);
  g_task_run_in_thread (task, list_in_thread);
}

/* --- who plans --- */

static gboolean
is_record (WeftPlanSetup *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->endpoints));

  return adw_combo_row_get_selected (self->planner) == FIRST_ENDPOINT + n;
}

static void
show_words (WeftPlanSetup *self)
{
  WeftEndpoint *endpoint = get_aims (self)->endpoint;
  g_autofree char *words = NULL;

  if (is_record (self))
    words = g_strdup (self->paths->len > 0
                        ? _("The answers come from the record; every result is computed again and compared.")
                        : _("No planning run has been recorded yet."));
  else if (endpoint != NULL)
    words = g_strdup_printf (_("%s at %s. What the planner is told leaves this program for that address; "
                               "results come from the evaluator only."),
                             weft_endpoint_get_model (endpoint), weft_endpoint_get_url (endpoint));
  else
    words = g_strdup (_("Rules, not a language model: needs no network and no key."));
  gtk_label_set_text (self->words, words);
}

static void
show_kind (WeftPlanSetup *self)
{
  gboolean record = is_record (self);

  gtk_widget_set_visible (GTK_WIDGET (self->record), record);
  gtk_widget_set_visible (GTK_WIDGET (self->space), !record);
  gtk_widget_set_sensitive (self->start_button, !record || self->paths->len > 0);
  show_words (self);
}

static void
record_cb (WeftPlanSetup *self)
{
  guint at = adw_combo_row_get_selected (self->record);
  WeftPlanAims *aims = get_aims (self);

  if (self->binding || !is_record (self))
    return;
  g_free (aims->replay);
  aims->replay = at < self->paths->len ? g_strdup (self->paths->pdata[at]) : NULL;
  show_kind (self);
}

static void
planner_cb (WeftPlanSetup *self)
{
  guint at = adw_combo_row_get_selected (self->planner);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->endpoints));
  WeftPlanAims *aims;

  if (self->binding || self->job == NULL)
    return;
  aims = get_aims (self);
  g_clear_object (&aims->endpoint);
  if (at >= FIRST_ENDPOINT && at < FIRST_ENDPOINT + n)
    aims->endpoint = g_list_model_get_item (G_LIST_MODEL (self->endpoints), at - FIRST_ENDPOINT);
  if (is_record (self))
    list_runs (self);
  else
    g_clear_pointer (&aims->replay, g_free);
  show_kind (self);
}

static guint
find_planner (WeftPlanSetup *self)
{
  WeftPlanAims *aims = get_aims (self);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->endpoints));
  guint at;

  if (aims->replay != NULL)
    return FIRST_ENDPOINT + n;
  if (aims->endpoint != NULL && g_list_store_find (self->endpoints, aims->endpoint, &at))
    return FIRST_ENDPOINT + at;
  return BUILTIN;
}

static void
fill_planners (WeftPlanSetup *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, _("Built-in planner"));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->endpoints)); i++)
    {
      g_autoptr (WeftEndpoint) endpoint =
        g_list_model_get_item (G_LIST_MODEL (self->endpoints), i);

      gtk_string_list_append (names, weft_endpoint_get_name (endpoint));
    }
  gtk_string_list_append (names, _("Replay of a recorded run"));
  self->binding = TRUE;
  adw_combo_row_set_model (self->planner, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->planner, find_planner (self));
  self->binding = FALSE;
}

/* An endpoint that was deleted plans no more. */
static void
endpoints_cb (WeftPlanSetup *self)
{
  WeftPlanAims *aims = get_aims (self);

  if (aims->endpoint != NULL && !g_list_store_find (self->endpoints, aims->endpoint, NULL))
    g_clear_object (&aims->endpoint);
  fill_planners (self);
  show_kind (self);
}

/* --- the other settings --- */

static void
space_cb (WeftPlanSetup *self)
{
  WeftSpace *space = weft_space_row_get (self->space);

  if (self->binding || self->job == NULL || space == NULL)
    return;
  g_free (get_aims (self)->space);
  get_aims (self)->space = g_strdup (weft_space_get_id (space));
}

static guint
read_count (GtkSpinButton *spin)
{
  return (guint) gtk_spin_button_get_value (spin);
}

static void
number_cb (WeftPlanSetup *self)
{
  WeftPlanAims *aims;

  if (self->binding || self->job == NULL)
    return;
  aims = get_aims (self);
  aims->budget.evaluations = read_count (self->evaluations);
  aims->budget.requests = read_count (self->requests);
  aims->budget.patience = read_count (self->patience);
  aims->budget.tokens = (guint64) gtk_spin_button_get_value (self->tokens);
  aims->budget.cost_usd = gtk_spin_button_get_value (self->cost);
  aims->budget.wall_s = gtk_spin_button_get_value (self->minutes) * 60;
  aims->seed = (guint64) gtk_spin_button_get_value (self->seed);
}

static void
switch_cb (WeftPlanSetup *self)
{
  WeftPlanAims *aims;

  if (self->binding || self->job == NULL)
    return;
  aims = get_aims (self);
  aims->begins_with_open = gtk_switch_get_active (self->begins);
  aims->specialists = gtk_switch_get_active (self->specialists);
  aims->attribution = gtk_switch_get_active (self->attribution);
  aims->feedback = gtk_switch_get_active (self->feedback);
  aims->records = gtk_switch_get_active (self->records);
}

/* Zero stands for no limit, and says so. */
static gboolean
output_cb (GtkSpinButton *spin)
{
  if (gtk_spin_button_get_value (spin) > 0)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (spin), _("no limit"));
  return TRUE;
}

static int
input_cb (GtkSpinButton *spin, double *value)
{
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), _("no limit")))
    return FALSE;
  *value = 0;
  return TRUE;
}

/* --- class --- */

static void
weft_plan_setup_dispose (GObject *object)
{
  WeftPlanSetup *self = WEFT_PLAN_SETUP (object);

  self->binding = TRUE;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->endpoints != NULL)
    g_signal_handlers_disconnect_by_data (self->endpoints, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->endpoints);
  g_clear_object (&self->job);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_plan_setup_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, content);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, planner);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, record);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, space);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, words);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, evaluations);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, begins);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, specialists);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, attribution);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, feedback);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, records);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, seed);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, requests);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, tokens);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, cost);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, minutes);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, patience);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanSetup, start_button);
}

static void
weft_plan_setup_class_init (WeftPlanSetupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_plan_setup_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "plansetup");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-plan-setup.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, planner_cb);
  gtk_widget_class_bind_template_callback (widget_class, record_cb);
  gtk_widget_class_bind_template_callback (widget_class, space_cb);
  gtk_widget_class_bind_template_callback (widget_class, number_cb);
  gtk_widget_class_bind_template_callback (widget_class, switch_cb);
}

static void
set_range (GtkSpinButton *spin, double least, double most, double step, gboolean limit)
{
  gtk_spin_button_set_range (spin, least, most);
  gtk_spin_button_set_increments (spin, step, 10 * step);
  gtk_spin_button_set_numeric (spin, !limit);
  if (!limit)
    return;
  g_signal_connect (spin, "output", G_CALLBACK (output_cb), NULL);
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), NULL);
  gtk_spin_button_update (spin);
  gtk_editable_set_text (GTK_EDITABLE (spin), _("no limit"));
}

static void
weft_plan_setup_init (WeftPlanSetup *self)
{
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->binding = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  set_range (self->evaluations, 1, MOST_EVALUATIONS, 1, FALSE);
  set_range (self->seed, 0, G_MAXINT32, 1, FALSE);
  set_range (self->requests, 0, 100000, 1, TRUE);
  set_range (self->tokens, 0, 1e9, 1000, TRUE);
  set_range (self->cost, 0, 1e5, 0.1, TRUE);
  set_range (self->minutes, 0, 10000, 1, TRUE);
  set_range (self->patience, 0, MOST_EVALUATIONS, 1, TRUE);
  weft_space_row_fill (self->space);
  self->binding = FALSE;
}

void
weft_plan_setup_bind (WeftPlanSetup *self, WeftPlanJob *job)
{
  WeftEngine *engine;

  g_return_if_fail (WEFT_IS_PLAN_SETUP (self) && WEFT_IS_PLAN_JOB (job));

  g_set_object (&self->job, job);
  engine = weft_session_get_engine (weft_plan_job_get_session (job));
  g_set_object (&self->endpoints, weft_engine_get_endpoints (engine));
  g_signal_connect_swapped (self->endpoints, "items-changed", G_CALLBACK (endpoints_cb), self);
  weft_plan_setup_show (self);
}

void
weft_plan_setup_show (WeftPlanSetup *self)
{
  WeftPlanAims *aims;

  g_return_if_fail (WEFT_IS_PLAN_SETUP (self) && self->job != NULL);

  aims = get_aims (self);
  fill_planners (self);
  self->binding = TRUE;
  weft_space_row_choose (self->space, aims->space);
  gtk_spin_button_set_value (self->evaluations, aims->budget.evaluations);
  gtk_spin_button_set_value (self->requests, aims->budget.requests);
  gtk_spin_button_set_value (self->patience, aims->budget.patience);
  gtk_spin_button_set_value (self->tokens, (double) aims->budget.tokens);
  gtk_spin_button_set_value (self->cost, aims->budget.cost_usd);
  gtk_spin_button_set_value (self->minutes, aims->budget.wall_s / 60);
  gtk_spin_button_set_value (self->seed, (double) aims->seed);
  gtk_switch_set_active (self->begins, aims->begins_with_open);
  gtk_switch_set_active (self->specialists, aims->specialists);
  gtk_switch_set_active (self->attribution, aims->attribution);
  gtk_switch_set_active (self->feedback, aims->feedback);
  gtk_switch_set_active (self->records, aims->records);
  self->binding = FALSE;
  if (is_record (self))
    list_runs (self);
  show_kind (self);
}

/* The keyboard goes where a run is begun. */
void
weft_plan_setup_focus (WeftPlanSetup *self)
{
  g_return_if_fail (WEFT_IS_PLAN_SETUP (self));

  gtk_widget_grab_focus (self->start_button);
}
