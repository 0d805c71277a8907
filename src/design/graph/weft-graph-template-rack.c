/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Racks: as many nodes as fit under a cap, the NVL72, and equal parts side by side. */
#include "design/graph/weft-graph-template-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json.h"
#include "design/topology/weft-topology.h"

/* --- how many nodes a rack takes --- */

static gboolean
refuse_fit (GError **error, int code, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse_fit (GError **error, int code, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  if (error != NULL)
    *error = g_error_new_valist (WEFT_TEMPLATE_ERROR, code, format, list);
  va_end (list);
  return FALSE;
}

/* Nodes that @limit holds; a rounding error of the division must not cost one. */
static guint
count_fitting (double limit, double each)
{
  double n = floor (limit / each * (1 + 1e-12));

  return n > 0 ? (guint) MIN (n, 1000) : 0;
}

/**
 * weft_graph_rack_fit: (skip)
 * @catalog: the catalog
 * @node: a chassis, by id
 * @rack: a rack, by id
 * @cap_w: what the room gives the rack in watts; 0 for what the rack itself is made for
 * @reserve_u: rack units that stay free
 * @fit: (out caller-allocates): how many fit, by what
 * @error: where to put a #WeftTemplateError
 *
 * The smaller of floor (feed / nameplate power) and floor (free rack units / height). Heat and
 * cables are for the rules to judge.
 *
 * Returns: whether the figures are known and at least one node fits
 */
gboolean
weft_graph_rack_fit (WeftCatalog *catalog, const char *node, const char *rack, double cap_w,
                     double reserve_u, WeftRackFit *fit, GError **error)
{
  const WeftComponent *chassis, *enclosure;

  g_return_val_if_fail (WEFT_IS_CATALOG (catalog) && fit != NULL, FALSE);
  g_return_val_if_fail (node != NULL && rack != NULL, FALSE);

  chassis = weft_component_find (catalog, node);
  enclosure = weft_component_find (catalog, rack);
  if (chassis == NULL || chassis->type != WEFT_COMPONENT_VERTEX)
    return refuse_fit (error, WEFT_TEMPLATE_ERROR_PART, _("“%s” is no chassis of the catalog"),
                       node);
  if (enclosure == NULL || enclosure->type != WEFT_COMPONENT_RACK)
    return refuse_fit (error, WEFT_TEMPLATE_ERROR_PART, _("“%s” is no rack of the catalog"), rack);
  *fit = (WeftRackFit) {
    .node_u = chassis->u_space,
    .space_u = enclosure->u_space - reserve_u,
    .node_w = weft_template_nameplate_w (chassis),
    .own_w = enclosure->limit_w,
    .feed_w = cap_w > 0 ? cap_w : enclosure->limit_w,
  };
  if (!(fit->node_u > 0) || !(fit->node_w > 0) || !isfinite (fit->space_u) || !(fit->feed_w > 0))
    return refuse_fit (error, WEFT_TEMPLATE_ERROR_PART,
                       _("height or power of “%s” or “%s” is unknown"), node, rack);
  fit->by_space = count_fitting (fit->space_u, fit->node_u);
  fit->by_power = count_fitting (fit->feed_w, fit->node_w);
  fit->nodes = MIN (fit->by_space, fit->by_power);
  if (fit->by_power == 0)
    return refuse_fit (error, WEFT_TEMPLATE_ERROR_RELATION,
                       _("a node draws %.1f kW, the rack gets %.1f kW: none fits; raise the cap"),
                       fit->node_w / 1000, fit->feed_w / 1000);
  if (fit->by_space == 0)
    return refuse_fit (error, WEFT_TEMPLATE_ERROR_RELATION,
                       _("a node is %g U high, %g U are free: none fits; take a higher rack"),
                       fit->node_u, fit->space_u);
  return TRUE;
}

/**
 * weft_graph_rack_fit_words: (skip)
 * @fit: how many fit
 *
 * Returns: (transfer full): one sentence with all numbers and which limit binds
 */
char *
weft_graph_rack_fit_words (const WeftRackFit *fit)
{
  const char *binds;

  g_return_val_if_fail (fit != NULL, NULL);

  binds = fit->by_power < fit->by_space   ? _("power binds")
          : fit->by_space < fit->by_power ? _("space binds")
                                          : _("both bind");
  return g_strdup_printf (_("A node takes %g U and %.1f kW, so a rack holds %u: %u by space (%g U), "
                            "%u by power (%.1f kW); %s."),
                          fit->node_u, fit->node_w / 1000, fit->nodes, fit->by_space, fit->space_u,
                          fit->by_power, fit->feed_w / 1000, binds);
}

/* --- racks under a cap --- */

typedef enum
{
  LEAVES_IN_HALL, /* somewhere, so that the lengths of their cables stay open */
  LEAVES_IN_RACK, /* in the middle of the only rack, so that its cables are short */
  LEAVES_IN_OWN,  /* at the top of a rack of their own, the last one */
} LeavesPlace;

typedef struct
{
  const WeftComponent *part;
  guint count;
  LeavesPlace place;
} Leaves;

static gboolean
check_leaf (const WeftTemplateCall *call, const WeftComponent *leaf, guint nodes, GError **error)
{
  if (leaf == NULL || !weft_template_check_cable (call, "cable", error)
      || !weft_template_check_fabric (call, "fabric", error))
    return FALSE;
  if (!(nodes > leaf->ports))
    return TRUE;
  return weft_template_refuse (call, "nodes", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("found %u nodes, a leaf of a rail has %.0f ports; take fewer, or "
                                 "the template rail-fat-tree"), nodes, leaf->ports);
}

/* Whether the leaves fit beside @nodes nodes of a rack; never when a figure is unknown. */
static gboolean
has_room (const WeftRackFit *fit, const Leaves *leaves, guint nodes)
{
  double draw_w = leaves->count * weft_template_nameplate_w (leaves->part);
  double height_u = leaves->count * leaves->part->u_space;

  return nodes * fit->node_w + draw_w <= fit->feed_w
         && nodes * fit->node_u + height_u <= fit->space_u;
}

/* In racks one leaf takes all rails when it has the ports. */
static gboolean
place_leaves (const WeftTemplateCall *call, const WeftTemplateNode *node, const WeftRackFit *fit,
              guint nodes, Leaves *leaves, GError **error)
{
  const char *where = json_object_get_string_member (call->params, "leaves");

  leaves->count = node->n_chips;
  if (g_str_equal (where, "hall"))
    return TRUE;
  if (!g_str_equal (where, "rack"))
    return weft_template_refuse (call, "leaves", WEFT_TEMPLATE_ERROR_RANGE, error,
                                 _("found “%s”, expected hall or rack"), where);
  if ((double) nodes * node->n_chips <= leaves->part->ports)
    leaves->count = 1;
  leaves->place = nodes <= fit->nodes && has_room (fit, leaves, nodes) ? LEAVES_IN_RACK
                                                                       : LEAVES_IN_OWN;
  if (leaves->place == LEAVES_IN_RACK || has_room (fit, leaves, 0))
    return TRUE;
  return weft_template_refuse (call, "leaves", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("%u leaves draw %.1f kW and take %g U, a rack gets %.1f kW and has "
                                 "%g U; leave them in the hall"), leaves->count,
                               leaves->count * weft_template_nameplate_w (leaves->part) / 1000,
                               leaves->count * leaves->part->u_space, fit->feed_w / 1000,
                               fit->space_u);
}

static void
add_leaves (JsonObject *fragment, const Leaves *leaves, const WeftRackFit *fit, const char *rack)
{
  JsonObject *own, *item;

  if (leaves->place == LEAVES_IN_HALL)
    weft_fragment_item (fragment, "leaf", "component", leaves->part->id, leaves->count);
  if (leaves->place != LEAVES_IN_OWN)
    return;
  own = weft_fragment_define (fragment, "leaf-rack", WEFT_LEVEL_RACK, _("Rack of leaves"), rack);
  item = weft_fragment_item (own, "leaf", "component", leaves->part->id, leaves->count);
  json_object_set_int_member (item, "u",
                              (gint64) (fit->space_u - leaves->count * leaves->part->u_space) + 1);
  for (guint i = 0; i < leaves->count; i++)
    {
      g_autofree char *port = g_strdup_printf ("leaf-%u", i);
      g_autofree char *of = g_strdup_printf ("leaf[%u]", i);

      weft_fragment_port (own, port, of, 0);
    }
  weft_fragment_item (fragment, "leaf-rack", "definition", "leaf-rack", 1);
}

/* The rails of the nodes behind @item of @owner. */
static void
join_rails (const WeftTemplateCall *call, JsonObject *owner, const WeftTemplateNode *node,
            const char *item, const Leaves *leaves)
{
  for (guint i = 0; i < node->n_chips; i++)
    {
      guint leaf = leaves->count > 1 ? i : 0;
      g_autofree char *from = g_strdup_printf ("%s:rail-%u", item, i);
      g_autofree char *to = leaves->place == LEAVES_IN_OWN
                              ? g_strdup_printf ("leaf-rack:leaf-%u", leaf)
                              : g_strdup_printf ("leaf[%u]", leaf);

      weft_fragment_link (owner, from, to, "all", weft_template_text (call, "cable"),
                          weft_template_text (call, "fabric"), 1);
    }
}

/* The nodes fill what is below and above the leaves. */
static void
add_racks (const WeftTemplateCall *call, JsonObject *fragment, const WeftTemplateNode *node,
           const WeftRackFit *fit, const char *id, guint racks, guint nodes, const Leaves *leaves)
{
  JsonObject *definition, *item;

  if (racks == 0)
    return;
  definition = weft_template_add_rack (fragment, id, node, weft_template_text (call, "rack"), nodes);
  weft_fragment_item (fragment, id, "definition", id, racks);
  if (leaves->place != LEAVES_IN_RACK)
    return;
  item = weft_fragment_item (definition, "leaf", "component", leaves->part->id, leaves->count);
  json_object_set_int_member (item, "u", (gint64) (nodes / 2 * ceil (fit->node_u)) + 1);
  join_rails (call, definition, node, "node", leaves);
}

static JsonObject *
build_racks (const WeftTemplateCall *call, const WeftTemplateNode *node, const WeftRackFit *fit,
             guint nodes, const Leaves *leaves)
{
  g_autofree char *words = weft_graph_rack_fit_words (fit);
  g_autofree char *notes
    = g_strdup_printf (_("Nodes: %u, racks: %u. %s%s"), nodes, (nodes + fit->nodes - 1) / fit->nodes,
                       words, fit->nodes * fit->node_w > fit->own_w
                                ? _(" That is more than the rack itself is made for.") : "");
  JsonObject *fragment = weft_fragment_new (WEFT_LEVEL_CLUSTER, _("Racks under a cap"));
  const char *const ids[] = { "rack", "last-rack" };
  const guint racks[] = { nodes / fit->nodes, nodes % fit->nodes > 0 };
  const guint each[] = { fit->nodes, nodes % fit->nodes };

  json_object_set_string_member (fragment, "notes", notes);
  weft_template_add_node (fragment, node);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    add_racks (call, fragment, node, fit, ids[i], racks[i], each[i], leaves);
  add_leaves (fragment, leaves, fit, weft_template_text (call, "rack"));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (racks[i] > 0 && leaves->place != LEAVES_IN_RACK)
      join_rails (call, fragment, node, ids[i], leaves);
  return fragment;
}

static JsonObject *
make_rack (const WeftTemplateCall *call, GError **error)
{
  const WeftTemplateNode *node = weft_template_node (call, "node", error);
  guint nodes = weft_template_whole (call, "nodes");
  g_autoptr (GError) reason = NULL;
  const WeftComponent *rack;
  Leaves leaves = { 0 };
  WeftRackFit fit;

  if (node == NULL)
    return NULL;
  rack = weft_template_component (call, "rack", 1u << WEFT_COMPONENT_RACK, error);
  if (rack == NULL)
    return NULL;
  if (!weft_graph_rack_fit (call->catalog, node->id, rack->id,
                            weft_template_number (call, "cap_kw") * 1000,
                            weft_template_number (call, "reserve_u"), &fit, &reason))
    {
      weft_template_refuse (call, NULL, reason->code, error, "%s", reason->message);
      return NULL;
    }
  nodes = nodes > 0 ? nodes : fit.nodes;
  leaves.part = weft_template_component (call, "switch", 1u << WEFT_COMPONENT_VERTEX, error);
  if (!check_leaf (call, leaves.part, nodes, error)
      || !place_leaves (call, node, &fit, nodes, &leaves, error))
    return NULL;
  return build_racks (call, node, &fit, nodes, &leaves);
}

/* --- NVL72 --- */

/* 18 trays, nine switch trays, two NVLinks from each chip to each of them. */
static void
define_nvl72 (JsonObject *fragment, gboolean is_gb300)
{
  JsonObject *tray = weft_fragment_define (fragment, "tray", WEFT_LEVEL_NODE, _("Compute tray"),
                                           is_gb300 ? "gb300-tray" : "gb200-tray");
  JsonObject *rack = weft_fragment_define (fragment, "nvl72", WEFT_LEVEL_RACK, _("NVL72 rack"),
                                           is_gb300 ? "rack-gb300-nvl72" : "rack-nvl72");
  JsonObject *gpu = weft_fragment_item (tray, "gpu", "chip", is_gb300 ? "GB300" : "GB200", 4);

  json_object_set_string_member (gpu, "role", "general");
  weft_fragment_item (tray, "cpu", "chip", "Grace", 2);
  weft_fragment_link (tray, "gpu", "cpu", "each", "c2c-grace", NULL, 1);
  weft_fragment_port (tray, "nvlink", "gpu", 18);
  weft_fragment_port (tray, "net", "gpu", 1);
  json_object_set_int_member (weft_fragment_item (rack, "tray", "definition", "tray", 18), "u", 9);
  json_object_set_int_member (
    weft_fragment_item (rack, "switch", "component", "nvlink5-switch-tray", 9), "u", 27);
  weft_fragment_link (rack, "tray:nvlink", "switch", "all", "nvlink5-link", "NVLink5", 2);
  weft_fragment_port (rack, "net", "tray:net", 0);
}

/* The fewest spines with @ports that take 72 cables of each leaf evenly; 0 when none do. */
static guint
find_spines (guint racks, double ports)
{
  for (guint s = 1; s <= 72; s++)
    if (72 % s == 0 && !((double) racks * (72 / s) > ports))
      return s;
  return 0;
}

static JsonObject *
make_nvl72_rack (const WeftTemplateCall *call, GError **error)
{
  const WeftComponent *leaf
    = weft_template_component (call, "switch", 1u << WEFT_COMPONENT_VERTEX, error);
  const char *cable = weft_template_text (call, "cable");
  const char *fabric = weft_template_text (call, "fabric");
  const char *chip = json_object_get_string_member (call->params, "chip");
  guint racks = weft_template_whole (call, "racks");
  guint spines;
  JsonObject *fragment;

  if (leaf == NULL || !weft_template_check_cable (call, "cable", error)
      || !weft_template_check_fabric (call, "fabric", error))
    return NULL;
  if (!g_str_equal (chip, "GB200") && !g_str_equal (chip, "GB300"))
    {
      weft_template_refuse (call, "chip", WEFT_TEMPLATE_ERROR_PART, error,
                            _("found “%s”, expected GB200 or GB300"), chip);
      return NULL;
    }
  spines = find_spines (racks, leaf->ports);
  if ((racks > 1 && spines == 0) || leaf->ports < (racks > 1 ? 144 : 72))
    {
      weft_template_refuse (call, "racks", WEFT_TEMPLATE_ERROR_RELATION, error,
                            _("%u racks need leaves with %u ports and spines with at least %u; %s "
                              "has %.0f; take fewer racks or another switch"),
                            racks, racks > 1 ? 144 : 72, racks, leaf->id, leaf->ports);
      return NULL;
    }
  fragment = weft_fragment_new (WEFT_LEVEL_CLUSTER, _("NVL72 racks"));
  define_nvl72 (fragment, g_str_equal (chip, "GB300"));
  weft_fragment_item (fragment, "rack", "definition", "nvl72", racks);
  weft_fragment_item (fragment, "leaf", "component", leaf->id, racks);
  weft_fragment_link (fragment, "rack:net", "leaf", "each", cable, fabric, 1);
  if (racks > 1)
    {
      weft_fragment_item (fragment, "spine", "component", leaf->id, spines);
      weft_fragment_link (fragment, "leaf", "spine", "all", cable, fabric, 72 / spines);
    }
  return fragment;
}

/* --- copies --- */

/* The generator behind the wiring says when there are too many. */
static gboolean
check_size (const WeftTemplateCall *call, const char *generator, guint count, GError **error)
{
  g_autofree char *text = g_strdup_printf ("{\"n\": %u, \"m\": 1}", count);
  g_autoptr (JsonNode) params = weft_json_parse (text, -1, call->template->id, NULL, error);
  g_autoptr (WeftTopology) topology = NULL;

  topology = weft_topology_new (weft_topology_find (generator, NULL), params, call->template->id,
                                error);
  return topology != NULL;
}

static gboolean
check_wiring (const WeftTemplateCall *call, guint count, GError **error)
{
  const char *wiring = json_object_get_string_member (call->params, "wiring");

  if (g_str_equal (wiring, "none"))
    return TRUE;
  if (!g_str_equal (wiring, "all") && !g_str_equal (wiring, "ring"))
    return weft_template_refuse (call, "wiring", WEFT_TEMPLATE_ERROR_RANGE, error,
                                 _("found “%s”, expected none, all or ring"), wiring);
  if (count > 1)
    return check_size (call, g_str_equal (wiring, "all") ? "clique" : "ring", count, error);
  return weft_template_refuse (call, "count", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("found 1, at least 2 are joined; take the wiring none"));
}

static JsonObject *
make_copies (const WeftTemplateCall *call, GError **error)
{
  const char *part = json_object_get_string_member (call->params, "part");
  const char *wiring = json_object_get_string_member (call->params, "wiring");
  const WeftComponent *component = weft_component_find (call->catalog, part);
  guint count = weft_template_whole (call, "count");
  JsonObject *fragment;

  if (!check_wiring (call, count, error) || !weft_template_check_fabric (call, "fabric", error))
    return NULL;
  if (!weft_template_is_part (call->catalog, part))
    {
      weft_template_component (call, "part", 1u << WEFT_COMPONENT_VERTEX, error);
      return NULL;
    }
  fragment = weft_fragment_new (component != NULL ? component->level : WEFT_LEVEL_NODE,
                                _("Equal parts"));
  weft_fragment_item (fragment, "part", component != NULL ? "component" : "chip", part, count);
  if (!g_str_equal (wiring, "none"))
    weft_fragment_link (fragment, "part", "part", wiring, NULL,
                        weft_template_text (call, "fabric"), 1);
  return fragment;
}

/* --- the table --- */

static const WeftParameter rack_params[] = {
  WEFT_TEMPLATE_PART ("node", N_("Node, a chassis of the catalog"), "\"dgx-h100\""),
  WEFT_TEMPLATE_PART ("rack", N_("Rack"), "\"rack-42u-air\""),
  { "cap_kw", N_("What the room gives a rack, 0 for what the rack is made for"), "kW",
    WEFT_PARAMETER_NUMBER, "0", 0, 10000 },
  { "reserve_u", N_("Rack units that stay free"), "U", WEFT_PARAMETER_NUMBER, "0", 0, 100 },
  { "nodes", N_("Nodes, 0 for one full rack"), NULL, WEFT_PARAMETER_WHOLE, "0", 0, 100000 },
  WEFT_TEMPLATE_PART ("switch", N_("Leaf of each rail"), "\"qm9700\""),
  WEFT_TEMPLATE_PART ("leaves", N_("Where leaves stand: hall, or rack"), "\"hall\""),
  WEFT_TEMPLATE_PART ("cable", N_("Cable"), "\"dr4-400g\""),
  WEFT_TEMPLATE_PART ("fabric", N_("Scale-out fabric"), "\"IB-NDR\""),
};

static const WeftParameter nvl72_params[] = {
  { "racks", N_("Racks"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, 10000 },
  WEFT_TEMPLATE_PART ("chip", N_("GB200 or GB300"), "\"GB200\""),
  WEFT_TEMPLATE_PART ("switch", N_("Switch"), "\"q3400-ra\""),
  WEFT_TEMPLATE_PART ("cable", N_("Cable"), "\"dr8-800g\""),
  WEFT_TEMPLATE_PART ("fabric", N_("Scale-out fabric"), "\"IB-XDR\""),
};

static const WeftParameter copies_params[] = {
  WEFT_TEMPLATE_PART ("part", N_("Chip or component"), "\"H100\""),
  { "count", N_("How many"), NULL, WEFT_PARAMETER_WHOLE, "8", 1, 1e6 },
  WEFT_TEMPLATE_PART ("wiring", N_("none, all or ring"), "\"all\""),
  WEFT_TEMPLATE_PART ("fabric", N_("Fabric of the links"), "\"NVLink4\""),
};

const WeftTemplateFamily weft_template_rack = {
  .template = { "rack", N_("Racks under a cap"),
                N_("As many nodes in a rack as its height and its power allow."),
                WEFT_LEVEL_CLUSTER, rack_params, G_N_ELEMENTS (rack_params) },
  .make = make_rack,
};

const WeftTemplateFamily weft_template_nvl72_rack = {
  .template = { "nvl72-rack", N_("NVL72 rack"),
                N_("Racks of 72 chips in one NVLink domain, a leaf for each, and their spines."),
                WEFT_LEVEL_CLUSTER, nvl72_params, G_N_ELEMENTS (nvl72_params) },
  .make = make_nvl72_rack,
};

const WeftTemplateFamily weft_template_copies = {
  .template = { "copies", N_("Equal parts"),
                N_("Several of one chip or component, joined or side by side."), WEFT_LEVEL_NODE,
                copies_params, G_N_ELEMENTS (copies_params) },
  .make = make_copies,
};
