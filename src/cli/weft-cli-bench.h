/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `weft bench` share: where figures go, and how time is taken. */
#pragma once

#include "base/weft-paths.h"
#include "cli/weft-cli.h"

G_BEGIN_DECLS

/* One figure. */
typedef struct
{
  const char *name;
  char *label;
  double value;
  const char *unit;
  double goal; /* NAN: none */
  gboolean at_least;
} WeftBenchRow;

/* Figures that belong together, with more words than a row has. */
typedef struct
{
  const char *name;
  WeftTable *table;
  JsonArray *array;
} WeftBenchTable;

typedef struct
{
  GPtrArray *rows; /* of WeftBenchRow */
  GPtrArray *tables; /* of WeftBenchTable */
  GPtrArray *notes; /* of char * */
  char *example;
  WeftEvaluator *evaluator; /* borrowed */
  const char *profile;      /* (nullable), borrowed */
  guint32 seed;
  char **window_environment;
  gboolean is_full;     /* also what takes minutes */
  char *map_parts;      /* (nullable) which of "map" */
  double time_limit_s;  /* of a search for an optimum, 0 for the part's own */
  int n_repeats;        /* of a simulation */
} WeftBench;

void     weft_bench_clear       (WeftBench *bench);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftBench, weft_bench_clear)

void     weft_bench_add         (WeftBench  *bench,
                                 const char *name,
                                 const char *label,
                                 double      value,
                                 const char *unit,
                                 double      goal,
                                 gboolean    at_least);
/* Takes @table and @array, which say the same. */
void     weft_bench_add_table   (WeftBench  *bench,
                                 const char *name,
                                 WeftTable  *table,
                                 JsonArray  *array);
void     weft_bench_add_note    (WeftBench  *bench,
                                 const char *note);
void     weft_bench_map         (WeftBench *bench);
void     weft_bench_evaluator   (WeftBench *bench);
void     weft_bench_training    (WeftBench *bench);
void     weft_bench_graph       (WeftBench *bench);
void     weft_bench_canvas_window (WeftBench *bench,
                                   guint      size);
char    *weft_bench_cluster     (guint      size);
void     weft_bench_canvas      (WeftBench *bench);
void     weft_bench_policy      (WeftBench *bench);
void     weft_bench_search      (WeftBench *bench);
void     weft_bench_sim         (WeftBench *bench);
void     weft_bench_sparse      (WeftBench *bench);
void     weft_bench_trail       (WeftBench *bench);
void     weft_bench_whatif      (WeftBench *bench);
void     weft_bench_agent       (WeftBench *bench);

double   weft_bench_cpu_s       (void);
double   weft_bench_median      (double *values,
                                 guint   n);
gboolean weft_bench_run_program (const char *const *argv,
                                 char             **environment,
                                 double            *wall_s,
                                 double            *cpu_s);

G_END_DECLS
