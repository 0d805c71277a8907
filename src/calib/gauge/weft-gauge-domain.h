/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part of the evaluator gives, so that its constants can be fitted to measurements and its errors be shown:
 * how it reads rows, which constants it has, and what it says about a row. The fit, the folds and the card know
 * no more of it. */
#pragma once

#include "calib/gauge/weft-gauge-row.h"

G_BEGIN_DECLS

/**
 * WeftGaugeCase: (skip)
 * @id: the row's; behind a blank what of it, where a row makes several cases: "serving-silicon:12 ttft"
 * @set: the set of the card that it counts in: "SC21, A100". What sets are to reach says
 *   catalog/measurements/lines.json by their names, "*" standing for anything: change both together.
 * @source: rows of one source stay in one fold: weft_gauge_row_source(); in a table that names none, what somebody
 *   would have to measure anew: "h100-sxm-80, vLLM, Llama-3.1-70B"
 * @series: (nullable): rows of one series do the same work a chip on growing machines: scaling slopes
 * @choice: (nullable): rows of one choice solve one problem in several ways: the regret of the way picked
 * @scope: (nullable): whose spread of errors it counts in besides the domain's: "a100-sxm-80" for the constant
 *   "spread\@training/a100-sxm-80"
 * @label: (nullable): what it is, for people: "Llama 3.1 70B, 64 H100, BF16"; of model, chip and precision when %NULL
 * @size: chips, for slopes
 * @work: what each chip does, where that differs within a series, as under strong scaling, in any unit; else 0
 * @measured: in SI units, more than 0
 * @null_value: what the null model scales by one constant for the whole set, e.g. FLOP / peak; more than 0, or NAN
 *   for a set without one
 * @is_rate: more is better, as with tokens/s
 * @weight: in the fit; 0 for a row that is shown and not fitted
 * @data: what the domain makes of the row, freed with its free_data
 *
 * Made with g_new0; strings are the case's own. Everything else is the domain's business.
 */
typedef struct
{
  char *id;
  char *set;
  char *source;
  char *series;
  char *choice;
  char *scope;
  char *label;
  double size;
  double work;
  double measured;
  double null_value;
  gboolean is_rate;
  double weight;
  gpointer data;
} WeftGaugeCase;

/**
 * WeftGaugeParameter: (skip)
 * @key: the constant's key in the profile, with its scope after an "@" when it holds for some parts only:
 *   "gemm_flop_share\@h100-sxm-80/bf16"
 * @unit: as in the profile: "1", "s", "B/s"
 * @start: where the fit starts; what the constant keeps when no row bears on it. Never a value that was fitted to the
 *   same rows: a fold would have seen what it holds out.
 * @parent: (nullable): key of a parameter before this one that it starts from and is drawn to instead of @start, so
 *   that a chip with few rows, or none, has what the others have
 * @low: bound
 * @high: bound
 * @pull: how strongly the fit is drawn to @start or @parent: how many rows' squared log-error a factor of e off
 *   counts (of a difference of 1 without @is_log); 0 for not at all
 * @is_log: moved by factors, not by differences
 * @note: what it is, one sentence without a full stop
 * @range: (nullable): where it holds, as far as rows cover it: "m 1 to 8,192, n and k 1,024 to 16,384"
 *
 * Made with g_new0; strings are the parameter's own.
 */
typedef struct
{
  char *key;
  char *unit;
  double start;
  char *parent;
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
 * @label: for people, marked by N_()
 * @context_new: what predictions need besides the parameters: chips, fabrics, constants of domains before it, from
 *   weft_inventory_get_profile(). (transfer full), NULL with @error
 * @context_free: frees it
 * @read: (element-type WeftGaugeCase): the cases among @rows (element-type WeftGaugeRow), which outlive them; a row
 *   that belongs here and cannot be read appends a sentence that begins with its id to @skipped (element-type utf8);
 *   of rows of other domains nothing is said. (transfer full), without a free function
 * @free_data: (nullable): frees WeftGaugeCase.data
 * @parameters: (element-type WeftGaugeParameter): what may be fitted to these cases, the same for the same cases.
 *   (transfer full), without a free function
 * @predict: in the unit of WeftGaugeCase.measured; NAN where the model says nothing. @x: one value for each of the
 *   parameters, in order. Called from one thread at a time for one @context.
 * @why: (nullable): why predict() says NAN of a case, in words. (transfer full)
 *
 * When a domain is to be shown as it is in use, without a fit, the values of @x are the profile's of the same keys.
 *
 * From the errors of held-out rows the fit makes the constants of uncertainty, in ln (predicted / measured), 1
 * standing for a factor of e: "spread\@DOMAIN" and "spread\@DOMAIN/SCOPE" with unit "1", the number of rows in their
 * range. So weft_profile_get_scoped (profile, "spread", { "training/a100-sxm-80", "training", NULL }, …) is how far a
 * result for a chip that was measured may be off, or for one that was not. Domains are "kernels", "collectives",
 * "training", "memory", "serving", "first-token", "hpc" and "power".
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
  char *(*why) (gpointer context, const WeftGaugeCase *a_case);
} WeftGaugeDomain;

/* In the order in which they are fitted: each may use the constants of those before it. */
extern const WeftGaugeDomain weft_gauge_kernels;     /* matrix products, attention, memory */
extern const WeftGaugeDomain weft_gauge_collectives;
extern const WeftGaugeDomain weft_gauge_training;
extern const WeftGaugeDomain weft_gauge_memory;      /* of training, in bytes */
extern const WeftGaugeDomain weft_gauge_serving;
extern const WeftGaugeDomain weft_gauge_first_token; /* of served requests */
extern const WeftGaugeDomain weft_gauge_hpc;
extern const WeftGaugeDomain weft_gauge_power;

G_END_DECLS
