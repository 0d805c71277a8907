/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the flattened graph to partitions. Links that name a scale-up fabric join chips to domains;
 * those that name a scale-out fabric join the domains, from the chip itself or from a network card
 * or switch beside it, which the chips at it share. */
#include "design/graph/weft-graph-summary.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-domains-private.h"
#include "design/graph/weft-graph-fabric-private.h"
#include "design/graph/weft-graph-latency-private.h"
#include "design/weft-members-private.h"

/* What a chip has of each layer. */
typedef struct
{
  gboolean has;
  gboolean is_mixed;
  guint fabric;
  double bw_bytes_s;
} Attachment;

/* The scale-out links of a card or switch that chips have beside them. */
typedef struct
{
  Attachment out;
  guint n_chips; /* that share it */
} Card;

typedef struct
{
  const WeftFlat *flat;
  WeftInventory *inventory;
  WeftMachine *machine;
  GPtrArray *violations;
  guint n_errors;
  WeftBundleFabric *fabrics; /* [n_bundles] */
  guint32 *roots;      /* [n_devices] forest of scale-up domains */
  guint32 *reach;      /* [n_devices] the same of what scale-out links join as well */
  GHashTable *cards;   /* device -> Card */
  GHashTable *domains; /* domain and partition -> chips */
  guint8 *partitions;  /* [n_devices] partition of each chip that counts + 1 */
} Summary;

static void
refuse (Summary *summary, const char *code, JsonNode *actual, JsonNode *limit, char *message,
        const char *hint)
{
  summary->n_errors++;
  g_ptr_array_add (summary->violations, weft_violation_new (code, WEFT_SEVERITY_ERROR, "/graph",
                                                            actual, limit, message, hint));
  g_free (message);
}

static guint32
find_root (guint32 *roots, guint32 device)
{
  while (roots[device] != device)
    device = roots[device] = roots[roots[device]];
  return device;
}

/* The smaller number becomes the root, so that nothing depends on the order of links. */
static void
join (guint32 *roots, guint32 a, guint32 b)
{
  a = find_root (roots, a);
  b = find_root (roots, b);
  roots[MAX (a, b)] = MIN (a, b);
}

static void
join_all (Summary *summary)
{
  const WeftFlat *flat = summary->flat;

  for (guint32 i = 0; i < flat->n_devices; i++)
    summary->roots[i] = summary->reach[i] = i;
  for (guint32 k = 0; k < flat->n_links; k++)
    {
      WeftLayer layer = summary->fabrics[flat->bundles[k]].layer;

      if (layer == WEFT_LAYER_NONE || flat->from[k] > flat->to[k])
        continue;
      join (summary->reach, flat->from[k], flat->to[k]);
      if (layer == WEFT_LAYER_UP)
        join (summary->roots, flat->from[k], flat->to[k]);
    }
}

static const WeftGraphItem *
item_of (const WeftFlat *flat, guint32 device)
{
  guint32 definition = flat->instances[flat->owners[device]].definition;

  return &weft_graph_definition (flat->graph, definition)->items[flat->items[device]];
}

/* Host processors and other chips that no partition may be made of do not count. */
static gboolean
counts (const Summary *summary, guint32 device)
{
  return weft_flat_is_chip (summary->flat, device)
         && weft_inventory_chip (summary->inventory, summary->flat->parts[device])->refused == NULL;
}

static void
take_fabric (Attachment *at, guint fabric, double bw_bytes_s)
{
  at->is_mixed = at->is_mixed || (at->has && at->fabric != fabric);
  at->has = TRUE;
  at->fabric = fabric;
  at->bw_bytes_s += bw_bytes_s;
}

/* A cable of unknown rate has that of its fabric: what is shared must have a size. */
static double
out_rate (const Summary *summary, guint32 link)
{
  const WeftFlat *flat = summary->flat;
  double rate = weft_flat_link_bw_bytes_s (flat, link);
  const WeftScaleout *out
      = weft_inventory_scaleout (summary->inventory,
                                 summary->fabrics[flat->bundles[link]].fabric);

  return isnan (rate) ? out->bw_bytes_s * flat->cables[link] : rate;
}

/* Whether a device occurs in the row of links before @link. */
static gboolean
is_seen (const WeftFlat *flat, guint32 link)
{
  for (guint32 k = flat->first[flat->from[link]]; k < link; k++)
    if (flat->to[k] == flat->to[link])
      return TRUE;
  return FALSE;
}

static const Card *
card_of (Summary *summary, guint32 device)
{
  const WeftFlat *flat = summary->flat;
  Card *card = g_hash_table_lookup (summary->cards, GUINT_TO_POINTER (device));
  g_autoptr (GHashTable) chips = NULL;

  if (card != NULL)
    return card;
  card = g_new0 (Card, 1);
  chips = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (summary->cards, GUINT_TO_POINTER (device), card);
  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      const WeftBundleFabric *fabric = &summary->fabrics[flat->bundles[k]];

      if (fabric->layer != WEFT_LAYER_UP && counts (summary, flat->to[k]))
        g_hash_table_add (chips, GUINT_TO_POINTER (flat->to[k] + 1));
      else if (fabric->layer == WEFT_LAYER_OUT)
        take_fabric (&card->out, fabric->fabric, out_rate (summary, k));
    }
  card->n_chips = g_hash_table_size (chips);
  return card;
}

/* What the links between a chip and a card carry; NAN when unknown. */
static double
lane_rate (const WeftFlat *flat, guint32 link)
{
  guint32 device = flat->from[link];
  double rate = 0;

  for (guint32 k = link; k < flat->first[device + 1]; k++)
    if (flat->to[k] == flat->to[link])
      rate += weft_flat_link_bw_bytes_s (flat, k);
  return rate;
}

/* The rate of a card is shared by the chips at it, and the lanes to it carry no more than they
 * do. */
static void
take_card (Attachment *out, const Card *card, double lane_bytes_s)
{
  take_fabric (out, card->out.fabric, fmin (card->out.bw_bytes_s / card->n_chips, lane_bytes_s));
  out->is_mixed = out->is_mixed || card->out.is_mixed;
}

/* Links of the chip itself. One of a scale-out fabric that ends at a card leads on through it. */
static void
attach (Summary *summary, guint32 device, Attachment attachments[WEFT_N_LAYERS])
{
  const WeftFlat *flat = summary->flat;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      const WeftBundleFabric *fabric = &summary->fabrics[flat->bundles[k]];
      gboolean leads_on
          = fabric->layer == WEFT_LAYER_OUT && flat->kinds[flat->to[k]] == WEFT_DEVICE_NIC;
      const Card *card = leads_on ? card_of (summary, flat->to[k]) : NULL;

      if (fabric->layer == WEFT_LAYER_NONE || (card != NULL && card->out.has && is_seen (flat, k)))
        continue;
      if (card != NULL && card->out.has)
        take_card (&attachments[WEFT_LAYER_OUT], card, lane_rate (flat, k));
      else
        take_fabric (&attachments[fabric->layer], fabric->fabric,
                     weft_flat_link_bw_bytes_s (flat, k));
    }
}

/* Network cards and switches beside the chip. */
static void
attach_beside (Summary *summary, guint32 device, Attachment *out)
{
  const WeftFlat *flat = summary->flat;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      guint32 beside = flat->to[k];
      const Card *card;

      if (summary->fabrics[flat->bundles[k]].layer != WEFT_LAYER_NONE
          || (flat->kinds[beside] != WEFT_DEVICE_NIC && flat->kinds[beside] != WEFT_DEVICE_SWITCH)
          || is_seen (flat, k))
        continue;
      card = card_of (summary, beside);
      if (!card->out.has)
        continue;
      take_card (out, card, lane_rate (flat, k));
      join (summary->reach, device, beside);
    }
}

static gboolean
check_attachments (Summary *summary, guint32 device, const Attachment attachments[WEFT_N_LAYERS])
{
  g_autofree char *name = NULL;
  const Attachment *up = &attachments[WEFT_LAYER_UP], *out = &attachments[WEFT_LAYER_OUT];
  guint chip = summary->flat->parts[device];

  if (!up->is_mixed && !out->is_mixed && up->has && out->has
      && weft_inventory_scaleup_on_chip (summary->inventory, up->fabric, chip)->fits)
    return TRUE;
  name = weft_flat_device_name (summary->flat, device);
  if (up->is_mixed || out->is_mixed)
    refuse (summary, "mixed_fabrics", NULL, NULL,
            g_strdup_printf (_("%s has links of two fabrics of one kind."), name),
            _("A chip is scored with one scale-up and one scale-out fabric."));
  else if (!up->has)
    refuse (summary, "no_scaleup", NULL, NULL,
            g_strdup_printf (_("%s has no link that names a scale-up fabric."), name),
            _("Give the links that join chips to a domain a \"fabric\", such as NVLink5."));
  else if (!out->has)
    refuse (summary, "no_scaleout", NULL, NULL,
            g_strdup_printf (_("%s has no link that names a scale-out fabric."), name),
            _("Give the links that join domains a \"fabric\", such as IB-XDR."));
  else
    refuse (summary, "scaleup_does_not_fit", NULL, NULL,
            g_strdup_printf (_("%s has links of %s, which does not fit its chip."), name,
                             weft_inventory_scaleup (summary->inventory, up->fabric)->name),
            _("Take a fabric that the chip has."));
  return FALSE;
}

/* 0 for what is not known: then the fabric's own rate counts. */
static double
smaller_rate (double a, double b)
{
  if (isnan (b) || b <= 0)
    return a;
  return a > 0 ? MIN (a, b) : b;
}

static gboolean
count_chip (Summary *summary, guint32 device, WeftRole role,
            const Attachment attachments[WEFT_N_LAYERS])
{
  WeftMachine *machine = summary->machine;
  WeftMachinePartition *part;
  guint chip = summary->flat->parts[device];
  guint i;
  gpointer key;
  guint n;

  for (i = 0; i < machine->n_partitions; i++)
    {
      part = &machine->partitions[i];
      if (part->chip == chip && part->role == role
          && part->scaleup == attachments[WEFT_LAYER_UP].fabric
          && part->scaleout == attachments[WEFT_LAYER_OUT].fabric)
        break;
    }
  if (i == WEFT_MAX_PARTITIONS)
    {
      refuse (summary, "too_many_partitions", weft_members_number (i + 1),
              weft_members_number (WEFT_MAX_PARTITIONS),
              g_strdup_printf (_("The machine has more than %u kinds of chips, roles and fabrics."),
                               WEFT_MAX_PARTITIONS),
              _("Give equal chips the same role and fabrics."));
      return FALSE;
    }
  part = &machine->partitions[i];
  if (i == machine->n_partitions)
    {
      *part = (WeftMachinePartition) {
        .chip = chip,
        .role = role,
        .scaleup = attachments[WEFT_LAYER_UP].fabric,
        .scaleout = attachments[WEFT_LAYER_OUT].fabric,
      };
      machine->n_partitions++;
    }
  part->n_chips++;
  part->scaleup_bw_bytes_s
      = smaller_rate (part->scaleup_bw_bytes_s, attachments[WEFT_LAYER_UP].bw_bytes_s);
  part->scaleout_bw_bytes_s
      = smaller_rate (part->scaleout_bw_bytes_s, attachments[WEFT_LAYER_OUT].bw_bytes_s);
  key = GSIZE_TO_POINTER ((gsize) find_root (summary->roots, device) * WEFT_MAX_PARTITIONS + i);
  n = GPOINTER_TO_UINT (g_hash_table_lookup (summary->domains, key)) + 1;
  g_hash_table_insert (summary->domains, key, GUINT_TO_POINTER (n));
  summary->partitions[device] = (guint8) (i + 1);
  return TRUE;
}

static void
count_chips (Summary *summary)
{
  const WeftFlat *flat = summary->flat;

  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      Attachment attachments[WEFT_N_LAYERS] = { { FALSE } };
      WeftRole role = WEFT_ROLE_GENERAL;

      if (!counts (summary, i))
        continue;
      if (item_of (flat, i)->role != NULL)
        weft_role_parse (item_of (flat, i)->role, &role);
      attach (summary, i, attachments);
      if (!attachments[WEFT_LAYER_OUT].has)
        attach_beside (summary, i, &attachments[WEFT_LAYER_OUT]);
      /* One of equal faults is enough: the others have the same cause. */
      if (!check_attachments (summary, i, attachments)
          || !count_chip (summary, i, role, attachments))
        return;
    }
  if (summary->machine->n_partitions == 0)
    refuse (summary, "no_chips", weft_members_number (0), weft_members_number (1),
            g_strdup (_("The machine has no chip that a workload can run on.")),
            _("Add items with a \"chip\" that is an accelerator."));
}

/* --- the network as a whole --- */

/* Partitions of one scale-out fabric are one network. */
static void
check_connected (Summary *summary)
{
  const WeftFlat *flat = summary->flat;
  const WeftMachine *machine = summary->machine;
  guint32 first[WEFT_MAX_PARTITIONS];
  guint all[WEFT_MAX_PARTITIONS] = { 0 }, reached[WEFT_MAX_PARTITIONS] = { 0 };

  for (guint32 i = 0; i < flat->n_devices; i++)
    if (summary->partitions[i] > 0)
      {
        guint fabric = machine->partitions[summary->partitions[i] - 1].scaleout;
        guint at = 0;

        while (machine->partitions[at].scaleout != fabric)
          at++;
        if (all[at]++ == 0)
          first[at] = find_root (summary->reach, i);
        reached[at] += find_root (summary->reach, i) == first[at];
      }
  for (guint i = 0; i < machine->n_partitions; i++)
    if (reached[i] < all[i])
      refuse (summary, "scaleout_disconnected", weft_members_number (reached[i]),
              weft_members_number (all[i]),
              g_strdup_printf (_("From the first chip of %s links lead to %u of its %u chips."),
                               weft_inventory_scaleout (summary->inventory,
                                                        machine->partitions[i].scaleout)->name,
                               reached[i], all[i]),
              _("Join all leaves of the fabric by spines, or give parts that are no one network "
                "fabrics of their own."));
}

/* (transfer full): chips of each domain of a partition, the largest first. */
static GArray *
list_domains (Summary *summary, guint partition)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, summary->domains);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (GPOINTER_TO_SIZE (key) % WEFT_MAX_PARTITIONS == partition)
      {
        guint size = GPOINTER_TO_UINT (value);

        g_array_append_val (sizes, size);
      }
  weft_graph_domains_sort (sizes);
  return sizes;
}

static void
take_domains (Summary *summary, guint index)
{
  WeftMachinePartition *part = &summary->machine->partitions[index];
  g_autoptr (GArray) sizes = list_domains (summary, index);
  guint largest = g_array_index (sizes, guint, 0);
  guint smallest = g_array_index (sizes, guint, sizes->len - 1);
  g_autofree char *shown = NULL;
  g_autofree char *message = NULL;

  part->domain_chips = weft_graph_domains_size (sizes);
  if (largest == smallest)
    return;
  shown = weft_graph_domains_show (sizes);
  message = g_strdup_printf (_("The scale-up domains of %s (%s) differ: %s chips. All are taken as "
                               "domains of %u."),
                             weft_inventory_chip (summary->inventory, part->chip)->id,
                             weft_role_nick (part->role), shown, part->domain_chips);
  g_ptr_array_add (summary->violations,
                   weft_violation_new ("uneven_domains", WEFT_SEVERITY_WARNING, "/graph",
                                       weft_members_number (smallest),
                                       weft_members_number (largest), message,
                                       _("Make the domains equal, or give the chips of smaller ones "
                                         "another role.")));
}

/* Latencies of the cables and switches that chips really have between them. */
static void
take_latency (Summary *summary)
{
  g_autofree guint *fabrics = g_new0 (guint, summary->flat->n_bundles + 1);

  for (guint i = 0; i < summary->flat->n_bundles; i++)
    if (summary->fabrics[i].layer != WEFT_LAYER_NONE)
      fabrics[i] = summary->fabrics[i].layer + 2 * summary->fabrics[i].fabric;
  weft_graph_latency (summary->flat, summary->inventory, fabrics, summary->partitions,
                      summary->machine);
}

/**
 * weft_graph_summarise_flat: (skip)
 * @flat: a graph that keeps the composition rules, written out
 * @inventory: the catalog as the profile sees it
 * @machine: (inout): where the partitions go; the rest of it stays
 * @violations: (element-type WeftViolation): where to append
 *
 * Chips of one kind, role and pair of fabrics are one partition. A domain is what scale-up links
 * join; of domains that differ the smallest counts, but for one rest of equal domains. The rate of
 * a fabric is what each chip has links for, of the chip that has least; a card's rate is shared by
 * its chips and bounded by the lanes to it. The latency of a fabric is the profile's, and what the
 * cables and switches between the chips differ in from the fabric's usual ones.
 *
 * Returns: whether the machine can be scored
 */
gboolean
weft_graph_summarise_flat (const WeftFlat *flat, WeftInventory *inventory, WeftMachine *machine,
                           GPtrArray *violations)
{
  Summary summary = {
    .flat = flat, .inventory = inventory, .machine = machine, .violations = violations,
  };

  g_return_val_if_fail (flat != NULL && machine != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  machine->n_partitions = 0;
  summary.fabrics = weft_graph_fabrics (flat, inventory);
  summary.roots = g_new (guint32, flat->n_devices + 1);
  summary.reach = g_new (guint32, flat->n_devices + 1);
  summary.partitions = g_new0 (guint8, flat->n_devices + 1);
  summary.cards = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  summary.domains = g_hash_table_new (NULL, NULL);
  join_all (&summary);
  count_chips (&summary);
  if (summary.n_errors == 0)
    check_connected (&summary);
  for (guint i = 0; i < machine->n_partitions; i++)
    take_domains (&summary, i);
  if (summary.n_errors == 0)
    take_latency (&summary);
  g_free (summary.fabrics);
  g_free (summary.roots);
  g_free (summary.reach);
  g_free (summary.partitions);
  g_hash_table_unref (summary.cards);
  g_hash_table_unref (summary.domains);
  return summary.n_errors == 0;
}

/**
 * weft_graph_summarise: (skip)
 * @graph: a graph that keeps the composition rules
 * @inventory: the catalog as the profile sees it
 * @machine: (inout): where the partitions go; the rest of it stays
 * @violations: (element-type WeftViolation): where to append
 *
 * weft_graph_summarise_flat() for who has not flattened the graph.
 *
 * Returns: whether the machine can be scored
 */
gboolean
weft_graph_summarise (WeftGraph *graph, WeftInventory *inventory, WeftMachine *machine,
                      GPtrArray *violations)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = NULL;

  g_return_val_if_fail (graph != NULL && machine != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  machine->n_partitions = 0;
  flat = weft_flat_new (graph, inventory, &error);
  if (flat != NULL)
    return weft_graph_summarise_flat (flat, inventory, machine, violations);
  g_ptr_array_add (violations, weft_flat_error_to_violation (graph, error));
  return FALSE;
}
