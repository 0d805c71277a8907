/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job's rows -> GtkFilterListModel (search, group) -> GtkSortListModel (column clicked) -> selection -> view */
#include "config.h"

#include "app/whatif/weft-inputs-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "app/weft-message-bar.h"
#include "app/weft-scroll-pass.h"
#include "app/whatif/weft-inputs-columns.h"
#include "app/whatif/weft-study-bar.h"
#include "draw/weft-table.h"

/* With less than so much, how well a value is known is told by its tooltip and the panel alone. */
#define NARROW_PX 470

struct _WeftInputsView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkEditable *entry;
  GtkDropDown *groups;
  GtkStack *stack;
  GtkWidget *scroller;
  GtkColumnView *view;
  GtkLabel *count;
  WeftStudyBar *bar;

  WeftWhatifJob *job;
  WeftInputsColumns columns;
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;
  GtkSingleSelection *selection;
  GStrv words; /* that are searched */
  gboolean updating;
  gboolean narrow;
  guint narrow_source;
};

G_DEFINE_FINAL_TYPE (WeftInputsView, weft_inputs_view, GTK_TYPE_WIDGET)

/* --- filter --- */

static gboolean
passes (gpointer item, gpointer data)
{
  WeftInputsView *self = data;
  guint group = gtk_drop_down_get_selected (self->groups);

  if (group > 0 && (guint) weft_input_get_group (weft_whatif_row_get_input (item)) != group - 1)
    return FALSE;
  return self->words == NULL || weft_whatif_row_matches (item, (const char *const *) self->words);
}

static void
show_count (WeftInputsView *self)
{
  guint all = g_list_model_get_n_items (weft_whatif_job_get_rows (self->job));
  guint shown = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  g_autofree char *total = g_strdup_printf (ngettext ("%u input", "%u inputs", all), all);
  /* Translators: how many inputs pass a search, of "135 inputs" */
  g_autofree char *words = shown < all ? g_strdup_printf (_("%u of %s"), shown, total) : g_strdup (total);

  gtk_label_set_text (self->count, words);
  gtk_stack_set_visible_child_name (self->stack, shown > 0 || all == 0 ? "list" : "nothing");
}

static void
filter_cb (WeftInputsView *self)
{
  g_autofree char *folded = NULL;

  if (self->filtered == NULL)
    return;
  folded = g_utf8_casefold (gtk_editable_get_text (self->entry), -1);
  g_strfreev (self->words);
  self->words = g_strsplit_set (folded, " ", -1);
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->filtered), GTK_FILTER_CHANGE_DIFFERENT);
  show_count (self);
}

static void
stop_search_cb (WeftInputsView *self)
{
  gtk_drop_down_set_selected (self->groups, 0);
  gtk_editable_set_text (self->entry, "");
  filter_cb (self);
}

/* --- selection --- */

static void
selected_cb (WeftInputsView *self)
{
  WeftWhatifRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (!self->updating && row != NULL)
    weft_whatif_job_select (self->job, weft_input_get_path (weft_whatif_row_get_input (row)));
}

static void
show_selected (WeftInputsView *self)
{
  WeftInput *input = weft_whatif_job_get_selected (self->job);
  WeftWhatifRow *row = input != NULL ? weft_whatif_job_find_row (self->job, weft_input_get_path (input)) : NULL;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->sorted)), at = GTK_INVALID_LIST_POSITION;

  if (gtk_single_selection_get_selected_item (self->selection) == row)
    return;
  for (guint i = 0; row != NULL && i < n && at == GTK_INVALID_LIST_POSITION; i++)
    {
      g_autoptr (WeftWhatifRow) other = g_list_model_get_item (G_LIST_MODEL (self->sorted), i);

      if (other == row)
        at = i;
    }
  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection, at);
  self->updating = FALSE;
}

/* Enter takes an input, and gives it back. */
static void
activate_cb (WeftInputsView *self, guint position)
{
  g_autoptr (WeftWhatifRow) row = g_list_model_get_item (G_LIST_MODEL (self->sorted), position);
  WeftWhatifKnob *knob;
  gboolean chosen;

  if (row == NULL)
    return;
  chosen = weft_whatif_row_get_chosen (row);
  knob = weft_whatif_job_add_knob (self->job, weft_whatif_row_get_input (row));
  if (chosen)
    weft_whatif_job_remove_knob (self->job, knob);
}

/* --- export --- */

static void
add_csv_row (WeftTable *table, WeftWhatifRow *row)
{
  WeftInput *input = weft_whatif_row_get_input (row);
  char value[G_ASCII_DTOSTR_BUF_SIZE], slope[G_ASCII_DTOSTR_BUF_SIZE] = "";
  double elasticity = weft_whatif_row_get_slope (row);
  const char *cells[] = {
    weft_input_get_path (input),
    weft_input_get_label (input),
    weft_input_get_place (input),
    g_ascii_dtostr (value, sizeof value, weft_input_get_value (input)),
    weft_input_get_unit (input),
    weft_confidence_nick (weft_input_get_confidence (input)),
    weft_input_get_source (input),
    isnan (elasticity) ? slope : g_ascii_dtostr (slope, sizeof slope, elasticity),
    NULL,
  };

  weft_table_add_row (table, cells);
}

char *
weft_inputs_view_to_csv (WeftInputsView *self)
{
  static const char *const titles[] = { "path", "input", "of", "value", "unit", "confidence", "source", "elasticity" };
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  g_return_val_if_fail (WEFT_IS_INPUTS_VIEW (self), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    weft_table_add_column (table, titles[i], WEFT_ALIGN_START);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->sorted)); i++)
    {
      g_autoptr (WeftWhatifRow) row = g_list_model_get_item (G_LIST_MODEL (self->sorted), i);

      add_csv_row (table, row);
    }
  return weft_table_to_csv (table);
}

static void
export_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftInputsView) self = WEFT_INPUTS_VIEW (data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *csv = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  csv = weft_inputs_view_to_csv (self);
  if (!g_file_set_contents (path, csv, -1, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "what-if.tell", "s", error->message);
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  weft_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, WEFT_FILE_DIALOG_VALUES, "inputs.csv", NULL,
                         export_chosen_cb, g_object_ref (widget));
}

/* --- class --- */

static gboolean
narrow_cb (gpointer data)
{
  WeftInputsView *self = data;

  self->narrow_source = 0;
  if (self->columns.confidence != NULL)
    gtk_column_view_column_set_visible (self->columns.confidence, !self->narrow);
  return G_SOURCE_REMOVE;
}

static void
weft_inputs_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftInputsView *self = WEFT_INPUTS_VIEW (widget);
  int least;

  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->content, MAX (width, least), height, baseline, NULL);
  if (self->narrow == (width < NARROW_PX))
    return;
  self->narrow = width < NARROW_PX;
  if (self->narrow_source == 0)
    self->narrow_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, narrow_cb, self, NULL);
}

static void
weft_inputs_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (WEFT_INPUTS_VIEW (widget)->content, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, 300);
}

static void
weft_inputs_view_dispose (GObject *object)
{
  WeftInputsView *self = WEFT_INPUTS_VIEW (object);

  g_clear_handle_id (&self->narrow_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->filtered);
  g_clear_object (&self->job);
  g_clear_pointer (&self->words, g_strfreev);
  G_OBJECT_CLASS (weft_inputs_view_parent_class)->dispose (object);
}

static void
weft_inputs_view_class_init (WeftInputsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_inputs_view_dispose;
  widget_class->measure = weft_inputs_view_measure;
  widget_class->size_allocate = weft_inputs_view_size_allocate;
  g_type_ensure (WEFT_TYPE_STUDY_BAR);
  gtk_widget_class_set_css_name (widget_class, "inputsview");
  gtk_widget_class_install_action (widget_class, "inputs.export", NULL, export_cb);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-inputs-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, groups);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, view);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, count);
  gtk_widget_class_bind_template_child (widget_class, WeftInputsView, bar);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
weft_inputs_view_init (WeftInputsView *self)
{
  g_autoptr (GtkStringList) groups = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  weft_scroll_pass_on (self->scroller);
  gtk_string_list_append (groups, _("All inputs"));
  for (guint i = 0; i < WEFT_N_INPUT_GROUPS; i++)
    gtk_string_list_append (groups, weft_input_group_label (i));
  gtk_drop_down_set_model (self->groups, G_LIST_MODEL (groups));
}

void
weft_inputs_view_bind (WeftInputsView *self, WeftWhatifJob *job)
{
  GtkFilter *filter;

  g_return_if_fail (WEFT_IS_INPUTS_VIEW (self) && self->job == NULL && WEFT_IS_WHATIF_JOB (job));

  self->job = g_object_ref (job);
  weft_study_bar_bind (self->bar, job, WEFT_WHATIF_SLOPES);
  weft_study_bar_set_follows (self->bar, TRUE);
  weft_inputs_columns_append (&self->columns, self->view, job);
  gtk_column_view_column_set_visible (self->columns.confidence, !self->narrow);
  filter = GTK_FILTER (gtk_custom_filter_new (passes, self, NULL));
  self->filtered = gtk_filter_list_model_new (g_object_ref (weft_whatif_job_get_rows (job)), filter);
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->filtered)),
                                          g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->sorted)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
}

void
weft_inputs_view_update (WeftInputsView *self)
{
  g_return_if_fail (WEFT_IS_INPUTS_VIEW (self));

  weft_whatif_job_ensure (self->job, WEFT_WHATIF_SLOPES);
  show_selected (self);
  show_count (self);
  weft_study_bar_update (self->bar);
}

void
weft_inputs_view_search (WeftInputsView *self, const char *text)
{
  g_return_if_fail (WEFT_IS_INPUTS_VIEW (self) && text != NULL);

  gtk_editable_set_text (self->entry, text);
  filter_cb (self);
}

void
weft_inputs_view_focus_search (WeftInputsView *self)
{
  g_return_if_fail (WEFT_IS_INPUTS_VIEW (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

GListModel *
weft_inputs_view_get_shown (WeftInputsView *self)
{
  g_return_val_if_fail (WEFT_IS_INPUTS_VIEW (self), NULL);

  return G_LIST_MODEL (self->sorted);
}
