/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flat button with tabular figures. Its popover is filled when it opens, from the evaluation
 * that the number belongs to. */
#include "config.h"

#include "app/provenance/weft-number.h"

#include <glib/gi18n.h>

#include "app/provenance/weft-origins.h"

struct _WeftNumber
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkLabel *caption_label;
  GtkLabel *value_label;
  GtkLabel *note_label;

  char *caption;
  char *note; /* (nullable): in words */
  char *path;
  WeftEvaluation *evaluation;
};

G_DEFINE_FINAL_TYPE (WeftNumber, weft_number, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_CAPTION,
  PROP_SHOW_CAPTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
fill_popover_cb (GtkMenuButton *button, gpointer data)
{
  WeftNumber *self = WEFT_NUMBER (data);
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));
  g_autoptr (GPtrArray) origins = NULL;

  if (popover == NULL)
    {
      popover = gtk_popover_new ();
      gtk_menu_button_set_popover (button, popover);
    }
  if (self->evaluation != NULL && self->path != NULL)
    origins = weft_evaluation_explain (self->evaluation, self->path);
  gtk_popover_set_child (GTK_POPOVER (popover),
                         weft_origins_new (origins, self->caption,
                                           gtk_label_get_text (self->value_label)));
}

static void
set_caption (WeftNumber *self, const char *caption)
{
  g_free (self->caption);
  self->caption = g_strdup (caption != NULL ? caption : "");
  gtk_label_set_text (self->caption_label, self->caption);
}

static void
weft_number_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftNumber *self = WEFT_NUMBER (object);

  switch (id)
    {
    case PROP_CAPTION:
      g_value_set_string (value, self->caption);
      break;
    case PROP_SHOW_CAPTION:
      g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->caption_label)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_number_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftNumber *self = WEFT_NUMBER (object);

  switch (id)
    {
    case PROP_CAPTION:
      set_caption (self, g_value_get_string (value));
      break;
    case PROP_SHOW_CAPTION:
      gtk_widget_set_visible (GTK_WIDGET (self->caption_label), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_number_dispose (GObject *object)
{
  WeftNumber *self = WEFT_NUMBER (object);

  g_clear_pointer ((GtkWidget **) &self->button, gtk_widget_unparent);
  g_clear_object (&self->evaluation);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->caption, g_free);
  g_clear_pointer (&self->note, g_free);
  G_OBJECT_CLASS (weft_number_parent_class)->dispose (object);
}

static void
weft_number_class_init (WeftNumberClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_number_get_property;
  object_class->set_property = weft_number_set_property;
  object_class->dispose = weft_number_dispose;

  properties[PROP_CAPTION] = g_param_spec_string ("caption", NULL, NULL, "",
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SHOW_CAPTION] = g_param_spec_boolean (
    "show-caption", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "number");
}

static void
weft_number_init (WeftNumber *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->caption_label = GTK_LABEL (gtk_label_new (NULL));
  self->value_label = GTK_LABEL (gtk_label_new (NULL));
  self->note_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->caption_label), "fact-caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->note_label), "fact-caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->note_label), "numeric");
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->value_label), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->value_label), "value");
  gtk_widget_set_visible (GTK_WIDGET (self->caption_label), FALSE);
  gtk_label_set_xalign (self->caption_label, 0);
  gtk_label_set_xalign (self->note_label, 0);
  gtk_label_set_xalign (self->value_label, 0);
  gtk_label_set_ellipsize (self->caption_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (self->value_label, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (first), GTK_WIDGET (self->caption_label));
  gtk_box_append (GTK_BOX (first), GTK_WIDGET (self->note_label));
  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->value_label));

  self->button = weft_new_menu_button ();
  gtk_menu_button_set_child (self->button, box);
  weft_fill_menu_button (self->button);
  gtk_menu_button_set_has_frame (self->button, FALSE);
  gtk_menu_button_set_create_popup_func (self->button, fill_popover_cb, self, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
  set_caption (self, "");
}

GtkWidget *
weft_number_new (const char *caption, gboolean show_caption)
{
  return g_object_new (WEFT_TYPE_NUMBER, "caption", caption, "show-caption", show_caption, NULL);
}

/* What a screen reader and the tooltip say. */
static void
tell (WeftNumber *self)
{
  const char *text = gtk_label_get_text (self->value_label);
  g_autofree char *spoken = self->note != NULL ? g_strdup_printf ("%s: %s, %s", self->caption, text, self->note)
                                               : g_strdup_printf ("%s: %s", self->caption, text);
  g_autofree char *tip = g_strdup_printf (_("%s. Click to see where it comes from."), spoken);

  weft_name_menu_button (self->button, spoken);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), tip);
}

/* Shows @text, whose provenance is at @path of @evaluation (both nullable). */
void
weft_number_set (WeftNumber *self, WeftEvaluation *evaluation, const char *path, const char *text)
{
  g_return_if_fail (WEFT_IS_NUMBER (self) && text != NULL);

  g_set_object (&self->evaluation, evaluation);
  if (g_strcmp0 (path, self->path) != 0)
    {
      g_free (self->path);
      self->path = g_strdup (path);
    }
  gtk_label_set_text (self->value_label, text);
  tell (self);
}

void
weft_number_set_note (WeftNumber *self, const char *note, const char *spoken, int n)
{
  g_return_if_fail (WEFT_IS_NUMBER (self));

  gtk_label_set_text (self->note_label, note != NULL ? note : "");
  gtk_label_set_width_chars (self->note_label, n);
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), n > 0);
  g_free (self->note);
  self->note = g_strdup (spoken);
  tell (self);
}

const char *
weft_number_get_note (WeftNumber *self)
{
  g_return_val_if_fail (WEFT_IS_NUMBER (self), NULL);

  return gtk_label_get_text (self->note_label);
}

/* How wide @text would be in a label like @widget. */
int
weft_measure_text (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* How wide @text would be as the number. */
int
weft_number_measure (WeftNumber *self, const char *text)
{
  g_return_val_if_fail (WEFT_IS_NUMBER (self), 0);

  return weft_measure_text (GTK_WIDGET (self->value_label), text);
}

/* Keeps room for @n characters, so that what stands beside the number does not move with it. */
void
weft_number_set_width_chars (WeftNumber *self, int n)
{
  g_return_if_fail (WEFT_IS_NUMBER (self));

  gtk_label_set_width_chars (self->value_label, n);
  gtk_label_set_max_width_chars (self->value_label, n);
}

const char *
weft_number_get_text (WeftNumber *self)
{
  g_return_val_if_fail (WEFT_IS_NUMBER (self), NULL);

  return gtk_label_get_text (self->value_label);
}
