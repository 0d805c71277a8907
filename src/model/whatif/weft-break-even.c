/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks through a range for changes of sign of the difference, and halves each interval that has one. */
#include "model/whatif/weft-break-even.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Answers are equal below, as far as doubles tell. */
#define SAME 1e-12
/* Halving ends at neighbouring doubles, which so many steps reach. */
#define MOST_STEPS 200
/* Where the answers still differ by more at the end, they have jumped. */
#define JUMP 1e-6

/* What is asked again and again. */
typedef struct
{
  const WeftResponse *response;
  const WeftFactor *factors;
  guint input;
  gboolean less_is_better;
  double *x; /* of all inputs */
} Search;

typedef struct
{
  double x;
  double first;
  double second;
  int sign; /* 1: the first is better; 0: equal, or not known */
  gboolean is_known;
} Point;

static void
judge (const Search *search,
       Point        *point)
{
  double a = point->first, b = point->second;

  point->is_known = !isnan (a) && !isnan (b);
  point->sign = 0;
  if (point->is_known && fabs (a - b) > SAME * fmax (fabs (a), fabs (b)))
    point->sign = (a > b) != search->less_is_better ? 1 : -1;
}

static void
ask (const Search *search,
     double        x,
     Point        *point)
{
  double y[2];

  for (guint i = 0; i < search->response->n_inputs; i++)
    search->x[i] = i == search->input ? x : search->factors[i].value;
  weft_response_ask (search->response, search->x, y);
  *point = (Point) { .x = x, .first = y[0], .second = y[1] };
  judge (search, point);
}

static double
middle (const Search *search,
        double        a,
        double        b)
{
  return search->factors[search->input].is_log && a > 0 ? sqrt (a) * sqrt (b) : a + (b - a) / 2;
}

/* Between two points of opposite sign. Counting inputs end at neighbouring numbers. */
static WeftCrossing
narrow (const Search *search,
        Point         left,
        Point         right)
{
  gboolean is_whole = search->factors[search->input].is_whole;

  for (guint i = 0; i < MOST_STEPS; i++)
    {
      Point between;
      double x = middle (search, left.x, right.x);

      if (is_whole)
        x = floor (x);
      if (!(x > left.x && x < right.x))
        break;
      ask (search, x, &between);
      if (between.sign == left.sign)
        left = between;
      else
        right = between;
      if (between.is_known && between.sign == 0)
        break;
    }

  return (WeftCrossing) {
    .x = right.x,
    .first = right.first,
    .second = right.second,
    .first_rises = left.sign < 0,
    .is_jump = is_whole || fabs (right.first - right.second) > JUMP * fmax (fabs (right.first), fabs (right.second)),
  };
}

static gboolean
scan (const Search     *search,
      Point            *points,
      guint             n,
      const WeftAsking *asking,
      GError          **error)
{
  guint d = search->response->n_inputs;
  g_autofree double *x = g_new (double, (gsize) n * d);
  g_autofree double *y = g_new (double, (gsize) n * 2);

  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < d; i++)
      x[(gsize) k * d + i] = i == search->input ? weft_factor_at (&search->factors[i], k / (n - 1.0))
                                                : search->factors[i].value;
  if (!weft_response_map (search->response, asking, x, y, n, error))
    return FALSE;
  for (guint k = 0; k < n; k++)
    {
      points[k] = (Point) { .x = x[(gsize) k * d + search->input], .first = y[2 * k], .second = y[2 * k + 1] };
      judge (search, &points[k]);
    }
  return TRUE;
}

/* Between one where they differ and one where they are equal, on either side: where they begin to be so. */
static void
add_end (const Search *search, Point apart, Point tie, GArray *found)
{
  Point equal = tie;
  gboolean is_whole = search->factors[search->input].is_whole;
  WeftCrossing crossing = { .is_end = TRUE };

  for (guint i = 0; i < MOST_STEPS; i++)
    {
      Point between;
      double low = fmin (apart.x, equal.x), high = fmax (apart.x, equal.x), x = middle (search, low, high);

      if (is_whole)
        x = floor (x);
      if (!(x > low && x < high))
        break;
      ask (search, x, &between);
      if (between.is_known && between.sign == 0)
        equal = between;
      else
        apart = between;
    }

  /* What differs by less than the tolerance of ties is the one point that was asked. */
  if (fabs (equal.x - tie.x) <= JUMP * fabs (tie.x))
    equal = tie;
  crossing.x = equal.x;
  crossing.first = equal.first;
  crossing.second = equal.second;
  g_array_append_val (found, crossing);
}

static gboolean
is_tie (const Point *point)
{
  return point->is_known && point->sign == 0;
}

/* A stretch where both are equal counts once, when one is better before it and the other after, or at its inner edge
 * when it lies at an end of the range. */
static void
find_crossings (const Search  *search,
                const Point   *points,
                guint          n,
                WeftBreakEven *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (WeftCrossing));
  guint n_low = 0, n_high = 0;
  int last = -1;

  self->always_equal = TRUE;
  while (n_low < n && is_tie (&points[n_low]))
    n_low++;
  while (n_high < n - n_low && is_tie (&points[n - 1 - n_high]))
    n_high++;
  if (n_low > 0 && n_low < n)
    add_end (search, points[n_low], points[n_low - 1], found);
  for (guint k = 0; k < n; k++)
    {
      WeftCrossing crossing;

      self->always_equal &= points[k].is_known && points[k].sign == 0;
      if (!points[k].is_known)
        last = -1;
      if (points[k].sign == 0)
        continue;
      if (last >= 0 && points[last].sign != points[k].sign)
        {
          crossing = narrow (search, points[last], points[k]);
          g_array_append_val (found, crossing);
        }
      last = (int) k;
    }
  if (n_high > 0)
    add_end (search, points[n - 1 - n_high], points[n - n_high], found);
  self->n_crossings = found->len;
  self->crossings = (WeftCrossing *) g_array_free (g_steal_pointer (&found), FALSE);
}

static gboolean
check_range (const WeftFactor *factor,
             guint             n_scans,
             GError          **error)
{
  if (!isfinite (factor->low) || !isfinite (factor->high) || !(factor->low < factor->high))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("%s: a range from %g to %g is asked for, expected a smaller and a larger number"), factor->name,
                   factor->low, factor->high);
      return FALSE;
    }
  if (n_scans < 2 || n_scans > WEFT_BREAK_EVEN_MOST_SCANS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%u points are asked for, expected 2 to %u"),
                   n_scans, WEFT_BREAK_EVEN_MOST_SCANS);
      return FALSE;
    }
  return TRUE;
}

/**
 * weft_break_even_new: (skip)
 * @response: two answers of the same kind; further ones are not looked at
 * @factors: its inputs; that of @input with its range
 * @input: which of them moves
 * @less_is_better: whether the answers are times or costs
 * @n_scans: points at which the range is looked through; crossings closer together than that may be missed in pairs
 * @asking: (nullable): how
 * @error: return location
 *
 * Returns: (transfer full): where one overtakes the other, or %NULL when it was cancelled or the range is none
 */
WeftBreakEven *
weft_break_even_new (const WeftResponse *response,
                     const WeftFactor   *factors,
                     guint               input,
                     gboolean            less_is_better,
                     guint               n_scans,
                     const WeftAsking   *asking,
                     GError            **error)
{
  g_autofree double *x = NULL;
  g_autofree Point *points = NULL;
  Search search;
  WeftBreakEven *self;

  g_return_val_if_fail (response->n_outputs == 2 && input < response->n_inputs, NULL);

  if (!check_range (&factors[input], n_scans, error))
    return NULL;
  x = g_new (double, response->n_inputs);
  points = g_new (Point, n_scans);
  search = (Search) { response, factors, input, less_is_better, x };
  if (!scan (&search, points, n_scans, asking, error))
    return NULL;

  self = g_new0 (WeftBreakEven, 1);
  self->low = points[0].x;
  self->first_low = points[0].first;
  self->second_low = points[0].second;
  self->high = points[n_scans - 1].x;
  self->first_high = points[n_scans - 1].first;
  self->second_high = points[n_scans - 1].second;
  find_crossings (&search, points, n_scans, self);
  return self;
}

/**
 * weft_break_even_free: (skip)
 * @self: (transfer full): what was found
 */
void
weft_break_even_free (WeftBreakEven *self)
{
  g_free (self->crossings);
  g_free (self);
}
