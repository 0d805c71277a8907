/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What collectives take on a fabric as measured: algorithms, group sizes, rails and reduction in switches. */
#pragma once

#include "catalog/weft-inventory.h"
#include "cost/weft-collective.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_COLLECTIVE_ALL_REDUCE,
  WEFT_COLLECTIVE_ALL_GATHER,
  WEFT_COLLECTIVE_REDUCE_SCATTER,
  WEFT_COLLECTIVE_ALL_TO_ALL,
  WEFT_COLLECTIVE_BROADCAST,
  WEFT_COLLECTIVE_POINT_TO_POINT,
  WEFT_N_COLLECTIVES,
} WeftCollectiveKind;

/**
 * WeftFabric: (skip)
 * What a group's collectives run on: both links with their measured shares, ports a domain (rails), reduction in
 * switches, and what the algorithms need. The owner of cost/weft-fabric.c adds fields; others fill it with
 * weft_fabric_init() only.
 */
typedef struct
{
  WeftLink inside;       /* wire: latency of a step, bytes a second a rank in one direction */
  WeftLink across;       /* of one network port */
  double domain_ranks;   /* S */
  double ports_per_rank; /* network ports of a rank of its own */
  gboolean reduces_in_switch;
  gboolean is_calibrated;
} WeftFabric;

/* Ranks of a group, and how many of them stand in one scale-up domain: 1 to MIN (ranks, S). */
typedef struct
{
  double ranks;
  double local;
} WeftGroup;

G_END_DECLS
