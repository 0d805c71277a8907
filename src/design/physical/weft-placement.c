/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursive bisection of the rack graph onto the places of a hall, as HPL-2011-30 and HPL-2015-8 do
 * it (partitioning saved them up to 38 % of the cable cost), then exchanges of near racks. */
#include "design/physical/weft-placement.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/physical/weft-bisection-private.h"
#include "design/physical/weft-cable-private.h"
#include "design/physical/weft-physical-private.h"

/* Racks are exchanged with those this many places on, in so many rounds at most. */
#define EXCHANGE_WINDOW 8
#define MAX_ROUNDS 8
#define CENTRALITY_SAMPLES 512

/* The places in the order of the hall (row, then position) get ranks from 0. */
typedef struct
{
  const WeftCableRules *rules;
  const WeftPlacementProblem *problem;
  WeftRackGraph graph;
  WeftRackPlace *places; /* by rank */
  guint *rank;           /* of each rack */
  guint *rack;           /* at each rank */
  gboolean *is_fixed;    /* of each rack */
  gint64 *pull;          /* of each rack, for weft_bisect */
  guint8 *side;
} Hall;

static int
compare_places (const WeftRackPlace *a,
                const WeftRackPlace *b)
{
  if (a->row != b->row)
    return a->row < b->row ? -1 : 1;

  return (a->position > b->position) - (a->position < b->position);
}

static int
compare_by_place_cb (gconstpointer a,
                     gconstpointer b,
                     gpointer      data)
{
  const WeftRackPlace *places = data;

  return compare_places (&places[*(const guint *) a], &places[*(const guint *) b]);
}

static gboolean
check_edges (const WeftPlacementProblem  *problem,
             GError                     **error)
{
  for (guint i = 0; i < problem->n_edges; i++)
    {
      const WeftPlacementEdge *edge = &problem->edges[i];

      if (edge->a >= problem->n_racks || edge->b >= problem->n_racks || edge->a == edge->b)
        {
          g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_ORDER,
                       _("/edges/%u: found a cable from rack %u to rack %u, expected two different "
                         "ones below %u"), i, edge->a, edge->b, problem->n_racks);
          return FALSE;
        }
      if (!weft_physical_check ("n_cables", edge->n_cables, 1, WEFT_PHYSICAL_MAX_COUNT, error))
        {
          g_prefix_error (error, "/edges/%u: ", i);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_problem (const WeftCableRules        *rules,
               const WeftPlacementProblem  *problem,
               const WeftRackPlace         *places,
               GError                     **error)
{
  if (!weft_cable_rules_check (rules, error)
      || !weft_physical_check ("n_racks", problem->n_racks, 0, WEFT_PLACEMENT_MAX_RACKS, error)
      || !check_edges (problem, error))
    return FALSE;

  for (guint i = 0; i < problem->n_racks; i++)
    {
      double unused;

      /* From the first to each: it checks the places and that the rows are joined. */
      if (!weft_cable_floor_run (rules, &places[0], &places[i], &unused, error))
        {
          g_prefix_error (error, "/places/%u: ", i);
          return FALSE;
        }
    }
  return TRUE;
}

/* (transfer full) (nullable): the racks in the order of their places; %NULL when two share one. */
static guint *
sort_racks (const WeftPlacementProblem  *problem,
            const WeftRackPlace         *places,
            GError                     **error)
{
  g_autofree guint *racks = g_new (guint, problem->n_racks + 1);

  for (guint i = 0; i < problem->n_racks; i++)
    racks[i] = i;
  g_qsort_with_data (racks, (int) problem->n_racks, sizeof *racks, compare_by_place_cb,
                     (gpointer) places);

  for (guint i = 1; i < problem->n_racks; i++)
    {
      const WeftRackPlace *place = &places[racks[i]];

      if (compare_places (&places[racks[i - 1]], place) != 0)
        continue;
      g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_ORDER,
                   _("Racks %u and %u both stand in row %d at position %d; move one of them"),
                   racks[i - 1], racks[i], place->row, place->position);
      return NULL;
    }
  return g_steal_pointer (&racks);
}

static void
graph_init (WeftRackGraph              *graph,
            const WeftPlacementProblem *problem)
{
  g_autofree guint *at = g_new0 (guint, problem->n_racks + 1);

  graph->n = problem->n_racks;
  graph->first = g_new0 (guint, graph->n + 1);
  graph->neighbour = g_new (guint, 2 * (gsize) problem->n_edges + 1);
  graph->weight = g_new (gint64, 2 * (gsize) problem->n_edges + 1);

  for (guint i = 0; i < problem->n_edges; i++)
    {
      graph->first[problem->edges[i].a + 1]++;
      graph->first[problem->edges[i].b + 1]++;
    }
  for (guint i = 0; i < graph->n; i++)
    {
      graph->first[i + 1] += graph->first[i];
      at[i] = graph->first[i];
    }
  for (guint i = 0; i < problem->n_edges; i++)
    {
      const WeftPlacementEdge *edge = &problem->edges[i];

      graph->neighbour[at[edge->a]] = edge->b;
      graph->weight[at[edge->a]++] = edge->n_cables;
      graph->neighbour[at[edge->b]] = edge->a;
      graph->weight[at[edge->b]++] = edge->n_cables;
    }
}

/* @racks are in the order of @places. */
static void
hall_init (Hall                       *hall,
           const WeftCableRules       *rules,
           const WeftPlacementProblem *problem,
           const WeftRackPlace        *places,
           const guint                *racks)
{
  guint n = problem->n_racks;

  hall->rules = rules;
  hall->problem = problem;
  graph_init (&hall->graph, problem);
  hall->places = g_new0 (WeftRackPlace, n + 1);
  hall->rank = g_new0 (guint, n + 1);
  hall->rack = g_new0 (guint, n + 1);
  hall->is_fixed = g_new0 (gboolean, n + 1);
  hall->pull = g_new0 (gint64, n + 1);
  hall->side = g_new0 (guint8, n + 1);
  for (guint i = 0; i < n; i++)
    {
      hall->places[i] = places[racks[i]];
      hall->rack[i] = racks[i];
      hall->rank[racks[i]] = i;
      hall->is_fixed[i] = problem->is_pinned != NULL && problem->is_pinned[i];
    }
}

static void
hall_clear (Hall *hall)
{
  g_free (hall->graph.first);
  g_free (hall->graph.neighbour);
  g_free (hall->graph.weight);
  g_free (hall->places);
  g_free (hall->rank);
  g_free (hall->rack);
  g_free (hall->is_fixed);
  g_free (hall->pull);
  g_free (hall->side);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Hall, hall_clear)

static double
run_between (const Hall *hall,
             guint       a,
             guint       b)
{
  return weft_cable_floor_run_checked (hall->rules, &hall->places[a], &hall->places[b]);
}

static double
total_run (const Hall *hall)
{
  const WeftPlacementProblem *problem = hall->problem;
  double sum_m = 0.0;

  for (guint i = 0; i < problem->n_edges; i++)
    sum_m += problem->edges[i].n_cables
             * run_between (hall, hall->rank[problem->edges[i].a], hall->rank[problem->edges[i].b]);

  return sum_m;
}

static void
put (Hall  *hall,
     guint  rack,
     guint  rank)
{
  hall->rank[rack] = rank;
  hall->rack[rank] = rack;
}

static void
exchange (Hall  *hall,
          guint  a,
          guint  b)
{
  guint rack_a = hall->rack[a];

  put (hall, hall->rack[b], a);
  put (hall, rack_a, b);
}

/* (transfer full): of each rank the metres to all the others, or to evenly chosen ones of many. */
static double *
measure_centrality (const Hall *hall)
{
  guint n = hall->problem->n_racks;
  guint step = n / CENTRALITY_SAMPLES + 1;
  double *sums_m = g_new0 (double, n + 1);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j += step)
      sums_m[i] += run_between (hall, i, j);

  return sums_m;
}

/* The free rank nearest to all others, the lower of equal ones; a pinned rack keeps its place. */
static guint
most_central (const Hall   *hall,
              const double *sums_m)
{
  guint best = G_MAXUINT;

  for (guint i = 0; i < hall->problem->n_racks; i++)
    if (!hall->is_fixed[hall->rack[i]]
        && (best == G_MAXUINT || weft_physical_exceeds (sums_m[best], sums_m[i])))
      best = i;

  return best;
}

/* Spine racks have cables to everywhere, so they go to the middle before the others are halved. */
static void
place_spines (Hall *hall)
{
  const gboolean *is_spine = hall->problem->is_spine;
  g_autofree double *sums_m = NULL;

  if (is_spine == NULL)
    return;

  sums_m = measure_centrality (hall);
  for (guint rack = 0; rack < hall->problem->n_racks; rack++)
    if (is_spine[rack] && !hall->is_fixed[rack])
      {
        exchange (hall, hall->rank[rack], most_central (hall, sums_m));
        hall->is_fixed[rack] = TRUE;
      }
}

/* Where to cut free ranks [from, to): between two rows when there are two, else in the middle. */
static guint
cut_of (const Hall  *hall,
        const guint *ranks,
        guint        from,
        guint        to)
{
  guint middle = from + (to - from) / 2;

  for (guint off = 0; off <= (to - from) / 2; off++)
    {
      const guint tries[2] = { middle - off, middle + off };

      for (guint i = 0; i < 2; i++)
        if (tries[i] > from && tries[i] < to
            && hall->places[ranks[tries[i] - 1]].row != hall->places[ranks[tries[i]]].row)
          return tries[i];
    }
  return middle;
}

static void
set_pull (Hall        *hall,
          const guint *racks,
          guint        n,
          guint        first_right)
{
  const WeftRackGraph *graph = &hall->graph;

  for (guint i = 0; i < n; i++)
    hall->side[racks[i]] = 1;
  for (guint i = 0; i < n; i++)
    {
      gint64 pull = 0;

      for (guint j = graph->first[racks[i]]; j < graph->first[racks[i] + 1]; j++)
        if (hall->side[graph->neighbour[j]] == 0)
          pull += (hall->rank[graph->neighbour[j]] >= first_right ? 1 : -1) * graph->weight[j];
      hall->pull[racks[i]] = pull;
    }
  for (guint i = 0; i < n; i++)
    hall->side[racks[i]] = 0;
}

/* Puts @racks[from, to) onto @ranks[from, to). A rack that is not placed yet has the rank of the
 * middle of its region, so that others know which way it will lie. */
static void
halve (Hall        *hall,
       guint       *racks,
       const guint *ranks,
       guint        from,
       guint        to)
{
  guint cut;

  if (to - from <= 1)
    {
      if (to > from)
        put (hall, racks[from], ranks[from]);
      return;
    }

  cut = cut_of (hall, ranks, from, to);
  set_pull (hall, racks + from, to - from, ranks[cut]);
  weft_bisect (&hall->graph, racks + from, to - from, cut - from, hall->pull, hall->side);
  for (guint i = from; i < to; i++)
    hall->rank[racks[i]] = i < cut ? ranks[from + (cut - from) / 2] : ranks[cut + (to - cut) / 2];

  halve (hall, racks, ranks, from, cut);
  halve (hall, racks, ranks, cut, to);
}

static void
halve_all (Hall *hall)
{
  guint n = hall->problem->n_racks;
  g_autofree guint *racks = g_new (guint, n + 1);
  g_autofree guint *ranks = g_new (guint, n + 1);
  guint n_free = 0;

  for (guint rank = 0; rank < n; rank++)
    if (!hall->is_fixed[hall->rack[rank]])
      {
        racks[n_free] = hall->rack[rank];
        ranks[n_free++] = rank;
      }
  halve (hall, racks, ranks, 0, n_free);
}

/* Metres of a rack's cables if it stood at @rank, without those to @other. */
static double
run_of (const Hall *hall,
        guint       rack,
        guint       rank,
        guint       other)
{
  const WeftRackGraph *graph = &hall->graph;
  double sum_m = 0.0;

  for (guint i = graph->first[rack]; i < graph->first[rack + 1]; i++)
    if (graph->neighbour[i] != other)
      sum_m += (double) graph->weight[i]
               * run_between (hall, rank, hall->rank[graph->neighbour[i]]);

  return sum_m;
}

static gboolean
try_exchange (Hall  *hall,
              guint  a,
              guint  b)
{
  guint rack_a = hall->rack[a];
  guint rack_b = hall->rack[b];
  double now_m, then_m;

  if (hall->is_fixed[rack_a] || hall->is_fixed[rack_b])
    return FALSE;

  now_m = run_of (hall, rack_a, a, rack_b) + run_of (hall, rack_b, b, rack_a);
  then_m = run_of (hall, rack_a, b, rack_b) + run_of (hall, rack_b, a, rack_a);
  if (then_m >= now_m - WEFT_PHYSICAL_TOLERANCE * now_m)
    return FALSE;

  exchange (hall, a, b);
  return TRUE;
}

static void
exchange_near (Hall *hall)
{
  guint n = hall->problem->n_racks;
  gboolean is_better = TRUE;

  for (guint round = 0; round < MAX_ROUNDS && is_better; round++)
    {
      is_better = FALSE;
      for (guint a = 0; a < n; a++)
        for (guint b = a + 1; b < n && b <= a + EXCHANGE_WINDOW; b++)
          is_better |= try_exchange (hall, a, b);
    }
}

/* Puts each rack back to the rank that it had at first. */
static void
go_back (Hall        *hall,
         const guint *racks)
{
  for (guint rank = 0; rank < hall->problem->n_racks; rank++)
    put (hall, racks[rank], rank);
}

/* Returns what the order that is left in @hall takes, @before_m at most. */
static double
shorten (Hall        *hall,
         const guint *racks,
         double       before_m)
{
  double after_m;

  place_spines (hall);
  halve_all (hall);
  exchange_near (hall);
  after_m = total_run (hall);
  if (after_m <= before_m)
    return after_m;

  /* A hand has done better; only near racks change places then. */
  go_back (hall, racks);
  exchange_near (hall);
  after_m = total_run (hall);
  if (after_m <= before_m)
    return after_m;

  go_back (hall, racks);
  return before_m;
}

/**
 * weft_placement_run_total: (skip)
 * @rules: the hall
 * @problem: the racks and what joins them
 * @places: (array): where each rack stands; the units do not count
 * @total_m: (out): sum over all cables of the run along the trays, see weft_cable_floor_run()
 * @error: return location for a #WeftPhysicalError
 *
 * The ways up and down, dress and loops are the same in any order, so they are left out.
 *
 * Returns: whether @total_m is set
 */
gboolean
weft_placement_run_total (const WeftCableRules        *rules,
                          const WeftPlacementProblem  *problem,
                          const WeftRackPlace         *places,
                          double                      *total_m,
                          GError                     **error)
{
  g_auto (Hall) hall = { 0 };
  g_autofree guint *racks = NULL;

  g_return_val_if_fail (rules != NULL && problem != NULL && total_m != NULL, FALSE);
  g_return_val_if_fail (places != NULL || problem->n_racks == 0, FALSE);
  g_return_val_if_fail (problem->edges != NULL || problem->n_edges == 0, FALSE);

  if (!check_problem (rules, problem, places, error))
    return FALSE;
  racks = sort_racks (problem, places, error);
  if (racks == NULL)
    return FALSE;

  hall_init (&hall, rules, problem, places, racks);
  *total_m = total_run (&hall);
  return TRUE;
}

/**
 * weft_placement_order: (skip)
 * @rules: the hall
 * @problem: the racks and what joins them
 * @places: (array) (inout): where each rack stands; afterwards the racks have changed places among
 *   themselves, pinned ones excepted. Units stay with their rack.
 * @before_m: (out) (optional): weft_placement_run_total() of the given order
 * @after_m: (out) (optional): the same of the new one, never more
 * @error: return location for a #WeftPhysicalError
 *
 * Spine racks go to the places from which the runs to all others are shortest, in a single row its
 * middle; the others are halved recursively (Fiduccia and Mattheyses 1982), each half knowing where
 * its cables lead; then near racks are exchanged while that helps. A given order that is shorter
 * than all of this is kept, and only near racks are exchanged in it. The same input gives the same
 * order on any machine.
 *
 * Returns: whether @places are set; on %FALSE they are untouched
 */
gboolean
weft_placement_order (const WeftCableRules        *rules,
                      const WeftPlacementProblem  *problem,
                      WeftRackPlace               *places,
                      double                      *before_m,
                      double                      *after_m,
                      GError                     **error)
{
  g_auto (Hall) hall = { 0 };
  g_autofree guint *racks = NULL;
  double before, after;

  g_return_val_if_fail (rules != NULL && problem != NULL, FALSE);
  g_return_val_if_fail (places != NULL || problem->n_racks == 0, FALSE);
  g_return_val_if_fail (problem->edges != NULL || problem->n_edges == 0, FALSE);

  if (!check_problem (rules, problem, places, error))
    return FALSE;
  racks = sort_racks (problem, places, error);
  if (racks == NULL)
    return FALSE;

  hall_init (&hall, rules, problem, places, racks);
  before = total_run (&hall);
  after = shorten (&hall, racks, before);
  for (guint rack = 0; rack < problem->n_racks; rack++)
    {
      places[rack].row = hall.places[hall.rank[rack]].row;
      places[rack].position = hall.places[hall.rank[rack]].position;
    }
  if (before_m != NULL)
    *before_m = before;
  if (after_m != NULL)
    *after_m = after;
  return TRUE;
}
