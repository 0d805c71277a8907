/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The physical verifier. Power, heat and space are the same for all instances of a definition, so
 * they are judged once for each; cables are counted device by device. */
#include "design/graph/weft-graph-verify.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-pointer.h"
#include "design/graph/weft-graph-verify-private.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

char *
weft_graph_verify_path (const WeftGraphDefinition *definition)
{
  g_autofree char *escaped = weft_json_pointer_escape (definition->id);

  return g_strconcat ("/graph/definitions/", escaped, NULL);
}

const char *
weft_graph_verify_title (const WeftGraphDefinition *definition)
{
  return definition->title != NULL ? definition->title : definition->id;
}

void
weft_graph_verify_report (WeftVerifier *self, const WeftPredicate *predicate, gboolean sound,
                          const char *path, GError *error)
{
  if (!sound)
    weft_graph_found_add (&self->found,
                          weft_violation_new ("physical_range", WEFT_SEVERITY_ERROR, path, NULL,
                                              NULL, error->message,
                                              _("Mend the figure of that part.")));
  else if (predicate->verdict != WEFT_VERDICT_OK)
    weft_graph_found_add (&self->found, weft_predicate_to_violation (predicate, path));
}

static double
nameplate_w (const WeftComponent *component)
{
  return isnan (component->active_max_w) ? component->active_w : component->active_max_w;
}

/* --- parts --- */

static void
add_part (GArray *parts, const char *id, double amount, double count)
{
  WeftPredicatePart part = { id, amount, count };

  g_array_append_val (parts, part);
}

static const WeftComponent *
find_component (const WeftVerifier *self, guint index, guint item)
{
  return weft_flat_item_component (self->flat, self->catalog, index, item);
}

/* Of one chip or component; what nobody can mean is refused by name, and then unknown. */
static double
native_w (WeftVerifier *self, guint index, guint number)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  const WeftComponent *component = find_component (self, index, number);
  double w = component != NULL
               ? nameplate_w (component)
               : weft_inventory_chip (self->inventory,
                                      self->flat->item_parts[index][number])->tdp_w;
  g_autofree char *base = NULL;
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *message = NULL;

  if (isnan (w) || (w >= 0 && w <= WEFT_PHYSICAL_MAX_W))
    return w;
  base = weft_graph_verify_path (definition);
  path = g_strdup_printf ("%s/items/%u", base, number);
  shown = weft_rules_number (w);
  message = g_strdup_printf (_("“%s” draws %s W, expected 0 to %g W."), definition->items[number].id,
                             shown, WEFT_PHYSICAL_MAX_W);
  weft_graph_found_add (&self->found,
                        weft_violation_new ("physical_range", WEFT_SEVERITY_ERROR, path,
                                            weft_members_number (w),
                                            weft_members_number (WEFT_PHYSICAL_MAX_W), message,
                                            _("Mend the figure of that part.")));
  return NAN;
}

static void
add_power (WeftVerifier *self, GArray *parts, guint index, guint number)
{
  const WeftGraphItem *item = &weft_graph_definition (self->graph, index)->items[number];
  const WeftGraphWhole *whole;

  if (item->kind != WEFT_GRAPH_DEFINITION)
    {
      add_part (parts, item->id, native_w (self, index, number), item->count);
      return;
    }
  whole = &self->wholes[item->definition];
  add_part (parts, item->id, whole->known_w, item->count);
  if (whole->is_partial)
    add_part (parts, item->id, NAN, item->count);
}

/* --- one definition --- */

static WeftPredicate
check_sum (WeftVerifier *self, WeftPredicateKind kind, const WeftGraphDefinition *definition,
           const GArray *parts, double limit)
{
  g_autofree char *path = weft_graph_verify_path (definition);
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;
  gboolean sound = weft_predicate_sum (kind, weft_graph_verify_title (definition),
                                       (const WeftPredicatePart *) parts->data, parts->len, limit,
                                       &predicate, &error);

  weft_graph_verify_report (self, &predicate, sound, path, error);
  return predicate;
}

/* That the heat is as unknown as the power has been said; what is known may be too much already. */
static void
report_heat (WeftVerifier *self, const WeftPredicate *predicate, gboolean sound, const char *path,
             GError *error, gboolean is_partial)
{
  if (!is_partial || !sound || predicate->verdict == WEFT_VERDICT_VIOLATED)
    weft_graph_verify_report (self, predicate, sound, path, error);
}

/* A rear door takes the heat of a rack that air cools, so only the rack's own limit counts
 * there. */
static void
check_heat (WeftVerifier *self, const WeftGraphDefinition *definition, const WeftComponent *rack,
            double heat_w, gboolean is_partial)
{
  const WeftCoolingRules *rules = weft_cooling_rules_default ();
  gboolean is_liquid = g_strcmp0 (rack->cooling, "liquid") == 0;
  g_autofree char *path = weft_graph_verify_path (definition);
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;
  gboolean sound;

  if (!is_liquid && g_strcmp0 (rack->cooling, "air") != 0)
    return;
  sound = weft_predicate_air (weft_graph_verify_title (definition), heat_w, is_liquid, rules,
                              &predicate, &error);
  report_heat (self, &predicate, sound, path, error, is_partial);
}

/* The units inside of a rack against the heat of that rack. */
static void
check_cdus (WeftVerifier *self, guint index, double heat_w, gboolean is_partial)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  double liquid_w = heat_w * (1 - weft_cooling_rules_default ()->air_share);
  g_autofree char *path = weft_graph_verify_path (definition);

  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftComponent *component = find_component (self, index, i);
      g_autoptr (GError) error = NULL;
      WeftPredicate predicate;
      gboolean sound;

      if (component == NULL || component->type != WEFT_COMPONENT_CDU)
        continue;
      sound = weft_predicate_cdus (weft_graph_verify_title (definition), liquid_w,
                                   component->limit_w, (guint) definition->items[i].count, 0,
                                   &predicate, &error);
      report_heat (self, &predicate, sound, path, error, is_partial);
    }
}

/* What the fullest rack of that kind has of cables. */
static void
add_cables (const WeftVerifier *self, guint index, GArray *parts)
{
  const WeftGraphRackCables *cables = &self->cables[index];

  if (cables->known_w > 0)
    add_part (parts, _("cables"), cables->known_w, 1);
  if (cables->is_partial)
    add_part (parts, _("cables"), NAN, 1);
}

static void
check_rack (WeftVerifier *self, guint index, const WeftComponent *rack, const GArray *inside)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autoptr (GArray) heights = g_array_new (FALSE, FALSE, sizeof (WeftPredicatePart));
  g_autoptr (GArray) power = g_array_new (FALSE, FALSE, sizeof (WeftPredicatePart));
  WeftPredicate drawn;

  g_array_append_vals (power, inside->data, inside->len);
  add_cables (self, index, power);
  for (guint i = 0; i < definition->n_items; i++)
    add_part (heights, definition->items[i].id,
              weft_graph_item_units (self->flat, self->catalog, index, i),
              definition->items[i].count);
  drawn = check_sum (self, WEFT_PREDICATE_RACK_POWER, definition, power, rack->limit_w);
  check_sum (self, WEFT_PREDICATE_RACK_SPACE, definition, heights, rack->u_space);
  weft_graph_verify_positions (self, index, rack);
  if (isnan (drawn.known))
    return; /* a figure has been refused */
  check_heat (self, definition, rack, drawn.known, drawn.culprit != NULL);
  check_cdus (self, index, drawn.known, drawn.culprit != NULL);
}

static void
sum_up (WeftGraphWhole *whole, const GArray *power)
{
  for (guint i = 0; i < power->len; i++)
    {
      const WeftPredicatePart *part = &g_array_index (power, WeftPredicatePart, i);

      if (isnan (part->amount))
        whole->is_partial = TRUE;
      else
        whole->known_w += part->amount * part->count;
    }
}

/* Without its frame nothing limits a rack; its items still must not stand in each other. */
static void
check_frameless (WeftVerifier *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autofree char *path = weft_graph_verify_path (definition);
  g_autofree char *message = NULL;

  if (definition->level != WEFT_LEVEL_RACK)
    return;
  message = g_strdup_printf (_("%s has no enclosure, so its power, space and heat cannot be "
                               "judged."), weft_graph_verify_title (definition));
  weft_graph_found_add (&self->found,
                        weft_violation_new ("enclosure_unknown", WEFT_SEVERITY_WARNING, path, NULL,
                                            NULL, message,
                                            _("Give the rack that it is as \"enclosure\".")));
  weft_graph_verify_positions (self, index, NULL);
}

static void
check_enclosure (WeftVerifier *self, guint index, WeftGraphWhole *whole, const GArray *power)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  const WeftComponent *enclosure;

  if (definition->enclosure == NULL)
    {
      check_frameless (self, index);
      return;
    }
  enclosure = weft_flat_enclosure (self->flat, self->catalog, index);
  if (enclosure->type == WEFT_COMPONENT_RACK)
    {
      check_rack (self, index, enclosure, power);
      return;
    }
  check_sum (self, WEFT_PREDICATE_CHASSIS_POWER, definition, power, nameplate_w (enclosure));
  if (isnan (nameplate_w (enclosure)))
    return;
  /* The nameplate covers what is inside, and host, fans and losses too. */
  whole->known_w = MAX (whole->known_w, nameplate_w (enclosure));
  whole->is_partial = FALSE;
}

/* Levels bound the depth. */
static void
check_definition (WeftVerifier *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autoptr (GArray) power = g_array_new (FALSE, FALSE, sizeof (WeftPredicatePart));
  WeftGraphWhole *whole = &self->wholes[index];

  if (whole->is_done)
    return;
  whole->is_done = TRUE;
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];

      if (item->definition >= 0)
        check_definition (self, item->definition);
      add_power (self, power, index, i);
    }
  sum_up (whole, power);
  check_enclosure (self, index, whole, power);
}

static gboolean
verify (WeftVerifier *self)
{
  guint n = weft_graph_n_definitions (self->graph);
  g_autoptr (WeftGraphFloor) floor = weft_graph_floor_new (self->flat, self->catalog);
  g_autofree WeftGraphRackCables *cables
      = weft_graph_rack_cables (self->flat, floor, self->catalog);
  g_autofree WeftGraphWhole *wholes = g_new0 (WeftGraphWhole, n + 1);

  self->cables = cables;
  self->wholes = wholes;
  check_definition (self, self->flat->instances[0].definition);
  weft_graph_verify_lengths (self);
  weft_graph_verify_ports (self);
  weft_graph_found_finish (&self->found);
  return self->found.n_errors == 0;
}

/**
 * weft_graph_verify_flat: (skip)
 * @flat: a graph that keeps the composition rules, written out
 * @inventory: the catalog as the profile sees it
 * @violations: (element-type WeftViolation): where to append
 *
 * Judges what the machine is made of: chassis by the nameplate power of what they hold; racks by
 * power, rack units and their positions, heat and distribution units; cables by the reach of their
 * medium; switches, cards and chips by their ports. A chassis in a rack draws its own nameplate
 * power; of a cable each end counts in the rack where it is plugged in, unless the nameplate of a
 * chassis covers it. Conversion losses draw nothing here.
 *
 * Returns: whether nothing is exceeded
 */
gboolean
weft_graph_verify_flat (const WeftFlat *flat, WeftInventory *inventory, GPtrArray *violations)
{
  WeftVerifier self = { .flat = flat, .inventory = inventory };

  g_return_val_if_fail (flat != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  self.graph = flat->graph;
  self.catalog = weft_inventory_get_catalog (inventory);
  weft_graph_found_init (&self.found, violations);
  return verify (&self);
}

/**
 * weft_graph_verify: (skip)
 * @graph: a graph that keeps the composition rules
 * @inventory: the catalog as the profile sees it
 * @violations: (element-type WeftViolation): where to append
 *
 * weft_graph_verify_flat() for who has not flattened the graph.
 *
 * Returns: whether nothing is exceeded
 */
gboolean
weft_graph_verify (WeftGraph *graph, WeftInventory *inventory, GPtrArray *violations)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = NULL;

  g_return_val_if_fail (graph != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  flat = weft_flat_new (graph, inventory, &error);
  if (flat != NULL)
    return weft_graph_verify_flat (flat, inventory, violations);
  g_ptr_array_add (violations, weft_flat_error_to_violation (graph, error));
  return FALSE;
}
