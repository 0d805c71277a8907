/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a workload text, and what one rank does by it. */
#pragma once

#include "interop/weft-simai.h"

G_BEGIN_DECLS

/* How layers follow each other: what the first word of the text says. */
typedef enum
{
  WEFT_SIMAI_MICRO,
  WEFT_SIMAI_DATA,
  WEFT_SIMAI_MODEL,
  WEFT_SIMAI_DATA_MODEL,
  WEFT_SIMAI_MODEL_DATA,
  WEFT_SIMAI_DLRM,
  WEFT_SIMAI_INFERENCE,
  WEFT_SIMAI_TRANSFORMER,
  WEFT_N_SIMAI_POLICIES,
} WeftSimaiPolicy;

/* Which ranks take part in a collective. */
typedef enum
{
  WEFT_SIMAI_ALL,
  WEFT_SIMAI_TP,
  WEFT_SIMAI_DP,
  WEFT_SIMAI_EP,
  WEFT_SIMAI_DP_EP,
  WEFT_N_SIMAI_GROUPS,
} WeftSimaiGroup;

typedef enum
{
  WEFT_SIMAI_FORWARD,
  WEFT_SIMAI_INPUT_GRADIENT,
  WEFT_SIMAI_WEIGHT_GRADIENT,
  WEFT_N_SIMAI_PHASES,
} WeftSimaiPhase;

#define WEFT_SIMAI_NO_COMM G_MAXUINT8

/**
 * WeftSimaiStep: (skip)
 * @time_s: of computing
 * @comm: a #WeftSimComm after it, or %WEFT_SIMAI_NO_COMM
 * @group: a #WeftSimaiGroup
 * @bytes: as the file says them
 */
typedef struct
{
  double time_s;
  guint8 comm;
  guint8 group;
  double bytes;
} WeftSimaiStep;

/* A line. @update_s: after each of its collectives. */
typedef struct
{
  char *name;
  WeftSimaiStep step[WEFT_N_SIMAI_PHASES];
  double update_s;
} WeftSimaiLayer;

/**
 * WeftSimaiText: (skip)
 * @path: of the file, for messages
 * @policy: a #WeftSimaiPolicy
 * @is_simai: SimAI's dialect: times in ns, groups by a layout of ranks; else ASTRA-sim's, times in µs, all ranks
 * @n_ranks: 0: it does not say
 * @tp: ranks of a tensor-parallel group
 * @ep: of an expert-parallel one
 * @pp: pipeline stages
 * @vpp: virtual stages
 * @ga: steps of gradient accumulation
 * @pp_bytes: from stage to stage, for each of them
 * @last_bottom: the last layer below the exchange of embeddings
 * @layers: (element-type WeftSimaiLayer): different lines, each once
 * @order: (element-type guint32): index into @layers of each line
 * @checkpoints: (element-type guint32): ascending: lines whose activations are kept
 * @initiators: (element-type guint32): ascending: lines before whose gradients the forward pass is done again
 * @notes: (element-type utf8)
 */
typedef struct
{
  char *path;
  WeftSimaiPolicy policy;
  gboolean is_simai;
  guint32 n_ranks;
  guint32 tp;
  guint32 ep;
  guint32 pp;
  guint32 vpp;
  guint32 ga;
  double pp_bytes;
  guint32 last_bottom;
  GArray *layers;
  GArray *order;
  GArray *checkpoints;
  GArray *initiators;
  GPtrArray *notes;
} WeftSimaiText;

/**
 * WeftSimaiBlock: (skip)
 * @first: where the iterations begin
 * @length: lines of each
 * @times: how many
 * @n_odd: how many at the beginning differ from the last one
 * @n_written: how many are written out; the others happen as often as the last of them
 */
typedef struct
{
  guint32 first;
  guint32 length;
  guint32 times;
  guint32 n_odd;
  guint32 n_written;
} WeftSimaiBlock;

typedef enum
{
  WEFT_SIMAI_COMPUTE,
  WEFT_SIMAI_COLLECTIVE,
  WEFT_SIMAI_SEND, /* to the next stage, or the one before */
  WEFT_SIMAI_RECV,
} WeftSimaiKind;

#define WEFT_SIMAI_MAX_DEPS 2
/* Of one rank. */
#define WEFT_SIMAI_MAX_OPS 4000000u

/**
 * WeftSimaiOp: (skip)
 * @amount: seconds, or bytes
 * @is_next: of a send or receive: the other end is the next stage, else the one before
 * @deps: operations that it waits for, %WEFT_SIM_NONE: none
 *
 * What one rank does.
 */
typedef struct
{
  guint8 kind;
  guint8 comm;
  guint8 group;
  gboolean is_next;
  guint32 tag;
  const char *name;
  const char *label;
  double amount;
  guint32 deps[WEFT_SIMAI_MAX_DEPS];
} WeftSimaiOp;

/* Operations that end the last iteration but one and the last, where it happens @times more. */
typedef struct
{
  guint32 times;
  guint32 before;
  guint32 after;
} WeftSimaiMark;

typedef struct
{
  GArray *ops;   /* WeftSimaiOp */
  GArray *marks; /* WeftSimaiMark */
  GStringChunk *names;
} WeftSimaiProgram;

/* Whether a text begins as one of these workloads does. */
gboolean          weft_simai_begins       (const char           *text,
                                           gsize                 length);
/* (transfer full) */
WeftSimaiText    *weft_simai_text_read    (const char           *path,
                                           GCancellable         *cancellable,
                                           GError              **error);
void              weft_simai_text_free    (WeftSimaiText        *self);
/* Reads the first line. */
gboolean          weft_simai_header_read  (WeftSimaiText        *self,
                                           const char           *line,
                                           gsize                 length,
                                           GError              **error);
/* Sets a WEFT_SIM_ERROR "PATH:LINE: ...". Returns FALSE. */
gboolean          weft_simai_text_refuse  (const WeftSimaiText  *self,
                                           guint                 line,
                                           int                   code,
                                           GError              **error,
                                           const char           *format,
                                           ...) G_GNUC_PRINTF (5, 6);
/* Of numbers of lines, rising. */
int               weft_simai_compare_lines_cb (gconstpointer     a,
                                               gconstpointer     b);
/* The longest stretch of lines that comes as often as gradients are accumulated; else all lines once. */
WeftSimaiBlock    weft_simai_find_block   (const WeftSimaiText  *text);

/* What the ranks of a stage do; each has the same. */
WeftSimaiProgram *weft_simai_program_new  (const WeftSimaiText  *text,
                                           const WeftSimaiBlock *block,
                                           gboolean              has_stage_before,
                                           gboolean              has_stage_after);
void              weft_simai_program_free (WeftSimaiProgram     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimaiText, weft_simai_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimaiProgram, weft_simai_program_free)

G_END_DECLS
