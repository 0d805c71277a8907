/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which proposal of a run came from which, with score and reason: a forest that is read in a worker. No widgets. */
#pragma once

#include "search/weft-proposal-event.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PROPOSAL_NODE (weft_proposal_node_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftProposalNode, weft_proposal_node, WEFT, PROPOSAL_NODE, GObject)

WEFT_API guint64           weft_proposal_node_get_seq        (WeftProposalNode *self); /* of design.proposed */
WEFT_API guint64           weft_proposal_node_get_result     (WeftProposalNode *self); /* seq of what became of it, 0 when nothing is recorded */
WEFT_API const char       *weft_proposal_node_get_label      (WeftProposalNode *self);
WEFT_API const char       *weft_proposal_node_get_reason     (WeftProposalNode *self); /* (nullable) */
WEFT_API const char       *weft_proposal_node_get_finding    (WeftProposalNode *self); /* (nullable): what made it the best one, of those that were */
WEFT_API WeftOutcome       weft_proposal_node_get_outcome    (WeftProposalNode *self);
WEFT_API double            weft_proposal_node_get_score      (WeftProposalNode *self); /* NAN when it has none */
WEFT_API gboolean          weft_proposal_node_get_best       (WeftProposalNode *self); /* the run's best design */
WEFT_API gboolean          weft_proposal_node_get_improved   (WeftProposalNode *self); /* the best one when it came */
WEFT_API WeftProposalNode *weft_proposal_node_get_parent     (WeftProposalNode *self); /* (nullable) (transfer none) */
WEFT_API GListModel       *weft_proposal_node_get_children   (WeftProposalNode *self); /* (nullable) (transfer none): NULL for a leaf */

#define WEFT_TYPE_LINEAGE (weft_lineage_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftLineage, weft_lineage, WEFT, LINEAGE, GObject)

WEFT_API WeftLineage      *weft_lineage_read        (const char           *path,
                                            GCancellable         *cancellable,
                                            GError              **error);
/* The same in a worker. */
WEFT_API void              weft_lineage_read_async  (const char           *path,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
WEFT_API WeftLineage      *weft_lineage_read_finish (GAsyncResult         *result,
                                            GError              **error);
/* Proposals that come from no other. (transfer none) (element-type WeftProposalNode) */
WEFT_API GListModel       *weft_lineage_get_roots   (WeftLineage          *self);
WEFT_API guint             weft_lineage_get_n       (WeftLineage          *self);
WEFT_API WeftProposalNode *weft_lineage_get_best    (WeftLineage          *self); /* (nullable) (transfer none) */
WEFT_API guint64           weft_lineage_get_decision (WeftLineage         *self); /* seq of the last best.changed, 0 when none */
/* From the first ancestor to @node. (transfer full) (element-type WeftProposalNode) */
WEFT_API GPtrArray        *weft_lineage_list_ancestry (WeftProposalNode   *node);

G_END_DECLS
