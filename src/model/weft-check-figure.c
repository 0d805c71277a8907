/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level 3: end-to-end figures that ArchAgent publishes, from provisioning to the score, each within its band. */
#include "model/weft-check-private.h"

#include <math.h>

#include "model/weft-evaluation-private.h"

/* The paper's best design, as its appendix B gives it. */
static const char iter33[] =
  "{\"name\":\"Iter33\",\"partitions\":["
  "{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":0.98,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"},"
  "{\"chip\":\"WSE3s\",\"role\":\"decode\",\"power_frac\":0.02,\"scaleup\":\"UALink\",\"scaleout\":\"UEC\"}]}";

static const char reference[] =
  "{\"name\":\"Reference\",\"partitions\":["
  "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":1,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}";

static WeftEvaluation *
evaluate (WeftCheckRun *run,
          const char   *text,
          GError      **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (WeftDesign) design = NULL;

  if (!json_parser_load_from_data (parser, text, -1, error))
    return NULL;

  design = weft_design_new_from_json (json_parser_get_root (parser), NULL, NULL, error);
  if (design == NULL)
    return NULL;

  return weft_evaluator_evaluate (run->evaluator, design, WEFT_DESIGN_DEFAULT_PROFILE, NULL, error);
}

static double
detail (WeftEvaluation  *evaluation,
        WeftWorkloadKind kind,
        const char      *key)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);

  for (guint i = 0; result != NULL && i < result->details->len; i++)
    {
      const WeftDetail *entry = g_ptr_array_index (result->details, i);

      if (g_str_equal (entry->key, key))
        return entry->value;
    }

  return NAN;
}

static double
count (WeftEvaluation *evaluation,
       guint           index)
{
  g_autoptr (WeftPartitionResult) part = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), index);

  return part != NULL ? part->count : NAN;
}

static double
where (WeftEvaluation  *evaluation,
       WeftWorkloadKind kind,
       guint            phase)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);

  return result != NULL ? weft_workload_result_get_partition (result, phase) : NAN;
}

/* A band around its middle, as a relative tolerance. */
static void
check_band (WeftCheckRun *run,
            const char   *name,
            double        low,
            double        high,
            double        got,
            const char   *unit,
            const char   *source)
{
  double middle = (low + high) / 2;

  weft_check_add (run, name, middle, got, (high - low) / 2 / middle, unit, source);
}

static void
check_design (WeftCheckRun   *run,
              WeftEvaluation *design)
{
  static const struct
  {
    const char *name;
    double expected;
  } speedups[WEFT_N_WORKLOADS] = {
    [WEFT_WORKLOAD_TRAINING] = { "figure/iter33/training", 1.72 },
    [WEFT_WORKLOAD_SERVING] = { "figure/iter33/serving", 1.67 },
    [WEFT_WORKLOAD_STENCIL] = { "figure/iter33/stencil", 1.44 },
    [WEFT_WORKLOAD_HPCG] = { "figure/iter33/hpcg", 4.76 },
    [WEFT_WORKLOAD_FFT] = { "figure/iter33/fft", 1.37 },
    [WEFT_WORKLOAD_COUPLED] = { "figure/iter33/coupled", 2.61 },
  };
  static const char *const table = "ArchAgent, table III and section IV-C";

  weft_check_add (run, "figure/iter33/b200", 896, count (design, 0), 0, "chips", "ArchAgent, table II");
  weft_check_add (run, "figure/iter33/slices", 4, count (design, 1), 0, "slices", "ArchAgent, table II");
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (design, i);

      weft_check_add (run, speedups[i].name, speedups[i].expected,
                      result != NULL ? result->speedup : NAN, 0.02, "x", table);
    }
  check_band (run, "figure/iter33/score", 1.91, 1.95, design->score, "x",
              "ArchAgent, table I: 1.93");
}

static void
check_mappings (WeftCheckRun   *run,
                WeftEvaluation *design)
{
  static const char *const source = "ArchAgent, table III";
  const WeftWorkloadKind serving = WEFT_WORKLOAD_SERVING;
  WeftWorkloadResult *result = weft_evaluation_get_workload (design, serving);

  weft_check_add (run, "figure/iter33/prefill-rate", 12.96e6,
                  detail (design, serving, "prefill_tokens_s"), 0.01, "tokens/s", source);
  weft_check_add (run, "figure/iter33/prefill-tp", 1, detail (design, serving, "prefill_tp"), 0, "", source);
  weft_check_add (run, "figure/iter33/prefill-batch", 8, detail (design, serving, "prefill_batch"), 0,
                  "", source);
  weft_check_add (run, "figure/iter33/prefill-groups", 896,
                  detail (design, serving, "prefill_replicas"), 0, "", source);
  weft_check_add (run, "figure/iter33/decode-rate", 4.71e6,
                  detail (design, serving, "decode_tokens_s"), 0.01, "tokens/s", source);
  weft_check_add (run, "figure/iter33/decode-user", 41, detail (design, serving, "decode_user_tokens_s"),
                  0.01, "tokens/s", source);
  weft_check_add (run, "figure/iter33/decode-tp", 1, detail (design, serving, "decode_tp"), 0, "", source);
  weft_check_add (run, "figure/iter33/decode-batch", 128, detail (design, serving, "decode_batch"), 0,
                  "", source);
  weft_check_add (run, "figure/iter33/decode-memory-bound", WEFT_PART_MEMORY,
                  result != NULL ? (double) result->bottleneck : NAN, 0, "", source);
  weft_check_add (run, "figure/iter33/decode-site", 0, where (design, serving, 1), 0, "partition",
                  "ArchAgent, appendix E: decode runs on the B200 in spite of the label");
  weft_check_add (run, "figure/iter33/solver-site", 0, where (design, WEFT_WORKLOAD_COUPLED, 0), 0,
                  "partition", source);
  weft_check_add (run, "figure/iter33/ai-site", 1, where (design, WEFT_WORKLOAD_COUPLED, 1), 0,
                  "partition", source);
}

static void
check_reference (WeftCheckRun   *run,
                 WeftEvaluation *evaluation)
{
  const WeftModel *model = &evaluation->model;
  double hpcg_s = model->reference_value[WEFT_WORKLOAD_HPCG];

  weft_check_add (run, "figure/reference/chips", 1312, count (evaluation, 0), 0, "chips",
                  "1 MW over 700 + 35 + 25 W, in nodes of 8");
  weft_check_add (run, "figure/reference/score", 1, evaluation->score, 1e-12, "x",
                  "ArchAgent, section IV-A: 1 by definition");
  check_band (run, "figure/reference/hpcg", 1, 3, hpcg_s * 1e3, "ms",
              "ArchAgent, section IV-B: iterations on the millisecond scale");
}

/* The paper's calibration points: a partition of so many reference chips. */
static void
check_calibration (WeftCheckRun   *run,
                   WeftEvaluation *evaluation)
{
  const WeftModel *model = &evaluation->model;
  const WeftMachinePartition *partition = &model->reference.partitions[0];
  WeftSite site = weft_model_site (model, partition, 1024);
  WeftMapping four = { .tp = 4, .pp = 1, .dp = 1, .batch = 32 };
  WeftPhase training;
  WeftSite group = weft_model_site (model, partition, 4);

  weft_training_search (model, &site, &training);
  check_band (run, "figure/training/1024-h100", 900, 920, training.best.rate / site.n,
              "tokens/s a GPU", "ArchAgent, section IV-B: 910");

  four.rate = weft_decode_rate (model, &group, four.tp, four.batch);
  check_band (run, "figure/decode/h100-tp4", 108.5, 109.5, weft_decode_user_rate (model, &group, &four),
              "tokens/s a user", "ArchAgent, section IV-B: 109 at batch 32");
}

static void
check_nonzeros (WeftCheckRun *run)
{
  static const struct
  {
    const char *name;
    double edge;
    double expected;
  } grids[] = {
    { "figure/hpcg/nonzeros-16", 16, 97336 },
    { "figure/hpcg/nonzeros-32", 32, 830584 },
    { "figure/hpcg/nonzeros-64", 64, 6859000 },
    { "figure/hpcg/nonzeros-104", 104, 29791000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (grids); i++)
    weft_check_add (run, grids[i].name, grids[i].expected, weft_hpcg_nonzeros (grids[i].edge), 0, "",
                    "CHASE, table 4");
}

/**
 * weft_check_figure_run: (skip)
 * @run: the suite
 * @error: return location
 *
 * Adds the checks of level 3.
 *
 * Returns: %FALSE when the designs cannot be evaluated at all
 */
gboolean
weft_check_figure_run (WeftCheckRun *run,
                       GError      **error)
{
  g_autoptr (WeftEvaluation) base = evaluate (run, reference, error);
  g_autoptr (WeftEvaluation) design = NULL;

  if (base == NULL)
    return FALSE;
  design = evaluate (run, iter33, error);
  if (design == NULL)
    return FALSE;

  check_reference (run, base);
  if (base->has_model)
    check_calibration (run, base);
  check_design (run, design);
  check_mappings (run, design);
  check_nonzeros (run);
  return TRUE;
}
