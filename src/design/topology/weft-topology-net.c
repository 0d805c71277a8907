/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building a network: pairs are collected as they come, then sorted into rows by counting. */
#include "design/topology/weft-topology-net.h"

#include <string.h>

static void
drop_pairs (WeftNet *net)
{
  g_clear_pointer (&net->from, g_free);
  g_clear_pointer (&net->to, g_free);
  g_clear_pointer (&net->times, g_free);
}

/* Where each row begins, by the number of times that its vertex was named. */
static void
count_rows (WeftNet *net)
{
  for (guint32 i = 0; i < net->n_joined; i++)
    {
      net->first[net->from[i] + 1]++;
      net->first[net->to[i] + 1]++;
    }
  for (guint32 v = 0; v < net->n_vertices; v++)
    net->first[v + 1] += net->first[v];
}

static void
fill_rows (WeftNet *net,
           guint32 *next)
{
  memcpy (next, net->first, sizeof next[0] * net->n_vertices);
  for (guint32 i = 0; i < net->n_joined; i++)
    {
      guint32 a = net->from[i], b = net->to[i];

      net->ends[next[a]] = b;
      net->cables[next[a]++] = net->times[i];
      net->ends[next[b]] = a;
      net->cables[next[b]++] = net->times[i];
    }
}

/* Parallel cables that were joined one by one become one neighbour. @seen holds, for each vertex,
 * one more than its place in the present row. */
static void
merge_rows (WeftNet *net,
            guint32 *seen)
{
  guint32 begin = 0, kept = 0;

  memset (seen, 0, sizeof seen[0] * net->n_vertices);
  for (guint32 v = 0; v < net->n_vertices; v++)
    {
      guint32 row = kept, end = net->first[v + 1];

      for (guint32 i = begin; i < end; i++)
        {
          guint32 u = net->ends[i];

          if (seen[u] > row)
            {
              net->cables[seen[u] - 1] += net->cables[i];
              continue;
            }
          net->ends[kept] = u;
          net->cables[kept] = net->cables[i];
          seen[u] = ++kept;
        }
      begin = end;
      net->first[v + 1] = kept;
    }
  net->n_edges = kept / 2;
}

static int
compare_ends_cb (gconstpointer a,
                 gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* Most generators join in an order that leaves rows sorted already. */
static gboolean
is_sorted (const guint32 *ends,
           guint32        n)
{
  for (guint32 i = 1; i < n; i++)
    if (ends[i - 1] > ends[i])
      return FALSE;
  return TRUE;
}

/* Rows in the order of the neighbours' numbers: two vertices with the same neighbours have the same
 * rows, and the result of a search does not depend on the order of joining. */
static void
sort_rows (WeftNet *net)
{
  g_autoptr (GArray) row = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint32 v = 0; v < net->n_vertices; v++)
    {
      guint32 begin = net->first[v], n = net->first[v + 1] - begin;

      if (is_sorted (net->ends + begin, n))
        continue;
      g_array_set_size (row, 0);
      for (guint32 i = begin; i < begin + n; i++)
        {
          guint64 packed = (guint64) net->ends[i] << 32 | net->cables[i];

          g_array_append_val (row, packed);
        }
      g_array_sort (row, compare_ends_cb);
      for (guint32 i = 0; i < n; i++)
        {
          net->ends[begin + i] = g_array_index (row, guint64, i) >> 32;
          net->cables[begin + i] = (guint32) g_array_index (row, guint64, i);
        }
    }
}

/**
 * weft_net_new: (skip)
 * @n_endpoints: how many endpoints, vertices 0, 1, …
 * @n_switches: how many switches, the next vertices
 * @n_memory: how many memory devices, the last vertices
 * @n_pairs: the most calls of weft_net_join()
 *
 * Returns: (transfer full) (nullable): a net without cables, or %NULL when there is no memory for
 * it
 */
WeftNet *
weft_net_new (guint32 n_endpoints,
              guint32 n_switches,
              guint32 n_memory,
              guint32 n_pairs)
{
  g_autoptr (WeftNet) net = g_new0 (WeftNet, 1);

  g_return_val_if_fail ((guint64) n_endpoints + n_switches + n_memory <= WEFT_NET_MAX_VERTICES,
                        NULL);
  g_return_val_if_fail (n_pairs <= WEFT_NET_MAX_LINKS, NULL);

  net->n_vertices = n_endpoints + n_switches + n_memory;
  net->n_of_kind[WEFT_VERTEX_ENDPOINT] = n_endpoints;
  net->n_of_kind[WEFT_VERTEX_SWITCH] = n_switches;
  net->n_of_kind[WEFT_VERTEX_MEMORY] = n_memory;
  net->n_room = n_pairs;
  net->kinds = g_try_new0 (guint8, MAX (net->n_vertices, 1));
  net->first = g_try_new0 (guint32, (gsize) net->n_vertices + 1);
  net->from = g_try_new (guint32, MAX (n_pairs, 1));
  net->to = g_try_new (guint32, MAX (n_pairs, 1));
  net->times = g_try_new (guint32, MAX (n_pairs, 1));
  if (net->kinds == NULL || net->first == NULL || net->from == NULL || net->to == NULL
      || net->times == NULL)
    return NULL;

  memset (net->kinds + n_endpoints, WEFT_VERTEX_SWITCH, n_switches);
  memset (net->kinds + n_endpoints + n_switches, WEFT_VERTEX_MEMORY, n_memory);
  return g_steal_pointer (&net);
}

/**
 * weft_net_free: (skip)
 * @net: (nullable) (transfer full): a net
 */
void
weft_net_free (WeftNet *net)
{
  if (net == NULL)
    return;
  drop_pairs (net);
  g_free (net->kinds);
  g_free (net->first);
  g_free (net->ends);
  g_free (net->cables);
  g_free (net);
}

/**
 * weft_net_set_kind: (skip)
 * @net: a net that is not frozen
 * @vertex: one of its vertices
 * @kind: what it is to be
 *
 * For nets whose vertices stand in an order of their own.
 */
void
weft_net_set_kind (WeftNet        *net,
                   guint32         vertex,
                   WeftVertexKind  kind)
{
  g_return_if_fail (vertex < net->n_vertices && kind < WEFT_N_VERTEX_KINDS);

  net->n_of_kind[net->kinds[vertex]]--;
  net->kinds[vertex] = kind;
  net->n_of_kind[kind]++;
}

/**
 * weft_net_join: (skip)
 * @net: a net that is not frozen
 * @a: one end
 * @b: the other end, not @a
 * @cables: how many parallel cables
 *
 * Joins two vertices. What is joined again gets more cables.
 */
void
weft_net_join (WeftNet *net,
               guint32  a,
               guint32  b,
               guint32  cables)
{
  g_assert (a < net->n_vertices && b < net->n_vertices && a != b);
  g_assert (net->from != NULL && net->n_joined < net->n_room);

  if (cables == 0)
    return;
  net->from[net->n_joined] = a;
  net->to[net->n_joined] = b;
  net->times[net->n_joined++] = cables;
  net->n_links += cables;
}

/**
 * weft_net_freeze: (skip)
 * @net: a net
 *
 * Sorts the cables into rows. After that the net does not change any more, and threads may share
 * it.
 *
 * Returns: %FALSE when there is no memory for it
 */
gboolean
weft_net_freeze (WeftNet *net)
{
  g_autofree guint32 *scratch = g_try_new (guint32, MAX (net->n_vertices, 1));

  g_return_val_if_fail (net->ends == NULL, FALSE);

  net->ends = g_try_new (guint32, MAX ((gsize) net->n_joined * 2, 1));
  net->cables = g_try_new (guint32, MAX ((gsize) net->n_joined * 2, 1));
  if (scratch == NULL || net->ends == NULL || net->cables == NULL)
    return FALSE;

  count_rows (net);
  fill_rows (net, scratch);
  drop_pairs (net);
  merge_rows (net, scratch);
  sort_rows (net);
  return TRUE;
}

/**
 * weft_net_ports: (skip)
 * @net: a frozen net
 * @vertex: one of its vertices
 *
 * Returns: the ports that it uses, one for each cable
 */
guint64
weft_net_ports (const WeftNet *net,
                guint32        vertex)
{
  guint64 ports = 0;

  for (guint32 i = net->first[vertex]; i < net->first[vertex + 1]; i++)
    ports += net->cables[i];
  return ports;
}
