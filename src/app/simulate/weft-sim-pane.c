/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows write straight into the job; what the job says comes back by weft_sim_pane_update(). */
#include "config.h"

#include "app/simulate/weft-sim-pane.h"

#include <glib/gi18n.h>

#include "app/charts/weft-meter.h"
#include "app/weft-row-label.h"
#include "sim/weft-sim-examples.h"

/* Of the third model of links. */
#define PACKET_BYTES 4096

/* The last choice of the collectives. */
#define CLOSED_FORM WEFT_N_SIM_ALGORITHMS

enum
{
  LINKS_FLUID,
  LINKS_MESSAGES,
  LINKS_PACKETS,
};

struct _WeftSimPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkMenuButton *add_button;
  GtkListBox *list;
  GtkLabel *problem;
  GtkLabel *state;
  WeftMeter *progress;
  GtkWidget *start_button;
  GtkWidget *cancel_button;
  GtkWidget *setup;
  AdwComboRow *links;
  AdwComboRow *collectives;
  AdwComboRow *algorithm;
  GtkLabel *words;
  GtkWidget *runs_heading;
  GtkListBox *runs;

  WeftSimJob *job;
  gboolean binding; /* what changes now comes from the job */
};

G_DEFINE_FINAL_TYPE (WeftSimPane, weft_sim_pane, GTK_TYPE_WIDGET)

/* --- rows of two lines --- */

/* A row with a title, words below and @end (nullable) at the end; all of them are its data. */
static GtkWidget *
make_row (GObject *object, GtkWidget *end)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *title = weft_row_label_new ("workload-title"), *words = weft_row_label_new ("found-words");

  gtk_widget_add_css_class (line, "workload-line");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), words);
  gtk_box_append (GTK_BOX (line), texts);
  if (end != NULL)
    {
      gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (end, "flat");
      gtk_box_append (GTK_BOX (line), end);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  g_object_set_data (G_OBJECT (row), "title", title);
  g_object_set_data (G_OBJECT (row), "words", words);
  g_object_set_data (G_OBJECT (row), "end", end);
  g_object_set_data (G_OBJECT (row), "object", object);
  return row;
}

static void
name_button (GtkWidget *button, const char *words)
{
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
show_row (GtkWidget *row, const char *title, const char *words, gboolean failed)
{
  GtkWidget *label = g_object_get_data (G_OBJECT (row), "words");

  gtk_label_set_text (g_object_get_data (G_OBJECT (row), "title"), title);
  gtk_label_set_text (GTK_LABEL (label), words);
  if (failed)
    gtk_widget_add_css_class (label, "error");
  else
    gtk_widget_remove_css_class (label, "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

static void
select_row (GtkListBox *list, gpointer object)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (g_object_get_data (G_OBJECT (row), "object") == object)
      {
        if (!gtk_list_box_row_is_selected (row))
          gtk_list_box_select_row (list, row);
        return;
      }
  gtk_list_box_unselect_all (list);
}

/* --- what is run --- */

static void
show_input (WeftSimInput *input, GtkWidget *row)
{
  g_autofree char *title = weft_sim_input_dup_title (input);
  g_autofree char *words = weft_sim_input_dup_words (input);

  show_row (row, title, words, weft_sim_input_get_state (input) == WEFT_SIM_INPUT_FAILED);
}

static void
remove_clicked_cb (GtkWidget *row)
{
  WeftSimPane *self = WEFT_SIM_PANE (gtk_widget_get_ancestor (row, WEFT_TYPE_SIM_PANE));

  weft_sim_job_remove_trace (self->job, g_object_get_data (G_OBJECT (row), "object"));
}

/* A workload is the workloads page's, a trace can go. */
static GtkWidget *
make_input_cb (gpointer object, gpointer data)
{
  WeftSimInput *input = WEFT_SIM_INPUT (object);
  GtkWidget *button =
    weft_sim_input_get_workload (input) == NULL ? gtk_button_new_from_icon_name ("user-trash-symbolic") : NULL;
  GtkWidget *row = make_row (object, button);

  if (button != NULL)
    {
      name_button (button, _("Remove Trace"));
      g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_clicked_cb), row);
    }
  g_signal_connect_object (input, "changed", G_CALLBACK (show_input), row, 0);
  show_input (input, row);
  return row;
}

static void
input_selected_cb (WeftSimPane *self, GtkListBoxRow *row)
{
  if (!self->binding && self->job != NULL && row != NULL)
    weft_sim_job_choose (self->job, g_object_get_data (G_OBJECT (row), "object"));
}

/* --- how --- */

static const char *
links_words (guint links)
{
  switch (links)
    {
    case LINKS_MESSAGES:
      return _("Each link carries one message after the other, and each hop waits for the whole message: a ring over a "
               "switch takes twice the time.");
    case LINKS_PACKETS:
      return _("Each link carries packets of 4 KiB one after the other: slow to run, near to real switches.");
    case LINKS_FLUID:
    default:
      return _("Messages share each link fairly and pass through switches without stopping.");
    }
}

static void
settings_cb (WeftSimPane *self)
{
  WeftSimSettings settings = { 0 };
  guint links, collectives;

  if (self->binding || self->job == NULL)
    return;
  links = adw_combo_row_get_selected (self->links);
  collectives = adw_combo_row_get_selected (self->collectives);
  settings.model = links == LINKS_FLUID ? WEFT_SIM_FLUID : WEFT_SIM_FIFO;
  settings.packet_bytes = links == LINKS_PACKETS ? PACKET_BYTES : 0;
  settings.closed_form = collectives == CLOSED_FORM;
  settings.collectives = settings.closed_form ? WEFT_SIM_ALGORITHM_AUTO : (WeftSimAlgorithm) collectives;
  settings.algorithm = adw_combo_row_get_selected (self->algorithm);
  weft_sim_job_set_settings (self->job, &settings);
  gtk_label_set_text (self->words, links_words (links));
}

static void
fill_choices (WeftSimPane *self)
{
  const char *links[] = { _("Fair Shares"), _("Whole Messages"), _("Packets"), NULL };
  const char *algorithms[] = {
    _("Automatic"), _("Ring"), _("Ring in Both Directions"), _("Direct"), _("Halving and Doubling"),
    _("Two Binary Trees"), _("By Domains"), _("In the Switch"), _("Closed Form"), NULL,
  };
  g_autoptr (GtkStringList) of_links = gtk_string_list_new (links);
  g_autoptr (GtkStringList) of_algorithms = gtk_string_list_new (algorithms);
  g_autoptr (GtkStringList) mappers = gtk_string_list_new (NULL);

  for (guint i = 0; i < WEFT_N_MAP_ALGORITHMS; i++)
    gtk_string_list_append (mappers, weft_map_algorithm_info (i)->title);
  adw_combo_row_set_model (self->links, G_LIST_MODEL (of_links));
  adw_combo_row_set_model (self->collectives, G_LIST_MODEL (of_algorithms));
  adw_combo_row_set_model (self->algorithm, G_LIST_MODEL (mappers));
}

static void
show_settings (WeftSimPane *self)
{
  const WeftSimSettings *settings = weft_sim_job_get_settings (self->job);
  WeftSimInput *input = weft_sim_job_get_input (self->job);
  guint links = settings->model == WEFT_SIM_FLUID ? LINKS_FLUID
                : settings->packet_bytes > 0      ? LINKS_PACKETS
                                                  : LINKS_MESSAGES;

  adw_combo_row_set_selected (self->links, links);
  adw_combo_row_set_selected (self->collectives,
                              settings->closed_form ? CLOSED_FORM : (guint) settings->collectives);
  adw_combo_row_set_selected (self->algorithm, settings->algorithm);
  gtk_widget_set_visible (GTK_WIDGET (self->algorithm),
                          input != NULL && weft_sim_input_get_workload (input) != NULL);
  gtk_label_set_text (self->words, links_words (links));
}

/* --- the run --- */

/* (transfer full) */
static char *
write_state (WeftSimPane *self)
{
  switch (weft_sim_job_get_state (self->job))
    {
    case WEFT_SIM_JOB_RUNNING:
      return g_strdup_printf (_("Simulating… %.0f %%"), 100 * weft_sim_job_get_progress (self->job));
    case WEFT_SIM_JOB_STOPPED:
      return g_strdup (_("Cancelled"));
    case WEFT_SIM_JOB_DONE:
    case WEFT_SIM_JOB_FAILED:
    case WEFT_SIM_JOB_IDLE:
    default:
      return g_strdup ("");
    }
}

static void
show_state (WeftSimPane *self)
{
  gboolean running = weft_sim_job_get_state (self->job) == WEFT_SIM_JOB_RUNNING;
  g_autofree char *state = write_state (self);

  gtk_label_set_text (self->state, state);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *state != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  weft_meter_set (self->progress, weft_sim_job_get_progress (self->job), -1);
  gtk_widget_set_visible (self->start_button, !running);
  gtk_widget_set_visible (self->cancel_button, running);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  weft_sim_job_get_progress (self->job), -1);
}

/* --- runs --- */

static void
compare_cb (GtkToggleButton *button, GtkWidget *row)
{
  WeftSimPane *self = WEFT_SIM_PANE (gtk_widget_get_ancestor (row, WEFT_TYPE_SIM_PANE));

  if (self != NULL && !self->binding)
    weft_sim_job_show_beside (self->job, gtk_toggle_button_get_active (button)
                                           ? g_object_get_data (G_OBJECT (row), "object")
                                           : NULL);
}

static GtkWidget *
make_run_cb (gpointer object, gpointer data)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *row = make_row (object, button);

  gtk_button_set_icon_name (GTK_BUTTON (button), "weft-compare-symbolic");
  name_button (button, _("Compare with the Shown Run"));
  g_signal_connect_object (button, "toggled", G_CALLBACK (compare_cb), row, 0);
  return row;
}

static void
show_run (WeftSimPane *self, GtkWidget *row)
{
  WeftSimulation *run = g_object_get_data (G_OBJECT (row), "object");
  GtkWidget *button = g_object_get_data (G_OBJECT (row), "end");
  g_autofree char *makespan = weft_simulation_dup_makespan (run);
  g_autofree char *how = weft_simulation_dup_words (run);
  g_autofree char *words =
    g_strjoin (" · ", makespan, weft_sim_job_is_dated (self->job, run) ? _("of an older design") : how, NULL);

  show_row (row, weft_simulation_get_title (run), words, FALSE);
  gtk_widget_set_sensitive (button, run != weft_sim_job_get_shown (self->job));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), run == weft_sim_job_get_beside (self->job));
}

static void
run_selected_cb (WeftSimPane *self, GtkListBoxRow *row)
{
  if (!self->binding && self->job != NULL && row != NULL)
    weft_sim_job_show (self->job, g_object_get_data (G_OBJECT (row), "object"));
}

static void
show_runs (WeftSimPane *self)
{
  gboolean any = g_list_model_get_n_items (weft_sim_job_get_runs (self->job)) > 0;
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->runs, i)) != NULL; i++)
    show_run (self, GTK_WIDGET (row));
  select_row (self->runs, weft_sim_job_get_shown (self->job));
  gtk_widget_set_visible (GTK_WIDGET (self->runs), any);
  gtk_widget_set_visible (self->runs_heading, any);
}

/* --- class --- */

static void
weft_sim_pane_dispose (GObject *object)
{
  WeftSimPane *self = WEFT_SIM_PANE (object);

  self->binding = TRUE;
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_sim_pane_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, add_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, list);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, problem);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, state);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, start_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, setup);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, links);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, collectives);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, algorithm);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, words);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, runs_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSimPane, runs);
}

static void
weft_sim_pane_class_init (WeftSimPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_sim_pane_dispose;
  g_type_ensure (WEFT_TYPE_METER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "simpane");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-sim-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, input_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, settings_cb);
  gtk_widget_class_bind_template_callback (widget_class, run_selected_cb);
}

static void
weft_sim_pane_init (WeftSimPane *self)
{
  g_autoptr (GMenuModel) menu = weft_sim_pane_make_menu ();

  self->binding = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->add_button, menu);
  fill_choices (self);
  self->binding = FALSE;
}

void
weft_sim_pane_bind (WeftSimPane *self, WeftSimJob *job)
{
  g_return_if_fail (WEFT_IS_SIM_PANE (self) && WEFT_IS_SIM_JOB (job));

  g_set_object (&self->job, job);
  self->binding = TRUE;
  gtk_list_box_bind_model (self->list, weft_sim_job_get_inputs (job), make_input_cb, NULL, NULL);
  gtk_list_box_bind_model (self->runs, weft_sim_job_get_runs (job), make_run_cb, NULL, NULL);
  self->binding = FALSE;
  weft_sim_pane_update (self);
}

void
weft_sim_pane_update (WeftSimPane *self)
{
  WeftSimInput *input;
  gboolean failed;

  g_return_if_fail (WEFT_IS_SIM_PANE (self));

  input = weft_sim_job_get_input (self->job);
  failed = input != NULL && weft_sim_input_get_state (input) == WEFT_SIM_INPUT_FAILED;
  self->binding = TRUE;
  select_row (self->list, input);
  gtk_label_set_text (self->problem, failed ? weft_sim_input_get_message (input) : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), failed);
  gtk_widget_set_visible (GTK_WIDGET (self->list), input != NULL);
  gtk_widget_set_visible (self->setup, input != NULL);
  show_settings (self);
  show_state (self);
  show_runs (self);
  self->binding = FALSE;
}

GMenuModel *
weft_sim_pane_make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new (), examples = g_menu_new ();

  g_menu_append (files, _("Open Trace…"), "simulate.open-trace");
  g_menu_append (files, _("Workloads of This Document"), "win.page::workloads");
  for (guint i = 0; weft_sim_examples[i].id != NULL; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(weft_sim_examples[i].title), NULL);

      g_menu_item_set_action_and_target (item, "simulate.add-example", "s", weft_sim_examples[i].id);
      g_menu_append_item (examples, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, _("Examples of Traces"), G_MENU_MODEL (examples));
  return G_MENU_MODEL (menu);
}
