/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job's chosen input and its range; a field that says what cannot be keeps the range as it was. */
#include "config.h"

#include "app/whatif/weft-input-range.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-value-entry.h"

struct _WeftInputRange
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkDropDown *inputs;
  GtkWidget *fields;
  WeftValueEntry *entries[2];
  GtkLabel *problem;

  WeftWhatifJob *job;
  WeftWhatifStudyKind kind;
  char *shown; /* (nullable): path of the input that the fields are about */
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftInputRange, weft_input_range, GTK_TYPE_WIDGET)

static void
show_problem (WeftInputRange *self, const char *problem)
{
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

/* --- to the job --- */

static void
input_cb (WeftInputRange *self)
{
  WeftWhatifRow *row = gtk_drop_down_get_selected_item (self->inputs);

  if (!self->showing && row != NULL)
    weft_whatif_job_select (self->job, weft_input_get_path (weft_whatif_row_get_input (row)));
}

static gboolean
check (WeftInput *input, double low, double high, char **problem)
{
  g_autofree char *least = weft_input_format (input, weft_input_get_least (input));
  g_autofree char *most = NULL;

  *problem = NULL;
  if (!(low < high))
    *problem = g_strdup (_("The range ends before it begins."));
  else if (low < weft_input_get_least (input))
    *problem = g_strdup_printf (_("It cannot be less than %s."), least);
  else if (high > weft_input_get_most (input))
    {
      most = weft_input_format (input, weft_input_get_most (input));
      *problem = g_strdup_printf (_("It cannot be more than %s."), most);
    }
  return *problem == NULL;
}

static void
commit (WeftInputRange *self, guint end, const char *text)
{
  WeftInput *input = weft_whatif_job_get_selected (self->job);
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;
  double ends[2], value;

  if (input == NULL)
    return;
  weft_whatif_job_get_range (self->job, self->kind, &ends[0], &ends[1]);
  if (!weft_input_parse (input, text, &value, &error))
    {
      show_problem (self, error->message);
      return;
    }
  ends[end] = value;
  if (!check (input, ends[0], ends[1], &problem))
    {
      show_problem (self, problem);
      return;
    }
  show_problem (self, NULL);
  weft_whatif_job_set_range (self->job, self->kind, ends[0], ends[1]);
}

static void
from_cb (WeftInputRange *self, const char *text)
{
  commit (self, 0, text);
}

static void
to_cb (WeftInputRange *self, const char *text)
{
  commit (self, 1, text);
}

static void
reset_cb (WeftInputRange *self)
{
  show_problem (self, NULL);
}

/* --- class --- */

static void
weft_input_range_dispose (GObject *object)
{
  WeftInputRange *self = WEFT_INPUT_RANGE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->shown, g_free);
  G_OBJECT_CLASS (weft_input_range_parent_class)->dispose (object);
}

static void
weft_input_range_class_init (WeftInputRangeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_input_range_dispose;
  g_type_ensure (WEFT_TYPE_VALUE_ENTRY);
  g_type_ensure (WEFT_TYPE_WHATIF_ROW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "inputrange");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-input-range.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftInputRange, content);
  gtk_widget_class_bind_template_child (widget_class, WeftInputRange, inputs);
  gtk_widget_class_bind_template_child (widget_class, WeftInputRange, fields);
  gtk_widget_class_bind_template_child_full (widget_class, "from", FALSE,
                                             G_STRUCT_OFFSET (WeftInputRange, entries[0]));
  gtk_widget_class_bind_template_child_full (widget_class, "to", FALSE, G_STRUCT_OFFSET (WeftInputRange, entries[1]));
  gtk_widget_class_bind_template_child (widget_class, WeftInputRange, problem);
  gtk_widget_class_bind_template_callback (widget_class, input_cb);
  gtk_widget_class_bind_template_callback (widget_class, from_cb);
  gtk_widget_class_bind_template_callback (widget_class, to_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
}

static void
weft_input_range_init (WeftInputRange *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_input_range_bind (WeftInputRange *self, WeftWhatifJob *job, WeftWhatifStudyKind kind)
{
  g_return_if_fail (WEFT_IS_INPUT_RANGE (self) && self->job == NULL && WEFT_IS_WHATIF_JOB (job));

  self->job = g_object_ref (job);
  self->kind = kind;
  self->showing = TRUE;
  gtk_drop_down_set_model (self->inputs, weft_whatif_job_get_rows (job));
  self->showing = FALSE;
}

/* --- from the job --- */

static guint
find_selected (WeftInputRange *self, WeftInput *input)
{
  GListModel *rows = weft_whatif_job_get_rows (self->job);

  for (guint i = 0; input != NULL && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftWhatifRow) row = g_list_model_get_item (rows, i);

      if (weft_whatif_row_get_input (row) == input)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
show_ends (WeftInputRange *self, WeftInput *input)
{
  double ends[2];

  weft_whatif_job_get_range (self->job, self->kind, &ends[0], &ends[1]);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *text = weft_input_format (input, ends[i]);

      /* What somebody is typing stays. */
      if (!gtk_widget_has_focus (GTK_WIDGET (self->entries[i]))
          && gtk_widget_get_focus_child (GTK_WIDGET (self->entries[i])) == NULL)
        weft_value_entry_show (self->entries[i], text);
    }
}

void
weft_input_range_update (WeftInputRange *self)
{
  WeftInput *input;

  g_return_if_fail (WEFT_IS_INPUT_RANGE (self));

  input = weft_whatif_job_get_selected (self->job);
  self->showing = TRUE;
  gtk_drop_down_set_selected (self->inputs, find_selected (self, input));
  self->showing = FALSE;
  gtk_widget_set_visible (self->fields, input != NULL && !weft_input_is_flag (input));
  if (g_strcmp0 (self->shown, input != NULL ? weft_input_get_path (input) : NULL) != 0)
    {
      g_free (self->shown);
      self->shown = input != NULL ? g_strdup (weft_input_get_path (input)) : NULL;
      show_problem (self, NULL);
    }
  if (input != NULL)
    show_ends (self, input);
}

GtkEntry *
weft_input_range_get_entry (WeftInputRange *self, guint end)
{
  g_return_val_if_fail (WEFT_IS_INPUT_RANGE (self) && end < 2, NULL);

  return GTK_ENTRY (self->entries[end]);
}
