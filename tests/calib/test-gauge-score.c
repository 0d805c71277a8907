/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures of predictions against values computed by hand, and lines to reach. */
#include "base/weft-json.h"
#include "calib/gauge/weft-gauge-line-private.h"
#include "gauge-fixture.h"

/* Cases that are made one by one, with their predictions. */
typedef struct
{
  WeftGaugePart part;
  GPtrArray *parts;
} Made;

static void
add (Made *self, const char *set, const char *series, const char *choice, double size, double measured,
     double predicted, double null_value)
{
  WeftGaugeCase *a_case = g_new0 (WeftGaugeCase, 1);

  a_case->id = g_strdup ("r");
  a_case->set = g_strdup (set);
  a_case->source = g_strdup ("s");
  a_case->series = g_strdup (series);
  a_case->choice = g_strdup (choice);
  a_case->size = size;
  a_case->measured = measured;
  a_case->null_value = null_value;
  a_case->weight = 1;
  g_ptr_array_add (self->part.cases, a_case);
  for (guint view = 0; view < WEFT_GAUGE_N_VIEWS; view++)
    {
      self->part.predicted[view] = g_renew (double, self->part.predicted[view], self->part.cases->len);
      self->part.predicted[view][self->part.cases->len - 1] = predicted;
    }
}

static void
free_case_cb (gpointer data)
{
  WeftGaugeCase *a_case = data;

  g_free (a_case->id);
  g_free (a_case->set);
  g_free (a_case->source);
  g_free (a_case->series);
  g_free (a_case->choice);
  g_free (a_case);
}

static void
made_init (Made *self)
{
  *self = (Made) { 0 };
  self->part.cases = g_ptr_array_new_with_free_func (free_case_cb);
  self->parts = g_ptr_array_new ();
  g_ptr_array_add (self->parts, &self->part);
}

static void
made_clear (Made *self)
{
  for (guint view = 0; view < WEFT_GAUGE_N_VIEWS; view++)
    g_free (self->part.predicted[view]);
  g_ptr_array_unref (self->part.cases);
  g_ptr_array_unref (self->parts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Made, made_clear)

static WeftGaugeScore
score (const Made *self)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));

  weft_gauge_pick (&self->part, NULL, picked);
  return weft_gauge_score (picked, WEFT_GAUGE_HELD_OUT);
}

/* Errors 10, 20, 0 and 50 percent. */
static void
test_errors (void)
{
  g_auto (Made) made;
  WeftGaugeScore found;

  made_init (&made);
  add (&made, "one", NULL, NULL, 1, 10, 11, 5);
  add (&made, "one", NULL, NULL, 1, 10, 8, 5);
  add (&made, "one", NULL, NULL, 1, 20, 20, 5);
  add (&made, "one", NULL, NULL, 1, 40, 60, 10);
  add (&made, "one", NULL, NULL, 1, 99, NAN, NAN);
  found = score (&made);
  g_assert_cmpuint (found.n, ==, 4);
  g_assert_cmpuint (found.n_lost, ==, 1);
  assert_near (found.mape, 0.2, 1e-12);
  assert_near (found.median, 0.15, 1e-12);
  assert_near (found.p90, 0.2 + 0.7 * 0.3, 1e-12);
  assert_near (found.max, 0.5, 1e-12);
  assert_near (found.bias, log (1.1) / 2, 1e-12); /* median of ln 0.8, 0, ln 1.1, ln 1.5 */
  assert_near (found.rms, sqrt ((pow (log (1.1), 2) + pow (log (0.8), 2) + pow (log (1.5), 2)) / 4), 1e-12);
  /* measured / null: 2, 2, 4, 4, so the constant is 3 and it is off by 50, 50, 25, 25 percent */
  assert_near (found.null_mape, 0.375, 1e-12);
  assert_near (found.null_max, 0.5, 1e-12);
  assert_near (found.skill, 1 - 0.2 / 0.375, 1e-12);
}

/* Ranks of measured 1.5 1.5 3 4, of predicted 2 1 3 4: covariance 4.5, variances 4.5 and 5 (sums). */
static void
test_order (void)
{
  g_auto (Made) made;
  WeftGaugeScore found;

  made_init (&made);
  add (&made, "one", NULL, NULL, 1, 10, 11, 1);
  add (&made, "one", NULL, NULL, 1, 10, 8, 1);
  add (&made, "one", NULL, NULL, 1, 20, 20, 1);
  add (&made, "one", NULL, NULL, 1, 40, 60, 1);
  found = score (&made);
  assert_near (found.spearman, 4.5 / sqrt (4.5 * 5), 1e-9);
  g_assert_cmpuint (found.n_choices, ==, 0);
  g_assert_true (isnan (found.regret));
}

/* In the first choice the second way is picked, a quarter slower than the best; in the second the right one. */
static void
test_choices (void)
{
  g_auto (Made) made;
  WeftGaugeScore found;

  made_init (&made);
  add (&made, "one", NULL, "a", 1, 4, 5, 1);
  add (&made, "one", NULL, "a", 1, 5, 3, 1);
  add (&made, "one", NULL, "a", 1, 9, 9, 1);
  add (&made, "one", NULL, "b", 1, 1, 1, 1);
  add (&made, "one", NULL, "b", 1, 2, 3, 1);
  add (&made, "one", NULL, "c", 1, 2, 3, 1);
  add (&made, "one", NULL, "d", 1, 2, NAN, 1);
  add (&made, "one", NULL, "d", 1, 3, NAN, 1);
  found = score (&made);
  g_assert_cmpuint (found.n_choices, ==, 2);
  assert_near (found.regret, 0.125, 1e-12);
  assert_near (found.max_regret, 0.25, 1e-12);
  assert_near (found.choice_spearman, 0.5, 1e-12); /* of "a" alone: "b" has two rows */
}

/* More is better: the rate picked is 80 of 100. */
static void
test_rates (void)
{
  g_auto (Made) made;
  WeftGaugeScore found;

  made_init (&made);
  add (&made, "one", NULL, "a", 1, 100, 60, 1);
  add (&made, "one", NULL, "a", 1, 80, 70, 1);
  for (guint i = 0; i < 2; i++)
    ((WeftGaugeCase *) made.part.cases->pdata[i])->is_rate = TRUE;
  found = score (&made);
  assert_near (found.regret, 0.25, 1e-12);
}

static void
test_slopes (void)
{
  g_auto (Made) made;
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));
  g_autoptr (GArray) slopes = NULL;
  const WeftGaugeSlope *slope;

  made_init (&made);
  add (&made, "one", "weak", NULL, 64, 10, 10, 1);
  add (&made, "one", "weak", NULL, 128, 11, 10, 1);
  add (&made, "one", "weak", NULL, 256, 12.5, 11, 1);
  add (&made, "one", "strong", NULL, 8, 8, 8, 1);
  add (&made, "one", "strong", NULL, 16, 5, 4, 1);
  add (&made, "one", "alone", NULL, 16, 5, 4, 1);
  ((WeftGaugeCase *) made.part.cases->pdata[3])->work = 2;
  ((WeftGaugeCase *) made.part.cases->pdata[4])->work = 1;
  weft_gauge_pick (&made.part, NULL, picked);
  slopes = weft_gauge_slopes (picked, WEFT_GAUGE_HELD_OUT);
  g_assert_cmpuint (slopes->len, ==, 2);
  slope = &g_array_index (slopes, WeftGaugeSlope, 0);
  g_assert_cmpstr (slope->series, ==, "strong");
  assert_near (slope->measured, 0.8, 1e-12);
  assert_near (slope->predicted, 1, 1e-12);
  slope = &g_array_index (slopes, WeftGaugeSlope, 1);
  assert_near (slope->measured, 0.8, 1e-12);
  assert_near (slope->predicted, 10.0 / 11, 1e-12);
  g_assert_cmpfloat (slope->most, ==, 256);
}

/* --- lines --- */

#define LINE(rest) "{\"lines\": [{\"label\": \"x\", " rest "}]}"

static GPtrArray *
judge (const Made *made, const char *text, GError **error)
{
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "lines.json", NULL, error);

  return root != NULL ? weft_gauge_lines (root, made->parts, WEFT_GAUGE_HELD_OUT, error) : NULL;
}

static void
assert_line (const Made *made, const char *text, double value, gboolean is_met, const char *verdict)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = judge (made, text, &error);
  const WeftGaugeLine *line;
  g_autofree char *found = NULL;

  g_assert_no_error (error);
  line = lines->pdata[0];
  if (isnan (value))
    g_assert_true (isnan (line->value));
  else
    assert_near (line->value, value, 1e-9);
  g_assert_cmpint (line->is_met, ==, is_met);
  found = weft_gauge_line_verdict (line);
  g_assert_cmpstr (found, ==, verdict);
}

static void
test_lines (void)
{
  g_auto (Made) made;

  made_init (&made);
  add (&made, "one, A", "weak", "c", 1, 10, 11, 1);
  add (&made, "one, B", "weak", "c", 2, 12, 11, 1);
  add (&made, "two", NULL, NULL, 2, 10, 15, 1);
  assert_line (&made, LINE ("\"sets\": [\"one*\"], \"measure\": \"mape\", \"at_most\": 0.1"),
               (0.1 + 1.0 / 12) / 2, TRUE, "met by 0.8 %");
  assert_line (&made, LINE ("\"sets\": [\"two\"], \"measure\": \"max\", \"at_most\": 0.1"), 0.5, FALSE,
               "missed by 40.0 %");
  assert_line (&made, LINE ("\"sets\": [\"two\"], \"measure\": \"max\", \"at_most\": 0.4997, \"why\": \"because\""), 0.5,
               FALSE, "missed by 0.03 %");
  assert_line (&made, LINE ("\"sets\": [\"one*\"], \"measure\": \"slope\", \"at_most\": 0.1"), 1 - 10.0 / 12, FALSE,
               "missed by 6.7 %");
  assert_line (&made, LINE ("\"sets\": [\"one*\"], \"measure\": \"slope_mean\", \"at_most\": 0.2"),
               1 - 10.0 / 12, TRUE, "met by 3.3 %");
  assert_line (&made,
               LINE ("\"sets\": [\"one*\"], \"series\": [\"we*\"], \"measure\": \"predicted_slope\", \"at_least\": 0.9, "
                     "\"at_most\": 1.1"),
               1, TRUE, "met by 10.0 %");
  assert_line (&made, LINE ("\"sets\": [\"none\"], \"measure\": \"mape\", \"at_most\": 0.1"), NAN, FALSE, "no rows");
  assert_line (&made, LINE ("\"sets\": [\"two\"], \"measure\": \"spearman\", \"at_least\": 0.9"), NAN, FALSE,
               "rows do not tell");
}

static void
test_lines_refused (void)
{
  static const char *const broken[] = {
    "[]",
    "{}",
    LINE ("\"sets\": [], \"measure\": \"beauty\", \"at_most\": 1"),
    LINE ("\"sets\": [], \"at_most\": 1"),
    LINE ("\"sets\": [], \"measure\": \"mape\", \"at_most\": \"1\""),
    LINE ("\"sets\": [], \"measure\": \"mape\", \"most\": 1"),
  };
  g_auto (Made) made;

  made_init (&made);
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (judge (&made, broken[i], &error));
      g_assert_nonnull (error);
    }
}

/* A table without sources has the one that the file of lines says. */
static void
test_tables (void)
{
  g_autoptr (GPtrArray) rows
    = take_rows ("c.csv", "chip,library,op,ranks,bytes,latency_us\nH200,nccl,all_gather,4,512,10.76\n");
  g_autoptr (GPtrArray) other
    = take_rows ("c.csv", "chip,library,op,ranks,bytes,latency_us,source\nH200,nccl,all_gather,4,512,10.76,gh:me/mine\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse ("{\"tables\": {\"c.csv\": \"gh:a/b times\"}, \"lines\": []}", -1, "lines",
                                               NULL, &error);
  g_autoptr (JsonNode) broken = weft_json_parse ("{\"tables\": {\"c.csv\": 1}}", -1, "lines", NULL, &error);

  g_assert_true (weft_gauge_name_tables (rows, root, &error));
  g_assert_true (weft_gauge_name_tables (other, root, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (((const WeftGaugeRow *) rows->pdata[0])->source, ==, "gh:a/b times");
  g_assert_cmpstr (((const WeftGaugeRow *) other->pdata[0])->source, ==, "gh:me/mine");
  g_assert_false (weft_gauge_name_tables (rows, broken, &error));
  g_assert_nonnull (error);
}

/* What the catalog asks for can be read. */
static void
test_lines_shipped (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", "lines.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &error);
  g_autoptr (GPtrArray) lines = NULL;
  g_auto (Made) made;

  made_init (&made);
  g_assert_no_error (error);
  lines = weft_gauge_lines (root, made.parts, WEFT_GAUGE_HELD_OUT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lines->len, >=, 10);
  for (guint i = 0; i < lines->len; i++)
    {
      const WeftGaugeLine *line = lines->pdata[i];

      g_assert_true (!isnan (line->at_most) || !isnan (line->at_least));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gauge/score/errors", test_errors);
  g_test_add_func ("/gauge/score/order", test_order);
  g_test_add_func ("/gauge/score/choices", test_choices);
  g_test_add_func ("/gauge/score/rates", test_rates);
  g_test_add_func ("/gauge/score/slopes", test_slopes);
  g_test_add_func ("/gauge/score/lines", test_lines);
  g_test_add_func ("/gauge/score/lines-refused", test_lines_refused);
  g_test_add_func ("/gauge/score/lines-shipped", test_lines_shipped);
  g_test_add_func ("/gauge/score/tables", test_tables);
  return g_test_run ();
}
