/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of networks: those that are given cable by cable, and everything that is
 * refused. */
#include "topology-fixture.h"

/* --- networks given cable by cable --- */

static void
test_edges (void)
{
  g_autoptr (WeftTopology) topology
    = fixture_topology ("edges", "{'n':4,'el':[[3,0,2],[0,1],[1,0,4],[1,2,1]],'sw':[0]}");
  g_autoptr (WeftNet) net = fixture_net (topology);

  g_assert_cmpuint (net->n_links, ==, 8);
  g_assert_cmpuint (net->n_edges, ==, 3);
  g_assert_cmpint (net->kinds[0], ==, WEFT_VERTEX_SWITCH);
  g_assert_cmpuint (net->n_of_kind[WEFT_VERTEX_ENDPOINT], ==, 3);
  g_assert_cmpuint (net->first[1] - net->first[0], ==, 2);
  g_assert_cmpuint (net->ends[0], ==, 1);
  g_assert_cmpuint (net->cables[0], ==, 5);
  g_assert_cmpuint (net->ends[1], ==, 3);
  g_assert_cmpuint (weft_net_ports (net, 0), ==, 7);
}

static void
test_edges_apart (void)
{
  WeftTopologyMetrics metrics = fixture_metrics ("edges", "{'n':4,'el':[[0,1,3],[2,3,1]],'sw':[]}");

  g_assert_false (metrics.connected);
  g_assert_cmpint (metrics.diameter, ==, -1);
  g_assert_true (isnan (metrics.avg_hops));
  g_assert_cmpuint (metrics.bisection, ==, 0);
}

/* --- parameters that are refused --- */

typedef struct
{
  const char *generator;
  const char *params;
  int code; /* a WeftTopologyError, or -1 for a WeftJsonError */
  const char *words;
} Refusal;

static const Refusal refusals[] = {
  { "kary", "[4]", -1, "expected an object" },
  { "kary", "{'k':4.5}", -1, "/k: found the number 4.5, expected a whole number" },
  { "kary", "{'k':null}", -1, "/k" },
  { "kary", "{'k':3}", WEFT_TOPOLOGY_ERROR_RELATION, "/k: found the number 3, expected an even" },
  { "kary", "{'k':0}", WEFT_TOPOLOGY_ERROR_RANGE,
    "found the number 0, expected a whole number from 2" },
  { "kary", "{'k':1000000000000}", WEFT_TOPOLOGY_ERROR_RANGE, "1000000000000" },
  { "kary", "{'k':2000}", WEFT_TOPOLOGY_ERROR_SIZE,
    "2005000000 vertices, expected at most 4000000" },
  { "rail1", "{'n':8,'r':8,'nv':1}", WEFT_TOPOLOGY_ERROR_PARAMETER, "is \"N\" meant?" },
  { "star", "{'n':8,'m':1,'colour':2}", WEFT_TOPOLOGY_ERROR_PARAMETER, "expected n, m" },
  { "clique", "{'n':8,'m':64000000}", WEFT_TOPOLOGY_ERROR_SIZE,
    "1792000000 cables, expected at most 64000000" },
  { "clique", "{'n':4000000,'m':1}", WEFT_TOPOLOGY_ERROR_SIZE, "7999998000000 cables" },
  { "torus", "{'dims':[]}", WEFT_TOPOLOGY_ERROR_RANGE, "/dims" },
  { "torus", "{'dims':4}", -1, "/dims: found the number 4, expected an array" },
  { "torus", "{'dims':[4,0]}", WEFT_TOPOLOGY_ERROR_RANGE, "/dims/1: found the number 0" },
  { "torus", "{'dims':[4,'4']}", -1, "/dims/1" },
  { "torus", "{'dims':[4000000,4000000,4000000,4000000]}", WEFT_TOPOLOGY_ERROR_SIZE, "at least" },
  { "dragonfly", "{'a':4,'p':2,'h':2,'g':4}", WEFT_TOPOLOGY_ERROR_RELATION, "the 8 cables" },
  { "dragonfly", "{'a':4,'p':2,'h':2,'g':10}", WEFT_TOPOLOGY_ERROR_RELATION, "/g" },
  { "hyperx", "{'S':[4,4],'K':[1],'Tn':1}", WEFT_TOPOLOGY_ERROR_RELATION,
    "found 1 elements, expected 2" },
  { "xgft", "{'h':2,'m':[2,2],'w':[1]}", WEFT_TOPOLOGY_ERROR_RELATION,
    "/w: found 1 elements, expected 2" },
  { "xgft", "{'h':3,'m':[2,2],'w':[1,1]}", WEFT_TOPOLOGY_ERROR_RELATION, "/m" },
  { "torus_ocs", "{'X':4,'Y':6,'Z':4}", WEFT_TOPOLOGY_ERROR_RELATION, "/Y: found the number 6" },
  { "edges", "{'n':3,'el':[[0,3,1]],'sw':[]}", WEFT_TOPOLOGY_ERROR_RELATION,
    "/el/0: found the vertex 3" },
  { "edges", "{'n':3,'el':[[0,1,1],[2,2,1]],'sw':[]}", WEFT_TOPOLOGY_ERROR_RELATION,
    "/el/1: found a cable" },
  { "edges", "{'n':3,'el':[[0,-1,1]],'sw':[]}", WEFT_TOPOLOGY_ERROR_RANGE,
    "/el/0/1: found the number -1" },
  { "edges", "{'n':3,'el':[[0,1,0]],'sw':[]}", WEFT_TOPOLOGY_ERROR_RANGE, "/el/0/2" },
  { "edges", "{'n':3,'el':[[0,1,-4]],'sw':[]}", WEFT_TOPOLOGY_ERROR_RANGE, "/el/0/2" },
  { "edges", "{'n':3,'el':[[0]],'sw':[]}", WEFT_TOPOLOGY_ERROR_RANGE, "/el/0" },
  { "edges", "{'n':3,'el':[0],'sw':[]}", -1, "/el/0" },
  { "edges", "{'n':3,'el':[],'sw':[1,1]}", WEFT_TOPOLOGY_ERROR_RELATION,
    "/sw/1: found the switch 1 a second" },
  { "edges", "{'n':3,'el':[],'sw':[3]}", WEFT_TOPOLOGY_ERROR_RELATION, "/sw/0" },
  { "edges", "{'n':2,'el':[],'sw':[0,1]}", WEFT_TOPOLOGY_ERROR_RELATION, "at least one endpoint" },
  { "edges", "{'n':3,'el':[[0,1,64000000],[0,1,1]],'sw':[]}", WEFT_TOPOLOGY_ERROR_SIZE,
    "64000001 cables" },
  { "karry", "{}", WEFT_TOPOLOGY_ERROR_GENERATOR, "is \"kary\" meant?" },
  { "moebius", "{}", WEFT_TOPOLOGY_ERROR_GENERATOR, "expected one of clique" },
};

static void
test_refusals (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      const Refusal *refusal = &refusals[i];
      g_autoptr (GError) error = NULL;

      g_test_message ("%s %s", refusal->generator, refusal->params);
      g_assert_null (fixture_try_topology (refusal->generator, refusal->params, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      if (refusal->code < 0)
        g_assert_true (error->domain == WEFT_JSON_ERROR);
      else
        g_assert_error (error, WEFT_TOPOLOGY_ERROR, refusal->code);
      g_assert_nonnull (strstr (error->message, refusal->words));
    }
}

/* The initial parameters of a form, with the one at @changed as @text, or left out for NULL. */
static WeftTopology *
try_changed (const WeftTopologyGenerator *generator, guint changed, const char *text,
             GError **error)
{
  g_autoptr (GString) params = g_string_new ("{");

  for (guint i = 0; i < generator->n_params; i++)
    {
      const char *value = i == changed ? text : generator->params[i].initial;

      if (value != NULL)
        g_string_append_printf (params, "%s'%s':%s", params->len > 1 ? "," : "",
                                generator->params[i].name, value);
    }
  g_string_append_c (params, '}');
  return fixture_try_topology (generator->name, params->str, error);
}

static void
check_changed (const WeftTopologyGenerator *generator, guint changed, const char *text,
               GQuark domain, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (try_changed (generator, changed, text, &error));
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, generator->params[changed].name));
}

/* Every parameter of every generator: left out, of another type, below and above its limits. */
static void
test_every_parameter (void)
{
  for (guint i = 0; i < weft_topology_n_generators (); i++)
    {
      const WeftTopologyGenerator *generator = weft_topology_generator (i);
      g_autoptr (WeftTopology) whole = try_changed (generator, G_MAXUINT, NULL, NULL);

      g_assert_nonnull (whole);
      g_assert_true (weft_topology_get_generator (whole) == generator);
      for (guint j = 0; j < generator->n_params; j++)
        {
          const WeftTopologyParam *param = &generator->params[j];
          gboolean is_number = param->type == WEFT_TOPOLOGY_NUMBER;

          g_test_message ("%s %s", generator->name, param->name);
          if (param->optional)
            {
              g_autoptr (WeftTopology) without = try_changed (generator, j, NULL, NULL);

              g_assert_nonnull (without);
            }
          else
            check_changed (generator, j, NULL, WEFT_JSON_ERROR, WEFT_JSON_ERROR_MISSING);
          check_changed (generator, j, "true", WEFT_JSON_ERROR, WEFT_JSON_ERROR_TYPE);
          check_changed (generator, j, is_number ? "[1]" : "1", WEFT_JSON_ERROR,
                         WEFT_JSON_ERROR_TYPE);
          if (param->type == WEFT_TOPOLOGY_CABLES)
            continue;
          check_changed (generator, j, is_number ? "-1" : "[-1]", WEFT_TOPOLOGY_ERROR,
                         WEFT_TOPOLOGY_ERROR_RANGE);
          check_changed (generator, j, is_number ? "1000000000000" : "[1000000000000]",
                         WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_RANGE);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/topology-params/edges", test_edges);
  g_test_add_func ("/design/topology-params/edges-apart", test_edges_apart);
  g_test_add_func ("/design/topology-params/refusals", test_refusals);
  g_test_add_func ("/design/topology-params/every-parameter", test_every_parameter);
  return g_test_run ();
}
