/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two lines at most of title and control, then a message that wraps. A refusal goes before the words
 * about an effect. */
#include "config.h"

#include "app/compose/weft-inspector-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/provenance/weft-origins.h"

/* An entry for a name, not for a number. */
#define WIDE_CHARS 14

struct _WeftInspectorRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *title;
  GtkWidget *control; /* (nullable) */
  GtkLabel *note;
  GtkWidget *message;
  GtkWidget *icon;
  GtkLabel *message_label;

  char *words;
  char *refusal;
};

G_DEFINE_FINAL_TYPE (WeftInspectorRow, weft_inspector_row, GTK_TYPE_LIST_BOX_ROW)

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
show_message (WeftInspectorRow *self)
{
  const char *says = weft_inspector_row_get_message (self);

  gtk_label_set_text (self->message_label, says != NULL ? says : "");
  gtk_widget_set_visible (self->message, says != NULL);
  gtk_widget_set_visible (self->icon, self->refusal != NULL);
  if (self->refusal != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
}

static void
weft_inspector_row_finalize (GObject *object)
{
  WeftInspectorRow *self = WEFT_INSPECTOR_ROW (object);

  g_free (self->words);
  g_free (self->refusal);
  G_OBJECT_CLASS (weft_inspector_row_parent_class)->finalize (object);
}

static void
weft_inspector_row_class_init (WeftInspectorRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_inspector_row_finalize;
}

static void
weft_inspector_row_init (WeftInspectorRow *self)
{
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (self), FALSE);
  /* The control takes the keyboard, not the row around it. */
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
}

static GtkWidget *
make_message (WeftInspectorRow *self)
{
  self->message = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->icon = gtk_image_new_from_icon_name ("dialog-error-symbolic");
  gtk_widget_set_valign (self->icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->message), self->icon);
  self->message_label = GTK_LABEL (add_label (self->message, NULL, NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->message_label), TRUE);
  gtk_widget_add_css_class (self->message, "inspector-message");
  gtk_widget_set_visible (self->message, FALSE);
  return self->message;
}

/* @control (nullable) stands at the end of the line. */
WeftInspectorRow *
weft_inspector_row_new (const char *title, GtkWidget *control)
{
  WeftInspectorRow *self = g_object_new (WEFT_TYPE_INSPECTOR_ROW, NULL);
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  /* A name takes the room that the title leaves. */
  gboolean is_wide = WEFT_IS_VALUE_ENTRY (control)
                     && gtk_editable_get_width_chars (GTK_EDITABLE (control)) >= WIDE_CHARS;

  self->title = GTK_LABEL (add_label (line, title, "inspector-title"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), !is_wide);
  self->control = control;
  if (control != NULL)
    {
      gtk_widget_set_hexpand (control, is_wide);
      gtk_widget_set_halign (control, is_wide ? GTK_ALIGN_FILL : GTK_ALIGN_END);
      gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (line), control);
    }
  gtk_widget_add_css_class (line, "inspector-line");
  gtk_box_append (GTK_BOX (both), line);
  self->note = GTK_LABEL (add_label (both, NULL, "inspector-message"));
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  gtk_box_append (GTK_BOX (both), make_message (self));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), both);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return self;
}

const char *
weft_inspector_row_get_title (WeftInspectorRow *self)
{
  g_return_val_if_fail (WEFT_IS_INSPECTOR_ROW (self), NULL);

  return gtk_label_get_text (self->title);
}

GtkWidget *
weft_inspector_row_get_control (WeftInspectorRow *self)
{
  g_return_val_if_fail (WEFT_IS_INSPECTOR_ROW (self), NULL);

  return self->control;
}

/* @note (nullable): what always stands below the control. */
void
weft_inspector_row_set_note (WeftInspectorRow *self, const char *note)
{
  g_return_if_fail (WEFT_IS_INSPECTOR_ROW (self));

  gtk_label_set_text (self->note, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), note != NULL);
}

/* @words (nullable): why the last edit had no effect; said while nothing is refused. */
void
weft_inspector_row_set_words (WeftInspectorRow *self, const char *words)
{
  g_return_if_fail (WEFT_IS_INSPECTOR_ROW (self));

  if (g_strcmp0 (self->words, words) == 0)
    return;
  g_free (self->words);
  self->words = g_strdup (words);
  show_message (self);
}

/* @message (nullable): why what was typed is not taken. */
void
weft_inspector_row_set_refusal (WeftInspectorRow *self, const char *message)
{
  g_return_if_fail (WEFT_IS_INSPECTOR_ROW (self));

  if (g_strcmp0 (self->refusal, message) == 0)
    return;
  g_free (self->refusal);
  self->refusal = g_strdup (message);
  show_message (self);
}

const char *
weft_inspector_row_get_message (WeftInspectorRow *self)
{
  g_return_val_if_fail (WEFT_IS_INSPECTOR_ROW (self), NULL);

  return self->refusal != NULL ? self->refusal : self->words;
}

/* --- lists --- */

GtkWidget *
weft_inspector_list_new (const char *label)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_add_css_class (list, "inspector-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return list;
}

GtkWidget *
weft_inspector_heading_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "inspector-heading");
  return label;
}

/* Takes all rows out but the first @keep. */
void
weft_inspector_list_clear (GtkListBox *list, guint keep)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, (int) keep)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

/* --- entries --- */

GtkWidget *
weft_inspector_entry_new (const char *label, int width_chars)
{
  GtkWidget *entry = g_object_new (WEFT_TYPE_VALUE_ENTRY, NULL);

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), width_chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), width_chars);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  return entry;
}

/* What an entry counts from and how far. */
typedef struct
{
  double value;
  double least;
  double most;
  GtkWidget *less;
  GtkWidget *more;
} Steps;

static Steps *
get_steps (WeftValueEntry *entry)
{
  return g_object_get_data (G_OBJECT (entry), "steps");
}

static void
step (WeftValueEntry *entry, double by)
{
  Steps *steps = get_steps (entry);
  g_autofree char *text = NULL;

  if (isnan (steps->value) || steps->value + by < steps->least || steps->value + by > steps->most)
    return;
  text = g_strdup_printf ("%.0f", steps->value + by);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  weft_value_entry_commit (entry);
}

static void
less_cb (WeftValueEntry *entry)
{
  step (entry, -1);
}

static void
more_cb (WeftValueEntry *entry)
{
  step (entry, 1);
}

static gboolean
key_pressed_cb (WeftValueEntry *entry, guint key, guint code, GdkModifierType state)
{
  if (key == GDK_KEY_Up || key == GDK_KEY_KP_Up)
    step (entry, 1);
  else if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    step (entry, -1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static GtkWidget *
add_step (GtkWidget *box, WeftValueEntry *entry, const char *icon, const char *tip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  g_signal_connect_object (button, "clicked", clicked, entry, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

GtkWidget *
weft_inspector_stepper_new (WeftValueEntry *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new ();
  Steps *steps = g_new0 (Steps, 1);

  steps->value = NAN;
  g_object_set_data_full (G_OBJECT (entry), "steps", steps, g_free);
  gtk_editable_set_alignment (GTK_EDITABLE (entry), 1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (entry));
  steps->less = add_step (box, entry, "list-remove-symbolic", _("One Less"), G_CALLBACK (less_cb));
  steps->more = add_step (box, entry, "list-add-symbolic", _("One More"), G_CALLBACK (more_cb));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), entry);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
  gtk_widget_add_css_class (box, "linked");
  return box;
}

void
weft_inspector_stepper_show (WeftValueEntry *entry, double value, double least, double most)
{
  Steps *steps = get_steps (entry);
  g_autofree char *text = weft_quantity_format (value, WEFT_UNIT_COUNT);

  steps->value = value;
  steps->least = least;
  steps->most = most;
  gtk_widget_set_sensitive (steps->less, value > least);
  gtk_widget_set_sensitive (steps->more, value < most);
  weft_value_entry_show (entry, isnan (value) ? "" : text);
}

/* --- figures --- */

static void
fill_origin_cb (GtkMenuButton *button, gpointer data)
{
  const WeftGraphFact *fact = g_object_get_data (G_OBJECT (button), "fact");
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));
  g_autoptr (GPtrArray) origins = g_ptr_array_new ();
  WeftOrigin origin = { 0 };
  g_autofree char *exact = NULL;

  if (popover == NULL)
    {
      popover = gtk_popover_new ();
      gtk_menu_button_set_popover (button, popover);
    }
  if (fact->provenance != NULL)
    {
      exact = fact->range != NULL ? g_strdup_printf ("%s (%s)", fact->key, fact->range)
                                  : g_strdup (fact->key);
      origin = (WeftOrigin){ .label = fact->label, .value = fact->text, .exact = exact,
                             .confidence = fact->provenance->confidence,
                             .source = fact->provenance->source };
      g_ptr_array_add (origins, &origin);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), weft_origins_new (origins, fact->label, fact->text));
}

static WeftGraphFact *
copy_fact (const WeftGraphFact *fact)
{
  WeftGraphFact *copy = g_new (WeftGraphFact, 1);

  *copy = (WeftGraphFact){ g_strdup (fact->key), g_strdup (fact->label), fact->value,
                           g_strdup (fact->text), g_strdup (fact->range), fact->is_outside,
                           fact->record != NULL ? g_object_ref (fact->record) : NULL,
                           fact->provenance };
  return copy;
}

static char *
speak_fact (const WeftGraphFact *fact)
{
  return g_strconcat (fact->label, ": ", fact->text, fact->provenance != NULL ? ", " : "",
                      fact->provenance != NULL
                        ? weft_confidence_label (fact->provenance->confidence)
                        : "",
                      fact->range != NULL ? ". " : "", fact->range != NULL ? fact->range : "",
                      NULL);
}

static GtkWidget *
make_value (const WeftGraphFact *fact)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *value = add_label (line, fact->text, "numeric");

  gtk_label_set_wrap (GTK_LABEL (value), FALSE);
  gtk_widget_add_css_class (value, isnan (fact->value) ? "dim-label" : "inspector-value");
  gtk_widget_set_valign (value, GTK_ALIGN_CENTER);
  if (fact->provenance != NULL && !isnan (fact->value))
    {
      GtkWidget *pill = weft_confidence_pill (fact->provenance->confidence);

      gtk_widget_set_valign (pill, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (line), pill);
    }
  return line;
}

/* A row with a figure and the word for how far to trust it; a click opens where it comes from. */
GtkWidget *
weft_inspector_fact_new (const WeftGraphFact *fact)
{
  GtkMenuButton *button = weft_new_menu_button ();
  g_autofree char *spoken = speak_fact (fact);
  g_autofree char *tip =
    g_strdup_printf (_("%s. Click to see where it comes from."), spoken);
  WeftInspectorRow *row;

  g_object_set_data_full (G_OBJECT (button), "fact", copy_fact (fact),
                          (GDestroyNotify) weft_graph_fact_free);
  gtk_menu_button_set_child (button, make_value (fact));
  gtk_menu_button_set_has_frame (button, FALSE);
  gtk_menu_button_set_create_popup_func (button, fill_origin_cb, NULL, NULL);
  weft_name_menu_button (button, spoken);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), tip);
  gtk_widget_add_css_class (GTK_WIDGET (button), "inspector-fact");
  row = weft_inspector_row_new (fact->label, GTK_WIDGET (button));
  gtk_widget_add_css_class (GTK_WIDGET (row), "inspector-figure");
  weft_inspector_row_set_note (row, fact->range);
  if (fact->is_outside)
    gtk_widget_add_css_class (GTK_WIDGET (row), "warning");
  return GTK_WIDGET (row);
}

/* A row that says something without an origin; @more (nullable) stands below. */
GtkWidget *
weft_inspector_plain_new (const char *label, const char *value, const char *more)
{
  GtkWidget *text = gtk_label_new (value);
  WeftInspectorRow *row;

  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (text), GTK_NATURAL_WRAP_NONE);
  gtk_label_set_xalign (GTK_LABEL (text), 1);
  gtk_widget_add_css_class (text, "numeric");
  gtk_widget_add_css_class (text, "inspector-value");
  row = weft_inspector_row_new (label, text);
  weft_inspector_row_set_note (row, more);
  return GTK_WIDGET (row);
}
