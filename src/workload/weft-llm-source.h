/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a language model from where people have it: a record of the catalog, or a config.json. */
#pragma once

#include "catalog/weft-catalog.h"
#include "catalog/weft-llm-shape.h"

G_BEGIN_DECLS

/**
 * WeftLlmSource: (skip)
 * @shape: the shape, which is whole
 * @name: what the model is called
 * @facts: (element-type WeftLlmFact): how each value is known
 * @notes: (element-type utf8): what is not as the file says, or was not read: translated sentences
 */
typedef struct
{
  WeftLlmShape shape;
  char *name;
  GPtrArray *facts;
  GPtrArray *notes;
} WeftLlmSource;

/* Each fills @self, which is cleared with weft_llm_source_clear() whether it succeeds or not. */
WEFT_API gboolean weft_llm_source_record (WeftLlmSource  *self,
                                          const char     *name,
                                          WeftCatalog    *catalog,
                                          GError        **error);
WEFT_API gboolean weft_llm_source_config (WeftLlmSource  *self,
                                          const char     *path,
                                          GError        **error);
/* A file that is there, else a name of the catalog. */
WEFT_API gboolean weft_llm_source_find   (WeftLlmSource  *self,
                                          const char     *name_or_path,
                                          WeftCatalog    *catalog,
                                          GError        **error);
WEFT_API void     weft_llm_source_clear  (WeftLlmSource  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftLlmSource, weft_llm_source_clear)

G_END_DECLS
