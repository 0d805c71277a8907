/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the kernel's numbers to the result of one workload: mapping, runner-up and placement in words. */
#include "model/weft-evaluation-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-measured-private.h"

static const WeftPartitionTimes *
times_of (const WeftFindings *findings,
          int                 partition)
{
  return &findings->times[partition];
}

static const char *
name_of (const WeftFindings *findings,
         int                 partition)
{
  return g_ptr_array_index (findings->names, partition);
}

static void
attribute (WeftWorkloadResult *self,
           const WeftFindings *findings)
{
  WeftSplit split = weft_attribute (findings->model, findings->machine, findings->score, self->kind,
                                    times_of (findings, self->site[0]),
                                    self->site[1] >= 0 ? times_of (findings, self->site[1]) : NULL);
  double total_s = weft_split_total (&split);

  self->bottleneck = weft_split_dominant (&split);
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    self->share[i] = split.s[i] / total_s;
}

/* --- words --- */

/* By the equations of the ArchAgent paper. */
static char *
describe_paper_training (const WeftModel   *model,
                         const WeftSite    *site,
                         const WeftMapping *mapping)
{
  WeftTrainingMemory memory = weft_training_memory (model, site, mapping);
  double m = model->w.global_batch_sequences / mapping->dp;
  double bubble = (mapping->pp - 1) / (m + mapping->pp - 1);
  g_autofree char *used = weft_quantity_format (memory.weights + memory.optimizer
                                                  + memory.activations, WEFT_UNIT_BYTES);
  g_autofree char *room = weft_quantity_format (memory.capacity, WEFT_UNIT_BYTES);
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (percent, sizeof percent, "%.1f", 100 * bubble);
  return g_strdup_printf (_("TP%u PP%u DP%u, bubble %s %%, %s of %s a chip"),
                          mapping->tp, mapping->pp, mapping->dp, percent, used, room);
}

static char *
describe_training (const WeftFindings *findings,
                   int                 partition,
                   const WeftMapping  *mapping)
{
  WeftSite site = weft_findings_site (findings, partition);

  return findings->model->measured != NULL ? weft_measured_describe_training (findings->model, &site, mapping)
                                           : describe_paper_training (findings->model, &site, mapping);
}

static char *
describe_serving_phase (const WeftFindings *findings,
                        int                 partition,
                        const WeftMapping  *mapping)
{
  WeftSite site = weft_findings_site (findings, partition);

  if (site.chip->dataflow)
    return g_strdup_printf (_("pipeline of %u chips, %u in flight, %u replicas"),
                            mapping->tp, mapping->batch, mapping->dp);

  return g_strdup_printf (_("TP%u batch %u, %u replicas"),
                          mapping->tp, mapping->batch, mapping->dp);
}

static char *
describe_mapping (const WeftFindings *findings,
                  WeftWorkloadKind    kind,
                  const int           at[2])
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  guint n = findings->score->n[at[0]];

  switch (kind)
    {
    case WEFT_WORKLOAD_TRAINING:
      return describe_training (findings, at[0], &times_of (findings, at[0])->training.best);
    case WEFT_WORKLOAD_SERVING:
      first = describe_serving_phase (findings, at[0], &times_of (findings, at[0])->prefill.best);
      second = describe_serving_phase (findings, at[1], &times_of (findings, at[1])->decode.best);
      return g_strdup_printf (_("prefill %s; decode %s"), first, second);
    case WEFT_WORKLOAD_COUPLED:
      if (at[0] == at[1])
        return g_strdup_printf (_("solver and AI in turns on %u %s"), n,
                                weft_findings_chip (findings, at[0]));
      return g_strdup_printf (_("solver on %u %s, AI on %u %s"), n,
                              weft_findings_chip (findings, at[0]), findings->score->n[at[1]],
                              weft_findings_chip (findings, at[1]));
    case WEFT_WORKLOAD_STENCIL:
    case WEFT_WORKLOAD_HPCG:
    case WEFT_WORKLOAD_FFT:
      return g_strdup_printf (_("all %u %s"), n, weft_findings_chip (findings, at[0]));
    case WEFT_N_WORKLOADS:
    default:
      g_assert_not_reached ();
    }
}

/* How much slower the second best is: "-4.2 %". */
static char *
describe_loss (double best,
               double second)
{
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (percent, sizeof percent, "%.1f", 100 * (second / best - 1));
  return g_strdup_printf ("%s %%", percent);
}

static char *
describe_second_phase (const WeftFindings *findings,
                       int                 partition,
                       const WeftPhase    *phase,
                       gboolean            training)
{
  g_autofree char *mapping = NULL;
  g_autofree char *loss = NULL;

  if (!(phase->second.rate > 0))
    return NULL;

  mapping = training ? describe_training (findings, partition, &phase->second)
                     : describe_serving_phase (findings, partition, &phase->second);
  loss = describe_loss (phase->best.rate, phase->second.rate);
  return g_strdup_printf ("%s (%s)", mapping, loss);
}

static double
kernel_s (const WeftPartitionTimes *times,
          WeftWorkloadKind          kind)
{
  return kind == WEFT_WORKLOAD_STENCIL ? times->stencil_s
         : kind == WEFT_WORKLOAD_HPCG  ? times->hpcg_s
                                       : times->fft_s;
}

/* The next-fastest partition of a kernel, or the next-best pair of the coupled workload. */
static char *
describe_second_site (const WeftFindings *findings,
                      WeftWorkloadKind    kind,
                      const int           at[2])
{
  double best_s = findings->score->value[kind];
  double second_s = INFINITY;
  int first = -1, second = -1;
  g_autofree char *loss = NULL;

  for (int i = 0; i < (int) findings->machine->n_partitions; i++)
    for (int j = 0; j < (int) findings->machine->n_partitions; j++)
      {
        gboolean pair = kind == WEFT_WORKLOAD_COUPLED;
        double a = pair ? times_of (findings, i)->stencil_s : kernel_s (times_of (findings, i), kind);
        double b = times_of (findings, j)->ai_s;
        double time_s = !pair ? a : i == j ? a + b : MAX (a, b);

        if ((!pair && i != j) || !(a > 0) || (pair && !(b > 0))
            || (i == at[0] && (!pair || j == at[1])) || time_s >= second_s)
          continue;
        second_s = time_s;
        first = i;
        second = j;
      }

  if (first < 0)
    return NULL;

  loss = describe_loss (1 / best_s, 1 / second_s);
  if (kind != WEFT_WORKLOAD_COUPLED || first == second)
    return g_strdup_printf (_("%s (%s)"), name_of (findings, first), loss);
  return g_strdup_printf (_("solver on %s, AI on %s (%s)"), name_of (findings, first),
                          name_of (findings, second), loss);
}

static char *
describe_runner_up (const WeftFindings *findings,
                    WeftWorkloadKind    kind,
                    const int           at[2])
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (kind == WEFT_WORKLOAD_TRAINING)
    return describe_second_phase (findings, at[0], &times_of (findings, at[0])->training, TRUE);

  if (kind != WEFT_WORKLOAD_SERVING)
    return describe_second_site (findings, kind, at);

  first = describe_second_phase (findings, at[0], &times_of (findings, at[0])->prefill, FALSE);
  second = describe_second_phase (findings, at[1], &times_of (findings, at[1])->decode, FALSE);
  if (first == NULL && second == NULL)
    return NULL;
  return g_strdup_printf (_("prefill %s; decode %s"), first != NULL ? first : _("none"),
                          second != NULL ? second : _("none"));
}

/* "Partition 1", and what the labels would have had it be. */
static char *
describe_placement (const WeftFindings *findings,
                    WeftWorkloadKind    kind,
                    const int           at[2])
{
  const char *names[] = { name_of (findings, at[0]), name_of (findings, MAX (at[1], 0)) };

  if (at[1] < 0 || at[0] == at[1])
    return g_strdup (names[0]);

  return kind == WEFT_WORKLOAD_SERVING
           ? g_strdup_printf (_("prefill on %s, decode on %s"), names[0], names[1])
           : g_strdup_printf (_("solver on %s, AI on %s"), names[0], names[1]);
}

/* --- infeasible --- */

static char *
explain_partition (const WeftFindings *findings,
                   WeftWorkloadKind    kind,
                   guint               partition)
{
  const WeftPartitionTimes *times = times_of (findings, (int) partition);
  WeftLack lack = WEFT_LACKS_FP64;

  if (kind == WEFT_WORKLOAD_TRAINING)
    lack = times->training.lack;
  else if (kind == WEFT_WORKLOAD_SERVING)
    lack = times->prefill.lack != WEFT_CAN_RUN ? times->prefill.lack : times->decode.lack;
  else if (kind == WEFT_WORKLOAD_COUPLED && times->stencil_s > 0)
    lack = times->ai_s > 0 ? WEFT_CAN_RUN : WEFT_LACKS_AI;

  return weft_lack_explain (findings, partition, lack, kind != WEFT_WORKLOAD_SERVING);
}

static char *
explain_infeasible (const WeftFindings *findings,
                    WeftWorkloadKind    kind)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, _("No partition can run %s"), weft_workload_label (kind));
  for (guint i = 0; i < findings->machine->n_partitions; i++)
    {
      g_autofree char *why = explain_partition (findings, kind, i);

      g_string_append_printf (text, "%s%s: %s", i == 0 ? ": " : "; ",
                              name_of (findings, (int) i), why);
    }
  g_string_append_c (text, '.');

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * weft_findings_site: (skip)
 * @findings: what the kernel found
 * @partition: index of a partition
 *
 * Returns: the partition as the formulas need it
 */
WeftSite
weft_findings_site (const WeftFindings *findings,
                    int                 partition)
{
  return weft_model_site (findings->model, &findings->machine->partitions[partition],
                          findings->score->n[partition]);
}

/**
 * weft_findings_chip: (skip)
 * @findings: what the kernel found
 * @partition: index of a partition
 *
 * Returns: (transfer none): id of its chip
 */
const char *
weft_findings_chip (const WeftFindings *findings,
                    int                 partition)
{
  return weft_inventory_chip (findings->model->inventory,
                              findings->machine->partitions[partition].chip)->id;
}

/**
 * weft_workload_result_build: (skip)
 * @findings: what the kernel found
 * @kind: a workload
 *
 * Returns: (transfer full): the result
 */
WeftWorkloadResult *
weft_workload_result_build (const WeftFindings *findings,
                            WeftWorkloadKind    kind)
{
  WeftWorkloadResult *self = g_object_new (WEFT_TYPE_WORKLOAD_RESULT, NULL);
  const WeftScore *score = findings->score;

  self->kind = kind;
  self->weight = findings->model->w.weights[kind];
  self->reference = findings->model->reference_value[kind];
  self->speedup = score->ratio[kind];
  self->feasible = score->value[kind] > 0 && score->ratio[kind] > 0;
  self->n_phases = kind == WEFT_WORKLOAD_SERVING || kind == WEFT_WORKLOAD_COUPLED ? 2 : 1;

  if (!self->feasible)
    {
      self->reason = explain_infeasible (findings, kind);
      return self;
    }

  self->value = score->value[kind];
  self->site[0] = score->site[kind][0];
  self->site[1] = score->site[kind][1];
  attribute (self, findings);
  self->mapping = describe_mapping (findings, kind, self->site);
  self->runner_up = describe_runner_up (findings, kind, self->site);
  self->placement = describe_placement (findings, kind, self->site);
  weft_workload_details_fill (self, findings);
  return self;
}
