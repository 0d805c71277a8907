/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading long JSON value by value, without a tree of nodes: as strict as weft-json.h, since the same scanner walks the
 * text. The first error stays: after it every call returns FALSE, and weft_json_pull_finish() hands it out. */
#pragma once

#include "base/weft-json.h"

G_BEGIN_DECLS

typedef struct _WeftJsonPull WeftJsonPull;

/* What the next value is, by its first byte. */
typedef enum
{
  WEFT_JSON_PULL_NONE, /* no value can begin here, or there was an error */
  WEFT_JSON_PULL_OBJECT,
  WEFT_JSON_PULL_ARRAY,
  WEFT_JSON_PULL_STRING,
  WEFT_JSON_PULL_NUMBER,
  WEFT_JSON_PULL_BOOLEAN,
  WEFT_JSON_PULL_NULL,
} WeftJsonPullType;

/* @text, @name: borrowed. */
WeftJsonPull     *weft_json_pull_new       (const char            *text,
                                            gsize                  length,
                                            const char            *name,
                                            const WeftJsonLimits  *limits);
void              weft_json_pull_free      (WeftJsonPull          *self);
/* Whether all was read without an error, up to the end of the text. */
gboolean          weft_json_pull_finish    (WeftJsonPull          *self,
                                            GError               **error);
gboolean          weft_json_pull_has_failed (WeftJsonPull         *self);

WeftJsonPullType  weft_json_pull_type      (WeftJsonPull          *self);

/* Goes into what comes next. Then the one or the other as long as it returns TRUE, each time followed by a call that
 * takes the value; FALSE at the closing bracket, which is taken. */
gboolean          weft_json_pull_object    (WeftJsonPull          *self);
gboolean          weft_json_pull_member    (WeftJsonPull          *self,
                                            const char           **key);
gboolean          weft_json_pull_array     (WeftJsonPull          *self);
gboolean          weft_json_pull_element   (WeftJsonPull          *self);

/* Take the next value, of that type or an error. Texts (keys too) stay until the next one is read. */
gboolean          weft_json_pull_string    (WeftJsonPull          *self,
                                            const char           **value,
                                            gsize                 *length);
gboolean          weft_json_pull_number    (WeftJsonPull          *self,
                                            double                *value);
/* Not negative: flops, bytes, seconds. */
gboolean          weft_json_pull_amount    (WeftJsonPull          *self,
                                            double                *value);
/* A whole number below @limit. */
gboolean          weft_json_pull_index     (WeftJsonPull          *self,
                                            guint32                limit,
                                            guint32               *value);
/* Takes a null, if that is next. */
gboolean          weft_json_pull_null      (WeftJsonPull          *self);
/* Takes whatever is next. */
gboolean          weft_json_pull_skip      (WeftJsonPull          *self);
/* "NAME:LINE:COLUMN: found X, expected EXPECTED", where X is the last key or value that was taken. Returns FALSE. */
gboolean          weft_json_pull_refuse    (WeftJsonPull          *self,
                                            int                    code,
                                            const char            *expected);
/* "NAME:LINE:COLUMN: MESSAGE", an error of any domain at the last key or value. Returns FALSE. */
gboolean          weft_json_pull_fail      (WeftJsonPull          *self,
                                            GQuark                 domain,
                                            int                    code,
                                            const char            *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftJsonPull, weft_json_pull_free)

G_END_DECLS
