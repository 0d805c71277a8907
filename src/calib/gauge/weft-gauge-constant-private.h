/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants of a domain that are the same whatever rows there are, as a table. */
#pragma once

#include "calib/gauge/weft-gauge-domain.h"

G_BEGIN_DECLS

/* Fields of #WeftGaugeParameter; all move by factors. The note is marked by N_(). */
typedef struct
{
  const char *key;
  const char *unit;
  double start;
  double low;
  double high;
  double pull;
  const char *note;
} WeftGaugeConstant;

/* (transfer full) (element-type WeftGaugeParameter): one for each, without a free function. */
GPtrArray *weft_gauge_constants_list (const WeftGaugeConstant *constants,
                                      guint                    n);

G_END_DECLS
