/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of single kernels: products of matrices, attention, memory traffic. */
#include <math.h>

#include <glib/gi18n-lib.h>

#include "calib/gauge/weft-gauge-kernels-private.h"
#include "cost/weft-gemm-private.h"

/* Products of chips whose size is not told are large ones. */
#define LARGE 16384.0

/* Heads of the benchmarks of attention have this width together (Dao, arxiv:2307.08691, section 4.1). */
#define ATTENTION_WIDTH 2048.0

typedef struct
{
  KernelContext *context;
  GPtrArray *cases;
  GPtrArray *skipped;
} Reader;

/* --- what a row is about --- */

static gboolean
read_format (const WeftGaugeRow *row,
             WeftFormat         *format)
{
  if (weft_format_parse (row->precision, format))
    return TRUE;

  *format = WEFT_FORMAT_BF16;
  return row->precision[0] == '\0';
}

static gboolean
read_product (const WeftGaugeRow *row,
              KernelCase         *data)
{
  double sizes[WEFT_GAUGE_MAX_SIZES];

  data->kind = KERNEL_PRODUCT;
  if (weft_gauge_sizes (row->model, sizes) == 3)
    {
      data->m = sizes[0];
      data->n = sizes[1];
      data->k = sizes[2];
    }
  else
    {
      data->kind = weft_gauge_says (row->metric, "max") ? KERNEL_BEST : KERNEL_LARGE;
      data->m = data->n = data->k = LARGE;
    }

  /* The table's times are those of software that casts activations in a kernel before. */
  data->is_cast = row->table == WEFT_GAUGE_PRODUCTS;
  return TRUE;
}

/* Notes give the width of heads for each chip: "head dim 64 (A100) / 128 (H100,H200)". */
static gboolean
read_attention (const WeftGaugeRow *row,
                KernelCase         *data)
{
  double batch = 1, tokens, head_dim;

  data->kind = KERNEL_ATTENTION;
  head_dim = weft_gauge_says (row->note, "head dim 64") && weft_gauge_says (row->chip, "A100") ? 64 : 128;
  if (!weft_gauge_number (row->sequence, &tokens))
    return FALSE;
  weft_gauge_token (row->batch, "B", &batch);

  data->work = (WeftAttentionWork) {
    weft_gauge_says (row->model, "flash") ? WEFT_ATTENTION_FLASH2 : WEFT_ATTENTION_PLAIN,
    batch, ATTENTION_WIDTH / head_dim, ATTENTION_WIDTH / head_dim, head_dim, head_dim, tokens, tokens, FALSE,
  };
  return TRUE;
}

static gboolean
read_kind (const WeftGaugeRow *row,
           KernelCase         *data)
{
  if (g_str_equal (row->workload, "kernel-gemm"))
    return read_product (row, data);
  if (g_str_equal (row->workload, "kernel-attention"))
    return read_attention (row, data);

  data->kind = g_str_equal (row->workload, "kernel-memory") ? KERNEL_STREAM
               : g_str_equal (row->workload, "kernel-roofline") ? KERNEL_ROOFLINE : KERNEL_VECTOR;
  return data->kind != KERNEL_ROOFLINE || weft_gauge_counted (row->model, "flop/B", &data->intensity);
}

static gboolean
is_ours (const WeftGaugeRow *row)
{
  static const char *const workloads[] = {
    "kernel-gemm", "kernel-attention", "kernel-memory", "kernel-roofline", "kernel-flops", NULL
  };

  return g_strv_contains (workloads, row->workload);
}

/* --- cases --- */

static double
count_flop (const KernelCase *data)
{
  return data->kind == KERNEL_ATTENTION ? weft_attention_flop (&data->work) : 2 * data->m * data->n * data->k;
}

/* What one constant is to scale: time at the data sheet's peak, or the data sheet's rate. */
static double
find_null (const Reader     *self,
           const KernelCase *data,
           gboolean          is_rate)
{
  const WeftChipKernels *kernels = &self->context->kernels[data->chip->index];

  if (data->kind == KERNEL_STREAM)
    return data->chip->mem_bw_bytes_s;
  if (data->kind == KERNEL_ROOFLINE)
    return MIN (kernels->peak_flops[WEFT_FORMAT_FP64], data->intensity * data->chip->mem_bw_bytes_s);
  if (data->kind == KERNEL_VECTOR && data->format == WEFT_FORMAT_FP64)
    return data->chip->peak_fp64_flops;
  if (is_rate)
    return kernels->peak_flops[data->format];
  return count_flop (data) / kernels->peak_flops[data->format];
}

static char *
name_set (const KernelCase *data,
          gboolean          is_table)
{
  const char *format = weft_format_nick (data->format);

  switch (data->kind)
    {
    case KERNEL_PRODUCT:
      return is_table ? g_strdup_printf ("GEMM, %s, %s", data->chip->id, format)
                      : g_strdup_printf ("GEMM elsewhere, %s", format);
    case KERNEL_LARGE:
      return g_strdup ("Large GEMM");
    case KERNEL_BEST:
      return g_strdup ("Best GEMM of a search");
    case KERNEL_ATTENTION:
      return g_strdup ("Attention");
    case KERNEL_STREAM:
      return g_strdup ("Memory traffic");
    case KERNEL_ROOFLINE:
      return g_strdup_printf ("FP64 roofline, %s", data->chip->id);
    case KERNEL_VECTOR:
    default:
      return g_strdup ("Vector arithmetic");
    }
}

/* Products of one shape of weights stay together where a table names no source; see WeftGaugeCase. */
static char *
name_source (const WeftGaugeRow *row,
             const KernelCase   *data)
{
  if (row->table == WEFT_GAUGE_PRODUCTS)
    return g_strdup_printf ("GEMM table, weights %.0fx%.0f", data->n, data->k);
  return weft_gauge_row_source (row);
}

/* The best of a search says little of the rest; attention is of few widths, and its constants are of papers. */
static double
find_weight (const KernelCase *data)
{
  return data->kind == KERNEL_BEST || data->kind == KERNEL_ATTENTION || data->kind == KERNEL_VECTOR ? 0 : 1;
}

static WeftGaugeCase *
case_new (const Reader       *self,
          const WeftGaugeRow *row,
          const KernelCase   *data,
          double              chips)
{
  WeftGaugeCase *a_case = g_new0 (WeftGaugeCase, 1);

  a_case->id = g_strdup (row->id);
  a_case->set = name_set (data, row->table == WEFT_GAUGE_PRODUCTS);
  a_case->source = name_source (row, data);
  a_case->scope = g_strdup (data->chip->id);
  a_case->label = g_strdup_printf ("%s, %s", row->model, row->chip);
  a_case->size = 1;
  a_case->is_rate = row->table != WEFT_GAUGE_PRODUCTS;
  a_case->measured = weft_gauge_row_value (row) / (a_case->is_rate ? chips : 1);
  a_case->null_value = find_null (self, data, a_case->is_rate);
  a_case->weight = find_weight (data);
  a_case->data = g_memdup2 (data, sizeof *data);
  return a_case;
}

static void
skip (const Reader       *self,
      const WeftGaugeRow *row,
      const char         *why)
{
  g_ptr_array_add (self->skipped, g_strdup_printf ("%s: %s", row->id, why));
}

static void
read_row (const Reader       *self,
          const WeftGaugeRow *row)
{
  g_autofree char *why = NULL;
  KernelCase data = { 0 };
  double chips;

  data.chip = weft_gauge_chip (self->context->inventory, row->chip, &chips, &why);
  if (data.chip == NULL)
    skip (self, row, why);
  else if (!read_format (row, &data.format))
    skip (self, row, _("its number format is not known"));
  else if (!read_kind (row, &data))
    skip (self, row, _("its sizes cannot be read"));
  else if (!(weft_gauge_row_value (row) > 0))
    skip (self, row, _("it has no value above 0"));
  else
    {
      data.silicon = weft_kernels_like (weft_inventory_get_profile (self->context->inventory), data.chip);
      if (data.silicon == NULL)
        data.silicon = data.chip->id;
      g_ptr_array_add (self->cases, case_new (self, row, &data, chips));
    }
}

GPtrArray *
weft_gauge_kernels_read (gpointer   context,
                         GPtrArray *rows,
                         GPtrArray *skipped)
{
  Reader self = { context, g_ptr_array_new (), skipped };

  for (guint i = 0; i < rows->len; i++)
    if (is_ours (rows->pdata[i]))
      read_row (&self, rows->pdata[i]);

  return self.cases;
}
