/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft bench`: measures speed on this machine and puts each figure beside its goal. It measures
 * and never judges: a busy machine gives other figures, so the status is 0 all the same. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "design/topology/weft-topology-metrics.h"

#define JSON_TEXT_BYTES (8 * 1024 * 1024)
#define SCAN_S 0.5
#define CATALOG_LOADS 15
#define STARTS 31
#define WINDOWS 9
#define TOPOLOGIES 5
#define MAX_REPEATS 1000

typedef struct
{
  const char *name;
  void (*run) (WeftBench *bench);
} Part;

static void
free_row (gpointer data)
{
  WeftBenchRow *row = data;

  g_free (row->label);
  g_free (row);
}

/**
 * weft_bench_add:
 * @bench: the measurements
 * @name: the figure's stable name
 * @label: (transfer none): the figure in words, translated
 * @value: what was measured
 * @unit: its unit
 * @goal: the goal, NAN when there is none
 * @at_least: whether the figure should be above the goal
 *
 * Adds a figure.
 */
void
weft_bench_add (WeftBench *bench, const char *name, const char *label, double value,
                const char *unit, double goal, gboolean at_least)
{
  WeftBenchRow *row = g_new0 (WeftBenchRow, 1);

  *row = (WeftBenchRow) {
    .name = name,
    .label = g_strdup (label),
    .value = value,
    .unit = unit,
    .goal = goal,
    .at_least = at_least,
  };
  g_ptr_array_add (bench->rows, row);
}

static void
free_table (gpointer data)
{
  WeftBenchTable *table = data;

  weft_table_free (table->table);
  json_array_unref (table->array);
  g_free (table);
}

/**
 * weft_bench_add_table:
 * @bench: the measurements
 * @name: the table's stable name, the key of its array
 * @table: (transfer full): for people
 * @array: (transfer full): for programs
 *
 * Adds figures that belong together.
 */
void
weft_bench_add_table (WeftBench *bench, const char *name, WeftTable *table, JsonArray *array)
{
  WeftBenchTable *added = g_new0 (WeftBenchTable, 1);

  *added = (WeftBenchTable) { name, table, array };
  g_ptr_array_add (bench->tables, added);
}

/**
 * weft_bench_add_note:
 * @bench: the measurements
 * @note: (transfer none): a translated sentence
 *
 * Adds what figures rest on.
 */
void
weft_bench_add_note (WeftBench *bench, const char *note)
{
  g_ptr_array_add (bench->notes, g_strdup (note));
}

/* Array of numbers and short objects, as catalogs and traces have them. */
static GString *
build_json_text (void)
{
  GString *text = g_string_sized_new (JSON_TEXT_BYTES + 256);

  g_string_append_c (text, '[');
  for (guint i = 0; text->len < JSON_TEXT_BYTES; i++)
    g_string_append_printf (text,
                            "%s{\"name\": \"node-%u\", \"power_frac\": 0.%03u, \"domains\": %u, "
                            "\"ratios\": [1.72, 1.67e0, 1.44, 4.76], \"valid\": true}",
                            i > 0 ? ",\n" : "", i, i % 1000, i * 7);
  g_string_append_c (text, ']');
  return text;
}

static void
measure_json (WeftBench *bench)
{
  g_autoptr (GString) text = build_json_text ();
  double start = weft_bench_cpu_s ();
  double used = 0;
  guint n = 0;

  while (used < SCAN_S)
    {
      g_autoptr (GError) error = NULL;

      if (!weft_json_scan (text->str, text->len, "bench", NULL, NULL, &error))
        g_error ("%s", error->message);
      n++;
      used = weft_bench_cpu_s () - start;
    }
  weft_bench_add (bench, "json-scan", _("JSON scanned"), n * (double) text->len / used / 1e6,
                  "MB/s", NAN, TRUE);
}

static void
measure_start (WeftBench *bench)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  const char *argv[] = { self, "evaluate", bench->example, NULL };
  double times[STARTS];

  for (guint i = 0; i < CATALOG_LOADS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);

      times[i] = (g_get_monotonic_time () - start) / 1e3;
    }
  weft_bench_add (bench, "catalog-load", _("Catalog loaded"),
                  weft_bench_median (times, CATALOG_LOADS), "ms", NAN, FALSE);

  for (guint i = 0; i < STARTS; i++)
    if (self == NULL || !weft_bench_run_program (argv, NULL, &times[i], NULL))
      {
        weft_cli_note (_("weft bench: start is left out: the program could not be run again"));
        return;
      }
  weft_bench_add (bench, "start-median", _("“weft evaluate”, new process"),
                  weft_bench_median (times, STARTS) * 1e3, "ms", 30, FALSE);
  weft_bench_add (bench, "start-min", _("“weft evaluate”, quickest"), times[0] * 1e3, "ms", NAN,
                  FALSE);
}

/* A fat tree of 64-port switches: 65,536 endpoints, 5,120 switches, 196,608 cables; read, built and
 * measured. */
static void
measure_topology (WeftBench *bench)
{
  const WeftTopologyGenerator *generator = weft_topology_find ("kary", NULL);
  g_autoptr (JsonNode) params = weft_json_parse ("{\"k\": 64}", -1, "bench", NULL, NULL);
  double times[TOPOLOGIES];

  for (guint i = 0; i < TOPOLOGIES; i++)
    {
      double start = weft_bench_cpu_s ();
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTopology) topology = weft_topology_new (generator, params, "bench", &error);
      g_autoptr (WeftNet) net = topology != NULL ? weft_topology_build (topology, &error) : NULL;
      WeftTopologyMetrics metrics;

      if (net == NULL)
        {
          weft_cli_note (_("weft bench: topology is left out: %s"), error->message);
          return;
        }
      weft_topology_measure (topology, net, bench->seed, &metrics);
      times[i] = weft_bench_cpu_s () - start;
    }
  weft_bench_add (bench, "topology-kary-64", _("Fat tree of 65,536 endpoints built and measured"),
                  weft_bench_median (times, TOPOLOGIES) * 1e3, "ms", 2000, FALSE);
}

static char *
find_window_program (void)
{
  const char *build = weft_paths_build_dir ();

  if (build != NULL)
    return g_build_filename (build, "src", "app", "weft-app", NULL);
  return g_find_program_in_path ("weft-app");
}

/* Runs a program that ends after its first frame; FALSE when no window could be shown. */
static gboolean
show_window (WeftBench *bench, const char *const *argv, double *cpu_s)
{
  double wall_s;

  return weft_bench_run_program (argv, bench->window_environment, &wall_s, cpu_s);
}

/* Weft's window, the same with a document in it, and an empty one, taking turns, so that all see
 * the same machine. */
static gboolean
take_frames (WeftBench *bench, const char *app, const char *empty, double *empty_s, double *app_s,
             double *document_s)
{
  const char *empty_argv[] = { empty, NULL };
  const char *app_argv[] = { app, "--exit-after-startup", NULL };
  const char *document_argv[] = { app, "--exit-after-startup", bench->example, NULL };

  for (guint i = 0; i < WINDOWS; i++)
    if (!show_window (bench, empty_argv, &empty_s[i]) || !show_window (bench, app_argv, &app_s[i])
        || !show_window (bench, document_argv, &document_s[i]))
      return FALSE;
  return TRUE;
}

static void
add_frames (WeftBench *bench, double empty_s, double app_s, double document_s)
{
  weft_bench_add (bench, "window-empty", _("First frame of an empty window, processor time"),
                  empty_s * 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "window-first-frame", _("First frame of Weft, processor time"),
                  app_s * 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "window-document", _("The same with the example in it"),
                  document_s * 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "window-ratio", _("Weft’s window over the empty one"), app_s / empty_s,
                  "×", 1.4, FALSE);
}

static void
measure_window (WeftBench *bench)
{
  const char *build = weft_paths_build_dir ();
  g_autofree char *app = find_window_program ();
  g_autofree char *empty
      = build != NULL ? g_build_filename (build, "tests", "bench", "empty-window", NULL) : NULL;
  double empty_s[WINDOWS], app_s[WINDOWS], document_s[WINDOWS];

  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
    weft_cli_note (_("weft bench: window is left out: no display is there"));
  else if (app == NULL || empty == NULL || !g_file_test (app, G_FILE_TEST_IS_EXECUTABLE)
           || !g_file_test (empty, G_FILE_TEST_IS_EXECUTABLE))
    weft_cli_note (_("weft bench: window is left out: weft-app or the empty window to compare "
                     "with is not there; they are in a build folder"));
  else if (!take_frames (bench, app, empty, empty_s, app_s, document_s))
    weft_cli_note (_("weft bench: window is left out: a window could not be shown"));
  else
    add_frames (bench, weft_bench_median (empty_s, WINDOWS), weft_bench_median (app_s, WINDOWS),
                weft_bench_median (document_s, WINDOWS));
}

static const Part parts[] = {
  { "evaluator", weft_bench_evaluator },
  { "start", measure_start },
  { "json", measure_json },
  { "topology", measure_topology },
  { "graph", weft_bench_graph },
  { "map", weft_bench_map },
  { "canvas", weft_bench_canvas },
  { "search", weft_bench_search },
  { "policy", weft_bench_policy },
  { "sim", weft_bench_sim },
  { "sparse", weft_bench_sparse },
  { "trail", weft_bench_trail },
  { "whatif", weft_bench_whatif },
  { "agent", weft_bench_agent },
  { "window", measure_window },
};

static gboolean
is_met (const WeftBenchRow *row)
{
  return row->at_least ? row->value >= row->goal : row->value <= row->goal;
}

static void
add_json_tables (WeftBench *bench, JsonObject *object)
{
  for (guint i = 0; i < bench->tables->len; i++)
    {
      const WeftBenchTable *table = bench->tables->pdata[i];

      json_object_set_array_member (object, table->name, json_array_ref (table->array));
    }
  json_object_set_array_member (object, "notes", weft_json_strings (bench->notes));
}

static void
print_json (WeftBench *bench)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < bench->rows->len; i++)
    {
      const WeftBenchRow *row = bench->rows->pdata[i];
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "name", row->name);
      json_object_set_double_member (entry, "value", row->value);
      json_object_set_string_member (entry, "unit", row->unit);
      if (isnan (row->goal))
        {
          json_object_set_null_member (entry, "goal");
          json_object_set_null_member (entry, "met");
        }
      else
        {
          json_object_set_double_member (entry, "goal", row->goal);
          json_object_set_boolean_member (entry, "met", is_met (row));
        }
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, "rows", array);
  add_json_tables (bench, object);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static void
print_words (const WeftCliOptions *options, WeftBench *bench)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, _("Figure"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Unit"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Goal"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Met"), WEFT_ALIGN_START);
  for (guint i = 0; i < bench->rows->len; i++)
    {
      const WeftBenchRow *row = bench->rows->pdata[i];
      gboolean has_goal = !isnan (row->goal);
      g_autofree char *value
          = row->value >= 1000 ? g_strdup_printf ("%.0f", row->value)
                               : g_strdup_printf ("%.2f", row->value);
      g_autofree char *goal
          = has_goal ? g_strdup_printf ("%s %.10g", row->at_least ? "≥" : "≤", row->goal)
                     : g_strdup ("");
      const char *cells[] = {
        row->label,
        value,
        row->unit,
        goal,
        !has_goal ? "" : is_met (row) ? _("yes") : _("no"),
        NULL,
      };

      weft_table_add_row (table, cells);
    }
  for (guint i = 0; i < bench->tables->len; i++)
    {
      const WeftBenchTable *more = bench->tables->pdata[i];

      weft_cli_print_table (options, more->table);
      weft_cli_print_wrapped ("", "", "");
    }
  if (bench->rows->len > 0)
    weft_cli_print_table (options, table);
  for (guint i = 0; i < bench->notes->len; i++)
    weft_cli_print_wrapped ("", "", bench->notes->pdata[i]);
}

static gboolean
is_wanted (const WeftCliOptions *options, const char *name)
{
  return options->n_arguments == 0
         || g_strv_contains ((const char *const *) options->arguments, name);
}

static gboolean
check_names (const WeftCliOptions *options)
{
  for (guint i = 0; i < options->n_arguments; i++)
    {
      gboolean known = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (parts); j++)
        known = known || g_str_equal (options->arguments[i], parts[j].name);
      if (!known)
        {
          weft_cli_refuse (_("bench: found “%s”, expected evaluator, start, json, topology, "
                             "graph, map, canvas, search, policy, sim, sparse, trail, whatif, agent or window"),
                           options->arguments[i]);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_map (const WeftBench *bench)
{
  static const char *const known[] = { "large", "compare", "small", NULL };
  g_auto (GStrv) asked = bench->map_parts != NULL ? g_strsplit (bench->map_parts, ",", -1) : NULL;

  for (guint i = 0; asked != NULL && asked[i] != NULL; i++)
    if (!g_strv_contains (known, asked[i]))
      {
        weft_cli_refuse (_("bench: --map: found “%s”, expected large, compare or small, with commas between them"),
                         asked[i]);
        return FALSE;
      }
  if (bench->time_limit_s >= 0)
    return TRUE;
  weft_cli_refuse (_("bench: --time-limit: found %g, expected seconds from 0 on"), bench->time_limit_s);
  return FALSE;
}

static gboolean
check_repeats (const WeftBench *bench)
{
  if (bench->n_repeats >= 1 && bench->n_repeats <= MAX_REPEATS)
    return TRUE;
  weft_cli_refuse (_("bench: --repeat: found %d, expected 1 to %d"), bench->n_repeats, MAX_REPEATS);
  return FALSE;
}

int
weft_cmd_bench (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_auto (WeftBench) bench = { .n_repeats = 5 };
  const GOptionEntry own[] = {
    { "full", 0, 0, G_OPTION_ARG_NONE, &bench.is_full, N_("Measure also what takes minutes"), NULL },
    { "map", 0, 0, G_OPTION_ARG_STRING, &bench.map_parts, N_("Parts of “map”: large, compare, small"), N_("PARTS") },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &bench.time_limit_s, N_("Time of each search for an optimum"),
      N_("SECONDS") },
    { "repeat", 0, 0, G_OPTION_ARG_INT, &bench.n_repeats, N_("Runs of each simulation, of which the quickest counts"),
      N_("N") },
    { NULL },
  };

  if (!weft_cli_parse ("bench", argv, own, NULL, 0, G_N_ELEMENTS (parts), &options)
      || !check_names (&options) || !check_map (&bench) || !check_repeats (&bench)
      || (evaluator = weft_cli_evaluator (&options)) == NULL)
    return WEFT_EXIT_BAD;
  bench.rows = g_ptr_array_new_with_free_func (free_row);
  bench.tables = g_ptr_array_new_with_free_func (free_table);
  bench.notes = g_ptr_array_new_with_free_func (g_free);
  bench.example
      = g_build_filename (weft_paths_catalog_dir (), "systems", "iter33.weft", NULL);
  bench.evaluator = evaluator;
  bench.profile = options.profile;
  bench.seed = (guint32) options.seed;
  /* A window that is open already would take the file over, and would draw nothing new. */
  bench.window_environment = g_environ_setenv (g_get_environ (), "DBUS_SESSION_BUS_ADDRESS",
                                               "disabled:", TRUE);
  bench.window_environment
      = g_environ_setenv (bench.window_environment, "GTK_A11Y", "none", TRUE);
  /* The goal is for drawing with cairo, which a machine without a GPU should use. */
  bench.window_environment
      = g_environ_setenv (bench.window_environment, "GSK_RENDERER", "cairo", FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (is_wanted (&options, parts[i].name))
      parts[i].run (&bench);
  if (options.json)
    print_json (&bench);
  else
    print_words (&options, &bench);
  return WEFT_EXIT_DONE;
}
