/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power as a domain of the fit: chips by what they do, and nodes with their hosts. */
#include "calib/gauge/weft-gauge-power-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const WeftGaugeConstant parameters[WEFT_GAUGE_N_POWER] = {
  { "power_idle_share", "1", 0.12, 0.02, 0.5, 0.01, N_("of the TDP, with clocks up and nothing to do") },
  { "power_exchange_share", "1", 0.05, 0.001, 0.5, 0.1,
    N_("of the TDP, drawn by kernels that exchange data with others, whatever they move") },
  { "power_byte_j", "J", 8e-11, 1e-11, 5e-10, 0.01,
    N_("a byte of memory read or written, caches and wires on the way included") },
  { "power_link_byte_j", "J", 2e-11, 1e-12, 5e-10, 0.1, N_("a byte in or out on a link, its memory apart") },
  { "power_vector_flop_j", "J", 1e-11, 1e-12, 1e-10, 0.01, N_("an FP64 operation on registers") },
  { "power_matrix_share", "1", 0.9, 0.3, 1.5, 0.1,
    N_("of what the TDP leaves beyond idle, drawn by a large matrix product") },
  { "power_host_socket_w", "W", 350, 50, 2000, 0.1,
    N_("of a host, for each processor: with memory, board and disks") },
  { "power_loss_share", "1", 0.1, 0.01, 0.5, 0.1, N_("fans and power supplies of a node over what its parts draw") },
};

static void
context_free (gpointer context)
{
  WeftGaugePowerContext *self = context;

  g_clear_object (&self->inventory);
  g_clear_pointer (&self->chips, json_node_unref);
  g_free (self);
}

static gpointer
context_new (WeftInventory  *inventory,
             GError        **error)
{
  WeftGaugePowerContext *self = g_new0 (WeftGaugePowerContext, 1);
  g_autoptr (GError) broken = NULL;

  self->inventory = g_object_ref (inventory);
  self->chips = weft_gauge_chips_load (inventory, &broken);
  if (broken == NULL)
    return self;

  g_propagate_error (error, g_steal_pointer (&broken));
  context_free (self);
  return NULL;
}

static void
free_data (gpointer data)
{
  weft_gauge_chip_clear (&((WeftGaugePowerCase *) data)->chip);
  g_free (data);
}

static GPtrArray *
list_parameters (gpointer   context,
                 GPtrArray *cases)
{
  return weft_gauge_constants_list (parameters, G_N_ELEMENTS (parameters));
}

static double
node_w (const WeftGaugePowerCase *data,
        const double             *x,
        double                    idle_w,
        double                    busy_w)
{
  double chips_w = data->busy * busy_w + (data->chips - data->busy) * idle_w;
  double inside_w = chips_w + data->chips * data->scaleup_w + data->sockets * x[WEFT_GAUGE_SOCKET_W];

  return inside_w * (1 + x[WEFT_GAUGE_LOSS_SHARE]) + data->chips * data->card_w;
}

static double
predict (gpointer             context,
         const double        *x,
         const WeftGaugeCase *a_case)
{
  const WeftGaugePowerCase *data = a_case->data;
  const WeftPowerRates rates = {
    .idle_share = x[WEFT_GAUGE_IDLE_SHARE],
    .exchange_share = x[WEFT_GAUGE_EXCHANGE_SHARE],
    .byte_j = x[WEFT_GAUGE_BYTE_J],
    .link_byte_j = x[WEFT_GAUGE_LINK_BYTE_J],
    .vector_flop_j = x[WEFT_GAUGE_VECTOR_FLOP_J],
    .matrix_share = x[WEFT_GAUGE_MATRIX_SHARE],
  };
  WeftChipPower power;
  double w;

  weft_chip_power_init (&power, &rates, data->chip.tdp_w, data->chip.matrix_flops);
  w = weft_chip_power_w (&power, &data->does, NULL);
  return data->is_node ? node_w (data, x, power.idle_w, w) : w;
}

static char *
why (gpointer             context,
     const WeftGaugeCase *a_case)
{
  const WeftGaugePowerCase *data = a_case->data;

  return g_strdup_printf (_("the TDP of %s, or what it reaches in this format, is unknown"), data->chip.id);
}

const WeftGaugeDomain weft_gauge_power = {
  .id = "power",
  .label = N_("Power"),
  .context_new = context_new,
  .context_free = context_free,
  .read = weft_gauge_power_read,
  .free_data = free_data,
  .parameters = list_parameters,
  .predict = predict,
  .why = why,
};
