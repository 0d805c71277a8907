/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a verdict says of each partition: times where a workload ran, limits where it might have run, and what could
 * not run at all. */
#include "search/weft-local-private.h"

#include <math.h>
#include <string.h>

G_STATIC_ASSERT ((int) WEFT_ESTIMATE_COMPUTE == (int) WEFT_PART_COMPUTE
                 && (int) WEFT_ESTIMATE_MEMORY == (int) WEFT_PART_MEMORY
                 && (int) WEFT_ESTIMATE_LATENCY == (int) WEFT_PART_LATENCY
                 && (int) WEFT_ESTIMATE_BISECTION == (int) WEFT_PART_BISECTION
                 && (int) WEFT_ESTIMATE_BUBBLE == (int) WEFT_PART_BUBBLE
                 && (int) WEFT_ESTIMATE_SOFTWARE == (int) WEFT_PART_SOFTWARE
                 && (int) WEFT_N_ESTIMATE_PARTS == (int) WEFT_N_PARTS);

/* Two phases closer than this wait for one another. */
#define EVEN 1e-6

typedef struct
{
  WeftProblem *problem;
  WeftEstimate *estimate;
  const WeftCandidate *candidate;
  const WeftVerdict *verdict;
} Sight;

static double
known_or_0 (double rate)
{
  return isnan (rate) ? 0 : rate;
}

/**
 * weft_local_site: (skip)
 * @problem: the problem
 * @unit: one of its units
 * @n: chips
 * @site: (out): what the catalog says of them
 */
void
weft_local_site (WeftProblem      *problem,
                 guint             unit,
                 double            n,
                 WeftEstimateSite *site)
{
  const WeftSpaceUnit *parts = &g_array_index (problem->units, WeftSpaceUnit, unit);
  const WeftChip *chip = weft_inventory_chip (problem->inventory, parts->chip);
  const WeftScaleupOnChip *inside = weft_inventory_scaleup_on_chip (problem->inventory, parts->scaleup,
                                                                   parts->chip);
  const WeftScaleout *across = weft_inventory_scaleout (problem->inventory, parts->scaleout);

  *site = (WeftEstimateSite) {
    .chip = parts->chip,
    .unit = unit,
    .on_chip_memory = chip->dataflow,
    .has_fp8 = chip->peak_fp8_flops > 0,
    .n = n,
    .bf16_flops = known_or_0 (chip->peak_bf16_flops),
    .serving_flops = known_or_0 (isnan (chip->peak_fp8_flops) ? chip->peak_bf16_flops
                                                              : chip->peak_fp8_flops),
    .fp64_flops = known_or_0 (chip->peak_fp64_flops),
    .mem_bytes = chip->mem_bytes,
    .mem_bw_bytes_s = chip->mem_bw_bytes_s,
    .inside_alpha_s = inside->alpha_s,
    .inside_bw_bytes_s = inside->bw_bytes_s,
    .domain_chips = MAX (inside->domain_chips, 1),
    .across_alpha_s = across->alpha_s,
    .across_bw_bytes_s = across->bw_bytes_s,
  };
}

static void
tell (const Sight      *sight,
      WeftEstimateKind  kind,
      guint             at,
      WeftSeen          seen,
      double            seconds,
      const double     *share)
{
  WeftSighting sighting = { .kind = kind, .seen = seen, .seconds = seconds };

  weft_local_site (sight->problem, sight->candidate->parts[at].unit, sight->verdict->n[at],
                   &sighting.site);
  if (share != NULL)
    {
      sighting.has_share = TRUE;
      memcpy (sighting.share, share, sizeof sighting.share);
    }
  weft_estimate_see (sight->estimate, &sighting);
}

static void
copy_share (const Sight *sight,
            guint        workload,
            double      *share)
{
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    share[i] = sight->verdict->share[workload][i];
}

/* Labels may have kept a partition from a workload that minds them; then it says nothing that it was not chosen. */
static gboolean
was_free (const Sight *sight,
          guint        at)
{
  return sight->candidate->parts[at].role == WEFT_ROLE_GENERAL;
}

static void
see_unable (const Sight      *sight,
            WeftEstimateKind  kind)
{
  for (guint i = 0; i < sight->candidate->n; i++)
    tell (sight, kind, i, WEFT_SEEN_UNABLE, INFINITY, NULL);
}

/* One partition runs it: that one is the fastest. */
static void
see_alone (const Sight      *sight,
           guint             workload,
           WeftEstimateKind  kind,
           double            seconds,
           gboolean          labels)
{
  gint8 at = sight->verdict->site[workload][0];
  double share[WEFT_N_PARTS];

  if (at < 0)
    {
      see_unable (sight, kind);
      return;
    }

  copy_share (sight, workload, share);
  tell (sight, kind, (guint) at, WEFT_SEEN_EXACTLY, seconds, share);
  for (guint i = 0; i < sight->candidate->n; i++)
    if ((int) i != at && (!labels || was_free (sight, i)))
      tell (sight, kind, i, WEFT_SEEN_AT_LEAST, seconds, NULL);
}

/* Two phases took turns: the first had the arithmetic as far as its time went, the second the rest. */
static void
divide_share (const double *whole,
              double        first,
              double       *a,
              double       *b)
{
  double compute = MIN (whole[WEFT_PART_COMPUTE], first);
  double left = first - compute;
  double others = 1 - whole[WEFT_PART_COMPUTE] - whole[WEFT_PART_MEMORY];
  double taken = others > 0 ? MIN (1, left / others) : 0;
  double sum_a = 0, sum_b = 0;

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    {
      a[i] = i == WEFT_PART_COMPUTE ? compute : i == WEFT_PART_MEMORY ? 0 : whole[i] * taken;
      b[i] = whole[i] - a[i];
      sum_a += a[i];
      sum_b += b[i];
    }
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    {
      a[i] = sum_a > 0 ? a[i] / sum_a : 0;
      b[i] = sum_b > 0 ? b[i] / sum_b : 0;
    }
}

static void
see_serving_limits (const Sight *sight,
                    double       request_s,
                    double       in_s,
                    double       out_s)
{
  const gint8 *at = sight->verdict->site[WEFT_WORKLOAD_SERVING];
  const WeftWorkloadSpec *spec = &sight->problem->model.w;
  gboolean shared = at[0] == at[1];

  for (guint i = 0; i < sight->candidate->n; i++)
    {
      if (!was_free (sight, i))
        continue;
      /* With the other phase on the same partition they would take turns. */
      if ((int) i != at[0] && (shared || out_s < request_s * (1 - EVEN)))
        tell (sight, WEFT_ESTIMATE_PREFILL, i, WEFT_SEEN_AT_LEAST,
              (request_s - ((int) i == at[1] ? out_s : 0)) / spec->request_in_tokens, NULL);
      if ((int) i != at[1] && (shared || in_s < request_s * (1 - EVEN)))
        tell (sight, WEFT_ESTIMATE_DECODE, i, WEFT_SEEN_AT_LEAST,
              (request_s - ((int) i == at[0] ? in_s : 0)) / spec->request_out_tokens, NULL);
    }
}

static void
see_serving (const Sight *sight)
{
  const WeftVerdict *verdict = sight->verdict;
  const WeftWorkloadSpec *spec = &sight->problem->model.w;
  const gint8 *at = verdict->site[WEFT_WORKLOAD_SERVING];
  double whole[WEFT_N_PARTS], a[WEFT_N_PARTS], b[WEFT_N_PARTS];
  double in_s, out_s;

  if (at[0] < 0)
    {
      see_unable (sight, WEFT_ESTIMATE_PREFILL);
      see_unable (sight, WEFT_ESTIMATE_DECODE);
      return;
    }

  copy_share (sight, WEFT_WORKLOAD_SERVING, whole);
  in_s = spec->request_in_tokens / verdict->mapping[1].rate;
  out_s = spec->request_out_tokens / verdict->mapping[2].rate;
  if (at[0] == at[1])
    divide_share (whole, in_s / (in_s + out_s), a, b);
  tell (sight, WEFT_ESTIMATE_PREFILL, (guint) at[0], WEFT_SEEN_EXACTLY, 1 / verdict->mapping[1].rate,
        at[0] == at[1] ? a : in_s >= out_s ? whole : NULL);
  tell (sight, WEFT_ESTIMATE_DECODE, (guint) at[1], WEFT_SEEN_EXACTLY, 1 / verdict->mapping[2].rate,
        at[0] == at[1] ? b : in_s < out_s ? whole : NULL);
  see_serving_limits (sight, 1 / verdict->value[WEFT_WORKLOAD_SERVING], in_s, out_s);
}

/* The share of the AI phase, when solver and AI took turns on one partition. */
static void
subtract_solver (const Sight *sight,
                 double       solver_s,
                 double       total_s,
                 double      *share)
{
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    share[i] = MAX (sight->verdict->share[WEFT_WORKLOAD_COUPLED][i] * total_s
                      - sight->verdict->share[WEFT_WORKLOAD_STENCIL][i] * solver_s, 0)
               / (total_s - solver_s);
}

static void
see_coupled (const Sight *sight)
{
  const WeftVerdict *verdict = sight->verdict;
  const gint8 *at = verdict->site[WEFT_WORKLOAD_COUPLED];
  double total_s = verdict->value[WEFT_WORKLOAD_COUPLED];
  double solver_s = verdict->value[WEFT_WORKLOAD_STENCIL];
  gboolean solver_known = at[0] >= 0 && at[0] == verdict->site[WEFT_WORKLOAD_STENCIL][0];
  double share[WEFT_N_PARTS];

  /* The solver of another partition than the stencil's is not told apart from the AI phase. */
  if (!solver_known)
    return;

  copy_share (sight, WEFT_WORKLOAD_COUPLED, share);
  if (at[0] == at[1])
    {
      if (total_s > solver_s)
        {
          subtract_solver (sight, solver_s, total_s, share);
          tell (sight, WEFT_ESTIMATE_SURROGATE, (guint) at[1], WEFT_SEEN_EXACTLY, total_s - solver_s,
                share);
        }
    }
  else if (total_s > solver_s * (1 + EVEN))
    tell (sight, WEFT_ESTIMATE_SURROGATE, (guint) at[1], WEFT_SEEN_EXACTLY, total_s, share);
  else
    tell (sight, WEFT_ESTIMATE_SURROGATE, (guint) at[1], WEFT_SEEN_AT_MOST, total_s, NULL);

  if (total_s > solver_s * (1 + EVEN))
    for (guint i = 0; i < sight->candidate->n; i++)
      if ((int) i != at[1] && (int) i != at[0])
        tell (sight, WEFT_ESTIMATE_SURROGATE, i, WEFT_SEEN_AT_LEAST, total_s, NULL);
}

/**
 * weft_local_sight: (skip)
 * @problem: the problem
 * @estimate: what learns
 * @candidate: a candidate
 * @verdict: what became of it; an invalid one says nothing
 */
void
weft_local_sight (WeftProblem         *problem,
                  WeftEstimate        *estimate,
                  const WeftCandidate *candidate,
                  const WeftVerdict   *verdict)
{
  Sight sight = { problem, estimate, candidate, verdict };

  if (verdict->kind == WEFT_VERDICT_INVALID)
    return;

  see_alone (&sight, WEFT_WORKLOAD_TRAINING, WEFT_ESTIMATE_TRAINING,
             1 / verdict->value[WEFT_WORKLOAD_TRAINING], TRUE);
  see_serving (&sight);
  see_alone (&sight, WEFT_WORKLOAD_STENCIL, WEFT_ESTIMATE_STENCIL,
             verdict->value[WEFT_WORKLOAD_STENCIL], FALSE);
  see_alone (&sight, WEFT_WORKLOAD_HPCG, WEFT_ESTIMATE_HPCG, verdict->value[WEFT_WORKLOAD_HPCG],
             FALSE);
  see_alone (&sight, WEFT_WORKLOAD_FFT, WEFT_ESTIMATE_FFT, verdict->value[WEFT_WORKLOAD_FFT], FALSE);
  see_coupled (&sight);
}
