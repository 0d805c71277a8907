/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving among what is measured: rows become plans, and the profile as it is says what was measured. */
#include "gauge-part.h"

#include "calib/gauge/weft-gauge-serving-private.h"

#define HEAD \
  "id,workload,model,chip,count,parallelism,batch,sequence,precision,metric,value,unit,source,certainty,note\n"
#define SERVING_HEAD \
  "model,system,backend,version,mode,precision,isl,osl,concurrency,batch,tp,pp,adp,moe_tp,moe_ep,pre_batch," \
  "pre_workers,pre_tp,pre_adp,pre_ep,dec_batch,dec_workers,dec_tp,dec_adp,dec_ep,ttft_ms,tpot_ms\n"

static const WeftGaugeServing *
serving_of (const GaugePart *part,
            guint            index)
{
  return ((const WeftGaugeCase *) part->cases->pdata[index])->data;
}

/* Throughput of all chips or of each, batches that go together, first tokens; early releases are an engine apart. */
static void
test_published (void)
{
  static const char text[]
      = HEAD "a,serve-offline,Llama-3.3-70B,H200,2,TP2,max inflight,ISL/OSL 128/2048,fp8,output_tokens_per_s,8000,"
             "tok/s,gh:NVIDIA/TensorRT-LLM docs (v1.0),high,\n"
             "b,serve-static,Llama-70B,A100-80GB,4,TP4,B240,ISL/OSL 128/2048,fp16,output_tokens_per_s_per_gpu,500,"
             "tok/s/GPU,gh:NVIDIA/TensorRT-LLM docs (v0.6.1),high,\n"
             "c,prefill,Llama-7B,H100-80GB,1,TP1,B1,ISL 2048,fp8,time_to_first_token,36,ms,"
             "gh:NVIDIA/TensorRT-LLM (v0.5),high,\n"
             "d,serve-static,Llama-7B,A100-80GB,1,TP1,,ISL/OSL 128/128,fp16,output_tokens_per_s_per_gpu,5000,tok/s/GPU,"
             "gh:NVIDIA/TensorRT-LLM docs (v0.6.1),high,\n"
             "e,serve-offline,No-Such-Model,H200,2,TP2,max inflight,ISL/OSL 128/2048,fp8,output_tokens_per_s,8000,"
             "tok/s,gh:NVIDIA/TensorRT-LLM docs (v1.0),high,\n"
             "f,train,GPT-3,H100-80GB,8,TP8,GBS8,2048,fp16,iteration_time,1,s,x,high,\n";
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("rows.csv", text);
  const WeftGaugeServing *offline, *together, *first;
  GaugePart part;

  gauge_part_init (&part, &weft_gauge_serving, inventory, rows);
  g_assert_cmpuint (part.cases->len, ==, 3);
  offline = serving_of (&part, 0);
  g_assert_cmpint (offline->load.arrival, ==, WEFT_SERVING_OFFLINE);
  g_assert_cmpint (offline->metric, ==, WEFT_GAUGE_SERVING_TOKENS);
  g_assert_cmpuint (offline->plan.pool.tp, ==, 2);
  g_assert_cmpfloat (offline->plan.output_tokens, ==, 2048);
  g_assert_cmpstr (offline->plan.kv_format, ==, "fp8");
  g_assert_cmpstr (offline->engine, ==, "trtllm-1.0");
  together = serving_of (&part, 1);
  g_assert_cmpint (together->load.arrival, ==, WEFT_SERVING_STATIC);
  g_assert_cmpint (together->metric, ==, WEFT_GAUGE_SERVING_TOKENS_CHIP);
  g_assert_cmpfloat (together->plan.pool.batch, ==, 240);
  g_assert_cmpstr (together->plan.kv_format, ==, "bf16");
  g_assert_cmpstr (together->engine, ==, "trtllm-0.6");
  first = serving_of (&part, 2);
  g_assert_cmpint (first->metric, ==, WEFT_GAUGE_SERVING_TTFT);
  assert_near (((const WeftGaugeCase *) part.cases->pdata[2])->measured, 0.036, 1e-12);
  g_assert_true (gauge_part_skips (&part, "d", "batch"));
  g_assert_true (gauge_part_skips (&part, "e", "No-Such-Model"));
  g_assert_cmpuint (part.skipped->len, ==, 2);
  gauge_part_clear (&part);
}

/* Prompts on the same chips or on others; rows that leave something out, or found their prompts, are not fitted. */
static void
test_times (void)
{
  static const char text[]
      = SERVING_HEAD "Llama-3.1-70B,h200,vllm,,agg,fp8,1024,1024,32,32,4,1,1,4,1,,,,,,,,,,,180,11\n"
                     "Llama-3.1-8B-Instruct-FP8,h200,vllm,0.12.0,agg,fp8,1000,100,112,112,1,1,,1,1,,,,,,,,,,,72,11.25\n"
                     "DeepSeek-V3,h200,trtllm,0.8.1.post1,disagg,fp8,1024,1024,512,,,,,,,1,2,1,8,8,64,1,1,8,8,1300,25\n"
                     "DeepSeek-R1,h200,trtllm,0.8.1.post1,disagg,fp8,1024,1024,9,,,,,,,,,8,1,8,,,8,1,8,1914,5.5\n";
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("serving.csv", text);
  const WeftGaugeServing *shared, *apart;
  GaugePart part;

  gauge_part_init (&part, &weft_gauge_serving, inventory, rows);
  g_assert_cmpuint (part.cases->len, ==, 3);
  shared = serving_of (&part, 0);
  g_assert_cmpfloat (((const WeftGaugeCase *) part.cases->pdata[0])->weight, ==, 1);
  g_assert_cmpstr (((const WeftGaugeCase *) part.cases->pdata[0])->set, ==, "TPOT, Llama-3.1-70B");
  g_assert_cmpstr (shared->plan.kv_format, ==, "fp8");
  g_assert_cmpfloat (((const WeftGaugeCase *) part.cases->pdata[1])->weight, ==, 0);
  apart = serving_of (&part, 2);
  g_assert_true (apart->plan.separate_prefill);
  g_assert_cmpuint (apart->plan.pool.tp, ==, 8);
  g_assert_cmpuint (apart->plan.pool.dp_attention, ==, 8);
  g_assert_cmpfloat (apart->plan.pool.batch, ==, 512);
  g_assert_cmpuint (apart->plan.prefill.replicas, ==, 2);
  g_assert_cmpfloat (((const WeftGaugeCase *) part.cases->pdata[2])->weight, ==, 0);
  g_assert_cmpuint (part.skipped->len, ==, 1);
  gauge_part_clear (&part);
}

/* --- the profile as it is --- */

static WeftGauge *
look (const char *path)
{
  static const WeftGaugeDomain *const domains[] = { &weft_gauge_serving, NULL };
  const WeftGaugeOptions options = { .check = TRUE };
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GError) error = NULL;
  WeftGauge *gauge;

  weft_gauge_read (path, rows, NULL, &error);
  g_assert_no_error (error);
  gauge = weft_gauge_new (inventory, domains, rows, NULL, &options, &error);
  g_assert_no_error (error);
  return gauge;
}

static int
compare_errors (gconstpointer a,
                gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/* Errors of all rows of sets like @set, fitted or not. */
static void
judge (const WeftGaugePart *part,
       const char          *set,
       double              *mean,
       double              *median)
{
  g_autoptr (GArray) errors = g_array_new (FALSE, FALSE, sizeof (double));
  double sum = 0;

  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = part->cases->pdata[i];
      double error = fabs (part->predicted[WEFT_GAUGE_IN_SAMPLE][i] / a_case->measured - 1);

      if (!g_pattern_match_simple (set, a_case->set))
        continue;
      sum += error;
      g_array_append_val (errors, error);
    }
  g_assert_cmpuint (errors->len, >, 0);
  g_array_sort (errors, compare_errors);
  *mean = sum / errors->len;
  *median = g_array_index (errors, double, errors->len / 2);
  g_test_message ("%s: %u rows, mean %.1f %%, median %.1f %%", set, errors->len, 100 * *mean, 100 * *median);
}

static void
test_shipped (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", "serving.csv", NULL);
  WeftGauge *gauge = look (path);
  double mean, median;

  judge (gauge->parts->pdata[0], "TensorRT-LLM offline*", &mean, &median);
  g_assert_cmpfloat (mean, <, 0.12);
  judge (gauge->parts->pdata[0], "TensorRT-LLM static*", &mean, &median);
  g_assert_cmpfloat (mean, <, 0.15);
  judge (gauge->parts->pdata[0], "TensorRT-LLM first*", &mean, &median);
  g_assert_cmpfloat (mean, <, 0.15);
  weft_gauge_free (gauge);
}

static void
test_beside (void)
{
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "measurements", "serving-silicon.csv", NULL);
  WeftGauge *gauge;
  double mean, median;

  if (shared == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("WEFT_SHARED_DIR has no measurements/serving-silicon.csv");
      return;
    }
  gauge = look (path);
  judge (gauge->parts->pdata[0], "TPOT, *", &mean, &median);
  g_assert_cmpfloat (mean, <, 0.15);
  g_assert_cmpfloat (median, <, 0.10);
  judge (gauge->parts->pdata[0], "TPOT, *70B*", &mean, &median);
  g_assert_cmpfloat (mean, <, 0.10);
  weft_gauge_free (gauge);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gauge-serving/published", test_published);
  g_test_add_func ("/gauge-serving/times", test_times);
  g_test_add_func ("/gauge-serving/shipped", test_shipped);
  g_test_add_func ("/gauge-serving/beside", test_beside);

  return g_test_run ();
}
