/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All domains in their order, each fitted with what those before it gave. */
#include "calib/gauge/weft-gauge.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "calib/gauge/weft-gauge-line-private.h"
#include "calib/gauge/weft-gauge-profile-private.h"
#include "catalog/weft-profile-private.h"

typedef struct
{
  const WeftGaugeOptions *options;
  const char *domain;
  guint n_domains;
  guint n_done;
} Progress;

const WeftGaugeDomain *const *
weft_gauge_domains (void)
{
  static const WeftGaugeDomain *const domains[] = {
    &weft_gauge_kernels,
    &weft_gauge_memory,
    &weft_gauge_collectives,
    &weft_gauge_training,
    &weft_gauge_serving,
    &weft_gauge_first_token,
    &weft_gauge_hpc,
    &weft_gauge_power,
    NULL,
  };

  return domains;
}

WeftInventory *
weft_gauge_inventory (WeftCatalog *catalog, const char *name, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftProfile) read = NULL;
  WeftProfile *profile;

  if (!g_str_has_suffix (name, ".json"))
    {
      profile = weft_catalog_get_profile (catalog, name, error);
      return profile != NULL ? weft_inventory_new (catalog, profile, error) : NULL;
    }
  root = weft_json_load (name, NULL, error);
  read = root != NULL ? weft_profile_read (root, name, FALSE, error) : NULL;
  return read != NULL ? weft_inventory_new (catalog, read, error) : NULL;
}

static void
free_part_cb (gpointer part)
{
  weft_gauge_part_free (part);
}

void
weft_gauge_free (WeftGauge *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_pointer (&self->unused, g_ptr_array_unref);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  g_clear_pointer (&self->profile, json_node_unref);
  g_free (self);
}

/* --- rows that nobody reads --- */

/* The id that a sentence about a row that was skipped begins with. (transfer full) */
static char *
skipped_id (const char *sentence)
{
  const char *end = strstr (sentence, ": ");
  gsize length = end != NULL ? (gsize) (end - sentence) : strlen (sentence);

  return g_strndup (sentence, MIN (length, strcspn (sentence, " ")));
}

/* A case is of the row whose id is its own up to the first blank. */
static GHashTable *
known_ids (const WeftGauge *self)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint k = 0; k < self->parts->len; k++)
    {
      const WeftGaugePart *part = self->parts->pdata[k];

      for (guint i = 0; i < part->cases->len; i++)
        {
          const char *id = weft_gauge_part_case (part, i)->id;

          g_hash_table_add (known, g_strndup (id, strcspn (id, " ")));
        }
      for (guint i = 0; i < part->skipped->len; i++)
        g_hash_table_add (known, skipped_id (part->skipped->pdata[i]));
    }
  return known;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
count_unused (WeftGauge *self, GPtrArray *rows)
{
  g_autoptr (GHashTable) known = known_ids (self);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer kind, count;

  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];
      char *name;

      if (g_hash_table_contains (known, row->id))
        continue;
      name = g_strdup_printf ("%s, %s", row->workload, row->metric);
      count = g_hash_table_lookup (counts, name);
      g_hash_table_replace (counts, name, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &kind, &count))
    g_ptr_array_add (self->unused,
                     g_strdup_printf (ngettext ("%s: %u row", "%s: %u rows", GPOINTER_TO_UINT (count)),
                                      (const char *) kind, GPOINTER_TO_UINT (count)));
  g_ptr_array_sort (self->unused, compare_texts);
}

/* --- one domain after the other --- */

static void
tick_cb (double share, gpointer data)
{
  const Progress *progress = data;

  if (progress->options->progress != NULL)
    progress->options->progress (progress->domain, (progress->n_done + share) / progress->n_domains,
                                 progress->options->data);
}

static char *
today (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  return g_date_time_format (now, "%Y-%m-%d");
}

/* The catalog as the profile with the new constants sees it. (transfer full) */
static WeftInventory *
renew_inventory (WeftInventory *inventory, JsonNode *root, GError **error)
{
  const char *path = weft_profile_get_path (weft_inventory_get_profile (inventory));
  g_autoptr (WeftProfile) profile = weft_profile_read (root, path, TRUE, error);

  return profile != NULL ? weft_inventory_new (weft_inventory_get_catalog (inventory), profile, error) : NULL;
}

static gboolean
fit_part (WeftGauge *self, WeftGaugePart *part, Progress *progress, WeftInventory **inventory, GError **error)
{
  const WeftGaugeOptions *options = progress->options;
  g_autofree char *date = options->date != NULL ? g_strdup (options->date) : today ();
  guint n_folds = options->folds > 0 ? options->folds : WEFT_GAUGE_FOLDS;
  WeftInventory *renewed;
  JsonNode *root;

  if (!weft_gauge_part_fit (part, n_folds, tick_cb, progress, options->cancellable, error))
    return FALSE;
  root = weft_gauge_profile_with (self->profile, part, date, self->kept);
  json_node_unref (self->profile);
  self->profile = root;
  renewed = renew_inventory (*inventory, root, error);
  if (renewed == NULL)
    return FALSE;
  g_object_unref (*inventory);
  *inventory = renewed;
  return TRUE;
}

static gboolean
do_domain (WeftGauge *self, const WeftGaugeDomain *domain, GPtrArray *rows, Progress *progress,
           WeftInventory **inventory, GError **error)
{
  WeftGaugePart *part = weft_gauge_part_new (domain, *inventory, rows, error);

  if (part == NULL)
    return FALSE;
  g_ptr_array_add (self->parts, part);
  progress->domain = domain->label;
  if (self->check)
    weft_gauge_part_look (part, weft_inventory_get_profile (*inventory));
  else if (part->cases->len > 0 && !fit_part (self, part, progress, inventory, error))
    return FALSE;
  progress->n_done++;
  return TRUE;
}

static gboolean
is_wanted (const WeftGaugeOptions *options, const WeftGaugeDomain *domain)
{
  return options->only == NULL || g_str_equal (options->only, domain->id);
}

WeftGauge *
weft_gauge_new (WeftInventory *inventory, const WeftGaugeDomain *const *domains, GPtrArray *rows, JsonNode *lines,
                const WeftGaugeOptions *options, GError **error)
{
  g_autoptr (WeftGauge) self = g_new0 (WeftGauge, 1);
  g_autoptr (WeftInventory) now = g_object_ref (inventory);
  Progress progress = { .options = options };

  self->check = options->check;
  self->n_rows = rows->len;
  self->parts = g_ptr_array_new_with_free_func (free_part_cb);
  self->unused = g_ptr_array_new_with_free_func (g_free);
  self->kept = g_ptr_array_new_with_free_func (g_free);
  self->profile = json_node_ref (weft_profile_get_root (weft_inventory_get_profile (inventory)));
  for (guint i = 0; domains[i] != NULL; i++)
    progress.n_domains += is_wanted (options, domains[i]);
  for (guint i = 0; domains[i] != NULL; i++)
    if (is_wanted (options, domains[i]) && !do_domain (self, domains[i], rows, &progress, &now, error))
      return NULL;
  if (options->only == NULL)
    count_unused (self, rows);
  self->lines = weft_gauge_lines (lines, self->parts, self->check ? WEFT_GAUGE_IN_SAMPLE : WEFT_GAUGE_HELD_OUT, error);
  return self->lines != NULL ? g_steal_pointer (&self) : NULL;
}

guint
weft_gauge_missed (const WeftGauge *self)
{
  guint n = 0;

  for (guint i = 0; i < self->lines->len; i++)
    {
      const WeftGaugeLine *line = self->lines->pdata[i];

      n += line->n > 0 && !line->is_met;
    }
  return n;
}
