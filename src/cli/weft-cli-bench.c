/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How `weft bench` takes time, and the evaluator's rates: random two-partition designs computed
 * anew, and again with every partition's result remembered. */
#include "cli/weft-cli-bench.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <glib/gi18n.h>

#include "model/weft-evaluation-private.h"

#define N_FRESH 2048
#define N_CACHED 512
#define RATE_S 0.6

static int
compare_doubles_cb (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* A partition that the rules would pass: a chip that may be one, with fabrics that fit it. */
static void
draw_partition (GRand *random, WeftInventory *inventory, WeftMachinePartition *partition)
{
  const WeftChip *chip;
  const WeftScaleupOnChip *fit;
  guint tries = 0;

  do
    {
      g_assert (tries++ < 100000);
      partition->chip = g_rand_int_range (random, 0, weft_inventory_n_chips (inventory));
      partition->scaleup = g_rand_int_range (random, 0, weft_inventory_n_scaleups (inventory));
      chip = weft_inventory_chip (inventory, partition->chip);
      fit = weft_inventory_scaleup_on_chip (inventory, partition->scaleup, partition->chip);
    }
  while (chip->refused != NULL || isnan (chip->peak_bf16_flops) || isnan (chip->peak_fp64_flops)
         || !fit->fits);
  partition->scaleout = g_rand_int_range (random, 0, weft_inventory_n_scaleouts (inventory));
  partition->role = WEFT_ROLE_GENERAL;
}

static void
draw_machine (GRand *random, const WeftEvaluation *evaluation, WeftMachine *machine)
{
  *machine = (WeftMachine) {
    .budget = evaluation->machine.budget,
    .amount = evaluation->machine.amount,
    .n_partitions = 2,
  };
  do
    {
      double fraction = 0.05 * g_rand_int_range (random, 1, 20);

      for (guint i = 0; i < 2; i++)
        draw_partition (random, evaluation->inventory, &machine->partitions[i]);
      machine->partitions[0].power_frac = fraction;
      machine->partitions[1].power_frac = 1 - fraction;
    }
  while (weft_provision (evaluation->inventory, machine, 0) == 0
         || weft_provision (evaluation->inventory, machine, 1) == 0);
}

static double
measure_fresh (const WeftEvaluation *evaluation, const WeftMachine *machines)
{
  g_autofree WeftPartitionTimes *times = g_new0 (WeftPartitionTimes, WEFT_MAX_PARTITIONS);
  double start = weft_bench_cpu_s ();
  double used = 0;
  guint64 n = 0;

  while (used < RATE_S)
    {
      for (guint i = 0; i < N_FRESH; i++)
        {
          WeftScore score;

          weft_kernel_evaluate_fresh (&evaluation->model, &machines[i], times, &score);
        }
      n += N_FRESH;
      used = weft_bench_cpu_s () - start;
    }
  return n / used;
}

static double
measure_cached (const WeftEvaluation *evaluation, const WeftMachine *machines)
{
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&evaluation->model);
  WeftScore score;
  double start, used = 0;
  guint64 n = 0;

  for (guint i = 0; i < N_CACHED; i++)
    weft_kernel_evaluate (kernel, &machines[i], &score);
  start = weft_bench_cpu_s ();
  while (used < RATE_S)
    {
      for (guint i = 0; i < N_CACHED; i++)
        weft_kernel_evaluate (kernel, &machines[i], &score);
      n += N_CACHED;
      used = weft_bench_cpu_s () - start;
    }
  return n / used;
}

void
weft_bench_clear (WeftBench *bench)
{
  g_clear_pointer (&bench->rows, g_ptr_array_unref);
  g_clear_pointer (&bench->tables, g_ptr_array_unref);
  g_clear_pointer (&bench->notes, g_ptr_array_unref);
  g_clear_pointer (&bench->map_parts, g_free);
  g_clear_pointer (&bench->example, g_free);
  g_clear_pointer (&bench->window_environment, g_strfreev);
}

/* Processor time of this thread, which other programs do not disturb much. */
double
weft_bench_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* Sorts @values; the middle one of them. */
double
weft_bench_median (double *values, guint n)
{
  qsort (values, n, sizeof values[0], compare_doubles_cb);
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/**
 * weft_bench_run_program:
 * @argv: a program and its arguments
 * @environment: (nullable): its environment
 * @wall_s: (out): seconds from start to end
 * @cpu_s: (out) (optional): processor seconds
 *
 * Runs a program to its end; what it prints is thrown away.
 *
 * Returns: whether it could be run and ended with status 0
 */
gboolean
weft_bench_run_program (const char *const *argv, char **environment, double *wall_s,
                        double *cpu_s)
{
  GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL
                      | G_SPAWN_STDERR_TO_DEV_NULL;
  gint64 start = g_get_monotonic_time ();
  struct rusage usage;
  GPid pid;
  int status;

  if (!g_spawn_async (NULL, (char **) argv, environment, flags, NULL, NULL, &pid, NULL)
      || wait4 (pid, &status, 0, &usage) != pid)
    return FALSE;
  *wall_s = (g_get_monotonic_time () - start) / 1e6;
  if (cpu_s != NULL)
    *cpu_s = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
             + 1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

/* Evaluations a second, one core, all six workloads. */
void
weft_bench_evaluator (WeftBench *bench)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftDesign) design = weft_design_load (bench->example, violations, NULL);
  g_autoptr (WeftEvaluation) evaluation = NULL;
  g_autofree WeftMachine *machines = g_new0 (WeftMachine, N_FRESH);
  g_autoptr (GRand) random = g_rand_new_with_seed (bench->seed);

  if (design != NULL)
    evaluation
        = weft_evaluator_evaluate (bench->evaluator, design, bench->profile, NULL, NULL);
  if (evaluation == NULL || !evaluation->has_model)
    {
      weft_cli_note (_("weft bench: evaluator is left out: %s cannot be scored"), bench->example);
      return;
    }
  for (guint i = 0; i < N_FRESH; i++)
    draw_machine (random, evaluation, &machines[i]);
  weft_bench_add (bench, "evaluator-fresh", _("Two-partition designs, six workloads, fresh"),
                  measure_fresh (evaluation, machines), "1/s", 50e3, TRUE);
  weft_bench_add (bench, "evaluator-cached", _("The same with partition results remembered"),
                  measure_cached (evaluation, machines), "1/s", 1e6, TRUE);
  weft_bench_training (bench);
}
