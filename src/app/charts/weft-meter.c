/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three rectangles drawn as render nodes; no state but the two fractions. */
#include "app/charts/weft-meter.h"

#include <math.h>

#include "app/charts/weft-palette-css.h"

#define THICKNESS 6
#define TICK_WIDTH 2
#define TICK_OVER ((WEFT_METER_HEIGHT - THICKNESS) / 2) /* that the tick stands out above and below */

struct _WeftMeter
{
  GtkWidget parent_instance;

  WeftPalette palette;
  char *font;
  int workload;
  double fraction; /* 0..1, NAN shows an empty bar */
  double tick;     /* 0..1, NAN shows none */
};

G_DEFINE_FINAL_TYPE (WeftMeter, weft_meter, GTK_TYPE_WIDGET)

static void
draw_bar (GtkSnapshot *snapshot, double x, double y, double w, const WeftColour *colour)
{
  GskRoundedRect outline;
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) x, (float) y, (float) w, THICKNESS);
  GdkRGBA rgba = { (float) colour->r, (float) colour->g, (float) colour->b, (float) colour->a };

  gsk_rounded_rect_init_from_rect (&outline, &bounds, THICKNESS / 2.0f);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &rgba, &bounds);
  gtk_snapshot_pop (snapshot);
}

void
weft_meter_draw (GtkSnapshot *snapshot, const WeftPalette *palette, int workload, double fraction,
                 double tick, double x, double y, double width)
{
  gboolean mirrored = palette->right_to_left;
  const WeftColour *colour = workload >= 0 ? &palette->workloads[workload] : &palette->accent;
  double top = y + TICK_OVER;

  draw_bar (snapshot, x, top, width, &palette->grid);
  if (!isnan (fraction) && fraction > 0)
    {
      double w = MAX (CLAMP (fraction, 0, 1) * width, THICKNESS);

      draw_bar (snapshot, mirrored ? x + width - w : x, top, w, colour);
    }
  if (!isnan (tick))
    {
      double at = round (CLAMP (tick, 0, 1) * (width - TICK_WIDTH));
      const WeftColour *text = &palette->text;
      GdkRGBA rgba = { (float) text->r, (float) text->g, (float) text->b, (float) text->a };
      graphene_rect_t bounds =
        GRAPHENE_RECT_INIT ((float) (x + (mirrored ? width - TICK_WIDTH - at : at)), (float) y, TICK_WIDTH,
                            WEFT_METER_HEIGHT);

      gtk_snapshot_append_color (snapshot, &rgba, &bounds);
    }
}

static void
weft_meter_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftMeter *self = WEFT_METER (widget);

  weft_meter_draw (snapshot, &self->palette, self->workload, self->fraction, self->tick, 0,
                   (gtk_widget_get_height (widget) - WEFT_METER_HEIGHT) / 2.0,
                   gtk_widget_get_width (widget));
}

static void
weft_meter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  gboolean wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = wide ? 40 : WEFT_METER_HEIGHT;
  *natural = wide ? 80 : *minimum;
}

static void
weft_meter_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftMeter *self = WEFT_METER (widget);

  GTK_WIDGET_CLASS (weft_meter_parent_class)->css_changed (widget, change);
  weft_palette_from_css (widget, &self->palette, &self->font);
  gtk_widget_queue_draw (widget);
}

static void
weft_meter_finalize (GObject *object)
{
  g_free (WEFT_METER (object)->font);
  G_OBJECT_CLASS (weft_meter_parent_class)->finalize (object);
}

static void
weft_meter_class_init (WeftMeterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_meter_finalize;
  widget_class->snapshot = weft_meter_snapshot;
  widget_class->measure = weft_meter_measure;
  widget_class->css_changed = weft_meter_css_changed;
  gtk_widget_class_set_css_name (widget_class, "meter");
  /* The number beside it says the same. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
weft_meter_init (WeftMeter *self)
{
  self->palette = weft_palette_light;
  self->workload = WEFT_METER_PLAIN;
  self->fraction = NAN;
  self->tick = NAN;
}

GtkWidget *
weft_meter_new (int workload)
{
  WeftMeter *self = g_object_new (WEFT_TYPE_METER, NULL);

  self->workload = workload;
  return GTK_WIDGET (self);
}

/* Both from 0 to 1; NAN shows none. */
void
weft_meter_set (WeftMeter *self, double fraction, double tick)
{
  g_return_if_fail (WEFT_IS_METER (self));

  self->fraction = fraction;
  self->tick = tick;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
