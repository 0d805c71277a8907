/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules about the model profile and the budget. */
#include "design/weft-rules-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

/* That the document names a profile which is not there is for the evaluator to say, which takes
 * another one then. */
void
weft_rules_check_profile (WeftRules *rules)
{
  if (!weft_machine_init_empty (&rules->machine, rules->inventory))
    {
      WeftProfile *profile = weft_inventory_get_profile (rules->inventory);

      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_profile", g_strdup ("/profile"),
                      weft_members_string (weft_profile_get_id (profile)), NULL,
                      g_strdup_printf (_("The model profile %s lacks \"default_power_w\" or "
                                         "\"provision_epsilon\"."), weft_profile_get_id (profile)),
                      g_strdup (_("Add the constant to the profile, or name another profile.")));
      return;
    }
  rules->has_budget = TRUE;
}

static void
check_range (WeftRules  *rules,
             const char *path,
             double      amount,
             double      most,
             WeftUnit    unit)
{
  g_autofree char *shown = NULL;
  g_autofree char *shown_most = NULL;
  gboolean low = !(amount > 0.0);

  if (!low && amount <= most)
    return;

  rules->has_budget = FALSE;
  weft_rules_quantities (amount, most, unit, &shown, &shown_most);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "budget_range", g_strdup (path),
                  weft_members_number (amount), weft_members_number (low ? 0.0 : most),
                  low ? g_strdup_printf (_("The budget is %s, it must be above 0."), shown)
                      : g_strdup_printf (_("The budget is %s, at most %s is allowed."),
                                         shown, shown_most),
                  unit == WEFT_UNIT_W
                    ? g_strdup (_("Give watts above 0, such as 1000000 for a megawatt."))
                    : g_strdup (_("Give US dollars above 0, such as 50000000.")));
}

void
weft_rules_check_facility (WeftRules *rules)
{
  double power_w, cost_usd;

  if (!weft_design_get_facility (rules->design, &power_w, &cost_usd))
    return;

  if (!isnan (power_w) && !isnan (cost_usd))
    {
      g_autofree char *power = weft_quantity_format (power_w, WEFT_UNIT_W);
      g_autofree char *cost = weft_quantity_format (cost_usd, WEFT_UNIT_USD);

      rules->has_budget = FALSE;
      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "budget_both", g_strdup ("/facility"),
                      weft_members_number (2), weft_members_number (1),
                      g_strdup_printf (_("Two budgets are given, %s and %s; there is one at most."),
                                       power, cost),
                      g_strdup (_("Keep either \"power_w\" or \"cost_usd\".")));
      return;
    }
  if (isnan (power_w) && isnan (cost_usd))
    {
      rules->has_budget = FALSE;
      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "budget_missing", g_strdup ("/facility"),
                      weft_members_number (0), weft_members_number (1),
                      g_strdup (_("The facility has no budget, one is expected.")),
                      g_strdup (_("Give \"power_w\" or \"cost_usd\", or take \"facility\" out "
                                  "for the profile's default.")));
      return;
    }

  if (rules->has_budget)
    rules->machine.budget = weft_design_get_budget (rules->design, &rules->machine.amount);
  if (!isnan (power_w))
    check_range (rules, "/facility/power_w", power_w, WEFT_MAX_POWER_W, WEFT_UNIT_W);
  else
    check_range (rules, "/facility/cost_usd", cost_usd, WEFT_MAX_COST_USD, WEFT_UNIT_USD);
}
