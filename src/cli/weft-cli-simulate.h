/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of `weft simulate` share: its options, the files that it writes, and printing of what a run found. */
#pragma once

#include "cli/weft-cli-map-machine.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

typedef struct
{
  /* what is run */
  char *scenario;
  char *chakra;
  char *network_yml;
  char *system_json;
  char *groups;
  char *remote_memory;
  /* how */
  char *network;
  char *collectives;
  char *algorithm_name;
  char *knobs;
  char *send_ends;
  char *speed;
  char *delay;
  char **remotes;
  double packet_bytes;
  int chunks;
  int active_chunks;
  gboolean astra;
  gboolean unaware;
  /* what is written */
  char *timeline;
  char *gantt;
  char *link_chart;
  char *bottleneck;
  char *heat;
  gboolean dark;
  int max_links;
  /* read from the above */
  WeftMapAlgorithm algorithm;
  WeftSimOptions options;
  JsonNode *knobs_json;
} WeftCliSimulate;

/* The three kinds of question. */
int      weft_cli_simulate_scenario (const WeftCliOptions *options,
                                     WeftCliSimulate      *self);
int      weft_cli_simulate_peer     (const WeftCliOptions *options,
                                     WeftCliSimulate      *self);
int      weft_cli_simulate_design   (const WeftCliOptions *options,
                                     WeftCliSimulate      *self);

/* Reads what names and numbers of the options mean. FALSE after a message. */
gboolean weft_cli_simulate_read_options (const WeftCliOptions *options,
                                         WeftCliSimulate      *self);
/* "3=0.5,7=0.9" into an array of @n values of which the others are @usual. FALSE after a message. (transfer full) */
gboolean weft_cli_simulate_read_ranks   (const char           *option,
                                         const char           *text,
                                         guint32               n,
                                         double                usual,
                                         double              **values);
/* FALSE after a message. */
gboolean weft_cli_simulate_check_files  (const WeftCliOptions  *options,
                                         const WeftCliSimulate *self);
/* @flat: (nullable): for the heat map. FALSE after a message. */
gboolean weft_cli_simulate_write_files  (const WeftCliSimulate *self,
                                         WeftSimResult         *result,
                                         const WeftFlat        *flat,
                                         WeftInventory         *inventory);
/* The status that goes with an error of a run: 1 when the input is sound but does not end. */
int      weft_cli_simulate_fail         (const GError          *error);
/* All there is to say, in words or as JSON. @mapping_s: makespan by the mapper, NAN without one. */
void     weft_cli_simulate_print        (const WeftCliOptions  *options,
                                         const WeftCliSimulate *self,
                                         const WeftSimResult   *result,
                                         double                 mapping_s,
                                         GPtrArray             *notes);

G_END_DECLS
