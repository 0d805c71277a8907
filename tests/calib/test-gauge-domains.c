/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every domain of the evaluator's fit must keep to, on the measurements that are shipped and those beside the
 * project: it predicts by the constants that are tried, begins from values that no fit gave, and reads the same
 * from the same. */
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "calib/gauge/weft-gauge-part-private.h"
#include "calib/gauge/weft-gauge-score-private.h"
#include "catalog/weft-profile-private.h"
#include "gauge-fixture.h"

static GPtrArray *
take_all_rows (void)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autofree char *shipped = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", NULL);
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *beside = shared != NULL ? g_build_filename (shared, "measurements", NULL) : NULL;
  g_autoptr (GError) error = NULL;

  weft_gauge_read (shipped, rows, NULL, &error);
  g_assert_no_error (error);
  if (beside != NULL && g_file_test (beside, G_FILE_TEST_IS_DIR))
    weft_gauge_read (beside, rows, NULL, &error);
  g_assert_no_error (error);
  return rows;
}

static WeftGaugePart *
take_part (const WeftGaugeDomain *domain, WeftInventory *inventory, GPtrArray *rows)
{
  g_autoptr (GError) error = NULL;
  WeftGaugePart *part = weft_gauge_part_new (domain, inventory, rows, &error);

  g_assert_no_error (error);
  return part;
}

/* The profile with each constant of @part a tenth off, within its bounds. */
static WeftInventory *
spoil (WeftInventory *inventory, const WeftGaugePart *part)
{
  JsonNode *root = weft_profile_get_root (weft_inventory_get_profile (inventory));
  g_autofree char *text = weft_json_write_compact (root);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) copy = weft_json_parse (text, -1, "copy", NULL, &error);
  JsonArray *list = json_object_get_array_member (json_node_get_object (copy), "constants");
  g_autoptr (WeftProfile) profile = NULL;
  WeftInventory *spoilt;

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *constant = json_array_get_object_element (list, i);

      for (guint j = 0; j < part->parameters->len; j++)
        {
          const WeftGaugeParameter *parameter = part->parameters->pdata[j];
          double value;

          if (!g_str_equal (json_object_get_string_member (constant, "key"), parameter->key))
            continue;
          value = json_object_get_double_member (constant, "value");
          json_object_set_double_member (constant, "value", 1.1 * value <= parameter->high ? 1.1 * value : 0.9 * value);
        }
    }
  profile = weft_profile_read (copy, "copy", FALSE, &error);
  g_assert_no_error (error);
  spoilt = weft_inventory_new (weft_inventory_get_catalog (inventory), profile, &error);
  g_assert_no_error (error);
  return spoilt;
}

static void
assert_same_cases (const WeftGaugePart *one, const WeftGaugePart *other)
{
  g_assert_cmpuint (one->cases->len, ==, other->cases->len);
  g_assert_cmpuint (one->parameters->len, ==, other->parameters->len);
  for (guint i = 0; i < one->cases->len; i++)
    {
      const WeftGaugeCase *a = one->cases->pdata[i];
      const WeftGaugeCase *b = other->cases->pdata[i];

      g_assert_cmpstr (a->id, ==, b->id);
      g_assert_cmpstr (a->set, ==, b->set);
      g_assert_cmpstr (a->source, ==, b->source);
      g_assert_cmpfloat (a->measured, ==, b->measured);
    }
}

/* What is fitted and the profile's value of it must not mix: folds would know what they hold out. */
static void
test_by_what_is_tried (gconstpointer data)
{
  const WeftGaugeDomain *domain = data;
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_all_rows ();
  WeftGaugePart *one = take_part (domain, inventory, rows);
  g_autoptr (WeftInventory) spoilt = spoil (inventory, one);
  WeftGaugePart *other = take_part (domain, spoilt, rows);
  g_autofree double *x = g_new (double, one->parameters->len + 1);
  guint n = 0;

  assert_same_cases (one, other);
  for (guint j = 0; j < one->parameters->len; j++)
    {
      const WeftGaugeParameter *a = one->parameters->pdata[j];
      const WeftGaugeParameter *b = other->parameters->pdata[j];

      g_assert_cmpstr (a->key, ==, b->key);
      if (a->start != b->start)
        g_error ("%s starts from the profile's value", a->key);
    }
  weft_gauge_start (one, x);
  for (guint i = 0; i < one->cases->len; i++)
    {
      const WeftGaugeCase *a_case = one->cases->pdata[i];
      double a = domain->predict (one->context, x, a_case);
      double b = domain->predict (other->context, x, other->cases->pdata[i]);

      if (a_case->weight > 0 && !isnan (a) && fabs (a / b - 1) > 1e-12 && n++ < 5)
        g_test_message ("%s, %s: %g, with other constants in the profile %g", a_case->id, a_case->set, a, b);
    }
  if (n > 0)
    g_test_fail ();
  weft_gauge_part_free (one);
  weft_gauge_part_free (other);
}

/* Parameters and cases as their header asks for. */
static void
test_well_formed (gconstpointer data)
{
  const WeftGaugeDomain *domain = data;
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_all_rows ();
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  WeftGaugePart *part = take_part (domain, inventory, rows);

  /* Measured serving stands in a table beside the project. */
  if (part->cases->len == 0 && g_getenv ("WEFT_SHARED_DIR") == NULL)
    {
      g_test_skip ("its table is not here");
      weft_gauge_part_free (part);
      return;
    }
  g_assert_cmpuint (part->cases->len, >, 0);
  for (guint j = 0; j < part->parameters->len; j++)
    {
      const WeftGaugeParameter *parameter = part->parameters->pdata[j];

      if (!g_hash_table_add (keys, parameter->key))
        g_error ("%s: twice", parameter->key);
      if (!(parameter->low <= parameter->start && parameter->start <= parameter->high) || parameter->unit == NULL
          || parameter->note == NULL || !(parameter->pull >= 0) || (parameter->is_log && !(parameter->low > 0)))
        g_error ("%s: not whole", parameter->key);
      if (parameter->parent != NULL && !g_hash_table_contains (keys, parameter->parent))
        g_error ("%s: its parent %s is not before it", parameter->key, parameter->parent);
    }
  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = part->cases->pdata[i];

      if (!g_hash_table_add (ids, a_case->id))
        g_error ("%s: twice", a_case->id);
      if (a_case->set == NULL || a_case->source == NULL || !(a_case->weight >= 0))
        g_error ("%s: not whole", a_case->id);
    }
  for (guint i = 0; i < part->skipped->len; i++)
    if (strstr (part->skipped->pdata[i], ": ") == NULL)
      g_error ("“%s” does not begin with the row", (const char *) part->skipped->pdata[i]);
  weft_gauge_part_free (part);
}

/* The domain says about every row that counts what the evaluator says with the shipped profile. */
static void
test_shipped (gconstpointer data)
{
  const WeftGaugeDomain *domain = data;
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_all_rows ();
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));
  WeftGaugePart *part = take_part (domain, inventory, rows);
  WeftGaugeScore score;

  weft_gauge_part_look (part, weft_inventory_get_profile (inventory));
  for (guint i = 0; i < part->cases->len; i++)
    {
      WeftGaugeAt at = { part, i };

      if (weft_gauge_part_case (part, i)->weight > 0)
        g_array_append_val (picked, at);
    }
  score = weft_gauge_score (picked, WEFT_GAUGE_IN_SAMPLE);
  g_test_message ("%s: %u rows, mean error %.1f %%, median %.1f %%, %u not predicted", domain->id, score.n,
                  100 * score.mape, 100 * score.median, score.n_lost);
  if (picked->len == 0)
    g_test_skip ("its table is not here");
  else
    {
      g_assert_cmpuint (score.n_lost * 10, <=, score.n);
      g_assert_cmpfloat (score.median, <, 0.5);
    }
  weft_gauge_part_free (part);
}

/* Lines name sets that there are, but for those that are kept apart. */
static void
test_lines (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", "lines.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &error);
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_all_rows ();
  g_autoptr (WeftGauge) gauge = NULL;
  WeftGaugeOptions options = { .check = TRUE };

  g_assert_no_error (error);
  if (g_getenv ("WEFT_SHARED_DIR") == NULL)
    {
      g_test_skip ("WEFT_SHARED_DIR has no measurements");
      return;
    }
  gauge = weft_gauge_new (inventory, weft_gauge_domains (), rows, root, &options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < gauge->lines->len; i++)
    {
      const WeftGaugeLine *line = gauge->lines->pdata[i];

      if (line->n == 0 && !line->is_apart)
        g_error ("%s: no set of such a name", line->label);
    }
}

int
main (int argc, char **argv)
{
  const WeftGaugeDomain *const *domains = weft_gauge_domains ();

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; domains[i] != NULL; i++)
    {
      g_autofree char *formed = g_strdup_printf ("/gauge/domains/%s/well-formed", domains[i]->id);
      g_autofree char *tried = g_strdup_printf ("/gauge/domains/%s/by-what-is-tried", domains[i]->id);
      g_autofree char *shipped = g_strdup_printf ("/gauge/domains/%s/shipped", domains[i]->id);

      g_test_add_data_func (formed, domains[i], test_well_formed);
      g_test_add_data_func (tried, domains[i], test_by_what_is_tried);
      g_test_add_data_func (shipped, domains[i], test_shipped);
    }
  g_test_add_func ("/gauge/domains/lines", test_lines);
  return g_test_run ();
}
