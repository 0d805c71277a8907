/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model profile: every constant of the evaluator by name, each with its source, and the profile's
 * own assumptions about parts, kept apart from the catalog's facts. */
#pragma once

#include <json-glib/json-glib.h>

#include "catalog/weft-record.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PROFILE (weft_profile_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftProfile, weft_profile, WEFT, PROFILE, GObject)

WEFT_API const char *weft_profile_get_id          (WeftProfile *self);
WEFT_API const char *weft_profile_get_name        (WeftProfile *self);
WEFT_API const char *weft_profile_get_description (WeftProfile *self);
/* The file it was read from, as it was found. */
WEFT_API const char *weft_profile_get_path        (WeftProfile *self);
/* SHA-256 of the profile's canonical JSON. */
WEFT_API const char *weft_profile_get_digest      (WeftProfile *self);
/* The id of the default workload record. */
WEFT_API const char *weft_profile_get_workload    (WeftProfile *self);

/* Whether its constants belong to the measured model's equations, and not to the ArchAgent paper's. */
WEFT_API gboolean    weft_profile_is_measured     (WeftProfile *self);

/* Constants in file order; each value has key, node (number, boolean, string or array of numbers)
 * and provenance. The list is (transfer container) of const char* keys. */
WEFT_API GPtrArray  *weft_profile_list_constants  (WeftProfile   *self);
WEFT_API gboolean    weft_profile_lookup          (WeftProfile   *self,
                                                   const char    *key,
                                                   WeftValue     *value);
/* (nullable): the unit as the file has it. */
WEFT_API const char *weft_profile_get_unit        (WeftProfile   *self,
                                                   const char    *key);
WEFT_API gboolean    weft_profile_get_number      (WeftProfile   *self,
                                                   const char    *key,
                                                   double        *value,
                                                   GError       **error);
/* The number of "KEY@SCOPE" for the first scope that has one, else of KEY. @found: (nullable) (out): which. */
WEFT_API gboolean    weft_profile_get_scoped      (WeftProfile   *self,
                                                   const char    *key,
                                                   const char *const *scopes,
                                                   double        *value,
                                                   const char   **found,
                                                   GError       **error);
/* Of a fitted constant: rms of ln(predicted / measured), NAN for others; and where it holds, (nullable). */
WEFT_API double      weft_profile_get_residual    (WeftProfile   *self,
                                                   const char    *key);
WEFT_API const char *weft_profile_get_range       (WeftProfile   *self,
                                                   const char    *key);
/* (transfer none) numbers of an array constant. */
WEFT_API gboolean    weft_profile_get_numbers     (WeftProfile   *self,
                                                   const char    *key,
                                                   const double **values,
                                                   guint         *n_values,
                                                   GError       **error);

/* The reference machine: names of chip, scale-up and scale-out fabric. */
WEFT_API void        weft_profile_get_reference   (WeftProfile   *self,
                                                   const char   **chip,
                                                   const char   **scaleup,
                                                   const char   **scaleout);

/* What the model leaves out: each entry has an id and a sentence, and optionally a part (chip or
 * fabric name) it concerns. */
typedef struct
{
  char *id;
  char *text;
  char *part;     /* (nullable): only when the design uses this chip or fabric, or any "dataflow" chip */
  char *workload; /* (nullable): the workload it concerns */
} WeftLeftOut;
/* (transfer none) of WeftLeftOut */
WEFT_API GPtrArray  *weft_profile_get_left_out    (WeftProfile   *self);

G_END_DECLS
