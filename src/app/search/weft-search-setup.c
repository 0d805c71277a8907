/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows write straight into the job; what the job says comes back by weft_search_setup_show(). */
#include "config.h"

#include "app/search/weft-search-setup.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-meter.h"
#include "app/search/weft-search-words.h"
#include "app/search/weft-space-row.h"
#include "search/weft-study.h"

struct _WeftSearchSetup
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *settings;
  AdwComboRow *space;
  AdwActionRow *methods_row;
  GtkWidget *methods_button;
  GtkWidget *methods_box;
  GtkSpinButton *budget;
  AdwEntryRow *seeds;
  GtkLabel *seeds_problem;
  GtkSwitch *records;
  GtkLabel *space_words;
  GtkWidget *control;
  GtkLabel *state;
  WeftMeter *progress; /* a GtkProgressBar is as high as an upright one until it has its style */
  GtkWidget *start_button;
  GtkWidget *pause_button;
  GtkWidget *go_on_button;
  GtkWidget *resume_button;
  GtkWidget *stop_button;
  GtkLabel *counts;
  GtkLabel *left;
  GtkLabel *dated;
  GtkWidget *best_heading;
  GtkListBox *best;

  WeftSearchJob *job;
  GPtrArray *shown;    /* of guint: the points in the list, as pointers */
  guint round;         /* of the job, and */
  guint generation;    /* of the tally, as the list shows them */
  gboolean binding;    /* what changes now comes from the job */
};

G_DEFINE_FINAL_TYPE (WeftSearchSetup, weft_search_setup, GTK_TYPE_WIDGET)

static guint picked_signal;

/* --- spaces --- */

/* (nullable): chips of the chosen space that could not take part, once a search has found out. */
static const char *const *
find_left_out (WeftSearchSetup *self, WeftSpace *space)
{
  WeftProblem *problem = self->job == NULL ? NULL : weft_search_job_get_problem (self->job);

  if (problem == NULL
      || !g_str_equal (weft_space_get_id (weft_problem_get_space (problem)),
                       weft_space_get_id (space)))
    return NULL;
  return weft_problem_get_left_out (problem);
}

static void
show_space (WeftSearchSetup *self)
{
  WeftSpace *space = weft_space_row_get (self->space);
  const char *words = space == NULL ? NULL : weft_space_get_description (space);
  const char *const *left_out = space == NULL ? NULL : find_left_out (self, space);
  guint n = left_out == NULL ? 0 : g_strv_length ((GStrv) left_out);
  g_autofree char *more =
    g_strdup_printf (ngettext ("%u chip is left out.", "%u chips are left out.", n), n);
  g_autofree char *text = g_strjoin (" ", words != NULL ? words : "", n > 0 ? more : NULL, NULL);
  g_autofree char *tip = n > 0 ? g_strjoinv ("\n", (GStrv) left_out) : NULL;

  gtk_label_set_text (self->space_words, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->space_words), tip);
  gtk_widget_set_visible (GTK_WIDGET (self->space_words), words != NULL || n > 0);
}

static void
space_cb (WeftSearchSetup *self)
{
  WeftSpace *space = weft_space_row_get (self->space);

  show_space (self);
  if (!self->binding && self->job != NULL && space != NULL)
    weft_search_job_set_space (self->job, weft_space_get_id (space));
}

/* --- methods --- */

static void
show_methods (WeftSearchSetup *self)
{
  const char *const *methods = weft_search_job_get_methods (self->job);
  g_autofree char *words = weft_search_words_methods (methods);

  adw_action_row_set_subtitle (self->methods_row, methods[0] != NULL ? words : _("None"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->methods_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Choose Methods"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

/* A method that is added goes last, one that is taken away leaves the others in their order. */
static void
method_toggled_cb (WeftSearchSetup *self, GtkCheckButton *button)
{
  const char *id = g_object_get_data (G_OBJECT (button), "method");
  const char *const *methods = weft_search_job_get_methods (self->job);
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) chosen = NULL;

  if (self->binding)
    return;
  builder = g_strv_builder_new ();
  for (guint i = 0; methods[i] != NULL; i++)
    if (!g_str_equal (methods[i], id))
      g_strv_builder_add (builder, methods[i]);
  if (gtk_check_button_get_active (button))
    g_strv_builder_add (builder, id);
  chosen = g_strv_builder_end (builder);
  weft_search_job_set_methods (self->job, (const char *const *) chosen);
  show_methods (self);
}

static void
append_method (WeftSearchSetup *self, const WeftMethodInfo *info)
{
  GtkWidget *button = gtk_check_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  const char *texts[] = { g_dgettext ("weft", info->label), g_dgettext ("weft", info->description) };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GtkWidget *label = gtk_label_new (texts[i]);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
      gtk_widget_add_css_class (label, i == 0 ? "part-id" : "part-words");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_check_button_set_child (GTK_CHECK_BUTTON (button), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, texts[0],
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, texts[1], -1);
  g_object_set_data (G_OBJECT (button), "method", (gpointer) info->id);
  g_signal_connect_object (button, "toggled", G_CALLBACK (method_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->methods_box), button);
}

static void
check_methods (WeftSearchSetup *self)
{
  const char *const *methods = weft_search_job_get_methods (self->job);

  for (GtkWidget *button = gtk_widget_get_first_child (self->methods_box); button != NULL;
       button = gtk_widget_get_next_sibling (button))
    gtk_check_button_set_active (
      GTK_CHECK_BUTTON (button),
      g_strv_contains (methods, g_object_get_data (G_OBJECT (button), "method")));
  show_methods (self);
}

/* --- the other settings --- */

static void
budget_cb (WeftSearchSetup *self)
{
  if (!self->binding && self->job != NULL)
    weft_search_job_set_budget (self->job, (guint) gtk_spin_button_get_value_as_int (self->budget));
}

static void
seeds_cb (WeftSearchSetup *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->seeds));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) seeds = weft_study_parse_seeds (text, &error);

  gtk_label_set_text (self->seeds_problem, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->seeds_problem), error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->seeds), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->seeds), "error");
  if (!self->binding && self->job != NULL)
    weft_search_job_set_seeds (self->job, text);
}

static void
records_cb (WeftSearchSetup *self)
{
  if (!self->binding && self->job != NULL)
    weft_search_job_set_records (self->job, gtk_switch_get_active (self->records));
}

/* --- the best designs --- */

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_row (WeftSearchSetup *self, WeftTally *tally, guint index)
{
  g_autofree char *score =
    weft_search_words_score (weft_tally_get_point (tally, index)->point.score);
  g_autofree char *label =
    weft_search_words_label (weft_search_job_get_problem (self->job), tally, index);
  g_autofree char *finder = weft_search_words_finder (tally, index);
  g_autofree char *fabrics =
    weft_search_words_fabrics (weft_search_job_get_problem (self->job), tally, index);
  g_autofree char *tip = g_strjoin ("\n", label, fabrics, finder, NULL);
  g_autofree char *name = g_strjoin (", ", score, label, fabrics, finder, NULL);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *number = gtk_label_new (score);

  gtk_widget_add_css_class (number, "found-score");
  gtk_widget_add_css_class (line, "found-line");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), make_label (label, "found-label"));
  gtk_box_append (GTK_BOX (words), make_label (fabrics, "found-words"));
  gtk_box_append (GTK_BOX (words), make_label (finder, "found-words"));
  gtk_box_append (GTK_BOX (line), number);
  gtk_box_append (GTK_BOX (line), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_widget_set_tooltip_text (row, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static int
find_shown (WeftSearchSetup *self, int index)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (GPOINTER_TO_UINT (self->shown->pdata[i]) == (guint) index)
      return (int) i;

  return -1;
}

static void
fill_best (WeftSearchSetup *self)
{
  WeftTally *tally = weft_search_job_get_tally (self->job);
  guint round = weft_search_job_get_round (self->job);
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->best);
  int kept = -1;
  GtkListBoxRow *row;

  if (round == self->round && tally->generation == self->generation)
    return;
  if (selected != NULL && round == self->round)
    kept = GPOINTER_TO_INT (self->shown->pdata[gtk_list_box_row_get_index (selected)]);
  self->round = round;
  self->generation = tally->generation;
  while ((row = gtk_list_box_get_row_at_index (self->best, 0)) != NULL)
    gtk_list_box_remove (self->best, GTK_WIDGET (row));
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < tally->n_best; i++)
    {
      gtk_list_box_append (self->best, make_row (self, tally, tally->best[i]));
      g_ptr_array_add (self->shown, GUINT_TO_POINTER (tally->best[i]));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->best), tally->n_best > 0);
  gtk_widget_set_visible (self->best_heading, tally->n_best > 0);
  weft_search_setup_select (self, kept);
}

static void
row_activated_cb (WeftSearchSetup *self, GtkListBoxRow *row)
{
  guint at = (guint) gtk_list_box_row_get_index (row);

  if (at < self->shown->len)
    g_signal_emit (self, picked_signal, 0, GPOINTER_TO_UINT (self->shown->pdata[at]));
}

/* --- class --- */

static void
weft_search_setup_dispose (GObject *object)
{
  WeftSearchSetup *self = WEFT_SEARCH_SETUP (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_search_setup_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, settings);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, space);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, methods_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, methods_row);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, methods_box);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, budget);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, seeds);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, seeds_problem);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, records);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, space_words);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, control);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, state);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, start_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, pause_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, go_on_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, resume_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, stop_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, counts);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, left);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, dated);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, best_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchSetup, best);
}

static void
weft_search_setup_class_init (WeftSearchSetupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_search_setup_dispose;
  g_type_ensure (WEFT_TYPE_METER);
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "searchsetup");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-search-setup.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, space_cb);
  gtk_widget_class_bind_template_callback (widget_class, budget_cb);
  gtk_widget_class_bind_template_callback (widget_class, seeds_cb);
  gtk_widget_class_bind_template_callback (widget_class, records_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
weft_search_setup_init (WeftSearchSetup *self)
{
  self->shown = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_spin_button_set_range (self->budget, 1, WEFT_SEARCH_JOB_MOST_BUDGET);
  gtk_spin_button_set_increments (self->budget, 10, 100);
  self->binding = TRUE;
  weft_space_row_fill (self->space);
  self->binding = FALSE;
  for (const WeftMethodInfo *info = weft_methods; info->id != NULL; info++)
    append_method (self, info);
}

void
weft_search_setup_bind (WeftSearchSetup *self, WeftSearchJob *job)
{
  g_return_if_fail (WEFT_IS_SEARCH_SETUP (self) && WEFT_IS_SEARCH_JOB (job));

  g_set_object (&self->job, job);
  self->binding = TRUE;
  weft_space_row_choose (self->space, weft_search_job_get_space (job));
  check_methods (self);
  gtk_spin_button_set_value (self->budget, weft_search_job_get_budget (job));
  gtk_editable_set_text (GTK_EDITABLE (self->seeds), weft_search_job_get_seeds (job));
  gtk_switch_set_active (self->records, weft_search_job_get_records (job));
  self->binding = FALSE;
  show_space (self);
  weft_search_setup_show (self);
}

/* Who has the keyboard on a button that goes away gets the one that takes its place, while both are there: GTK looks
 * for something around it otherwise. */
static void
hand_over_focus (WeftSearchSetup *self, GtkWidget *next)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);

  if (focus != NULL && focus != next
      && (focus == self->start_button || focus == self->pause_button || focus == self->go_on_button
          || focus == self->stop_button))
    gtk_widget_grab_focus (next);
}

static void
show_buttons (WeftSearchSetup *self)
{
  WeftJobState state = weft_search_job_get_state (self->job);
  gboolean busy = weft_search_job_is_busy (self->job);
  GtkWidget *next = !busy                      ? self->start_button
                    : state == WEFT_JOB_PAUSED ? self->go_on_button
                                               : self->pause_button;

  gtk_widget_set_sensitive (self->settings, !busy);
  if (!gtk_widget_get_visible (next))
    {
      gtk_widget_set_visible (next, TRUE);
      hand_over_focus (self, next);
    }
  gtk_widget_set_visible (self->start_button, !busy);
  gtk_widget_set_visible (self->pause_button, busy && state != WEFT_JOB_PAUSED);
  gtk_widget_set_visible (self->go_on_button, state == WEFT_JOB_PAUSED);
  gtk_widget_set_visible (self->resume_button, weft_search_job_can_resume (self->job));
  gtk_widget_set_visible (self->stop_button, busy);
}

void
weft_search_setup_show (WeftSearchSetup *self)
{
  g_autofree char *state = NULL, *counts = NULL, *left = NULL, *dated = NULL;
  gboolean idle, failed;
  double progress;

  g_return_if_fail (WEFT_IS_SEARCH_SETUP (self));

  idle = weft_search_job_get_state (self->job) == WEFT_JOB_IDLE;
  failed = weft_search_job_get_state (self->job) == WEFT_JOB_FAILED;
  progress = weft_search_job_get_progress (self->job);
  state = weft_search_words_state (self->job);
  counts = weft_search_words_counts (self->job);
  left = weft_search_words_left (weft_search_job_get_left_s (self->job));
  show_buttons (self);
  show_space (self);
  gtk_label_set_text (self->state, state);
  gtk_widget_set_visible (GTK_WIDGET (self->state), !idle);
  weft_meter_set (self->progress, progress, NAN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, progress, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), !idle && !failed);
  gtk_label_set_text (self->counts, counts);
  gtk_widget_set_visible (GTK_WIDGET (self->counts), *counts != '\0');
  gtk_label_set_text (self->left, left);
  gtk_widget_set_visible (GTK_WIDGET (self->left), *left != '\0');
  dated = weft_search_words_dated (self->job);
  gtk_label_set_text (self->dated, dated);
  gtk_widget_set_visible (GTK_WIDGET (self->dated), *dated != '\0');
  fill_best (self);
}

void
weft_search_setup_select (WeftSearchSetup *self, int index)
{
  int at;

  g_return_if_fail (WEFT_IS_SEARCH_SETUP (self));

  at = index < 0 ? -1 : find_shown (self, index);
  if (at >= 0)
    gtk_list_box_select_row (self->best, gtk_list_box_get_row_at_index (self->best, at));
  else
    gtk_list_box_unselect_all (self->best);
}
