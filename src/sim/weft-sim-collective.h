/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives of a simulation for people: a table of them, whether more devices would change them, and one of them alone
 * both message by message and by its price. */
#pragma once

#include "cost/weft-collective.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/**
 * WeftSimCollectiveTimes: (skip)
 * @algorithm: a #WeftSimAlgorithm that was used
 * @expanded_s: message by message
 * @closed_form_s: by alpha and beta on the group's ways
 */
typedef struct
{
  WeftSimAlgorithm algorithm;
  double expanded_s;
  double closed_form_s;
} WeftSimCollectiveTimes;

/* [{"collective", "algorithm", "asked", "group_size", "groups", "members" (of the first), "domains_crossed", "count",
 * "bytes", "time_s", "wait_s", "closed_form_s"}], one a row of result->collectives. (transfer full) */
WEFT_API JsonArray *weft_sim_result_write_collectives   (const WeftSimResult    *self);
/* A sentence when more devices change no collective: every group is smaller than the machine, or stays in one domain.
 * (transfer full) (nullable) */
WEFT_API char      *weft_sim_result_explain_collectives (const WeftSimResult    *self);
/* Runs one collective of @ranks alone, all of them at once. @root: place in @ranks. FALSE with the error of the run. */
WEFT_API gboolean   weft_sim_collective_compare         (WeftSimNetwork         *network,
                                                         const guint32          *ranks,
                                                         guint32                 n_ranks,
                                                         WeftSimComm             comm,
                                                         double                  bytes,
                                                         guint32                 root,
                                                         const WeftSimOptions   *options,
                                                         GCancellable           *cancellable,
                                                         WeftSimCollectiveTimes *times,
                                                         GError                **error);

G_END_DECLS
