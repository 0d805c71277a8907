/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives as a part of the fit: what rows say, and how far off predictions are on rows that a fit has not seen. */
#include "calib/gauge/weft-gauge.h"
#include "calib/gauge/weft-gauge-collectives-private.h"
#include "calib/gauge/weft-gauge-score-private.h"
#include "gauge-fixture.h"

#define PUBLISHED "id,workload,model,chip,count,parallelism,sequence,metric,value,unit,source,note\n"

static WeftInventory *inventory;

/* The cases of a table; what is skipped goes to @skipped. */
static GPtrArray *
read_table (const char *text, GPtrArray *rows_out, GPtrArray *skipped)
{
  g_autoptr (GPtrArray) rows = take_rows ("table.csv", text);

  while (rows->len > 0)
    g_ptr_array_add (rows_out, g_ptr_array_steal_index (rows, 0));
  return weft_gauge_collectives.read (inventory, rows_out, skipped);
}

static void
free_cases (GPtrArray *cases)
{
  for (guint i = 0; i < cases->len; i++)
    {
      WeftGaugeCase *a_case = cases->pdata[i];

      g_free (a_case->id);
      g_free (a_case->set);
      g_free (a_case->source);
      g_free (a_case->scope);
      g_free (a_case->label);
      g_free (a_case->data);
      g_free (a_case);
    }
  g_ptr_array_unref (cases);
}

static void
test_in_node_table (void)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *cases = read_table ("chip,library,op,ranks,bytes,latency_us\n"
                                 "H100-80GB,nccl,all_gather,8,8192,10.62\n"
                                 "B200,trtllm-custom,all_reduce,4,1048576,9.66\n",
                                 rows, skipped);
  const WeftGaugeCase *gather = cases->pdata[0];
  const WeftGaugeCase *custom = cases->pdata[1];
  const WeftGaugeCollective *read = custom->data;

  g_assert_cmpuint (cases->len, ==, 2);
  g_assert_cmpuint (skipped->len, ==, 0);
  g_assert_cmpstr (gather->set, ==, "Collectives in node, NCCL, H100-80GB");
  g_assert_cmpstr (gather->source, ==, "H100-80GB, nccl, all_gather");
  g_assert_cmpstr (gather->scope, ==, "nvlink4");
  g_assert_cmpfloat_with_epsilon (gather->measured, 10.62e-6, 1e-15);
  g_assert_false (gather->is_rate);
  /* 7/8 of the bytes at 450 GB/s */
  assert_near (gather->null_value, 0.875 * 8192 / 450e9, 1e-9);
  g_assert_cmpstr (custom->set, ==, "Collectives in node, custom, B200");
  g_assert_cmpint (read->fabric.library, ==, WEFT_LIBRARY_CUSTOM);
  g_assert_cmpint (read->kind, ==, WEFT_COLLECTIVE_ALL_REDUCE);
  g_assert_cmpfloat (read->group.ranks, ==, 4);
  free_cases (cases);
}

static void
test_published (void)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *cases = read_table (
    PUBLISHED
    "a,collective,all_reduce,H200,8,\"NVSwitch, SHARP off\",4294967296,bus_bandwidth,365.6,GB/s,gh:one/two,\n"
    "b,collective,all_reduce,A100-80GB,256,\"32 nodes, 128 HDR NICs\",8,latency,63,us,gh:one/three,\n"
    "c,collective,all_reduce,H100-80GB,8,in node,large,bus_bandwidth,479.7,GB/s,gh:one/four,\n"
    "d,collective,send_recv,A100-80GB,2,2 nodes,67108864,latency,8586,us,gh:one/five,\n"
    "e,collective,all_reduce,H100-80GB,8,in node,,latency,3,us,gh:one/six,\n"
    "f,collective,all_reduce,Unheard-of,8,in node,8,latency,3,us,gh:one/seven,\n"
    "g,train,GPT,H100-80GB,8,TP8,2048,time,3,s,gh:one/eight,\n",
    rows, skipped);
  const WeftGaugeCase *off = cases->pdata[0];
  const WeftGaugeCase *many = cases->pdata[1];
  const WeftGaugeCase *large = cases->pdata[2];
  const WeftGaugeCase *slow = cases->pdata[3];
  const WeftGaugeCollective *off_read = off->data;
  const WeftGaugeCollective *many_read = many->data;

  g_assert_cmpuint (cases->len, ==, 4);
  g_assert_false (off_read->fabric.reduces_in_switch);
  g_assert_true (off->is_rate);
  g_assert_cmpfloat (off->measured, ==, 365.6e9);
  assert_near (off_read->busbw_bytes, 1.75 * 0x1p32, 1e-12);
  /* 4 ports for the 8 GPUs of each node */
  g_assert_cmpfloat (many_read->group.local, ==, 8);
  g_assert_cmpfloat (many_read->fabric.ports_per_rank, ==, 0.5);
  g_assert_cmpfloat (many_read->fabric.across.bw_bytes_s, ==, 25e9);
  g_assert_cmpstr (many->set, ==, "Collectives across nodes");
  g_assert_true (large->is_rate);
  /* 7.8 GB/s of 25: another network than it says */
  g_assert_cmpfloat (slow->weight, ==, 0);
  g_assert_cmpuint (skipped->len, ==, 3);
  free_cases (cases);
}

/* In use, without a fit, the parameters are the profile's constants: predictions are those of weft_collective_s(). */
static void
test_predicts_as_in_use (void)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *cases = read_table ("chip,library,op,ranks,bytes,latency_us\nH100-80GB,nccl,all_reduce,8,8192,10.62\n", rows,
                                 skipped);
  g_autoptr (GPtrArray) parameters = weft_gauge_collectives.parameters (inventory, cases);
  g_autofree double *x = g_new0 (double, parameters->len);
  const WeftGaugeCase *a_case = cases->pdata[0];
  const WeftGaugeCollective *read = a_case->data;
  WeftCommTime time;

  for (guint i = 0; i < parameters->len; i++)
    {
      WeftGaugeParameter *parameter = parameters->pdata[i];

      g_assert_true (weft_profile_get_number (weft_inventory_get_profile (inventory), parameter->key, &x[i], NULL));
      g_assert_cmpfloat (x[i], >=, parameter->low);
      g_assert_cmpfloat (x[i], <=, parameter->high);
    }
  time = weft_collective_s (&read->fabric, read->kind, read->group, read->bytes, NULL);
  g_assert_cmpfloat (weft_gauge_collectives.predict (inventory, x, a_case), ==, weft_comm_time_total (time));
  for (guint i = 0; i < parameters->len; i++)
    {
      WeftGaugeParameter *parameter = parameters->pdata[i];

      g_free (parameter->key);
      g_free (parameter->unit);
      g_free (parameter->parent);
      g_free (parameter->note);
      g_free (parameter->range);
      g_free (parameter);
    }
  free_cases (cases);
}

static GPtrArray *
read_all (gboolean with_table)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autofree char *shipped = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", NULL);
  g_autofree char *table = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "..", "shared", "measurements",
                                             "collectives-in-node.csv", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_gauge_read (shipped, rows, NULL, &error));
  g_assert_no_error (error);
  if (with_table && g_file_test (table, G_FILE_TEST_EXISTS))
    {
      g_assert_true (weft_gauge_read (table, rows, NULL, &error));
      g_assert_no_error (error);
      return rows;
    }
  if (!with_table)
    return rows;
  g_ptr_array_unref (rows);
  return NULL;
}

static double
mape_of (const WeftGaugePart *part, const char *pattern)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = part->cases->pdata[i];

      if (!g_pattern_match_simple (pattern, a_case->set))
        continue;
      sum += fabs (part->predicted[WEFT_GAUGE_HELD_OUT][i] / a_case->measured - 1);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
  return sum / n;
}

/* Sources that the fit has not seen, for each library. */
static void
test_held_out (void)
{
  static const WeftGaugeDomain *const domains[] = { &weft_gauge_collectives, NULL };
  g_autoptr (GPtrArray) rows = read_all (TRUE);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (GError) error = NULL;
  WeftGaugeOptions options = { .date = "2026-11" };
  const WeftGaugePart *part;

  if (rows == NULL)
    {
      g_test_skip ("the in-node table is not beside the checkout");
      return;
    }
  gauge = weft_gauge_new (inventory, domains, rows, NULL, &options, &error);
  g_assert_no_error (error);
  part = gauge->parts->pdata[0];
  g_assert_cmpfloat (mape_of (part, "Collectives in node, NCCL*"), <=, 0.15);
  g_assert_cmpfloat (mape_of (part, "Collectives in node, custom*"), <=, 0.15);
  g_assert_cmpfloat (mape_of (part, "Collectives in node*"), <=, 0.15);
}

/* The shipped constants on the shipped rows. */
static void
test_shipped (void)
{
  static const WeftGaugeDomain *const domains[] = { &weft_gauge_collectives, NULL };
  g_autoptr (GPtrArray) rows = read_all (FALSE);
  g_autoptr (WeftGauge) gauge = NULL;
  g_autoptr (GError) error = NULL;
  WeftGaugeOptions options = { .check = TRUE };
  const WeftGaugePart *part;

  gauge = weft_gauge_new (inventory, domains, rows, NULL, &options, &error);
  g_assert_no_error (error);
  part = gauge->parts->pdata[0];
  for (guint i = 0; i < part->cases->len; i++)
    part->predicted[WEFT_GAUGE_HELD_OUT][i] = part->predicted[WEFT_GAUGE_IN_SAMPLE][i];
  g_assert_cmpfloat (mape_of (part, "Collectives by size*"), <=, 0.15);
  g_assert_cmpfloat (mape_of (part, "Collectives across nodes"), <=, 0.2);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  inventory = take_inventory ();

  g_test_add_func ("/calib/gauge-collectives/in-node-table", test_in_node_table);
  g_test_add_func ("/calib/gauge-collectives/published", test_published);
  g_test_add_func ("/calib/gauge-collectives/predicts-as-in-use", test_predicts_as_in_use);
  g_test_add_func ("/calib/gauge-collectives/shipped", test_shipped);
  g_test_add_func ("/calib/gauge-collectives/held-out", test_held_out);

  result = g_test_run ();
  g_clear_object (&inventory);
  return result;
}
