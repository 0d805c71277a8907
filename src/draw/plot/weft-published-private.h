/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points that others have published, read from the catalog's folder "published", each with where it stands. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* @group: the method; @text: beside the mark; @source: section or figure. */
typedef struct
{
  double x;
  double y;
  char *group;
  char *text;
  char *source;
} WeftPublishedPoint;

typedef struct
{
  char *title; /* "ArchAgent Fig. 3 and Table I" */
  guint n_points;
  WeftPublishedPoint *points;
} WeftPublished;

/* @id: a file's name without ".json", such as "archagent-fig3". NULL with an error that says what is wrong where. (transfer full) */
WEFT_API WeftPublished *weft_published_load (const char *catalog_dir, const char *id, GError **error);
WEFT_API void           weft_published_free (WeftPublished *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPublished, weft_published_free)

G_END_DECLS
