/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of topologies share: networks from text, random parameters, and figures computed
 * the slow and simple way. */
#pragma once

#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "design/topology/weft-topology-cut-private.h"
#include "design/topology/weft-topology-family-private.h"
#include "design/topology/weft-topology-metrics.h"

/* JSON with single quotes, so that it can stand in C. (transfer full) */
G_GNUC_UNUSED static JsonNode *
fixture_json (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (quoted, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

/* (transfer full) (nullable) */
G_GNUC_UNUSED static WeftTopology *
fixture_try_topology (const char *generator, const char *params, GError **error)
{
  g_autoptr (JsonNode) node = fixture_json (params);
  const WeftTopologyGenerator *found = weft_topology_find (generator, error);

  return found != NULL ? weft_topology_new (found, node, "test", error) : NULL;
}

/* (transfer full) */
G_GNUC_UNUSED static WeftTopology *
fixture_topology (const char *generator, const char *params)
{
  g_autoptr (GError) error = NULL;
  WeftTopology *topology = fixture_try_topology (generator, params, &error);

  g_assert_no_error (error);
  return topology;
}

/* (transfer full) */
G_GNUC_UNUSED static WeftNet *
fixture_net (const WeftTopology *topology)
{
  g_autoptr (GError) error = NULL;
  WeftNet *net = weft_topology_build (topology, &error);

  g_assert_no_error (error);
  return net;
}

G_GNUC_UNUSED static WeftTopologyMetrics
fixture_metrics (const char *generator, const char *params)
{
  g_autoptr (WeftTopology) topology = fixture_topology (generator, params);
  g_autoptr (WeftNet) net = fixture_net (topology);
  WeftTopologyMetrics metrics;

  weft_topology_measure (topology, net, 1, &metrics);
  return metrics;
}

/* Parameters with a number sign where a number goes, each from 1 to its maximum. */
typedef struct
{
  const char *generator;
  const char *template;
  int max[7];
} FixtureRandom;

static const FixtureRandom fixture_randoms[] = {
  { "clique", "{'n':#,'m':#}", { 20, 3 } },
  { "bipartite_mem", "{'p':#,'q':#,'m':#}", { 20, 5, 3 } },
  { "ring", "{'n':#,'m':#}", { 30, 3 } },
  { "torus", "{'dims':[#]}", { 12 } },
  { "torus", "{'dims':[#,#]}", { 6, 6 } },
  { "torus", "{'dims':[#,#,#]}", { 4, 4, 4 } },
  { "mesh", "{'dims':[#,#]}", { 6, 6 } },
  { "mesh", "{'dims':[#,#,#]}", { 4, 4, 4 } },
  { "star", "{'n':#,'m':#}", { 30, 4 } },
  { "tile_mesh_rows", "{'rows':[#,#,#,#]}", { 6, 6, 6, 6 } },
  { "islands", "{'g':#,'s':#,'d':#,'u':#,'pool':#}", { 5, 5, 3, 4, 3 } },
  { "rail1", "{'N':#,'r':#,'nv':#}", { 5, 5, 3 } },
  { "rail2", "{'su':#,'nps':#,'r':#,'spines':#}", { 3, 3, 3, 3 } },
  { "rail2", "{'su':#,'nps':#,'r':#,'spines':#,'nv':#,'up':#}", { 4, 2, 3, 3, 2, 6 } },
  { "switchless", "{'n':#,'d':#,'m':#}", { 6, 5, 3 } },
  { "leafspine", "{'leaves':#,'down':#,'spines':#,'per':#}", { 6, 5, 3, 3 } },
  { "clos3", "{'pods':#,'leafs':#,'down':#,'spines':#,'cores':#,'per_ls':#,'per_sc':#}",
    { 4, 3, 3, 3, 6, 2, 2 } },
  { "kary", "{'k':#}", { 6 } },
  { "dragonfly", "{'a':#,'p':#,'h':#,'g':#}", { 4, 3, 3, 6 } },
  { "hyperx", "{'S':[#],'K':[#],'Tn':#}", { 6, 3, 4 } },
  { "hyperx", "{'S':[#,#],'K':[#,#],'Tn':#}", { 4, 4, 2, 2, 2 } },
  { "ortho", "{'trays':#,'dev':#,'sw':#,'c':#}", { 6, 4, 6, 3 } },
  { "cm384", "{'nodes':#,'npu':#,'planes':#,'l2':#,'l1up':#,'nm':#}", { 5, 4, 3, 3, 6, 3 } },
  { "torus_ocs", "{'X':4,'Y':4,'Z':4}", { 0 } },
  { "xgft", "{'h':2,'m':[#,#],'w':[#,#]}", { 5, 5, 3, 3 } },
  { "xgft", "{'h':3,'m':[#,#,#],'w':[#,#,#]}", { 3, 3, 3, 2, 2, 2 } },
};

/* Parameters that go together, drawn until they do. @params (nullable) (transfer full): they as
 * text. (transfer full) */
G_GNUC_UNUSED static WeftTopology *
fixture_random_topology (GRand *random, const FixtureRandom *from, char **params)
{
  for (guint try = 0; try < 1000; try++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      WeftTopology *topology;
      guint n = 0;

      for (const char *at = from->template; *at != '\0'; at++)
        if (*at == '#')
          g_string_append_printf (text, "%d", g_rand_int_range (random, 1, from->max[n++] + 1));
        else
          g_string_append_c (text, *at);
      topology = fixture_try_topology (from->generator, text->str, &error);
      if (topology != NULL)
        {
          g_test_message ("%s %s", from->generator, text->str);
          if (params != NULL)
            *params = g_strdup (text->str);
          return topology;
        }
      g_assert_true (g_error_matches (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_RELATION)
                     || g_error_matches (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_RANGE));
    }
  g_assert_not_reached ();
}

/* Random endpoints and switches with random cables. */
G_GNUC_UNUSED static WeftNet *
fixture_random_net (GRand *random, guint n_endpoints, guint n_switches, double density)
{
  guint n = n_endpoints + n_switches;
  WeftNet *net = weft_net_new (n_endpoints, n_switches, 0, n * n);

  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++)
      if (g_rand_double (random) < density)
        weft_net_join (net, a, b, g_rand_int_range (random, 1, 5));
  g_assert_true (weft_net_freeze (net));
  return net;
}

/* Every split of all vertices, counted. */
G_GNUC_UNUSED static guint64
fixture_bisection (const WeftNet *net)
{
  guint n_endpoints = net->n_of_kind[WEFT_VERTEX_ENDPOINT];
  guint64 least = G_MAXUINT64;

  g_assert_cmpuint (net->n_vertices, <=, 16);
  for (guint split = 0; split < 1u << net->n_vertices; split++)
    {
      guint there = 0;
      guint64 cut = 0;

      for (guint v = 0; v < net->n_vertices; v++)
        there += net->kinds[v] == WEFT_VERTEX_ENDPOINT ? split >> v & 1 : 0;
      if (there != n_endpoints / 2)
        continue;
      for (guint v = 0; v < net->n_vertices; v++)
        for (guint i = net->first[v]; i < net->first[v + 1]; i++)
          if ((split >> v & 1) > (split >> net->ends[i] & 1))
            cut += net->cables[i];
      least = MIN (least, cut);
    }
  return least;
}

/* A search from every endpoint, one at a time. @diameter is -1 when some cannot be reached. */
G_GNUC_UNUSED static void
fixture_hops (const WeftNet *net, gint64 *diameter, double *avg_hops)
{
  g_autofree gint64 *hops = g_new (gint64, net->n_vertices);
  g_autofree guint *queue = g_new (guint, net->n_vertices);
  double sum = 0, n = net->n_of_kind[WEFT_VERTEX_ENDPOINT];

  *diameter = 0;
  for (guint from = 0; from < net->n_vertices; from++)
    {
      guint end = 0;

      if (net->kinds[from] != WEFT_VERTEX_ENDPOINT)
        continue;
      for (guint v = 0; v < net->n_vertices; v++)
        hops[v] = -1;
      hops[from] = 0;
      queue[end++] = from;
      for (guint k = 0; k < end; k++)
        for (guint i = net->first[queue[k]]; i < net->first[queue[k] + 1]; i++)
          if (hops[net->ends[i]] < 0)
            {
              hops[net->ends[i]] = hops[queue[k]] + 1;
              queue[end++] = net->ends[i];
            }
      for (guint v = 0; v < net->n_vertices; v++)
        if (net->kinds[v] == WEFT_VERTEX_ENDPOINT && hops[v] < 0)
          {
            *diameter = -1;
            *avg_hops = NAN;
            return;
          }
        else if (net->kinds[v] == WEFT_VERTEX_ENDPOINT)
          {
            sum += hops[v];
            *diameter = MAX (*diameter, hops[v]);
          }
    }
  *avg_hops = n > 1 ? sum / (n * (n - 1)) : NAN;
}
