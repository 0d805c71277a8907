/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of an evaluation, for the files that build, explain and write it. */
#pragma once

#include "base/weft-list.h"
#include "design/graph/weft-graph-totals.h"
#include "model/weft-evaluation.h"
#include "model/weft-kernel-private.h"

G_BEGIN_DECLS

struct _WeftWorkloadResult
{
  GObject parent_instance;
  WeftWorkloadKind kind;
  gboolean feasible;
  char *reason;
  double weight;
  double speedup;
  double value;
  double reference;
  WeftTimePart bottleneck;
  double share[WEFT_N_PARTS];
  guint n_phases;
  int site[2];
  char *mapping;
  char *runner_up;
  char *placement;
  GPtrArray *details; /* of WeftDetail */
  WeftPowerItems *power; /* (nullable) */
};

struct _WeftPartitionResult
{
  GObject parent_instance;
  char *name;
  const WeftChip *chip; /* owned by the evaluation's inventory */
  const char *role;
  const char *scaleup;
  const char *scaleout;
  char *realised;
  char *domains_text;
  guint count;
  guint nodes;
  guint domain_chips;
  double chip_w;
  double chip_usd;
  WeftInventory *inventory;
};

/* model/measured/weft-measured-items-private.h */
typedef struct _WeftMeasuredItems WeftMeasuredItems;

struct _WeftEvaluation
{
  GObject parent_instance;
  char *design_name;
  char *design_digest;
  char *reason;
  double score;
  gboolean budget_is_cost;
  double budget;
  WeftList *workloads;
  WeftList *partitions;
  WeftList *violations;
  GPtrArray *left_out; /* of char*, NULL-terminated */
  WeftInventory *inventory;
  WeftRecord *workload;   /* (nullable): where the workload's numbers come from */
  gboolean budget_is_default;
  WeftMachine machine;
  WeftGraphTotals *totals; /* (nullable): of a graph */
  WeftMeasuredItems *items; /* (nullable): of a profile that counts all of a facility */
  gboolean has_model; /* the fields below hold something */
  WeftModel model;
  WeftScore result;
};

/* What an evaluation is built from. */
typedef struct
{
  WeftInventory *inventory;
  const WeftModel *model; /* NULL when only partitions could be counted, as is @times */
  const WeftMachine *machine;
  const WeftScore *score;
  const WeftPartitionTimes *times;
  GPtrArray *names; /* of char*: the partitions' names */
} WeftFindings;

/* The unit in which a workload's value is shown: a rate, or seconds. */
WeftUnit  weft_workload_value_unit    (WeftWorkloadKind    kind);
/* "Stencil: time". (transfer full) */
char     *weft_workload_value_label   (WeftWorkloadKind    kind);
WeftWorkloadResult *weft_workload_result_build (const WeftFindings *findings,
                                                WeftWorkloadKind    kind);
WeftPartitionResult *weft_partition_result_build (const WeftFindings *findings,
                                                  guint               partition);
void      weft_workload_details_fill (WeftWorkloadResult *result,
                                      const WeftFindings *findings);
/* Why a phase cannot run on a partition, with both sizes. (transfer full) */
char     *weft_lack_explain          (const WeftFindings *findings,
                                      guint               partition,
                                      WeftLack            lack,
                                      gboolean            training);
WeftSite  weft_findings_site         (const WeftFindings *findings,
                                      int                 partition);
const char *weft_findings_chip       (const WeftFindings *findings,
                                      int                 partition);

G_END_DECLS
