/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chakra execution traces (protobuf records, one file a rank, PREFIX.RANK.et) in and out. */
#pragma once

#include <json-glib/json-glib.h>

#include "sim/weft-sim-builder.h"

G_BEGIN_DECLS

/**
 * WeftChakraOptions: (skip)
 * @peak_flops_s: with @use_roofline: of each rank
 * @mem_bw_bytes_s: with @use_roofline
 * @use_roofline: computations take what num_ops and tensor_size need, not the time in the file
 * @least_compute_s: of a computation by the time in the file (ASTRA-sim counts 0 as 1 ns); 0: none
 * @groups: (nullable): name of a process group → ranks (GArray of guint32), besides those in METADATA nodes
 * @providers: (nullable) (element-type WeftSimProvider): remote memory
 * @n_nodes_of_provider: 0: all ranks use provider 0; else rank r uses provider r / this
 */
typedef struct
{
  double peak_flops_s;
  double mem_bw_bytes_s;
  gboolean use_roofline;
  double least_compute_s;
  GHashTable *groups;
  GArray *providers;
  guint32 n_nodes_of_provider;
} WeftChakraOptions;

/* Gives back groups and providers; @self may begin as zeroes. */
WEFT_API void          weft_chakra_options_clear (WeftChakraOptions *self);
/* Reads PREFIX.0.et, PREFIX.1.et … as many as there are without a gap (gzip too). (transfer full) */
WEFT_API WeftSimTrace *weft_chakra_read  (const char              *prefix,
                                          const WeftChakraOptions *options,
                                          GCancellable            *cancellable,
                                          GError                 **error);
/* Whether PREFIX.0.et is there. */
WEFT_API gboolean      weft_chakra_found (const char              *prefix);
/* Writes PREFIX.RANK.et for all ranks. Times keep their nanoseconds in an attribute "duration_ns"; edges between ranks
 * become sends and receives. */
WEFT_API gboolean      weft_chakra_write (const WeftSimTrace      *trace,
                                          const char              *prefix,
                                          GCancellable            *cancellable,
                                          GError                 **error);

/* What the files hold, by types, collectives and groups, whether it could run or not; and the same as text.
 * (transfer full) */
WEFT_API JsonNode     *weft_chakra_describe      (const char    *prefix,
                                                  GCancellable  *cancellable,
                                                  GError       **error);
WEFT_API char         *weft_chakra_describe_text (JsonNode      *description);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftChakraOptions, weft_chakra_options_clear)

G_END_DECLS
