/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a definition holds, as the rows that a small picture of it shows. */
#pragma once

#include "catalog/weft-catalog.h"
#include "design/graph/weft-graph.h"
#include "draw/weft-paint.h"

G_BEGIN_DECLS

#define WEFT_PREVIEW_MAX_ROWS 64
#define WEFT_PREVIEW_MAX_MARKS 16

/* A row of the picture: a tray of a rack, or a row of parts of a node. */
typedef struct
{
  float top, height;   /* 0..1 of the picture's height */
  WeftSceneKind kind;  /* of the row */
  WeftSceneKind marks; /* what stands in it */
  guint n_marks;       /* 0: nothing that is worth a mark */
} WeftPreviewRow;

typedef struct
{
  gboolean is_rack;
  guint n_rows;
  WeftPreviewRow rows[WEFT_PREVIEW_MAX_ROWS];
} WeftScenePreview;

G_END_DECLS
