/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be simulated on the page: a workload of the document, or a trace from a file. Traces are read in a worker.
 * No widgets. */
#pragma once

#include "app/workloads/weft-workload-item.h"
#include "search/weft-sim-request.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SIM_INPUT_READING,
  WEFT_SIM_INPUT_READY,
  WEFT_SIM_INPUT_FAILED, /* the message says why */
} WeftSimInputState;

#define WEFT_TYPE_SIM_INPUT (weft_sim_input_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimInput, weft_sim_input, WEFT, SIM_INPUT, GObject)

/* Signal "changed": its state is another. */
WeftSimInput      *weft_sim_input_new_workload (WeftWorkloadItem *item);
/* A "weft-trace/1" file, one of the .et files of a Chakra trace, or a workload text. */
WeftSimInput      *weft_sim_input_new_trace    (const char       *path);
/* One of the traces that come with the program, by its name. */
WeftSimInput      *weft_sim_input_new_example  (const char       *name);

WeftWorkloadItem  *weft_sim_input_get_workload (WeftSimInput     *self); /* (nullable) (transfer none) */
const char        *weft_sim_input_get_path     (WeftSimInput     *self); /* (nullable) */
const char        *weft_sim_input_get_example  (WeftSimInput     *self); /* (nullable) */
WeftSimTrace      *weft_sim_input_get_trace    (WeftSimInput     *self); /* (nullable) (transfer none) */
WeftSimInputState  weft_sim_input_get_state    (WeftSimInput     *self);
const char        *weft_sim_input_get_message  (WeftSimInput     *self); /* (nullable) */
/* "HPCG", "xf64"; and "n 64, iterations 50" or "203,776 tasks of 64 ranks". (transfer full) */
char              *weft_sim_input_dup_title    (WeftSimInput     *self);
char              *weft_sim_input_dup_words    (WeftSimInput     *self);
/* What is asked for when it is run, without settings. (transfer full) */
WeftSimRequest    *weft_sim_input_make_request (WeftSimInput     *self);
/* Whether such a request is for this trace. */
gboolean           weft_sim_input_is_trace_of  (WeftSimInput     *self,
                                                const WeftSimRequest *request);

G_END_DECLS
