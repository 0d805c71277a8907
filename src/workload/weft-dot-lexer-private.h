/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the DOT language. */
#pragma once

#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_DOT_END,
  WEFT_DOT_ID,      /* a name, a number, a string or HTML */
  WEFT_DOT_KEYWORD, /* as WEFT_DOT_ID, and one of node, edge, graph, digraph, subgraph, strict */
  WEFT_DOT_ARROW,
  WEFT_DOT_LINE,    /* "--", which has no direction */
  WEFT_DOT_SIGN,    /* one of { } [ ] ; , = : */
} WeftDotToken;

/**
 * WeftDotLexer: (skip)
 * @file: what is read
 * @token: the word that is next
 * @sign: the sign, if it is one
 * @id: the text of an id, without quotes; a keyword in lower case
 * @line: where it stands
 *
 * A walk over words.
 */
typedef struct
{
  const WeftWorkloadText *file;
  const char *at;
  const char *end;
  WeftDotToken token;
  char sign;
  GString *id;
  guint line;
} WeftDotLexer;

void     weft_dot_lexer_init       (WeftDotLexer           *self,
                                    const WeftWorkloadText *file);
void     weft_dot_lexer_clear      (WeftDotLexer           *self);
/* Goes to the next word; FALSE for what is none. */
gboolean weft_dot_lexer_step       (WeftDotLexer           *self,
                                    GError                **error);
gboolean weft_dot_lexer_is_sign    (const WeftDotLexer     *self,
                                    char                    sign);
gboolean weft_dot_lexer_is_keyword (const WeftDotLexer     *self,
                                    const char             *keyword);
/* "FILE:LINE: found WORD, expected EXPECTED"; @expected is not translated yet. Returns FALSE. */
gboolean weft_dot_lexer_refuse     (const WeftDotLexer     *self,
                                    const char             *expected,
                                    GError                **error);

G_END_DECLS
