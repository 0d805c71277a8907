/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches sends with receives. Those from one rank to another with one tag are a channel: its k-th send goes to its k-th
 * receive; where sizes do not fit so, sends go to receives of their size, as peers that know messages by size do. */
#include "sim/weft-sim-builder-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Ends in the order of their ids, as a chain through next. */
typedef struct
{
  guint32 first;
  guint32 last;
} Chain;

typedef struct
{
  guint32 from;
  guint32 to;
  gint64 tag;
  Chain sends;
  Chain recvs;
} Channel;

/* @number: in the order of the channel */
typedef struct
{
  double bytes;
  guint32 end;
  guint32 number;
} Sized;

typedef struct
{
  WeftSimBuilder *builder;
  const WeftSimEnd *ends;
  guint32 *next;    /* [ends] */
  GArray *channels; /* of Channel */
  WeftSimSlots slots;
  GArray *left;     /* of guint32: sends that nobody takes */
  guint32 n_by_size; /* channels that were matched by size */
  Channel by_size;   /* the first of them */
  guint32 lost;     /* the first receive without a send, WEFT_SIM_NONE */
} Matcher;

/* --- channels --- */

static gboolean
equal_channel_cb (gconstpointer items, guint32 item, gconstpointer key)
{
  const Channel *one = (const Channel *) items + item;
  const Channel *other = key;

  return one->from == other->from && one->to == other->to && one->tag == other->tag;
}

static Channel *
find_channel (Matcher *self, guint32 from, guint32 to, gint64 tag)
{
  const Chain none = { WEFT_SIM_NONE, WEFT_SIM_NONE };
  Channel key = { from, to, tag, none, none };
  guint64 hash = weft_sim_slots_mix (weft_sim_slots_mix (0, (guint64) from << 32 | to), (guint64) tag);
  guint32 found = weft_sim_slots_find (&self->slots, hash, equal_channel_cb, self->channels->data, &key);

  if (found == WEFT_SIM_SLOT_NONE)
    {
      found = self->channels->len;
      g_array_append_val (self->channels, key);
      weft_sim_slots_add (&self->slots, hash, found);
    }
  return &g_array_index (self->channels, Channel, found);
}

static void
append_end (Matcher *self, Chain *chain, guint32 end)
{
  self->next[end] = WEFT_SIM_NONE;
  if (chain->first == WEFT_SIM_NONE)
    chain->first = end;
  else
    self->next[chain->last] = end;
  chain->last = end;
}

static void
fill_channels (Matcher *self)
{
  const WeftSimTrace *trace = self->builder->trace;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 task = self->builder->by_id[i];
      guint32 end = trace->peer[task];

      if (trace->kind[task] == WEFT_SIM_SEND)
        append_end (self, &find_channel (self, trace->rank[task], self->ends[end].other, self->ends[end].tag)->sends,
                    end);
      else if (trace->kind[task] == WEFT_SIM_RECV)
        append_end (self, &find_channel (self, self->ends[end].other, trace->rank[task], self->ends[end].tag)->recvs,
                    end);
    }
}

static double
end_bytes (const Matcher *self, guint32 end)
{
  return weft_sim_builder_bytes (self->builder, self->ends[end].task);
}

/* --- messages --- */

/* "rank 0, node 5 “s”". (transfer full) */
static char *
end_words (const Matcher *self, guint32 end)
{
  return weft_sim_trace_task_words (self->builder->trace, self->ends[end].task);
}

static gboolean
refuse_sizes (const Matcher *self, guint32 send, guint32 recv, GError **error)
{
  g_autofree char *from = end_words (self, send);
  g_autofree char *to = end_words (self, recv);

  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_MISMATCH,
               _("%s, sends %.17g bytes with tag %" G_GINT64_FORMAT ", but its receive, %s, takes %.17g bytes: both "
                 "have to say the same"),
               from, end_bytes (self, send), self->ends[send].tag, to, end_bytes (self, recv));
  return FALSE;
}

/* How near a send that nobody takes comes to a receive: tag 4, size 2, both ranks 8, one of them 1. */
static guint
nearness (const Matcher *self, guint32 send, guint32 recv)
{
  const guint32 *rank = self->builder->trace->rank;
  gboolean is_from = rank[self->ends[send].task] == self->ends[recv].other;
  gboolean is_to = self->ends[send].other == rank[self->ends[recv].task];

  if (!is_from && !is_to)
    return 0;
  return (is_from && is_to ? 8 : 1) + (self->ends[send].tag == self->ends[recv].tag ? 4 : 0)
         + (end_bytes (self, send) == end_bytes (self, recv) ? 2 : 0);
}

static void
append_near (const Matcher *self, GString *text, guint32 send)
{
  g_autofree char *words = end_words (self, send);
  g_autofree char *rank = weft_sim_trace_rank_name (self->builder->trace, self->ends[send].other);

  g_string_append (text, text->len > 0 ? "; " : "");
  g_string_append_printf (text, _("%s, to %s with tag %" G_GINT64_FORMAT " and %.17g bytes"), words, rank,
                          self->ends[send].tag, end_bytes (self, send));
}

/* The sends that nobody takes and that come nearest, at most two. (transfer full) (nullable) */
static char *
list_near (const Matcher *self, guint32 recv)
{
  guint32 best[2] = { WEFT_SIM_NONE, WEFT_SIM_NONE };
  guint nearest[2] = { 0, 0 };
  GString *text;

  for (guint i = 0; i < self->left->len; i++)
    {
      guint32 send = g_array_index (self->left, guint32, i);
      guint near = nearness (self, send, recv);
      guint at = near > nearest[0] ? 0 : 1;

      if (near <= nearest[1])
        continue;
      if (at == 0)
        {
          best[1] = best[0];
          nearest[1] = nearest[0];
        }
      best[at] = send;
      nearest[at] = near;
    }
  if (best[0] == WEFT_SIM_NONE)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < 2 && best[i] != WEFT_SIM_NONE; i++)
    append_near (self, text, best[i]);
  return g_string_free (text, FALSE);
}

static gboolean
refuse_lost (const Matcher *self, GError **error)
{
  const WeftSimEnd *lost = &self->ends[self->lost];
  g_autofree char *words = end_words (self, self->lost);
  g_autofree char *from = weft_sim_trace_rank_name (self->builder->trace, lost->other);
  g_autofree char *near = list_near (self, self->lost);

  if (near != NULL)
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNMATCHED,
                 _("%s, receives %.17g bytes with tag %" G_GINT64_FORMAT " from %s, which sends no such message. Sends "
                   "that nobody takes and that come nearest: %s"),
                 words, end_bytes (self, self->lost), lost->tag, from, near);
  else
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNMATCHED,
                 _("%s, receives %.17g bytes with tag %" G_GINT64_FORMAT " from %s, which sends no such message, nor "
                   "is any other send to or from these ranks left over"),
                 words, end_bytes (self, self->lost), lost->tag, from);
  return FALSE;
}

/* --- matching --- */

static void
join (Matcher *self, guint32 send, guint32 recv)
{
  WeftSimTrace *trace = self->builder->trace;
  guint32 from = self->ends[send].task;
  guint32 to = self->ends[recv].task;

  trace->peer[from] = to;
  trace->peer[to] = from;
}

static void
leave_send (Matcher *self, guint32 send)
{
  self->builder->trace->peer[self->ends[send].task] = WEFT_SIM_NONE;
  g_array_append_val (self->left, send);
}

/* Whether the k-th send has the size of the k-th receive, for each that has both. */
static gboolean
fits_in_order (const Matcher *self, const Channel *channel)
{
  guint32 send = channel->sends.first;
  guint32 recv = channel->recvs.first;

  for (; send != WEFT_SIM_NONE && recv != WEFT_SIM_NONE; send = self->next[send], recv = self->next[recv])
    if (end_bytes (self, send) != end_bytes (self, recv))
      return FALSE;
  return TRUE;
}

static void
match_in_order (Matcher *self, const Channel *channel)
{
  guint32 send = channel->sends.first;
  guint32 recv = channel->recvs.first;

  for (; send != WEFT_SIM_NONE && recv != WEFT_SIM_NONE; send = self->next[send], recv = self->next[recv])
    join (self, send, recv);
  for (; send != WEFT_SIM_NONE; send = self->next[send])
    leave_send (self, send);
  if (self->lost == WEFT_SIM_NONE)
    self->lost = recv;
}

static int
compare_sized_cb (gconstpointer a, gconstpointer b)
{
  const Sized *one = a;
  const Sized *other = b;

  if (one->bytes != other->bytes)
    return one->bytes < other->bytes ? -1 : 1;
  return (one->number > other->number) - (one->number < other->number);
}

/* Ends by size, then in their order; one that nothing is as large as stands behind. (transfer full) */
static GArray *
sort_by_size (const Matcher *self, guint32 first)
{
  GArray *sorted = g_array_new (FALSE, FALSE, sizeof (Sized));
  Sized last = { INFINITY, WEFT_SIM_NONE, WEFT_SIM_NONE };

  for (guint32 end = first; end != WEFT_SIM_NONE; end = self->next[end])
    {
      Sized sized = { end_bytes (self, end), end, sorted->len };

      g_array_append_val (sorted, sized);
    }
  g_array_sort (sorted, compare_sized_cb);
  g_array_append_val (sorted, last);
  return sorted;
}

/* A receive and a send that are both left over disagree on the size. */
static gboolean
match_by_size (Matcher *self, const Channel *channel, GError **error)
{
  g_autoptr (GArray) sends = sort_by_size (self, channel->sends.first);
  g_autoptr (GArray) recvs = sort_by_size (self, channel->recvs.first);
  Sized first_send = { INFINITY, WEFT_SIM_NONE, WEFT_SIM_NONE };
  Sized first_recv = first_send;

  for (guint s = 0, r = 0; s + 1 < sends->len || r + 1 < recvs->len;)
    {
      const Sized *send = &g_array_index (sends, Sized, s);
      const Sized *recv = &g_array_index (recvs, Sized, r);

      s += send->bytes <= recv->bytes;
      r += recv->bytes <= send->bytes;
      if (send->bytes == recv->bytes)
        join (self, send->end, recv->end);
      else if (send->bytes < recv->bytes)
        {
          first_send = send->number < first_send.number ? *send : first_send;
          leave_send (self, send->end);
        }
      else
        first_recv = recv->number < first_recv.number ? *recv : first_recv;
    }
  if (first_recv.end != WEFT_SIM_NONE && first_send.end != WEFT_SIM_NONE)
    return refuse_sizes (self, first_send.end, first_recv.end, error);
  if (self->lost == WEFT_SIM_NONE)
    self->lost = first_recv.end;
  if (self->n_by_size++ == 0)
    self->by_size = *channel;
  return TRUE;
}

/* --- what is left over --- */

static gboolean
is_copy (const Matcher *self, guint32 send)
{
  return self->builder->trace->rank[self->ends[send].task] == self->ends[send].other;
}

/* Where sends go that have no receive. */
static void
keep_left (Matcher *self)
{
  WeftSimTrace *trace = self->builder->trace;

  if (self->left->len == 0)
    return;
  trace->to_rank = g_new (guint32, trace->n_tasks);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    trace->to_rank[i] = WEFT_SIM_NONE;
  for (guint i = 0; i < self->left->len; i++)
    {
      const WeftSimEnd *end = &self->ends[g_array_index (self->left, guint32, i)];

      trace->to_rank[end->task] = end->other;
    }
}

static void
note_left (Matcher *self)
{
  g_autofree char *words = NULL;
  guint32 n = 0;

  for (guint i = 0; i < self->left->len; i++)
    {
      guint32 send = g_array_index (self->left, guint32, i);

      if (!is_copy (self, send) && n++ == 0)
        words = end_words (self, send);
    }
  if (n > 0)
    g_ptr_array_add (self->builder->notes,
                     g_strdup_printf (ngettext ("Nobody receives %u send: %s. It takes its time all the same.",
                                                "Nobody receives %u sends, the first: %s. They take their time all "
                                                "the same.",
                                                n),
                                      n, words));
}

static void
note_by_size (Matcher *self)
{
  if (self->n_by_size > 0)
    g_ptr_array_add (self->builder->notes,
                     g_strdup_printf (_("Sends from rank %u to rank %u with tag %" G_GINT64_FORMAT " come in another "
                                        "order of sizes than their receives: each goes to a receive of its size. So "
                                        "it is with %u pairs of ranks and tags."),
                                      self->by_size.from, self->by_size.to, self->by_size.tag, self->n_by_size));
}

static gboolean
match_all (Matcher *self, GError **error)
{
  for (guint c = 0; c < self->channels->len; c++)
    {
      const Channel *channel = &g_array_index (self->channels, Channel, c);

      if (fits_in_order (self, channel))
        match_in_order (self, channel);
      else if (!match_by_size (self, channel, error))
        return FALSE;
    }
  return self->lost == WEFT_SIM_NONE || refuse_lost (self, error);
}

gboolean
weft_sim_builder_match_ends (WeftSimBuilder *self, GError **error)
{
  Matcher matcher = { .builder = self, .lost = WEFT_SIM_NONE };
  gboolean done;

  if (self->ends->len == 0)
    return TRUE;
  matcher.ends = (const WeftSimEnd *) self->ends->data;
  matcher.next = g_new (guint32, self->ends->len);
  matcher.channels = g_array_new (FALSE, FALSE, sizeof (Channel));
  matcher.left = g_array_new (FALSE, FALSE, sizeof (guint32));
  fill_channels (&matcher);
  done = match_all (&matcher, error);
  if (done)
    {
      keep_left (&matcher);
      note_left (&matcher);
      note_by_size (&matcher);
    }
  weft_sim_slots_clear (&matcher.slots);
  g_array_unref (matcher.channels);
  g_array_unref (matcher.left);
  g_free (matcher.next);
  return done;
}
