/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A specialist's words: which parameter, what it should become, and the figures of the evaluator and the catalog that
 * speak for it. Never what the planner's arithmetic expects: that is no result. */
#include <math.h>

#include "search/weft-rules-private.h"

static const char *const nicks[WEFT_N_SPECIALISTS] = { "chip", "scaleup", "scaleout" };

static const char *const workloads[WEFT_N_WORKLOADS] = {
  "training", "serving", "the stencil", "HPCG", "the FFT", "the coupled run",
};

static const char *const holds[WEFT_N_PARTS] = {
  "compute", "memory bandwidth", "fabric latency", "fabric bandwidth", "the pipeline bubble",
};

/* Share of the time on fabrics, times the weight, from which on a workload is worth a word. */
#define LEAST_FABRIC 0.005

typedef struct
{
  WeftProblem *problem;
  const WeftRulesIdea *idea;
  const WeftVerdict *verdict;
  gboolean attribution;
  guint at; /* the partition where the workload waits */
  GString *text;
} Speech;

/* What a chip has of something. */
typedef struct
{
  double amount; /* scaled */
  const char *unit;
  const char *name;
} Resource;

static const WeftSpaceUnit *
unit_of (const Speech *self,
         guint         unit)
{
  return &g_array_index (self->problem->units, WeftSpaceUnit, unit);
}

static const char *
scaleup_id (const Speech *self,
            guint         unit)
{
  return weft_inventory_scaleup (self->problem->inventory, unit_of (self, unit)->scaleup)->id;
}

static const char *
scaleout_id (const Speech *self,
             guint         unit)
{
  return weft_inventory_scaleout (self->problem->inventory, unit_of (self, unit)->scaleout)->id;
}

static double
fraction_of (const Speech *self,
             guint         fraction)
{
  return (double) self->problem->fractions[fraction] / WEFT_SPACE_WHOLE;
}

/* Where the workload waits: phases of two partitions are told apart by what they usually wait for. */
static guint
find_place (const WeftVerdict *verdict,
            guint              workload)
{
  const gint8 *site = verdict->site[workload];
  WeftTimePart part = verdict->bottleneck[workload];
  gboolean second = (workload == WEFT_WORKLOAD_SERVING && part == WEFT_PART_MEMORY)
                    || (workload == WEFT_WORKLOAD_COUPLED && part == WEFT_PART_COMPUTE);

  return second && site[1] >= 0 ? (guint) site[1] : site[0] >= 0 ? (guint) site[0] : 0;
}

static Resource
arithmetic_of (const WeftEstimateSite *site,
               guint                   workload)
{
  switch ((WeftWorkloadKind) workload)
    {
    case WEFT_WORKLOAD_TRAINING:
    case WEFT_WORKLOAD_COUPLED:
      return (Resource) { site->bf16_flops / 1e12, "TFLOP/s", "16-bit arithmetic" };
    case WEFT_WORKLOAD_SERVING:
      return (Resource) { site->serving_flops / 1e12, "TFLOP/s", "arithmetic for serving" };
    case WEFT_WORKLOAD_STENCIL:
    case WEFT_WORKLOAD_HPCG:
    case WEFT_WORKLOAD_FFT:
    case WEFT_N_WORKLOADS:
    default:
      return (Resource) { site->fp64_flops / 1e12, "TFLOP/s", "FP64 arithmetic" };
    }
}

/* What a chip with its ports takes of the budget. */
static double
budget_of (const Speech *self,
          guint         unit)
{
  const WeftSpaceUnit *parts = unit_of (self, unit);

  return weft_problem_budget_is_cost (self->problem) ? parts->chip_cost_usd : parts->chip_power_w;
}

static Resource
resource_of (const Speech *self,
             guint         unit,
             WeftTimePart  part)
{
  WeftEstimateSite site;

  weft_local_site (self->problem, unit, 1, &site);
  switch (part)
    {
    case WEFT_PART_MEMORY:
      return (Resource) { site.mem_bw_bytes_s / 1e12, "TB/s", "memory bandwidth" };
    case WEFT_PART_BISECTION:
      return (Resource) { site.across_bw_bytes_s / 1e9, "GB/s", "scale-out bandwidth" };
    case WEFT_PART_COMPUTE:
    case WEFT_PART_LATENCY:
    case WEFT_PART_BUBBLE:
    case WEFT_N_PARTS:
    default:
      return arithmetic_of (&site, self->idea->workload);
    }
}

/* Three digits, and no exponent. */
static void
add_number (const Speech *self,
            double        number)
{
  g_string_append_printf (self->text, number >= 100 && number < 1e9 ? "%.0f" : "%.3g", number);
}

/* --- clauses --- */

/* The first partition whose share is too small for a node. */
static void
say_what_is_not_bought (const Speech *self)
{
  const WeftCandidate *base = &self->idea->before;
  gboolean is_cost = weft_problem_budget_is_cost (self->problem);

  for (guint i = 0; i < base->n; i++)
    {
      guint unit = base->parts[i].unit;
      const WeftChip *chip
        = weft_inventory_chip (self->problem->inventory, unit_of (self, unit)->chip);
      guint node = MAX (chip->node_chips, 1);

      if (self->verdict->n[i] > 0)
        continue;
      g_string_append_printf (self->text, "partition %u has %g of the budget, ", i,
                              fraction_of (self, base->parts[i].fraction));
      add_number (self, weft_problem_get_budget (self->problem)
                          * fraction_of (self, base->parts[i].fraction));
      g_string_append_printf (self->text, " %s; a node of %u %s takes ", is_cost ? "dollars" : "W",
                              node, chip->id);
      add_number (self, node * budget_of (self, unit));
      return;
    }

  g_string_append (self->text, "a partition buys no node");
}

static void
say_what_waits (const Speech *self)
{
  const WeftVerdict *verdict = self->verdict;
  guint workload = self->idea->workload;
  WeftTimePart part = verdict->bottleneck[workload];
  double weight = self->problem->model.w.weights[workload];

  if (verdict->kind == WEFT_VERDICT_INVALID)
    say_what_is_not_bought (self);
  else if (verdict->site[workload][0] < 0)
    g_string_append_printf (self->text, "%s (weight %g) cannot run", workloads[workload], weight);
  else if (self->attribution)
    g_string_append_printf (
      self->text, "%s (weight %g) waits for %s in %.0f %% of its time on %u %s",
      workloads[workload], weight, holds[part], 100 * verdict->share[workload][part],
      verdict->n[self->at],
      weft_rules_chip_id (self->problem, self->idea->before.parts[self->at].unit));
  else
    g_string_append_printf (self->text, "%s (weight %g) has a speed-up of %.3g",
                            workloads[workload], weight, verdict->ratio[workload]);
}

/* A fabric's own figures. */
static void
say_fabric (const Speech *self,
            guint         unit)
{
  const WeftSpaceUnit *parts = unit_of (self, unit);
  WeftInventory *inventory = self->problem->inventory;
  gboolean inside = self->idea->specialist == WEFT_SPECIALIST_SCALEUP;
  double power_w = weft_inventory_scaleout (inventory, parts->scaleout)->power_w;
  WeftEstimateSite site;

  if (inside)
    power_w = weft_inventory_scaleup_on_chip (inventory, parts->scaleup, parts->chip)->power_w;
  weft_local_site (self->problem, unit, 1, &site);
  g_string_append_printf (self->text, "%s has ",
                          inside ? scaleup_id (self, unit) : scaleout_id (self, unit));
  add_number (self, (inside ? site.inside_bw_bytes_s : site.across_bw_bytes_s) / 1e9);
  g_string_append (self->text, " GB/s a chip, ");
  add_number (self, (inside ? site.inside_alpha_s : site.across_alpha_s) * 1e6);
  g_string_append (self->text, " µs");
  if (inside)
    g_string_append_printf (self->text, ", domains of %g", site.domain_chips);
  g_string_append (self->text, " and takes ");
  add_number (self, power_w);
  g_string_append (self->text, " W");
}

/* What the budget buys of a resource of either unit, when the new one has more; FALSE when it has not. */
static gboolean
say_more (const Speech *self,
          guint         new,
          guint         old,
          WeftTimePart  part)
{
  gboolean is_cost = weft_problem_budget_is_cost (self->problem);
  double of_budget = is_cost ? 1e6 : 1e3;
  Resource a = resource_of (self, new, part);
  double buys_new = a.amount * of_budget / budget_of (self, new);
  double buys_old = resource_of (self, old, part).amount * of_budget / budget_of (self, old);

  if (!(buys_new > buys_old))
    return FALSE;
  g_string_append_printf (self->text, "; %s has ", weft_rules_chip_id (self->problem, new));
  add_number (self, buys_new);
  g_string_append_printf (self->text, " %s of %s a %s, %s ", a.unit, a.name,
                          is_cost ? "million dollars" : "kilowatt",
                          weft_rules_chip_id (self->problem, old));
  add_number (self, buys_old);
  return TRUE;
}

/* Fewer domains are fewer steps over the slower fabric. */
static gboolean
say_domains (const Speech *self,
             guint         new,
             guint         old)
{
  WeftEstimateSite a, b;

  weft_local_site (self->problem, new, 1, &a);
  weft_local_site (self->problem, old, 1, &b);
  if (!(a.domain_chips > b.domain_chips))
    return FALSE;
  g_string_append_printf (self->text, "; %s joins %g %s in a domain, %s %g %s",
                          scaleup_id (self, new), a.domain_chips,
                          weft_rules_chip_id (self->problem, new), scaleup_id (self, old),
                          b.domain_chips, weft_rules_chip_id (self->problem, old));
  return TRUE;
}

/* Of what is waited for, else of anything, what the budget buys more of; else what a chip takes. */
static void
compare_chips (const Speech *self,
               guint         new,
               guint         old)
{
  WeftTimePart part = self->attribution ? self->verdict->bottleneck[self->idea->workload]
                                        : WEFT_PART_MEMORY;
  static const WeftTimePart others[] = { WEFT_PART_COMPUTE, WEFT_PART_MEMORY, WEFT_PART_BISECTION };

  if (part == WEFT_PART_LATENCY && say_domains (self, new, old))
    return;
  if (part != WEFT_PART_LATENCY && say_more (self, new, old, part))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (say_more (self, new, old, others[i]))
      return;

  g_string_append_printf (self->text, "; %s with its ports takes ",
                          weft_rules_chip_id (self->problem, new));
  add_number (self, budget_of (self, new));
  g_string_append_printf (self->text, " %s, %s ",
                          weft_problem_budget_is_cost (self->problem) ? "dollars" : "W",
                          weft_rules_chip_id (self->problem, old));
  add_number (self, budget_of (self, old));
}

static gboolean
works_at (const Speech *self,
          guint         workload,
          guint         part)
{
  return self->problem->model.w.weights[workload] > 0
         && (self->verdict->site[workload][0] == (int) part
             || self->verdict->site[workload][1] == (int) part);
}

/* What runs on a partition. */
static void
say_duties (const Speech *self,
            guint         part)
{
  guint n = 0;

  g_string_append_printf (self->text, "; partition %u (%u %s) runs ", part, self->verdict->n[part],
                          weft_rules_chip_id (self->problem, self->idea->before.parts[part].unit));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (works_at (self, i, part))
      g_string_append_printf (self->text, "%s%s", n++ > 0 ? ", " : "", workloads[i]);
  if (n == 0)
    g_string_append (self->text, "nothing that has weight");
}

/* Of a partition's workloads the one that is held by fabrics most, weighted; else what the idea is for. */
static guint
find_sender (WeftProblem         *problem,
             const WeftRulesIdea *idea,
             const WeftVerdict   *verdict)
{
  double most = LEAST_FABRIC;
  guint sender = idea->workload;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double share = verdict->share[i][WEFT_PART_LATENCY] + verdict->share[i][WEFT_PART_BISECTION];

      if (find_place (verdict, i) != idea->change.part || verdict->site[i][0] < 0
          || !(problem->model.w.weights[i] * share > most))
        continue;
      most = problem->model.w.weights[i] * share;
      sender = i;
    }

  return sender;
}

static char *
say_because (WeftProblem         *problem,
             const WeftRulesIdea *idea,
             const WeftVerdict   *verdict,
             gboolean             attribution)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Speech self = { problem, idea, verdict, attribution, find_place (verdict, idea->workload), text };
  const WeftRulesChange *change = &idea->change;
  guint old = idea->before.parts[change->part].unit;
  guint new = change->choice.unit;

  say_what_waits (&self);
  switch (change->move)
    {
    case WEFT_RULES_CONNECT:
      g_string_append (text, "; ");
      say_fabric (&self, new);
      g_string_append (text, ", ");
      say_fabric (&self, old);
      break;
    case WEFT_RULES_REPLACE:
    case WEFT_RULES_ADD:
      compare_chips (&self, new, old);
      break;
    case WEFT_RULES_DIVIDE:
    case WEFT_RULES_DROP:
    default:
      if (verdict->kind != WEFT_VERDICT_INVALID)
        {
          say_duties (&self, change->part);
          say_duties (&self, change->other);
        }
      break;
    }

  text->str[0] = g_ascii_toupper (text->str[0]);
  g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
say_suggestion (const Speech *self)
{
  const WeftRulesChange *change = &self->idea->change;
  guint unit = change->choice.unit;
  const char *chip = weft_rules_chip_id (self->problem, unit);

  switch (change->move)
    {
    case WEFT_RULES_CONNECT:
      return g_strdup (self->idea->specialist == WEFT_SPECIALIST_SCALEUP
                         ? scaleup_id (self, unit)
                         : scaleout_id (self, unit));
    case WEFT_RULES_REPLACE:
      if (change->choice.fraction != self->idea->before.parts[change->part].fraction)
        return g_strdup_printf ("%s with %s and %s, and %g of the budget", chip,
                                scaleup_id (self, unit), scaleout_id (self, unit),
                                fraction_of (self, change->choice.fraction));
      return g_strdup_printf ("%s with %s and %s", chip, scaleup_id (self, unit),
                              scaleout_id (self, unit));
    case WEFT_RULES_ADD:
      return g_strdup_printf ("%g, and %g for %s with %s and %s", fraction_of (self, change->rest),
                              fraction_of (self, change->choice.fraction), chip,
                              scaleup_id (self, unit), scaleout_id (self, unit));
    case WEFT_RULES_DIVIDE:
      return g_strdup_printf ("%g, and %g for partition %u",
                              fraction_of (self, change->choice.fraction),
                              fraction_of (self, change->rest), change->other);
    case WEFT_RULES_DROP:
    default:
      return g_strdup_printf ("0, and %g for partition %u", fraction_of (self, change->rest),
                              change->other);
    }
}

/* --- what the parts of the planner share --- */

const char *
weft_rules_specialist_nick (WeftSpecialist specialist)
{
  return nicks[specialist];
}

const char *
weft_rules_workload_name (guint workload)
{
  return workloads[workload];
}

const char *
weft_rules_chip_id (WeftProblem *problem,
                    guint        unit)
{
  return weft_unit_chip_id (problem, &g_array_index (problem->units, WeftSpaceUnit, unit));
}

/**
 * weft_rules_say: (skip)
 * @problem: the problem
 * @idea: a change of an evaluated design
 * @verdict: what the evaluator said of that
 * @attribution: whether what workloads wait for is known
 *
 * Returns: (transfer full): the idea in words
 */
WeftRulesAdvice *
weft_rules_say (WeftProblem         *problem,
                const WeftRulesIdea *idea,
                const WeftVerdict   *verdict,
                gboolean             attribution)
{
  WeftRulesIdea told = *idea;
  static const char *const members[WEFT_N_SPECIALISTS] = { "chip", "scaleup", "scaleout" };
  Speech self = { .problem = problem, .idea = idea };
  WeftRulesAdvice *advice = g_new0 (WeftRulesAdvice, 1);
  WeftRulesMove move = idea->change.move;

  advice->parameter = g_strdup_printf ("partitions/%u/%s", idea->change.part,
                                       move == WEFT_RULES_REPLACE || move == WEFT_RULES_CONNECT
                                         ? members[idea->specialist]
                                         : "power_frac");
  advice->suggestion = say_suggestion (&self);
  if (attribution && move == WEFT_RULES_CONNECT)
    told.workload = find_sender (problem, idea, verdict);
  advice->because = say_because (problem, &told, verdict, attribution);
  return advice;
}
