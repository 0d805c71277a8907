/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of measurements: what is read from them, and what is refused where. */
#include <glib/gstdio.h>

#include "base/weft-json.h"
#include "calib-fixture.h"

#define PLATFORMS \
  "platform,peak_tflops,mem_bw_GBps,link_bw_GBps,link_lat_us,n_dev,hops,l2_MB,l2_bw_TBps,chip,fabric,use\n" \
  "A,312,2039,200,2.0,16,2,40,5.5,a100-sxm4-80,\"NVLink 3, IB HDR\",fit\n" \
  "B,165,1008,32,6.0,2,1,,,,,\n"

static const WeftMeasurement *
point (const WeftMeasurements *self, guint i)
{
  g_assert_cmpuint (i, <, self->points->len);
  return &g_array_index (self->points, WeftMeasurement, i);
}

static const WeftMeasuredPlatform *
platform (const WeftMeasurements *self, guint i)
{
  g_assert_cmpuint (i, <, self->platforms->len);
  return &g_array_index (self->platforms, WeftMeasuredPlatform, i);
}

static void
test_platforms (void)
{
  g_autoptr (WeftMeasurements) self = take_points ("platform,bytes,time_us\nB,1,1\n", PLATFORMS);

  g_assert_cmpuint (self->n_described, ==, 2);
  g_assert_cmpfloat (platform (self, 0)->peak_flops_s, ==, 312e12);
  g_assert_cmpfloat (platform (self, 0)->mem_bw_bytes_s, ==, 2039e9);
  g_assert_cmpfloat (platform (self, 0)->link_bw_bytes_s, ==, 200e9);
  g_assert_cmpfloat (platform (self, 0)->link_latency_s, ==, 2e-6);
  g_assert_cmpfloat (platform (self, 0)->cache_bytes, ==, 40e6);
  g_assert_cmpfloat (platform (self, 0)->cache_bw_bytes_s, ==, 5.5e12);
  g_assert_cmpuint (platform (self, 0)->n_dev, ==, 16);
  g_assert_cmpuint (platform (self, 0)->hops, ==, 2);
  g_assert_cmpstr (platform (self, 0)->fabric, ==, "NVLink 3, IB HDR");
  g_assert_cmpstr (platform (self, 0)->chip, ==, "a100-sxm4-80");
  g_assert_cmpstr (platform (self, 0)->use, ==, "fit");
  g_assert_true (isnan (platform (self, 1)->cache_bytes));
  g_assert_null (platform (self, 1)->fabric);
  g_assert_cmpuint (point (self, 0)->platform, ==, 1);
  g_assert_cmpuint (point (self, 0)->n_dev, ==, 2); /* of the platform */
}

/* A mark of UTF-8, CRLF, comments, quotes, blanks, an empty line, other columns, any order. */
static void
test_dialects (void)
{
  g_autoptr (WeftMeasurements) self = take_points (
    "\xef\xbb\xbf# taken at night\r\n"
    "note,p99_ms, time_ms ,op,platform,bytes,flops\r\n"
    "\"a \"\"b\"\", c\",0.004,0.0032,\"gemm\",A,1e3,2E6\r\n"
    "# between\r\n"
    "\r\n"
    ",,,\r\n"
    "\"two\r\nlines\",,3.2,\tspmv ,B,4,0\r\n",
    PLATFORMS);

  g_assert_cmpuint (self->points->len, ==, 2);
  assert_near (point (self, 0)->time_s, 3.2e-6, 1e-15);
  assert_near (point (self, 0)->p99_s, 4e-6, 1e-15);
  g_assert_cmpfloat (point (self, 0)->bytes, ==, 1000);
  g_assert_cmpfloat (point (self, 0)->flops, ==, 2e6);
  g_assert_cmpuint (point (self, 0)->line, ==, 3);
  assert_near (point (self, 1)->time_s, 3.2e-3, 1e-15);
  g_assert_true (isnan (point (self, 1)->p99_s));
  g_assert_cmpuint (point (self, 1)->line, ==, 7);
  g_assert_cmpstr (self->ops->pdata[0], ==, "gemm");
  g_assert_cmpstr (self->ops->pdata[1], ==, "spmv");
  g_assert_cmpuint (self->notes->len, ==, 1);
  g_assert_cmpstr (self->notes->pdata[0], ==, "points.csv: not read: note");
  g_assert_cmpuint (self->files->len, ==, 2);
  g_assert_cmpuint (g_array_index (self->files, WeftMeasuredFile, 1).n_rows, ==, 2);
}

static void
test_units (void)
{
  static const struct
  {
    const char *title;
    double time_s;
  } times[] = {
    { "time_s", 8.08398 },        { "time_ms", 8.08398e-3 },    { "time_us", 8.08398e-6 },
    { "time_ns", 8.08398e-9 },    { "Time (us)", 8.08398e-6 },  { "latency_us", 8.08398e-6 },
    { "Latency [ms]", 8.08398e-3 }, { "duration-ns", 8.08398e-9 }, { "time_us_per_msg", 8.08398e-6 },
  };
  static const struct
  {
    const char *title;
    double value;
  } sizes[] = { { "bytes", 2 }, { "size_B", 2 }, { "size_kB", 2e3 }, { "message_MiB", 2097152 }, { "buffer_bytes", 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = g_strdup_printf ("%s,bytes\n8.08398,1\n", times[i].title);
      g_autoptr (WeftMeasurements) self = take_points (text, NULL);

      assert_near (point (self, 0)->time_s, times[i].time_s, 1e-15);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text = g_strdup_printf ("%s,time_us\n2,1\n", sizes[i].title);
      g_autoptr (WeftMeasurements) self = take_points (text, NULL);

      g_assert_cmpfloat (point (self, 0)->bytes, ==, sizes[i].value);
    }
}

/* Without columns for them operator and platform go by the file; sets have the facts of the only platform; facts may
 * stand in the file itself; devices in a node make a path. */
static void
test_names (void)
{
  g_autoptr (WeftMeasurements) alone = take_points ("bytes,time_us\n1,1\n", NULL);
  g_autoptr (WeftMeasurements) only = take_points ("bytes,time_us\n1,1\n", "platform,mem_bw_GBps\nX,2\n");
  g_autoptr (WeftMeasurements) sets = take_points ("set,bytes,time_us\nu,1,1\nv,1,1\n", "platform,mem_bw_GBps\nX,2\n");
  g_autoptr (WeftMeasurements) facts
    = take_points ("platform,bytes,time_us,mem_bw_GBps\nu,1,1,7\nu,2,1,7\nu,3,1,\n", NULL);
  g_autoptr (WeftMeasurements) paths
    = take_points ("op,n_dev,dev_per_node,bytes,time_us\nallreduce,8,8,1,1\nallreduce,8,4,1,1\n", NULL);

  g_assert_cmpstr (platform (alone, 0)->name, ==, "points");
  g_assert_cmpstr (alone->ops->pdata[0], ==, "points");
  g_assert_cmpstr (platform (only, 0)->name, ==, "X");
  g_assert_cmpuint (sets->platforms->len, ==, 3);
  g_assert_cmpstr (platform (sets, 2)->name, ==, "v");
  g_assert_cmpfloat (platform (sets, 2)->mem_bw_bytes_s, ==, 2e9);
  g_assert_cmpfloat (platform (facts, 0)->mem_bw_bytes_s, ==, 7e9);
  g_assert_cmpuint (point (paths, 1)->path, ==, 2);
  g_assert_cmpstr (paths->paths->pdata[1], ==, "dev_per_node=8");
  g_assert_cmpint (weft_measured_across ("dev_per_node=8", 8), ==, 0);
  g_assert_cmpint (weft_measured_across ("dev_per_node=4", 8), ==, 1);
  g_assert_cmpint (weft_measured_across ("dev_per_node=1", 0), ==, 1);
  g_assert_cmpint (weft_measured_across ("", 8), ==, -1);
}

static void
test_one_operator (void)
{
  const char *text = "op,bytes,time_us\na,1,1\nb,2,2\n";
  g_autoptr (WeftMeasurements) self = weft_measurements_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_measurements_parse_points (self, "x.csv", text, strlen (text), "gemm", "P", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (self->ops->len, ==, 1);
  g_assert_cmpstr (platform (self, 0)->name, ==, "P");
}

/* --- what is refused --- */

typedef struct
{
  const char *text;
  const char *message;
} Refusal;

static const Refusal refusals[] = {
  { "", "points.csv: the file is empty" },
  { "\n# nothing\n", "points.csv: the file is empty" },
  { "bytes,time_us\n", "points.csv: the file has no measurement below its header" },
  { "bytes;time_us\n1;2\n", "points.csv:1:1: fields are separated by semicolons" },
  { "bytes,cycles\n1,2\n", "points.csv:1:1: no column says the time; expected one of time_us" },
  { "bytes,time\n1,2\n", "points.csv:1:7: the column \"time\" has no unit" },
  { "bytes,time_ticks\n1,2\n", "points.csv:1:7: the column \"time_ticks\" ends with “ticks”, which is no unit here" },
  { "op,time_us\na,2\n", "points.csv:1:1: no column says how much was done; expected flops, bytes or both" },
  { "bytes,time_us,time_ms\n1,2,3\n", "points.csv:1:15: the columns \"time_us\" and \"time_ms\" say the same" },
  { "bytes,bytes,time_us\n1,2,3\n", "points.csv:1:7: the columns \"bytes\" and \"bytes\" say the same" },
  { "bytes,time_us\n1\n", "points.csv:2:1: found 1 field, but the header has 2 columns" },
  { "bytes,time_us\n1,2,3\n", "points.csv:2:5: found 3 fields, but the header has 2 columns" },
  { "bytes,time_us\n1,3.2 ms\n",
    "points.csv:2:3: found \"3.2 ms\", which has the unit “ms” of its own, in the column “time_us”, which is in “us”" },
  { "bytes,time_us\n1,450us\n",
    "points.csv:2:3: found \"450us\", which has the unit “us” of its own, in the column “time_us”, which is in “us”" },
  { "bytes,time_us\n1,2\n1,3\n4 KiB,2\n", "points.csv:4:1: found \"4 KiB\", which has the unit “KiB” of its own" },
  { "bytes,time_us\n1,\n", "points.csv:2:3: the cell of the column “time_us” is empty" },
  { "bytes,time_us\n,1\n", "points.csv:2:1: the cell of the column “bytes” is empty" },
  { "bytes,time_us\n1,0\n", "points.csv:2:3: found 0 in the column “time_us”, expected a number above 0" },
  { "bytes,time_us\n1,-3\n", "points.csv:2:3: found -3 in the column “time_us”, expected a number above 0" },
  { "bytes,time_us\n-1,3\n", "points.csv:2:1: found -1 in the column “bytes”, expected a number from 0 on" },
  { "bytes,time_us\n1,NaN\n", "points.csv:2:3: found \"NaN\" in the column “time_us”, expected a number" },
  { "bytes,time_us\n1,inf\n", "points.csv:2:3: found \"inf\" in the column “time_us”, expected a number" },
  { "bytes,time_us\n1,0x10\n", "points.csv:2:3: found \"0x10\" in the column “time_us”, expected a number" },
  { "bytes,time_us\n1,1e999\n", "points.csv:2:3: the number in the column “time_us” is too large" },
  { "bytes,time_us\n1,\"3,2\"\n", "points.csv:2:3: found \"3,2\" in the column “time_us”, expected a number with a point" },
  { "bytes,time_us\n1,fast\n", "points.csv:2:3: found \"fast\" in the column “time_us”, expected a number" },
  { "bytes,n_dev,time_us\n1,2.5,3\n", "points.csv:2:3: found 2.5 in the column “n_dev”, expected a whole number from 1 on" },
  { "bytes,n_dev,time_us\n1,0,3\n", "points.csv:2:3: found 0 in the column “n_dev”" },
  { "bytes,op,time_us\n1,,3\n", "points.csv:2:3: the cell of the column “op” is empty; expected a name" },
  { "bytes,time_us\n1,\"2\n", "points.csv:2:3: the quote that begins here has no end" },
  { "bytes,time_us\n1,\"2\"3\n", "points.csv:2:6: found text behind the closing quote" },
  { "bytes,time_us\n1,\xff\n", "points.csv:2:3: the byte 0xff is no UTF-8" },
  { "\xff\xfe" "b", "points.csv: the text is UTF-16; save it as UTF-8" },
  { "bytes,op,time_us\n1,größe,x\n", "points.csv:2:9: found \"x\"" },
  { "platform,bytes,time_us,peak_tflops\na,1,1,2\na,1,1,3\n",
    "points.csv:3:7: the column “peak_tflops” says 3e+12 in SI units, but the platform has 2e+12" },
};

static void
refused (const char *text, gsize length, const char *platforms, const char *message)
{
  g_autoptr (WeftMeasurements) self = weft_measurements_new ();
  g_autoptr (GError) error = NULL;

  if (platforms != NULL)
    g_assert_true (weft_measurements_parse_platforms (self, "platforms.csv", platforms, strlen (platforms), NULL));
  g_assert_false (weft_measurements_parse_points (self, "points.csv", text, length, NULL, NULL, &error));
  g_assert_nonnull (error);
  if (!g_str_has_prefix (error->message, message))
    g_error ("found “%s”, expected “%s”", error->message, message);
}

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    refused (refusals[i].text, strlen (refusals[i].text), NULL, refusals[i].message);
  refused ("bytes,time_us\n1,\0002\n", 18, NULL, "points.csv:2:3: found a zero byte, expected text");
  refused ("platform,bytes,time_us\nAB,1,1\n", 30, "platform,n_dev\nABC,1\nX,1\n",
           "points.csv:2:1: the platform \"AB\" is not described; did you mean “ABC”?");
  refused ("bytes,time_us\n1,1\n", 18, PLATFORMS, "points.csv:2:1: the platform \"points\" is not described, only 2 others");
}

static void
refused_platforms (const char *text, const char *message)
{
  g_autoptr (WeftMeasurements) self = weft_measurements_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_measurements_parse_platforms (self, "p.csv", text, strlen (text), &error));
  if (!g_str_has_prefix (error->message, message))
    g_error ("found “%s”, expected “%s”", error->message, message);
}

static void
test_refused_platforms (void)
{
  refused_platforms ("peak_tflops\n1\n", "p.csv:1:1: no column “platform”");
  refused_platforms ("platform,peak_tflops\nA,1\nA,2\n", "p.csv:3:1: the platform \"A\" is described twice");
  refused_platforms ("platform,peak_tflops\nA,0\n", "p.csv:2:3: found 0 in the column “peak_tflops”");
  refused_platforms ("platform,peak\nA,1\n", "p.csv:1:10: the column \"peak\" has no unit; its name has to end with one: "
                                             "_tflops");
  refused_platforms ("platform,mem_bw_GB\nA,1\n", "p.csv:1:10: the column \"mem_bw_GB\" ends with “GB”");
  refused_platforms ("platform,mem_bw_GBps\nA,1.5 TB/s\n",
                     "p.csv:2:3: found \"1.5 TB/s\", which has the unit “TB/s” of its own, in the column “mem_bw_GBps”, "
                     "which is in “GBps”");
}

static void
test_attributes (void)
{
  static const char text[] = "{\"peak_tflops\":119.5,\"mem_bw_GBps\":864,\"n_dev\":8,\"fabric\":\"a, \\\"b\\\"\",\"hops\":null}";
  static const struct
  {
    const char *text;
    const char *message;
  } bad[] = {
    { "{\"peak_tflops\":[1]}", "/peak_tflops: found an array" },
    { "{\"peak_tflops\":-1}", "found -1 in the column “peak_tflops”" },
    { "{\"peek_tflops\":1}", "not read: peek_tflops" },
    { "{\"peak_tflops\":\"1 TF\"}", "which has the unit “TF” of its own" },
    { "[]", "found an array" },
  };
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "a", NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMeasuredPlatform) found = weft_measured_platform_from_json (node, "L20", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (found->name, ==, "L20");
  g_assert_cmpfloat (found->peak_flops_s, ==, 119.5e12);
  g_assert_cmpuint (found->n_dev, ==, 8);
  g_assert_cmpstr (found->fabric, ==, "a, \"b\"");
  g_assert_true (isnan (found->link_bw_bytes_s));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (JsonNode) other = weft_json_parse (bad[i].text, -1, "a", NULL, NULL);

      g_clear_error (&error);
      g_assert_null (weft_measured_platform_from_json (other, NULL, &error));
      if (strstr (error->message, bad[i].message) == NULL)
        g_error ("found “%s”, expected “%s”", error->message, bad[i].message);
    }
}

static void
test_limits (void)
{
  g_autoptr (GString) text = g_string_new ("bytes,time_us\n");
  g_autoptr (GString) wide = g_string_new ("bytes");
  g_autofree char *name = g_strnfill (300, 'x');
  g_autofree char *named = g_strdup_printf ("op,bytes,time_us\n%s,1,1\n", name);

  for (guint i = 0; i <= WEFT_MEASUREMENT_MAX_ROWS; i++)
    g_string_append (text, "1,1\n");
  refused (text->str, text->len, NULL, "points.csv:1000002:1: more than 1000000 measurements");
  for (guint i = 0; i < 2000; i++)
    g_string_append (wide, ",x");
  refused (wide->str, wide->len, NULL, "points.csv:1:2053: more than 1024 fields in a line");
  refused (named, strlen (named), NULL, "points.csv:2:1: the name in the column “op” is longer than 256 bytes");
}

/* Broken bytes give an error or sound numbers. */
static void
test_fuzz (void)
{
  static const char start[] = "platform,op,flops,bytes,n_dev,time_us,p99_us\nA,\"ge\"\"mm\",1e9,2000,8,3.5,4\nB,p2p,0,1,2,1,\n";
  static const char bytes[] = "0123456789.,\"\n\r#-+eE xaN\xc3\xa9\xff;";
  WeftRandom random;
  guint n_read = 0;

  weft_random_init (&random, 7, 0);
  for (guint round = 0; round < 20000; round++)
    {
      g_autofree char *text = g_strndup (start, sizeof start - 1);
      gsize length = sizeof start - 1 - (weft_random_below (&random, 4) == 0 ? weft_random_below (&random, 60) : 0);
      g_autoptr (WeftMeasurements) self = weft_measurements_new ();
      g_autoptr (GError) error = NULL;

      for (guint i = weft_random_below (&random, 5); i > 0; i--)
        text[weft_random_below (&random, length)] = bytes[weft_random_below (&random, sizeof bytes - 1)];
      if (!weft_measurements_parse_points (self, "x.csv", text, length, NULL, NULL, &error))
        {
          g_assert_nonnull (error);
          continue;
        }
      g_assert_no_error (error);
      n_read++;
      for (guint i = 0; i < self->points->len; i++)
        g_assert_true (point (self, i)->time_s > 0 && !(point (self, i)->bytes < 0) && !(point (self, i)->flops < 0));
    }
  g_assert_cmpuint (n_read, >, 1000);
}

static void
test_communication (void)
{
  g_assert_cmpint (weft_measured_comm ("gemm"), ==, WEFT_MEASURED_COMPUTE);
  g_assert_cmpint (weft_measured_comm ("reduce_sum"), ==, WEFT_MEASURED_COMPUTE);
  g_assert_cmpint (weft_measured_comm ("p2p"), ==, WEFT_MEASURED_MESSAGE);
  g_assert_cmpint (weft_measured_comm ("sendrecv_a100_dgx"), ==, WEFT_MEASURED_MESSAGE);
  for (guint n = 2; n <= 16; n *= 2)
    {
      g_assert_cmpfloat (weft_measured_factor (weft_measured_comm ("allreduce"), n), ==, 2.0 * (n - 1) / n);
      g_assert_cmpfloat (weft_measured_factor (weft_measured_comm ("ncclAllReduce"), n), ==, 2.0 * (n - 1) / n);
      g_assert_cmpfloat (weft_measured_factor (weft_measured_comm ("all_gather"), n), ==, (n - 1.0) / n);
      g_assert_cmpfloat (weft_measured_factor (weft_measured_comm ("reduce-scatter"), n), ==, (n - 1.0) / n);
      g_assert_cmpfloat (weft_measured_factor (weft_measured_comm ("AllToAll"), n), ==, (n - 1.0) / n);
      g_assert_cmpfloat (weft_measured_factor (weft_measured_comm ("p2p"), n), ==, 1);
    }
}

/* What a file is, by its header alone. */
static void
test_kind (void)
{
  static const struct
  {
    const char *text;
    gboolean has_platforms;
  } cases[] = {
    { PLATFORMS, TRUE },
    { "platform,op,bytes,time_us\n", FALSE },
    { "platform,peak_tflops,bytes,time_ms\nA,1,2,3\n", FALSE },
    { "name,mem_bw_GBps\n", TRUE },
    { "platform,use\n", FALSE },
    { "", FALSE },
    { "\xff\xfe", FALSE },
  };
  g_autofree char *folder = g_dir_make_tmp ("weft-kind-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "file.csv", NULL);
  g_autoptr (GError) error = NULL;
  gboolean has_platforms = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      g_assert_true (weft_measured_file_has_platforms (path, &has_platforms, &error));
      g_assert_no_error (error);
      g_assert_cmpint (has_platforms, ==, cases[i].has_platforms);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_false (weft_measured_file_has_platforms (path, &has_platforms, &error));
  g_assert_nonnull (strstr (error->message, "file.csv"));
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurement/platforms", test_platforms);
  g_test_add_func ("/measurement/dialects", test_dialects);
  g_test_add_func ("/measurement/units", test_units);
  g_test_add_func ("/measurement/names", test_names);
  g_test_add_func ("/measurement/one-operator", test_one_operator);
  g_test_add_func ("/measurement/refused", test_refused);
  g_test_add_func ("/measurement/refused-platforms", test_refused_platforms);
  g_test_add_func ("/measurement/kind", test_kind);
  g_test_add_func ("/measurement/attributes", test_attributes);
  g_test_add_func ("/measurement/limits", test_limits);
  g_test_add_func ("/measurement/fuzz", test_fuzz);
  g_test_add_func ("/measurement/communication", test_communication);
  return g_test_run ();
}
