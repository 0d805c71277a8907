/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the second look share: a slice of a partition as a machine of its own, and what is run on it. */
#pragma once

#include "mapper/weft-mapper.h"
#include "search/weft-fidelity.h"

G_BEGIN_DECLS

/**
 * WeftFidelitySlice:
 * @n_chips: of the slice
 * @n_all: of the partition
 * @flat: the slice as a machine
 * @platform: its devices
 * @inventory: as the profile sees the catalog
 */
typedef struct
{
  guint n_chips;
  guint n_all;
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftInventory *inventory;
} WeftFidelitySlice;

/* Of a partition of an evaluation, @n_wanted chips at least where it has them. (transfer full) */
WeftFidelitySlice *weft_fidelity_slice_new  (WeftEvaluation      *evaluation,
                                             guint                partition,
                                             guint                n_wanted,
                                             WeftInventory       *inventory,
                                             GCancellable        *cancellable,
                                             GError             **error);
void               weft_fidelity_slice_free (WeftFidelitySlice   *self);

/* Where the parts of a program run. */
typedef enum
{
  WEFT_FIDELITY_RANKS,  /* rank r on device r */
  WEFT_FIDELITY_BLOCKS, /* block b on device b, neighbours beside each other */
  WEFT_FIDELITY_SPREAD, /* blocks evenly over all devices */
} WeftFidelityPlace;

/* Seconds of a recipe's graph on a slice; adds the shares of its critical path, weighted by its time. @n_blocks: of a
 * program of blocks. */
gboolean           weft_fidelity_simulate   (WeftFidelitySlice   *slice,
                                             const char          *generator,
                                             JsonObject          *params,
                                             WeftFidelityPlace    place,
                                             guint                n_blocks,
                                             double              *time_s,
                                             double               share_s[WEFT_N_SIM_SHARES],
                                             GCancellable        *cancellable,
                                             GError             **error);

/* How well a workload runs on a design: work a second, or 1 / seconds, so that more is better. Fills @n_chips and
 * @share of @workload. */
gboolean           weft_fidelity_measure    (WeftEvaluation      *evaluation,
                                             WeftWorkloadKind     kind,
                                             WeftInventory       *inventory,
                                             WeftFidelityWorkload *workload,
                                             double              *rate,
                                             GCancellable        *cancellable,
                                             GError             **error);

/* The same for pieces of work that have the same answer. (transfer full) */
char              *weft_fidelity_dup_key    (WeftEvaluation      *evaluation,
                                             WeftWorkloadKind     kind);

/* One sentence on why both ratios differ, NULL when they hardly do. (transfer full) (nullable) */
char              *weft_fidelity_reason     (const WeftFidelityWorkload *workload,
                                             const WeftFidelityWorkload *reference);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFidelitySlice, weft_fidelity_slice_free)

G_END_DECLS
