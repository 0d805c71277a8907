/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The composition rules: what a graph must satisfy before it can be flattened. */
#pragma once

#include "catalog/weft-inventory.h"
#include "design/graph/weft-graph.h"

G_BEGIN_DECLS

/* Most devices and directed links of a flattened graph: while it is written, a pair of links takes
 * 48 bytes, so all of them half a gigabyte. */
#define WEFT_GRAPH_MAX_DEVICES 4000000
#define WEFT_GRAPH_MAX_LINKS 20000000

/* Appends a WeftViolation for each broken rule to @violations (which frees its elements with
 * g_object_unref()), in document order. TRUE when none is an error; then weft_flat_new() works.
 *
 * Rules (codes): unknown_root, unknown_level, unknown_definition, unknown_chip,
 * unknown_component, unknown_role, unknown_item, unknown_port, unknown_fabric, unknown_wiring,
 * unknown_generator, item_kind, item_id, duplicate_item, duplicate_port, count_range,
 * role_not_chip, rack_unit_range, component_type, enclosure_level, level_order,
 * level_skipped (info), definition_cycle, unused_definition (info), empty_definition, end_form, port_needed,
 * instance_range, wiring_ends, wiring_params, wiring_numbers, cable_loop, channels_range,
 * length_range, link_level, cable_reach, port_id, per_item_range, ports_exceeded, graph_too_large.
 * A hundred of one code are listed, then how many more there are. */
WEFT_API gboolean weft_graph_rules_check (WeftGraph     *graph,
                                          WeftInventory *inventory,
                                          GPtrArray     *violations);

G_END_DECLS
