/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals against the budget of the document, in JSON, and by their names. */
#include "design/graph/weft-graph-totals.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/physical/weft-predicate.h"
#include "design/weft-members-private.h"

/* Names of what is unknown that are listed; how many there are is said anyway. */
#define LISTED 20

/* What the machine exceeds is no more than a warning: the budget that decides is that of chips and
 * ports, as the profile counts them. */
static void
judge (WeftPredicateKind kind, const WeftTotal *total, double limit, const char *path,
       GPtrArray *violations)
{
  WeftPredicatePart parts[2] = { { _("parts"), total->known, 1 }, { NULL, NAN, 1 } };
  guint n = total->lacks->len > 0 ? 2 : 1;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftViolation) found = NULL;
  WeftPredicate predicate;
  JsonNode *actual, *most;

  if (isnan (limit))
    return;
  if (n == 2)
    parts[1].id = g_array_index (total->lacks, WeftTotalLack, 0).name;
  if (!weft_predicate_sum (kind, _("The machine"), parts, n, limit, &predicate, &error))
    {
      g_ptr_array_add (violations,
                       weft_violation_new ("physical_range", WEFT_SEVERITY_ERROR, path, NULL, NULL,
                                           error->message, _("Mend the figures of its parts.")));
      return;
    }
  found = weft_predicate_to_violation (&predicate, path);
  if (found == NULL)
    return;
  actual = weft_violation_get_actual (found);
  most = weft_violation_get_limit (found);
  g_ptr_array_add (violations,
                   weft_violation_new (weft_violation_get_code (found), WEFT_SEVERITY_WARNING, path,
                                       actual != NULL ? weft_members_copy_node (actual) : NULL,
                                       most != NULL ? weft_members_copy_node (most) : NULL,
                                       weft_violation_get_message (found),
                                       weft_violation_get_hint (found)));
}

static void
put_total (JsonObject *object, const char *key, const WeftTotal *total)
{
  JsonObject *entry = json_object_new ();
  JsonArray *lacks = json_array_new ();

  for (guint i = 0; i < MIN (total->lacks->len, LISTED); i++)
    {
      const WeftTotalLack *lack = &g_array_index (total->lacks, WeftTotalLack, i);
      JsonObject *named = json_object_new ();

      json_object_set_string_member (named, "name", lack->name);
      json_object_set_member (named, "count", weft_members_number (lack->count));
      json_array_add_object_element (lacks, named);
    }
  json_object_set_member (entry, "known", weft_members_number (total->known));
  json_object_set_member (entry, "n_unknown", weft_members_number (weft_total_n_lacks (total)));
  json_object_set_array_member (entry, "unknown", lacks);
  json_object_set_object_member (object, key, entry);
}

static void
put_ports (JsonObject *object, const WeftGraphTotals *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->ports->len; i++)
    {
      const WeftTotalPorts *kind = &g_array_index (self->ports, WeftTotalPorts, i);
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "id", kind->id);
      json_object_set_int_member (entry, "count", kind->count);
      json_object_set_member (entry, "used", weft_members_number (kind->used));
      json_object_set_member (entry, "available", weft_members_number (kind->available));
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, "switches", array);
}

/**
 * weft_total_get: (skip)
 * @self: a sum
 *
 * Returns: it, NAN when a part of it is unknown
 */
double
weft_total_get (const WeftTotal *self)
{
  g_return_val_if_fail (self != NULL, NAN);

  return self->lacks->len > 0 ? NAN : self->known;
}

/**
 * weft_total_n_lacks: (skip)
 * @self: a sum
 *
 * Returns: how many parts of the machine have no figure
 */
double
weft_total_n_lacks (const WeftTotal *self)
{
  double n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->lacks->len; i++)
    n += g_array_index (self->lacks, WeftTotalLack, i).count;
  return n;
}

/**
 * weft_total_kind_nick: (skip)
 * @kind: a kind of parts
 *
 * Returns: its name in files
 */
const char *
weft_total_kind_nick (WeftTotalKind kind)
{
  static const char *const nicks[WEFT_N_TOTALS]
      = { "chips", "switches", "nics", "memory", "cables", "cooling", "other" };

  g_return_val_if_fail ((guint) kind < WEFT_N_TOTALS, NULL);

  return nicks[kind];
}

/**
 * weft_total_kind_label: (skip)
 * @kind: a kind of parts
 *
 * Returns: its name for people, translated
 */
const char *
weft_total_kind_label (WeftTotalKind kind)
{
  static const char *const labels[WEFT_N_TOTALS] = {
    N_("Chips"), N_("Switches"), N_("Network cards"), N_("Memory"), N_("Cables and optics"),
    N_("Cooling"), N_("Hosts, fans and losses"),
  };

  g_return_val_if_fail ((guint) kind < WEFT_N_TOTALS, NULL);

  return _(labels[kind]);
}

/**
 * weft_graph_totals_judge: (skip)
 * @self: totals
 * @power_w: the budget of the document, NAN when it gives none in watts
 * @cost_usd: the same in dollars
 * @violations: (element-type WeftViolation): where to append warnings
 *
 * The facility's power counts when the PUE is known, else the IT power.
 */
void
weft_graph_totals_judge (const WeftGraphTotals *self, double power_w, double cost_usd,
                         GPtrArray *violations)
{
  g_return_if_fail (self != NULL && violations != NULL);

  judge (WEFT_PREDICATE_FACILITY_POWER, isnan (self->pue) ? &self->it_w : &self->facility_w,
         power_w, "/facility/power_w", violations);
  judge (WEFT_PREDICATE_BUDGET_USD, &self->cost_usd, cost_usd, "/facility/cost_usd", violations);
}

/**
 * weft_graph_totals_to_json: (skip)
 * @self: totals
 *
 * Returns: (transfer full): an object; each sum has what is known of it, how many parts have no
 *   figure, and the names of the first twenty
 */
JsonNode *
weft_graph_totals_to_json (const WeftGraphTotals *self)
{
  JsonObject *object = json_object_new ();
  JsonObject *power = json_object_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < WEFT_N_TOTALS; i++)
    put_total (power, weft_total_kind_nick (i), &self->power_w[i]);
  json_object_set_object_member (object, "power_w", power);
  put_total (object, "it_w", &self->it_w);
  json_object_set_member (object, "pue", weft_members_number (self->pue));
  put_total (object, "facility_w", &self->facility_w);
  put_total (object, "cost_usd", &self->cost_usd);
  put_total (object, "cost_rcu", &self->cost_rcu);
  put_total (object, "units_used", &self->units_used);
  put_total (object, "units", &self->units);
  put_ports (object, self);
  json_object_set_int_member (object, "racks", self->n_racks);
  json_object_set_int_member (object, "chips", self->n_chips);
  json_object_set_member (object, "area_m2", weft_members_number (self->area_m2));
  return weft_members_to_node (object);
}
