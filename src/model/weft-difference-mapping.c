/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a workload is split or placed otherwise under another profile: what the first one's choice would be there. */
#include "model/weft-difference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-measured-private.h"

static const WeftMapping *
training_of (const WeftDifferenceSide *side)
{
  return &side->times[side->evaluation->result.site[WEFT_WORKLOAD_TRAINING][0]].training.best;
}

static char *
write_split (const WeftMapping *mapping)
{
  return g_strdup_printf ("TP%u PP%u DP%u", mapping->tp, mapping->pp, mapping->dp);
}

/* --- why a split does not fit, or is slower --- */

/* What of the memory is most, "activations 90 GB, reserve 6.2 GB". */
static char *
list_largest (const WeftMemoryItems *items)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean used[WEFT_N_MEMORY_ITEMS] = { FALSE };

  for (guint n = 0; n < 3; n++)
    {
      guint most = WEFT_N_MEMORY_ITEMS;
      g_autofree char *size = NULL;

      for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
        if (!used[i] && items->bytes[i] > 0 && (most == WEFT_N_MEMORY_ITEMS || items->bytes[i] > items->bytes[most]))
          most = i;
      if (most == WEFT_N_MEMORY_ITEMS)
        break;
      used[most] = TRUE;
      size = weft_quantity_format (items->bytes[most], WEFT_UNIT_BYTES);
      g_string_append_printf (text, "%s%s %s", n > 0 ? ", " : "", weft_memory_item_label (most), size);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
explain_memory (const WeftModel   *model,
                const WeftSite    *site,
                const WeftMapping *other)
{
  g_autofree char *most = NULL, *need = NULL, *have = NULL;
  WeftTrainingMemory memory;
  WeftMemoryItems items;

  if (model->measured != NULL)
    {
      double bytes = weft_measured_train_bytes (model, site, other->tp, other->pp, &items);

      need = weft_quantity_format (bytes, WEFT_UNIT_BYTES);
      have = weft_quantity_format (items.capacity_bytes, WEFT_UNIT_BYTES);
      most = list_largest (&items);
      return g_strdup_printf (_("it takes %s of a chip's %s even with all recomputed: %s"), need, have, most);
    }

  memory = weft_training_memory (model, site, other);
  need = weft_quantity_format (memory.weights + memory.optimizer + memory.activations, WEFT_UNIT_BYTES);
  have = weft_quantity_format (memory.capacity, WEFT_UNIT_BYTES);
  return g_strdup_printf (_("it takes %s of a chip's usable %s"), need, have);
}

/* What the other profile's split would be on this side: a clause. (transfer full) */
static char *
judge_split (const WeftDifferenceSide *side,
             const WeftMapping        *other)
{
  const WeftModel *model = &side->evaluation->model;
  int partition = side->evaluation->result.site[WEFT_WORKLOAD_TRAINING][0];
  WeftSite site = weft_difference_site (side, partition);
  char percent[G_ASCII_DTOSTR_BUF_SIZE];
  WeftMapping own = { 0 };
  double loss;

  if (other->tp > site.domain_chips)
    return g_strdup_printf (_("a domain holds %.0f chips"), site.domain_chips);
  if ((guint64) other->tp * other->pp > site.n)
    return g_strdup_printf (_("there are %u chips"), site.n);
  if (!weft_training_at (model, &site, other->tp, other->pp, &own))
    {
      WeftMapping asked = *other;

      asked.dp = (guint) MAX (1, site.n / ((guint64) other->tp * other->pp));
      return explain_memory (model, &site, &asked);
    }

  loss = 1 - own.rate / side->times[partition].training.best.rate;
  g_ascii_formatd (percent, sizeof percent, "%.3g", 100 * MAX (0, loss));
  return g_strdup_printf (_("it trains %s\u00a0%% fewer tokens a second"), percent);
}

static void
add_training (GPtrArray                *reasons,
              const WeftDifferenceSide  sides[2])
{
  const WeftMapping *a = training_of (&sides[0]), *b = training_of (&sides[1]);
  g_autofree char *split_a = write_split (a), *split_b = write_split (b);
  g_autofree char *why_a = NULL, *why_b = NULL;
  const char *names[] = { weft_evaluation_get_profile (sides[0].evaluation),
                          weft_evaluation_get_profile (sides[1].evaluation) };

  if (a->tp == b->tp && a->pp == b->pp)
    return;
  why_a = judge_split (&sides[1], a);
  why_b = judge_split (&sides[0], b);
  weft_reasons_take (
    reasons,
    weft_reason_new ("mapping", _("split"), NAN, NAN, NAN, WEFT_UNIT_NONE,
                     /* Translators: splits, profiles, and clauses about what a split would be under a profile */
                     g_strdup_printf (_("The best split is %s, not %s. TP%u PP%u under %s: %s. "
                                        "TP%u PP%u under %s: %s."),
                                      split_b, split_a, a->tp, a->pp, names[1], why_a, b->tp, b->pp, names[0],
                                      why_b)));
}

/* --- serving --- */

static const WeftMapping *
phase_of (const WeftDifferenceSide *side,
          guint                     phase)
{
  const WeftPartitionTimes *times = &side->times[side->evaluation->result.site[WEFT_WORKLOAD_SERVING][phase]];

  return phase == 0 ? &times->prefill.best : &times->decode.best;
}

static void
add_serving (GPtrArray                *reasons,
             const WeftDifferenceSide  sides[2])
{
  for (guint phase = 0; phase < 2; phase++)
    {
      const WeftMapping *a = phase_of (&sides[0], phase), *b = phase_of (&sides[1], phase);
      char *text;

      if (a->tp == b->tp && a->batch == b->batch)
        continue;
      if (phase == 0)
        text = g_strdup_printf (_("Prompts are read by TP%u in batches of %u, not by TP%u in batches of %u."), b->tp,
                                b->batch, a->tp, a->batch);
      else
        text = g_strdup_printf (_("Tokens are made by TP%u in batches of %u, not by TP%u in batches of %u."), b->tp,
                                b->batch, a->tp, a->batch);
      weft_reasons_take (reasons,
                         weft_reason_new ("mapping", _("split"), NAN, a->batch, b->batch, WEFT_UNIT_COUNT, text));
    }
}

/* --- places --- */

static double
kernel_s (const WeftPartitionTimes *times,
          WeftWorkloadKind          kind)
{
  return kind == WEFT_WORKLOAD_STENCIL ? times->stencil_s : kind == WEFT_WORKLOAD_HPCG ? times->hpcg_s : times->fft_s;
}

/* What a workload's value would be in these partitions; 0 when it cannot run there. */
static double
value_at (const WeftDifferenceSide *side,
          WeftWorkloadKind          kind,
          const gint8               at[2])
{
  const WeftModel *model = &side->evaluation->model;
  const WeftPartitionTimes *first = &side->times[at[0]], *second = &side->times[MAX (at[1], 0)];

  switch (kind)
    {
    case WEFT_WORKLOAD_TRAINING:
      return first->training.best.rate;
    case WEFT_WORKLOAD_SERVING:
      return weft_model_serving_rate (model, first->prefill.best.rate, second->decode.best.rate, at[0] == at[1]);
    case WEFT_WORKLOAD_COUPLED:
      if (!(first->stencil_s > 0) || !(second->ai_s > 0))
        return 0;
      return at[0] == at[1] ? first->stencil_s + second->ai_s : MAX (first->stencil_s, second->ai_s);
    case WEFT_WORKLOAD_STENCIL:
    case WEFT_WORKLOAD_HPCG:
    case WEFT_WORKLOAD_FFT:
    case WEFT_N_WORKLOADS:
    default:
      return kernel_s (first, kind);
    }
}

static char *
write_place (const WeftDifferenceSide *side,
             WeftWorkloadKind          kind,
             const gint8               at[2])
{
  double value = value_at (side, kind, at);
  g_autofree char *size = weft_quantity_format (value, weft_workload_value_unit (kind));

  return value > 0 ? g_steal_pointer (&size) : g_strdup (_("cannot run"));
}

static void
add_placement (GPtrArray                *reasons,
               const WeftDifferenceSide  sides[2],
               WeftWorkloadKind          kind)
{
  const gint8 *a = sides[0].evaluation->result.site[kind], *b = sides[1].evaluation->result.site[kind];
  WeftWorkloadResult *left = weft_evaluation_get_workload (sides[0].evaluation, kind);
  WeftWorkloadResult *right = weft_evaluation_get_workload (sides[1].evaluation, kind);
  g_autofree char *there = NULL, *here = NULL;

  if (a[0] == b[0] && a[1] == b[1])
    return;
  here = write_place (&sides[1], kind, b);
  there = write_place (&sides[1], kind, a);
  /* Translators: two placements with the workload's rate or time in each, under one profile */
  weft_reasons_take (reasons, weft_reason_new ("placement", _("place"), NAN, NAN, NAN, WEFT_UNIT_NONE,
                                               g_strdup_printf (_("Placed on: %s (%s); not on: %s (%s under %s)."),
                                                                weft_workload_result_get_placement (right), here,
                                                                weft_workload_result_get_placement (left), there,
                                                                weft_evaluation_get_profile (sides[1].evaluation))));
}

void
weft_mapping_reasons (GPtrArray                *reasons,
                      const WeftDifferenceSide  sides[2],
                      WeftWorkloadKind          kind)
{
  add_placement (reasons, sides, kind);
  if (kind == WEFT_WORKLOAD_TRAINING)
    add_training (reasons, sides);
  if (kind == WEFT_WORKLOAD_SERVING)
    add_serving (reasons, sides);
}
