/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every case with its predictions, for programs. */
#include <math.h>

#include "base/weft-csv-write.h"
#include "calib/gauge/weft-gauge-score-private.h"

static void
write_text (GString *csv, const char *text)
{
  weft_csv_write_text (csv, text != NULL ? text : "");
  g_string_append_c (csv, ',');
}

static void
write_number (GString *csv, double value)
{
  weft_csv_write_number (csv, value);
  g_string_append_c (csv, ',');
}

static void
write_case (GString *csv, const WeftGaugePart *part, guint index)
{
  const WeftGaugeCase *a_case = weft_gauge_part_case (part, index);
  WeftGaugeView view = part->n_folds > 0 ? WEFT_GAUGE_HELD_OUT : WEFT_GAUGE_IN_SAMPLE;
  WeftGaugeAt at = { part, index };

  write_text (csv, part->domain->id);
  write_text (csv, a_case->set);
  write_text (csv, a_case->id);
  write_text (csv, a_case->label);
  write_text (csv, a_case->source);
  write_text (csv, a_case->series);
  write_text (csv, a_case->choice);
  write_number (csv, a_case->size);
  write_number (csv, a_case->weight);
  write_number (csv, part->n_folds > 0 ? part->fold[index] : NAN);
  write_number (csv, a_case->measured);
  write_number (csv, a_case->null_value);
  for (guint i = 0; i < WEFT_GAUGE_N_VIEWS; i++)
    write_number (csv, part->predicted[i][index]);
  weft_csv_write_number (csv, weft_gauge_log_error (&at, view));
  g_string_append (csv, "\r\n");
}

char *
weft_gauge_to_rows (const WeftGauge *self)
{
  GString *csv = g_string_new ("domain,set,id,label,source,series,choice,size,weight,fold,measured,null_value,held_out,"
                               "in_sample,elsewhere,log_error\r\n");

  for (guint k = 0; k < self->parts->len; k++)
    {
      const WeftGaugePart *part = self->parts->pdata[k];

      for (guint i = 0; i < part->cases->len; i++)
        write_case (csv, part, i);
    }
  return g_string_free (csv, FALSE);
}
