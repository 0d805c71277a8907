/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the flattened graph to partitions. Links that name a scale-up fabric join chips to domains;
 * those that name a scale-out fabric join the domains, from the chip itself or from a part beside
 * it such as a network card. */
#include "design/graph/weft-graph-summary.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-flatten.h"
#include "design/weft-members-private.h"

typedef enum
{
  LAYER_NONE,
  LAYER_UP,
  LAYER_OUT,
  N_LAYERS,
} Layer;

/* Which fabric the links of a bundle are of. */
typedef struct
{
  Layer layer;
  guint fabric;
} Fabric;

/* What a chip has of each layer. */
typedef struct
{
  gboolean has;
  gboolean is_mixed;
  guint fabric;
  double bw_bytes_s;
} Attachment;

typedef struct
{
  const WeftFlat *flat;
  WeftInventory *inventory;
  WeftMachine *machine;
  GPtrArray *violations;
  guint n_errors;
  Fabric *fabrics;     /* [n_bundles] */
  guint32 *roots;      /* [n_devices] forest of scale-up domains */
  GHashTable *domains; /* domain and partition -> chips */
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

static void
find_fabrics (Summary *summary)
{
  const WeftFlat *flat = summary->flat;

  for (guint i = 0; i < flat->n_bundles; i++)
    {
      const WeftFlatBundle *bundle = &flat->bundle[i];
      const char *name
          = weft_graph_definition (flat->graph, bundle->definition)->links[bundle->link].fabric;
      const WeftScaleup *up;
      const WeftScaleout *out;

      if (name == NULL)
        continue;
      up = weft_inventory_find_scaleup (summary->inventory, name);
      out = weft_inventory_find_scaleout (summary->inventory, name);
      if (up != NULL)
        summary->fabrics[i] = (Fabric) { LAYER_UP, up->index };
      else if (out != NULL)
        summary->fabrics[i] = (Fabric) { LAYER_OUT, out->index };
    }
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
join_domains (Summary *summary)
{
  const WeftFlat *flat = summary->flat;

  for (guint32 i = 0; i < flat->n_devices; i++)
    summary->roots[i] = i;
  for (guint32 k = 0; k < flat->n_links; k++)
    if (summary->fabrics[flat->bundles[k]].layer == LAYER_UP)
      {
        guint32 a = find_root (summary->roots, flat->from[k]);
        guint32 b = find_root (summary->roots, flat->to[k]);

        summary->roots[MAX (a, b)] = MIN (a, b);
      }
}

static const WeftGraphItem *
item_of (const WeftFlat *flat, guint32 device)
{
  guint32 definition = flat->instances[flat->owners[device]].definition;

  return &weft_graph_definition (flat->graph, definition)->items[flat->items[device]];
}

static void
attach (Summary *summary, guint32 device, Attachment attachments[N_LAYERS], gboolean out_only)
{
  const WeftFlat *flat = summary->flat;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      const Fabric *fabric = &summary->fabrics[flat->bundles[k]];
      Attachment *at = &attachments[fabric->layer];

      if (fabric->layer == LAYER_NONE || (out_only && fabric->layer != LAYER_OUT))
        continue;
      at->is_mixed = at->is_mixed || (at->has && at->fabric != fabric->fabric);
      at->has = TRUE;
      at->fabric = fabric->fabric;
      at->bw_bytes_s += weft_flat_link_bw_bytes_s (flat, k);
    }
}

/* Network cards and the like: parts beside the chip that are no chips and no switches. */
static void
attach_beside (Summary *summary, guint32 device, Attachment attachments[N_LAYERS])
{
  const WeftFlat *flat = summary->flat;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      guint32 beside = flat->to[k];

      if (summary->fabrics[flat->bundles[k]].layer == LAYER_NONE
          && item_of (flat, beside)->kind != WEFT_GRAPH_CHIP
          && flat->kinds[beside] != WEFT_DEVICE_SWITCH)
        attach (summary, beside, attachments, TRUE);
    }
}

static gboolean
check_attachments (Summary *summary, guint32 device, const Attachment attachments[N_LAYERS])
{
  g_autofree char *name = weft_flat_device_name (summary->flat, device);
  const Attachment *up = &attachments[LAYER_UP], *out = &attachments[LAYER_OUT];
  guint chip = summary->flat->parts[device];

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
  else if (!weft_inventory_scaleup_on_chip (summary->inventory, up->fabric, chip)->fits)
    refuse (summary, "scaleup_does_not_fit", NULL, NULL,
            g_strdup_printf (_("%s has links of %s, which does not fit its chip."), name,
                             weft_inventory_scaleup (summary->inventory, up->fabric)->name),
            _("Take a fabric that the chip has."));
  else
    return TRUE;
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
            const Attachment attachments[N_LAYERS])
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
          && part->scaleup == attachments[LAYER_UP].fabric
          && part->scaleout == attachments[LAYER_OUT].fabric)
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
        .scaleup = attachments[LAYER_UP].fabric,
        .scaleout = attachments[LAYER_OUT].fabric,
      };
      machine->n_partitions++;
    }
  part->n_chips++;
  part->scaleup_bw_bytes_s
      = smaller_rate (part->scaleup_bw_bytes_s, attachments[LAYER_UP].bw_bytes_s);
  part->scaleout_bw_bytes_s
      = smaller_rate (part->scaleout_bw_bytes_s, attachments[LAYER_OUT].bw_bytes_s);
  key = GSIZE_TO_POINTER ((gsize) find_root (summary->roots, device) * WEFT_MAX_PARTITIONS + i);
  n = GPOINTER_TO_UINT (g_hash_table_lookup (summary->domains, key)) + 1;
  g_hash_table_insert (summary->domains, key, GUINT_TO_POINTER (n));
  part->domain_chips = MAX (part->domain_chips, n);
  return TRUE;
}

/* Host processors and other chips that no partition may be made of are not counted. */
static void
count_chips (Summary *summary)
{
  const WeftFlat *flat = summary->flat;

  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      const WeftGraphItem *item = item_of (flat, i);
      Attachment attachments[N_LAYERS] = { { FALSE } };
      WeftRole role = WEFT_ROLE_GENERAL;

      if (item->kind != WEFT_GRAPH_CHIP
          || weft_inventory_chip (summary->inventory, flat->parts[i])->refused != NULL)
        continue;
      if (item->role != NULL)
        weft_role_parse (item->role, &role);
      attach (summary, i, attachments, FALSE);
      if (!attachments[LAYER_OUT].has)
        attach_beside (summary, i, attachments);
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

/**
 * weft_graph_summarise: (skip)
 * @graph: a graph that keeps the composition rules
 * @inventory: the catalog as the profile sees it
 * @machine: (inout): where the partitions go; the rest of it stays
 * @violations: (element-type WeftViolation): where to append
 *
 * Chips of one kind, role and pair of fabrics are one partition. Its domain is the largest group
 * that scale-up links join; the rate of a fabric is what each chip has links for, never more than
 * the fabric's own.
 *
 * Returns: whether the machine can be scored
 */
gboolean
weft_graph_summarise (WeftGraph *graph, WeftInventory *inventory, WeftMachine *machine,
                      GPtrArray *violations)
{
  Summary summary = { .inventory = inventory, .machine = machine, .violations = violations };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = NULL;

  g_return_val_if_fail (graph != NULL && machine != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  machine->n_partitions = 0;
  flat = weft_flat_new (graph, inventory, &error);
  if (flat == NULL)
    {
      refuse (&summary, "graph_unsound", NULL, NULL, g_strdup_printf ("%s.", error->message),
              _("Mend what the other violations name."));
      return FALSE;
    }
  summary.flat = flat;
  summary.fabrics = g_new0 (Fabric, flat->n_bundles);
  summary.roots = g_new (guint32, flat->n_devices);
  summary.domains = g_hash_table_new (g_direct_hash, g_direct_equal);
  find_fabrics (&summary);
  join_domains (&summary);
  count_chips (&summary);
  g_free (summary.fabrics);
  g_free (summary.roots);
  g_hash_table_unref (summary.domains);
  return summary.n_errors == 0;
}
