/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ASTRA-sim's input files: network.yml, system.json, communicator groups, remote memory; in, and out of a design. */
#pragma once

#include "interop/weft-chakra.h"
#include "sim/weft-sim-network.h"
#include "sim/weft-sim-options.h"

G_BEGIN_DECLS

/* Topologies of one or several dimensions: Ring, Switch, FullyConnected. A switch is a node of its own. @notes:
 * (nullable) (element-type utf8): what was not used. (transfer full) */
WEFT_API WeftSimNetwork *weft_astra_network_read (const char        *path,
                                                  GPtrArray         *notes,
                                                  GError           **error);
/* From here on a message is charged for the first dimension in which both its ends differ, and for no other: what
 * ASTRA-sim's congestion_unaware back end does. @network: of weft_astra_network_read(), not yet run. */
WEFT_API void            weft_astra_network_charge_first (WeftSimNetwork *network);

/* Sets algorithms, chunks, slots and delays of @options and the roofline of @chakra. With @options->astra the least
 * computation of @chakra is 1 ns. "-custom" algorithms, a shared bus and a mere replay are refused. */
WEFT_API gboolean        weft_astra_system_read  (const char        *path,
                                                  WeftSimOptions    *options,
                                                  WeftChakraOptions *chakra,
                                                  GPtrArray         *notes,
                                                  GError           **error);
/* {"1": [0, 1], ...} into @chakra. Any name but "" and "0", which are all ranks. A path with the word "empty" in it at
 * which there is no file means no groups. */
WEFT_API gboolean        weft_astra_groups_read  (const char        *path,
                                                  WeftChakraOptions *chakra,
                                                  GError           **error);
/* Providers into @chakra: one of all ranks (MEMORY_POOL), one a node, or one without a queue (PER_NPU); none for
 * NO_MEMORY_EXPANSION. */
WEFT_API gboolean        weft_astra_memory_read  (const char        *path,
                                                  WeftChakraOptions *chakra,
                                                  GPtrArray         *notes,
                                                  GError           **error);

G_END_DECLS
