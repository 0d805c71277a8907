/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a workload's time can go: names of the parts. */
#include "model/weft-evaluation.h"

#include <glib/gi18n-lib.h>

static const char *const nicks[WEFT_N_PARTS] = {
  [WEFT_PART_COMPUTE] = "compute",
  [WEFT_PART_MEMORY] = "memory",
  [WEFT_PART_LATENCY] = "latency",
  [WEFT_PART_BISECTION] = "bisection",
  [WEFT_PART_BUBBLE] = "bubble",
  [WEFT_PART_SOFTWARE] = "software",
};

static const char *const labels[WEFT_N_PARTS] = {
  [WEFT_PART_COMPUTE] = N_ ("compute"),
  [WEFT_PART_MEMORY] = N_ ("memory"),
  [WEFT_PART_LATENCY] = N_ ("latency"),
  [WEFT_PART_BISECTION] = N_ ("bisection"),
  [WEFT_PART_BUBBLE] = N_ ("bubble"),
  [WEFT_PART_SOFTWARE] = N_ ("software"),
};

/**
 * weft_time_part_nick:
 * @part: a part
 *
 * Returns: (transfer none): its name in files, "compute"
 */
const char *
weft_time_part_nick (WeftTimePart part)
{
  g_return_val_if_fail (part < WEFT_N_PARTS, NULL);
  return nicks[part];
}

/**
 * weft_time_part_label:
 * @part: a part
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_time_part_label (WeftTimePart part)
{
  g_return_val_if_fail (part < WEFT_N_PARTS, NULL);
  return _ (labels[part]);
}
