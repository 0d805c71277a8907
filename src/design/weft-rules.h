/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema rules: what a design must satisfy before it can be scored, each broken one a structured violation. */
#pragma once

#include "design/graph/weft-graph-totals.h"
#include "design/weft-design.h"
#include "design/weft-machine.h"

G_BEGIN_DECLS

/* Best FP64 : BF16 ratio below which a design for HPC workloads gets the warning low_fp64. */
#define WEFT_RULES_LOW_FP64_RATIO 0.01

/* Largest difference of the sum of the workloads' weights from 1. */
#define WEFT_RULES_WEIGHTS_TOLERANCE 1e-9

/* Appends a WeftViolation for each broken rule to @violations (which frees its elements with g_object_unref()), errors and warnings, in document
 * order. TRUE when there is no error among them.
 *
 * Rules (codes): no_partitions, too_many_partitions, unknown_chip, unknown_scaleup, unknown_scaleout, unknown_role, chip_refused, scaleup_does_not_fit,
 * scaleout_exceeds_port, scaleup_derated (warning), fraction_range, fraction_sum, budget_missing, budget_both, budget_range, partition_too_small, no_price,
 * no_fp64, low_fp64 (warning), no_eligible_partition, duplicate_name, unknown_profile, unknown_workload, weight_range, weights_sum,
 * unknown_value, value_range, two_machines,
 * budget_exceeded, waiver_refused (warning), waiver_unused (info); of a graph also those of weft_graph_rules_check(), weft_graph_verify(),
 * weft_graph_summarise() and weft_graph_totals_judge(), and graph_unsound.
 *
 * Structure codes come from reading: wrong_type, missing_key, fraction_not_number, too_many_partitions (above what is read at all),
 * text_too_long, waiver_reason, too_many_waivers, unknown_key (warning). unknown_profile is here for a profile without the constants that a budget needs; that the
 * document names one which is not there is for the evaluator to say, with the same code.
 *
 * Units of actual and limit: bandwidths in GB/s, power in W, money in USD, the rest as the document writes it. */
WEFT_API gboolean weft_rules_check (WeftDesign *design, WeftInventory *inventory, GPtrArray *violations);

/* The same, with what the design amounts to: weft_machine_init() and, of a graph, weft_graph_totals(), which the rules have found out on their way.
 * @resolved: whether @machine is set. @totals: (out) (nullable): NULL when there are none. */
WEFT_API gboolean weft_rules_check_machine (WeftDesign *design, WeftInventory *inventory, GPtrArray *violations,
                                            WeftMachine *machine, gboolean *resolved, WeftGraphTotals **totals);

G_END_DECLS
