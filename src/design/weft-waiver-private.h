/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the rules take waivers into account, and how reading checks them. */
#pragma once

#include "design/weft-structure-private.h"
#include "design/weft-waiver.h"

G_BEGIN_DECLS

/* What may be waived among some violations. */
typedef enum
{
  WEFT_WAIVABLE_WARNINGS,    /* no error */
  WEFT_WAIVABLE_COMPOSITION, /* also errors of rules that flattening does without */
  WEFT_WAIVABLE_PHYSICS,     /* also whatever the verifier finds to be exceeded */
} WeftWaivable;

typedef struct
{
  GPtrArray *waivers; /* NULL when the design has none */
  GHashTable *by_place; /* code and path -> the first of that */
} WeftWaivers;

void     weft_waivers_init            (WeftWaivers      *self,
                                       WeftDesign       *design);
void     weft_waivers_clear           (WeftWaivers      *self);
/* Replaces what is waived among @violations from @first on. TRUE when no error is left there. */
gboolean weft_waivers_apply           (WeftWaivers      *self,
                                       GPtrArray        *violations,
                                       guint             first,
                                       WeftWaivable      waivable);
/* Appends what waivers came to nothing. */
void     weft_waivers_report          (WeftWaivers      *self,
                                       GPtrArray        *violations);

/* Of the array that the document has. */
void     weft_waiver_check_structure  (WeftStructure    *check,
                                       const WeftJsonAt *array);

G_END_DECLS
