/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets that are kept beside the project: synthetic ones with their knobs, and public measurements with the errors that
 * a prototype of the same method reached. Skipped without WEFT_SHARED_DIR. */
#include <json-glib/json-glib.h>

#include "base/weft-json.h"
#include "calib-fixture.h"

/* --- synthetic --- */

typedef struct
{
  double errors[64];
  guint n;
} Errors;

static void
add_error (Errors *self, const WeftFitKnob *knob, double scale, JsonObject *truth, const char *key)
{
  if (json_object_has_member (truth, key) && !isnan (knob->value))
    self->errors[self->n++] = fabs (knob->value * scale / json_object_get_double_member (truth, key) - 1);
}

static void
test_points (void)
{
  g_autofree char *points = shared_file ("cal", "points.csv");
  g_autofree char *platforms = points != NULL ? shared_file ("cal", "platforms.csv") : NULL;
  g_autofree char *truth = platforms != NULL ? shared_file ("cal", "points_truth.json") : NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (WeftMeasurements) measurements = NULL;
  g_autoptr (WeftFit) fit = NULL;
  g_autoptr (GError) error = NULL;
  Errors phi = { { 0 }, 0 }, beta = { { 0 }, 0 }, launch = { { 0 }, 0 };

  if (truth == NULL)
    return;
  node = weft_json_load (truth, NULL, &error);
  g_assert_no_error (error);
  measurements = weft_measurements_read (points, platforms, &error);
  g_assert_no_error (error);
  fit = fit_points (measurements, 4);
  g_assert_cmpuint (fit->failed->len, ==, 0);
  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = fit->series->pdata[i];
      JsonObject *of_platform = json_object_get_object_member (
        json_node_get_object (node), g_array_index (measurements->platforms, WeftMeasuredPlatform, series->platform).name);
      JsonObject *knobs = json_object_get_object_member (of_platform, measurements->ops->pdata[series->op]);

      g_assert_cmpuint (series->n_segments, ==, 1);
      add_error (&phi, &series->segment[0].phi, 1, knobs, "phi");
      add_error (&beta, &series->segment[0].beta, 1, knobs, "beta");
      add_error (&launch, &series->segment[0].launch_s, 1e6, knobs, "l");
    }
  g_test_message ("median errors: phi %.2f %%, beta %.2f %%, launch %.2f %%",
                  100 * weft_statistics_median (phi.errors, phi.n), 100 * weft_statistics_median (beta.errors, beta.n),
                  100 * weft_statistics_median (launch.errors, launch.n));
  g_assert_cmpuint (phi.n, >=, 15);
  g_assert_cmpuint (beta.n, ==, 33);
  g_assert_cmpuint (launch.n, ==, 33);
  g_assert_cmpfloat (weft_statistics_median (phi.errors, phi.n), <, 0.02);
  g_assert_cmpfloat (weft_statistics_median (beta.errors, beta.n), <, 0.02);
  g_assert_cmpfloat (weft_statistics_median (launch.errors, launch.n), <, 0.02);
}

static void
test_segments (void)
{
  static const char platform[] = "platform,peak_tflops,mem_bw_GBps\nchip,300,2000\n";
  static const struct
  {
    const char *set;
    guint n;
    double cuts[2];
  } sets[] = { { "seg_h1", 1, { 0, 0 } }, { "seg_h2", 2, { 3e6, 0 } }, { "seg_h3", 3, { 1e6, 1e8 } } };
  g_autofree char *points = shared_file ("cal", "segments.csv");
  g_autoptr (WeftMeasurements) measurements = weft_measurements_new ();
  g_autoptr (WeftFit) fit = NULL;
  g_autoptr (GError) error = NULL;

  if (points == NULL)
    return;
  weft_measurements_parse_platforms (measurements, "p", platform, sizeof platform - 1, &error);
  g_assert_no_error (error);
  weft_measurements_add_points (measurements, points, NULL, NULL, &error);
  g_assert_no_error (error);
  fit = fit_points (measurements, 4);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      const WeftFitSeries *series = weft_fit_find (fit, sets[i].set, "segments", 0, NULL);

      g_assert_cmpuint (series->n_segments, ==, sets[i].n);
      g_assert_cmpint (series->axis, ==, WEFT_FIT_BY_BYTES);
      g_assert_cmpfloat (series->mape, <, 0.03);
      for (guint k = 0; k + 1 < sets[i].n; k++)
        {
          g_assert_cmpfloat (series->segment[k].to, <, sets[i].cuts[k] * 1.05);
          g_assert_cmpfloat (series->segment[k + 1].from, >, sets[i].cuts[k] * 0.95);
        }
    }
}

/* --- public measurements --- */

/* Errors in percent, of one segment (100: depends on the rate of the cache, which is a guess) and of the accepted ones. */
typedef struct
{
  const char *file;
  const char *op; /* (nullable): all lines are of this one */
  const char *series;
  guint n_dev;
  const char *path;
  const char *platform; /* peak_tflops, mem_bw_GBps, link_bw_GBps, l2_MiB, l2_bw_GBps */
  double whole;
  double cut;
} Row;

static const Row rows[] = {
  { "gemm_fp16_a100_vidur", "gemm", "gemm", 0, "", "312,2039,,,", 8.1, 6.2 },
  { "gemm_fp16_h100_vidur", NULL, "mlp_up_proj", 0, "", "989,3350,,,", 9.4, 5.25 },
  { "gemm_fp16_a40_vidur", NULL, "mlp_up_proj", 0, "", "149.7,696,,,", 6.2, 4.4 },
  { "gemm_fp16_a100_llmcompass", NULL, "matmul", 0, "", "312,1935,,,", 2.95, 2.95 },
  { "gemm_fp16_mi210_llmcompass", NULL, "matmul", 0, "", "181,1638,,,", 4.35, 2.45 },
  { "gemm_fp16_l20_cudalearnnotes", NULL, "cublas_hgemm", 0, "", "119.5,864,,,", 0.95, 0.95 },
  { "memop_a100_llmcompass", NULL, "softmax", 0, "", ",1935,,,", 6.45, 6.45 },
  { "allreduce_h100_dgx_vidur", NULL, NULL, 8, "dev_per_node=8", ",,450,,", 5.9, 5.9 },
  { "allreduce_h100_v5_azure", NULL, NULL, 8, "", ",,450,,", 14.2, 2.95 },
  { "allreduce_a100_v4_azure", NULL, NULL, 8, "", ",,300,,", 11.3, 2.85 },
  { "allreduce_a100_dgx_vidur", NULL, NULL, 16, "dev_per_node=8", ",,300,,", 40.8, 6.4 },
  { "sendrecv_h100_dgx_vidur", NULL, NULL, 0, "dev_per_node=1", ",,450,,", 5, 3.2 },
  { "smallkernel_scale_h200_gpubenches", NULL, NULL, 0, "", ",4800,,,", 12, 2.4 },
  { "smallkernel_scale_l40_gpubenches", NULL, NULL, 0, "", ",864,,,", 124, 124 },
  { "smallkernel_scale_h200_gpubenches", NULL, NULL, 0, "", ",4800,,50,8000", 100, 1.31 },
  { "smallkernel_scale_a100_80_gpubenches", NULL, NULL, 0, "", ",2039,,40,8000", 100, 2.25 },
  { "smallkernel_scale_a40_gpubenches", NULL, NULL, 0, "", ",696,,6,8000", 100, 4.15 },
  { "smallkernel_scale_l40_gpubenches", NULL, NULL, 0, "", ",864,,96,8000", 100, 6.15 },
};

static WeftFit *
fit_row (const Row *row)
{
  g_autofree char *name = g_strconcat (row->file, ".csv", NULL);
  g_autofree char *points = shared_file ("cal/real", name);
  g_autofree char *platform
    = g_strdup_printf ("platform,peak_tflops,mem_bw_GBps,link_bw_GBps,l2_MiB,l2_bw_GBps\nchip,%s\n", row->platform);
  g_autoptr (WeftMeasurements) measurements = weft_measurements_new ();
  g_autoptr (GError) error = NULL;

  if (points == NULL)
    return NULL;
  weft_measurements_parse_platforms (measurements, "p", platform, strlen (platform), &error);
  g_assert_no_error (error);
  weft_measurements_add_points (measurements, points, row->op, NULL, &error);
  g_assert_no_error (error);
  return fit_points (measurements, 4);
}

static void
test_real (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (WeftFit) fit = fit_row (row);
  const WeftFitSeries *series;

  if (fit == NULL)
    return;
  series = weft_fit_find (fit, "chip", row->series != NULL ? row->series : row->file, row->n_dev, row->path);
  g_assert_nonnull (series);
  g_test_message ("%s %s: %.2f %% in one segment, %.2f %% in %u, %.2f %% of points held out", row->file,
                  row->series != NULL ? row->series : "", 100 * series->whole.mape, 100 * series->mape,
                  series->n_segments, 100 * series->mape_held_out);
  g_assert_cmpfloat (100 * series->whole.mape, <=, row->whole);
  g_assert_cmpfloat (100 * series->mape, <=, row->cut);
}

/* Eleven large shapes tell the efficiency of arithmetic and nothing of memory. */
static void
test_large_shapes (void)
{
  g_autoptr (WeftFit) fit = fit_row (&rows[5]);
  const WeftFitSegment *segment;

  if (fit == NULL)
    return;
  segment = &((const WeftFitSeries *) fit->series->pdata[0])->segment[0];
  assert_near (segment->phi.value, 0.96, 0.01);
  g_assert_true (isnan (segment->beta.value));
  g_assert_cmpfloat (segment->beta.bound, >, 0.2);
}

/* Every file is read, and whatever it holds is fitted. */
static void
test_all (void)
{
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *folder = shared != NULL ? g_build_filename (shared, "cal", "real", NULL) : NULL;
  g_autoptr (GDir) names = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;
  guint n = 0;

  if (names == NULL)
    {
      g_test_skip ("WEFT_SHARED_DIR has no such folder");
      return;
    }
  while ((name = g_dir_read_name (names)) != NULL)
    if (g_str_has_suffix (name, ".csv"))
      {
        g_autofree char *stem = g_strndup (name, strlen (name) - 4);
        Row row = { stem, NULL, NULL, 0, NULL, "300,2000,200,,", 0, 0 };
        g_autoptr (WeftFit) fit = fit_row (&row);

        g_assert_cmpuint (fit->series->len, >, 0);
        g_assert_cmpuint (fit->failed->len, ==, 0);
        n++;
      }
  g_assert_cmpuint (n, ==, 26);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit-real/points", test_points);
  g_test_add_func ("/fit-real/segments", test_segments);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fit-real/%02u-%s", i, rows[i].file);

      g_test_add_data_func (path, &rows[i], test_real);
    }
  g_test_add_func ("/fit-real/large-shapes", test_large_shapes);
  g_test_add_func ("/fit-real/all", test_all);
  return g_test_run ();
}
