/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the nodes of one file wait for: kept as the ids that stand there until all nodes are known. */
#pragma once

#include "interop/weft-chakra-file-private.h"
#include "sim/weft-sim-builder.h"

G_BEGIN_DECLS

/**
 * WeftChakraDeps: (skip)
 * @ids: (element-type guint64): of all nodes, in the order of the file
 * @tasks: (element-type guint32): what became of each, %WEFT_SIM_NONE: nothing
 * @ends: (element-type guint32): where the ids that each waits for end in @deps
 * @deps: (element-type guint64)
 */
typedef struct
{
  GArray *ids;
  GArray *tasks;
  GArray *ends;
  GArray *deps;
} WeftChakraDeps;

void     weft_chakra_deps_init    (WeftChakraDeps  *self);
void     weft_chakra_deps_clear   (WeftChakraDeps  *self);
/* Forgets all nodes, for the next file. */
void     weft_chakra_deps_reset   (WeftChakraDeps  *self);
gboolean weft_chakra_deps_add     (WeftChakraDeps  *self,
                                   WeftChakraFile  *file,
                                   guint32          task,
                                   GError         **error);
/* Makes edges of them. @path: of the file, to look up names for an error. */
gboolean weft_chakra_deps_resolve (WeftChakraDeps  *self,
                                   const char      *path,
                                   WeftSimBuilder  *builder,
                                   GError         **error);

G_END_DECLS
