/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a measurement reads of an evaluation, as text: pieces of work with the same text have the same answer, and
 * designs that a search finds often differ in one partition only. */
#include "search/weft-fidelity-private.h"

static void
add_partition (GString *key, WeftEvaluation *evaluation, guint index)
{
  g_autoptr (WeftPartitionResult) partition
      = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), index);

  g_string_append_printf (key, "|%s %s %s %u %u %u %a", weft_partition_result_get_chip (partition),
                          weft_partition_result_get_scaleup (partition),
                          weft_partition_result_get_scaleout (partition), weft_partition_result_get_count (partition),
                          weft_partition_result_get_nodes (partition),
                          weft_partition_result_get_domain_chips (partition),
                          weft_partition_result_get_chip_w (partition));
}

char *
weft_fidelity_dup_key (WeftEvaluation *evaluation, WeftWorkloadKind kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
  GString *key = g_string_new (NULL);
  GPtrArray *details;

  g_string_append_printf (key, "%s %u", weft_evaluation_get_profile (evaluation), kind);
  if (result == NULL || !weft_workload_result_is_feasible (result))
    return g_string_free (key, FALSE);
  for (guint i = 0; i < weft_workload_result_get_n_phases (result); i++)
    add_partition (key, evaluation, (guint) MAX (weft_workload_result_get_partition (result, i), 0));
  details = weft_workload_result_get_details (result);
  for (guint i = 0; i < details->len; i++)
    {
      const WeftDetail *detail = details->pdata[i];

      g_string_append_printf (key, "|%s=%a", detail->key, detail->value);
    }
  return g_string_free (key, FALSE);
}
