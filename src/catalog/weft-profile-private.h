/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profiles, and what they assume about parts. */
#pragma once

#include "catalog/weft-profile.h"
#include "catalog/weft-record-private.h"

G_BEGIN_DECLS

/* Kinds that a profile may override: chips, scale-up and scale-out fabrics. */
#define WEFT_N_OVERRIDE_KINDS 3

/* An assumption about a fabric on some chips only. */
typedef struct
{
  WeftRecord *patch;
  JsonArray *chips; /* names */
} WeftPairOverride;

/* Assumptions about one part, or about all of a kind. */
typedef struct
{
  WeftRecord *patch;
  const char *replaces; /* (nullable): the catalog's name for the part, the id when absent */
  gboolean all;         /* the id is "*" */
  GArray *pairs;        /* WeftPairOverride */
} WeftOverride;

typedef struct
{
  const char *key;
  const char *unit;
  JsonNode *node;
  WeftProvenance provenance; /* text is borrowed from the JSON */
  double *numbers;           /* (nullable): of an array */
  guint n_numbers;
  double residual;   /* NAN when it was not fitted */
  const char *range; /* (nullable) */
} WeftConstant;

struct _WeftProfile
{
  GObject parent_instance;

  JsonNode *root; /* owns all text that is borrowed here */
  char *path;
  char *digest;
  const char *id;
  const char *name;
  const char *description;
  const char *workload;
  gboolean is_measured;
  const char *reference[WEFT_N_OVERRIDE_KINDS];
  GArray *constants;  /* WeftConstant */
  GHashTable *places; /* key to index in constants */
  GArray *overrides[WEFT_N_OVERRIDE_KINDS];
  GPtrArray *left_out;
  GPtrArray *varied; /* (nullable): JsonNode of constants that no file has */
};

void         weft_constant_clear         (gpointer          constant);

/* A profile from the file's root. @lenient for a user's. (transfer full) */
WeftProfile *weft_profile_read           (JsonNode         *root,
                                          const char       *path,
                                          gboolean          lenient,
                                          GError          **error);
/* The root of a profile in which @over's members lie over those of @under. (transfer full) */
JsonNode    *weft_profile_merge          (JsonNode         *under,
                                          JsonNode         *over);
JsonNode    *weft_profile_get_root       (WeftProfile      *self);
GArray      *weft_profile_get_overrides  (WeftProfile      *self,
                                          WeftRecordKind    kind); /* WeftOverride */

/* Refuses a file in which two overrides replace the same part: one of them would count for nothing.
 * What is of the wrong type is left to the reading. */
gboolean     weft_override_check_replaces (const WeftJsonAt *profile,
                                           GError         **error);
/* The overrides of one kind from the profile's root. (transfer full), NULL with @error */
GArray      *weft_override_read_list     (const WeftJsonAt *profile,
                                          JsonNode         *root,
                                          WeftRecordKind    kind,
                                          gboolean          lenient,
                                          GError          **error);

G_END_DECLS
