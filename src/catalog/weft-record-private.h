/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making records from JSON and laying one over another. */
#pragma once

#include "base/weft-json-at.h"
#include "catalog/weft-record.h"

G_BEGIN_DECLS

/* What a file may say about a part. */
typedef enum
{
  WEFT_RECORD_WHOLE, /* a catalog file */
  WEFT_RECORD_PATCH, /* an override in a profile: one provenance for all of its values */
  WEFT_RECORD_PAIR,  /* the same for a fabric on some chips: it has no name */
  WEFT_RECORD_VARIED, /* what a question asks for: no file has it */
} WeftRecordForm;

/* One line of provenance: it holds for some keys, or for all. */
typedef struct
{
  WeftProvenance provenance; /* text is borrowed from the JSON */
  JsonArray *keys;           /* (nullable): all */
} WeftRecordEntry;

struct _WeftRecord
{
  GObject parent_instance;

  WeftRecordKind kind;
  WeftRecordForm form;
  gboolean lenient;   /* a user's: what it leaves out gets a default */
  JsonNode *root;     /* owns all text that is borrowed here */
  JsonObject *values; /* (nullable) */
  const char *id;
  const char *name;   /* (nullable) */
  const char *notes;  /* (nullable) */
  GPtrArray *aliases; /* borrowed text, NULL at the end; those below included */
  GArray *entries;    /* WeftRecordEntry, later ones win */
  WeftRecord *below;
  char *path;         /* GRefString: the file, for messages */
  char *pointer;      /* (nullable) GRefString: where in the file */
};

/* Reads the record at @at, which lies in @root. (transfer full) */
WeftRecord       *weft_record_read           (const WeftJsonAt         *at,
                                              JsonNode                 *root,
                                              WeftRecordKind            kind,
                                              WeftRecordForm            form,
                                              gboolean                  lenient,
                                              GError                  **error);
/* A record with the values of @patch first and those of @below behind them, named by @patch, or by
 * @below when @keep_id. (transfer full) */
WeftRecord       *weft_record_lay_over       (WeftRecord               *patch,
                                              WeftRecord               *below,
                                              gboolean                  keep_id);
/* @record with what a profile assumes: over the shipped values, but under those that come from a
 * file of the user's, who knows better than an assumption. (transfer full) */
WeftRecord       *weft_record_assume         (WeftRecord               *patch,
                                              WeftRecord               *record,
                                              gboolean                  keep_id);
/* @below with other values for some of its keys, as a question asks for. @values is taken. (transfer full) */
WeftRecord       *weft_record_vary           (WeftRecord               *below,
                                              JsonObject               *values);
/* The record of the pile that has the key, or NULL. */
WeftRecord       *weft_record_find_holder    (WeftRecord               *self,
                                              const char               *key);
/* Whether everything is there that a part of this kind cannot do without. */
gboolean          weft_record_check_complete (WeftRecord               *self,
                                              GError                  **error);

/* Confidence, source, date and note of the object at @at; what a user leaves out gets a default. */
gboolean          weft_provenance_read       (const WeftJsonAt         *at,
                                              gboolean                  lenient,
                                              WeftProvenance           *provenance,
                                              GError                  **error);

G_END_DECLS
