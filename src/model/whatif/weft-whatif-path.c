/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding an input by what people type. */
#include "model/whatif/weft-whatif-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-name.h"

/* Nobody means a longer path by mistake. */
#define NEAREST_MOST_BYTES 100

static gboolean
parse_kind (const char     *word,
            WeftRecordKind *kind)
{
  if (g_str_equal (word, "scaleups"))
    word = "scaleup";
  if (g_str_equal (word, "scaleouts"))
    word = "scaleout";
  return weft_record_kind_parse (word, kind) && *kind < WEFT_N_OVERRIDE_KINDS;
}

/* "*" for all of them; FALSE when there is no such partition. */
static gboolean
parse_partition (WeftWhatif *self,
                 const char *word,
                 guint      *partition,
                 gboolean   *all)
{
  guint64 number;

  *all = g_str_equal (word, "*");
  *partition = 0;
  if (*all)
    return TRUE;
  if (!g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT16, &number, NULL) || number >= self->machine.n_partitions)
    return FALSE;
  *partition = (guint) number;
  return TRUE;
}

/* "partitions/0/chip/KEY" and "partitions/0/power_frac", the latter listed. */
static WeftInput *
find_of_partition (WeftWhatif *self,
                   const char *path,
                   char      **words,
                   guint       n)
{
  WeftRecordKind kind;
  guint partition;
  gboolean all;

  if (n != 4 || !parse_partition (self, words[1], &partition, &all) || !parse_kind (words[2], &kind))
    return NULL;
  return weft_whatif_new_set_input (self, path, kind, partition, all, words[3]);
}

/* "chips/B200/KEY": by any name of the part. */
static WeftInput *
find_of_fact (WeftWhatif    *self,
              const char    *path,
              WeftRecordKind kind,
              const char    *name,
              const char    *key)
{
  const WeftChip *chip = weft_inventory_find_chip (self->inventory, name);
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (self->inventory, name);
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (self->inventory, name);

  if (kind == WEFT_RECORD_CHIP && chip != NULL)
    return weft_whatif_new_fact_input (self, path, kind, chip->index, key);
  if (kind == WEFT_RECORD_SCALEUP && scaleup != NULL)
    return weft_whatif_new_fact_input (self, path, kind, scaleup->index, key);
  if (kind == WEFT_RECORD_SCALEOUT && scaleout != NULL)
    return weft_whatif_new_fact_input (self, path, kind, scaleout->index, key);
  return NULL;
}

static WeftInput *
find_unlisted (WeftWhatif *self,
               const char *path)
{
  g_auto (GStrv) words = g_strsplit (path, "/", 6);
  guint n = g_strv_length (words);
  WeftRecordKind kind;

  if (n == 0)
    return NULL;
  if (g_str_has_prefix (path, "constants/"))
    return weft_whatif_new_constant_input (self, path + strlen ("constants/"));
  if (g_str_equal (words[0], "partitions"))
    return find_of_partition (self, path, words, n);
  if (g_str_equal (words[0], "reference"))
    return n == 3 && parse_kind (words[1], &kind) ? weft_whatif_new_reference_input (self, path, kind, words[2]) : NULL;
  if (!parse_kind (words[0], &kind))
    return NULL;
  if (n == 2)
    return weft_whatif_new_set_input (self, path, kind, 0, TRUE, words[1]);
  return n == 3 ? find_of_fact (self, path, kind, words[1], words[2]) : NULL;
}

/* What may be left out before the name that is listed. */
static WeftInput *
find_listed (WeftWhatif *self,
             const char *path)
{
  static const char *const prefixes[] = { "", "constants/", "workload/", "partitions/0/" };
  gboolean money = self->machine.budget == WEFT_BUDGET_COST;

  if (g_str_equal (path, money ? "cost_usd" : "power_w")
      || g_str_equal (path, money ? "facility/cost_usd" : "facility/power_w"))
    path = "budget";
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *whole = g_strconcat (prefixes[i], path, NULL);
      WeftInput *input = g_hash_table_lookup (self->by_path, whole);

      /* Of several partitions the first is not meant by leaving out which. */
      if (input != NULL && (!g_str_has_prefix (prefixes[i], "partitions") || self->machine.n_partitions == 1))
        return g_object_ref (input);
    }
  return NULL;
}

static void
refuse (WeftWhatif *self,
        const char *path,
        GError    **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const char *nearest = NULL;

  for (guint i = 0; i < weft_list_length (self->inputs); i++)
    g_ptr_array_add (known, (gpointer) weft_input_get_path (weft_list_peek (self->inputs, i)));
  g_ptr_array_add (known, NULL);
  if (strlen (path) <= NEAREST_MOST_BYTES)
    nearest = weft_name_nearest (path, (const char *const *) known->pdata);

  if (nearest != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("There is no input “%s”; is “%s” meant?"), path, nearest);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _("There is no input “%.100s”; “weft sweep DESIGN --list-inputs” shows them"), path);
}

/**
 * weft_whatif_find_input: (skip)
 * @self: a design
 * @path: what people type
 * @error: return location
 *
 * Returns: (transfer full): the input, or %NULL with an error that names the nearest one
 */
WeftInput *
weft_whatif_find_input (WeftWhatif *self,
                        const char *path,
                        GError    **error)
{
  WeftInput *input;

  g_return_val_if_fail (WEFT_IS_WHATIF (self) && path != NULL, NULL);

  input = g_utf8_validate (path, -1, NULL) ? find_listed (self, path) : NULL;
  if (input == NULL && g_utf8_validate (path, -1, NULL))
    input = find_unlisted (self, path);
  if (input == NULL)
    refuse (self, g_utf8_validate (path, -1, NULL) ? path : "?", error);
  return input;
}
