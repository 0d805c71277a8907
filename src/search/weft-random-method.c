/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random search: what every other method is held against. */
#include "search/weft-method-private.h"

#include <string.h>

#include "search/weft-tried-private.h"

/* Candidates at a time: enough to keep several workers busy. */
#define BATCH 32

struct _WeftRandomMethod
{
  WeftMethod parent_instance;
  WeftRandom *random;
  WeftTried *tried;
};

G_DEFINE_FINAL_TYPE (WeftRandomMethod, weft_random_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  WeftRandomMethod *self = WEFT_RANDOM_METHOD (method);

  self->random = random;
  self->tried = weft_tried_new (problem);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftRandomMethod *self = WEFT_RANDOM_METHOD (method);
  guint n = 0;

  while (n < MIN (room, BATCH)
         && weft_tried_propose_drawn (self->tried, self->random, "drawn at random", &proposals[n]))
    n++;

  return n;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
  weft_tried_observe (WEFT_RANDOM_METHOD (method)->tried, verdict);
}

static void
weft_random_method_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_RANDOM_METHOD (object)->tried, weft_tried_free);
  G_OBJECT_CLASS (weft_random_method_parent_class)->finalize (object);
}

static void
weft_random_method_class_init (WeftRandomMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_random_method_finalize;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_random_method_init (WeftRandomMethod *self)
{
}
