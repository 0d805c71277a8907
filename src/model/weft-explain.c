/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a number of an evaluation comes from: the number itself first, then what it was computed from, down to the
 * catalog's sources and the profile's assumptions. */
#include "model/weft-evaluation-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"

#define MAX_KEYS 10

/* What a workload's result rests on: values of chip and fabrics, constants of the profile, numbers of the workload. */
typedef struct
{
  const char *chip[MAX_KEYS];
  const char *scaleup[MAX_KEYS];
  const char *scaleout[MAX_KEYS];
  const char *constants[MAX_KEYS];
  const char *workload[MAX_KEYS];
} Basis;

static const Basis bases[WEFT_N_WORKLOADS] = {
  [WEFT_WORKLOAD_TRAINING] = {
    { "bf16_tflops", "mem_usable_gb" },
    { "gbs_dir", "alpha_us", "max_domain_chips" },
    { "endpoint_gbs", "alpha_us" },
    { "mfu", "overlap_tp", "overlap_dp", "memory_fill", "train_tp", "train_pp" },
    { "llm_params", "llm_layers", "llm_hidden", "sequence_tokens", "global_batch_sequences" },
  },
  [WEFT_WORKLOAD_SERVING] = {
    { "fp8_tflops", "bf16_tflops", "mem_usable_gb", "mem_bw_gbs" },
    { "gbs_dir", "alpha_us", "max_domain_chips" },
    { NULL },
    { "mfu", "mbw", "dataflow_efficiency", "serve_tp", "prefill_batch", "decode_batch" },
    { "llm_params", "llm_layers", "llm_hidden", "llm_kv_heads", "llm_head_dim", "sequence_tokens",
      "decode_context_tokens", "request_in_tokens", "request_out_tokens" },
  },
  [WEFT_WORKLOAD_STENCIL] = {
    { "fp64_vector_tflops", "mem_bw_gbs" },
    { NULL },
    { "endpoint_gbs", "alpha_us" },
    { "phi64", "mbw", "halo_messages" },
    { "stencil_edge", "stencil_flop_per_point", "stencil_bytes_per_point", "halo_faces",
      "halo_bytes_per_point" },
  },
  [WEFT_WORKLOAD_HPCG] = {
    { "mem_bw_gbs" },
    { "gbs_dir", "alpha_us", "max_domain_chips" },
    { "endpoint_gbs", "alpha_us" },
    { "mbw", "halo_messages" },
    { "hpcg_edge", "hpcg_bytes_per_row", "hpcg_allreduces", "hpcg_allreduce_bytes", "halo_faces",
      "halo_bytes_per_point" },
  },
  [WEFT_WORKLOAD_FFT] = {
    { "fp64_vector_tflops", "mem_bw_gbs" },
    { NULL },
    { "endpoint_gbs" },
    { "mfu", "mbw", "alltoall_local_share" },
    { "fft_edge", "fft_bytes_per_point", "fft_flop_factor", "fft_passes", "fft_transposes" },
  },
  [WEFT_WORKLOAD_COUPLED] = {
    { "fp64_vector_tflops", "bf16_tflops", "mem_bw_gbs" },
    { NULL },
    { "endpoint_gbs", "alpha_us" },
    { "phi64", "mfu", "mbw", "dataflow_efficiency" },
    { "stencil_edge", "coupled_solver_share", "coupled_flop_per_byte" },
  },
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
  WeftOrigin *origin = add (origins, label, weft_quantity_format (value, unit),
                            WEFT_CONFIDENCE_DERIVED, formula);

  if (isfinite (value))
    origin->exact = weft_quantity_format_full (value, unit);
}

/* Source and note. */
static char *
join_source (const WeftProvenance *provenance)
{
  g_autoptr (GString) text = g_string_new (provenance->source != NULL ? provenance->source : "");

  if (provenance->date != NULL && *provenance->date != '\0')
    g_string_append_printf (text, " (%s)", provenance->date);
  if (provenance->note != NULL && *provenance->note != '\0' && g_strcmp0 (provenance->note, provenance->source) != 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", provenance->note);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A number as its file has it, with its key: "989.5 (bf16_tflops)". */
static char *
format_exact (const WeftValue *value)
{
  char number[WEFT_DOUBLE_BUFFER];

  if (!JSON_NODE_HOLDS_VALUE (value->node)
      || (json_node_get_value_type (value->node) != G_TYPE_DOUBLE
          && json_node_get_value_type (value->node) != G_TYPE_INT64))
    return NULL;

  return g_strdup_printf ("%s (%s)", weft_json_format_double (json_node_get_double (value->node), number),
                          value->key);
}

static void
add_value (GPtrArray       *origins,
           const char      *label,
           const WeftValue *value)
{
  g_autofree char *source = join_source (value->provenance);

  add (origins, label, weft_value_format (value), value->provenance->confidence, source)->exact = format_exact (value);
}

/* The shipped record that an inventory's record stands for, NULL for a part that only a profile knows. */
static WeftRecord *
find_shipped (WeftEvaluation *self,
              WeftRecord     *record)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (self->inventory);
  WeftRecord *fact = NULL;

  for (WeftRecord *layer = record; layer != NULL && fact == NULL; layer = weft_record_get_below (layer))
    fact = weft_catalog_lookup (catalog, weft_record_get_kind (record), weft_record_get_id (layer));
  while (fact != NULL && weft_record_get_below (fact) != NULL)
    fact = weft_record_get_below (fact);

  return fact;
}

/* Port power has another name in the catalog, which keeps the power of one and of two tiers apart. */
static gboolean
lookup_fact (WeftEvaluation *self,
             WeftRecord     *record,
             const char     *key,
             WeftValue      *fact)
{
  WeftRecord *shipped = find_shipped (self, record);

  return shipped != NULL
         && (weft_record_lookup (shipped, key, fact)
             || (g_str_equal (key, "power_w_per_endpoint")
                 && weft_record_lookup (shipped, "power_w_per_endpoint_2tier", fact)));
}

/* A value of a record, and the fact that it lies over when an assumption replaced one. */
static gboolean
add_record_value (GPtrArray      *origins,
                  WeftEvaluation *self,
                  WeftRecord     *record,
                  const char     *key)
{
  g_autofree char *name = weft_key_label (key);
  g_autofree char *label = NULL;
  WeftValue value, fact;

  if (!weft_record_lookup (record, key, &value))
    return FALSE;

  label = g_strdup_printf ("%s, %s", weft_record_get_id (record), name);
  add_value (origins, label, &value);

  if (lookup_fact (self, record, key, &fact) && fact.provenance != value.provenance)
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
  WeftUnit unit = self->budget_is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W;

  add (origins, _("Budget"), weft_quantity_format (self->budget, unit),
       self->budget_is_default ? WEFT_CONFIDENCE_ASSUMED : WEFT_CONFIDENCE_USER,
       self->budget_is_default ? _("the profile's default, since the document names none")
                               : _("facility of the document"));
  if (self->budget_is_default)
    add_constant (origins, self, "default_power_w");
}

/* The number of the document when it says one, else the record's. */
static void
add_workload_number (GPtrArray      *origins,
                     WeftEvaluation *self,
                     const char     *key)
{
  g_autofree char *label = weft_key_label (key);
  double used = weft_workload_spec_get (&self->model.w, key);
  WeftValue value;

  if (self->workload == NULL || !weft_record_lookup (self->workload, key, &value))
    return;

  if (used == weft_record_get_number (self->workload, key))
    add_value (origins, label, &value);
  else
    add (origins, label, weft_quantity_format (used, WEFT_UNIT_NONE), WEFT_CONFIDENCE_USER,
         _("workload of the document"));
}

static void
add_scaleup_value (GPtrArray                  *origins,
                   WeftEvaluation             *self,
                   const WeftMachinePartition *part,
                   const char                 *key)
{
  const char *name = weft_inventory_scaleup (self->inventory, part->scaleup)->id;
  g_autofree char *what = weft_key_label (key);
  g_autofree char *label = g_strdup_printf ("%s, %s", name, what);
  WeftValue value;

  if (weft_inventory_lookup_scaleup_on_chip (self->inventory, part->scaleup, part->chip, key, &value))
    add_value (origins, label, &value);
}

static void
add_share (GPtrArray      *origins,
           WeftEvaluation *self,
           guint           index,
           gboolean        money)
{
  const WeftMachinePartition *part = &self->machine.partitions[index];

  add_record_value (origins, self, weft_inventory_chip (self->inventory, part->chip)->record,
                    money ? "price_usd" : "tdp_w");
  add_scaleup_value (origins, self, part, money ? "cost_usd_per_chip" : "power_w_per_chip");
  if (money || !add_record_value (origins, self, weft_inventory_scaleout (self->inventory, part->scaleout)->record,
                                  "power_w_per_endpoint"))
    add_record_value (origins, self, weft_inventory_scaleout (self->inventory, part->scaleout)->record,
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

/* From the links of a graph, else from fabric and chip. */
static void
explain_domain (GPtrArray                  *origins,
                WeftEvaluation             *self,
                const WeftMachinePartition *spec,
                WeftPartitionResult        *part)
{
  gboolean drawn = spec->domain_chips > 0;

  add_number (origins, _("Chips of a domain"), part->domain_chips, WEFT_UNIT_COUNT,
              drawn ? _("the largest group that the graph's scale-up links join")
                    : _("the smaller of the fabric's and the chip's largest domain"));
  if (!drawn)
    add_scaleup_value (origins, self, spec, "max_domain_chips");
}

/* Counted in a graph, else what the share of the budget buys. */
static void
explain_count (GPtrArray                  *origins,
               WeftEvaluation             *self,
               const WeftMachinePartition *spec,
               WeftPartitionResult        *part,
               guint                       index)
{
  if (spec->n_chips > 0)
    {
      add (origins, part->name, weft_quantity_format (part->count, WEFT_UNIT_COUNT),
           WEFT_CONFIDENCE_USER, _("counted in the graph of the document"));
      return;
    }

  add_number (origins, part->name, part->count, WEFT_UNIT_COUNT,
              _("floor (share × budget / use of a chip / chips of a node) × chips of a node"));
  add (origins, _("Share of the budget"), weft_quantity_format (spec->power_frac, WEFT_UNIT_NONE),
       WEFT_CONFIDENCE_USER, _("power_frac of the document"));
  explain_budget (origins, self);
  add_share (origins, self, index, self->budget_is_cost);
  add_record_value (origins, self, part->chip->record, "node_chips");
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

  if (g_str_equal (key, "domain_chips"))
    explain_domain (origins, self, spec, part);
  else if (g_str_equal (key, "count") || g_str_equal (key, "nodes") || g_str_equal (key, "domains"))
    explain_count (origins, self, spec, part, index);
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
      add_scaleup_value (origins, self, spec, key + strlen ("scaleup/"));
    }
  else if (g_str_has_prefix (key, "scaleout/"))
    {
      add_record_value (origins, self, weft_inventory_scaleout (self->inventory, spec->scaleout)->record,
                        key + strlen ("scaleout/"));
    }
  else
    {
      add_record_value (origins, self, part->chip->record, key);
    }
}

/* Chip and fabrics of one partition that runs the workload. */
static void
add_parts (GPtrArray      *origins,
           WeftEvaluation *self,
           const Basis    *basis,
           guint           index)
{
  const WeftMachinePartition *part = &self->machine.partitions[index];
  const WeftChip *chip = weft_inventory_chip (self->inventory, part->chip);
  const WeftScaleout *scaleout = weft_inventory_scaleout (self->inventory, part->scaleout);
  g_autofree char *label = g_strdup_printf (_("%s, chips"), chip->id);

  add_number (origins, label, self->result.n[index], WEFT_UNIT_COUNT,
              self->machine.partitions[index].n_chips > 0 ? _("counted in the graph of the document")
                                                        : _("what the share of the budget buys"));
  for (const char *const *key = basis->chip; *key != NULL; key++)
    add_record_value (origins, self, chip->record, *key);
  for (const char *const *key = basis->scaleup; *key != NULL; key++)
    add_scaleup_value (origins, self, part, *key);
  for (const char *const *key = basis->scaleout; *key != NULL; key++)
    add_record_value (origins, self, scaleout->record, *key);
}

static void
add_basis (GPtrArray          *origins,
           WeftEvaluation     *self,
           WeftWorkloadResult *result)
{
  const Basis *basis = &bases[result->kind];

  for (guint phase = 0; phase < result->n_phases; phase++)
    if (result->site[phase] >= 0 && (phase == 0 || result->site[1] != result->site[0]))
      add_parts (origins, self, basis, (guint) result->site[phase]);
  for (const char *const *key = basis->constants; *key != NULL; key++)
    add_constant (origins, self, *key);
  for (const char *const *key = basis->workload; *key != NULL; key++)
    add_workload_number (origins, self, *key);
}

/* "split/latency" */
static gboolean
explain_split (GPtrArray          *origins,
               WeftWorkloadResult *result,
               const char         *nick)
{
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (g_str_equal (nick, weft_time_part_nick (i)))
      {
        add_number (origins, weft_time_part_label (i), result->share[i], WEFT_UNIT_NONE,
                    _("its part of the time that the workload takes"));
        return TRUE;
      }

  return FALSE;
}

static void
explain_weight (GPtrArray          *origins,
                WeftEvaluation     *self,
                WeftWorkloadResult *result)
{
  WeftValue value;

  add (origins, _("Weight"), weft_quantity_format (result->weight, WEFT_UNIT_NONE),
       WEFT_CONFIDENCE_USER, _("workload of the document, or of the record below"));
  if (self->workload != NULL && weft_record_lookup (self->workload, "weights", &value))
    add_value (origins, weft_record_get_name (self->workload), &value);
}

/* "workloads/training/KEY" */
static void
explain_workload (GPtrArray          *origins,
                  WeftEvaluation     *self,
                  WeftWorkloadResult *result,
                  const char         *key)
{
  WeftUnit unit = weft_workload_value_unit (result->kind);
  const char *label = weft_workload_label (result->kind);

  if (g_str_equal (key, "weight"))
    {
      explain_weight (origins, self, result);
      return;
    }
  if (g_str_has_prefix (key, "split/"))
    {
      if (explain_split (origins, result, key + strlen ("split/")))
        add_basis (origins, self, result);
      return;
    }
  if (g_str_equal (key, "reference"))
    {
      add_number (origins, _("The reference on the same budget"), result->reference, unit,
                  _("the profile's reference, evaluated in the same way"));
      explain_budget (origins, self);
      return;
    }
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

  if (*path == '/')
    path++;
  parts = g_strsplit (path, "/", 3);
  if (g_str_equal (path, "score"))
    explain_score (origins, self);
  else if (g_str_equal (path, "budget") || g_str_equal (path, self->budget_is_cost ? "budget_usd" : "budget_w"))
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
