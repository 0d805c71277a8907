/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a wiring and the sizes of both groups to pairs of devices. Everything but two groups joined
 * by "all" or "each" is one of the topology generators, so that both give the same networks. */
#include "design/graph/weft-graph-wire-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/topology/weft-topology-family-private.h"
#include "design/weft-members-private.h"

static gboolean
refuse (WeftWireFault *fault, const char *code, double found, double expected, char *message,
        const char *hint)
{
  *fault = (WeftWireFault) { code, found, expected, message, hint, FALSE };
  return FALSE;
}

static char *
end_sentence (const char *text)
{
  return g_strconcat (text, g_str_has_suffix (text, "?") ? "" : ".", NULL);
}

static JsonNode *
make_params (const WeftGraphLink *link, guint32 n)
{
  JsonObject *object = json_object_new ();

  if (link->wiring == WEFT_WIRING_TORUS || link->wiring == WEFT_WIRING_MESH)
    {
      JsonArray *dims = json_array_new ();

      for (guint i = 0; i < link->n_dims; i++)
        json_array_add_double_element (dims, link->dims[i]);
      json_object_set_array_member (object, "dims", dims);
    }
  else if (link->wiring != WEFT_WIRING_GENERATOR)
    {
      json_object_set_int_member (object, "n", n);
      json_object_set_int_member (object, "m", 1);
    }
  return weft_members_to_node (object);
}

static const char *
generator_of (const WeftGraphLink *link)
{
  switch (link->wiring)
    {
    case WEFT_WIRING_ALL:
      return "clique";
    case WEFT_WIRING_RING:
      return "ring";
    case WEFT_WIRING_TORUS:
      return "torus";
    case WEFT_WIRING_MESH:
      return "mesh";
    case WEFT_WIRING_GENERATOR:
      return link->wiring_name;
    case WEFT_WIRING_EACH:
    case WEFT_WIRING_UNKNOWN:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
make_topology (WeftWire *wire, WeftWireFault *fault)
{
  const WeftGraphLink *link = wire->link;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) made = NULL;
  const WeftTopologyGenerator *generator;
  JsonNode *params = link->params;

  generator = weft_topology_find (generator_of (link), &error);
  if (generator == NULL)
    return refuse (fault, "unknown_generator", NAN, NAN, end_sentence (error->message),
                   _("\"weft topology\" lists the generators."));
  /* A generator without parameters says which ones it lacks. */
  if (params == NULL)
    params = made = make_params (link, wire->n_from);
  wire->topology = weft_topology_new (generator, params, "wiring", &error);
  if (wire->topology == NULL)
    return refuse (fault, "wiring_params", NAN, NAN, end_sentence (error->message),
                   _("\"weft topology\" shows what each generator takes."));
  return TRUE;
}

static gboolean
check_numbers (WeftWire *wire, WeftWireFault *fault)
{
  const WeftTopologyPlan *plan = &wire->topology->plan;
  guint64 others = plan->n_switches + plan->n_memory;
  const char *hint = _("Change the counts of the items or the numbers of the wiring.");

  if (plan->n_endpoints != wire->n_from)
    {
      refuse (fault, "wiring_numbers", wire->n_from, plan->n_endpoints,
              g_strdup_printf (_("“%s” are %u devices, the wiring \"%s\" takes %"
                                 G_GUINT64_FORMAT " endpoints."),
                               wire->link->from.text, wire->n_from, wire->link->wiring_name,
                               (guint64) plan->n_endpoints), hint);
      fault->is_of_from = TRUE;
      return FALSE;
    }
  if (others != wire->n_to)
    return refuse (fault, "wiring_numbers", wire->n_to, others,
                   g_strdup_printf (_("The other end has %u devices, the wiring \"%s\" takes %"
                                      G_GUINT64_FORMAT " switches."),
                                    wire->n_to, wire->link->wiring_name, others), hint);
  return TRUE;
}

static gboolean
check_even (WeftWire *wire, WeftWireFault *fault)
{
  guint32 most = MAX (wire->n_from, wire->n_to);
  guint32 least = MIN (wire->n_from, wire->n_to);

  if (wire->is_own)
    return refuse (fault, "cable_loop", NAN, NAN,
                   g_strdup_printf (_("The wiring \"each\" would join each device of “%s” to "
                                      "itself."), wire->link->from.text),
                   _("Join a group to itself with \"all\", \"ring\", a torus or a mesh."));
  if (most % least != 0)
    return refuse (fault, "wiring_numbers", wire->n_from, wire->n_to,
                   g_strdup_printf (_("%u devices cannot be spread evenly over %u."),
                                    wire->n_from, wire->n_to),
                   _("Make one count a multiple of the other."));
  return TRUE;
}

gboolean
weft_wire_init (WeftWire *wire, const WeftGraphLink *link, double n_from, double n_to,
                WeftWireFault *fault)
{
  double most = MAX (n_from, n_to);

  *wire = (WeftWire) { .link = link, .is_own = weft_graph_link_is_own (link) };
  if (most > WEFT_NET_MAX_VERTICES)
    {
      char shown[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (shown, sizeof shown, "%.15g", most);
      return refuse (fault, "graph_too_large", most, WEFT_NET_MAX_VERTICES,
                     g_strdup_printf (_("A bundle joins %s devices, at most %d are taken."), shown,
                                      WEFT_NET_MAX_VERTICES), _("Make the counts smaller."));
    }
  wire->n_from = (guint32) n_from;
  wire->n_to = wire->is_own ? 0 : (guint32) n_to;
  if (link->wiring == WEFT_WIRING_EACH)
    return check_even (wire, fault);
  if (link->wiring == WEFT_WIRING_ALL && !wire->is_own)
    return TRUE;
  if (link->wiring != WEFT_WIRING_GENERATOR && wire->n_to > 0)
    return refuse (fault, "wiring_ends", NAN, NAN,
                   g_strdup_printf (_("The wiring \"%s\" joins the devices of one group."),
                                    link->wiring_name),
                   _("Give the same end as \"from\" and \"to\"."));
  if (wire->is_own && wire->n_from < 2)
    return refuse (fault, "cable_loop", wire->n_from, 2,
                   g_strdup_printf (_("“%s” is one device, which would be joined to itself."),
                                    link->from.text), _("Take the link out, or raise the count."));
  return make_topology (wire, fault) && check_numbers (wire, fault);
}

void
weft_wire_clear (WeftWire *wire)
{
  g_clear_pointer (&wire->topology, weft_topology_free);
}

double
weft_wire_max_pairs (const WeftWire *wire)
{
  if (wire->topology != NULL)
    return (double) wire->topology->plan.n_pairs;
  if (wire->link->wiring == WEFT_WIRING_ALL)
    return (double) wire->n_from * wire->n_to;
  return MAX (wire->n_from, wire->n_to);
}

/* Endpoints are the first group, all other vertices the second one, each in their own order. */
static guint32 *
number_vertices (const WeftNet *net, guint32 n_from)
{
  guint32 *numbers = g_new (guint32, net->n_vertices);
  guint32 first = 0, second = n_from;

  for (guint32 i = 0; i < net->n_vertices; i++)
    numbers[i] = net->kinds[i] == WEFT_VERTEX_ENDPOINT ? first++ : second++;
  return numbers;
}

static gboolean
walk_net (const WeftWire *wire, WeftWireFunc func, gpointer data, GError **error)
{
  g_autoptr (WeftNet) net = weft_topology_build (wire->topology, error);
  g_autofree guint32 *numbers = NULL;

  if (net == NULL)
    return FALSE;
  numbers = number_vertices (net, wire->n_from);
  for (guint32 i = 0; i < net->n_vertices; i++)
    for (guint32 k = net->first[i]; k < net->first[i + 1]; k++)
      if (net->ends[k] > i)
        func (numbers[i], numbers[net->ends[k]], net->cables[k], data);
  return TRUE;
}

gboolean
weft_wire_foreach (const WeftWire *wire, WeftWireFunc func, gpointer data, GError **error)
{
  guint32 a = wire->n_from, b = wire->n_to;

  if (wire->topology != NULL)
    return walk_net (wire, func, data, error);
  if (wire->link->wiring == WEFT_WIRING_ALL)
    {
      for (guint32 i = 0; i < a; i++)
        for (guint32 j = 0; j < b; j++)
          func (i, a + j, 1, data);
      return TRUE;
    }
  for (guint32 i = 0; i < MAX (a, b); i++)
    func (a >= b ? i : (guint32) ((guint64) i * a / b),
          a + (a >= b ? (guint32) ((guint64) i * b / a) : i), 1, data);
  return TRUE;
}
