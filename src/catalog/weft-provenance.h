/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a value comes from and how far to trust it. Every number that Weft shows can answer with
 * one of these. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_CONFIDENCE_DATASHEET, /* the vendor's published value or a specification */
  WEFT_CONFIDENCE_PRESS,     /* press, street price, second-hand */
  WEFT_CONFIDENCE_ESTIMATE,  /* Weft's own guess */
  WEFT_CONFIDENCE_MEASURED,
  WEFT_CONFIDENCE_DERIVED,   /* computed by Weft from other values */
  WEFT_CONFIDENCE_ASSUMED,   /* an assumption of a profile or a paper */
  WEFT_CONFIDENCE_USER,      /* entered by the user */
} WeftConfidence;

/**
 * WeftProvenance: (skip)
 * @confidence: how far to trust the value
 * @source: where it was published or how it was obtained
 * @date: (nullable): when it was true or read, as the source gives it
 * @note: (nullable): a remark
 * @file: (nullable): base name of the catalog file that holds it
 */
typedef struct
{
  WeftConfidence confidence;
  char *source;
  char *date;
  char *note;
  char *file;
} WeftProvenance;

/* "datasheet", as in files. */
WEFT_API const char *weft_confidence_nick  (WeftConfidence  confidence);
/* For people, translated. */
WEFT_API const char *weft_confidence_label (WeftConfidence  confidence);
WEFT_API gboolean    weft_confidence_parse (const char     *nick,
                                            WeftConfidence *confidence);

G_END_DECLS
