/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the evaluator's constants to published measurements and says how far off it is: on rows of sources that the
 * fit has not seen, against a model of one constant, in the order of machines and in the way picked. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "calib/gauge/weft-gauge-domain.h"

G_BEGIN_DECLS

/* Folds unless somebody asks for others. */
#define WEFT_GAUGE_FOLDS 5u
#define WEFT_GAUGE_MAX_FOLDS 100u

/**
 * WeftGaugeView: (skip)
 * @WEFT_GAUGE_HELD_OUT: by a fit without the fold that the row's source is in
 * @WEFT_GAUGE_IN_SAMPLE: by the fit to all rows; by the profile as it is where nothing is fitted
 * @WEFT_GAUGE_ELSEWHERE: by a fit without the whole repository of the row
 *
 * Whose predictions.
 */
typedef enum
{
  WEFT_GAUGE_HELD_OUT,
  WEFT_GAUGE_IN_SAMPLE,
  WEFT_GAUGE_ELSEWHERE,
  WEFT_GAUGE_N_VIEWS,
} WeftGaugeView;

/**
 * WeftGaugePart: (skip)
 * @domain: what it is of
 * @inventory: what @context was made from
 * @context: the domain's
 * @cases: (element-type WeftGaugeCase): what was read
 * @parameters: (element-type WeftGaugeParameter): what was fitted
 * @repositories: (element-type utf8): by case: where its row was published
 * @skipped: (element-type utf8): rows that belong here and could not be read
 * @x: the constants, rounded as the profile has them
 * @predicted: for each view, by case; NAN where nothing is said
 * @fold: by case: which of @n_folds held it out
 * @n_folds: 0 when there was one source only, or no fit
 * @n_sources: distinct sources
 * @moves: by case and parameter: whether the constant moves what is predicted of the case
 * @assumed: by case: held out, it was predicted by a constant that no other row bears on, so by where the fit starts
 * @n_bearing: by parameter: fitted rows whose prediction it moves
 * @residual: by parameter: their rms ln (predicted / measured); NAN without such rows
 * @low: by parameter: least value among the folds' fits
 * @high: by parameter: greatest
 * @origin: by parameter: the repositories that it was fitted from, or those which are drawn to it; (nullable)
 *
 * One domain, fitted.
 */
typedef struct
{
  const WeftGaugeDomain *domain;
  WeftInventory *inventory;
  gpointer context;
  GPtrArray *cases;
  GPtrArray *parameters;
  GPtrArray *repositories;
  GPtrArray *skipped;
  double *x;
  double *predicted[WEFT_GAUGE_N_VIEWS];
  guint *fold;
  guint n_folds;
  guint n_sources;
  guint8 *moves;
  gboolean *assumed;
  guint *n_bearing;
  double *residual;
  double *low;
  double *high;
  char **origin;
} WeftGaugePart;

/**
 * WeftGaugeOptions: (skip)
 * @folds: how many; 0 for %WEFT_GAUGE_FOLDS
 * @only: (nullable): id of the only domain to look at
 * @check: nothing is fitted: the profile is shown as it is
 * @date: (nullable): of constants that change; today when %NULL
 * @cancellable: (nullable): ends it
 * @progress: (nullable): is told what is done and how much of it, 0 to 1
 * @data: for @progress
 */
typedef struct
{
  guint folds;
  const char *only;
  gboolean check;
  const char *date;
  GCancellable *cancellable;
  void (*progress) (const char *domain, double share, gpointer data);
  gpointer data;
} WeftGaugeOptions;

/**
 * WeftGaugeLine: (skip)
 * @label: what it is about, for people
 * @measure: of what: "mape", "median", "max", "spearman", "choice_spearman", "least_spearman", "regret", "slope" (how
 *   far the predicted slope of a series is off at most), "slope_mean", "predicted_slope"
 * @peer: (nullable): what others reach, for people
 * @why: (nullable): why it is missed as long as it is, for people
 * @farthest: (element-type utf8): the rows that are the farthest off, in words
 * @at_most: NAN for no such bound
 * @at_least: likewise
 * @value: what is reached; NAN without rows, or where they do not tell
 * @n: rows
 * @is_met: within both bounds; FALSE without @value
 * @is_apart: rows are expected to be kept apart from those that are fitted
 *
 * Something to be reached. They are read from a file: what a figure should be is nobody's code.
 */
typedef struct
{
  char *label;
  char *measure;
  char *peer;
  char *why;
  GPtrArray *farthest;
  double at_most;
  double at_least;
  double value;
  guint n;
  gboolean is_met;
  gboolean is_apart;
} WeftGaugeLine;

/**
 * WeftGauge: (skip)
 * @parts: (element-type WeftGaugePart): in order
 * @lines: (element-type WeftGaugeLine): what is to be reached, judged
 * @profile: root of the profile with the fitted constants
 * @unused: (element-type utf8): rows that no domain has read, counted by kind
 * @kept: (element-type utf8): fitted constants of the profile that these rows do not bear on
 * @n_rows: rows in all
 * @check: nothing was fitted
 */
typedef struct
{
  GPtrArray *parts;
  GPtrArray *lines;
  JsonNode *profile;
  GPtrArray *unused;
  GPtrArray *kept;
  guint n_rows;
  gboolean check;
} WeftGauge;

/* The domains that there are, in order; NULL-terminated. */
WEFT_API const WeftGaugeDomain *const *weft_gauge_domains (void);

/* The catalog as a profile sees it that is named, or read from a file: @name ends with ".json". (transfer full) */
WEFT_API WeftInventory *weft_gauge_inventory (WeftCatalog             *catalog,
                                              const char              *name,
                                              GError                 **error);

/* Gives rows of tables without a column of sources the sources that the file of lines to reach, with @root, has
 * for these tables by their names. FALSE with a #WeftJsonError. */
WEFT_API gboolean   weft_gauge_name_tables (GPtrArray                 *rows,
                                            JsonNode                  *root,
                                            GError                   **error);

/* @domains: NULL-terminated. @rows: (element-type WeftGaugeRow). @lines: (nullable): root of the file of lines to
 * reach. NULL with @error, also when it was cancelled. (transfer full) */
WEFT_API WeftGauge *weft_gauge_new     (WeftInventory                *inventory,
                                        const WeftGaugeDomain *const *domains,
                                        GPtrArray                    *rows,
                                        JsonNode                     *lines,
                                        const WeftGaugeOptions       *options,
                                        GError                      **error);
WEFT_API void       weft_gauge_free    (WeftGauge                    *self);
/* How many lines have rows and are missed. */
WEFT_API guint      weft_gauge_missed  (const WeftGauge              *self);

/* What people read, as Markdown: errors by set, constants, what is not covered. (transfer full) */
WEFT_API char      *weft_gauge_to_card (const WeftGauge              *self);
/* The same for programs. (transfer full) */
WEFT_API JsonNode  *weft_gauge_to_json (const WeftGauge              *self);
/* A line for each case: measured, predicted, errors. RFC 4180. (transfer full) */
WEFT_API char      *weft_gauge_to_rows (const WeftGauge              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGauge, weft_gauge_free)

G_END_DECLS
