/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluator found out about one design: score, a result for each workload, a count for each partition,
 * violations, and what the model leaves out. Immutable, so it may be handed between threads. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-quantity.h"
#include "catalog/weft-provenance.h"
#include "design/graph/weft-graph-totals.h"
#include "design/weft-violation.h"
#include "model/measured/weft-cost-items.h"
#include "model/measured/weft-power-items.h"
#include "model/weft-workload.h"

G_BEGIN_DECLS

/* Where a workload's time goes. */
typedef enum
{
  WEFT_PART_COMPUTE,
  WEFT_PART_MEMORY,    /* memory bandwidth */
  WEFT_PART_LATENCY,   /* fabric latency */
  WEFT_PART_BISECTION, /* fabric bandwidth */
  WEFT_PART_BUBBLE,    /* pipeline fill and drain */
  WEFT_PART_SOFTWARE,  /* hosts that launch kernels, schedulers; none in the ArchAgent paper's equations */
  WEFT_N_PARTS,
} WeftTimePart;

WEFT_API const char *weft_time_part_nick  (WeftTimePart part); /* "compute", "memory", "latency", "bisection", "bubble", "software" */
WEFT_API const char *weft_time_part_label (WeftTimePart part); /* translated */

/* --- one workload --- */
#define WEFT_TYPE_WORKLOAD_RESULT (weft_workload_result_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftWorkloadResult, weft_workload_result, WEFT, WORKLOAD_RESULT, GObject)

WEFT_API WeftWorkloadKind weft_workload_result_get_kind       (WeftWorkloadResult *self);
WEFT_API gboolean         weft_workload_result_is_feasible    (WeftWorkloadResult *self);
WEFT_API const char      *weft_workload_result_get_reason     (WeftWorkloadResult *self); /* (nullable): why no partition can run it */
WEFT_API double           weft_workload_result_get_weight     (WeftWorkloadResult *self);
WEFT_API double           weft_workload_result_get_speedup    (WeftWorkloadResult *self); /* over the reference; 0 when infeasible */
WEFT_API double           weft_workload_result_get_value      (WeftWorkloadResult *self); /* tokens/s, requests/s or seconds; NAN when infeasible */
WEFT_API double           weft_workload_result_get_reference  (WeftWorkloadResult *self); /* the same of the reference */
WEFT_API const char      *weft_workload_result_get_unit       (WeftWorkloadResult *self); /* "tokens/s", "requests/s", "s" */
WEFT_API WeftTimePart     weft_workload_result_get_bottleneck (WeftWorkloadResult *self);
WEFT_API double           weft_workload_result_get_share      (WeftWorkloadResult *self, WeftTimePart part); /* 0..1, sum 1; 0 when infeasible */
/* Partitions that run it, realised: one index, or two (prefill and decode; solver and AI). -1 when infeasible. */
WEFT_API int              weft_workload_result_get_partition  (WeftWorkloadResult *self, guint phase);
WEFT_API guint            weft_workload_result_get_n_phases   (WeftWorkloadResult *self);
/* One line each: "TP4 PP1 DP224, bubble 0.0 %, 93.8 of 172.8 GB"; the second-best one; label against realised. Empty strings when there is none. */
WEFT_API const char      *weft_workload_result_get_mapping    (WeftWorkloadResult *self);
WEFT_API const char      *weft_workload_result_get_runner_up  (WeftWorkloadResult *self);
WEFT_API const char      *weft_workload_result_get_placement  (WeftWorkloadResult *self);
/* Named values of the mapping in order (tokens/s of prefill, TP, batch, users' rate, memory items...). */
typedef struct
{
  const char *key;   /* "prefill_tokens_s" */
  char *label;       /* translated */
  double value;
  WeftUnit unit;
  char *formula;     /* (nullable): how it was computed, in words with the numbers */
} WeftDetail;
WEFT_API GPtrArray       *weft_workload_result_get_details    (WeftWorkloadResult *self); /* (element-type WeftDetail) (transfer none) */
WEFT_API const WeftPowerItems *weft_workload_result_get_power (WeftWorkloadResult *self); /* (nullable): the whole machine while it runs */

/* --- one partition --- */
#define WEFT_TYPE_PARTITION_RESULT (weft_partition_result_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPartitionResult, weft_partition_result, WEFT, PARTITION_RESULT, GObject)

WEFT_API const char *weft_partition_result_get_name         (WeftPartitionResult *self); /* the document's name, or "Partition 1" */
WEFT_API const char *weft_partition_result_get_chip         (WeftPartitionResult *self); /* resolved id */
WEFT_API guint       weft_partition_result_get_count        (WeftPartitionResult *self); /* chips provisioned */
WEFT_API guint       weft_partition_result_get_nodes        (WeftPartitionResult *self);
WEFT_API guint       weft_partition_result_get_domain_chips (WeftPartitionResult *self); /* S */
WEFT_API double      weft_partition_result_get_domains      (WeftPartitionResult *self); /* count / S, 12.44... */
WEFT_API const char *weft_partition_result_get_domains_text (WeftPartitionResult *self); /* "896 = 12.44 domains of 72" */
WEFT_API double      weft_partition_result_get_chip_w       (WeftPartitionResult *self); /* W a chip with its ports */
WEFT_API double      weft_partition_result_get_power_w      (WeftPartitionResult *self);
WEFT_API double      weft_partition_result_get_cost_usd     (WeftPartitionResult *self); /* NAN when a price is unknown */
/* The label of the document against what the evaluator really runs there: "decode", "coupled: AI". */
WEFT_API const char *weft_partition_result_get_role         (WeftPartitionResult *self);
WEFT_API const char *weft_partition_result_get_realised     (WeftPartitionResult *self); /* "training, serving, stencil", "nothing" */
WEFT_API const char *weft_partition_result_get_scaleup      (WeftPartitionResult *self); /* resolved ids */
WEFT_API const char *weft_partition_result_get_scaleout     (WeftPartitionResult *self);

/* --- the whole --- */
#define WEFT_TYPE_EVALUATION (weft_evaluation_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftEvaluation, weft_evaluation, WEFT, EVALUATION, GObject)

WEFT_API double      weft_evaluation_get_score          (WeftEvaluation *self); /* 0 when infeasible */
WEFT_API gboolean    weft_evaluation_is_feasible        (WeftEvaluation *self);
WEFT_API const char *weft_evaluation_get_reason         (WeftEvaluation *self); /* (nullable) why the score is 0, one sentence */
WEFT_API const char *weft_evaluation_get_design_name    (WeftEvaluation *self);
WEFT_API const char *weft_evaluation_get_design_digest  (WeftEvaluation *self);
WEFT_API const char *weft_evaluation_get_profile        (WeftEvaluation *self); /* id */
WEFT_API const char *weft_evaluation_get_profile_digest (WeftEvaluation *self);
WEFT_API GListModel *weft_evaluation_get_workloads      (WeftEvaluation *self); /* WEFT_N_WORKLOADS results in order; empty when violations stop it */
WEFT_API WeftWorkloadResult *weft_evaluation_get_workload (WeftEvaluation *self, WeftWorkloadKind kind); /* (nullable) (transfer none) */
WEFT_API GListModel *weft_evaluation_get_partitions     (WeftEvaluation *self);
WEFT_API GListModel *weft_evaluation_get_violations     (WeftEvaluation *self);
WEFT_API const char *const *weft_evaluation_get_left_out (WeftEvaluation *self); /* sentences that concern this design */
WEFT_API const WeftGraphTotals *weft_evaluation_get_totals (WeftEvaluation *self); /* (nullable): of a graph that keeps the composition rules */
WEFT_API double      weft_evaluation_get_power_w        (WeftEvaluation *self); /* all that the profile counts; NAN when not provisioned */
WEFT_API double      weft_evaluation_get_cost_usd       (WeftEvaluation *self); /* to buy; NAN when a price is unknown */
/* Item by item with intervals; (nullable): of profiles that count all of a facility. The machine at its peak; energy over the years of use
 * comes on top of what it costs to buy. */
WEFT_API const WeftPowerItems *weft_evaluation_get_power_items (WeftEvaluation *self);
WEFT_API const WeftCostItems  *weft_evaluation_get_cost_items  (WeftEvaluation *self);
WEFT_API gboolean    weft_evaluation_budget_is_cost     (WeftEvaluation *self);
WEFT_API double      weft_evaluation_get_budget         (WeftEvaluation *self); /* W or USD */

/* The JSON of `weft evaluate --json` (transfer full). Same inputs give the same bytes. */
WEFT_API JsonNode   *weft_evaluation_to_json            (WeftEvaluation *self);

/* --- where a number comes from --- */
typedef struct
{
  char *label;   /* what it is, translated: "Power per chip" */
  char *value;   /* with unit, three significant digits */
  char *exact;   /* (nullable): every digit: "1.9291245038060607", "989.5 (bf16_tflops)" */
  WeftConfidence confidence;
  char *source;  /* source or formula */
} WeftOrigin;
WEFT_API void       weft_origin_free (WeftOrigin *self);

/* The origins of a number of this result, the number itself first, then what it was computed from. Paths: "score", "power_w", "cost_usd", "budget",
 * "workloads/training/speedup", "workloads/serving/value", "workloads/X/KEY-OF-A-DETAIL", "partitions/0/count", "partitions/0/chip_w", "partitions/0/KEY-OF-THE-CHIP" (e.g. bf16_tflops),
 * "partitions/0/scaleup/KEY", "partitions/0/scaleout/KEY"; under a profile that counts all of a facility "power", "power/chips", "cost",
 * "cost/racks", "workloads/X/power", "workloads/X/power/chips". (transfer full) (element-type WeftOrigin), empty for an unknown path. */
WEFT_API GPtrArray *weft_evaluation_explain (WeftEvaluation *self, const char *path);

G_END_DECLS
