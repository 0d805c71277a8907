/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the inventory into what a list of parts shows. */
#include "config.h"

#include "app/compose/weft-part.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "design/weft-partition.h"

struct _WeftPart
{
  GObject parent_instance;

  char *id;
  char *name;  /* (nullable) */
  char *words;
  char *found; /* id, name and aliases, folded, one a line */
  gboolean fits;
};

G_DEFINE_FINAL_TYPE (WeftPart, weft_part, G_TYPE_OBJECT)

static void
weft_part_finalize (GObject *object)
{
  WeftPart *self = WEFT_PART (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->words);
  g_free (self->found);
  G_OBJECT_CLASS (weft_part_parent_class)->finalize (object);
}

static void
weft_part_class_init (WeftPartClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_part_finalize;
}

static void
weft_part_init (WeftPart *self)
{
}

static void
append_folded (GString *found, const char *name)
{
  g_autofree char *folded = name == NULL ? NULL : weft_name_fold (name);

  if (folded != NULL)
    g_string_append_printf (found, "%s\n", folded);
}

WeftPart *
weft_part_new (const char *id, const char *name, const char *const *aliases, const char *words,
               gboolean fits)
{
  WeftPart *self = g_object_new (WEFT_TYPE_PART, NULL);
  GString *found = g_string_new (NULL);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->words = g_strdup (words);
  self->fits = fits;
  append_folded (found, id);
  append_folded (found, name);
  for (guint i = 0; aliases != NULL && aliases[i] != NULL; i++)
    append_folded (found, aliases[i]);
  self->found = g_string_free (found, FALSE);
  return self;
}

const char *
weft_part_get_id (WeftPart *self)
{
  g_return_val_if_fail (WEFT_IS_PART (self), NULL);

  return self->id;
}

/* (nullable) */
const char *
weft_part_get_name (WeftPart *self)
{
  g_return_val_if_fail (WEFT_IS_PART (self), NULL);

  return self->name;
}

const char *
weft_part_get_words (WeftPart *self)
{
  g_return_val_if_fail (WEFT_IS_PART (self), NULL);

  return self->words;
}

gboolean
weft_part_get_fits (WeftPart *self)
{
  g_return_val_if_fail (WEFT_IS_PART (self), FALSE);

  return self->fits;
}

gboolean
weft_part_matches (WeftPart *self, const char *search)
{
  g_return_val_if_fail (WEFT_IS_PART (self) && search != NULL, FALSE);

  return weft_name_matches (self->found, search);
}

static void
append (GListStore *list, const char *id, const char *name, const char *const *aliases,
        const char *words, gboolean fits)
{
  g_autoptr (WeftPart) part = weft_part_new (id, name, aliases, words, fits);

  g_list_store_append (list, part);
}

static void
append_record (GListStore *list, WeftRecord *record, const char *id, const char *name,
               const char *words, gboolean fits)
{
  append (list, id, name, record == NULL ? NULL : weft_record_get_aliases (record), words, fits);
}

/* A value that the list does not know stands at the end, so that opening a document never changes
 * it. */
static GListModel *
finish_list (GListStore *list, const char *current, guint *position)
{
  if (*position == G_MAXUINT)
    {
      *position = g_list_model_get_n_items (G_LIST_MODEL (list));
      append (list, current, NULL, NULL, _("not known here"), FALSE);
    }
  return G_LIST_MODEL (list);
}

static char *
describe_chip (const WeftChip *chip)
{
  g_autofree char *bw = weft_quantity_format (chip->mem_bw_bytes_s, WEFT_UNIT_BYTES_S);
  g_autofree char *mem = weft_quantity_format (chip->mem_bytes, WEFT_UNIT_BYTES);
  g_autofree char *tdp = weft_quantity_format (chip->tdp_w, WEFT_UNIT_W);

  return g_strdup_printf ("%s · %s · %s", bw, mem, tdp);
}

GListModel *
weft_part_list_chips (WeftInventory *inventory, const char *current, guint *position)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_PART);
  const WeftChip *found = weft_inventory_find_chip (inventory, current);

  *position = G_MAXUINT;
  for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);
      g_autofree char *words = NULL;

      if (chip->refused != NULL && chip != found)
        continue;
      if (chip == found)
        *position = g_list_model_get_n_items (G_LIST_MODEL (list));
      words = chip->refused != NULL ? g_strdup (chip->refused) : describe_chip (chip);
      append_record (list, chip->record, chip->id, chip->name, words, chip->refused == NULL);
    }
  return finish_list (list, current, position);
}

static char *
describe_scaleup (const WeftScaleupOnChip *on)
{
  g_autofree char *bw = weft_quantity_format (on->bw_bytes_s, WEFT_UNIT_BYTES_S);
  g_autofree char *power = weft_quantity_format (on->power_w, WEFT_UNIT_W);

  if (!on->fits)
    return g_strdup (_("does not fit this chip"));
  /* Translators: bandwidth, chips in a domain, watts */
  return g_strdup_printf (_("%s · domain of %u · %s"), bw, on->domain_chips, power);
}

GListModel *
weft_part_list_scaleups (WeftInventory *inventory, const char *chip, const char *current,
                         guint *position)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_PART);
  const WeftScaleup *found = weft_inventory_find_scaleup (inventory, current);
  const WeftChip *on_chip = weft_inventory_find_chip (inventory, chip);

  *position = G_MAXUINT;
  for (guint i = 0; i < weft_inventory_n_scaleups (inventory); i++)
    {
      const WeftScaleup *fabric = weft_inventory_scaleup (inventory, i);
      const WeftScaleupOnChip *on =
        on_chip == NULL ? NULL : weft_inventory_scaleup_on_chip (inventory, i, on_chip->index);
      g_autofree char *words = NULL;

      if ((on == NULL || !on->fits) && fabric != found)
        continue;
      if (fabric == found)
        *position = g_list_model_get_n_items (G_LIST_MODEL (list));
      words = on == NULL ? g_strdup ("") : describe_scaleup (on);
      append_record (list, fabric->record, fabric->id, fabric->name, words,
                     on == NULL || on->fits);
    }
  return finish_list (list, current, position);
}

static gboolean
scaleout_fits (const WeftScaleout *fabric, const WeftChip *chip)
{
  return chip == NULL || isnan (chip->scaleout_bw_bytes_s) || isnan (fabric->bw_bytes_s)
         || fabric->bw_bytes_s <= chip->scaleout_bw_bytes_s;
}

static char *
describe_scaleout (const WeftScaleout *fabric, gboolean fits)
{
  g_autofree char *bw = weft_quantity_format (fabric->bw_bytes_s, WEFT_UNIT_BYTES_S);
  g_autofree char *alpha = weft_quantity_format (fabric->alpha_s, WEFT_UNIT_S);
  g_autofree char *power = weft_quantity_format (fabric->power_w, WEFT_UNIT_W);

  if (!fits)
    return g_strdup_printf (_("%s is more than the chip's port takes"), bw);
  return g_strdup_printf ("%s · %s · %s", bw, alpha, power);
}

GListModel *
weft_part_list_scaleouts (WeftInventory *inventory, const char *chip, const char *current,
                          guint *position)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_PART);
  const WeftScaleout *found = weft_inventory_find_scaleout (inventory, current);
  const WeftChip *on_chip = weft_inventory_find_chip (inventory, chip);

  *position = G_MAXUINT;
  for (guint i = 0; i < weft_inventory_n_scaleouts (inventory); i++)
    {
      const WeftScaleout *fabric = weft_inventory_scaleout (inventory, i);
      gboolean fits = scaleout_fits (fabric, on_chip);
      g_autofree char *words = NULL;

      if (!fits && fabric != found)
        continue;
      if (fabric == found)
        *position = g_list_model_get_n_items (G_LIST_MODEL (list));
      words = describe_scaleout (fabric, fits);
      append_record (list, fabric->record, fabric->id, fabric->name, words, fits);
    }
  return finish_list (list, current, position);
}

static const char *
describe_role (WeftRole role)
{
  switch (role)
    {
    case WEFT_ROLE_GENERAL:
      return _("whatever it is best at");
    case WEFT_ROLE_PREFILL:
      return _("reads the prompts when serving");
    case WEFT_ROLE_DECODE:
      return _("writes the answers when serving");
    case WEFT_ROLE_SOLVER:
      return _("the simulation of coupled runs");
    case WEFT_ROLE_AI:
      return _("the surrogate of coupled runs");
    case WEFT_N_ROLES:
    default:
      return NULL;
    }
}

GListModel *
weft_part_list_roles (const char *current, guint *position)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_PART);
  WeftRole role;

  *position = G_MAXUINT;
  for (guint i = 0; i < WEFT_N_ROLES; i++)
    append (list, weft_role_nick (i), describe_role (i), NULL, "", TRUE);
  if (weft_role_parse (current, &role))
    *position = role;
  return finish_list (list, current, position);
}

GListModel *
weft_part_list_profiles (WeftCatalog *catalog, const char *current, guint *position)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_PART);
  GListModel *profiles = weft_catalog_list_profiles (catalog);

  *position = G_MAXUINT;
  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (profiles, i);

      if (weft_name_equal (weft_profile_get_id (profile), current))
        *position = i;
      append (list, weft_profile_get_id (profile), weft_profile_get_name (profile), NULL,
              weft_profile_get_description (profile), TRUE);
    }
  return finish_list (list, current, position);
}
