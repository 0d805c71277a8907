/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written a moment after something has changed. */
#include "config.h"

#include "app/workloads/weft-map-memory.h"

#include <string.h>

#include "app/weft-state.h"

#define QUIET_MS 700
#define MEMORY "weft-memory"
/* How a line begins. */
#define CHOSEN "*"
#define ALGORITHM "algorithm "

typedef struct
{
  WeftMapJob *job;
  GStrv saved;
  guint source;
} Memory;

/* --- the lines --- */

static char *
write_item (WeftMapJob *job, WeftWorkloadItem *item)
{
  g_autofree char *line = weft_workload_item_write (item);

  return g_strconcat (item == weft_map_job_get_item (job) ? CHOSEN : "", line, NULL);
}

GStrv
weft_map_memory_write (WeftMapJob *job)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *algorithm = NULL;
  GListModel *items;

  g_return_val_if_fail (WEFT_IS_MAP_JOB (job), NULL);

  algorithm = g_strconcat (ALGORITHM, weft_map_algorithm_info (weft_map_job_get_algorithm (job))->id, NULL);
  g_strv_builder_add (builder, algorithm);
  items = weft_map_job_get_items (job);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (WeftWorkloadItem) item = g_list_model_get_item (items, i);
      g_autofree char *line = write_item (job, item);

      g_strv_builder_add (builder, line);
    }
  return g_strv_builder_end (builder);
}

static void
read_algorithm (WeftMapJob *job, const char *id)
{
  WeftMapAlgorithm algorithm;

  if (weft_map_algorithm_parse (id, &algorithm, NULL))
    weft_map_job_set_algorithm (job, algorithm);
}

void
weft_map_memory_read (WeftMapJob *job, const char *const *lines)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  WeftWorkloadItem *chosen = NULL;

  g_return_if_fail (WEFT_IS_MAP_JOB (job) && lines != NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean is_chosen = g_str_has_prefix (lines[i], CHOSEN);
      g_autoptr (GError) error = NULL;
      WeftWorkloadItem *item;

      if (g_str_has_prefix (lines[i], ALGORITHM))
        {
          read_algorithm (job, lines[i] + strlen (ALGORITHM));
          continue;
        }
      item = weft_workload_item_read (lines[i] + (is_chosen ? strlen (CHOSEN) : 0), &error);
      if (item == NULL)
        {
          g_message ("%s", error->message);
          continue;
        }
      g_ptr_array_add (items, item);
      if (is_chosen || chosen == NULL)
        chosen = item;
    }
  weft_map_job_add_all (job, items, chosen);
}

/* --- keeping them --- */

static void
save (Memory *self)
{
  g_auto (GStrv) lines = weft_map_memory_write (self->job);
  g_autoptr (WeftState) state = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->saved != NULL && g_strv_equal ((const char *const *) self->saved, (const char *const *) lines))
    return;
  g_strfreev (self->saved);
  self->saved = g_strdupv (lines);
  state = weft_state_load ();
  g_strfreev (state->workloads);
  state->workloads = g_steal_pointer (&lines);
  if (!weft_state_save (state, &error))
    g_message ("%s", error->message);
}

static gboolean
save_cb (gpointer data)
{
  Memory *self = data;

  self->source = 0;
  save (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (WeftMapJob *job, Memory *self)
{
  if (self->source == 0)
    self->source = g_timeout_add (QUIET_MS, save_cb, self);
}

static void
free_memory (gpointer data)
{
  Memory *self = data;

  g_clear_handle_id (&self->source, g_source_remove);
  g_strfreev (self->saved);
  g_free (self);
}

void
weft_map_memory_attach (WeftMapJob *job)
{
  g_autoptr (WeftState) state = weft_state_load ();
  Memory *self = g_new0 (Memory, 1);

  self->job = job;
  weft_map_memory_read (job, (const char *const *) state->workloads);
  self->saved = weft_map_memory_write (job);
  g_object_set_data_full (G_OBJECT (job), MEMORY, self, free_memory);
  g_signal_connect (job, "changed", G_CALLBACK (changed_cb), self);
}

void
weft_map_memory_save (WeftMapJob *job)
{
  Memory *self = g_object_get_data (G_OBJECT (job), MEMORY);

  if (self != NULL && self->source != 0)
    save (self);
}

static void
free_weak_ref (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

WeftMapJob *
weft_map_memory_job_of (WeftSession *session)
{
  static const char key[] = "weft-map-job";
  GWeakRef *known;
  WeftMapJob *job;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  known = g_object_get_data (G_OBJECT (session), key);
  job = known != NULL ? g_weak_ref_get (known) : NULL;
  if (job != NULL)
    return job;
  job = weft_map_job_new (session);
  weft_map_memory_attach (job);
  known = g_new0 (GWeakRef, 1);
  g_weak_ref_init (known, job);
  g_object_set_data_full (G_OBJECT (session), key, known, free_weak_ref);
  return job;
}
