/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces from files, whatever their format; the reader is chosen by what the file holds. */
#pragma once

#include "interop/weft-chakra.h"

G_BEGIN_DECLS

/**
 * WeftSimFileKind:
 * @WEFT_SIM_FILE_UNKNOWN: no trace that is read
 * @WEFT_SIM_FILE_TRACE: "weft-trace/1"
 * @WEFT_SIM_FILE_CHAKRA: Chakra execution traces, one file a rank
 * @WEFT_SIM_FILE_TEXT: a workload text of SimAI or ASTRA-sim
 */
typedef enum
{
  WEFT_SIM_FILE_UNKNOWN,
  WEFT_SIM_FILE_TRACE,
  WEFT_SIM_FILE_CHAKRA,
  WEFT_SIM_FILE_TEXT,
} WeftSimFileKind;

/* What a path is, by its content: a weft-trace/1 file, a Chakra prefix ("dir/xf64") or one of its files
 * ("dir/xf64.0.et"), a workload text. */
WEFT_API WeftSimFileKind weft_sim_file_kind (const char              *path);
/* Any of them; one of the files of a Chakra trace stands for all. What is none is an error that says what it is.
 * @chakra: (nullable): for Chakra. What was assumed is among the trace's notes. (transfer full) */
WEFT_API WeftSimTrace   *weft_sim_file_load (const char              *path,
                                             const WeftChakraOptions *chakra,
                                             GCancellable            *cancellable,
                                             GError                 **error);
/* SHA-256 of what a trace is read from, in lower-case hexadecimal: of the file's bytes, or, of several files of a Chakra
 * trace, of all their digests in the order of the ranks. (transfer full) */
WEFT_API char           *weft_sim_file_digest (const char             *path,
                                               GCancellable           *cancellable,
                                               GError                **error);
/* The same as weft_sim_file_load() of a trace that was run before; @digest (nullable): what was in it then, and anything
 * else is an error. (transfer full) */
WEFT_API WeftSimTrace   *weft_sim_file_load_again (const char         *path,
                                                   const char         *digest,
                                                   GCancellable       *cancellable,
                                                   GError            **error);

G_END_DECLS
