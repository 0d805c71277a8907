/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of tables of published measurements, and what their cells say: numbers, tokens such as TP8, sizes, chips,
 * units. * Every part of the evaluator reads rows by these, so that a word means the same to all of them. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/* Longest list of sizes in a cell: "802816x192x768" has three. */
#define WEFT_GAUGE_MAX_SIZES 8u

/**
 * WeftGaugeTable: (skip)
 * @WEFT_GAUGE_PUBLISHED: a metric, a value and a unit a row: workload, model, chip, count, …
 * @WEFT_GAUGE_PRODUCTS: times of matrix products: system, dtype, m, n, k, latency_ms
 * @WEFT_GAUGE_COLLECTIVES: times of collectives in a node: chip, library, op, ranks, bytes, latency_us
 * @WEFT_GAUGE_SERVING: times of serving: model, system, backend, …, ttft_ms, tpot_ms
 *
 * What a table is, by its header.
 */
typedef enum
{
  WEFT_GAUGE_PUBLISHED,
  WEFT_GAUGE_PRODUCTS,
  WEFT_GAUGE_COLLECTIVES,
  WEFT_GAUGE_SERVING,
} WeftGaugeTable;

/**
 * WeftGaugeRow: (skip)
 * @table: what table it is of
 * @file: the table's base name
 * @line: of the row, from 1
 * @columns: (element-type utf8): names as the header has them
 * @cells: (array zero-terminated=1): one for each of @columns
 *
 * A row as text; "" where a cell is empty or the table has no such column. Rows of the three tables that are not
 * published ones say the same by the same members: products have @workload "kernel-gemm", @model "MxNxK", @metric
 * "latency"; collectives @workload "collective", @model the operation, @parallelism the library, @sequence bytes,
 * @metric "latency"; serving @workload "serve", @sequence "ISL/OSL a/b", @metric "tpot". Their @id is file and line,
 * their @source the file.
 */
typedef struct
{
  WeftGaugeTable table;
  const char *file;
  guint line;
  const char *id;
  const char *workload;
  const char *model;
  const char *chip;
  const char *count;
  const char *parallelism;
  const char *batch;
  const char *sequence;
  const char *precision;
  const char *metric;
  const char *value;
  const char *unit;
  const char *source;
  const char *certainty;
  const char *note;
  GPtrArray *columns;
  char **cells;
  GPtrArray *texts; /* what the members above own */
} WeftGaugeRow;

/* Appends the rows of a table, or of all tables of a folder in the order of their names, to @rows (element-type *
 * WeftGaugeRow), which frees them by weft_gauge_row_free(). A file of a folder that is no such table appends a
 * sentence to @skipped (element-type utf8) (nullable); a row that was there already, the same in id, metric and
 * value, is left out. FALSE with a #WeftCalibError or a G_IO_ERROR. */
WEFT_API gboolean  weft_gauge_read      (const char          *path,
                                         GPtrArray           *rows,
                                         GPtrArray           *skipped,
                                         GError             **error);
/* The same of a text. @name: for messages. */
WEFT_API gboolean  weft_gauge_parse     (const char          *name,
                                         const char          *text,
                                         gsize                length,
                                         GPtrArray           *rows,
                                         GError             **error);
WEFT_API void      weft_gauge_row_free  (gpointer             row);

/* The cell of a column, "" when it is empty or not there. */
WEFT_API const char *weft_gauge_row_get (const WeftGaugeRow  *row,
                                         const char          *column);
/* The number of a cell; NAN when there is none. */
WEFT_API double    weft_gauge_row_number (const WeftGaugeRow *row,
                                          const char         *column);
/* @value in the SI base of its unit: seconds, bytes, B/s, FLOP/s, W, tokens/s, a share of 1 for percent. A unit of
 * which nothing is known, such as "nnz/s", is taken as it is. NAN when there is no number. */
WEFT_API double    weft_gauge_row_value (const WeftGaugeRow  *row);
/* @source without what changes from one release to the next: commits, versions, and the machine's name in results of
 * MLCommons: "gh:NVIDIA/dgxc-benchmarking llama3.1/README_70b.md". (transfer full) */
WEFT_API char     *weft_gauge_row_source (const WeftGaugeRow *row);
/* The repository of such a source, or the whole source where it is in none. (transfer full) */
WEFT_API char     *weft_gauge_repository (const char         *source);

/* A whole number cell: "8,000", "1.5e3", " 12 ". FALSE when anything else stands there. */
WEFT_API gboolean  weft_gauge_number    (const char          *text,
                                         double              *value);
/* The number behind a name: 3 for "PP" in "TP8 PP3 CP2", in "TP4PP3 MBS1" and in "PP=3"; 2048 for "OSL" in
 * "ISL/OSL 128/2048" and for "ISL" in "ISL 2048". Names are whole and case counts: "EP" is not in "STEP8", "h" not in
 * "H100". FALSE, and @value untouched, when the name is not there or says no number ("VPNone", "SP"). */
WEFT_API gboolean  weft_gauge_token     (const char          *text,
                                         const char          *name,
                                         double              *value);
/* Whether a name stands there without a number: "SP" in "TP8 PP3 SP", "FSDP" in "FSDP+DP MBS2". */
WEFT_API gboolean  weft_gauge_flag      (const char          *text,
                                         const char          *name);
/* The number before a word: 7 for "layers" in "proxy with 7 layers", 2 for "nodes" in "2 nodes x 8". */
WEFT_API gboolean  weft_gauge_counted   (const char          *text,
                                         const char          *word,
                                         double              *value);
/* Whether a phrase stands there, without regard to case. */
WEFT_API gboolean  weft_gauge_says      (const char          *text,
                                         const char          *phrase);
/* Numbers with "x" between them, "^3" for three times the same: "1024x2145x1024", "158^3". How many, 0 for none. */
WEFT_API guint     weft_gauge_sizes     (const char          *text,
                                         double               sizes[WEFT_GAUGE_MAX_SIZES]);

/* The chip that a table calls @name: "H100-80GB", "h100_sxm", "MI250X GCD". @share: how much of the catalog's chip
 * that is, 0.5 for one die of two, 6 for a node of six. NULL, with @why in words (transfer full), when the
 * catalog has no such chip: one of other memory, clocks or links is not taken instead. */
WEFT_API const WeftChip *weft_gauge_chip (WeftInventory      *inventory,
                                          const char         *name,
                                          double             *share,
                                          char              **why);

G_END_DECLS
