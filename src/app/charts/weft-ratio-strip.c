/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As many beside each other as have room. Its size follows from the font alone, so that it costs nothing to measure. */
#include "app/charts/weft-ratio-strip.h"

#include <math.h>

#include "app/charts/weft-meter.h"
#include "app/charts/weft-palette-css.h"
#include "app/charts/weft-words.h"

#define GAP_X 14
#define GAP_Y 8
#define ICON_PX 12
#define ICON_GAP 4
#define LINE_GAP 2
/* The least of a column, in widths of a letter: an icon, a word and "1.72×". */
#define COLUMN_CHARS 14
/* The bars' end is never below this. */
#define LEAST_SCALE 2.0

struct _WeftRatioStrip
{
  GtkWidget parent_instance;

  WeftPalette palette;
  char *font;
  int line_px;
  int char_px;
  double ratios[WEFT_N_WORKLOADS];
  WeftTimePart parts[WEFT_N_WORKLOADS];
  char *words[WEFT_N_WORKLOADS];
};

G_DEFINE_FINAL_TYPE (WeftRatioStrip, weft_ratio_strip, GTK_TYPE_WIDGET)

/* --- places --- */

static int
cell_height (WeftRatioStrip *self)
{
  return self->line_px + LINE_GAP + WEFT_METER_HEIGHT;
}

static guint
count_columns (WeftRatioStrip *self, int width)
{
  int column = COLUMN_CHARS * self->char_px;
  guint n = (guint) MAX (1, (width + GAP_X) / (column + GAP_X));

  return n >= 6 ? 6 : n >= 3 ? 3 : n >= 2 ? 2 : 1;
}

static graphene_rect_t
place_cell (WeftRatioStrip *self, guint kind, int width)
{
  guint columns = count_columns (self, width);
  double w = (double) (width - (int) (columns - 1) * GAP_X) / columns;
  guint column = kind % columns;
  double x;

  if (self->palette.right_to_left)
    column = columns - 1 - column;
  x = column * (w + GAP_X);
  return GRAPHENE_RECT_INIT ((float) x, (float) (kind / columns) * (float) (cell_height (self) + GAP_Y),
                             (float) w, (float) cell_height (self));
}

static void
weft_ratio_strip_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftRatioStrip *self = WEFT_RATIO_STRIP (widget);
  int column = COLUMN_CHARS * self->char_px;
  guint columns, rows;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = column;
      *natural = 6 * column + 5 * GAP_X;
      return;
    }
  columns = for_size < 0 ? 6 : count_columns (self, for_size);
  rows = (WEFT_N_WORKLOADS + columns - 1) / columns;
  *minimum = *natural = (int) rows * cell_height (self) + (int) (rows - 1) * GAP_Y;
}

/* --- drawing --- */

static void
draw_layout (WeftRatioStrip *self, GtkSnapshot *snapshot, PangoLayout *layout, double x, double y)
{
  const WeftColour *text = &self->palette.text;
  GdkRGBA rgba = { (float) text->r, (float) text->g, (float) text->b, (float) text->a };

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_layout (snapshot, layout, &rgba);
  gtk_snapshot_restore (snapshot);
}

static void
draw_icon (WeftRatioStrip *self, GtkSnapshot *snapshot, WeftTimePart part, double x, double y)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) x, (float) y, ICON_PX, ICON_PX);
  cairo_t *cr;

  if ((guint) part >= WEFT_N_PARTS)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  weft_paint_part_icon (cr, part, x, y, ICON_PX, &self->palette.text);
  cairo_destroy (cr);
}

static void
draw_words (WeftRatioStrip *self, GtkSnapshot *snapshot, guint kind, const graphene_rect_t *cell)
{
  gboolean mirrored = self->palette.right_to_left;
  g_autoptr (PangoLayout) name = gtk_widget_create_pango_layout (GTK_WIDGET (self), weft_workload_label (kind));
  g_autofree char *text = weft_words_for_ratio (self->ratios[kind]);
  g_autoptr (PangoLayout) value = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  double x = cell->origin.x, w = cell->size.width, y = cell->origin.y;
  int value_px, room;

  pango_layout_get_pixel_size (value, &value_px, NULL);
  room = MAX (0, (int) w - value_px - ICON_PX - 2 * ICON_GAP);
  pango_layout_set_ellipsize (name, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (name, room * PANGO_SCALE);
  draw_icon (self, snapshot, self->parts[kind], mirrored ? x + w - ICON_PX : x,
             y + (self->line_px - ICON_PX) / 2.0);
  /* A layout with a width fills it, whichever way the text goes. */
  draw_layout (self, snapshot, name, mirrored ? x + w - ICON_PX - ICON_GAP - room : x + ICON_PX + ICON_GAP, y);
  draw_layout (self, snapshot, value, mirrored ? x : x + w - value_px, y);
}

static double
find_scale (WeftRatioStrip *self)
{
  return weft_ratio_strip_scale (self->ratios, WEFT_N_WORKLOADS);
}

static void
weft_ratio_strip_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftRatioStrip *self = WEFT_RATIO_STRIP (widget);
  double scale = find_scale (self);

  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      graphene_rect_t cell = place_cell (self, kind, gtk_widget_get_width (widget));
      gboolean any = isfinite (self->ratios[kind]) && self->ratios[kind] > 0;

      draw_words (self, snapshot, kind, &cell);
      weft_meter_draw (snapshot, &self->palette, (int) kind, any ? self->ratios[kind] / scale : NAN,
                       any ? 1 / scale : NAN, cell.origin.x, cell.origin.y + self->line_px + LINE_GAP,
                       cell.size.width);
    }
}

static gboolean
weft_ratio_strip_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  WeftRatioStrip *self = WEFT_RATIO_STRIP (widget);

  for (guint kind = 0; !keyboard && kind < WEFT_N_WORKLOADS; kind++)
    {
      graphene_rect_t cell = place_cell (self, kind, gtk_widget_get_width (widget));

      if (!graphene_rect_contains_point (&cell, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
        continue;
      gtk_tooltip_set_text (tooltip, self->words[kind]);
      return self->words[kind] != NULL;
    }
  return FALSE;
}

/* --- class --- */

static void
weft_ratio_strip_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftRatioStrip *self = WEFT_RATIO_STRIP (widget);
  PangoContext *context = gtk_widget_get_pango_context (widget);
  PangoFontMetrics *metrics;

  GTK_WIDGET_CLASS (weft_ratio_strip_parent_class)->css_changed (widget, change);
  weft_palette_from_css (widget, &self->palette, &self->font);
  metrics = pango_context_get_metrics (context, NULL, NULL);
  self->line_px = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));
  self->char_px = PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_char_width (metrics));
  pango_font_metrics_unref (metrics);
  gtk_widget_queue_resize (widget);
}

static void
weft_ratio_strip_finalize (GObject *object)
{
  WeftRatioStrip *self = WEFT_RATIO_STRIP (object);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    g_free (self->words[i]);
  g_free (self->font);
  G_OBJECT_CLASS (weft_ratio_strip_parent_class)->finalize (object);
}

static GtkSizeRequestMode
weft_ratio_strip_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_ratio_strip_class_init (WeftRatioStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_ratio_strip_finalize;
  widget_class->snapshot = weft_ratio_strip_snapshot;
  widget_class->measure = weft_ratio_strip_measure;
  widget_class->get_request_mode = weft_ratio_strip_get_request_mode;
  widget_class->query_tooltip = weft_ratio_strip_query_tooltip;
  widget_class->css_changed = weft_ratio_strip_css_changed;
  gtk_widget_class_set_css_name (widget_class, "ratiostrip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_ratio_strip_init (WeftRatioStrip *self)
{
  self->palette = weft_palette_light;
  self->line_px = 16;
  self->char_px = 8;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      self->ratios[i] = NAN;
      self->parts[i] = WEFT_N_PARTS;
    }
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
weft_ratio_strip_new (void)
{
  return g_object_new (WEFT_TYPE_RATIO_STRIP, NULL);
}

void
weft_ratio_strip_set (WeftRatioStrip *self, guint kind, double ratio, WeftTimePart part,
                      const char *words)
{
  g_autofree char *all = NULL;

  g_return_if_fail (WEFT_IS_RATIO_STRIP (self) && kind < WEFT_N_WORKLOADS);

  self->ratios[kind] = ratio;
  self->parts[kind] = part;
  g_free (self->words[kind]);
  self->words[kind] = g_strdup (words);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (kind + 1 < WEFT_N_WORKLOADS)
    return;
  all = g_strjoin (", ", self->words[0], self->words[1], self->words[2], self->words[3],
                   self->words[4], self->words[5], NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, all, -1);
}

double
weft_ratio_strip_scale (const double *ratios, guint n)
{
  double scale = LEAST_SCALE;

  for (guint i = 0; i < n; i++)
    if (isfinite (ratios[i]))
      scale = MAX (scale, ratios[i]);
  return scale;
}
