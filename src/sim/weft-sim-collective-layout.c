/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a group lies in a network: its domains, the rings over it and the switches that all its members share. */
#include "sim/weft-sim-collective-private.h"

/* More rings than a node has network cards share nothing out. */
#define MAX_RINGS 16

/* A switch on slower links than this share of the best does not help to reduce. */
#define MIN_SWITCH_SHARE 0.5

/* Members by domain. */
typedef struct
{
  guint32 n;
  guint32 *first; /* [n + 1] in sorted */
} Domains;

/* --- domains --- */

static guint32
gcd (guint32 a, guint32 b)
{
  while (b != 0)
    {
      guint32 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* Numbers of the members' domains in the order in which they come up in the group. */
static guint32 *
number_domains (const WeftSimNetwork *network, const guint32 *ranks, guint32 n, guint32 *n_domains)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  guint32 *numbered = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      gpointer domain = GUINT_TO_POINTER (network->domain_of_rank[ranks[i]]);
      gpointer number = NULL;

      if (!g_hash_table_lookup_extended (numbers, domain, NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, domain, number);
        }
      numbered[i] = GPOINTER_TO_UINT (number);
    }
  *n_domains = g_hash_table_size (numbers);
  return numbered;
}

/* Fills sorted and at: members of a domain side by side, in the order of the group. */
static void
sort_members (WeftSimLayout *self, const guint32 *domain, Domains *domains)
{
  g_autofree guint32 *next = g_new0 (guint32, domains->n + 1);

  domains->first = g_new0 (guint32, domains->n + 1);
  for (guint32 i = 0; i < self->n; i++)
    domains->first[domain[i] + 1]++;
  for (guint32 d = 0; d < domains->n; d++)
    {
      domains->first[d + 1] += domains->first[d];
      next[d + 1] = domains->first[d + 1];
    }
  for (guint32 i = 0; i < self->n; i++)
    {
      self->at[i] = next[domain[i]]++;
      self->sorted[self->at[i]] = i;
    }
}

static void
measure_domains (WeftSimLayout *self, const Domains *domains)
{
  guint32 least = self->n;

  self->n_domains = domains->n;
  self->unit = 0;
  for (guint32 d = 0; d < domains->n; d++)
    {
      guint32 size = domains->first[d + 1] - domains->first[d];

      self->unit = gcd (size, self->unit);
      least = MIN (least, size);
    }
  self->n_rings = domains->n > 1 ? MIN (least, MAX_RINGS) : 1;
}

static void
find_domains (WeftSimLayout *self, const WeftSimNetwork *network, const guint32 *ranks, gboolean is_plain,
              Domains *domains)
{
  g_autofree guint32 *domain = NULL;

  domains->n = 1;
  if (is_plain || network->domain_of_rank == NULL)
    domain = g_new0 (guint32, self->n);
  else
    domain = number_domains (network, ranks, self->n, &domains->n);
  sort_members (self, domain, domains);
  measure_domains (self, domains);
}

/* --- rings --- */

/* Ring r enters a domain at its r-th member and leaves it at the one before, the next domain the other way round, so
 * that members at the same place of two domains talk and each card sends for one ring and receives for one. */
static void
lay_ring (WeftSimLayout *self, const Domains *domains, guint32 ring)
{
  guint32 *order = &self->order[(gsize) ring * self->n];
  guint32 *place = &self->place[(gsize) ring * self->n];
  guint32 at = 0;

  for (guint32 d = 0; d < domains->n; d++)
    {
      guint32 size = domains->first[d + 1] - domains->first[d];

      for (guint32 k = 0; k < size; k++, at++)
        {
          guint32 side = d % 2 == 0 ? (ring + k) % size : (ring + 2 * size - 1 - k) % size;

          order[at] = self->sorted[domains->first[d] + side];
          place[order[at]] = at;
        }
    }
}

/* --- switches --- */

static inline gboolean
is_switch (const WeftSimNetwork *network, guint32 node)
{
  return network->is_switch != NULL && network->is_switch[node];
}

WeftSimSwitches *
weft_sim_switches_new (const WeftSimNetwork *network)
{
  WeftSimSwitches *self = g_new0 (WeftSimSwitches, 1);
  guint32 *next = NULL;

  self->first = g_new0 (guint32, network->n_nodes + 2);
  for (guint32 k = 0; k < network->n_links; k++)
    if (is_switch (network, network->to[k]))
      self->first[network->from[k] + 2]++;
  for (guint32 node = 0; node < network->n_nodes; node++)
    self->first[node + 2] += self->first[node + 1];
  self->links = g_new (guint32, self->first[network->n_nodes + 1]);
  next = self->first + 1;
  for (guint32 k = 0; k < network->n_links; k++)
    if (is_switch (network, network->to[k]))
      self->links[next[network->from[k]]++] = k;
  return self;
}

void
weft_sim_switches_free (WeftSimSwitches *self)
{
  g_free (self->first);
  g_free (self->links);
  g_free (self);
}

/* A switch that members have links to, @last the last of them. */
typedef struct
{
  guint32 node;
  guint32 last;
  guint32 n_members;
  double bw_bytes_s;
} Shared;

static void
share (GArray *shared, GHashTable *rows, guint32 node, guint32 member, double bw_bytes_s)
{
  gpointer row = NULL;
  Shared *of = NULL;

  if (!g_hash_table_lookup_extended (rows, GUINT_TO_POINTER (node), NULL, &row))
    {
      Shared added = { node, WEFT_SIM_NONE, 0, 0 };

      row = GUINT_TO_POINTER (shared->len);
      g_array_append_val (shared, added);
      g_hash_table_insert (rows, GUINT_TO_POINTER (node), row);
    }
  of = &g_array_index (shared, Shared, GPOINTER_TO_UINT (row));
  of->n_members += of->last != member;
  of->last = member;
  of->bw_bytes_s += bw_bytes_s;
}

/* Switches that each member has a link to, the slow ones left out. Only those of the first member can be. */
static void
find_adjacent_switches (const WeftSimLayout *self, const WeftSimNetwork *network, const WeftSimSwitches *switches,
                        GArray *found)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) shared = g_array_new (FALSE, FALSE, sizeof (Shared));
  double best = 0;

  for (guint32 i = 0; i < self->n; i++)
    for (guint32 k = switches->first[self->node[i]]; k < switches->first[self->node[i] + 1]; k++)
      {
        guint32 node = network->to[switches->links[k]];

        if (i == 0 || g_hash_table_contains (rows, GUINT_TO_POINTER (node)))
          share (shared, rows, node, i, network->bw_bytes_s[switches->links[k]]);
      }
  for (guint i = 0; i < shared->len; i++)
    if (g_array_index (shared, Shared, i).n_members >= self->n)
      best = MAX (best, g_array_index (shared, Shared, i).bw_bytes_s);
  for (guint i = 0; i < shared->len; i++)
    {
      const Shared *of = &g_array_index (shared, Shared, i);

      if (of->n_members >= self->n && of->bw_bytes_s >= best * MIN_SWITCH_SHARE)
        g_array_append_val (found, of->node);
    }
}

static gboolean
passes (const WeftSimRoutes *routes, guint32 route, guint32 node)
{
  const WeftSimRouteUse *use = &routes->routes[route];

  for (guint32 k = 0; k + 1 < use->n_links; k++)
    if (routes->network->to[routes->links[use->first + k]] == node)
      return TRUE;
  return FALSE;
}

/* The first switch that the ways from each member to the next one all pass. */
static void
find_passed_switch (const WeftSimLayout *self, WeftSimRoutes *routes, GArray *found)
{
  const WeftSimNetwork *network = routes->network;
  guint32 first = weft_sim_routes_find (routes, self->node[self->order[0]], self->node[self->order[1]]);

  for (guint32 k = 0; first != WEFT_SIM_NONE && k + 1 < routes->routes[first].n_links; k++)
    {
      guint32 node = network->to[routes->links[routes->routes[first].first + k]];
      gboolean is_shared = is_switch (network, node);

      for (guint32 p = 1; is_shared && p < self->n; p++)
        {
          guint32 next = self->order[(p + 1) % self->n];
          guint32 route = weft_sim_routes_find (routes, self->node[self->order[p]], self->node[next]);

          is_shared = route != WEFT_SIM_NONE && passes (routes, route, node);
        }
      if (is_shared)
        {
          g_array_append_val (found, node);
          return;
        }
    }
}

static void
find_switches (WeftSimLayout *self, WeftSimRoutes *routes, const WeftSimSwitches *switches)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (routes->network->is_switch == NULL || self->n < 2)
    return;
  find_adjacent_switches (self, routes->network, switches, found);
  if (found->len == 0)
    find_passed_switch (self, routes, found);
  self->n_switches = found->len;
  self->switches = g_memdup2 (found->data, found->len * sizeof (guint32));
}

/* --- all of it --- */

WeftSimLayout *
weft_sim_layout_new (WeftSimRoutes *routes, const WeftSimSwitches *switches, const guint32 *ranks, guint32 n,
                     gboolean is_plain)
{
  WeftSimLayout *self = g_new0 (WeftSimLayout, 1);
  Domains domains = { 0, NULL };

  self->n = n;
  self->node = g_new (guint32, n);
  self->sorted = g_new (guint32, n);
  self->at = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    self->node[i] = routes->network->node_of_rank[ranks[i]];
  find_domains (self, routes->network, ranks, is_plain, &domains);
  self->order = g_new (guint32, (gsize) self->n_rings * n);
  self->place = g_new (guint32, (gsize) self->n_rings * n);
  for (guint32 ring = 0; ring < self->n_rings; ring++)
    lay_ring (self, &domains, ring);
  find_switches (self, routes, switches);
  g_free (domains.first);
  return self;
}

void
weft_sim_layout_free (WeftSimLayout *self)
{
  g_free (self->node);
  g_free (self->sorted);
  g_free (self->at);
  g_free (self->order);
  g_free (self->place);
  g_free (self->switches);
  g_free (self);
}
