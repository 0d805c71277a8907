/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terms of the estimate: which facts of a partition a kind of work can wait for, and the fit of their factors. */
#include "search/weft-estimate-terms-private.h"

#include <math.h>

/* Rounds of the fit: it converges geometrically, and the residuals are corrected afterwards anyway. */
#define N_ROUNDS 200

static void
add_term (WeftEstimateTerms *terms,
          WeftEstimatePart   part,
          double             value)
{
  terms->part[terms->n] = part;
  terms->value[terms->n++] = value;
}

static double
peak_flops (WeftEstimateKind        kind,
            const WeftEstimateSite *site)
{
  switch (kind)
    {
    case WEFT_ESTIMATE_TRAINING:
    case WEFT_ESTIMATE_SURROGATE:
      return site->bf16_flops;
    case WEFT_ESTIMATE_PREFILL:
    case WEFT_ESTIMATE_DECODE:
      return site->serving_flops;
    case WEFT_ESTIMATE_STENCIL:
    case WEFT_ESTIMATE_HPCG:
    case WEFT_ESTIMATE_FFT:
    case WEFT_N_ESTIMATES:
    default:
      return site->fp64_flops;
    }
}

/* Messages that wait for one another when all chips agree on a number: along a domain, then from domain to domain. */
static double
chain_s (const WeftEstimateSite *site)
{
  return MIN (site->n, site->domain_chips) * site->inside_alpha_s
         + ceil (site->n / site->domain_chips) * site->across_alpha_s;
}

/* Halos: what a chip sends goes with the surface of its part of the grid. */
static double
surface_s (const WeftEstimateSite *site)
{
  return 1 / (pow (site->n, 2.0 / 3.0) * site->across_bw_bytes_s);
}

static void
add_communication (WeftEstimateKind        kind,
                   const WeftEstimateSite *site,
                   WeftEstimateTerms      *terms)
{
  switch (kind)
    {
    case WEFT_ESTIMATE_TRAINING:
      add_term (terms, WEFT_ESTIMATE_LATENCY, chain_s (site));
      add_term (terms, WEFT_ESTIMATE_BISECTION, 1 / (site->n * site->inside_bw_bytes_s));
      /* Each chip of a domain carries its part of the gradients to the other domains. */
      add_term (terms, WEFT_ESTIMATE_BISECTION,
                1 / (MIN (site->n, site->domain_chips) * site->across_bw_bytes_s));
      break;
    case WEFT_ESTIMATE_PREFILL:
    case WEFT_ESTIMATE_DECODE:
      /* Chips in a domain agree on every layer; those that hold a part of the model each hand on along a pipeline, which is
       * the longer the less each holds. What the one takes says nothing of the other. */
      add_term (terms, WEFT_ESTIMATE_LATENCY, site->on_chip_memory ? 0 : site->inside_alpha_s / site->n);
      add_term (terms, WEFT_ESTIMATE_LATENCY,
                site->on_chip_memory ? site->across_alpha_s / (site->n * site->mem_bytes) : 0);
      add_term (terms, WEFT_ESTIMATE_BISECTION,
                site->on_chip_memory ? 0 : 1 / (site->n * site->inside_bw_bytes_s));
      add_term (terms, WEFT_ESTIMATE_BISECTION,
                site->on_chip_memory ? 1 / (site->n * site->mem_bytes * site->across_bw_bytes_s) : 0);
      /* A chip that holds little beside the model has few sequences to work at. */
      add_term (terms, WEFT_ESTIMATE_BUBBLE,
                site->on_chip_memory ? 1 / (site->n * site->serving_flops * site->mem_bytes) : 0);
      break;
    case WEFT_ESTIMATE_STENCIL:
      add_term (terms, WEFT_ESTIMATE_LATENCY, site->across_alpha_s);
      add_term (terms, WEFT_ESTIMATE_BISECTION, surface_s (site));
      break;
    case WEFT_ESTIMATE_HPCG:
      add_term (terms, WEFT_ESTIMATE_LATENCY, chain_s (site));
      add_term (terms, WEFT_ESTIMATE_LATENCY, site->across_alpha_s);
      add_term (terms, WEFT_ESTIMATE_BISECTION, surface_s (site));
      break;
    case WEFT_ESTIMATE_FFT:
      add_term (terms, WEFT_ESTIMATE_LATENCY, site->across_alpha_s);
      add_term (terms, WEFT_ESTIMATE_BISECTION, 1 / (site->n * site->across_bw_bytes_s));
      break;
    case WEFT_ESTIMATE_SURROGATE:
    case WEFT_N_ESTIMATES:
    default:
      break;
    }
}

/**
 * weft_estimate_terms: (skip)
 * @kind: what is to be done
 * @site: where
 * @terms: (out): times up to a factor
 *
 * With n chips: arithmetic 1 / (n peak) and traffic b / (n bandwidth), b = 2 for serving without FP8 (roofline, Williams, Waterman and
 * Patterson 2009); then what the algorithm is known to send: halos with the surface n^(-2/3), transposes with the volume
 * 1 / n, scalar reductions along chains of chips, gradients once a step, activations inside a domain.
 *
 * Returns: %FALSE when the chip lacks the arithmetic
 */
gboolean
weft_estimate_terms (WeftEstimateKind        kind,
                     const WeftEstimateSite *site,
                     WeftEstimateTerms      *terms)
{
  double peak = peak_flops (kind, site);
  gboolean wide = !site->has_fp8 && !site->on_chip_memory
                  && (kind == WEFT_ESTIMATE_PREFILL || kind == WEFT_ESTIMATE_DECODE);

  terms->n = 0;
  if (!(peak > 0) || !(site->n > 0))
    return FALSE;

  add_term (terms, WEFT_ESTIMATE_COMPUTE, 1 / (site->n * peak));
  add_term (terms, WEFT_ESTIMATE_MEMORY, (wide ? 2 : 1) / (site->n * site->mem_bw_bytes_s));
  add_communication (kind, site, terms);
  return TRUE;
}

/**
 * weft_estimate_fit_terms: (skip)
 * @rows: terms over what they should add up to, row by row
 * @n_rows: observations
 * @n_columns: terms
 * @factors: (inout): factors
 *
 * Least squares without negative factors by multiplicative updates (Lee and Seung 2001), which need no choice of a step and, with
 * fewer observations than terms, stay near the start.
 */
void
weft_estimate_fit_terms (const double *rows,
                         guint         n_rows,
                         guint         n_columns,
                         double       *factors)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double above[WEFT_ESTIMATE_TERMS] = { 0 };
      double below[WEFT_ESTIMATE_TERMS] = { 0 };

      for (guint i = 0; i < n_rows; i++)
        {
          const double *row = rows + (gsize) i * n_columns;
          double sum = 0;

          for (guint j = 0; j < n_columns; j++)
            sum += factors[j] * row[j];
          for (guint j = 0; j < n_columns; j++)
            {
              above[j] += row[j];
              below[j] += row[j] * sum;
            }
        }

      for (guint j = 0; j < n_columns; j++)
        if (below[j] > 0)
          factors[j] *= above[j] / below[j];
    }
}
