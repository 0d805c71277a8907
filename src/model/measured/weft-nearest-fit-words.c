/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes are called, and a remedy in a line. */
#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"
#include "model/measured/weft-memory-words-private.h"
#include "model/measured/weft-nearest-fit.h"

static const struct
{
  const char *nick;
  const char *label;
} kinds[WEFT_N_CHANGES] = {
  { "sequence-parallelism", N_("sequence parallelism") },
  { "flash-attention", N_("flash attention") },
  { "recomputation", N_("recomputation") },
  { "zero-stage", N_("ZeRO stage") },
  { "microbatch", N_("microbatch") },
  { "chunk", N_("tokens of a step") },
  { "virtual-stages", N_("virtual stages") },
  { "tensor-parallelism", N_("tensor parallelism") },
  { "pipeline-stages", N_("pipeline stages") },
  { "context-parallelism", N_("context parallelism") },
  { "expert-parallelism", N_("expert parallelism") },
  { "optimizer", N_("optimizer") },
  { "chips", N_("chips") },
  { "chip", N_("chip") },
  { "batch", N_("batch") },
  { "kv-format", N_("KV cache") },
  { "weight-format", N_("weights") },
  { "context", N_("tokens of a request") },
};

/**
 * weft_change_kind_nick: (skip)
 * @kind: what is changed
 *
 * Returns: its name in JSON
 */
const char *
weft_change_kind_nick (WeftChangeKind kind)
{
  g_return_val_if_fail ((guint) kind < WEFT_N_CHANGES, NULL);
  return kinds[kind].nick;
}

/**
 * weft_change_kind_label: (skip)
 * @kind: what is changed
 *
 * Returns: its name for people, translated
 */
const char *
weft_change_kind_label (WeftChangeKind kind)
{
  g_return_val_if_fail ((guint) kind < WEFT_N_CHANGES, NULL);
  return _(kinds[kind].label);
}

/**
 * weft_fit_remedy_describe: (skip)
 * @self: changes that make a plan fit
 *
 * Returns: (transfer full): the changes and what they leave, translated, without a full stop
 */
char *
weft_fit_remedy_describe (const WeftFitRemedy *self)
{
  g_autofree char *used = weft_memory_format_bytes (self->used_bytes);
  g_autofree char *capacity = weft_memory_format_bytes (self->capacity_bytes);
  g_autofree char *left = weft_memory_format_bytes (self->capacity_bytes - self->used_bytes);
  g_autofree char *chips = weft_quantity_format (self->chips, WEFT_UNIT_COUNT);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n_changes; i++)
    g_string_append_printf (text, _("%s%s %s → %s"), i > 0 ? ", " : "", weft_change_kind_label (self->change[i].kind),
                            self->change[i].from, self->change[i].to);
  g_string_append_printf (text, _(": %s of %s, %s free, chips: %s"), used, capacity, left, chips);
  return g_string_free (text, FALSE);
}
