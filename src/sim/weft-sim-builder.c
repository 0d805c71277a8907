/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a trace task by task into the arrays that a run reads; costs and names stand once. What is wrong with one task
 * is said at once, what is wrong between tasks at the end. */
#include "sim/weft-sim-builder-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define LEAST_ROOM 1024u

/* --- what may go wrong --- */

static char *
node_words (guint32 rank, guint64 id, const char *name)
{
  return g_strdup_printf (_("rank %u, node %" G_GUINT64_FORMAT " “%s”"), rank, id, name != NULL ? name : "");
}

static gboolean
refuse (guint32 rank, guint64 id, const char *name, int code, const char *what, GError **error)
{
  g_autofree char *words = node_words (rank, id, name);

  g_set_error (error, WEFT_SIM_ERROR, code, "%s: %s", words, what);
  return FALSE;
}

static gboolean
check_rank (const WeftSimBuilder *self, guint32 rank, guint32 named, guint64 id, const char *name, GError **error)
{
  g_autofree char *what = NULL;

  if (named < self->trace->n_ranks)
    return TRUE;
  what = g_strdup_printf (ngettext ("there is no rank %u: the trace has %u rank, counted from 0",
                                    "there is no rank %u: the trace has %u ranks, counted from 0",
                                    self->trace->n_ranks),
                          named, self->trace->n_ranks);
  return refuse (rank, id, name, WEFT_SIM_ERROR_INVALID, what, error);
}

static gboolean
is_amount (double value)
{
  return isfinite (value) && value >= 0;
}

static gboolean
check_cost (guint32 rank, guint64 id, const char *name, const WeftSimCost *cost, GError **error)
{
  const double times[] = { cost->launch_s, cost->compute_s, cost->memory_s };
  g_autofree char *what = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (times) && what == NULL; i++)
    if (!is_amount (times[i]))
      what = g_strdup_printf (_("it takes %g seconds; a time is a finite number from 0 on"), times[i]);
  if (what == NULL && !is_amount (cost->bytes))
    what = g_strdup_printf (_("it moves %g bytes; a size is a finite number from 0 on"), cost->bytes);
  return what == NULL || refuse (rank, id, name, WEFT_SIM_ERROR_INVALID, what, error);
}

static gboolean
check_room (const WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, GError **error)
{
  g_autofree char *what = NULL;

  if (self->trace->n_tasks < WEFT_MAX_SIM_TASKS)
    return TRUE;
  what = g_strdup_printf (_("a trace of more than %u tasks is not taken; leave out repeated iterations"),
                          WEFT_MAX_SIM_TASKS);
  return refuse (rank, id, name, WEFT_SIM_ERROR_LIMIT, what, error);
}

/* --- names and costs, each once --- */

static gboolean
equal_name_cb (gconstpointer items, guint32 item, gconstpointer key)
{
  const GPtrArray *names = items;

  return strcmp (names->pdata[item], key) == 0;
}

static guint64
hash_name (const char *name)
{
  gsize length = strlen (name);
  guint64 hash = length;
  guint64 word;

  for (; length >= sizeof word; name += sizeof word, length -= sizeof word)
    {
      memcpy (&word, name, sizeof word);
      hash = weft_sim_slots_mix (hash, word);
    }
  word = 0;
  memcpy (&word, name, length);
  return weft_sim_slots_mix (hash, word);
}

static guint32
find_name (WeftSimNames *self, const char *name)
{
  guint64 hash = hash_name (name);
  guint32 found = weft_sim_slots_find (&self->slots, hash, equal_name_cb, self->names, name);

  if (found != WEFT_SIM_SLOT_NONE)
    return found;
  g_ptr_array_add (self->names, g_strdup (name));
  weft_sim_slots_add (&self->slots, hash, self->names->len - 1);
  return self->names->len - 1;
}

static guint32
intern (WeftSimNames *self, const char *name)
{
  guint letters = (guchar) name[0] * 5u + (name[0] != '\0' ? (guchar) name[1] : 0);
  guint32 *recent = &self->recent[letters % WEFT_SIM_N_RECENT];

  if (*recent == 0 || !equal_name_cb (self->names, *recent - 1, name))
    *recent = find_name (self, name) + 1;
  return *recent - 1;
}

static gboolean
equal_cost_cb (gconstpointer items, guint32 item, gconstpointer key)
{
  return memcmp ((const WeftSimCost *) items + item, key, sizeof (WeftSimCost)) == 0;
}

static guint32
intern_cost (WeftSimBuilder *self, const WeftSimCost *cost)
{
  /* -0 becomes 0. */
  const WeftSimCost plain = { cost->launch_s + 0.0, cost->compute_s + 0.0, cost->memory_s + 0.0, cost->bytes + 0.0 };
  guint64 words[sizeof plain / sizeof (guint64)];
  guint64 hash = 0;
  guint32 found;

  memcpy (words, &plain, sizeof plain);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    hash = weft_sim_slots_mix (hash, words[i]);
  found = weft_sim_slots_find (&self->cost_slots, hash, equal_cost_cb, self->costs->data, &plain);
  if (found != WEFT_SIM_SLOT_NONE)
    return found;
  g_array_append_val (self->costs, plain);
  weft_sim_slots_add (&self->cost_slots, hash, self->costs->len - 1);
  return self->costs->len - 1;
}

/* --- tasks --- */

static void
make_room (WeftSimBuilder *self)
{
  WeftSimTrace *trace = self->trace;

  if (trace->n_tasks < self->room)
    return;
  self->room = MAX (LEAST_ROOM, self->room + self->room / 2);
  trace->kind = g_renew (guint8, trace->kind, self->room);
  trace->rank = g_renew (guint32, trace->rank, self->room);
  trace->cost = g_renew (guint32, trace->cost, self->room);
  trace->peer = g_renew (guint32, trace->peer, self->room);
  trace->label = g_renew (guint32, trace->label, self->room);
  trace->id = g_renew (guint64, trace->id, self->room);
  trace->name_of = g_renew (guint32, trace->name_of, self->room);
}

/* Everything that could be wrong with it alone is checked. */
static guint32
add_task (WeftSimBuilder *self, WeftSimKind kind, guint32 rank, guint64 id, const char *name, const char *label,
          const WeftSimCost *cost)
{
  WeftSimTrace *trace = self->trace;
  guint32 task = trace->n_tasks;

  make_room (self);
  trace->kind[task] = kind;
  trace->rank[task] = rank;
  trace->cost[task] = intern_cost (self, cost);
  trace->peer[task] = WEFT_SIM_NONE;
  trace->label[task] = intern (&self->labels, label);
  trace->id[task] = id;
  trace->name_of[task] = intern (&self->names, name != NULL ? name : label);
  trace->n_tasks++;
  return task;
}

static gboolean
check_task (const WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, const WeftSimCost *cost,
            GError **error)
{
  return check_room (self, rank, id, name, error) && check_rank (self, rank, rank, id, name, error)
         && check_cost (rank, id, name, cost, error);
}

static guint32
add_end (WeftSimBuilder *self, WeftSimKind kind, guint32 rank, guint64 id, const char *name, guint32 other, gint64 tag,
         double bytes, GError **error)
{
  const WeftSimCost cost = { .bytes = bytes };
  WeftSimEnd end = { .other = other, .tag = tag };

  if (!check_task (self, rank, id, name, &cost, error) || !check_rank (self, rank, other, id, name, error))
    return WEFT_SIM_NONE;
  end.task = add_task (self, kind, rank, id, name, weft_sim_kind_nick (kind), &cost);
  self->trace->peer[end.task] = self->ends->len;
  g_array_append_val (self->ends, end);
  return end.task;
}

guint32
weft_sim_builder_add_labelled (WeftSimBuilder *self, WeftSimKind kind, guint32 rank, guint64 id, const char *label,
                               const WeftSimCost *cost, GError **error)
{
  if (!check_task (self, rank, id, label, cost, error))
    return WEFT_SIM_NONE;
  return add_task (self, kind, rank, id, NULL, label, cost);
}

/* --- public --- */

/**
 * weft_sim_builder_new: (skip)
 * @name: what is run
 * @n_ranks: how many ranks, 1 to %WEFT_MAX_SIM_RANKS; weft_sim_builder_finish() refuses other numbers
 *
 * Returns: (transfer full): a builder, for one thread
 */
WeftSimBuilder *
weft_sim_builder_new (const char *name, guint32 n_ranks)
{
  WeftSimBuilder *self = g_new0 (WeftSimBuilder, 1);

  self->trace = g_new0 (WeftSimTrace, 1);
  g_atomic_ref_count_init (&self->trace->refs);
  self->trace->name = g_strdup (name);
  self->trace->n_ranks = n_ranks;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->costs = g_array_new (FALSE, FALSE, sizeof (WeftSimCost));
  self->labels.names = g_ptr_array_new_with_free_func (g_free);
  self->names.names = g_ptr_array_new_with_free_func (g_free);
  self->groups = g_array_new (FALSE, FALSE, sizeof (WeftSimGroup));
  self->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->places = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->providers = g_array_new (FALSE, FALSE, sizeof (WeftSimProvider));
  self->ends = g_array_new (FALSE, FALSE, sizeof (WeftSimEnd));
  self->parts = g_array_new (FALSE, FALSE, sizeof (WeftSimPart));
  self->edges = g_array_new (FALSE, FALSE, sizeof (WeftSimEdge));
  self->edge_bytes = g_array_new (FALSE, TRUE, sizeof (double));
  weft_sim_builder_add_all (self);
  return self;
}

/**
 * weft_sim_builder_free: (skip)
 * @self: (transfer full): a builder
 */
void
weft_sim_builder_free (WeftSimBuilder *self)
{
  GArray **arrays[] = { &self->costs, &self->members, &self->places,     &self->ends,
                        &self->parts, &self->edges,   &self->edge_bytes };

  for (guint i = 0; self->groups != NULL && i < self->groups->len; i++)
    g_free (g_array_index (self->groups, WeftSimGroup, i).name);
  for (guint i = 0; self->providers != NULL && i < self->providers->len; i++)
    g_free (g_array_index (self->providers, WeftSimProvider, i).name);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->providers, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (arrays[i], g_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->labels.names, g_ptr_array_unref);
  g_clear_pointer (&self->names.names, g_ptr_array_unref);
  weft_sim_slots_clear (&self->cost_slots);
  weft_sim_slots_clear (&self->labels.slots);
  weft_sim_slots_clear (&self->names.slots);
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_error (&self->bad);
  g_free (self->by_id);
  g_free (self);
}

/**
 * weft_sim_builder_set_source: (skip)
 * @self: a builder
 * @source: where the trace comes from, for people
 */
void
weft_sim_builder_set_source (WeftSimBuilder *self, const char *source)
{
  g_free (self->trace->source);
  self->trace->source = g_strdup (source);
}

/**
 * weft_sim_builder_note: (skip)
 * @self: a builder
 * @note: a sentence about the trace, for people
 */
void
weft_sim_builder_note (WeftSimBuilder *self, const char *note)
{
  g_ptr_array_add (self->notes, g_strdup (note));
}

/**
 * weft_sim_builder_set_rank_name: (skip)
 * @self: a builder
 * @rank: a rank
 * @name: what it is called instead of "rank 3"
 */
void
weft_sim_builder_set_rank_name (WeftSimBuilder *self, guint32 rank, const char *name)
{
  WeftSimTrace *trace = self->trace;

  g_return_if_fail (rank < trace->n_ranks && name != NULL);

  if (trace->rank_name == NULL)
    {
      trace->rank_name = g_new0 (char *, trace->n_ranks);
      for (guint32 r = 0; r < trace->n_ranks; r++)
        trace->rank_name[r] = g_strdup_printf (_("rank %u"), r);
    }
  g_free (trace->rank_name[rank]);
  trace->rank_name[rank] = g_strdup (name);
}

/**
 * weft_sim_builder_add_compute: (skip)
 * @self: a builder
 * @rank: whose task
 * @id: node of the file, unique in its rank
 * @name: (nullable): for people
 * @label: (nullable): the kernel
 * @launch_s: before anything else
 * @compute_s: time of the arithmetic, or the time as a whole
 * @memory_s: time of the bytes to and from the rank's own memory
 * @error: return location for a #WeftSimError
 *
 * A task that takes @launch_s and the longer of the other two.
 *
 * Returns: its index, %WEFT_SIM_NONE with an error
 */
guint32
weft_sim_builder_add_compute (WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, const char *label,
                              double launch_s, double compute_s, double memory_s, GError **error)
{
  const WeftSimCost cost = { launch_s, compute_s, memory_s, 0 };

  if (!check_task (self, rank, id, name, &cost, error))
    return WEFT_SIM_NONE;
  return add_task (self, WEFT_SIM_COMPUTE, rank, id, name,
                   label != NULL ? label : weft_sim_kind_nick (WEFT_SIM_COMPUTE), &cost);
}

/**
 * weft_sim_builder_add_control: (skip)
 * @self: a builder
 * @rank: whose task
 * @id: node of the file, unique in its rank
 * @name: (nullable): for people
 * @error: return location for a #WeftSimError
 *
 * A task that takes no time: only its edges count.
 *
 * Returns: its index, %WEFT_SIM_NONE with an error
 */
guint32
weft_sim_builder_add_control (WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, GError **error)
{
  const WeftSimCost cost = { 0 };

  if (!check_task (self, rank, id, name, &cost, error))
    return WEFT_SIM_NONE;
  return add_task (self, WEFT_SIM_CONTROL, rank, id, name, weft_sim_kind_nick (WEFT_SIM_CONTROL), &cost);
}

/**
 * weft_sim_builder_add_send: (skip)
 * @self: a builder
 * @rank: that sends
 * @id: node of the file, unique in its rank
 * @name: (nullable): for people
 * @to: rank that it goes to
 * @tag: tells messages between two ranks apart
 * @bytes: how many, from 0 on
 * @error: return location for a #WeftSimError
 *
 * Returns: its index, %WEFT_SIM_NONE with an error
 */
guint32
weft_sim_builder_add_send (WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, guint32 to, gint64 tag,
                           double bytes, GError **error)
{
  return add_end (self, WEFT_SIM_SEND, rank, id, name, to, tag, bytes, error);
}

/**
 * weft_sim_builder_add_recv: (skip)
 * @self: a builder
 * @rank: that receives
 * @id: node of the file, unique in its rank
 * @name: (nullable): for people
 * @from: rank that it comes from
 * @tag: tells messages between two ranks apart
 * @bytes: how many, from 0 on
 * @error: return location for a #WeftSimError
 *
 * Returns: its index, %WEFT_SIM_NONE with an error
 */
guint32
weft_sim_builder_add_recv (WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, guint32 from, gint64 tag,
                           double bytes, GError **error)
{
  return add_end (self, WEFT_SIM_RECV, rank, id, name, from, tag, bytes, error);
}

/**
 * weft_sim_builder_add_collective: (skip)
 * @self: a builder
 * @rank: that takes part
 * @id: node of the file, unique in its rank
 * @name: (nullable): for people
 * @group: index of the group, of which @rank is
 * @comm: what is done
 * @bytes: the whole buffer, see #WeftSimCost
 * @root: rank of the group that a rooted one starts or ends at, %WEFT_SIM_NONE: the first; of others it has no meaning
 * @error: return location for a #WeftSimError
 *
 * Returns: its index, %WEFT_SIM_NONE with an error
 */
guint32
weft_sim_builder_add_collective (WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, guint32 group,
                                 WeftSimComm comm, double bytes, guint32 root, GError **error)
{
  const WeftSimCost cost = { .bytes = bytes };
  WeftSimPart part = { .group = group, .comm = comm };
  guint32 task;

  if (!check_task (self, rank, id, name, &cost, error))
    return WEFT_SIM_NONE;
  if (!weft_sim_builder_place_part (self, rank, root, &part, error))
    {
      g_autofree char *words = node_words (rank, id, name);

      g_prefix_error (error, "%s: ", words);
      return WEFT_SIM_NONE;
    }
  task = add_task (self, WEFT_SIM_COLLECTIVE, rank, id, name, weft_sim_comm_nick (comm), &cost);
  self->trace->peer[task] = self->parts->len;
  g_array_append_val (self->parts, part);
  return task;
}

/**
 * weft_sim_builder_add_provider: (skip)
 * @self: a builder
 * @name: for people
 * @node: node of the network, %WEFT_SIM_NONE: requests do not cross it
 * @bw_bytes_s: rate, above 0, may be infinite
 * @latency_s: of each request
 * @queue: what happens with requests at the same time
 *
 * A figure that may not be is an error of weft_sim_builder_finish().
 *
 * Returns: its index
 */
guint32
weft_sim_builder_add_provider (WeftSimBuilder *self, const char *name, guint32 node, double bw_bytes_s,
                               double latency_s, WeftSimQueue queue)
{
  WeftSimProvider provider = { g_strdup (name), node, bw_bytes_s, latency_s, queue };

  if (self->bad == NULL && (!(bw_bytes_s > 0) || !is_amount (latency_s)))
    g_set_error (&self->bad, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("the memory “%s” has %g B/s and a latency of %g s; the rate has to be above 0, and the latency a "
                   "finite number from 0 on"),
                 name, bw_bytes_s, latency_s);
  g_array_append_val (self->providers, provider);
  return self->providers->len - 1;
}

/**
 * weft_sim_builder_add_remote: (skip)
 * @self: a builder
 * @rank: that asks
 * @id: node of the file, unique in its rank
 * @name: (nullable): for people
 * @provider: index of the memory
 * @is_store: whether it writes
 * @bytes: how many, from 0 on
 * @error: return location for a #WeftSimError
 *
 * Returns: its index, %WEFT_SIM_NONE with an error
 */
guint32
weft_sim_builder_add_remote (WeftSimBuilder *self, guint32 rank, guint64 id, const char *name, guint32 provider,
                             gboolean is_store, double bytes, GError **error)
{
  const WeftSimCost cost = { .bytes = bytes };
  WeftSimKind kind = is_store ? WEFT_SIM_STORE : WEFT_SIM_LOAD;
  guint32 task;

  if (!check_task (self, rank, id, name, &cost, error))
    return WEFT_SIM_NONE;
  if (provider >= self->providers->len)
    {
      g_autofree char *what = g_strdup_printf (_("there is no remote memory number %u: the trace has %u, counted from 0"),
                                               provider, self->providers->len);

      refuse (rank, id, name, WEFT_SIM_ERROR_INVALID, what, error);
      return WEFT_SIM_NONE;
    }
  task = add_task (self, kind, rank, id, name, weft_sim_kind_nick (kind), &cost);
  self->trace->peer[task] = provider;
  return task;
}
