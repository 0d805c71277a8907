/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a file of measurements or platforms, by the names in its header, and what stands in their cells. */
#pragma once

#include "base/weft-quantity.h"
#include "calib/weft-csv-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_COLUMN_UNREAD,
  WEFT_COLUMN_PLATFORM,
  WEFT_COLUMN_SET,
  WEFT_COLUMN_OP,
  WEFT_COLUMN_PATH,
  WEFT_COLUMN_DEV_PER_NODE,
  WEFT_COLUMN_N_DEV,
  WEFT_COLUMN_FLOPS,
  WEFT_COLUMN_BYTES,
  WEFT_COLUMN_TIME,
  WEFT_COLUMN_P99,
  WEFT_COLUMN_PEAK,
  WEFT_COLUMN_MEM_BW,
  WEFT_COLUMN_LINK_BW,
  WEFT_COLUMN_LINK_LATENCY,
  WEFT_COLUMN_CACHE_BYTES,
  WEFT_COLUMN_CACHE_BW,
  WEFT_COLUMN_HOPS,
  WEFT_COLUMN_CHIP,
  WEFT_COLUMN_FABRIC,
  WEFT_COLUMN_USE,
  WEFT_N_COLUMN_KINDS,
} WeftColumnKind;

/**
 * WeftColumn: (skip)
 * @kind: what it says
 * @title: as in the header
 * @unit: (nullable): the text of its unit, as in the title
 * @scale: of a number in it, in SI
 */
typedef struct
{
  WeftColumnKind kind;
  char *title;
  char *unit;
  double scale;
} WeftColumn;

/**
 * WeftColumns: (skip)
 * @list: (element-type WeftColumn): as in the header
 * @at: [kind] its index, -1 when there is none
 */
typedef struct
{
  GArray *list;
  int at[WEFT_N_COLUMN_KINDS];
} WeftColumns;

/* The header, the next record of @csv. @platforms: of a file of platforms, whose n_dev is theirs. */
gboolean          weft_columns_read   (WeftColumns       *self,
                                       WeftCsv           *csv,
                                       gboolean           platforms,
                                       GError           **error);
void              weft_columns_clear  (WeftColumns       *self);
/* (nullable) (transfer none) */
const WeftColumn *weft_columns_get    (const WeftColumns *self,
                                       WeftColumnKind     kind);
/* Names of columns that are not read, for a note. (transfer full) (nullable) */
char             *weft_columns_unread (const WeftColumns *self);

/* A record has as many fields as the header. */
gboolean weft_cell_check_count (const WeftCsv      *csv,
                                const WeftColumns  *columns,
                                GError            **error);
/* A number in SI: above 0, or from 0 on. A column that is not there, or an empty cell where @may_be_empty, leaves @value
 * as it is. */
gboolean weft_cell_amount      (const WeftCsv      *csv,
                                const WeftColumns  *columns,
                                WeftColumnKind      kind,
                                gboolean            may_be_zero,
                                gboolean            may_be_empty,
                                double             *value,
                                GError            **error);
gboolean weft_cell_count       (const WeftCsv      *csv,
                                const WeftColumns  *columns,
                                WeftColumnKind      kind,
                                guint               least,
                                gboolean            may_be_empty,
                                guint              *value,
                                GError            **error);
/* Not empty. @text stays until the next record. */
gboolean weft_cell_name        (const WeftCsv      *csv,
                                const WeftColumns  *columns,
                                WeftColumnKind      kind,
                                const char        **text,
                                GError            **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftColumns, weft_columns_clear)

G_END_DECLS
