/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a phase cannot run on a partition, in words with both sizes. */
#include "model/weft-evaluation-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-measured-private.h"

/* The least bytes of weights a chip that any mapping reaches, against what a chip holds. */
static char *
explain_memory (const WeftFindings *findings,
                const WeftSite     *site,
                gboolean            training)
{
  const WeftModel *model = findings->model;
  double element = training ? model->k.train_static_bytes_per_param
                            : weft_serving_element_bytes (model, site->chip);
  double room = site->chip->mem_bytes * (training ? model->k.memory_fill : 1);
  const WeftCandidates *tps = training ? &model->k.train_tp : &model->k.serve_tp;
  double ways = 1;
  g_autofree char *need = NULL, *have = NULL, *total = NULL;

  for (guint i = 0; i < tps->n; i++)
    if (tps->v[i] <= site->domain_chips && tps->v[i] <= site->n)
      ways = MAX (ways, tps->v[i]);
  if (training)
    ways = MAX (ways, MIN (site->n, ways * model->k.train_pp.v[model->k.train_pp.n - 1]));

  total = weft_quantity_format (model->w.llm_params * element, WEFT_UNIT_BYTES);
  need = weft_quantity_format (model->w.llm_params * element / ways, WEFT_UNIT_BYTES);
  have = weft_quantity_format (room, WEFT_UNIT_BYTES);
  return g_strdup_printf (training ? _("%s of weights and gradients are %s a chip at %.0f-way, "
                                       "besides optimizer and activations; a chip holds %s")
                                   : _("%s of weights are %s a chip at %.0f-way, besides the KV "
                                       "cache; a chip holds %s"),
                          total, need, ways, have);
}

static char *
explain_on_chip_memory (const WeftFindings *findings,
                        const WeftSite     *site)
{
  const WeftModel *model = findings->model;
  double bytes = model->w.llm_params * weft_serving_element_bytes (model, site->chip);
  double least = weft_dataflow_least_chips (model, site->chip);
  g_autofree char *total = weft_quantity_format (bytes, WEFT_UNIT_BYTES);
  g_autofree char *need = weft_quantity_format (bytes / site->n, WEFT_UNIT_BYTES);
  g_autofree char *have = weft_quantity_format (site->chip->mem_bytes, WEFT_UNIT_BYTES);

  return g_strdup_printf (_("%s of weights are %s a chip at %u-way, %s there; "
                            "%.0f chips would hold the weights"),
                          total, need, site->n, have, least);
}

static char *
explain_batch_room (const WeftFindings *findings,
                    const WeftSite     *site)
{
  const WeftModel *model = findings->model;
  double element = weft_serving_element_bytes (model, site->chip);
  double kv = weft_workload_spec_kv_elements (&model->w) * element
              * model->w.decode_context_tokens;
  g_autofree char *need = weft_quantity_format (model->w.llm_params * element + kv,
                                                WEFT_UNIT_BYTES);
  g_autofree char *have = weft_quantity_format (site->n * site->chip->mem_bytes, WEFT_UNIT_BYTES);

  return g_strdup_printf (_("Weights and the KV cache of one sequence are %s; "
                            "%u chips hold %s, in steps that no pipeline of the model meets"),
                          need, site->n, have);
}

/**
 * weft_lack_explain: (skip)
 * @findings: what the kernel found
 * @partition: index of the partition
 * @lack: what is lacking
 * @training: whether it is about training
 *
 * Returns: (transfer full): one clause without a full stop
 */
char *
weft_lack_explain (const WeftFindings *findings,
                   guint               partition,
                   WeftLack            lack,
                   gboolean            training)
{
  WeftSite site = weft_findings_site (findings, (int) partition);
  char *measured = NULL;

  switch (lack)
    {
    case WEFT_LACKS_FP64:
      return g_strdup_printf (_("the FP64 rate of %s is unknown"), site.chip->id);
    case WEFT_LACKS_AI:
      return g_strdup_printf (training ? _("the BF16 rate of %s is unknown")
                                       : _("the FP8 and 16-bit rates of %s are unknown"),
                              site.chip->id);
    case WEFT_IS_SRAM_ONLY:
      return g_strdup_printf (_("%s has on-chip memory alone, which cannot hold training states"),
                              site.chip->id);
    case WEFT_LACKS_BATCH_ROOM:
      return explain_batch_room (findings, &site);
    case WEFT_LACKS_MEMORY:
      if (findings->model->measured != NULL && !site.chip->dataflow)
        measured = weft_measured_explain_lack (findings->model, &site, training);
      if (measured != NULL)
        return measured;
      return site.chip->dataflow ? explain_on_chip_memory (findings, &site)
                                 : explain_memory (findings, &site, training);
    case WEFT_CAN_RUN:
    default:
      return g_strdup ("");
    }
}
