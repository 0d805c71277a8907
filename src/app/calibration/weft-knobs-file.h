/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs that lie in a file and that simulations use: nothing that a simulation would refuse. No widgets. */
#pragma once

#include <json-glib/json-glib.h>

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/**
 * WeftKnobsFile: (skip)
 * @path: where it lies
 * @knobs: "weft-knobs/1"; does not change
 * @notes: (element-type utf8): what was left out; empty of a file that was loaded
 */
typedef struct
{
  char *path;
  JsonNode *knobs;
  GPtrArray *notes;
} WeftKnobsFile;

/* Writes knobs, once they have been found to be fit for simulations with this catalog. @notes: (element-type utf8).
 * (transfer full) (nullable) */
WeftKnobsFile *weft_knobs_file_write (JsonNode       *knobs,
                                      GPtrArray      *notes,
                                      WeftInventory  *inventory,
                                      const char     *path,
                                      GError        **error);
/* (transfer full) (nullable) */
WeftKnobsFile *weft_knobs_file_load  (const char     *path,
                                      WeftInventory  *inventory,
                                      GError        **error);
void           weft_knobs_file_free  (WeftKnobsFile  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKnobsFile, weft_knobs_file_free)

G_END_DECLS
