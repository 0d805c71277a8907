/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in traces against the times that ASTRA-sim's analytical back ends find for them, to the nanosecond. */
#include <math.h>

#include "net-fixture.h"
#include "sim/weft-sim-examples.h"
#include "sim/weft-sim-result.h"

typedef struct
{
  const char *trace;
  WeftSimAstra astra;
  NetShape shape;
  guint64 makespan_ns;
} Case;

static const Case cases[] = {
  { "lcg8", WEFT_SIM_ASTRA_AWARE, NET_SWITCH, 759145247 },
  { "lcg8", WEFT_SIM_ASTRA_AWARE, NET_RING, 762528756 },
  { "lcg8", WEFT_SIM_ASTRA_AWARE, NET_FULL, 748730118 },
  { "lcg8", WEFT_SIM_ASTRA_UNAWARE, NET_SWITCH, 749230118 },
  { "lcg8", WEFT_SIM_ASTRA_UNAWARE, NET_RING, 749373118 },
  { "lcg64", WEFT_SIM_ASTRA_AWARE, NET_SWITCH, 805962579 },
  { "xf-tiny", WEFT_SIM_ASTRA_AWARE, NET_SWITCH, 6922716 },
  { "xf-tiny", WEFT_SIM_ASTRA_AWARE, NET_RING, 5035716 },
  { "xf-tiny", WEFT_SIM_ASTRA_UNAWARE, NET_SWITCH, 4422716 },
  { "xf8", WEFT_SIM_ASTRA_AWARE, NET_SWITCH, 1028444736 },
  { "xf8", WEFT_SIM_ASTRA_AWARE, NET_RING, 860510112 },
  { "xf8", WEFT_SIM_ASTRA_UNAWARE, NET_RING, 644887488 },
  { "xf64", WEFT_SIM_ASTRA_AWARE, NET_FULL, 843715608 },
  { "all-reduce-64", WEFT_SIM_ASTRA_AWARE, NET_RING, 104590 },
  { "all-reduce-64", WEFT_SIM_ASTRA_AWARE, NET_SWITCH, 206020 },
  { "all-reduce-64", WEFT_SIM_ASTRA_UNAWARE, NET_SWITCH, 167590 },
  { "all-reduce-512", WEFT_SIM_ASTRA_AWARE, NET_RING, 561599 },
};

static WeftSimOptions
astra_options (WeftSimAstra astra)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.model = WEFT_SIM_FIFO;
  options.astra = astra;
  options.comm_slots = 1;
  options.endpoint_s = 10e-9;
  options.reduce_bw_bytes_s = 1600e9;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options.algorithm[i] = WEFT_SIM_ALGORITHM_RING;
  return options;
}

static WeftSimResult *
run_example (const char *name, WeftSimAstra astra, NetShape shape)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = weft_sim_example_new (name, &error);
  g_autoptr (WeftSimNetwork) network = NULL;
  WeftSimOptions options = astra_options (astra);
  WeftSimResult *result;

  g_assert_no_error (error);
  network = net_astra (shape, trace->n_ranks);
  result = weft_sim_run (trace, network, &options, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static void
test_makespan (gconstpointer data)
{
  const Case *at = data;
  g_autoptr (WeftSimResult) result = run_example (at->trace, at->astra, at->shape);

  g_assert_cmpuint (llround (result->makespan_s * 1e9), ==, at->makespan_ns);
}

/* --- every rank of every run that is on record --- */

static NetShape
shape_of (const char *topology)
{
  return g_str_equal (topology, "Ring") ? NET_RING : g_str_equal (topology, "Switch") ? NET_SWITCH : NET_FULL;
}

static void
compare_row (JsonObject *row)
{
  const char *trace = json_object_get_string_member (row, "trace");
  const char *topology = json_object_get_string_member (row, "topology");
  gboolean is_aware = g_str_equal (json_object_get_string_member (row, "backend"), "congestion_aware");
  g_autofree char *name = g_strdelimit (g_strdup (trace), "_", '-');
  g_autoptr (WeftSimResult) result
    = run_example (name, is_aware ? WEFT_SIM_ASTRA_AWARE : WEFT_SIM_ASTRA_UNAWARE, shape_of (topology));
  gboolean has_stages = json_object_has_member (row, "finish_ns_per_stage");
  JsonArray *finish = json_object_get_array_member (row, has_stages ? "finish_ns_per_stage" : "finish_ns_per_rank");
  guint n = json_array_get_length (finish);
  guint n_wrong = 0;

  for (guint32 i = 0; i < result->trace->n_ranks; i++)
    {
      gint64 expected = json_array_get_int_element (finish, has_stages ? i / (result->trace->n_ranks / n) : i);

      if (llround (result->ranks[i].finish_s * 1e9) != expected && n_wrong++ < 3)
        g_test_message ("%s %s %d: rank %u ends at %.0f ns, not %" G_GINT64_FORMAT, trace, topology, is_aware, i,
                        result->ranks[i].finish_s * 1e9, expected);
    }
  if (n_wrong > 0)
    {
      g_test_message ("%s, %s: %u ranks differ", trace, topology, n_wrong);
      g_test_fail ();
    }
}

static void
test_record (void)
{
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *path = shared != NULL ? g_build_filename (shared, "sim", "astra_traces.json", NULL) : NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *rows;

  if (path == NULL || !json_parser_load_from_file (parser, path, NULL))
    {
      g_test_skip ("the peers' record is not there");
      return;
    }
  rows = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "rows");
  for (guint i = 0; i < json_array_get_length (rows); i++)
    compare_row (json_array_get_object_element (rows, i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/engine-traces/%s/%u", cases[i].trace, i);

      g_test_add_data_func (path, &cases[i], test_makespan);
    }
  g_test_add_func ("/sim/engine-traces/record", test_record);
  return g_test_run ();
}
