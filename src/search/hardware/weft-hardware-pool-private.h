/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All machines that a run has looked at, each described once: what it costs, what a model sees of it, what the cheap
 * estimate says, and whether it has been measured. */
#pragma once

#include "search/hardware/weft-hardware-space-private.h"

G_BEGIN_DECLS

/* Which estimate a run has: ablations take it away, or give each machine that of another. */
typedef enum
{
  WEFT_HARDWARE_ESTIMATES_NONE,
  WEFT_HARDWARE_ESTIMATES_OWN,
  WEFT_HARDWARE_ESTIMATES_SHUFFLED,
} WeftHardwareEstimates;

/**
 * WeftHardwareCandidate: (skip)
 * @x: its attributes, standardised
 * @estimate: %NAN without one
 * @observation: number, -1 before it is measured
 */
typedef struct
{
  WeftHardwareChoice choice;
  WeftHardwareTraits traits;
  double x[WEFT_HARDWARE_N_ATTRIBUTES];
  double estimate;
  int observation;
} WeftHardwareCandidate;

/**
 * WeftHardwarePool: (skip)
 * @candidates: (element-type WeftHardwareCandidate): in the order in which they came; pointers to them stay
 * @n_estimates: cheap estimates made
 */
typedef struct
{
  WeftHardwareSpace *space;
  WeftHardwareEstimates estimates;
  GPtrArray *candidates;
  GHashTable *index;
  double mean[WEFT_HARDWARE_N_ATTRIBUTES];
  double sd[WEFT_HARDWARE_N_ATTRIBUTES];
  guint64 shuffle_seed;
  guint64 n_estimates;
} WeftHardwarePool;

/* @space: borrowed. (transfer full) */
WeftHardwarePool      *weft_hardware_pool_new      (WeftHardwareSpace *space);
void                   weft_hardware_pool_free     (WeftHardwarePool *self);
/* The candidate of a machine, which joins the pool when it is new. */
WeftHardwareCandidate *weft_hardware_pool_add      (WeftHardwarePool *self, const WeftHardwareChoice *choice);
/* (nullable): NULL when it has not joined. */
WeftHardwareCandidate *weft_hardware_pool_find     (WeftHardwarePool *self, const WeftHardwareChoice *choice);
/* The estimate of a machine that need not join. */
double                 weft_hardware_pool_estimate (WeftHardwarePool *self, const WeftHardwareChoice *choice);
WeftHardwareCandidate *weft_hardware_pool_get      (const WeftHardwarePool *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHardwarePool, weft_hardware_pool_free)

G_END_DECLS
