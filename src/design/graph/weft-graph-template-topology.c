/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A template for each generator of topologies: its network over endpoints and switches of the
 * catalog. */
#include "design/graph/weft-graph-template-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quote-private.h"
#include "design/topology/weft-topology-family-private.h"
#include "design/weft-members-private.h"

/* What a generator is shown with. Switches may be none at all, or memory. */
static const struct
{
  const char *generator;
  const char *endpoint;
  const char *other;
  const char *fabric;
  WeftLevel level;
  const char *per_node; /* endpoints of a node around them; 0: none is around them */
  const char *scaleup;
} uses[] = {
  { "clique", "MI350X", "", "if-mi350", WEFT_LEVEL_NODE, "0", "" },
  { "bipartite_mem", "epyc-9755", "cz120-256", "cxl3", WEFT_LEVEL_NODE, "0", "" },
  { "ring", "tt-n300", "", "tt-eth", WEFT_LEVEL_NODE, "0", "" },
  { "torus", "tt-n300", "", "tt-eth", WEFT_LEVEL_NODE, "0", "" },
  { "mesh", "tt-n300", "", "tt-eth", WEFT_LEVEL_NODE, "0", "" },
  { "tile_mesh_rows", "tt-n300", "", "tt-eth", WEFT_LEVEL_NODE, "0", "" },
  { "star", "H100", "hgx-h100-switches", "NVLink4", WEFT_LEVEL_NODE, "0", "" },
  { "ortho", "GB200", "nvlink5-switch-tray", "NVLink5", WEFT_LEVEL_RACK, "4", "" },
  { "cm384", "ascend-910c", "ub-switch", "ub", WEFT_LEVEL_RACK, "8", "" },
  { "dragonfly", "mi300a", "slingshot-rosetta", "slingshot11", WEFT_LEVEL_CLUSTER, "4", "if-mi300" },
  { "torus_ocs", "tpu-v4", "", "ici-v4", WEFT_LEVEL_CLUSTER, "4", "" },
  { "edges", "H100", "qm9700", "IB-NDR", WEFT_LEVEL_CLUSTER, "2", "NVLink4" },
  { "", "H100", "qm9700", "IB-NDR", WEFT_LEVEL_CLUSTER, "8", "NVLink4" }, /* every other one */
};

#define N_OWN_PARAMS 7

typedef struct
{
  WeftTemplateFamily family;
  const WeftTopologyGenerator *generator;
  WeftParameter params[WEFT_TOPOLOGY_MAX_PARAMS + N_OWN_PARAMS];
  char *words[N_OWN_PARAMS];
} Entry;

static const Entry *
entry_of (const WeftTemplateCall *call)
{
  return (const Entry *) ((const char *) call->template - G_STRUCT_OFFSET (Entry, family)
                          - G_STRUCT_OFFSET (WeftTemplateFamily, template));
}

/* The parameters of the generator among those of the template. */
static JsonNode *
generator_params (const WeftTemplateCall *call)
{
  const WeftTopologyGenerator *generator = entry_of (call)->generator;
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < generator->n_params; i++)
    json_object_set_member (object, generator->params[i].name,
                            weft_members_copy_node (json_object_get_member (
                              call->params, generator->params[i].name)));
  return weft_members_to_node (object);
}

static gboolean
check_level (const WeftTemplateCall *call, const char *key, const WeftComponent *component,
             WeftLevel level, GError **error)
{
  gboolean is_switch = component != NULL && g_str_has_prefix (component->entity, "Switch.");
  WeftLevel least = component == NULL ? WEFT_LEVEL_NODE : component->level - (is_switch ? 1 : 0);

  if (least <= level)
    return TRUE;
  return weft_template_refuse (call, key, WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("what stands in a %s does not stand in a %s; raise the level, "
                                 "or put no nodes around endpoints (per_node 0)"),
                               weft_level_nick (component != NULL ? component->level : least),
                               weft_level_nick (level));
}

/* The kind of a part as an item names it, NULL with an error when there is no such part. */
static const char *
check_part (const WeftTemplateCall *call, const char *key, WeftLevel level, GError **error)
{
  const char *name = json_object_get_string_member (call->params, key);
  const WeftComponent *component = weft_component_find (call->catalog, name);

  if (!weft_template_is_part (call->catalog, name))
    {
      weft_template_component (call, key, 1u << WEFT_COMPONENT_VERTEX, error);
      return NULL;
    }
  if (!check_level (call, key, component, level, error))
    return NULL;
  return component != NULL ? "component" : "chip";
}

static gboolean
read_level (const WeftTemplateCall *call, WeftLevel *level, GError **error)
{
  const char *nick = json_object_get_string_member (call->params, "level");
  g_autofree char *quoted = NULL;

  if (weft_level_parse (nick, level))
    return TRUE;
  quoted = weft_quote (nick, -1);
  return weft_template_refuse (call, "level", WEFT_TEMPLATE_ERROR_RANGE, error,
                               _("found %s, expected package, node, rack or cluster"), quoted);
}

/* The endpoints as one item: the parts themselves, or nodes that hold them. The end of the link. */
static const char *
add_endpoints (const WeftTemplateCall *call, JsonObject *fragment, const char *kind, guint n)
{
  guint per_node = weft_template_whole (call, "per_node");
  const char *part = weft_template_text (call, "endpoint");
  const char *scaleup = weft_template_text (call, "scaleup");
  JsonObject *node;

  if (per_node == 0)
    {
      weft_fragment_item (fragment, "endpoint", kind, part, n);
      return "endpoint";
    }
  node = weft_fragment_define (fragment, "node", WEFT_LEVEL_NODE, _("Node"), NULL);
  weft_fragment_item (node, "endpoint", kind, part, per_node);
  if (per_node > 1 && scaleup != NULL)
    weft_fragment_link (node, "endpoint", "endpoint", "all", NULL, scaleup, 1);
  weft_fragment_port (node, "net", "endpoint", 0);
  weft_fragment_item (fragment, "node", "definition", "node", n / per_node);
  return "node:net";
}

static gboolean
check_nodes (const WeftTemplateCall *call, guint64 n, WeftLevel level, GError **error)
{
  guint per_node = weft_template_whole (call, "per_node");

  if (per_node == 0)
    return TRUE;
  if (level <= WEFT_LEVEL_NODE)
    return weft_template_refuse (call, "per_node", WEFT_TEMPLATE_ERROR_RELATION, error,
                                 _("found %u, but nodes do not stand in a %s; take 0 or a higher "
                                   "level"), per_node, weft_level_nick (level));
  if (n % per_node == 0)
    return TRUE;
  return weft_template_refuse (call, "per_node", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("the network has %" G_GUINT64_FORMAT " endpoints, which do not "
                                 "fill nodes of %u; take a divisor, or 0 for none"), n, per_node);
}

/* The most cables at a switch or memory device against the ports of the part. */
static gboolean
check_radix (const WeftTemplateCall *call, const WeftTopology *topology, GError **error)
{
  const WeftComponent *part
    = weft_component_find (call->catalog, json_object_get_string_member (call->params, "switch"));
  g_autoptr (WeftNet) net = NULL;
  guint64 most = 0;

  if (part == NULL || !(part->ports > 0))
    return TRUE;
  net = weft_topology_build (topology, error);
  if (net == NULL)
    return FALSE;
  for (guint32 i = 0; i < net->n_vertices; i++)
    {
      guint64 used = 0;

      for (guint32 k = net->first[i]; k < net->first[i + 1]; k++)
        used += net->cables[k];
      if (net->kinds[i] != WEFT_VERTEX_ENDPOINT)
        most = MAX (most, used);
    }
  if ((double) most <= part->ports)
    return TRUE;
  return weft_template_refuse (call, "switch", WEFT_TEMPLATE_ERROR_RELATION, error,
                               _("one needs %" G_GUINT64_FORMAT " ports, %s has %.0f; take other "
                                 "numbers or another switch"), most, part->id, part->ports);
}

static JsonNode *
make_wiring (const WeftTopologyGenerator *generator, JsonNode *params)
{
  JsonObject *wiring = json_object_new ();

  json_object_set_string_member (wiring, "generator", generator->name);
  json_object_set_member (wiring, "params", json_node_ref (params));
  return weft_members_to_node (wiring);
}

static void
add_notes (JsonObject *fragment, const WeftTopologyPlan *plan)
{
  g_autofree char *notes = g_strdup_printf (
    _("%" G_GUINT64_FORMAT " endpoints, %" G_GUINT64_FORMAT " switches, %" G_GUINT64_FORMAT
      " memory devices, %" G_GUINT64_FORMAT " cables."),
    plan->n_endpoints, plan->n_switches, plan->n_memory, plan->n_links);

  json_object_set_string_member (fragment, "notes", notes);
}

static JsonObject *
make_topology (const WeftTemplateCall *call, GError **error)
{
  const WeftTopologyGenerator *generator = entry_of (call)->generator;
  g_autoptr (JsonNode) params = generator_params (call);
  g_autoptr (WeftTopology) topology
    = weft_topology_new (generator, params, call->template->id, error);
  const char *kind, *other_kind = NULL, *from;
  JsonObject *fragment, *link;
  guint64 others;
  WeftLevel level, around;

  if (topology == NULL || !read_level (call, &level, error))
    return NULL;
  around = weft_template_whole (call, "per_node") > 0 ? WEFT_LEVEL_NODE : level;
  if (!check_nodes (call, topology->plan.n_endpoints, level, error)
      || !weft_template_check_cable (call, "cable", error)
      || !weft_template_check_fabric (call, "fabric", error)
      || !weft_template_check_fabric (call, "scaleup", error)
      || (kind = check_part (call, "endpoint", around, error)) == NULL)
    return NULL;
  others = topology->plan.n_switches + topology->plan.n_memory;
  if (others > 0
      && ((other_kind = check_part (call, "switch", level, error)) == NULL
          || !check_radix (call, topology, error)))
    return NULL;
  fragment = weft_fragment_new (level, _(generator->title));
  add_notes (fragment, &topology->plan);
  from = add_endpoints (call, fragment, kind, (guint) topology->plan.n_endpoints);
  if (others > 0)
    weft_fragment_item (fragment, "switch", other_kind, weft_template_text (call, "switch"),
                        (guint) others);
  if (topology->plan.n_links == 0)
    return fragment;
  link = weft_fragment_link (fragment, from, others > 0 ? "switch" : from, NULL,
                             weft_template_text (call, "cable"),
                             weft_template_text (call, "fabric"), 1);
  json_object_set_member (link, "wiring", make_wiring (generator, params));
  return fragment;
}

/* --- the table --- */

static void
take_generator_param (WeftParameter *to, const WeftTopologyParam *from)
{
  *to = (WeftParameter) {
    from->name, from->label, NULL,
    from->type == WEFT_TOPOLOGY_NUMBER ? WEFT_PARAMETER_WHOLE : WEFT_PARAMETER_LIST,
    from->initial, (double) from->min, (double) from->max,
  };
}

static void
fill_entry (Entry *entry, const WeftTopologyGenerator *generator)
{
  static const struct
  {
    const char *key;
    const char *title;
  } own[N_OWN_PARAMS] = {
    { "endpoint", N_("Endpoint, a chip or a component") },
    { "switch", N_("Switch or memory, where the network has any") },
    { "fabric", N_("Fabric of the links") },
    { "level", N_("Level where this stands") },
    { "cable", N_("Cable; its rate counts when it is given") },
    { "scaleup", N_("Fabric inside of a node") },
    { "per_node", N_("Endpoints of a node around them, 0 for none") },
  };
  guint use = 0;

  while (uses[use].generator[0] != '\0' && !g_str_equal (uses[use].generator, generator->name))
    use++;
  for (guint i = 0; i < generator->n_params; i++)
    take_generator_param (&entry->params[i], &generator->params[i]);
  for (guint i = 0; i < N_OWN_PARAMS; i++)
    {
      const char *const values[N_OWN_PARAMS] = { uses[use].endpoint, uses[use].other,
                                                 uses[use].fabric,
                                                 weft_level_nick (uses[use].level), "", uses[use].scaleup };

      WeftParameter *param = &entry->params[generator->n_params + i];

      entry->words[i] = g_strdup_printf ("\"%s\"", values[i] != NULL ? values[i] : "");
      *param = (WeftParameter) WEFT_TEMPLATE_PART (own[i].key, own[i].title, entry->words[i]);
      if (values[i] == NULL)
        *param = (WeftParameter) { own[i].key, own[i].title, NULL, WEFT_PARAMETER_WHOLE,
                                       uses[use].per_node, 0, 100000 };
    }
  entry->generator = generator;
  entry->family.make = make_topology;
  entry->family.template = (WeftGraphTemplate) {
    generator->name, generator->title, generator->summary, uses[use].level, entry->params,
    generator->n_params + N_OWN_PARAMS,
  };
}

static gpointer
fill_table (gpointer unused)
{
  Entry *entries = g_new0 (Entry, weft_topology_n_generators ());

  for (guint i = 0; i < weft_topology_n_generators (); i++)
    fill_entry (&entries[i], weft_topology_generator (i));
  return entries;
}

const WeftTemplateFamily *
weft_template_topology (guint index)
{
  static GOnce once = G_ONCE_INIT;
  const Entry *entries = g_once (&once, fill_table, NULL);

  return &entries[index].family;
}
