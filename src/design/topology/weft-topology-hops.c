/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth-first searches from up to 64 endpoints at once, a bit for each, and only from endpoints
 * that differ: what has the same neighbours has the same distances. */
#include "design/topology/weft-topology-hops-private.h"

#include <math.h>
#include <string.h>

#define BATCH 64

/* Looks at a neighbour, after which distances are given up as unknown; about half a minute. */
#define MAX_LOOKS G_GUINT64_CONSTANT (10000000000)

/* An endpoint that stands for @weight endpoints. */
typedef struct
{
  guint32 vertex;
  guint32 weight;
} Source;

/* @seen, @front and @next have a bit for each source of the batch. */
typedef struct
{
  const WeftNet *net;
  guint64 *seen;
  guint64 *front;
  guint64 *next;
  guint32 *now;  /* the vertices that have a bit in front */
  guint32 *then; /* and those in next */
  guint64 looks;
  gint64 diameter;
  double hops;    /* over ordered pairs */
  double reached; /* ordered pairs, each endpoint with itself too */
} Search;

static void
search_clear (Search *search)
{
  g_clear_pointer (&search->seen, g_free);
  g_clear_pointer (&search->front, g_free);
  g_clear_pointer (&search->next, g_free);
  g_clear_pointer (&search->now, g_free);
  g_clear_pointer (&search->then, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static guint64
hash_row (const WeftNet *net, guint32 v)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint32 i = net->first[v]; i < net->first[v + 1]; i++)
    hash = (hash ^ net->ends[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash ^ hash >> 29;
}

static gboolean
same_row (const WeftNet *net, guint32 a, guint32 b)
{
  gsize bytes = (net->first[a + 1] - net->first[a]) * sizeof (guint32);

  return net->first[a + 1] - net->first[a] == net->first[b + 1] - net->first[b]
         && memcmp (net->ends + net->first[a], net->ends + net->first[b], bytes) == 0;
}

/* Endpoints with the same neighbours, found through a table of hashes with open addressing that
 * holds one more than an index into @sources. */
static GArray *
group_endpoints (const WeftNet *net)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (Source));
  guint32 size = 16;
  g_autofree guint32 *slots = NULL;

  while (size < 2 * net->n_of_kind[WEFT_VERTEX_ENDPOINT])
    size *= 2;
  slots = g_new0 (guint32, size);
  for (guint32 v = 0; v < net->n_vertices; v++)
    {
      guint32 slot = hash_row (net, v) & (size - 1);

      if (net->kinds[v] != WEFT_VERTEX_ENDPOINT)
        continue;
      while (slots[slot] != 0
             && !same_row (net, v, g_array_index (sources, Source, slots[slot] - 1).vertex))
        slot = (slot + 1) & (size - 1);
      if (slots[slot] == 0)
        {
          Source source = { v, 0 };

          g_array_append_val (sources, source);
          slots[slot] = sources->len;
        }
      g_array_index (sources, Source, slots[slot] - 1).weight++;
    }
  return sources;
}

static GArray *
alike_endpoints (const WeftNet *net, guint32 n_alike, guint32 step)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (Source));

  for (guint32 i = 0; i < n_alike; i++)
    {
      Source source = { i * step, net->n_of_kind[WEFT_VERTEX_ENDPOINT] / n_alike };

      g_array_append_val (sources, source);
    }
  return sources;
}

/* What the bits of a newly reached endpoint add. */
static double
weigh (guint64 bits, const Source *sources)
{
  double sum = 0;

  for (; bits != 0; bits &= bits - 1)
    sum += sources[__builtin_ctzll (bits)].weight;
  return sum;
}

/* One level further; returns how many vertices got new bits. */
static guint32
step_level (Search *search, guint32 n_now)
{
  const WeftNet *net = search->net;
  guint32 n_then = 0;

  for (guint32 i = 0; i < n_now; i++)
    {
      guint32 v = search->now[i];
      guint64 bits = search->front[v];

      search->front[v] = 0;
      search->looks += net->first[v + 1] - net->first[v];
      for (guint32 e = net->first[v]; e < net->first[v + 1]; e++)
        {
          guint32 u = net->ends[e];
          guint64 fresh = bits & ~search->seen[u];

          if (fresh == 0)
            continue;
          if (search->next[u] == 0)
            search->then[n_then++] = u;
          search->next[u] |= fresh;
        }
    }
  return n_then;
}

static void
take_level (Search *search, guint32 n_then, const Source *sources, gint64 level)
{
  guint64 *bits = search->next;
  guint32 *list = search->then;

  for (guint32 i = 0; i < n_then; i++)
    {
      guint32 u = list[i];

      search->seen[u] |= bits[u];
      if (search->net->kinds[u] == WEFT_VERTEX_ENDPOINT)
        {
          double pairs = weigh (bits[u], sources);

          search->reached += pairs;
          search->hops += pairs * level;
          search->diameter = MAX (search->diameter, level);
        }
    }
  search->next = search->front;
  search->front = bits;
  search->then = search->now;
  search->now = list;
}

static void
search_from (Search *search, const Source *sources, guint n)
{
  guint32 n_now = n;

  memset (search->seen, 0, sizeof (guint64) * search->net->n_vertices);
  for (guint i = 0; i < n; i++)
    {
      guint32 v = sources[i].vertex;

      search->seen[v] = search->front[v] = G_GUINT64_CONSTANT (1) << i;
      search->now[i] = v;
      search->reached += sources[i].weight;
    }
  for (gint64 level = 1; n_now > 0; level++)
    {
      n_now = step_level (search, n_now);
      take_level (search, n_now, sources, level);
    }
}

static void
search_init (Search *search, const WeftNet *net)
{
  *search = (Search) { .net = net };
  search->seen = g_new0 (guint64, net->n_vertices);
  search->front = g_new0 (guint64, net->n_vertices);
  search->next = g_new0 (guint64, net->n_vertices);
  search->now = g_new (guint32, net->n_vertices);
  search->then = g_new (guint32, net->n_vertices);
}

/**
 * weft_hops_measure: (skip)
 * @net: a frozen net
 * @n_alike: 0, or how many endpoints stand for all of them, equally many each
 * @alike_step: these are 0, @alike_step, 2 @alike_step, …
 * @diameter: (out): most hops between two endpoints, or -1
 * @avg_hops: (out): mean hops of all pairs, or NAN
 *
 * Neither is known when some endpoints cannot reach each other, or when there are too many
 * different endpoints to search from.
 */
void
weft_hops_measure (const WeftNet *net,
                   guint32        n_alike,
                   guint32        alike_step,
                   gint64        *diameter,
                   double        *avg_hops)
{
  double n = net->n_of_kind[WEFT_VERTEX_ENDPOINT];
  g_autoptr (GArray) sources
    = n_alike > 0 ? alike_endpoints (net, n_alike, alike_step) : group_endpoints (net);
  g_auto (Search) search = { 0 };

  *diameter = -1;
  *avg_hops = NAN;
  search_init (&search, net);
  for (guint i = 0; i < sources->len; i += BATCH)
    {
      search_from (&search, &g_array_index (sources, Source, i), MIN (BATCH, sources->len - i));
      if (search.looks > MAX_LOOKS)
        return;
    }
  if (search.reached != n * n)
    return;
  *diameter = search.diameter;
  if (n > 1)
    *avg_hops = search.hops / (n * (n - 1));
}

/**
 * weft_hops_connected: (skip)
 * @net: a frozen net
 *
 * Returns: whether there is a path between any two vertices
 */
gboolean
weft_hops_connected (const WeftNet *net)
{
  g_autofree guint8 *seen = g_new0 (guint8, MAX (net->n_vertices, 1));
  g_autofree guint32 *queue = g_new (guint32, MAX (net->n_vertices, 1));
  guint32 n = 0;

  if (net->n_vertices == 0)
    return TRUE;
  queue[n++] = 0;
  seen[0] = 1;
  for (guint32 i = 0; i < n; i++)
    for (guint32 e = net->first[queue[i]]; e < net->first[queue[i] + 1]; e++)
      if (!seen[net->ends[e]])
        {
          seen[net->ends[e]] = 1;
          queue[n++] = net->ends[e];
        }
  return n == net->n_vertices;
}
