/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a rule that does not hold or that cannot be checked, with both numbers. */
#include "design/physical/weft-predicate.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "design/physical/weft-physical-private.h"
#include "design/weft-members-private.h"

/* What is measured, how, and how a violation is called when the rule is broken or not decided. */
static const struct
{
  const char *code;
  const char *unknown_code;
  const char *label;
  WeftUnit unit;
} kinds[WEFT_N_PREDICATE_KINDS] = {
  [WEFT_PREDICATE_BUDGET_USD] = { "budget_usd", "budget_usd_unknown", N_("cost"), WEFT_UNIT_USD },
  [WEFT_PREDICATE_BUDGET_RCU] = { "budget_rcu", "budget_rcu_unknown", N_("cost in RCU"),
                                  WEFT_UNIT_NONE },
  [WEFT_PREDICATE_CHASSIS_POWER] = { "chassis_power", "chassis_power_unknown",
                                     N_("power of the chassis"), WEFT_UNIT_W },
  [WEFT_PREDICATE_RACK_POWER] = { "rack_power", "rack_power_unknown", N_("power of the rack"),
                                  WEFT_UNIT_W },
  [WEFT_PREDICATE_FACILITY_POWER] = { "facility_power", "facility_power_unknown",
                                      N_("power of the facility"), WEFT_UNIT_W },
  [WEFT_PREDICATE_AIR_HEAT] = { "air_heat", "air_heat_unknown", N_("heat into the air"),
                                WEFT_UNIT_W },
  [WEFT_PREDICATE_LIQUID_HEAT] = { "liquid_heat", "liquid_heat_unknown",
                                   N_("heat of the liquid-cooled rack"), WEFT_UNIT_W },
  [WEFT_PREDICATE_CDU_HEAT] = { "cdu_heat", "cdu_heat_unknown", N_("heat into the liquid"),
                                WEFT_UNIT_W },
  [WEFT_PREDICATE_RADIX] = { "radix", "radix_unknown", N_("ports"), WEFT_UNIT_COUNT },
  [WEFT_PREDICATE_RACK_SPACE] = { "rack_space", "rack_space_unknown", N_("rack units"),
                                  WEFT_UNIT_NONE },
  [WEFT_PREDICATE_AREA] = { "area", "area_unknown", N_("area in mm²"), WEFT_UNIT_NONE },
  [WEFT_PREDICATE_CABLE_REACH] = { "cable_reach", "cable_reach_unknown", N_("length of the cable"),
                                   WEFT_UNIT_M },
  [WEFT_PREDICATE_EXPORTED_PORTS] = { "exported_ports", "exported_ports_unknown",
                                      N_("exported ports"), WEFT_UNIT_COUNT },
  [WEFT_PREDICATE_CONNECTED] = { "connected", "connected_unknown", N_("separate pieces"),
                                 WEFT_UNIT_COUNT },
  [WEFT_PREDICATE_LEVEL] = { "level", "level_unknown", N_("level"), WEFT_UNIT_NONE },
  [WEFT_PREDICATE_PORT_KIND] = { "port_kind", "port_kind_unknown", N_("kind of port"),
                                 WEFT_UNIT_NONE },
  [WEFT_PREDICATE_PORT_GENERATION] = { "port_generation", "port_generation_unknown",
                                       N_("generation of the port"), WEFT_UNIT_NONE },
};

static const char *
level_name (double level)
{
  if (level == WEFT_LEVEL_PACKAGE)
    return _("package");
  if (level == WEFT_LEVEL_NODE)
    return _("node");
  if (level == WEFT_LEVEL_RACK)
    return _("rack");
  if (level == WEFT_LEVEL_CLUSTER)
    return _("cluster");

  return _("unknown");
}

static gboolean
is_text (WeftPredicateKind kind)
{
  return kind == WEFT_PREDICATE_PORT_KIND || kind == WEFT_PREDICATE_PORT_GENERATION;
}

static char *
show (WeftPredicateKind kind,
      double            value,
      gboolean          full)
{
  if (kind == WEFT_PREDICATE_LEVEL)
    return g_strdup (level_name (value));
  if (kinds[kind].unit == WEFT_UNIT_NONE)
    return weft_physical_number (value);

  return full ? weft_quantity_format_full (value, kinds[kind].unit)
              : weft_quantity_format (value, kinds[kind].unit);
}

/* Both numbers; with all their digits when three do not tell them apart. */
static void
show_both (const WeftPredicate  *predicate,
           char                **use,
           char                **limit)
{
  gboolean at_least = isnan (predicate->use) && predicate->verdict == WEFT_VERDICT_VIOLATED;
  double value = at_least ? predicate->known : predicate->use;

  if (is_text (predicate->kind))
    {
      *use = g_strdup (predicate->found != NULL ? predicate->found : _("unknown"));
      *limit = g_strdup (predicate->expected != NULL ? predicate->expected : _("unknown"));
      return;
    }

  *use = show (predicate->kind, value, FALSE);
  *limit = show (predicate->kind, predicate->limit, FALSE);
  if (value != predicate->limit && g_str_equal (*use, *limit))
    {
      g_free (*use);
      g_free (*limit);
      *use = show (predicate->kind, value, TRUE);
      *limit = show (predicate->kind, predicate->limit, TRUE);
    }
  if (at_least)
    {
      g_autofree char *shown = *use;

      *use = g_strdup_printf (_("at least %s"), shown);
    }
}

/* Who, use and limit. */
static char *
violated_message (const WeftPredicate *predicate,
                  const char          *use,
                  const char          *limit)
{
  const char *who = predicate->who;

  switch (predicate->kind)
    {
    case WEFT_PREDICATE_BUDGET_USD:
      return g_strdup_printf (_("%s costs %s, the budget is %s."), who, use, limit);
    case WEFT_PREDICATE_BUDGET_RCU:
      return g_strdup_printf (_("%s costs %s RCU, the budget is %s RCU."), who, use, limit);
    case WEFT_PREDICATE_CHASSIS_POWER:
      return g_strdup_printf (_("%s draws %s, its power supplies give %s."), who, use, limit);
    case WEFT_PREDICATE_RACK_POWER:
      return g_strdup_printf (_("%s draws %s, its feed carries %s."), who, use, limit);
    case WEFT_PREDICATE_FACILITY_POWER:
      return g_strdup_printf (_("%s draws %s, the facility has %s."), who, use, limit);
    case WEFT_PREDICATE_AIR_HEAT:
      return g_strdup_printf (_("%s heats the air with %s, air can take %s."), who, use, limit);
    case WEFT_PREDICATE_LIQUID_HEAT:
      return g_strdup_printf (_("%s gives off %s, its liquid cooling takes %s."), who, use, limit);
    case WEFT_PREDICATE_CDU_HEAT:
      return g_strdup_printf (_("%s heats the liquid with %s, its distribution units take %s "
                                "without the spare ones."), who, use, limit);
    case WEFT_PREDICATE_RADIX:
      return g_strdup_printf (_("%s needs %s ports, it has %s."), who, use, limit);
    case WEFT_PREDICATE_RACK_SPACE:
      return g_strdup_printf (_("%s needs %s rack units, it has %s."), who, use, limit);
    case WEFT_PREDICATE_AREA:
      return g_strdup_printf (_("%s needs %s mm², it has %s mm²."), who, use, limit);
    case WEFT_PREDICATE_CABLE_REACH:
      return g_strdup_printf (_("%s is %s long, its medium reaches %s."), who, use, limit);
    case WEFT_PREDICATE_EXPORTED_PORTS:
      return g_strdup_printf (_("%s has %s links to the outside, it exports %s ports."),
                              who, use, limit);
    case WEFT_PREDICATE_CONNECTED:
      return g_strdup_printf (_("%s falls into %s separate pieces, at most %s is allowed."),
                              who, use, limit);
    case WEFT_PREDICATE_LEVEL:
      if (predicate->limit < WEFT_LEVEL_PACKAGE)
        return g_strdup_printf (_("%s is a definition of level “%s”, a package takes none."),
                                who, use);
      return g_strdup_printf (_("%s is of level “%s”, here only “%s” may stand."),
                              who, use, limit);
    case WEFT_PREDICATE_PORT_KIND:
      return g_strdup_printf (_("%s joins a port of kind %s to one of kind %s."), who, use, limit);
    case WEFT_PREDICATE_PORT_GENERATION:
      return g_strdup_printf (_("%s joins a port of generation %s to one of generation %s."),
                              who, use, limit);
    default:
      g_return_val_if_reached (g_strdup (who));
    }
}

static const char *
violated_hint (WeftPredicateKind kind)
{
  switch (kind)
    {
    case WEFT_PREDICATE_BUDGET_USD:
    case WEFT_PREDICATE_BUDGET_RCU:
      return _("Take parts out, take cheaper ones, or raise the budget.");
    case WEFT_PREDICATE_CHASSIS_POWER:
      return _("Take parts out of the chassis, or give it larger power supplies.");
    case WEFT_PREDICATE_RACK_POWER:
      return _("Move hosts to another rack, or give this one a larger feed.");
    case WEFT_PREDICATE_FACILITY_POWER:
      return _("Take nodes out, lower the PUE, or raise the power of the facility.");
    case WEFT_PREDICATE_AIR_HEAT:
      return _("Move hosts to another rack, or cool more of the heat by liquid.");
    case WEFT_PREDICATE_LIQUID_HEAT:
      return _("Move hosts to another rack, or take a rack that cools more.");
    case WEFT_PREDICATE_CDU_HEAT:
      return _("Add a distribution unit, or take larger ones.");
    case WEFT_PREDICATE_RADIX:
      return _("Take cables off, or take a part with more ports.");
    case WEFT_PREDICATE_RACK_SPACE:
      return _("Move devices to another rack, or take a taller one.");
    case WEFT_PREDICATE_AREA:
      return _("Take dies out, or take a larger package.");
    case WEFT_PREDICATE_CABLE_REACH:
      return _("Take a medium that reaches farther, or move the racks closer.");
    case WEFT_PREDICATE_EXPORTED_PORTS:
      return _("Take links off, or leave more network ports unused inside.");
    case WEFT_PREDICATE_CONNECTED:
      return _("Join the pieces with links.");
    case WEFT_PREDICATE_LEVEL:
      return _("Put in a component of the same level, or a definition of the level just below.");
    case WEFT_PREDICATE_PORT_KIND:
      return _("Join ports of one kind.");
    case WEFT_PREDICATE_PORT_GENERATION:
      return _("Join ports of one generation.");
    default:
      g_return_val_if_reached ("");
    }
}

static char *
unknown_hint (const WeftPredicate *predicate)
{
  if (predicate->culprit != NULL && predicate->culprit != predicate->who)
    return g_strdup_printf (_("Give the figure of %s that is missing."), predicate->culprit);
  if (isnan (predicate->limit))
    return g_strdup (_("Give the limit."));

  return g_strdup (_("Give the figure that is missing."));
}

/* A text for kinds of ports; a number, or nothing when it is unknown, for all others. */
static JsonNode *
side_to_json (const WeftPredicate *predicate,
              double               value,
              const char          *text)
{
  if (is_text (predicate->kind))
    return weft_members_string (text);

  return isnan (value) ? NULL : weft_members_number (value);
}

/**
 * weft_predicate_code: (skip)
 * @kind: a rule
 * @verdict: how it came out
 *
 * Returns: (nullable): the code of its violation, %NULL when it holds
 */
const char *
weft_predicate_code (WeftPredicateKind kind,
                     WeftVerdict       verdict)
{
  g_return_val_if_fail ((guint) kind < WEFT_N_PREDICATE_KINDS, NULL);

  if (verdict == WEFT_VERDICT_OK)
    return NULL;

  return verdict == WEFT_VERDICT_VIOLATED ? kinds[kind].code : kinds[kind].unknown_code;
}

/**
 * weft_predicate_to_violation: (skip)
 * @predicate: an answer
 * @path: JSON pointer of the item that it is about
 *
 * Returns: (transfer full) (nullable): an error with both numbers when the rule is broken, where of
 *   a use that is partly unknown the known part counts; a warning when it cannot be checked, with
 *   nothing in place of the missing number; %NULL when it holds
 */
WeftViolation *
weft_predicate_to_violation (const WeftPredicate *predicate,
                             const char          *path)
{
  gboolean is_violated;
  double actual;
  g_autofree char *use = NULL;
  g_autofree char *limit = NULL;
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

  g_return_val_if_fail (predicate != NULL && path != NULL, NULL);

  if (predicate->verdict == WEFT_VERDICT_OK)
    return NULL;

  is_violated = predicate->verdict == WEFT_VERDICT_VIOLATED;
  show_both (predicate, &use, &limit);
  if (is_violated)
    {
      message = violated_message (predicate, use, limit);
      hint = g_strdup (violated_hint (predicate->kind));
    }
  else
    {
      /* Translators: an item, what is measured of it, its amount and its limit, of which one at
       * least is "unknown". */
      message = g_strdup_printf (_("%s, %s: %s, the limit is %s; this rule cannot be checked."),
                                 predicate->who, _(kinds[predicate->kind].label), use, limit);
      hint = unknown_hint (predicate);
    }

  actual = is_violated ? predicate->known : predicate->use;
  return weft_violation_new (weft_predicate_code (predicate->kind, predicate->verdict),
                             is_violated ? WEFT_SEVERITY_ERROR : WEFT_SEVERITY_WARNING, path,
                             side_to_json (predicate, actual, predicate->found),
                             side_to_json (predicate, predicate->limit, predicate->expected),
                             message, hint);
}
