/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the file of each rank. What the format has no place for stands in attributes of Weft's
 * own, which other programs pass over. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "interop/weft-chakra-encoder-private.h"
#include "interop/weft-chakra-folds-private.h"
#include "interop/weft-chakra-group-write-private.h"
#include "interop/weft-chakra-names-private.h"
#include "interop/weft-chakra-paths-private.h"
#include "interop/weft-chakra-plan-private.h"
#include "interop/weft-chakra-providers-private.h"
#include "interop/weft-chakra.h"

#define VERSION "0.0.4"

/* As a double. */
#define TWO_TO_63 9223372036854775808.0

typedef struct
{
  const WeftSimTrace *trace;
  WeftChakraPlan plan;
  char **pg_name; /* [groups] */
  WeftChakraEncoder *encoder;
  GArray *deps;   /* of guint64 */
} Writer;

/* --- numbers --- */

/* Up to a whole number; what does not fit is the largest, and stands exactly beside it. */
static gint64
round_up (double value)
{
  double whole = ceil (value);

  return whole < TWO_TO_63 ? (gint64) whole : G_MAXINT64;
}

/* The bytes of one of @n parts. */
static gint64
put_bytes (Writer *self, double bytes, guint32 n)
{
  gint64 part = round_up (bytes / n);

  if ((double) part * n != bytes)
    weft_chakra_encoder_real (self->encoder, WEFT_CHAKRA_EXACT_BYTES, bytes);
  return part;
}

static void
put_comm_bytes (Writer *self, double bytes, guint32 n)
{
  weft_chakra_encoder_int64 (self->encoder, WEFT_CHAKRA_COMM_SIZE, put_bytes (self, bytes, n));
}

/* --- nodes of tasks --- */

static void
put_compute (Writer *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;
  const WeftSimCost *cost = &trace->costs[trace->cost[task]];
  const char *label = trace->labels[trace->label[task]];
  double nanoseconds = rint ((cost->launch_s + MAX (cost->compute_s, cost->memory_s)) * 1e9);
  gint64 whole = round_up (nanoseconds);
  gint64 micros = whole / 1000 + (whole % 1000 >= 500);

  /* Half a microsecond is still something. */
  weft_chakra_encoder_micros (self->encoder, whole > 0 ? MAX (micros, 1) : 0);
  weft_chakra_encoder_int64 (self->encoder, WEFT_CHAKRA_DURATION_NS, whole);
  if (cost->launch_s != 0 || cost->memory_s != 0 || whole / 1e9 != cost->compute_s)
    {
      weft_chakra_encoder_real (self->encoder, WEFT_CHAKRA_LAUNCH_S, cost->launch_s);
      weft_chakra_encoder_real (self->encoder, WEFT_CHAKRA_COMPUTE_S, cost->compute_s);
      weft_chakra_encoder_real (self->encoder, WEFT_CHAKRA_MEMORY_S, cost->memory_s);
    }
  if (!g_str_equal (label, weft_sim_kind_nick (WEFT_SIM_COMPUTE)))
    weft_chakra_encoder_text (self->encoder, WEFT_CHAKRA_KERNEL, label);
}

static void
put_message (Writer *self, guint32 src, guint32 dst, gint32 tag, double bytes)
{
  weft_chakra_encoder_int32 (self->encoder, WEFT_CHAKRA_COMM_SRC, (gint32) src);
  weft_chakra_encoder_int32 (self->encoder, WEFT_CHAKRA_COMM_DST, (gint32) dst);
  weft_chakra_encoder_int32 (self->encoder, WEFT_CHAKRA_COMM_TAG, tag);
  put_comm_bytes (self, bytes, 1);
}

static void
put_end (Writer *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;
  guint32 rank = trace->rank[task];
  guint32 other = trace->peer[task] != WEFT_SIM_NONE ? trace->rank[trace->peer[task]] : trace->to_rank[task];
  double bytes = trace->costs[trace->cost[task]].bytes;

  if (trace->kind[task] == WEFT_SIM_SEND)
    put_message (self, rank, other, self->plan.tag[task], bytes);
  else
    put_message (self, other, rank, self->plan.tag[task], bytes);
}

static void
put_collective (Writer *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;
  const WeftSimCollective *collective = &trace->collectives[trace->peer[task]];
  const WeftSimGroup *group = &trace->groups[collective->group];

  weft_chakra_encoder_int64 (self->encoder, WEFT_CHAKRA_COMM_TYPE, weft_chakra_comm_write (collective->comm));
  put_comm_bytes (self, collective->bytes, weft_chakra_is_shard (collective->comm) ? group->n_ranks : 1);
  if (collective->group > 0)
    weft_chakra_encoder_text (self->encoder, WEFT_CHAKRA_PG_NAME, self->pg_name[collective->group]);
  if (collective->root > 0)
    weft_chakra_encoder_int32 (self->encoder, WEFT_CHAKRA_COMM_ROOT,
                               (gint32) trace->member_rank[group->first + collective->root]);
}

static void
put_remote (Writer *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;

  weft_chakra_encoder_uint64 (self->encoder, WEFT_CHAKRA_TENSOR_SIZE,
                              (guint64) put_bytes (self, trace->costs[trace->cost[task]].bytes, 1));
  weft_chakra_encoder_int32 (self->encoder, WEFT_CHAKRA_PROVIDER, (gint32) trace->peer[task]);
}

static const WeftChakraType types[WEFT_N_SIM_KINDS] = {
  [WEFT_SIM_COMPUTE] = WEFT_CHAKRA_COMP,         [WEFT_SIM_SEND] = WEFT_CHAKRA_COMM_SEND,
  [WEFT_SIM_RECV] = WEFT_CHAKRA_COMM_RECV,       [WEFT_SIM_COLLECTIVE] = WEFT_CHAKRA_COMM_COLL,
  [WEFT_SIM_LOAD] = WEFT_CHAKRA_MEM_LOAD,        [WEFT_SIM_STORE] = WEFT_CHAKRA_MEM_STORE,
  [WEFT_SIM_CONTROL] = WEFT_CHAKRA_COMP, /* of no time: nodes of METADATA stop some peers */
};

static void
begin (Writer *self, guint64 id, const char *name, WeftChakraType type)
{
  weft_chakra_encoder_begin (self->encoder, id, name, type);
  weft_chakra_encoder_deps (self->encoder, (guint64 *) self->deps->data, self->deps->len);
  weft_chakra_encoder_boolean (self->encoder, WEFT_CHAKRA_IS_CPU_OP, FALSE);
}

/* Receives of a task stand right before it, in the order of its place in the plan. */
static void
collect_deps (Writer *self, guint32 task)
{
  const WeftChakraPlan *plan = &self->plan;
  guint32 n_in = plan->first_in != NULL ? plan->first_in[task + 1] - plan->first_in[task] : 0;

  g_array_set_size (self->deps, 0);
  for (guint32 p = plan->first_pred[task]; p < plan->first_pred[task + 1]; p++)
    g_array_append_val (self->deps, plan->id[plan->pred[p]]);
  for (guint32 k = 0; k < n_in; k++)
    {
      guint64 recv = plan->id[task] - n_in + k;

      g_array_append_val (self->deps, recv);
    }
}

static gboolean
write_task (Writer *self, guint32 task, GError **error)
{
  const WeftSimTrace *trace = self->trace;
  g_autofree char *name = weft_sim_trace_task_name (trace, task);

  collect_deps (self, task);
  begin (self, self->plan.id[task], name, types[trace->kind[task]]);
  switch ((WeftSimKind) trace->kind[task])
    {
    case WEFT_SIM_COMPUTE:
      put_compute (self, task);
      break;
    case WEFT_SIM_SEND:
    case WEFT_SIM_RECV:
      put_end (self, task);
      break;
    case WEFT_SIM_COLLECTIVE:
      put_collective (self, task);
      break;
    case WEFT_SIM_LOAD:
    case WEFT_SIM_STORE:
      put_remote (self, task);
      break;
    case WEFT_SIM_CONTROL:
    case WEFT_N_SIM_KINDS:
      weft_chakra_encoder_boolean (self->encoder, WEFT_CHAKRA_IS_CONTROL, TRUE);
      break;
    }
  return weft_chakra_encoder_end (self->encoder, error);
}

/* --- messages of edges --- */

static gboolean
write_crossing (Writer *self, const WeftChakraCrossing *crossing, guint64 id, gboolean is_send, GError **error)
{
  const WeftSimTrace *trace = self->trace;
  g_autofree char *name = weft_sim_trace_task_name (trace, crossing->from);

  g_array_set_size (self->deps, 0);
  if (is_send)
    g_array_append_val (self->deps, self->plan.id[crossing->from]);
  begin (self, id, name, is_send ? WEFT_CHAKRA_COMM_SEND : WEFT_CHAKRA_COMM_RECV);
  put_message (self, trace->rank[crossing->from], trace->rank[crossing->to], crossing->tag, crossing->bytes);
  return weft_chakra_encoder_end (self->encoder, error);
}

static gboolean
write_receives (Writer *self, guint32 task, GError **error)
{
  const WeftChakraPlan *plan = &self->plan;
  guint32 end = plan->first_in != NULL ? plan->first_in[task + 1] : 0;

  for (guint32 i = plan->first_in != NULL ? plan->first_in[task] : 0; i < end; i++)
    if (!write_crossing (self, &g_array_index (plan->crossings, WeftChakraCrossing, plan->in[i]),
                         plan->id[task] - (end - i), FALSE, error))
      return FALSE;
  return TRUE;
}

static gboolean
write_sends (Writer *self, guint32 task, GError **error)
{
  const WeftChakraPlan *plan = &self->plan;
  guint32 begin_at = plan->first_out != NULL ? plan->first_out[task] : 0;
  guint32 end = plan->first_out != NULL ? plan->first_out[task + 1] : 0;

  for (guint32 i = begin_at; i < end; i++)
    if (!write_crossing (self, &g_array_index (plan->crossings, WeftChakraCrossing, i),
                         plan->id[task] + 1 + (i - begin_at), TRUE, error))
      return FALSE;
  return TRUE;
}

/* --- files --- */

/* What is said once stands in the first file. */
static WeftChakraHead
make_head (const Writer *self, guint32 rank)
{
  const WeftSimTrace *trace = self->trace;
  WeftChakraHead head = { .version = g_strdup (VERSION) };

  head.rank_name = trace->rank_name != NULL ? g_strdup (trace->rank_name[rank]) : NULL;
  if (rank > 0)
    return head;
  head.groups = weft_chakra_groups_show (trace, self->pg_name);
  head.providers = weft_chakra_providers_write (trace);
  head.folds = weft_chakra_folds_write (trace, self->plan.id);
  return head;
}

static gboolean
write_nodes (Writer *self, guint32 rank, GOutputStream *out, GCancellable *cancellable, GError **error)
{
  WeftChakraHead head = make_head (self, rank);
  gboolean done = TRUE;

  self->encoder = weft_chakra_encoder_new (out, &head, cancellable, error);
  weft_chakra_head_clear (&head);
  if (self->encoder == NULL)
    return FALSE;
  for (guint32 i = self->plan.first_of_rank[rank]; i < self->plan.first_of_rank[rank + 1] && done; i++)
    {
      guint32 task = self->plan.sorted[i];

      done = write_receives (self, task, error) && write_task (self, task, error) && write_sends (self, task, error);
    }
  g_clear_pointer (&self->encoder, weft_chakra_encoder_free);
  return done;
}

/* The old file stays until the new one is whole: closing by a cancelled operation drops what was written. */
static gboolean
write_stream (Writer *self, guint32 rank, GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileOutputStream) stream =
    g_file_replace (file, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, cancellable, error);
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (GCancellable) drop = NULL;

  if (stream == NULL)
    return FALSE;
  out = g_buffered_output_stream_new_sized (G_OUTPUT_STREAM (stream), 1 << 18);
  if (write_nodes (self, rank, out, cancellable, error))
    return g_output_stream_close (out, cancellable, error);
  drop = g_cancellable_new ();
  g_cancellable_cancel (drop);
  g_output_stream_close (out, drop, NULL);
  return FALSE;
}

static gboolean
write_rank (Writer *self, guint32 rank, const char *prefix, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = weft_chakra_rank_path (prefix, rank);
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GError *reason = NULL;

  if (write_stream (self, rank, file, cancellable, &reason))
    return TRUE;
  if (!g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (&reason, _("%s: cannot be written: "), name);
  g_propagate_error (error, reason);
  return FALSE;
}

static gboolean
check_left_over (const WeftSimTrace *trace, const char *prefix, GError **error)
{
  g_autofree char *path = weft_chakra_left_over (prefix, trace->n_ranks);
  g_autofree char *name = path != NULL ? g_filename_display_name (path) : NULL;

  if (path == NULL)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               _("%s is there from a larger trace, and would be read as a rank of this one, which has only %u: take it "
                 "away, or choose another name"),
               name, trace->n_ranks);
  return FALSE;
}

static gboolean
write_all (Writer *self, const char *prefix, GCancellable *cancellable, GError **error)
{
  if (!weft_chakra_groups_save (self->trace, self->pg_name, prefix, error))
    return FALSE;
  for (guint32 r = 0; r < self->trace->n_ranks; r++)
    if (!write_rank (self, r, prefix, cancellable, error))
      return FALSE;
  return TRUE;
}

/* --- public --- */

/**
 * weft_chakra_write: (skip)
 * @trace: a trace
 * @prefix: what the names of the files begin with
 * @cancellable: (nullable): stops it
 * @error: return location for a #WeftSimError, or a #GIOErrorEnum
 *
 * Writes PREFIX.RANK.et for each rank, and the groups as PREFIX.groups.json. Reading them gives tasks, costs, dependences
 * and groups as they were, but for edges between ranks, each of which has become a send and a receive, and for the
 * places of ranks and of remote memory in a network. Of an iteration that happens more often than it stands in the trace
 * other programs see no more than stands there. Each file is whole or as it was.
 *
 * Returns: whether all is written
 */
gboolean
weft_chakra_write (const WeftSimTrace *trace, const char *prefix, GCancellable *cancellable, GError **error)
{
  Writer writer = { .trace = trace };
  gboolean done;

  if (!check_left_over (trace, prefix, error))
    return FALSE;
  writer.deps = g_array_new (FALSE, FALSE, sizeof (guint64));
  writer.pg_name = weft_chakra_group_names (trace);
  done = weft_chakra_plan_init (&writer.plan, trace, error) && write_all (&writer, prefix, cancellable, error);
  weft_chakra_plan_clear (&writer.plan);
  for (guint32 g = 0; g < trace->n_groups; g++)
    g_free (writer.pg_name[g]);
  g_free (writer.pg_name);
  g_array_unref (writer.deps);
  return done;
}
