/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its natural width is an estimate, so that nothing is laid out but for the width that it gets. */
#include "app/plan/weft-prose.h"

/* It is never asked to be narrower. */
#define LEAST_CHARS 6
/* Wider than any column. */
#define MOST_CHARS 400

struct _WeftProse
{
  GtkWidget parent_instance;

  char *text;
  PangoAttrList *attributes; /* (nullable) */
  PangoLayout *layout;       /* (nullable) */
  int char_px;
};

G_DEFINE_FINAL_TYPE (WeftProse, weft_prose, GTK_TYPE_WIDGET)

static PangoLayout *
get_layout (WeftProse *self, int width)
{
  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);
      pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
      if (self->attributes != NULL)
        pango_layout_set_attributes (self->layout, self->attributes);
    }
  /* The same width again changes nothing. */
  pango_layout_set_width (self->layout, width * PANGO_SCALE);
  return self->layout;
}

static int
estimate_width (WeftProse *self)
{
  glong n = g_utf8_strlen (self->text, -1);

  /* With some room, so that a short text does not wrap. */
  return (int) CLAMP (n + n / 8 + 1, LEAST_CHARS, MOST_CHARS) * self->char_px;
}

static void
weft_prose_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftProse *self = WEFT_PROSE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_CHARS * self->char_px;
      *natural = estimate_width (self);
      return;
    }
  pango_layout_get_pixel_size (get_layout (self, for_size >= 0 ? for_size : estimate_width (self)), NULL,
                               natural);
  *minimum = *natural;
}

static GtkSizeRequestMode
weft_prose_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_prose_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftProse *self = WEFT_PROSE (widget);
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  gtk_snapshot_append_layout (snapshot, get_layout (self, gtk_widget_get_width (widget)), &colour);
}

static void
weft_prose_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftProse *self = WEFT_PROSE (widget);
  PangoFontMetrics *metrics;

  GTK_WIDGET_CLASS (weft_prose_parent_class)->css_changed (widget, change);
  g_clear_object (&self->layout);
  metrics = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  self->char_px = MAX (1, PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_char_width (metrics)));
  pango_font_metrics_unref (metrics);
  gtk_widget_queue_resize (widget);
}

static void
weft_prose_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  g_clear_object (&WEFT_PROSE (widget)->layout);
  gtk_widget_queue_resize (widget);
}

static void
weft_prose_finalize (GObject *object)
{
  WeftProse *self = WEFT_PROSE (object);

  g_free (self->text);
  g_clear_pointer (&self->attributes, pango_attr_list_unref);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (weft_prose_parent_class)->finalize (object);
}

static void
weft_prose_class_init (WeftProseClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_prose_finalize;
  widget_class->measure = weft_prose_measure;
  widget_class->get_request_mode = weft_prose_get_request_mode;
  widget_class->snapshot = weft_prose_snapshot;
  widget_class->css_changed = weft_prose_css_changed;
  widget_class->direction_changed = weft_prose_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "prose");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
weft_prose_init (WeftProse *self)
{
  self->text = g_strdup ("");
  self->char_px = 8;
}

GtkWidget *
weft_prose_new (const char *css_class)
{
  GtkWidget *self = g_object_new (WEFT_TYPE_PROSE, NULL);

  if (css_class != NULL)
    gtk_widget_add_css_class (self, css_class);
  return self;
}

void
weft_prose_set (WeftProse *self, const char *text, PangoAttrList *attributes)
{
  g_return_if_fail (WEFT_IS_PROSE (self) && text != NULL);

  g_free (self->text);
  self->text = g_strdup (text);
  g_clear_pointer (&self->attributes, pango_attr_list_unref);
  self->attributes = attributes == NULL ? NULL : pango_attr_list_ref (attributes);
  g_clear_object (&self->layout);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

const char *
weft_prose_get_text (WeftProse *self)
{
  g_return_val_if_fail (WEFT_IS_PROSE (self), NULL);

  return self->text;
}

int
weft_prose_find (WeftProse *self, int x, int y)
{
  int index, trailing;

  g_return_val_if_fail (WEFT_IS_PROSE (self), -1);

  if (!pango_layout_xy_to_index (get_layout (self, gtk_widget_get_width (GTK_WIDGET (self))),
                                 x * PANGO_SCALE, y * PANGO_SCALE, &index, &trailing))
    return -1;
  return index;
}
