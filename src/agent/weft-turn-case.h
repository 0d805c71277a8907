/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded answer with what should come of it: a JSON file, the bytes beside it. The file may be anyone's. */
#pragma once

#include "agent/weft-turn-reader.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;
  char **tools;
  WeftTurnLimits limits;
  guint status;
  GHashTable *headers;  /* (element-type utf8 utf8): names in lower case */
  WeftStreamEnd end;
  gint64 now_s;
  GBytes *body;
  GArray *chunks;       /* (element-type guint): sizes in which the body came; empty when they are not known */
  gboolean framing;     /* only the events count, not what is in them */
  JsonNode *request;    /* (nullable): what was asked */
  JsonNode *expect;     /* (nullable) */
} WeftTurnCase;

/* How the bytes are cut. */
typedef enum
{
  WEFT_SPLIT_WHOLE,
  WEFT_SPLIT_BYTES,
  WEFT_SPLIT_CHUNKS, /* as they came */
  WEFT_SPLIT_RANDOM,
} WeftTurnSplit;

/* (transfer full): NULL with an error that names the file. */
WEFT_API WeftTurnCase *weft_turn_case_load (const char *path, GError **error);
WEFT_API void          weft_turn_case_free (WeftTurnCase *self);
/* What comes of it: weft_turn_to_json(), or {"comments","events"} of a case of framing. @seed: of random cuts. (transfer full) */
WEFT_API JsonNode     *weft_turn_case_play (const WeftTurnCase *self, WeftTurnSplit split, guint64 seed);
/* (transfer full) (nullable): where @result first is not what the case expects, NULL when all of it is. */
WEFT_API char         *weft_turn_case_compare (const WeftTurnCase *self, JsonNode *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTurnCase, weft_turn_case_free)

G_END_DECLS
