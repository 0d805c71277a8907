/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of scientific kernels: what was computed, on what, and which rate or time was measured. */
#include "calib/gauge/weft-gauge-hpc-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Five points in CSR: values and columns of 12 bytes, two vectors and the row pointer; without columns and pointers. */
#define SPARSE_BYTES 80.0
#define MATRIX_FREE_BYTES 56.0
/* Spectral elements of degree 7 have 7³ unknowns each that no other element has. */
#define UNKNOWNS_PER_ELEMENT 343.0
/* A row of 27 or 7 points: 12 bytes an entry, two vectors and the row pointer. */
#define ALGEBRAIC_BYTES_27 344.0
#define ALGEBRAIC_BYTES_7 104.0

typedef struct
{
  WeftGaugeHpcContext *context;
  GPtrArray *rows;
  GPtrArray *cases;
  GPtrArray *skipped;
} Reader;

static const struct
{
  const char *workload;
  const char *model; /* begins so; (nullable) for all of the workload */
  WeftGaugeHpcKind kind;
  const char *set;
  gboolean is_rate;
} kinds[] = {
  { "spmv-5pt", "cuSPARSE", WEFT_GAUGE_SPARSE, "Sparse products, five points", FALSE },
  { "spmv-5pt", NULL, WEFT_GAUGE_MATRIX_FREE, "Stencils in two dimensions", FALSE },
  { "hpcg", "DDOT", WEFT_GAUGE_HPCG_DOT, "HPCG and its kernels", TRUE },
  { "hpcg", "WAXPBY", WEFT_GAUGE_HPCG_SUM, "HPCG and its kernels", TRUE },
  { "hpcg", "SpMV", WEFT_GAUGE_HPCG_PRODUCT, "HPCG and its kernels", TRUE },
  { "hpcg", "MG", WEFT_GAUGE_HPCG_CYCLE, "HPCG and its kernels", TRUE },
  { "hpcg", NULL, WEFT_GAUGE_HPCG, "HPCG and its kernels", TRUE },
  { "stencil-cfd", NULL, WEFT_GAUGE_FLOW, "Compressible flow", FALSE },
  { "cg-spectral", NULL, WEFT_GAUGE_SPECTRAL, "Spectral elements, CG", TRUE },
  { "mg-pcg-spectral", NULL, WEFT_GAUGE_SPECTRAL_CYCLE, "Spectral elements, multigrid", TRUE },
  { "amg-27pt", NULL, WEFT_GAUGE_ALGEBRAIC, "Algebraic multigrid, small over large", TRUE },
  { "amg-7pt", NULL, WEFT_GAUGE_ALGEBRAIC, "Algebraic multigrid, small over large", TRUE },
  { "fft3d", NULL, WEFT_GAUGE_TRANSFORM, "Transforms in three dimensions", FALSE },
  { "kernel-memory", "3-point", WEFT_GAUGE_LINE_STENCIL, "Stencils in one dimension", TRUE },
  { "kernel-memory", "5-point", WEFT_GAUGE_LINE_STENCIL, "Stencils in one dimension", TRUE },
};

static int
find_kind (const WeftGaugeRow *row)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].workload, row->workload)
        && (kinds[i].model == NULL || g_str_has_prefix (row->model, kinds[i].model)))
      return (int) i;
  return -1;
}

/* "158^3", "560x280x280", "8,000 elements/GPU": points of the whole problem. */
static gboolean
read_points (const WeftGaugeRow *row,
             WeftGaugeHpcCase   *data)
{
  double sizes[WEFT_GAUGE_MAX_SIZES], elements;
  guint n;

  if (data->kind == WEFT_GAUGE_LINE_STENCIL)
    return TRUE;
  if (data->kind == WEFT_GAUGE_SPECTRAL || data->kind == WEFT_GAUGE_SPECTRAL_CYCLE)
    {
      if (!weft_gauge_counted (row->sequence, "elements", &elements))
        return FALSE;
      data->points = elements * UNKNOWNS_PER_ELEMENT * data->chips;
      return data->points > 0;
    }

  n = weft_gauge_sizes (row->sequence, sizes);
  if (n == 0 && data->kind == WEFT_GAUGE_HPCG)
    n = weft_gauge_sizes ("256^3", sizes);
  data->edge = sizes[0];
  data->points = n > 0 ? 1 : 0;
  for (guint i = 0; i < n; i++)
    data->points *= sizes[i];
  /* HPCG gives the part of one chip. */
  if (data->kind == WEFT_GAUGE_HPCG)
    data->points *= data->chips;
  return data->points > 0;
}

static void
read_kind (const WeftGaugeRow *row,
           WeftGaugeHpcCase   *data)
{
  data->iterations = 1;
  if (data->kind == WEFT_GAUGE_SPARSE)
    data->bytes_per_point = SPARSE_BYTES;
  else if (data->kind == WEFT_GAUGE_MATRIX_FREE)
    data->bytes_per_point = MATRIX_FREE_BYTES;
  else if (data->kind == WEFT_GAUGE_ALGEBRAIC)
    data->bytes_per_point = g_str_has_suffix (row->workload, "27pt") ? ALGEBRAIC_BYTES_27 : ALGEBRAIC_BYTES_7;
  else if (data->kind == WEFT_GAUGE_TRANSFORM)
    data->bytes_per_point = weft_gauge_says (row->precision, "fp64") ? 16 : 8;
  else if (data->kind == WEFT_GAUGE_SPECTRAL_CYCLE)
    weft_gauge_counted (row->note, "iterations", &data->iterations);
}

/* A chip may have a share of its own in the profile, from whole machines. */
static double
find_multigrid_share (const Reader        *self,
                      const WeftGaugeChip *chip)
{
  WeftProfile *profile = weft_inventory_get_profile (self->context->inventory);
  g_autofree char *key = g_strconcat ("hpc_multigrid_share@", chip->like != NULL ? chip->like->id : chip->id, NULL);
  double share;

  return weft_profile_get_number (profile, key, &share, NULL) ? share : NAN;
}

/* Rates are a second and chip, machines' rates of all their chips. */
static double
read_measured (const WeftGaugeRow     *row,
               const WeftGaugeHpcCase *data)
{
  double value = weft_gauge_row_value (row);

  if (g_str_has_prefix (row->unit, "ns/"))
    return value * 1e-9;
  if (data->kind >= WEFT_GAUGE_HPCG && data->kind <= WEFT_GAUGE_HPCG_SUM)
    return value / data->chips;
  return value;
}

/* What one constant of the set is to scale: the data sheet's bandwidth, or the time of the bytes by it. */
static double
find_null (const WeftGaugeHpcCase *data,
           gboolean                is_rate)
{
  double bw_bytes_s = data->chip.mem_bw_bytes_s;

  if (data->kind == WEFT_GAUGE_ALGEBRAIC)
    return 1;
  if (is_rate)
    return bw_bytes_s;
  return data->kind == WEFT_GAUGE_FLOW ? 1 / bw_bytes_s : data->points / data->chips / bw_bytes_s;
}

static WeftGaugeCase *
case_new (const WeftGaugeRow     *row,
          guint                   kind,
          const WeftGaugeHpcCase *data,
          double                  measured)
{
  WeftGaugeCase *a_case = g_new0 (WeftGaugeCase, 1);

  a_case->id = g_strdup (row->id);
  a_case->set = data->kind == WEFT_GAUGE_FLOW && data->chip.is_host
                  ? g_strdup_printf ("%s, processors", kinds[kind].set) : g_strdup (kinds[kind].set);
  a_case->source = weft_gauge_row_source (row);
  a_case->label = g_strdup_printf ("%s, %s, %s", row->model, row->chip, row->sequence);
  a_case->size = data->chips;
  a_case->measured = measured;
  a_case->is_rate = kinds[kind].is_rate;
  a_case->null_value = find_null (data, a_case->is_rate);
  a_case->weight = data->chip.is_host ? 0 : 1; /* partitions are of accelerators */
  a_case->data = g_memdup2 (data, sizeof *data);
  return a_case;
}

/* How much work an algebraic solver does for an unknown is its own business; that small problems leave a chip idle is
 * the model's. So rates count over that of the largest problem, which says nothing itself. FALSE for that one. */
static gboolean
relate_to_largest (const Reader       *self,
                   const WeftGaugeRow *row,
                   WeftGaugeHpcCase   *data,
                   double             *measured)
{
  double largest_value = NAN;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftGaugeRow *other = self->rows->pdata[i];
      double sizes[WEFT_GAUGE_MAX_SIZES], points = 1, value = weft_gauge_row_value (other);
      guint n = weft_gauge_sizes (other->sequence, sizes);

      if (n == 0 || !(value > 0) || !g_str_equal (other->workload, row->workload)
          || !g_str_equal (other->model, row->model) || !g_str_equal (other->chip, row->chip)
          || !g_str_equal (other->metric, row->metric))
        continue;
      for (guint j = 0; j < n; j++)
        points *= sizes[j];
      if (points <= data->largest)
        continue;
      data->largest = points;
      largest_value = value;
    }
  *measured /= largest_value;
  return data->points < data->largest;
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
          const WeftGaugeRow *row,
          guint               kind)
{
  WeftGaugeHpcCase data = { .kind = kinds[kind].kind, .chips = 1 };
  g_autofree char *why = NULL;
  double measured;

  weft_gauge_number (row->count, &data.chips);
  if (!weft_gauge_chip_find (&data.chip, self->context->inventory, self->context->chips, row->chip, &why))
    {
      skip (self, row, why);
      return;
    }
  read_kind (row, &data);
  if (!(data.chips >= 1) || !read_points (row, &data) || !(weft_gauge_row_value (row) > 0))
    {
      skip (self, row, _("its sizes or its value cannot be read"));
      weft_gauge_chip_clear (&data.chip);
      return;
    }
  measured = read_measured (row, &data);
  if (data.kind == WEFT_GAUGE_ALGEBRAIC && !relate_to_largest (self, row, &data, &measured))
    {
      weft_gauge_chip_clear (&data.chip);
      return;
    }
  data.multigrid_share = find_multigrid_share (self, &data.chip);
  g_ptr_array_add (self->cases, case_new (row, kind, &data, measured));
}

GPtrArray *
weft_gauge_hpc_read (gpointer   context,
                     GPtrArray *rows,
                     GPtrArray *skipped)
{
  Reader self = { context, rows, g_ptr_array_new (), skipped };

  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];
      int kind = find_kind (row);

      if (kind >= 0)
        read_row (&self, row, (guint) kind);
      else if (g_str_equal (row->workload, "kernel-fft"))
        skip (&self, row, _("it does not say what was transformed"));
      else if (g_str_equal (row->workload, "hpl"))
        skip (&self, row, _("dense factorisation is no workload of the evaluator"));
    }
  return self.cases;
}
