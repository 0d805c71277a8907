/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of process groups to groups of the trace. */
#pragma once

#include "interop/weft-chakra-file-private.h"
#include "sim/weft-sim-builder.h"

G_BEGIN_DECLS

/**
 * WeftChakraGroups: (skip)
 * @given: (nullable): name to ranks (GArray of guint32), by the user
 * @definitions: (element-type Definition): of all that is known, each once
 * @by_name: name to definition, where all ranks mean the same by it: given, or in a trace that Weft has written
 * @own: "RANK NAME" to definition, of the METADATA nodes of each rank
 * @any: name to definition, of the first METADATA node that has it
 * @sizes: (element-type guint32): ranks of each group of the trace
 * @was_searched: whether @own and @any are filled: only when a name first needs them
 * @n_default: collectives of "default_pg", of which nothing says the ranks
 *
 * PyTorch counts groups in each process: two ranks may mean two groups by one name.
 */
typedef struct
{
  WeftSimBuilder *builder;
  const char *prefix;
  guint32 n_ranks;
  GHashTable *given;
  GHashTable *definitions;
  GHashTable *by_name;
  GHashTable *own;
  GHashTable *any;
  GArray *sizes;
  gboolean was_searched;
  guint64 n_default;
} WeftChakraGroups;

void     weft_chakra_groups_init      (WeftChakraGroups  *self,
                                       WeftSimBuilder    *builder,
                                       const char        *prefix,
                                       guint32            n_ranks,
                                       GHashTable        *given);
void     weft_chakra_groups_clear     (WeftChakraGroups  *self);
/* Adds all groups that the first record has, in their order. */
gboolean weft_chakra_groups_take_head (WeftChakraGroups  *self,
                                       WeftChakraFile    *file,
                                       GError           **error);
/* The group that the collective calls @name which @file is at. */
gboolean weft_chakra_groups_find      (WeftChakraGroups  *self,
                                       WeftChakraFile    *file,
                                       guint32            rank,
                                       const char        *name,
                                       guint32           *group,
                                       GCancellable      *cancellable,
                                       GError           **error);
/* How many ranks a group has. */
guint32  weft_chakra_groups_n_ranks   (const WeftChakraGroups *self,
                                       guint32                 group);

G_END_DECLS
