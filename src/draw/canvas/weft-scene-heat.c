/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums up the links of a flattened machine by the wires that scenes show of them. */
#include "draw/canvas/weft-scene-heat-private.h"

#include <math.h>

#include "sim/weft-sim-mapped.h"

/* Links that a wire stands for, all together. */
typedef struct
{
  double most;
  double sum;
  guint32 hottest;
  guint32 n_links;
  double bytes;
} Strand;

struct _WeftHeat
{
  gatomicrefcount refs;
  WeftSimResult *result;
  WeftGraph *graph;
  guint serial;
  double time_s;

  guint32 n_links;          /* of the machine */
  const guint32 *link_of;   /* (nullable): [links] of the network; NULL: their own numbers */
  guint32 *n_parts;         /* (nullable): [links of the network] links of the machine in each */
  guint n_bundles;
  guint *first_bundle;  /* [definitions + 1] */
  guint *first_strand;  /* [bundles + 1] */
  guint32 *strand_of;   /* [links]; WEFT_FLAT_NONE: of no wire */
  Strand *strands;
  double *inside;       /* [definitions] the most inside, NAN: no links */
};

G_DEFINE_BOXED_TYPE (WeftHeat, weft_heat, weft_heat_ref, weft_heat_unref)

/* --- which wire a link is of --- */

/* The item of @definition that a device is, or stands in. */
static guint32
find_item (const WeftFlat *flat, guint32 device, guint32 definition)
{
  guint32 item = flat->items[device];

  for (guint32 at = flat->owners[device]; at != WEFT_FLAT_NONE; at = flat->instances[at].parent)
    {
      if (flat->instances[at].definition == definition)
        return item;
      item = flat->instances[at].item;
    }
  return WEFT_FLAT_NONE;
}

/* Which of a generator's tiers a link is in: between the items before and at that end. */
static guint32
find_tier (const WeftFlat *flat, const WeftGraphLink *link, guint32 definition, guint32 from, guint32 to)
{
  guint32 a = find_item (flat, from, definition), b = find_item (flat, to, definition);
  const WeftGraphEnd *before = &link->from;

  for (guint t = 0; t < link->n_to; t++)
    {
      guint32 x = before->item, y = link->to[t].item;

      if ((a == x && b == y) || (a == y && b == x))
        return t;
      if (link->wiring == WEFT_WIRING_GENERATOR)
        before = &link->to[t];
    }
  return WEFT_FLAT_NONE;
}

static const WeftGraphLink *
link_of (const WeftGraph *graph, const WeftFlatBundle *bundle)
{
  return &weft_graph_definition (graph, bundle->definition)->links[bundle->link];
}

static void
number_strands (WeftHeat *self, const WeftFlat *flat)
{
  guint n = weft_graph_n_definitions (self->graph);

  self->first_bundle = g_new0 (guint, n + 1);
  for (guint d = 0; d < n; d++)
    self->first_bundle[d + 1] = self->first_bundle[d] + weft_graph_definition (self->graph, d)->n_links;
  self->n_bundles = flat->n_bundles;
  self->first_strand = g_new0 (guint, flat->n_bundles + 1);
  for (guint b = 0; b < flat->n_bundles; b++)
    self->first_strand[b + 1] = self->first_strand[b] + link_of (self->graph, &flat->bundle[b])->n_to;
  self->strands = g_new0 (Strand, MAX (1, self->first_strand[flat->n_bundles]));
  self->inside = g_new (double, MAX (1, n));
}

static void
sort_links (WeftHeat *self, const WeftFlat *flat)
{
  self->strand_of = g_new (guint32, MAX (1, flat->n_links));
  for (guint32 l = 0; l < flat->n_links; l++)
    {
      guint32 bundle = flat->bundles[l], tier = 0;
      const WeftGraphLink *link = link_of (self->graph, &flat->bundle[bundle]);

      if (link->n_to != 1)
        tier = find_tier (flat, link, flat->bundle[bundle].definition, flat->from[l], flat->to[l]);
      self->strand_of[l] = tier == WEFT_FLAT_NONE ? WEFT_FLAT_NONE : self->first_strand[bundle] + tier;
    }
}

/* --- values --- */

static guint32
network_link (const WeftHeat *self, guint32 link)
{
  return self->link_of != NULL ? self->link_of[link] : link;
}

/* What of its rate a link of the network is used; a link without a limit never is. */
static double
share_of (const WeftHeat *self, guint32 link)
{
  const WeftSimResult *result = self->result;
  double full = result->network->bw_bytes_s[link] * result->bin_s;
  guint bin;

  if (self->time_s < 0)
    return isfinite (result->links[link].utilisation) ? CLAMP (result->links[link].utilisation, 0, 1) : 0;
  bin = (guint) CLAMP (self->time_s / result->bin_s, 0, result->n_bins - 1);
  return isfinite (full) && full > 0 ? CLAMP (result->bins[(gsize) link * result->n_bins + bin] / full, 0, 1) : 0;
}

static void
count_parts (WeftHeat *self)
{
  if (self->link_of == NULL)
    return;
  self->n_parts = g_new0 (guint32, MAX (1, self->result->network->n_links));
  for (guint32 l = 0; l < self->n_links; l++)
    self->n_parts[self->link_of[l]]++;
}

/* Links that the network takes as one are used alike, and each has its part of the bytes. */
static void
add_link (WeftHeat *self, guint32 link)
{
  guint32 at = self->strand_of[link], whole = network_link (self, link);
  Strand *strand;
  double share;

  if (at == WEFT_FLAT_NONE)
    return;
  strand = &self->strands[at];
  share = share_of (self, whole);
  if (strand->n_links == 0 || share > strand->most)
    {
      strand->most = share;
      strand->hottest = whole;
    }
  strand->sum += share;
  strand->bytes += self->result->links[whole].bytes / (self->n_parts != NULL ? self->n_parts[whole] : 1);
  strand->n_links++;
}

/* Levels fall, so that this ends. */
static double
find_inside (WeftHeat *self, guint definition)
{
  const WeftGraphDefinition *at = weft_graph_definition (self->graph, definition);
  double most = -1;

  if (!isinf (self->inside[definition]))
    return self->inside[definition];
  for (guint s = self->first_strand[self->first_bundle[definition]];
       s < self->first_strand[self->first_bundle[definition + 1]]; s++)
    if (self->strands[s].n_links > 0)
      most = MAX (most, self->strands[s].most);
  for (guint i = 0; i < at->n_items; i++)
    if (at->items[i].kind == WEFT_GRAPH_DEFINITION && at->items[i].definition >= 0
        && weft_graph_definition (self->graph, at->items[i].definition)->level < at->level)
      {
        double below = find_inside (self, (guint) at->items[i].definition);

        most = isnan (below) ? most : MAX (most, below);
      }
  return self->inside[definition] = most < 0 ? NAN : most;
}

/* Different ones also for two heats. */
static guint
next_serial (void)
{
  static int last;

  return (guint) g_atomic_int_add (&last, 1) + 1;
}

static void
sum_up (WeftHeat *self)
{
  guint n = weft_graph_n_definitions (self->graph);

  for (guint s = 0; s < self->first_strand[self->n_bundles]; s++)
    self->strands[s] = (Strand){ 0 };
  for (guint32 l = 0; l < self->n_links; l++)
    add_link (self, l);
  for (guint d = 0; d < n; d++)
    self->inside[d] = INFINITY;
  for (guint d = 0; d < n; d++)
    find_inside (self, d);
  self->serial = next_serial ();
}

/* --- API --- */

/**
 * weft_heat_new: (skip)
 * @result: what a simulation found
 * @flat: the machine that it ran on
 *
 * The network is that of weft_sim_network_from_flat(), or has the machine's links by their numbers. Takes 4 bytes a
 * link.
 *
 * Returns: (transfer full) (nullable): the use of its links over the whole run; %NULL when the network is not that of
 *   @flat
 */
WeftHeat *
weft_heat_new (WeftSimResult *result, const WeftFlat *flat)
{
  WeftHeat *self;
  const guint32 *link_of;
  guint32 n_links;

  g_return_val_if_fail (result != NULL && flat != NULL, NULL);

  link_of = weft_sim_network_machine_links (result->network, &n_links);
  if (link_of == NULL)
    n_links = result->network->n_links;
  if (n_links != flat->n_links || result->network->n_nodes != flat->n_devices)
    return NULL;
  self = g_new0 (WeftHeat, 1);
  self->n_links = n_links;
  self->link_of = link_of;
  g_atomic_ref_count_init (&self->refs);
  self->result = weft_sim_result_ref (result);
  self->graph = weft_graph_ref (flat->graph);
  self->time_s = -1;
  count_parts (self);
  number_strands (self, flat);
  sort_links (self, flat);
  sum_up (self);
  return self;
}

/**
 * weft_heat_ref:
 * @self: a heat
 *
 * Returns: (transfer full): @self
 */
WeftHeat *
weft_heat_ref (WeftHeat *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_heat_unref:
 * @self: (transfer full): a heat
 */
void
weft_heat_unref (WeftHeat *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  weft_sim_result_unref (self->result);
  weft_graph_unref (self->graph);
  g_free (self->n_parts);
  g_free (self->first_bundle);
  g_free (self->first_strand);
  g_free (self->strand_of);
  g_free (self->strands);
  g_free (self->inside);
  g_free (self);
}

/**
 * weft_heat_set_time:
 * @self: a heat
 * @time_s: a time of the run, below 0 for all of it
 *
 * Shows the step that the time lies in; times after the end are the last one.
 */
void
weft_heat_set_time (WeftHeat *self, double time_s)
{
  g_return_if_fail (self != NULL && !isnan (time_s));

  if (!weft_heat_has_steps (self) || time_s < 0)
    time_s = -1;
  if (time_s == self->time_s)
    return;
  self->time_s = time_s;
  sum_up (self);
}

/**
 * weft_heat_get_time:
 * @self: a heat
 *
 * Returns: the time that is shown, below 0 for the whole run
 */
double
weft_heat_get_time (const WeftHeat *self)
{
  return self->time_s;
}

/**
 * weft_heat_has_steps:
 * @self: a heat
 *
 * Returns: whether it can show a time
 */
gboolean
weft_heat_has_steps (const WeftHeat *self)
{
  return self->result->bins != NULL && self->result->n_bins > 0 && self->result->bin_s > 0;
}

/**
 * weft_heat_get_step_s:
 * @self: a heat
 *
 * Returns: how long a step of time is, 0 without steps
 */
double
weft_heat_get_step_s (const WeftHeat *self)
{
  return weft_heat_has_steps (self) ? self->result->bin_s : 0;
}

/**
 * weft_heat_get_end_s:
 * @self: a heat
 *
 * Returns: when the run ends, or the last step of it
 */
double
weft_heat_get_end_s (const WeftHeat *self)
{
  double end_s = self->result->makespan_s - self->result->folded_s;

  return weft_heat_has_steps (self) ? MIN (end_s, self->result->n_bins * self->result->bin_s) : end_s;
}

/**
 * weft_heat_get_serial:
 * @self: a heat
 *
 * Returns: a number above 0 that no other heat has, and another one after each weft_heat_set_time() that changes
 *   something
 */
guint
weft_heat_get_serial (const WeftHeat *self)
{
  return self->serial;
}

/**
 * weft_heat_get_link: (skip)
 * @self: a heat
 * @definition: index of a definition
 * @link: which of its links
 * @to: which of the link's ends
 * @value: (out): what all links of it in the machine are used
 *
 * Returns: whether the machine has any
 */
gboolean
weft_heat_get_link (const WeftHeat *self, guint definition, guint link, guint to, WeftHeatValue *value)
{
  const Strand *strand;
  guint bundle;

  g_return_val_if_fail (self != NULL && value != NULL, FALSE);

  if (definition >= weft_graph_n_definitions (self->graph)
      || link >= self->first_bundle[definition + 1] - self->first_bundle[definition])
    return FALSE;
  bundle = self->first_bundle[definition] + link;
  if (to >= self->first_strand[bundle + 1] - self->first_strand[bundle])
    return FALSE;
  strand = &self->strands[self->first_strand[bundle] + to];
  if (strand->n_links == 0)
    return FALSE;
  *value = (WeftHeatValue){ strand->most, strand->sum / strand->n_links, strand->hottest, strand->n_links,
                            strand->bytes };
  return TRUE;
}

/**
 * weft_heat_get_inside: (skip)
 * @self: a heat
 * @definition: index of a definition
 * @most: (out): the share of the busiest link in it
 *
 * Returns: whether it has any
 */
gboolean
weft_heat_get_inside (const WeftHeat *self, guint definition, double *most)
{
  g_return_val_if_fail (self != NULL && most != NULL, FALSE);

  if (definition >= weft_graph_n_definitions (self->graph) || isnan (self->inside[definition]))
    return FALSE;
  *most = self->inside[definition];
  return TRUE;
}

char *
weft_heat_name_link (const WeftHeat *self, guint32 link)
{
  return weft_sim_network_link_name (self->result->network, link);
}
