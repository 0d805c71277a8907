/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that decides what a simulation finds, so that it can be written down and run again: a workload or trace, how it is
 * run, what measurements correct it by. */
#pragma once

#include <json-glib/json-glib.h>

#include "sim/weft-sim-workload.h"

G_BEGIN_DECLS

/**
 * WeftSimSettings: (skip)
 * @model: of links
 * @packet_bytes: with fifo; 0: whole messages
 * @collectives: how all collectives are done
 * @closed_form: they are priced
 * @algorithm: how a workload is mapped
 *
 * What is chosen for a run.
 */
typedef struct
{
  WeftSimModel model;
  double packet_bytes;
  WeftSimAlgorithm collectives;
  gboolean closed_form;
  WeftMapAlgorithm algorithm;
} WeftSimSettings;

/**
 * WeftSimRequest: (skip)
 * @title: of what is run, for people
 * @workload: (nullable): a recipe, {"generator", "params"}, or {"file", "params"}
 * @example: (nullable): or one of the traces that need no file, by its id
 * @path: (nullable): or a trace in a file
 * @digest: (nullable): SHA-256 of the file that @workload or @path names
 * @ranks: (nullable) (element-type guint32): the device of each rank of the workload
 * @settings: how it is run
 * @remotes: (nullable): data that stands in remote memory, "REGION=DEVICE" each
 * @knobs: (nullable): measured efficiencies, "weft-knobs/1"
 * @knobs_name: (nullable): what they are called, for people
 *
 * One of @workload, @example and @path is there.
 */
typedef struct
{
  char *title;
  JsonNode *workload;
  char *example;
  char *path;
  char *digest;
  GArray *ranks;
  WeftSimSettings settings;
  GStrv remotes;
  JsonNode *knobs;
  char *knobs_name;
} WeftSimRequest;

/**
 * WeftSimInputs: (skip)
 * @graph: (nullable): a workload
 * @trace: (nullable): or a trace
 *
 * What a request is about, made ready.
 */
typedef struct
{
  WeftTaskGraph *graph;
  WeftSimTrace *trace;
} WeftSimInputs;

/**
 * WeftSimGround: (skip)
 * @flat: a machine
 * @platform: (nullable): as a mapper sees it; a trace needs none
 * @inventory: the catalog as the design's profile sees it
 *
 * What a request is run on.
 */
typedef struct
{
  const WeftFlat *flat;
  WeftPlatform *platform;
  WeftInventory *inventory;
} WeftSimGround;

/**
 * WeftSimAnswer: (skip)
 * @result: what was found
 * @mapped_s: makespan by the mapper, NAN of a trace
 * @notes: (element-type utf8): what was assumed
 */
typedef struct
{
  WeftSimResult *result;
  double mapped_s;
  GPtrArray *notes;
} WeftSimAnswer;

/* Reads a trace from a file. @digest: (nullable): what it held when it was run before; anything else is an error.
 * (transfer full) */
typedef WeftSimTrace *(*WeftSimLoader) (const char    *path,
                                        const char    *digest,
                                        GCancellable  *cancellable,
                                        GError       **error);

WEFT_API WeftSimRequest *weft_sim_request_new    (const char           *title);
/* (transfer full) */
WEFT_API WeftSimRequest *weft_sim_request_copy   (const WeftSimRequest *self);
WEFT_API void            weft_sim_request_free   (WeftSimRequest       *self);

/* Makes the workload, or reads the trace by @loader. A file that does not hold what @digest says is an error. */
WEFT_API gboolean        weft_sim_request_load   (const WeftSimRequest *self,
                                                  WeftCatalog          *catalog,
                                                  WeftSimLoader         loader,
                                                  WeftSimInputs        *inputs,
                                                  GCancellable         *cancellable,
                                                  GError              **error);
WEFT_API void            weft_sim_inputs_clear   (WeftSimInputs        *self);

/* Runs it; steps of time and messages are recorded, as charts need them. Same request, inputs and ground: same answer.
 * @progress: (nullable): from any thread, the share that is done. (transfer full) */
WEFT_API WeftSimAnswer  *weft_sim_request_run    (const WeftSimRequest *self,
                                                  const WeftSimInputs  *inputs,
                                                  const WeftSimGround  *ground,
                                                  void                (*progress) (double share, gpointer data),
                                                  gpointer              data,
                                                  GCancellable         *cancellable,
                                                  GError              **error);
WEFT_API void            weft_sim_answer_free    (WeftSimAnswer        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimRequest, weft_sim_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimAnswer, weft_sim_answer_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftSimInputs, weft_sim_inputs_clear)

G_END_DECLS
