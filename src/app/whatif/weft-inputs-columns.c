/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes while a row is shown is bound to the row. */
#include "config.h"

#include "app/whatif/weft-inputs-columns.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-column.h"
#include "app/provenance/weft-origins.h"

/* Of an input's name, before it breaks into lines. */
#define NAME_CHARS 14

static WeftWhatifRow *
get_row (GtkListItem *item)
{
  return gtk_list_item_get_item (item);
}

static WeftInput *
get_input (GtkListItem *item)
{
  return weft_whatif_row_get_input (get_row (item));
}

/* --- chosen --- */

static void
toggled_cb (GtkCheckButton *check, WeftWhatifJob *job)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (check), "item");
  WeftWhatifRow *row = item != NULL ? get_row (item) : NULL;
  gboolean active = gtk_check_button_get_active (check);
  WeftWhatifKnob *knob;

  if (row == NULL || active == weft_whatif_row_get_chosen (row))
    return;
  knob = weft_whatif_job_add_knob (job, weft_whatif_row_get_input (row));
  if (active)
    weft_whatif_job_select (job, weft_input_get_path (weft_whatif_row_get_input (row)));
  else
    weft_whatif_job_remove_knob (job, knob);
}

static void
setup_chosen_cb (GtkSignalListItemFactory *factory, GtkListItem *item, WeftWhatifJob *job)
{
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_tooltip_text (check, _("Turn this input"));
  g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), job);
  gtk_list_item_set_child (item, check);
}

static void
bind_chosen_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *check = gtk_list_item_get_child (item);
  g_autofree char *title = weft_input_dup_title (get_input (item));
  /* Translators: a box that takes an input to be turned; the name of the input */
  g_autofree char *name = g_strdup_printf (_("Turn %s"), title);
  GBinding *binding = g_object_bind_property (get_row (item), "chosen", check, "active", G_BINDING_SYNC_CREATE);

  g_object_set_data (G_OBJECT (item), "binding", binding);
  g_object_set_data (G_OBJECT (check), "item", item);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
unbind_chosen_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_object_set_data (G_OBJECT (gtk_list_item_get_child (item)), "item", NULL);
  g_binding_unbind (g_object_steal_data (G_OBJECT (item), "binding"));
}

/* --- name --- */

static GtkWidget *
add_line (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), NAME_CHARS);
  if (css_class != NULL)
    {
      gtk_widget_add_css_class (label, css_class);
      gtk_widget_add_css_class (label, "dim-label");
    }
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
setup_name_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  add_line (box, NULL);
  add_line (box, "caption");
  gtk_list_item_set_child (item, box);
}

/* "B200, partition 1", or what kind of number it is */
static void
bind_name_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  WeftInput *input = get_input (item);
  const char *place = weft_input_get_place (input);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (box)), weft_input_get_label (input));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)),
                      *place != '\0' ? place : weft_input_group_label (weft_input_get_group (input)));
  gtk_widget_set_tooltip_text (box, weft_input_get_path (input));
}

/* --- numbers --- */

static void
setup_number_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_value_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  WeftInput *input = get_input (item);
  g_autofree char *text = weft_input_format (input, weft_input_get_value (input));
  g_autofree char *low = weft_input_format (input, weft_input_get_low (input));
  g_autofree char *high = weft_input_format (input, weft_input_get_high (input));
  /* Translators: the ends of a sensible range */
  g_autofree char *range = g_strdup_printf (_("sensible from %s to %s"), low, high);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
  gtk_widget_set_tooltip_text (gtk_list_item_get_child (item), range);
}

static void
show_slope (WeftWhatifRow *row, GParamSpec *pspec, GtkWidget *label)
{
  g_autofree char *text = weft_whatif_row_dup_slope (row);
  g_autofree char *words = weft_whatif_row_explain_slope (row);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, *words != '\0' ? words : NULL);
}

static void
bind_slope_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);

  g_signal_connect_object (get_row (item), "notify::slope", G_CALLBACK (show_slope), label, 0);
  show_slope (get_row (item), NULL, label);
}

static void
unbind_slope_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_func (get_row (item), show_slope, gtk_list_item_get_child (item));
}

/* --- confidence --- */

static void
bind_confidence_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *pill = weft_confidence_pill (weft_input_get_confidence (get_input (item)));
  const char *source = weft_input_get_source (get_input (item));

  gtk_widget_set_valign (pill, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (pill, *source != '\0' ? source : NULL);
  gtk_list_item_set_child (item, pill);
}

static void
unbind_confidence_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, NULL);
}

/* --- order --- */

static int
compare_names_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  g_autofree char *x = weft_input_dup_title (weft_whatif_row_get_input ((WeftWhatifRow *) a));
  g_autofree char *y = weft_input_dup_title (weft_whatif_row_get_input ((WeftWhatifRow *) b));

  return g_utf8_collate (x, y);
}

static int
compare_confidences_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  return (int) weft_input_get_confidence (weft_whatif_row_get_input ((WeftWhatifRow *) a))
         - (int) weft_input_get_confidence (weft_whatif_row_get_input ((WeftWhatifRow *) b));
}

/* The strongest come first, whichever way they go; what has none comes last. */
static int
compare_slopes_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  double x = fabs (weft_whatif_row_get_slope ((WeftWhatifRow *) a));
  double y = fabs (weft_whatif_row_get_slope ((WeftWhatifRow *) b));

  if (isnan (x) || isnan (y))
    return isnan (x) - isnan (y);
  return (x < y) - (x > y);
}

/* --- columns --- */

typedef struct
{
  const char *title; /* (nullable) */
  GCallback setup;   /* (nullable) */
  GCallback bind;
  GCallback unbind;  /* (nullable) */
  GCompareDataFunc compare; /* (nullable) */
} Cells;

static GtkColumnViewColumn *
append (GtkColumnView *view, const Cells *cells, WeftWhatifJob *job)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  if (cells->setup != NULL)
    g_signal_connect (factory, "setup", cells->setup, job);
  g_signal_connect (factory, "bind", cells->bind, NULL);
  if (cells->unbind != NULL)
    g_signal_connect (factory, "unbind", cells->unbind, NULL);
  column = gtk_column_view_column_new (cells->title, factory);
  if (cells->compare != NULL)
    {
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (cells->compare, NULL, NULL));

      gtk_column_view_column_set_sorter (column, sorter);
    }
  gtk_column_view_append_column (view, column);
  return column;
}

void
weft_inputs_columns_append (WeftInputsColumns *columns, GtkColumnView *view, WeftWhatifJob *job)
{
  const Cells chosen = { NULL, G_CALLBACK (setup_chosen_cb), G_CALLBACK (bind_chosen_cb), G_CALLBACK (unbind_chosen_cb),
                         NULL };
  const Cells name = { _("Input"), G_CALLBACK (setup_name_cb), G_CALLBACK (bind_name_cb), NULL, compare_names_cb };
  const Cells value = { _("Value"), G_CALLBACK (setup_number_cb), G_CALLBACK (bind_value_cb), NULL, NULL };
  const Cells confidence = { _("Known by"), NULL, G_CALLBACK (bind_confidence_cb), G_CALLBACK (unbind_confidence_cb),
                             compare_confidences_cb };
  const Cells slope = { _("Elasticity"), G_CALLBACK (setup_number_cb), G_CALLBACK (bind_slope_cb),
                        G_CALLBACK (unbind_slope_cb), compare_slopes_cb };

  columns->chosen = append (view, &chosen, job);
  columns->name = append (view, &name, job);
  columns->value = append (view, &value, job);
  weft_column_align_heading (view);
  columns->confidence = append (view, &confidence, job);
  columns->slope = append (view, &slope, job);
  weft_column_align_heading (view);
  gtk_column_view_column_set_expand (columns->name, TRUE);
}
