/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate WORKLOAD|TRACE DESIGN [--beside DESIGN]`: a workload is mapped on the devices of a design and run; a
 * trace is run as it is, its ranks on the first chips. */
#include "cli/weft-cli-simulate.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "interop/weft-simai.h"
#include "sim/weft-sim-knobs.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-workload.h"

/* Both designs of a comparison at most. */
#define MOST_RUNS 2

/* One design, and what ran on it. */
typedef struct
{
  WeftCliMachine machine;
  GArray *remotes; /* (nullable) (element-type WeftSimRemote) */
  double *speed;
  double *delay_s;
  WeftCliSimRun run;
} Setup;

typedef struct
{
  WeftCliWatch watch;
  WeftCliSimInput input;
  Setup setups[MOST_RUNS];
} Question;

static void
clear_remote (gpointer data)
{
  g_free (((WeftSimRemote *) data)->pattern);
}

static void
setup_clear (Setup *self)
{
  weft_cli_sim_run_clear (&self->run);
  g_clear_pointer (&self->remotes, g_array_unref);
  g_free (self->speed);
  g_free (self->delay_s);
  weft_cli_machine_clear (&self->machine);
}

static void
question_clear (Question *self)
{
  weft_cli_watch_end (&self->watch);
  weft_cli_sim_input_clear (&self->input);
  for (guint i = 0; i < MOST_RUNS; i++)
    setup_clear (&self->setups[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

/* --- what the options say of this machine --- */

/* "kv*=pool". FALSE after a message. */
static gboolean
read_remotes (Setup *setup, const WeftCliSimulate *self)
{
  setup->remotes = g_array_new (FALSE, FALSE, sizeof (WeftSimRemote));
  g_array_set_clear_func (setup->remotes, clear_remote);
  for (char **text = self->remotes; *text != NULL; text++)
    {
      const char *equals = strchr (*text, '=');
      g_autoptr (GError) error = NULL;
      WeftSimRemote remote;

      if (equals == NULL || equals == *text)
        {
          weft_cli_refuse (_("simulate: --remote: found “%s”, expected REGION=DEVICE such as kv*=pool"), *text);
          return FALSE;
        }
      remote.device = weft_sim_find_memory (setup->machine.flat, setup->machine.inventory, equals + 1, &error);
      if (remote.device == WEFT_FLAT_NONE)
        {
          weft_cli_fail (error);
          return FALSE;
        }
      remote.pattern = g_strndup (*text, equals - *text);
      g_array_append_val (setup->remotes, remote);
    }
  return TRUE;
}

/* Before anything is simulated. FALSE after a message. */
static gboolean
read_comm_knobs (WeftCliSimulate *self)
{
  g_autoptr (GError) error = NULL;

  if (self->knobs_json == NULL)
    return TRUE;
  self->options.comm_knobs = weft_sim_comm_knobs_read (self->knobs_json, &error);
  if (self->options.comm_knobs == NULL)
    weft_cli_refuse ("%s: %s", self->knobs, error->message);
  return self->options.comm_knobs != NULL;
}

/* --- a trace --- */

static int
run_trace (const WeftCliOptions *options, WeftCliSimulate *self, Setup *setup, WeftSimTrace *trace,
           GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *devices = weft_sim_place_ranks (trace, setup->machine.flat, &error);
  g_autoptr (WeftSimNetwork) network = NULL;

  if (devices == NULL)
    return weft_cli_simulate_fail (options, error);
  if (!weft_cli_simulate_read_ranks (self, trace->n_ranks, &setup->speed, &setup->delay_s))
    return WEFT_EXIT_BAD;
  network = weft_sim_network_from_flat (setup->machine.flat, setup->machine.inventory, devices, trace->n_ranks, &error);
  if (network != NULL)
    setup->run.result = weft_sim_run (trace, network, &self->options, cancellable, &error);
  return setup->run.result != NULL ? WEFT_EXIT_DONE : weft_cli_simulate_fail (options, error);
}

/* --- a workload --- */

/* How many ranks a workload has, 0 when it does not say it of all tasks. */
static guint
count_ranks (const WeftTaskGraph *graph)
{
  guint n = 0;

  if (graph->rank == NULL)
    return 0;
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      if (graph->rank[i] == WEFT_TASK_NONE)
        return 0;
      n = MAX (n, graph->rank[i] + 1);
    }
  return n;
}

/* A parallel program is written for its ranks: a mapper that moves their tasks about would undo its plan. FALSE after a
 * message. */
static gboolean
choose_algorithm (const WeftCliSimulate *self, const Setup *setup, const WeftTaskGraph *graph,
                  WeftMapAlgorithm *algorithm)
{
  guint n_ranks = count_ranks (graph);

  *algorithm = self->algorithm_name == NULL && n_ranks > 0 ? WEFT_MAP_RANKS : self->algorithm;
  if (*algorithm != WEFT_MAP_RANKS || n_ranks <= setup->machine.platform->n_devices)
    return TRUE;
  weft_cli_refuse (_("“%s” has %u ranks, but “%s” has %u chips for them; take a larger machine or a plan of fewer ranks, "
                     "or let --algorithm best put several ranks on one chip"),
                   graph->name, n_ranks, weft_design_get_name (setup->machine.design),
                   setup->machine.platform->n_devices);
  return FALSE;
}

/* Of what is read here only knobs are JSON: their messages get the name of their file. */
static int
fail_workload (const WeftCliOptions *options, const WeftCliSimulate *self, const GError *error)
{
  if (error->domain != WEFT_JSON_ERROR || self->knobs == NULL)
    return weft_cli_simulate_fail (options, error);
  return weft_cli_refuse ("%s: %s", self->knobs, error->message);
}

static void
mapped_cb (double share, gpointer data)
{
  g_autofree char *text = g_strdup_printf (_("Mapping: %.0f %%"), 100 * share);

  weft_cli_show_progress (text);
}

static int
run_workload (const WeftCliOptions *options, WeftCliSimulate *self, Setup *setup, WeftTaskGraph *graph,
              GCancellable *cancellable)
{
  WeftCliMachine *machine = &setup->machine;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimOutcome) outcome = NULL;
  const WeftMapOptions map_options = { .progress = self->options.progress != NULL ? mapped_cb : NULL };
  WeftSimOrder order = {
    .flat = machine->flat,
    .platform = machine->platform,
    .inventory = machine->inventory,
    .graph = graph,
    .map_options = &map_options,
    .knobs = self->knobs_json,
    .options = &self->options,
  };

  if (!choose_algorithm (self, setup, graph, &order.algorithm)
      || (self->remotes != NULL && !read_remotes (setup, self))
      || !weft_cli_simulate_read_ranks (self, machine->platform->n_devices, &setup->speed, &setup->delay_s))
    return WEFT_EXIT_BAD;
  order.remotes = setup->remotes;
  outcome = weft_sim_workload_run (&order, cancellable, &error);
  if (outcome == NULL)
    return fail_workload (options, self, error);
  setup->run.result = weft_sim_result_ref (outcome->result);
  setup->run.mapping_s = outcome->schedule->makespan_s;
  setup->run.mapping = weft_map_algorithm_info (outcome->mapping->algorithm)->id;
  weft_cli_sim_run_add_notes (&setup->run, outcome->mapping->notes);
  weft_cli_sim_run_add_notes (&setup->run, outcome->notes);
  return WEFT_EXIT_DONE;
}

/* --- one or two designs --- */

static int
run_on (const WeftCliOptions *options, WeftCliSimulate *self, Question *question, Setup *setup)
{
  const WeftCliSimInput *input = &question->input;
  g_autoptr (GPtrArray) notes = NULL;
  int status;

  setup->run.mapping_s = NAN;
  setup->run.machine = weft_design_get_name (setup->machine.design);
  setup->run.flat = setup->machine.flat;
  setup->run.inventory = setup->machine.inventory;
  weft_cli_sim_run_add_notes (&setup->run, input->notes);
  weft_cli_sim_run_add_notes (&setup->run, setup->machine.notes);
  status = input->trace != NULL ? run_trace (options, self, setup, input->trace, question->watch.cancellable)
                                : run_workload (options, self, setup, input->graph, question->watch.cancellable);
  if (status != WEFT_EXIT_DONE)
    return status;
  notes = weft_sim_result_dup_notes (setup->run.result);
  weft_cli_sim_run_add_notes (&setup->run, notes);
  return WEFT_EXIT_DONE;
}

/* Chips of the most frequent kind. */
static guint32
count_places (const WeftPlatform *platform)
{
  guint n = 0;

  for (guint c = 0; platform != NULL && c < platform->n_classes; c++)
    n = MAX (n, platform->class_size[c]);
  return n;
}

/* A text that does not say its ranks gets one for each chip, which a platform counts. */
static gboolean
needs_platform (const WeftCliSimulate *self)
{
  if (self->kind == WEFT_SIM_FILE_TEXT)
    return weft_simai_n_ranks (self->what) == 0;
  return self->kind == WEFT_SIM_FILE_UNKNOWN && !self->is_example;
}

/* Both designs are read before the first run, since somebody would wait for it in vain. */
static int
run_all (const WeftCliOptions *options, WeftCliSimulate *self, Question *question, guint n_runs)
{
  const WeftCliMachine *first = &question->setups[0].machine;
  int status = WEFT_EXIT_DONE;

  for (guint i = 0; i < n_runs && status == WEFT_EXIT_DONE; i++)
    {
      WeftCliMachine *machine = &question->setups[i].machine;
      const char *path = i == 0 ? self->on : self->beside;

      status = needs_platform (self) ? weft_cli_machine_read (machine, options, path)
                                     : weft_cli_machine_read_flat (machine, options, path);
    }
  if (status == WEFT_EXIT_DONE)
    status = weft_cli_simulate_read_input (options, self, weft_evaluator_get_catalog (first->evaluator),
                                           count_places (first->platform), question->watch.cancellable,
                                           &question->input);
  for (guint i = 0; i < n_runs && status == WEFT_EXIT_DONE; i++)
    status = run_on (options, self, question, &question->setups[i]);
  return status;
}

int
weft_cli_simulate_design (const WeftCliOptions *options, WeftCliSimulate *self)
{
  guint n_runs = self->beside != NULL ? 2 : 1;
  g_auto (Question) question = { 0 };
  WeftCliSimRun runs[MOST_RUNS];
  int status;

  if (!read_comm_knobs (self))
    return WEFT_EXIT_BAD;
  weft_cli_watch_begin (&question.watch);
  status = run_all (options, self, &question, n_runs);
  weft_cli_watch_end (&question.watch);
  if (status != WEFT_EXIT_DONE)
    return status;
  for (guint i = 0; i < n_runs; i++)
    runs[i] = question.setups[i].run;
  if (!weft_cli_simulate_write_files (self, runs, n_runs))
    return WEFT_EXIT_BAD;
  weft_cli_simulate_print (options, self, runs, n_runs);
  return WEFT_EXIT_DONE;
}
