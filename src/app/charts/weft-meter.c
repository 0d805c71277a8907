/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three rectangles drawn as render nodes; no state but the two fractions. */
#include "app/charts/weft-meter.h"

#include <math.h>

#include "app/charts/weft-palette-css.h"

#define THICKNESS 6
#define TICK_WIDTH 2
#define TICK_OVER 3 /* that the tick stands out above and below */

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

static void
weft_meter_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftMeter *self = WEFT_METER (widget);
  double width = gtk_widget_get_width (widget);
  double y = (gtk_widget_get_height (widget) - THICKNESS) / 2.0;
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const WeftColour *colour =
    self->workload >= 0 ? &self->palette.workloads[self->workload] : &self->palette.accent;

  draw_bar (snapshot, 0, y, width, &self->palette.grid);
  if (!isnan (self->fraction) && self->fraction > 0)
    {
      double w = MAX (CLAMP (self->fraction, 0, 1) * width, THICKNESS);

      draw_bar (snapshot, mirrored ? width - w : 0, y, w, colour);
    }
  if (!isnan (self->tick))
    {
      double x = round (CLAMP (self->tick, 0, 1) * (width - TICK_WIDTH));
      const WeftColour *text = &self->palette.text;
      GdkRGBA rgba = { (float) text->r, (float) text->g, (float) text->b, (float) text->a };
      graphene_rect_t bounds = GRAPHENE_RECT_INIT (
        (float) (mirrored ? width - TICK_WIDTH - x : x), (float) y - TICK_OVER, TICK_WIDTH,
        THICKNESS + 2 * TICK_OVER);

      gtk_snapshot_append_color (snapshot, &rgba, &bounds);
    }
}

static void
weft_meter_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  gboolean wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = wide ? 40 : THICKNESS + 2 * TICK_OVER;
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
