/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate WORKLOAD DESIGN`: a workload is mapped on the devices of a design and run; a trace is run as it is,
 * its ranks on the first devices. */
#include "cli/weft-cli-simulate.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "interop/weft-sim-file.h"
#include "interop/weft-simai.h"
#include "sim/weft-sim-knobs.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-workload.h"

typedef struct
{
  WeftCliMachine machine;
  GArray *remotes; /* (nullable) (element-type WeftSimRemote) */
  double *speed;
  double *delay_s;
} Setup;

static void
clear_remote (gpointer data)
{
  g_free (((WeftSimRemote *) data)->pattern);
}

static void
setup_clear (Setup *self)
{
  g_clear_pointer (&self->remotes, g_array_unref);
  g_free (self->speed);
  g_free (self->delay_s);
  weft_cli_machine_clear (&self->machine);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Setup, setup_clear)

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

/* FALSE after a message. */
static gboolean
read_ranks (Setup *setup, WeftCliSimulate *self, guint32 n_ranks)
{
  if ((self->speed != NULL && !weft_cli_simulate_read_ranks ("--speed", self->speed, n_ranks, 1, &setup->speed))
      || (self->delay != NULL && !weft_cli_simulate_read_ranks ("--delay", self->delay, n_ranks, 0, &setup->delay_s)))
    return FALSE;
  self->options.speed = setup->speed;
  self->options.delay_s = setup->delay_s;
  return TRUE;
}

/* FALSE after a message. */
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
run_trace (const WeftCliOptions *options, WeftCliSimulate *self, Setup *setup, WeftSimTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *devices = weft_sim_place_ranks (trace, setup->machine.flat, &error);
  g_autoptr (WeftSimNetwork) network = NULL;
  g_autoptr (WeftSimResult) result = NULL;

  if (devices == NULL)
    return weft_cli_simulate_fail (error);
  if (!read_ranks (setup, self, trace->n_ranks))
    return WEFT_EXIT_BAD;
  network = weft_sim_network_from_flat (setup->machine.flat, setup->machine.inventory, devices, trace->n_ranks, &error);
  if (network != NULL)
    result = weft_sim_run (trace, network, &self->options, NULL, &error);
  if (result == NULL)
    return weft_cli_simulate_fail (error);
  for (char **note = network->notes; note != NULL && *note != NULL; note++)
    g_ptr_array_add (setup->machine.notes, g_strdup (*note));
  for (char **note = trace->notes; note != NULL && *note != NULL; note++)
    g_ptr_array_add (setup->machine.notes, g_strdup (*note));
  if (!weft_cli_simulate_write_files (self, result, setup->machine.flat, setup->machine.inventory))
    return WEFT_EXIT_BAD;
  weft_cli_simulate_print (options, self, result, NAN, setup->machine.notes);
  return WEFT_EXIT_DONE;
}

/* --- a workload --- */

/* Of what is read here only knobs are JSON: their messages get the name of their file. */
static int
fail (const WeftCliSimulate *self, const GError *error)
{
  if (error->domain != WEFT_JSON_ERROR || self->knobs == NULL)
    return weft_cli_simulate_fail (error);
  return weft_cli_refuse ("%s: %s", self->knobs, error->message);
}

static int
run_workload (const WeftCliOptions *options, WeftCliSimulate *self, Setup *setup, const char *workload)
{
  WeftCliMachine *machine = &setup->machine;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTaskGraph) graph
      = weft_cli_read_workload (workload, weft_evaluator_get_catalog (machine->evaluator), machine->notes, &error);
  g_autoptr (WeftSimOutcome) outcome = NULL;
  WeftSimOrder order = {
    .flat = machine->flat,
    .platform = machine->platform,
    .inventory = machine->inventory,
    .graph = graph,
    .algorithm = self->algorithm,
    .knobs = self->knobs_json,
    .options = &self->options,
  };

  if (graph == NULL)
    return weft_cli_fail (error);
  if ((self->remotes != NULL && !read_remotes (setup, self)) || !read_ranks (setup, self, machine->platform->n_devices))
    return WEFT_EXIT_BAD;
  order.remotes = setup->remotes;
  outcome = weft_sim_workload_run (&order, NULL, &error);
  if (outcome == NULL)
    return fail (self, error);
  g_ptr_array_extend (machine->notes, outcome->notes, (GCopyFunc) (gpointer) g_strdup, NULL);
  if (!weft_cli_simulate_write_files (self, outcome->result, machine->flat, machine->inventory))
    return WEFT_EXIT_BAD;
  weft_cli_simulate_print (options, self, outcome->result, outcome->schedule->makespan_s, machine->notes);
  return WEFT_EXIT_DONE;
}

/* A workload text that does not say how many ranks there are gets one for each chip of the most frequent kind. */
static WeftSimTrace *
read_trace (const Setup *setup, const char *path, GError **error)
{
  const WeftPlatform *platform = setup->machine.platform;
  guint32 n = 0;

  if (weft_sim_file_kind (path) != WEFT_SIM_FILE_TEXT || weft_simai_n_ranks (path) > 0)
    return weft_sim_file_load (path, NULL, NULL, error);
  for (guint c = 0; c < platform->n_classes; c++)
    n = MAX (n, platform->class_size[c]);
  return weft_simai_read (path, n, NULL, error);
}

int
weft_cli_simulate_design (const WeftCliOptions *options, WeftCliSimulate *self)
{
  const char *what = self->chakra != NULL ? self->chakra : options->arguments[0];
  const char *design = options->arguments[self->chakra != NULL ? 0 : 1];
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = NULL;
  g_auto (Setup) setup = { 0 };
  int status = weft_cli_machine_read (&setup.machine, options, design);

  if (status != WEFT_EXIT_DONE)
    return status;
  if (!read_comm_knobs (self))
    return WEFT_EXIT_BAD;
  if (self->chakra == NULL && weft_sim_file_kind (what) == WEFT_SIM_FILE_UNKNOWN)
    return run_workload (options, self, &setup, what);
  trace = read_trace (&setup, what, &error);
  return trace != NULL ? run_trace (options, self, &setup, trace) : weft_cli_simulate_fail (error);
}
