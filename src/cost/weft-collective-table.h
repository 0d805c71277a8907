/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A collective explained: every way to run it with its time, the one that is taken, and what that means in words. */
#pragma once

#include "cost/weft-fabric.h"

G_BEGIN_DECLS

/* Most ways that a library has for one collective. */
#define WEFT_COLLECTIVE_MAX_ROWS 8

/**
 * WeftCollectiveRow: (skip)
 * @how: algorithm, limit, bytes and bandwidths
 * @time: what it takes
 * @least_s: what its bytes would take at the links' line rates: no time of this way is below it
 *
 * One way to run a collective.
 */
typedef struct
{
  WeftCollectiveChoice how;
  WeftCommTime time;
  double least_s;
} WeftCollectiveRow;

/**
 * WeftCollectiveTable: (skip)
 * @rows: the first @n_rows
 * @n_rows: 0 for one rank
 * @chosen: index of the fastest
 *
 * All ways to run a collective on a group.
 */
typedef struct
{
  WeftCollectiveRow rows[WEFT_COLLECTIVE_MAX_ROWS];
  guint n_rows;
  guint chosen;
} WeftCollectiveTable;

WEFT_API void weft_collective_table     (const WeftFabric    *fabric,
                                         WeftCollectiveKind   kind,
                                         WeftGroup            group,
                                         double               bytes,
                                         WeftCollectiveTable *table);
/* The row of an algorithm, NULL when the library has no such way. (transfer none) */
WEFT_API const WeftCollectiveRow *weft_collective_table_find (const WeftCollectiveTable *table,
                                                              WeftCollectiveAlgorithm    algorithm);
/* Sentences on what the chosen way means. (transfer full) */
WEFT_API GStrv weft_collective_table_notes (const WeftCollectiveTable *table,
                                            const WeftFabric          *fabric,
                                            WeftGroup                  group);
/* Why nothing changes between two sizes of the machine: "no effect: group size 8"; NULL when something may. (transfer
 * full) */
WEFT_API char *weft_group_no_effect      (WeftGroup            group,
                                          double               from_ranks,
                                          double               to_ranks);

G_END_DECLS
