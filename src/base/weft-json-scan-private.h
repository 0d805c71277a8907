/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scanner's state, for the files that its parts stand in. */
#pragma once

#include "base/weft-json.h"
#include "base/weft-json-keys-private.h"

G_BEGIN_DECLS

/* What may come next. */
typedef enum
{
  NEXT_VALUE,
  NEXT_VALUE_OR_CLOSE, /* just after [ */
  NEXT_KEY,
  NEXT_KEY_OR_CLOSE, /* just after { */
  NEXT_COLON,
  NEXT_COMMA_OR_CLOSE,
  NEXT_END,
} WeftScanNext;

/* A string's inside, between the quotes. */
typedef struct
{
  const char *start;
  gsize length;
  gboolean escaped;
} WeftScanPiece;

typedef struct
{
  const char *text;
  const char *end;
  const char *at;
  const char *name;
  WeftJsonLimits limits;

  GByteArray *open; /* '[' or '{', the innermost last */
  WeftJsonKeys *keys;
  GStringChunk *unescaped; /* (nullable): keys that have escapes */
  GArray *bad_escapes;     /* (nullable): gsize, offsets of the six bytes to replace */
  GArray *big_integers;    /* (nullable): gsize, offsets after whole numbers beyond 64 bits */
  WeftScanPiece key;       /* the last one, without its escapes */
  gsize n_values;
  WeftScanNext next;
} WeftScan;

/* The walk over the tokens, which the scan and the pull reader share. */
gboolean  weft_scan_begin         (WeftScan              *scan,
                                   const char            *text,
                                   gsize                  length,
                                   const char            *name,
                                   const WeftJsonLimits  *limits,
                                   GError               **error);
void      weft_scan_end           (WeftScan        *scan);
gboolean  weft_scan_step          (WeftScan        *scan,
                                   GError         **error);
void      weft_scan_skip_space    (WeftScan        *scan);
gboolean  weft_scan_count_value   (WeftScan        *scan,
                                   GError         **error);
void      weft_scan_after_value   (WeftScan        *scan);

/* Messages */
void      weft_scan_locate        (const WeftScan  *scan,
                                   const char      *at,
                                   gsize           *line,
                                   gsize           *column);
gboolean  weft_scan_refuse        (const WeftScan  *scan,
                                   const char      *at,
                                   int              code,
                                   const char      *found,
                                   const char      *expected,
                                   GError         **error);
gboolean  weft_scan_refuse_here   (const WeftScan  *scan,
                                   const char      *expected,
                                   GError         **error);
char     *weft_scan_describe      (const WeftScan  *scan,
                                   const char      *at);
char     *weft_scan_describe_char (const WeftScan  *scan,
                                   const char      *at);
char     *weft_scan_copy_word     (const WeftScan  *scan,
                                   const char      *at);
gboolean  weft_scan_is_word_char  (char             c);
gboolean  weft_scan_is_nonfinite  (const WeftScan  *scan,
                                   const char      *at);

/* Scalars: they start at scan->at and leave it after their last byte. */
gboolean  weft_scan_number        (WeftScan        *scan,
                                   GError         **error);
gboolean  weft_scan_string        (WeftScan        *scan,
                                   WeftScanPiece   *piece,
                                   GError         **error);
void      weft_scan_unescape      (WeftScan        *scan,
                                   WeftScanPiece   *piece);

G_END_DECLS
