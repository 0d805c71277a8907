/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which constants of kernels are fitted: a few for each chip and format that has rows, and what all of them share. */
#include <string.h>

#include <glib/gi18n-lib.h>

#include "calib/gauge/weft-gauge-kernels-private.h"
#include "cost/weft-gemm-private.h"

/* Hopper was the first generation with a unit that loads tiles (NVIDIA H100 architecture white paper). */
#define FIRST_WITH_TILE_LOADS 2022

/* Whose a constant is. */
typedef enum
{
  OF_ALL,
  OF_FORMAT,
  OF_CHIP,
  OF_PAIR, /* chip and format */
} Reach;

/* @own_pull: of a chip's to what all have; a chip without rows has just that.
 * @pull: of what all have to @start */
typedef struct
{
  const char *key;
  const char *unit;
  const char *note;
  Reach reach;
  gboolean of_stream; /* of memory traffic alone, not of products */
  gboolean of_cast;   /* where something is cast alone */
  gboolean is_log;
  double start;
  double low;
  double high;
  double own_pull;
  double pull;
} Kind;

static const Kind kinds[N_KERNEL_CONSTANTS] = {
  [KERNEL_FLOP_SHARE] = { "gemm_flop_share", "1", N_("what multiprocessors reach on tiles, of the data sheet’s peak"),
                          OF_PAIR, FALSE, FALSE, TRUE, 0.7, 0.1, 1, 0.01, 0.001 },
  [KERNEL_BW_SHARE] = { "gemm_bw_share", "1", N_("memory traffic of products, of the data sheet’s bandwidth"),
                        OF_PAIR, FALSE, FALSE, TRUE, 0.75, 0.1, 1, 0.01, 0.001 },
  [KERNEL_LAUNCH] = { "gemm_launch_s", "s", N_("start and end of a product"),
                      OF_CHIP, FALSE, FALSE, TRUE, 2e-6, 1e-7, 1e-4, 0.01, 0.001 },
  [KERNEL_STEP] = { "gemm_step_s", "s", N_("least time of a term of a tile’s sums"),
                    OF_PAIR, FALSE, FALSE, TRUE, 1e-9, 1e-11, 1e-7, 0, 0.01 },
  [KERNEL_CAST] = { "gemm_cast_s", "s", N_("casting the left matrix, besides its traffic"),
                    OF_PAIR, FALSE, TRUE, TRUE, 8e-6, 1e-7, 1e-4, 0.01, 0.001 },
  [KERNEL_CAST_BYTES] = { "gemm_cast_bytes", "B", N_("reading an element and writing it in another format"),
                          OF_FORMAT, FALSE, TRUE, TRUE, 3, 0.5, 12, 0, 0.2 },
  [KERNEL_TILE] = { "gemm_tile_s", "s", N_("filling and draining a tile"),
                    OF_ALL, FALSE, FALSE, TRUE, 5e-7, 1e-8, 1e-5, 0, 0.5 },
  [KERNEL_WHOLE_SHARE] = { "gemm_whole_share", "1", N_("how far tiles come in whole rounds"),
                           OF_FORMAT, FALSE, FALSE, FALSE, 0.5, 0, 1, 0, 0.05 },
  [KERNEL_EPILOGUE_SHARE] = { "gemm_epilogue_share", "1",
                              N_("part of the writing of the result that does not hide behind the arithmetic"),
                              OF_CHIP, FALSE, FALSE, FALSE, 0.5, 0, 1, 0.1, 0.1 },
  [KERNEL_STREAM_SHARE] = { "stream_bw_share", "1",
                            N_("copies, sums and triads of large arrays, of the data sheet’s memory bandwidth"),
                            OF_CHIP, TRUE, FALSE, TRUE, 0.85, 0.1, 1, 0.1, 0.01 },
  [KERNEL_PRODUCT_HOST] = { "product_host_s", "s", N_("the host’s work for a product, where no graph launches it"),
                            OF_ALL, FALSE, FALSE, TRUE, 5e-6, 1e-6, 5e-5, 0, 0.01 },
};

/* Steps tell where they are long: of FP4, and on chips whose threads load their tiles themselves. */
static gboolean
has_long_steps (const KernelCase *data)
{
  return data->format == WEFT_FORMAT_FP4 || data->chip->generation_year < FIRST_WITH_TILE_LOADS;
}

static gboolean
concerns_products (const Kind       *kind,
                   const KernelCase *data)
{
  if (kind->of_stream)
    return FALSE;
  if (kind == &kinds[KERNEL_STEP])
    return has_long_steps (data);
  if (kind == &kinds[KERNEL_PRODUCT_HOST])
    return data->kind == KERNEL_PRODUCT && !data->is_cast;
  return !kind->of_cast || data->format == WEFT_FORMAT_FP8 || data->format == WEFT_FORMAT_FP4;
}

static gboolean
concerns (const Kind       *kind,
          const KernelCase *data)
{
  switch (data->kind)
    {
    case KERNEL_STREAM:
      return kind->of_stream;
    case KERNEL_ROOFLINE:
      return kind->of_stream || kind == &kinds[KERNEL_FLOP_SHARE];
    case KERNEL_LARGE:
    case KERNEL_VECTOR:
      return kind == &kinds[KERNEL_FLOP_SHARE];
    case KERNEL_ATTENTION:
      return kind->of_stream || concerns_products (kind, data);
    case KERNEL_PRODUCT:
    case KERNEL_BEST:
    default:
      return concerns_products (kind, data);
    }
}

static char *
name_key (const Kind *kind,
          const char *chip,
          WeftFormat  format)
{
  const char *nick = weft_format_nick (format);

  switch (kind->reach)
    {
    case OF_FORMAT:
      return g_strdup_printf ("%s@%s", kind->key, nick);
    case OF_CHIP:
      return g_strdup_printf ("%s@%s", kind->key, chip);
    case OF_PAIR:
      return g_strdup_printf ("%s@%s/%s", kind->key, chip, nick);
    case OF_ALL:
    default:
      return g_strdup (kind->key);
    }
}

/* What holds for chips of which nothing is known: of the format, or of all. (transfer full) (nullable) */
static char *
name_parent (const Kind *kind,
             WeftFormat  format)
{
  if (kind->own_pull <= 0)
    return NULL;
  if (kind->reach == OF_PAIR)
    return g_strdup_printf ("%s@%s", kind->key, weft_format_nick (format));
  return g_strdup (kind->key);
}

/* @parent: (nullable) */
static WeftGaugeParameter *
parameter_new (const Kind *kind,
               const char *key,
               const char *parent)
{
  WeftGaugeParameter *parameter = g_new0 (WeftGaugeParameter, 1);

  parameter->key = g_strdup (key);
  parameter->unit = g_strdup (kind->unit);
  parameter->start = kind->start;
  parameter->parent = g_strdup (parent);
  parameter->low = kind->low;
  parameter->high = kind->high;
  parameter->pull = parent != NULL ? kind->own_pull : kind->pull;
  parameter->is_log = kind->is_log;
  parameter->note = g_strdup (gettext (kind->note));
  return parameter;
}

/* Sizes that fitted products have, where a parameter concerns them. */
static char *
find_range (GPtrArray            *cases,
            const KernelConstant  constant,
            int                   slot)
{
  double low[3] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE }, high[3] = { 0 };

  for (guint i = 0; i < cases->len; i++)
    {
      const WeftGaugeCase *a_case = cases->pdata[i];
      const KernelCase *data = a_case->data;
      const double sizes[3] = { data->m, data->n, data->k };

      for (guint j = 0; a_case->weight > 0 && data->slots[constant] == slot && j < 3; j++)
        {
          low[j] = MIN (low[j], sizes[j]);
          high[j] = MAX (high[j], sizes[j]);
        }
    }
  if (!(high[0] > 0))
    return NULL;
  return g_strdup_printf ("m %.0f to %.0f, n %.0f to %.0f, k %.0f to %.0f", low[0], high[0], low[1], high[1], low[2],
                          high[2]);
}

static int
find_parameter (GPtrArray  *parameters,
                const char *key)
{
  for (guint i = 0; i < parameters->len; i++)
    if (g_str_equal (((WeftGaugeParameter *) parameters->pdata[i])->key, key))
      return (int) i;
  return -1;
}

static void
add_parameter (GPtrArray        *parameters,
               const Kind       *kind,
               const KernelCase *data)
{
  g_autofree char *key = name_key (kind, data->silicon, data->format);
  g_autofree char *parent = name_parent (kind, data->format);

  if (find_parameter (parameters, key) >= 0)
    return;
  if (parent != NULL && find_parameter (parameters, parent) < 0)
    g_ptr_array_add (parameters, parameter_new (kind, parent, NULL));
  g_ptr_array_add (parameters, parameter_new (kind, key, parent));
}

/* In the order of the cases, so the same for the same ones. */
static void
add_kind (GPtrArray      *parameters,
          GPtrArray      *cases,
          KernelConstant  constant)
{
  const Kind *kind = &kinds[constant];

  for (guint i = 0; i < cases->len; i++)
    {
      const WeftGaugeCase *a_case = cases->pdata[i];

      if (a_case->weight > 0 && concerns (kind, a_case->data))
        add_parameter (parameters, kind, a_case->data);
    }
}

/* The chip's own, or that of all; not where the best product known of the chip says more. */
static int
find_slot (GPtrArray        *parameters,
           const Kind       *kind,
           const KernelCase *data)
{
  g_autofree char *key = name_key (kind, data->silicon, data->format);
  g_autofree char *parent = name_parent (kind, data->format);
  int slot = find_parameter (parameters, key);

  if (slot >= 0 || parent == NULL)
    return slot;
  if (kind == &kinds[KERNEL_FLOP_SHARE] && weft_gemm_achieved_flops (data->chip, data->format) > 0)
    return -1;
  return find_parameter (parameters, parent);
}

GPtrArray *
weft_gauge_kernels_parameters (gpointer   context,
                               GPtrArray *cases)
{
  GPtrArray *parameters = g_ptr_array_new ();
  guint n_before = 0;

  for (KernelConstant constant = 0; constant < N_KERNEL_CONSTANTS; constant++)
    {
      add_kind (parameters, cases, constant);
      for (guint i = 0; i < cases->len; i++)
        {
          KernelCase *data = ((WeftGaugeCase *) cases->pdata[i])->data;

          data->slots[constant] = concerns (&kinds[constant], data)
                                  ? find_slot (parameters, &kinds[constant], data) : -1;
        }
      for (; n_before < parameters->len; n_before++)
        ((WeftGaugeParameter *) parameters->pdata[n_before])->range = find_range (cases, constant, (int) n_before);
    }

  return parameters;
}
