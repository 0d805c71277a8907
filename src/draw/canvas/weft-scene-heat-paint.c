/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires by what they are used: colour, width and words say the same, so that one of them is enough. */
#include "config.h"

#include "draw/canvas/weft-scene-heat-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/weft-heat-scale-private.h"

/* Many wires are drawn in so many shades. */
#define SHADES 8
#define LEAST_WIDTH 1.5
#define MORE_WIDTH 6.5
/* What carries nothing stays behind. */
#define IDLE_ALPHA 0.45
/* The strip on the lower edge of a box, in world units. */
#define STRIP_HEIGHT 4.0
#define STRIP_INSET 12.0
#define STRIP_ABOVE -1.5

/* --- what a scene shows --- */

/**
 * weft_scene_set_heat: (skip)
 * @self: a scene
 * @heat: (nullable): of a machine of the same graph
 *
 * From then on wires are painted by what they are used.
 */
void
weft_scene_set_heat (WeftScene *self, WeftHeat *heat)
{
  g_return_if_fail (self != NULL);

  if (heat == self->heat)
    return;
  if (heat != NULL)
    weft_heat_ref (heat);
  g_clear_pointer (&self->heat, weft_heat_unref);
  self->heat = heat;
}

/**
 * weft_scene_get_heat: (skip)
 * @self: a scene
 *
 * Returns: (transfer none) (nullable): what its wires show
 */
WeftHeat *
weft_scene_get_heat (WeftScene *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->heat;
}

/**
 * weft_scene_wire_heat: (skip)
 * @self: a scene
 * @wire: index of a wire
 * @value: (out): what its links are used
 *
 * Returns: whether that is known
 */
gboolean
weft_scene_wire_heat (WeftScene *self, guint wire, WeftHeatValue *value)
{
  g_return_val_if_fail (self != NULL && wire < self->n_wires && value != NULL, FALSE);

  return self->heat != NULL
         && weft_heat_get_link (self->heat, self->index, self->wires[wire].link, self->wires[wire].to, value);
}

/* --- words --- */

/* (transfer full) */
static char *
say_percent (double share)
{
  double percent = 100 * share;

  if (percent > 0 && percent < 0.5)
    return g_strdup ("< 1 %");
  return g_strdup_printf ("%.0f %%", percent);
}

const char *
weft_scene_heat_label (WeftScene *self, guint wire)
{
  WeftHeatValue value;
  g_autofree char *most = NULL, *mean = NULL, *text = NULL;

  if (!weft_scene_wire_heat (self, wire, &value))
    return NULL;
  most = say_percent (value.most);
  mean = say_percent (value.mean);
  /* Translators: shares; of the busiest of several links, and of all on average */
  text = g_str_equal (most, mean) ? g_strdup (most) : g_strdup_printf (_("%s, mean %s"), most, mean);
  /* There are no more of them than there are pairs of percents. */
  return g_intern_string (text);
}

/**
 * weft_scene_describe_heat: (skip)
 * @self: a scene
 * @wire: index of a wire
 *
 * Returns: (transfer full) (nullable): how much its links are used, and which of them most, in lines
 */
char *
weft_scene_describe_heat (WeftScene *self, guint wire)
{
  WeftHeatValue value;
  g_autofree char *most = NULL, *mean = NULL, *name = NULL, *count = NULL, *bytes = NULL, *first = NULL, *second = NULL;

  if (!weft_scene_wire_heat (self, wire, &value))
    return NULL;
  most = say_percent (value.most);
  mean = say_percent (value.mean);
  name = weft_heat_name_link (self->heat, value.hottest);
  count = weft_quantity_format (value.n_links, WEFT_UNIT_COUNT);
  bytes = weft_quantity_format (value.bytes, WEFT_UNIT_BYTES);
  /* Translators: a share, and a link */
  first = g_strdup_printf (_("At most %s used: %s"), most, name);
  /* Translators: a share, a number of links that go one way, and an amount of data */
  second = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s on average of %s link one way; %s in the whole run",
                                         "%s on average of %s links one way; %s in the whole run", value.n_links),
                            mean, count, bytes);
  return g_strjoin ("\n", first, second, NULL);
}

/* --- wires --- */

double
weft_scene_heat_width (const WeftScenePen *self, double share)
{
  return (LEAST_WIDTH + MORE_WIDTH * CLAMP (share, 0, 1)) * CLAMP (self->zoom, 0.6, 1.25);
}

typedef struct
{
  guint wire;
  double share; /* below 0: not known */
} Hot;

static int
compare_hot_cb (gconstpointer a, gconstpointer b)
{
  const Hot *x = a, *y = b;

  if (x->share != y->share)
    return x->share < y->share ? -1 : 1;
  return x->wire < y->wire ? -1 : x->wire > y->wire;
}

/* (transfer full) (element-type Hot): the most used ones last. */
static GArray *
sort_wires (WeftScene *self, const GArray *wires)
{
  GArray *hot = g_array_sized_new (FALSE, FALSE, sizeof (Hot), wires->len);

  for (guint i = 0; i < wires->len; i++)
    {
      Hot at = { g_array_index (wires, guint, i), -1 };
      WeftHeatValue value;

      if (weft_scene_wire_heat (self, at.wire, &value))
        at.share = value.most;
      g_array_append_val (hot, at);
    }
  g_array_sort (hot, compare_hot_cb);
  return hot;
}

void
weft_scene_sort_hot (WeftScene *self, GArray *wires)
{
  g_autoptr (GArray) hot = sort_wires (self, wires);

  for (guint i = 0; i < hot->len; i++)
    g_array_index (wires, guint, hot->len - 1 - i) = g_array_index (hot, Hot, i).wire;
}

/* What carries nothing is dashed; what is not known is as thin as it is. */
static void
stroke_hot (const WeftScenePen *self, const Hot *hot)
{
  static const double dashes[] = { 3, 3 };
  WeftColour colour = hot->share > 0 ? weft_heat_scale_colour (self->palette, hot->share) : self->palette->wire;

  if (!weft_scene_trace (self, &self->scene->curves[hot->wire]))
    return;
  cairo_set_dash (self->cr, dashes, hot->share == 0 ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_set_line_width (self->cr, hot->share > 0 ? weft_scene_heat_width (self, hot->share) : 1);
  weft_paint_source (self->cr, &colour, hot->share > 0 ? 1 : IDLE_ALPHA);
  cairo_stroke (self->cr);
}

void
weft_scene_paint_hot_wires (const WeftScenePen *self, const GArray *wires)
{
  g_autoptr (GArray) hot = sort_wires (self->scene, wires);

  cairo_save (self->cr);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  for (guint i = 0; i < hot->len; i++)
    stroke_hot (self, &g_array_index (hot, Hot, i));
  cairo_restore (self->cr);
}

static guint
shade_of (const Hot *hot)
{
  return hot->share <= 0 ? 0 : 1 + MIN ((guint) (hot->share * SHADES), SHADES - 1);
}

/* Thin lines, shade by shade. */
void
weft_scene_mask_hot_wires (const WeftScenePen *self, const GArray *wires)
{
  g_autoptr (GArray) hot = sort_wires (self->scene, wires);
  g_autoptr (GArray) same = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint begin = 0, end; begin < hot->len; begin = end)
    {
      guint shade = shade_of (&g_array_index (hot, Hot, begin));
      WeftColour colour = shade > 0 ? weft_heat_scale_colour (self->palette, (shade - 0.5) / SHADES)
                                    : self->palette->wire;

      g_array_set_size (same, 0);
      for (end = begin; end < hot->len && shade_of (&g_array_index (hot, Hot, end)) == shade; end++)
        g_array_append_val (same, g_array_index (hot, Hot, end).wire);
      weft_scene_mask_wires (self, same, &colour, shade > 0 ? 0.9 : IDLE_ALPHA);
    }
}

/* --- boxes --- */

/* On the lower edge of a box, how much the busiest link inside of it is used; @box: in the picture. */
void
weft_scene_paint_inside (const WeftScenePen *self, guint node, const WeftBox *box)
{
  const WeftGraphItem *item = &self->scene->definition->items[node];
  double k = self->zoom;
  WeftBox track = { box->x + STRIP_INSET * k, weft_box_bottom (box) - (STRIP_ABOVE + STRIP_HEIGHT) * k,
                    box->w - 2 * STRIP_INSET * k, STRIP_HEIGHT * k };
  WeftColour colour;
  double most;

  if (self->scene->heat == NULL || item->kind != WEFT_GRAPH_DEFINITION || item->definition < 0
      || !weft_heat_get_inside (self->scene->heat, (guint) item->definition, &most))
    return;
  weft_paint_rounded_path (self->cr, &track, track.h / 2, WEFT_CORNERS_ALL);
  weft_paint_source (self->cr, &self->palette->text, 0.12);
  cairo_fill (self->cr);
  if (!(most > 0))
    return;
  colour = weft_heat_scale_colour (self->palette, most);
  if (self->palette->right_to_left)
    track.x += track.w * (1 - most);
  track.w = MAX (track.h, track.w * most);
  weft_paint_rounded_path (self->cr, &track, track.h / 2, WEFT_CORNERS_ALL);
  weft_paint_source (self->cr, &colour, 1);
  cairo_fill (self->cr);
}
