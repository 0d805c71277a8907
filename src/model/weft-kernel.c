/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a machine to a score: placement of each workload among the partitions, and the memory of partition results. */
#include "model/weft-kernel-private.h"

#include <math.h>

#include "model/measured/weft-measured-private.h"

/* Slots of the memory: a power of two; when three quarters are taken it starts afresh. */
#define N_SLOTS (1u << 15)

typedef struct
{
  guint64 key; /* 0 = free */
  WeftPartitionTimes times;
} Slot;

struct _WeftKernel
{
  const WeftModel *model;
  Slot *slots;
  guint n_taken;
  guint64 hits;
  guint64 misses;
};

/* --- placement --- */

static gboolean
prefers (WeftWorkloadKind workload,
         guint            phase,
         WeftRole         role)
{
  if (role == WEFT_ROLE_GENERAL)
    return TRUE;
  if (workload == WEFT_WORKLOAD_SERVING)
    return role == (phase == 0 ? WEFT_ROLE_PREFILL : WEFT_ROLE_DECODE);
  return FALSE;
}

/* Bits of the partitions that can run a phase; those with a fitting label when there are any. */
static guint
list_sites (const WeftMachine               *machine,
            const WeftPartitionTimes *const *times,
            WeftWorkloadKind                 workload,
            guint                            phase)
{
  guint able = 0, preferred = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftPhase *result = workload == WEFT_WORKLOAD_TRAINING ? &times[i]->training
                                : phase == 0                       ? &times[i]->prefill
                                                                   : &times[i]->decode;

      if (!(result->best.rate > 0))
        continue;
      able |= 1u << i;
      if (prefers (workload, phase, machine->partitions[i].role))
        preferred |= 1u << i;
    }

  return preferred != 0 ? preferred : able;
}

static void
settle (WeftScore       *score,
        WeftWorkloadKind workload,
        double           value,
        int              first,
        int              second)
{
  score->value[workload] = value;
  score->site[workload][0] = (gint8) first;
  score->site[workload][1] = (gint8) second;
}

static void
place_training (const WeftModel                 *model,
                const WeftMachine               *machine,
                const WeftPartitionTimes *const *times,
                WeftScore                       *score)
{
  guint sites = list_sites (machine, times, WEFT_WORKLOAD_TRAINING, 0);
  double best = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    if ((sites & (1u << i)) != 0
        && weft_model_is_better (model, times[i]->training.best.rate, best))
      {
        best = times[i]->training.best.rate;
        settle (score, WEFT_WORKLOAD_TRAINING, best, (int) i, -1);
      }
}

/* Prompts that are read elsewhere send their KV cache. */
static double
transfer_rate (const WeftModel   *model,
               const WeftMachine *machine,
               const WeftScore   *score,
               guint              from,
               guint              to)
{
  WeftSite source = weft_model_site (model, &machine->partitions[from], score->n[from]);
  WeftSite target = weft_model_site (model, &machine->partitions[to], score->n[to]);

  return weft_measured_transfer_rate (model, &source, &target);
}

static void
place_serving (const WeftModel                 *model,
               const WeftMachine               *machine,
               const WeftPartitionTimes *const *times,
               WeftScore                       *score)
{
  guint prefill = list_sites (machine, times, WEFT_WORKLOAD_SERVING, 0);
  guint decode = list_sites (machine, times, WEFT_WORKLOAD_SERVING, 1);
  double best = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    for (guint j = 0; j < machine->n_partitions; j++)
      {
        double rate;

        if ((prefill & (1u << i)) == 0 || (decode & (1u << j)) == 0)
          continue;
        rate = weft_model_serving_rate (model, times[i]->prefill.best.rate,
                                        times[j]->decode.best.rate, i == j);
        if (model->measured != NULL && i != j)
          rate = MIN (rate, transfer_rate (model, machine, score, i, j));
        if (weft_model_is_better (model, rate, best))
          {
            best = rate;
            settle (score, WEFT_WORKLOAD_SERVING, rate, (int) i, (int) j);
          }
      }
}

/* The fastest partition of any label. */
static void
place_kernel (const WeftModel                 *model,
              const WeftMachine               *machine,
              const WeftPartitionTimes *const *times,
              WeftWorkloadKind                 workload,
              WeftScore                       *score)
{
  double best_s = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      double time_s = workload == WEFT_WORKLOAD_STENCIL ? times[i]->stencil_s
                      : workload == WEFT_WORKLOAD_HPCG  ? times[i]->hpcg_s
                                                        : times[i]->fft_s;

      if (time_s > 0 && (best_s == 0 || weft_model_is_better (model, best_s, time_s)))
        {
          best_s = time_s;
          settle (score, workload, time_s, (int) i, -1);
        }
    }
}

/* The best pair of any labels: one partition does both in turns, two work side by side. */
static void
place_coupled (const WeftModel                 *model,
               const WeftMachine               *machine,
               const WeftPartitionTimes *const *times,
               WeftScore                       *score)
{
  double best_s = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    for (guint j = 0; j < machine->n_partitions; j++)
      {
        double solver_s = times[i]->stencil_s;
        double ai_s = times[j]->ai_s;
        double time_s;

        if (!(solver_s > 0) || !(ai_s > 0))
          continue;
        time_s = i == j ? solver_s + ai_s : MAX (solver_s, ai_s);
        if (best_s == 0 || weft_model_is_better (model, best_s, time_s))
          {
            best_s = time_s;
            settle (score, WEFT_WORKLOAD_COUPLED, time_s, (int) i, (int) j);
          }
      }
}

/* Rates count upwards, times downwards. */
static void
weigh (const WeftModel *model,
       WeftScore       *score)
{
  double sum = 0;
  gboolean feasible = TRUE;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double value = score->value[i];
      double reference = model->reference_value[i];

      if (!(value > 0) || !(reference > 0) || isinf (value) || isinf (reference))
        score->ratio[i] = 0;
      else
        score->ratio[i] = i <= WEFT_WORKLOAD_SERVING ? value / reference : reference / value;

      if (!(model->w.weights[i] > 0))
        continue;
      if (score->ratio[i] > 0)
        sum += model->w.weights[i] * log (score->ratio[i]);
      else
        feasible = FALSE;
    }

  score->score = feasible ? exp (sum) : 0;
}

static void
combine (const WeftModel                 *model,
         const WeftMachine               *machine,
         const WeftPartitionTimes *const *times,
         WeftScore                       *score)
{
  place_training (model, machine, times, score);
  place_serving (model, machine, times, score);
  place_kernel (model, machine, times, WEFT_WORKLOAD_STENCIL, score);
  place_kernel (model, machine, times, WEFT_WORKLOAD_HPCG, score);
  place_kernel (model, machine, times, WEFT_WORKLOAD_FFT, score);
  place_coupled (model, machine, times, score);
  weigh (model, score);
}

/* --- memory --- */

/* Chip and fabric indices are below 1,024; the count takes the rest. Never 0, since n is not. */
static guint64
make_key (const WeftMachinePartition *partition,
          guint                       n)
{
  return ((guint64) n << 30) | ((guint64) partition->chip << 20)
         | ((guint64) partition->scaleup << 10) | partition->scaleout;
}

static guint
hash_key (guint64 key)
{
  key *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (key >> 40) & (N_SLOTS - 1);
}

static const WeftPartitionTimes *
recall (WeftKernel                 *self,
        const WeftMachinePartition *partition,
        guint                       n)
{
  guint64 key = make_key (partition, n);
  guint at = hash_key (key);
  WeftSite site;

  while (self->slots[at].key != 0)
    {
      if (self->slots[at].key == key)
        {
          self->hits++;
          return &self->slots[at].times;
        }
      at = (at + 1) & (N_SLOTS - 1);
    }

  site = weft_model_site (self->model, partition, n);
  self->misses++;
  self->n_taken++;
  self->slots[at].key = key;
  weft_model_partition_times (self->model, &site, &self->slots[at].times);
  return &self->slots[at].times;
}

/* Only between evaluations, since an evaluation holds pointers into the slots. */
static void
make_room (WeftKernel *self)
{
  if (self->n_taken + WEFT_MAX_PARTITIONS < N_SLOTS / 4 * 3)
    return;

  for (guint i = 0; i < N_SLOTS; i++)
    self->slots[i].key = 0;
  self->n_taken = 0;
}

/**
 * weft_kernel_provision: (skip)
 * @inventory: the catalog as the profile sees it
 * @machine: a machine
 * @score: (out): counts; everything else is 0
 *
 * Returns: whether every partition got a node
 */
gboolean
weft_kernel_provision (WeftInventory     *inventory,
                       const WeftMachine *machine,
                       WeftScore         *score)
{
  gboolean all = machine->n_partitions > 0;

  score->score = 0;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      settle (score, i, 0, -1, -1);
      score->ratio[i] = 0;
    }
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      score->n[i] = weft_provision (inventory, machine, i);
      all = all && score->n[i] > 0;
    }

  return all;
}

/**
 * weft_kernel_new: (skip)
 * @model: the model, which must outlive the kernel
 *
 * Returns: (transfer full): a kernel for one thread
 */
WeftKernel *
weft_kernel_new (const WeftModel *model)
{
  WeftKernel *self = g_new0 (WeftKernel, 1);

  self->model = model;
  self->slots = g_new0 (Slot, N_SLOTS);
  return self;
}

/**
 * weft_kernel_free: (skip)
 * @self: (transfer full): a kernel
 */
void
weft_kernel_free (WeftKernel *self)
{
  g_free (self->slots);
  g_free (self);
}

/* What a graph has of its own is not in the keys of the memory. */
static gboolean
is_of_graph (const WeftMachine *machine)
{
  for (guint i = 0; i < machine->n_partitions; i++)
    if (machine->partitions[i].n_chips > 0)
      return TRUE;

  return FALSE;
}

/**
 * weft_kernel_evaluate_times: (skip)
 * @self: the kernel
 * @machine: a machine with the model's budget, given as partitions
 * @times: (out): the results of every partition, valid until the next evaluation
 * @score: (out): the result
 *
 * Returns: whether every partition got a node; when not, the score is 0
 */
gboolean
weft_kernel_evaluate_times (WeftKernel                *self,
                            const WeftMachine         *machine,
                            const WeftPartitionTimes **times,
                            WeftScore                 *score)
{
  if (!weft_kernel_provision (self->model->inventory, machine, score))
    return FALSE;

  make_room (self);
  for (guint i = 0; i < machine->n_partitions; i++)
    times[i] = recall (self, &machine->partitions[i], score->n[i]);

  combine (self->model, machine, times, score);
  return TRUE;
}

/**
 * weft_kernel_evaluate: (skip)
 * @self: the kernel
 * @machine: a machine with the model's budget
 * @score: (out): the result
 *
 * Returns: whether every partition got a node; when not, the score is 0
 */
gboolean
weft_kernel_evaluate (WeftKernel        *self,
                      const WeftMachine *machine,
                      WeftScore         *score)
{
  const WeftPartitionTimes *times[WEFT_MAX_PARTITIONS];

  if (is_of_graph (machine))
    return weft_kernel_evaluate_fresh (self->model, machine, NULL, score);

  return weft_kernel_evaluate_times (self, machine, times, score);
}

/**
 * weft_kernel_evaluate_fresh: (skip)
 * @model: the model
 * @machine: a machine with the model's budget
 * @times: (nullable): room for the results of every partition
 * @score: (out): the result
 *
 * Returns: whether every partition got a node; when not, the score is 0
 */
gboolean
weft_kernel_evaluate_fresh (const WeftModel    *model,
                            const WeftMachine  *machine,
                            WeftPartitionTimes *times,
                            WeftScore          *score)
{
  WeftPartitionTimes own[WEFT_MAX_PARTITIONS];
  const WeftPartitionTimes *list[WEFT_MAX_PARTITIONS];

  if (times == NULL)
    times = own;
  if (!weft_kernel_provision (model->inventory, machine, score))
    return FALSE;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      WeftSite site = weft_model_site (model, &machine->partitions[i], score->n[i]);

      weft_model_partition_times (model, &site, &times[i]);
      list[i] = &times[i];
    }

  combine (model, machine, list, score);
  return TRUE;
}

guint64
weft_kernel_get_hits (WeftKernel *self)
{
  return self->hits;
}

guint64
weft_kernel_get_misses (WeftKernel *self)
{
  return self->misses;
}
