/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The physical verifier. Power, heat and space are the same for all instances of a definition, so
 * they are judged once for each; cables are counted device by device. */
#include "design/graph/weft-graph-verify.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-flatten.h"
#include "design/graph/weft-graph-private.h"
#include "design/physical/weft-predicate.h"
#include "design/weft-rules-private.h"

/* What one instance of a definition draws and how high it is. */
typedef struct
{
  gboolean is_done;
  double known_w;
  gboolean is_partial; /* a part whose power is unknown draws more */
  double height_u;
} Whole;

typedef struct
{
  WeftGraph *graph;
  WeftInventory *inventory;
  WeftCatalog *catalog;
  GPtrArray *violations;
  guint n_errors;
  Whole *wholes; /* [n_definitions] */
} Verifier;

static char *
path_of (const WeftGraphDefinition *definition)
{
  g_autofree char *escaped = weft_rules_escape (definition->id);

  return g_strconcat ("/graph/definitions/", escaped, NULL);
}

static const char *
title_of (const WeftGraphDefinition *definition)
{
  return definition->title != NULL ? definition->title : definition->id;
}

/* @sound: whether the numbers could be judged; when not, @error says why. */
static void
report (Verifier *self, const WeftPredicate *predicate, gboolean sound, const char *path,
        GError *error)
{
  if (!sound)
    {
      g_ptr_array_add (self->violations,
                       weft_violation_new ("physical_range", WEFT_SEVERITY_ERROR, path, NULL, NULL,
                                           error->message, _("Mend the figure of that part.")));
      self->n_errors++;
    }
  else if (predicate->verdict != WEFT_VERDICT_OK)
    {
      g_ptr_array_add (self->violations, weft_predicate_to_violation (predicate, path));
      if (predicate->verdict == WEFT_VERDICT_VIOLATED)
        self->n_errors++;
    }
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
find_component (const Verifier *self, const WeftGraphItem *item)
{
  return item->kind == WEFT_GRAPH_COMPONENT ? weft_component_find (self->catalog, item->of) : NULL;
}

static void
add_power (const Verifier *self, GArray *parts, const WeftGraphItem *item)
{
  const WeftComponent *component = find_component (self, item);
  const Whole *whole;

  if (component != NULL)
    {
      add_part (parts, item->id, nameplate_w (component), item->count);
      return;
    }
  if (item->kind == WEFT_GRAPH_CHIP)
    {
      add_part (parts, item->id, weft_inventory_find_chip (self->inventory, item->of)->tdp_w,
                item->count);
      return;
    }
  whole = &self->wholes[item->definition];
  add_part (parts, item->id, whole->known_w, item->count);
  if (whole->is_partial)
    add_part (parts, item->id, NAN, item->count);
}

/* What is on a board or inside of a package is as high as what holds it. */
static double
height_of (const Verifier *self, const WeftGraphItem *item)
{
  const WeftComponent *component = find_component (self, item);

  if (component != NULL)
    return component->level >= WEFT_LEVEL_RACK ? component->u_space : 0;
  return item->kind == WEFT_GRAPH_CHIP ? 0 : self->wholes[item->definition].height_u;
}

/* --- one definition --- */

static WeftPredicate
check_sum (Verifier *self, WeftPredicateKind kind, const WeftGraphDefinition *definition,
           const GArray *parts, double limit)
{
  g_autofree char *path = path_of (definition);
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;
  gboolean sound = weft_predicate_sum (kind, title_of (definition),
                                       (const WeftPredicatePart *) parts->data, parts->len, limit,
                                       &predicate, &error);

  report (self, &predicate, sound, path, error);
  return predicate;
}

/* A rear door takes the heat of a rack that air cools, so only the rack's own limit counts
 * there. */
static void
check_heat (Verifier *self, const WeftGraphDefinition *definition, const WeftComponent *rack,
            double heat_w)
{
  const WeftCoolingRules *rules = weft_cooling_rules_default ();
  gboolean is_liquid = g_strcmp0 (rack->cooling, "liquid") == 0;
  g_autofree char *path = path_of (definition);
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;
  gboolean sound;

  if (!is_liquid && g_strcmp0 (rack->cooling, "air") != 0)
    return;
  sound = weft_predicate_air (title_of (definition), heat_w, is_liquid, rules, &predicate, &error);
  report (self, &predicate, sound, path, error);
}

/* The units inside of a rack against the heat of that rack. */
static void
check_cdus (Verifier *self, const WeftGraphDefinition *definition, double heat_w)
{
  double liquid_w = heat_w * (1 - weft_cooling_rules_default ()->air_share);
  g_autofree char *path = path_of (definition);

  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftComponent *component = find_component (self, &definition->items[i]);
      g_autoptr (GError) error = NULL;
      WeftPredicate predicate;
      gboolean sound;

      if (component == NULL || component->type != WEFT_COMPONENT_CDU)
        continue;
      sound = weft_predicate_cdus (title_of (definition), liquid_w, component->limit_w,
                                   (guint) definition->items[i].count, 0, &predicate, &error);
      report (self, &predicate, sound, path, error);
    }
}

static void
check_rack (Verifier *self, const WeftGraphDefinition *definition, const WeftComponent *rack,
            const GArray *power)
{
  g_autoptr (GArray) heights = g_array_new (FALSE, FALSE, sizeof (WeftPredicatePart));
  WeftPredicate drawn;

  for (guint i = 0; i < definition->n_items; i++)
    add_part (heights, definition->items[i].id, height_of (self, &definition->items[i]),
              definition->items[i].count);
  drawn = check_sum (self, WEFT_PREDICATE_RACK_POWER, definition, power, rack->limit_w);
  check_sum (self, WEFT_PREDICATE_RACK_SPACE, definition, heights, rack->u_space);
  if (drawn.verdict == WEFT_VERDICT_UNKNOWN)
    return; /* its heat is as unknown as its power, which has been said */
  check_heat (self, definition, rack, drawn.known);
  check_cdus (self, definition, drawn.known);
}

static void
sum_up (Whole *whole, const GArray *power)
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

static void
check_enclosure (Verifier *self, const WeftGraphDefinition *definition, Whole *whole,
                 const GArray *power)
{
  const WeftComponent *enclosure = weft_component_find (self->catalog, definition->enclosure);

  if (enclosure->type == WEFT_COMPONENT_RACK)
    {
      check_rack (self, definition, enclosure, power);
      return;
    }
  whole->height_u = enclosure->u_space;
  check_sum (self, WEFT_PREDICATE_CHASSIS_POWER, definition, power, nameplate_w (enclosure));
  if (isnan (nameplate_w (enclosure)))
    return;
  /* The nameplate covers what is inside, and host, fans and losses too. */
  whole->known_w = MAX (whole->known_w, nameplate_w (enclosure));
  whole->is_partial = FALSE;
}

/* Levels bound the depth. */
static void
check_definition (Verifier *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autoptr (GArray) power = g_array_new (FALSE, FALSE, sizeof (WeftPredicatePart));
  Whole *whole = &self->wholes[index];

  if (whole->is_done)
    return;
  whole->is_done = TRUE;
  whole->height_u = definition->level == WEFT_LEVEL_PACKAGE ? 0 : NAN;
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];

      if (item->definition >= 0)
        check_definition (self, item->definition);
      add_power (self, power, item);
    }
  sum_up (whole, power);
  if (definition->enclosure != NULL)
    check_enclosure (self, definition, whole, power);
}

/* --- cables --- */

/* The fullest device of each item; one fault of an item is enough, its others are alike. */
static guint32 *
find_fullest (const Verifier *self, const WeftFlat *flat, const guint *offsets, guint n_items)
{
  guint32 *fullest = g_new (guint32, n_items);

  for (guint i = 0; i < n_items; i++)
    fullest[i] = WEFT_FLAT_NONE;
  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      guint32 definition = flat->instances[flat->owners[i]].definition;
      guint32 *best = &fullest[offsets[definition] + flat->items[i]];

      if (weft_graph_definition (self->graph, definition)->items[flat->items[i]].kind
            == WEFT_GRAPH_COMPONENT
          && (*best == WEFT_FLAT_NONE || weft_flat_ports (flat, i) > weft_flat_ports (flat, *best)))
        *best = i;
    }
  return fullest;
}

static void
check_radix (Verifier *self, const WeftFlat *flat, guint32 device, const WeftGraphDefinition *owner,
             guint item)
{
  const WeftComponent *component = weft_component_at (self->catalog, flat->parts[device]);
  guint64 used = weft_flat_ports (flat, device);
  g_autofree char *name = NULL;
  g_autofree char *base = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;
  gboolean sound;

  if (used == 0 || (isnan (component->ports) && flat->kinds[device] != WEFT_DEVICE_SWITCH))
    return;
  name = weft_flat_device_name (flat, device);
  base = path_of (owner);
  path = g_strdup_printf ("%s/items/%u", base, item);
  sound = weft_predicate_check (WEFT_PREDICATE_RADIX, name, (double) used, component->ports,
                                &predicate, &error);
  report (self, &predicate, sound, path, error);
}

static void
check_cables (Verifier *self, const WeftFlat *flat)
{
  guint n = weft_graph_n_definitions (self->graph);
  g_autofree guint *offsets = g_new0 (guint, n + 1);
  g_autofree guint32 *fullest = NULL;

  for (guint i = 0; i < n; i++)
    offsets[i + 1] = offsets[i] + weft_graph_definition (self->graph, i)->n_items;
  fullest = find_fullest (self, flat, offsets, offsets[n]);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < offsets[i + 1] - offsets[i]; j++)
      if (fullest[offsets[i] + j] != WEFT_FLAT_NONE)
        check_radix (self, flat, fullest[offsets[i] + j], weft_graph_definition (self->graph, i),
                     j);
}

/**
 * weft_graph_verify: (skip)
 * @graph: a graph that keeps the composition rules
 * @inventory: the catalog as the profile sees it
 * @violations: (element-type WeftViolation): where to append
 *
 * Judges what the machine is made of: chassis by the nameplate power of what they hold, racks by
 * power, rack units, heat and distribution units, switches and other parts by their ports. A
 * chassis in a rack draws its own nameplate power. Cables and conversion losses draw nothing here.
 *
 * Returns: whether nothing is exceeded
 */
gboolean
weft_graph_verify (WeftGraph *graph, WeftInventory *inventory, GPtrArray *violations)
{
  Verifier self = { .graph = graph, .inventory = inventory, .violations = violations };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = NULL;

  g_return_val_if_fail (graph != NULL && violations != NULL, FALSE);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), FALSE);

  self.catalog = weft_inventory_get_catalog (inventory);
  flat = weft_flat_new (graph, inventory, &error);
  if (flat == NULL)
    {
      report (&self, NULL, FALSE, "/graph", error);
      return FALSE;
    }
  self.wholes = g_new0 (Whole, weft_graph_n_definitions (graph));
  check_definition (&self, graph->root);
  check_cables (&self, flat);
  g_free (self.wholes);
  return self.n_errors == 0;
}
