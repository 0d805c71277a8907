/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that simulates: known loads on a star, beside what others publish of the same loads, and
 * beside SimGrid itself where it is installed. Of several runs the quickest counts, in processor time of one core. */
#include "cli/weft-cli-bench-sim.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "sim/weft-sim-examples.h"

typedef enum
{
  LINKS_FIFO,
  LINKS_ASTRA,
  LINKS_FLUID,
} Links;

/**
 * Work:
 * @name: of its figure
 * @label: in words
 * @trace: (nullable): a built-in one; %NULL: all messages at once
 * @goal_s: processor seconds
 * @published: what others take, in words
 * @load: (nullable): of SimGrid's side
 * @size: of that load
 */
typedef struct
{
  const char *name;
  const char *label;
  const char *trace;
  Links links;
  double goal_s;
  const char *published;
  const char *load;
  guint n_hosts;
  guint size;
} Work;

static const char *const links_words[] = { N_("fifo"), N_("fifo as in ASTRA-sim"), N_("fluid") };
static const char *const links_nicks[] = { "fifo", "astra", "fluid" };

#define RING N_("Ring all-reduce of 1 MiB on 512")
#define PIPELINE N_("Transformer on 64, tensor and pipeline parallel")
#define RANDOM N_("Random messages between 64")
#define AT_ONCE N_("100,032 messages at once between 64")

static const Work works[] = {
  { "sim-ring-fifo", RING, "all-reduce-512", LINKS_FIFO, 0.1, NULL, NULL, 0, 0 },
  { "sim-ring-astra", RING, "all-reduce-512", LINKS_ASTRA, NAN, "ASTRA-sim 1.22", NULL, 0, 0 },
  { "sim-ring-fluid", RING, "all-reduce-512", LINKS_FLUID, 0.25, "SimGrid 2.23", "ring", 512, 0 },
  { "sim-transformer-fifo", PIPELINE, "xf64", LINKS_FIFO, 0.4, NULL, NULL, 0, 0 },
  { "sim-transformer-astra", PIPELINE, "xf64", LINKS_ASTRA, NAN, "ASTRA-sim 9.58", NULL, 0, 0 },
  { "sim-transformer-fluid", PIPELINE, "xf64", LINKS_FLUID, 0.4, NULL, NULL, 0, 0 },
  { "sim-random-fifo", RANDOM, "lcg64", LINKS_FIFO, 0.06, NULL, NULL, 0, 0 },
  { "sim-random-astra", RANDOM, "lcg64", LINKS_ASTRA, NAN, "ASTRA-sim 5.39", NULL, 0, 0 },
  { "sim-random-fluid", RANDOM, "lcg64", LINKS_FLUID, 0.06, "SimGrid 0.27", "lcg", 64, 1000 },
  { "sim-at-once-fluid", AT_ONCE, NULL, LINKS_FLUID, 3, "SimGrid 196", "open", WEFT_BENCH_SIM_HOSTS, WEFT_BENCH_SIM_FLOWS },
};

/* What is found of each. */
typedef struct
{
  WeftBenchSimRun ours;
  WeftBenchSimRun peer;
} Found;

/* --- running --- */

static void
set_options (WeftSimOptions *options, Links links)
{
  weft_sim_options_init (options);
  options->model = links == LINKS_FLUID ? WEFT_SIM_FLUID : WEFT_SIM_FIFO;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options->algorithm[i] = WEFT_SIM_ALGORITHM_RING;
  if (links != LINKS_ASTRA)
    return;
  options->astra = WEFT_SIM_ASTRA_AWARE;
  options->comm_slots = 1;
  options->endpoint_s = 10e-9;
  options->reduce_bw_bytes_s = 1600e9;
}

static gboolean
run_trace (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options, WeftBenchSimRun *run,
           GError **error)
{
  g_autoptr (WeftSimResult) result = weft_sim_run (trace, network, options, NULL, error);

  if (result == NULL)
    return FALSE;
  *run = (WeftBenchSimRun) { result->cpu_s, result->makespan_s, result->n_messages, result->n_events };
  return TRUE;
}

static gboolean
run_scenario (const WeftSimScenario *scenario, const WeftSimOptions *options, WeftBenchSimRun *run, GError **error)
{
  g_autoptr (WeftSimScenarioResult) result = weft_sim_scenario_run (scenario, options, NULL, error);

  if (result == NULL)
    return FALSE;
  *run = (WeftBenchSimRun) { result->cpu_s, result->makespan_s, scenario->n_flows, result->n_events };
  return TRUE;
}

static gboolean
measure_work (const WeftBench *bench, const Work *work, WeftBenchSimRun *best, GError **error)
{
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) network = NULL;
  g_autoptr (WeftSimScenario) scenario = NULL;
  WeftSimOptions options;

  set_options (&options, work->links);
  if (work->trace == NULL)
    scenario = weft_bench_sim_open ();
  else if ((trace = weft_sim_example_new (work->trace, error)) != NULL)
    network = weft_bench_sim_star (trace->n_ranks);
  else
    return FALSE;
  for (int i = 0; i < bench->n_repeats; i++)
    {
      WeftBenchSimRun run;

      if (!(scenario != NULL ? run_scenario (scenario, &options, &run, error)
                             : run_trace (trace, network, &options, &run, error)))
        return FALSE;
      if (i == 0 || run.cpu_s < best->cpu_s)
        *best = run;
    }
  return TRUE;
}

/* Its messages at once take minutes. */
static void
measure_peer (const WeftBench *bench, WeftBenchSimPeer *peer, const Work *work, WeftBenchSimRun *best)
{
  gboolean takes_long = work->trace == NULL;

  if (peer == NULL || work->load == NULL || (takes_long && !bench->is_full))
    return;
  for (int i = 0; i < (takes_long ? 1 : bench->n_repeats); i++)
    {
      WeftBenchSimRun run;

      if (!weft_bench_sim_peer_run (peer, work->load, work->n_hosts, work->size, &run))
        return;
      if (i == 0 || run.cpu_s < best->cpu_s)
        *best = run;
    }
}

/* --- memory --- */

/* What building a trace and running it takes at most. */
static void
measure_task_bytes (WeftBench *bench)
{
  g_autoptr (WeftSimNetwork) network = weft_bench_sim_star (64);
  g_autoptr (WeftSimTrace) trace = NULL;
  gboolean is_known = weft_bench_sim_forget_peak ();
  double before = weft_bench_sim_resident ();
  WeftSimOptions options;
  WeftBenchSimRun run;

  set_options (&options, LINKS_FIFO);
  trace = weft_sim_example_new ("xf64", NULL);
  if (is_known && run_trace (trace, network, &options, &run, NULL))
    weft_bench_add (bench, "sim-task-bytes", _("Memory of a trace and its run, by task"),
                    (weft_bench_sim_peak () - before) / trace->n_tasks, "B", 120, FALSE);
}

static void
measure_flight_bytes (WeftBench *bench)
{
  g_autoptr (WeftSimScenario) scenario = weft_bench_sim_open ();
  gboolean is_known = weft_bench_sim_forget_peak ();
  double before = weft_bench_sim_resident ();
  WeftSimOptions options;
  WeftBenchSimRun run;

  set_options (&options, LINKS_FLUID);
  if (is_known && run_scenario (scenario, &options, &run, NULL))
    weft_bench_add (bench, "sim-flight-bytes", _("Memory of messages under way, by message"),
                    (weft_bench_sim_peak () - before) / scenario->n_flows, "B", 60, FALSE);
}

/* --- what is shown --- */

static char *
format_rate (double count, double cpu_s)
{
  return isnan (count / cpu_s) ? g_strdup ("") : g_strdup_printf ("%.2fM", count / cpu_s / 1e6);
}

static char *
format_seconds (double seconds)
{
  return isnan (seconds) ? g_strdup ("") : g_strdup_printf ("%.3g", seconds);
}

static void
add_words (WeftTable *table, const Work *work, const Found *found)
{
  g_autofree char *makespan = g_strdup_printf ("%.9g", found->ours.makespan_s * 1e3);
  g_autofree char *cpu = format_seconds (found->ours.cpu_s);
  g_autofree char *goal = format_seconds (work->goal_s);
  g_autofree char *messages = format_rate (found->ours.n_messages, found->ours.cpu_s);
  g_autofree char *events = format_rate (found->ours.n_events, found->ours.cpu_s);
  g_autofree char *peer = format_seconds (found->peer.cpu_s);
  const char *cells[] = {
    _(work->label), _(links_words[work->links]), makespan, cpu, goal, messages, events,
    work->published != NULL ? work->published : "", peer, NULL,
  };

  weft_table_add_row (table, cells);
}

static void
add_json (JsonArray *array, const Work *work, const Found *found)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", work->name);
  json_object_set_string_member (object, "work", work->trace != NULL ? work->trace : "at-once");
  json_object_set_string_member (object, "links", links_nicks[work->links]);
  json_object_set_double_member (object, "makespan_s", found->ours.makespan_s);
  json_object_set_double_member (object, "cpu_s", found->ours.cpu_s);
  weft_json_set_number (object, "goal_s", work->goal_s);
  json_object_set_double_member (object, "messages", found->ours.n_messages);
  json_object_set_double_member (object, "events", found->ours.n_events);
  json_object_set_double_member (object, "messages_s", found->ours.n_messages / found->ours.cpu_s);
  json_object_set_double_member (object, "events_s", found->ours.n_events / found->ours.cpu_s);
  json_object_set_string_member (object, "published", work->published != NULL ? work->published : "");
  weft_json_set_number (object, "simgrid_cpu_s", found->peer.cpu_s);
  weft_json_set_number (object, "simgrid_makespan_s", found->peer.makespan_s);
  json_array_add_object_element (array, object);
}

static WeftTable *
make_table (void)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Work"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Links"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Makespan, ms"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("CPU, s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Goal, s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Messages/s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Events/s"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Published, s"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("SimGrid here, s"), WEFT_ALIGN_END);
  return table;
}

static void
add_rows (WeftBench *bench, const Found *found)
{
  double least = INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *label = g_strdup_printf (_("%s, links %s"), _(works[i].label), _(links_words[works[i].links]));

      weft_bench_add (bench, works[i].name, label, found[i].ours.cpu_s, "s", works[i].goal_s, FALSE);
      least = MIN (least, found[i].ours.n_events / found[i].ours.cpu_s);
    }
  weft_bench_add (bench, "sim-events", _("Events of the ring all-reduce, links fifo"),
                  found[0].ours.n_events / found[0].ours.cpu_s, "1/s", 5e6, TRUE);
  weft_bench_add (bench, "sim-events-least", _("Events of the work with the fewest"), least, "1/s", 1e6, TRUE);
}

/**
 * weft_bench_sim:
 * @bench: the measurements
 *
 * Adds what simulations take.
 */
void
weft_bench_sim (WeftBench *bench)
{
  g_autoptr (WeftBenchSimPeer) peer = weft_bench_sim_peer_new ();
  Found found[G_N_ELEMENTS (works)];
  WeftTable *table = make_table ();
  JsonArray *array = json_array_new ();

  /* Memory first, while nothing is left of other runs. */
  measure_task_bytes (bench);
  measure_flight_bytes (bench);
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autoptr (GError) error = NULL;

      found[i].ours = found[i].peer = (WeftBenchSimRun) { NAN, NAN, NAN, NAN };
      if (!measure_work (bench, &works[i], &found[i].ours, &error))
        weft_cli_note (_("weft bench: sim: %s is left out: %s"), works[i].name, error->message);
      measure_peer (bench, peer, &works[i], &found[i].peer);
      add_words (table, &works[i], &found[i]);
      add_json (array, &works[i], &found[i]);
    }
  weft_bench_add_table (bench, "sim", table, array);
  add_rows (bench, found);
  weft_bench_add_note (bench, _("Simulations: a star of links of 50 GB/s (2^30 bytes) and 500 ns each way; processor "
                                "seconds of one core, the least of all runs. Published figures are of the same works on "
                                "a machine of the same kind; SimGrid 3.32 with its corrections off."));
}
