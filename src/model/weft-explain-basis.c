/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a workload's result rests on: chips and fabrics, constants of its equations, numbers of the workload. */
#include "model/weft-explain-private.h"

#include <glib/gi18n-lib.h>

#include "model/weft-basis-private.h"

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

/* By the measured equations: which constants there are depends on chip, fabrics and software. */
static void
add_measured_constants (GPtrArray        *origins,
                        WeftEvaluation   *self,
                        WeftWorkloadKind  kind,
                        guint             partition)
{
  WeftSite site = weft_model_site (&self->model, &self->machine.partitions[partition], self->result.n[partition]);
  g_autoptr (GPtrArray) list = weft_basis_list (&self->model, &site, kind, WEFT_N_PARTS);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < list->len; i++)
    {
      const WeftBasis *basis = list->pdata[i];
      g_autofree char *name = weft_key_label (basis->key);
      g_autofree char *label = g_strdup_printf ("%s, %s", basis->of != NULL ? basis->of : "", name);

      if (!g_hash_table_add (seen, (gpointer) basis->text))
        continue;
      if (basis->of != NULL)
        weft_origins_add_value (origins, label, &basis->from);
      else
        weft_origins_add_constant (origins, self, basis->key);
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

  weft_origins_add_number (origins, label, self->result.n[index], WEFT_UNIT_COUNT,
                           self->machine.partitions[index].n_chips > 0 ? _("counted in the graph of the document")
                           : _("what the share of the budget buys"));
  for (const char *const *key = basis->chip; *key != NULL; key++)
    weft_origins_add_record_value (origins, self, chip->record, *key);
  for (const char *const *key = basis->scaleup; *key != NULL; key++)
    weft_origins_add_scaleup_value (origins, self, part, *key);
  for (const char *const *key = basis->scaleout; *key != NULL; key++)
    weft_origins_add_record_value (origins, self, scaleout->record, *key);
}

static void
add_constants (GPtrArray          *origins,
               WeftEvaluation     *self,
               WeftWorkloadResult *result)
{
  const Basis *basis = &bases[result->kind];
  gboolean is_coupled = result->kind == WEFT_WORKLOAD_COUPLED;

  if (self->model.measured == NULL)
    {
      for (const char *const *key = basis->constants; *key != NULL; key++)
        weft_origins_add_constant (origins, self, *key);
      return;
    }

  /* The coupled workload's solver is the stencil. */
  for (guint phase = 0; phase < result->n_phases; phase++)
    if (result->site[phase] >= 0 && (phase == 0 || result->site[1] != result->site[0] || is_coupled))
      add_measured_constants (origins, self,
                              is_coupled && phase == 0 ? WEFT_WORKLOAD_STENCIL : result->kind,
                              (guint) result->site[phase]);
}

void
weft_origins_add_basis (GPtrArray          *origins,
                        WeftEvaluation     *self,
                        WeftWorkloadResult *result)
{
  const Basis *basis = &bases[result->kind];

  for (guint phase = 0; phase < result->n_phases; phase++)
    if (result->site[phase] >= 0 && (phase == 0 || result->site[1] != result->site[0]))
      add_parts (origins, self, basis, (guint) result->site[phase]);
  add_constants (origins, self, result);
  for (const char *const *key = basis->workload; *key != NULL; key++)
    weft_origins_add_workload_number (origins, self, *key);
}
