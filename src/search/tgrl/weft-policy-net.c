/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forward and backward pass of a policy's network (Schlichtkrull et al. 2018 for the relations). Own loops with sums in
 * a fixed order rather than BLAS: products of 20 × 32 are too small to gain, and bytes must not depend on the CPU. */
#include "search/tgrl/weft-policy-net-private.h"

#include <math.h>
#include <string.h>

#define D WEFT_POLICY_WIDTH
#define LANES 8

/* Matrices that follow each other in one block. */
#define AT(parameter, id) ((parameter) + blocks[id].offset)
#define RELATION(parameter, layer, r) (AT (parameter, WEFT_POLICY_RELATION + (layer)) + (gsize) (r) * D * D)

#define N_INPUT (WEFT_TYPED_NODE_FEATURES * D)
#define N_TYPE (WEFT_TYPED_N_TYPES * D)
#define N_GATE (WEFT_TYPED_N_RELATIONS * WEFT_TYPED_EDGE_FEATURES)
#define N_RELATION (WEFT_TYPED_N_RELATIONS * D * D)
#define N_POOL ((D + WEFT_TYPED_GLOBAL_FEATURES) * D)
#define ACTION_ROWS (2 * D + WEFT_TYPED_ACTION_FEATURES)

#define AT_SELF (N_INPUT + N_TYPE + N_GATE)
#define AT_RELATION (AT_SELF + 3 * D * D)
#define AT_BIAS (AT_RELATION + 3 * N_RELATION)
#define AT_POOL (AT_BIAS + 3 * D)
#define AT_ACTION (AT_POOL + N_POOL + D)
#define AT_ACTION_BIAS (AT_ACTION + ACTION_ROWS * WEFT_POLICY_HIDDEN)
#define AT_VALUE (AT_ACTION_BIAS + 2 * WEFT_POLICY_HIDDEN)
#define AT_VALUE_BIAS (AT_VALUE + D * WEFT_POLICY_VALUE_HIDDEN)
#define N_PARAMETERS (AT_VALUE_BIAS + 2 * WEFT_POLICY_VALUE_HIDDEN)

G_STATIC_ASSERT (WEFT_POLICY_N_LAYERS == 3);

/* Starts after He et al. 2015; what a relation brings is one of several sums, so it starts smaller. */
static const WeftPolicyBlock blocks[WEFT_POLICY_N_BLOCKS] = {
  { "input", WEFT_TYPED_NODE_FEATURES, D, 0, 0.35 },
  { "type", WEFT_TYPED_N_TYPES, D, N_INPUT, 0.3 },
  { "gate", WEFT_TYPED_N_RELATIONS, WEFT_TYPED_EDGE_FEATURES, N_INPUT + N_TYPE, 0.3 },
  { "self-0", D, D, AT_SELF, 0.2 },
  { "self-1", D, D, AT_SELF + D * D, 0.2 },
  { "self-2", D, D, AT_SELF + 2 * D * D, 0.2 },
  { "relation-0", WEFT_TYPED_N_RELATIONS * D, D, AT_RELATION, 0.12 },
  { "relation-1", WEFT_TYPED_N_RELATIONS * D, D, AT_RELATION + N_RELATION, 0.12 },
  { "relation-2", WEFT_TYPED_N_RELATIONS * D, D, AT_RELATION + 2 * N_RELATION, 0.12 },
  { "bias-0", 1, D, AT_BIAS, 0 },
  { "bias-1", 1, D, AT_BIAS + D, 0 },
  { "bias-2", 1, D, AT_BIAS + 2 * D, 0 },
  { "pool", D + WEFT_TYPED_GLOBAL_FEATURES, D, AT_POOL, 0.13 },
  { "pool-bias", 1, D, AT_POOL + N_POOL, 0 },
  { "action", ACTION_ROWS, WEFT_POLICY_HIDDEN, AT_ACTION, 0.14 },
  { "action-bias", 1, WEFT_POLICY_HIDDEN, AT_ACTION_BIAS, 0 },
  /* So small that a policy without training is its prior. */
  { "action-out", WEFT_POLICY_HIDDEN, 1, AT_ACTION_BIAS + WEFT_POLICY_HIDDEN, 0.01 },
  { "value", D, WEFT_POLICY_VALUE_HIDDEN, AT_VALUE, 0.25 },
  { "value-bias", 1, WEFT_POLICY_VALUE_HIDDEN, AT_VALUE_BIAS, 0 },
  { "value-out", WEFT_POLICY_VALUE_HIDDEN, 1, AT_VALUE_BIAS + WEFT_POLICY_VALUE_HIDDEN, 0.01 },
};

/* y += x W of a row; the zeros that relu and one-hot features leave cost nothing. */
static void
add_product (WeftPolicyReal       *restrict y,
             const WeftPolicyReal *restrict x,
             const WeftPolicyReal *restrict w,
             guint                 n_in,
             guint                 n_out)
{
  for (guint k = 0; k < n_in; k++)
    {
      const WeftPolicyReal *restrict row = w + (gsize) k * n_out;
      WeftPolicyReal a = x[k];

      if (a == 0)
        continue;
      for (guint j = 0; j < n_out; j += LANES)
        for (guint lane = 0; lane < LANES; lane++)
          y[j + lane] += a * row[j + lane];
    }
}

/* Sums in lanes of a fixed order, so that they vectorise and are the same everywhere. */
static WeftPolicyReal
dot (const WeftPolicyReal *restrict a,
     const WeftPolicyReal *restrict b,
     guint                 n)
{
  WeftPolicyReal sum[LANES] = { 0 };

  for (guint j = 0; j < n; j += LANES)
    for (guint lane = 0; lane < LANES; lane++)
      sum[lane] += a[j + lane] * b[j + lane];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* dx += dy W' and dW += x' dy of a row; @dx: (nullable): of inputs that nobody asks for. */
static void
add_product_back (WeftPolicyReal       *restrict dx,
                  const WeftPolicyReal *restrict x,
                  const WeftPolicyReal *restrict w,
                  const WeftPolicyReal *restrict dy,
                  WeftPolicyReal       *restrict dw,
                  guint                 n_in,
                  guint                 n_out)
{
  for (guint k = 0; k < n_in; k++)
    {
      WeftPolicyReal *restrict row = dw + (gsize) k * n_out;
      WeftPolicyReal a = x[k];

      if (dx != NULL)
        dx[k] += dot (dy, w + (gsize) k * n_out, n_out);
      if (a == 0)
        continue;
      for (guint j = 0; j < n_out; j += LANES)
        for (guint lane = 0; lane < LANES; lane++)
          row[j + lane] += a * dy[j + lane];
    }
}

static void
add (WeftPolicyReal       *y,
     const WeftPolicyReal *x,
     WeftPolicyReal        scale,
     guint                 n)
{
  for (guint j = 0; j < n; j++)
    y[j] += scale * x[j];
}

static void
rectify (WeftPolicyReal *y,
         guint           n)
{
  for (guint j = 0; j < n; j++)
    y[j] = y[j] > 0 ? y[j] : 0;
}

static void
take_features (WeftPolicyReal *x,
               const float    *feature,
               guint           n)
{
  for (guint j = 0; j < n; j++)
    x[j] = feature[j];
}

static WeftPolicyReal *
take_memory (WeftPolicyReal **at,
             gsize            n)
{
  WeftPolicyReal *block = *at;

  *at += n;
  return block;
}

/* One block of zeros, dealt out. */
static void
tape_fit (WeftPolicyTape       *tape,
          const WeftTypedGraph *graph)
{
  gsize n = graph->nodes->len, e = graph->edges->len, a = graph->actions->len;
  gsize wide = n * D, messages = WEFT_TYPED_N_RELATIONS * wide, hidden = n * WEFT_POLICY_HIDDEN;
  gsize need = (WEFT_POLICY_N_LAYERS + 4) * wide + WEFT_POLICY_N_LAYERS * messages + 2 * e + WEFT_TYPED_N_RELATIONS * n
               + 2 * hidden + a * (WEFT_POLICY_HIDDEN + 1);
  WeftPolicyReal *at;

  if (need * sizeof *at > tape->bytes)
    {
      g_free (tape->memory);
      tape->bytes = need * sizeof *at;
      tape->memory = g_malloc (tape->bytes);
    }
  memset (tape->memory, 0, need * sizeof *at);
  tape->n_nodes = n;
  tape->n_edges = e;
  tape->n_actions = a;
  at = tape->memory;
  for (guint l = 0; l <= WEFT_POLICY_N_LAYERS; l++)
    tape->state[l] = take_memory (&at, wide);
  for (guint l = 0; l < WEFT_POLICY_N_LAYERS; l++)
    tape->message[l] = take_memory (&at, messages);
  tape->d_state = take_memory (&at, wide);
  tape->d_next = take_memory (&at, wide);
  tape->d_message = take_memory (&at, wide);
  tape->gate = take_memory (&at, e);
  tape->d_gate = take_memory (&at, e);
  tape->inverse_degree = take_memory (&at, WEFT_TYPED_N_RELATIONS * n);
  tape->node_hidden = take_memory (&at, hidden);
  tape->d_node_hidden = take_memory (&at, hidden);
  tape->hidden = take_memory (&at, a * WEFT_POLICY_HIDDEN);
  tape->logit = take_memory (&at, a);
}

static void
open_gates (const WeftPolicyReal *parameter,
            const WeftTypedGraph *graph,
            WeftPolicyTape       *tape)
{
  guint n = tape->n_nodes;

  for (guint e = 0; e < tape->n_edges; e++)
    {
      const WeftTypedEdge *edge = &g_array_index (graph->edges, WeftTypedEdge, e);
      const WeftPolicyReal *u = AT (parameter, WEFT_POLICY_GATE) + edge->relation * WEFT_TYPED_EDGE_FEATURES;
      WeftPolicyReal sum = 0;

      for (guint j = 0; j < WEFT_TYPED_EDGE_FEATURES; j++)
        sum += u[j] * edge->feature[j];
      tape->gate[e] = (WeftPolicyReal) (1 / (1 + exp (-(double) sum)));
      tape->inverse_degree[edge->relation * n + edge->to] += 1;
    }
  for (guint i = 0; i < WEFT_TYPED_N_RELATIONS * n; i++)
    if (tape->inverse_degree[i] > 0)
      tape->inverse_degree[i] = 1 / tape->inverse_degree[i];
}

static void
see_nodes (const WeftPolicyReal *parameter,
           const WeftTypedGraph *graph,
           WeftPolicyTape       *tape)
{
  for (guint i = 0; i < tape->n_nodes; i++)
    {
      const WeftTypedNode *node = &g_array_index (graph->nodes, WeftTypedNode, i);
      WeftPolicyReal x[WEFT_TYPED_NODE_FEATURES];

      take_features (x, node->feature, WEFT_TYPED_NODE_FEATURES);
      add (tape->state[0] + i * D, AT (parameter, WEFT_POLICY_TYPE) + node->type * D, 1, D);
      add_product (tape->state[0] + i * D, x, AT (parameter, WEFT_POLICY_INPUT), WEFT_TYPED_NODE_FEATURES, D);
    }
}

static void
pass_messages (const WeftPolicyReal *parameter,
               const WeftTypedGraph *graph,
               WeftPolicyTape       *tape,
               guint                 layer)
{
  guint n = tape->n_nodes;
  const WeftPolicyReal *state = tape->state[layer];
  WeftPolicyReal *next = tape->state[layer + 1], *message = tape->message[layer];

  for (guint e = 0; e < tape->n_edges; e++)
    {
      const WeftTypedEdge *edge = &g_array_index (graph->edges, WeftTypedEdge, e);
      guint slot = edge->relation * n + edge->to;

      add (message + slot * D, state + edge->from * D, tape->gate[e] * tape->inverse_degree[slot], D);
    }
  for (guint i = 0; i < n; i++)
    {
      add (next + i * D, AT (parameter, WEFT_POLICY_BIAS + layer), 1, D);
      add_product (next + i * D, state + i * D, AT (parameter, WEFT_POLICY_SELF + layer), D, D);
      for (guint r = 0; r < WEFT_TYPED_N_RELATIONS; r++)
        if (tape->inverse_degree[r * n + i] > 0)
          add_product (next + i * D, message + (r * n + i) * D, RELATION (parameter, layer, r), D, D);
      rectify (next + i * D, D);
    }
}

static void
pool (const WeftPolicyReal *parameter,
      const WeftTypedGraph *graph,
      WeftPolicyTape       *tape)
{
  const WeftPolicyReal *last = tape->state[WEFT_POLICY_N_LAYERS];

  memset (tape->pooled, 0, sizeof tape->pooled);
  for (guint i = 0; i < tape->n_nodes; i++)
    add (tape->pooled, last + i * D, (WeftPolicyReal) 1 / tape->n_nodes, D);
  take_features (tape->pooled + D, graph->global, WEFT_TYPED_GLOBAL_FEATURES);
  memcpy (tape->z, AT (parameter, WEFT_POLICY_POOL_BIAS), sizeof tape->z);
  add_product (tape->z, tape->pooled, AT (parameter, WEFT_POLICY_POOL), D + WEFT_TYPED_GLOBAL_FEATURES, D);
  for (guint j = 0; j < D; j++)
    tape->z[j] = (WeftPolicyReal) tanh ((double) tape->z[j]);
}

static void
find_value (const WeftPolicyReal *parameter,
            WeftPolicyTape       *tape)
{
  memcpy (tape->value_hidden, AT (parameter, WEFT_POLICY_VALUE_BIAS), sizeof tape->value_hidden);
  add_product (tape->value_hidden, tape->z, AT (parameter, WEFT_POLICY_VALUE), D, WEFT_POLICY_VALUE_HIDDEN);
  rectify (tape->value_hidden, WEFT_POLICY_VALUE_HIDDEN);
  tape->value = dot (tape->value_hidden, AT (parameter, WEFT_POLICY_VALUE_OUT), WEFT_POLICY_VALUE_HIDDEN);
}

/* The part of the whole is the same for all edits, that of a node for all edits of it. */
static void
find_logits (const WeftPolicyReal *parameter,
             const WeftTypedGraph *graph,
             WeftPolicyTape       *tape)
{
  const WeftPolicyReal *w = AT (parameter, WEFT_POLICY_ACTION), *last = tape->state[WEFT_POLICY_N_LAYERS];
  WeftPolicyReal whole[WEFT_POLICY_HIDDEN];

  memcpy (whole, AT (parameter, WEFT_POLICY_ACTION_BIAS), sizeof whole);
  add_product (whole, tape->z, w, D, WEFT_POLICY_HIDDEN);
  for (guint i = 0; i < tape->n_nodes; i++)
    {
      memcpy (tape->node_hidden + i * WEFT_POLICY_HIDDEN, whole, sizeof whole);
      add_product (tape->node_hidden + i * WEFT_POLICY_HIDDEN, last + i * D, w + D * WEFT_POLICY_HIDDEN, D,
                   WEFT_POLICY_HIDDEN);
    }
  for (guint a = 0; a < tape->n_actions; a++)
    {
      const WeftTypedAction *action = &g_array_index (graph->actions, WeftTypedAction, a);
      WeftPolicyReal x[WEFT_TYPED_ACTION_FEATURES], *hidden = tape->hidden + a * WEFT_POLICY_HIDDEN;

      take_features (x, action->feature, WEFT_TYPED_ACTION_FEATURES);
      memcpy (hidden, tape->node_hidden + action->node * WEFT_POLICY_HIDDEN, sizeof whole);
      add_product (hidden, x, w + 2 * D * WEFT_POLICY_HIDDEN, WEFT_TYPED_ACTION_FEATURES, WEFT_POLICY_HIDDEN);
      rectify (hidden, WEFT_POLICY_HIDDEN);
      tape->logit[a] = dot (hidden, AT (parameter, WEFT_POLICY_ACTION_OUT), WEFT_POLICY_HIDDEN);
    }
}

/* dy of a relu: what was cut off passes nothing. */
static void
rectify_back (WeftPolicyReal       *dy,
              const WeftPolicyReal *y,
              guint                 n)
{
  for (guint j = 0; j < n; j++)
    if (!(y[j] > 0))
      dy[j] = 0;
}

static void
value_back (const WeftPolicyReal *parameter,
            WeftPolicyTape       *tape,
            WeftPolicyReal        d_value,
            WeftPolicyReal       *d_z,
            WeftPolicyReal       *gradient)
{
  WeftPolicyReal d_hidden[WEFT_POLICY_VALUE_HIDDEN] = { 0 };

  add (AT (gradient, WEFT_POLICY_VALUE_OUT), tape->value_hidden, d_value, WEFT_POLICY_VALUE_HIDDEN);
  add (d_hidden, AT (parameter, WEFT_POLICY_VALUE_OUT), d_value, WEFT_POLICY_VALUE_HIDDEN);
  rectify_back (d_hidden, tape->value_hidden, WEFT_POLICY_VALUE_HIDDEN);
  add (AT (gradient, WEFT_POLICY_VALUE_BIAS), d_hidden, 1, WEFT_POLICY_VALUE_HIDDEN);
  add_product_back (d_z, tape->z, AT (parameter, WEFT_POLICY_VALUE), d_hidden, AT (gradient, WEFT_POLICY_VALUE), D,
                    WEFT_POLICY_VALUE_HIDDEN);
}

/* Leaves in d_node_hidden what the edits of each node ask. */
static void
actions_back (const WeftPolicyReal *parameter,
              const WeftTypedGraph *graph,
              WeftPolicyTape       *tape,
              const WeftPolicyReal *d_logit,
              WeftPolicyReal       *gradient)
{
  memset (tape->d_node_hidden, 0, tape->n_nodes * WEFT_POLICY_HIDDEN * sizeof (WeftPolicyReal));
  for (guint a = 0; a < tape->n_actions; a++)
    {
      const WeftTypedAction *action = &g_array_index (graph->actions, WeftTypedAction, a);
      const WeftPolicyReal *hidden = tape->hidden + a * WEFT_POLICY_HIDDEN;
      WeftPolicyReal x[WEFT_TYPED_ACTION_FEATURES], d_hidden[WEFT_POLICY_HIDDEN] = { 0 };

      take_features (x, action->feature, WEFT_TYPED_ACTION_FEATURES);
      add (AT (gradient, WEFT_POLICY_ACTION_OUT), hidden, d_logit[a], WEFT_POLICY_HIDDEN);
      add (d_hidden, AT (parameter, WEFT_POLICY_ACTION_OUT), d_logit[a], WEFT_POLICY_HIDDEN);
      rectify_back (d_hidden, hidden, WEFT_POLICY_HIDDEN);
      add_product_back (NULL, x, NULL, d_hidden, AT (gradient, WEFT_POLICY_ACTION) + 2 * D * WEFT_POLICY_HIDDEN,
                        WEFT_TYPED_ACTION_FEATURES, WEFT_POLICY_HIDDEN);
      add (tape->d_node_hidden + action->node * WEFT_POLICY_HIDDEN, d_hidden, 1, WEFT_POLICY_HIDDEN);
    }
}

static void
nodes_back (const WeftPolicyReal *parameter,
            WeftPolicyTape       *tape,
            WeftPolicyReal       *d_z,
            WeftPolicyReal       *gradient)
{
  const WeftPolicyReal *w = AT (parameter, WEFT_POLICY_ACTION), *last = tape->state[WEFT_POLICY_N_LAYERS];
  WeftPolicyReal *dw = AT (gradient, WEFT_POLICY_ACTION), d_whole[WEFT_POLICY_HIDDEN] = { 0 };

  for (guint i = 0; i < tape->n_nodes; i++)
    {
      const WeftPolicyReal *d_hidden = tape->d_node_hidden + i * WEFT_POLICY_HIDDEN;

      add (d_whole, d_hidden, 1, WEFT_POLICY_HIDDEN);
      add_product_back (tape->d_state + i * D, last + i * D, w + D * WEFT_POLICY_HIDDEN, d_hidden,
                        dw + D * WEFT_POLICY_HIDDEN, D, WEFT_POLICY_HIDDEN);
    }
  add (AT (gradient, WEFT_POLICY_ACTION_BIAS), d_whole, 1, WEFT_POLICY_HIDDEN);
  add_product_back (d_z, tape->z, w, d_whole, dw, D, WEFT_POLICY_HIDDEN);
}

static void
pool_back (const WeftPolicyReal *parameter,
           WeftPolicyTape       *tape,
           WeftPolicyReal       *d_z,
           WeftPolicyReal       *gradient)
{
  WeftPolicyReal d_pooled[D + WEFT_TYPED_GLOBAL_FEATURES] = { 0 };

  for (guint j = 0; j < D; j++)
    d_z[j] *= 1 - tape->z[j] * tape->z[j];
  add (AT (gradient, WEFT_POLICY_POOL_BIAS), d_z, 1, D);
  add_product_back (d_pooled, tape->pooled, AT (parameter, WEFT_POLICY_POOL), d_z, AT (gradient, WEFT_POLICY_POOL),
                    D + WEFT_TYPED_GLOBAL_FEATURES, D);
  for (guint i = 0; i < tape->n_nodes; i++)
    add (tape->d_state + i * D, d_pooled, (WeftPolicyReal) 1 / tape->n_nodes, D);
}

/* One relation of one layer: from what it brought to its weights, the senders' states and the gates. */
static void
relation_back (const WeftPolicyReal *parameter,
               const WeftTypedGraph *graph,
               WeftPolicyTape       *tape,
               guint                 layer,
               guint                 r,
               WeftPolicyReal       *gradient)
{
  guint n = tape->n_nodes;
  const WeftPolicyReal *message = tape->message[layer] + r * n * D, *state = tape->state[layer];

  memset (tape->d_message, 0, n * D * sizeof (WeftPolicyReal));
  for (guint i = 0; i < n; i++)
    if (tape->inverse_degree[r * n + i] > 0)
      add_product_back (tape->d_message + i * D, message + i * D, RELATION (parameter, layer, r), tape->d_state + i * D,
                        RELATION (gradient, layer, r), D, D);
  for (guint e = 0; e < tape->n_edges; e++)
    {
      const WeftTypedEdge *edge = &g_array_index (graph->edges, WeftTypedEdge, e);
      WeftPolicyReal mean = tape->inverse_degree[r * n + edge->to];

      if (edge->relation != r)
        continue;
      tape->d_gate[e] += mean * dot (tape->d_message + edge->to * D, state + edge->from * D, D);
      add (tape->d_next + edge->from * D, tape->d_message + edge->to * D, tape->gate[e] * mean, D);
    }
}

/* From d_state of the layer's outputs to that of its inputs. */
static void
layer_back (const WeftPolicyReal *parameter,
            const WeftTypedGraph *graph,
            WeftPolicyTape       *tape,
            guint                 layer,
            WeftPolicyReal       *gradient)
{
  guint n = tape->n_nodes;
  WeftPolicyReal *swap;

  memset (tape->d_next, 0, n * D * sizeof (WeftPolicyReal));
  rectify_back (tape->d_state, tape->state[layer + 1], n * D);
  for (guint i = 0; i < n; i++)
    {
      add (AT (gradient, WEFT_POLICY_BIAS + layer), tape->d_state + i * D, 1, D);
      add_product_back (tape->d_next + i * D, tape->state[layer] + i * D, AT (parameter, WEFT_POLICY_SELF + layer),
                        tape->d_state + i * D, AT (gradient, WEFT_POLICY_SELF + layer), D, D);
    }
  for (guint r = 0; r < WEFT_TYPED_N_RELATIONS; r++)
    relation_back (parameter, graph, tape, layer, r, gradient);
  swap = tape->d_state;
  tape->d_state = tape->d_next;
  tape->d_next = swap;
}

static void
inputs_back (const WeftTypedGraph *graph,
             WeftPolicyTape       *tape,
             WeftPolicyReal       *gradient)
{
  for (guint i = 0; i < tape->n_nodes; i++)
    {
      const WeftTypedNode *node = &g_array_index (graph->nodes, WeftTypedNode, i);
      WeftPolicyReal x[WEFT_TYPED_NODE_FEATURES];

      take_features (x, node->feature, WEFT_TYPED_NODE_FEATURES);
      add (AT (gradient, WEFT_POLICY_TYPE) + node->type * D, tape->d_state + i * D, 1, D);
      add_product_back (NULL, x, NULL, tape->d_state + i * D, AT (gradient, WEFT_POLICY_INPUT),
                        WEFT_TYPED_NODE_FEATURES, D);
    }
  for (guint e = 0; e < tape->n_edges; e++)
    {
      const WeftTypedEdge *edge = &g_array_index (graph->edges, WeftTypedEdge, e);
      WeftPolicyReal *du = AT (gradient, WEFT_POLICY_GATE) + edge->relation * WEFT_TYPED_EDGE_FEATURES;
      WeftPolicyReal slope = tape->d_gate[e] * tape->gate[e] * (1 - tape->gate[e]);

      for (guint j = 0; j < WEFT_TYPED_EDGE_FEATURES; j++)
        du[j] += slope * edge->feature[j];
    }
}

const WeftPolicyBlock *
weft_policy_blocks (guint *n_parameters)
{
  if (n_parameters != NULL)
    *n_parameters = N_PARAMETERS;
  return blocks;
}

WeftPolicyTape *
weft_policy_tape_new (void)
{
  return g_new0 (WeftPolicyTape, 1);
}

void
weft_policy_tape_free (WeftPolicyTape *self)
{
  g_free (self->memory);
  g_free (self);
}

/**
 * weft_policy_net_forward: (skip)
 * @parameter: all of them, as weft_policy_blocks() has them
 * @graph: a graph with at least one node
 * @tape: what is filled
 *
 * H0 = X Win + E[type]; H' = relu (H Wself + sum_r mean_j (gate_ij H_j) W_r + b); z = tanh ([mean H, u] Wg + bg);
 * logit(a) = w2 . relu ([z, H[node(a)], f_a] W1 + b1); V = v2 . relu (z V1 + c1).
 */
void
weft_policy_net_forward (const WeftPolicyReal *parameter,
                         const WeftTypedGraph *graph,
                         WeftPolicyTape       *tape)
{
  g_return_if_fail (graph->nodes->len > 0);

  tape_fit (tape, graph);
  open_gates (parameter, graph, tape);
  see_nodes (parameter, graph, tape);
  for (guint layer = 0; layer < WEFT_POLICY_N_LAYERS; layer++)
    pass_messages (parameter, graph, tape, layer);
  pool (parameter, graph, tape);
  find_value (parameter, tape);
  find_logits (parameter, graph, tape);
}

void
weft_policy_net_backward (const WeftPolicyReal *parameter,
                          const WeftTypedGraph *graph,
                          WeftPolicyTape       *tape,
                          const WeftPolicyReal *d_logit,
                          WeftPolicyReal        d_value,
                          WeftPolicyReal       *gradient)
{
  WeftPolicyReal d_z[D] = { 0 };

  memset (tape->d_state, 0, tape->n_nodes * D * sizeof (WeftPolicyReal));
  memset (tape->d_gate, 0, tape->n_edges * sizeof (WeftPolicyReal));
  value_back (parameter, tape, d_value, d_z, gradient);
  actions_back (parameter, graph, tape, d_logit, gradient);
  nodes_back (parameter, tape, d_z, gradient);
  pool_back (parameter, tape, d_z, gradient);
  for (guint layer = WEFT_POLICY_N_LAYERS; layer-- > 0;)
    layer_back (parameter, graph, tape, layer, gradient);
  inputs_back (graph, tape, gradient);
}
