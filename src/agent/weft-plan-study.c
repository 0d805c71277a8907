/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a planning run to a run of a study: the improvements, and the counts of the paper's probe of planners, where what is no
 * design and what is otherwise refused or cannot run are told apart (ArchAgent, section IV-C). */
#include "agent/weft-plan-study.h"

#include <math.h>

#include "agent/weft-plan-private.h"

static void
read_steps (WeftPlan     *self,
            WeftStudyRun *run)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WeftStudyStep));
  double last = NAN;

  for (guint i = 0; i < self->curve->len; i++)
    {
      WeftStudyStep step = { i + 1, g_array_index (self->curve, double, i) };

      if (isnan (step.best) || step.best == last)
        continue;
      last = step.best;
      g_array_append_val (steps, step);
    }
  run->n_steps = steps->len;
  run->steps = (WeftStudyStep *) (gpointer) g_array_free (steps, FALSE);
}

/* The larger partition comes first; what is left of the budget belongs to none. */
static double
find_specialised (const WeftPlanned *best)
{
  double sum = 0;

  for (guint i = 1; i < best->machine.n_partitions; i++)
    sum += best->machine.partitions[i].power_frac;
  return sum;
}

/**
 * weft_plan_study_run: (skip)
 * @self: a run that has ended
 * @run: (out): what it made of its seed
 */
void
weft_plan_study_run (WeftPlan     *self,
                     WeftStudyRun *run)
{
  *run = (WeftStudyRun) {
    .seed = self->seed,
    .evaluations = self->counts.evaluations,
    .invalid = self->counts.schema_invalid + self->counts.refused,
    .schema_invalid = self->counts.schema_invalid,
    .infeasible = self->counts.infeasible,
    .duplicates = self->counts.duplicates,
    .specialised = self->best >= 0
                     ? find_specialised (g_ptr_array_index (self->planned, (guint) self->best)) : NAN,
  };
  read_steps (self, run);
}
