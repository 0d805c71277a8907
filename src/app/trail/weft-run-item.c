/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of one group stand together, where the newest of them is; runs without a group stand under their day. */
#include "config.h"

#include "app/trail/weft-run-item.h"

#include <glib/gi18n.h>
#include <math.h>

struct _WeftRunItem
{
  GObject parent_instance;

  WeftTrailEntry *entry; /* (nullable) */
  char *heading;         /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftRunItem, weft_run_item, G_TYPE_OBJECT)

static void
weft_run_item_finalize (GObject *object)
{
  WeftRunItem *self = WEFT_RUN_ITEM (object);

  g_clear_object (&self->entry);
  g_free (self->heading);
  G_OBJECT_CLASS (weft_run_item_parent_class)->finalize (object);
}

static void
weft_run_item_class_init (WeftRunItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_run_item_finalize;
}

static void
weft_run_item_init (WeftRunItem *self)
{
}

WeftRunItem *
weft_run_item_new (WeftTrailEntry *entry)
{
  WeftRunItem *self = g_object_new (WEFT_TYPE_RUN_ITEM, NULL);

  self->entry = g_object_ref (entry);
  return self;
}

WeftRunItem *
weft_run_item_new_heading (const char *words)
{
  WeftRunItem *self = g_object_new (WEFT_TYPE_RUN_ITEM, NULL);

  self->heading = g_strdup (words);
  return self;
}

WeftTrailEntry *
weft_run_item_get_entry (WeftRunItem *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_ITEM (self), NULL);

  return self->entry;
}

const char *
weft_run_item_get_heading (WeftRunItem *self)
{
  g_return_val_if_fail (WEFT_IS_RUN_ITEM (self), NULL);

  return self->heading;
}

static gboolean
same_number (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

gboolean
weft_run_item_equal (WeftRunItem *a, WeftRunItem *b)
{
  g_return_val_if_fail (WEFT_IS_RUN_ITEM (a) && WEFT_IS_RUN_ITEM (b), FALSE);

  if (a->entry == NULL || b->entry == NULL)
    return a->entry == b->entry && g_str_equal (a->heading, b->heading);
  return g_str_equal (weft_trail_entry_get_path (a->entry), weft_trail_entry_get_path (b->entry))
         && g_str_equal (weft_trail_entry_get_status (a->entry),
                         weft_trail_entry_get_status (b->entry))
         && g_strcmp0 (weft_trail_entry_get_title (a->entry),
                       weft_trail_entry_get_title (b->entry)) == 0
         && weft_trail_entry_get_n_events (a->entry) == weft_trail_entry_get_n_events (b->entry)
         && same_number (weft_trail_entry_get_best (a->entry), weft_trail_entry_get_best (b->entry))
         && same_number (weft_trail_entry_get_makespan_s (a->entry), weft_trail_entry_get_makespan_s (b->entry));
}

static gboolean
is_same_day (GDateTime *a, GDateTime *b)
{
  return g_date_time_get_year (a) == g_date_time_get_year (b)
         && g_date_time_get_day_of_year (a) == g_date_time_get_day_of_year (b);
}

/* (nullable) (transfer full): the day of a run in the user's words and zone. */
static char *
format_day (WeftTrailEntry *entry)
{
  const char *time = weft_trail_entry_get_time (entry);
  g_autoptr (GDateTime) utc = time == NULL ? NULL : g_date_time_new_from_iso8601 (time, NULL);
  g_autoptr (GDateTime) local = utc == NULL ? NULL : g_date_time_to_local (utc);

  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) yesterday = g_date_time_add_days (now, -1);

  if (local == NULL)
    return NULL;
  if (is_same_day (local, now))
    return g_strdup (_("Today"));
  if (is_same_day (local, yesterday))
    return g_strdup (_("Yesterday"));
  /* Translators: a day, "29 November 2026"; see g_date_time_format(). */
  return g_date_time_format (local, _("%-d %B %Y"));
}

/* What stands together: the group, else the day. (transfer full) */
static char *
find_key (WeftTrailEntry *entry)
{
  const char *group = weft_trail_entry_get_group (entry);
  g_autofree char *day = group != NULL ? NULL : format_day (entry);

  if (group != NULL)
    return g_strconcat ("group ", group, NULL);
  return g_strconcat ("day ", day != NULL ? day : "", NULL);
}

/* (transfer full) */
static char *
describe_set (GPtrArray *entries)
{
  WeftTrailEntry *newest = g_ptr_array_index (entries, 0);
  g_autofree char *day = format_day (newest);

  if (weft_trail_entry_get_group (newest) == NULL)
    return g_strdup (day != NULL ? day : _("Without a time"));
  if (day == NULL)
    return g_strdup_printf (ngettext ("%u run of a group", "%u runs started together",
                                      entries->len),
                            entries->len);
  return g_strdup_printf (ngettext ("%s, %u run of a group", "%s, %u runs started together",
                                    entries->len),
                          day, entries->len);
}

GPtrArray *
weft_run_item_arrange (GListModel *entries)
{
  g_autoptr (GPtrArray) sets =
    g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      WeftTrailEntry *entry = g_list_model_get_item (entries, i);
      g_autofree char *key = find_key (entry);
      GPtrArray *set = g_hash_table_lookup (by_key, key);

      if (set == NULL)
        {
          set = g_ptr_array_new_with_free_func (g_object_unref);
          g_ptr_array_add (sets, set);
          g_hash_table_insert (by_key, g_steal_pointer (&key), set);
        }
      g_ptr_array_add (set, entry);
    }
  for (guint i = 0; i < sets->len; i++)
    {
      GPtrArray *set = g_ptr_array_index (sets, i);
      g_autofree char *words = describe_set (set);

      g_ptr_array_add (items, weft_run_item_new_heading (words));
      for (guint j = 0; j < set->len; j++)
        g_ptr_array_add (items, weft_run_item_new (g_ptr_array_index (set, j)));
    }
  return items;
}
