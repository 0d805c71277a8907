/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power as a domain of the fit: what is read of rows, and how far off chips are that the fit has not seen. */
#include "calib/gauge/weft-gauge-power-private.h"
#include "gauge-fixture.h"
#include "gauge-part.h"

#define HEADER \
  "id,workload,model,chip,count,parallelism,batch,sequence,precision,metric,value,unit,source,certainty,note\n"

static const char page[]
  = HEADER
    "g1,kernel-gemm,gemm,A100-40GB,1,,,,fp16,achieved_tflops,250,TFLOP/s,page 1,high,\n"
    "g2,power,gemm,A100-40GB,1,,,,fp16,chip_power,340,W,page 1,high,\n"
    "g3,power,gemm,A100-40GB,8,,,,fp16,node_power_mean,4500,W,page 1,high,\n"
    "g4,power,gemm,A100-40GB,8,,,,fp16,node_power_mean,4500,W,page 1,high,\"standard deviation 1,170 W\"\n"
    "e1,collective,p2p 2 nodes,A100-40GB,2,,,,,busbw,20,GB/s,page 2,high,\n"
    "e2,power,p2p 2 nodes,A100-40GB,8,,,,,node_power_mean,1800,W,page 2,high,\n"
    "s1,power,\"FP64 FMA stream, 0.25 flop/B\",H200,1,,,,fp64,chip_power,572,W,plot,high,\"3759 GB/s, 0.94 TFLOP/s\"\n"
    "s2,power,\"FP64 FMA stream, 0.25 flop/B\",H200,1,,,,fp64,chip_power,572,W,plot,high,hot\n"
    "u1,power,gemm,Nobody 7,1,,,,fp16,chip_power,340,W,page 1,high,\n";

static const WeftGaugePowerCase *
data_of (GPtrArray  *cases,
         const char *id)
{
  for (guint i = 0; i < cases->len; i++)
    if (g_str_equal (((WeftGaugeCase *) cases->pdata[i])->id, id))
      return ((WeftGaugeCase *) cases->pdata[i])->data;
  return NULL;
}

/* What ran is found on the same page; what cannot be known is said. */
static void
test_rows (void)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("published.csv", page);
  GaugePart part;
  const WeftGaugePowerCase *data;

  gauge_part_init (&part, &weft_gauge_power, inventory, rows);
  g_assert_cmpuint (part.cases->len, ==, 4);

  data = data_of (part.cases, "g2");
  assert_near (data->does.matrix_flops[WEFT_FORMAT_BF16], 250e12, 1e-12);
  g_assert_false (data->is_node);
  data = data_of (part.cases, "g3");
  g_assert_true (data->is_node);
  g_assert_cmpfloat (data->busy, ==, 8);
  g_assert_cmpfloat (data->sockets, ==, 2);
  data = data_of (part.cases, "e2");
  g_assert_cmpfloat (data->busy, ==, 1);
  assert_near (data->does.link_bytes_s, 20e9, 1e-12);
  data = data_of (part.cases, "s1");
  assert_near (data->does.bytes_s, 3759e9, 1e-12);
  assert_near (data->does.vector_flops, 0.94e12, 1e-12);

  g_assert_true (gauge_part_skips (&part, "g4", "idle"));
  g_assert_true (gauge_part_skips (&part, "s2", "cannot be read"));
  g_assert_true (gauge_part_skips (&part, "u1", "Nobody 7"));
  gauge_part_clear (&part);
}

/* The 57 published rows: chips are held out, whoever measured them, and come out within 6 % where they stream. */
static void
test_held_out (void)
{
  g_autoptr (WeftGauge) gauge = gauge_fit (&weft_gauge_power, "power.csv");
  const WeftGaugePart *part = gauge->parts->pdata[0];

  g_assert_cmpuint (part->n_sources, ==, 2);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Chip power, streams of FP64, A100-40GB"), <, 0.06);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Chip power, streams of FP64, H200"), <, 0.06);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Node power"), <, 0.10);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_IN_SAMPLE, NULL), <, 0.06);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/calib/gauge-power/rows", test_rows);
  g_test_add_func ("/calib/gauge-power/held-out", test_held_out);

  return g_test_run ();
}
