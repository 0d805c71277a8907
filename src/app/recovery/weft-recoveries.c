/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list that grows with each scan and shrinks with each answer. */
#include "config.h"

#include "app/recovery/weft-recoveries.h"

#include <glib/gi18n.h>

struct _WeftRecoveries
{
  GObject parent_instance;

  char *folder;
  GListStore *items;  /* of WeftRecovery */
  GHashTable *hidden; /* those of them that are not to be brought up again in this run */
};

G_DEFINE_FINAL_TYPE (WeftRecoveries, weft_recoveries, G_TYPE_OBJECT)

static void
scan_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WeftRecoveries *self = WEFT_RECOVERIES (source);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *found;

  weft_recovery_expire (self->folder, g_get_real_time () / G_USEC_PER_SEC);
  found = weft_recovery_scan (self->folder, problems);
  for (guint i = 0; i < problems->len; i++)
    g_message ("%s", (const char *) g_ptr_array_index (problems, i));
  g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
}

static void
scanned_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftRecoveries *self = WEFT_RECOVERIES (source);
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (found->len > 0)
    g_list_store_splice (self->items, g_list_model_get_n_items (G_LIST_MODEL (self->items)), 0,
                         found->pdata, found->len);
}

static void
discard_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (weft_recovery_discard (WEFT_RECOVERY (data), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* What cannot be put aside is still there, and says so by coming back. */
static void
discarded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftRecoveries *self = WEFT_RECOVERIES (source);
  WeftRecovery *recovery = WEFT_RECOVERY (g_task_get_task_data (G_TASK (result)));
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    return;
  g_message ("%s", error->message);
  g_list_store_append (self->items, recovery);
}

static void
weft_recoveries_finalize (GObject *object)
{
  WeftRecoveries *self = WEFT_RECOVERIES (object);

  g_free (self->folder);
  g_clear_object (&self->items);
  g_clear_pointer (&self->hidden, g_hash_table_unref);
  G_OBJECT_CLASS (weft_recoveries_parent_class)->finalize (object);
}

static void
weft_recoveries_class_init (WeftRecoveriesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_recoveries_finalize;
}

static void
weft_recoveries_init (WeftRecoveries *self)
{
  self->items = g_list_store_new (WEFT_TYPE_RECOVERY);
  self->hidden = g_hash_table_new (NULL, NULL);
}

WeftRecoveries *
weft_recoveries_new (const char *folder)
{
  WeftRecoveries *self;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_object_new (WEFT_TYPE_RECOVERIES, NULL);
  self->folder = g_strdup (folder);
  return self;
}

/* Looks for journals of processes that are no more, and lets go what was discarded long ago. */
void
weft_recoveries_scan (WeftRecoveries *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_RECOVERIES (self));

  task = g_task_new (self, NULL, scanned_cb, NULL);
  g_task_set_source_tag (task, weft_recoveries_scan);
  g_task_run_in_thread (task, scan_in_thread);
}

/* (transfer none), of WeftRecovery */
GListModel *
weft_recoveries_get_items (WeftRecoveries *self)
{
  g_return_val_if_fail (WEFT_IS_RECOVERIES (self), NULL);

  return G_LIST_MODEL (self->items);
}

/* (nullable) (transfer none) */
WeftRecovery *
weft_recoveries_find (WeftRecoveries *self, const char *id)
{
  g_return_val_if_fail (WEFT_IS_RECOVERIES (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      /* The list holds another reference. */
      g_autoptr (WeftRecovery) one = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (g_strcmp0 (weft_recovery_get_id (one), id) == 0)
        return one;
    }
  return NULL;
}

static gboolean
is_of_file (WeftRecovery *recovery, GFile *file)
{
  const char *path = weft_recovery_get_file (recovery);
  g_autoptr (GFile) own = path == NULL ? NULL : g_file_new_for_path (path);

  return own != NULL && file != NULL && g_file_equal (own, file);
}

/* (nullable) (transfer none): what to bring up: the one of @file (nullable), else the newest. */
WeftRecovery *
weft_recoveries_choose (WeftRecoveries *self, GFile *file)
{
  WeftRecovery *first = NULL;

  g_return_val_if_fail (WEFT_IS_RECOVERIES (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->items)); i++)
    {
      g_autoptr (WeftRecovery) one = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      if (g_hash_table_contains (self->hidden, one))
        continue;
      if (is_of_file (one, file))
        return one;
      if (first == NULL)
        first = one;
    }
  return first;
}

/* Not to be chosen again in this run; the list keeps it. */
void
weft_recoveries_hide (WeftRecoveries *self, WeftRecovery *recovery)
{
  g_return_if_fail (WEFT_IS_RECOVERIES (self) && WEFT_IS_RECOVERY (recovery));

  g_hash_table_add (self->hidden, recovery);
}

/* Somebody has opened it. */
void
weft_recoveries_take (WeftRecoveries *self, WeftRecovery *recovery)
{
  guint position;

  g_return_if_fail (WEFT_IS_RECOVERIES (self) && WEFT_IS_RECOVERY (recovery));

  g_hash_table_remove (self->hidden, recovery);
  if (g_list_store_find (self->items, recovery, &position))
    g_list_store_remove (self->items, position);
}

/* Nobody wants it: it is put aside and kept for a week. */
void
weft_recoveries_discard (WeftRecoveries *self, WeftRecovery *recovery)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_RECOVERIES (self) && WEFT_IS_RECOVERY (recovery));

  task = g_task_new (self, NULL, discarded_cb, NULL);
  g_task_set_source_tag (task, weft_recoveries_discard);
  g_task_set_task_data (task, g_object_ref (recovery), g_object_unref);
  weft_recoveries_take (self, recovery);
  g_task_run_in_thread (task, discard_in_thread);
}

/* (transfer full): the time of today, or with the date of another day. */
static char *
format_time (gint64 time_s)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (time_s);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  if (time == NULL)
    return g_strdup (_("an unknown time"));
  if (g_date_time_get_year (time) == g_date_time_get_year (now)
      && g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now))
    return g_date_time_format (time, _("%H:%M"));
  return g_date_time_format (time, _("%H:%M on %x"));
}

/* A member of the document as the window calls it. */
static const char *
name_member (const char *key)
{
  static const struct
  {
    const char *key;
    const char *name;
  } names[] = {
    { "name", N_("name") },         { "notes", N_("notes") },
    { "profile", N_("profile") },   { "facility", N_("budget") },
    { "workload", N_("workload") }, { "partitions", N_("partitions") },
    { "graph", N_("graph") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (key, names[i].key))
      return _(names[i].name);
  return key;
}

static void
append_differing (GString *words, const char *const *keys)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (list, _(", "));
      g_string_append (list, name_member (keys[i]));
    }
  g_string_append (words, ". ");
  g_string_append_printf (words, _("Not as in the file: %s"), list->str);
}

char *
weft_recovery_describe (WeftRecovery *recovery)
{
  GString *words = g_string_new (NULL);
  g_autofree char *time = NULL;
  guint n;

  g_return_val_if_fail (WEFT_IS_RECOVERY (recovery), NULL);

  n = weft_recovery_get_n_changes (recovery);
  time = format_time (weft_recovery_get_time_s (recovery));
  g_string_append_printf (words,
                          ngettext ("Recovered: %u change, last at %s",
                                    "Recovered: %u changes, last at %s", n),
                          n, time);
  if (weft_recovery_get_state (recovery) == WEFT_RECOVERY_TORN)
    g_string_append_printf (words, ". %s", _("One that was being written is lost"));
  else if (weft_recovery_get_state (recovery) == WEFT_RECOVERY_DAMAGED)
    g_string_append_printf (words, ". %s", _("The record is damaged: later ones are lost"));
  if (weft_recovery_get_original (recovery) == WEFT_ORIGINAL_CHANGED)
    g_string_append_printf (words, ". %s", _("The file has been changed since"));
  else if (weft_recovery_get_original (recovery) == WEFT_ORIGINAL_GONE)
    g_string_append_printf (words, ". %s", _("The file is no longer there"));
  if (weft_recovery_get_differing (recovery) != NULL)
    append_differing (words, weft_recovery_get_differing (recovery));
  return g_string_free (words, FALSE);
}
