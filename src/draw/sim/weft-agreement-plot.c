/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks as points around the line on which both agree; the ones farthest from it have a mark and their words. */
#include "config.h"

#include "draw/sim/weft-agreement-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-statistics.h"
#include <stdlib.h>

#include "draw/plot/weft-plot-layers-private.h"

/* Designs that are marked at most, and how far from the line, in ranks and as a part of all. */
#define MOST_MARKED 5
#define LEAST_MOVE 2.0
#define LEAST_PART 0.1
#define POINT_HUE 0
#define MARK_HUE 4
#define LINE_WIDTH 1.25

/* --- the line on which both agree --- */

G_DECLARE_FINAL_TYPE (WeftAgreementLine, weft_agreement_line, WEFT, AGREEMENT_LINE, WeftPlotLayer)

/* From the line to the designs that are marked: rank and where the simulator puts it. */
struct _WeftAgreementLine
{
  WeftPlotLayer parent_instance;

  guint n_moves;
  double moves[MOST_MARKED][2];
};

G_DEFINE_FINAL_TYPE (WeftAgreementLine, weft_agreement_line, WEFT_TYPE_PLOT_LAYER)

static guint
weft_agreement_line_n_items (WeftPlotLayer *layer)
{
  return 0;
}

static void
weft_agreement_line_position (WeftPlotLayer *layer, guint index, double *x, double *y)
{
  *x = *y = NAN;
}

static void
weft_agreement_line_bounds (WeftPlotLayer *layer, WeftPlotRange *x, WeftPlotRange *y)
{
}

static int
weft_agreement_line_lookup (WeftPlotLayer *layer, const WeftPlotFrame *frame, double px, double py, double radius,
                            double *distance)
{
  return -1;
}

static void
paint_moves (WeftAgreementLine *self, cairo_t *cr, const WeftPlotFrame *frame)
{
  weft_plot_set_line (cr, frame, WEFT_PLOT_LINE_SOLID, 0, LINE_WIDTH);
  weft_paint_source (cr, weft_plot_hue (frame->palette, MARK_HUE), 0.6);
  for (guint i = 0; i < self->n_moves; i++)
    {
      double x = weft_plot_frame_x (frame, self->moves[i][0]);

      cairo_move_to (cr, x, weft_plot_frame_y (frame, self->moves[i][0]));
      cairo_line_to (cr, x, weft_plot_frame_y (frame, self->moves[i][1]));
    }
  cairo_stroke (cr);
}

static void
weft_agreement_line_paint_back (WeftPlotLayer *layer, cairo_t *cr, const WeftPlotFrame *frame)
{
  double first = MAX (frame->x.min, frame->y.min), last = MIN (frame->x.max, frame->y.max);

  weft_plot_frame_clip (frame, cr);
  cairo_new_path (cr);
  weft_plot_set_line (cr, frame, WEFT_PLOT_LINE_DASHED, 0, LINE_WIDTH);
  weft_paint_source (cr, &frame->palette->dim_text, 1);
  cairo_move_to (cr, weft_plot_frame_x (frame, first), weft_plot_frame_y (frame, first));
  cairo_line_to (cr, weft_plot_frame_x (frame, last), weft_plot_frame_y (frame, last));
  cairo_stroke (cr);
  paint_moves (WEFT_AGREEMENT_LINE (layer), cr, frame);
}

static void
weft_agreement_line_paint (WeftPlotLayer *layer, cairo_t *cr, const WeftPlotFrame *frame)
{
}

static void
weft_agreement_line_paint_key (WeftPlotLayer *layer, cairo_t *cr, const WeftPlotFrame *frame, const WeftBox *box)
{
  double y = round (box->y + box->h / 2);

  weft_plot_set_line (cr, frame, WEFT_PLOT_LINE_DASHED, 0, LINE_WIDTH);
  weft_paint_source (cr, &frame->palette->dim_text, 1);
  cairo_move_to (cr, box->x, y);
  cairo_line_to (cr, weft_box_right (box), y);
  cairo_stroke (cr);
}

static void
weft_agreement_line_class_init (WeftAgreementLineClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  layer_class->n_items = weft_agreement_line_n_items;
  layer_class->position = weft_agreement_line_position;
  layer_class->bounds = weft_agreement_line_bounds;
  layer_class->lookup = weft_agreement_line_lookup;
  layer_class->paint_back = weft_agreement_line_paint_back;
  layer_class->paint = weft_agreement_line_paint;
  layer_class->paint_key = weft_agreement_line_paint_key;
}

static void
weft_agreement_line_init (WeftAgreementLine *self)
{
}

/* --- ranks --- */

/* A design with both values; greater is better. */
typedef struct
{
  const WeftAgreementPoint *point;
  double value[2];
  double rank[2];
  guint index;
} Design;

static int
compare_designs (const Design *a, const Design *b, guint side)
{
  if (a->value[side] != b->value[side])
    return a->value[side] > b->value[side] ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static int
compare_analytic_cb (gconstpointer a, gconstpointer b)
{
  return compare_designs (a, b, 0);
}

static int
compare_simulated_cb (gconstpointer a, gconstpointer b)
{
  return compare_designs (a, b, 1);
}

/* From 1; equal ones share the mean of their ranks. */
static void
rank_side (GArray *designs, guint side)
{
  g_array_sort (designs, side == 0 ? compare_analytic_cb : compare_simulated_cb);
  for (guint begin = 0, end; begin < designs->len; begin = end)
    {
      double value = g_array_index (designs, Design, begin).value[side];

      for (end = begin + 1; end < designs->len && g_array_index (designs, Design, end).value[side] == value; end++)
        ;
      for (guint i = begin; i < end; i++)
        g_array_index (designs, Design, i).rank[side] = (begin + 1 + end) / 2.0;
    }
}

/* (transfer full) (element-type Design): in the order of the evaluator. */
static GArray *
rank_designs (const WeftAgreementPoint *points, guint n, WeftAgreementFlags flags)
{
  GArray *designs = g_array_new (FALSE, FALSE, sizeof (Design));

  for (guint i = 0; i < n; i++)
    {
      Design design = { .point = &points[i], .index = i };

      design.value[0] = flags & WEFT_AGREEMENT_ANALYTIC_IS_TIME ? -points[i].analytic : points[i].analytic;
      design.value[1] = flags & WEFT_AGREEMENT_SIMULATED_IS_TIME ? -points[i].simulated : points[i].simulated;
      if (!isnan (design.value[0]) && !isnan (design.value[1]))
        g_array_append_val (designs, design);
    }
  rank_side (designs, 1);
  rank_side (designs, 0);
  return designs;
}

static double
find_tau (const GArray *designs)
{
  g_autofree double *ranks = g_new (double, 2 * designs->len + 1);

  for (guint i = 0; i < designs->len; i++)
    {
      ranks[i] = g_array_index (designs, Design, i).rank[0];
      ranks[designs->len + i] = g_array_index (designs, Design, i).rank[1];
    }
  return weft_statistics_kendall_tau (ranks, ranks + designs->len, designs->len);
}

double
weft_agreement_tau (const WeftAgreementPoint *points, guint n, WeftAgreementFlags flags)
{
  g_autoptr (GArray) designs = NULL;

  g_return_val_if_fail (n == 0 || points != NULL, NAN);

  designs = rank_designs (points, n, flags);
  return find_tau (designs);
}

/* --- the plot --- */

static double
move_of (const Design *design)
{
  return fabs (design->rank[1] - design->rank[0]);
}

static int
compare_moves_cb (gconstpointer a, gconstpointer b)
{
  const Design *x = a, *y = b;

  if (move_of (x) != move_of (y))
    return move_of (x) > move_of (y) ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* "B200 × 896: queueing on the leaves" (transfer full) */
static char *
say_design (const WeftAgreementPoint *point)
{
  return point->reason != NULL && *point->reason != '\0' ? g_strdup_printf ("%s: %s", point->name, point->reason)
                                                         : g_strdup (point->name);
}

static void
add_marked (WeftPlot *plot, WeftAgreementLine *line, const GArray *designs, guint n_marked)
{
  WeftPlotLayer *marks = weft_plot_marks_new (_("Moved most"), MARK_HUE);

  for (guint i = 0; i < n_marked; i++)
    {
      const Design *design = &g_array_index (designs, Design, i);
      g_autofree char *words = say_design (design->point);

      weft_plot_marks_append (WEFT_PLOT_MARKS (marks), design->rank[0], design->rank[1], words, NULL);
      line->moves[line->n_moves][0] = design->rank[0];
      line->moves[line->n_moves++][1] = design->rank[1];
    }
  weft_plot_add (plot, marks);
}

static void
add_others (WeftPlot *plot, const GArray *designs, guint n_marked)
{
  WeftPlotLayer *layer = weft_plot_points_new (_("Designs"), POINT_HUE);

  for (guint i = n_marked; i < designs->len; i++)
    {
      const Design *design = &g_array_index (designs, Design, i);
      g_autofree char *words = say_design (design->point);
      WeftPlotPoint point = { .x = design->rank[0], .y = design->rank[1], .hue = -1, .label = words };

      weft_plot_points_append (WEFT_PLOT_POINTS (layer), &point);
    }
  weft_plot_add (plot, layer);
}

static void
set_title (WeftPlot *plot, const GArray *designs)
{
  double tau = find_tau (designs);
  g_autofree char *title = NULL;

  if (isnan (tau))
    title = g_strdup (_("Analytical and simulated order"));
  else
    /* Translators: Kendall's tau, and a number of designs */
    title = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Analytical and simulated order: Kendall's τ %.2f of %u design",
                                          "Analytical and simulated order: Kendall's τ %.2f of %u designs", designs->len),
                             tau, designs->len);
  weft_plot_set_title (plot, title);
}

/**
 * weft_agreement_plot_new: (skip)
 * @points: designs with what both say of them; copied
 * @n: how many
 * @flags: what is best
 *
 * Designs without both values are left out. On the dashed line both agree; above it the simulator thinks less of a
 * design than the evaluator.
 *
 * Returns: (transfer full): the plot
 */
WeftPlot *
weft_agreement_plot_new (const WeftAgreementPoint *points, guint n, WeftAgreementFlags flags)
{
  WeftPlot *plot;
  WeftAgreementLine *line;
  g_autoptr (GArray) designs = NULL;
  WeftPlotAxis x = { .title = _("Analytical rank"), .key = "analytic_rank", .from = 0 };
  WeftPlotAxis y = { .title = _("Simulated rank"), .key = "simulated_rank", .from = 0 };
  guint n_marked = 0;

  g_return_val_if_fail (n == 0 || points != NULL, NULL);

  plot = weft_plot_new ();
  designs = rank_designs (points, n, flags);
  x.to = y.to = designs->len + 1;
  set_title (plot, designs);
  weft_plot_set_message (plot, _("No design has been simulated yet"));
  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  g_array_sort (designs, compare_moves_cb);
  while (n_marked < MIN (designs->len, MOST_MARKED)
         && move_of (&g_array_index (designs, Design, n_marked)) >= MAX (LEAST_MOVE, LEAST_PART * designs->len))
    n_marked++;
  line = g_object_new (weft_agreement_line_get_type (), NULL);
  weft_plot_layer_set_label (WEFT_PLOT_LAYER (line), _("Same rank"));
  weft_plot_add (plot, WEFT_PLOT_LAYER (line));
  add_others (plot, designs, n_marked);
  if (n_marked > 0)
    add_marked (plot, line, designs, n_marked);
  return plot;
}
