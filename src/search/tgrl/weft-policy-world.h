/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a policy is trained or used: something with a machine now, edits that are legal, and an objective J to lower.
 * A table of functions, so that any space can be one. */
#pragma once

#include "base/weft-random.h"
#include "search/tgrl/weft-typed-graph-private.h"

G_BEGIN_DECLS

/* Longest mark of a machine, in bytes. */
#define WEFT_POLICY_MAX_MARK 64

/**
 * WeftPolicyWorld: (skip)
 * @begin: a place of its own for one worker; called on its thread
 * @end: frees it
 * @reset: draws a portfolio and a start, and measures the start, whose J is finite; all that is random comes from
 *   @random
 * @observe: describes the machine now and its legal edits, step @step of @n_steps; at least one node
 * @step: does action @action of the graph that @observe gave last and returns the new J, %NAN when its measurement
 *   broke; @is_duplicate: whether that machine had been measured since the reset
 * @objective: J of the machine now
 * @mark: bytes by which the machine now can be come back to; equal machines are equal marks
 * @go_back: to a machine that was measured since the reset, without measuring it again
 * @mark_size: bytes of a mark, at most %WEFT_POLICY_MAX_MARK
 * @data: what @begin gets
 */
typedef struct
{
  gpointer (*begin)     (gpointer data);
  void     (*end)       (gpointer place);
  void     (*reset)     (gpointer place, WeftRandom *random);
  void     (*observe)   (gpointer place, guint step, guint n_steps, WeftTypedGraph *graph);
  double   (*step)      (gpointer place, guint action, gboolean *is_duplicate);
  double   (*objective) (gpointer place);
  void     (*mark)      (gpointer place, guint8 *mark);
  void     (*go_back)   (gpointer place, const guint8 *mark);
  gsize mark_size;
  gpointer data;
} WeftPolicyWorld;

G_END_DECLS
