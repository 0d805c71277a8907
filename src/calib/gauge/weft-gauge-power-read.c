/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of power: what went on is in their notes, or in the rows of the same page that say how fast it went. */
#include "calib/gauge/weft-gauge-power-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Of the mean: a standard deviation that no steady load has. */
#define RESTLESS 0.2

typedef struct
{
  WeftGaugePowerContext *context;
  GPtrArray *rows;
  GPtrArray *cases;
  GPtrArray *skipped;
} Reader;

/* The rate of what was running: of the row of this page that is no power. NAN when there is none. */
static double
find_rate (const Reader       *self,
           const WeftGaugeRow *row)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftGaugeRow *other = self->rows->pdata[i];

      if (!g_str_equal (other->workload, "power") && g_str_equal (other->source, row->source)
          && g_str_equal (other->model, row->model) && g_str_equal (other->precision, row->precision))
        return weft_gauge_row_value (other);
    }
  return NAN;
}

/* "1372 GB/s, 0.343 TFLOP/s" */
static gboolean
read_stream (const WeftGaugeRow *row,
             WeftActivity       *does)
{
  double gbs, tflops;

  if (!weft_gauge_counted (row->note, "GB/s", &gbs) || !weft_gauge_counted (row->note, "TFLOP/s", &tflops))
    return FALSE;
  does->bytes_s = gbs * 1e9;
  does->vector_flops = tflops * 1e12;
  return TRUE;
}

static gboolean
read_product (const Reader        *self,
              const WeftGaugeRow  *row,
              const WeftGaugeChip *chip,
              WeftActivity        *does)
{
  double rate = find_rate (self, row);
  WeftFormat format = WEFT_FORMAT_FP64;

  /* "fp64 tensor" is FP64 on matrix units. */
  if (!g_str_has_prefix (row->precision, "fp64") && !weft_format_parse (row->precision, &format))
    return FALSE;
  does->matrix_flops[format] = rate > 0 ? rate : chip->matrix_flops[format];
  return does->matrix_flops[format] > 0;
}

/* What the chip does; the set that the row counts in; NULL when nothing can be made of it. */
static const char *
read_activity (const Reader       *self,
               const WeftGaugeRow *row,
               WeftGaugePowerCase *data)
{
  double rate = find_rate (self, row);

  data->busy = data->chips;
  if (weft_gauge_says (row->model, "stream"))
    return read_stream (row, &data->does) ? "Chip power, streams of FP64" : NULL;
  if (weft_gauge_says (row->model, "gemm"))
    return read_product (self, row, &data->chip, &data->does) ? "Chip power, matrix products" : NULL;
  if (weft_gauge_says (row->model, "copy"))
    {
      data->does.bytes_s = rate > 0 ? rate : data->chip.stream_bytes_s;
      return "Chip power, copies and exchanges";
    }
  if (!(rate > 0))
    return NULL;

  /* Rates count both directions: each byte on a link is read from memory or written to it. Points to points are two
   * chips of a node, or one of each of two. */
  data->does.link_bytes_s = data->does.bytes_s = rate;
  data->does.exchange_share = 1;
  if (weft_gauge_says (row->model, "p2p"))
    data->busy = weft_gauge_says (row->model, "2 nodes") ? 1 : 2;
  return "Chip power, copies and exchanges";
}

/* What is around the chips of a node, of the catalog's parts that fit them. */
static void
read_node (const Reader       *self,
           WeftGaugePowerCase *data)
{
  WeftInventory *inventory = self->context->inventory;
  const WeftFacilityPower *facility = weft_inventory_facility_power (inventory);
  const WeftChip *chip = data->chip.like;

  data->is_node = TRUE;
  data->sockets = ceil (data->chips / facility->chips_per_socket);
  for (guint i = 0; chip != NULL && i < weft_inventory_n_scaleups (inventory); i++)
    {
      const WeftScaleupOnChip *on = weft_inventory_scaleup_on_chip (inventory, i, chip->index);

      if (on->fits && on->bw_bytes_s >= chip->scaleup_bw_bytes_s)
        data->scaleup_w = on->power_w;
    }
  for (guint i = 0; chip != NULL && i < weft_inventory_n_scaleouts (inventory); i++)
    {
      const WeftScaleout *out = weft_inventory_scaleout (inventory, i);
      WeftRecord *record = out->record;

      if (out->bw_bytes_s == chip->scaleout_bw_bytes_s && g_str_has_prefix (out->id, "ib-"))
        data->card_w = weft_record_get_si (record, "nic_w") + weft_record_get_si (record, "nic_xcvr_w");
    }
}

/* Chips are held out, whoever measured them: "A100-40GB (gh:te42kyfo/gpu-benches, gh:FlagOpen/FlagPerf)". */
static char *
name_source (const Reader       *self,
             const WeftGaugeRow *row,
             const char         *chip)
{
  g_autoptr (GPtrArray) repositories = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *all = NULL;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftGaugeRow *other = self->rows->pdata[i];
      g_autofree char *source = NULL;
      char *repository;

      if (!g_str_equal (other->workload, "power") || !g_str_equal (other->chip, row->chip))
        continue;
      source = weft_gauge_row_source (other);
      repository = weft_gauge_repository (source);
      if (g_ptr_array_find_with_equal_func (repositories, repository, g_str_equal, NULL))
        g_free (repository);
      else
        g_ptr_array_add (repositories, repository);
    }
  g_ptr_array_add (repositories, NULL);
  all = g_strjoinv (", ", (char **) repositories->pdata);
  return g_strdup_printf ("%s (%s)", chip, all);
}

static WeftGaugeCase *
case_new (const Reader             *self,
          const WeftGaugeRow       *row,
          const WeftGaugePowerCase *data,
          const char               *set)
{
  WeftGaugeCase *a_case = g_new0 (WeftGaugeCase, 1);

  a_case->id = g_strdup (row->id);
  a_case->set = data->is_node ? g_strdup ("Node power") : g_strdup_printf ("%s, %s", set, row->chip);
  a_case->source = name_source (self, row, row->chip);
  a_case->scope = g_strdup (data->is_node ? "node" : "chip");
  a_case->label = g_strdup_printf ("%s, %s, %s", row->model, row->chip, row->precision);
  a_case->size = 1;
  a_case->measured = weft_gauge_row_value (row);
  a_case->null_value = data->chip.tdp_w * data->busy;
  a_case->is_rate = FALSE;
  a_case->weight = 1;
  a_case->data = g_memdup2 (data, sizeof *data);
  return a_case;
}

/* A mean of work and rest says nothing of either: it varies by more than the model could be off. */
static gboolean
is_restless (const WeftGaugeRow *row)
{
  double deviation_w;

  return weft_gauge_says (row->note, "idle samples")
         || (weft_gauge_says (row->note, "standard deviation") && weft_gauge_counted (row->note, "W", &deviation_w)
             && deviation_w > RESTLESS * weft_gauge_row_value (row));
}

static void
read_row (const Reader       *self,
          const WeftGaugeRow *row)
{
  WeftGaugePowerCase data = { .chips = 1 };
  g_autofree char *why = NULL;
  const char *set;

  if (!weft_gauge_chip_find (&data.chip, self->context->inventory, self->context->chips, row->chip, &why))
    {
      g_ptr_array_add (self->skipped, g_strdup_printf ("%s: %s", row->id, why));
      return;
    }
  if (is_restless (row))
    {
      g_ptr_array_add (self->skipped, g_strdup_printf (_("%s: it is a mean with idle times in it"), row->id));
      weft_gauge_chip_clear (&data.chip);
      return;
    }
  weft_gauge_number (row->count, &data.chips);
  set = read_activity (self, row, &data);
  if (set == NULL || !(weft_gauge_row_value (row) > 0) || !(data.chips >= 1))
    {
      g_ptr_array_add (self->skipped,
                       g_strdup_printf (_("%s: what the chip did, or its watts, cannot be read"), row->id));
      weft_gauge_chip_clear (&data.chip);
      return;
    }
  if (weft_gauge_says (row->metric, "node"))
    read_node (self, &data);
  else
    data.busy = 1;
  g_ptr_array_add (self->cases, case_new (self, row, &data, set));
}

GPtrArray *
weft_gauge_power_read (gpointer   context,
                       GPtrArray *rows,
                       GPtrArray *skipped)
{
  Reader self = { context, rows, g_ptr_array_new (), skipped };

  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const WeftGaugeRow *) rows->pdata[i])->workload, "power"))
      read_row (&self, rows->pdata[i]);
  return self.cases;
}
