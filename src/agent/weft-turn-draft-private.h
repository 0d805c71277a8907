/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tool call while it comes: its pieces, and whether its arguments are whole. */
#pragma once

#include "agent/weft-turn.h"

G_BEGIN_DECLS

/* Values of one text of JSON, far above any that means what it says: parsing them must not be felt. */
#define WEFT_TURN_MAX_VALUES 50000

/* Counts brackets outside of strings, over text that comes in pieces. */
typedef struct
{
  guint depth;
  guint deepest;
  gboolean in_string;
  gboolean escaped;
  gboolean begun;
  gboolean whole; /* one object, array or string has come to its end, and nothing but white space after it */
} WeftTurnNesting;

void weft_turn_nesting_add (WeftTurnNesting *self, const char *text, gsize length);

typedef struct
{
  char *id;   /* (nullable) */
  char *name; /* (nullable) */
  gboolean name_joined;
  GString *arguments;
  WeftTurnNesting nesting;
  gboolean collided; /* its index was that of another call */
} WeftTurnDraft;

WeftTurnDraft *weft_turn_draft_new  (void);
void           weft_turn_draft_free (WeftTurnDraft *self);

/* What arguments come to. */
typedef struct
{
  JsonNode *node;      /* (nullable) */
  const char *warning; /* (nullable): a literal */
} WeftTurnArguments;

/* @repair: whether what only is wrapped wrongly may be unwrapped. Nothing is ever guessed. */
WeftTurnArguments weft_turn_arguments_read (const WeftTurnDraft *draft, guint max_depth, gboolean repair);
/* (transfer full) (nullable): @text when it is an object. */
JsonNode         *weft_turn_object_parse   (const char *text, gsize length, guint max_depth);

void          weft_turn_call_free (WeftTurnCall *self);
WeftTurnError *weft_turn_error_new (const char *message, const char *type, const char *code, guint status);
void          weft_turn_error_free (WeftTurnError *self);
WeftTurn     *weft_turn_new        (void);

G_END_DECLS
