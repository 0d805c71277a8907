/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exhaustive search: every candidate of the space once, in the order of the walk, whatever becomes of them. */
#include "search/weft-enumerate-private.h"
#include "search/weft-method-private.h"

struct _WeftExhaustiveMethod
{
  WeftMethod parent_instance;
  WeftEnumeration walk;
  gboolean over;
};

G_DEFINE_FINAL_TYPE (WeftExhaustiveMethod, weft_exhaustive_method, WEFT_TYPE_METHOD)

static void
start (WeftMethod  *method,
       WeftProblem *problem,
       WeftRandom  *random,
       guint        budget)
{
  weft_enumerate_start (&WEFT_EXHAUSTIVE_METHOD (method)->walk, problem);
}

static guint
propose (WeftMethod   *method,
         WeftProposal *proposals,
         guint         room)
{
  WeftExhaustiveMethod *self = WEFT_EXHAUSTIVE_METHOD (method);
  guint n = 0;

  while (n < room && !self->over)
    {
      WeftProposal *proposal = &proposals[n];

      if (!weft_enumerate_next (&self->walk, &proposal->candidate))
        {
          self->over = TRUE;
          break;
        }
      proposal->parent = -1;
      g_strlcpy (proposal->reason, "the next one in the order of the space", sizeof proposal->reason);
      n++;
    }

  return n;
}

static void
observe (WeftMethod         *method,
         const WeftProposal *proposal,
         const WeftVerdict  *verdict)
{
}

static void
weft_exhaustive_method_class_init (WeftExhaustiveMethodClass *klass)
{
  WeftMethodClass *method_class = WEFT_METHOD_CLASS (klass);

  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_exhaustive_method_init (WeftExhaustiveMethod *self)
{
}
