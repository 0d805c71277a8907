/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a machine to a score without objects or names: what searches and the benchmark call. Results of partitions are
 * remembered, since candidates of a search share most of theirs. One kernel serves one thread. */
#pragma once

#include "model/weft-model-private.h"

G_BEGIN_DECLS

/**
 * WeftScore: (skip)
 * @score: weighted geometric mean of the ratios, 0 when a workload with weight cannot run
 * @value: tokens/s, requests/s, then seconds; 0 when the workload cannot run
 * @ratio: speed-up over the reference
 * @site: the partitions that run a workload: one, or prefill and decode, or solver and AI; -1 for none
 * @n: chips of each partition
 */
typedef struct
{
  double score;
  double value[WEFT_N_WORKLOADS];
  double ratio[WEFT_N_WORKLOADS];
  gint8 site[WEFT_N_WORKLOADS][2];
  guint n[WEFT_MAX_PARTITIONS];
} WeftScore;

typedef struct _WeftKernel WeftKernel;

WEFT_API WeftKernel *weft_kernel_new            (const WeftModel *model);
WEFT_API void        weft_kernel_free           (WeftKernel *self);
/* Partition results from the memory when it has them. */
WEFT_API gboolean    weft_kernel_evaluate       (WeftKernel        *self,
                                                 const WeftMachine *machine,
                                                 WeftScore         *score);
/* The same; @times, with room for every partition, receives the results of each, which stay valid until the next evaluation. */
WEFT_API gboolean    weft_kernel_evaluate_times (WeftKernel                *self,
                                                 const WeftMachine         *machine,
                                                 const WeftPartitionTimes **times,
                                                 WeftScore                 *score);
/* Everything computed anew; @times has room for every partition and may be NULL. */
WEFT_API gboolean    weft_kernel_evaluate_fresh (const WeftModel    *model,
                                                 const WeftMachine  *machine,
                                                 WeftPartitionTimes *times,
                                                 WeftScore          *score);
/* Chips of every partition and nothing else; FALSE when one gets none. */
gboolean             weft_kernel_provision      (WeftInventory     *inventory,
                                                 const WeftMachine *machine,
                                                 WeftScore         *score);
/* Where the time of a workload that can run goes. */
WEFT_API WeftSplit   weft_attribute             (const WeftModel          *model,
                                                 const WeftMachine        *machine,
                                                 const WeftScore          *score,
                                                 WeftWorkloadKind          kind,
                                                 const WeftPartitionTimes *first,
                                                 const WeftPartitionTimes *second);
WEFT_API WeftTimePart weft_split_dominant       (const WeftSplit          *split);
WEFT_API guint64     weft_kernel_get_hits       (WeftKernel *self);
WEFT_API guint64     weft_kernel_get_misses     (WeftKernel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKernel, weft_kernel_free)

G_END_DECLS
