/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lengths from places, and the power of what is plugged in at both ends. */
#include "design/graph/weft-graph-cable-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-rules-private.h"

static const WeftGraphDefinition *
definition_of (const WeftFlat *flat, const WeftFlatBundle *bundle)
{
  return weft_graph_definition (flat->graph, bundle->definition);
}

static gboolean
is_built_in (const WeftComponent *component)
{
  return component->medium == WEFT_MEDIUM_SILICON || component->medium == WEFT_MEDIUM_PACKAGE
         || component->medium == WEFT_MEDIUM_BOARD || component->medium == WEFT_MEDIUM_BACKPLANE;
}

WeftLevel
weft_graph_medium_level (const WeftComponent *component)
{
  if (component->medium == WEFT_MEDIUM_BOARD || component->medium == WEFT_MEDIUM_BACKPLANE)
    return WEFT_LEVEL_RACK;
  if (is_built_in (component) || component->level == WEFT_LEVEL_PACKAGE)
    return WEFT_LEVEL_NODE;
  return WEFT_LEVEL_CLUSTER;
}

char *
weft_graph_reach_hint (double length_m)
{
  guint n;
  const WeftCableMedium *media = weft_cable_media_default (&n);
  g_autofree char *reach = NULL;
  WeftCableChoice choice;

  if (!weft_cable_choose (media, n, length_m, &choice, NULL))
    return g_strdup (_("No cable reaches that far; bring both ends closer."));
  reach = weft_rules_number (choice.medium->reach_m);
  /* Translators: a medium such as AEC, and metres. */
  return g_strdup_printf (_("Take %s, which reaches %s m, or bring both ends closer."),
                          choice.medium->id, reach);
}

static gboolean
needs_length (const WeftFlat *flat, const WeftFlatBundle *bundle)
{
  return isnan (bundle->length_m) && definition_of (flat, bundle)->level >= WEFT_LEVEL_RACK;
}

static void
take_span (WeftFlatBundle *bundle, guint32 link, WeftGraphSpan span)
{
  if (bundle->longest == WEFT_FLAT_NONE || span.least_m > bundle->least_m)
    {
      bundle->least_m = span.least_m;
      bundle->longest = link;
    }
  if (!(span.most_m <= bundle->most_m))
    bundle->most_m = span.most_m;
}

void
weft_graph_derive_lengths (WeftFlat *flat, WeftCatalog *catalog)
{
  g_autoptr (WeftGraphFloor) floor = NULL;
  g_autofree gboolean *needed = g_new0 (gboolean, flat->n_bundles + 1);
  gboolean any = FALSE;

  for (guint32 i = 0; i < flat->n_bundles; i++)
    any |= needed[i] = needs_length (flat, &flat->bundle[i]);
  if (any)
    floor = weft_graph_floor_new (flat, catalog);
  if (floor == NULL)
    return;
  for (guint32 k = 0; k < flat->n_links; k++)
    if (needed[flat->bundles[k]] && flat->from[k] < flat->to[k])
      take_span (&flat->bundle[flat->bundles[k]], k,
                 weft_graph_floor_span (floor, flat->from[k], flat->to[k]));
  for (guint32 i = 0; i < flat->n_bundles; i++)
    {
      WeftFlatBundle *bundle = &flat->bundle[i];

      if (!needed[i] || !(bundle->most_m <= bundle->least_m))
        continue;
      bundle->length_m = bundle->least_m;
      bundle->is_derived = TRUE;
    }
}

/* @value unless it is unknown of what belongs to the parts that it joins. */
static double
of_cable (const WeftComponent *component, WeftLevel level, double value)
{
  if (component == NULL)
    return level >= WEFT_LEVEL_RACK ? NAN : 0;
  return isnan (value) && is_built_in (component) ? 0 : value;
}

double
weft_graph_cable_w (const WeftComponent *component, WeftLevel level)
{
  if (component == NULL)
    return of_cable (NULL, level, NAN);
  return of_cable (component, level, isnan (component->active_max_w) ? component->active_w
                                                                    : component->active_max_w);
}

double
weft_graph_cable_usd (const WeftComponent *component, WeftLevel level)
{
  return of_cable (component, level, component != NULL ? component->cost_usd : NAN);
}

double
weft_graph_cable_rcu (const WeftComponent *component, WeftLevel level)
{
  return of_cable (component, level, component != NULL ? component->cost_rcu : NAN);
}

double *
weft_graph_count_cables (const WeftFlat *flat)
{
  double *cables = g_new0 (double, flat->n_bundles + 1);

  for (guint32 k = 0; k < flat->n_links; k++)
    cables[flat->bundles[k]] += flat->cables[k] * 0.5;
  return cables;
}

gboolean *
weft_graph_list_covered (const WeftFlat *flat, WeftCatalog *catalog)
{
  guint n = weft_graph_n_definitions (flat->graph);
  g_autofree gboolean *covers = g_new0 (gboolean, n + 1);
  gboolean *covered = g_new0 (gboolean, flat->n_instances + 1);

  for (guint i = 0; i < n; i++)
    {
      const WeftGraphDefinition *definition = weft_graph_definition (flat->graph, i);
      const WeftComponent *chassis
          = definition->level < WEFT_LEVEL_RACK ? weft_flat_enclosure (flat, catalog, i) : NULL;

      covers[i] = chassis != NULL && !(isnan (chassis->active_w) && isnan (chassis->active_max_w));
    }
  for (guint32 i = 0; i < flat->n_instances; i++)
    {
      guint32 parent = flat->instances[i].parent;

      covered[i] = covers[flat->instances[i].definition]
                   || (parent != WEFT_FLAT_NONE && covered[parent]);
    }
  return covered;
}

/* (transfer full): [n_bundles] watts of one end of one cable. */
static double *
list_watts (const WeftFlat *flat, WeftCatalog *catalog)
{
  double *watts = g_new (double, flat->n_bundles + 1);

  for (guint32 i = 0; i < flat->n_bundles; i++)
    {
      const WeftFlatBundle *bundle = &flat->bundle[i];
      const WeftComponent *component = bundle->component != WEFT_FLAT_NONE
                                         ? weft_component_at (catalog, bundle->component) : NULL;

      watts[i] = weft_graph_cable_w (component, definition_of (flat, bundle)->level) / 2;
    }
  return watts;
}

WeftGraphRackCables *
weft_graph_rack_cables (const WeftFlat *flat, const WeftGraphFloor *floor, WeftCatalog *catalog)
{
  WeftGraphRackCables *most
      = g_new0 (WeftGraphRackCables, weft_graph_n_definitions (flat->graph) + 1);
  g_autofree WeftGraphRackCables *racks = g_new0 (WeftGraphRackCables, floor->n_racks + 1);
  g_autofree double *watts = list_watts (flat, catalog);
  g_autofree gboolean *covered = weft_graph_list_covered (flat, catalog);

  for (guint32 k = 0; k < flat->n_links; k++)
    {
      double w = watts[flat->bundles[k]];
      guint32 rack = w == 0 ? WEFT_FLAT_NONE : weft_graph_floor_rack (floor, flat->from[k]);

      if (rack == WEFT_FLAT_NONE || covered[flat->owners[flat->from[k]]])
        continue;
      if (isnan (w))
        racks[rack].is_partial = TRUE;
      else
        racks[rack].known_w += w * flat->cables[k];
    }
  for (guint32 i = 0; i < flat->n_instances; i++)
    {
      guint32 rack = floor->racks[i];
      WeftGraphRackCables *of = &most[flat->instances[i].definition];

      if (rack == WEFT_FLAT_NONE)
        continue;
      of->known_w = MAX (of->known_w, racks[rack].known_w);
      of->is_partial = of->is_partial || racks[rack].is_partial;
    }
  return most;
}
