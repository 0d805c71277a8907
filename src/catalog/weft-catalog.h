/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog: facts about parts, models and workloads, and the model profiles, read once from
 * folders of JSON files. A user's folder adds to it or lies over it. Immutable after loading, so
 * any thread may read it; components alone are read when somebody first asks for them. */
#pragma once

#include <gio/gio.h>

#include "catalog/weft-profile.h"
#include "catalog/weft-record.h"

G_BEGIN_DECLS

#define WEFT_CATALOG_ERROR (weft_catalog_error_quark ())

typedef enum
{
  WEFT_CATALOG_ERROR_INVALID, /* a catalog file says something that it may not */
  WEFT_CATALOG_ERROR_UNKNOWN, /* no such record, profile or constant */
} WeftCatalogError;

#define WEFT_TYPE_CATALOG (weft_catalog_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftCatalog, weft_catalog, WEFT, CATALOG, GObject)

WEFT_API GQuark weft_catalog_error_quark (void);

/* @folder is the shipped catalog, @user_folder (nullable, need not exist) lies over it. A broken
 * shipped file is an error; a broken user file is left out whole and named in
 * weft_catalog_get_problems(). (transfer full) */
WEFT_API WeftCatalog *weft_catalog_load (const char  *folder,
                                         const char  *user_folder,
                                         GError     **error);
/* The installed (or build) catalog, WEFT_CATALOG_DIR first, with $XDG_DATA_HOME/weft/catalog over
 * it. (transfer full) */
WEFT_API WeftCatalog       *weft_catalog_load_default (GError      **error);
WEFT_API const char        *weft_catalog_get_folder   (WeftCatalog  *self);
/* Reads a kind that is only read on demand. FALSE when a shipped file of it is broken: the kind is
 * empty then. TRUE at once for every other kind. */
WEFT_API gboolean           weft_catalog_load_kind    (WeftCatalog     *self,
                                                       WeftRecordKind   kind,
                                                       GError         **error);
/* Messages about user files that were left out, so far. */
WEFT_API const char *const *weft_catalog_get_problems (WeftCatalog  *self);

/* All records of a kind as WeftRecord, in file-name order. (transfer none) */
WEFT_API GListModel  *weft_catalog_list          (WeftCatalog     *self,
                                                  WeftRecordKind   kind);
/* By id, alias or name, folded. (nullable) (transfer none) */
WEFT_API WeftRecord  *weft_catalog_lookup        (WeftCatalog     *self,
                                                  WeftRecordKind   kind,
                                                  const char      *name);
WEFT_API const char  *weft_catalog_nearest       (WeftCatalog     *self,
                                                  WeftRecordKind   kind,
                                                  const char      *name);

WEFT_API GListModel  *weft_catalog_list_profiles (WeftCatalog     *self);
/* (transfer none) */
WEFT_API WeftProfile *weft_catalog_get_profile   (WeftCatalog     *self,
                                                  const char      *id,
                                                  GError         **error);

G_END_DECLS
