/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows write straight into the job; what the job says comes back by weft_workload_pane_update(). */
#include "config.h"

#include "app/workloads/weft-workload-pane.h"

#include <glib/gi18n.h>

#include "app/charts/weft-meter.h"
#include "app/weft-row-label.h"
#include "app/workloads/weft-mapping-words.h"
#include "app/workloads/weft-workload-examples.h"

#define MOST_LIMIT_S 86400

struct _WeftWorkloadPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkMenuButton *add_button;
  GtkListBox *list;
  GtkLabel *problem;
  WeftParameterForm *form;
  GtkWidget *mapping;
  AdwComboRow *algorithm;
  GtkWidget *locality_row;
  GtkSwitch *locality;
  GtkWidget *limit_row;
  GtkSpinButton *limit;
  GtkLabel *words;
  GtkLabel *state;
  WeftMeter *progress;
  GtkWidget *map_button;
  GtkWidget *cancel_button;
  GtkWidget *results_heading;
  GtkListBox *results;

  WeftMapJob *job;
  GListStore *shown_results; /* (nullable): what the list is filled from */
  gboolean binding;          /* what changes now comes from the job */
};

G_DEFINE_FINAL_TYPE (WeftWorkloadPane, weft_workload_pane, GTK_TYPE_WIDGET)

/* --- workloads --- */

static GtkWidget *
make_flat_button (const char *icon, const char *words, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
show_item (WeftWorkloadItem *item, GtkWidget *row)
{
  GtkLabel *title = g_object_get_data (G_OBJECT (row), "title");
  GtkLabel *words = g_object_get_data (G_OBJECT (row), "words");
  GtkSpinner *spinner = g_object_get_data (G_OBJECT (row), "spinner");
  g_autofree char *name = weft_workload_item_dup_title (item);
  g_autofree char *text = weft_workload_item_dup_words (item);
  gboolean failed = weft_workload_item_get_state (item) == WEFT_WORKLOAD_FAILED;
  gboolean making = weft_workload_item_get_state (item) == WEFT_WORKLOAD_MAKING;

  gtk_label_set_text (title, name);
  gtk_label_set_text (words, failed ? _("Cannot be made") : text);
  gtk_widget_set_tooltip_text (row, text);
  gtk_spinner_set_spinning (spinner, making);
  gtk_widget_set_visible (GTK_WIDGET (spinner), making);
  if (failed)
    gtk_widget_add_css_class (GTK_WIDGET (words), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (words), "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
remove_clicked_cb (GtkWidget *row)
{
  WeftWorkloadPane *self = WEFT_WORKLOAD_PANE (gtk_widget_get_ancestor (row, WEFT_TYPE_WORKLOAD_PANE));

  weft_map_job_remove (self->job, g_object_get_data (G_OBJECT (row), "item"));
}

static GtkWidget *
make_row_cb (gpointer object, gpointer data)
{
  WeftWorkloadItem *item = WEFT_WORKLOAD_ITEM (object);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *title = weft_row_label_new ("workload-title"), *words = weft_row_label_new ("found-words");
  GtkWidget *spinner = gtk_spinner_new ();
  GtkWidget *button = make_flat_button ("user-trash-symbolic", _("Remove Workload"), NULL);

  gtk_widget_add_css_class (line, "workload-line");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), words);
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), spinner);
  gtk_box_append (GTK_BOX (line), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  g_object_set_data (G_OBJECT (row), "title", title);
  g_object_set_data (G_OBJECT (row), "words", words);
  g_object_set_data (G_OBJECT (row), "spinner", spinner);
  g_object_set_data (G_OBJECT (row), "item", item);
  g_signal_connect_object (item, "changed", G_CALLBACK (show_item), row, 0);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_clicked_cb), row);
  show_item (item, row);
  return row;
}

static void
item_selected_cb (WeftWorkloadPane *self, GtkListBoxRow *row)
{
  if (!self->binding && self->job != NULL && row != NULL)
    weft_map_job_choose (self->job, g_object_get_data (G_OBJECT (row), "item"));
}

static void
select_item (WeftWorkloadPane *self)
{
  WeftWorkloadItem *item = weft_map_job_get_item (self->job);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (g_object_get_data (G_OBJECT (row), "item") == item)
      {
        if (!gtk_list_box_row_is_selected (row))
          gtk_list_box_select_row (self->list, row);
        return;
      }
  gtk_list_box_unselect_all (self->list);
}

/* --- algorithm --- */

static void
show_words (WeftWorkloadPane *self)
{
  WeftMapAlgorithm algorithm = weft_map_job_get_algorithm (self->job);
  const WeftMapAlgorithmInfo *info = weft_map_algorithm_info (algorithm);

  gtk_label_set_text (self->words, g_dgettext ("weft", info->summary));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->words), info->source);
  gtk_widget_set_visible (self->locality_row, algorithm == WEFT_MAP_PEFT_LC || algorithm == WEFT_MAP_BEST);
  gtk_widget_set_visible (self->limit_row, algorithm == WEFT_MAP_EXHAUSTIVE || algorithm == WEFT_MAP_BEST);
}

static void
algorithm_cb (WeftWorkloadPane *self)
{
  if (!self->binding && self->job != NULL)
    weft_map_job_set_algorithm (self->job, adw_combo_row_get_selected (self->algorithm));
}

static void
options_cb (WeftWorkloadPane *self)
{
  if (!self->binding && self->job != NULL)
    weft_map_job_set_options (self->job, gtk_switch_get_active (self->locality),
                              gtk_spin_button_get_value (self->limit));
}

static void
fill_algorithms (WeftWorkloadPane *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < WEFT_N_MAP_ALGORITHMS; i++)
    gtk_string_list_append (titles, weft_map_algorithm_info (i)->title);
  adw_combo_row_set_model (self->algorithm, G_LIST_MODEL (titles));
}

/* --- the run --- */

/* (transfer full) */
static char *
write_state (WeftWorkloadPane *self)
{
  switch (weft_map_job_get_state (self->job))
    {
    case WEFT_MAP_JOB_RUNNING:
      return g_strdup_printf (_("Mapping… %.0f %%"), 100 * weft_map_job_get_progress (self->job));
    case WEFT_MAP_JOB_STOPPED:
      return g_strdup (_("Cancelled"));
    case WEFT_MAP_JOB_DONE:
    case WEFT_MAP_JOB_FAILED:
    case WEFT_MAP_JOB_IDLE:
    default:
      return g_strdup ("");
    }
}

static void
show_run (WeftWorkloadPane *self)
{
  gboolean running = weft_map_job_get_state (self->job) == WEFT_MAP_JOB_RUNNING;
  g_autofree char *state = write_state (self);

  gtk_label_set_text (self->state, state);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *state != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  weft_meter_set (self->progress, weft_map_job_get_progress (self->job), -1);
  gtk_widget_set_visible (self->map_button, !running);
  gtk_widget_set_visible (self->cancel_button, running);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  weft_map_job_get_progress (self->job), -1);
}

/* --- results --- */

static void
compare_cb (GtkToggleButton *button, GtkWidget *row)
{
  WeftWorkloadPane *self = WEFT_WORKLOAD_PANE (gtk_widget_get_ancestor (row, WEFT_TYPE_WORKLOAD_PANE));

  if (self == NULL || self->binding)
    return;
  weft_map_job_show_beside (self->job, gtk_toggle_button_get_active (button)
                                         ? g_object_get_data (G_OBJECT (row), "mapping")
                                         : NULL);
}

static void
show_result (WeftWorkloadPane *self, GtkWidget *row)
{
  WeftMapOutcome *mapping = g_object_get_data (G_OBJECT (row), "mapping");
  GtkLabel *words = g_object_get_data (G_OBJECT (row), "words");
  GtkWidget *button = g_object_get_data (G_OBJECT (row), "compare");
  g_autofree char *title = weft_map_outcome_dup_title (mapping);
  g_autofree char *makespan = weft_map_outcome_dup_makespan (mapping);
  g_autofree char *gap = weft_words_for_gap (weft_map_outcome_get_result (mapping));
  gboolean dated = weft_map_job_is_dated (self->job, mapping);
  WeftMapOutcome *shown = weft_map_job_get_shown (self->job);
  g_autofree char *text = g_strjoin (" · ", makespan, dated ? _("of an older design") : gap, NULL);

  gtk_label_set_text (words, text);
  gtk_widget_set_sensitive (button, shown != NULL && mapping != shown
                                      && weft_map_ground_matches (weft_map_outcome_get_ground (shown),
                                                                  weft_map_outcome_get_ground (mapping)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), mapping == weft_map_job_get_beside (self->job));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static GtkWidget *
make_result_cb (gpointer object, gpointer data)
{
  WeftMapOutcome *mapping = WEFT_MAP_OUTCOME (object);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *title = weft_row_label_new ("workload-title"), *words = weft_row_label_new ("found-words");
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *name = weft_map_outcome_dup_title (mapping);

  gtk_label_set_text (GTK_LABEL (title), name);
  gtk_button_set_icon_name (GTK_BUTTON (button), "weft-compare-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Show Below the Other One"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Show Below the Other One"),
                                  -1);
  gtk_widget_add_css_class (line, "workload-line");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), words);
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  g_object_set_data (G_OBJECT (row), "mapping", mapping);
  g_object_set_data (G_OBJECT (row), "words", words);
  g_object_set_data (G_OBJECT (row), "compare", button);
  g_signal_connect_object (button, "toggled", G_CALLBACK (compare_cb), row, 0);
  return row;
}

static void
result_selected_cb (WeftWorkloadPane *self, GtkListBoxRow *row)
{
  if (!self->binding && self->job != NULL && row != NULL)
    weft_map_job_show (self->job, g_object_get_data (G_OBJECT (row), "mapping"));
}

static void
show_results (WeftWorkloadPane *self)
{
  WeftWorkloadItem *item = weft_map_job_get_item (self->job);
  GListStore *mappings = item != NULL ? weft_workload_item_get_mappings (item) : NULL;
  gboolean any = mappings != NULL && g_list_model_get_n_items (G_LIST_MODEL (mappings)) > 0;
  GtkListBoxRow *row;

  if (mappings != self->shown_results)
    {
      gtk_list_box_bind_model (self->results, mappings != NULL ? G_LIST_MODEL (mappings) : NULL, make_result_cb, NULL,
                               NULL);
      g_set_object (&self->shown_results, mappings);
    }
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->results, i)) != NULL; i++)
    {
      show_result (self, GTK_WIDGET (row));
      if (g_object_get_data (G_OBJECT (row), "mapping") == weft_map_job_get_shown (self->job)
          && !gtk_list_box_row_is_selected (row))
        gtk_list_box_select_row (self->results, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->results), any);
  gtk_widget_set_visible (self->results_heading, any);
}

/* --- class --- */

static void
weft_workload_pane_dispose (GObject *object)
{
  WeftWorkloadPane *self = WEFT_WORKLOAD_PANE (object);

  self->binding = TRUE;
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->shown_results);
  G_OBJECT_CLASS (weft_workload_pane_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, content);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, add_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, list);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, problem);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, form);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, mapping);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, algorithm);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, locality_row);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, locality);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, limit_row);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, limit);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, words);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, state);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, map_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, results_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadPane, results);
}

static void
weft_workload_pane_class_init (WeftWorkloadPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_workload_pane_dispose;
  g_type_ensure (WEFT_TYPE_METER);
  g_type_ensure (WEFT_TYPE_PARAMETER_FORM);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "workloadpane");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-workload-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, item_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, algorithm_cb);
  gtk_widget_class_bind_template_callback (widget_class, options_cb);
  gtk_widget_class_bind_template_callback (widget_class, result_selected_cb);
}

static void
weft_workload_pane_init (WeftWorkloadPane *self)
{
  g_autoptr (GMenuModel) menu = weft_workload_pane_make_menu ();

  self->binding = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->add_button, menu);
  gtk_spin_button_set_range (self->limit, 0, MOST_LIMIT_S);
  gtk_spin_button_set_increments (self->limit, 10, 60);
  fill_algorithms (self);
  self->binding = FALSE;
}

void
weft_workload_pane_bind (WeftWorkloadPane *self, WeftMapJob *job)
{
  g_return_if_fail (WEFT_IS_WORKLOAD_PANE (self) && WEFT_IS_MAP_JOB (job));

  g_set_object (&self->job, job);
  self->binding = TRUE;
  gtk_list_box_bind_model (self->list, weft_map_job_get_items (job), make_row_cb, NULL, NULL);
  self->binding = FALSE;
  weft_workload_pane_update (self);
}

void
weft_workload_pane_update (WeftWorkloadPane *self)
{
  WeftEvaluator *evaluator;
  WeftWorkloadItem *item;
  gboolean failed;

  g_return_if_fail (WEFT_IS_WORKLOAD_PANE (self));

  evaluator = weft_engine_get_evaluator (weft_session_get_engine (weft_map_job_get_session (self->job)));
  item = weft_map_job_get_item (self->job);
  failed = item != NULL && weft_workload_item_get_state (item) == WEFT_WORKLOAD_FAILED;
  self->binding = TRUE;
  select_item (self);
  weft_parameter_form_show (self->form, item, evaluator != NULL ? weft_evaluator_get_catalog (evaluator) : NULL);
  gtk_label_set_text (self->problem, failed ? weft_workload_item_get_message (item) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), failed);
  gtk_widget_set_visible (GTK_WIDGET (self->list), item != NULL);
  gtk_widget_set_visible (self->mapping, item != NULL);
  adw_combo_row_set_selected (self->algorithm, weft_map_job_get_algorithm (self->job));
  gtk_switch_set_active (self->locality, weft_map_job_get_options (self->job)->locality);
  gtk_spin_button_set_value (self->limit, weft_map_job_get_options (self->job)->time_limit_s);
  show_words (self);
  show_run (self);
  show_results (self);
  self->binding = FALSE;
}

WeftParameterForm *
weft_workload_pane_get_form (WeftWorkloadPane *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_PANE (self), NULL);

  return self->form;
}

GMenuModel *
weft_workload_pane_make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) generators = g_menu_new (), examples = g_menu_new (), files = g_menu_new ();

  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);
      g_autoptr (GMenuItem) item = g_menu_item_new (g_dgettext ("weft", generator->title), NULL);

      g_menu_item_set_action_and_target (item, "workloads.add", "s", generator->id);
      g_menu_append_item (generators, item);
    }
  for (guint i = 0; weft_workload_examples[i].title != NULL; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(weft_workload_examples[i].title), NULL);

      g_menu_item_set_action_and_target (item, "workloads.add-example", "u", i);
      g_menu_append_item (examples, item);
    }
  g_menu_append (files, _("Import File…"), "workloads.import");
  g_menu_append_section (menu, _("Generators"), G_MENU_MODEL (generators));
  g_menu_append_section (menu, _("Examples"), G_MENU_MODEL (examples));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  return G_MENU_MODEL (menu);
}
