/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level 1: the catalog against data sheets, and invariants that every record must keep. The expected figures are written
 * here from the named sources, not read from the catalog. */
#include "model/weft-check-private.h"

#include <math.h>

typedef struct
{
  const char *name;
  WeftRecordKind kind;
  const char *record;
  const char *key;
  double expected;
  double tolerance;
  const char *unit;
  const char *source;
} Fact;

#define CHIP WEFT_RECORD_CHIP
#define UP WEFT_RECORD_SCALEUP
#define OUT WEFT_RECORD_SCALEOUT
#define LLM WEFT_RECORD_MODEL

static const Fact facts[] = {
  { "catalog/h100/bf16", CHIP, "h100-sxm-80", "bf16_tflops", 1979.0 / 2, 1e-3, "TFLOP/s",
    "NVIDIA H100 data sheet: 1,979 TFLOPS with sparsity, half of it dense" },
  { "catalog/h100/fp8", CHIP, "h100-sxm-80", "fp8_tflops", 3958.0 / 2, 1e-3, "TFLOP/s",
    "NVIDIA H100 data sheet: 3,958 TFLOPS with sparsity, half of it dense" },
  { "catalog/h100/fp64", CHIP, "h100-sxm-80", "fp64_vector_tflops", 34, 0.02, "TFLOP/s",
    "NVIDIA H100 data sheet: 34 TFLOPS, rounded" },
  { "catalog/h100/bandwidth", CHIP, "h100-sxm-80", "mem_bw_gbs", 3350, 0, "GB/s",
    "NVIDIA H100 data sheet: 3.35 TB/s" },
  { "catalog/h100/power", CHIP, "h100-sxm-80", "tdp_w", 700, 0, "W", "NVIDIA H100 data sheet" },
  { "catalog/h200/bandwidth", CHIP, "h200-sxm-141", "mem_bw_gbs", 4800, 0, "GB/s",
    "NVIDIA H200 data sheet: 4.8 TB/s" },
  { "catalog/h200/memory", CHIP, "h200-sxm-141", "mem_gb", 141, 0, "GB", "NVIDIA H200 data sheet" },
  { "catalog/a100/bf16", CHIP, "a100-sxm-80", "bf16_tflops", 312, 0, "TFLOP/s",
    "NVIDIA A100 data sheet" },
  { "catalog/a100/bandwidth", CHIP, "a100-sxm-80", "mem_bw_gbs", 2039, 0, "GB/s",
    "NVIDIA A100 80GB data sheet" },
  { "catalog/gb200/bf16", CHIP, "gb200", "bf16_tflops", 360e3 / 72 / 2, 1e-3, "TFLOP/s",
    "NVIDIA GB200 NVL72: 360 PFLOPS with sparsity in a rack of 72" },
  { "catalog/b200/bf16", CHIP, "b200-sxm", "bf16_tflops", 36e3 / 8 / 2, 1e-3, "TFLOP/s",
    "NVIDIA HGX B200: 36 PFLOPS with sparsity on a board of 8" },
  { "catalog/mi300x/bf16", CHIP, "mi300x", "bf16_tflops", 1307.4, 1e-3, "TFLOP/s",
    "AMD Instinct MI300X data sheet" },
  { "catalog/mi300x/bandwidth", CHIP, "mi300x", "mem_bw_gbs", 5300, 0.01, "GB/s",
    "AMD Instinct MI300X data sheet: 5.3 TB/s" },
  { "catalog/mi355x/memory", CHIP, "mi355x", "mem_gb", 288, 0, "GB",
    "AMD Instinct MI355X data sheet" },
  { "catalog/mi300a/fp64", CHIP, "mi300a", "fp64_vector_tflops", 2746e3 / 44544, 0.01, "TFLOP/s",
    "El Capitan: 2.746 EFLOP/s peak on 44,544 MI300A (TOP500)" },
  { "catalog/tpu-v5p/bf16", CHIP, "tpu-v5p", "bf16_tflops", 459, 0, "TFLOP/s",
    "Google Cloud TPU v5p documentation" },
  { "catalog/tpu-v7/fp8", CHIP, "tpu-v7", "fp8_tflops", 4614, 1e-3, "TFLOP/s",
    "Google Ironwood announcement: 4,614 TFLOPS a chip" },
  { "catalog/trainium2/bf16", CHIP, "trainium2", "bf16_tflops", 667, 0, "TFLOP/s",
    "AWS Trainium2 documentation" },
  { "catalog/wse3/sram", CHIP, "wse3", "mem_gb", 44, 0, "GB", "Cerebras WSE-3 page: 44 GB on chip" },
  { "catalog/wse3/bandwidth", CHIP, "wse3", "mem_bw_gbs", 21e6, 0, "GB/s",
    "Cerebras WSE-3 page: 21 PB/s" },
  { "catalog/groq/sram", CHIP, "groq-lpu1", "mem_gb", 0.23, 0, "GB",
    "Groq, ISCA 2020: 230 MB on chip" },
  { "catalog/nvlink4/rate", UP, "nvlink4", "gbs_dir", 18 * 50.0 / 2, 0, "GB/s",
    "NVIDIA H100 data sheet: 18 links of 50 GB/s, both directions" },
  { "catalog/nvlink5/rate", UP, "nvlink5", "gbs_dir", 18 * 100.0 / 2, 0, "GB/s",
    "NVIDIA Blackwell data sheet: 18 links of 100 GB/s, both directions" },
  { "catalog/ib-ndr/rate", OUT, "ib-ndr", "endpoint_gbs", 400.0 / 8, 0, "GB/s",
    "InfiniBand NDR: 400 Gb/s" },
  { "catalog/ib-xdr/rate", OUT, "ib-xdr", "endpoint_gbs", 800.0 / 8, 0, "GB/s",
    "InfiniBand XDR: 800 Gb/s" },
  { "catalog/slingshot11/rate", OUT, "slingshot11", "endpoint_gbs", 200.0 / 8, 0, "GB/s",
    "HPE Slingshot 11: 200 Gb/s" },
  { "catalog/llama-70b/kv", LLM, "llama-3.1-70b", "kv_bytes_per_token_bf16", 2.0 * 80 * 8 * 128 * 2,
    0, "B", "2 x 80 layers x 8 KV heads x 128 x 2 bytes" },
};

/* How many records of a kind break an invariant. */
typedef gboolean (*Invariant) (WeftRecord *record);

static double
count_broken (WeftCheckRun  *run,
              WeftRecordKind kind,
              Invariant      holds)
{
  GListModel *list = weft_catalog_list (weft_evaluator_get_catalog (run->evaluator), kind);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (list, i);

      n += holds (record) ? 0 : 1;
    }

  return n;
}

/* Unknown numbers cannot break an order. */
static gboolean
at_most (WeftRecord *record,
         const char *small,
         const char *large)
{
  return !(weft_record_get_number (record, small) > weft_record_get_number (record, large));
}

static gboolean
usable_within_memory (WeftRecord *record)
{
  return at_most (record, "mem_usable_gb", "mem_gb");
}

static gboolean
idle_within_tdp (WeftRecord *record)
{
  return at_most (record, "idle_w", "tdp_w");
}

static gboolean
vector_within_matrix (WeftRecord *record)
{
  return at_most (record, "fp64_vector_tflops", "fp64_matrix_tflops");
}

static gboolean
achieved_within_peak (WeftRecord *record)
{
  return at_most (record, "bf16_achieved_tflops", "bf16_tflops")
         && at_most (record, "fp8_achieved_tflops", "fp8_tflops");
}

/* Marketing adds sparsity: the dense rate stays below it. */
static gboolean
dense_within_marketed (WeftRecord *record)
{
  return at_most (record, "bf16_tflops", "bf16_marketed_tflops");
}

static gboolean
alpha_within_range (WeftRecord *record)
{
  return at_most (record, "alpha_low_us", "alpha_us") && at_most (record, "alpha_us", "alpha_high_us");
}

static gboolean
usual_within_largest (WeftRecord *record)
{
  return at_most (record, "usual_domain_chips", "max_domain_chips");
}

static gboolean
links_make_rate (WeftRecord *record)
{
  double rate = weft_record_get_number (record, "gbs_dir");
  double sum = weft_record_get_number (record, "links_per_chip")
               * weft_record_get_number (record, "link_gbs_dir");

  return !(fabs (sum - rate) > 0.1 * rate);
}

static gboolean
port_makes_rate (WeftRecord *record)
{
  double rate = weft_record_get_number (record, "endpoint_gbs");
  double gbps = weft_record_get_number (record, "port_gbps");

  /* A NIC may join two ports. */
  return rate * 8 >= gbps && fmod (rate * 8, gbps) == 0;
}

static gboolean
has_provenance (WeftRecord *record)
{
  g_autoptr (GPtrArray) keys = weft_record_list_keys (record);

  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value;

      if (!weft_record_lookup (record, g_ptr_array_index (keys, i), &value)
          || value.provenance->source == NULL || *value.provenance->source == '\0')
        return FALSE;
    }

  return keys->len > 0;
}

static void
check_ratio (WeftCheckRun *run,
             const char   *name,
             const char   *part,
             const char   *whole,
             const char   *key,
             double        expected,
             const char   *source)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (run->evaluator);
  WeftRecord *a = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, part);
  WeftRecord *b = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, whole);
  double got = a != NULL && b != NULL
                 ? weft_record_get_number (a, key) / weft_record_get_number (b, key) : NAN;

  weft_check_add (run, name, expected, got, 1e-9, "", source);
}

static void
check_invariants (WeftCheckRun *run)
{
  static const struct
  {
    const char *name;
    WeftRecordKind kind;
    Invariant holds;
    const char *source;
  } invariants[] = {
    { "catalog/all/usable-memory", CHIP, usable_within_memory, "usable memory is part of the memory" },
    { "catalog/all/idle-power", CHIP, idle_within_tdp, "idle power is at most the TDP" },
    { "catalog/all/fp64-order", CHIP, vector_within_matrix, "FP64 vector rate is at most the matrix rate" },
    { "catalog/all/achieved", CHIP, achieved_within_peak, "measured rates stay below the peak" },
    { "catalog/all/dense", CHIP, dense_within_marketed, "dense rates stay below marketed sparse ones" },
    { "catalog/chips/provenance", CHIP, has_provenance, "every value names its source" },
    { "catalog/scaleup/provenance", UP, has_provenance, "every value names its source" },
    { "catalog/scaleout/provenance", OUT, has_provenance, "every value names its source" },
    { "catalog/models/provenance", LLM, has_provenance, "every value names its source" },
    { "catalog/scaleup/alpha", UP, alpha_within_range, "latency lies in its own range" },
    { "catalog/scaleout/alpha", OUT, alpha_within_range, "latency lies in its own range" },
    { "catalog/scaleup/domain", UP, usual_within_largest, "the usual domain is at most the largest" },
    { "catalog/scaleup/links", UP, links_make_rate, "links times rate of a link give the rate of a chip" },
    { "catalog/scaleout/ports", OUT, port_makes_rate, "ports of so many Gb/s give the endpoint's GB/s" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (invariants); i++)
    weft_check_add (run, invariants[i].name, 0,
                    count_broken (run, invariants[i].kind, invariants[i].holds), 0,
                    "records that break it", invariants[i].source);
}

/**
 * weft_check_catalog_run: (skip)
 * @run: the suite
 *
 * Adds the checks of level 1.
 */
void
weft_check_catalog_run (WeftCheckRun *run)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (run->evaluator);

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      const Fact *fact = &facts[i];
      WeftRecord *record = weft_catalog_lookup (catalog, fact->kind, fact->record);
      double got = record != NULL ? weft_record_get_number (record, fact->key) : NAN;

      weft_check_add (run, fact->name, fact->expected, got, fact->tolerance, fact->unit,
                      fact->source);
    }

  check_ratio (run, "catalog/wse3-slice/sram", "wse3-slice", "wse3", "mem_gb", 1.0 / 8,
               "a slice is an eighth of a wafer");
  check_ratio (run, "catalog/wse3-slice/power", "wse3-slice", "wse3", "tdp_w", 1.0 / 8,
               "a slice is an eighth of a wafer");
  check_invariants (run);
}
