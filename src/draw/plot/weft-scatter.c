/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates as points, and the best of them as a front. */
#include "config.h"

#include "draw/plot/weft-scatter-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/plot/weft-pareto-private.h"
#include "draw/plot/weft-plot-layers-private.h"

#define FRONT_HUE 4

/* A unit for an axis, so that its numbers are short. */
typedef struct
{
  double size;
  const char *name;
  const char *key;
} Unit;

static const Unit power_units[] = {
  { 1e9, "GW", "power_gw" },
  { 1e6, "MW", "power_mw" },
  { 1e3, "kW", "power_kw" },
  { 1, "W", "power_w" },
};

static const Unit cost_units[] = {
  { 1e9, N_("billion USD"), "cost_billion_usd" },
  { 1e6, N_("million USD"), "cost_million_usd" },
  { 1e3, N_("thousand USD"), "cost_thousand_usd" },
  { 1, "USD", "cost_usd" },
};

static double
price_of (const WeftScatterCandidate *candidate,
          WeftScatterPrice            price)
{
  return price == WEFT_SCATTER_POWER ? candidate->power_w : candidate->cost_usd;
}

/* The unit in which the largest price is at least about one. */
static const Unit *
find_unit (const WeftScatterCandidate *candidates,
           guint                       n,
           WeftScatterPrice            price)
{
  const Unit *units = price == WEFT_SCATTER_POWER ? power_units : cost_units;
  double most = 0;
  guint i;

  for (i = 0; i < n; i++)
    if (isfinite (price_of (&candidates[i], price)))
      most = MAX (most, price_of (&candidates[i], price));
  for (i = 0; i + 1 < G_N_ELEMENTS (power_units) && most < units[i].size * 0.5; i++)
    ;

  return &units[i];
}

static WeftPlotLayer *
create_points (const WeftScatterCandidate *candidates,
               guint                       n,
               WeftScatterPrice            price,
               const Unit                 *unit)
{
  WeftPlotLayer *layer = weft_plot_points_new (_("Candidates"), 0);
  g_autofree WeftPlotPoint *points = g_new (WeftPlotPoint, n);

  for (guint i = 0; i < n; i++)
    {
      const WeftScatterCandidate *candidate = &candidates[i];

      points[i] = (WeftPlotPoint){ .x = price_of (candidate, price) / unit->size,
                                   .y = candidate->feasible ? candidate->score : 0,
                                   .hue = candidate->hue,
                                   .hollow = !candidate->feasible,
                                   .label = candidate->label };
    }
  weft_plot_points_set (WEFT_PLOT_POINTS (layer), points, n);
  weft_plot_points_set_hollow_word (WEFT_PLOT_POINTS (layer), _("infeasible"));

  return layer;
}

static WeftPlotLayer *
create_front (const WeftScatterCandidate *candidates,
              guint                       n,
              WeftScatterPrice            price,
              const Unit                 *unit)
{
  WeftPlotLayer *layer = weft_plot_front_new (_("Pareto front"), FRONT_HUE);
  g_autofree double *scores = g_new (double, n);
  g_autofree double *prices = g_new (double, n);
  g_autofree double *x = g_new (double, n);
  g_autofree double *y = g_new (double, n);
  g_autofree guint *front = g_new (guint, n);
  guint n_front;

  for (guint i = 0; i < n; i++)
    {
      scores[i] = candidates[i].feasible ? candidates[i].score : NAN;
      prices[i] = price_of (&candidates[i], price) / unit->size;
    }
  n_front = weft_pareto_front (scores, prices, n, front);
  for (guint i = 0; i < n_front; i++)
    {
      x[i] = prices[front[i]];
      y[i] = scores[front[i]];
    }
  weft_plot_steps_set (WEFT_PLOT_STEPS (layer), x, y, n_front);

  return layer;
}

void
weft_scatter_plot_fill (WeftPlot                   *plot,
                        const WeftScatterCandidate *candidates,
                        guint                       n,
                        WeftScatterPrice            price)
{
  const Unit *unit;
  WeftPlotAxis x = { .from = NAN, .to = NAN };
  WeftPlotAxis y = { .title = _("Score"), .key = "score", .from = NAN, .to = NAN };

  g_return_if_fail (WEFT_IS_PLOT (plot));
  g_return_if_fail (n == 0 || candidates != NULL);

  unit = find_unit (candidates, n, price);
  x.title = price == WEFT_SCATTER_POWER ? _("Power") : _("Cost");
  x.unit = _(unit->name);
  x.key = unit->key;
  weft_plot_freeze (plot);
  weft_plot_clear (plot);
  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  weft_plot_add (plot, create_points (candidates, n, price, unit));
  weft_plot_add (plot, create_front (candidates, n, price, unit));
  weft_plot_thaw (plot);
}

WeftPlot *
weft_scatter_plot (const WeftScatterCandidate *candidates,
                   guint                       n,
                   WeftScatterPrice            price)
{
  WeftPlot *plot = weft_plot_new ();

  weft_plot_set_title (plot, _("All candidates"));
  weft_plot_set_message (plot, _("No candidate has been evaluated yet"));
  weft_scatter_plot_fill (plot, candidates, n, price);

  return plot;
}
