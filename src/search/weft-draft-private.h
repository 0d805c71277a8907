/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of reading a draft: one partition, in weft-draft-part.c, and what is wrong with it. */
#pragma once

#include "search/weft-draft.h"

G_BEGIN_DECLS

/* A partition with its unit, to sort by. */
typedef struct
{
  guint unit;
  guint millionths;
  WeftRole role;
} WeftDraftPart;

typedef struct
{
  WeftProblem *problem;
  WeftDraft *draft;
  JsonArray *array;
  guint at;           /* which partition is read */
  guint n;
  WeftDraftPart parts[WEFT_SPACE_MAX_PARTITIONS];
} WeftDraftReading;

/* @stage: "schema" or "constraint". @path, @allowed (nullable), @got (nullable), @message: (transfer full). */
void      weft_draft_refuse         (WeftDraft  *draft,
                                     const char *stage,
                                     char       *path,
                                     const char *code,
                                     JsonNode   *allowed,
                                     JsonNode   *got,
                                     char       *message);
/* A value from outside, cut to what can be shown. (nullable) (transfer full) */
JsonNode *weft_draft_copy_shown     (JsonNode *node);
/* Adds it to the reading, or errors to the draft. */
void      weft_draft_read_partition (WeftDraftReading *reading,
                                     JsonNode         *node);

G_END_DECLS
