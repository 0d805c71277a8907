/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts thinking that stands in the text, between tags at its beginning, from the text while both still come. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  WEFT_THINK_START,  /* nothing but white space and perhaps the beginning of a tag so far */
  WEFT_THINK_INSIDE,
  WEFT_THINK_AFTER,  /* white space between the closing tag and the text */
  WEFT_THINK_PLAIN,
} WeftThinkState;

typedef struct
{
  WeftThinkState state;
  gboolean found;
  GString *held; /* (nullable): what may yet be a tag */
  gsize n_space; /* of it at its beginning */
} WeftTurnThink;

void weft_turn_think_clear (WeftTurnThink *self);
/* Adds @text to @content, or to @thinking. */
void weft_turn_think_add   (WeftTurnThink *self, const char *text, GString *content, GString *thinking);
/* Gives out what is held; takes off white space at the end of what stood between tags. */
void weft_turn_think_end   (WeftTurnThink *self, GString *content, GString *thinking);

G_END_DECLS
