/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an object of a document may hold, as tables: shared by the document and its graph. */
#pragma once

#include "base/weft-json-at.h"
#include "design/weft-violation.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_STRUCTURE_STRING,
  WEFT_STRUCTURE_NUMBER,
  WEFT_STRUCTURE_OBJECT,
  WEFT_STRUCTURE_ARRAY,
  WEFT_STRUCTURE_VALUE, /* anything; what it may be is for the member's own check to say */
} WeftStructureKind;

typedef struct
{
  GPtrArray *violations;
  guint n_errors;
  guint n_unknown;
} WeftStructure;

typedef struct
{
  const char *key;
  WeftStructureKind kind;
  gboolean required;
  const char *wrong_code; /* (nullable): instead of wrong_type */
  guint most_chars;       /* of a string; 0: WEFT_DESIGN_NAME_CHARS */
  void (*inside) (WeftStructure *check, const WeftJsonAt *at);
} WeftStructureMember;

gboolean weft_structure_is            (JsonNode                  *node,
                                       WeftStructureKind          kind);
/* @actual and @limit are taken, and may be NULL. */
void     weft_structure_add           (WeftStructure             *check,
                                       WeftSeverity               severity,
                                       const char                *code,
                                       const char                *path,
                                       JsonNode                  *actual,
                                       JsonNode                  *limit,
                                       const char                *message,
                                       const char                *hint);
void     weft_structure_add_wrong     (WeftStructure             *check,
                                       const WeftJsonAt          *at,
                                       WeftStructureKind          kind,
                                       const char                *code);
void     weft_structure_add_missing   (WeftStructure             *check,
                                       const WeftJsonAt          *object,
                                       const char                *key,
                                       WeftStructureKind          kind);
/* @members ends with a NULL key. Unknown members give warnings. */
void     weft_structure_check         (WeftStructure             *check,
                                       const WeftJsonAt          *object,
                                       const WeftStructureMember *members);
/* Of a text that stands at @at, or is its key. */
void     weft_structure_check_length  (WeftStructure             *check,
                                       const WeftJsonAt          *at,
                                       const char                *text,
                                       guint                      most);
/* An object whose members are all numbers, under names that only the catalog knows. */
void     weft_structure_check_numbers (WeftStructure             *check,
                                       const WeftJsonAt          *object);

G_END_DECLS
