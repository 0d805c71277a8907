/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of a run's collectives: the algorithm that is asked for, the nearest one that can do it, or the one with the
 * best price; and what measurements correct it by. */
#include "sim/weft-sim-collective-plan-private.h"

#include <math.h>

/* Plans that nobody uses are dropped when there are more. */
#define MAX_PLANS 16384u

struct _WeftSimPlans
{
  const WeftSimTrace *trace;
  const WeftSimOptions *options;
  WeftSimRoutes *routes;
  WeftSimPricing *pricing;
  WeftSimSwitches *switches;
  WeftSimLayout **layouts; /* [groups] */
  GHashTable *plans;
};

static const WeftSimProgramClass *const classes[WEFT_N_SIM_ALGORITHMS] = {
  [WEFT_SIM_ALGORITHM_RING] = &weft_sim_ring_class,
  [WEFT_SIM_ALGORITHM_BIDIRECTIONAL_RING] = &weft_sim_two_rings_class,
  [WEFT_SIM_ALGORITHM_DIRECT] = &weft_sim_direct_class,
  [WEFT_SIM_ALGORITHM_HALVING_DOUBLING] = &weft_sim_halving_class,
  [WEFT_SIM_ALGORITHM_DOUBLE_TREE] = &weft_sim_tree_class,
  [WEFT_SIM_ALGORITHM_HIERARCHICAL] = &weft_sim_levels_class,
  [WEFT_SIM_ALGORITHM_IN_SWITCH] = &weft_sim_switch_class,
};

/* What AUTO chooses from, the first of equal price first. Everybody to everybody is left to exchanges: libraries do
 * not reduce that way, for want of buffers. */
#define BIT(algorithm) (1u << WEFT_SIM_ALGORITHM_##algorithm)

static const guint32 choices[WEFT_N_SIM_COMMS] = {
  [WEFT_SIM_ALL_REDUCE] = BIT (RING) | BIT (HALVING_DOUBLING) | BIT (DOUBLE_TREE) | BIT (HIERARCHICAL) | BIT (IN_SWITCH),
  [WEFT_SIM_ALL_GATHER] = BIT (RING) | BIT (HALVING_DOUBLING) | BIT (HIERARCHICAL) | BIT (IN_SWITCH),
  [WEFT_SIM_REDUCE_SCATTER] = BIT (RING) | BIT (HALVING_DOUBLING) | BIT (HIERARCHICAL) | BIT (IN_SWITCH),
  [WEFT_SIM_ALL_TO_ALL] = BIT (DIRECT) | BIT (HIERARCHICAL),
  [WEFT_SIM_BROADCAST] = BIT (RING) | BIT (HALVING_DOUBLING) | BIT (DOUBLE_TREE) | BIT (HIERARCHICAL) | BIT (IN_SWITCH),
  [WEFT_SIM_REDUCE] = BIT (RING) | BIT (HALVING_DOUBLING) | BIT (DOUBLE_TREE) | BIT (HIERARCHICAL) | BIT (IN_SWITCH),
  [WEFT_SIM_GATHER] = BIT (RING) | BIT (DIRECT) | BIT (HALVING_DOUBLING) | BIT (HIERARCHICAL),
  [WEFT_SIM_SCATTER] = BIT (RING) | BIT (DIRECT) | BIT (HALVING_DOUBLING) | BIT (HIERARCHICAL),
  [WEFT_SIM_BARRIER] = BIT (RING) | BIT (HALVING_DOUBLING) | BIT (DOUBLE_TREE) | BIT (HIERARCHICAL) | BIT (IN_SWITCH),
};

/* --- corrections --- */

static gboolean
knob_holds (const WeftSimCommKnob *knob, const WeftSimPlan *plan, WeftSimAlgorithm algorithm)
{
  gboolean is_across = plan->layout->n_domains > 1;

  return knob->comm == plan->comm && (knob->algorithm == WEFT_SIM_ALGORITHM_AUTO || knob->algorithm == algorithm)
         && (knob->n_ranks == 0 || knob->n_ranks == plan->layout->n)
         && (knob->across < 0 || (knob->across != 0) == is_across) && plan->bytes >= knob->min_bytes
         && plan->bytes <= knob->max_bytes;
}

static void
correct (const WeftSimPlans *self, WeftSimPlan *plan, WeftSimAlgorithm algorithm)
{
  const GArray *knobs = self->options->comm_knobs;

  plan->efficiency = 1;
  plan->launch_s = 0;
  for (guint i = knobs != NULL ? knobs->len : 0; i-- > 0;)
    {
      const WeftSimCommKnob *knob = &g_array_index (knobs, WeftSimCommKnob, i);

      if (knob_holds (knob, plan, algorithm))
        {
          plan->efficiency = knob->efficiency;
          plan->launch_s = knob->launch_s;
          return;
        }
    }
}

/* --- choice --- */

static WeftSimAlgorithm
next_best (WeftSimComm comm, WeftSimAlgorithm algorithm)
{
  if (comm == WEFT_SIM_ALL_TO_ALL)
    return WEFT_SIM_ALGORITHM_DIRECT;
  if (algorithm == WEFT_SIM_ALGORITHM_DOUBLE_TREE)
    return WEFT_SIM_ALGORITHM_HALVING_DOUBLING;
  if (comm == WEFT_SIM_GATHER || comm == WEFT_SIM_SCATTER)
    return WEFT_SIM_ALGORITHM_DIRECT;
  return WEFT_SIM_ALGORITHM_RING;
}

/* Sets the price and the corrections; FALSE when it has no way. */
static gboolean
try_algorithm (WeftSimPlans *self, WeftSimPlan *plan, WeftSimAlgorithm algorithm)
{
  WeftSimProgram program;
  gboolean has_way = weft_sim_program_init (&program, classes[algorithm], plan->layout, plan->comm, plan->root, 0,
                                            plan->bytes);

  if (has_way)
    {
      correct (self, plan, algorithm);
      plan->algorithm = algorithm;
      plan->price = weft_sim_pricing_find (self->pricing, &program, algorithm);
      plan->price.transfer_s /= plan->efficiency;
      plan->price.latency_s += plan->launch_s;
    }
  weft_sim_program_clear (&program);
  return has_way;
}

static void
choose_best (WeftSimPlans *self, WeftSimPlan *plan)
{
  WeftSimPlan best = { 0 };

  for (guint algorithm = 1; algorithm < WEFT_N_SIM_ALGORITHMS; algorithm++)
    {
      WeftSimPlan tried = *plan;

      if ((choices[plan->comm] & 1u << algorithm) == 0 || !try_algorithm (self, &tried, algorithm))
        continue;
      if (best.algorithm == WEFT_SIM_ALGORITHM_AUTO
          || weft_comm_time_total (tried.price) < weft_comm_time_total (best.price))
        best = tried;
    }
  *plan = best;
}

static void
choose (WeftSimPlans *self, WeftSimPlan *plan)
{
  gboolean is_astra = self->options->astra != WEFT_SIM_ASTRA_OFF;
  WeftSimAlgorithm algorithm = plan->wanted;

  if (algorithm == WEFT_SIM_ALGORITHM_AUTO && !is_astra)
    {
      choose_best (self, plan);
      return;
    }
  if (algorithm == WEFT_SIM_ALGORITHM_AUTO)
    algorithm = WEFT_SIM_ALGORITHM_RING;
  while (!try_algorithm (self, plan, algorithm))
    algorithm = next_best (plan->comm, algorithm);
}

/* --- programs --- */

static void
make_program (const WeftSimPlans *self, WeftSimPlan *plan, guint32 chunk, double bytes)
{
  WeftSimProgram *program = &plan->programs[chunk];
  const WeftSimProgramClass *klass = NULL;

  if (self->options->astra != WEFT_SIM_ASTRA_OFF)
    klass = weft_sim_astra_class (plan->algorithm);
  if (klass != NULL && weft_sim_program_init (program, klass, plan->layout, plan->comm, plan->root, chunk, bytes))
    return;
  if (klass != NULL)
    weft_sim_program_clear (program);
  weft_sim_program_init (program, classes[plan->algorithm], plan->layout, plan->comm, plan->root, chunk, bytes);
}

/* Bytes of each chunk: they differ by at most one. */
static void
make_programs (const WeftSimPlans *self, WeftSimPlan *plan)
{
  guint32 n = MAX (1, self->options->chunks);
  double base = floor (plan->bytes / n);
  double n_fat = plan->bytes - base * n;
  gboolean is_whole = plan->bytes == floor (plan->bytes);

  plan->n_chunks = n;
  plan->n_active = self->options->active_chunks > 0 ? MIN (n, self->options->active_chunks) : n;
  plan->programs = g_new (WeftSimProgram, n);
  for (guint32 chunk = 0; chunk < n; chunk++)
    make_program (self, plan, chunk, is_whole ? base + (chunk < n_fat) : plan->bytes / n);
}

/* --- plans by what they are for --- */

static guint
hash_plan_cb (gconstpointer key)
{
  const WeftSimPlan *plan = key;

  return g_double_hash (&plan->bytes) * 31 + plan->group * 2654435761u + plan->comm * 97 + plan->root * 8191;
}

static gboolean
equal_plans_cb (gconstpointer a, gconstpointer b)
{
  const WeftSimPlan *one = a;
  const WeftSimPlan *other = b;

  return one->bytes == other->bytes && one->group == other->group && one->comm == other->comm
         && one->root == other->root;
}

static void
free_plan_cb (gpointer data)
{
  WeftSimPlan *plan = data;

  for (guint32 chunk = 0; chunk < plan->n_chunks; chunk++)
    weft_sim_program_clear (&plan->programs[chunk]);
  g_free (plan->programs);
  g_free (plan);
}

static gboolean
is_unused_cb (gpointer key, gpointer value, gpointer data)
{
  return ((WeftSimPlan *) value)->n_users == 0;
}

WeftSimPlans *
weft_sim_plans_new (const WeftSimTrace *trace, const WeftSimOptions *options, WeftSimRoutes *routes,
                    GCancellable *cancellable)
{
  WeftSimPlans *self = g_new0 (WeftSimPlans, 1);

  self->trace = trace;
  self->options = options;
  self->routes = routes;
  self->pricing = weft_sim_pricing_new (routes, options, cancellable);
  self->switches = weft_sim_switches_new (routes->network);
  self->layouts = g_new0 (WeftSimLayout *, trace->n_groups);
  self->plans = g_hash_table_new_full (hash_plan_cb, equal_plans_cb, NULL, free_plan_cb);
  return self;
}

void
weft_sim_plans_free (WeftSimPlans *self)
{
  g_hash_table_unref (self->plans);
  for (guint32 i = 0; i < self->trace->n_groups; i++)
    g_clear_pointer (&self->layouts[i], weft_sim_layout_free);
  g_free (self->layouts);
  weft_sim_switches_free (self->switches);
  weft_sim_pricing_free (self->pricing);
  g_free (self);
}

static const WeftSimLayout *
layout_of (WeftSimPlans *self, guint32 group)
{
  const WeftSimGroup *of = &self->trace->groups[group];

  if (self->layouts[group] == NULL)
    self->layouts[group] = weft_sim_layout_new (self->routes, self->switches, &self->trace->member_rank[of->first],
                                                of->n_ranks, self->options->astra != WEFT_SIM_ASTRA_OFF);
  return self->layouts[group];
}

WeftSimPlan *
weft_sim_plans_take (WeftSimPlans *self, const WeftSimCollective *collective)
{
  WeftSimPlan key = {
    .group = collective->group, .root = collective->root, .comm = collective->comm, .bytes = collective->bytes,
  };
  WeftSimPlan *plan = g_hash_table_lookup (self->plans, &key);

  if (plan == NULL)
    {
      if (g_hash_table_size (self->plans) >= MAX_PLANS)
        g_hash_table_foreach_remove (self->plans, is_unused_cb, NULL);
      plan = g_new (WeftSimPlan, 1);
      *plan = key;
      plan->layout = layout_of (self, key.group);
      plan->use = WEFT_SIM_NONE;
      plan->wanted = self->options->algorithm[key.comm];
      if (plan->layout->n > 1)
        {
          choose (self, plan);
          make_programs (self, plan);
        }
      g_hash_table_add (self->plans, plan);
    }
  plan->n_users++;
  return plan;
}

void
weft_sim_plans_let_go (WeftSimPlans *self, WeftSimPlan *plan)
{
  plan->n_users--;
}
