/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft simulate` runs: a workload, a trace from a file, or a trace that needs no file; and how far a run is. */
#include "cli/weft-cli-simulate.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-quantity.h"
#include "interop/weft-astra.h"
#include "interop/weft-simai.h"
#include "sim/weft-sim-examples.h"

void
weft_cli_sim_input_clear (WeftCliSimInput *self)
{
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

void
weft_cli_sim_run_clear (WeftCliSimRun *self)
{
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

void
weft_cli_sim_run_add_notes (WeftCliSimRun *self, GPtrArray *notes)
{
  if (self->notes == NULL)
    self->notes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < notes->len; i++)
    if (!g_ptr_array_find_with_equal_func (self->notes, notes->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (self->notes, g_strdup (notes->pdata[i]));
}

/* --- ASTRA-sim's files beside a trace --- */

/* What is asked for on the command line counts more than the file. */
static gboolean
read_system (WeftCliSimulate *self, WeftChakraOptions *chakra, GPtrArray *notes, GError **error)
{
  WeftSimOptions own = self->options;

  if (!weft_astra_system_read (self->system_json, &self->options, chakra, notes, error))
    return FALSE;
  if (self->collectives != NULL)
    memcpy (self->options.algorithm, own.algorithm, sizeof own.algorithm);
  if (self->chunks > 0)
    self->options.chunks = own.chunks;
  if (self->active_chunks >= 0)
    self->options.active_chunks = own.active_chunks;
  return TRUE;
}

static gboolean
read_chakra_options (WeftCliSimulate *self, WeftChakraOptions *chakra, GPtrArray *notes, GError **error)
{
  if (self->system_json != NULL && !read_system (self, chakra, notes, error))
    return FALSE;
  if (self->astra)
    chakra->least_compute_s = 1e-9;
  return (self->groups == NULL || weft_astra_groups_read (self->groups, chakra, error))
         && (self->remote_memory == NULL || weft_astra_memory_read (self->remote_memory, chakra, notes, error));
}

static WeftSimTrace *
read_trace (WeftCliSimulate *self, guint32 n_places, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  g_auto (WeftChakraOptions) chakra = { 0 };

  if (!read_chakra_options (self, &chakra, notes, error))
    return NULL;
  if (self->is_example)
    return weft_sim_example_new (self->what, error);
  if (self->kind == WEFT_SIM_FILE_TEXT && weft_simai_n_ranks (self->what) == 0)
    return weft_simai_read (self->what, n_places, cancellable, error);
  return weft_sim_file_load (self->what, &chakra, cancellable, error);
}

int
weft_cli_simulate_read_input (const WeftCliOptions *options, WeftCliSimulate *self, WeftCatalog *catalog,
                              guint32 n_places, GCancellable *cancellable, WeftCliSimInput *input)
{
  gboolean is_trace = self->is_example || self->kind != WEFT_SIM_FILE_UNKNOWN;
  g_autoptr (GError) error = NULL;

  input->notes = g_ptr_array_new_with_free_func (g_free);
  if (is_trace)
    input->trace = read_trace (self, n_places, input->notes, cancellable, &error);
  else
    input->graph = weft_cli_read_workload (self->what, catalog, input->notes, &error);
  return error == NULL ? WEFT_EXIT_DONE : weft_cli_simulate_fail (options, error);
}

/* --- how far --- */

void
weft_cli_simulate_progress_cb (double share, guint64 n_events, double time_s, gpointer data)
{
  g_autofree char *events = weft_quantity_format ((double) n_events, WEFT_UNIT_COUNT);
  g_autofree char *time = weft_quantity_format (time_s, WEFT_UNIT_S);
  g_autofree char *text = g_strdup_printf (_("Simulating: %.0f %%, %s events, at %s"), 100 * share, events, time);

  weft_cli_show_progress (text);
}
