/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates of a policy: episodes on all threads, then advantages (Schulman et al. 2016), then Adam over shuffled batches
 * in one order. An episode's chance depends on its number only, so that a training can be taken up again. */
#include "search/tgrl/weft-policy-train.h"

#include <math.h>
#include <string.h>

#include "search/tgrl/weft-policy-adam-private.h"
#include "search/tgrl/weft-policy-episode-private.h"

/* The paper's. */
#define N_EPOCHS 4
#define BATCH 16
#define GAMMA 0.95
#define GAE 0.90

/* Streams of shuffles lie above those of episodes, below that of weights. */
#define STREAM_SHUFFLE (G_GUINT64_CONSTANT (1) << 62)

typedef struct
{
  const WeftPolicy *policy;
  const WeftPolicyWorld *world;
  WeftPolicyEpisode **episodes;
} Rollout;

/* A state of any episode with what is learnt from it. */
typedef struct
{
  const WeftTypedGraph *graph;
  WeftPolicySample sample;
} Lesson;

static gpointer
begin_cb (gpointer data)
{
  const Rollout *rollout = data;

  return rollout->world->begin (rollout->world->data);
}

/* Threads share memory, so the episode itself is the result; it has its own slot. */
static void
work_cb (gpointer      place,
         gconstpointer item,
         gpointer      result,
         gpointer      data)
{
  const Rollout *rollout = data;
  const WeftPolicy *policy = rollout->policy;
  guint i = *(const guint *) item;

  weft_policy_episode_play (rollout->episodes[i], policy, rollout->world, place, policy->recipe.seed,
                            (guint64) policy->n_done * policy->recipe.n_episodes + i, FALSE);
  *(guint *) result = rollout->episodes[i]->moments->len;
}

/* GAE over one episode; nothing comes after its end. */
static void
take_lessons (const WeftPolicyEpisode *episode,
              GArray                  *lessons)
{
  guint n = episode->moments->len, first = lessons->len;
  double next_value = 0, advantage = 0;

  g_array_set_size (lessons, first + n);
  for (guint i = n; i-- > 0;)
    {
      const WeftPolicyMoment *moment = &g_array_index (episode->moments, WeftPolicyMoment, i);
      Lesson *lesson = &g_array_index (lessons, Lesson, first + i);

      advantage = moment->reward + GAMMA * next_value - moment->value + GAMMA * GAE * advantage;
      next_value = moment->value;
      lesson->graph = moment->graph;
      lesson->sample = (WeftPolicySample) {
        .action = moment->action,
        .log_probability = moment->log_probability,
        .advantage = advantage,
        .reward_to_go = advantage + moment->value,
      };
    }
}

static void
normalise_advantages (GArray *lessons)
{
  double mean = 0, variance = 0;

  for (guint i = 0; i < lessons->len; i++)
    mean += g_array_index (lessons, Lesson, i).sample.advantage / lessons->len;
  for (guint i = 0; i < lessons->len; i++)
    variance += pow (g_array_index (lessons, Lesson, i).sample.advantage - mean, 2) / lessons->len;
  for (guint i = 0; i < lessons->len; i++)
    {
      double *advantage = &g_array_index (lessons, Lesson, i).sample.advantage;

      *advantage = (*advantage - mean) / (sqrt (variance) + 1e-8);
    }
}

static void
shuffle (guint      *order,
         guint       n,
         WeftRandom *random)
{
  for (guint i = 0; i < n; i++)
    order[i] = i;
  for (guint i = n; i-- > 1;)
    {
      guint j = weft_random_below (random, i + 1), kept = order[i];

      order[i] = order[j];
      order[j] = kept;
    }
}

/* One pass over all lessons. Returns the mean loss. */
static double
learn_epoch (WeftPolicy     *self,
             const GArray   *lessons,
             const guint    *order,
             WeftPolicyTape *tape,
             float          *gradient)
{
  const WeftPolicyLoss loss = {
    .lambda = self->recipe.lambda, .clip = 0.2, .value_weight = 0.5, .entropy_weight = 0.01, .prior_weight = 0.1,
  };
  double sum = 0;

  for (guint first = 0; first < lessons->len; first += BATCH)
    {
      guint n = MIN (BATCH, lessons->len - first);

      memset (gradient, 0, self->n_parameters * sizeof *gradient);
      for (guint i = 0; i < n; i++)
        {
          const Lesson *lesson = &g_array_index (lessons, Lesson, order[first + i]);

          sum += weft_policy_sample_loss (self->parameter, lesson->graph, &lesson->sample, &loss, 1.0 / n, tape,
                                          gradient);
        }
      weft_policy_adam_step (self, gradient);
    }
  return sum / lessons->len;
}

/* Returns the mean loss of the last epoch. */
static double
learn (WeftPolicy *self,
       GArray     *lessons)
{
  g_autoptr (WeftPolicyTape) tape = weft_policy_tape_new ();
  g_autofree float *gradient = g_new (float, self->n_parameters);
  g_autofree guint *order = g_new (guint, lessons->len);
  WeftRandom random;
  double loss = 0;

  if (lessons->len == 0)
    return 0;
  normalise_advantages (lessons);
  weft_random_init (&random, self->recipe.seed, STREAM_SHUFFLE + self->n_done);
  for (guint epoch = 0; epoch < N_EPOCHS; epoch++)
    {
      shuffle (order, lessons->len, &random);
      loss = learn_epoch (self, lessons, order, tape, gradient);
    }
  return loss;
}

static void
update (WeftPolicy         *self,
        GPtrArray          *episodes,
        WeftPolicyProgress *progress)
{
  g_autoptr (GArray) lessons = g_array_new (FALSE, TRUE, sizeof (Lesson));

  *progress = (WeftPolicyProgress) { .n_updates = self->recipe.n_updates };
  for (guint i = 0; i < episodes->len; i++)
    {
      const WeftPolicyEpisode *episode = g_ptr_array_index (episodes, i);

      take_lessons (episode, lessons);
      progress->mean_return += weft_policy_episode_return (episode) / episodes->len;
      progress->mean_gain += (episode->start - episode->best) / episodes->len;
    }
  progress->mean_loss = learn (self, lessons);
  progress->n_done = ++self->n_done;
}

/**
 * weft_policy_train: (skip)
 * @self: a policy, new or loaded with its moments
 * @world: where it learns
 * @executor: threads that play the episodes; needs other work before it maps again
 * @progress: (nullable): called after each update
 * @data: for @progress
 * @cancellable: (nullable): asked before each update and between episodes
 * @error: return location
 *
 * The same recipe gives the same bytes, whatever the threads and however often it was stopped and taken up again.
 *
 * Returns: %FALSE when cancelled
 */
gboolean
weft_policy_train (WeftPolicy              *self,
                   const WeftPolicyWorld   *world,
                   WeftExecutor            *executor,
                   WeftPolicyProgressFunc   progress,
                   gpointer                 data,
                   GCancellable            *cancellable,
                   GError                 **error)
{
  guint n = self->recipe.n_episodes;
  g_autoptr (GPtrArray) episodes = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_policy_episode_free);
  g_autofree guint *items = g_new (guint, n);
  g_autofree guint *results = g_new (guint, n);
  Rollout rollout = { .policy = self, .world = world };
  WeftWork work = {
    .item_size = sizeof (guint), .result_size = sizeof (guint),
    .begin = begin_cb, .work = work_cb, .end = world->end, .data = &rollout,
  };

  for (guint i = 0; i < n; i++)
    {
      items[i] = i;
      g_ptr_array_add (episodes, weft_policy_episode_new ());
    }
  rollout.episodes = (WeftPolicyEpisode **) episodes->pdata;
  weft_policy_adam_begin (self);
  if (!weft_executor_set_work (executor, &work, NULL, error))
    return FALSE;
  while (self->n_done < self->recipe.n_updates)
    {
      WeftPolicyProgress report;

      if (!weft_executor_map (executor, items, results, n, cancellable, error))
        return FALSE;
      update (self, episodes, &report);
      if (progress != NULL)
        progress (self, &report, data);
    }
  return TRUE;
}
