/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of machines from a formula, one a seed: chips and prices are drawn, a workload's time is a sum of amounts over
 * resources with contention and a cliff where it does not fit, and the estimate is a roofline that knows neither. */
#pragma once

#include <math.h>

#include "search/hardware/weft-tabulated-space.h"

#define FIXTURE_HEADER "J,Jcheap,cost,power,s_comp,s_mem,s_su,s_so,s_lat,s_host,s_cap,r_comp,r_mem,r_su,r_so,r_lat,r_host,r_cap"
#define FIXTURE_N_CHIPS 5
#define FIXTURE_N_WORKLOADS 4

typedef struct
{
  double flops[FIXTURE_N_CHIPS];
  double bytes_s[FIXTURE_N_CHIPS];
  double room[FIXTURE_N_CHIPS];
  double price[FIXTURE_N_CHIPS];
  double watts[FIXTURE_N_CHIPS];
  double amount[FIXTURE_N_WORKLOADS][WEFT_N_BOTTLENECKS];
  double need[FIXTURE_N_WORKLOADS];
  double alpha[FIXTURE_N_WORKLOADS];
} FixtureModel;

/* chip, count, cpus, fabric, pool, nic, planes, topology */
static const guint fixture_sizes[] = { FIXTURE_N_CHIPS, 5, 2, 3, 2, 3, 3, 2 };

static inline double
fixture_spread (WeftRandom *random, double middle, double log_sd)
{
  return middle * exp (log_sd * weft_random_normal (random));
}

static inline void
fixture_model (FixtureModel *model, guint64 seed)
{
  WeftRandom random;
  double sum = 0;

  weft_random_init (&random, seed, 7);
  for (guint i = 0; i < FIXTURE_N_CHIPS; i++)
    {
      model->flops[i] = fixture_spread (&random, 150 * pow (2, i), 0.3);
      model->bytes_s[i] = fixture_spread (&random, 0.9 * pow (1.7, i), 0.4);
      model->room[i] = fixture_spread (&random, 48 * pow (1.4, i), 0.3);
      model->price[i] = fixture_spread (&random, 30 * pow (1.9, i), 0.2);
      model->watts[i] = fixture_spread (&random, 350 * pow (1.3, i), 0.15);
    }
  for (guint i = 0; i < FIXTURE_N_WORKLOADS; i++)
    {
      for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
        model->amount[i][c] = fixture_spread (&random, c < 2 ? 1 : 0.15, 1);
      model->need[i] = fixture_spread (&random, 500, 0.8);
      model->alpha[i] = 0.1 + weft_random_double (&random);
      sum += model->alpha[i];
    }
  for (guint i = 0; i < FIXTURE_N_WORKLOADS; i++)
    model->alpha[i] /= sum;
}

static inline void
fixture_resources (const FixtureModel *model, const guint *option, double *resource, double *cost, double *watts)
{
  static const double counts[] = { 1, 2, 4, 6, 8 }, fabrics[] = { 32, 200, 900 }, planes[] = { 1, 4, 8 };
  static const double nic_us[] = { 3, 2, 1.2 }, nic_gb_s[] = { 25, 50, 100 };
  double n = counts[option[1]];

  resource[WEFT_BOTTLENECK_COMPUTE] = n * model->flops[option[0]];
  resource[WEFT_BOTTLENECK_MEMORY] = n * model->bytes_s[option[0]];
  resource[WEFT_BOTTLENECK_SCALEUP] = fabrics[option[3]];
  resource[WEFT_BOTTLENECK_SCALEOUT] = planes[option[6]] * nic_gb_s[option[5]] * (option[7] == 1 ? 0.7 : 1);
  resource[WEFT_BOTTLENECK_LATENCY] = 1 / (nic_us[option[5]] + 0.4 * (option[7] == 1 ? 2 : 4));
  resource[WEFT_BOTTLENECK_HOST] = (1 + option[2]) * pow (n, 0.3);
  resource[WEFT_BOTTLENECK_CAPACITY] = n * model->room[option[0]] + 0.7 * 512 * option[4];
  *cost = n * (model->price[option[0]] + 20 * (1 + option[2]) + 15 * option[3] + 4 * planes[option[6]] * (1 + option[5]))
          + 60 * option[4] + 40 * (option[7] == 0);
  *watts = n * (model->watts[option[0]] + 200 * (1 + option[2]) + 40 * planes[option[6]]) + 300 * option[4];
}

/* J, the estimate and the shares of a machine. */
static inline void
fixture_judge (const FixtureModel *model, const double *resource, double cost, double watts, double cost_max,
               double watts_max, double *objective, double *estimate, double *share)
{
  static const double unit[] = { 1200, 6, 200, 100, 0.3, 1.5, 400 };
  double log_time = 0, log_guess = 0, idle = 0, relative = 0.6 * cost / cost_max + 0.3 * watts / watts_max;

  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    share[c] = 0;
  for (guint i = 0; i < FIXTURE_N_WORKLOADS; i++)
    {
      double time[WEFT_N_BOTTLENECKS], sum = 0, most = 0;

      for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
        time[c] = model->amount[i][c] * unit[c] / resource[c];
      most = MAX (time[WEFT_BOTTLENECK_COMPUTE], MAX (time[WEFT_BOTTLENECK_MEMORY], time[WEFT_BOTTLENECK_SCALEUP]));
      most = MAX (most, time[WEFT_BOTTLENECK_SCALEOUT]);
      time[WEFT_BOTTLENECK_SCALEOUT] *= 1 + 0.5 * time[WEFT_BOTTLENECK_SCALEOUT];
      time[WEFT_BOTTLENECK_CAPACITY] += 2 * MAX (0, model->need[i] / resource[WEFT_BOTTLENECK_CAPACITY] - 1);
      for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
        sum += time[c];
      for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
        share[c] += model->alpha[i] * time[c] / sum;
      log_time += model->alpha[i] * log (sum);
      log_guess += model->alpha[i] * log (most);
    }
  idle = 1 - share[WEFT_BOTTLENECK_COMPUTE] - share[WEFT_BOTTLENECK_MEMORY];
  *objective = log_time + relative + 0.15 * idle + 0.1 * share[WEFT_BOTTLENECK_CAPACITY];
  *estimate = log_guess + relative;
}

static inline void
fixture_row (GString *csv, const FixtureModel *model, const guint *option, guint number)
{
  double resource[WEFT_N_BOTTLENECKS], share[WEFT_N_BOTTLENECKS], objective, estimate, cost, watts;

  fixture_resources (model, option, resource, &cost, &watts);
  if (cost > 4000 || watts > 14000)
    return;
  fixture_judge (model, resource, cost, watts, 4000, 14000, &objective, &estimate, share);
  g_string_append_printf (csv, "m%u", number);
  for (guint i = 0; i < G_N_ELEMENTS (fixture_sizes); i++)
    g_string_append_printf (csv, ",%u", option[i]);
  g_string_append_printf (csv, ",%.5f,%.5f,%.1f,%.0f", objective, estimate, cost, watts);
  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    g_string_append_printf (csv, ",%.4f", share[c]);
  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    g_string_append_printf (csv, ",%.5g", resource[c]);
  g_string_append_c (csv, '\n');
}

/* The text of the table of a seed. (transfer full) */
static inline char *
fixture_csv (guint64 seed)
{
  GString *csv = g_string_new ("id,chip,count,cpus,fabric,pool,nic,planes,topology," FIXTURE_HEADER "\n");
  FixtureModel model;
  guint n = 1;

  fixture_model (&model, seed);
  for (guint i = 0; i < G_N_ELEMENTS (fixture_sizes); i++)
    n *= fixture_sizes[i];
  for (guint i = 0; i < n; i++)
    {
      guint option[G_N_ELEMENTS (fixture_sizes)], rest = i;

      for (guint j = 0; j < G_N_ELEMENTS (fixture_sizes); j++)
        {
          option[j] = rest % fixture_sizes[j];
          rest /= fixture_sizes[j];
        }
      fixture_row (csv, &model, option, i);
    }
  return g_string_free (csv, FALSE);
}

/* (transfer full) */
static inline WeftHardwareSpace *
fixture_space (guint64 seed)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = fixture_csv (seed);
  WeftTabulatedSpace *space = weft_tabulated_space_parse ("fixture", text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return WEFT_HARDWARE_SPACE (space);
}
