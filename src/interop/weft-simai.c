/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload text as a trace: which ranks are together, and the program of a stage on each of its ranks. Ranks are laid
 * out as SimAI and Megatron do: tensor-parallel ones side by side, then expert- and data-parallel ones, then stages. */
#include "interop/weft-simai.h"

#include <glib/gi18n-lib.h>

#include "interop/weft-simai-private.h"

#define CANCEL_STEP 256

/* Stages differ only in whether they have neighbours. */
#define N_PLACES 4

typedef struct
{
  const WeftSimaiText *text;
  WeftSimaiBlock block;
  guint32 n_ranks;
  guint32 tp;
  guint32 dp;
  guint32 ep;
  guint32 pp;
  WeftSimaiProgram *programs[N_PLACES]; /* has a stage before: 1, after: 2; NULL where no stage is such a one */
  WeftSimBuilder *builder;
  GHashTable *groups; /* kind and number of a group -> its index in the builder */
  GCancellable *cancellable;
} Layout;

static guint
place_of (const Layout *self, guint32 stage)
{
  return (stage > 0 ? 1 : 0) + (stage + 1 < self->pp ? 2 : 0);
}

/* --- how many ranks --- */

static gboolean
count_ranks (Layout *self, guint32 n_ranks, GError **error)
{
  const WeftSimaiText *text = self->text;

  self->n_ranks = n_ranks > 0 ? n_ranks : text->n_ranks;
  if (self->n_ranks == 0)
    return weft_simai_text_refuse (text, 0, WEFT_SIM_ERROR_INVALID, error,
                                   _("the first line does not say how many ranks there are (all_gpus:); say it"));
  if (self->n_ranks > WEFT_MAX_SIM_RANKS)
    return weft_simai_text_refuse (text, 0, WEFT_SIM_ERROR_LIMIT, error, _("%u ranks are too many; at most %u are simulated"),
                                   self->n_ranks, WEFT_MAX_SIM_RANKS);
  if (n_ranks > 0 && text->n_ranks > 0 && n_ranks != text->n_ranks)
    g_ptr_array_add (text->notes,
                     g_strdup_printf (_("The text is for %u ranks; it is run on %u, with the same tensor and pipeline "
                                        "parallelism and more or fewer data-parallel replicas"),
                                      text->n_ranks, n_ranks));
  return TRUE;
}

static gboolean
lay_out (Layout *self, GError **error)
{
  const WeftSimaiText *text = self->text;
  guint64 replica = (guint64) text->tp * text->pp;

  self->tp = self->pp = self->ep = 1;
  self->dp = self->n_ranks;
  if (!text->is_simai)
    return TRUE;
  if (self->n_ranks % replica != 0)
    return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_INVALID, error,
                                   _("%u ranks are no multiple of %" G_GUINT64_FORMAT ", %u tensor-parallel ranks times "
                                     "%u stages"),
                                   self->n_ranks, replica, text->tp, text->pp);
  self->tp = text->tp;
  self->pp = text->pp;
  self->dp = self->n_ranks / (guint32) replica;
  self->ep = text->ep;
  if (self->dp % self->ep != 0)
    return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_INVALID, error,
                                   _("%u data-parallel ranks are no multiple of the %u expert-parallel ones (ep:)"),
                                   self->dp, self->ep);
  return TRUE;
}

/* --- groups --- */

typedef struct
{
  guint32 first;
  guint32 stride;
  guint32 n;
} Ranks;

/* The ranks that are with @rank in a group of a kind. */
static Ranks
ranks_with (const Layout *self, WeftSimaiGroup kind, guint32 rank)
{
  guint32 in_group = rank % self->tp;
  guint32 replica = rank / self->tp % self->dp;
  guint32 first = rank - in_group - replica * self->tp; /* of the stage */

  switch (kind)
    {
    case WEFT_SIMAI_TP:
      return (Ranks) { rank - in_group, 1, self->tp };
    case WEFT_SIMAI_DP:
      return (Ranks) { first + in_group, self->tp, self->dp };
    case WEFT_SIMAI_EP:
      return (Ranks) { first + in_group + replica / self->ep * self->ep * self->tp, self->tp, self->ep };
    case WEFT_SIMAI_DP_EP:
      return (Ranks) { first + in_group + replica % self->ep * self->tp, self->tp * self->ep, self->dp / self->ep };
    default:
      return (Ranks) { 0, 1, self->n_ranks };
    }
}

static char *
group_name (WeftSimaiGroup kind, guint32 first)
{
  static const char *const names[WEFT_N_SIMAI_GROUPS] = { "all", "TP", "DP", "EP", "DP_EP" };

  return g_strdup_printf ("%s %u", names[kind], first);
}

/* WEFT_SIM_NONE with an error. A group has the number of its first rank. */
static guint32
find_group (Layout *self, WeftSimaiGroup kind, const Ranks *ranks, GError **error)
{
  gint64 key = (gint64) kind << 32 | ranks->first;
  gpointer found = g_hash_table_lookup (self->groups, &key);
  g_autofree guint32 *members = NULL;
  g_autofree char *name = NULL;
  guint32 group;

  if (kind == WEFT_SIMAI_ALL || ranks->n == self->n_ranks)
    return 0;
  if (found != NULL)
    return GPOINTER_TO_UINT (found);
  members = g_new (guint32, ranks->n);
  for (guint32 i = 0; i < ranks->n; i++)
    members[i] = ranks->first + i * ranks->stride;
  name = group_name (kind, ranks->first);
  group = weft_sim_builder_add_group (self->builder, name, members, ranks->n, error);
  if (group != WEFT_SIM_NONE)
    g_hash_table_insert (self->groups, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (group));
  return group;
}

/* --- tasks --- */

/* SimAI says whole buffers, ASTRA-sim of an all-gather the share of one rank. */
static double
whole_bytes (const Layout *self, const WeftSimaiOp *op, guint32 n)
{
  return !self->text->is_simai && op->comm == WEFT_SIM_ALL_GATHER ? op->amount * n : op->amount;
}

static guint32
add_collective (Layout *self, guint32 rank, guint64 id, const WeftSimaiOp *op, GError **error)
{
  Ranks ranks = ranks_with (self, op->group, rank);
  guint32 group;

  if (ranks.n == 1)
    return weft_sim_builder_add_control (self->builder, rank, id, op->name, error);
  group = find_group (self, op->group, &ranks, error);
  if (group == WEFT_SIM_NONE)
    return WEFT_SIM_NONE;
  return weft_sim_builder_add_collective (self->builder, rank, id, op->name, group, op->comm,
                                          whole_bytes (self, op, ranks.n), WEFT_SIM_NONE, error);
}

static guint32
add_op (Layout *self, guint32 rank, guint64 id, const WeftSimaiOp *op, GError **error)
{
  guint32 other = op->is_next ? rank + self->tp * self->dp : rank - self->tp * self->dp;

  switch (op->kind)
    {
    case WEFT_SIMAI_COMPUTE:
      return weft_sim_builder_add_compute (self->builder, rank, id, op->name, op->label, 0, op->amount, 0, error);
    case WEFT_SIMAI_COLLECTIVE:
      return add_collective (self, rank, id, op, error);
    case WEFT_SIMAI_SEND:
      return weft_sim_builder_add_send (self->builder, rank, id, op->name, other, op->tag, op->amount, error);
    default:
      return weft_sim_builder_add_recv (self->builder, rank, id, op->name, other, op->tag, op->amount, error);
    }
}

/* Tasks of a rank stand one after the other. @first: the first of them. */
static gboolean
add_rank (Layout *self, guint32 rank, guint32 *first, GError **error)
{
  const WeftSimaiProgram *program = self->programs[place_of (self, rank / (self->tp * self->dp))];

  for (guint32 i = 0; i < program->ops->len; i++)
    {
      const WeftSimaiOp *op = &g_array_index (program->ops, WeftSimaiOp, i);
      guint32 task = add_op (self, rank, i + 1, op, error);

      if (task == WEFT_SIM_NONE)
        return FALSE;
      if (i == 0)
        *first = task;
      for (guint d = 0; d < WEFT_SIMAI_MAX_DEPS; d++)
        if (op->deps[d] != WEFT_SIM_NONE)
          weft_sim_builder_add_edge (self->builder, *first + op->deps[d], task, 0);
    }
  return TRUE;
}

static void
add_folds (Layout *self, const guint32 *first)
{
  g_autofree guint32 *before = g_new (guint32, self->n_ranks);
  g_autofree guint32 *after = g_new (guint32, self->n_ranks);
  const GArray *marks = self->programs[place_of (self, 0)]->marks;

  for (guint i = 0; i < marks->len; i++)
    {
      for (guint32 rank = 0; rank < self->n_ranks; rank++)
        {
          const WeftSimaiProgram *program = self->programs[place_of (self, rank / (self->tp * self->dp))];
          const WeftSimaiMark *mark = &g_array_index (program->marks, WeftSimaiMark, i);

          if (mark->before == WEFT_SIM_NONE || mark->after == WEFT_SIM_NONE)
            return;
          before[rank] = first[rank] + mark->before;
          after[rank] = first[rank] + mark->after;
        }
      weft_sim_builder_add_fold (self->builder, g_array_index (marks, WeftSimaiMark, i).times, before, after,
                                 self->n_ranks);
    }
}

static gboolean
add_ranks (Layout *self, GError **error)
{
  g_autofree guint32 *first = g_new0 (guint32, self->n_ranks);

  for (guint32 rank = 0; rank < self->n_ranks; rank++)
    {
      if (!add_rank (self, rank, &first[rank], error))
        return FALSE;
      if (rank % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  add_folds (self, first);
  return TRUE;
}

/* --- programs --- */

static gboolean
write_programs (Layout *self, GError **error)
{
  gboolean is_long = FALSE;
  guint64 n = 0;

  for (guint32 stage = 0; stage < self->pp; stage++)
    {
      guint place = place_of (self, stage);

      if (self->programs[place] == NULL)
        self->programs[place] = weft_simai_program_new (self->text, &self->block, stage > 0, stage + 1 < self->pp);
      is_long |= self->programs[place]->ops->len > WEFT_SIMAI_MAX_OPS;
      n += (guint64) self->programs[place]->ops->len * self->tp * self->dp;
    }
  if (is_long)
    return weft_simai_text_refuse (self->text, 0, WEFT_SIM_ERROR_LIMIT, error,
                                   _("each rank has more than %u tasks; write out fewer steps"), WEFT_SIMAI_MAX_OPS);
  if (n <= WEFT_MAX_SIM_TASKS)
    return TRUE;
  return weft_simai_text_refuse (self->text, 0, WEFT_SIM_ERROR_LIMIT, error,
                                 _("%u ranks make %" G_GUINT64_FORMAT " tasks; at most %u are simulated. Run fewer "
                                   "data-parallel replicas: one has %u ranks"),
                                 self->n_ranks, n, WEFT_MAX_SIM_TASKS, self->tp * self->pp * self->ep);
}

static void
note_units (const Layout *self)
{
  const WeftSimaiText *text = self->text;

  if (text->is_simai)
    weft_sim_builder_note (self->builder, _("Times are taken as nanoseconds and sizes as whole buffers, as SimAI does"));
  else
    weft_sim_builder_note (self->builder,
                           _("The first line has none of SimAI's words, so times are taken as microseconds, every "
                             "collective goes over all ranks, and the size of an all-gather is the share of one rank, "
                             "as in ASTRA-sim's texts"));
  if (text->vpp > 1 && self->pp > 1)
    weft_sim_builder_note (self->builder, _("vpp: is not used: a stage does its layers in one go"));
}

static void
note_steps (const Layout *self)
{
  const WeftSimaiText *text = self->text;
  const WeftSimaiBlock *block = &self->block;
  g_autofree char *words = NULL;

  if (text->ga > 1 && block->times == 1)
    words = g_strdup_printf (_("The first line says %u steps of gradient accumulation, but no lines come so often: the "
                               "layers are run once"), text->ga);
  else if (block->n_written < block->times)
    words = g_strdup_printf (_("Of %u steps of gradient accumulation, of %u layers each, %u are run one by one; the "
                               "other %u take as long as the last of these"),
                             block->times, block->length, block->n_written, block->times - block->n_written);
  if (words != NULL)
    weft_sim_builder_note (self->builder, words);
}

static WeftSimTrace *
build (Layout *self, GError **error)
{
  g_autofree char *title = g_path_get_basename (self->text->path);
  g_autofree char *source = g_strdup_printf (self->text->is_simai ? _("%s (SimAI workload)") : _("%s (ASTRA-sim text)"),
                                             title);
  WeftSimTrace *trace;

  self->builder = weft_sim_builder_new (title, self->n_ranks);
  weft_sim_builder_set_source (self->builder, source);
  note_units (self);
  note_steps (self);
  for (guint i = 0; i < self->text->notes->len; i++)
    weft_sim_builder_note (self->builder, g_ptr_array_index (self->text->notes, i));
  if (!add_ranks (self, error))
    return NULL;
  trace = weft_sim_builder_finish (self->builder, error);
  if (trace == NULL)
    g_prefix_error (error, "%s: ", self->text->path);
  return trace;
}

WeftSimTrace *
weft_simai_read (const char *path, guint32 n_ranks, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSimaiText) text = weft_simai_text_read (path, cancellable, error);
  Layout self = { .text = text, .cancellable = cancellable };
  WeftSimTrace *trace = NULL;

  if (text == NULL || !count_ranks (&self, n_ranks, error) || !lay_out (&self, error))
    return NULL;
  self.block = weft_simai_find_block (text);
  self.groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (write_programs (&self, error))
    trace = build (&self, error);
  for (guint i = 0; i < N_PLACES; i++)
    g_clear_pointer (&self.programs[i], weft_simai_program_free);
  g_clear_pointer (&self.builder, weft_sim_builder_free);
  g_hash_table_unref (self.groups);
  return trace;
}
