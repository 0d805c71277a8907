/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generators that the table lists, and what they share: messages that name the generator and its parameter, and the
 * check of how large a graph will be, before any of it is made. */
#pragma once

#include "workload/weft-generator.h"
#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

/* One file each, in the order of the table. */
extern const WeftGenerator weft_generator_hpcg;
extern const WeftGenerator weft_generator_llm;
extern const WeftGenerator weft_generator_sparse;
extern const WeftGenerator weft_generator_stencil;
extern const WeftGenerator weft_generator_cg;
extern const WeftGenerator weft_generator_fft;
extern const WeftGenerator weft_generator_coupled;
extern const WeftGenerator weft_generator_layered;

/* Sets a WEFT_WORKLOAD_ERROR of @code: "GENERATOR: KEY: ..."; @key may be NULL. Always FALSE. */
gboolean weft_generator_refuse     (const char          *generator,
                                    const char          *key,
                                    int                  code,
                                    GError             **error,
                                    const char          *format,
                                    ...) G_GNUC_PRINTF (5, 6);
/* Whether a graph of so many tasks and edges is taken: call it before the first task is made. The numbers are doubles
 * so that they cannot wrap. */
gboolean weft_generator_check_size (const char          *generator,
                                    double               n_tasks,
                                    double               n_edges,
                                    GError             **error);

G_END_DECLS
