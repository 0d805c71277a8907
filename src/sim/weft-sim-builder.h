/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a trace task by task, as readers and generators meet them: matches sends with receives and the parts of
 * collectives, and refuses what could not end. */
#pragma once

#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

#define WEFT_MAX_SIM_TASKS 20000000u
#define WEFT_MAX_SIM_RANKS 65536u

typedef struct _WeftSimBuilder WeftSimBuilder;

WEFT_API WeftSimBuilder *weft_sim_builder_new            (const char         *name,
                                                          guint32             n_ranks);
WEFT_API void            weft_sim_builder_free           (WeftSimBuilder     *self);
WEFT_API void            weft_sim_builder_set_source     (WeftSimBuilder     *self,
                                                          const char         *source);
WEFT_API void            weft_sim_builder_note           (WeftSimBuilder     *self,
                                                          const char         *note);
/* What a rank is called instead of "rank 3". */
WEFT_API void            weft_sim_builder_set_rank_name  (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          const char         *name);

/* Group 0 is all ranks. Index of the group, WEFT_SIM_NONE with an error for a rank that is not there or twice. */
WEFT_API guint32         weft_sim_builder_add_group      (WeftSimBuilder     *self,
                                                          const char         *name,
                                                          const guint32      *ranks,
                                                          guint32             n_ranks,
                                                          GError            **error);
WEFT_API guint32         weft_sim_builder_add_provider   (WeftSimBuilder     *self,
                                                          const char         *name,
                                                          guint32             node,
                                                          double              bw_bytes_s,
                                                          double              latency_s,
                                                          WeftSimQueue        queue);

/* Each gives the task's index, WEFT_SIM_NONE with an error (an absent rank, a negative or infinite amount, a limit).
 * @id: the node of a file, unique in its rank; @name: (nullable): for people; @label: (nullable): the kernel, else the kind. */
WEFT_API guint32         weft_sim_builder_add_compute    (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          guint64             id,
                                                          const char         *name,
                                                          const char         *label,
                                                          double              launch_s,
                                                          double              compute_s,
                                                          double              memory_s,
                                                          GError            **error);
WEFT_API guint32         weft_sim_builder_add_control    (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          guint64             id,
                                                          const char         *name,
                                                          GError            **error);
/* The k-th send from one rank to another with a tag goes to the k-th receive there, both in the order of their ids;
 * where their sizes differ, to the k-th of its size. A rank that sends to itself copies: no message. */
WEFT_API guint32         weft_sim_builder_add_send       (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          guint64             id,
                                                          const char         *name,
                                                          guint32             to,
                                                          gint64              tag,
                                                          double              bytes,
                                                          GError            **error);
WEFT_API guint32         weft_sim_builder_add_recv       (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          guint64             id,
                                                          const char         *name,
                                                          guint32             from,
                                                          gint64              tag,
                                                          double              bytes,
                                                          GError            **error);
/* The k-th collective of each rank in a group, in the order of their ids, are one. @root: a rank of the group (in the
 * trace its place in the group), WEFT_SIM_NONE: the first. */
WEFT_API guint32         weft_sim_builder_add_collective (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          guint64             id,
                                                          const char         *name,
                                                          guint32             group,
                                                          WeftSimComm         comm,
                                                          double              bytes,
                                                          guint32             root,
                                                          GError            **error);
WEFT_API guint32         weft_sim_builder_add_remote     (WeftSimBuilder     *self,
                                                          guint32             rank,
                                                          guint64             id,
                                                          const char         *name,
                                                          guint32             provider,
                                                          gboolean            is_store,
                                                          double              bytes,
                                                          GError            **error);
/* @task waits for @before; both of one rank, or of two, and then @bytes pass between them. */
WEFT_API void            weft_sim_builder_add_edge       (WeftSimBuilder     *self,
                                                          guint32             before,
                                                          guint32             task,
                                                          double              bytes);
/* What lies between the tasks @before and the tasks @after, [@n] each, happens @times more, one after the other. */
WEFT_API void            weft_sim_builder_add_fold       (WeftSimBuilder     *self,
                                                          guint32             times,
                                                          const guint32      *before,
                                                          const guint32      *after,
                                                          guint32             n);
/* The trace, the builder empty after. Errors name both nodes: ids that stand twice, receives without a send (and the
 * sends that come nearest), other sizes at both ends, ranks that a collective lacks or that disagree, the shortest
 * cycle. A send that nobody receives, and collectives that wait for nothing while others compute, are notes.
 * (transfer full) */
WEFT_API WeftSimTrace   *weft_sim_builder_finish         (WeftSimBuilder     *self,
                                                          GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimBuilder, weft_sim_builder_free)

G_END_DECLS
