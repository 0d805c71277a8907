/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A few workloads to begin with, of the kinds that papers map. */
#pragma once

#include "app/workloads/weft-workload-item.h"

G_BEGIN_DECLS

/**
 * WeftWorkloadExample: (skip)
 * @title: untranslated
 * @line: for weft_workload_item_read()
 */
typedef struct
{
  const char *title;
  const char *line;
} WeftWorkloadExample;

/* NULL title at the end. */
extern const WeftWorkloadExample weft_workload_examples[];

G_END_DECLS
