/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A domain made for tests: time = operations / (share peak) + launch, with known constants. Rows have operations in
 * "sequence", the source's group of chips in "chip", and what else a test needs by column. */
#pragma once

#include "base/weft-random.h"
#include "calib/gauge/weft-gauge.h"
#include "gauge-fixture.h"

#define MADE_PEAK 1e12
#define MADE_SHARE 0.6
#define MADE_LAUNCH 1e-3

typedef struct
{
  double flops;
  gboolean is_lost; /* nothing is said about it */
  guint source;     /* number behind the "s" of the source */
} MadeCase;

/* What the domain fits, set by the test. */
typedef enum
{
  MADE_TWO,        /* share and launch */
  MADE_PER_SOURCE, /* a share for every source: learns by heart */
  MADE_CHILD,      /* a share, one more for a chip with few rows, one of a chip without */
} MadeKind;

static MadeKind made_kind;

static inline gpointer
made_context_new (WeftInventory *inventory, GError **error)
{
  return g_new0 (int, 1);
}

static inline WeftGaugeCase *
made_read_row (const WeftGaugeRow *row)
{
  WeftGaugeCase *a_case = g_new0 (WeftGaugeCase, 1);
  MadeCase *data = g_new0 (MadeCase, 1);

  weft_gauge_number (row->sequence, &data->flops);
  data->is_lost = g_str_equal (row->note, "lost");
  data->source = (guint) g_ascii_strtoull (row->source + 1, NULL, 10);
  a_case->id = g_strdup (row->id);
  a_case->set = g_strdup (row->model);
  a_case->source = weft_gauge_row_source (row);
  a_case->series = *row->parallelism != '\0' ? g_strdup (row->parallelism) : NULL;
  a_case->choice = *row->batch != '\0' ? g_strdup (row->batch) : NULL;
  a_case->scope = g_strdup (row->chip);
  a_case->size = weft_gauge_row_number (row, "count");
  a_case->measured = weft_gauge_row_value (row);
  a_case->null_value = data->flops / MADE_PEAK;
  a_case->weight = g_str_equal (row->certainty, "low") ? 0 : 1;
  a_case->data = data;
  return a_case;
}

static inline GPtrArray *
made_read (gpointer context, GPtrArray *rows, GPtrArray *skipped)
{
  GPtrArray *cases = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];

      if (!g_str_equal (row->workload, "made"))
        continue;
      if (*row->sequence == '\0')
        g_ptr_array_add (skipped, g_strdup_printf ("%s: no operations", row->id));
      else
        g_ptr_array_add (cases, made_read_row (row));
    }
  return cases;
}

static inline WeftGaugeParameter *
made_parameter (const char *key, const char *unit, double start, double low, double high)
{
  WeftGaugeParameter *parameter = g_new0 (WeftGaugeParameter, 1);

  parameter->key = g_strdup (key);
  parameter->unit = g_strdup (unit);
  parameter->start = start;
  parameter->low = low;
  parameter->high = high;
  parameter->is_log = TRUE;
  parameter->note = g_strdup ("made for a test");
  return parameter;
}

static inline GPtrArray *
made_parameters (gpointer context, GPtrArray *cases)
{
  GPtrArray *parameters = g_ptr_array_new ();

  if (made_kind == MADE_PER_SOURCE)
    {
      for (guint i = 0; i < 10; i++)
        {
          g_autofree char *key = g_strdup_printf ("made_share@s%u", i);

          g_ptr_array_add (parameters, made_parameter (key, "1", 0.3, 0.01, 1));
        }
      return parameters;
    }
  g_ptr_array_add (parameters, made_parameter ("made_share", "1", 0.3, 0.01, 1));
  g_ptr_array_add (parameters, made_parameter ("made_launch_s", "s", 1e-4, 1e-7, 1));
  for (guint i = 0; made_kind == MADE_CHILD && i < 2; i++)
    {
      WeftGaugeParameter *child = made_parameter (i == 0 ? "made_share@rare" : "made_share@never", "1", 0.1, 0.01, 1);

      child->parent = g_strdup ("made_share");
      child->pull = 1;
      g_ptr_array_add (parameters, child);
    }
  return parameters;
}

static inline double
made_predict (gpointer context, const double *x, const WeftGaugeCase *a_case)
{
  const MadeCase *data = a_case->data;
  double share = x[0];

  if (data->is_lost)
    return NAN;
  if (made_kind == MADE_PER_SOURCE)
    return data->flops / (x[data->source] * MADE_PEAK) + MADE_LAUNCH;
  if (made_kind == MADE_CHILD && g_str_equal (a_case->scope, "rare"))
    share = x[2];
  return data->flops / (share * MADE_PEAK) + x[1];
}

static inline char *
made_why (gpointer context, const WeftGaugeCase *a_case)
{
  return g_strdup ("it was lost");
}

static const WeftGaugeDomain made_domain = {
  "made", "Made", made_context_new, g_free, made_read, g_free, made_parameters, made_predict, made_why,
};
static const WeftGaugeDomain *const made_domains[] = { &made_domain, NULL };

#define MADE_HEADER \
  "id,workload,model,chip,count,parallelism,batch,sequence,metric,value,unit,source,certainty,note\n"

/* @n rows from @n_sources sources of the model above, each off by a factor e^(@noise z). @chip: their chip; @offset:
 * added to numbers of rows, so that ids of several calls differ. */
static inline void
made_rows (GString *text, guint n, guint n_sources, double noise, double share, const char *chip, guint offset)
{
  WeftRandom random;
  char buffers[2][G_ASCII_DTOSTR_BUF_SIZE];

  weft_random_init (&random, 7, offset);
  for (guint i = 0; i < n; i++)
    {
      double flops = 1e8 * pow (10, 3 * weft_random_double (&random));
      double time_s = flops / (share * MADE_PEAK) + MADE_LAUNCH;

      time_s *= exp (noise * weft_random_normal (&random));
      g_string_append_printf (text, "r%u,made,set %u,%s,8,,,%s,time,%s,s,s%u,high,\n", offset + i, i % 2, chip,
                              g_ascii_formatd (buffers[0], sizeof buffers[0], "%.17g", flops),
                              g_ascii_formatd (buffers[1], sizeof buffers[1], "%.17g", time_s), i % n_sources);
    }
}

static inline WeftGauge *
made_gauge (const char *text, const WeftGaugeOptions *options)
{
  static const WeftGaugeOptions plain = { .date = "2026-01-02" };
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("made.csv", text);
  g_autoptr (GError) error = NULL;
  WeftGauge *gauge = weft_gauge_new (inventory, made_domains, rows, NULL, options != NULL ? options : &plain, &error);

  g_assert_no_error (error);
  return gauge;
}

static inline const WeftGaugePart *
made_part (const WeftGauge *gauge)
{
  g_assert_cmpuint (gauge->parts->len, ==, 1);
  return gauge->parts->pdata[0];
}
