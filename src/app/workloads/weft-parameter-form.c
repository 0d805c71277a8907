/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by the table of a generator: words to choose are a list, flags a switch, all else a field. The first ones are in
 * sight, the rest below a row that unfolds. */
#include "config.h"

#include "app/workloads/weft-parameter-form.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/weft-json-write.h"

/* Rows in sight. */
#define FIRST_ROWS 4
/* A parameter with this key is a model of the catalog. */
#define MODEL_KEY "model"
/* These belong to a file, which has them already. */
static const char *const of_files[] = { "matrix", "grid", "model", "config", NULL };

typedef struct
{
  WeftParameterForm *form;
  const WeftParameter *param;
  GtkWidget *row;
  GtkWidget *control;
  GtkWidget *problem; /* (nullable): a row below with what is wrong */
  GtkLabel *problem_label;
} Field;

struct _WeftParameterForm
{
  GtkWidget parent_instance;

  GtkListBox *list;
  AdwExpanderRow *more; /* (nullable) */
  GPtrArray *fields;    /* Field */
  WeftWorkloadItem *item; /* (nullable) */
  WeftCatalog *catalog;   /* (nullable) */
  gboolean binding;
};

G_DEFINE_FINAL_TYPE (WeftParameterForm, weft_parameter_form, GTK_TYPE_WIDGET)

static void
free_field (gpointer data)
{
  Field *field = data;

  g_signal_handlers_disconnect_by_data (field->control, field);
  g_signal_handlers_disconnect_by_data (field->row, field);
  g_free (field);
}

/* --- values and texts --- */

/* JSON as people write it: text bare, a list by commas. (transfer full) */
static char *
write_value (JsonNode *node)
{
  g_autofree char *json = NULL;
  gsize n;

  if (node == NULL)
    return g_strdup ("");
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_dup_string (node);
  json = weft_json_write_compact (node);
  n = strlen (json);
  return JSON_NODE_HOLDS_ARRAY (node) && n >= 2 ? g_strndup (json + 1, n - 2) : g_steal_pointer (&json);
}

static void
show_problem (Field *field, const char *message)
{
  gtk_label_set_text (field->problem_label, message != NULL ? message : "");
  gtk_widget_set_visible (field->problem, message != NULL);
  if (message != NULL)
    gtk_widget_add_css_class (field->row, "error");
  else
    gtk_widget_remove_css_class (field->row, "error");
}

/* Takes @value. */
static void
take_value (Field *field, JsonNode *value)
{
  show_problem (field, NULL);
  weft_workload_item_set_param (field->form->item, field->param, value);
}

/* A text alone, then with the others, as the generator checks it. */
static void
typed_cb (GtkEditable *editable, Field *field)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) alone = json_object_new ();
  g_autoptr (JsonObject) filled = NULL;
  JsonNode *value;

  if (field->form->binding)
    return;
  value = weft_parameter_parse (field->param, gtk_editable_get_text (editable), &error);
  if (value != NULL)
    {
      json_object_set_member (alone, field->param->key, json_node_copy (value));
      filled = weft_parameters_fill (field->param, 1, field->param->key, alone, &error);
    }
  if (filled == NULL)
    {
      g_clear_pointer (&value, json_node_unref);
      show_problem (field, error->message);
      return;
    }
  take_value (field, value);
}

static void
chosen_cb (Field *field)
{
  GtkStringObject *word = adw_combo_row_get_selected_item (ADW_COMBO_ROW (field->row));
  JsonNode *value;

  if (field->form->binding || word == NULL)
    return;
  value = json_node_new (JSON_NODE_VALUE);
  json_node_set_string (value, gtk_string_object_get_string (word));
  take_value (field, value);
}

static void
switched_cb (Field *field)
{
  JsonNode *value;

  if (field->form->binding)
    return;
  value = json_node_new (JSON_NODE_VALUE);
  json_node_set_boolean (value, gtk_switch_get_active (GTK_SWITCH (field->control)));
  take_value (field, value);
}

static void
show_value (Field *field)
{
  g_autoptr (JsonNode) node = weft_workload_item_get_param (field->form->item, field->param);
  g_autofree char *text = write_value (node);

  if (GTK_IS_SWITCH (field->control))
    gtk_switch_set_active (GTK_SWITCH (field->control), node != NULL && JSON_NODE_HOLDS_VALUE (node)
                                                          && json_node_get_boolean (node));
  else if (GTK_IS_EDITABLE (field->control))
    gtk_editable_set_text (GTK_EDITABLE (field->control), text);
  else
    {
      GListModel *words = adw_combo_row_get_model (ADW_COMBO_ROW (field->row));

      for (guint i = 0; i < g_list_model_get_n_items (words); i++)
        if (g_strcmp0 (gtk_string_list_get_string (GTK_STRING_LIST (words), i), text) == 0)
          adw_combo_row_set_selected (ADW_COMBO_ROW (field->row), i);
    }
}

/* --- rows --- */

/* @brief: up to what explains it. (transfer full) */
static char *
write_title (const WeftParameter *param, gboolean brief)
{
  const char *title = g_dgettext ("weft", param->title);
  g_autofree char *words = g_strndup (title, brief ? strcspn (title, ",;:") : strlen (title));

  return param->unit != NULL && *param->unit != '\0' ? g_strdup_printf ("%s (%s)", words, param->unit)
                                                      : g_steal_pointer (&words);
}

static GtkWidget *
make_plain_row (Field *field, GtkWidget *control)
{
  GtkWidget *row = adw_action_row_new ();

  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  field->control = control;
  return row;
}

static GtkWidget *
make_text_row (Field *field)
{
  GtkWidget *entry = gtk_entry_new ();
  gboolean number = field->param->type == WEFT_PARAMETER_WHOLE || field->param->type == WEFT_PARAMETER_NUMBER;

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), number ? 8 : 11);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), number ? 8 : 11);
  gtk_editable_set_alignment (GTK_EDITABLE (entry), number ? 1 : 0);
  if (number)
    gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_NUMBER);
  gtk_widget_add_css_class (entry, "numeric");
  g_signal_connect (entry, "changed", G_CALLBACK (typed_cb), field);
  return make_plain_row (field, entry);
}

static GtkWidget *
make_choice_row (Field *field, const char *const *words)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (words);

  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  field->control = row;
  field->row = row;
  return row;
}

static GtkWidget *
make_switch_row (Field *field)
{
  GtkWidget *control = gtk_switch_new ();

  g_signal_connect_swapped (control, "notify::active", G_CALLBACK (switched_cb), field);
  return make_plain_row (field, control);
}

/* (transfer full) */
static GStrv
list_models (WeftParameterForm *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GListModel *models = weft_catalog_list (self->catalog, WEFT_RECORD_MODEL);

  for (guint i = 0; i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (models, i);

      g_strv_builder_add (builder, weft_record_get_id (record));
    }
  return g_strv_builder_end (builder);
}

static GtkWidget *
make_row (WeftParameterForm *self, Field *field)
{
  const WeftParameter *param = field->param;
  g_auto (GStrv) words = NULL;

  if (param->type == WEFT_PARAMETER_FLAG)
    return make_switch_row (field);
  if (param->type == WEFT_PARAMETER_CHOICE)
    words = g_strsplit (param->choices, ",", -1);
  else if (g_str_equal (param->key, MODEL_KEY) && self->catalog != NULL)
    words = list_models (self);
  return words != NULL && words[0] != NULL ? make_choice_row (field, (const char *const *) words)
                                           : make_text_row (field);
}

/* What is wrong stands in a row of its own. */
static void
make_problem (Field *field)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "error");
  gtk_widget_add_css_class (label, "parameter-problem");
  field->problem = gtk_list_box_row_new ();
  field->problem_label = GTK_LABEL (label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (field->problem), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (field->problem), FALSE);
  gtk_widget_set_focusable (field->problem, FALSE);
  gtk_widget_set_visible (field->problem, FALSE);
}

static void
append_row (WeftParameterForm *self, GtkWidget *row)
{
  if (self->more != NULL)
    adw_expander_row_add_row (self->more, row);
  else
    gtk_list_box_append (self->list, row);
}

static void
append_field (WeftParameterForm *self, const WeftParameter *param)
{
  Field *field = g_new0 (Field, 1);
  g_autofree char *title = write_title (param, TRUE);
  g_autofree char *whole = write_title (param, FALSE);

  field->form = self;
  field->param = param;
  field->row = make_row (self, field);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (field->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field->row), title);
  gtk_widget_set_tooltip_text (field->row, whole);
  gtk_accessible_update_property (GTK_ACCESSIBLE (field->control), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, whole, -1);
  make_problem (field);
  append_row (self, field->row);
  append_row (self, field->problem);
  show_value (field);
  if (ADW_IS_COMBO_ROW (field->row))
    g_signal_connect_swapped (field->row, "notify::selected", G_CALLBACK (chosen_cb), field);
  g_ptr_array_add (self->fields, field);
}

static gboolean
is_asked (WeftWorkloadItem *item, const WeftParameter *param)
{
  return weft_workload_item_get_path (item) == NULL || !g_strv_contains (of_files, param->key);
}

static void
fill (WeftParameterForm *self)
{
  const WeftGenerator *generator = self->item != NULL ? weft_workload_item_get_generator (self->item) : NULL;
  guint shown = 0;

  for (guint i = 0; generator != NULL && i < generator->n_params; i++)
    {
      if (!is_asked (self->item, &generator->params[i]))
        continue;
      if (shown == FIRST_ROWS && generator->n_params > i + 1)
        {
          GtkWidget *more = adw_expander_row_new ();

          adw_preferences_row_set_title (ADW_PREFERENCES_ROW (more), _("More Parameters"));
          gtk_list_box_append (self->list, more);
          self->more = ADW_EXPANDER_ROW (more);
        }
      append_field (self, &generator->params[i]);
      shown++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->list), shown > 0);
}

static void
clear (WeftParameterForm *self)
{
  GtkListBoxRow *row;

  g_ptr_array_set_size (self->fields, 0);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  self->more = NULL;
}

/* --- class --- */

static void
weft_parameter_form_dispose (GObject *object)
{
  WeftParameterForm *self = WEFT_PARAMETER_FORM (object);

  self->binding = TRUE;
  if (self->list != NULL)
    clear (self);
  g_clear_pointer ((GtkWidget **) &self->list, gtk_widget_unparent);
  g_clear_object (&self->item);
  g_clear_object (&self->catalog);
  G_OBJECT_CLASS (weft_parameter_form_parent_class)->dispose (object);
}

static void
weft_parameter_form_finalize (GObject *object)
{
  g_ptr_array_unref (WEFT_PARAMETER_FORM (object)->fields);
  G_OBJECT_CLASS (weft_parameter_form_parent_class)->finalize (object);
}

static void
weft_parameter_form_class_init (WeftParameterFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_parameter_form_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_parameter_form_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "parameterform");
}

static void
weft_parameter_form_init (WeftParameterForm *self)
{
  self->fields = g_ptr_array_new_with_free_func (free_field);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Parameters of the workload"), -1);
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
}

void
weft_parameter_form_show (WeftParameterForm *self, WeftWorkloadItem *item, WeftCatalog *catalog)
{
  g_return_if_fail (WEFT_IS_PARAMETER_FORM (self));

  if (item == self->item && catalog == self->catalog)
    return;
  self->binding = TRUE;
  clear (self);
  g_set_object (&self->item, item);
  g_set_object (&self->catalog, catalog);
  fill (self);
  self->binding = FALSE;
}

/* (nullable) */
static Field *
find_field (WeftParameterForm *self, const char *key)
{
  for (guint i = 0; i < self->fields->len; i++)
    if (g_str_equal (((Field *) self->fields->pdata[i])->param->key, key))
      return self->fields->pdata[i];

  return NULL;
}

GtkWidget *
weft_parameter_form_get_row (WeftParameterForm *self, const char *key)
{
  Field *field;

  g_return_val_if_fail (WEFT_IS_PARAMETER_FORM (self), NULL);

  field = find_field (self, key);
  return field != NULL ? field->row : NULL;
}

const char *
weft_parameter_form_get_problem (WeftParameterForm *self, const char *key)
{
  Field *field;

  g_return_val_if_fail (WEFT_IS_PARAMETER_FORM (self), NULL);

  field = find_field (self, key);
  return field != NULL && gtk_widget_get_visible (field->problem) ? gtk_label_get_text (field->problem_label) : NULL;
}
