/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate --chakra PREFIX --network-yml FILE`: a peer's own input, as it stands. */
#include "cli/weft-cli-simulate.h"

#include <math.h>

#include <glib/gi18n.h>

#include "interop/weft-astra.h"
#include "interop/weft-sim-file.h"
#include "interop/weft-simai.h"

typedef struct
{
  WeftChakraOptions chakra;
  WeftSimNetwork *network;
  WeftSimTrace *trace;
  GPtrArray *notes;
  double *speed;
  double *delay_s;
} Peer;

static void
peer_clear (Peer *self)
{
  weft_chakra_options_clear (&self->chakra);
  g_clear_pointer (&self->network, weft_sim_network_unref);
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self->speed);
  g_free (self->delay_s);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Peer, peer_clear)

/* A workload text that does not say how many ranks there are gets as many as the network has places. */
static WeftSimTrace *
read_trace (const Peer *peer, const WeftCliSimulate *self, GError **error)
{
  if (weft_sim_file_kind (self->chakra) == WEFT_SIM_FILE_TEXT)
    return weft_simai_read (self->chakra, weft_simai_n_ranks (self->chakra) > 0 ? 0 : peer->network->n_ranks, NULL, error);
  return weft_chakra_read (self->chakra, &peer->chakra, NULL, error);
}

static gboolean
read_peer (Peer *peer, WeftCliSimulate *self, GError **error)
{
  WeftSimOptions own = self->options;

  if ((peer->network = weft_astra_network_read (self->network_yml, peer->notes, error)) == NULL)
    return FALSE;
  if (self->unaware)
    weft_astra_network_charge_first (peer->network);
  if (self->system_json != NULL
      && !weft_astra_system_read (self->system_json, &self->options, &peer->chakra, peer->notes, error))
    return FALSE;
  /* What is asked for on the command line counts more than the file. */
  if (self->collectives != NULL)
    for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
      self->options.algorithm[i] = own.algorithm[i];
  if (self->chunks > 0)
    self->options.chunks = own.chunks;
  if (self->active_chunks >= 0)
    self->options.active_chunks = own.active_chunks;
  if (self->astra)
    peer->chakra.least_compute_s = 1e-9;
  return (self->groups == NULL || weft_astra_groups_read (self->groups, &peer->chakra, error))
         && (self->remote_memory == NULL
             || weft_astra_memory_read (self->remote_memory, &peer->chakra, peer->notes, error))
         && (peer->trace = read_trace (peer, self, error)) != NULL;
}

/* FALSE after a message. */
static gboolean
read_ranks (Peer *peer, WeftCliSimulate *self)
{
  guint32 n = peer->trace->n_ranks;

  if ((self->speed != NULL && !weft_cli_simulate_read_ranks ("--speed", self->speed, n, 1, &peer->speed))
      || (self->delay != NULL && !weft_cli_simulate_read_ranks ("--delay", self->delay, n, 0, &peer->delay_s)))
    return FALSE;
  self->options.speed = peer->speed;
  self->options.delay_s = peer->delay_s;
  return TRUE;
}

static gboolean
check_ranks (const Peer *peer, const WeftCliSimulate *self)
{
  if (peer->trace->n_ranks <= peer->network->n_ranks)
    return TRUE;
  weft_cli_refuse (_("%s: found %u ranks, but the network of %s has %u places; describe a larger network or use "
                     "fewer ranks"),
                   self->chakra, peer->trace->n_ranks, self->network_yml, peer->network->n_ranks);
  return FALSE;
}

int
weft_cli_simulate_peer (const WeftCliOptions *options, WeftCliSimulate *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimResult) result = NULL;
  g_auto (Peer) peer = { .notes = g_ptr_array_new_with_free_func (g_free) };

  if (!read_peer (&peer, self, &error))
    return weft_cli_simulate_fail (error);
  if (!check_ranks (&peer, self) || !read_ranks (&peer, self))
    return WEFT_EXIT_BAD;
  result = weft_sim_run (peer.trace, peer.network, &self->options, NULL, &error);
  if (result == NULL)
    return weft_cli_simulate_fail (error);
  for (char **note = peer.trace->notes; note != NULL && *note != NULL; note++)
    g_ptr_array_add (peer.notes, g_strdup (*note));
  if (!weft_cli_simulate_write_files (self, result, NULL, NULL))
    return WEFT_EXIT_BAD;
  weft_cli_simulate_print (options, self, result, NAN, peer.notes);
  return WEFT_EXIT_DONE;
}
