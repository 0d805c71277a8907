/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterations that happen more often than they stand in the files: what Weft has written of them into the first one. */
#pragma once

#include "interop/weft-chakra-deps-private.h"

G_BEGIN_DECLS

/**
 * WeftChakraFolds: (skip)
 * @folds: (element-type Fold)
 * @marks: (element-type Mark): nodes that end iterations, by rank
 * @tasks: [marks] what they have become, in the order in which folds name them
 * @n_found: how many of @marks are of ranks that were read
 */
typedef struct
{
  GArray *folds;
  GArray *marks;
  guint32 *tasks;
  guint32 n_found;
} WeftChakraFolds;

void     weft_chakra_folds_init  (WeftChakraFolds      *self);
void     weft_chakra_folds_clear (WeftChakraFolds      *self);
/* From the first record. */
gboolean weft_chakra_folds_take  (WeftChakraFolds      *self,
                                  WeftChakraFile       *file,
                                  GError              **error);
/* When all nodes of @rank are in @deps; ranks come in their order. */
gboolean weft_chakra_folds_find  (WeftChakraFolds      *self,
                                  const WeftChakraDeps *deps,
                                  WeftChakraFile       *file,
                                  guint32               rank,
                                  GError              **error);
void     weft_chakra_folds_add   (const WeftChakraFolds *self,
                                  WeftSimBuilder        *builder);
/* Those of a trace whose nodes have the ids @id; NULL when it has none. (transfer full) (nullable) */
char    *weft_chakra_folds_write (const WeftSimTrace   *trace,
                                  const guint64        *id);

G_END_DECLS
