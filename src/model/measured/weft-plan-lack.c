/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a model's heads, layers and experts can be shared out as a plan wants it. */
#include "model/measured/weft-plan-lack-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Counts beyond this are slips of the keyboard; products of four of them stay exact in a double. */
#define MAX_COUNT 1e9

char *
weft_plan_lack_of_counts (const WeftPlanCount *counts,
                          guint                n_counts)
{
  for (guint i = 0; i < n_counts; i++)
    if (!(counts[i].value >= 1 && counts[i].value <= MAX_COUNT && counts[i].value == floor (counts[i].value)))
      return g_strdup_printf (_("%s is %g, expected a whole number from 1 to %g"), counts[i].name, counts[i].value,
                              MAX_COUNT);
  return NULL;
}

char *
weft_plan_lack_of_model (const WeftLlmShape *model)
{
  g_autofree char *lack = weft_llm_shape_lack (model);

  return lack != NULL ? g_strdup_printf (_("model: %s"), lack) : NULL;
}

gboolean
weft_plan_shares_heads (double heads,
                        double kv_heads,
                        guint  tp)
{
  return fmod (heads, tp) == 0 && (fmod (kv_heads, tp) == 0 || fmod (tp, kv_heads) == 0);
}

/* With multi-head latent attention the one compressed entry is copied to every chip. */
char *
weft_plan_lack_of_tensors (const WeftLlmShape *model,
                           guint               tp)
{
  for (guint i = 0; i < (guint) model->layers; i++)
    {
      WeftLlmLayer layer = weft_llm_layer (model, i);

      if (!weft_plan_shares_heads (layer.heads, layer.kv_heads, tp))
        return g_strdup_printf (_("TP%u cannot share the %g query heads and %g KV heads of layer %u, choose one that "
                                  "divides both, or divides the query heads and is a multiple of the KV heads"),
                                tp, layer.heads, layer.kv_heads, i);
    }
  return NULL;
}

char *
weft_plan_lack_of_stages (const WeftLlmShape *model,
                          guint               pp,
                          guint               chunks)
{
  if ((double) pp * chunks <= model->layers)
    return NULL;
  if (chunks > 1)
    return g_strdup_printf (_("%u pipeline stages of %u chunks are more than the model's %g layers, use fewer"), pp,
                            chunks, model->layers);
  return g_strdup_printf (_("%u pipeline stages are more than the model's %g layers, use fewer"), pp, model->layers);
}

char *
weft_plan_lack_of_experts (const WeftLlmShape *model,
                           guint               ep,
                           guint               expert_tp)
{
  if (ep > 1 && !(model->experts > 0))
    return g_strdup_printf (_("EP%u shares out experts, but the model has none, use EP1"), ep);
  if (ep > 1 && fmod (model->experts, ep) != 0)
    return g_strdup_printf (_("EP%u does not divide the model's %g experts"), ep, model->experts);
  if (model->experts > 0 && fmod (model->moe_ffn, expert_tp) != 0)
    return g_strdup_printf (_("%u chips cannot share experts that are %g wide"), expert_tp, model->moe_ffn);
  return NULL;
}
