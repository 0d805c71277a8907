/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part of the evaluator gives, so that its constants can be fitted to measurements and its errors be shown: how it
 * reads rows, which constants it has, and what it says about a row. The fit, the folds and the card know no more of it. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/**
 * WeftGaugeRow: (skip)
 * A row of a table of published measurements as text, the columns as the file has them; "" where a cell is empty. @file
 * is the table's base name and @line the row's line.
 */
typedef struct
{
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
} WeftGaugeRow;

/**
 * WeftGaugeCase: (skip)
 * @id: the row
 * @set: the set of the card that it counts in: "Megatron SC21, A100"
 * @source: rows of one source stay in one fold: where it was published, without the release
 * @series: (nullable): rows of one series do the same work a chip on growing machines: scaling slopes
 * @choice: (nullable): rows of one choice solve one problem in several ways: the regret of the way picked
 * @size: chips, for slopes
 * @measured: in SI units, more than 0
 * @null_value: what the null model scales by one constant for the whole set, e.g. FLOP / peak
 * @is_rate: more is better, as with tokens/s
 * @weight: in the fit; 0 for a row that is shown and not fitted
 * @data: what the domain makes of the row, freed with its free_data
 */
typedef struct
{
  char *id;
  char *set;
  char *source;
  char *series;
  char *choice;
  double size;
  double measured;
  double null_value;
  gboolean is_rate;
  double weight;
  gpointer data;
} WeftGaugeCase;

/**
 * WeftGaugeParameter: (skip)
 * @key: the constant's key in the profile, with its scope after an "@" when it holds for some parts only:
 *   "gemm_flop_share@h100-sxm-80/bf16"
 * @unit: as in the profile: "1", "s", "B/s"
 * @start: where the fit starts; what the constant keeps when no row bears on it
 * @low: bound
 * @high: bound
 * @pull: how strongly the fit is drawn to @start: one row's squared log-error for a factor of e off; 0 for not at all
 * @is_log: moved by factors, not by differences
 * @note: what it is, one sentence without a full stop
 * @range: (nullable): where it holds, as far as rows cover it: "m 1 to 8,192, n and k 1,024 to 16,384"
 */
typedef struct
{
  char *key;
  char *unit;
  double start;
  double low;
  double high;
  double pull;
  gboolean is_log;
  char *note;
  char *range;
} WeftGaugeParameter;

/**
 * WeftGaugeDomain: (skip)
 * @id: "training"
 * @label: for people, translated
 * @context_new: what predictions need besides the parameters: chips, fabrics, constants of domains before it, from
 *   @profile. (transfer full), NULL with @error
 * @context_free: frees it
 * @read: (element-type WeftGaugeCase): the cases among @rows (element-type WeftGaugeRow); a row that belongs here and
 *   cannot be read appends a sentence to @skipped (element-type utf8). (transfer full)
 * @free_data: frees WeftGaugeCase.data
 * @parameters: (element-type WeftGaugeParameter): what may be fitted to these cases. (transfer full)
 * @predict: in the unit of WeftGaugeCase.measured; NAN where the model says nothing. @x: one value for each of the
 *   parameters, in order. Called from one thread at a time for one @context.
 */
typedef struct
{
  const char *id;
  const char *label;
  gpointer (*context_new) (WeftInventory *inventory, GError **error);
  void (*context_free) (gpointer context);
  GPtrArray *(*read) (gpointer context, GPtrArray *rows, GPtrArray *skipped);
  void (*free_data) (gpointer data);
  GPtrArray *(*parameters) (gpointer context, GPtrArray *cases);
  double (*predict) (gpointer context, const double *x, const WeftGaugeCase *a_case);
} WeftGaugeDomain;

/* In the order in which they are fitted: each may use the constants of those before it. */
extern const WeftGaugeDomain weft_gauge_kernels;     /* matrix products, attention, memory */
extern const WeftGaugeDomain weft_gauge_collectives;
extern const WeftGaugeDomain weft_gauge_training;
extern const WeftGaugeDomain weft_gauge_serving;
extern const WeftGaugeDomain weft_gauge_hpc;
extern const WeftGaugeDomain weft_gauge_power;

G_END_DECLS
