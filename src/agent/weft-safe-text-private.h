/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a language model made fit to show while it grows, and the places of its marks in what is shown. */
#pragma once

#include "agent/weft-claim.h"

G_BEGIN_DECLS

/* The most that an item shows of one text. */
#define WEFT_SAFE_TEXT_MAX_BYTES (256 * 1024)

/* Owned by who holds it; text is NULL before weft_safe_text_begin(). */
typedef struct
{
  GString *text;
  gsize taken;          /* bytes of the original that are in text */
  guint n_stacked;      /* marks on the last character */
  gboolean after_joiner; /* the last character joins others and has no width */
  gboolean after_return; /* a carriage return waits for its line feed */
  gboolean cut;         /* it would be too long */
} WeftSafeText;

void       weft_safe_text_begin (WeftSafeText *self);
void       weft_safe_text_clear (WeftSafeText *self);
void       weft_safe_text_add   (WeftSafeText *self,
                                 const char   *text,
                                 gsize         length);
void       weft_safe_text_end   (WeftSafeText *self);
/* (transfer full) (element-type WeftClaim) */
GPtrArray *weft_safe_text_map   (const char   *original,
                                 gsize         length,
                                 GPtrArray    *claims);

G_END_DECLS
