/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ratio of times taken apart: ln (b/a) of a sum as the sum of what its terms make up, by logarithmic means. */
#include "model/weft-difference-private.h"

#include <math.h>

/* The logarithmic mean: between both, and their difference over that of their logarithms. 0 when one of them is 0. */
static double
log_mean (double a,
          double b)
{
  if (!(a > 0) || !(b > 0))
    return 0;
  return a == b ? a : (b - a) / log1p ((b - a) / a);
}

static double
sum (const double *terms,
     guint         n)
{
  double total = 0;

  for (guint i = 0; i < n; i++)
    total += terms[i];
  return total;
}

/* The logarithmic mean Divisia index (Ang, Energy Policy 33 (2005) 867, equation 4): terms may be 0 on a side. */
void
weft_log_mean_shares (const double *a,
                      const double *b,
                      guint         n,
                      double       *shares)
{
  double mean = log_mean (sum (a, n), sum (b, n));

  for (guint i = 0; i < n; i++)
    shares[i] = mean > 0 ? (b[i] - a[i]) / mean : 0;
}

WeftSite
weft_difference_site (const WeftDifferenceSide *side,
                      int                       partition)
{
  WeftEvaluation *evaluation = side->evaluation;
  /* Chips may be counted where no workload could be run. */
  WeftModel model = { .inventory = evaluation->inventory };

  return weft_model_site (&model, &evaluation->machine.partitions[partition],
                          evaluation->result.n[partition]);
}

/* --- what a unit of work takes --- */

static void
fill_parts (WeftWorkTime    *self,
            const WeftSplit *split,
            double           chip_s)
{
  double total_s = weft_split_total (split);

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    self->part_s[i] += split->s[i] / total_s * chip_s;
}

static void
fill_training (WeftWorkTime             *self,
               const WeftDifferenceSide *side,
               const WeftSite           *site)
{
  const WeftMapping *best = &side->times[self->partition].training.best;
  WeftSplit split = weft_training_split (&side->evaluation->model, site, best);

  self->used = (double) best->tp * best->pp * best->dp / self->chips;
  fill_parts (self, &split, self->value_s * self->chips * self->used);
}

/* One phase of serving: seconds of a request, and chips that a replica leaves idle do not count. */
static void
fill_phase (WeftWorkTime      *self,
            const WeftSplit   *split,
            const WeftMapping *mapping,
            double             tokens,
            gboolean           prompts)
{
  double chip_s = tokens / mapping->rate * mapping->tp * mapping->dp;
  double before_s[WEFT_N_PARTS];

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    before_s[i] = self->part_s[i];
  fill_parts (self, split, chip_s);
  for (guint i = 0; i < WEFT_N_PARTS && prompts; i++)
    self->prompt_s[i] = self->part_s[i] - before_s[i];
}

static void
fill_serving (WeftWorkTime             *self,
              const WeftDifferenceSide *side,
              const gint8              *at)
{
  const WeftModel *model = &side->evaluation->model;
  const WeftMapping *in = &side->times[at[0]].prefill.best, *out = &side->times[at[1]].decode.best;
  WeftSite first = weft_difference_site (side, at[0]), second = weft_difference_site (side, at[1]);
  double in_s = model->w.request_in_tokens / in->rate, out_s = model->w.request_out_tokens / out->rate;
  gboolean shared = at[0] == at[1], reads = shared || in_s >= out_s, writes = shared || in_s < out_s;
  WeftSplit split;
  double busy_s = 0;

  self->partition = reads ? at[0] : at[1];
  self->chips = side->evaluation->result.n[self->partition];
  if (reads)
    {
      split = weft_prefill_split (model, &first, in);
      fill_phase (self, &split, in, model->w.request_in_tokens, TRUE);
      busy_s += in_s;
    }
  if (writes)
    {
      split = weft_decode_split (model, &second, out);
      fill_phase (self, &split, out, model->w.request_out_tokens, FALSE);
      busy_s += out_s;
    }
  self->used = sum (self->part_s, WEFT_N_PARTS) / (busy_s * self->chips);
  /* What neither phase takes is the network's. */
  self->transfer_s = MAX (0, self->value_s - busy_s) * self->chips * self->used;
  if (self->transfer_s < 1e-9 * self->value_s * self->chips)
    self->transfer_s = 0;
}

static void
fill_coupled (WeftWorkTime             *self,
              const WeftDifferenceSide *side,
              const gint8              *at)
{
  const WeftModel *model = &side->evaluation->model;
  WeftSite first = weft_difference_site (side, at[0]), second = weft_difference_site (side, at[1]);
  WeftSplit solver, ai;
  double solver_s = weft_stencil_s (model, &first, &solver);
  double ai_s = weft_surrogate_s (model, &second, model->coupled_flop, &ai);
  gboolean shared = at[0] == at[1];

  self->work = model->coupled_flop;
  self->partition = shared || solver_s >= ai_s ? at[0] : at[1];
  self->chips = side->evaluation->result.n[self->partition];
  if (shared || solver_s >= ai_s)
    fill_parts (self, &solver, solver_s * self->chips);
  for (guint i = 0; i < WEFT_N_PARTS && (shared || solver_s < ai_s); i++)
    {
      self->surrogate_s[i] = ai.s[i] * self->chips;
      self->part_s[i] += self->surrogate_s[i];
    }
}

void
weft_work_time_init (WeftWorkTime             *self,
                     const WeftDifferenceSide *side,
                     WeftWorkloadKind          kind)
{
  WeftEvaluation *evaluation = side->evaluation;
  const gint8 *at = evaluation->result.site[kind];
  double value = evaluation->result.value[kind];
  WeftSite site = weft_difference_site (side, at[0]);
  WeftSplit split;

  *self = (WeftWorkTime) {
    .partition = at[0],
    .chips = evaluation->result.n[at[0]],
    .used = 1,
    .value_s = kind <= WEFT_WORKLOAD_SERVING ? 1 / value : value,
    .work = 1,
  };
  if (kind == WEFT_WORKLOAD_TRAINING)
    fill_training (self, side, &site);
  else if (kind == WEFT_WORKLOAD_SERVING)
    fill_serving (self, side, at);
  else if (kind == WEFT_WORKLOAD_COUPLED)
    fill_coupled (self, side, at);
  else
    {
      split = weft_attribute (&evaluation->model, &evaluation->machine, &evaluation->result, kind, &side->times[at[0]],
                              NULL);
      fill_parts (self, &split, self->value_s * self->chips);
    }
}

/* time = part_s / (chips × used), and the AI phase's part_s goes as the work. */
void
weft_work_time_shares (const WeftWorkTime *a,
                       const WeftWorkTime *b,
                       double              shares[WEFT_N_REASON_PARTS])
{
  double before[WEFT_N_PARTS + 1], after[WEFT_N_PARTS + 1], parts[WEFT_N_PARTS + 1];
  double mean, growth = log (b->work / a->work);

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    {
      before[i] = a->part_s[i];
      after[i] = b->part_s[i];
    }
  before[WEFT_N_PARTS] = a->transfer_s;
  after[WEFT_N_PARTS] = b->transfer_s;
  mean = log_mean (sum (before, WEFT_N_PARTS + 1), sum (after, WEFT_N_PARTS + 1));
  weft_log_mean_shares (before, after, WEFT_N_PARTS + 1, parts);

  shares[WEFT_REASON_COUNT] = -log (b->chips / a->chips);
  shares[WEFT_REASON_IDLE] = -log (b->used / a->used);
  shares[WEFT_REASON_TRANSFER] = parts[WEFT_N_PARTS];
  shares[WEFT_REASON_WORK] = 0;
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    {
      double work = log_mean (a->surrogate_s[i], b->surrogate_s[i]) / mean * growth;

      shares[WEFT_REASON_PARTS + i] = parts[i] - work;
      shares[WEFT_REASON_WORK] += work;
    }
}

WeftTimePart
weft_work_time_twin (const WeftWorkTime *a,
                     const WeftWorkTime *b,
                     WeftTimePart        part)
{
  WeftTimePart other = part == WEFT_PART_COMPUTE ? WEFT_PART_MEMORY : WEFT_PART_COMPUTE;

  if (part != WEFT_PART_COMPUTE && part != WEFT_PART_MEMORY)
    return part;
  return b->part_s[part] > 0 && a->part_s[part] == 0 && a->part_s[other] > 0 && b->part_s[other] == 0 ? other : part;
}

void
weft_work_time_join (const WeftWorkTime *a,
                     const WeftWorkTime *b,
                     double              shares[WEFT_N_REASON_PARTS])
{
  for (WeftTimePart part = WEFT_PART_COMPUTE; part <= WEFT_PART_MEMORY; part++)
    {
      WeftTimePart twin = weft_work_time_twin (a, b, part);

      if (twin == part)
        continue;
      shares[WEFT_REASON_PARTS + part] += shares[WEFT_REASON_PARTS + twin];
      shares[WEFT_REASON_PARTS + twin] = 0;
      return;
    }
}
