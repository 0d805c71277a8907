/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out whether a network is a product of rings, switches and full connections of its ranks, which is all that
 * ASTRA-sim's network.yml can say; if not, why. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "interop/weft-astra-dims-private.h"
#include "sim/weft-sim-trace.h"

/* Rates and latencies that differ by less are the same. */
#define TOLERANCE 1e-9
/* Up to so many ranks links are left out that no way between two of them takes. */
#define MAX_WAYS_OF 2048u

typedef struct
{
  guint32 to;
  double bw_bytes_s;
  double latency_s;
} Edge;

/* The ranks of a switch: first, first + stride, ... */
typedef struct
{
  guint32 first;
  guint32 stride;
  guint32 n;
} Line;

typedef struct
{
  const WeftSimNetwork *network;
  guint32 *rank_of; /* [nodes] WEFT_SIM_NONE for all others */
  guint32 *node_of; /* [ranks] */
  GArray **out;     /* [nodes] Edge, by node */
  guint32 *n_in;    /* [nodes] */
  Line *lines;      /* [nodes] of switches of ranks alone; n is 0 elsewhere */
  guint64 n_edges;
  guint32 n_joined; /* nodes between two links that became one */
  guint32 n_left;   /* memories and the like */
  guint32 n_unused; /* links that no rank needs */
  gboolean has_halves; /* up to a switch and down from it take different times */
  gboolean is_wide[WEFT_ASTRA_MAX_DIMS]; /* one switch has all ranks of these dimensions and the ones before */
  gboolean has_overhead;
  gboolean has_start;
  WeftAstraDims *dims;
} Finder;

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED,
               _("ASTRA-sim's network.yml knows rings, switches and full connections of ranks, in one or several "
                 "dimensions: %s"), words);
  return FALSE;
}

/* --- edges --- */

static int
compare_edges_cb (gconstpointer a, gconstpointer b)
{
  const Edge *one = a;
  const Edge *other = b;

  return (one->to > other->to) - (one->to < other->to);
}

static Edge *
find_edge (const Finder *self, guint32 from, guint32 to)
{
  Edge key = { to, 0, 0 };
  guint at;

  if (!g_array_binary_search (self->out[from], &key, compare_edges_cb, &at))
    return NULL;
  return &g_array_index (self->out[from], Edge, at);
}

static void
add_link (Finder *self, guint32 link)
{
  const WeftSimNetwork *network = self->network;
  double overhead_s = network->overhead_s != NULL ? network->overhead_s[link] : 0;
  Edge edge = { network->to[link], network->bw_bytes_s[link], network->latency_s[link] + overhead_s };

  self->has_overhead |= overhead_s > 0;
  /* what a message needs to start, not a link to anywhere */
  if (network->from[link] == network->to[link])
    {
      self->has_start |= edge.latency_s > 0;
      return;
    }
  g_array_append_val (self->out[network->from[link]], edge);
  self->n_in[edge.to]++;
  self->n_edges++;
}

static gboolean
check_twice (const Finder *self, guint32 node, GError **error)
{
  const GArray *out = self->out[node];

  for (guint i = 1; i < out->len; i++)
    if (g_array_index (out, Edge, i - 1).to == g_array_index (out, Edge, i).to)
      {
        g_autofree char *from = weft_sim_network_node_name (self->network, node);
        g_autofree char *to = weft_sim_network_node_name (self->network, g_array_index (out, Edge, i).to);

        return refuse (error, _("two links lead from %s to %s"), from, to);
      }
  return TRUE;
}

/* [links] whether some way between two ranks takes it; NULL when there are too many ranks to look. (transfer full) */
static guint8 *
find_used (const Finder *self)
{
  const WeftSimNetwork *network = self->network;
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint8 *is_used;

  if (network->n_ranks > MAX_WAYS_OF)
    return NULL;
  is_used = g_new0 (guint8, network->n_links + 1);
  for (guint32 from = 0; from < network->n_ranks; from++)
    for (guint32 to = 0; to < network->n_ranks; to++)
      {
        g_array_set_size (links, 0);
        network->route (network->router, self->node_of[from], self->node_of[to], 0, links);
        for (guint i = 0; i < links->len; i++)
          is_used[g_array_index (links, guint32, i)] = TRUE;
      }
  return is_used;
}

static gboolean
take_edges (Finder *self, GError **error)
{
  g_autofree guint8 *is_used = find_used (self);

  for (guint32 i = 0; i < self->network->n_links; i++)
    if (is_used == NULL || is_used[i])
      add_link (self, i);
    else
      self->n_unused++;
  for (guint32 i = 0; i < self->network->n_nodes; i++)
    {
      g_array_sort (self->out[i], compare_edges_cb);
      if (!check_twice (self, i, error))
        return FALSE;
    }
  return TRUE;
}

static void
remove_edge (Finder *self, guint32 from, guint32 to)
{
  Edge key = { to, 0, 0 };
  guint at;

  if (!g_array_binary_search (self->out[from], &key, compare_edges_cb, &at))
    return;
  g_array_remove_index (self->out[from], at);
  self->n_in[to]--;
  self->n_edges--;
}

/* The two links that meet at @by become one. */
static void
join_edges (Finder *self, guint32 from, guint32 by, guint32 to)
{
  const Edge *first = find_edge (self, from, by);
  const Edge *second = find_edge (self, by, to);
  Edge edge = { to, MIN (first->bw_bytes_s, second->bw_bytes_s), first->latency_s + second->latency_s };

  g_array_append_val (self->out[from], edge);
  g_array_sort (self->out[from], compare_edges_cb);
  self->n_in[to]++;
  self->n_edges++;
}

/* A network card: two neighbours, to and from each. */
static void
join_node (Finder *self, guint32 node)
{
  guint32 a = g_array_index (self->out[node], Edge, 0).to;
  guint32 b = g_array_index (self->out[node], Edge, 1).to;

  if (self->n_in[node] != 2 || find_edge (self, a, node) == NULL || find_edge (self, b, node) == NULL
      || find_edge (self, a, b) != NULL || find_edge (self, b, a) != NULL)
    return;
  join_edges (self, a, node, b);
  join_edges (self, b, node, a);
  remove_edge (self, a, node);
  remove_edge (self, b, node);
  remove_edge (self, node, a);
  remove_edge (self, node, b);
  self->n_joined++;
}

/* A memory: one neighbour. */
static void
leave_node (Finder *self, guint32 node)
{
  guint32 other = g_array_index (self->out[node], Edge, 0).to;

  if (self->n_in[node] > 1 || (self->n_in[node] == 1 && find_edge (self, other, node) == NULL))
    return;
  remove_edge (self, node, other);
  remove_edge (self, other, node);
  self->n_left++;
}

static void
simplify (Finder *self)
{
  for (guint32 i = 0; i < self->network->n_nodes; i++)
    {
      gboolean is_switch = self->network->is_switch != NULL && self->network->is_switch[i];

      if (self->rank_of[i] != WEFT_SIM_NONE || is_switch)
        continue;
      if (self->out[i]->len == 2)
        join_node (self, i);
      else if (self->out[i]->len == 1)
        leave_node (self, i);
    }
}

/* --- lines --- */

static gboolean
is_direct (const Finder *self, guint32 from, guint32 to)
{
  return to < self->network->n_ranks && find_edge (self, self->node_of[from], self->node_of[to]) != NULL;
}

static int
compare_ranks_cb (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a;
  guint32 other = *(const guint32 *) b;

  return (one > other) - (one < other);
}

/* Of a switch that joins ranks at equal steps and nothing else; n is 0 for all others. */
static Line
line_of (const Finder *self, guint32 node)
{
  const GArray *out = self->out[node];
  g_autofree guint32 *ranks = g_new (guint32, out->len + 1);
  Line line = { 0, 0, out->len };

  if (self->rank_of[node] != WEFT_SIM_NONE || out->len < 2 || out->len != self->n_in[node])
    return (Line) { 0 };
  for (guint i = 0; i < out->len; i++)
    ranks[i] = self->rank_of[g_array_index (out, Edge, i).to];
  qsort (ranks, out->len, sizeof *ranks, compare_ranks_cb);
  line.first = ranks[0];
  line.stride = ranks[1] - ranks[0];
  for (guint i = 0; i < out->len; i++)
    if (ranks[i] == WEFT_SIM_NONE || ranks[i] != line.first + i * line.stride)
      return (Line) { 0 };
  return line;
}

static void
find_lines (Finder *self)
{
  self->lines = g_new0 (Line, self->network->n_nodes);
  for (guint32 i = 0; i < self->network->n_nodes; i++)
    self->lines[i] = line_of (self, i);
}

/* The switch that joins the ranks of a line, of more than wanted->n ranks the one with the least; WEFT_SIM_NONE when
 * there is none. */
static guint32
find_switch (const Finder *self, guint32 rank, const Line *wanted)
{
  const GArray *out = self->out[self->node_of[rank]];
  guint32 found = WEFT_SIM_NONE;

  for (guint i = 0; i < out->len; i++)
    {
      guint32 node = g_array_index (out, Edge, i).to;
      const Line *line = &self->lines[node];

      if (line->n >= wanted->n && line->n > 0 && line->first == wanted->first && line->stride == wanted->stride
          && (found == WEFT_SIM_NONE || line->n < self->lines[found].n))
        found = node;
    }
  return found;
}

/* The line of a rank in a dimension, or all ranks of its wide switch. */
static Line
line_in (const Finder *self, guint d, guint32 stride, guint32 rank)
{
  guint32 n = self->dims->dim[d].n_ranks;

  if (self->is_wide[d])
    return (Line) { rank - rank % (stride * n), 1, stride * n };
  return (Line) { rank - rank / stride % n * stride, stride, n };
}

/* Every message goes up and down, so that each way may have half of what both take. */
static void
take_switch (Finder *self, WeftAstraDim *dim, guint32 node, guint32 n)
{
  const Edge *up = find_edge (self, self->node_of[0], node);
  const Edge *down = find_edge (self, node, self->node_of[0]);

  *dim = (WeftAstraDim) { WEFT_ASTRA_SWITCH, n, up->bw_bytes_s, up->latency_s };
  if (down == NULL || down->latency_s == up->latency_s)
    return;
  dim->latency_s = (up->latency_s + down->latency_s) / 2;
  self->has_halves = TRUE;
}

/* Ranks that are linked to each other, or one to the next. FALSE when rank 0 and the next are not. */
static gboolean
take_direct (Finder *self, WeftAstraDim *dim, guint32 stride)
{
  const Edge *edge = is_direct (self, 0, stride) ? find_edge (self, self->node_of[0], self->node_of[stride]) : NULL;
  guint32 n = 2;

  if (edge == NULL)
    return FALSE;
  while (is_direct (self, 0, n * stride) && is_direct (self, stride, n * stride))
    n++;
  *dim = (WeftAstraDim) { WEFT_ASTRA_FULLY_CONNECTED, n, edge->bw_bytes_s, edge->latency_s };
  if (n > 2 || !is_direct (self, stride, 2 * stride))
    return TRUE;
  while (is_direct (self, (n - 1) * stride, n * stride))
    n++;
  dim->topology = WEFT_ASTRA_RING;
  dim->n_ranks = n;
  return TRUE;
}

/* The dimension whose ranks are @stride apart, seen from rank 0: the smallest that there is. */
static gboolean
take_dim (Finder *self, guint32 stride, GError **error)
{
  WeftAstraDim *dim = &self->dims->dim[self->dims->n_dims];
  const Line wanted = { 0, stride, 0 };
  const Line wide = { 0, 1, 2 * stride };
  guint32 node = find_switch (self, 0, &wanted);
  guint32 n = node != WEFT_SIM_NONE ? self->lines[node].n : G_MAXUINT32;

  if (take_direct (self, dim, stride) && dim->n_ranks <= n)
    return TRUE;
  if (node == WEFT_SIM_NONE)
    {
      node = find_switch (self, 0, &wide);
      if (node == WEFT_SIM_NONE || self->lines[node].n % stride != 0)
        return refuse (error, _("rank 0 and rank %u are joined neither by a link nor by a switch of ranks alone"), stride);
      self->is_wide[self->dims->n_dims] = TRUE;
      n = self->lines[node].n / stride;
    }
  take_switch (self, dim, node, n);
  return TRUE;
}

static gboolean
take_dims (Finder *self, GError **error)
{
  guint64 stride = 1;

  *self->dims = (WeftAstraDims) { 0 };
  while (stride < self->network->n_ranks)
    {
      if (self->dims->n_dims == WEFT_ASTRA_MAX_DIMS)
        return refuse (error, _("more than %d dimensions"), WEFT_ASTRA_MAX_DIMS);
      if (!take_dim (self, (guint32) stride, error))
        return FALSE;
      stride *= self->dims->dim[self->dims->n_dims++].n_ranks;
    }
  if (stride == self->network->n_ranks && self->dims->n_dims > 0)
    return TRUE;
  if (self->network->n_ranks < 2)
    return refuse (error, _("there is one rank"));
  return refuse (error, _("the %u ranks are no product of the dimensions that rank 0 sees"), self->network->n_ranks);
}

/* --- whether all of it is so --- */

static gboolean
is_near (double one, double other)
{
  return fabs (one - other) <= TOLERANCE * fabs (other);
}

static gboolean
check_edge (Finder *self, const WeftAstraDim *dim, double latency_s, guint32 from, guint32 to, guint64 *n, GError **error)
{
  const Edge *edge = find_edge (self, from, to);
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  (*n)++;
  if (edge != NULL && is_near (edge->bw_bytes_s, dim->bw_bytes_s) && is_near (edge->latency_s, latency_s))
    return TRUE;
  a = weft_sim_network_node_name (self->network, from);
  b = weft_sim_network_node_name (self->network, to);
  if (edge == NULL)
    return refuse (error, _("no link leads from %s to %s, as the dimension that rank 0 is in would have"), a, b);
  return refuse (error, _("the link from %s to %s has %g B/s and %g s, others of its dimension %g B/s and %g s"), a, b,
                 edge->bw_bytes_s, edge->latency_s, dim->bw_bytes_s, latency_s);
}

/* What all ranks take to their switch is what rank 0 takes to its. */
static gboolean
check_switch (Finder *self, guint d, guint32 stride, guint32 rank, guint64 *n, GError **error)
{
  const WeftAstraDim *dim = &self->dims->dim[d];
  const Line first = line_in (self, d, stride, 0);
  const Line line = line_in (self, d, stride, rank);
  guint32 own = find_switch (self, 0, &first);
  guint32 found = find_switch (self, rank, &line);
  guint32 node = self->node_of[rank];
  const Edge *up = find_edge (self, self->node_of[0], own);
  const Edge *down = find_edge (self, own, self->node_of[0]);

  if (found == WEFT_SIM_NONE || self->lines[found].n != line.n)
    return refuse (error, _("no switch joins rank %u with the %u others that are %u apart"), rank, dim->n_ranks - 1, stride);
  return check_edge (self, dim, up->latency_s, node, found, n, error)
         && check_edge (self, dim, down != NULL ? down->latency_s : 0, found, node, n, error);
}

static gboolean
check_rank (Finder *self, guint d, guint32 stride, guint32 rank, guint64 *n, GError **error)
{
  const WeftAstraDim *dim = &self->dims->dim[d];
  guint32 at = rank / stride % dim->n_ranks;
  guint32 first = rank - at * stride;

  if (dim->topology == WEFT_ASTRA_SWITCH)
    return check_switch (self, d, stride, rank, n, error);
  for (guint32 i = 0; i < dim->n_ranks; i++)
    {
      gboolean is_beside = i == (at + 1) % dim->n_ranks || at == (i + 1) % dim->n_ranks;

      if (i != at && (is_beside || dim->topology == WEFT_ASTRA_FULLY_CONNECTED)
          && !check_edge (self, dim, dim->latency_s, self->node_of[rank], self->node_of[first + i * stride], n, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_all (Finder *self, GError **error)
{
  guint32 stride = 1;
  guint64 n = 0;

  for (guint d = 0; d < self->dims->n_dims; d++)
    {
      for (guint32 rank = 0; rank < self->network->n_ranks; rank++)
        if (!check_rank (self, d, stride, rank, &n, error))
          return FALSE;
      stride *= self->dims->dim[d].n_ranks;
    }
  for (guint d = 0; d < self->dims->n_dims; d++)
    if (!isfinite (self->dims->dim[d].bw_bytes_s))
      return refuse (error, _("the links of dimension %u have no limit"), d + 1);
  if (n == self->n_edges)
    return TRUE;
  return refuse (error, _("it has %" G_GUINT64_FORMAT " links besides these"), self->n_edges - n);
}

static gboolean
place_ranks (Finder *self, GError **error)
{
  for (guint32 i = 0; i < self->network->n_nodes; i++)
    self->rank_of[i] = WEFT_SIM_NONE;
  for (guint32 r = 0; r < self->network->n_ranks; r++)
    {
      guint32 node = self->network->node_of_rank[r];

      if (self->rank_of[node] != WEFT_SIM_NONE)
        return refuse (error, _("rank %u and rank %u stand at one place"), self->rank_of[node], r);
      self->rank_of[node] = r;
      self->node_of[r] = node;
    }
  return TRUE;
}

static void
note_losses (const Finder *self, GPtrArray *notes)
{
  if (notes == NULL)
    return;
  if (self->n_joined > 0)
    g_ptr_array_add (notes, g_strdup_printf (_("%u places between two links were left out: both links became one, with "
                                               "the lower rate and both latencies"), self->n_joined));
  if (self->n_unused > 0)
    g_ptr_array_add (notes, g_strdup_printf (_("%u links that no way between two ranks takes were left out"),
                                             self->n_unused));
  if (self->has_halves)
    g_ptr_array_add (notes, g_strdup (_("the latencies up to a switch and down from it differ; each got half of both")));
  for (guint d = 0; d < self->dims->n_dims; d++)
    if (self->is_wide[d])
      g_ptr_array_add (notes, g_strdup_printf (_("one switch joins all ranks of dimensions 1 to %u; in ASTRA-sim there is "
                                                 "one for each place in the dimensions before, so that messages to other "
                                                 "places cross these first"), d + 1));
  if (self->n_left > 0)
    g_ptr_array_add (notes, g_strdup_printf (_("%u places with one link, such as memories, were left out of the network"),
                                             self->n_left));
  if (self->has_overhead)
    g_ptr_array_add (notes, g_strdup (_("protocol overhead of links was added to their latency")));
  if (self->has_start)
    g_ptr_array_add (notes, g_strdup (_("what the start of a message takes was left out")));
}

gboolean
weft_astra_dims_find (const WeftSimNetwork *network, WeftAstraDims *dims, GPtrArray *notes, GError **error)
{
  Finder self = { .network = network, .dims = dims };
  gboolean is_found;

  self.rank_of = g_new (guint32, network->n_nodes);
  self.node_of = g_new (guint32, network->n_ranks);
  self.n_in = g_new0 (guint32, network->n_nodes);
  self.out = g_new (GArray *, network->n_nodes);
  for (guint32 i = 0; i < network->n_nodes; i++)
    self.out[i] = g_array_new (FALSE, FALSE, sizeof (Edge));
  is_found = place_ranks (&self, error) && take_edges (&self, error);
  if (is_found)
    {
      simplify (&self);
      find_lines (&self);
      is_found = take_dims (&self, error) && check_all (&self, error);
    }
  if (is_found)
    note_losses (&self, notes);
  for (guint32 i = 0; i < network->n_nodes; i++)
    g_array_unref (self.out[i]);
  g_free (self.out);
  g_free (self.lines);
  g_free (self.n_in);
  g_free (self.rank_of);
  g_free (self.node_of);
  return is_found;
}
