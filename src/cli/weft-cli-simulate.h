/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of `weft simulate` share: its options, what is run and on what, the files that it writes, and printing
 * of what a run found. */
#pragma once

#include "cli/weft-cli-map-machine.h"
#include "cli/weft-cli-watch.h"
#include "interop/weft-sim-file.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/* Links that --json lists when nothing else is said. */
#define WEFT_CLI_SIM_LINKS 32

/**
 * WeftCliSimulate:
 * @what: (nullable): what is run: a workload, a trace, the prefix of a Chakra trace
 * @on: (nullable): the design that it runs on
 * @kind: of trace that @what is, unknown for a workload or one that needs no file
 * @is_example: @what is the name of a trace that needs no file
 * @groups: to @remote_memory, @network_yml: ASTRA-sim's files
 * @algorithm: as @algorithm_name says, when it is there
 */
typedef struct
{
  /* what is run, and on what */
  const char *what;
  const char *on;
  WeftSimFileKind kind;
  gboolean is_example;
  char *scenario;
  char *chakra;
  gboolean describe;
  char *network_yml;
  char *system_json;
  char *groups;
  char *remote_memory;
  char *beside;
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
  gboolean exact;
  /* what is written */
  char *timeline;
  char *gantt;
  char *link_chart;
  char *bottleneck;
  char *heat;
  gboolean dark;
  int max_links;
  char *export_chakra;
  char *export_astra;
  char *export_simgrid;
  /* read from the above */
  WeftMapAlgorithm algorithm;
  WeftSimOptions options;
  JsonNode *knobs_json;
} WeftCliSimulate;

/* Either a trace, or a workload that has to be mapped first. */
typedef struct
{
  WeftSimTrace *trace;
  WeftTaskGraph *graph;
  GPtrArray *notes;
} WeftCliSimInput;

/**
 * WeftCliSimRun:
 * @mapping_s: makespan by the mapper, NAN without one
 * @mapping: (nullable): what it was mapped by
 * @machine: what people call it
 * @flat: (nullable): the machine
 * @notes: (element-type utf8): each once
 *
 * A run that has ended, and what there is to say of it besides.
 */
typedef struct
{
  WeftSimResult *result;
  double mapping_s;
  const char *mapping;
  const char *machine;
  const WeftFlat *flat;
  WeftInventory *inventory;
  GPtrArray *notes;
} WeftCliSimRun;

void     weft_cli_sim_input_clear        (WeftCliSimInput       *self);
void     weft_cli_sim_run_clear          (WeftCliSimRun         *self);
/* Appends those that are not yet there. */
void     weft_cli_sim_run_add_notes      (WeftCliSimRun         *self,
                                          GPtrArray             *notes);

/* The kinds of question. */
int      weft_cli_simulate_scenario      (const WeftCliOptions  *options,
                                          WeftCliSimulate       *self);
int      weft_cli_simulate_describe      (const WeftCliOptions  *options,
                                          const WeftCliSimulate *self);
int      weft_cli_simulate_peer          (const WeftCliOptions  *options,
                                          WeftCliSimulate       *self);
int      weft_cli_simulate_design        (const WeftCliOptions  *options,
                                          WeftCliSimulate       *self);

/* Whether the options go together. FALSE after a message. */
gboolean weft_cli_simulate_check_options (const WeftCliSimulate *self);
/* Reads what names and numbers of the options mean. FALSE after a message. */
gboolean weft_cli_simulate_read_options  (const WeftCliOptions  *options,
                                          WeftCliSimulate       *self);
/* Speeds and delays of so many ranks into arrays that the options point to from then on, and that have to be freed.
 * FALSE after a message. */
gboolean weft_cli_simulate_read_ranks    (WeftCliSimulate       *self,
                                          guint32                n_ranks,
                                          double               **speed,
                                          double               **delay_s);
/* What is run. @catalog: (nullable): for workloads. @n_places: ranks of a text that does not say how many it has. The status
 * to end with. */
int      weft_cli_simulate_read_input    (const WeftCliOptions  *options,
                                          WeftCliSimulate       *self,
                                          WeftCatalog           *catalog,
                                          guint32                n_places,
                                          GCancellable          *cancellable,
                                          WeftCliSimInput       *input);
/* Shows how far a run is, where somebody watches. */
void     weft_cli_simulate_progress_cb   (double                 share,
                                          guint64                n_events,
                                          double                 time_s,
                                          gpointer               data);

/* FALSE after a message. */
gboolean weft_cli_simulate_check_files   (const WeftCliOptions  *options,
                                          const WeftCliSimulate *self);
/* FALSE after a message. */
gboolean weft_cli_simulate_write_files   (const WeftCliSimulate *self,
                                          const WeftCliSimRun   *runs,
                                          guint                  n_runs);
gboolean weft_cli_simulate_export        (const WeftCliSimulate *self,
                                          const WeftCliSimRun   *run);
/* Says why there is no result, with --json as JSON too when the input is sound but the answer is no. Returns the status
 * that goes with it. */
int      weft_cli_simulate_fail          (const WeftCliOptions  *options,
                                          const GError          *error);
/* All there is to say of one or two runs, in words or as JSON. */
void     weft_cli_simulate_print         (const WeftCliOptions  *options,
                                          const WeftCliSimulate *self,
                                          const WeftCliSimRun   *runs,
                                          guint                  n_runs);
/* Tables of them, in words. */
void     weft_cli_simulate_print_tables  (const WeftCliOptions  *options,
                                          const WeftSimResult   *result,
                                          const WeftSimResult   *beside);
/* How far the price of the largest collective is from its messages. */
void     weft_cli_simulate_print_closed  (const WeftCliSimulate *self,
                                          const WeftSimResult   *result);
void     weft_cli_simulate_add_closed    (const WeftCliSimulate *self,
                                          const WeftSimResult   *result,
                                          JsonObject            *object);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliSimInput, weft_cli_sim_input_clear)

G_END_DECLS
