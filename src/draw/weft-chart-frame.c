/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the charts with a row for each workload have in common. */
#include "config.h"

#include "draw/weft-chart-frame-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
weft_chart_frame_init (WeftChartFrame    *self,
                       const WeftPalette *palette,
                       double             size)
{
  self->text = (WeftTextStyle){ palette, size, FALSE };
  self->strong = (WeftTextStyle){ palette, size, TRUE };
  self->small = (WeftTextStyle){ palette, size * WEFT_CHART_SMALL, FALSE };
  self->small_strong = (WeftTextStyle){ palette, size * WEFT_CHART_SMALL, TRUE };
  self->line = weft_text_height (&self->text);
  self->small_line = weft_text_height (&self->small);
  self->pad = round (size * 0.8);
  self->gap = round (size * 0.5);
  self->space = round (size * 0.3);
  self->icon = round (size * 0.93);
}

gboolean
weft_chart_frame_shrink (WeftChartFrame *self)
{
  const WeftPalette *palette = self->text.palette;

  if (self->text.size <= palette->font_size * WEFT_CHART_LEAST_SIZE)
    return FALSE;

  weft_chart_frame_init (self, palette, self->text.size * 0.93);
  return TRUE;
}

double
weft_chart_frame_label_width (const WeftChartFrame *self,
                              double                width)
{
  double widest = 0;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const char *label = weft_workload_label ((WeftWorkloadKind) i);

      widest = MAX (widest, weft_text_width (&self->text, label));
    }

  return MAX (MIN (ceil (widest), (width - 2 * self->pad) * 0.34), 1.0);
}

double
weft_chart_frame_title_height (const WeftChartFrame *self,
                               const char           *title)
{
  return title != NULL ? round (self->line * 1.6) : 0;
}

const WeftColour *
weft_chart_dim (const WeftPalette *palette)
{
  return palette->high_contrast ? &palette->text : &palette->dim_text;
}

WeftTextAlign
weft_chart_start (const WeftPalette *palette)
{
  return palette->right_to_left ? WEFT_TEXT_RIGHT : WEFT_TEXT_LEFT;
}

WeftTextAlign
weft_chart_end (const WeftPalette *palette)
{
  return palette->right_to_left ? WEFT_TEXT_LEFT : WEFT_TEXT_RIGHT;
}

const char *
weft_chart_message (WeftEvaluation *evaluation)
{
  const char *reason = evaluation != NULL ? weft_evaluation_get_reason (evaluation) : NULL;

  return reason != NULL ? reason : _("No result yet");
}

void
weft_chart_paint_message (cairo_t           *cr,
                          double             width,
                          double             height,
                          const WeftPalette *palette,
                          const char        *message)
{
  WeftTextStyle style = { palette, palette->font_size, FALSE };
  double room = MAX (width - 2 * style.size, 1);
  double needed = MIN (weft_text_wrapped_height (&style, message, room), height);
  WeftBox box = { style.size, (height - needed) / 2, room, needed };

  weft_text_draw_wrapped (cr, &style, message, &box, WEFT_TEXT_CENTRE, weft_chart_dim (palette));
}
