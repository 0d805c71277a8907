/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ready questions: what they change in a design and where that comes from, as JSON files of the catalog. Immutable, and
 * independent of any design: what of it a design has is found out when it is applied. */
#pragma once

#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

/* Properties, all read-only: id, name, description, source. */
#define WEFT_TYPE_PRESET (weft_preset_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPreset, weft_preset, WEFT, PRESET, GObject)

/* How a change says what an input becomes. */
typedef enum
{
  WEFT_PRESET_VALUE,
  WEFT_PRESET_AT_LEAST,
  WEFT_PRESET_AT_MOST,
  WEFT_PRESET_FACTOR,
  WEFT_PRESET_DOMAIN_SHARE, /* of a partition: (S - 1) / (n - 1) */
  WEFT_N_PRESET_RULES,
} WeftPresetRule;

/**
 * WeftPresetChange: (skip)
 * @input: its path; "partitions/\*" stands for each of them
 * @rule: how
 * @number: what it becomes, in the input's unit; for a domain's share the partition
 * @note: (nullable): what that is
 */
typedef struct
{
  char *input;
  WeftPresetRule rule;
  double number;
  char *note;
} WeftPresetChange;

/**
 * WeftPresetStep: (skip)
 * @input: (nullable): of the design; %NULL when it has none, or it is unknown there
 * @value: what it becomes
 * @changes: whether that is something else than it is
 * @path: as it was looked for
 * @note: (nullable): what it is, or why nothing is set
 *
 * One change in one design.
 */
typedef struct
{
  WeftInput *input;
  double value;
  gboolean changes;
  char *path;
  char *note;
} WeftPresetStep;

WEFT_API WeftPreset *weft_preset_new_from_json  (JsonNode    *root,
                                                 const char  *file,
                                                 GError     **error);
/* The file at a path, or the preset of a name: "archagent-hbm4". (transfer full) */
WEFT_API WeftPreset *weft_preset_load           (const char  *name_or_path,
                                                 GError     **error);
/* Those of the catalog and the user's, by id. (transfer full) (element-type WeftPreset) */
WEFT_API GListModel *weft_preset_list           (GError     **error);
WEFT_API const char *weft_preset_get_id          (WeftPreset *self);
WEFT_API const char *weft_preset_get_name        (WeftPreset *self);
WEFT_API const char *weft_preset_get_description (WeftPreset *self);
WEFT_API const char *weft_preset_get_source      (WeftPreset *self);
/* (transfer none) (element-type WeftPresetChange) */
WEFT_API GPtrArray  *weft_preset_get_changes     (WeftPreset *self);
/* Sentences. (transfer none) */
WEFT_API const char *const *weft_preset_get_left_out (WeftPreset *self);
/* What it sets in a design, those too that it cannot. (transfer full) (element-type WeftPresetStep) */
WEFT_API GPtrArray  *weft_preset_apply           (WeftPreset *self,
                                                  WeftWhatif *whatif);
/* The design with the preset. (transfer full), NULL with an error when it sets nothing there, or what cannot be */
WEFT_API WeftEvaluation *weft_preset_evaluate    (GPtrArray  *steps,
                                                  WeftWhatif *whatif,
                                                  GError    **error);

G_END_DECLS
