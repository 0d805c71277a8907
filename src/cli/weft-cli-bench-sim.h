/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `weft bench sim` share: loads, and what running one takes. */
#pragma once

#include "cli/weft-cli-bench.h"
#include "sim/weft-sim-network.h"
#include "sim/weft-sim-scenario.h"

G_BEGIN_DECLS

/* Links of the star that all loads run on: 50 GB/s as ASTRA-sim counts them. */
#define WEFT_BENCH_SIM_BW_BYTES_S 53687091200.0
#define WEFT_BENCH_SIM_LATENCY_S 500e-9
#define WEFT_BENCH_SIM_HOSTS 64u
#define WEFT_BENCH_SIM_FLOWS 100032u
#define WEFT_BENCH_SIM_MESSAGE_BYTES 1048576u

/* What a run took, and found. @cpu_s is NAN when there was none. */
typedef struct
{
  double cpu_s;
  double makespan_s;
  double n_messages;
  double n_events;
} WeftBenchSimRun;

/* --- weft-cli-bench-sim-peer.c --- */

typedef struct _WeftBenchSimPeer WeftBenchSimPeer;

/* Builds SimGrid's side; NULL, and a note, when something that it needs is not there. (transfer full) (nullable) */
WeftBenchSimPeer *weft_bench_sim_peer_new  (void);
void              weft_bench_sim_peer_free (WeftBenchSimPeer *self);
/* @load: "ring", "open" or "lcg". FALSE when it failed. */
gboolean          weft_bench_sim_peer_run  (WeftBenchSimPeer *self,
                                            const char       *load,
                                            guint             n_hosts,
                                            guint             size,
                                            WeftBenchSimRun  *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBenchSimPeer, weft_bench_sim_peer_free)

/* --- weft-cli-bench-sim-load.c --- */

/* A network of so many hosts around one switch. (transfer full) */
WeftSimNetwork   *weft_bench_sim_star      (guint             n_hosts);
/* All messages at once, to random hosts, as a scenario. (transfer full) */
WeftSimScenario  *weft_bench_sim_open      (void);
/* Bytes in memory now, and the most since the last call of weft_bench_sim_forget_peak(); NAN where the system does not
 * say. */
double            weft_bench_sim_resident  (void);
double            weft_bench_sim_peak      (void);
gboolean          weft_bench_sim_forget_peak (void);

G_END_DECLS
