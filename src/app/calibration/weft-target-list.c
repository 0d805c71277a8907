/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each entry is a platform with all that is known of it. */
#include "config.h"

#include "app/calibration/weft-target-list.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

struct _WeftTargetList
{
  GObject parent_instance;

  GtkStringList *titles;
  GPtrArray *platforms; /* WeftMeasuredPlatform */
};

G_DEFINE_FINAL_TYPE (WeftTargetList, weft_target_list, G_TYPE_OBJECT)

/* Takes both. */
static void
add (WeftTargetList *self, WeftMeasuredPlatform *platform, char *title)
{
  g_ptr_array_add (self->platforms, platform);
  gtk_string_list_take (self->titles, title);
}

static gboolean
is_for_projection (const WeftMeasuredPlatform *platform)
{
  return platform->use != NULL && g_ascii_strcasecmp (platform->use, "fit") != 0
         && g_ascii_strcasecmp (platform->use, "calibration") != 0;
}

static void
add_measured (WeftTargetList *self, const WeftMeasurements *measurements, gboolean for_projection)
{
  for (guint i = 0; i < measurements->platforms->len; i++)
    {
      const WeftMeasuredPlatform *platform = &g_array_index (measurements->platforms, WeftMeasuredPlatform, i);
      WeftMeasuredPlatform *copy;

      if (is_for_projection (platform) != for_projection)
        continue;
      copy = g_new0 (WeftMeasuredPlatform, 1);
      weft_measured_platform_copy (platform, copy);
      add (self, copy,
           for_projection ? g_strdup_printf ("%s (%s)", platform->name, platform->use) : g_strdup (platform->name));
    }
}

/* --- chips of the design --- */

static gboolean
has_name (gconstpointer platform, gconstpointer name)
{
  return g_str_equal (((const WeftMeasuredPlatform *) platform)->name, name);
}

static void
add_links (WeftMeasuredPlatform *platform, WeftInventory *inventory, const WeftScaleup *scaleup, const WeftChip *chip)
{
  const WeftScaleupOnChip *links = weft_inventory_scaleup_on_chip (inventory, scaleup->index, chip->index);

  if (links == NULL || !links->fits)
    return;
  platform->link_bw_bytes_s = links->bw_bytes_s;
  platform->link_latency_s = links->alpha_s;
  platform->n_dev = links->domain_chips;
  platform->hops = 1;
}

static void
add_partition (WeftTargetList *self, WeftPartition *partition, WeftInventory *inventory)
{
  const char *chip_name = weft_partition_get_chip (partition);
  const char *scaleup_name = weft_partition_get_scaleup (partition);
  const WeftChip *chip = chip_name != NULL ? weft_inventory_find_chip (inventory, chip_name) : NULL;
  const WeftScaleup *scaleup = scaleup_name != NULL ? weft_inventory_find_scaleup (inventory, scaleup_name) : NULL;
  WeftMeasuredPlatform *platform;

  if (chip == NULL || g_ptr_array_find_with_equal_func (self->platforms, chip->id, has_name, NULL))
    return;
  platform = weft_measured_platform_new (chip->id);
  platform->chip = g_strdup (chip->id);
  platform->peak_flops_s = chip->peak_bf16_flops;
  platform->mem_bw_bytes_s = chip->mem_bw_bytes_s;
  if (scaleup != NULL)
    {
      platform->fabric = g_strdup (scaleup->name);
      add_links (platform, inventory, scaleup, chip);
    }
  add (self, platform, g_strdup_printf (_("%s of this design"), chip->id));
}

static void
add_design (WeftTargetList *self, WeftSession *session)
{
  WeftInventory *inventory = weft_session_get_inventory (session);
  WeftDesign *design = weft_session_get_design (session);

  for (guint i = 0; inventory != NULL && i < weft_design_get_n_partitions (design); i++)
    add_partition (self, weft_design_get_partition (design, i), inventory);
}

/* --- class --- */

static void
weft_target_list_dispose (GObject *object)
{
  WeftTargetList *self = WEFT_TARGET_LIST (object);

  g_clear_object (&self->titles);
  g_clear_pointer (&self->platforms, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_target_list_parent_class)->dispose (object);
}

static void
weft_target_list_class_init (WeftTargetListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_target_list_dispose;
}

static void
weft_target_list_init (WeftTargetList *self)
{
  self->titles = gtk_string_list_new (NULL);
  self->platforms = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_measured_platform_free);
}

WeftTargetList *
weft_target_list_new (void)
{
  return g_object_new (WEFT_TYPE_TARGET_LIST, NULL);
}

GListModel *
weft_target_list_get_titles (WeftTargetList *self)
{
  g_return_val_if_fail (WEFT_IS_TARGET_LIST (self), NULL);

  return G_LIST_MODEL (self->titles);
}

void
weft_target_list_update (WeftTargetList *self, const WeftMeasurements *measurements, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_TARGET_LIST (self));

  g_ptr_array_set_size (self->platforms, 0);
  gtk_string_list_splice (self->titles, 0, g_list_model_get_n_items (G_LIST_MODEL (self->titles)), NULL);
  if (measurements != NULL)
    add_measured (self, measurements, TRUE);
  if (session != NULL)
    add_design (self, session);
  if (measurements != NULL)
    add_measured (self, measurements, FALSE);
  add (self, weft_measured_platform_new (_("New platform")), g_strdup (_("Another platform")));
}

const WeftMeasuredPlatform *
weft_target_list_get (WeftTargetList *self, guint index)
{
  g_return_val_if_fail (WEFT_IS_TARGET_LIST (self), NULL);

  return index < self->platforms->len ? self->platforms->pdata[index] : NULL;
}
