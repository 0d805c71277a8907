/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a partition: what was provisioned, and the chip's own numbers. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PARTITION_FACTS (weft_partition_facts_get_type ())
G_DECLARE_FINAL_TYPE (WeftPartitionFacts, weft_partition_facts, WEFT, PARTITION_FACTS, GtkWidget)

void weft_partition_facts_show (WeftPartitionFacts *self,
                                WeftEvaluation     *evaluation,
                                guint               index);

G_END_DECLS
