/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of measurements share: limits, and reading from memory. */
#pragma once

#include "calib/weft-measurement.h"

G_BEGIN_DECLS

#define WEFT_MEASUREMENT_MAX_ROWS 1000000u
/* Of platforms, of operators, of paths: a column with more is no name. */
#define WEFT_MEASUREMENT_MAX_NAMES 10000u
#define WEFT_MEASUREMENT_MAX_NAME_BYTES 256u

/* As the public ones, of a file that has been read. */
gboolean weft_measurements_parse_platforms  (WeftMeasurements       *self,
                                             const char             *name,
                                             const char             *text,
                                             gsize                   length,
                                             GError                **error);
gboolean weft_measurements_parse_points     (WeftMeasurements       *self,
                                             const char             *name,
                                             const char             *text,
                                             gsize                   length,
                                             const char             *op,
                                             const char             *platform,
                                             GError                **error);
/* At most 64 MiB. (transfer full) */
char    *weft_measurement_load              (const char             *path,
                                             gsize                  *length,
                                             GError                **error);
void     weft_measurements_add_file         (WeftMeasurements       *self,
                                             const char             *name,
                                             const char             *text,
                                             gsize                   length,
                                             guint32                 n_rows);
/* (transfer full) (nullable) */
char    *weft_measurements_nearest_platform (const WeftMeasurements *self,
                                             const char             *name);

G_END_DECLS
