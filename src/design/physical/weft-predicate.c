/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Use against limit with three answers. A figure that is missing never passes for 0 nor for enough;
 * only when the known parts alone are too much does the rest not matter. */
#include "design/physical/weft-predicate.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/physical/weft-physical-private.h"

static gboolean
is_equality (WeftPredicateKind kind)
{
  return kind >= WEFT_PREDICATE_LEVEL;
}

static gboolean
is_kind (WeftPredicateKind kind)
{
  return (guint) kind < WEFT_N_PREDICATE_KINDS;
}

static double
most_of (WeftPredicateKind kind)
{
  switch (kind)
    {
    case WEFT_PREDICATE_BUDGET_USD:
    case WEFT_PREDICATE_BUDGET_RCU:
      return WEFT_PHYSICAL_MAX_USD;
    case WEFT_PREDICATE_CHASSIS_POWER:
    case WEFT_PREDICATE_RACK_POWER:
    case WEFT_PREDICATE_FACILITY_POWER:
    case WEFT_PREDICATE_AIR_HEAT:
    case WEFT_PREDICATE_LIQUID_HEAT:
    case WEFT_PREDICATE_CDU_HEAT:
      return WEFT_PHYSICAL_MAX_W;
    case WEFT_PREDICATE_CABLE_REACH:
      return WEFT_PHYSICAL_MAX_LENGTH_M;
    case WEFT_PREDICATE_LEVEL:
      return WEFT_LEVEL_CLUSTER;
    case WEFT_PREDICATE_RADIX:
    case WEFT_PREDICATE_RACK_SPACE:
    case WEFT_PREDICATE_AREA:
    case WEFT_PREDICATE_EXPORTED_PORTS:
    case WEFT_PREDICATE_CONNECTED:
    case WEFT_PREDICATE_PORT_KIND:
    case WEFT_PREDICATE_PORT_GENERATION:
    default:
      return WEFT_PHYSICAL_MAX_COUNT;
    }
}

/* So that a caller who overlooks an error reads "unknown". */
static void
clear (WeftPredicate     *predicate,
       WeftPredicateKind  kind,
       const char        *who)
{
  *predicate = (WeftPredicate) {
    .kind = kind,
    .verdict = WEFT_VERDICT_UNKNOWN,
    .use = NAN,
    .known = NAN,
    .limit = NAN,
    .who = who,
  };
}

static WeftVerdict
judge (const WeftPredicate *predicate)
{
  if (isnan (predicate->limit))
    return WEFT_VERDICT_UNKNOWN;

  if (is_equality (predicate->kind))
    {
      if (isnan (predicate->use))
        return WEFT_VERDICT_UNKNOWN;
      return predicate->use == predicate->limit ? WEFT_VERDICT_OK : WEFT_VERDICT_VIOLATED;
    }

  /* The unknown parts are not negative, so they cannot mend it. */
  if (weft_physical_exceeds (predicate->known, predicate->limit))
    return WEFT_VERDICT_VIOLATED;

  return isnan (predicate->use) ? WEFT_VERDICT_UNKNOWN : WEFT_VERDICT_OK;
}

static gboolean
check_numbers (WeftPredicateKind   kind,
               const char         *who,
               double              use,
               double              limit,
               GError            **error)
{
  if (weft_physical_check_known ("use", use, 0, most_of (kind), error)
      && weft_physical_check_known ("limit", limit, 0, most_of (kind), error))
    return TRUE;

  g_prefix_error (error, "%s: ", who);
  return FALSE;
}

/**
 * weft_predicate_check: (skip)
 * @kind: the rule
 * @who: whom it is about
 * @use: what is used, in the unit of the rule; NAN when unknown
 * @limit: what may be used; NAN when unknown
 * @predicate: (out): the answer, "unknown" when a number is refused
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether both numbers are sound; not whether the rule holds
 */
gboolean
weft_predicate_check (WeftPredicateKind   kind,
                      const char         *who,
                      double              use,
                      double              limit,
                      WeftPredicate      *predicate,
                      GError            **error)
{
  g_return_val_if_fail (who != NULL && predicate != NULL && is_kind (kind), FALSE);

  clear (predicate, kind, who);
  if (!check_numbers (kind, who, use, limit, error))
    return FALSE;

  predicate->use = use;
  predicate->known = isnan (use) ? 0.0 : use;
  predicate->limit = limit;
  predicate->culprit = isnan (use) ? who : NULL;
  predicate->verdict = judge (predicate);
  return TRUE;
}

/**
 * weft_predicate_sum: (skip)
 * @kind: the rule, one that is not about two equal sides
 * @who: whom it is about
 * @parts: (array length=n_parts) (nullable): what uses it
 * @n_parts: how many there are
 * @limit: what may be used; NAN when unknown
 * @predicate: (out): the answer, "unknown" when a number is refused
 * @error: return location for a #WeftPhysicalError
 *
 * The use is the sum of amount x count. One unknown part makes it unknown, but the rule is violated
 * all the same when the others are too much already.
 *
 * Returns: whether all numbers are sound; not whether the rule holds
 */
gboolean
weft_predicate_sum (WeftPredicateKind         kind,
                    const char               *who,
                    const WeftPredicatePart  *parts,
                    guint                     n_parts,
                    double                    limit,
                    WeftPredicate            *predicate,
                    GError                  **error)
{
  const char *culprit = NULL;
  double known = 0.0;

  g_return_val_if_fail (who != NULL && predicate != NULL && is_kind (kind), FALSE);
  g_return_val_if_fail (!is_equality (kind) && (parts != NULL || n_parts == 0), FALSE);

  clear (predicate, kind, who);
  for (guint i = 0; i < n_parts; i++)
    {
      const WeftPredicatePart *part = &parts[i];

      if (!weft_physical_check_known ("amount", part->amount, 0, most_of (kind), error)
          || !weft_physical_check ("count", part->count, 0, WEFT_PHYSICAL_MAX_COUNT, error))
        {
          g_prefix_error (error, "%s, %s: ", who, part->id);
          return FALSE;
        }
      if (!isnan (part->amount))
        known += part->amount * part->count;
      else if (part->count > 0.0 && culprit == NULL)
        culprit = part->id;
    }
  if (!check_numbers (kind, who, known, limit, error))
    return FALSE;

  predicate->use = culprit == NULL ? known : NAN;
  predicate->known = known;
  predicate->limit = limit;
  predicate->culprit = culprit;
  predicate->verdict = judge (predicate);
  return TRUE;
}

/**
 * weft_predicate_air: (skip)
 * @who: a rack
 * @heat_w: its heat; NAN when unknown
 * @is_liquid: whether it is cooled by liquid
 * @rules: the limits and the share of a liquid-cooled rack's heat that the air still takes
 * @predicate: (out): the answer, "unknown" when a number is refused
 * @error: return location for a #WeftPhysicalError
 *
 * A liquid-cooled rack has to pass %WEFT_PREDICATE_LIQUID_HEAT as well.
 *
 * Returns: whether all numbers are sound; not whether the rule holds
 */
gboolean
weft_predicate_air (const char              *who,
                    double                   heat_w,
                    gboolean                 is_liquid,
                    const WeftCoolingRules  *rules,
                    WeftPredicate           *predicate,
                    GError                 **error)
{
  g_return_val_if_fail (who != NULL && rules != NULL && predicate != NULL, FALSE);

  clear (predicate, WEFT_PREDICATE_AIR_HEAT, who);
  if (!weft_cooling_rules_check (rules, error))
    {
      g_prefix_error (error, "%s: ", who);
      return FALSE;
    }

  return weft_predicate_check (WEFT_PREDICATE_AIR_HEAT, who,
                               is_liquid ? heat_w * rules->air_share : heat_w, rules->air_w,
                               predicate, error);
}

/**
 * weft_predicate_cdus: (skip)
 * @who: whose liquid it is
 * @liquid_w: heat in the liquid; NAN when unknown
 * @capacity_w: what one distribution unit takes; NAN when unknown
 * @n_cdus: how many there are
 * @spare: how many of them may fail
 * @predicate: (out): the heat against the capacity of all but the spare ones
 * @error: return location for a #WeftPhysicalError
 *
 * It holds exactly from weft_cooling_cdus() units on.
 *
 * Returns: whether all numbers are sound; not whether the rule holds
 */
gboolean
weft_predicate_cdus (const char     *who,
                     double          liquid_w,
                     double          capacity_w,
                     guint           n_cdus,
                     guint           spare,
                     WeftPredicate  *predicate,
                     GError        **error)
{
  double working = n_cdus > spare ? (double) (n_cdus - spare) : 0.0;

  g_return_val_if_fail (who != NULL && predicate != NULL, FALSE);

  clear (predicate, WEFT_PREDICATE_CDU_HEAT, who);
  if (!weft_physical_check_known ("capacity_w", capacity_w, 1, WEFT_PHYSICAL_MAX_W, error)
      || !weft_physical_check ("n_cdus", n_cdus, 0, WEFT_PHYSICAL_MAX_COUNT, error))
    {
      g_prefix_error (error, "%s: ", who);
      return FALSE;
    }

  return weft_predicate_check (WEFT_PREDICATE_CDU_HEAT, who, liquid_w, capacity_w * working,
                               predicate, error);
}

/**
 * weft_predicate_level: (skip)
 * @who: a vertex
 * @owner: level of the definition that it stands in
 * @vertex: level of its component, or of the definition that it is an instance of
 * @is_definition: whether it is an instance of a definition
 * @predicate: (out): the answer, "unknown" when a level is refused
 * @error: return location for a #WeftPhysicalError
 *
 * A vertex of G_k is a native component of level k or a definition of level k - 1 (CHASE, arXiv
 * 2607.23042, the hierarchical hardware graph), so a rack inside a node is refused.
 *
 * Returns: whether both levels are levels; not whether the rule holds
 */
gboolean
weft_predicate_level (const char     *who,
                      WeftLevel       owner,
                      WeftLevel       vertex,
                      gboolean        is_definition,
                      WeftPredicate  *predicate,
                      GError        **error)
{
  double expected = (int) owner - (is_definition ? 1 : 0);

  g_return_val_if_fail (who != NULL && predicate != NULL, FALSE);

  return weft_predicate_check (WEFT_PREDICATE_LEVEL, who,
                               vertex == WEFT_LEVEL_ANY ? NAN : (double) vertex,
                               owner == WEFT_LEVEL_ANY ? NAN : expected, predicate, error);
}

/**
 * weft_predicate_same: (skip)
 * @kind: %WEFT_PREDICATE_PORT_KIND or %WEFT_PREDICATE_PORT_GENERATION
 * @who: a link
 * @found: (nullable): what it is at one end, %NULL when unknown
 * @expected: (nullable): what it is at the other end
 * @predicate: (out): the answer; its numbers are 1 where a text is known
 * @error: return location for a #WeftPhysicalError
 *
 * Returns: whether the answer is set; not whether the rule holds
 */
gboolean
weft_predicate_same (WeftPredicateKind   kind,
                     const char         *who,
                     const char         *found,
                     const char         *expected,
                     WeftPredicate      *predicate,
                     GError            **error)
{
  gboolean is_same = g_strcmp0 (found, expected) == 0;

  g_return_val_if_fail (who != NULL && predicate != NULL, FALSE);
  g_return_val_if_fail (kind == WEFT_PREDICATE_PORT_KIND || kind == WEFT_PREDICATE_PORT_GENERATION,
                        FALSE);

  if (!weft_predicate_check (kind, who, found == NULL ? NAN : is_same ? 1.0 : 0.0,
                             expected == NULL ? NAN : 1.0, predicate, error))
    return FALSE;

  predicate->found = found;
  predicate->expected = expected;
  return TRUE;
}

/**
 * weft_predicate_permits: (skip)
 * @predicate: an answer
 * @unknown: whether what cannot be checked is let through
 *
 * Returns: what a mask of a search has for it
 */
gboolean
weft_predicate_permits (const WeftPredicate *predicate,
                        gboolean             unknown)
{
  g_return_val_if_fail (predicate != NULL, FALSE);

  return predicate->verdict == WEFT_VERDICT_OK
         || (unknown && predicate->verdict == WEFT_VERDICT_UNKNOWN);
}

/**
 * weft_predicate_excess: (skip)
 * @predicate: an answer
 *
 * Returns: what an objective adds for it: 0 when the rule holds, NAN when that is unknown, else by
 *   which share the known use goes beyond the limit, the use itself when the limit is 0, and 1 for
 *   two sides that differ
 */
double
weft_predicate_excess (const WeftPredicate *predicate)
{
  g_return_val_if_fail (predicate != NULL, NAN);

  if (predicate->verdict == WEFT_VERDICT_UNKNOWN)
    return NAN;
  if (predicate->verdict == WEFT_VERDICT_OK)
    return 0.0;
  if (is_equality (predicate->kind))
    return 1.0;

  return predicate->limit > 0.0 ? predicate->known / predicate->limit - 1.0 : predicate->known;
}
