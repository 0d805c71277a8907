/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A method has one hue in both plots. Hill climbing and random are what others are compared with, so they always have
 * the same. */
#include "config.h"

#include "app/search/weft-search-curves.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "draw/plot/weft-convergence-private.h"
#include "draw/plot/weft-pareto-private.h"
#include "draw/plot/weft-plot-layers-private.h"

#define HILL_HUE 1
#define RANDOM_HUE 2
/* Of what belongs to no method. */
#define NEUTRAL_HUE 7

static const guint other_hues[] = { 0, 3, 4, 5, 6 };

/* The runs of one method, with the options it was given. */
typedef struct
{
  const char *name;
  char *label;
  guint hue;
  GArray *runs;  /* of WeftConvergenceRun */
  GArray *first; /* of guint: the number of each */
} Group;

static void
free_group (gpointer data)
{
  Group *group = data;

  g_free (group->label);
  g_array_unref (group->runs);
  g_array_unref (group->first);
  g_free (group);
}

static guint
choose_hue (const WeftMethodInfo *method, guint *n_others)
{
  if (g_str_equal (method->id, "hill"))
    return HILL_HUE;
  if (g_str_equal (method->id, "random"))
    return RANDOM_HUE;
  return other_hues[(*n_others)++ % G_N_ELEMENTS (other_hues)];
}

static Group *
find_group (GPtrArray *groups, const char *name)
{
  for (guint i = 0; i < groups->len; i++)
    if (g_str_equal (((Group *) groups->pdata[i])->name, name))
      return groups->pdata[i];

  return NULL;
}

static Group *
add_group (GPtrArray *groups, const WeftTallyRun *run, guint *n_others)
{
  Group *group = g_new0 (Group, 1);
  const char *options = strchr (run->name, ':');
  const char *label = g_dgettext ("weft", run->method->label);

  group->name = run->name;
  group->label = options == NULL ? g_strdup (label) : g_strdup_printf ("%s (%s)", label, options + 1);
  group->hue = choose_hue (run->method, n_others);
  group->runs = g_array_new (FALSE, FALSE, sizeof (WeftConvergenceRun));
  group->first = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (groups, group);
  return group;
}

/* In the order in which they were added. (transfer full) (element-type Group) */
static GPtrArray *
group_runs (WeftTally *tally)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (free_group);
  guint n_others = 0;

  for (guint i = 0; i < tally->runs->len; i++)
    {
      const WeftTallyRun *run = weft_tally_get_run (tally, i);
      WeftConvergenceRun curve = { (const double *) (gpointer) run->curve->data, run->curve->len };
      Group *group = find_group (groups, run->name);

      if (group == NULL)
        group = add_group (groups, run, &n_others);
      g_array_append_val (group->runs, curve);
      g_array_append_val (group->first, i);
    }
  return groups;
}

static double
find_optimum (WeftSearchJob *job)
{
  const WeftOptimum *optimum = weft_search_job_get_optimum (job);

  return optimum != NULL && optimum->score > 0 && !(optimum->gap > 0) ? optimum->score : NAN;
}

void
weft_search_fill_curves (WeftPlot *plot, WeftSearchJob *job, const WeftPublished *published)
{
  WeftTally *tally = weft_search_job_get_tally (job);
  g_autoptr (GPtrArray) groups = group_runs (tally);
  g_autofree WeftConvergenceMethod *methods = g_new0 (WeftConvergenceMethod, groups->len);
  WeftConvergence data = { methods, groups->len, find_optimum (job), published, 0 };

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = groups->pdata[i];

      methods[i] = (WeftConvergenceMethod){ group->label, group->hue,
                                            (const WeftConvergenceRun *) (gpointer) group->runs->data,
                                            group->runs->len };
    }
  for (guint i = 0; i < tally->runs->len; i++)
    data.budget = MAX (data.budget, weft_tally_get_run (tally, i)->counts.budget);
  weft_convergence_plot_fill (plot, &data);
}

/* The run of a group with the best score after an evaluation; the first of equals. */
static int
find_best_run (const Group *group, guint at)
{
  double best = -INFINITY;
  int found = -1;

  for (guint i = 0; i < group->runs->len; i++)
    {
      const WeftConvergenceRun *run = &g_array_index (group->runs, WeftConvergenceRun, i);
      double value = run->n == 0 ? NAN : run->best[MIN (at, run->n - 1)];

      if (value > best)
        {
          best = value;
          found = (int) g_array_index (group->first, guint, i);
        }
    }
  return found;
}

/* The first point of a run that is as good as its best after @evaluation. */
static int
find_best_point (WeftTally *tally, guint run, guint evaluation)
{
  int found = -1;

  for (guint i = 0; i < tally->points->len; i++)
    {
      const WeftTallyPoint *point = weft_tally_get_point (tally, i);

      if (point->run != run || point->point.kind != WEFT_VERDICT_FEASIBLE
          || point->point.evaluation > evaluation)
        continue;
      if (found < 0 || point->point.score > weft_tally_get_point (tally, (guint) found)->point.score)
        found = (int) i;
    }
  return found;
}

int
weft_search_find_on_curve (WeftSearchJob *job, int layer, int index)
{
  WeftTally *tally = weft_search_job_get_tally (job);
  g_autoptr (GPtrArray) groups = group_runs (tally);
  int run, group = layer - (isfinite (find_optimum (job)) ? 1 : 0);

  if (index < 0 || group < 0 || (guint) group >= groups->len)
    return -1;
  run = find_best_run (groups->pdata[group], (guint) index);
  return run < 0 ? -1 : find_best_point (tally, (guint) run, (guint) index + 1);
}

/* --- candidates --- */

static int
find_hue (GPtrArray *groups, const WeftTallyRun *run)
{
  const Group *group = find_group (groups, run->name);

  return group != NULL ? (int) group->hue : -1;
}

/* What says something: evaluated, and for the first time in its run. */
static gboolean
is_worth (const WeftSearchPoint *point)
{
  return point->kind != WEFT_VERDICT_INVALID && !point->duplicate;
}

static int
compare_indices_cb (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? -1 : x > y;
}

/* Keeps every so many-th of @points and those of the front, which would be another one without them. */
static void
thin_out (WeftTally *tally, WeftScatterPrice price, GArray *points)
{
  guint n = points->len, every = n / WEFT_SEARCH_MOST_DRAWN + 1, kept = 0, n_front, at = 0;
  g_autofree double *scores = g_new (double, n);
  g_autofree double *prices = g_new (double, n);
  g_autofree guint *front = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    {
      const WeftSearchPoint *point =
        &weft_tally_get_point (tally, g_array_index (points, guint, i))->point;

      scores[i] = point->kind == WEFT_VERDICT_FEASIBLE ? point->score : NAN;
      prices[i] = price == WEFT_SCATTER_POWER ? point->power_w : point->cost_usd;
    }
  n_front = weft_pareto_front (scores, prices, n, front);
  qsort (front, n_front, sizeof front[0], compare_indices_cb);
  for (guint i = 0; i < n; i++)
    {
      gboolean in_front = at < n_front && front[at] == i;

      at += in_front;
      if (in_front || i % every == 0)
        g_array_index (points, guint, kept++) = g_array_index (points, guint, i);
    }
  g_array_set_size (points, kept);
}

/* Those that are drawn; returns of how many. */
static guint
choose_points (WeftTally *tally, WeftScatterPrice price, GArray *drawn)
{
  guint n;

  g_array_set_size (drawn, 0);
  for (guint i = 0; i < tally->points->len; i++)
    if (is_worth (&weft_tally_get_point (tally, i)->point))
      g_array_append_val (drawn, i);
  n = drawn->len;
  if (n > WEFT_SEARCH_MOST_DRAWN)
    thin_out (tally, price, drawn);
  return n;
}

static const char *
find_label (GPtrArray *labels, WeftSearchJob *job, guint index)
{
  if (labels->len <= index)
    g_ptr_array_set_size (labels, (int) index + 1);
  if (labels->pdata[index] == NULL)
    labels->pdata[index] = weft_candidate_label (
      weft_search_job_get_problem (job),
      &weft_tally_get_point (weft_search_job_get_tally (job), index)->point.candidate);
  return labels->pdata[index];
}

/* A layer of one point that is in the plot already. */
static void
add_mark (WeftPlot *plot, const char *label, guint hue, guint item, gboolean ring)
{
  WeftPlotLayer *layer = weft_plot_points_new (label, hue);
  WeftPlotPoint point = { .hue = -1, .size = ring ? 2.6 : 1.6, .hollow = ring };

  weft_plot_layer_position (weft_plot_get_layer (plot, WEFT_SCATTER_POINTS), item, &point.x,
                            &point.y);
  weft_plot_points_set (WEFT_PLOT_POINTS (layer), &point, 1);
  if (ring)
    weft_plot_layer_set_marker (layer, WEFT_PLOT_MARKER_CIRCLE);
  weft_plot_layer_set_labelled (layer, !ring);
  weft_plot_add (plot, layer);
}

/* The item of @drawn with the best score among the runs of a group, -1 for none. */
static int
find_best_drawn (WeftTally *tally, GArray *drawn, guint n, const char *name)
{
  double best = -INFINITY;
  int found = -1;

  for (guint i = 0; i < n; i++)
    {
      const WeftTallyPoint *point = weft_tally_get_point (tally, g_array_index (drawn, guint, i));

      if (point->point.kind == WEFT_VERDICT_FEASIBLE && point->point.score > best
          && g_str_equal (weft_tally_get_run (tally, point->run)->name, name))
        {
          best = point->point.score;
          found = (int) i;
        }
    }
  return found;
}

/* The best of each method, which is the key to their hues and shapes too. */
static void
add_best (WeftPlot *plot, WeftTally *tally, GPtrArray *groups, GArray *drawn)
{
  guint n = drawn->len;

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = groups->pdata[i];
      int item = find_best_drawn (tally, drawn, n, group->name);
      guint index;

      if (item < 0)
        continue;
      index = g_array_index (drawn, guint, item);
      g_array_append_val (drawn, index);
      add_mark (plot, group->label, group->hue, (guint) item, FALSE);
    }
}

/* A ring around the chosen candidate. */
static void
add_selected (WeftPlot *plot, GArray *drawn, guint n, int selected)
{
  for (guint i = 0; selected >= 0 && i < n; i++)
    if (g_array_index (drawn, guint, i) == (guint) selected)
      {
        add_mark (plot, _("Chosen design"), NEUTRAL_HUE, i, TRUE);
        return;
      }
}

guint
weft_search_fill_candidates (WeftPlot *plot, WeftSearchJob *job, WeftScatterPrice price,
                             GPtrArray *labels, GArray *drawn, int selected)
{
  WeftTally *tally = weft_search_job_get_tally (job);
  g_autoptr (GPtrArray) groups = group_runs (tally);
  g_autofree WeftScatterCandidate *candidates = NULL;
  g_autofree int *hues = g_new (int, tally->runs->len + 1);
  WeftPlotLayer *layer;
  guint n, all;

  for (guint i = 0; i < tally->runs->len; i++)
    hues[i] = find_hue (groups, weft_tally_get_run (tally, i));
  all = choose_points (tally, price, drawn);
  n = drawn->len;
  candidates = g_new (WeftScatterCandidate, n + 1);
  for (guint i = 0; i < n; i++)
    {
      guint index = g_array_index (drawn, guint, i);
      const WeftTallyPoint *point = weft_tally_get_point (tally, index);

      candidates[i] = (WeftScatterCandidate){
        .score = point->point.score,
        .power_w = point->point.power_w,
        .cost_usd = point->point.cost_usd,
        .feasible = point->point.kind == WEFT_VERDICT_FEASIBLE,
        .hue = hues[point->run],
        .label = find_label (labels, job, index),
      };
    }
  weft_plot_freeze (plot);
  weft_scatter_plot_fill (plot, candidates, n, price);
  layer = weft_plot_get_layer (plot, WEFT_SCATTER_POINTS);
  weft_plot_layer_set_hue (layer, NEUTRAL_HUE);
  /* The best of each method is the key to them. */
  weft_plot_layer_set_labelled (layer, groups->len == 0);
  add_best (plot, tally, groups, drawn);
  add_selected (plot, drawn, n, selected);
  weft_plot_thaw (plot);
  return all;
}

int
weft_search_find_candidate (WeftPlot *plot, GArray *drawn, int layer, int index)
{
  guint n = weft_plot_layer_n_items (weft_plot_get_layer (plot, WEFT_SCATTER_POINTS));
  guint at = layer == WEFT_SCATTER_POINTS ? (guint) index : n + (guint) (layer - WEFT_SCATTER_FRONT - 1);

  if (index < 0 || (layer != WEFT_SCATTER_POINTS && layer <= WEFT_SCATTER_FRONT)
      || at >= drawn->len)
    return -1;
  return (int) g_array_index (drawn, guint, at);
}
