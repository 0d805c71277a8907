/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workloads that a machine is searched for, each with its weight: a task graph by its recipe, or a language model
 * whose split over the machine is chosen anew for each machine. Immutable. */
#pragma once

#include "catalog/weft-catalog.h"
#include "mapper/weft-mapper.h"
#include "workload/weft-llm-source.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* Most workloads of a portfolio. */
#define WEFT_PORTFOLIO_MOST 12u

#define WEFT_PORTFOLIO_ERROR (weft_portfolio_error_quark ())

/**
 * WeftPortfolioError: (skip)
 * @WEFT_PORTFOLIO_ERROR_INVALID: it says something that it may not
 * @WEFT_PORTFOLIO_ERROR_UNFIT: a workload runs nowhere on a machine; the message says why
 */
typedef enum
{
  WEFT_PORTFOLIO_ERROR_INVALID,
  WEFT_PORTFOLIO_ERROR_UNFIT,
} WeftPortfolioError;

/**
 * WeftPortfolioWorkload: (skip)
 * @id: its name
 * @weight: alpha, of all workloads summing to 1
 * @graph: (nullable): what runs; %NULL for a language model
 * @algorithm: how the graph is mapped
 * @model: (nullable): name or config.json of the language model
 * @source: its shape
 * @prompt_tokens: of a request
 * @new_tokens: that are made for it
 * @batch: requests at once
 * @use_all: the model takes every accelerator, as some serving systems do
 */
typedef struct
{
  char *id;
  double weight;
  WeftTaskGraph *graph;
  WeftMapAlgorithm algorithm;
  char *model;
  WeftLlmSource source;
  guint prompt_tokens;
  guint new_tokens;
  guint batch;
  gboolean use_all;
} WeftPortfolioWorkload;

/**
 * WeftPortfolio: (skip)
 * @name: for people
 * @workloads: (element-type WeftPortfolioWorkload): one at least
 */
typedef struct
{
  char *name;
  GPtrArray *workloads;
} WeftPortfolio;

GQuark                  weft_portfolio_error_quark (void);

/* @root: {"name", "workloads": [{"id", "weight", "generator", "params", "algorithm"} or {"id", "weight", "model",
 * "prompt_tokens", "new_tokens", "batch", "use_all"}]}; graphs are made here, once. Errors are #WeftPortfolioError, and
 * those of recipes and models. @file: (nullable): for messages. (transfer full) */
WEFT_API WeftPortfolio *weft_portfolio_new  (JsonNode       *root,
                                             const char     *file,
                                             WeftCatalog    *catalog,
                                             GCancellable   *cancellable,
                                             GError        **error);
WEFT_API void           weft_portfolio_free (WeftPortfolio  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPortfolio, weft_portfolio_free)

G_END_DECLS
