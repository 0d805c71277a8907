/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loop by simulation: every workload of a portfolio is mapped on one machine and simulated with contention;
 * what comes out is how long it takes and what holds it. */
#pragma once

#include "design/weft-design.h"
#include "search/hardware/weft-portfolio.h"
#include "sim/weft-sim-bottleneck.h"
#include "sim/weft-sim-workload.h"

G_BEGIN_DECLS

/**
 * WeftPortfolioTime: (skip)
 * @time_s: makespan; %NAN when it runs nowhere on the machine
 * @bottlenecks: what holds it
 * @tp: of a language model: tensor parallelism, else 0
 * @pp: pipeline stages
 * @dp: copies
 * @is_inside: every tensor group lies in one scale-up island
 * @n_tasks: tasks that were simulated
 * @why: (nullable): why it runs nowhere
 */
typedef struct
{
  double time_s;
  WeftSimBottlenecks bottlenecks;
  guint tp;
  guint pp;
  guint dp;
  gboolean is_inside;
  guint n_tasks;
  char *why;
} WeftPortfolioTime;

/**
 * WeftPortfolioMachine: (skip)
 * @flat: the machine
 * @platform: its chips, processors among them
 * @inventory: the catalog as the profile sees it
 * @is_host: [devices of the platform] whether each is a processor
 * @island_of: [devices of the platform] the scale-up island of each, of a processor that of the nearest accelerator
 *
 * A machine that is ready to be run on. Immutable; runs of several workloads may go on at once.
 */
typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftInventory *inventory;
  gboolean *is_host;
  guint *island_of;
} WeftPortfolioMachine;

/* Sees what was found before it is gone: where tasks ran, when. @outcome is owned by the caller. */
typedef void (*WeftPortfolioLook) (const WeftPortfolioMachine  *machine,
                                   const WeftPortfolioWorkload *workload,
                                   const WeftSimOutcome        *outcome,
                                   gpointer                     data);

/* (transfer full) */
WEFT_API WeftPortfolioMachine *weft_portfolio_machine_new  (WeftDesign                  *design,
                                                            WeftInventory               *inventory,
                                                            GCancellable                *cancellable,
                                                            GError                     **error);
WEFT_API void                  weft_portfolio_machine_free (WeftPortfolioMachine        *self);
/* FALSE with an error when cancelled or when the simulation broke; a workload that fits nowhere is an answer, with
 * @time->why. @look: (nullable). Clear @time with weft_portfolio_time_clear(). */
WEFT_API gboolean              weft_portfolio_run          (const WeftPortfolioMachine  *self,
                                                            const WeftPortfolioWorkload *workload,
                                                            WeftPortfolioTime           *time,
                                                            WeftPortfolioLook            look,
                                                            gpointer                     data,
                                                            GCancellable                *cancellable,
                                                            GError                     **error);
WEFT_API void                  weft_portfolio_time_clear   (WeftPortfolioTime           *self);
/* L = sum of alpha_i ln (T_i / T_i of the base), [workloads] each; %NAN when one of them runs nowhere. CHASE, section 4.4. */
WEFT_API double                weft_portfolio_slowdown     (const WeftPortfolio         *self,
                                                            const WeftPortfolioTime     *times,
                                                            const WeftPortfolioTime     *base);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPortfolioMachine, weft_portfolio_machine_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftPortfolioTime, weft_portfolio_time_clear)

G_END_DECLS
