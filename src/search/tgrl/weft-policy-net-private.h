/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network of a policy: three layers of gated messages over a typed graph, a logit for every edit and a value.
 * Single precision in the library; with WEFT_POLICY_DOUBLE the same source is double, to check its gradient by. */
#pragma once

#include "search/tgrl/weft-typed-graph-private.h"

#ifdef WEFT_POLICY_DOUBLE
typedef double WeftPolicyReal;
#define weft_policy_blocks weft_policy_blocks_double
#define weft_policy_tape_new weft_policy_tape_new_double
#define weft_policy_tape_free weft_policy_tape_free_double
#define weft_policy_net_forward weft_policy_net_forward_double
#define weft_policy_net_backward weft_policy_net_backward_double
#define weft_policy_probabilities weft_policy_probabilities_double
#define weft_policy_sample_loss weft_policy_sample_loss_double
#else
typedef float WeftPolicyReal;
#endif

G_BEGIN_DECLS

#define WEFT_POLICY_WIDTH 32
#define WEFT_POLICY_N_LAYERS 3
#define WEFT_POLICY_HIDDEN 64
#define WEFT_POLICY_VALUE_HIDDEN 32

/* Blocks of parameters, in the order in which they lie. */
typedef enum
{
  WEFT_POLICY_INPUT,
  WEFT_POLICY_TYPE,
  WEFT_POLICY_GATE,
  WEFT_POLICY_SELF,
  WEFT_POLICY_RELATION = WEFT_POLICY_SELF + WEFT_POLICY_N_LAYERS,
  WEFT_POLICY_BIAS = WEFT_POLICY_RELATION + WEFT_POLICY_N_LAYERS,
  WEFT_POLICY_POOL = WEFT_POLICY_BIAS + WEFT_POLICY_N_LAYERS,
  WEFT_POLICY_POOL_BIAS,
  WEFT_POLICY_ACTION,
  WEFT_POLICY_ACTION_BIAS,
  WEFT_POLICY_ACTION_OUT,
  WEFT_POLICY_VALUE,
  WEFT_POLICY_VALUE_BIAS,
  WEFT_POLICY_VALUE_OUT,
  WEFT_POLICY_N_BLOCKS,
} WeftPolicyBlockId;

/**
 * WeftPolicyBlock: (skip)
 * @name: in files
 * @rows: inputs
 * @columns: outputs; element (i, j) is at @offset + i @columns + j
 * @offset: of the first element
 * @sigma: of its normal start, 0 for zeros
 */
typedef struct
{
  const char *name;
  guint rows;
  guint columns;
  guint offset;
  double sigma;
} WeftPolicyBlock;

/* What the backward pass needs of the forward one; grows with the graphs that it sees. */
typedef struct
{
  guint n_nodes, n_edges, n_actions;
  gsize bytes;
  WeftPolicyReal *memory;
  WeftPolicyReal *state[WEFT_POLICY_N_LAYERS + 1];   /* [node][width] */
  WeftPolicyReal *message[WEFT_POLICY_N_LAYERS];     /* [relation][node][width], means */
  WeftPolicyReal *gate;                              /* [edge] */
  WeftPolicyReal *inverse_degree;                    /* [relation][node], 0 without neighbours */
  WeftPolicyReal *hidden;                            /* [action][64] after relu */
  WeftPolicyReal *node_hidden;                       /* [node][64] */
  WeftPolicyReal *logit;                             /* [action] g, without the prior */
  WeftPolicyReal *d_state, *d_next;                  /* [node][width] */
  WeftPolicyReal *d_message;                         /* [node][width] */
  WeftPolicyReal *d_gate;                            /* [edge] */
  WeftPolicyReal *d_node_hidden;                     /* [node][64] */
  WeftPolicyReal pooled[WEFT_POLICY_WIDTH + WEFT_TYPED_GLOBAL_FEATURES];
  WeftPolicyReal z[WEFT_POLICY_WIDTH];
  WeftPolicyReal value_hidden[WEFT_POLICY_VALUE_HIDDEN];
  WeftPolicyReal value;
} WeftPolicyTape;

/* The table of blocks; @n_parameters: (out) (nullable): of all. */
const WeftPolicyBlock *weft_policy_blocks (guint *n_parameters);

WEFT_API WeftPolicyTape *weft_policy_tape_new     (void);
WEFT_API void            weft_policy_tape_free    (WeftPolicyTape *self);
/* Fills logit and value of @tape. */
WEFT_API void            weft_policy_net_forward  (const WeftPolicyReal *parameter, const WeftTypedGraph *graph,
                                          WeftPolicyTape *tape);
/* Adds to @gradient what a change of @d_logit and @d_value asks of each parameter; @tape: of the forward pass. */
void            weft_policy_net_backward (const WeftPolicyReal *parameter, const WeftTypedGraph *graph,
                                          WeftPolicyTape *tape, const WeftPolicyReal *d_logit,
                                          WeftPolicyReal d_value, WeftPolicyReal *gradient);

/* Of a state that was seen: what was done, how likely that was, and what came of it. */
typedef struct
{
  guint action;
  double log_probability;
  double advantage;
  double reward_to_go;
} WeftPolicySample;

typedef struct
{
  double lambda;
  double clip;
  double value_weight;
  double entropy_weight;
  double prior_weight;
} WeftPolicyLoss;

/* softmax (logit + lambda prior); @logit: (nullable): zeros. */
void   weft_policy_probabilities (const WeftTypedGraph *graph, const WeftPolicyReal *logit, double lambda,
                                  double *probability);
/* The PPO loss of @sample; adds @scale times its gradient to @gradient, unless that is %NULL. */
WEFT_API double weft_policy_sample_loss   (const WeftPolicyReal *parameter, const WeftTypedGraph *graph,
                                  const WeftPolicySample *sample, const WeftPolicyLoss *loss, double scale,
                                  WeftPolicyTape *tape, WeftPolicyReal *gradient);

G_END_DECLS
