/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plans for training and for serving can both get wrong: how a model's parts are shared out. */
#pragma once

#include "catalog/weft-llm-shape.h"

G_BEGIN_DECLS

/* A whole number of at least 1 that is asked for under this name. */
typedef struct
{
  const char *name;
  double value;
} WeftPlanCount;

/* Each: a translated sentence without a full stop about the first thing that cannot be, or NULL.
 * (transfer full) (nullable) */
char *weft_plan_lack_of_counts  (const WeftPlanCount *counts,
                                 guint                n_counts);
char *weft_plan_lack_of_model   (const WeftLlmShape  *model);
char *weft_plan_lack_of_tensors (const WeftLlmShape  *model,
                                 guint                tp);
char *weft_plan_lack_of_stages  (const WeftLlmShape  *model,
                                 guint                pp,
                                 guint                chunks);
char *weft_plan_lack_of_experts (const WeftLlmShape  *model,
                                 guint                ep,
                                 guint                expert_tp);

/* Whether @tp chips can share @heads query heads and @kv_heads KV heads: each has its share of both, or whole KV heads
 * are copied. */
gboolean weft_plan_shares_heads (double heads,
                                 double kv_heads,
                                 guint  tp);

G_END_DECLS
