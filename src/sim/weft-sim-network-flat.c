/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flattened machine as a network. Devices are nodes; all cables from one to another are one link, and planes of
 * switches one switch. A way costs what the mapper's costs of links make of it. */
#include "sim/weft-sim-mapped.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"
#include "sim/weft-sim-domains-private.h"
#include "sim/weft-sim-machine-ways-private.h"
#include "sim/weft-sim-planes-private.h"
#include "sim/weft-sim-slots-private.h"

/* Names that a sentence lists. */
#define MAX_NAMED 4u

typedef struct
{
  guint32 from;
  guint32 to;
} Ends;

typedef struct
{
  const WeftFlat *flat;
  const guint32 *devices;
  guint32 n_ranks;
  WeftLinkCosts *costs;
  guint32 *plane;    /* [devices] */
  guint32 *link_of;  /* [links of the machine] */
  guint32 *start;
  guint32 *group;
  GArray *ends;      /* of Ends: links of the network */
  GArray *starts;    /* of double: seconds of the links that stand for starts, behind the others */
  double least_rate; /* of all links whose rate is known */
  GPtrArray *notes;
  WeftSimNetwork *network;
} Maker;

/* --- links --- */

static gboolean
equal_ends_cb (gconstpointer items, guint32 item, gconstpointer key)
{
  const Ends *one = (const Ends *) items + item;
  const Ends *other = key;

  return one->from == other->from && one->to == other->to;
}

/* Numbers the links of the network in the order of the machine's. */
static void
find_links (Maker *self)
{
  WeftSimSlots slots = { 0 };

  for (guint32 k = 0; k < self->flat->n_links; k++)
    {
      const Ends ends = { self->plane[self->flat->from[k]], self->plane[self->flat->to[k]] };
      guint64 hash = weft_sim_slots_mix (0, (guint64) ends.from << 32 | ends.to);
      guint32 found = weft_sim_slots_find (&slots, hash, equal_ends_cb, self->ends->data, &ends);

      if (found == WEFT_SIM_SLOT_NONE)
        {
          found = self->ends->len;
          g_array_append_val (self->ends, ends);
          weft_sim_slots_add (&slots, hash, found);
        }
      self->link_of[k] = found;
    }
  weft_sim_slots_clear (&slots);
}

static void
find_least_rate (Maker *self)
{
  self->least_rate = INFINITY;
  for (guint32 k = 0; k < self->flat->n_links; k++)
    {
      double rate = weft_link_costs_rate (self->costs, k);

      if (rate > 0)
        self->least_rate = MIN (self->least_rate, rate);
    }
}

static guint32
group_of (const Maker *self, guint32 link)
{
  WeftBundleFabric fabric = weft_link_costs_fabric (self->costs, link);

  return (guint32) fabric.layer << 16 | fabric.fabric;
}

/* Whether every message over the link begins its fabric there: at a chip on the way to something else, or at a card
 * that chips are joined to in another way. */
static gboolean
begins_fabric (const Maker *self, guint32 link)
{
  const WeftFlat *flat = self->flat;
  guint32 from = flat->from[link];

  if (flat->kinds[from] == WEFT_DEVICE_COMPUTE)
    return flat->kinds[flat->to[link]] != WEFT_DEVICE_COMPUTE;
  if (flat->kinds[from] != WEFT_DEVICE_NIC)
    return FALSE;
  for (guint32 k = flat->first[from]; k < flat->first[from + 1]; k++)
    if (flat->kinds[flat->to[k]] == WEFT_DEVICE_COMPUTE && self->group[k] == self->group[link])
      return FALSE;
  return TRUE;
}

/* Whether some message over it comes from another fabric, or from the chip itself where others are handed on. */
static gboolean
may_begin_fabric (const Maker *self, guint32 link)
{
  const WeftFlat *flat = self->flat;
  guint32 from = flat->from[link];

  if (flat->kinds[from] == WEFT_DEVICE_COMPUTE)
    return TRUE;
  if (flat->kinds[from] != WEFT_DEVICE_SWITCH)
    return FALSE;
  for (guint32 k = flat->first[from]; k < flat->first[from + 1]; k++)
    if (self->group[k] != self->group[link])
      return TRUE;
  return FALSE;
}

/* [2 × layers and fabrics as they come] whether a memory is joined over the fabric. */
static gboolean
leads_to_memory (GArray *const *has_memory, WeftBundleFabric fabric)
{
  const GArray *of = has_memory[fabric.layer];

  return fabric.fabric < of->len && g_array_index (of, gboolean, fabric.fabric);
}

static void
find_memory_fabrics (const Maker *self, GArray **has_memory)
{
  for (guint32 k = 0; k < self->flat->n_links; k++)
    {
      WeftBundleFabric fabric = weft_link_costs_fabric (self->costs, k);
      GArray *of = has_memory[fabric.layer];

      if (self->flat->kinds[self->flat->to[k]] != WEFT_DEVICE_MEMORY)
        continue;
      if (fabric.fabric >= of->len)
        g_array_set_size (of, fabric.fabric + 1);
      g_array_index (of, gboolean, fabric.fabric) = TRUE;
    }
}

/* Where some messages of a link start and others do not, the start is a link of its own, whose rate has no limit. */
static void
take_start (Maker *self, guint32 link, double startup_s)
{
  const WeftFlat *flat = self->flat;
  guint32 number = self->ends->len + self->starts->len;

  for (guint32 k = flat->first[flat->from[link]]; k < link; k++)
    if (self->start[k] != WEFT_SIM_NO_START && self->group[k] == self->group[link])
      {
        self->start[link] = self->start[k];
        return;
      }
  self->start[link] = number;
  g_array_append_val (self->starts, startup_s);
}

/* What a chip takes to hand on over a link to the next chip. */
static double
forward_s (const Maker *self, guint32 link)
{
  double latency_s, overhead_s;

  if (self->flat->kinds[self->flat->from[link]] != WEFT_DEVICE_COMPUTE)
    return 0;
  weft_link_costs_pass (self->costs, self->flat->from[link], weft_link_costs_fabric (self->costs, link), &latency_s,
                        &overhead_s);
  return (isnan (latency_s) ? 0 : latency_s) + overhead_s;
}

/* [links of the machine] what starts take of all messages over a link. What a memory takes to answer is its own latency.
 * (transfer full) */
static double *
find_startups (Maker *self)
{
  const WeftFlat *flat = self->flat;
  double *startup_s = g_new0 (double, flat->n_links + 1);
  GArray *has_memory[WEFT_N_LAYERS];

  for (guint32 k = 0; k < flat->n_links; k++)
    self->group[k] = group_of (self, k);
  for (guint layer = 0; layer < WEFT_N_LAYERS; layer++)
    has_memory[layer] = g_array_new (FALSE, TRUE, sizeof (gboolean));
  find_memory_fabrics (self, has_memory);
  for (guint32 k = 0; k < flat->n_links; k++)
    {
      WeftBundleFabric fabric = weft_link_costs_fabric (self->costs, k);
      double seconds;

      self->start[k] = WEFT_SIM_NO_START;
      if (leads_to_memory (has_memory, fabric) || !(begins_fabric (self, k) || may_begin_fabric (self, k)))
        continue;
      seconds = weft_link_costs_startup (self->costs, fabric, flat->from[k], flat->to[k]);
      if (begins_fabric (self, k))
        startup_s[k] = seconds;
      else if (seconds > forward_s (self, k))
        take_start (self, k, seconds - forward_s (self, k));
    }
  for (guint layer = 0; layer < WEFT_N_LAYERS; layer++)
    g_array_unref (has_memory[layer]);
  return startup_s;
}

/* What the device adds that a link leaves, when it hands on; the start of a message is shorter by a chip's. */
static void
pass_of (const Maker *self, guint32 link, double *latency_s, double *overhead_s)
{
  const WeftFlat *flat = self->flat;
  guint8 from = flat->kinds[flat->from[link]];

  *latency_s = *overhead_s = 0;
  if (from == WEFT_DEVICE_COMPUTE && flat->kinds[flat->to[link]] == WEFT_DEVICE_COMPUTE)
    *latency_s = forward_s (self, link);
  if (from == WEFT_DEVICE_COMPUTE || from == WEFT_DEVICE_MEMORY)
    return;
  weft_link_costs_pass (self->costs, flat->from[link], weft_link_costs_fabric (self->costs, link), latency_s,
                        overhead_s);
  *latency_s = isnan (*latency_s) ? 0 : *latency_s;
}

static void
fill_links (Maker *self, const double *startup_s)
{
  WeftSimNetwork *network = self->network;
  const WeftFlat *flat = self->flat;

  for (guint32 i = 0; i < self->ends->len; i++)
    {
      network->from[i] = g_array_index (self->ends, Ends, i).from;
      network->to[i] = g_array_index (self->ends, Ends, i).to;
    }
  for (guint32 k = 0; k < flat->n_links; k++)
    {
      guint32 link = self->link_of[k];
      double rate = weft_link_costs_rate (self->costs, k);
      double latency_s, overhead_s, pass_s, pass_overhead_s;

      weft_link_costs_cable (self->costs, k, &latency_s, &overhead_s);
      pass_of (self, k, &pass_s, &pass_overhead_s);
      network->bw_bytes_s[link] += rate > 0 ? rate : self->least_rate;
      network->link_level[link] = weft_graph_definition (flat->graph, flat->bundle[flat->bundles[k]].definition)->level;
      network->latency_s[link] = MAX (network->latency_s[link], latency_s + pass_s);
      network->overhead_s[link] = MAX (network->overhead_s[link], overhead_s + pass_overhead_s + startup_s[k]);
    }
}

static void
fill_starts (Maker *self)
{
  WeftSimNetwork *network = self->network;
  const WeftFlat *flat = self->flat;

  for (guint32 k = 0; k < flat->n_links; k++)
    {
      guint32 link = self->start[k];
      g_autofree char *name = NULL;

      if (link == WEFT_SIM_NO_START || network->bw_bytes_s[link] > 0)
        continue;
      name = weft_sim_network_node_name (network, flat->from[k]);
      network->from[link] = network->to[link] = flat->from[k];
      network->bw_bytes_s[link] = INFINITY;
      network->overhead_s[link] = g_array_index (self->starts, double, link - self->ends->len);
      network->is_shared[link] = FALSE;
      network->link_name[link] = g_strdup_printf (_("start of a message at %s"), name);
    }
}

/* --- nodes --- */

static void
fill_nodes (Maker *self)
{
  WeftSimNetwork *network = self->network;
  const WeftFlat *flat = self->flat;
  g_autofree guint32 *n_planes = g_new0 (guint32, flat->n_devices + 1);

  for (guint32 d = 0; d < flat->n_devices; d++)
    n_planes[self->plane[d]]++;
  for (guint32 d = 0; d < flat->n_devices; d++)
    {
      g_autofree char *name = weft_flat_device_name (flat, d);

      network->node_name[d] = n_planes[d] > 1 ? g_strdup_printf (ngettext ("%s and %u more", "%s and %u more",
                                                                           n_planes[d] - 1),
                                                                 name, n_planes[d] - 1)
                                              : g_steal_pointer (&name);
    }
  for (guint32 k = 0; k < flat->n_links; k++)
    if (flat->kinds[flat->from[k]] == WEFT_DEVICE_SWITCH
        && weft_link_costs_reduces (self->costs, weft_link_costs_fabric (self->costs, k)))
      network->is_switch[self->plane[flat->from[k]]] = TRUE;
}

/* --- notes --- */

static void
note_unknown_rates (Maker *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *rate = weft_quantity_format (self->least_rate, WEFT_UNIT_BYTES_S);

  for (guint32 k = 0; k < self->flat->n_links; k++)
    {
      g_autofree char *name = NULL;

      if (weft_link_costs_rate (self->costs, k) > 0
          || !g_hash_table_add (seen, GUINT_TO_POINTER (self->flat->bundles[k] + 1)))
        continue;
      name = weft_link_costs_name (self->costs, k);
      if (g_hash_table_size (seen) <= MAX_NAMED)
        g_string_append_printf (names, "%s“%s”", names->len > 0 ? ", " : "", name);
    }
  if (g_hash_table_size (seen) > MAX_NAMED)
    g_string_append (names, ", …");
  if (names->len > 0)
    g_ptr_array_add (self->notes, g_strdup_printf (_("The rate of the links %s is not known: each counts as the "
                                                     "slowest of the machine, %s."),
                                                   names->str, rate));
}

/* Ways that stand for all: from each rank to the next and to one half the ranks away. @rules: [rules] met. */
static void
look_at_ways (Maker *self, WeftRoute *route, gboolean *rules)
{
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 r = 0; r < self->n_ranks; r++)
    for (guint half = 0; half < 2; half++)
      {
        guint32 to = self->devices[((guint64) r + (half ? self->n_ranks / 2 : 1)) % self->n_ranks];
        WeftRouteRule rule = weft_route_path (route, self->devices[r], to, 0, way);
        WeftLink cost;

        rules[rule] = rules[rule] || way->len > 0;
        weft_link_costs_path (self->costs, (const guint32 *) way->data, way->len, &cost, NULL);
      }
}

static void
note_planes (Maker *self)
{
  guint32 n = 0, n_kept = 0;
  g_autofree gboolean *is_kept = g_new0 (gboolean, self->flat->n_devices + 1);

  for (guint32 d = 0; d < self->flat->n_devices; d++)
    if (self->plane[d] != d)
      {
        n += is_kept[self->plane[d]] ? 1 : 2;
        n_kept += !is_kept[self->plane[d]];
        is_kept[self->plane[d]] = TRUE;
      }
  if (n > 0)
    g_ptr_array_add (self->notes, g_strdup_printf (ngettext ("%u switches or cards are cabled alike, so that traffic "
                                                             "spreads over all of them: they count as %u of the rate "
                                                             "of all.",
                                                             "%u switches or cards are cabled alike, so that traffic "
                                                             "spreads over all of them: they count as %u of the rate "
                                                             "of all.",
                                                             n_kept),
                                                   n, n_kept));
}

static char *
describe_rules (const gboolean *rules)
{
  GString *text = g_string_new (NULL);

  for (guint rule = WEFT_ROUTE_DIRECT; rule <= WEFT_ROUTE_SHORTEST; rule++)
    if (rules[rule])
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", weft_route_rule_nick (rule));
  g_string_append (text, text->len > 0 ? _("; equal ways by flow") : _("no ways"));
  return g_string_free (text, FALSE);
}

/* --- the whole --- */

static gboolean
check_devices (const Maker *self, GError **error)
{
  for (guint32 r = 0; r < self->n_ranks; r++)
    if (self->devices[r] >= self->flat->n_devices)
      {
        g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                     _("rank %u stands on device %u, but the machine has %u devices, counted from 0"), r,
                     self->devices[r], self->flat->n_devices);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_rates (const Maker *self, GError **error)
{
  if (self->flat->n_links == 0 || isfinite (self->least_rate))
    return TRUE;
  g_set_error_literal (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                       _("the rate of no link of the machine is known: name their components or their fabrics"));
  return FALSE;
}

/* What the whole machine is called. */
static const char *
machine_name (const WeftFlat *flat)
{
  const WeftGraphDefinition *whole = weft_graph_definition (flat->graph, flat->instances[0].definition);

  return whole->title != NULL ? whole->title : whole->id;
}

static void
make_arrays (Maker *self)
{
  WeftSimNetwork *network;
  guint32 n_links = self->ends->len + self->starts->len;

  network = weft_sim_network_new (machine_name (self->flat), self->flat->n_devices, n_links, self->n_ranks);
  network->overhead_s = g_new0 (double, MAX (1, n_links));
  network->is_shared = g_new (guint8, MAX (1, n_links));
  memset (network->is_shared, TRUE, MAX (1, n_links));
  network->link_name = g_new0 (char *, MAX (1, n_links));
  network->link_level = g_new0 (guint8, MAX (1, n_links));
  network->node_name = g_new0 (char *, MAX (1, self->flat->n_devices));
  network->is_switch = g_new0 (guint8, MAX (1, self->flat->n_devices));
  for (guint32 r = 0; r < self->n_ranks; r++)
    network->node_of_rank[r] = self->devices[r];
  self->network = network;
}

static void
set_router (Maker *self)
{
  WeftSimMachineWays *router = g_new0 (WeftSimMachineWays, 1);
  gboolean rules[WEFT_ROUTE_SHORTEST + 1] = { FALSE };

  router->route = weft_route_new (self->flat);
  router->way = g_array_new (FALSE, FALSE, sizeof (guint32));
  router->n_links = self->flat->n_links;
  router->link_of = g_steal_pointer (&self->link_of);
  router->start = g_steal_pointer (&self->start);
  router->group = g_steal_pointer (&self->group);
  self->network->route = weft_sim_machine_ways_find;
  self->network->router = router;
  self->network->free_router = weft_sim_machine_ways_free;
  look_at_ways (self, router->route, rules);
  self->network->rule = describe_rules (rules);
}

static void
make (Maker *self)
{
  g_autofree double *startup_s = find_startups (self);

  make_arrays (self);
  fill_nodes (self);
  fill_links (self, startup_s);
  fill_starts (self);
  self->network->domain_of_rank = weft_sim_domains_find (self->flat, self->costs, self->devices, self->n_ranks);
  set_router (self);
  note_unknown_rates (self);
  note_planes (self);
  weft_link_costs_note (self->costs, self->notes);
  if (self->notes->len == 0)
    return;
  g_ptr_array_add (self->notes, NULL);
  self->network->notes = (char **) g_ptr_array_steal (self->notes, NULL);
}

static void
clear (Maker *self)
{
  weft_link_costs_free (self->costs);
  g_free (self->plane);
  g_free (self->link_of);
  g_free (self->start);
  g_free (self->group);
  g_array_unref (self->ends);
  g_array_unref (self->starts);
  g_ptr_array_unref (self->notes);
}

/**
 * weft_sim_network_from_flat: (skip)
 * @flat: a machine, which has to live as long as the network
 * @inventory: the catalog as a profile sees it
 * @devices: (array length=n_ranks): the device that each rank stands on
 * @n_ranks: how many ranks
 * @error: return location for a %WEFT_SIM_ERROR_INVALID
 *
 * Node i is device i of the machine. The latency of a link is that of its cable and of the switch or card that it
 * leaves; its overhead is their protocol overhead and, where a chip's messages begin, what the start of a message of
 * the fabric takes besides its usual cables and switch: together what the mapper charges for the way. All cables from
 * one device to another are one link. Switches and cards that are cabled alike count as one with the rate of all, in
 * scale-up fabrics and next to chips, since traffic is spread over them; elsewhere a flow keeps to one of equal ways.
 * A node whose switches reduce what passes is marked when its fabric says so. Links without a rate count as the slowest
 * one; notes say so.
 *
 * Returns: (transfer full) (nullable): the network
 */
WeftSimNetwork *
weft_sim_network_from_flat (const WeftFlat *flat, WeftInventory *inventory, const guint32 *devices, guint32 n_ranks,
                            GError **error)
{
  Maker maker = { .flat = flat, .devices = devices, .n_ranks = n_ranks };

  g_return_val_if_fail (flat != NULL && WEFT_IS_INVENTORY (inventory), NULL);

  maker.costs = weft_link_costs_new (flat, inventory);
  maker.plane = weft_sim_planes_find (flat, maker.costs);
  maker.link_of = g_new (guint32, flat->n_links + 1);
  maker.start = g_new (guint32, flat->n_links + 1);
  maker.group = g_new0 (guint32, flat->n_links + 1);
  maker.ends = g_array_new (FALSE, FALSE, sizeof (Ends));
  maker.starts = g_array_new (FALSE, FALSE, sizeof (double));
  maker.notes = g_ptr_array_new_with_free_func (g_free);
  find_least_rate (&maker);
  if (check_devices (&maker, error) && check_rates (&maker, error))
    {
      find_links (&maker);
      make (&maker);
    }
  clear (&maker);
  return maker.network;
}
