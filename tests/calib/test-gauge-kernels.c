/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single kernels as a domain of the fit: what is read of rows, which constants there are, and how far off products of
 * shapes are that the fit has not seen. */
#include "calib/gauge/weft-gauge-kernels-private.h"
#include "calib/gauge/weft-gauge-score-private.h"
#include "gauge-fixture.h"

static const char published[]
  = "id,workload,model,chip,count,parallelism,batch,sequence,precision,metric,value,unit,source,certainty,note\n"
    "g1,kernel-gemm,64x12288x12288,A100-80GB,1,,,,fp16,achieved_tflops,101.7,TFLOP/s,somebody,high,\n"
    "g2,kernel-gemm,DGEMM,PVC Max 1550 node,12,,,,fp64,achieved,125,TFLOP/s,elsewhere,high,\n"
    "g3,kernel-gemm,best over a shape search,MI300X,1,,,,bf16,max_achievable_tflops,668.4,TFLOP/s,table,high,\n"
    "g4,kernel-gemm,64x64x64,Nobody 7,1,,,,bf16,achieved_tflops,1,TFLOP/s,somebody,high,\n"
    "g5,kernel-gemm,64x64x64,H100-80GB,1,,,,int3,achieved_tflops,1,TFLOP/s,somebody,high,\n"
    "m1,kernel-memory,stream triad,H100-80GB,1,,,,,bandwidth,2970,GB/s,somebody,high,\n"
    "r1,kernel-roofline,\"FP64 FMA stream, 6.25 flop/B\",H200,1,,,,fp64,achieved_tflops,22.683,TFLOP/s,plot,high,\n"
    "a1,kernel-attention,Flash Attention 2.0,A100-80GB,1,,B2,8192,fp16,achieved_tflops,179.5,TFLOP/s,somebody,high,"
    "head dim 64 (A100) / 128 (H100)\n"
    "t1,train,GPT,H100,8,,,,bf16,step,1,s,somebody,high,\n";

static const char products[] = "system,dtype,m,n,k,latency_ms,tflops\n"
                               "h100_sxm,bf16,4096,4096,4096,0.1743,789\n"
                               "h100_sxm,fp8,4096,4096,4096,0.1507,912\n"
                               "b200_sxm,nvfp4,512,8192,8192,0.0267,2573\n";

typedef struct
{
  WeftInventory *inventory;
  gpointer context;
  GPtrArray *rows;
  GPtrArray *skipped;
  GPtrArray *cases;
} Fixture;

static void
free_case (gpointer data)
{
  WeftGaugeCase *a_case = data;

  g_free (a_case->id);
  g_free (a_case->set);
  g_free (a_case->source);
  g_free (a_case->scope);
  g_free (a_case->label);
  g_free (a_case->data);
  g_free (a_case);
}

static void
free_parameter (gpointer data)
{
  WeftGaugeParameter *parameter = data;

  g_free (parameter->key);
  g_free (parameter->unit);
  g_free (parameter->parent);
  g_free (parameter->note);
  g_free (parameter->range);
  g_free (parameter);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->inventory = take_inventory ();
  fixture->context = weft_gauge_kernels.context_new (fixture->inventory, &error);
  g_assert_no_error (error);
  fixture->rows = take_rows ("published.csv", published);
  weft_gauge_parse ("products.csv", products, strlen (products), fixture->rows, &error);
  g_assert_no_error (error);
  fixture->skipped = g_ptr_array_new_with_free_func (g_free);
  fixture->cases = weft_gauge_kernels.read (fixture->context, fixture->rows, fixture->skipped);
  g_ptr_array_set_free_func (fixture->cases, free_case);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_ptr_array_unref (fixture->cases);
  g_ptr_array_unref (fixture->skipped);
  g_ptr_array_unref (fixture->rows);
  weft_gauge_kernels.context_free (fixture->context);
  g_object_unref (fixture->inventory);
}

static const WeftGaugeCase *
find_case (const Fixture *fixture, const char *id)
{
  for (guint i = 0; i < fixture->cases->len; i++)
    if (g_str_has_prefix (((WeftGaugeCase *) fixture->cases->pdata[i])->id, id))
      return fixture->cases->pdata[i];
  g_error ("no case %s", id);
}

static void
test_read (Fixture *fixture, gconstpointer data)
{
  const WeftGaugeCase *product = find_case (fixture, "g1"), *node = find_case (fixture, "g2");
  const WeftGaugeCase *attention = find_case (fixture, "a1");
  const KernelCase *sizes = product->data;

  g_assert_cmpuint (fixture->cases->len, ==, 9);
  g_assert_cmpuint (fixture->skipped->len, ==, 2);
  g_assert_true (g_str_has_prefix (fixture->skipped->pdata[0], "g4: "));
  g_assert_true (g_str_has_prefix (fixture->skipped->pdata[1], "g5: "));

  g_assert_cmpstr (product->set, ==, "GEMM elsewhere, bf16");
  g_assert_true (product->is_rate);
  g_assert_cmpfloat (sizes->m, ==, 64);
  g_assert_cmpfloat (sizes->k, ==, 12288);
  g_assert_false (sizes->is_cast);
  assert_near (product->null_value, 312e12, 1e-12);

  /* Six chips in a node of twelve halves. */
  assert_near (node->measured, 125e12 / 6, 1e-12);
  assert_near (((const KernelCase *) find_case (fixture, "r1")->data)->intensity, 6.25, 1e-12);
  g_assert_cmpfloat (find_case (fixture, "g3")->weight, ==, 0);
  g_assert_cmpint (((const KernelCase *) attention->data)->work.kernel, ==, WEFT_ATTENTION_FLASH2);
  g_assert_cmpfloat (((const KernelCase *) attention->data)->work.heads, ==, 32);
}

static void
test_read_products (Fixture *fixture, gconstpointer data)
{
  const WeftGaugeCase *bf16 = find_case (fixture, "products:2"), *fp4 = find_case (fixture, "products:4");

  g_assert_cmpstr (bf16->set, ==, "GEMM, h100-sxm-80, bf16");
  g_assert_cmpstr (fp4->set, ==, "GEMM, b200-sxm, fp4");
  g_assert_false (bf16->is_rate);
  assert_near (bf16->measured, 0.1743e-3, 1e-12);
  assert_near (bf16->null_value, 2 * pow (4096, 3) / 989.4e12, 1e-12);
  g_assert_true (((const KernelCase *) fp4->data)->is_cast);
  /* Shapes of weights are held out together, whatever the chip. */
  g_assert_cmpstr (bf16->source, ==, find_case (fixture, "products:3")->source);
  g_assert_cmpstr (bf16->source, !=, fp4->source);
}

static void
test_parameters (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) parameters = weft_gauge_kernels.parameters (fixture->context, fixture->cases);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree double *x = g_new (double, parameters->len);

  g_ptr_array_set_free_func (parameters, free_parameter);
  for (guint i = 0; i < parameters->len; i++)
    {
      const WeftGaugeParameter *parameter = parameters->pdata[i];

      g_assert_true (parameter->parent == NULL || g_hash_table_contains (known, parameter->parent));
      g_assert_true (g_hash_table_add (known, parameter->key));
      g_assert_cmpfloat (parameter->low, <, parameter->start);
      g_assert_cmpfloat (parameter->start, <, parameter->high);
      x[i] = parameter->start;
    }
  g_assert_true (g_hash_table_contains (known, "gemm_flop_share@h100-sxm-80/bf16"));
  g_assert_true (g_hash_table_contains (known, "gemm_flop_share@h200-sxm-141/fp64"));
  g_assert_true (g_hash_table_contains (known, "gemm_cast_bytes@fp4"));
  g_assert_false (g_hash_table_contains (known, "gemm_cast_s@h100-sxm-80/bf16"));
  /* The best of a search is shown and not fitted. */
  g_assert_false (g_hash_table_contains (known, "gemm_flop_share@mi300x/bf16"));

  for (guint i = 0; i < fixture->cases->len; i++)
    {
      const WeftGaugeCase *a_case = fixture->cases->pdata[i];
      double predicted = weft_gauge_kernels.predict (fixture->context, x, a_case);

      g_assert_cmpfloat (predicted, >, a_case->measured / 3);
      g_assert_cmpfloat (predicted, <, a_case->measured * 3);
    }
}

/* --- kept beside the project --- */

/* Mean errors, in sample, of one share of the peak, one of the bandwidth and one launch for each chip and format, the
 * longer of arithmetic and traffic counting. */
static const struct
{
  const char *set;
  double mape;
} simple[] = {
  { "GEMM, a100-sxm-80, bf16", 0.082 },  { "GEMM, h100-sxm-80, fp8", 0.044 }, { "GEMM, h200-sxm-141, bf16", 0.046 },
  { "GEMM, h200-sxm-141, fp8", 0.039 },  { "GEMM, b200-sxm, bf16", 0.073 },   { "GEMM, b200-sxm, fp8", 0.070 },
  { "GEMM, b200-sxm, fp4", 0.106 },      { "GEMM, gb200, bf16", 0.073 },      { "GEMM, gb200, fp8", 0.062 },
  { "GEMM, gb200, fp4", 0.104 },
};

static WeftGaugeScore
score_set (const WeftGaugePart *part, const char *set)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));

  weft_gauge_pick (part, set, picked);
  return weft_gauge_score (picked, WEFT_GAUGE_HELD_OUT);
}

/* Shapes that the fit has not seen are predicted better than the simple form fits those that it has. */
static void
test_held_out (void)
{
  static const WeftGaugeDomain *const domains[] = { &weft_gauge_kernels, NULL };
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "measurements", "gemm-measured.csv", NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (WeftInventory) inventory = NULL;
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (GError) error = NULL;
  WeftGaugeOptions options = { .folds = 8 };

  if (shared == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("WEFT_SHARED_DIR has no measurements/gemm-measured.csv");
      return;
    }
  weft_gauge_read (path, rows, NULL, &error);
  g_assert_no_error (error);
  inventory = take_inventory ();
  gauge = weft_gauge_new (inventory, domains, rows, NULL, &options, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    {
      WeftGaugeScore score = score_set (gauge->parts->pdata[0], simple[i].set);

      g_test_message ("%s: %u rows, held out %.1f %%, at most %.0f %%", simple[i].set, score.n, score.mape * 100,
                      score.max * 100);
      g_assert_cmpuint (score.n, ==, 96);
      g_assert_cmpfloat (score.mape, <, simple[i].mape);
    }
  g_assert_cmpfloat (score_set (gauge->parts->pdata[0], NULL).mape, <, 0.055);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/gauge/kernels/read", Fixture, NULL, set_up, test_read, tear_down);
  g_test_add ("/gauge/kernels/read-products", Fixture, NULL, set_up, test_read_products, tear_down);
  g_test_add ("/gauge/kernels/parameters", Fixture, NULL, set_up, test_parameters, tear_down);
  g_test_add_func ("/gauge/kernels/held-out", test_held_out);

  return g_test_run ();
}
