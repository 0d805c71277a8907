/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements, series and projections in names and values. No widgets. */
#pragma once

#include "calib/weft-projection.h"

G_BEGIN_DECLS

/* All (transfer full) (element-type WeftFact). */
GPtrArray *weft_facts_of_measurements (const WeftMeasurements *measurements);
GPtrArray *weft_facts_of_series       (const WeftFitSeries    *series);
GPtrArray *weft_facts_of_projection   (const WeftProjection   *projection);

G_END_DECLS
