/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a budget buys another number of chips: what each of them takes of it, item by item. */
#include "model/weft-difference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-share.h"

#define MAX_ITEMS 7

typedef enum
{
  OF_CHIP,
  OF_SCALEUP,
  OF_SCALEOUT,
  OF_PROFILE,
} Owner;

/* What a chip takes: how it is called, alone and behind "A chip takes 75 W", and whose numbers it comes from. */
typedef struct
{
  const char *nick;
  const char *label;
  const char *purpose;
  Owner owner;
  const char *keys[2];
} Item;

static const Item power_items[MAX_ITEMS] = {
  { "chip", N_("chip"), N_("itself"), OF_CHIP, { "tdp_w" } },
  { "host", N_("host"), N_("for its host"), OF_PROFILE, { "power_host_socket_w", "power_chips_per_socket" } },
  { "scaleup", N_("scale-up fabric"), N_("for its scale-up fabric"), OF_SCALEUP, { "power_w_per_chip" } },
  { "scaleout", N_("network"), N_("for its part of the network"), OF_SCALEOUT,
    { "power_w_per_endpoint", "power_w_per_endpoint_2tier" } },
  { "loss", N_("fans and power supplies"), N_("for fans and power supplies"), OF_PROFILE, { "power_loss_share" } },
  { "service", N_("service nodes"), N_("for service nodes"), OF_PROFILE, { "power_service_share" } },
  { "cooling", N_("cooling and power distribution"), N_("for cooling and power distribution"), OF_PROFILE, { "pue" } },
};

static const Item cost_items[MAX_ITEMS] = {
  { "chip", N_("chip"), N_("itself"), OF_CHIP, { "price_usd" } },
  { "host", N_("server"), N_("for its server"), OF_PROFILE, { "cost_server_factor" } },
  { "scaleup", N_("scale-up fabric"), N_("for its scale-up fabric"), OF_SCALEUP, { "cost_usd_per_chip" } },
  { "scaleout", N_("network"), N_("for its part of the network"), OF_SCALEOUT, { "cost_usd_per_endpoint_2tier" } },
  { "rack", N_("racks"), N_("for racks"), OF_PROFILE, { "cost_rack_usd_per_w" } },
  { NULL },
};

static const Item *
items_of (const WeftDifferenceSide sides[2])
{
  return sides[0].evaluation->budget_is_cost ? cost_items : power_items;
}

static WeftUnit
unit_of (const WeftDifferenceSide sides[2])
{
  return sides[0].evaluation->budget_is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W;
}

/* What a chip of a partition takes, in the order of the table. */
static void
measure (const WeftDifferenceSide *side,
         guint                     partition,
         double                    takes[MAX_ITEMS])
{
  WeftEvaluation *evaluation = side->evaluation;
  const WeftMachinePartition *part = &evaluation->machine.partitions[partition];
  double n = evaluation->result.n[partition];
  WeftPowerShare power;
  WeftCostShare cost;

  if (evaluation->budget_is_cost)
    {
      weft_cost_share_init (&cost, evaluation->inventory, part->chip, part->scaleup, part->scaleout, n);
      takes[0] = cost.chip_usd;
      takes[1] = cost.host_usd;
      takes[2] = cost.scaleup_usd;
      takes[3] = cost.scaleout_usd;
      takes[4] = cost.rack_usd;
      takes[5] = takes[6] = 0;
      return;
    }
  weft_power_share_init (&power, evaluation->inventory, part->chip, part->scaleup, part->scaleout, n);
  takes[0] = power.chip_w;
  takes[1] = power.host_w;
  takes[2] = power.scaleup_w;
  takes[3] = power.scaleout_w;
  takes[4] = power.loss_w;
  takes[5] = power.service_w;
  takes[6] = power.cooling_w;
}

static double
sum (const double *takes)
{
  double total = 0;

  for (guint i = 0; i < MAX_ITEMS; i++)
    total += takes[i];
  return total;
}

/* --- sources --- */

static void
cite_item (WeftReason               *reason,
           guint                     at,
           const WeftDifferenceSide *side,
           guint                     partition,
           const Item               *item)
{
  WeftInventory *inventory = side->evaluation->inventory;
  const WeftMachinePartition *part = &side->evaluation->machine.partitions[partition];
  const WeftScaleout *out = weft_inventory_scaleout (inventory, part->scaleout);
  const WeftChip *chip = weft_inventory_chip (inventory, part->chip);
  WeftValue value;

  for (guint i = 0; i < G_N_ELEMENTS (item->keys) && item->keys[i] != NULL; i++)
    {
      if (item->owner == OF_PROFILE)
        weft_reason_add_constant (reason, at, weft_inventory_get_profile (inventory), item->keys[i]);
      else if (item->owner == OF_CHIP && weft_record_lookup (chip->record, item->keys[i], &value))
        weft_reason_add_value (reason, at, chip->id, &value);
      else if (item->owner == OF_SCALEUP
               && weft_inventory_lookup_scaleup_on_chip (inventory, part->scaleup, part->chip, item->keys[i], &value))
        weft_reason_add_value (reason, at, weft_inventory_scaleup (inventory, part->scaleup)->id, &value);
      else if (item->owner == OF_SCALEOUT && weft_record_lookup (out->record, item->keys[i], &value))
        {
          weft_reason_add_value (reason, at, out->id, &value);
          return; /* the second key stands in for the first */
        }
    }
}

/* Of an item that both sides count, or the one that does. */
static void
cite_both (WeftReason               *reason,
           const WeftDifferenceSide  sides[2],
           guint                     partition,
           const Item               *item,
           double                    a,
           double                    b)
{
  if (a != 0)
    cite_item (reason, 0, &sides[0], partition, item);
  if (b != 0)
    cite_item (reason, 1, &sides[1], partition, item);
}

/* --- words --- */

/* "1,931 W (chip 1,000 W, host 158 W, ...)" */
static char *
list_items (const WeftDifferenceSide sides[2],
            const double            *takes)
{
  const Item *items = items_of (sides);
  WeftUnit unit = unit_of (sides);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *total = weft_quantity_format (sum (takes), unit);

  for (guint i = 0; i < MAX_ITEMS && items[i].nick != NULL; i++)
    if (takes[i] != 0)
      {
        g_autofree char *size = weft_quantity_format (takes[i], unit);

        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", _(items[i].label), size);
      }
  return g_strdup_printf ("%s (%s)", total, text->str);
}

static char *
write_item (const WeftDifferenceSide sides[2],
            const Item              *item,
            double                   a,
            double                   b)
{
  WeftUnit unit = unit_of (sides);
  g_autofree char *before = weft_quantity_format (a, unit);
  g_autofree char *after = weft_quantity_format (b, unit);
  const char *purpose = _(item->purpose);
  const char *profile = weft_evaluation_get_profile (sides[0].evaluation);

  /* Translators: "A chip takes 386 W for cooling, which archagent-2026 does not count." */
  if (a == 0)
    return g_strdup_printf (_("A chip takes %s %s, which %s does not count."), after, purpose, profile);
  if (b == 0)
    return g_strdup_printf (_("A chip takes nothing %s; %s counts %s."), purpose, profile, before);
  return g_strdup_printf (_("A chip takes %s %s, not %s."), after, purpose, before);
}

/* --- reasons --- */

static void
add_items (GPtrArray                *reasons,
           const WeftDifferenceSide  sides[2],
           guint                     partition)
{
  const Item *items = items_of (sides);
  double a[MAX_ITEMS], b[MAX_ITEMS], shares[MAX_ITEMS];

  measure (&sides[0], partition, a);
  measure (&sides[1], partition, b);
  weft_log_mean_shares (a, b, MAX_ITEMS, shares);
  for (guint i = 0; i < MAX_ITEMS && items[i].nick != NULL; i++)
    {
      WeftReason *reason;

      if (a[i] == b[i])
        continue;
      reason = weft_reason_new (items[i].nick, _(items[i].label), -shares[i], a[i], b[i], unit_of (sides),
                                write_item (sides, &items[i], a[i], b[i]));
      cite_both (reason, sides, partition, &items[i], a[i], b[i]);
      weft_reasons_take (reasons, reason);
    }
}

static void
add_budget (GPtrArray                *reasons,
            const WeftDifferenceSide  sides[2])
{
  double a = sides[0].evaluation->budget, b = sides[1].evaluation->budget;
  g_autofree char *before = weft_quantity_format (a, unit_of (sides));
  g_autofree char *after = weft_quantity_format (b, unit_of (sides));
  WeftReason *reason;

  if (a == b)
    return;
  reason = weft_reason_new ("budget", _("budget"), log (b / a), a, b, unit_of (sides),
                            g_strdup_printf (_("The budget is %s, not %s."), after, before));
  for (guint i = 0; i < 2; i++)
    {
      WeftProfile *profile = weft_inventory_get_profile (sides[i].evaluation->inventory);

      weft_reason_add_constant (reason, i, profile, "default_power_w");
    }
  weft_reasons_take (reasons, reason);
}

/* Whole nodes only, and what that leaves of the partition's part of the budget. */
static void
add_rounding (GPtrArray                *reasons,
              const WeftDifferenceSide  sides[2],
              guint                     partition,
              double                    share)
{
  WeftUnit unit = unit_of (sides);
  double spent[2];
  g_autofree char *before = NULL, *after = NULL;
  WeftReason *reason;

  if (fabs (share) < 1e-12)
    return;
  for (guint i = 0; i < 2; i++)
    {
      double takes[MAX_ITEMS];

      measure (&sides[i], partition, takes);
      spent[i] = sum (takes) * sides[i].evaluation->result.n[partition];
    }
  before = weft_quantity_format (spent[0], unit);
  after = weft_quantity_format (spent[1], unit);
  reason = weft_reason_new ("rounding", _("whole nodes"), share, spent[0], spent[1], unit,
                            g_strdup_printf (_("Whole nodes take %s of the budget, not %s."), after, before));
  for (guint i = 0; i < 2; i++)
    {
      const WeftMachinePartition *part = &sides[i].evaluation->machine.partitions[partition];
      const WeftChip *chip = weft_inventory_chip (sides[i].evaluation->inventory, part->chip);
      WeftValue value;

      if (weft_record_lookup (chip->record, "node_chips", &value))
        weft_reason_add_value (reason, i, chip->id, &value);
    }
  weft_reasons_take (reasons, reason);
}

void
weft_chip_reasons (GPtrArray                *reasons,
                   const WeftDifferenceSide  sides[2],
                   guint                     partition)
{
  double left = log ((double) sides[1].evaluation->result.n[partition] / sides[0].evaluation->result.n[partition]);
  guint first = reasons->len;

  /* A graph counts its chips itself. */
  if (sides[0].evaluation->machine.partitions[partition].n_chips > 0)
    return;
  add_items (reasons, sides, partition);
  add_budget (reasons, sides);
  for (guint i = first; i < reasons->len; i++)
    left -= weft_reason_get_share (reasons->pdata[i]);
  add_rounding (reasons, sides, partition, left);
}

/* Of two places that a workload has under the two profiles. */
static char *
write_count (const WeftDifferenceSide sides[2],
             const WeftWorkTime       times[2])
{
  double takes[MAX_ITEMS];
  char *words[2], *text;
  const char *chips[2];
  g_autofree char *a = weft_quantity_format (times[0].chips, WEFT_UNIT_COUNT);
  g_autofree char *b = weft_quantity_format (times[1].chips, WEFT_UNIT_COUNT);

  for (guint i = 0; i < 2; i++)
    {
      WeftEvaluation *evaluation = sides[i].evaluation;
      const WeftMachinePartition *part = &evaluation->machine.partitions[times[i].partition];

      measure (&sides[i], (guint) times[i].partition, takes);
      words[i] = list_items (sides, takes);
      chips[i] = weft_inventory_chip (evaluation->inventory, part->chip)->id;
    }
  /* A graph says how many there are. */
  if (sides[0].evaluation->machine.partitions[times[0].partition].n_chips > 0)
    text = g_strdup_printf (_("%s %s run it, not %s %s."), b, chips[1], a, chips[0]);
  else
    text = g_strdup_printf (_("The budget buys %s %s, not %s %s: a chip takes %s, not %s."), b, chips[1], a, chips[0],
                            words[1], words[0]);
  for (guint i = 0; i < 2; i++)
    g_free (words[i]);
  return text;
}

WeftReason *
weft_count_reason (const WeftDifferenceSide sides[2],
                   const WeftWorkTime       times[2],
                   double                   share)
{
  const Item *items = items_of (sides);
  WeftReason *reason = weft_reason_new ("count", _("chips"), share, times[0].chips, times[1].chips, WEFT_UNIT_COUNT,
                                        write_count (sides, times));

  for (guint side = 0; side < 2; side++)
    {
      double takes[MAX_ITEMS];

      measure (&sides[side], (guint) times[side].partition, takes);
      for (guint i = 0; i < MAX_ITEMS && items[i].nick != NULL; i++)
        if (takes[i] != 0)
          cite_item (reason, side, &sides[side], (guint) times[side].partition, &items[i]);
    }
  return reason;
}
