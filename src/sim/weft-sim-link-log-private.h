/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What crosses each link of a run: bytes, busy time, queueing, and bytes by steps of time. Models of links write it. */
#pragma once

#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

typedef struct _WeftSimLinkLog WeftSimLinkLog;

/* @n_bins: 0 for none; steps double in length when the time passes the last one. */
WeftSimLinkLog *weft_sim_link_log_new    (const WeftSimNetwork *network,
                                          guint                 n_bins);
void            weft_sim_link_log_free   (WeftSimLinkLog       *self);
/* @bytes cross @link evenly from one time to another, in seconds. Times of one link never overlap. */
void            weft_sim_link_log_bytes  (WeftSimLinkLog       *self,
                                          guint32               link,
                                          double                from_s,
                                          double                to_s,
                                          double                bytes);
/* All bytes that crossed the link, known better than as the sum of those so far. */
void            weft_sim_link_log_total  (WeftSimLinkLog       *self,
                                          guint32               link,
                                          double                bytes);
/* A message crossed the link, after so much queueing there. */
void            weft_sim_link_log_wait   (WeftSimLinkLog       *self,
                                          guint32               link,
                                          double                wait_s);
/* Fills links, n_bins, bin_s and bins. */
void            weft_sim_link_log_finish (WeftSimLinkLog       *self,
                                          WeftSimResult        *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimLinkLog, weft_sim_link_log_free)

G_END_DECLS
