/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finish times of ASTRA-sim on the same inputs, to the nanosecond: all-reduces, other collectives, transformers in a
 * pipeline, ranks that send at random; with and without congestion. */

#include "astra-fixture.h"
#include "base/weft-json.h"
#include "sim/weft-sim-examples.h"

static JsonArray *
load_rows (JsonNode **root, const char *member)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "interop", "data", "astra", "times.json", NULL);
  g_autoptr (GError) error = NULL;

  *root = weft_json_load (path, &weft_json_default_limits, &error);
  g_assert_no_error (error);
  return json_object_get_array_member (json_node_get_object (*root), member);
}

static WeftSimAstra
back_end (const char *name)
{
  return g_str_equal (name, "aware") ? WEFT_SIM_ASTRA_AWARE : WEFT_SIM_ASTRA_UNAWARE;
}

static WeftSimTrace *
one_collective (guint32 n, WeftSimComm comm, double bytes)
{
  WeftSimBuilder *builder = weft_sim_builder_new ("collective", n);

  for (guint32 i = 0; i < n; i++)
    weft_sim_builder_add_collective (builder, i, 1, NULL, 0, comm, bytes, WEFT_SIM_NONE, NULL);
  return astra_finish (builder);
}

/* --- collectives --- */

static void
test_all_reduce (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *rows = load_rows (&root, "all_reduce");

  g_assert_cmpuint (json_array_get_length (rows), ==, 36);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);
      const char *topology = json_array_get_string_element (row, 1);
      guint32 n = (guint32) json_array_get_int_element (row, 2);
      g_auto (Astra) astra = astra_open_ring (back_end (json_array_get_string_element (row, 0)), topology, n);
      g_autoptr (WeftSimTrace) trace =
        one_collective (n, WEFT_SIM_ALL_REDUCE, (double) json_array_get_int_element (row, 3));
      g_autoptr (WeftSimResult) result = astra_run (&astra, trace);

      g_test_message ("%s %s %u", json_array_get_string_element (row, 0), topology, n);
      for (guint32 r = 0; r < n; r++)
        g_assert_cmpint (astra_finish_ns (result, r), ==, json_array_get_int_element (row, 4));
    }
}

/* [collective, topology, ranks, algorithm, chunks, active chunks, bytes, last finish, first finish] */
static gboolean
matches (JsonArray *row)
{
  const char *topology = json_array_get_string_element (row, 1);
  guint32 n = (guint32) json_array_get_int_element (row, 2);
  g_autofree char *network = astra_network_text (topology, n);
  g_autofree char *system = astra_system_text (json_array_get_string_element (row, 3),
                                               (guint) json_array_get_int_element (row, 4),
                                               (guint) json_array_get_int_element (row, 5));
  g_auto (Astra) astra = astra_open (WEFT_SIM_ASTRA_AWARE, network, system);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimResult) result = NULL;
  double bytes = (double) json_array_get_int_element (row, 6);
  gint64 first = G_MAXINT64;
  gint64 last = 0;
  WeftSimComm comm;

  g_assert_true (weft_sim_comm_parse (json_array_get_string_element (row, 0), &comm));
  trace = one_collective (n, comm, comm == WEFT_SIM_ALL_GATHER ? n * bytes : bytes);
  result = astra_run (&astra, trace);
  for (guint32 r = 0; r < n; r++)
    {
      first = MIN (first, astra_finish_ns (result, r));
      last = MAX (last, astra_finish_ns (result, r));
    }
  if (last == json_array_get_int_element (row, 7) && first == json_array_get_int_element (row, 8))
    return TRUE;
  g_test_message ("%-14s %-14s %3u %-16s %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT ": %" G_GINT64_FORMAT "..%"
                  G_GINT64_FORMAT ", ASTRA-sim %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT " (%+.2f %%)",
                  json_array_get_string_element (row, 0), topology, n, json_array_get_string_element (row, 3),
                  json_array_get_int_element (row, 4), json_array_get_int_element (row, 5), first, last,
                  json_array_get_int_element (row, 8), json_array_get_int_element (row, 7),
                  100.0 * ((double) last / (double) json_array_get_int_element (row, 7) - 1));
  return FALSE;
}

static void
test_collectives (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *rows = load_rows (&root, "collectives");
  guint n_equal = 0;

  g_assert_cmpuint (json_array_get_length (rows), ==, 42);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    n_equal += matches (json_array_get_array_element (rows, i));
  g_assert_cmpuint (n_equal, ==, 42);
}

/* --- traces --- */

/* [trace, back end, topology, makespan, finish of each rank or stage] */
static void
check_trace (JsonArray *row)
{
  const char *name = json_array_get_string_element (row, 0);
  JsonArray *times = json_array_get_array_element (row, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = weft_sim_example_new (name, &error);
  g_auto (Astra) astra = astra_open_ring (back_end (json_array_get_string_element (row, 1)),
                                          json_array_get_string_element (row, 2), trace->n_ranks);
  g_autoptr (WeftSimResult) result = astra_run (&astra, trace);
  guint32 each = trace->n_ranks / json_array_get_length (times);

  g_test_message ("%s %s %s", name, json_array_get_string_element (row, 1), json_array_get_string_element (row, 2));
  g_assert_cmpint (llround (result->makespan_s * 1e9), ==, json_array_get_int_element (row, 3));
  for (guint32 r = 0; r < trace->n_ranks; r++)
    g_assert_cmpint (astra_finish_ns (result, r), ==, json_array_get_int_element (times, r / each));
}

static void
test_traces (gconstpointer data)
{
  const char *prefix = data;
  g_autoptr (JsonNode) root = NULL;
  JsonArray *rows = load_rows (&root, "traces");
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);

      if (!g_str_equal (json_array_get_string_element (row, 0), prefix))
        continue;
      check_trace (row);
      n++;
    }
  g_assert_cmpuint (n, ==, 6);
}

/* The same from the peer's own files, all of them. */
static void
test_files (void)
{
  static const struct
  {
    WeftSimAstra astra;
    const char *topology;
    gint64 makespan_ns;
  } cases[] = {
    { WEFT_SIM_ASTRA_AWARE, "Switch", 6922716 },          { WEFT_SIM_ASTRA_AWARE, "Ring", 5035716 },
    { WEFT_SIM_ASTRA_AWARE, "FullyConnected", 4408716 },  { WEFT_SIM_ASTRA_UNAWARE, "Switch", 4422716 },
    { WEFT_SIM_ASTRA_UNAWARE, "Ring", 4410716 },          { WEFT_SIM_ASTRA_UNAWARE, "FullyConnected", 4408716 },
  };
  g_autofree char *prefix = g_test_build_filename (G_TEST_DIST, "interop", "data", "chakra", "xf_tiny", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Astra) astra = astra_open_ring (cases[i].astra, cases[i].topology, 4);
      g_autofree char *groups = folder_write (&astra.folder, "groups.json", "{'1': [0, 1], '2': [2, 3]}");
      g_autoptr (WeftSimTrace) trace = NULL;
      g_autoptr (WeftSimResult) result = NULL;

      g_assert_true (weft_astra_groups_read (groups, &astra.chakra, &astra.folder.error));
      trace = weft_chakra_read (prefix, &astra.chakra, NULL, &astra.folder.error);
      g_assert_no_error (astra.folder.error);
      result = astra_run (&astra, trace);
      g_assert_cmpint (llround (result->makespan_s * 1e9), ==, cases[i].makespan_ns);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/astra-known/all-reduce", test_all_reduce);
  g_test_add_func ("/astra-known/collectives", test_collectives);
  g_test_add_data_func ("/astra-known/xf-tiny", "xf-tiny", test_traces);
  g_test_add_data_func ("/astra-known/xf8", "xf8", test_traces);
  g_test_add_data_func ("/astra-known/xf64", "xf64", test_traces);
  g_test_add_data_func ("/astra-known/lcg8", "lcg8", test_traces);
  g_test_add_data_func ("/astra-known/lcg64", "lcg64", test_traces);
  g_test_add_func ("/astra-known/files", test_files);
  return g_test_run ();
}
