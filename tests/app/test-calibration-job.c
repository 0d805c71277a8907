/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration of a document without its view: reading, fitting, projecting, and the knobs that simulations use. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "app/calibration/weft-calibration-job.h"
#include "base/weft-json.h"
#include "mapper/weft-knobs-private.h"

#define WATCHDOG_S 120

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftCalibrationJob *job;
  char *folder;
  guint changed;       /* signals */
  guint ended;
  guint knobs_changed;
} Fixture;

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "catalog", "systems", "chase-llm.weft", NULL);
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, violations, &error);

  g_assert_no_error (error);
  fixture->engine = weft_engine_new ();
  fixture->session = weft_session_new_of_design (fixture->engine, design);
  fixture->job = weft_calibration_job_new (fixture->session);
  fixture->folder = g_dir_make_tmp ("weft-calibration-XXXXXX", &error);
  g_assert_no_error (error);
  g_signal_connect_swapped (fixture->job, "changed", G_CALLBACK (count_cb), &fixture->changed);
  g_signal_connect_swapped (fixture->job, "ended", G_CALLBACK (count_cb), &fixture->ended);
  g_signal_connect_swapped (fixture->job, "knobs-changed", G_CALLBACK (count_cb), &fixture->knobs_changed);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

typedef gboolean (*Condition) (Fixture *fixture);

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *fixture, Condition condition)
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);

  while (!condition (fixture))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

static gboolean
is_over (Fixture *fixture)
{
  return weft_calibration_job_get_work (fixture->job) == WEFT_CALIBRATION_NOTHING;
}

static gboolean
has_inventory (Fixture *fixture)
{
  return weft_session_get_inventory (fixture->session) != NULL;
}

static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "app", "data", name, NULL);
}

static char *
write_file (Fixture *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
add (Fixture *fixture, const char *path)
{
  const char *const paths[] = { path, NULL };

  weft_calibration_job_add_files (fixture->job, paths);
  wait_for (fixture, is_over);
}

static void
add_data (Fixture *fixture)
{
  g_autofree char *points = data_path ("points.csv");
  g_autofree char *platforms = data_path ("platforms.csv");
  const char *const paths[] = { points, platforms, NULL };

  weft_calibration_job_add_files (fixture->job, paths);
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_calibration_job_get_message (fixture->job), ==, NULL);
}

static void
fit (Fixture *fixture)
{
  weft_calibration_job_fit (fixture->job);
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_FITTING);
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_calibration_job_get_message (fixture->job), ==, NULL);
  g_assert_nonnull (weft_calibration_job_get_fit (fixture->job));
}

static guint
count_files (Fixture *fixture)
{
  return g_list_model_get_n_items (weft_calibration_job_get_files (fixture->job));
}

static WeftCalibrationFile *
get_file (Fixture *fixture, guint index)
{
  g_autoptr (WeftCalibrationFile) file = g_list_model_get_item (weft_calibration_job_get_files (fixture->job), index);

  return file; /* the list holds it */
}

/* --- reading --- */

/* In any order of the files: platforms are read first. */
static void
test_read (Fixture *fixture, gconstpointer data)
{
  WeftMeasurements *measurements;
  g_autofree char *words = NULL, *title = NULL;

  g_assert_false (weft_calibration_job_can_fit (fixture->job));
  add_data (fixture);
  measurements = weft_calibration_job_get_measurements (fixture->job);
  g_assert_cmpuint (count_files (fixture), ==, 2);
  g_assert_cmpuint (measurements->points->len, ==, 434);
  g_assert_cmpuint (measurements->n_described, ==, 5);
  g_assert_cmpuint (measurements->ops->len, ==, 4);
  g_assert_false (weft_calibration_file_has_platforms (get_file (fixture, 0)));
  g_assert_true (weft_calibration_file_has_platforms (get_file (fixture, 1)));
  words = weft_calibration_file_dup_words (get_file (fixture, 0));
  title = weft_calibration_file_dup_title (get_file (fixture, 1));
  g_assert_cmpstr (words, ==, "434 points");
  g_assert_cmpstr (title, ==, "platforms.csv");
  g_assert_true (weft_calibration_job_can_fit (fixture->job));
}

/* A broken file says where, and leaves everything as it was. */
static void
test_broken (Fixture *fixture, gconstpointer data)
{
  g_autofree char *bad = write_file (fixture, "bad.csv", "platform,op,bytes,time_us\nP1,gemm,12,3\nP1,gemm,many,4\n");
  g_autofree char *gone = g_build_filename (fixture->folder, "gone.csv", NULL);
  WeftMeasurements *before;

  add_data (fixture);
  before = weft_calibration_job_get_measurements (fixture->job);
  add (fixture, bad);
  g_assert_cmpint (weft_calibration_job_get_failed (fixture->job), ==, WEFT_CALIBRATION_READING);
  g_assert_nonnull (strstr (weft_calibration_job_get_message (fixture->job), "bad.csv:3:9: "));
  g_assert_true (weft_calibration_job_get_measurements (fixture->job) == before);
  g_assert_cmpuint (count_files (fixture), ==, 2);
  add (fixture, gone);
  g_assert_nonnull (strstr (weft_calibration_job_get_message (fixture->job), "gone.csv"));
  g_assert_cmpuint (count_files (fixture), ==, 2);
  /* What goes well clears the message. */
  fit (fixture);
}

/* A file without columns for them is of what its user says. */
static void
test_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *plain = write_file (fixture, "ring.csv", "n_dev,bytes,time_us\n2,1000,5\n2,2000,6\n");
  WeftMeasurements *measurements;
  WeftCalibrationFile *file;

  add (fixture, plain);
  measurements = weft_calibration_job_get_measurements (fixture->job);
  g_assert_cmpstr (measurements->ops->pdata[0], ==, "ring");
  file = get_file (fixture, 0);
  weft_calibration_job_set_names (fixture->job, file, "allreduce", "P1");
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_calibration_job_get_message (fixture->job), ==, NULL);
  measurements = weft_calibration_job_get_measurements (fixture->job);
  g_assert_cmpstr (measurements->ops->pdata[0], ==, "allreduce");
  g_assert_cmpstr (g_array_index (measurements->platforms, WeftMeasuredPlatform, 0).name, ==, "P1");
  file = get_file (fixture, 0);
  g_assert_cmpstr (weft_calibration_file_get_op (file), ==, "allreduce");
  /* The same again is nothing to do. */
  weft_calibration_job_set_names (fixture->job, file, "allreduce", "P1");
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_NOTHING);
}

/* Files that come while others are read are not lost, and one that is there is not there twice. */
static void
test_add_and_remove (Fixture *fixture, gconstpointer data)
{
  g_autofree char *points = data_path ("points.csv");
  g_autofree char *platforms = data_path ("platforms.csv");
  const char *const one[] = { points, NULL };
  const char *const other[] = { platforms, points, NULL };

  weft_calibration_job_add_files (fixture->job, one);
  weft_calibration_job_add_files (fixture->job, other);
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_READING);
  wait_for (fixture, is_over);
  g_assert_cmpuint (count_files (fixture), ==, 2);
  g_assert_cmpuint (weft_calibration_job_get_measurements (fixture->job)->points->len, ==, 434);
  weft_calibration_job_remove_file (fixture->job, get_file (fixture, 0));
  wait_for (fixture, is_over);
  g_assert_cmpuint (count_files (fixture), ==, 1);
  g_assert_false (weft_calibration_job_can_fit (fixture->job));
  weft_calibration_job_remove_file (fixture->job, get_file (fixture, 0));
  wait_for (fixture, is_over);
  g_assert_null (weft_calibration_job_get_measurements (fixture->job));
}

/* --- fitting --- */

/* Against what the points were made from. */
static void
test_fit (Fixture *fixture, gconstpointer data)
{
  const WeftFitSeries *series;
  WeftFit *found;

  add_data (fixture);
  fit (fixture);
  g_assert_cmpuint (fixture->ended, ==, 1);
  found = weft_calibration_job_get_fit (fixture->job);
  g_assert_cmpuint (found->series->len, ==, 24);
  g_assert_cmpuint (found->failed->len, ==, 0);
  g_assert_nonnull (found->date);
  series = weft_fit_find (found, "P2", "p2p", 0, NULL);
  g_assert_cmpfloat_with_epsilon (series->segment[0].beta.value, 0.85, 0.03);
  g_assert_cmpfloat_with_epsilon (series->segment[0].launch_s.value, 2.24e-6, 0.2e-6);
  series = weft_fit_find (found, "P1", "p2p", 0, NULL);
  g_assert_cmpuint (series->n_segments, ==, 2);
  /* Always as many operations for a byte: which of the two bounds is not told. */
  series = weft_fit_find (found, "P2", "spmv", 0, NULL);
  g_assert_true (isnan (series->segment[0].beta.value));
  g_assert_cmpfloat_with_epsilon (series->segment[0].beta.bound, 0.85, 0.03);
  g_assert_true (weft_calibration_job_get_series (fixture->job) == found->series->pdata[0]);
  weft_calibration_job_choose (fixture->job, 3);
  g_assert_true (weft_calibration_job_get_series (fixture->job) == found->series->pdata[3]);
  weft_calibration_job_choose (fixture->job, 24);
  g_assert_true (weft_calibration_job_get_series (fixture->job) == found->series->pdata[3]);
}

/* A fit shows what it was made of, also when there are other files now. */
static void
test_dated (Fixture *fixture, gconstpointer data)
{
  g_autofree char *more = write_file (fixture, "more.csv", "platform,op,bytes,time_us\nP1,copy,1000,3\n");

  add_data (fixture);
  fit (fixture);
  g_assert_false (weft_calibration_job_is_dated (fixture->job));
  add (fixture, more);
  g_assert_true (weft_calibration_job_is_dated (fixture->job));
  g_assert_cmpuint (weft_calibration_job_get_fit (fixture->job)->series->len, ==, 24);
  weft_calibration_job_set_most_segments (fixture->job, 1);
  fit (fixture);
  g_assert_false (weft_calibration_job_is_dated (fixture->job));
  g_assert_cmpuint (weft_fit_find (weft_calibration_job_get_fit (fixture->job), "P1", "p2p", 0, NULL)->n_segments, ==, 1);
  /* One point is no series: it is told, and the others are there. */
  g_assert_cmpuint (weft_calibration_job_get_fit (fixture->job)->failed->len, ==, 1);
}

/* Stopping has an answer at once, and what comes later does not count. */
static void
test_stop (Fixture *fixture, gconstpointer data)
{
  add_data (fixture);
  weft_calibration_job_fit (fixture->job);
  g_assert_false (weft_calibration_job_can_fit (fixture->job));
  weft_calibration_job_stop (fixture->job);
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_NOTHING);
  g_assert_true (weft_calibration_job_is_stopped (fixture->job));
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  g_assert_null (weft_calibration_job_get_fit (fixture->job));
  g_assert_cmpuint (fixture->ended, ==, 0);
  fit (fixture);
  g_assert_false (weft_calibration_job_is_stopped (fixture->job));
}

/* Without facts of its platform no series can be fitted, and the reason is there. */
static void
test_no_facts (Fixture *fixture, gconstpointer data)
{
  g_autofree char *points = data_path ("points.csv");

  add (fixture, points);
  weft_calibration_job_fit (fixture->job);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_calibration_job_get_failed (fixture->job), ==, WEFT_CALIBRATION_FITTING);
  g_assert_nonnull (weft_calibration_job_get_message (fixture->job));
  g_assert_null (weft_calibration_job_get_fit (fixture->job));
  g_assert_cmpuint (fixture->ended, ==, 1);
}

/* The job goes while its worker runs. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  WeftCalibrationJob *job = fixture->job;

  add_data (fixture);
  weft_calibration_job_fit (job);
  g_object_add_weak_pointer (G_OBJECT (job), (gpointer *) &job);
  weft_calibration_job_stop (job);
  g_clear_object (&fixture->job);
  while (job != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* --- projecting --- */

static void
test_project (Fixture *fixture, gconstpointer data)
{
  const WeftMeasuredPlatform *target;
  const WeftProjection *projection;

  add_data (fixture);
  target = weft_measurements_find_platform (weft_calibration_job_get_measurements (fixture->job), "P5");
  weft_calibration_job_project (fixture->job, target);
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_NOTHING);
  fit (fixture);
  weft_calibration_job_project (fixture->job, target);
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_calibration_job_get_message (fixture->job), ==, NULL);
  projection = weft_calibration_job_get_projection (fixture->job);
  g_assert_cmpstr (projection->target.name, ==, "P5");
  g_assert_cmpuint (projection->n_platforms, ==, 4);
  g_assert_cmpfloat (projection->held_out_error, <, 0.1);
  /* Another fit has none yet. */
  fit (fixture);
  g_assert_null (weft_calibration_job_get_projection (fixture->job));
}

/* Knobs of a projection are used like fitted ones. */
static void
test_accept_projection (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "p5.json", NULL);
  g_autoptr (GError) error = NULL;
  JsonNode *knobs;

  add_data (fixture);
  fit (fixture);
  wait_for (fixture, has_inventory);
  weft_calibration_job_project (
    fixture->job, weft_measurements_find_platform (weft_calibration_job_get_measurements (fixture->job), "P5"));
  wait_for (fixture, is_over);
  g_assert_true (weft_calibration_job_accept_projection (fixture->job, path, &error));
  g_assert_no_error (error);
  knobs = weft_calibration_job_get_knobs (fixture->job);
  g_assert_nonnull (strstr (json_object_get_string_member (json_node_get_object (knobs), "source"), "P5"));
}

/* --- scaling --- */

static void
test_compare (Fixture *fixture, gconstpointer data)
{
  GPtrArray *trends;

  add_data (fixture);
  weft_calibration_job_compare (fixture->job);
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_NOTHING);
  fit (fixture);
  weft_calibration_job_compare (fixture->job);
  g_assert_cmpint (weft_calibration_job_get_work (fixture->job), ==, WEFT_CALIBRATION_COMPARING);
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_calibration_job_get_message (fixture->job), ==, NULL);
  trends = weft_calibration_job_get_trends (fixture->job);
  g_assert_cmpuint (trends->len, ==, 10);
  for (guint i = 0; i < trends->len; i++)
    g_assert_true (((const WeftTrend *) trends->pdata[i])->has_simulated);
  /* Another fit has none yet. */
  fit (fixture);
  g_assert_null (weft_calibration_job_get_trends (fixture->job));
}

/* --- knobs --- */

static void
test_accept (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "p1.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) written = NULL;
  g_autoptr (GArray) knobs = NULL;
  JsonNode *used;

  add_data (fixture);
  fit (fixture);
  wait_for (fixture, has_inventory);
  g_assert_null (weft_calibration_job_get_knobs (fixture->job));
  g_assert_true (weft_calibration_job_accept (fixture->job, "P1", path, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->knobs_changed, ==, 1);
  used = weft_calibration_job_get_knobs (fixture->job);
  knobs = weft_knobs_read (used, weft_session_get_inventory (fixture->session), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (knobs->len, ==, 2);
  written = weft_json_load (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (json_object_get_string_member (json_node_get_object (written), "source"), "points.csv"));
  g_assert_cmpstr (weft_calibration_job_get_knobs_file (fixture->job)->path, ==, path);
  weft_calibration_job_drop_knobs (fixture->job);
  g_assert_null (weft_calibration_job_get_knobs (fixture->job));
  g_assert_true (weft_calibration_job_load_knobs (fixture->job, path, &error));
  g_assert_nonnull (weft_calibration_job_get_knobs (fixture->job));
  g_assert_cmpuint (fixture->knobs_changed, ==, 3);
}

/* What simulations would refuse is refused, and says what to do; nothing is written, and what was in use stays. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "all.json", NULL);
  g_autofree char *bad = write_file (fixture, "bad.json", "{\"knobs\": [{\"flop_efficiency\": 7}]}");
  g_autoptr (GError) error = NULL;

  add_data (fixture);
  fit (fixture);
  wait_for (fixture, has_inventory);
  g_assert_false (weft_calibration_job_accept (fixture->job, NULL, path, &error));
  g_assert_nonnull (strstr (error->message, "P1"));
  g_assert_nonnull (strstr (error->message, "chip"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_clear_error (&error);
  g_assert_false (weft_calibration_job_load_knobs (fixture->job, bad, &error));
  g_assert_nonnull (strstr (error->message, "/knobs/0/flop_efficiency"));
  g_assert_cmpuint (fixture->knobs_changed, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
  ADD ("/calibration-job/read", test_read);
  ADD ("/calibration-job/broken", test_broken);
  ADD ("/calibration-job/names", test_names);
  ADD ("/calibration-job/add-and-remove", test_add_and_remove);
  ADD ("/calibration-job/fit", test_fit);
  ADD ("/calibration-job/dated", test_dated);
  ADD ("/calibration-job/stop", test_stop);
  ADD ("/calibration-job/no-facts", test_no_facts);
  ADD ("/calibration-job/gone", test_gone);
  ADD ("/calibration-job/project", test_project);
  ADD ("/calibration-job/accept-projection", test_accept_projection);
  ADD ("/calibration-job/compare", test_compare);
  ADD ("/calibration-job/accept", test_accept);
  ADD ("/calibration-job/refused", test_refused);
#undef ADD
  return g_test_run ();
}
