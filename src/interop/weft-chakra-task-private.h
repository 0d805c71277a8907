/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a node of a file to a task of a trace. */
#pragma once

#include "interop/weft-chakra-groups-private.h"
#include "interop/weft-chakra.h"

G_BEGIN_DECLS

/**
 * WeftChakraReader: (skip)
 * @unknown: names of attributes that are not known, as a set
 * @file: that is being read, of @rank
 * @n_providers: remote memories that the trace has
 * @n_host: operations of the host so far
 * @n_invalid: nodes of the type INVALID so far
 */
typedef struct
{
  const WeftChakraOptions *options;
  WeftSimBuilder *builder;
  GCancellable *cancellable;
  GHashTable *unknown;
  WeftChakraGroups groups;
  WeftChakraFile file;
  guint32 rank;
  guint32 n_ranks;
  guint32 n_providers;
  guint64 n_host;
  guint64 n_invalid;
} WeftChakraReader;

/* Adds the node that the file is at. *task is WEFT_SIM_NONE for one that says nothing to run. */
gboolean weft_chakra_task_add (WeftChakraReader  *self,
                               guint32           *task,
                               GError           **error);

G_END_DECLS
