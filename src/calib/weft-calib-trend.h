/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How communication changes with size and with devices, measured and simulated: where it begins to take longer than start
 * and bytes explain, and how fast that grows. CHASE, section 3.3: the guardrail of scaling out. */
#pragma once

#include "calib/weft-fit.h"

G_BEGIN_DECLS

/**
 * WeftTrendGroup: (skip)
 * @n_dev: devices, 0: not said
 * @n: sizes
 * @beta, @launch_s: one alpha-beta over all of them
 * @error: mean |error| / time of it
 * @onset_bytes: first size from which times exceed what the sizes below it give by more than their error; NAN: none does
 * @excess: share by which the largest sizes exceed the bandwidth that the fewest devices reach; below 0: they are faster
 * @excess_error: what the errors of both explain of it
 */
typedef struct
{
  guint32 n_dev;
  guint32 n;
  double beta;
  double launch_s;
  double error;
  double onset_bytes;
  double excess;
  double excess_error;
} WeftTrendGroup;

/**
 * WeftTrendCurve: (skip)
 * @groups: (element-type WeftTrendGroup): by rising number of devices
 * @onset_n_dev: the fewest devices whose excess is beyond its error; 0: none
 * @queueing_growth: exponent with which the time of a byte on the link grows with the devices; NAN with one group
 * @launch_growth: the same of the start
 */
typedef struct
{
  GArray *groups;
  guint32 onset_n_dev;
  double queueing_growth;
  double launch_growth;
} WeftTrendCurve;

/**
 * WeftTrend: (skip)
 * @platform, @op, @path: indices
 * @comm: as of a series
 * @has_simulated: whether there is something to compare with
 * @difference: mean |simulated - measured| / measured
 * @rank_correlation: Spearman's, of all times
 * @in_order: of pairs whose measured times differ by more than a tenth, the share that the simulation orders alike
 * @same_order, @same_onset, @same_growth: whether the simulation shows the same; %TRUE where nothing can be told
 */
typedef struct
{
  guint32 platform;
  guint32 op;
  guint32 path;
  int comm;
  WeftTrendCurve measured;
  gboolean has_simulated;
  WeftTrendCurve simulated;
  guint32 n_points;
  double difference;
  double rank_correlation;
  double in_order;
  gboolean same_order;
  gboolean same_onset;
  gboolean same_growth;
} WeftTrend;

/**
 * WeftTrendCall: (skip)
 * @comm: a #WeftSimComm, or WEFT_MEASURED_MESSAGE
 * @n_dev: at least 2
 * @efficiency: share of the link's rate that is reached, of the fewest devices that were measured
 * @launch_s: time before anything is sent, beyond what the simulation itself gives for no bytes
 */
typedef struct
{
  const WeftMeasuredPlatform *platform;
  int comm;
  const char *op;
  const char *path;
  guint32 n_dev;
  double bytes;
  double efficiency;
  double launch_s;
} WeftTrendCall;

/* Seconds; NAN with an error, or NAN alone when it has no such call. */
typedef double (*WeftTrendSimulate) (const WeftTrendCall  *call,
                                     gpointer              data,
                                     GError              **error);

/* Of all communication that the fit has points of. @simulate: (nullable). (element-type WeftTrend) (transfer full) */
WEFT_API GPtrArray *weft_calib_trends       (const WeftFit        *fit,
                                             WeftTrendSimulate     simulate,
                                             gpointer              data,
                                             GCancellable         *cancellable,
                                             GError              **error);
WEFT_API void       weft_trend_free         (WeftTrend            *self);
WEFT_API void       weft_trend_add_json     (const WeftTrend      *self,
                                             const WeftFit        *fit,
                                             JsonObject           *object);
/* A #WeftTrendSimulate: the simulator on a star of the platform's links. @data: ignored */
WEFT_API double     weft_trend_simulate_star (const WeftTrendCall *call,
                                              gpointer             data,
                                              GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTrend, weft_trend_free)

G_END_DECLS
