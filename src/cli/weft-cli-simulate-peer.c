/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate TRACE --network-yml FILE`: a trace on a network as ASTRA-sim describes it. */
#include "cli/weft-cli-simulate.h"

#include <math.h>

#include <glib/gi18n.h>

#include "interop/weft-astra.h"

typedef struct
{
  WeftCliWatch watch;
  WeftCliSimInput input;
  WeftSimNetwork *network;
  WeftCliSimRun run;
  double *speed;
  double *delay_s;
} Peer;

static void
peer_clear (Peer *self)
{
  weft_cli_watch_end (&self->watch);
  weft_cli_sim_input_clear (&self->input);
  weft_cli_sim_run_clear (&self->run);
  g_clear_pointer (&self->network, weft_sim_network_unref);
  g_free (self->speed);
  g_free (self->delay_s);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Peer, peer_clear)

static gboolean
check_ranks (const Peer *peer, const WeftCliSimulate *self)
{
  if (peer->input.trace->n_ranks <= peer->network->n_ranks)
    return TRUE;
  weft_cli_refuse (_("%s has %u ranks, but the network of %s has %u places; describe a larger network, or use a trace "
                     "of fewer ranks"),
                   self->what, peer->input.trace->n_ranks, self->network_yml, peer->network->n_ranks);
  return FALSE;
}

/* ASTRA-sim's switches forward and do not add up, so that collectives go by rings unless somebody says otherwise. */
static void
use_rings (WeftCliSimulate *self, GPtrArray *notes)
{
  if (self->system_json != NULL || self->collectives != NULL)
    return;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    self->options.algorithm[i] = WEFT_SIM_ALGORITHM_RING;
  g_ptr_array_add (notes, g_strdup (_("Collectives go by rings: no --system-json and no --collectives says how.")));
}

static int
read_peer (const WeftCliOptions *options, WeftCliSimulate *self, Peer *peer)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  int status;

  peer->network = weft_astra_network_read (self->network_yml, notes, &error);
  if (peer->network == NULL)
    return weft_cli_simulate_fail (options, error);
  if (self->unaware)
    weft_astra_network_charge_first (peer->network);
  use_rings (self, notes);
  status = weft_cli_simulate_read_input (options, self, NULL, peer->network->n_ranks, peer->watch.cancellable, &peer->input);
  if (status != WEFT_EXIT_DONE)
    return status;
  weft_cli_sim_run_add_notes (&peer->run, notes);
  weft_cli_sim_run_add_notes (&peer->run, peer->input.notes);
  return check_ranks (peer, self)
                 && weft_cli_simulate_read_ranks (self, peer->input.trace->n_ranks, &peer->speed, &peer->delay_s)
             ? WEFT_EXIT_DONE
             : WEFT_EXIT_BAD;
}

int
weft_cli_simulate_peer (const WeftCliOptions *options, WeftCliSimulate *self)
{
  g_auto (Peer) peer = { .run = { .mapping_s = NAN } };
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  weft_cli_watch_begin (&peer.watch);
  status = read_peer (options, self, &peer);
  if (status != WEFT_EXIT_DONE)
    return status;
  peer.run.result
      = weft_sim_run (peer.input.trace, peer.network, &self->options, peer.watch.cancellable, &error);
  weft_cli_watch_end (&peer.watch);
  if (peer.run.result == NULL)
    return weft_cli_simulate_fail (options, error);
  peer.run.machine = peer.network->name;
  notes = weft_sim_result_dup_notes (peer.run.result);
  weft_cli_sim_run_add_notes (&peer.run, notes);
  if (!weft_cli_simulate_write_files (self, &peer.run, 1))
    return WEFT_EXIT_BAD;
  weft_cli_simulate_print (options, self, &peer.run, 1);
  return WEFT_EXIT_DONE;
}
