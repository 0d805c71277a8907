/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements and the platforms that they were taken on, as people bring them: CSV with a header line, units in the
 * names of columns. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

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
 * @path: index of the way between the devices, 0 when the file does not tell ways apart
 * @file: index of the file
 * @line: of the file, from 1
 * @n_dev: devices that take part
 * @flops: operations, NAN when not given
 * @bytes: bytes moved, or of the buffer of a collective; NAN when not given
 * @time_s: measured
 * @p99_s: measured 99th percentile, NAN when not given
 */
typedef struct
{
  guint32 platform;
  guint32 op;
  guint32 path;
  guint32 file;
  guint32 line;
  guint32 n_dev;
  double flops;
  double bytes;
  double time_s;
  double p99_s;
} WeftMeasurement;

/**
 * WeftMeasuredFile: (skip)
 * @name: without its folder
 * @sha256: of its bytes
 * @n_rows: without header
 */
typedef struct
{
  char *name;
  char *sha256;
  guint32 n_rows;
} WeftMeasuredFile;

/**
 * WeftMeasurements: (skip)
 * @platforms: (element-type WeftMeasuredPlatform): first those that are described, then those that only points name
 * @n_described: how many of them are described
 * @ops: (element-type utf8): as named in the file: "gemm", "p2p", "allreduce"
 * @paths: (element-type utf8): ways between devices: "dev_per_node=8"; the first is ""
 * @points: (element-type WeftMeasurement): in the order of files and lines
 * @files: (element-type WeftMeasuredFile): all that were read
 * @notes: (element-type utf8): columns that are not read, facts that were taken from elsewhere
 */
typedef struct
{
  GArray *platforms;
  guint n_described;
  GPtrArray *ops;
  GPtrArray *paths;
  GArray *points;
  GArray *files;
  GPtrArray *notes;
  gatomicrefcount refs;
} WeftMeasurements;

/* How bytes of a buffer become bytes on the link of one device. */
#define WEFT_MEASURED_COMPUTE -2 /* no communication */
#define WEFT_MEASURED_MESSAGE -1 /* from one device to another */

WEFT_API GQuark            weft_calib_error_quark            (void);

/* Columns platform (or set), op, flops, bytes, n_dev, time_us (or _ms, _s, _ns), p99_us; in any order. A file without
 * a platform or op column has one of each, named by the file. @platforms: (nullable): the platforms.csv. (transfer full) */
WEFT_API WeftMeasurements *weft_measurements_read            (const char                 *points,
                                                              const char                 *platforms,
                                                              GError                    **error);
WEFT_API WeftMeasurements *weft_measurements_ref             (WeftMeasurements           *self);
WEFT_API void              weft_measurements_unref           (WeftMeasurements           *self);

/* The same step by step, platforms first: none, then what files add. After an error only unref is left to do. */
WEFT_API WeftMeasurements *weft_measurements_new             (void);
WEFT_API gboolean          weft_measurements_add_platforms   (WeftMeasurements           *self,
                                                              const char                 *path,
                                                              GError                    **error);
WEFT_API gboolean          weft_measurements_add_platform    (WeftMeasurements           *self,
                                                              const WeftMeasuredPlatform *platform,
                                                              GError                    **error);
/* @op: (nullable): takes all lines as of this operator. @platform: (nullable): of a file that names none. */
WEFT_API gboolean          weft_measurements_add_points      (WeftMeasurements           *self,
                                                              const char                 *path,
                                                              const char                 *op,
                                                              const char                 *platform,
                                                              GError                    **error);
/* Whether a file describes platforms instead of measurements, by its header; an error only when it cannot be had. */
WEFT_API gboolean          weft_measured_file_has_platforms  (const char                 *path,
                                                              gboolean                   *has_platforms,
                                                              GError                    **error);
WEFT_API const WeftMeasuredPlatform *
                           weft_measurements_find_platform   (const WeftMeasurements     *self,
                                                              const char                 *name);
/* Nothing known but its name. */
WEFT_API WeftMeasuredPlatform *
                           weft_measured_platform_new        (const char                 *name);
/* From the columns of a file of platforms as members of an object. (transfer full) */
WEFT_API WeftMeasuredPlatform *
                           weft_measured_platform_from_json  (JsonNode                   *node,
                                                              const char                 *name,
                                                              GError                    **error);
WEFT_API void              weft_measured_platform_copy       (const WeftMeasuredPlatform *self,
                                                              WeftMeasuredPlatform       *copy);
WEFT_API void              weft_measured_platform_clear      (WeftMeasuredPlatform       *self);
WEFT_API void              weft_measured_platform_free       (WeftMeasuredPlatform       *self);
/* The collective that an operator is by its name, a #WeftSimComm, or WEFT_MEASURED_MESSAGE or WEFT_MEASURED_COMPUTE. */
WEFT_API int               weft_measured_comm                (const char                 *op);
/* Bytes on the link for each byte of the buffer: 2(n-1)/n of an all-reduce, (n-1)/n of an all-gather, a reduce-scatter,
 * an all-to-all, a gather or a scatter, else 1 (Thakur, Rabenseifner and Gropp, 2005). */
WEFT_API double            weft_measured_factor              (int                         comm,
                                                              guint                       n_dev);
/* The path that a number of devices in each node makes: 1 when it lies across nodes, 0 inside of one, -1 when unknown. */
WEFT_API int               weft_measured_across              (const char                 *path,
                                                              guint                       n_dev);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMeasurements, weft_measurements_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMeasuredPlatform, weft_measured_platform_free)

G_END_DECLS
