/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog's inside, for what loads it. */
#pragma once

#include "base/weft-list.h"
#include "catalog/weft-catalog.h"
#include "catalog/weft-profile-private.h"

G_BEGIN_DECLS

struct _WeftCatalog
{
  GObject parent_instance;

  char *folder;
  char *user_folder; /* (nullable) */
  WeftList *records[WEFT_N_RECORD_KINDS];
  GHashTable *names[WEFT_N_RECORD_KINDS]; /* folded name to record, borrowed */
  WeftList *profiles;
  GPtrArray *problems; /* NULL at the end; atomic, since it is replaced when a kind is read late */
  GPtrArray *noted;    /* where the thread that reads notes problems, which is one of these */
  GPtrArray *retired;  /* (nullable): the one it took the place of, which readers may still hold */

  /* Written once under components_loaded, as is what records[] and names[] hold of components. */
  gsize components_loaded;
  GError *components_error; /* (nullable): why there are none */
  GArray *components;       /* WeftComponent, in the order of their records */
  GHashTable *component_of; /* WeftRecord to WeftComponent, both borrowed */
};

/* Takes one file in, or says why not. */
typedef gboolean (*WeftTakeFile) (WeftCatalog     *self,
                                  WeftRecordKind   kind,
                                  JsonNode        *root,
                                  const char      *path,
                                  gboolean         user,
                                  GError         **error);

gboolean     weft_catalog_take_record  (WeftCatalog     *self,
                                        WeftRecordKind   kind,
                                        JsonNode        *root,
                                        const char      *path,
                                        gboolean         user,
                                        GError         **error);
gboolean     weft_catalog_take_profile (WeftCatalog     *self,
                                        WeftRecordKind   kind,
                                        JsonNode        *root,
                                        const char      *path,
                                        gboolean         user,
                                        GError         **error);
/* The same as weft_catalog_lookup() for what is there so far. */
WeftRecord  *weft_catalog_find_record  (WeftCatalog     *self,
                                        WeftRecordKind   kind,
                                        const char      *name);
/* (nullable) (transfer none); @place (nullable) is where it stands in the list. */
WeftProfile *weft_catalog_find_profile (WeftCatalog     *self,
                                        const char      *id,
                                        guint           *place);

G_END_DECLS
