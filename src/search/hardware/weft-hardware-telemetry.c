/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through the edits of the best machines. A learned policy, where the run has one, speaks in the prior's unit: its
 * scores are stretched to the prior's spread over the edits of a machine. */
#include "search/hardware/weft-hardware-telemetry-private.h"

#include <math.h>

#include "base/weft-statistics.h"
#include "search/hardware/weft-hardware-prior-private.h"

/* Machines whose edits are looked at. */
#define N_PARENTS 4

/* How much of the word the model has. */
#define MODEL_SHARE 0.5

typedef struct
{
  WeftHardwareChoice choice;
  int parent;
  double predicted;
} Pick;

/* What each edit is promised to lower J by. */
static void
find_promises (WeftHardwareHistory *history, const WeftHardwareObservation *from, const GArray *edits, double *promise)
{
  const WeftHardwareCandidate *here = weft_hardware_pool_find (history->pool, &from->choice);

  for (guint i = 0; i < edits->len; i++)
    {
      const WeftHardwareEdit *edit = &g_array_index (edits, WeftHardwareEdit, i);
      const WeftHardwareCandidate *there = weft_hardware_pool_add (history->pool, &edit->to);

      promise[i] = weft_hardware_prior (history->frame, &from->verdict, &here->traits, &there->traits);
    }
}

static void
add_policy (WeftHardwareHistory *history, const WeftHardwareObservation *from, const GArray *edits, double *promise)
{
  g_autofree double *score = NULL;
  const WeftHardwareObservation *best = weft_hardware_history_best (history);
  double spread, stretch;

  if (history->score == NULL || edits->len < 2)
    return;
  score = g_new0 (double, edits->len);
  history->score (history->score_data, history->space, from, weft_hardware_history_value (history, best),
                  MIN (1, (double) history->observations->len / history->budget),
                  (const WeftHardwareEdit *) (gpointer) edits->data, edits->len, score);
  spread = weft_statistics_sd (score, edits->len);
  stretch = spread > 0 ? weft_statistics_sd (promise, edits->len) / spread : 0;
  for (guint i = 0; i < edits->len; i++)
    promise[i] += stretch * (score[i] - weft_statistics_mean (score, edits->len));
}

/* Looks for a better pick among the edits of one machine. */
static void
look (WeftHardwareHistory           *history,
      WeftHardwareSurrogate         *surrogate,
      const WeftHardwareObservation *from,
      Pick                          *pick)
{
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (WeftHardwareEdit));
  g_autofree double *promise = NULL;

  weft_hardware_space_list_edits (history->space, &from->choice, edits);
  promise = g_new (double, MAX (edits->len, 1));
  find_promises (history, from, edits, promise);
  add_policy (history, from, edits, promise);
  for (guint i = 0; i < edits->len; i++)
    {
      const WeftHardwareEdit *edit = &g_array_index (edits, WeftHardwareEdit, i);
      const WeftHardwareCandidate *there = weft_hardware_pool_find (history->pool, &edit->to);
      double predicted = weft_hardware_history_value (history, from) - promise[i];
      double mean, sd;

      if (there->observation >= 0)
        continue;
      if (surrogate != NULL)
        {
          weft_hardware_surrogate_predict (surrogate, there, &mean, &sd);
          predicted = (1 - MODEL_SHARE) * predicted + MODEL_SHARE * mean;
        }
      if (predicted < pick->predicted)
        *pick = (Pick) { edit->to, from->number, predicted };
    }
}

gboolean
weft_hardware_telemetry_propose (WeftHardwareHistory   *history,
                                 WeftHardwareSurrogate *surrogate,
                                 WeftHardwareProposal  *proposal)
{
  Pick pick = { .predicted = INFINITY };

  for (guint i = 0; i < MIN (N_PARENTS, history->ranking->len); i++)
    {
      const WeftHardwareObservation *from = g_ptr_array_index (history->ranking, i);

      /* What broke has no telemetry. */
      if (!isnan (from->verdict.objective))
        look (history, surrogate, from, &pick);
    }
  if (isinf (pick.predicted))
    return FALSE;
  weft_hardware_proposal_init (proposal, &pick.choice, pick.parent, "telemetry");
  proposal->predicted = pick.predicted;
  return TRUE;
}
