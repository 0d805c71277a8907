/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes parameters of the fit from a table of constants. */
#include "calib/gauge/weft-gauge-constant-private.h"

GPtrArray *
weft_gauge_constants_list (const WeftGaugeConstant *constants,
                           guint                    n)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      WeftGaugeParameter *parameter = g_new0 (WeftGaugeParameter, 1);

      parameter->key = g_strdup (constants[i].key);
      parameter->unit = g_strdup (constants[i].unit);
      parameter->start = constants[i].start;
      parameter->low = constants[i].low;
      parameter->high = constants[i].high;
      parameter->pull = constants[i].pull;
      parameter->is_log = TRUE;
      parameter->note = g_strdup (constants[i].note);
      g_ptr_array_add (list, parameter);
    }
  return list;
}
