/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces of mappings read back: what was written comes out, files by hand, what is refused with its place, and broken
 * files that never crash. */
#include "../design/graph-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#include "base/weft-random.h"
#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-report.h"
#include "mapper/weft-mapper.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-trace-read.h"
#include "workload/weft-generator.h"

#define FILE_TEXT                                                                                                     \
  "{'format':'weft-trace/1','workload':'two','makespan_s':3.5,"                                                       \
  "'devices':[{'name':'GPU 1','chip':'h100-sxm-80','machine_device':4},{'name':'GPU 2','machine_device':2}],"         \
  "'costs':[{'kernel':'gemm','kind':'compute','flops':{'bf16':1e12},'bytes_read':1e9},"                               \
  "{'kernel':'sum','kind':'collective','comm':'all_reduce','comm_bytes':4096},{'kernel':'send','kind':'send'}],"      \
  "'tasks':[{'name':'a@0','cost':0,'device':0,'start_s':0,'finish_s':1.5,'deps':[]},"                                 \
  "{'name':'r@0','cost':1,'device':0,'start_s':1.5,'finish_s':2,'deps':[0],'group':0},"                               \
  "{'name':'r@1','cost':1,'device':1,'start_s':1.5,'finish_s':2,'deps':[],'group':0},"                                \
  "{'name':'b','cost':0,'device':1,'start_s':2,'finish_s':3.5,'deps':[0,2]}],"                                        \
  "'messages':[[0,3,1e6]]}"

static char *folder;

static char *
write_text (const char *text, gsize length)
{
  char *path = g_build_filename (folder, "trace.json", NULL);
  FILE *stream = g_fopen (path, "wb");

  g_assert_nonnull (stream);
  g_assert_cmpuint (fwrite (text, 1, length, stream), ==, length);
  g_assert_cmpint (fclose (stream), ==, 0);
  return path;
}

/* (nullable) */
static WeftSimTrace *
load_text (const char *text, GError **error)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autofree char *path = write_text (quoted, strlen (quoted));

  return weft_sim_trace_load (path, NULL, error);
}

/* --- by hand --- */

static void
test_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = load_text (FILE_TEXT, &error);
  g_autofree char *words = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (trace->name, ==, "two");
  g_assert_cmpuint (trace->n_tasks, ==, 4);
  g_assert_cmpuint (trace->n_ranks, ==, 2);
  g_assert_cmpuint (trace->n_collectives, ==, 1);
  g_assert_cmpuint (trace->kind[1], ==, WEFT_SIM_COLLECTIVE);
  g_assert_cmpfloat (trace->collectives[0].bytes, ==, 4096);
  g_assert_cmpfloat (trace->costs[trace->cost[3]].compute_s, ==, 1.5);
  g_assert_cmpuint (trace->rank_device[0], ==, 4);
  g_assert_cmpuint (trace->rank_device[1], ==, 2);
  g_assert_cmpuint (trace->succ[trace->first_succ[0] + 1], ==, 3);
  g_assert_cmpfloat (trace->succ_bytes[trace->first_succ[0] + 1], ==, 1e6);
  words = weft_sim_trace_task_words (trace, 1);
  g_assert_cmpstr (words, ==, "GPU 1, task “r@0”");
}

/* Members may stand in any order, and others beside them. */
static void
test_any_order (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace
    = load_text ("{'messages':[],'tasks':[{'deps':[],'extra':[1,{'x':2}],'finish_s':2,'start_s':1,'device':0,'cost':0,"
                 "'group':null,'name':'t'}],'costs':[{'kind':'compute','kernel':'k'}],'devices':[{'name':'d'}],"
                 "'more':{},'format':'weft-trace/1'}",
                 &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_tasks, ==, 1);
  g_assert_cmpfloat (trace->costs[trace->cost[0]].compute_s, ==, 1);
  g_assert_null (trace->rank_device);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    const char *words;
  } cases[] = {
    { "weft-trace/1", "weft-trace/2", "“weft-trace/1” is read" },
    { "'cost':0,'device':1", "'cost':3,'device':1", "task number 3 is of cost number 3, but there are 3" },
    { "'cost':0,'device':1", "'cost':0,'device':2", "task number 3 is of device number 2, but there are 2" },
    { "'deps':[0,2]", "'deps':[0,9]", "number 9" },
    { "'deps':[0,2]", "'deps':[0,3]", "waits for itself" },
    { "'finish_s':3.5", "'finish_s':1", "before its start" },
    { "'finish_s':3.5", "'finish_s':-1", "trace.json:1:" },
    { "'finish_s':3.5,", "", "a task has" },
    { "[0,3,1e6]", "[0,3]", "a message is" },
    { "[0,3,1e6]", "[0,7,1e6]", "number 7" },
    { "[0,3,1e6]", "[0,3,-1]", "trace.json:1:" },
    { "'kernel':'gemm',", "", "a cost has a “kernel”" },
    { "'kind':'send'", "'kind':'post'", "\"compute\", \"send\" or \"collective\"" },
    { "'comm':'all_reduce'", "'comm':'sum'", "all_reduce" },
    { "'name':'GPU 2',", "", "a device has a “name”" },
    { "'devices'", "'device'", "“devices” is missing" },
    { "'costs'", "'cost'", "“costs” is missing" },
    { "'tasks'", "'task'", "“tasks” is missing" },
    { "'format'", "'form'", "“format” is missing" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) pieces = g_strsplit (FILE_TEXT, cases[i].from, 2);
      g_autofree char *text = g_strjoinv (cases[i].to, pieces);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftSimTrace) trace = load_text (text, &error);

      g_assert_null (trace);
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].words) == NULL || strstr (error->message, "trace.json") == NULL)
        g_error ("case %u: “%s” lacks “%s”", i, error->message, cases[i].words);
    }
}

static void
test_no_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, "none.json", NULL);

  g_assert_null (weft_sim_trace_load (path, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* --- what the mapper writes --- */

typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftMapProblem *problem;
  WeftMapResult *result;
  char *path;
} Case;

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->result, weft_map_result_free);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
  g_clear_pointer (&self->path, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* Maps a workload and writes its trace. */
static void
case_write (Case *self, const char *system, const char *id, const char *params, WeftMapAlgorithm algorithm)
{
  g_autofree char *file = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", system, NULL);
  g_autofree char *quoted = g_strdelimit (g_strdup (params), "'", '"');
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (file, NULL, &error);
  g_autoptr (WeftTaskGraph) graph = NULL;

  g_assert_no_error (error);
  self->flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  self->platform = weft_platform_from_flat (self->flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  graph = weft_generator_make (weft_generator_find (id, NULL), json_node_get_object (node),
                               weft_inventory_get_catalog (fixture_get_inventory ()), NULL, &error);
  g_assert_no_error (error);
  self->problem = weft_map_problem_on (graph, self->platform, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  self->result = weft_map (self->problem, algorithm, NULL, NULL, &error);
  g_assert_no_error (error);
  self->path = g_build_filename (folder, "mapped.json", NULL);
  weft_map_write_trace (self->problem, self->result->schedule, self->path, &error);
  g_assert_no_error (error);
}

/* Tasks, places, order and edges; @has_times: costs too. */
static void
assert_same (const WeftSimTrace *one, const WeftSimTrace *other, gboolean has_times)
{
  g_assert_cmpuint (one->n_tasks, ==, other->n_tasks);
  g_assert_cmpuint (one->n_edges, ==, other->n_edges);
  g_assert_cmpuint (one->n_ranks, ==, other->n_ranks);
  g_assert_cmpuint (one->n_collectives, ==, other->n_collectives);
  for (guint32 i = 0; i < one->n_tasks; i++)
    {
      const WeftSimCost *cost = &one->costs[one->cost[i]];
      const WeftSimCost *same = &other->costs[other->cost[i]];

      g_assert_cmpuint (one->kind[i], ==, other->kind[i]);
      g_assert_cmpuint (one->rank[i], ==, other->rank[i]);
      g_assert_cmpuint (one->order[i], ==, other->order[i]);
      g_assert_cmpuint (one->n_preds[i], ==, other->n_preds[i]);
      if (has_times)
        g_assert_cmpmem (cost, sizeof *cost, same, sizeof *same);
    }
  for (guint32 e = 0; e < one->n_edges; e++)
    g_assert_cmpuint (one->succ[e], ==, other->succ[e]);
}

/* With the times of costs on the same chips it is the very trace of the mapping. */
static void
test_round_trip (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) mapped = NULL;
  g_autoptr (WeftSimTrace) priced = NULL;
  g_autofree guint32 *places = NULL;

  case_write (&at, "h100-cxl-pool.weft", "llm", "{'model':'llama-3.1-8b','phase':'prefill','tp':4,'pp':2,'dp':2,'batch':2}",
              WEFT_MAP_RANKS);
  mapped = weft_sim_trace_from_mapping (at.problem, at.result->schedule, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  priced = weft_sim_trace_load_priced (at.path, at.flat, fixture_get_inventory (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_same (mapped, priced, TRUE);
  places = weft_sim_place_ranks (priced, at.flat, &error);
  for (guint r = 0; r < at.platform->n_devices; r++)
    g_assert_cmpuint (places[r], ==, at.platform->device[r]);
}

/* Without collectives the times of the file are those of the mapping. */
static void
test_given_times (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) mapped = NULL;
  g_autoptr (WeftSimTrace) loaded = NULL;

  case_write (&at, "chase-mixed.weft", "sparse", "{'grid':'60x60','block':64}", WEFT_MAP_HEFT);
  mapped = weft_sim_trace_from_mapping (at.problem, at.result->schedule, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  loaded = weft_sim_trace_load (at.path, NULL, &error);
  g_assert_no_error (error);
  assert_same (mapped, loaded, FALSE);
  for (guint32 i = 0; i < mapped->n_tasks; i++)
    g_assert_cmpfloat_with_epsilon (loaded->costs[loaded->cost[i]].compute_s,
                                    weft_map_problem_time_s (at.problem, i, at.result->schedule->device[i]), 1e-12);
}

/* On a machine with fewer chips than the file has devices. */
static void
test_smaller_machine (void)
{
  g_auto (Case) at = { 0 };
  g_auto (Case) small = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  case_write (&at, "chase-llm.weft", "cg", "{'n':16,'iterations':1,'blocks':2}", WEFT_MAP_HEFT);
  path = g_build_filename (folder, "large.json", NULL);
  g_assert_cmpint (g_rename (at.path, path), ==, 0);
  case_write (&small, "h100-cxl-pool.weft", "cg", "{'n':16,'iterations':1,'blocks':2}", WEFT_MAP_HEFT);
  g_assert_null (weft_sim_trace_load_priced (path, small.flat, fixture_get_inventory (), NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "40 ranks"));
  g_assert_nonnull (strstr (error->message, "16 chips"));
}

/* --- broken files --- */

static void
load_bytes (const char *bytes, gsize length)
{
  g_autofree char *path = write_text (bytes, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = weft_sim_trace_load (path, NULL, &error);

  g_assert_true ((trace == NULL) == (error != NULL));
}

static void
test_truncated (void)
{
  g_autofree char *text = g_strdelimit (g_strdup (FILE_TEXT), "'", '"');

  for (gsize length = 0; length < strlen (text); length++)
    {
      g_autofree char *path = write_text (text, length);
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_sim_trace_load (path, NULL, &error));
      g_assert_nonnull (error);
    }
}

static void
test_flipped (void)
{
  g_autofree char *text = g_strdelimit (g_strdup (FILE_TEXT), "'", '"');
  gsize length = strlen (text);
  WeftRandom random;

  weft_random_init (&random, 31, 0);
  for (guint i = 0; i < 4000; i++)
    {
      g_autofree char *broken = g_memdup2 (text, length + 1);
      guint n = 1 + weft_random_below (&random, 3);

      for (guint k = 0; k < n; k++)
        {
          guint at = weft_random_below (&random, length);

          /* Half of them digits, so that the file stays one. */
          broken[at] = g_ascii_isdigit (broken[at]) && weft_random_below (&random, 2) == 0
                         ? (char) ('0' + weft_random_below (&random, 10))
                         : (char) weft_random_below (&random, 256);
        }
      load_bytes (broken, length);
    }
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("weft-trace-XXXXXX", NULL);
  g_test_add_func ("/trace-read/file", test_file);
  g_test_add_func ("/trace-read/any-order", test_any_order);
  g_test_add_func ("/trace-read/refused", test_refused);
  g_test_add_func ("/trace-read/no-file", test_no_file);
  g_test_add_func ("/trace-read/round-trip", test_round_trip);
  g_test_add_func ("/trace-read/given-times", test_given_times);
  g_test_add_func ("/trace-read/smaller-machine", test_smaller_machine);
  g_test_add_func ("/trace-read/truncated", test_truncated);
  g_test_add_func ("/trace-read/flipped", test_flipped);
  result = g_test_run ();
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "trace.json", "mapped.json", "large.json" };
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
  return result;
}
