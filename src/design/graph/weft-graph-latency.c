/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the first chip of a partition along the ways with the fewest hops. Each cable and each switch
 * on a way counts with its own latency less that of the fabric's usual one, so that a machine of
 * usual parts has the profile's latency, however many hops it has. */
#include "design/graph/weft-graph-latency-private.h"

#include <math.h>

#include "design/graph/weft-graph-kit-private.h"

#define UNSEEN G_MAXUINT32

typedef struct
{
  const WeftFlat *flat;
  WeftCatalog *catalog;
  const guint *fabrics;
  const guint8 *partitions;
  guint32 *queue;   /* [n_devices] */
  guint32 *seen;    /* [n_devices] of which walk it was reached, UNSEEN at first */
  double *extra_s;  /* [n_devices] on the way to it */
  guint32 n_walks;
} Walker;

/* What is unknown, or left open as an entity of the paper, differs in nothing that is known. */
static double
difference (const WeftComponent *own, const WeftComponent *usual)
{
  return own->is_range || isnan (own->latency_s) || isnan (usual->latency_s)
           ? 0 : own->latency_s - usual->latency_s;
}

static double
cable_extra_s (const Walker *self, guint32 link, const WeftGraphKit *kit)
{
  const WeftFlatBundle *bundle = &self->flat->bundle[self->flat->bundles[link]];

  return bundle->component == WEFT_FLAT_NONE
           ? 0 : difference (weft_component_at (self->catalog, bundle->component), kit->cable);
}

static double
switch_extra_s (const Walker *self, guint32 device, const WeftGraphKit *kit)
{
  return self->flat->kinds[device] == WEFT_DEVICE_SWITCH
           ? difference (weft_component_at (self->catalog, self->flat->parts[device]), kit->hub)
           : 0;
}

/* The most extra to a chip of the partition, over links of the two fabrics (0 for none). */
static double
walk (Walker *self, guint32 from, guint partition, guint fabric, guint lanes,
      const WeftGraphKit *kit)
{
  const WeftFlat *flat = self->flat;
  guint32 head = 0, tail = 0, mark = self->n_walks++;
  double most_s = -INFINITY;

  self->queue[tail++] = from;
  self->seen[from] = mark;
  self->extra_s[from] = 0;
  while (head < tail)
    {
      guint32 at = self->queue[head++];

      if (at != from && self->partitions[at] == partition + 1)
        most_s = MAX (most_s, self->extra_s[at]);
      for (guint32 k = flat->first[at]; k < flat->first[at + 1]; k++)
        {
          guint of = self->fabrics[flat->bundles[k]];
          guint32 to = flat->to[k];

          if ((of != fabric && of != lanes) || self->seen[to] == mark)
            continue;
          self->seen[to] = mark;
          self->extra_s[to] = self->extra_s[at];
          if (of == fabric)
            self->extra_s[to] += cable_extra_s (self, k, kit) + switch_extra_s (self, to, kit);
          self->queue[tail++] = to;
        }
    }
  return isfinite (most_s) ? most_s : 0;
}

static guint32
find_first (const Walker *self, guint partition)
{
  for (guint32 i = 0; i < self->flat->n_devices; i++)
    if (self->partitions[i] == partition + 1)
      return i;
  return WEFT_FLAT_NONE;
}

static void
measure (Walker *self, WeftInventory *inventory, WeftMachinePartition *part, guint index)
{
  WeftRecord *up = weft_inventory_scaleup (inventory, part->scaleup)->record;
  WeftRecord *out = weft_inventory_scaleout (inventory, part->scaleout)->record;
  guint32 first = find_first (self, index);
  WeftGraphKit kit;

  if (first == WEFT_FLAT_NONE)
    return;
  if (weft_graph_kit_find (inventory, up, &kit))
    part->scaleup_extra_s
      = walk (self, first, index, 1 + 2 * part->scaleup, 1 + 2 * part->scaleup, &kit);
  /* Links without a fabric lead to the network card beside a chip. */
  if (weft_graph_kit_find (inventory, out, &kit))
    part->scaleout_extra_s = walk (self, first, index, 2 + 2 * part->scaleout, 0, &kit);
}

void
weft_graph_latency (const WeftFlat *flat, WeftInventory *inventory, const guint *fabrics,
                    const guint8 *partitions, WeftMachine *machine)
{
  Walker self = { flat, weft_inventory_get_catalog (inventory), fabrics, partitions };

  self.queue = g_new (guint32, flat->n_devices + 1);
  self.seen = g_new (guint32, flat->n_devices + 1);
  self.extra_s = g_new (double, flat->n_devices + 1);
  for (guint32 i = 0; i < flat->n_devices; i++)
    self.seen[i] = UNSEEN;
  for (guint i = 0; i < machine->n_partitions; i++)
    measure (&self, inventory, &machine->partitions[i], i);
  g_free (self.queue);
  g_free (self.seen);
  g_free (self.extra_s);
}
