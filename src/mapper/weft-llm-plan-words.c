/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sentence a plan, with both numbers: what it takes and what the chosen one takes, and the part of the time that
 * makes most of the difference. */
#include "mapper/weft-llm-plan-words-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"

/* Times that differ by less, as a share, are the same to people. */
#define SAME 1e-3

static char *
seconds (double time_s)
{
  return weft_quantity_format (time_s, WEFT_UNIT_S);
}

/* Where the groups of tensor ranks lie. (transfer full) */
static char *
explain_groups (const WeftLlmPlan *plan, const WeftLlmIslands *islands)
{
  if (plan->tp == 1)
    return g_strdup (_("no rank shares a layer with another one"));
  if (!plan->is_inside)
    return g_strdup_printf (_("groups of %u tensor ranks reach over more than one of %u islands"), plan->tp,
                            islands->n_islands);
  if (islands->n_islands == 1)
    return g_strdup_printf (_("all chips are one island, from which groups of %u tensor ranks are cut"), plan->tp);
  return g_strdup_printf (_("each group of %u tensor ranks stays in one of %u islands"), plan->tp, islands->n_islands);
}

static char *
explain_chosen (const WeftLlmPlan *plan, const WeftLlmIslands *islands, guint n_fit)
{
  g_autofree char *time = seconds (plan->time_s);
  g_autofree char *groups = explain_groups (plan, islands);

  return g_strdup_printf (ngettext ("Chosen: %s, the only one of %u plan that fits; %s, and %u of %u chips are taken.",
                                    "Chosen: %s, the least of %u plans that fit; %s, and %u of %u chips are taken.",
                                    n_fit),
                          time, n_fit, groups, plan->tp * plan->pp * plan->dp, islands->n_devices);
}

static char *
explain_lack (const WeftLlmPlan *plan)
{
  g_autofree char *needs = weft_quantity_format (plan->memory_bytes, WEFT_UNIT_BYTES);
  g_autofree char *has = weft_quantity_format (plan->capacity_bytes, WEFT_UNIT_BYTES);

  return g_strdup_printf (_("Does not fit: one chip would have to hold %s, and %s of it may be filled."), needs, has);
}

/* The part that takes most longer than in the chosen plan. */
static char *
explain_part (const WeftLlmPlan *plan, const WeftLlmPlan *chosen)
{
  const struct
  {
    double own_s;
    double other_s;
    const char *format;
  } parts[] = {
    { plan->compute_s, chosen->compute_s, _("a stage computes for %s, there for %s") },
    { plan->tp_comm_s, chosen->tp_comm_s,
      plan->is_inside || plan->tp == 1
        ? _("tensor ranks exchange sums for %s, there for %s")
        : _("groups of tensor ranks reach over islands and exchange sums for %s, there for %s") },
    { plan->pp_comm_s, chosen->pp_comm_s, _("sending between stages takes %s, there %s") },
    { plan->dp_comm_s, chosen->dp_comm_s, _("gradients of the copies are summed for %s, there for %s") },
    { plan->bubble_s, chosen->bubble_s, _("stages wait for %s, there for %s") },
  };
  guint most = 0;
  g_autofree char *own = NULL;
  g_autofree char *other = NULL;

  for (guint i = 1; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].own_s - parts[i].other_s > parts[most].own_s - parts[most].other_s)
      most = i;
  own = seconds (parts[most].own_s);
  other = seconds (parts[most].other_s);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (parts[most].format, own, other);
#pragma GCC diagnostic pop
}

static char *
explain_slower (const WeftLlmPlan *plan, const WeftLlmPlan *chosen)
{
  g_autofree char *own = seconds (plan->time_s);
  g_autofree char *least = seconds (chosen->time_s);
  g_autofree char *part = NULL;

  if (plan->time_s <= chosen->time_s * (1 + SAME))
    return g_strdup_printf (_("Takes %s, hardly more than the chosen plan with %s, on %u chips instead of %u."), own,
                            least, plan->tp * plan->pp * plan->dp, chosen->tp * chosen->pp * chosen->dp);
  part = explain_part (plan, chosen);
  return g_strdup_printf (_("Takes %s, the chosen plan %s: %s."), own, least, part);
}

void
weft_llm_plans_explain (GPtrArray *plans, const WeftLlmIslands *islands)
{
  const WeftLlmPlan *chosen = plans->pdata[0];
  guint n_fit = 0;

  for (guint i = 0; i < plans->len; i++)
    n_fit += ((const WeftLlmPlan *) plans->pdata[i])->fits ? 1 : 0;
  for (guint i = 0; i < plans->len; i++)
    {
      WeftLlmPlan *plan = plans->pdata[i];

      if (!plan->fits)
        plan->why = explain_lack (plan);
      else if (i == 0)
        plan->why = explain_chosen (plan, islands, n_fit);
      else
        plan->why = explain_slower (plan, chosen);
    }
}
