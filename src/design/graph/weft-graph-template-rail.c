/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rail fat trees without oversubscription, of switches with k ports: chip n of every node is on
 * rail n. A unit is k/2 nodes with a leaf for each rail (NVIDIA DGX SuperPOD reference
 * architecture: 32 nodes, 8 leaves; 16 units are 128 leaves, 128 spines, 64 cores). */
#include "design/graph/weft-graph-template-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NODE_TYPES (1u << WEFT_COMPONENT_VERTEX)

typedef struct
{
  const WeftTemplateCall *call;
  JsonObject *fragment;
  const WeftTemplateNode *node;
  const WeftComponent *switches;
  const char *rack;
  const char *cable;
  const char *fabric;
  guint nodes;
  guint per_rack;
  guint rails;
  guint k;
  guint half;  /* nodes of a unit, cables of a leaf up */
  guint units; /* full ones */
  guint rest;  /* nodes of the last one */
  guint pods;  /* units, the last one too */
  guint tiers;
  guint spines; /* two tiers: all of them; three: those of a pod */
  guint cores;  /* of a group; there is a group for each spine of a pod */
} Pod;

static guint
ceiling (guint a, guint b)
{
  return (a + b - 1) / b;
}

/* The fewest spines, of which each leaf reaches all with equally many cables; 0 when none do. */
static guint
find_spines (const Pod *pod)
{
  for (guint s = 1; s <= pod->half; s++)
    if (pod->half % s == 0
        && (guint64) pod->rails
                 * ((guint64) pod->units * (pod->half / s) + ceiling (pod->rest, s)) <= pod->k)
      return s;
  return 0;
}

/* Likewise of the cores of one group, against which each pod has one spine. */
static guint
find_cores (const Pod *pod)
{
  for (guint c = 1; c <= pod->half; c++)
    if (pod->half % c == 0 && (guint64) pod->pods * (pod->half / c) <= pod->k)
      return c;
  return 0;
}

static gboolean
refuse_tiers (const Pod *pod, guint most, GError **error)
{
  const char *what = pod->tiers == 2 ? _("take 3 tiers or switches with more ports")
                                     : _("take switches with more ports");

  return weft_template_refuse (pod->call, "nodes", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("found %u nodes of %u chips, %u tiers of switches with %u ports "
                                 "take at most %u (%u chips); %s"),
                               pod->nodes, pod->rails, pod->tiers, pod->k, most, most * pod->rails,
                               what);
}

/* The tiers that are asked for, or as many as it takes. */
static gboolean
choose_tiers (Pod *pod, guint asked, GError **error)
{
  pod->tiers = asked == 3 ? 3 : 2;
  if (pod->tiers == 2)
    {
      pod->spines = find_spines (pod);
      if (pod->spines > 0)
        return TRUE;
      if (asked == 2)
        return refuse_tiers (pod, pod->k / pod->rails * pod->half, error);
      pod->tiers = 3;
    }
  if (pod->half % pod->rails != 0)
    return weft_template_refuse (pod->call, "k", WEFT_TEMPLATE_ERROR_RELATION, error,
                                 _("three tiers need half of the ports, %u, to be a multiple of "
                                   "the %u chips of a node; take another number of ports"),
                                 pod->half, pod->rails);
  pod->spines = pod->rails;
  pod->cores = find_cores (pod);
  return pod->cores > 0 || refuse_tiers (pod, pod->k * pod->half, error);
}

static gboolean
check_ports (const Pod *pod, GError **error)
{
  if (pod->k % 2 != 0)
    return weft_template_refuse (pod->call, "k", WEFT_TEMPLATE_ERROR_RELATION, error,
                                 _("found %u ports; half of them lead up, so take an even number"),
                                 pod->k);
  if (!(pod->switches->ports < pod->k))
    return TRUE;
  return weft_template_refuse (pod->call, "k", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("found %u ports, %s has %.0f; take no more, or another switch"),
                               pod->k, pod->switches->id, pod->switches->ports);
}

static gboolean
split_nodes (Pod *pod, GError **error)
{
  pod->half = pod->k / 2;
  pod->units = pod->nodes / pod->half;
  pod->rest = pod->nodes % pod->half;
  pod->pods = pod->units + (pod->rest > 0);
  if (pod->units == 0 || pod->half % pod->per_rack == 0)
    return TRUE;
  return weft_template_refuse (pod->call, "per_rack", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("the %u nodes of a unit do not fill racks of %u; take a divisor "
                                 "of %u"), pod->half, pod->per_rack, pod->half);
}

/* --- building --- */

static void
add_switches (const Pod *pod, const char *id, guint count)
{
  weft_fragment_item (pod->fragment, id, "component", pod->switches->id, count);
}

static void
join (const Pod *pod, const char *from, const char *to, const char *wiring, guint channels)
{
  weft_fragment_link (pod->fragment, from, to, wiring, pod->cable, pod->fabric, channels);
}

static void
add_racks (const Pod *pod)
{
  guint full = pod->rest / pod->per_rack, few = pod->rest % pod->per_rack;

  weft_template_add_node (pod->fragment, pod->node);
  if (pod->units > 0 || full > 0)
    weft_template_add_rack (pod->fragment, "rack", pod->node, pod->rack, pod->per_rack);
  if (few > 0)
    weft_template_add_rack (pod->fragment, "end-rack", pod->node, pod->rack, few);
  if (pod->units > 0)
    weft_fragment_item (pod->fragment, "rack", "definition", "rack",
                        pod->units * pod->half / pod->per_rack);
  if (full > 0)
    weft_fragment_item (pod->fragment, "last-rack", "definition", "rack", full);
  if (few > 0)
    weft_fragment_item (pod->fragment, "end-rack", "definition", "end-rack", 1);
}

static void
join_rail (const Pod *pod, guint rail)
{
  g_autofree char *leaf = g_strdup_printf ("leaf-%u", rail);
  g_autofree char *last_leaf = g_strdup_printf ("last-leaf[%u]", rail);
  static const char *const racks[] = { "rack", "last-rack", "end-rack" };
  const gboolean are_there[] = { pod->units > 0, pod->rest >= pod->per_rack,
                                 pod->rest % pod->per_rack > 0 };

  for (guint i = 0; i < G_N_ELEMENTS (racks); i++)
    {
      g_autofree char *from = g_strdup_printf ("%s:rail-%u", racks[i], rail);

      if (are_there[i])
        join (pod, from, i == 0 ? leaf : last_leaf, i == 0 ? "each" : "all", 1);
    }
}

static void
add_leaves (const Pod *pod)
{
  for (guint i = 0; i < pod->rails && pod->units > 0; i++)
    {
      g_autofree char *id = g_strdup_printf ("leaf-%u", i);

      add_switches (pod, id, pod->units);
    }
  if (pod->rest > 0)
    add_switches (pod, "last-leaf", pod->rails);
  for (guint i = 0; i < pod->rails; i++)
    join_rail (pod, i);
}

static void
add_spines (const Pod *pod)
{
  add_switches (pod, "spine", pod->spines);
  for (guint i = 0; i < pod->rails && pod->units > 0; i++)
    {
      g_autofree char *leaf = g_strdup_printf ("leaf-%u", i);

      join (pod, leaf, "spine", "all", pod->half / pod->spines);
    }
  if (pod->rest > 0)
    join (pod, "last-leaf", "spine", "all", ceiling (pod->rest, pod->spines));
}

/* Spine @spine of each pod, and its group of cores. */
static void
add_group (const Pod *pod, guint spine)
{
  g_autofree char *id = g_strdup_printf ("spine-%u", spine);
  g_autofree char *core = g_strdup_printf ("core-%u", spine);
  g_autofree char *last = g_strdup_printf ("last-spine[%u]", spine);

  add_switches (pod, core, pod->cores);
  if (pod->rest > 0)
    join (pod, last, core, "all", pod->half / pod->cores);
  if (pod->units == 0)
    return;
  add_switches (pod, id, pod->units);
  for (guint i = 0; i < pod->rails; i++)
    {
      g_autofree char *leaf = g_strdup_printf ("leaf-%u", i);

      join (pod, leaf, id, "each", pod->half / pod->spines);
    }
  join (pod, id, core, "all", pod->half / pod->cores);
}

static void
add_groups (const Pod *pod)
{
  if (pod->rest > 0)
    {
      add_switches (pod, "last-spine", pod->spines);
      join (pod, "last-leaf", "last-spine", "all", pod->half / pod->spines);
    }
  for (guint i = 0; i < pod->spines; i++)
    add_group (pod, i);
}

/* What nodes and switches draw by their nameplates; nothing when that is unknown. */
static char *
power_words (const Pod *pod, guint n_switches)
{
  const WeftComponent *node = weft_component_find (pod->call->catalog, pod->node->id);
  double node_kw = weft_template_nameplate_w (node) / 1000;
  double switch_kw = weft_template_nameplate_w (pod->switches) / 1000;
  double sum_kw = pod->nodes * node_kw + n_switches * switch_kw;

  if (isnan (sum_kw))
    return g_strdup ("");
  return g_strdup_printf (_(" By nameplate %u × %g kW + %u × %g kW = %.1f kW."), pod->nodes,
                          node_kw, n_switches, switch_kw, sum_kw);
}

static void
add_notes (const Pod *pod)
{
  gboolean is_three = pod->tiers == 3;
  guint leaves = pod->rails * pod->pods;
  guint spines = is_three ? pod->spines * pod->pods : pod->spines;
  guint cores = is_three ? pod->spines * pod->cores : 0;
  guint64 up = (guint64) pod->rails
               * (is_three ? (guint64) pod->pods * pod->half
                           : (guint64) pod->units * pod->half
                               + pod->spines * ceiling (pod->rest, pod->spines));
  g_autofree char *power = power_words (pod, leaves + spines + cores);
  g_autofree char *notes = g_strdup_printf (
    _("%u nodes of %u chips on switches with %u ports: %u leaves, %u spines, %u cores; %u cables "
      "to nodes, %" G_GUINT64_FORMAT " from leaves to spines, %" G_GUINT64_FORMAT " to cores.%s"),
    pod->nodes, pod->rails, pod->k, leaves, spines, cores, pod->nodes * pod->rails, up,
    is_three ? up : 0, power);

  json_object_set_string_member (pod->fragment, "notes", notes);
}

static JsonObject *
build (Pod *pod, guint tiers, const char *title, GError **error)
{
  if (!check_ports (pod, error) || !split_nodes (pod, error) || !choose_tiers (pod, tiers, error))
    return NULL;
  pod->fragment = weft_fragment_new (WEFT_LEVEL_CLUSTER, title);
  add_notes (pod);
  add_racks (pod);
  add_leaves (pod);
  if (pod->tiers == 3)
    add_groups (pod);
  else
    add_spines (pod);
  return pod->fragment;
}

static gboolean
read_parts (Pod *pod, GError **error)
{
  const WeftComponent *rack;

  pod->node = weft_template_node (pod->call, "node", error);
  if (pod->node == NULL)
    return FALSE;
  rack = weft_template_component (pod->call, "rack", 1u << WEFT_COMPONENT_RACK, error);
  if (rack == NULL)
    return FALSE;
  pod->switches = weft_template_component (pod->call, "switch", NODE_TYPES, error);
  if (pod->switches == NULL)
    return FALSE;
  if (!weft_template_check_cable (pod->call, "cable", error)
      || !weft_template_check_fabric (pod->call, "fabric", error))
    return FALSE;
  pod->rack = rack->id;
  pod->cable = weft_template_text (pod->call, "cable");
  pod->rails = pod->node->n_chips;
  pod->fabric = weft_template_text (pod->call, "fabric");
  return TRUE;
}

static JsonObject *
make_rail_fat_tree (const WeftTemplateCall *call, GError **error)
{
  Pod pod = { .call = call };
  guint tiers = weft_template_whole (call, "tiers");

  if (!read_parts (&pod, error))
    return NULL;
  if (tiers == 1)
    {
      weft_template_refuse (call, "tiers", WEFT_TEMPLATE_ERROR_RANGE, error,
                            _("found 1, expected 2 or 3, or 0 for as many as it takes"));
      return NULL;
    }
  pod.nodes = weft_template_whole (call, "nodes");
  pod.k = weft_template_whole (call, "k");
  pod.per_rack = weft_template_whole (call, "per_rack");
  return build (&pod, tiers, _("Rail fat tree"), error);
}

static JsonObject *
make_superpod_unit (const WeftTemplateCall *call, GError **error)
{
  Pod pod = { .call = call, .k = 64, .per_rack = 4 };

  if (!read_parts (&pod, error))
    return NULL;
  pod.nodes = 32 * weft_template_whole (call, "units");
  return build (&pod, 0, _("SuperPOD"), error);
}

#define PARTS                                                                                      \
  WEFT_TEMPLATE_PART ("node", N_("Node, a chassis of the catalog"), "\"dgx-h100\""),               \
  WEFT_TEMPLATE_PART ("rack", N_("Rack"), "\"rack-48u-rear-door\""),                               \
  WEFT_TEMPLATE_PART ("switch", N_("Switch"), "\"qm9700\""),                                       \
  WEFT_TEMPLATE_PART ("cable", N_("Cable"), "\"dr4-400g\""),                                       \
  WEFT_TEMPLATE_PART ("fabric", N_("Scale-out fabric"), "\"IB-NDR\"")

static const WeftParameter rail_params[] = {
  { "nodes", N_("Nodes"), NULL, WEFT_PARAMETER_WHOLE, "128", 1, 100000 },
  { "k", N_("Ports of a switch that are used"), NULL, WEFT_PARAMETER_WHOLE, "64", 2, 4096 },
  { "tiers", N_("Tiers, 0 for as many as it takes"), NULL, WEFT_PARAMETER_WHOLE, "0", 0, 3 },
  { "per_rack", N_("Nodes of a rack"), NULL, WEFT_PARAMETER_WHOLE, "4", 1, 1000 },
  PARTS,
};

static const WeftParameter superpod_params[] = {
  { "units", N_("Scalable units of 32 nodes"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, 64 },
  PARTS,
};

const WeftTemplateFamily weft_template_rail_fat_tree = {
  .template = { "rail-fat-tree", N_("Rail fat tree"),
                N_("Nodes on rails, two or three tiers of switches without oversubscription."),
                WEFT_LEVEL_CLUSTER, rail_params, G_N_ELEMENTS (rail_params) },
  .make = make_rail_fat_tree,
};

const WeftTemplateFamily weft_template_superpod_unit = {
  .template = { "superpod-unit", N_("SuperPOD scalable unit"),
                N_("32 nodes of eight with eight leaves, once or several times, and their spines."),
                WEFT_LEVEL_CLUSTER, superpod_params, G_N_ELEMENTS (superpod_params) },
  .make = make_superpod_unit,
};
