/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What waits for another partition is too large: of two phases that run side by side the faster one gets half its share, as
 * long as that was not tried and found worse. */
#include <math.h>

#include "search/weft-rules-private.h"

/* Two phases closer than this, in parts of the time, wait for one another. */
#define EVEN 1e-3

/* Whether the phase that the partition has in the workload is over before the other's. */
static gboolean
waits_in (WeftProblem       *problem,
          const WeftVerdict *verdict,
          guint              workload,
          guint              part)
{
  const gint8 *site = verdict->site[workload];
  const WeftWorkloadSpec *spec = &problem->model.w;
  double first_s, second_s;

  if (site[0] == site[1])
    return FALSE;
  if (workload == WEFT_WORKLOAD_SERVING)
    {
      first_s = spec->request_in_tokens / verdict->mapping[1].rate;
      second_s = spec->request_out_tokens / verdict->mapping[2].rate;
      return (int) part == site[0] ? first_s < second_s * (1 - EVEN)
                                  : second_s < first_s * (1 - EVEN);
    }

  /* The solver is a stencil: when it alone takes as long as all, the other phase waits. */
  return workload == WEFT_WORKLOAD_COUPLED && (int) part == site[1]
         && site[0] == verdict->site[WEFT_WORKLOAD_STENCIL][0]
         && verdict->value[WEFT_WORKLOAD_COUPLED]
              <= verdict->value[WEFT_WORKLOAD_STENCIL] * (1 + EVEN);
}

/* Whether all that the partition does waits for others. @workload: (out): one of those. */
static gboolean
waits (WeftProblem       *problem,
       const WeftVerdict *verdict,
       guint              part,
       guint             *workload)
{
  gboolean found = FALSE;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const gint8 *site = verdict->site[i];

      if (!(problem->model.w.weights[i] > 0) || (site[0] != (int) part && site[1] != (int) part))
        continue;
      if (!waits_in (problem, verdict, i, part))
        return FALSE;
      *workload = i;
      found = TRUE;
    }

  return found;
}

/* The same chips with a share at most as large as this were tried. */
static gboolean
was_tried (WeftProblem         *problem,
           GArray              *seen,
           const WeftCandidate *best,
           guint                part,
           guint                fraction)
{
  for (guint i = 0; i < seen->len; i++)
    {
      const WeftCandidate *tried = &g_array_index (seen, WeftLocalSeen, i).candidate;
      gboolean same = tried->n == best->n;

      for (guint j = 0; j < best->n && same; j++)
        same = g_array_index (problem->units, WeftSpaceUnit, tried->parts[j].unit).chip
               == g_array_index (problem->units, WeftSpaceUnit, best->parts[j].unit).chip;
      if (same && tried->parts[part].fraction < best->parts[part].fraction
          && tried->parts[part].fraction >= fraction)
        return TRUE;
    }

  return FALSE;
}

typedef struct
{
  guint part;
  guint most;     /* millionths */
  WeftLocalView *view;
  gboolean found;
  WeftRulesChange change;
  WeftCandidate after;
} Halving;

/* The largest share that is at most half, else the largest that is less; the first partition gets the rest. */
static void
halve_cb (const WeftRulesChange *change,
          const WeftCandidate   *after,
          gpointer               data)
{
  Halving *self = data;
  const guint *fractions = self->view->problem->fractions;
  guint size = fractions[change->rest];

  if (change->move != WEFT_RULES_DIVIDE || change->part != 0 || change->other != self->part
      || size >= self->most || isinf (weft_local_view_score (self->view, after, FALSE, NULL)))
    return;
  if (self->found)
    {
      guint before = fractions[self->change.rest];
      gboolean fits = size * 2 <= self->most;
      gboolean fitted = before * 2 <= self->most;

      if (fits == fitted ? (fits ? size <= before : size >= before) : !fits)
        return;
    }
  self->found = TRUE;
  self->change = *change;
  self->after = *after;
}

/**
 * weft_rules_halve_spare: (skip)
 * @view: what is believed
 * @seen: (element-type WeftLocalSeen): what was tried
 * @best: number of the design to better
 * @idea: (out): the change
 *
 * Returns: %FALSE when no partition waits, or that was tried
 */
gboolean
weft_rules_halve_spare (WeftLocalView *view,
                        GArray        *seen,
                        guint          best,
                        WeftRulesIdea *idea)
{
  WeftProblem *problem = view->problem;
  const WeftLocalSeen *from = &g_array_index (seen, WeftLocalSeen, best);

  if (from->verdict.kind != WEFT_VERDICT_FEASIBLE)
    return FALSE;
  for (guint part = 1; part < from->candidate.n; part++)
    {
      Halving halving = { .part = part,
                          .most = problem->fractions[from->candidate.parts[part].fraction],
                          .view = view };
      guint workload;

      if (!waits (problem, &from->verdict, part, &workload))
        continue;
      weft_rules_list_changes (problem, &from->candidate, WEFT_SPECIALIST_CHIP, halve_cb, &halving);
      if (!halving.found || weft_local_is_seen (seen, &halving.after)
          || was_tried (problem, seen, &from->candidate, part, halving.change.rest))
        continue;
      *idea = (WeftRulesIdea) {
        .specialist = WEFT_SPECIALIST_CHIP,
        .change = halving.change,
        .before = from->candidate,
        .after = halving.after,
        .workload = workload,
      };
      return TRUE;
    }

  return FALSE;
}
