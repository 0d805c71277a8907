/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of the catalog: named values, each with its provenance. A record may lie over another
 * one (a profile's assumption or a user's correction over the shipped fact); what it does not say,
 * the one below says. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-quantity.h"
#include "catalog/weft-provenance.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_RECORD_CHIP,
  WEFT_RECORD_SCALEUP,
  WEFT_RECORD_SCALEOUT,
  WEFT_RECORD_MODEL,    /* an LLM architecture */
  WEFT_RECORD_WORKLOAD, /* a workload profile */
  WEFT_RECORD_COMPONENT, /* what hardware graphs are made of; read when it is first asked for */
  WEFT_N_RECORD_KINDS,
} WeftRecordKind;

/**
 * WeftValue: (skip)
 * @key: the value's name with its unit suffix, as in the file ("bf16_tflops")
 * @node: the value: number, string, boolean, array, object or null (unknown)
 * @provenance: where it comes from, never %NULL
 */
typedef struct
{
  const char *key;
  JsonNode *node;
  const WeftProvenance *provenance;
} WeftValue;

#define WEFT_TYPE_RECORD (weft_record_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftRecord, weft_record, WEFT, RECORD, GObject)

/* Folder name and JSON name of a kind: "chips", "scaleup", "scaleout", "models", "workloads",
 * "components". */
WEFT_API const char *weft_record_kind_nick  (WeftRecordKind  kind);
/* The singular is accepted too. */
WEFT_API gboolean    weft_record_kind_parse (const char     *nick,
                                             WeftRecordKind *kind);

WEFT_API WeftRecordKind    weft_record_get_kind    (WeftRecord *self);
WEFT_API const char       *weft_record_get_id      (WeftRecord *self);
WEFT_API const char       *weft_record_get_name    (WeftRecord *self);
/* "" when there are none. */
WEFT_API const char       *weft_record_get_notes   (WeftRecord *self);
/* Those of this record and of those below. */
WEFT_API const char *const*weft_record_get_aliases (WeftRecord *self);
/* (nullable) (transfer none): what it lies over. */
WEFT_API WeftRecord       *weft_record_get_below   (WeftRecord *self);

/* Keys in file order, those of the records below included once. (transfer container) */
WEFT_API GPtrArray  *weft_record_list_keys  (WeftRecord *self);
/* FALSE when no record of the pile has the key at all. A null value is found, with a null node. */
WEFT_API gboolean    weft_record_lookup     (WeftRecord *self,
                                             const char *key,
                                             WeftValue  *value);
/* The number as written, NAN when unknown (null or absent). */
WEFT_API double      weft_record_get_number (WeftRecord *self,
                                             const char *key);
/* The number in SI by the key's suffix: _tflops 1e12, _gbs and _gbs_dir 1e9, _gb 1e9, _us 1e-6, ...
 * NAN when unknown. */
WEFT_API double      weft_record_get_si     (WeftRecord *self,
                                             const char *key);
/* (nullable) */
WEFT_API const char *weft_record_get_text   (WeftRecord *self,
                                             const char *key);
/* FALSE when unknown. */
WEFT_API gboolean    weft_record_get_flag   (WeftRecord *self,
                                             const char *key);

/* The unit that a key's suffix names, and the factor from the written number to SI.
 * "bf16_tflops" -> FLOPS, 1e12. */
WEFT_API WeftUnit weft_key_unit     (const char      *key,
                                     double          *to_si);
/* A key in words, translated: "bf16_tflops" -> "BF16 peak". Falls back to the key without suffix
 * and underscores. */
WEFT_API char    *weft_key_label    (const char      *key);
/* A value in words: scaled unit for numbers, comma list for arrays, "unknown" for null, yes/no.
 * (transfer full) */
WEFT_API char    *weft_value_format (const WeftValue *value);

G_END_DECLS
