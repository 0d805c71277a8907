/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the nodes of one file wait for. Most wait for nodes before them and become edges at once; the others wait until
 * all nodes are known. */
#pragma once

#include "interop/weft-chakra-file-private.h"
#include "sim/weft-sim-builder.h"

G_BEGIN_DECLS

/**
 * WeftChakraDeps: (skip)
 * @ids: (element-type guint64): of all nodes, in the order of the file
 * @tasks: (element-type guint32): what became of each, %WEFT_SIM_NONE: nothing
 * @is_sorted: whether the ids count up
 * @by_id: (nullable): [nodes] nodes by id, once all are known and where they do not count up
 * @pending: (element-type WeftChakraPending): not found yet
 */
typedef struct
{
  GArray *ids;
  GArray *tasks;
  gboolean is_sorted;
  guint32 *by_id;
  GArray *pending;
} WeftChakraDeps;

/* @node: its number in the file; @id: what it waits for */
typedef struct
{
  guint32 node;
  guint64 id;
} WeftChakraPending;

void     weft_chakra_deps_init    (WeftChakraDeps  *self);
void     weft_chakra_deps_clear   (WeftChakraDeps  *self);
/* Forgets all nodes, for the next file. */
void     weft_chakra_deps_reset   (WeftChakraDeps  *self);
/* The node that @file is at, which has become @task. */
gboolean weft_chakra_deps_add     (WeftChakraDeps  *self,
                                   WeftChakraFile  *file,
                                   WeftSimBuilder  *builder,
                                   guint32          task,
                                   GError         **error);
/* The rest, and ids that stand twice. @path: of the file, to look up names for an error. */
gboolean weft_chakra_deps_resolve (WeftChakraDeps  *self,
                                   const char      *path,
                                   WeftSimBuilder  *builder,
                                   GError         **error);
/* Then: the task of a node, WEFT_SIM_NONE for none. */
guint32  weft_chakra_deps_find    (const WeftChakraDeps *self,
                                   guint64               id);

G_END_DECLS
