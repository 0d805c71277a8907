/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is simulated as ASTRA-sim's own files, to run it there too. */
#pragma once

#include "sim/weft-sim-network.h"
#include "sim/weft-sim-options.h"

G_BEGIN_DECLS

/* @notes everywhere: (nullable) (element-type utf8): what is lost on the way. */

/* Writes network.yml. Only networks that are rings, switches and full connections of their ranks in one or several
 * dimensions can be said so; WEFT_SIM_ERROR_UNSUPPORTED says what of others cannot. Network cards become a part of
 * their links. */
WEFT_API gboolean weft_astra_network_write (const WeftSimNetwork *network,
                                            const char           *path,
                                            GPtrArray            *notes,
                                            GError              **error);
/* Writes system.json for a network of so many dimensions. */
WEFT_API gboolean weft_astra_system_write  (const WeftSimOptions *options,
                                            guint                 n_dims,
                                            const char           *path,
                                            GPtrArray            *notes,
                                            GError              **error);
/* Writes remote memory as one of ASTRA-sim's four kinds; WEFT_SIM_ERROR_UNSUPPORTED for what is none of them. */
WEFT_API gboolean weft_astra_memory_write  (const WeftSimTrace   *trace,
                                            const char           *path,
                                            GPtrArray            *notes,
                                            GError              **error);
/* All of it: PREFIX.network.yml, PREFIX.system.json, PREFIX.memory.json, PREFIX.groups.json and PREFIX.RANK.et, in this
 * order; nothing when the network or the memory cannot be said. The last note is how to run it. */
WEFT_API gboolean weft_astra_export        (const WeftSimTrace   *trace,
                                            const WeftSimNetwork *network,
                                            const WeftSimOptions *options,
                                            const char           *prefix,
                                            GPtrArray            *notes,
                                            GCancellable         *cancellable,
                                            GError              **error);

G_END_DECLS
