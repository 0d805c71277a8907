/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One partition of the design: what it is made of, to change in place, and what comes of it. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PARTITION_CARD (weft_partition_card_get_type ())
G_DECLARE_FINAL_TYPE (WeftPartitionCard, weft_partition_card, WEFT, PARTITION_CARD, GtkWidget)

GtkWidget *weft_partition_card_new             (WeftSession       *session,
                                                WeftPartition     *partition);
void       weft_partition_card_set_index       (WeftPartitionCard *self,
                                                guint              index,
                                                guint              n_partitions);
void       weft_partition_card_show_parts      (WeftPartitionCard *self);
void       weft_partition_card_show_typed      (WeftPartitionCard *self);
void       weft_partition_card_show_evaluation (WeftPartitionCard *self,
                                                WeftEvaluation    *evaluation);
void       weft_partition_card_show_violations (WeftPartitionCard *self,
                                                GListModel        *violations);
gboolean   weft_partition_card_focus_field     (WeftPartitionCard *self,
                                                const char        *field);
GtkWidget *weft_partition_card_get_control     (WeftPartitionCard *self,
                                                const char        *field);

G_END_DECLS
