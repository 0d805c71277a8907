/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry row a parameter. The fragment is made anew after each change; what cannot be made is
 * said in the library's words, and then there is nothing to add. */
#include "config.h"

#include "app/dialogs/weft-template-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/weft-quantity.h"

#define WIDTH 460

typedef struct
{
  GtkWindow *window;
  GtkWidget *add;
  GtkLabel *outcome;
  GPtrArray *rows; /* of AdwEntryRow, borrowed */
  const WeftGraphTemplate *template;
  WeftCatalog *catalog;
  JsonNode *fragment; /* (nullable) */
  WeftTemplateMade made;
  gpointer data;
  GDestroyNotify destroy;
} Dialog;

static void
free_dialog (gpointer data)
{
  Dialog *self = data;

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_clear_pointer (&self->fragment, json_node_unref);
  g_clear_object (&self->catalog);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

/* NULL with an error about the first text that is no value of its parameter. */
static JsonObject *
read_params (Dialog *self, GError **error)
{
  g_autoptr (JsonObject) params = json_object_new ();

  for (guint i = 0; i < self->template->n_params; i++)
    {
      const WeftParameter *param = &self->template->params[i];
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->rows->pdata[i]));
      JsonNode *value;

      if (*text == '\0')
        continue;
      value = weft_parameter_parse (param, text, error);
      if (value == NULL)
        return NULL;
      json_object_set_member (params, param->key, value);
    }
  return g_steal_pointer (&params);
}

/* "32 leaf, 16 spine, 128 node · 2 links" */
static char *
describe_fragment (JsonNode *fragment)
{
  JsonObject *object = json_node_get_object (fragment);
  JsonArray *items = json_object_get_array_member (object, "items");
  const char *notes = json_object_get_string_member_with_default (object, "notes", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (items) && i < 8; i++)
    {
      JsonObject *item = json_array_get_object_element (items, i);
      g_autofree char *count =
        weft_quantity_format (json_object_get_double_member_with_default (item, "count", 1),
                              WEFT_UNIT_COUNT);

      g_string_append_printf (text, "%s%s × %s", i > 0 ? ", " : "", count,
                              json_object_get_string_member (item, "id"));
    }
  if (json_array_get_length (items) > 8)
    g_string_append (text, ", …");
  if (notes != NULL)
    g_string_append_printf (text, "\n%s", notes);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
update (Dialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) params = read_params (self, &error);
  g_autofree char *text = NULL;

  g_clear_pointer (&self->fragment, json_node_unref);
  if (params != NULL)
    self->fragment = weft_graph_template_make (self->template, params, self->catalog, &error);
  text = self->fragment != NULL ? describe_fragment (self->fragment) : g_strdup (error->message);
  gtk_label_set_label (self->outcome, text);
  if (self->fragment != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->outcome), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->outcome), "error");
  gtk_widget_set_sensitive (self->add, self->fragment != NULL);
}

static void
add_cb (Dialog *self)
{
  if (self->fragment == NULL)
    return;
  self->made (self->fragment, self->template, self->data);
  gtk_window_close (self->window);
}

/* An initial value, which is JSON, as people write it: text bare, numbers of a list by commas. */
static char *
write_initial (const char *json)
{
  g_autoptr (JsonNode) node = json != NULL ? json_from_string (json, NULL) : NULL;
  gsize n = json != NULL ? strlen (json) : 0;

  if (node == NULL)
    return g_strdup (json != NULL ? json : "");
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_dup_string (node);
  if (JSON_NODE_HOLDS_ARRAY (node) && n > 2 && strpbrk (json + 1, "[{\"") == NULL)
    return g_strndup (json + 1, n - 2);
  return g_strdup (json);
}

static GtkWidget *
make_rows (Dialog *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), _(self->template->summary));
  for (guint i = 0; i < self->template->n_params; i++)
    {
      const WeftParameter *param = &self->template->params[i];
      GtkWidget *row = adw_entry_row_new ();
      g_autofree char *title = param->unit != NULL && *param->unit != '\0'
                                 ? g_strdup_printf ("%s (%s)", _(param->title), param->unit)
                                 : g_strdup (_(param->title));
      g_autofree char *initial = write_initial (param->initial);

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
      gtk_editable_set_text (GTK_EDITABLE (row), initial);
      g_signal_connect_swapped (row, "changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (row, "entry-activated", G_CALLBACK (add_cb), self);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
      g_ptr_array_add (self->rows, row);
    }
  return group;
}

static GtkWidget *
make_header (Dialog *self)
{
  GtkWidget *header = gtk_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_("_Cancel"));

  self->add = gtk_button_new_with_mnemonic (_("_Add"));
  gtk_widget_add_css_class (self->add, "suggested-action");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->add), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Add"),
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cancel), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Cancel"), -1);
  gtk_header_bar_set_show_title_buttons (GTK_HEADER_BAR (header), FALSE);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), cancel);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), self->add);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), self->window);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (add_cb), self);
  return header;
}

/* What comes of the parameters stays in sight below them. */
static GtkWidget *
make_outcome (Dialog *self)
{
  GtkWidget *outcome = gtk_label_new (NULL);

  gtk_widget_set_margin_start (outcome, 18);
  gtk_widget_set_margin_end (outcome, 18);
  gtk_widget_set_margin_top (outcome, 12);
  gtk_widget_set_margin_bottom (outcome, 18);
  gtk_label_set_wrap (GTK_LABEL (outcome), TRUE);
  gtk_label_set_xalign (GTK_LABEL (outcome), 0);
  gtk_widget_add_css_class (outcome, "numeric");
  self->outcome = GTK_LABEL (outcome);
  return outcome;
}

static GtkWidget *
make_content (Dialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *rows = make_rows (self);

  gtk_widget_set_margin_start (rows, 18);
  gtk_widget_set_margin_end (rows, 18);
  gtk_widget_set_margin_top (rows, 18);
  gtk_widget_set_margin_bottom (rows, 6);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 560);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), rows);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), make_outcome (self));
  return box;
}

void
weft_template_dialog_ask (GtkWindow *parent, const WeftGraphTemplate *template,
                          WeftCatalog *catalog, WeftTemplateMade made, gpointer data,
                          GDestroyNotify destroy)
{
  Dialog *self = g_new0 (Dialog, 1);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_return_if_fail (template != NULL && WEFT_IS_CATALOG (catalog) && made != NULL);

  self->template = template;
  self->catalog = g_object_ref (catalog);
  self->made = made;
  self->data = data;
  self->destroy = destroy;
  self->rows = g_ptr_array_new ();
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_title (self->window, _(template->title));
  gtk_window_set_modal (self->window, TRUE);
  gtk_window_set_transient_for (self->window, parent);
  gtk_window_set_default_size (self->window, WIDTH, -1);
  gtk_window_set_titlebar (self->window, make_header (self));
  gtk_window_set_child (self->window, make_content (self));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (GTK_WIDGET (self->window), keys);
  g_object_set_data_full (G_OBJECT (self->window), "weft-template", self, free_dialog);
  update (self);
  gtk_window_present (self->window);
}
