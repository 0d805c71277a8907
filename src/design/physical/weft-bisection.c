/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Halving a weighted graph. Vertices move in pairs, one each way, so both halves keep their sizes;
 * ties go to the lower place, so the same graph gives the same halves everywhere. */
#include "design/physical/weft-bisection-private.h"

#include <string.h>

#define MAX_PASSES 12

/* The sides of a vertex; 0 is outside of the region. */
#define LEFT 1
#define RIGHT 2

/* A vertex with the gain that it had when it was put into the heap. */
typedef struct
{
  gint64 gain;
  guint place;
} Candidate;

typedef struct
{
  const WeftRackGraph *graph;
  const guint *vertices;
  guint n;
  const gint64 *pull;
  guint8 *side;
  guint *place; /* of each vertex of the graph, in vertices */

  /* By place. */
  gint64 *gain;
  guint8 *locked;
  GArray *heaps[2]; /* candidates on the left and on the right */
} Halves;

static gboolean
comes_before (const Candidate *a,
              const Candidate *b)
{
  return a->gain != b->gain ? a->gain > b->gain : a->place < b->place;
}

static void
push (GArray    *heap,
      Candidate  candidate)
{
  guint at = heap->len;
  Candidate *items;

  g_array_append_val (heap, candidate);
  items = (Candidate *) (void *) heap->data;
  while (at > 0 && comes_before (&candidate, &items[(at - 1) / 2]))
    {
      items[at] = items[(at - 1) / 2];
      at = (at - 1) / 2;
    }
  items[at] = candidate;
}

static Candidate
pop (GArray *heap)
{
  Candidate *items = (Candidate *) (void *) heap->data;
  Candidate top = items[0];
  Candidate last = items[heap->len - 1];
  guint at = 0;

  g_array_set_size (heap, heap->len - 1);
  while (2 * at + 1 < heap->len)
    {
      guint child = 2 * at + 1;

      if (child + 1 < heap->len && comes_before (&items[child + 1], &items[child]))
        child++;
      if (!comes_before (&items[child], &last))
        break;
      items[at] = items[child];
      at = child;
    }
  if (heap->len > 0)
    items[at] = last;

  return top;
}

/* The best vertex of a side that may still move, without taking it; G_MAXUINT for none. What was
 * put in with an older gain is thrown away. */
static guint
peek (Halves *halves,
      guint   heap_index)
{
  GArray *heap = halves->heaps[heap_index];

  while (heap->len > 0)
    {
      Candidate *top = &g_array_index (heap, Candidate, 0);

      if (!halves->locked[top->place] && halves->gain[top->place] == top->gain)
        return top->place;
      pop (heap);
    }
  return G_MAXUINT;
}

/* How many cables fewer cross when the vertex goes to the other side. */
static gint64
gain_of (const Halves *halves,
         guint         vertex)
{
  const WeftRackGraph *graph = halves->graph;
  guint8 side = halves->side[vertex];
  gint64 gain = side == LEFT ? halves->pull[vertex] : -halves->pull[vertex];

  for (guint i = graph->first[vertex]; i < graph->first[vertex + 1]; i++)
    {
      guint8 other = halves->side[graph->neighbour[i]];

      if (other != 0)
        gain += other == side ? -graph->weight[i] : graph->weight[i];
    }
  return gain;
}

static void
offer (Halves *halves,
       guint   place)
{
  Candidate candidate = { halves->gain[place], place };

  push (halves->heaps[halves->side[halves->vertices[place]] == LEFT ? 0 : 1], candidate);
}

static void
start_pass (Halves *halves)
{
  g_array_set_size (halves->heaps[0], 0);
  g_array_set_size (halves->heaps[1], 0);
  memset (halves->locked, 0, halves->n);
  for (guint i = 0; i < halves->n; i++)
    {
      halves->gain[i] = gain_of (halves, halves->vertices[i]);
      offer (halves, i);
    }
}

static gint64
move (Halves *halves,
      guint   place)
{
  const WeftRackGraph *graph = halves->graph;
  guint vertex = halves->vertices[place];
  gint64 gain = halves->gain[place];
  guint8 from = halves->side[vertex];

  halves->side[vertex] = from == LEFT ? RIGHT : LEFT;
  halves->locked[place] = TRUE;
  for (guint i = graph->first[vertex]; i < graph->first[vertex + 1]; i++)
    {
      guint other = graph->neighbour[i];
      guint at = halves->place[other];

      if (halves->side[other] == 0 || halves->locked[at])
        continue;
      halves->gain[at] += (halves->side[other] == from ? 2 : -2) * graph->weight[i];
      offer (halves, at);
    }
  return gain;
}

/* Moves all pairs one after the other, then takes back what came after the best state. Returns
 * whether that state is better than the one before. */
static gboolean
run_pass (Halves *halves)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 sum = 0;
  gint64 best = 0;
  guint n_best = 0;

  start_pass (halves);
  for (;;)
    {
      guint left = peek (halves, 0);
      guint right = peek (halves, 1);
      gboolean left_first;
      guint second;

      if (left == G_MAXUINT || right == G_MAXUINT)
        break;
      left_first = halves->gain[left] >= halves->gain[right];
      sum += move (halves, left_first ? left : right);
      g_array_append_val (moved, *(left_first ? &left : &right));

      /* A vertex that just came over is locked, so this is one of the other side. */
      second = peek (halves, left_first ? 1 : 0);
      g_assert (second != G_MAXUINT);
      sum += move (halves, second);
      g_array_append_val (moved, second);
      if (sum > best)
        {
          best = sum;
          n_best = moved->len;
        }
    }

  for (guint i = n_best; i < moved->len; i++)
    {
      guint vertex = halves->vertices[g_array_index (moved, guint, i)];

      halves->side[vertex] = halves->side[vertex] == LEFT ? RIGHT : LEFT;
    }
  return best > 0;
}

/* Twice the cables that cross, up to a constant: what two starts are compared by. */
static gint64
crossing (const Halves *halves)
{
  gint64 sum = 0;

  for (guint i = 0; i < halves->n; i++)
    {
      guint vertex = halves->vertices[i];
      const WeftRackGraph *graph = halves->graph;
      guint8 side = halves->side[vertex];

      sum += side == LEFT ? halves->pull[vertex] : -halves->pull[vertex];
      for (guint j = graph->first[vertex]; j < graph->first[vertex + 1]; j++)
        {
          guint8 other = halves->side[graph->neighbour[j]];

          if (other != 0 && other != side)
            sum += graph->weight[j];
        }
    }
  return sum;
}

/* Grows the left half from the first vertex along its cables, so that what hangs together starts
 * together. */
static void
start_grown (Halves *halves,
             guint   n_left)
{
  const WeftRackGraph *graph = halves->graph;
  g_autofree guint *queue = g_new (guint, halves->n);
  g_autofree guint8 *seen = g_new0 (guint8, halves->n);
  guint head = 0;
  guint tail = 0;

  for (guint i = 0; i < halves->n; i++)
    {
      if (!seen[i])
        {
          seen[i] = TRUE;
          queue[tail++] = i;
        }
      for (; head < tail; head++)
        {
          guint vertex = halves->vertices[queue[head]];

          halves->side[vertex] = head < n_left ? LEFT : RIGHT;
          for (guint j = graph->first[vertex]; j < graph->first[vertex + 1]; j++)
            {
              guint at = halves->place[graph->neighbour[j]];

              if (at != G_MAXUINT && !seen[at])
                {
                  seen[at] = TRUE;
                  queue[tail++] = at;
                }
            }
        }
    }
}

static void
start_given (Halves *halves,
             guint   n_left)
{
  for (guint i = 0; i < halves->n; i++)
    halves->side[halves->vertices[i]] = i < n_left ? LEFT : RIGHT;
}

/* Returns what crosses in the end, and keeps the sides by place. */
static gint64
improve (Halves *halves,
         guint8 *kept)
{
  for (guint i = 0; i < MAX_PASSES; i++)
    if (!run_pass (halves))
      break;

  for (guint i = 0; i < halves->n; i++)
    kept[i] = halves->side[halves->vertices[i]];

  return crossing (halves);
}

static void
sort_by_side (guint        *vertices,
              guint         n,
              guint         n_left,
              const guint8 *sides)
{
  g_autofree guint *sorted = g_new (guint, n);
  guint left = 0;
  guint right = n_left;

  for (guint i = 0; i < n; i++)
    sorted[sides[i] == LEFT ? left++ : right++] = vertices[i];

  g_assert (left == n_left && right == n);
  memcpy (vertices, sorted, n * sizeof *vertices);
}

/**
 * weft_bisect: (skip)
 * @graph: the whole graph
 * @vertices: (array length=n) (inout): the region to halve
 * @n: its size
 * @n_left: size of the first half, above 0 and below @n
 * @pull: for each vertex of the graph, cables to the right less cables to the left of the region
 * @side: a byte for each vertex of the graph, all 0; all 0 again afterwards
 *
 * Starts from the given order and from a grown half, and keeps the better of the two.
 */
void
weft_bisect (const WeftRackGraph *graph,
             guint               *vertices,
             guint                n,
             guint                n_left,
             const gint64        *pull,
             guint8              *side)
{
  g_autofree guint *place = g_new (guint, graph->n);
  g_autofree gint64 *gain = g_new (gint64, n);
  g_autofree guint8 *locked = g_new (guint8, n);
  g_autofree guint8 *given = g_new (guint8, n);
  g_autofree guint8 *grown = g_new (guint8, n);
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GArray) right = g_array_new (FALSE, FALSE, sizeof (Candidate));
  Halves halves = { graph, vertices, n, pull, side, place, gain, locked, { left, right } };
  gint64 given_cross, grown_cross;

  g_assert (n_left > 0 && n_left < n);

  for (guint i = 0; i < graph->n; i++)
    place[i] = G_MAXUINT;
  for (guint i = 0; i < n; i++)
    place[vertices[i]] = i;

  start_given (&halves, n_left);
  given_cross = improve (&halves, given);
  start_grown (&halves, n_left);
  grown_cross = improve (&halves, grown);

  for (guint i = 0; i < n; i++)
    side[vertices[i]] = 0;
  sort_by_side (vertices, n, n_left, grown_cross < given_cross ? grown : given);
}
