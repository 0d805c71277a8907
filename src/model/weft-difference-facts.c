/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two profiles know of chips and fabrics where they differ, and how each sums scalars over all chips. */
#include "model/weft-difference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-measured-private.h"

typedef enum
{
  OF_CHIP,
  OF_SCALEUP,
  OF_SCALEOUT,
} Owner;

/* A number of the machine that a part of the time rests on. */
typedef struct
{
  WeftTimePart part;
  guint kinds; /* bits of workloads */
  Owner owner;
  const char *key;
  WeftUnit unit;
  double (*get) (const WeftSite *site);
  const char *text;
} Fact;

#define KIND(kind) (1u << WEFT_WORKLOAD_##kind)
#define AI (KIND (TRAINING) | KIND (SERVING))
#define HPC (KIND (STENCIL) | KIND (HPCG) | KIND (FFT) | KIND (COUPLED))

static double
get_bf16 (const WeftSite *site)
{
  return site->chip->peak_bf16_flops;
}

static double
get_fp8 (const WeftSite *site)
{
  return site->chip->peak_fp8_flops;
}

static double
get_fp64 (const WeftSite *site)
{
  return site->chip->peak_fp64_flops;
}

static double
get_memory (const WeftSite *site)
{
  return site->chip->mem_bw_bytes_s;
}

static double
get_inside_alpha (const WeftSite *site)
{
  return site->inside.alpha_s;
}

static double
get_inside (const WeftSite *site)
{
  return site->inside.bw_bytes_s;
}

static double
get_across_alpha (const WeftSite *site)
{
  return site->across.alpha_s;
}

static double
get_across (const WeftSite *site)
{
  return site->across.bw_bytes_s;
}

static const Fact facts[] = {
  { WEFT_PART_COMPUTE, KIND (TRAINING) | KIND (COUPLED), OF_CHIP, "bf16_tflops", WEFT_UNIT_FLOPS, get_bf16,
    N_("The BF16 peak is %b, not %a.") },
  { WEFT_PART_COMPUTE, KIND (SERVING), OF_CHIP, "fp8_tflops", WEFT_UNIT_FLOPS, get_fp8,
    N_("The FP8 peak is %b, not %a.") },
  { WEFT_PART_COMPUTE, HPC, OF_CHIP, "fp64_vector_tflops", WEFT_UNIT_FLOPS, get_fp64,
    N_("The FP64 peak is %b, not %a.") },
  { WEFT_PART_MEMORY, AI | HPC, OF_CHIP, "mem_bw_gbs", WEFT_UNIT_BYTES_S, get_memory,
    N_("The memory's bandwidth is %b, not %a.") },
  { WEFT_PART_LATENCY, AI | KIND (HPCG), OF_SCALEUP, "alpha_us", WEFT_UNIT_S, get_inside_alpha,
    N_("A message inside a domain starts in %b, not %a.") },
  { WEFT_PART_LATENCY, HPC, OF_SCALEOUT, "alpha_us", WEFT_UNIT_S, get_across_alpha,
    N_("A message between domains starts in %b, not %a.") },
  { WEFT_PART_BISECTION, AI | KIND (FFT), OF_SCALEUP, "gbs_dir", WEFT_UNIT_BYTES_S, get_inside,
    N_("A scale-up link carries %b, not %a.") },
  { WEFT_PART_BISECTION, KIND (TRAINING) | HPC, OF_SCALEOUT, "endpoint_gbs", WEFT_UNIT_BYTES_S, get_across,
    N_("A network port carries %b, not %a.") },
};

static gboolean
lookup_fact (const WeftDifferenceSide *side,
             const WeftSite           *site,
             Owner                     owner,
             const char               *key,
             const char              **of,
             WeftValue                *value)
{
  WeftInventory *inventory = side->evaluation->inventory;

  switch (owner)
    {
    case OF_SCALEUP:
      *of = weft_inventory_scaleup (inventory, site->scaleup)->id;
      return weft_inventory_lookup_scaleup_on_chip (inventory, site->scaleup, site->chip->index, key, value);
    case OF_SCALEOUT:
      *of = weft_inventory_scaleout (inventory, site->scaleout)->id;
      return weft_record_lookup (weft_inventory_scaleout (inventory, site->scaleout)->record, key, value);
    case OF_CHIP:
    default:
      *of = site->chip->id;
      return weft_record_lookup (site->chip->record, key, value);
    }
}

static void
cite_fact (WeftReason               *reason,
           const WeftDifferenceSide  sides[2],
           const WeftSite            sites[2],
           Owner                     owner,
           const char               *key)
{
  for (guint i = 0; i < 2; i++)
    {
      const char *of;
      WeftValue value;

      if (lookup_fact (&sides[i], &sites[i], owner, key, &of, &value))
        weft_reason_add_value (reason, i, of, &value);
    }
}

/* FALSE for what reads the same on both sides. */
static gboolean
append_fact (GString    *text,
             const char *words,
             double      a,
             double      b,
             WeftUnit    unit)
{
  g_autofree char *before = weft_quantity_format (a, unit);
  g_autofree char *after = weft_quantity_format (b, unit);
  g_autoptr (GString) clause = g_string_new (words);

  if (g_str_equal (before, after))
    return FALSE;
  g_string_replace (clause, "%b", after, 1);
  g_string_replace (clause, "%a", before, 1);
  g_string_append_printf (text, " %s", clause->str);
  return TRUE;
}

/* --- domains --- */

/* Whichever of chip and fabric lets fewer chips join says how many. */
static void
cite_domain (WeftReason               *reason,
             guint                     at,
             const WeftDifferenceSide *side,
             const WeftSite           *site)
{
  gboolean by_chip = site->chip->scaleup_domain_max_chips <= site->domain_chips;
  const char *key = by_chip ? "scaleup_domain_max_chips" : "max_domain_chips", *of;
  WeftValue value;

  if (lookup_fact (side, site, by_chip ? OF_CHIP : OF_SCALEUP, key, &of, &value))
    weft_reason_add_value (reason, at, of, &value);
}

static void
cite_domains (WeftReason               *reason,
              const WeftDifferenceSide  sides[2],
              const WeftSite            sites[2])
{
  for (guint i = 0; i < 2; i++)
    cite_domain (reason, i, &sides[i], &sites[i]);
}

void
weft_difference_domain (GPtrArray                *reasons,
                        const WeftDifferenceSide  sides[2],
                        guint                     partition)
{
  const WeftSite sites[] = { weft_difference_site (&sides[0], (int) partition),
                             weft_difference_site (&sides[1], (int) partition) };
  g_autoptr (GString) text = g_string_new (NULL);
  WeftReason *reason;

  if (sites[0].domain_chips == sites[1].domain_chips)
    return;
  append_fact (text, _("A scale-up domain holds %b chips, not %a."), sites[0].domain_chips, sites[1].domain_chips,
               WEFT_UNIT_COUNT);
  reason = weft_reason_new ("domain", _("scale-up domain"), NAN, sites[0].domain_chips, sites[1].domain_chips,
                            WEFT_UNIT_COUNT, g_strdup (g_strchug (text->str)));
  cite_domains (reason, sides, sites);
  weft_reasons_take (reasons, reason);
}

/* --- sums of scalars --- */

/* One of HPCG's sums: as rings, or by what the message passing chooses. (transfer full) */
static char *
describe_sum (const WeftDifferenceSide *side,
              const WeftSite           *site)
{
  const WeftModel *model = &side->evaluation->model;
  double bytes = model->w.hpcg_allreduce_bytes;
  WeftCollectiveChoice choice;
  WeftHpcSite hpc;
  WeftCommTime time;
  g_autofree char *length = NULL;

  if (model->measured == NULL)
    {
      time = weft_hierarchical_all_reduce (site->n, site->domain_chips, bytes, &site->inside, &site->across);
      length = weft_quantity_format (weft_comm_time_total (time), WEFT_UNIT_S);
      return g_strdup_printf (_("%s by rings"), length);
    }

  hpc = weft_measured_site (model->measured, site)->hpc;
  time = weft_collective_s (&hpc.messages, WEFT_COLLECTIVE_ALL_REDUCE,
                            weft_fabric_group (&hpc.messages, site->n, 1), bytes, &choice);
  length = weft_quantity_format (weft_comm_time_total (time), WEFT_UNIT_S);
  return g_strdup_printf (_("%s by “%s”"), length, weft_algorithm_label (choice.algorithm));
}

static void
append_sums (GString                  *text,
             const WeftDifferenceSide  sides[2],
             const WeftSite            sites[2])
{
  g_autofree char *a = describe_sum (&sides[0], &sites[0]);
  g_autofree char *b = describe_sum (&sides[1], &sites[1]);

  g_string_append_c (text, ' ');
  g_string_append_printf (text, _("A scalar is summed over all chips in %s, not in %s."), b, a);
}

/* --- stages --- */

static void
append_stages (GString                  *text,
               const WeftDifferenceSide  sides[2],
               const WeftWorkTime        times[2])
{
  const WeftMapping *a = &sides[0].times[times[0].partition].training.best;
  const WeftMapping *b = &sides[1].times[times[1].partition].training.best;

  g_string_append_c (text, ' ');
  g_string_append_printf (text, _("A model has %u pipeline stages in %u chunks each, not %u in %u."), b->pp,
                          MAX (1, b->chunks), a->pp, MAX (1, a->chunks));
}

void
weft_difference_facts (WeftReason               *reason,
                       GString                  *text,
                       const WeftDifferenceSide  sides[2],
                       const WeftWorkTime        times[2],
                       WeftWorkloadKind          kind,
                       WeftTimePart              part)
{
  const WeftSite sites[] = { weft_difference_site (&sides[0], times[0].partition),
                             weft_difference_site (&sides[1], times[1].partition) };
  gboolean over_links = part == WEFT_PART_LATENCY || part == WEFT_PART_BISECTION;

  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      double a = facts[i].get (&sites[0]), b = facts[i].get (&sites[1]);

      if (facts[i].part != part || (facts[i].kinds & (1u << kind)) == 0 || a == b || isnan (a) || isnan (b))
        continue;
      if (append_fact (text, _(facts[i].text), a, b, facts[i].unit))
        cite_fact (reason, sides, sites, facts[i].owner, facts[i].key);
    }
  if (over_links && sites[0].domain_chips != sites[1].domain_chips && (AI | KIND (HPCG) | KIND (FFT)) & (1u << kind))
    {
      append_fact (text, _("A scale-up domain holds %b chips, not %a."), sites[0].domain_chips, sites[1].domain_chips,
                   WEFT_UNIT_COUNT);
      cite_domains (reason, sides, sites);
    }
  if (kind == WEFT_WORKLOAD_HPCG && part == WEFT_PART_LATENCY)
    append_sums (text, sides, sites);
  if (kind == WEFT_WORKLOAD_TRAINING && part == WEFT_PART_BUBBLE)
    append_stages (text, sides, times);
}
