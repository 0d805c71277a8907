/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes over each link: messages along the ways of the machine, each over the emptiest of the equal ways. Ways are
 * found once for each pair of devices that messages pass between. */
#include "mapper/weft-map-report-private.h"

#include <string.h>

#include "design/graph/weft-graph-route.h"

/* Ways that are asked for in all, and for one pair: where many pairs have messages, fewer equal ways of each are
 * looked for. */
#define MAX_LOOKS 2000000u
#define MAX_FLOWS 48u
#define MIN_FLOWS 2u

/* Messages between two looks at whether to stop. */
#define STRIDE 65536u

/* The different ways of a pair: @n of @length links each, in Traffic.links from @first on. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 length;
} Ways;

typedef struct
{
  WeftMapReport *report;
  const WeftTaskGraph *graph;
  const WeftPlatform *platform;
  const WeftSchedule *schedule;
  const WeftFlat *flat;     /* NULL: pairs count, not links */
  GCancellable *cancellable;
  guint64 n_sent;
  guint32 *way_of;          /* [devices × devices] index in @ways + 1 */
  GArray *ways;             /* of Ways */
  GArray *links;            /* of guint32 */
  GArray *found;            /* of guint32: one way */
  WeftRoute *route;
  guint n_flows;
  double *bytes;            /* [links of the machine, or devices × devices] */
  guint64 *n_messages;
} Traffic;

/* --- ways --- */

static gboolean
has_way (const Traffic *self, const Ways *ways)
{
  const guint32 *links = (const guint32 *) self->links->data + ways->first;

  for (guint32 w = 0; w < ways->n; w++)
    if (memcmp (links + (gsize) w * ways->length, self->found->data, ways->length * sizeof *links) == 0)
      return TRUE;
  return FALSE;
}

/* Ways of the same length that a rule leaves open; only a rule with a choice is asked again. */
static Ways
find_ways (Traffic *self, guint from, guint to)
{
  Ways ways = { self->links->len, 0, 0 };

  for (guint flow = 0; flow < self->n_flows; flow++)
    {
      WeftRouteRule rule = weft_route_path (self->route, self->platform->device[from], self->platform->device[to], flow,
                                            self->found);

      if (rule == WEFT_ROUTE_NONE)
        break;
      if (flow == 0)
        ways.length = self->found->len;
      if (self->found->len == ways.length && !has_way (self, &ways))
        {
          g_array_append_vals (self->links, self->found->data, self->found->len);
          ways.n++;
        }
      if (rule != WEFT_ROUTE_UP_DOWN && rule != WEFT_ROUTE_DIRECT && rule != WEFT_ROUTE_MINIMAL)
        break;
    }
  return ways;
}

static const Ways *
ways_of (Traffic *self, guint from, guint to)
{
  guint32 *at = &self->way_of[(gsize) from * self->platform->n_devices + to];

  if (*at == 0)
    {
      Ways ways = find_ways (self, from, to);

      g_array_append_val (self->ways, ways);
      *at = self->ways->len;
    }
  return &g_array_index (self->ways, Ways, *at - 1);
}

/* The way whose fullest link has the least bytes; of equal ones the first. */
static const guint32 *
emptiest_way (const Traffic *self, const Ways *ways)
{
  const guint32 *links = (const guint32 *) self->links->data + ways->first;
  const guint32 *best = links;
  double least = G_MAXDOUBLE;

  for (guint32 w = 0; w < ways->n; w++, links += ways->length)
    {
      double most = 0;

      for (guint32 i = 0; i < ways->length; i++)
        most = MAX (most, self->bytes[links[i]]);
      if (most < least)
        {
          least = most;
          best = links;
        }
    }
  return best;
}

/* --- messages --- */

/* @n messages with @bytes in all from one device to another. FALSE when cancelled. */
static gboolean
send (Traffic *self, guint from, guint to, double bytes, guint64 n)
{
  const Ways *ways;
  const guint32 *links;

  if (from == to)
    return TRUE;
  self->report->moved_bytes += bytes;
  self->report->moved_messages += n;
  if (self->n_sent++ % STRIDE == 0 && g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (self->flat == NULL)
    {
      self->bytes[(gsize) from * self->platform->n_devices + to] += bytes;
      self->n_messages[(gsize) from * self->platform->n_devices + to] += n;
      return TRUE;
    }
  ways = ways_of (self, from, to);
  links = emptiest_way (self, ways);
  for (guint32 i = 0; i < ways->length; i++)
    {
      self->bytes[links[i]] += bytes;
      self->n_messages[links[i]] += n;
    }
  return TRUE;
}

static gboolean
send_edges (Traffic *self)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      if (!send (self, self->schedule->device[graph->pred[e]], self->schedule->device[i], graph->pred_bytes[e], 1))
        return FALSE;
  return TRUE;
}

static gboolean
send_ring (Traffic *self, const guint32 *ranks, guint n, double bytes, guint sweeps)
{
  for (guint i = 0; i < n; i++)
    if (!send (self, self->schedule->device[ranks[i]], self->schedule->device[ranks[(i + 1) % n]],
               bytes * (n - 1) / n * sweeps, (guint64) (n - 1) * sweeps))
      return FALSE;
  return TRUE;
}

static gboolean
send_all (Traffic *self, const guint32 *ranks, guint n, double bytes)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      if (!send (self, self->schedule->device[ranks[i]], self->schedule->device[ranks[j]], bytes / n, 1))
        return FALSE;
  return TRUE;
}

/* In each round all that have it pass it on, over half the distance of the round before. */
static gboolean
send_tree (Traffic *self, const guint32 *ranks, guint n, double bytes)
{
  guint far = 1;

  while (far < n)
    far *= 2;
  for (far /= 2; far > 0; far /= 2)
    for (guint i = 0; i + far < n; i += 2 * far)
      if (!send (self, self->schedule->device[ranks[i]], self->schedule->device[ranks[i + far]], bytes, 1))
        return FALSE;
  return TRUE;
}

static gboolean
send_collective (Traffic *self, const guint32 *ranks, guint n)
{
  const WeftTaskKind *kind = &self->graph->kinds[self->graph->kind[ranks[0]]];

  switch (kind->comm)
    {
    case WEFT_COMM_ALL_REDUCE:
      return send_ring (self, ranks, n, kind->comm_bytes, 2);
    case WEFT_COMM_ALL_GATHER:
    case WEFT_COMM_REDUCE_SCATTER:
      return send_ring (self, ranks, n, kind->comm_bytes, 1);
    case WEFT_COMM_ALL_TO_ALL:
      return send_all (self, ranks, n, kind->comm_bytes);
    case WEFT_COMM_BROADCAST:
      return send_tree (self, ranks, n, kind->comm_bytes);
    default:
      return TRUE;
    }
}

static gboolean
send_collectives (Traffic *self)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint32 g = 0; graph->group != NULL && g < graph->n_groups; g++)
    {
      guint n = graph->first_member[g + 1] - graph->first_member[g];

      if (n > 1 && !send_collective (self, graph->member + graph->first_member[g], n))
        return FALSE;
    }
  return TRUE;
}

/* --- all --- */

/* Ways of all pairs that edges pass between, by the device that they lead to, since a search for shortest ways begins
 * there. What collectives need besides is found when it is needed. FALSE when cancelled. */
static gboolean
find_all_ways (Traffic *self)
{
  const WeftTaskGraph *graph = self->graph;
  gsize n = self->platform->n_devices;
  g_autofree guint8 *is_met = g_new0 (guint8, n * n);
  guint64 n_pairs = 1;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      {
        guint8 *met = &is_met[self->schedule->device[i] * n + self->schedule->device[graph->pred[e]]];

        n_pairs += *met == 0;
        *met = 1;
      }
  self->n_flows = (guint) CLAMP (MAX_LOOKS / n_pairs, MIN_FLOWS, MAX_FLOWS);
  for (gsize to = 0; to < n; to++)
    {
      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      for (gsize from = 0; from < n; from++)
        if (is_met[to * n + from] && from != to)
          ways_of (self, from, to);
    }
  return TRUE;
}

static int
compare_loads_cb (gconstpointer a, gconstpointer b)
{
  const WeftLinkLoad *one = a;
  const WeftLinkLoad *other = b;

  if (one->bytes != other->bytes)
    return one->bytes > other->bytes ? -1 : 1;
  if (one->n_messages != other->n_messages)
    return one->n_messages > other->n_messages ? -1 : 1;
  if (one->link != other->link)
    return one->link < other->link ? -1 : 1;
  if (one->from != other->from)
    return one->from < other->from ? -1 : 1;
  return (one->to > other->to) - (one->to < other->to);
}

static void
take_links (Traffic *self)
{
  gsize n = self->platform->n_devices;
  gsize n_places = self->flat != NULL ? self->flat->n_links : n * n;

  for (gsize i = 0; i < n_places; i++)
    {
      WeftLinkLoad load = { WEFT_FLAT_NONE, 0, 0, self->n_messages[i], self->bytes[i] };

      if (load.n_messages == 0)
        continue;
      if (self->flat != NULL)
        load = (WeftLinkLoad) { i, self->flat->from[i], self->flat->to[i], load.n_messages, load.bytes };
      else
        load = (WeftLinkLoad) { WEFT_FLAT_NONE, i / n, i % n, load.n_messages, load.bytes };
      g_array_append_val (self->report->links, load);
    }
  g_array_sort (self->report->links, compare_loads_cb);
}

static gboolean
run (Traffic *self)
{
  double along_edges;

  if ((self->flat != NULL && !find_all_ways (self)) || !send_edges (self))
    return FALSE;
  along_edges = self->report->moved_bytes;
  self->report->moved_bytes = 0;
  if (!send_collectives (self))
    return FALSE;
  self->report->collective_bytes = self->report->moved_bytes;
  self->report->moved_bytes += along_edges;
  take_links (self);
  return TRUE;
}

gboolean
weft_map_traffic (WeftMapReport *report, const WeftMapProblem *problem, const WeftSchedule *schedule,
                  const WeftFlat *flat, GCancellable *cancellable)
{
  gsize n = problem->platform->n_devices;
  gboolean has_ways = flat != NULL && problem->platform->device != NULL;
  gsize n_places = has_ways ? flat->n_links : n * n;
  Traffic traffic = {
    .report = report, .graph = problem->graph, .platform = problem->platform, .schedule = schedule,
    .flat = has_ways ? flat : NULL, .cancellable = cancellable,
  };
  gboolean done;

  traffic.bytes = g_new0 (double, n_places + 1);
  traffic.n_messages = g_new0 (guint64, n_places + 1);
  traffic.ways = g_array_new (FALSE, FALSE, sizeof (Ways));
  traffic.links = g_array_new (FALSE, FALSE, sizeof (guint32));
  traffic.found = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (has_ways)
    {
      traffic.way_of = g_new0 (guint32, n * n);
      traffic.route = weft_route_new (flat);
    }
  done = run (&traffic);
  g_free (traffic.bytes);
  g_free (traffic.n_messages);
  g_free (traffic.way_of);
  g_array_unref (traffic.ways);
  g_array_unref (traffic.links);
  g_array_unref (traffic.found);
  weft_route_free (traffic.route);
  return done;
}
