/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs as ASTRA-sim does them: network, system and memory from its own files. */
#pragma once

#include <math.h>

#include "file-fixture.h"
#include "interop/weft-astra.h"
#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-result.h"

#define MIB 1048576.0

typedef struct
{
  Folder folder;
  WeftSimNetwork *network;
  WeftSimOptions options;
  WeftChakraOptions chakra;
} Astra;

static inline void
astra_clear (Astra *self)
{
  g_clear_pointer (&self->network, weft_sim_network_unref);
  weft_chakra_options_clear (&self->chakra);
  folder_clear (&self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Astra, astra_clear)

/* One dimension, 50 GB/s and 500 ns. (transfer full) */
static inline char *
astra_network_text (const char *topology, guint n)
{
  return g_strdup_printf ("topology: [ %s ]\nnpus_count: [ %u ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n", topology, n);
}

/* One algorithm for all collectives. (transfer full) */
static inline char *
astra_system_text (const char *algorithm, guint chunks, guint active_chunks)
{
  return g_strdup_printf ("{'scheduling-policy': 'LIFO', 'endpoint-delay': 10, 'active-chunks-per-dimension': %u, "
                          "'preferred-dataset-splits': %u, 'all-reduce-implementation': ['%s'], "
                          "'all-gather-implementation': ['%s'], 'reduce-scatter-implementation': ['%s'], "
                          "'all-to-all-implementation': ['%s'], 'collective-optimization': 'baseline', "
                          "'local-mem-bw': 1600, 'boost-mode': 0, 'roofline-enabled': 0, 'peak-perf': 900}",
                          active_chunks, chunks, algorithm, algorithm, algorithm, algorithm);
}

static inline Astra
astra_open (WeftSimAstra astra, const char *network, const char *system)
{
  Astra self = { .folder = folder_new () };
  g_autofree char *network_path = folder_write (&self.folder, "network.yml", network);
  g_autofree char *system_path = folder_write (&self.folder, "system.json", system);

  weft_sim_options_init (&self.options);
  self.options.model = WEFT_SIM_FIFO;
  self.options.astra = astra;
  self.network = weft_astra_network_read (network_path, NULL, &self.folder.error);
  g_assert_no_error (self.folder.error);
  if (astra == WEFT_SIM_ASTRA_UNAWARE)
    weft_astra_network_charge_first (self.network);
  weft_astra_system_read (system_path, &self.options, &self.chakra, NULL, &self.folder.error);
  g_assert_no_error (self.folder.error);
  return self;
}

/* One chunk, rings. */
static inline Astra
astra_open_ring (WeftSimAstra astra, const char *topology, guint n)
{
  g_autofree char *network = astra_network_text (topology, n);
  g_autofree char *system = astra_system_text ("ring", 1, 1);

  return astra_open (astra, network, system);
}

static inline WeftSimResult *
astra_run (Astra *self, WeftSimTrace *trace)
{
  WeftSimResult *result = weft_sim_run (trace, self->network, &self->options, NULL, &self->folder.error);

  g_assert_no_error (self->folder.error);
  return result;
}

static inline gint64
astra_finish_ns (const WeftSimResult *result, guint32 rank)
{
  return llround (result->ranks[rank].finish_s * 1e9);
}

static inline WeftSimTrace *
astra_finish (WeftSimBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace = weft_sim_builder_finish (builder, &error);

  g_assert_no_error (error);
  weft_sim_builder_free (builder);
  return trace;
}
