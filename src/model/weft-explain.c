/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a number of an evaluation comes from: the number itself first, then what it was computed from, down to the
 * catalog's sources and the profile's assumptions. */
#include "model/weft-evaluation-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Constants and workload numbers that a workload's result rests on, beside the chip's own values. */
static const struct
{
  const char *constants[8];
  const char *chip_keys[5];
} bases[WEFT_N_WORKLOADS] = {
  [WEFT_WORKLOAD_TRAINING] = { { "mfu", "overlap_tp", "overlap_dp", "memory_fill" },
                               { "bf16_tflops", "mem_usable_gb" } },
  [WEFT_WORKLOAD_SERVING] = { { "mfu", "mbw", "dataflow_efficiency" },
                              { "fp8_tflops", "bf16_tflops", "mem_usable_gb", "mem_bw_gbs" } },
  [WEFT_WORKLOAD_STENCIL] = { { "phi64", "mbw" }, { "fp64_vector_tflops", "mem_bw_gbs" } },
  [WEFT_WORKLOAD_HPCG] = { { "mbw" }, { "mem_bw_gbs" } },
  [WEFT_WORKLOAD_FFT] = { { "mfu", "mbw", "alltoall_local_share" },
                          { "fp64_vector_tflops", "mem_bw_gbs" } },
  [WEFT_WORKLOAD_COUPLED] = { { "phi64", "mfu", "mbw", "dataflow_efficiency" },
                              { "fp64_vector_tflops", "bf16_tflops", "mem_bw_gbs" } },
};

static void
free_origin (gpointer data)
{
  weft_origin_free (data);
}

static WeftOrigin *
add (GPtrArray     *origins,
     const char    *label,
     char          *value,
     WeftConfidence confidence,
     const char    *source)
{
  WeftOrigin *origin = g_new0 (WeftOrigin, 1);

  origin->label = g_strdup (label);
  origin->value = value;
  origin->confidence = confidence;
  origin->source = g_strdup (source != NULL ? source : "");
  g_ptr_array_add (origins, origin);
  return origin;
}

static void
add_number (GPtrArray  *origins,
            const char *label,
            double      value,
            WeftUnit    unit,
            const char *formula)
{
  add (origins, label, weft_quantity_format (value, unit), WEFT_CONFIDENCE_DERIVED, formula);
}

/* Source, and the note in a second line. */
static char *
join_source (const WeftProvenance *provenance)
{
  g_autoptr (GString) text = g_string_new (provenance->source != NULL ? provenance->source : "");

  if (provenance->date != NULL && *provenance->date != '\0')
    g_string_append_printf (text, " (%s)", provenance->date);
  if (provenance->note != NULL && *provenance->note != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", provenance->note);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_value (GPtrArray       *origins,
           const char      *label,
           const WeftValue *value)
{
  g_autofree char *source = join_source (value->provenance);

  add (origins, label, weft_value_format (value), value->provenance->confidence, source);
}

/* The shipped or user's fact at the bottom of a pile of records. Port power has another name there, since the
 * catalog keeps the power of one and of two tiers apart. */
static gboolean
lookup_fact (WeftRecord *record,
             const char *key,
             WeftValue  *fact)
{
  WeftRecord *bottom = record;

  while (weft_record_get_below (bottom) != NULL)
    bottom = weft_record_get_below (bottom);

  return weft_record_lookup (bottom, key, fact)
         || (g_str_equal (key, "power_w_per_endpoint")
             && weft_record_lookup (bottom, "power_w_per_endpoint_2tier", fact));
}

/* A value of a record, and the fact that it lies over when an assumption replaced one. */
static gboolean
add_record_value (GPtrArray  *origins,
                  WeftRecord *record,
                  const char *key)
{
  g_autofree char *name = weft_key_label (key);
  g_autofree char *label = NULL;
  WeftValue value, fact;

  if (!weft_record_lookup (record, key, &value))
    return FALSE;

  label = g_strdup_printf ("%s, %s", weft_record_get_id (record), name);
  add_value (origins, label, &value);

  if (lookup_fact (record, key, &fact) && fact.provenance != value.provenance)
    add_value (origins, _("The catalog's fact"), &fact);
  return TRUE;
}

static void
add_constant (GPtrArray      *origins,
              WeftEvaluation *self,
              const char     *key)
{
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  g_autofree char *label = NULL;
  WeftValue value;

  if (!weft_profile_lookup (profile, key, &value))
    return;

  label = g_strdup_printf (_("Constant %s of %s"), key, weft_profile_get_id (profile));
  add_value (origins, label, &value);
}

/* --- paths --- */

static void
explain_score (GPtrArray      *origins,
               WeftEvaluation *self)
{
  add_number (origins, _("Score"), self->score, WEFT_UNIT_RATIO,
              _("exp (sum of weight × ln speed-up)\nArchAgent, section IV-A"));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workloads)); i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (self, i);
      char weight[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *text = NULL;

      g_ascii_formatd (weight, sizeof weight, "%g", result->weight);
      text = g_strdup_printf (_("weight %s"), weight);
      add_number (origins, weft_workload_label (i), result->speedup, WEFT_UNIT_RATIO, text);
    }
}

static void
explain_budget (GPtrArray      *origins,
                WeftEvaluation *self)
{
  add (origins, _("Budget"),
       weft_quantity_format (self->budget, self->budget_is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W),
       WEFT_CONFIDENCE_USER, _("facility of the document, or the profile's default"));
  add_constant (origins, self, "default_power_w");
}

static void
add_share (GPtrArray      *origins,
           WeftEvaluation *self,
           guint           index,
           gboolean        money)
{
  const WeftMachinePartition *part = &self->machine.partitions[index];
  WeftValue value;

  add_record_value (origins, weft_inventory_chip (self->inventory, part->chip)->record,
                    money ? "price_usd" : "tdp_w");
  if (weft_inventory_lookup_scaleup_on_chip (self->inventory, part->scaleup, part->chip,
                                             money ? "cost_usd_per_chip" : "power_w_per_chip", &value))
    {
      g_autofree char *label = g_strdup_printf (_("%s, a chip"),
                                                weft_inventory_scaleup (self->inventory, part->scaleup)->id);

      add_value (origins, label, &value);
    }
  if (money || !add_record_value (origins, weft_inventory_scaleout (self->inventory, part->scaleout)->record,
                                  "power_w_per_endpoint"))
    add_record_value (origins, weft_inventory_scaleout (self->inventory, part->scaleout)->record,
                      money ? "cost_usd_per_endpoint_2tier" : "power_w_per_endpoint_2tier");
}

static void
explain_total (GPtrArray      *origins,
               WeftEvaluation *self,
               gboolean        money)
{
  if (money)
    add_number (origins, _("Cost"), weft_evaluation_get_cost_usd (self), WEFT_UNIT_USD,
                _("chips × (price + scale-up + scale-out), summed over the partitions"));
  else
    add_number (origins, _("Power of chips and ports"), weft_evaluation_get_power_w (self),
                WEFT_UNIT_W, _("chips × (TDP + scale-up port + scale-out port), summed over the partitions"));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->partitions)); i++)
    {
      g_autoptr (WeftPartitionResult) part = g_list_model_get_item (G_LIST_MODEL (self->partitions), i);

      add_number (origins, part->name,
                  money ? weft_partition_result_get_cost_usd (part)
                        : weft_partition_result_get_power_w (part),
                  money ? WEFT_UNIT_USD : WEFT_UNIT_W, part->domains_text);
      add_share (origins, self, i, money);
    }
}

/* "partitions/0/KEY" */
static void
explain_partition (GPtrArray      *origins,
                   WeftEvaluation *self,
                   guint           index,
                   const char     *key)
{
  const WeftMachinePartition *spec = &self->machine.partitions[index];
  g_autoptr (WeftPartitionResult) part = g_list_model_get_item (G_LIST_MODEL (self->partitions), index);
  WeftValue value;

  if (g_str_equal (key, "count") || g_str_equal (key, "nodes") || g_str_equal (key, "domains"))
    {
      add_number (origins, part->name, part->count, WEFT_UNIT_COUNT,
                  _("floor (share × budget / use of a chip / chips of a node) × chips of a node"));
      add_number (origins, _("Share of the budget"), spec->power_frac, WEFT_UNIT_NONE, NULL);
      explain_budget (origins, self);
      add_share (origins, self, index, self->budget_is_cost);
      add_record_value (origins, part->chip->record, "node_chips");
    }
  else if (g_str_equal (key, "chip_w") || g_str_equal (key, "power_w"))
    {
      add_number (origins, _("Power of a chip with its ports"), part->chip_w, WEFT_UNIT_W,
                  _("TDP + scale-up port + scale-out port"));
      add_share (origins, self, index, FALSE);
    }
  else if (g_str_equal (key, "cost_usd"))
    {
      add_number (origins, _("Cost of a chip with its fabrics"), part->chip_usd, WEFT_UNIT_USD,
                  _("price + scale-up + scale-out"));
      add_share (origins, self, index, TRUE);
    }
  else if (g_str_has_prefix (key, "scaleup/"))
    {
      key += strlen ("scaleup/");
      if (weft_inventory_lookup_scaleup_on_chip (self->inventory, spec->scaleup, spec->chip, key, &value))
        {
          g_autofree char *label = weft_key_label (key);

          add_value (origins, label, &value);
        }
    }
  else if (g_str_has_prefix (key, "scaleout/"))
    {
      add_record_value (origins, weft_inventory_scaleout (self->inventory, spec->scaleout)->record,
                        key + strlen ("scaleout/"));
    }
  else
    {
      add_record_value (origins, part->chip->record, key);
    }
}

static WeftUnit
value_unit (WeftWorkloadKind kind)
{
  return kind == WEFT_WORKLOAD_TRAINING  ? WEFT_UNIT_TOKENS_S
         : kind == WEFT_WORKLOAD_SERVING ? WEFT_UNIT_NONE
                                         : WEFT_UNIT_S;
}

static void
add_basis (GPtrArray          *origins,
           WeftEvaluation     *self,
           WeftWorkloadResult *result)
{
  for (guint phase = 0; phase < result->n_phases; phase++)
    {
      const WeftChip *chip;

      if (result->site[phase] < 0 || (phase == 1 && result->site[1] == result->site[0]))
        continue;
      chip = weft_inventory_chip (self->inventory,
                                  self->machine.partitions[result->site[phase]].chip);
      for (const char *const *key = bases[result->kind].chip_keys; *key != NULL; key++)
        add_record_value (origins, chip->record, *key);
    }
  for (const char *const *key = bases[result->kind].constants; *key != NULL; key++)
    add_constant (origins, self, *key);
}

/* "workloads/training/KEY" */
static void
explain_workload (GPtrArray          *origins,
                  WeftEvaluation     *self,
                  WeftWorkloadResult *result,
                  const char         *key)
{
  WeftUnit unit = value_unit (result->kind);
  const char *label = weft_workload_label (result->kind);

  if (g_str_equal (key, "speedup") || g_str_equal (key, "value"))
    {
      if (g_str_equal (key, "speedup"))
        add_number (origins, label, result->speedup, WEFT_UNIT_RATIO,
                    unit == WEFT_UNIT_S ? _("time of the reference / time")
                                        : _("rate / rate of the reference"));
      add_number (origins, unit == WEFT_UNIT_S ? _("Time") : _("Rate"), result->value, unit,
                  weft_workload_result_get_mapping (result));
      add_number (origins, _("The reference on the same budget"), result->reference, unit,
                  _("the profile's reference, evaluated in the same way"));
      add_basis (origins, self, result);
      return;
    }

  for (guint i = 0; i < result->details->len; i++)
    {
      const WeftDetail *detail = g_ptr_array_index (result->details, i);

      if (!g_str_equal (detail->key, key))
        continue;
      add_number (origins, detail->label, detail->value, detail->unit, detail->formula);
      add_basis (origins, self, result);
    }
}

/**
 * weft_evaluation_explain: (skip)
 * @self: an evaluation
 * @path: which number, as in the header
 *
 * Returns: (transfer full) (element-type WeftOrigin): its origins, empty for an unknown path
 */
GPtrArray *
weft_evaluation_explain (WeftEvaluation *self,
                         const char     *path)
{
  g_autoptr (GPtrArray) origins = g_ptr_array_new_with_free_func (free_origin);
  g_auto (GStrv) parts = NULL;
  WeftWorkloadKind kind;
  guint64 index;

  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  parts = g_strsplit (path, "/", 3);
  if (g_str_equal (path, "score"))
    explain_score (origins, self);
  else if (g_str_equal (path, "budget"))
    explain_budget (origins, self);
  else if (g_str_equal (path, "power_w") || g_str_equal (path, "cost_usd"))
    explain_total (origins, self, g_str_equal (path, "cost_usd"));
  else if (g_strv_length (parts) == 3 && g_str_equal (parts[0], "workloads")
           && weft_workload_parse (parts[1], &kind)
           && weft_evaluation_get_workload (self, kind) != NULL)
    explain_workload (origins, self, weft_evaluation_get_workload (self, kind), parts[2]);
  else if (g_strv_length (parts) == 3 && g_str_equal (parts[0], "partitions")
           && g_ascii_string_to_unsigned (parts[1], 10, 0, WEFT_MAX_PARTITIONS - 1, &index, NULL)
           && index < g_list_model_get_n_items (G_LIST_MODEL (self->partitions)))
    explain_partition (origins, self, (guint) index, parts[2]);

  return g_steal_pointer (&origins);
}
