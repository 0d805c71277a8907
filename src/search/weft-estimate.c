/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The estimate: factors of the terms from attributed times, then a correction for every chip from what is left over,
 * and how far it may be off. */
#include "search/weft-estimate-private.h"

#include <math.h>
#include <string.h>

#include "search/weft-estimate-terms-private.h"

/* Parts below this share say nothing reliable of their factor. */
#define LEAST_SHARE 1e-4
/* The side of the roofline that never showed is at most what hides it; half of that is assumed. */
#define HIDDEN_SIDE 0.5
/* A hopeful estimate takes it for this part of what hides it. */
#define HIDDEN_SIDE_AT_BEST 0.02
/* A correction is shrunk as if this many sightings without an error had been there too. */
#define SHRINKAGE 0.03
/* Sightings count for other numbers of chips by a bell curve in ln n of this width, and by a factor for other fabrics. */
#define SIZE_WIDTH 0.5
#define OTHER_FABRIC 0.7
/* Whole pipelines and nodes fit some sizes better than those next to them: the very same number counts so much more. */
#define SAME_SIZE 10
/* Another fabric may do this much better than the limit of a chip's time says. */
#define LIMIT_SLACK 0.95
/* Standard deviation of ln t: where nothing is known, and for how many chips this counts beside those that were seen. */
#define UNKNOWN_SPREAD 0.3
#define PRIOR_CHIPS 1.0

typedef struct
{
  gboolean known; /* something was seen exactly */
  double factors[WEFT_ESTIMATE_TERMS];
  gboolean hidden[2]; /* the side of the roofline never showed */
  gboolean class_known[2];
  double class_shift[2]; /* by on_chip_memory: mean of ln(seen / terms), shrunk */
  double spread;         /* of what is left over, for a chip not seen */
} Fit;

typedef struct
{
  WeftSighting sighting;
  WeftEstimateTerms terms;
  double residual; /* ln(seen / estimated) */
  gboolean counts;
} Known;

struct _WeftEstimate
{
  gboolean attribution;
  GArray *known[WEFT_N_ESTIMATES]; /* of Known */
  GArray *unable[WEFT_N_ESTIMATES]; /* of WeftEstimateSite */
  double able_bytes[WEFT_N_ESTIMATES][2]; /* by on_chip_memory: the least memory that was seen to do; 0 for none */
  Fit fits[WEFT_N_ESTIMATES];
};

/* --- factors --- */

static double
part_seconds (const Known      *known,
              WeftEstimatePart  part)
{
  return known->sighting.seconds * known->sighting.share[part];
}

static gboolean
is_exact (const Known *known,
          gboolean     attributed)
{
  return known->sighting.seen == WEFT_SEEN_EXACTLY && (!attributed || known->sighting.has_share);
}

/* The geometric mean over where the part showed; 0 when it never did. */
static double
fit_side (GArray           *all,
          guint             term,
          WeftEstimatePart  part)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const Known *known = &g_array_index (all, Known, i);

      if (!is_exact (known, TRUE) || !(known->sighting.share[part] > LEAST_SHARE))
        continue;
      sum += log (part_seconds (known, part) / known->terms.value[term]);
      n++;
    }

  return n > 0 ? exp (sum / n) : 0;
}

/* The largest factor with which a side of the roofline stays hidden everywhere. */
static double
bound_side (GArray           *all,
            guint             term,
            WeftEstimatePart  other)
{
  double bound = INFINITY;

  for (guint i = 0; i < all->len; i++)
    {
      const Known *known = &g_array_index (all, Known, i);

      if (is_exact (known, TRUE) && known->sighting.share[other] > LEAST_SHARE)
        bound = MIN (bound, part_seconds (known, other) / known->terms.value[term]);
    }

  return isinf (bound) ? 0 : bound;
}

/* The terms of one part of communication together. */
static void
fit_part (GArray           *all,
          WeftEstimatePart  part,
          double           *factors)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (double));
  const WeftEstimateTerms *terms = &g_array_index (all, Known, 0).terms;
  guint columns[WEFT_ESTIMATE_TERMS], n = 0, n_rows = 0;
  double found[WEFT_ESTIMATE_TERMS] = { 0 };

  for (guint j = 2; j < terms->n; j++)
    if (terms->part[j] == part)
      columns[n++] = j;
  for (guint i = 0; i < all->len && n > 0; i++)
    {
      const Known *known = &g_array_index (all, Known, i);

      if (!is_exact (known, TRUE) || !(known->sighting.share[part] > LEAST_SHARE))
        continue;
      for (guint j = 0; j < n; j++)
        {
          double value = known->terms.value[columns[j]] / part_seconds (known, part);

          /* Each begins where it was first waited for; what never was is no term. */
          if (!(found[j] > 0) && value > 0)
            found[j] = 1 / (value * n);
          g_array_append_val (rows, value);
        }
      n_rows++;
    }

  if (n_rows > 0)
    weft_estimate_fit_terms ((const double *) (gpointer) rows->data, n_rows, n, found);
  for (guint j = 0; j < n; j++)
    factors[columns[j]] = n_rows > 0 ? found[j] : 0;
}

static gboolean
has_bubble_term (GArray *all)
{
  const WeftEstimateTerms *terms = &g_array_index (all, Known, 0).terms;

  return terms->part[terms->n - 1] == WEFT_ESTIMATE_BUBBLE;
}

/* Filling a pipeline takes time in proportion to the arithmetic. */
static double
fit_bubble (GArray *all)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const Known *known = &g_array_index (all, Known, i);

      if (!is_exact (known, TRUE))
        continue;
      sum += part_seconds (known, WEFT_ESTIMATE_BUBBLE) / known->terms.value[0];
      n++;
    }

  return n > 0 ? sum / n : 0;
}

/* Without attribution all terms share the time in whatever way fits. */
static void
fit_totals (GArray *all,
            double *factors)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_terms = g_array_index (all, Known, 0).terms.n;
  guint n_rows = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const Known *known = &g_array_index (all, Known, i);

      if (!is_exact (known, FALSE))
        continue;
      for (guint j = 0; j < n_terms; j++)
        {
          double value = known->terms.value[j] / known->sighting.seconds;

          if (!(factors[j] > 0) && value > 0)
            factors[j] = 1 / (value * n_terms);
          g_array_append_val (rows, value);
        }
      n_rows++;
    }

  weft_estimate_fit_terms ((const double *) (gpointer) rows->data, n_rows, n_terms, factors);
}

static double
terms_seconds (const WeftEstimate      *self,
               const Fit               *fit,
               const WeftEstimateTerms *terms,
               double                   hidden)
{
  double compute_s = fit->factors[0] * terms->value[0] * (fit->hidden[0] ? hidden : 1);
  double memory_s = fit->factors[1] * terms->value[1] * (fit->hidden[1] ? hidden : 1);
  double total_s;

  /* Nothing seen yet: both sides count alike, and only comparisons mean something. */
  if (!fit->known)
    return sqrt (terms->value[0] * terms->value[1]);

  total_s = self->attribution ? MAX (compute_s, memory_s) : compute_s + memory_s;
  for (guint j = 2; j < terms->n; j++)
    total_s += fit->factors[j] * terms->value[j];
  return total_s;
}

/* A token takes the same arithmetic whether it is read or written: what prefill shows of it decode need not show again. */
static void
borrow_arithmetic (const Fit *prefill,
                   Fit       *decode)
{
  if (!decode->hidden[0] || !prefill->known || prefill->hidden[0] || !(prefill->factors[0] > 0))
    return;
  decode->factors[0] = decode->factors[0] > 0 ? MIN (decode->factors[0], prefill->factors[0])
                                              : prefill->factors[0];
  decode->hidden[0] = FALSE;
}

static void
fit_factors (WeftEstimate *self,
             GArray       *all,
             Fit          *fit)
{
  double *factors = fit->factors;
  gboolean attributed = FALSE;

  for (guint i = 0; i < all->len; i++)
    {
      fit->known = fit->known || is_exact (&g_array_index (all, Known, i), FALSE);
      attributed = attributed || is_exact (&g_array_index (all, Known, i), TRUE);
    }
  if (!fit->known)
    return;
  if (!self->attribution || !attributed)
    {
      fit_totals (all, factors);
      return;
    }

  factors[0] = fit_side (all, 0, WEFT_ESTIMATE_COMPUTE);
  factors[1] = fit_side (all, 1, WEFT_ESTIMATE_MEMORY);
  fit->hidden[0] = factors[0] == 0;
  fit->hidden[1] = factors[1] == 0;
  if (fit->hidden[0])
    factors[0] = bound_side (all, 0, WEFT_ESTIMATE_MEMORY);
  if (fit->hidden[1])
    factors[1] = bound_side (all, 1, WEFT_ESTIMATE_COMPUTE);
  if (fit == &self->fits[WEFT_ESTIMATE_DECODE])
    borrow_arithmetic (&self->fits[WEFT_ESTIMATE_PREFILL], fit);
  fit_part (all, WEFT_ESTIMATE_LATENCY, factors);
  fit_part (all, WEFT_ESTIMATE_BISECTION, factors);
  if (has_bubble_term (all))
    fit_part (all, WEFT_ESTIMATE_BUBBLE, factors);
  else
    factors[0] += fit_bubble (all);
}

/* --- what the factors leave over --- */

static void
find_residuals (WeftEstimate *self,
                GArray       *all,
                Fit          *fit)
{
  double sum[2] = { 0 };
  guint n[2] = { 0 };

  for (guint i = 0; i < all->len; i++)
    {
      Known *known = &g_array_index (all, Known, i);
      guint class = known->sighting.site.on_chip_memory ? 1 : 0;

      known->residual = log (known->sighting.seconds / terms_seconds (self, fit, &known->terms, HIDDEN_SIDE));
      if (!is_exact (known, FALSE))
        continue;
      sum[class] += known->residual;
      n[class]++;
    }

  for (guint i = 0; i < 2; i++)
    {
      fit->class_known[i] = n[i] > 0;
      fit->class_shift[i] = sum[i] / (n[i] + 1.0);
    }
}

/* A limit counts where the estimate is on the wrong side of it. */
static void
apply_limits (GArray    *all,
              const Fit *fit)
{
  for (guint i = 0; i < all->len; i++)
    {
      Known *known = &g_array_index (all, Known, i);
      WeftSeen seen = known->sighting.seen;

      known->residual -= fit->class_shift[known->sighting.site.on_chip_memory ? 1 : 0];
      known->counts = seen == WEFT_SEEN_EXACTLY || (seen == WEFT_SEEN_AT_LEAST && known->residual > 0)
                      || (seen == WEFT_SEEN_AT_MOST && known->residual < 0);
    }
}

/* Each chip counts once, with the first that was seen of it: later ones were chosen knowing it. */
static double
measure_spread (GArray *all)
{
  double sum = PRIOR_CHIPS * UNKNOWN_SPREAD * UNKNOWN_SPREAD;
  double n = PRIOR_CHIPS;

  for (guint i = 0; i < all->len; i++)
    {
      const Known *known = &g_array_index (all, Known, i);
      gboolean first = is_exact (known, FALSE);

      for (guint j = 0; j < i && first; j++)
        {
          const Known *other = &g_array_index (all, Known, j);

          first = !is_exact (other, FALSE)
                  || other->sighting.site.chip != known->sighting.site.chip;
        }
      if (!first)
        continue;
      sum += known->residual * known->residual;
      n++;
    }

  return sqrt (sum / n);
}

/* The correction for a site, and how well it is known: the weight of the sightings that it comes from. */
static double
correct (GArray                 *all,
         const WeftEstimateSite *site,
         double                 *weight)
{
  double sum = 0, total = 0;

  *weight = 0;
  for (guint i = 0; i < all->len; i++)
    {
      const Known *known = &g_array_index (all, Known, i);
      double distance, w;

      if (!known->counts || known->sighting.site.chip != site->chip)
        continue;
      distance = log (known->sighting.site.n / site->n) / SIZE_WIDTH;
      w = exp (-0.5 * distance * distance);
      if (known->sighting.site.unit != site->unit)
        w *= OTHER_FABRIC;
      /* What is near counts far more than what is merely related. */
      w *= w * w;
      if (!(fabs (distance) > 0))
        w *= SAME_SIZE;
      sum += w * known->residual;
      total += w;
      /* Limits move the estimate, but they do not make it sure. */
      if (is_exact (known, FALSE))
        *weight += w;
    }

  return sum / (total + SHRINKAGE);
}

/* No hope beyond what a limit leaves: fewer chips are not faster, more at most in proportion. */
static double
limit_hope (GArray                 *all,
            const WeftEstimateSite *site,
            double                  hopeful_s)
{
  for (guint i = 0; i < all->len; i++)
    {
      const WeftSighting *sighting = &g_array_index (all, Known, i).sighting;

      if (sighting->seen == WEFT_SEEN_AT_LEAST && sighting->site.chip == site->chip)
        hopeful_s = MAX (hopeful_s, sighting->seconds * MIN (1, sighting->site.n / site->n)
                                      * LIMIT_SLACK);
    }

  return hopeful_s;
}

static double
total_bytes (const WeftEstimateSite *site)
{
  return site->n * site->mem_bytes;
}

/* What was seen not to do it will not do it with less; too little memory is no reason for others once less of it did. */
static gboolean
seems_unable (const WeftEstimate     *self,
              WeftEstimateKind        kind,
              const WeftEstimateSite *site)
{
  double able_bytes = self->able_bytes[kind][site->on_chip_memory ? 1 : 0];

  for (guint i = 0; i < self->unable[kind]->len; i++)
    {
      const WeftEstimateSite *unable = &g_array_index (self->unable[kind], WeftEstimateSite, i);

      if (unable->on_chip_memory == site->on_chip_memory && total_bytes (site) <= total_bytes (unable)
          && (unable->unit == site->unit || able_bytes == 0 || total_bytes (unable) < able_bytes))
        return TRUE;
    }

  return FALSE;
}

static void
note_able (WeftEstimate           *self,
           WeftEstimateKind        kind,
           const WeftEstimateSite *site)
{
  double *able_bytes = &self->able_bytes[kind][site->on_chip_memory ? 1 : 0];

  if (*able_bytes == 0 || total_bytes (site) < *able_bytes)
    *able_bytes = total_bytes (site);
}

/* --- public API --- */

/**
 * weft_estimate_new: (skip)
 * @attribution: whether shares of the time are used
 *
 * Returns: (transfer full): an estimate that has seen nothing
 */
WeftEstimate *
weft_estimate_new (gboolean attribution)
{
  WeftEstimate *self = g_new0 (WeftEstimate, 1);

  self->attribution = attribution;
  for (guint i = 0; i < WEFT_N_ESTIMATES; i++)
    {
      self->known[i] = g_array_new (FALSE, FALSE, sizeof (Known));
      self->unable[i] = g_array_new (FALSE, FALSE, sizeof (WeftEstimateSite));
    }
  weft_estimate_fit (self);
  return self;
}

/**
 * weft_estimate_free: (skip)
 * @self: (transfer full): an estimate
 */
void
weft_estimate_free (WeftEstimate *self)
{
  for (guint i = 0; i < WEFT_N_ESTIMATES; i++)
    {
      g_array_unref (self->known[i]);
      g_array_unref (self->unable[i]);
    }
  g_free (self);
}

/**
 * weft_estimate_see: (skip)
 * @self: an estimate
 * @sighting: what a verdict says of one partition and kind of work
 */
void
weft_estimate_see (WeftEstimate       *self,
                   const WeftSighting *sighting)
{
  Known known = { .sighting = *sighting };

  /* A chip without the arithmetic is unable whatever its memory: that says nothing of others. */
  if (!weft_estimate_terms (sighting->kind, &sighting->site, &known.terms))
    return;
  if (sighting->seen == WEFT_SEEN_UNABLE)
    g_array_append_val (self->unable[sighting->kind], sighting->site);
  else if (sighting->seconds > 0 && !isinf (sighting->seconds))
    g_array_append_val (self->known[sighting->kind], known);
  if (sighting->seen == WEFT_SEEN_EXACTLY)
    note_able (self, sighting->kind, &sighting->site);
}

/**
 * weft_estimate_fit: (skip)
 * @self: an estimate
 *
 * Attributed seconds over a term give its factor; of arithmetic and memory traffic, which hide one another, each from where it
 * showed. What remains, ln(seen / estimated), is averaged over each chip, weighted by how near the number of chips is.
 */
void
weft_estimate_fit (WeftEstimate *self)
{
  for (guint kind = 0; kind < WEFT_N_ESTIMATES; kind++)
    {
      Fit *fit = &self->fits[kind];
      GArray *all = self->known[kind];

      memset (fit->factors, 0, sizeof fit->factors);
      memset (fit->class_shift, 0, sizeof fit->class_shift);
      memset (fit->hidden, 0, sizeof fit->hidden);
      fit->known = FALSE;
      fit->spread = UNKNOWN_SPREAD;
      if (all->len > 0)
        fit_factors (self, all, fit);
      if (!fit->known)
        continue;
      find_residuals (self, all, fit);
      apply_limits (all, fit);
      fit->spread = measure_spread (all);
    }
}

/**
 * weft_estimate_predict: (skip)
 * @self: an estimate
 * @kind: what is to be done
 * @site: where
 * @hope: how many standard deviations better a hopeful estimate is
 * @hopeful_s: (out): that estimate; a side of the roofline that never showed takes next to no time in it
 *
 * max(c1 arithmetic, c2 traffic) + sum of c communication, times the correction of the chip.
 *
 * Returns: seconds for a unit of work, INFINITY when the chip lacks the arithmetic or as much memory was seen not to do
 */
double
weft_estimate_predict (WeftEstimate           *self,
                       WeftEstimateKind        kind,
                       const WeftEstimateSite *site,
                       double                  hope,
                       double                 *hopeful_s)
{
  const Fit *fit = &self->fits[kind];
  guint class = site->on_chip_memory ? 1 : 0;
  double spread = UNKNOWN_SPREAD;
  WeftEstimateTerms terms;
  double weight = 0, correction = 0;
  double mean_s;

  *hopeful_s = INFINITY;
  if (!weft_estimate_terms (kind, site, &terms) || seems_unable (self, kind, site))
    return INFINITY;

  if (fit->known)
    {
      correction = fit->class_shift[class] + correct (self->known[kind], site, &weight);
      spread = fit->class_known[class] ? fit->spread : MAX (fit->spread, UNKNOWN_SPREAD);
    }
  spread *= sqrt (SHRINKAGE / (SHRINKAGE + weight));
  *hopeful_s = terms_seconds (self, fit, &terms, weight > SHRINKAGE ? HIDDEN_SIDE : HIDDEN_SIDE_AT_BEST)
               * exp (correction - hope * spread);
  mean_s = terms_seconds (self, fit, &terms, HIDDEN_SIDE) * exp (correction);
  *hopeful_s = MIN (limit_hope (self->known[kind], site, *hopeful_s), mean_s);
  return mean_s;
}
