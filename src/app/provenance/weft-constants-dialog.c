/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weft_profile_constants_new() -> GtkFilterListModel (search) -> GtkSortListModel (column clicked) -> view; a row that
 * is activated has a page of its own. */
#include "config.h"

#include "app/provenance/weft-constants-dialog.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/charts/weft-column.h"
#include "app/provenance/weft-source-label.h"

struct _WeftConstantsDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *back_button;
  GtkStack *pages;
  GtkEditable *search_entry;
  GtkLabel *count;
  GtkStack *lists;
  AdwStatusPage *none;
  GtkColumnView *view;
  GtkListBox *details;

  WeftProfile *profile;
  GListModel *all;
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;
  WeftProfileConstant *open; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftConstantsDialog, weft_constants_dialog, ADW_TYPE_WINDOW)

/* --- columns --- */

static char *
write_name (gpointer constant, gpointer data)
{
  return g_strdup (weft_profile_constant_get_name (constant));
}

static char *
write_scope (gpointer constant, gpointer data)
{
  const char *scope = weft_profile_constant_get_scope (constant);

  return g_strdup (*scope != '\0' ? scope : _("all"));
}

static char *
write_value (gpointer constant, gpointer data)
{
  return g_strdup (weft_profile_constant_get_value (constant));
}

static char *
write_interval (gpointer constant, gpointer data)
{
  return g_strdup (weft_profile_constant_get_interval_text (constant));
}

static char *
write_confidence (gpointer constant, gpointer data)
{
  return g_strdup (weft_confidence_label (weft_profile_constant_get_confidence (constant)));
}

/* ln (predicted / measured), which for small numbers is a part of one. */
static char *
write_residual (gpointer constant, gpointer data)
{
  double residual = weft_profile_constant_get_residual (constant);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (residual))
    return g_strdup ("");
  g_ascii_formatd (number, sizeof number, "%.1f", 100 * residual);
  return g_strdup_printf ("%s\u00a0%%", number);
}

static char *
write_range (gpointer constant, gpointer data)
{
  return g_strdup (weft_profile_constant_get_range (constant));
}

static char *
write_date (gpointer constant, gpointer data)
{
  return g_strdup (weft_profile_constant_get_date (constant));
}

static char *
write_source (gpointer constant, gpointer data)
{
  return g_strdup (weft_profile_constant_get_source (constant));
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return g_strcmp0 (weft_profile_constant_get_key ((WeftProfileConstant *) a),
                    weft_profile_constant_get_key ((WeftProfileConstant *) b));
}

static int
compare_scopes (gconstpointer a, gconstpointer b, gpointer data)
{
  return g_strcmp0 (weft_profile_constant_get_scope ((WeftProfileConstant *) a),
                    weft_profile_constant_get_scope ((WeftProfileConstant *) b));
}

static int
compare_confidences (gconstpointer a, gconstpointer b, gpointer data)
{
  return g_utf8_collate (
    weft_confidence_label (weft_profile_constant_get_confidence ((WeftProfileConstant *) a)),
    weft_confidence_label (weft_profile_constant_get_confidence ((WeftProfileConstant *) b)));
}

/* Those that were not fitted come last. */
static int
compare_residuals (gconstpointer a, gconstpointer b, gpointer data)
{
  double x = weft_profile_constant_get_residual ((WeftProfileConstant *) a);
  double y = weft_profile_constant_get_residual ((WeftProfileConstant *) b);

  if (isnan (x) || isnan (y))
    return isnan (x) - isnan (y);
  return (x < y) - (x > y);
}

static int
compare_sources (gconstpointer a, gconstpointer b, gpointer data)
{
  return g_utf8_collate (weft_profile_constant_get_source ((WeftProfileConstant *) a),
                         weft_profile_constant_get_source ((WeftProfileConstant *) b));
}

/* --- one constant --- */

/* What is not known is left away. @text: (nullable): may hold links. @remark: (nullable): how to read it. */
static void
add_detail (WeftConstantsDialog *self, const char *title, const char *text, const char *remark)
{
  GtkWidget *box, *row, *caption, *words;

  if (text == NULL || *text == '\0')
    return;
  row = gtk_list_box_row_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  caption = gtk_label_new (title);
  words = weft_source_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_widget_add_css_class (caption, "caption-heading");
  gtk_widget_add_css_class (caption, "dim-label");
  gtk_widget_add_css_class (box, "constant-detail");
  /* Tab stops at links only. */
  gtk_label_set_selectable (GTK_LABEL (words), TRUE);
  gtk_widget_set_focusable (words, strchr (gtk_label_get_label (GTK_LABEL (words)), '<') != NULL);
  gtk_box_append (GTK_BOX (box), caption);
  gtk_box_append (GTK_BOX (box), words);
  if (remark != NULL)
    {
      GtkWidget *label = weft_source_label_new (remark);

      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_append (self->details, row);
}

/* The file that states it, which opens in the program for such files. */
static void
add_file (WeftConstantsDialog *self)
{
  const char *path = weft_profile_get_path (self->profile);
  GtkWidget *row, *icon;

  row = adw_action_row_new ();
  icon = gtk_image_new_from_icon_name ("document-open-symbolic");
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Open the File of the Profile"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), path);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), icon);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_list_box_append (self->details, row);
}

static void
fill_details (WeftConstantsDialog *self, WeftProfileConstant *constant)
{
  const char *unit = weft_profile_constant_get_unit (constant);
  const char *exact = weft_profile_constant_get_exact (constant);
  g_autofree char *value = *unit != '\0' ? g_strdup_printf ("%s\u00a0%s", exact, unit) : g_strdup (exact);
  g_autofree char *scope = write_scope (constant, NULL);
  g_autofree char *confidence = write_confidence (constant, NULL);
  g_autofree char *residual = write_residual (constant, NULL);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->details))) != NULL)
    gtk_list_box_remove (self->details, row);
  add_detail (self, _("What it is"), weft_profile_constant_get_note (constant), NULL);
  add_detail (self, _("Value"), value, NULL);
  add_detail (self, _("90\u00a0% interval"), weft_profile_constant_get_interval_text (constant),
              _("How far it would have to move to make up for the residual alone, in nine cases of ten."));
  add_detail (self, _("Holds for"), scope, NULL);
  add_detail (self, _("Confidence"), confidence, NULL);
  add_detail (self, _("Source"), weft_profile_constant_get_source (constant), NULL);
  add_detail (self, _("Date"), weft_profile_constant_get_date (constant), NULL);
  add_detail (self, _("Residual of the fit"), residual,
              _("Root mean square of the logarithm of predicted over measured."));
  add_detail (self, _("Fitted to"), weft_profile_constant_get_range (constant),
              _("Outside of this range it is extrapolated."));
  add_file (self);
}

static void
show_page (WeftConstantsDialog *self)
{
  gboolean list = self->open == NULL;

  gtk_stack_set_visible_child_name (self->pages, list ? "list" : "details");
  gtk_widget_set_visible (self->back_button, !list);
  adw_window_title_set_title (self->title, list ? _("Constants") : weft_profile_constant_get_key (self->open));
  adw_window_title_set_subtitle (self->title, weft_profile_get_name (self->profile));
}

static void
open_constant (WeftConstantsDialog *self, WeftProfileConstant *constant)
{
  g_set_object (&self->open, constant);
  if (constant != NULL)
    fill_details (self, constant);
  show_page (self);
  if (constant != NULL)
    gtk_widget_grab_focus (self->back_button);
}

/* --- searching --- */

static gboolean
is_wanted (gpointer constant, gpointer data)
{
  WeftConstantsDialog *self = WEFT_CONSTANTS_DIALOG (data);

  return weft_profile_constant_matches (constant, gtk_editable_get_text (self->search_entry));
}

static void
show_count (WeftConstantsDialog *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  guint all = g_list_model_get_n_items (self->all);
  g_autofree char *text = n == all ? g_strdup_printf (ngettext ("%u constant", "%u constants", all), all)
                                   : g_strdup_printf (_("%u of %u constants"), n, all);

  gtk_label_set_text (self->count, text);
  adw_status_page_set_title (self->none, all > 0 ? _("No Constant Found") : _("No Constants"));
  adw_status_page_set_description (self->none, all > 0 ? _("Try fewer words, or the name of a chip.")
                                                       : _("This profile states none, so it can judge no design."));
  gtk_stack_set_visible_child_name (self->lists, n > 0 ? "some" : "none");
}

/* --- callbacks --- */

static void
search_changed_cb (WeftConstantsDialog *self)
{
  if (self->filtered == NULL)
    return;
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->filtered), GTK_FILTER_CHANGE_DIFFERENT);
  show_count (self);
}

/* Enter opens the first that was found. */
static void
search_activated_cb (WeftConstantsDialog *self)
{
  search_changed_cb (self);
  weft_constants_dialog_open (self, 0);
}

static void
row_activated_cb (GtkColumnView *view, guint at, WeftConstantsDialog *self)
{
  weft_constants_dialog_open (self, at);
}

static void
shown_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_message ("%s", error->message);
}

static void
detail_activated_cb (WeftConstantsDialog *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (weft_profile_get_path (self->profile));
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri_full (GTK_WINDOW (self), uri, GDK_CURRENT_TIME, NULL, shown_cb, NULL);
}

static void
back_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftConstantsDialog *self = WEFT_CONSTANTS_DIALOG (widget);

  open_constant (self, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

/* Escape in the search is the same as elsewhere. */
static void
search_stopped_cb (WeftConstantsDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "constants.escape", NULL);
}

/* Escape leads back to the list, and from there out. */
static void
escape_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (WEFT_CONSTANTS_DIALOG (widget)->open != NULL)
    back_cb (widget, NULL, NULL);
  else
    gtk_window_close (GTK_WINDOW (widget));
}

/* --- class --- */

static void
weft_constants_dialog_dispose (GObject *object)
{
  WeftConstantsDialog *self = WEFT_CONSTANTS_DIALOG (object);

  g_clear_object (&self->sorted);
  g_clear_object (&self->filtered);
  g_clear_object (&self->all);
  g_clear_object (&self->open);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (weft_constants_dialog_parent_class)->dispose (object);
}

static void
weft_constants_dialog_class_init (WeftConstantsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_constants_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-constants-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, title);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, back_button);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, pages);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, search_entry);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, count);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, lists);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, none);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, view);
  gtk_widget_class_bind_template_child (widget_class, WeftConstantsDialog, details);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, detail_activated_cb);
  gtk_widget_class_install_action (widget_class, "constants.back", NULL, back_cb);
  gtk_widget_class_install_action (widget_class, "constants.escape", NULL, escape_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "constants.escape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "constants.back", NULL);
}

static const struct
{
  const char *title;
  WeftColumnKind kind;
  char *(*write) (gpointer constant, gpointer data);
  GCompareDataFunc compare;
  gboolean expand;
} columns[] = {
  { N_("Constant"), WEFT_COLUMN_WORDS, write_name, compare_names, TRUE },
  { N_("Holds for"), WEFT_COLUMN_WORDS, write_scope, compare_scopes, FALSE },
  { N_("Value"), WEFT_COLUMN_NUMBERS, write_value, NULL, FALSE },
  { N_("90\u00a0% interval"), WEFT_COLUMN_NUMBERS, write_interval, NULL, FALSE },
  { N_("Confidence"), WEFT_COLUMN_WORDS, write_confidence, compare_confidences, FALSE },
  { N_("Residual"), WEFT_COLUMN_NUMBERS, write_residual, compare_residuals, FALSE },
  { N_("Fitted to"), WEFT_COLUMN_WORDS, write_range, NULL, FALSE },
  { N_("Date"), WEFT_COLUMN_WORDS, write_date, NULL, FALSE },
  { N_("Source"), WEFT_COLUMN_WORDS, write_source, compare_sources, TRUE },
};

static gboolean
says_something (GListModel *constants, guint column)
{
  for (guint i = 0; i < g_list_model_get_n_items (constants); i++)
    {
      g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (constants, i);
      g_autofree char *text = columns[column].write (constant, NULL);

      if (*text != '\0')
        return TRUE;
    }
  return FALSE;
}

/* Without those about which the profile says nothing at all: assumptions have no residual. */
static void
append_columns (WeftConstantsDialog *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkColumnViewColumn *column =
        weft_column_append (self->view, _(columns[i].title), columns[i].kind, columns[i].write, NULL,
                            columns[i].compare);

      gtk_column_view_column_set_expand (column, columns[i].expand);
      gtk_column_view_column_set_visible (column, says_something (self->all, i));
    }
}

static void
weft_constants_dialog_init (WeftConstantsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_constants_dialog_new (WeftProfile *profile)
{
  WeftConstantsDialog *self;
  g_autoptr (GtkNoSelection) selection = NULL;

  g_return_val_if_fail (WEFT_IS_PROFILE (profile), NULL);

  self = g_object_new (WEFT_TYPE_CONSTANTS_DIALOG, NULL);
  self->profile = g_object_ref (profile);
  self->all = weft_profile_constants_new (profile);
  append_columns (self);
  self->filtered = gtk_filter_list_model_new (g_object_ref (self->all),
                                              GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL)));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->filtered)),
                                          g_object_ref (gtk_column_view_get_sorter (self->view)));
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->sorted)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  show_count (self);
  show_page (self);
  return GTK_WIDGET (self);
}

void
weft_constants_dialog_search (WeftConstantsDialog *self, const char *words)
{
  g_return_if_fail (WEFT_IS_CONSTANTS_DIALOG (self) && words != NULL);

  gtk_editable_set_text (self->search_entry, words);
  search_changed_cb (self);
}

/* (transfer none), of WeftProfileConstant: what the list shows now. */
GListModel *
weft_constants_dialog_get_shown (WeftConstantsDialog *self)
{
  g_return_val_if_fail (WEFT_IS_CONSTANTS_DIALOG (self), NULL);

  return G_LIST_MODEL (self->sorted);
}

void
weft_constants_dialog_open (WeftConstantsDialog *self, guint at)
{
  g_autoptr (WeftProfileConstant) constant = NULL;

  g_return_if_fail (WEFT_IS_CONSTANTS_DIALOG (self));

  constant = g_list_model_get_item (G_LIST_MODEL (self->sorted), at);
  if (constant != NULL)
    open_constant (self, constant);
}

/* (nullable) (transfer none): the one whose page is shown. */
WeftProfileConstant *
weft_constants_dialog_get_open (WeftConstantsDialog *self)
{
  g_return_val_if_fail (WEFT_IS_CONSTANTS_DIALOG (self), NULL);

  return self->open;
}
