/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of an evaluation: its workloads, its partitions and what it violates. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "design/weft-partition.h"
#include "draw/weft-table.h"

/* A workload's value in its own unit: tokens/s and seconds scale, other rates are plain. */
static char *
format_value (double      value,
              const char *unit)
{
  g_autofree char *number = NULL;

  if (isnan (value))
    return weft_quantity_format (value, WEFT_UNIT_NONE);
  if (g_str_equal (unit, weft_unit_symbol (WEFT_UNIT_TOKENS_S)))
    return weft_quantity_format (value, WEFT_UNIT_TOKENS_S);
  if (g_str_equal (unit, weft_unit_symbol (WEFT_UNIT_S)))
    return weft_quantity_format (value, WEFT_UNIT_S);

  number = weft_quantity_format (value, WEFT_UNIT_NONE);
  return g_strdup_printf ("%s\u00a0%s", number, unit);
}

/* "Partition 1 (B200)", with both when two phases run apart. */
static char *
describe_placement (WeftEvaluation     *evaluation,
                    WeftWorkloadResult *result)
{
  GListModel *partitions = weft_evaluation_get_partitions (evaluation);
  GString *text = g_string_new (NULL);
  int before = -1;

  for (guint phase = 0; phase < weft_workload_result_get_n_phases (result); phase++)
    {
      int index = weft_workload_result_get_partition (result, phase);
      g_autoptr (WeftPartitionResult) partition = NULL;

      if (index < 0 || index == before)
        continue;
      partition = g_list_model_get_item (partitions, (guint) index);
      if (partition == NULL)
        continue;
      g_string_append_printf (text, "%s%s (%s)", text->len > 0 ? " + " : "",
                              weft_partition_result_get_name (partition),
                              weft_partition_result_get_chip (partition));
      before = index;
    }

  return g_string_free (text, FALSE);
}

static void
add_workload (WeftTable          *table,
              WeftEvaluation     *evaluation,
              WeftWorkloadResult *result)
{
  const char *unit = weft_workload_result_get_unit (result);
  const char *label = weft_workload_label (weft_workload_result_get_kind (result));
  const char *reason = weft_workload_result_get_reason (result);
  g_autofree char *reference
      = format_value (weft_workload_result_get_reference (result), unit);
  g_autofree char *speedup = NULL, *value = NULL, *placement = NULL;

  if (!weft_workload_result_is_feasible (result))
    {
      const char *const cells[] = {
        label, _("cannot run"), "", reference, "", "", reason != NULL ? reason : "", NULL,
      };

      weft_table_add_row (table, cells);
      return;
    }

  speedup = weft_quantity_format (weft_workload_result_get_speedup (result), WEFT_UNIT_RATIO);
  value = format_value (weft_workload_result_get_value (result), unit);
  placement = describe_placement (evaluation, result);
  {
    const char *const cells[] = {
      label,
      speedup,
      value,
      reference,
      weft_time_part_label (weft_workload_result_get_bottleneck (result)),
      placement,
      weft_workload_result_get_mapping (result),
      NULL,
    };

    weft_table_add_row (table, cells);
  }
}

/**
 * weft_table_workloads: (skip)
 * @evaluation: an evaluation
 *
 * One row for each workload. Where it cannot run, the last column says why.
 *
 * Returns: (transfer full): a table
 */
WeftTable *
weft_table_workloads (WeftEvaluation *evaluation)
{
  GListModel *workloads;
  WeftTable *table;

  g_return_val_if_fail (WEFT_IS_EVALUATION (evaluation), NULL);

  table = weft_table_new (_("Workloads"));
  weft_table_add_column (table, _("Workload"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Speed-up"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Reference"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bottleneck"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Placement"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Mapping"), WEFT_ALIGN_START);

  workloads = weft_evaluation_get_workloads (evaluation);
  for (guint i = 0; i < g_list_model_get_n_items (workloads); i++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (workloads, i);

      add_workload (table, evaluation, result);
    }

  return table;
}

/* All digits; nothing for what is unknown. (transfer full) */
static char *
bare_number (double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  return g_strdup (isfinite (value) ? weft_json_format_double (value, buffer) : "");
}

static void
add_bare_workload (WeftTable          *table,
                   WeftEvaluation     *evaluation,
                   WeftWorkloadResult *result)
{
  gboolean feasible = weft_workload_result_is_feasible (result);
  const char *reason = weft_workload_result_get_reason (result);
  g_autofree char *speedup = bare_number (weft_workload_result_get_speedup (result));
  g_autofree char *value = bare_number (weft_workload_result_get_value (result));
  g_autofree char *reference = bare_number (weft_workload_result_get_reference (result));
  g_autofree char *placement = describe_placement (evaluation, result);
  const char *const cells[] = {
    weft_workload_nick (weft_workload_result_get_kind (result)),
    feasible ? speedup : "0",
    feasible ? value : "",
    reference,
    weft_workload_result_get_unit (result),
    feasible ? weft_time_part_nick (weft_workload_result_get_bottleneck (result)) : "",
    feasible ? placement : "",
    feasible ? weft_workload_result_get_mapping (result) : "",
    !feasible && reason != NULL ? reason : "",
    NULL,
  };

  weft_table_add_row (table, cells);
}

/**
 * weft_csv_workloads: (skip)
 * @evaluation: an evaluation
 *
 * One row for each workload under the keys that JSON has too. What cannot run has the speed-up 0
 * and a reason; unknown numbers are empty fields.
 *
 * Returns: (transfer full): CSV
 */
char *
weft_csv_workloads (WeftEvaluation *evaluation)
{
  static const char *const keys[] = {
    "workload", "speedup", "value", "reference", "unit", "bottleneck", "placement", "mapping",
    "reason",
  };
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  GListModel *workloads;

  g_return_val_if_fail (WEFT_IS_EVALUATION (evaluation), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    weft_table_add_column (table, keys[i], WEFT_ALIGN_START);
  workloads = weft_evaluation_get_workloads (evaluation);
  for (guint i = 0; i < g_list_model_get_n_items (workloads); i++)
    {
      g_autoptr (WeftWorkloadResult) result = g_list_model_get_item (workloads, i);

      add_bare_workload (table, evaluation, result);
    }

  return weft_table_to_csv (table);
}

static const char *
label_role (const char *text)
{
  WeftRole role;

  if (text == NULL)
    return "";

  return weft_role_parse (text, &role) ? weft_role_label (role) : text;
}

static void
add_partition (WeftTable           *table,
               WeftPartitionResult *partition)
{
  g_autofree char *count
      = weft_quantity_format (weft_partition_result_get_count (partition), WEFT_UNIT_COUNT);
  g_autofree char *chip_w
      = weft_quantity_format (weft_partition_result_get_chip_w (partition), WEFT_UNIT_NONE);
  g_autofree char *power
      = weft_quantity_format (weft_partition_result_get_power_w (partition), WEFT_UNIT_W);
  g_autofree char *cost
      = weft_quantity_format (weft_partition_result_get_cost_usd (partition), WEFT_UNIT_USD);
  const char *const cells[] = {
    weft_partition_result_get_name (partition),
    weft_partition_result_get_chip (partition),
    label_role (weft_partition_result_get_role (partition)),
    count,
    weft_partition_result_get_domains_text (partition),
    chip_w,
    power,
    cost,
    NULL,
  };

  weft_table_add_row (table, cells);
}

/**
 * weft_table_partitions: (skip)
 * @evaluation: an evaluation
 *
 * What the budget buys for each partition.
 *
 * Returns: (transfer full): a table
 */
WeftTable *
weft_table_partitions (WeftEvaluation *evaluation)
{
  GListModel *partitions;
  WeftTable *table;

  g_return_val_if_fail (WEFT_IS_EVALUATION (evaluation), NULL);

  table = weft_table_new (_("Partitions"));
  weft_table_add_column (table, _("Partition"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Chip"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Role"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Count"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Domains"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("W per chip"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Power"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Cost"), WEFT_ALIGN_END);

  partitions = weft_evaluation_get_partitions (evaluation);
  for (guint i = 0; i < g_list_model_get_n_items (partitions); i++)
    {
      g_autoptr (WeftPartitionResult) partition = g_list_model_get_item (partitions, i);

      add_partition (table, partition);
    }

  return table;
}

/**
 * weft_table_violations: (skip)
 * @evaluation: an evaluation
 *
 * Everything that the design violates, with what to do about it.
 *
 * Returns: (transfer full): a table
 */
WeftTable *
weft_table_violations (WeftEvaluation *evaluation)
{
  GListModel *violations;
  WeftTable *table;

  g_return_val_if_fail (WEFT_IS_EVALUATION (evaluation), NULL);

  table = weft_table_new (_("Violations"));
  weft_table_add_column (table, _("Severity"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Where"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("What"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Do"), WEFT_ALIGN_START);

  violations = weft_evaluation_get_violations (evaluation);
  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);
      const char *path = weft_violation_get_path (violation);
      const char *hint = weft_violation_get_hint (violation);
      const char *label = weft_severity_label (weft_violation_get_severity (violation));
      const char *waived = weft_violation_get_waived (violation);
      g_autofree char *accepted = g_strdup_printf (_("%s, accepted"), label);
      const char *const cells[] = {
        waived != NULL ? accepted : label,
        path != NULL ? path : "",
        weft_violation_get_message (violation),
        waived != NULL ? waived : hint != NULL ? hint : "",
        NULL,
      };

      weft_table_add_row (table, cells);
    }

  return table;
}
