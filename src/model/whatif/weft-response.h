/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function of several numbers that answers with several, asked by many threads at once: what sweeps, tornados and
 * uncertainties work on, be it a design's score or the time of one collective. */
#pragma once

#include "base/weft-executor.h"

G_BEGIN_DECLS

/**
 * WeftResponse: (skip)
 * @n_inputs: numbers that go in
 * @n_outputs: numbers that come out
 * @begin: (nullable): makes what one worker keeps between questions
 * @evaluate: answers; %NAN says that there is no answer
 * @end: (nullable): frees what @begin made
 * @data: for all of them
 *
 * The same numbers always give the same answers, on any thread.
 */
typedef struct
{
  guint n_inputs;
  guint n_outputs;
  gpointer (*begin) (gpointer data);
  void (*evaluate) (gpointer state, const double *x, double *y, gpointer data);
  void (*end) (gpointer state);
  gpointer data;
} WeftResponse;

/**
 * WeftFunction: (skip)
 * @x: inputs
 * @data: what the function was given
 *
 * A plain function with one answer.
 */
typedef double (*WeftFunction) (const double *x, gpointer data);

/**
 * WeftFunctionOf: (skip)
 * @function: a plain function
 * @data: for it
 */
typedef struct
{
  WeftFunction function;
  gpointer data;
} WeftFunctionOf;

/**
 * WeftAsking: (skip)
 * @executor: (nullable): whose threads answer; none but the caller's when it is %NULL
 * @cancellable: (nullable): stops it
 * @progress: (nullable): told now and then, on the caller's thread, which share of the answers is there
 * @data: for @progress
 *
 * How many questions are put.
 */
typedef struct
{
  WeftExecutor *executor;
  GCancellable *cancellable;
  void (*progress) (double share, gpointer data);
  gpointer data;
} WeftAsking;

/**
 * WeftAskingPart: (skip)
 * @asking: (nullable): of the whole
 * @from: where the part begins, as a share of the whole
 * @share: how much of the whole it is
 *
 * Some of the questions of a study; must live while they are answered.
 */
typedef struct
{
  const WeftAsking *asking;
  double from;
  double share;
} WeftAskingPart;

/* @function must outlive it. */
WEFT_API WeftResponse weft_response_of_function (WeftFunctionOf       *function,
                                                 guint                 n_inputs);
WEFT_API gboolean     weft_response_map         (const WeftResponse   *self,
                                                 const WeftAsking     *asking,
                                                 const double         *x,
                                                 double               *y,
                                                 guint                 n,
                                                 GError              **error);
WEFT_API void         weft_response_ask         (const WeftResponse   *self,
                                                 const double         *x,
                                                 double               *y);
WEFT_API WeftAsking   weft_asking_part          (const WeftAskingPart *part);

G_END_DECLS
