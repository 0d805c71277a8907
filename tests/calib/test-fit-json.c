/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits as files: what is written, the same back, and files that are broken. */
#include <json-glib/json-glib.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "calib-fixture.h"
#include "calib/weft-projection.h"
#include "mapper/weft-knobs-private.h"
#include "sim/weft-sim-knobs.h"

#define PLATFORMS \
  "platform,peak_tflops,mem_bw_GBps,link_bw_GBps,link_lat_us,n_dev,hops,chip\nA,100,1000,100,2,8,1,h100-sxm5-80\n" \
  "B,50,500,50,3,8,1,\n"

static const Made gemm = { 0.7, 0.8, 8e-6, 1e4, 1e10, 5, 2000 };
static const Made memory = { 0.7, 0.8, 8e-6, 1e4, 1e10, 1, 30 };

static void
make_comm (GString *text, const char *platform, guint n, double beta, double launch_us, double bw)
{
  for (guint k = 8; k < 30; k++)
    g_string_append_printf (text, "%s,allreduce,0,%.0f,%u,%.9g\n", platform, exp2 (k), n,
                            launch_us * (k < 20 ? 1 : 2) + 2.0 * (n - 1) / n * exp2 (k) / (bw * beta) * 1e6);
}

static WeftFit *
make_fit (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftMeasurements) measurements = NULL;
  WeftFit *fit;
  WeftRandom random;

  weft_random_init (&random, 1, 0);
  make_points (text, "A", "gemm", &gemm, 100e12, 1e12, 30, 0.02, &random);
  make_points (text, "A", "spmv", &memory, 100e12, 1e12, 30, 0.02, &random);
  make_points (text, "B", "gemm", &gemm, 50e12, 5e11, 30, 0.02, &random);
  make_points (text, "B", "spmv", &gemm, 50e12, 5e11, 30, 0.02, &random);
  g_string_append (text, "A,copy,0,1000000000,1,1290\nA,copy,0,2000000000,1,2560\nA,copy,0,4000000000,1,9000\n"
                         "A,copy,0,8000000000,1,10300\nA,copy,0,16000000000,1,20600\n");
  make_comm (text, "A", 8, 0.6, 20, 100e9);
  make_comm (text, "A", 4, 0.7, 15, 100e9);
  g_string_append (text, "A,few,1e9,1e6,1,20\n");
  measurements = take_points (text->str, PLATFORMS);
  fit = fit_points (measurements, 4);
  fit->date = g_strdup ("2026-01-01");
  return fit;
}

static WeftFit *
read_back (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "fit.json", NULL, error);

  return node != NULL ? weft_fit_from_json (node, error) : NULL;
}

static char *
write_fit (const WeftFit *fit)
{
  g_autoptr (JsonNode) node = weft_fit_to_json (fit);
  char *text = weft_json_write_pretty (node);

  g_assert_nonnull (text); /* no infinity, no NaN */
  return text;
}

static JsonObject *
segment (JsonNode *node, const char *platform, const char *op, guint k)
{
  JsonObject *knobs = weft_json_find_object (json_node_get_object (node), "knobs");

  return json_array_get_object_element (weft_json_find_array (weft_json_find_object (knobs, platform), op), k);
}

static void
test_keys (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (JsonNode) node = weft_fit_to_json (fit);
  JsonObject *told = segment (node, "A", "gemm", 0);
  JsonObject *untold = segment (node, "A", "spmv", 0);
  JsonObject *comm = segment (node, "A", "allreduce", 2);
  JsonObject *root = json_node_get_object (node);

  assert_near (weft_json_find_number (told, "phi"), 0.7, 0.03);
  assert_near (weft_json_find_number (told, "beta"), 0.8, 0.03);
  assert_near (weft_json_find_number (told, "l_us"), 8, 0.03);
  g_assert_true (weft_json_find_boolean (told, "identified", FALSE));
  g_assert_false (json_object_has_member (told, "bound"));
  g_assert_true (json_object_has_member (untold, "phi"));
  g_assert_true (json_object_get_null_member (untold, "phi"));
  g_assert_false (weft_json_find_boolean (untold, "identified", TRUE));
  assert_near (weft_json_find_number (weft_json_find_object (untold, "bound"), "phi"), 0.22, 0.15);
  assert_near (weft_json_find_number (weft_json_find_object (untold, "projected"), "phi"), 0.7, 0.03);
  assert_near (weft_json_find_number (weft_json_find_object (untold, "used"), "phi"), 0.7, 0.03);
  g_assert_cmpuint (weft_json_find_count (comm, "n_dev"), ==, 8);
  g_assert_true (json_object_get_null_member (comm, "phi"));
  g_assert_true (weft_json_find_boolean (comm, "identified", FALSE));
  g_assert_cmpuint (json_array_get_length (weft_json_find_array (root, "failed")), ==, 1);
  g_assert_cmpuint (json_array_get_length (weft_json_find_array (root, "accuracy")), ==, fit->series->len);
  g_assert_cmpstr (weft_json_find_string (weft_json_find_object (root, "provenance"), "date"), ==, "2026-01-01");
}

/* The same predictions, and the same file when it is written again. */
static void
test_round_trip (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autofree char *text = write_fit (fit);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFit) back = read_back (text, &error);
  g_autofree char *again = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (back->series->len, ==, fit->series->len);
  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *one = fit->series->pdata[i];
      const WeftFitSeries *other = back->series->pdata[i];

      g_assert_cmpuint (other->n_segments, ==, one->n_segments);
      g_assert_cmpuint (other->points->len, ==, one->points->len);
      g_assert_cmpuint (other->outliers->len, ==, one->outliers->len);
      g_assert_cmpint (other->axis, ==, one->axis);
      for (double size = 100; size < 1e11; size *= 3)
        assert_near (weft_fit_predict (back, other, 20 * size, size), weft_fit_predict (fit, one, 20 * size, size), 1e-12);
      for (guint k = 0; k < one->points->len; k++)
        assert_near (g_array_index (other->predicted_s, double, k), g_array_index (one->predicted_s, double, k), 1e-9);
    }
  again = write_fit (back);
  g_assert_cmpstr (again, ==, text);
}

static void
broken (const char *text, const char *what, const char *with, const char *message)
{
  const char *at = strstr (text, what);
  g_autoptr (GString) changed = g_string_new (NULL);
  g_autoptr (WeftFit) fit = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (at);
  g_string_append_len (changed, text, at - text);
  g_string_append (changed, with);
  g_string_append (changed, at + strlen (what));
  fit = read_back (changed->str, &error);
  g_assert_null (fit);
  if (strstr (error->message, message) == NULL)
    g_error ("found “%s”, expected “%s”", error->message, message);
}

static void
test_broken (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autofree char *text = write_fit (fit);
  g_autoptr (GError) error = NULL;

  broken (text, "weft-fit/1", "weft-fit/2", "/format: found the string \"weft-fit/2\"");
  broken (text, "\"phi\": 0.", "\"phi\": 3.", "phi: found the number 3");
  broken (text, "\"beta\": 0.", "\"beta\": -0.", "beta: found the number -0");
  broken (text, "\"axis\": \"bytes\"", "\"axis\": \"miles\"", "axis: found the string \"miles\"");
  broken (text, "\"l_us\": ", "\"l\": ", "l_us, and phi, beta or both");
  broken (text, "\"knobs\": {", "\"knots\": {", "/knobs");
  broken (text, "\"row\": ", "\"row\": -", "row: found the number -");
  broken (text, "\"platform\": \"A\"", "\"platform\": \"X\"", "a platform that the file lists");
  g_assert_null (read_back ("[]", &error));
  g_assert_nonnull (error);
}

/* Numbers replaced at random give an error or a fit, never a crash. */
static void
test_fuzz (void)
{
  static const char bytes[] = "0123456789-.\"[]{},:enul ";
  g_autoptr (WeftFit) fit = make_fit ();
  g_autofree char *text = write_fit (fit);
  gsize length = strlen (text);
  WeftRandom random;

  weft_random_init (&random, 5, 0);
  for (guint round = 0; round < 300; round++)
    {
      g_autofree char *changed = g_strdup (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftFit) back = NULL;

      for (guint i = 0; i < 3; i++)
        changed[weft_random_below (&random, length)] = bytes[weft_random_below (&random, sizeof bytes - 1)];
      back = read_back (changed, &error);
      g_assert_true ((back == NULL) == (error != NULL));
    }
}

/* Mapper and simulator read what the fit gives, with its sizes. */
static void
test_knobs (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) node = weft_fit_to_knobs (fit, "A", notes);
  g_autofree char *folder = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) comm = weft_sim_comm_knobs_read (node, &error);
  const WeftSimCommKnob *small = NULL;
  const WeftSimCommKnob *large = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (comm->len, ==, 4);
  for (guint i = 0; i < comm->len; i++)
    {
      const WeftSimCommKnob *knob = &g_array_index (comm, WeftSimCommKnob, i);

      g_assert_cmpint (knob->comm, ==, WEFT_SIM_ALL_REDUCE);
      if (knob->n_ranks == 8 && knob->min_bytes == 0)
        small = knob;
      if (knob->n_ranks == 8 && isinf (knob->max_bytes))
        large = knob;
    }
  g_assert_nonnull (small);
  g_assert_nonnull (large);
  assert_near (small->launch_s, 20e-6, 0.01);
  assert_near (large->launch_s, 40e-6, 0.01);
  assert_near (large->efficiency, 0.6, 0.01);
  assert_near (small->max_bytes, exp2 (19.5), 1e-6);
  g_assert_cmpfloat (small->max_bytes, ==, large->min_bytes);
}

static void
test_knobs_of_many (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) node = weft_fit_to_knobs (fit, NULL, notes);
  JsonArray *knobs = weft_json_find_array (json_node_get_object (node), "knobs");
  guint n_named = 0;

  for (guint i = 0; i < json_array_get_length (knobs); i++)
    n_named += g_strcmp0 (weft_json_find_string (json_array_get_object_element (knobs, i), "chip"), "h100-sxm5-80") == 0;
  g_assert_cmpuint (n_named, ==, 3);
  g_assert_cmpuint (json_array_get_length (knobs), ==, 5);
}

static void
test_projection (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (WeftProjection) projection
    = weft_projection_new (fit, weft_measurements_find_platform (fit->measurements, "B"), NULL);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *root = json_object_new ();
  g_autofree char *text = NULL;
  JsonObject *knob;

  json_node_take_object (node, root);
  weft_projection_add_json (projection, fit, root);
  text = weft_json_write_pretty (node);
  g_assert_nonnull (text);
  knob = segment (node, "B", "gemm", 0);
  assert_near (weft_json_find_number (knob, "phi"), 0.7, 0.03);
  g_assert_cmpuint (json_array_get_length (weft_json_find_array (weft_json_find_object (knob, "interval"), "phi")), ==, 2);
  g_assert_cmpfloat (weft_json_find_number (knob, "held_out_error"), <, 0.05);
  g_assert_true (json_object_get_null_member (segment (node, "B", "allreduce", 0), "held_out_error"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit-json/keys", test_keys);
  g_test_add_func ("/fit-json/round-trip", test_round_trip);
  g_test_add_func ("/fit-json/broken", test_broken);
  g_test_add_func ("/fit-json/fuzz", test_fuzz);
  g_test_add_func ("/fit-json/knobs", test_knobs);
  g_test_add_func ("/fit-json/knobs-of-many", test_knobs_of_many);
  g_test_add_func ("/fit-json/projection", test_projection);
  return g_test_run ();
}
