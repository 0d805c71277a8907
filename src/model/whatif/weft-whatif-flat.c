/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why an answer does not move with an input, as far as that can be told: so that "no effect" is an answer and not a
 * doubt about the program. */
#include "model/whatif/weft-whatif-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "catalog/weft-key-private.h"

/* The part of time that a kind of fact bears on. */
static gboolean
find_part (WeftInput    *input,
           WeftTimePart *part)
{
  const char *key = input->key;

  if (input->set != WEFT_SET_FACT)
    return FALSE;
  if (g_str_has_suffix (key, "_tflops"))
    *part = WEFT_PART_COMPUTE;
  else if (g_str_equal (key, "mem_bw_gbs"))
    *part = WEFT_PART_MEMORY;
  else if (g_str_equal (key, "alpha_us"))
    *part = WEFT_PART_LATENCY;
  else if (g_str_equal (key, "gbs") || g_str_equal (key, "gbs_dir") || g_str_equal (key, "endpoint_gbs")
           || g_str_equal (key, "scaleup_gbs_dir") || g_str_equal (key, "scaleout_gbs_dir"))
    *part = WEFT_PART_BISECTION;
  else
    return FALSE;
  return TRUE;
}

/* A fact that another one overrules, whatever it is. */
static char *
explain_overruled (WeftWhatif *self,
                   WeftInput  *input)
{
  const WeftInputTarget *target = &g_array_index (input->targets, WeftInputTarget, 0);
  guint partition = input->index;

  if (target->kind == WEFT_RECORD_CHIP && g_str_equal (input->key, "mem_gb"))
    return g_strdup (_("usable memory counts, not the memory that is built in (mem_usable_gb)"));
  if (partition == G_MAXUINT)
    return NULL;

  if (target->kind == WEFT_RECORD_SCALEUP && g_str_equal (input->key, "gbs_dir"))
    {
      const WeftScaleupOnChip *link = weft_inventory_scaleup_on_chip (self->inventory, self->sets[partition].scaleup,
                                                                      self->sets[partition].chip);
      g_autofree char *rate = weft_quantity_format (link->bw_bytes_s, WEFT_UNIT_BYTES_S);

      if (weft_inventory_chip (self->inventory, self->sets[partition].chip)->scaleup_bw_bytes_s
          <= link->bw_bytes_s * (1 + 1e-9))
        return g_strdup_printf (_("the chip’s port carries no more than %s; “scaleup/gbs” moves both"), rate);
    }
  if (target->kind == WEFT_RECORD_CHIP
      && (g_str_equal (input->key, "scaleup_gbs_dir") || g_str_equal (input->key, "scaleout_gbs_dir")))
    return g_strdup (_("the fabric carries no more than the port as it is; “scaleup/gbs” and “scaleout/gbs” move "
                       "both"));
  if (g_str_equal (input->key, "power_w_per_endpoint_2tier"))
    {
      WeftRecord *record = weft_inventory_scaleout (self->inventory, self->sets[partition].scaleout)->record;

      if (!isnan (weft_record_get_number (record, "power_w_per_endpoint")))
        return g_strdup (_("the profile’s own figure of an endpoint’s power counts (power_w_per_endpoint)"));
    }
  return NULL;
}

/* Of all that a chip draws and costs, only one is the budget. */
static char *
explain_budget (WeftWhatif *self,
                WeftInput  *input)
{
  gboolean money = self->machine.budget == WEFT_BUDGET_COST;

  if (input->set != WEFT_SET_FACT)
    return NULL;
  if (!money && (strstr (input->key, "_usd") != NULL))
    return g_strdup (_("the budget is power, so prices buy nothing"));
  if (money && (strstr (input->key, "_w") != NULL) && weft_key_unit (input->key, NULL) == WEFT_UNIT_W)
    return g_strdup (_("the budget is money, so watts are free"));
  if (self->is_graph && (strstr (input->key, "_usd") != NULL || weft_key_unit (input->key, NULL) == WEFT_UNIT_W))
    return g_strdup (_("a machine that is given as a graph has as many chips as it has, whatever they draw and cost"));
  return NULL;
}

/* "training and fft" of a score are all that weigh. */
static gboolean
concerns (WeftWhatif       *self,
          const WeftOutput *output,
          WeftWorkloadKind  kind)
{
  if (output->kind == WEFT_OUTPUT_SCORE)
    return self->weights[kind] > 0;
  return (output->kind == WEFT_OUTPUT_VALUE || output->kind == WEFT_OUTPUT_SPEEDUP || output->kind == WEFT_OUTPUT_OTHER)
         && output->index == kind;
}

/* Whether any workload of the output runs on the partition that the input is about. */
static char *
explain_placement (WeftWhatif       *self,
                   WeftInput        *input,
                   const WeftOutput *output)
{
  gboolean runs = FALSE;
  g_autofree char *where = NULL;

  if (input->index == G_MAXUINT || input->set != WEFT_SET_FACT)
    return NULL;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (self->evaluation, i);

      for (guint phase = 0; result != NULL && concerns (self, output, i) && phase < 2; phase++)
        {
          int site = weft_workload_result_get_partition (result, phase);

          runs |= site == (int) input->index;
          if (site >= 0 && where == NULL)
            where = g_strdup_printf (_("%s runs on partition %d"), weft_workload_label (i), site + 1);
        }
    }
  return runs || where == NULL ? NULL : g_steal_pointer (&where);
}

/* Of the output's workload, when it is about one. */
static WeftWorkloadResult *
find_result (WeftWhatif       *self,
             const WeftOutput *output)
{
  if (output->kind != WEFT_OUTPUT_VALUE && output->kind != WEFT_OUTPUT_SPEEDUP
      && (output->kind != WEFT_OUTPUT_OTHER || output->key == NULL))
    return NULL;
  return weft_evaluation_get_workload (self->evaluation, output->index);
}

static double
find_detail (WeftWorkloadResult *result,
             const char         *key)
{
  GPtrArray *details = weft_workload_result_get_details (result);

  for (guint i = 0; i < details->len; i++)
    if (g_str_equal (((WeftDetail *) details->pdata[i])->key, key))
      return ((WeftDetail *) details->pdata[i])->value;
  return NAN;
}

/* More or fewer chips, while what is asked about happens inside a group of fixed size. */
static char *
explain_group (WeftWhatif       *self,
               WeftInput        *input,
               const WeftOutput *output)
{
  WeftWorkloadResult *result = find_result (self, output);
  const char *key = output->key != NULL && g_str_has_prefix (output->key, "prefill") ? "prefill_tp"
                    : output->index == WEFT_WORKLOAD_SERVING ? "decode_tp" : "tp";
  double group;

  if (result == NULL || !weft_workload_result_is_feasible (result)
      || (input->set != WEFT_SET_BUDGET && input->set != WEFT_SET_FRACTION))
    return NULL;
  group = find_detail (result, key);
  if (isnan (group))
    return NULL;
  return g_strdup_printf (ngettext ("group size %.0f: each group works by itself, more chips only make more groups",
                                    "group size %.0f: each group works by itself, more chips only make more groups",
                                    (gulong) group), group);
}

static char *
explain_share (WeftWhatif       *self,
               WeftInput        *input,
               const WeftOutput *output)
{
  WeftWorkloadResult *result = find_result (self, output);
  WeftTimePart part, most;
  double group;

  if (result == NULL || !weft_workload_result_is_feasible (result) || !find_part (input, &part)
      || weft_workload_result_get_share (result, part) > 1e-9)
    return NULL;
  group = find_detail (result, output->index == WEFT_WORKLOAD_SERVING ? "decode_tp" : "tp");
  if (group == 1 && (part == WEFT_PART_LATENCY || part == WEFT_PART_BISECTION))
    return g_strdup_printf (_("group size 1: nothing is sent in %s"), weft_workload_label (output->index));
  most = weft_workload_result_get_bottleneck (result);
  return g_strdup_printf (_("none of the time of %s goes to %s, %.0f %% of it to %s"),
                          weft_workload_label (output->index), weft_time_part_label (part),
                          100 * weft_workload_result_get_share (result, most), weft_time_part_label (most));
}

/* Parameters and constants by the words of their names: "fft_edge" is nothing to training. */
static char *
explain_name (WeftWhatif       *self,
              WeftInput        *input,
              const WeftOutput *output)
{
  static const struct
  {
    const char *prefix;
    guint workloads;
  } owners[] = {
    { "fft_", 1 << WEFT_WORKLOAD_FFT },
    { "hpcg_", 1 << WEFT_WORKLOAD_HPCG },
    { "coupled_", 1 << WEFT_WORKLOAD_COUPLED },
    { "stencil_", (1 << WEFT_WORKLOAD_STENCIL) | (1 << WEFT_WORKLOAD_COUPLED) },
    { "train_", 1 << WEFT_WORKLOAD_TRAINING },
    { "global_batch", 1 << WEFT_WORKLOAD_TRAINING },
    { "serve_", 1 << WEFT_WORKLOAD_SERVING },
    { "decode_", 1 << WEFT_WORKLOAD_SERVING },
    { "prefill_", 1 << WEFT_WORKLOAD_SERVING },
    { "request_", 1 << WEFT_WORKLOAD_SERVING },
    { "llm_", (1 << WEFT_WORKLOAD_TRAINING) | (1 << WEFT_WORKLOAD_SERVING) },
  };

  if ((input->set != WEFT_SET_WORKLOAD && input->set != WEFT_SET_CONSTANT) || find_result (self, output) == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    if (g_str_has_prefix (input->key, owners[i].prefix) && (owners[i].workloads & (1u << output->index)) == 0)
      return g_strdup_printf (_("%s does not take it"), weft_workload_label (output->index));
  return NULL;
}

/**
 * weft_whatif_explain_flat: (skip)
 * @self: a design
 * @input: an input that has no effect
 * @output: on this output
 *
 * Returns: (transfer full) (nullable): why, in a part of a sentence; %NULL when it cannot be told
 */
char *
weft_whatif_explain_flat (WeftWhatif *self,
                          WeftInput  *input,
                          WeftOutput *output)
{
  char *reason = NULL;

  g_return_val_if_fail (WEFT_IS_WHATIF (self) && WEFT_IS_INPUT (input) && output != NULL, NULL);

  if (output->kind == WEFT_OUTPUT_POWER || output->kind == WEFT_OUTPUT_COST || output->kind == WEFT_OUTPUT_COUNT)
    return NULL;
  if (input->set == WEFT_SET_WEIGHT && output->kind != WEFT_OUTPUT_SCORE)
    return g_strdup (_("weights bear on the score alone"));
  if (input->set == WEFT_SET_FACT)
    reason = explain_overruled (self, input);
  if (reason == NULL)
    reason = explain_budget (self, input);
  if (reason == NULL)
    reason = explain_placement (self, input, output);
  if (reason == NULL)
    reason = explain_group (self, input, output);
  if (reason == NULL)
    reason = explain_share (self, input, output);
  if (reason == NULL)
    reason = explain_name (self, input, output);
  return reason;
}
