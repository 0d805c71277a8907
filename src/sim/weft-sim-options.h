/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a simulation is run: which model of links, which algorithms of collectives, what is recorded. */
#pragma once

#include <gio/gio.h>

#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SIM_FLUID, /* max-min fair shares, cut-through */
  WEFT_SIM_FIFO,  /* a message or packet after the other on each link, store and forward */
} WeftSimModel;

typedef enum
{
  WEFT_SIM_ASTRA_OFF,
  WEFT_SIM_ASTRA_AWARE,   /* whole nanoseconds, slots, endpoint delays as ASTRA-sim's congestion_aware back end */
  WEFT_SIM_ASTRA_UNAWARE, /* the same of congestion_unaware */
} WeftSimAstra;

typedef enum
{
  WEFT_SIM_SEND_ENDS_ARRIVED, /* when its last byte is there, as in ASTRA-sim and SimGrid */
  WEFT_SIM_SEND_ENDS_SENT,    /* when its last byte has left */
} WeftSimSendEnds;

typedef enum
{
  WEFT_SIM_ALGORITHM_AUTO,
  WEFT_SIM_ALGORITHM_RING,
  WEFT_SIM_ALGORITHM_BIDIRECTIONAL_RING,
  WEFT_SIM_ALGORITHM_DIRECT,
  WEFT_SIM_ALGORITHM_HALVING_DOUBLING,
  WEFT_SIM_ALGORITHM_DOUBLE_TREE,
  WEFT_SIM_ALGORITHM_HIERARCHICAL,
  WEFT_SIM_ALGORITHM_IN_SWITCH,
  WEFT_N_SIM_ALGORITHMS,
} WeftSimAlgorithm;

/**
 * WeftSimCommKnob: (skip)
 * @comm: a #WeftSimComm, or -1: a message from one rank to another
 * @algorithm: a #WeftSimAlgorithm, AUTO: any
 * @n_ranks: of groups of this size, 0: any
 * @across: 1: of groups that stand in several domains, 0: of those in one, -1: any
 * @min_bytes: for sizes from here
 * @max_bytes: up to here
 * @efficiency: share of the links' rate that is reached, above 0, at most 1
 * @launch_s: time before anything is sent
 *
 * What measurements correct the network by. Of several that hold the last counts.
 */
typedef struct
{
  int comm;
  WeftSimAlgorithm algorithm;
  guint32 n_ranks;
  int across;
  double min_bytes;
  double max_bytes;
  double efficiency;
  double launch_s;
} WeftSimCommKnob;

/* From any thread: 0..1 of the tasks, events and simulated seconds so far. */
typedef void (*WeftSimProgress) (double   share,
                                 guint64  n_events,
                                 double   time_s,
                                 gpointer data);

/**
 * WeftSimOptions: (skip)
 * @model: of links
 * @astra: whether to count as ASTRA-sim does; only with %WEFT_SIM_FIFO
 * @packet_bytes: %WEFT_SIM_FIFO: what is forwarded at a time, 0: a whole message
 * @send_ends: when a send is over
 * @algorithm: of each collective
 * @closed_form: collectives are priced, not expanded
 * @chunks: pieces that a collective is split into, at least 1
 * @active_chunks: of them at once, 0: all
 * @endpoint_s: time of a rank for each message of a collective that comes or goes
 * @reduce_bw_bytes_s: rate of the reductions of a collective in local memory, infinite: they take no time
 * @compute_slots: compute tasks of a rank at once, at least 1
 * @comm_slots: sends, collectives and remote requests of a rank at once, 0: any number
 * @speed: (nullable): [ranks] factor of each rank's speed of computing, above 0
 * @delay_s: (nullable): [ranks] before which a rank starts nothing
 * @comm_knobs: (nullable) (element-type WeftSimCommKnob)
 * @exact: %WEFT_SIM_FLUID: rates are found at once also where that takes long: of very many messages at once that
 *   share links in ever other ways, they are else found up to 0.2 % of a message's time late
 * @seed: of the choice among equal ways
 * @n_bins: steps of time in which the bytes of each link are kept, 0: none
 * @max_messages: so many messages are recorded one by one, 0: none
 */
typedef struct
{
  WeftSimModel model;
  WeftSimAstra astra;
  double packet_bytes;
  WeftSimSendEnds send_ends;
  WeftSimAlgorithm algorithm[WEFT_N_SIM_COMMS];
  gboolean closed_form;
  guint chunks;
  guint active_chunks;
  double endpoint_s;
  double reduce_bw_bytes_s;
  guint compute_slots;
  guint comm_slots;
  const double *speed;
  const double *delay_s;
  GArray *comm_knobs;
  gboolean exact;
  guint64 seed;
  guint n_bins;
  guint32 max_messages;
  WeftSimProgress progress;
  gpointer progress_data;
} WeftSimOptions;

/* Fluid, no recording, one chunk, one compute slot. */
WEFT_API void        weft_sim_options_init      (WeftSimOptions   *self);
/* "fluid", "ring", "halving-doubling" */
WEFT_API const char *weft_sim_model_nick        (WeftSimModel      model);
WEFT_API gboolean    weft_sim_model_parse       (const char       *nick,
                                                 WeftSimModel     *model);
WEFT_API const char *weft_sim_algorithm_nick    (WeftSimAlgorithm  algorithm);
WEFT_API gboolean    weft_sim_algorithm_parse   (const char       *nick,
                                                 WeftSimAlgorithm *algorithm);

G_END_DECLS
