/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives as a part of the fit: what a fabric says about measured times and bus bandwidths. */
#include <glib/gi18n-lib.h>

#include "calib/gauge/weft-gauge-collectives-private.h"

static gpointer
context_new (WeftInventory *inventory, GError **error)
{
  return g_object_ref (inventory);
}

static double
predict (gpointer context, const double *x, const WeftGaugeCase *a_case)
{
  const WeftGaugeCollective *collective = a_case->data;
  WeftFabric fabric = collective->fabric;
  double time_s;

  for (guint i = 0; i < WEFT_N_FABRIC_CONSTANTS; i++)
    if (collective->parameter[i] >= 0)
      fabric.k[i] = x[collective->parameter[i]];
  time_s = weft_comm_time_total (weft_collective_s (&fabric, collective->kind, collective->group, collective->bytes,
                                                    NULL));
  return collective->busbw_bytes > 0 ? collective->busbw_bytes / time_s : time_s;
}

const WeftGaugeDomain weft_gauge_collectives = {
  .id = "collectives",
  .label = N_("Collectives"),
  .context_new = context_new,
  .context_free = g_object_unref,
  .read = weft_gauge_collectives_read,
  .free_data = g_free,
  .parameters = weft_gauge_collectives_parameters,
  .predict = predict,
};
