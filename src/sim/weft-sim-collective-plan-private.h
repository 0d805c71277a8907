/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How each collective of a run is done: which algorithm, with which corrections, at which price when nothing else is
 * under way. Equal collectives of a group share a plan. */
#pragma once

#include "sim/weft-sim-collective-private.h"

G_BEGIN_DECLS

/**
 * WeftSimPlan:
 * @group: whose
 * @root: place in the group of the member that a rooted one starts or ends at
 * @comm: a #WeftSimComm
 * @wanted: a #WeftSimAlgorithm, what the options ask for
 * @algorithm: what is done
 * @n_users: collectives that run by it now
 * @layout: of the group
 * @bytes: of the whole
 * @efficiency: share of the links' rate that is reached
 * @launch_s: before anything is sent
 * @n_chunks: pieces that are done one after the other
 * @n_active: pieces at once
 * @programs: [@n_chunks]
 * @price: by alpha and beta
 * @use: row of the uses that it is counted in, after the first time
 */
typedef struct
{
  guint32 group;
  guint32 root;
  guint8 comm;
  guint8 wanted;
  guint8 algorithm;
  guint32 n_users;
  const WeftSimLayout *layout;
  double bytes;
  double efficiency;
  double launch_s;
  guint32 n_chunks;
  guint32 n_active;
  WeftSimProgram *programs;
  WeftCommTime price;
  guint32 use;
} WeftSimPlan;

typedef struct _WeftSimPlans WeftSimPlans;

WeftSimPlans        *weft_sim_plans_new    (const WeftSimTrace   *trace,
                                            const WeftSimOptions *options,
                                            WeftSimRoutes        *routes,
                                            GCancellable         *cancellable);
void                 weft_sim_plans_free   (WeftSimPlans         *self);
/* The plan of a collective of the trace, which it uses until it lets it go. */
WeftSimPlan         *weft_sim_plans_take   (WeftSimPlans         *self,
                                            const WeftSimCollective *collective);
void                 weft_sim_plans_let_go (WeftSimPlans         *self,
                                            WeftSimPlan          *plan);

/* --- prices: weft-sim-collective-price.c --- */

typedef struct _WeftSimPricing WeftSimPricing;

WeftSimPricing *weft_sim_pricing_new  (WeftSimRoutes        *routes,
                                       const WeftSimOptions *options,
                                       GCancellable         *cancellable);
void            weft_sim_pricing_free (WeftSimPricing       *self);
/* On the group's ways alone; @program: one of the algorithm that does all of it at once. */
WeftCommTime    weft_sim_pricing_find (WeftSimPricing       *self,
                                       const WeftSimProgram *program,
                                       WeftSimAlgorithm      algorithm);

G_END_DECLS
