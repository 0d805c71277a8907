/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A domain's rows read, and a domain fitted to the shipped tables, for tests. */
#pragma once

#include "calib/gauge/weft-gauge.h"
#include "gauge-fixture.h"

typedef struct
{
  const WeftGaugeDomain *domain;
  gpointer context;
  GPtrArray *cases;
  GPtrArray *skipped;
} GaugePart;

G_GNUC_UNUSED static void
gauge_part_init (GaugePart             *self,
                 const WeftGaugeDomain *domain,
                 WeftInventory         *inventory,
                 GPtrArray             *rows)
{
  g_autoptr (GError) error = NULL;

  self->domain = domain;
  self->context = domain->context_new (inventory, &error);
  g_assert_no_error (error);
  self->skipped = g_ptr_array_new_with_free_func (g_free);
  self->cases = domain->read (self->context, rows, self->skipped);
}

G_GNUC_UNUSED static void
gauge_part_clear (GaugePart *self)
{
  for (guint i = 0; i < self->cases->len; i++)
    {
      WeftGaugeCase *a_case = self->cases->pdata[i];

      g_free (a_case->id);
      g_free (a_case->set);
      g_free (a_case->source);
      g_free (a_case->scope);
      g_free (a_case->label);
      self->domain->free_data (a_case->data);
      g_free (a_case);
    }
  g_ptr_array_unref (self->cases);
  g_ptr_array_unref (self->skipped);
  self->domain->context_free (self->context);
}

/* Whether a row was left out for such a reason. */
G_GNUC_UNUSED static gboolean
gauge_part_skips (const GaugePart *self,
                  const char      *id,
                  const char      *reason)
{
  for (guint i = 0; i < self->skipped->len; i++)
    if (g_str_has_prefix (self->skipped->pdata[i], id) && strstr (self->skipped->pdata[i], reason) != NULL)
      return TRUE;
  return FALSE;
}

/* A fit to the catalog's tables named, "hpc.csv kernels.csv". (transfer full) */
G_GNUC_UNUSED static WeftGauge *
gauge_fit (const WeftGaugeDomain *domain,
           const char            *tables)
{
  const WeftGaugeDomain *const domains[] = { domain, NULL };
  const WeftGaugeOptions options = { .date = "2024-01-01" };
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_auto (GStrv) names = g_strsplit (tables, " ", -1);
  g_autoptr (GError) error = NULL;
  WeftGauge *gauge;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", names[i], NULL);

      weft_gauge_read (path, rows, NULL, &error);
      g_assert_no_error (error);
    }
  gauge = weft_gauge_new (inventory, domains, rows, NULL, &options, &error);
  g_assert_no_error (error);
  return gauge;
}

/* Of the fitted rows of a set, or of all sets; NAN when there are none. */
G_GNUC_UNUSED static double
gauge_mean_error (const WeftGaugePart *part,
                  WeftGaugeView        view,
                  const char          *set)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = part->cases->pdata[i];

      if (a_case->weight <= 0 || (set != NULL && !g_str_equal (a_case->set, set)))
        continue;
      sum += fabs (part->predicted[view][i] / a_case->measured - 1);
      n++;
    }
  g_test_message ("%s: %u rows, %.1f %%", set != NULL ? set : "all", n, 100 * sum / n);
  return n > 0 ? sum / n : NAN;
}
