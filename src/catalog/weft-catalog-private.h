/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog's inside, for what loads it. */
#pragma once

#include "catalog/weft-catalog.h"
#include "catalog/weft-profile-private.h"

G_BEGIN_DECLS

struct _WeftCatalog
{
  GObject parent_instance;

  char *folder;
  GListStore *records[WEFT_N_RECORD_KINDS];
  GHashTable *names[WEFT_N_RECORD_KINDS]; /* folded name to record, borrowed */
  GListStore *profiles;
  GPtrArray *problems; /* NULL at the end */
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
/* (nullable) (transfer none); @place (nullable) is where it stands in the list. */
WeftProfile *weft_catalog_find_profile (WeftCatalog     *self,
                                        const char      *id,
                                        guint           *place);

G_END_DECLS
