/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fit of the evaluator's constants on a domain whose constants are known: found again, robustly, within bounds, and
 * honest about what was held out. */
#include <glib/gstdio.h>

#include "base/weft-json-write.h"
#include "calib/gauge/weft-gauge-score-private.h"
#include "gauge-made.h"

static WeftGaugeScore
score_all (const WeftGauge *gauge, WeftGaugeView view)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));

  weft_gauge_pick (made_part (gauge), NULL, picked);
  return weft_gauge_score (picked, view);
}

static void
test_recovers (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;

  made_rows (text, 120, 6, 0.02, MADE_SHARE, "a", 0);
  gauge = made_gauge (text->str, NULL);
  assert_near (made_part (gauge)->x[0], MADE_SHARE, 0.02);
  assert_near (made_part (gauge)->x[1], MADE_LAUNCH, 0.05);
  g_assert_cmpuint (made_part (gauge)->n_folds, ==, 5);
  g_assert_cmpfloat (score_all (gauge, WEFT_GAUGE_HELD_OUT).mape, <, 0.03);
  g_assert_cmpfloat (score_all (gauge, WEFT_GAUGE_HELD_OUT).mape, >,
                     0.99 * score_all (gauge, WEFT_GAUGE_IN_SAMPLE).mape);
  g_assert_cmpuint (made_part (gauge)->n_bearing[0], ==, 120);
  assert_near (made_part (gauge)->residual[0], 0.02, 0.3);
}

/* One row in ten is three times too long: by squares the share would be a quarter off. */
static void
test_robust (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  made_rows (text, 90, 6, 0.02, MADE_SHARE, "a", 0);
  for (guint i = 0; i < 10; i++)
    g_string_append_printf (text, "x%u,made,set 0,a,8,,,1e11,time,%s,s,s%u,high,\n", i,
                            g_ascii_formatd (buffer, sizeof buffer, "%.17g", 3e11 / (MADE_SHARE * MADE_PEAK)), i % 6);
  gauge = made_gauge (text->str, NULL);
  assert_near (made_part (gauge)->x[0], MADE_SHARE, 0.08);
}

static void
test_bounds (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;

  made_rows (text, 60, 6, 0.01, 2.5, "a", 0); /* faster than the peak */
  gauge = made_gauge (text->str, NULL);
  g_assert_cmpfloat (made_part (gauge)->x[0], ==, 1);
}

/* A chip with few rows is drawn to what all have, one without has it. */
static void
test_parent (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  const WeftGaugePart *part;

  made_kind = MADE_CHILD;
  made_rows (text, 60, 6, 0.01, MADE_SHARE, "a", 0);
  made_rows (text, 2, 2, 0, 0.4, "rare", 100);
  gauge = made_gauge (text->str, NULL);
  made_kind = MADE_TWO;
  part = made_part (gauge);
  g_assert_cmpfloat (part->x[2], >, 0.4);
  g_assert_cmpfloat (part->x[2], <, part->x[0] - 0.02);
  g_assert_cmpuint (part->n_bearing[2], ==, 2);
  g_assert_cmpuint (part->n_bearing[3], ==, 0);
  g_assert_true (isnan (part->residual[3]));
  assert_near (part->x[3], part->x[0], 1e-3);
  g_assert_nonnull (part->origin[0]);
  g_assert_null (part->origin[3]);
}

/* Knowing each source by heart does not help with one that was not seen. */
static void
test_by_heart (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;

  made_kind = MADE_PER_SOURCE;
  for (guint s = 0; s < 10; s++)
    {
      g_autoptr (GString) own = g_string_new (NULL);
      g_autofree char *source = g_strdup_printf (",s%u,", s);

      made_rows (own, 6, 1, 0, 0.3 + 0.06 * s, "a", 10 * s);
      g_string_replace (own, ",s0,", source, 0);
      g_string_append (text, own->str);
    }
  gauge = made_gauge (text->str, NULL);
  made_kind = MADE_TWO;
  g_assert_cmpfloat (score_all (gauge, WEFT_GAUGE_IN_SAMPLE).mape, <, 0.001);
  g_assert_cmpfloat (score_all (gauge, WEFT_GAUGE_HELD_OUT).mape, >, 0.2);
}

static void
test_lost (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autofree char *card = NULL;
  WeftGaugeScore score;

  made_rows (text, 60, 6, 0.01, MADE_SHARE, "a", 0);
  g_string_append (text, "l1,made,set 0,a,8,,,1e9,time,1,s,s1,high,lost\n"
                         "l2,made,set 0,a,8,,,,time,1,s,s1,high,\n"
                         "l3,made,set 0,a,8,,,1e9,time,0,s,s1,high,\n"
                         "l4,other,set 0,a,8,,,1e9,time,1,s,s1,high,\n"
                         "l5,made,set 1,a,8,,,1e9,time,99,s,s1,low,\n");
  gauge = made_gauge (text->str, NULL);
  score = score_all (gauge, WEFT_GAUGE_HELD_OUT);
  g_assert_cmpuint (score.n, ==, 61);
  g_assert_cmpuint (score.n_lost, ==, 1);
  g_assert_cmpuint (made_part (gauge)->skipped->len, ==, 2);
  assert_near (made_part (gauge)->x[0], MADE_SHARE, 0.02); /* l5 does not count */
  g_assert_cmpuint (gauge->unused->len, ==, 1);
  card = weft_gauge_to_card (gauge);
  g_assert_nonnull (strstr (card, "- it was lost: 1 row (l1)"));
  g_assert_nonnull (strstr (card, "- no operations: 1 row (l2)"));
  g_assert_nonnull (strstr (card, "- other, time: 1 row"));
}

/* --- folds --- */

static void
test_folds (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (WeftGauge) other = NULL;
  g_autoptr (GHashTable) fold_of = g_hash_table_new (g_str_hash, g_str_equal);
  guint load[5] = { 0 };
  const WeftGaugePart *part;

  made_rows (text, 100, 10, 0.02, MADE_SHARE, "a", 0);
  made_rows (text, 20, 2, 0.02, MADE_SHARE, "a", 200);
  gauge = made_gauge (text->str, NULL);
  part = made_part (gauge);
  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = part->cases->pdata[i];
      gpointer known;

      load[part->fold[i]]++;
      if (g_hash_table_lookup_extended (fold_of, a_case->source, NULL, &known))
        g_assert_cmpuint (GPOINTER_TO_UINT (known), ==, part->fold[i]);
      else
        g_hash_table_insert (fold_of, a_case->source, GUINT_TO_POINTER (part->fold[i]));
    }
  g_assert_cmpuint (g_hash_table_size (fold_of), ==, 10);
  for (guint k = 0; k < 5; k++)
    g_assert_cmpuint (load[k], >=, 20);
  other = made_gauge (text->str, NULL);
  g_assert_cmpmem (part->fold, sizeof (guint) * part->cases->len, made_part (other)->fold,
                   sizeof (guint) * part->cases->len);
}

static void
test_one_source (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autofree char *card = NULL;

  made_rows (text, 20, 1, 0.02, MADE_SHARE, "a", 0);
  gauge = made_gauge (text->str, NULL);
  g_assert_cmpuint (made_part (gauge)->n_folds, ==, 0);
  g_assert_cmpuint (score_all (gauge, WEFT_GAUGE_HELD_OUT).n, ==, 0);
  g_assert_cmpfloat (score_all (gauge, WEFT_GAUGE_IN_SAMPLE).mape, <, 0.03);
  card = weft_gauge_to_card (gauge);
  g_assert_nonnull (strstr (card, "nothing could be held out"));
}

static void
test_nothing (void)
{
  g_autoptr (WeftGauge) gauge = made_gauge (MADE_HEADER, NULL);
  g_autofree char *card = weft_gauge_to_card (gauge);

  g_assert_cmpuint (made_part (gauge)->cases->len, ==, 0);
  g_assert_nonnull (strstr (card, "There are no rows."));
}

static void
test_cancelled (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  WeftGaugeOptions options = { .cancellable = cancellable };

  made_rows (text, 20, 4, 0.02, MADE_SHARE, "a", 0);
  rows = take_rows ("made.csv", text->str);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_gauge_new (inventory, made_domains, rows, NULL, &options, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- the profile --- */

static JsonObject *
find_constant (JsonNode *root, const char *key)
{
  JsonArray *list = json_object_get_array_member (json_node_get_object (root), "constants");

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *constant = json_array_get_object_element (list, i);

      if (g_str_equal (json_object_get_string_member (constant, "key"), key))
        return constant;
    }
  return NULL;
}

static WeftGauge *
fit_again (JsonNode *profile, const char *text, const char *date, gboolean check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  g_autofree char *path = NULL;
  g_autofree char *json = weft_json_write_pretty (profile);
  g_autoptr (WeftInventory) inventory = NULL;
  g_autoptr (GPtrArray) rows = take_rows ("made.csv", text);
  WeftGaugeOptions options = { .date = date, .check = check };
  WeftGauge *gauge;
  int file = g_file_open_tmp ("weft-XXXXXX.json", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  inventory = weft_gauge_inventory (catalog, path, &error);
  g_assert_no_error (error);
  g_unlink (path);
  gauge = weft_gauge_new (inventory, made_domains, rows, NULL, &options, &error);
  g_assert_no_error (error);
  return gauge;
}

static void
test_profile (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (WeftGauge) again = NULL;
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;
  JsonObject *constant;

  made_rows (text, 60, 6, 0.02, MADE_SHARE, "a", 0);
  gauge = made_gauge (text->str, NULL);
  constant = find_constant (gauge->profile, "made_share");
  g_assert_nonnull (constant);
  g_assert_cmpfloat (json_object_get_double_member (constant, "value"), ==, made_part (gauge)->x[0]);
  g_assert_cmpstr (json_object_get_string_member (constant, "confidence"), ==, "measured");
  g_assert_cmpstr (json_object_get_string_member (constant, "date"), ==, "2026-01-02");
  g_assert_cmpfloat (json_object_get_double_member (constant, "residual"), >, 0.005);
  g_assert_nonnull (find_constant (gauge->profile, "default_power_w")); /* not of this domain */
  constant = find_constant (gauge->profile, "spread@made");
  g_assert_nonnull (constant);
  assert_near (json_object_get_double_member (constant, "value"), score_all (gauge, WEFT_GAUGE_HELD_OUT).rms, 0.01);
  g_assert_nonnull (find_constant (gauge->profile, "spread@made/a"));

  again = fit_again (gauge->profile, text->str, "2027-03-04", FALSE);
  one = weft_json_write_pretty (gauge->profile);
  other = weft_json_write_pretty (again->profile);
  g_assert_cmpstr (one, ==, other);
}

/* Other rows do not bear on what was fitted before: it stays. */
static void
test_profile_kept (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (GString) fewer = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (WeftGauge) again = NULL;
  double before;

  made_kind = MADE_CHILD;
  made_rows (text, 60, 6, 0.01, MADE_SHARE, "a", 0);
  made_rows (fewer, 60, 6, 0.01, MADE_SHARE, "a", 0);
  made_rows (text, 20, 2, 0, 0.4, "rare", 100);
  gauge = made_gauge (text->str, NULL);
  before = made_part (gauge)->x[2];
  again = fit_again (gauge->profile, fewer->str, "2027-03-04", FALSE);
  made_kind = MADE_TWO;
  g_assert_cmpfloat (json_object_get_double_member (find_constant (again->profile, "made_share@rare"), "value"), ==,
                     before);
  g_assert_cmpuint (again->kept->len, ==, 1);
  g_assert_cmpstr (again->kept->pdata[0], ==, "made_share@rare");
}

/* A check takes the constants as they are, on rows that no fit has seen. */
static void
test_check (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (GString) apart = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (WeftGauge) check = NULL;

  made_rows (text, 60, 6, 0.02, MADE_SHARE, "a", 0);
  made_rows (apart, 30, 3, 0.02, MADE_SHARE / 2, "b", 300);
  gauge = made_gauge (text->str, NULL);
  check = fit_again (gauge->profile, apart->str, "2027-03-04", TRUE);
  g_assert_true (check->check);
  g_assert_cmpfloat (made_part (check)->x[0], ==, made_part (gauge)->x[0]);
  g_assert_cmpfloat (score_all (check, WEFT_GAUGE_IN_SAMPLE).mape, >, 0.2);
  g_assert_cmpuint (score_all (check, WEFT_GAUGE_HELD_OUT).n, ==, 0);
  g_assert_true (json_node_equal (gauge->profile, check->profile));
}

static void
test_deterministic (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftGauge) one = NULL;
  g_autoptr (WeftGauge) other = NULL;
  g_autofree char *one_card = NULL;
  g_autofree char *other_card = NULL;
  g_autofree char *one_rows = NULL;
  g_autofree char *other_rows = NULL;

  made_rows (text, 80, 8, 0.1, MADE_SHARE, "a", 0);
  one = made_gauge (text->str, NULL);
  other = made_gauge (text->str, NULL);
  one_card = weft_gauge_to_card (one);
  other_card = weft_gauge_to_card (other);
  g_assert_cmpstr (one_card, ==, other_card);
  one_rows = weft_gauge_to_rows (one);
  other_rows = weft_gauge_to_rows (other);
  g_assert_cmpstr (one_rows, ==, other_rows);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gauge/fit/recovers", test_recovers);
  g_test_add_func ("/gauge/fit/robust", test_robust);
  g_test_add_func ("/gauge/fit/bounds", test_bounds);
  g_test_add_func ("/gauge/fit/parent", test_parent);
  g_test_add_func ("/gauge/fit/by-heart", test_by_heart);
  g_test_add_func ("/gauge/fit/lost", test_lost);
  g_test_add_func ("/gauge/fit/folds", test_folds);
  g_test_add_func ("/gauge/fit/one-source", test_one_source);
  g_test_add_func ("/gauge/fit/nothing", test_nothing);
  g_test_add_func ("/gauge/fit/cancelled", test_cancelled);
  g_test_add_func ("/gauge/fit/profile", test_profile);
  g_test_add_func ("/gauge/fit/profile-kept", test_profile_kept);
  g_test_add_func ("/gauge/fit/check", test_check);
  g_test_add_func ("/gauge/fit/deterministic", test_deterministic);
  return g_test_run ();
}
