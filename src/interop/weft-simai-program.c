/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From layers to what a rank does, by the rules of ASTRA-sim 1 and SimAI, where the ranks run the text (all forward
 * passes, then all gradients from the last layer to the first), and of Chakra's converter for the other parallelisms. */
#include "interop/weft-simai-private.h"

typedef struct
{
  const WeftSimaiText *text;
  const WeftSimaiBlock *block;
  WeftSimaiProgram *program;
  gboolean has_before;
  gboolean has_after;
  guint32 last; /* what the next operation waits for */
} Writer;

static const char *const phase_names[WEFT_N_SIMAI_PHASES] = { "forward", "input gradient", "weight gradient" };

/* --- operations --- */

/* What is more is left out, and the program is refused. */
static gboolean
is_full (const Writer *self)
{
  return self->program->ops->len > WEFT_SIMAI_MAX_OPS;
}

static guint32
add (Writer *self, const WeftSimaiOp *op)
{
  if (!is_full (self))
    g_array_append_val (self->program->ops, *op);
  return self->program->ops->len - 1;
}

static const char *
name (Writer *self, const WeftSimaiLayer *layer, const char *what)
{
  g_autofree char *text = g_strdup_printf ("%s %s", layer->name, what);

  return g_string_chunk_insert_const (self->program->names, text);
}

static guint32
add_compute (Writer *self, const WeftSimaiLayer *layer, const char *what, double time_s, guint32 dep, guint32 other)
{
  WeftSimaiOp op = { .kind = WEFT_SIMAI_COMPUTE, .name = name (self, layer, what), .label = what, .amount = time_s,
                     .deps = { dep, other } };

  return add (self, &op);
}

/* Waits for the last operation, and for @other. */
static void
compute (Writer *self, const WeftSimaiLayer *layer, WeftSimaiPhase phase, guint32 other)
{
  double time_s = layer->step[phase].time_s;

  if (time_s > 0 || other != WEFT_SIM_NONE)
    self->last = add_compute (self, layer, phase_names[phase], time_s, self->last, other);
}

/* The collective after a phase, and the update after it; WEFT_SIM_NONE when there is none. ASTRA-sim's layers know an
 * update of weights alone, SimAI's one after each collective. */
static guint32
communicate (Writer *self, const WeftSimaiLayer *layer, WeftSimaiPhase phase)
{
  const WeftSimaiStep *step = &layer->step[phase];
  WeftSimaiOp op = { .kind = WEFT_SIMAI_COLLECTIVE, .comm = step->comm, .group = step->group, .amount = step->bytes,
                     .deps = { self->last, WEFT_SIM_NONE } };
  guint32 end;

  if (step->comm == WEFT_SIMAI_NO_COMM)
    return WEFT_SIM_NONE;
  op.name = name (self, layer, phase_names[phase]);
  end = add (self, &op);
  if (layer->update_s > 0 && (self->text->is_simai || phase == WEFT_SIMAI_WEIGHT_GRADIENT))
    end = add_compute (self, layer, "update", layer->update_s, end, WEFT_SIM_NONE);
  return end;
}

static void
communicate_and_wait (Writer *self, const WeftSimaiLayer *layer, WeftSimaiPhase phase)
{
  guint32 end = communicate (self, layer, phase);

  if (end != WEFT_SIM_NONE)
    self->last = end;
}

static const WeftSimaiLayer *
layer_at (const Writer *self, guint32 line)
{
  return &g_array_index (self->text->layers, WeftSimaiLayer, g_array_index (self->text->order, guint32, line));
}

/* --- one layer --- */

static void
forward (Writer *self, const WeftSimaiLayer *layer)
{
  compute (self, layer, WEFT_SIMAI_FORWARD, WEFT_SIM_NONE);
  communicate_and_wait (self, layer, WEFT_SIMAI_FORWARD);
}

static void
backward (Writer *self, const WeftSimaiLayer *layer)
{
  compute (self, layer, WEFT_SIMAI_INPUT_GRADIENT, WEFT_SIM_NONE);
  communicate_and_wait (self, layer, WEFT_SIMAI_INPUT_GRADIENT);
  compute (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT, WEFT_SIM_NONE);
  communicate (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT);
}

/* Gradients of inputs are sent while those of weights are computed, and both are there before the layer below. */
static void
backward_overlapped (Writer *self, const WeftSimaiLayer *layer, gboolean is_first, gboolean has_data, guint32 *waiting)
{
  compute (self, layer, WEFT_SIMAI_INPUT_GRADIENT, *waiting);
  *waiting = is_first ? WEFT_SIM_NONE : communicate (self, layer, WEFT_SIMAI_INPUT_GRADIENT);
  compute (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT, WEFT_SIM_NONE);
  if (has_data)
    communicate (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT);
}

/* --- transformers: blocking collectives, recomputation, stages --- */

/* @lines: ascending */
static gboolean
holds (GArray *lines, guint32 line)
{
  return g_array_binary_search (lines, &line, weft_simai_compare_lines_cb, NULL);
}

/* From the last checkpoint up to the layer before this one. */
static void
repeat_forward (Writer *self, guint32 line)
{
  guint32 from = line;

  if (!holds (self->text->initiators, line))
    return;
  while (from > 0 && !holds (self->text->checkpoints, from))
    from--;
  for (guint32 i = from; i < line && !is_full (self); i++)
    forward (self, layer_at (self, i));
}

static void
cross_stage (Writer *self, WeftSimaiKind kind, gboolean is_next, guint32 tag, const char *what)
{
  WeftSimaiOp op = { .kind = kind, .is_next = is_next, .tag = tag, .amount = self->text->pp_bytes, .name = what,
                     .deps = { self->last, WEFT_SIM_NONE } };
  guint32 end;

  if (is_next ? !self->has_after : !self->has_before)
    return;
  end = add (self, &op);
  /* a stage goes on while its activations travel */
  if (kind == WEFT_SIMAI_RECV)
    self->last = end;
}

/* The end of a step of @n that are written, the @i-th of them. */
static void
mark (Writer *self, guint32 i, guint32 n)
{
  GArray *marks = self->program->marks;

  if (self->block->times == self->block->n_written || n < 2 || i + 2 < n)
    return;
  if (i + 2 == n)
    {
      WeftSimaiMark first = { self->block->times - self->block->n_written, self->last, self->last };

      g_array_append_val (marks, first);
    }
  else
    g_array_index (marks, WeftSimaiMark, marks->len - 1).after = self->last;
}

static void
forward_all (Writer *self)
{
  const WeftSimaiBlock *block = self->block;

  for (guint32 i = 0; i < block->first; i++)
    forward (self, layer_at (self, i));
  for (guint32 m = 0; m < block->n_written; m++)
    {
      cross_stage (self, WEFT_SIMAI_RECV, FALSE, m, "activations from the stage before");
      for (guint32 i = 0; i < block->length; i++)
        forward (self, layer_at (self, block->first + m * block->length + i));
      cross_stage (self, WEFT_SIMAI_SEND, TRUE, m, "activations to the next stage");
      mark (self, m, block->n_written);
    }
  for (guint32 i = block->first + block->times * block->length; i < self->text->order->len; i++)
    forward (self, layer_at (self, i));
}

static void
backward_line (Writer *self, guint32 line)
{
  repeat_forward (self, line);
  backward (self, layer_at (self, line));
}

static void
backward_all (Writer *self)
{
  const WeftSimaiBlock *block = self->block;
  guint32 n = block->n_written;
  guint32 end = block->first + block->times * block->length;

  for (guint32 i = self->text->order->len; i > end; i--)
    backward_line (self, i - 1);
  /* the steps that differ come last here, and marks are made of those before them */
  for (guint32 m = n; m > 0; m--)
    {
      cross_stage (self, WEFT_SIMAI_RECV, TRUE, block->n_written + m - 1, "gradients from the next stage");
      for (guint32 i = block->length; i > 0; i--)
        backward_line (self, block->first + (m - 1) * block->length + i - 1);
      cross_stage (self, WEFT_SIMAI_SEND, FALSE, block->n_written + m - 1, "gradients to the stage before");
      if (m > block->n_odd)
        mark (self, n - m, n - block->n_odd);
    }
  for (guint32 i = block->first; i > 0; i--)
    backward_line (self, i - 1);
}

/* --- the other parallelisms, as Chakra's converter has them --- */

static void
write_micro (Writer *self)
{
  for (guint32 i = 0; i < self->text->order->len; i++)
    {
      self->last = WEFT_SIM_NONE;
      communicate (self, layer_at (self, i), WEFT_SIMAI_WEIGHT_GRADIENT);
    }
}

static void
write_data (Writer *self)
{
  guint32 n = self->text->order->len;

  for (guint32 i = 0; i < n; i++)
    compute (self, layer_at (self, i), WEFT_SIMAI_FORWARD, WEFT_SIM_NONE);
  for (guint32 i = n; i > 0; i--)
    {
      const WeftSimaiLayer *layer = layer_at (self, i - 1);

      compute (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT, WEFT_SIM_NONE);
      communicate (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT);
      if (i > 1)
        compute (self, layer, WEFT_SIMAI_INPUT_GRADIENT, WEFT_SIM_NONE);
    }
}

static void
write_model (Writer *self, gboolean has_data)
{
  guint32 n = self->text->order->len;
  guint32 waiting = WEFT_SIM_NONE;

  for (guint32 i = 0; i < n; i++)
    forward (self, layer_at (self, i));
  for (guint32 i = n; i > 0; i--)
    backward_overlapped (self, layer_at (self, i - 1), i == 1, has_data, &waiting);
}

/* Embeddings, layer 0, are exchanged while the bottom layers are computed, and their gradients while those are. */
static void
write_dlrm (Writer *self)
{
  guint32 n = self->text->order->len;
  guint32 exchange = WEFT_SIM_NONE;

  for (guint32 i = 0; i < n; i++)
    {
      const WeftSimaiLayer *layer = layer_at (self, i);

      compute (self, layer, WEFT_SIMAI_FORWARD, i == self->text->last_bottom ? exchange : WEFT_SIM_NONE);
      if (layer->step[WEFT_SIMAI_FORWARD].comm == WEFT_SIM_ALL_TO_ALL)
        {
          guint32 end = communicate (self, layer, WEFT_SIMAI_FORWARD);

          exchange = i == 0 ? end : exchange;
        }
    }
  exchange = WEFT_SIM_NONE;
  for (guint32 i = n; i > 0; i--)
    {
      const WeftSimaiLayer *layer = layer_at (self, i - 1);

      compute (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT, i == 1 ? exchange : WEFT_SIM_NONE);
      communicate (self, layer, WEFT_SIMAI_WEIGHT_GRADIENT);
      if (i > 1)
        compute (self, layer, WEFT_SIMAI_INPUT_GRADIENT, WEFT_SIM_NONE);
      if (i - 1 == self->text->last_bottom + 1)
        exchange = communicate (self, layer_at (self, 0), WEFT_SIMAI_INPUT_GRADIENT);
    }
}

static void
write_all (Writer *self)
{
  switch (self->text->policy)
    {
    case WEFT_SIMAI_MICRO:
      write_micro (self);
      break;
    case WEFT_SIMAI_DATA:
      write_data (self);
      break;
    case WEFT_SIMAI_MODEL:
      write_model (self, FALSE);
      break;
    case WEFT_SIMAI_DATA_MODEL:
    case WEFT_SIMAI_MODEL_DATA:
      write_model (self, TRUE);
      break;
    case WEFT_SIMAI_DLRM:
      write_dlrm (self);
      break;
    case WEFT_SIMAI_INFERENCE:
      forward_all (self);
      break;
    default:
      forward_all (self);
      backward_all (self);
      break;
    }
}

WeftSimaiProgram *
weft_simai_program_new (const WeftSimaiText *text, const WeftSimaiBlock *block, gboolean has_stage_before,
                        gboolean has_stage_after)
{
  WeftSimaiProgram *program = g_new0 (WeftSimaiProgram, 1);
  Writer self = { text, block, program, has_stage_before, has_stage_after, WEFT_SIM_NONE };

  program->ops = g_array_new (FALSE, FALSE, sizeof (WeftSimaiOp));
  program->marks = g_array_new (FALSE, FALSE, sizeof (WeftSimaiMark));
  program->names = g_string_chunk_new (4096);
  write_all (&self);
  return program;
}

void
weft_simai_program_free (WeftSimaiProgram *self)
{
  g_array_unref (self->ops);
  g_array_unref (self->marks);
  g_string_chunk_free (self->names);
  g_free (self);
}
