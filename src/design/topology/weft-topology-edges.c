/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network that is given cable by cable. */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  EDGES_N,
  EDGES_EL,
  EDGES_SW,
};

/* What a command line or a document can hold; each end is checked against n. */
#define MAX_CABLES_GIVEN 1300000

static gboolean
check_end (const WeftTopologyArgs *args, const WeftJsonAt *at, const char *name, gint64 vertex,
           GError **error)
{
  if (vertex < args->n[EDGES_N])
    return TRUE;
  return weft_topology_refuse (at, name, WEFT_TOPOLOGY_ERROR_RELATION, error,
                               "found the vertex %" G_GINT64_FORMAT ", expected one from 0 to %"
                               G_GINT64_FORMAT, vertex, args->n[EDGES_N] - 1);
}

static gboolean
check_cables (const WeftTopologyArgs *args, const WeftJsonAt *at, GError **error)
{
  guint n;
  GArray *list = weft_args_list (args, EDGES_EL, &n);

  for (guint i = 0; i < n; i += 3)
    {
      g_autofree char *name = g_strdup_printf ("el/%u", i / 3);
      gint64 a = weft_list_at (list, i), b = weft_list_at (list, i + 1);

      if (!check_end (args, at, name, a, error) || !check_end (args, at, name, b, error))
        return FALSE;
      if (a == b)
        return weft_topology_refuse (at, name, WEFT_TOPOLOGY_ERROR_RELATION, error,
                                     "found a cable from the vertex %" G_GINT64_FORMAT
                                     " to itself, expected two different ends", a);
    }
  return TRUE;
}

static gboolean
check_switches (const WeftTopologyArgs *args, const WeftJsonAt *at, GError **error)
{
  g_autofree guint8 *seen = g_new0 (guint8, args->n[EDGES_N]);
  guint n;
  GArray *list = weft_args_list (args, EDGES_SW, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("sw/%u", i);
      gint64 vertex = weft_list_at (list, i);

      if (!check_end (args, at, name, vertex, error))
        return FALSE;
      if (seen[vertex]++ != 0)
        return weft_topology_refuse (at, name, WEFT_TOPOLOGY_ERROR_RELATION, error,
                                     "found the switch %" G_GINT64_FORMAT
                                     " a second time, expected each once", vertex);
    }
  if (n == args->n[EDGES_N])
    return weft_topology_refuse (at, "sw", WEFT_TOPOLOGY_ERROR_RELATION, error,
                                 "found %u switches among %" G_GINT64_FORMAT
                                 " vertices, expected at least one endpoint", n, args->n[EDGES_N]);
  return TRUE;
}

static gboolean
check_edges (const WeftTopologyArgs  *args,
             const WeftJsonAt        *at,
             GError                 **error)
{
  return check_cables (args, at, error) && check_switches (args, at, error);
}

static void
plan_edges (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  guint n;
  GArray *list = weft_args_list (args, EDGES_SW, &n);

  plan->n_switches = n;
  plan->n_endpoints = args->n[EDGES_N] - n;
  list = weft_args_list (args, EDGES_EL, &n);
  plan->n_pairs = n / 3;
  for (guint i = 0; i < n; i += 3)
    plan->n_links = weft_plan_plus (plan->n_links, weft_list_at (list, i + 2));
}

static void
build_edges (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  guint n;
  GArray *list = weft_args_list (args, EDGES_SW, &n);

  for (guint32 v = 0; v < net->n_vertices; v++)
    weft_net_set_kind (net, v, WEFT_VERTEX_ENDPOINT);
  for (guint i = 0; i < n; i++)
    weft_net_set_kind (net, weft_list_at (list, i), WEFT_VERTEX_SWITCH);
  list = weft_args_list (args, EDGES_EL, &n);
  for (guint i = 0; i < n; i += 3)
    weft_net_join (net, weft_list_at (list, i), weft_list_at (list, i + 1),
                   weft_list_at (list, i + 2));
}

static const WeftTopologyParam edges_params[] = {
  WEFT_PARAM_COUNT ("n", N_("Vertices, switches among them"), 1, "3"),
  { "el", N_("Cables as [end, end, how many]"), WEFT_TOPOLOGY_CABLES, 0, WEFT_NET_MAX_VERTICES - 1,
    MAX_CABLES_GIVEN, "[[0, 2, 1], [1, 2, 1]]", FALSE, 0, NULL },
  { "sw", N_("Which vertices are switches"), WEFT_TOPOLOGY_VERTICES, 0, WEFT_NET_MAX_VERTICES - 1,
    WEFT_NET_MAX_VERTICES, "[2]", FALSE, 0, NULL },
};

const WeftTopologyFamily weft_topology_edges = {
  .generator = { "edges", N_("Given cable by cable"),
                 N_("Any network; cables given twice between two vertices run in parallel."),
                 edges_params, G_N_ELEMENTS (edges_params) },
  .check = check_edges,
  .plan = plan_edges,
  .build = build_edges,
};
