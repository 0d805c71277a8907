/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed-up chart across: how long the axis may be so that every bar has room for its text, and
 * where bars, texts, ticks and legend stand. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/weft-speedup-layout-private.h"

/* How much a mark says beside its bar, from everything to least. */
typedef enum
{
  DETAIL_WORD, /* value, icon and word */
  DETAIL_ICON, /* value and icon */
  DETAIL_VALUE,
  DETAIL_INSIDE, /* the value in the bar, where it fits */
  N_DETAILS,
} Detail;

static void
choose_axis (WeftSpeedupLayout *self,
             gboolean           log_forced,
             double             room,
             double             size)
{
  double values[WEFT_N_WORKLOADS * WEFT_SPEEDUP_MAX_SERIES + 1];
  guint n = 0;
  double least = 1.0, most = 1.0;

  values[n++] = 1.0;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    for (guint s = 0; s < self->n_series; s++)
      if (self->rows[i].marks[s].kind == WEFT_MARK_BAR && self->rows[i].marks[s].value > 0)
        {
          values[n++] = self->rows[i].marks[s].value;
          least = MIN (least, values[n - 1]);
          most = MAX (most, values[n - 1]);
        }

  if (log_forced || weft_axis_needs_log (values, n))
    weft_axis_init_log (&self->axis, least, most, (guint) CLAMP (room / (size * 3.2), 6, 16));
  else
    weft_axis_init_linear (&self->axis, 0.0, most, (guint) CLAMP (room / (size * 2), 2, 7));
}

const char *
weft_speedup_mark_word (const WeftSpeedupMark *mark)
{
  switch (mark->kind)
    {
    case WEFT_MARK_NONE:
      return _("no result");
    case WEFT_MARK_CANNOT_RUN:
      return _("cannot run");
    case WEFT_MARK_BAR:
      return weft_time_part_label (mark->bottleneck);
    default:
      g_assert_not_reached ();
    }
}

static double
word_width (const WeftSpeedupMark *mark,
            const WeftChartFrame  *m)
{
  return ceil (weft_text_width (&m->text, weft_speedup_mark_word (mark)));
}

/* Width of what stands behind a bar, with the space before it. */
static double
tail_width (const WeftSpeedupMark *mark,
            const WeftChartFrame  *m,
            Detail                 detail)
{
  double width;

  if (mark->kind == WEFT_MARK_NONE)
    return m->gap + word_width (mark, m);
  if (mark->kind == WEFT_MARK_CANNOT_RUN)
    return m->gap + m->icon + m->space + word_width (mark, m);

  width = m->gap + ceil (weft_text_width (&m->strong, mark->value_text));
  if (detail <= DETAIL_ICON)
    width += m->gap + m->icon;
  if (detail <= DETAIL_WORD)
    width += m->space + word_width (mark, m);

  return width;
}

/* Where on the axis (0..1) a mark ends. */
static double
mark_end (const WeftSpeedupLayout *self,
          const WeftSpeedupMark   *mark)
{
  double baseline = self->axis.log ? weft_axis_place (&self->axis, 1.0) : 0.0;

  if (mark->kind != WEFT_MARK_BAR)
    return baseline;

  return MAX (weft_axis_place (&self->axis, mark->value), baseline);
}

/* The longest axis at which every bar and its text fit into @room. */
static double
longest_axis (const WeftSpeedupLayout *self,
              const WeftChartFrame    *m,
              Detail                   detail,
              double                   room)
{
  g_autofree char *last = weft_axis_label (&self->axis, self->axis.max);
  double reference = weft_axis_place (&self->axis, 1.0);
  double length = room - MAX (0, weft_text_width (&m->small, last) / 2 - m->pad / 2);

  if (detail == DETAIL_INSIDE)
    return MAX (length, 1.0);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    for (guint s = 0; s < self->n_series; s++)
      {
        const WeftSpeedupMark *mark = &self->rows[i].marks[s];
        double end = mark_end (self, mark);
        double tail = tail_width (mark, m, detail);

        /* Text that would cross the line at 1 goes behind it. */
        if (mark->kind == WEFT_MARK_BAR)
          end = MAX (end, reference);
        else if (mark->kind == WEFT_MARK_CANNOT_RUN)
          tail += self->bar_height;
        if (end > 0)
          length = MIN (length, (room - tail) / end);
      }

  return MAX (length, 1.0);
}

static Detail
choose_detail (const WeftSpeedupLayout *self,
               const WeftChartFrame    *m,
               double                   room)
{
  static const double least_share[N_DETAILS] = { 0.45, 0.45, 0.4, 0.0 };
  Detail detail = DETAIL_WORD;

  while (longest_axis (self, m, detail, room) < least_share[detail] * room)
    detail++;

  return detail;
}

/* A box for @width after *@x, cut at the right edge; moves *@x behind it. */
static WeftBox
take_box (double        *x,
          double         space,
          double         width,
          const WeftBox *slot,
          double         right)
{
  WeftBox box = { *x + space, slot->y, 0, slot->h };

  box.w = CLAMP (right - box.x, 0, width);
  *x = weft_box_right (&box);

  return box;
}

/* In a chart too narrow for text behind the bars, the value goes where there is more room. */
static gboolean
place_inside (WeftSpeedupMark      *mark,
              const WeftChartFrame *m,
              double                text_x,
              double                right)
{
  double wanted = weft_text_width (&m->strong, mark->value_text) + 2 * m->gap;

  if (mark->bar.w < wanted && mark->bar.w < right - text_x)
    return FALSE;

  mark->inside = TRUE;
  mark->value_box = (WeftBox){ mark->bar.x + m->gap, mark->slot.y,
                               MAX (mark->bar.w - 2 * m->gap, 0), mark->slot.h };
  return TRUE;
}

/* Keeps a mark's text off the line at 1: behind it, or, where the mark is no bar that shows how far
 * from 1 it ends, through a gap in the line. */
static double
clear_reference (WeftSpeedupLayout    *self,
                 WeftSpeedupMark      *mark,
                 const WeftChartFrame *m,
                 double                x,
                 double                tail)
{
  if (self->axis.log)
    return MAX (x, self->reference_x);
  if (x >= self->reference_x || x + tail <= self->reference_x - m->gap * 0.5)
    return x;
  if (mark->kind == WEFT_MARK_BAR && self->reference_x + tail <= self->width - m->pad + 1)
    return self->reference_x;

  mark->crosses = TRUE;
  return x;
}

/* Where the words of all rows have no room, those of short bars still have. */
static gboolean
word_fits (const WeftSpeedupLayout *self,
           double                   x,
           double                   width,
           double                   right)
{
  gboolean crosses = x < self->reference_x && x + width > self->reference_x;

  return x + width <= right && !crosses;
}

static void
place_texts (WeftSpeedupLayout    *self,
             WeftSpeedupMark      *mark,
             const WeftChartFrame *m,
             Detail                detail)
{
  double right = self->width - m->pad;
  double x = weft_box_right (&mark->bar);

  if (detail == DETAIL_INSIDE && mark->kind == WEFT_MARK_BAR
      && place_inside (mark, m, self->axis.log ? MAX (x, self->reference_x) : x, right))
    return;

  x = clear_reference (self, mark, m, x, tail_width (mark, m, detail));
  if (mark->kind == WEFT_MARK_BAR)
    mark->value_box = take_box (&x, m->gap, ceil (weft_text_width (&m->strong, mark->value_text)),
                                &mark->slot, right);
  if (mark->kind == WEFT_MARK_CANNOT_RUN || (mark->kind == WEFT_MARK_BAR && detail <= DETAIL_ICON))
    {
      mark->icon_box = take_box (&x, m->gap, m->icon, &mark->slot, right);
      mark->icon_box.y = round (mark->slot.y + (mark->slot.h - m->icon) / 2);
      mark->icon_box.h = m->icon;
      if (mark->icon_box.w < m->icon - 1)
        mark->icon_box.w = 0;
    }
  if (mark->kind != WEFT_MARK_BAR || detail == DETAIL_WORD
      || (detail == DETAIL_ICON && word_fits (self, x, m->space + word_width (mark, m), right)))
    mark->word_box = take_box (&x, mark->kind == WEFT_MARK_NONE ? m->gap : m->space,
                               word_width (mark, m), &mark->slot, right);
}

static void
place_mark (WeftSpeedupLayout    *self,
            WeftSpeedupMark      *mark,
            const WeftChartFrame *m,
            Detail                detail)
{
  const double stub = 3.0;
  double value_x;

  mark->bar.x = self->baseline_x;
  mark->corners = WEFT_CORNERS_RIGHT;
  if (mark->kind == WEFT_MARK_CANNOT_RUN)
    mark->bar.w = MIN (self->bar_height, self->plot.w);
  else if (mark->kind == WEFT_MARK_BAR)
    {
      value_x = self->plot.x + self->plot.w * weft_axis_place (&self->axis, mark->value);
      /* A bar without length still shows that there is a value. */
      mark->bar.w = MAX (fabs (value_x - self->baseline_x), stub);
      if (value_x < self->baseline_x)
        {
          mark->bar.x = self->baseline_x - mark->bar.w;
          mark->corners = WEFT_CORNERS_LEFT;
        }
    }

  place_texts (self, mark, m, detail);
}

static void
place_horizontally (WeftSpeedupLayout      *self,
                    const WeftSpeedupChart *chart)
{
  const WeftChartFrame *m = &self->frame;
  double label = weft_chart_frame_label_width (m, self->width);
  double room;
  Detail detail;

  self->title.x = m->pad;
  self->title.w = MAX (self->width - 2 * m->pad, 1.0);
  self->plot.x = m->pad + label + m->gap;
  room = MAX (self->width - m->pad - self->plot.x, 1.0);

  choose_axis (self, chart->log_axis, room * 0.8, m->text.size);
  detail = choose_detail (self, m, room);
  self->plot.w = longest_axis (self, m, detail, room);
  self->reference_x = self->plot.x + self->plot.w * weft_axis_place (&self->axis, 1.0);
  self->baseline_x = self->axis.log ? self->reference_x : self->plot.x;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      self->rows[i].label.w = label;
      for (guint s = 0; s < self->n_series; s++)
        place_mark (self, &self->rows[i].marks[s], m, detail);
    }
}

/* Gives tick @i a label if it keeps clear of those that have one. */
static void
claim_tick_label (WeftSpeedupLayout    *self,
                  const WeftChartFrame *m,
                  guint                 i)
{
  g_autofree char *text = weft_axis_label (&self->axis, self->axis.ticks[i]);
  WeftBox box = self->tick_boxes[i];

  box.w = ceil (weft_text_width (&m->small, text));
  box.x = self->tick_x[i] - box.w / 2;
  if (box.x < 0 || weft_box_right (&box) > self->width)
    return;
  for (guint k = 0; k < self->n_ticks; k++)
    if (self->tick_boxes[k].w > 0 && box.x < weft_box_right (&self->tick_boxes[k]) + m->gap
        && weft_box_right (&box) + m->gap > self->tick_boxes[k].x)
      return;

  self->tick_boxes[i] = box;
}

static void
place_ticks (WeftSpeedupLayout    *self,
             const WeftChartFrame *m)
{
  const WeftAxis *axis = &self->axis;

  self->n_ticks = axis->n_ticks;
  for (guint i = 0; i < self->n_ticks; i++)
    self->tick_x[i] = self->plot.x + self->plot.w * weft_axis_place (axis, axis->ticks[i]);
  if (self->tick_boxes[0].h <= 0)
    return;

  /* The reference's own tick first, then on a log axis the decades. */
  for (guint i = 0; i < self->n_ticks; i++)
    if (axis->ticks[i] == 1.0)
      claim_tick_label (self, m, i);
  for (guint i = 0; i < self->n_ticks && axis->log; i++)
    if (fabs (log10 (axis->ticks[i]) - round (log10 (axis->ticks[i]))) < 1e-9)
      claim_tick_label (self, m, i);
  for (guint i = 0; i < self->n_ticks; i++)
    if (self->tick_boxes[i].w == 0)
      claim_tick_label (self, m, i);
}

/* The words above the rows: "reference" over its line, "log scale" at the far end. */
static void
place_head (WeftSpeedupLayout    *self,
            const WeftChartFrame *m)
{
  double left = m->pad, right = self->width - m->pad;
  WeftBox *reference = &self->reference_label, *log_label = &self->log_label;

  if (reference->h <= 0)
    return;

  reference->w = MIN (ceil (weft_text_width (&m->small, _("reference"))), right - left);
  reference->x = CLAMP (self->reference_x - reference->w / 2, left, right - reference->w);
  if (!self->axis.log)
    return;

  log_label->w = ceil (weft_text_width (&m->small, _("log scale")));
  log_label->x = right - log_label->w;
  if (log_label->x < weft_box_right (reference) + m->gap)
    {
      log_label->x = left;
      if (weft_box_right (log_label) + m->gap > reference->x)
        log_label->w = 0;
    }
}

/* Two names share the line; the longer one gets what the shorter one leaves. */
static void
place_legend (WeftSpeedupLayout    *self,
              const WeftChartFrame *m)
{
  double height = round (m->line * 1.2);
  double swatch = round (m->text.size * 1.5), bar = round (m->text.size * 0.85);
  double x = m->pad;
  double room = MAX (self->width - 2 * m->pad - 2 * (swatch + m->gap) - 3 * m->gap, 0);
  double names[WEFT_SPEEDUP_MAX_SERIES];

  if (self->n_series < 2)
    return;

  for (guint s = 0; s < 2; s++)
    names[s] = ceil (weft_text_width (&m->text, self->series_names[s]));
  for (guint s = 0; s < 2; s++)
    {
      double y = self->names[s].y;

      self->swatches[s] = (WeftBox){ x, round (y + (height - bar) / 2), swatch, bar };
      x += swatch + m->gap;
      self->names[s]
          = (WeftBox){ x, y, MIN (names[s], MAX (room / 2, room - names[1 - s])), height };
      x = weft_box_right (&self->names[s]) + 3 * m->gap;
    }
}

void
weft_speedup_layout_place (WeftSpeedupLayout      *self,
                           const WeftSpeedupChart *chart)
{
  place_horizontally (self, chart);
  place_ticks (self, &self->frame);
  place_head (self, &self->frame);
  place_legend (self, &self->frame);
}
