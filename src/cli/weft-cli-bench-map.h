/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `weft bench map` share: workloads, machines of stated figures, and timed runs. */
#pragma once

#include "cli/weft-cli-bench.h"
#include "mapper/weft-mapper.h"

G_BEGIN_DECLS

#define WEFT_BENCH_N_SIZES 3
/* Devices of the machines that are measured on: a ring, and nodes of eight. */
extern const guint weft_bench_map_sizes[WEFT_BENCH_N_SIZES];

/* HPCG: points a side, levels, iterations, row blocks. */
typedef struct
{
  guint n;
  guint levels;
  guint iterations;
  guint blocks;
} WeftBenchHpcg;

typedef struct
{
  double mapper_s; /* the best of several runs */
  double makespan_s;
  double gap_locality;
} WeftBenchMapped;

/* NULL with a note when the workload cannot be made. */
WeftTaskGraph  *weft_bench_map_hpcg    (const WeftBenchHpcg *what);
WeftTaskGraph  *weft_bench_map_layered (void);
WeftMapProblem *weft_bench_map_problem (WeftTaskGraph       *graph,
                                        guint                n_devices);
/* What the machines are, in words. */
char           *weft_bench_map_machine (void);

/* Runs until about so many seconds are used, at least once; locality as in PEFT-LC. FALSE with a note. */
gboolean        weft_bench_map_run     (WeftMapProblem      *problem,
                                        WeftMapAlgorithm     algorithm,
                                        gboolean             locality,
                                        double               budget_s,
                                        WeftBenchMapped     *mapped);

void            weft_bench_map_large   (WeftBench           *bench);
void            weft_bench_map_compare (WeftBench           *bench);
void            weft_bench_map_small   (WeftBench           *bench);

/* Cells of tables. (transfer full) */
char           *weft_bench_seconds     (double               seconds);
char           *weft_bench_percent     (double               share,
                                        guint                n_digits);

G_END_DECLS
