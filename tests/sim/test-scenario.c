/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bare network scenarios: what is read and refused, and what both models of links make of them. */
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "sim/weft-sim-scenario.h"

#define LINK_A "{\"id\": \"a\", \"bandwidth_bytes_s\": 1e9}"
#define FLOW_A "{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": 1e9}"

static WeftSimScenario *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  WeftSimScenario *scenario = weft_sim_scenario_read (text, -1, "case", &error);

  g_assert_no_error (error);
  return scenario;
}

static WeftSimScenarioResult *
run (const WeftSimScenario *scenario, const WeftSimOptions *options)
{
  g_autoptr (GError) error = NULL;
  WeftSimScenarioResult *result = weft_sim_scenario_run (scenario, options, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* --- reading --- */

static void
test_defaults (void)
{
  g_autoptr (WeftSimScenario) scenario
      = read_text ("{\"links\": [" LINK_A ", {\"id\": \"b\", \"bandwidth_bytes_s\": 2, \"latency_s\": 0.5, "
                   "\"shared\": false}], \"flows\": [" FLOW_A ", {\"id\": \"g\", \"route\": [\"a\", \"b\"], "
                   "\"bytes\": 0, \"start_s\": 3}, {\"id\": \"h\", \"route\": [\"a\"], \"bytes\": 2, "
                   "\"start_s\": null}]}");

  g_assert_cmpstr (scenario->name, ==, "case");
  g_assert_cmpint (scenario->model, ==, WEFT_SIM_FLUID);
  g_assert_cmpuint (scenario->network->n_links, ==, 2);
  g_assert_cmpfloat (scenario->network->latency_s[0], ==, 0);
  g_assert_true (scenario->network->is_shared[0]);
  g_assert_false (scenario->network->is_shared[1]);
  g_assert_cmpuint (scenario->n_flows, ==, 3);
  g_assert_cmpuint (scenario->n_routes, ==, 2);
  g_assert_cmpuint (scenario->flows[0].route, ==, scenario->flows[2].route);
  g_assert_cmpfloat (scenario->flows[1].start_s, ==, 3);
  g_assert_cmpfloat (scenario->flows[2].start_s, ==, 0);
}

/* Each is refused with a message that has all of these in it. */
static void
test_refused (void)
{
  static const struct
  {
    const char *links;
    const char *flows;
    const char *more;
    const char *words[4];
  } cases[] = {
    { LINK_A, FLOW_A, ", \"speed\": 1", { "speed" } },
    { LINK_A, FLOW_A, ", \"network\": \"packet\"", { "/network", "packet", "fluid" } },
    { LINK_A, FLOW_A, ", \"format\": \"weft-scenario/2\"", { "/format", "weft-scenario/1" } },
    { LINK_A ", " LINK_A, FLOW_A, "", { "/links/1/id", "\"a\"" } },
    { "{\"id\": \"\", \"bandwidth_bytes_s\": 1}", FLOW_A, "", { "/links/0/id" } },
    { "{\"id\": \"a\"}", FLOW_A, "", { "/links/0", "bandwidth_bytes_s" } },
    { "{\"id\": \"a\", \"bandwidth_bytes_s\": 0}", FLOW_A, "", { "/links/0/bandwidth_bytes_s", "0" } },
    { "{\"id\": \"a\", \"bandwidth_bytes_s\": -1}", FLOW_A, "", { "/links/0/bandwidth_bytes_s", "-1" } },
    { "{\"id\": \"a\", \"bandwidth_bytes_s\": \"1\"}", FLOW_A, "", { "/links/0/bandwidth_bytes_s" } },
    { "{\"id\": \"a\", \"bandwidth_bytes_s\": 1, \"latency_s\": -1}", FLOW_A, "", { "/links/0/latency_s", "-1" } },
    { "{\"id\": \"a\", \"bandwidth_bytes_s\": 1, \"latency_us\": 1}", FLOW_A, "", { "latency_us", "latency_s" } },
    { "{\"id\": \"a\", \"bandwidth_bytes_s\": 1, \"shared\": 1}", FLOW_A, "", { "/links/0/shared" } },
    { LINK_A, FLOW_A ", " FLOW_A, "", { "/flows/1/id", "\"f\"" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [\"b\"], \"bytes\": 1}", "", { "/flows/0/route/0", "\"b\"" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [\"a\", \"a\"], \"bytes\": 1}", "", { "/flows/0/route/1", "once" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [], \"bytes\": 1}", "", { "/flows/0/route" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [0], \"bytes\": 1}", "", { "/flows/0/route/0" } },
    { LINK_A, "{\"id\": \"f\", \"route\": \"a\", \"bytes\": 1}", "", { "/flows/0/route" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [\"a\"]}", "", { "/flows/0", "bytes" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": -1}", "", { "/flows/0/bytes", "-1" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": 1e999}", "", { "case" } },
    { LINK_A, "{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": 1, \"start_s\": -1}", "", { "/flows/0/start_s" } },
    { LINK_A, "7", "", { "/flows/0" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("{\"links\": [%s], \"flows\": [%s]%s}", cases[i].links, cases[i].flows, cases[i].more);
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_sim_scenario_read (text, -1, "case", &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "case"));
      for (guint w = 0; w < G_N_ELEMENTS (cases[i].words) && cases[i].words[w] != NULL; w++)
        if (strstr (error->message, cases[i].words[w]) == NULL)
          g_error ("%s: expected “%s” in “%s”", text, cases[i].words[w], error->message);
    }
}

/* Whatever is cut off or put in, reading ends with a scenario or an error. */
static void
test_broken (void)
{
  const char *text = "{\"name\": \"x\", \"network\": \"fifo\", \"links\": [" LINK_A "], \"flows\": [" FLOW_A "]}";

  for (gsize i = 0; i <= strlen (text); i++)
    for (const char *put = "0\"[]{},:-e"; *put != '\0'; put++)
      {
        g_autofree char *broken = g_strdup_printf ("%.*s%c%s", (int) i, text, *put, text + i);
        g_autoptr (GError) error = NULL;
        g_autoptr (GError) cut_error = NULL;
        g_autoptr (WeftSimScenario) scenario = weft_sim_scenario_read (broken, -1, "case", &error);
        g_autoptr (WeftSimScenario) cut = weft_sim_scenario_read (text, i, "case", &cut_error);

        g_assert_true ((scenario == NULL) == (error != NULL));
        g_assert_true ((cut == NULL) == (cut_error != NULL));
      }
}

/* --- running --- */

/* Four flows of which three go into one link: fluid gives each a third, fifo one after the other, in whole over each
 * link. */
static const char incast[]
    = "{\"links\": [{\"id\": \"a\", \"bandwidth_bytes_s\": 1e9, \"latency_s\": 0.001}, "
      "{\"id\": \"b\", \"bandwidth_bytes_s\": 1e9, \"latency_s\": 0.001}, "
      "{\"id\": \"c\", \"bandwidth_bytes_s\": 1e9, \"latency_s\": 0.001}, "
      "{\"id\": \"d\", \"bandwidth_bytes_s\": 1e9, \"latency_s\": 0.001}], "
      "\"flows\": [{\"id\": \"f0\", \"route\": [\"a\", \"d\"], \"bytes\": 1e9}, "
      "{\"id\": \"f1\", \"route\": [\"b\", \"d\"], \"bytes\": 1e9}, "
      "{\"id\": \"f2\", \"route\": [\"c\", \"d\"], \"bytes\": 1e9, \"start_s\": 0}, "
      "{\"id\": \"late\", \"route\": [\"a\"], \"bytes\": 5e8, \"start_s\": 10}]}";

static void
test_models (void)
{
  static const double finish_s[2][4] = { { 3.002, 3.002, 3.002, 10.501 }, { 2.002, 3.002, 4.002, 10.501 } };
  g_autoptr (WeftSimScenario) scenario = read_text (incast);

  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      g_autoptr (WeftSimScenarioResult) result = NULL;
      WeftSimOptions options;

      weft_sim_options_init (&options);
      options.model = model;
      result = run (scenario, &options);
      for (guint32 i = 0; i < scenario->n_flows; i++)
        g_assert_cmpfloat_with_epsilon (result->finish_s[i], finish_s[model][i], 1e-9);
      g_assert_cmpfloat_with_epsilon (result->makespan_s, 10.501, 1e-9);
      g_assert_cmpfloat_with_epsilon (result->links[3].bytes, 3e9, 1);
      g_assert_cmpuint (result->links[3].n_messages, ==, 3);
      g_assert_cmpfloat_with_epsilon (result->links[3].busy_s, 3, 1e-9);
      g_assert_cmpfloat_with_epsilon (result->links[3].utilisation, 3 / 10.501, 1e-9);
      g_assert_cmpfloat_with_epsilon (result->links[3].wait_worst_s, 2, 1e-9);
      g_assert_cmpfloat (result->links[0].wait_worst_s, ==, 0);
      g_assert_cmpuint (result->links[0].n_messages, ==, 2);
    }
}

/* The file's own model holds when nothing else is asked for. */
static void
test_own_model (void)
{
  g_autoptr (WeftSimScenario) scenario
      = read_text ("{\"network\": \"fifo\", \"links\": [" LINK_A ", {\"id\": \"b\", \"bandwidth_bytes_s\": 1e9}], "
                   "\"flows\": [{\"id\": \"f\", \"route\": [\"a\", \"b\"], \"bytes\": 1e9}]}");
  g_autoptr (WeftSimScenarioResult) result = run (scenario, NULL);

  g_assert_cmpint (result->model, ==, WEFT_SIM_FIFO);
  g_assert_cmpfloat_with_epsilon (result->makespan_s, 2, 1e-9);
}

/* A link that is not shared holds up no message for another, but no message passes it faster than it can: packets of 1 MB
 * of 1 GB each over it, behind and before one of ten times its rate. */
static void
test_packets_not_shared (void)
{
  g_autoptr (WeftSimScenario) scenario
      = read_text ("{\"network\": \"fifo\", \"links\": [{\"id\": \"fast\", \"bandwidth_bytes_s\": 1e10}, "
                   "{\"id\": \"pipe\", \"bandwidth_bytes_s\": 1e9, \"shared\": false}, "
                   "{\"id\": \"last\", \"bandwidth_bytes_s\": 1e10, \"shared\": false}], \"flows\": ["
                   "{\"id\": \"f\", \"route\": [\"fast\", \"pipe\", \"last\"], \"bytes\": 1e9}, "
                   "{\"id\": \"g\", \"route\": [\"pipe\", \"last\"], \"bytes\": 1e9}]}");
  WeftSimOptions options;
  g_autoptr (WeftSimScenarioResult) result = NULL;

  weft_sim_options_init (&options);
  options.model = WEFT_SIM_FIFO;
  options.packet_bytes = 1e6;
  result = run (scenario, &options);
  g_assert_cmpfloat_with_epsilon (result->finish_s[0], 1 + 2 * 1e-4, 1e-9);
  g_assert_cmpfloat_with_epsilon (result->finish_s[1], 1 + 1e-4, 1e-9);
  g_assert_cmpfloat_with_epsilon (result->links[1].wait_worst_s, 0, 1e-9);
}

/* Bytes are those of the messages, not of rates times spans of time; rounding to ticks fills no link beyond its rate. */
static void
test_links_exact (void)
{
  g_autoptr (WeftSimScenario) scenario
      = read_text ("{\"links\": [{\"id\": \"a\", \"bandwidth_bytes_s\": 3e10, \"latency_s\": 0.7}, "
                   "{\"id\": \"b\", \"bandwidth_bytes_s\": 3e7}], "
                   "\"flows\": [{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": 3}, "
                   "{\"id\": \"g\", \"route\": [\"a\"], \"bytes\": 7, \"start_s\": 0.1}, "
                   "{\"id\": \"h\", \"route\": [\"b\"], \"bytes\": 1}]}");
  g_autoptr (WeftSimScenario) one
      = read_text ("{\"links\": [{\"id\": \"a\", \"bandwidth_bytes_s\": 3e7}], "
                   "\"flows\": [{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": 1}]}");

  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      WeftSimOptions options;
      g_autoptr (WeftSimScenarioResult) result = NULL;
      g_autoptr (WeftSimScenarioResult) full = NULL;

      weft_sim_options_init (&options);
      options.model = model;
      result = run (scenario, &options);
      g_assert_cmpfloat (result->links[0].bytes, ==, 10);
      g_assert_cmpfloat (result->links[1].bytes, ==, 1);
      full = run (one, &options);
      g_assert_cmpfloat (full->links[0].utilisation, <=, 1);
      g_assert_cmpfloat_with_epsilon (full->links[0].utilisation, 1, 1e-4);
    }
}

static void
test_json (void)
{
  g_autoptr (WeftSimScenario) scenario = read_text (incast);
  g_autoptr (WeftSimScenarioResult) result = run (scenario, NULL);
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autofree char *text = NULL;
  JsonObject *flow, *link;

  weft_sim_scenario_result_add_json (result, object);
  g_assert_cmpstr (json_object_get_string_member (object, "network"), ==, "fluid");
  g_assert_cmpint (json_object_get_int_member (object, "messages"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (object, "events"), >=, 8);
  flow = json_array_get_object_element (json_object_get_array_member (object, "flows"), 3);
  g_assert_cmpstr (json_object_get_string_member (flow, "id"), ==, "late");
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (flow, "finish_s"), 10.501, 1e-9);
  link = json_array_get_object_element (json_object_get_array_member (object, "links"), 3);
  g_assert_cmpstr (json_object_get_string_member (link, "id"), ==, "d");
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (link, "wait_mean_s"), 2, 1e-9);
  json_node_init_object (node, object);
  text = weft_json_write_compact (node);
  g_assert_nonnull (text);
}

static void
test_empty (void)
{
  g_autoptr (WeftSimScenario) scenario = read_text ("{\"links\": [], \"flows\": []}");

  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      WeftSimOptions options;
      g_autoptr (WeftSimScenarioResult) result = NULL;

      weft_sim_options_init (&options);
      options.model = model;
      result = run (scenario, &options);
      g_assert_cmpfloat (result->makespan_s, ==, 0);
    }
}

/* Numbers that a file may hold and that no run gets to the end of. */
static void
test_endless (void)
{
  g_autoptr (WeftSimScenario) scenario
      = read_text ("{\"links\": [{\"id\": \"a\", \"bandwidth_bytes_s\": 1e-300}], "
                   "\"flows\": [{\"id\": \"f\", \"route\": [\"a\"], \"bytes\": 1e300}]}");

  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      WeftSimOptions options;
      g_autoptr (GError) error = NULL;

      weft_sim_options_init (&options);
      options.model = model;
      g_assert_null (weft_sim_scenario_run (scenario, &options, NULL, &error));
      g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_STUCK);
      g_assert_nonnull (strstr (error->message, "“f”"));
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GString) text = g_string_new ("{\"links\": [" LINK_A "], \"flows\": [");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftSimScenario) scenario = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "%s{\"id\": \"f%u\", \"route\": [\"a\"], \"bytes\": 1, \"start_s\": %u}",
                            i > 0 ? ", " : "", i, i);
  g_string_append (text, "]}");
  scenario = read_text (text->str);
  g_cancellable_cancel (cancellable);
  for (guint model = WEFT_SIM_FLUID; model <= WEFT_SIM_FIFO; model++)
    {
      WeftSimOptions options;
      g_autoptr (GError) error = NULL;

      weft_sim_options_init (&options);
      options.model = model;
      g_assert_null (weft_sim_scenario_run (scenario, &options, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenario/defaults", test_defaults);
  g_test_add_func ("/scenario/refused", test_refused);
  g_test_add_func ("/scenario/broken", test_broken);
  g_test_add_func ("/scenario/models", test_models);
  g_test_add_func ("/scenario/own-model", test_own_model);
  g_test_add_func ("/scenario/packets-not-shared", test_packets_not_shared);
  g_test_add_func ("/scenario/links-exact", test_links_exact);
  g_test_add_func ("/scenario/json", test_json);
  g_test_add_func ("/scenario/empty", test_empty);
  g_test_add_func ("/scenario/endless", test_endless);
  g_test_add_func ("/scenario/cancelled", test_cancelled);
  return g_test_run ();
}
