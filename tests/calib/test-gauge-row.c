/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of measurements: their headers, rows, and what the words in cells say. */
#include "calib/weft-measurement.h"
#include "gauge-fixture.h"

static double
token (const char *text, const char *name)
{
  double value = NAN;

  weft_gauge_token (text, name, &value);
  return value;
}

static void
test_tokens (void)
{
  const char *spaced = "TP8 PP3 CP2 EP8 DP1 VP7 MBS1 GA63 SP";

  g_assert_cmpfloat (token (spaced, "TP"), ==, 8);
  g_assert_cmpfloat (token (spaced, "EP"), ==, 8);
  g_assert_cmpfloat (token (spaced, "GA"), ==, 63);
  g_assert_true (weft_gauge_flag (spaced, "SP"));
  g_assert_true (isnan (token (spaced, "SP")));
  g_assert_true (isnan (token (spaced, "P")));
  g_assert_cmpfloat (token ("TP4PP8 MBS1 VP12 SEQ2048", "PP"), ==, 8);
  g_assert_cmpfloat (token ("TP4PP8 MBS1 VP12 SEQ2048", "SEQ"), ==, 2048);
  g_assert_true (isnan (token ("TP1 PP41 CP1 VPNone", "VP")));
  g_assert_false (weft_gauge_flag ("TP1 PP41 CP1 VPNone", "VP"));
  g_assert_true (weft_gauge_flag ("FSDP+DP MBS2", "DP"));
  g_assert_cmpfloat (token ("FSDP+DP MBS2", "MBS"), ==, 2);
  g_assert_cmpfloat (token ("ZeRO-2 offload optimizer none", "ZeRO"), ==, 2);
  g_assert_cmpfloat (token ("MFU 29.92 HFU 39.9 ckpt=True params=30019254272", "HFU"), ==, 39.9);
  g_assert_cmpfloat (token ("MFU 29.92 HFU 39.9 ckpt=True params=30019254272", "params"), ==, 30019254272.0);
  g_assert_true (isnan (token ("ckpt=True", "ckpt")));
  g_assert_cmpfloat (token ("GPT-3.6B h3072 L30 a32", "L"), ==, 30);
  g_assert_cmpfloat (token ("GPT-3.6B h3072 L30 a32", "h"), ==, 3072);
  g_assert_cmpfloat (token ("ISL/OSL 128/2048", "ISL"), ==, 128);
  g_assert_cmpfloat (token ("ISL/OSL 128/2048", "OSL"), ==, 2048);
  g_assert_cmpfloat (token ("ISL 2048", "ISL"), ==, 2048);
  g_assert_true (isnan (token ("", "TP")));
}

static void
test_words (void)
{
  double value = NAN;

  g_assert_true (weft_gauge_counted ("MFU 43.01% (NVIDIA counting); proxy with 21 layers", "layers", &value));
  g_assert_cmpfloat (value, ==, 21);
  g_assert_true (weft_gauge_counted ("2 nodes x 8", "nodes", &value));
  g_assert_cmpfloat (value, ==, 2);
  g_assert_true (weft_gauge_counted ("GPT-1.7B 2304x24L", "L", &value));
  g_assert_cmpfloat (value, ==, 24);
  g_assert_false (weft_gauge_counted ("2 nodesets", "nodes", &value));
  g_assert_true (weft_gauge_says ("Full recompute, no SP", "full recompute"));
  g_assert_false (weft_gauge_says ("full", "full recompute"));
}

static void
test_numbers (void)
{
  double value = NAN;
  double sizes[WEFT_GAUGE_MAX_SIZES];

  g_assert_true (weft_gauge_number ("3,082", &value) && value == 3082);
  g_assert_true (weft_gauge_number (" 1.5e3 ", &value) && value == 1500);
  g_assert_true (weft_gauge_number ("-2", &value) && value == -2);
  g_assert_true (weft_gauge_number ("7.135e+07", &value) && value == 71350000);
  g_assert_false (weft_gauge_number ("3,08", &value));
  g_assert_false (weft_gauge_number ("12 GB", &value));
  g_assert_false (weft_gauge_number ("inf", &value));
  g_assert_false (weft_gauge_number ("0x10", &value));
  g_assert_false (weft_gauge_number ("1e999", &value));
  g_assert_false (weft_gauge_number ("", &value));
  g_assert_cmpuint (weft_gauge_sizes ("802816x192x768", sizes), ==, 3);
  g_assert_cmpfloat (sizes[0], ==, 802816);
  g_assert_cmpuint (weft_gauge_sizes ("158^3", sizes), ==, 3);
  g_assert_cmpfloat (sizes[2], ==, 158);
  g_assert_cmpuint (weft_gauge_sizes ("256^3 (usual)", sizes), ==, 3);
  g_assert_cmpuint (weft_gauge_sizes ("gemm", sizes), ==, 0);
  g_assert_cmpuint (weft_gauge_sizes ("12y4", sizes), ==, 0);
}

#define PUBLISHED "workload,extra,chip,metric,value,unit,note,id\r\n"

static void
test_published (void)
{
  g_autoptr (GPtrArray) rows
    = take_rows ("one.csv", PUBLISHED "train,\"a, \"\"b\"\"\",H100-80GB,iteration_time,250,ms,,r1\r\n"
                            "collective,,H100,bus_bandwidth,\"1,024\",GB/s,x,r2\r\n"
                            "amg,,H100,fom,7.1e7,nnz/s,x,r3\r\n"
                            "train,again,H100-80GB,iteration_time,250,ms,other words,r1\r\n");
  const WeftGaugeRow *row;

  g_assert_cmpuint (rows->len, ==, 3);
  row = rows->pdata[0];
  g_assert_cmpint (row->table, ==, WEFT_GAUGE_PUBLISHED);
  g_assert_cmpstr (row->id, ==, "r1");
  g_assert_cmpstr (row->model, ==, "");
  g_assert_cmpstr (weft_gauge_row_get (row, "extra"), ==, "a, \"b\"");
  g_assert_cmpstr (weft_gauge_row_get (row, "missing"), ==, "");
  g_assert_cmpuint (row->line, ==, 2);
  assert_near (weft_gauge_row_value (row), 0.25, 1e-12);
  assert_near (weft_gauge_row_value (rows->pdata[1]), 1024e9, 1e-12);
  assert_near (weft_gauge_row_value (rows->pdata[2]), 7.1e7, 1e-12);
}

static void
test_other_tables (void)
{
  g_autoptr (GPtrArray) products
    = take_rows ("gemm-measured.csv", "system,dtype,m,n,k,latency_ms,tflops\na100_sxm,bf16,1,4096,2048,0.5,1\n");
  g_autoptr (GPtrArray) collectives
    = take_rows ("c.csv", "chip,library,op,ranks,bytes,latency_us\nH200,nccl,all_gather,4,512,10.76\n");
  g_autoptr (GPtrArray) serving
    = take_rows ("s.csv", "model,system,backend,isl,osl,ttft_ms,tpot_ms\nX,h100,vllm,2048,128,20,10\n");
  const WeftGaugeRow *row = products->pdata[0];

  g_assert_cmpint (row->table, ==, WEFT_GAUGE_PRODUCTS);
  g_assert_cmpstr (row->model, ==, "1x4096x2048");
  g_assert_cmpstr (row->id, ==, "gemm-measured:2");
  assert_near (weft_gauge_row_value (row), 0.5e-3, 1e-12);
  row = collectives->pdata[0];
  g_assert_cmpint (row->table, ==, WEFT_GAUGE_COLLECTIVES);
  g_assert_cmpstr (row->sequence, ==, "512");
  assert_near (weft_gauge_row_value (row), 10.76e-6, 1e-12);
  row = serving->pdata[0];
  g_assert_cmpint (row->table, ==, WEFT_GAUGE_SERVING);
  assert_near (weft_gauge_row_number (row, "ttft_ms"), 20, 1e-12);
  g_assert_true (isnan (weft_gauge_row_number (row, "pp")));
  g_assert_cmpfloat (token (row->sequence, "OSL"), ==, 128);
}

static void
assert_refused (const char *text, const char *words)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_gauge_parse ("bad.csv", text, strlen (text), rows, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (rows->len, ==, 0);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", error->message, words);
}

static void
test_refused (void)
{
  assert_refused ("", "bad.csv");
  assert_refused ("a,b\n1,2\n", "no table of measurements");
  assert_refused ("chip,chip\n", "twice");
  assert_refused (PUBLISHED "train,,H100,x,1,s,,r1\ntrain,,H100,x,1,s,,r2,more\n", "bad.csv:3");
  assert_refused (PUBLISHED "\"train,,H100\n", "no end");
}

static void
assert_source (const char *source, const char *expected, const char *repository)
{
  WeftGaugeRow row = { .source = source };
  g_autofree char *found = weft_gauge_row_source (&row);
  g_autofree char *place = weft_gauge_repository (found);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (place, ==, repository);
}

static void
test_sources (void)
{
  assert_source ("gh:NVIDIA/dgxc-benchmarking@v24.11.1 llama3.1/README_70b.md",
                 "gh:NVIDIA/dgxc-benchmarking llama3.1/README_70b.md", "gh:NVIDIA/dgxc-benchmarking");
  assert_source ("gh:NVIDIA/dgxc-benchmarking@v25.02 llama3.1/README_70b.md",
                 "gh:NVIDIA/dgxc-benchmarking llama3.1/README_70b.md", "gh:NVIDIA/dgxc-benchmarking");
  assert_source ("gh:mlcommons/training_results_v3.1 NVIDIA/results/eos_n64_ngc23.09_nemo/gpt3",
                 "gh:mlcommons/training_results NVIDIA/gpt3", "gh:mlcommons/training_results");
  assert_source ("gh:NVIDIA/TensorRT-LLM docs perf-overview (v0.20)", "gh:NVIDIA/TensorRT-LLM docs perf-overview",
                 "gh:NVIDIA/TensorRT-LLM");
  assert_source ("gh:NVIDIA/TensorRT-LLM docs perf-overview (v0.5, static batch)",
                 "gh:NVIDIA/TensorRT-LLM docs perf-overview (static batch)", "gh:NVIDIA/TensorRT-LLM");
  assert_source ("arXiv 2205.05198 Table 5 as encoded in gh:calculon-ai/calculon@caa4b11 validation/seqsel",
                 "arXiv 2205.05198 Table 5 as encoded in gh:calculon-ai/calculon validation/seqsel",
                 "arXiv 2205.05198 Table 5 as encoded in gh:calculon-ai/calculon validation/seqsel");
  assert_source ("gh:ROCm/rocHPCG issue #46 (MI100, 560x280x280)", "gh:ROCm/rocHPCG issue #46 (MI100, 560x280x280)",
                 "gh:ROCm/rocHPCG");
}

static void
test_chips (void)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  static const struct
  {
    const char *name;
    const char *id;
    double share;
  } cases[] = {
    { "H100-80GB", "h100-sxm-80", 1 },
    { "H100", "h100-sxm-80", 1 },
    { "h100_sxm", "h100-sxm-80", 1 },
    { "A100", "a100-sxm-80", 1 },
    { "GB200", "gb200", 1 },
    { "gb300", "gb300", 1 },
    { "TPU-v5p", "tpu-v5p", 1 },
    { "MI250X GCD", "mi250x", 0.5 },
    { "PVC Max 1550 tile", "max1550", 0.5 },
    { "PVC Max 1550 node", "max1550", 6 },
  };
  g_autofree char *why = NULL;
  double share = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WeftChip *chip = weft_gauge_chip (inventory, cases[i].name, &share, NULL);

      g_assert_nonnull (chip);
      g_assert_cmpstr (chip->id, ==, cases[i].id);
      g_assert_cmpfloat (share, ==, cases[i].share);
    }
  g_assert_null (weft_gauge_chip (inventory, "Xenon 9000", &share, &why));
  g_assert_nonnull (strstr (why, "Xenon 9000"));
}

/* A card of a like name is not taken for the module: it would be fitted to another chip's rates. */
static void
test_no_wrong_chip (void)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  static const char *const cases[] = { "A100-40GB", "H100-PCIe", "A100-80GB PCIe", "GH200", "any",
                                       "MI300A XCD group (\"GCD\")" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double share;
      const WeftChip *chip = weft_gauge_chip (inventory, cases[i], &share, NULL);

      g_assert_true (chip == NULL || !g_str_has_suffix (chip->id, "-sxm-80"));
    }
}

/* What the catalog ships: every row says what was measured, where it was published and how sure it is. */
static void
test_shipped (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_gauge_read (folder, rows, skipped, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (skipped->len, ==, 0);
  g_assert_cmpuint (rows->len, >, 1000);
  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];

      if (!(weft_gauge_row_value (row) > 0) || *row->unit == '\0' || g_str_equal (row->source, row->file)
          || *row->workload == '\0' || *row->metric == '\0' || *row->chip == '\0'
          || !(g_str_equal (row->certainty, "high") || g_str_equal (row->certainty, "medium")
               || g_str_equal (row->certainty, "low")))
        g_error ("%s:%u: %s is not whole", row->file, row->line, row->id);
      if (!g_hash_table_add (ids, (gpointer) row->id))
        g_error ("%s:%u: %s is there twice", row->file, row->line, row->id);
    }
}

static void
test_folder_refused (void)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_gauge_read ("/nowhere/at/all.csv", rows, NULL, &error));
  g_assert_nonnull (strstr (error->message, "/nowhere/at/all.csv"));
}

/* Tables that are kept beside the project. */
static void
test_beside (void)
{
  static const struct
  {
    const char *name;
    WeftGaugeTable table;
    guint n;
  } tables[] = {
    { "gemm-measured.csv", WEFT_GAUGE_PRODUCTS, 1056 },
    { "collectives-in-node.csv", WEFT_GAUGE_COLLECTIVES, 371 },
    { "serving-silicon.csv", WEFT_GAUGE_SERVING, 1234 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const char *shared = g_getenv ("WEFT_SHARED_DIR");
      g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "measurements", tables[i].name, NULL);
      g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
      g_autoptr (GError) error = NULL;

      if (shared == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("WEFT_SHARED_DIR has no such file");
          return;
        }
      g_assert_true (weft_gauge_read (path, rows, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (rows->len, ==, tables[i].n);
      for (guint k = 0; k < rows->len; k++)
        g_assert_cmpint (((const WeftGaugeRow *) rows->pdata[k])->table, ==, tables[i].table);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gauge/row/tokens", test_tokens);
  g_test_add_func ("/gauge/row/words", test_words);
  g_test_add_func ("/gauge/row/numbers", test_numbers);
  g_test_add_func ("/gauge/row/published", test_published);
  g_test_add_func ("/gauge/row/other-tables", test_other_tables);
  g_test_add_func ("/gauge/row/refused", test_refused);
  g_test_add_func ("/gauge/row/sources", test_sources);
  g_test_add_func ("/gauge/row/chips", test_chips);
  g_test_add_func ("/gauge/row/no-wrong-chip", test_no_wrong_chip);
  g_test_add_func ("/gauge/row/shipped", test_shipped);
  g_test_add_func ("/gauge/row/folder-refused", test_folder_refused);
  g_test_add_func ("/gauge/row/beside", test_beside);
  return g_test_run ();
}
