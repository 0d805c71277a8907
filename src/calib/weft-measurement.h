/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements and the platforms that they were taken on, as people bring them: CSV with a header line, units in the
 * names of columns. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_CALIB_ERROR (weft_calib_error_quark ())

/**
 * WeftCalibError:
 * @WEFT_CALIB_ERROR_INVALID: a file says something that it may not; the message has line and column
 * @WEFT_CALIB_ERROR_TOO_FEW: fewer points than knobs
 * @WEFT_CALIB_ERROR_CONSTANT: nothing varies that could tell knobs apart
 * @WEFT_CALIB_ERROR_UNKNOWN: a platform, operator or column that is not there
 */
typedef enum
{
  WEFT_CALIB_ERROR_INVALID,
  WEFT_CALIB_ERROR_TOO_FEW,
  WEFT_CALIB_ERROR_CONSTANT,
  WEFT_CALIB_ERROR_UNKNOWN,
} WeftCalibError;

/**
 * WeftMeasuredPlatform: (skip)
 * @name: as the measurements call it
 * @chip: (nullable): id of a chip in the catalog
 * @fabric: (nullable): for people, "NVLink 4 + IB NDR"
 * @use: (nullable): what it is for in a study: "fit", "held out"
 * @peak_flops_s, @mem_bw_bytes_s, @link_bw_bytes_s, @link_latency_s: facts, NAN when not known
 * @cache_bytes, @cache_bw_bytes_s: last cache, NAN when not known
 * @n_dev: devices
 * @hops: switches' hops between two
 */
typedef struct
{
  char *name;
  char *chip;
  char *fabric;
  char *use;
  double peak_flops_s;
  double mem_bw_bytes_s;
  double link_bw_bytes_s;
  double link_latency_s;
  double cache_bytes;
  double cache_bw_bytes_s;
  guint n_dev;
  guint hops;
} WeftMeasuredPlatform;

/**
 * WeftMeasurement: (skip)
 * @platform: index
 * @op: index of the operator
 * @line: of the file, from 1
 * @n_dev: devices that take part
 * @flops: operations
 * @bytes: bytes moved, or of the buffer of a collective
 * @time_s: measured
 * @p99_s: measured 99th percentile, NAN when not given
 */
typedef struct
{
  guint32 platform;
  guint32 op;
  guint32 line;
  guint32 n_dev;
  double flops;
  double bytes;
  double time_s;
  double p99_s;
} WeftMeasurement;

/**
 * WeftMeasurements: (skip)
 * @platforms: (element-type WeftMeasuredPlatform)
 * @ops: (element-type utf8): as named in the file: "gemm", "p2p", "allreduce"
 * @points: (element-type WeftMeasurement): in the file's order
 * @notes: (element-type utf8): lines that were left out and why, columns that are not read
 * @source: for people: names of the files
 */
typedef struct
{
  GArray *platforms;
  GPtrArray *ops;
  GArray *points;
  GPtrArray *notes;
  char *source;
  gatomicrefcount refs;
} WeftMeasurements;

WEFT_API GQuark            weft_calib_error_quark  (void);

/* Columns platform (or set), op, flops, bytes, n_dev, time_us (or _ms, _s, _ns), p99_us; in any order. A file without
 * a platform or op column has one of each, named by the file. @platforms: (nullable): the platforms.csv. (transfer full) */
WEFT_API WeftMeasurements *weft_measurements_read  (const char         *points,
                                                    const char         *platforms,
                                                    GError            **error);
WEFT_API WeftMeasurements *weft_measurements_ref   (WeftMeasurements   *self);
WEFT_API void              weft_measurements_unref (WeftMeasurements   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMeasurements, weft_measurements_unref)

G_END_DECLS
