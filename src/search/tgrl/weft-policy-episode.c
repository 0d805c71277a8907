/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays episodes. Who strays too far above the best starts again from the archive, as the optimiser itself does. */
#include "search/tgrl/weft-policy-episode-private.h"

#include <math.h>
#include <string.h>

#define N_ARCHIVE 16
#define N_ELITE 4
#define STRAY 0.15
#define BEST_SHARE 0.7

#define DUPLICATE_PENALTY 0.05
#define BEST_BONUS 0.1
#define REWARD_LIMIT 5

typedef struct
{
  double objective;
  guint8 mark[WEFT_POLICY_MAX_MARK];
} Kept;

/* Best first, distinct. */
typedef struct
{
  Kept kept[N_ARCHIVE];
  guint n;
} Archive;

static void
archive_take (Archive               *self,
              const WeftPolicyWorld *world,
              gpointer               place,
              double                 objective)
{
  Kept kept = { .objective = objective };
  guint at = 0;

  world->mark (place, kept.mark);
  for (guint i = 0; i < self->n; i++)
    if (memcmp (self->kept[i].mark, kept.mark, world->mark_size) == 0)
      return;
  while (at < self->n && self->kept[at].objective <= objective)
    at++;
  if (at == N_ARCHIVE)
    return;
  self->n = MIN (self->n + 1, N_ARCHIVE);
  memmove (&self->kept[at + 1], &self->kept[at], (self->n - 1 - at) * sizeof kept);
  self->kept[at] = kept;
}

static const Kept *
archive_draw (const Archive *self,
              WeftRandom    *random)
{
  if (weft_random_double (random) < BEST_SHARE)
    return &self->kept[0];
  return &self->kept[weft_random_below (random, MIN (self->n, N_ELITE))];
}

static void
clear_moment_cb (gpointer moment)
{
  weft_typed_graph_free (((WeftPolicyMoment *) moment)->graph);
}

WeftPolicyEpisode *
weft_policy_episode_new (void)
{
  WeftPolicyEpisode *self = g_new0 (WeftPolicyEpisode, 1);

  self->moments = g_array_new (FALSE, TRUE, sizeof (WeftPolicyMoment));
  g_array_set_clear_func (self->moments, clear_moment_cb);
  return self;
}

void
weft_policy_episode_free (WeftPolicyEpisode *self)
{
  g_array_unref (self->moments);
  g_free (self);
}

double
weft_policy_reward (double   before,
                    double   after,
                    double   best,
                    gboolean is_duplicate)
{
  double reward = (before - after) / MAX (1, fabs (before));

  /* A machine whose measurement broke is as bad as any. */
  if (!isfinite (after))
    return -REWARD_LIMIT;
  reward -= is_duplicate ? DUPLICATE_PENALTY : 0;
  reward += after < best ? BEST_BONUS : 0;
  return CLAMP (reward, -REWARD_LIMIT, REWARD_LIMIT);
}

double
weft_policy_episode_return (const WeftPolicyEpisode *self)
{
  double sum = 0;

  for (guint i = 0; i < self->moments->len; i++)
    sum += g_array_index (self->moments, WeftPolicyMoment, i).reward;
  return sum;
}

/**
 * weft_policy_episode_play: (skip)
 * @self: filled anew
 * @policy: who plays
 * @world: where
 * @place: from its begin
 * @seed: of the training or test
 * @stream: number of the episode; the same numbers are the same episode, on any thread
 * @is_greedy: argmax instead of a draw
 *
 * A state without legal edits ends it early.
 */
void
weft_policy_episode_play (WeftPolicyEpisode     *self,
                          const WeftPolicy      *policy,
                          const WeftPolicyWorld *world,
                          gpointer               place,
                          guint64                seed,
                          guint64                stream,
                          gboolean               is_greedy)
{
  g_autoptr (WeftPolicyTape) tape = weft_policy_tape_new ();
  g_autofree Archive *archive = g_new0 (Archive, 1);
  WeftRandom random;
  double now;

  g_return_if_fail (world->mark_size <= WEFT_POLICY_MAX_MARK);

  g_array_set_size (self->moments, 0);
  weft_random_init (&random, seed, stream);
  world->reset (place, &random);
  self->start = self->best = now = world->objective (place);
  archive_take (archive, world, place, now);
  for (guint step = 0; step < policy->recipe.n_steps; step++)
    {
      WeftPolicyMoment moment = { .graph = weft_typed_graph_new () };
      gboolean is_duplicate = FALSE;
      double after;

      world->observe (place, step, policy->recipe.n_steps, moment.graph);
      if (moment.graph->actions->len == 0)
        {
          weft_typed_graph_free (moment.graph);
          break;
        }
      moment.action = weft_policy_choose (policy, moment.graph, tape, is_greedy ? NULL : &random,
                                          &moment.log_probability);
      moment.value = tape->value;
      after = world->step (place, moment.action, &is_duplicate);
      moment.reward = weft_policy_reward (now, after, self->best, is_duplicate);
      g_array_append_val (self->moments, moment);
      if (isfinite (after))
        archive_take (archive, world, place, after);
      self->best = after < self->best ? after : self->best;
      now = after;
      /* NAN is no less either. */
      if (!(now <= self->best + STRAY))
        {
          const Kept *kept = archive_draw (archive, &random);

          world->go_back (place, kept->mark);
          now = kept->objective;
        }
    }
}
