/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scientific kernels as a domain of the fit: what is read of rows, and how far off sources are that it has not seen. */
#include "calib/gauge/weft-gauge-hpc-private.h"
#include "gauge-fixture.h"
#include "gauge-part.h"

#define HEADER \
  "id,workload,model,chip,count,parallelism,batch,sequence,precision,metric,value,unit,source,certainty,note\n"

static const char page[]
  = HEADER
    "h1,hpcg,total,MI100,1,,,560x280x280,fp64,achieved_gflops,196.268,GFLOP/s,one,high,\n"
    "h2,hpcg,HPCG,MI250X,37888,,,,fp64,achieved_pflops,14.05,PFLOP/s,list,high,\n"
    "f1,stencil-cfd,MFC,EPYC 9654,1,,,158^3,fp64,grind_time,1.7,ns/gp/eq/rhs,two,high,\n"
    "n1,cg-spectral,BP5,MI250X GCD,1,,,\"8,000 elements/GPU\",fp64,dof,3.07e9,DOF*iter/s,three,high,\n"
    "a1,amg-7pt,AMG,V100,1,,,80^3,fp64,figure_of_merit,2e7,nnz/s,four,high,\n"
    "a2,amg-7pt,AMG,V100,1,,,160^3,fp64,figure_of_merit,5e7,nnz/s,four,high,\n"
    "x1,fft3d,cuFFTMp C2C,A100-80GB,8,1 node,,2048^3,fp32 complex,latency,78,ms,five,high,\n"
    "x2,kernel-fft,FFT C2C 1D,PVC Max 1550 tile,1,,,,fp32,achieved,3,TFLOP/s,six,high,\n"
    "u1,hpcg,total,Nobody 7,1,,,100^3,fp64,achieved_gflops,196,GFLOP/s,one,high,\n";

static const WeftGaugeCase *
find_case (GPtrArray  *cases,
           const char *id)
{
  for (guint i = 0; i < cases->len; i++)
    if (g_str_equal (((WeftGaugeCase *) cases->pdata[i])->id, id))
      return cases->pdata[i];
  return NULL;
}

static void
test_rows (void)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("published.csv", page);
  const WeftGaugeHpcCase *data;
  GaugePart part;

  gauge_part_init (&part, &weft_gauge_hpc, inventory, rows);
  g_assert_cmpuint (part.cases->len, ==, 6);

  data = find_case (part.cases, "h1")->data;
  assert_near (data->points, 560.0 * 280 * 280, 1e-12);
  assert_near (data->chip.mem_bw_bytes_s, 1228.8e9, 1e-12);
  assert_near (find_case (part.cases, "h2")->measured, 14.05e15 / 37888, 1e-12);
  assert_near (find_case (part.cases, "f1")->measured, 1.7e-9, 1e-12);
  g_assert_cmpfloat (find_case (part.cases, "f1")->weight, ==, 0);
  data = find_case (part.cases, "n1")->data;
  assert_near (data->points, 8000 * 343, 1e-12);
  assert_near (data->chip.mem_bw_bytes_s, 3277e9 / 2, 1e-12);
  /* The largest of a series says nothing; the other is 0.4 of it. */
  assert_near (find_case (part.cases, "a1")->measured, 0.4, 1e-12);
  g_assert_null (find_case (part.cases, "a2"));
  data = find_case (part.cases, "x1")->data;
  g_assert_cmpfloat (data->edge, ==, 2048);
  g_assert_cmpfloat (data->bytes_per_point, ==, 8);

  g_assert_true (gauge_part_skips (&part, "x2", "transformed"));
  g_assert_true (gauge_part_skips (&part, "u1", "Nobody 7"));
  gauge_part_clear (&part);
}

/* Sources held out: errors that a bandwidth alone does not reach where something else counts too. */
static void
test_held_out (void)
{
  g_autoptr (WeftGauge) gauge = gauge_fit (&weft_gauge_hpc, "hpc.csv kernels.csv");
  const WeftGaugePart *part = gauge->parts->pdata[0];

  g_assert_cmpuint (part->n_sources, >=, 7);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "HPCG and its kernels"), <, 0.22);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Algebraic multigrid, small over large"), <, 0.22);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Transforms in three dimensions"), <, 0.15);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Compressible flow"), <, 0.30);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_HELD_OUT, "Spectral elements, CG"), <, 0.25);
  g_assert_cmpfloat (gauge_mean_error (part, WEFT_GAUGE_IN_SAMPLE, NULL), <, 0.20);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/calib/gauge-hpc/rows", test_rows);
  g_test_add_func ("/calib/gauge-hpc/held-out", test_held_out);

  return g_test_run ();
}
