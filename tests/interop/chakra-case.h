/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace in a folder of its own, and what reading it gives. */
#pragma once

#include "chakra-fixture.h"
#include "interop/weft-chakra.h"

/* A folder whose trace "t" is read. */
typedef struct
{
  char *folder;
  WeftChakraOptions options;
} Case;

static inline void
set_up (Case *self, gconstpointer data)
{
  *self = (Case) { .folder = folder_new () };
}

static inline void
tear_down (Case *self, gconstpointer data)
{
  g_clear_pointer (&self->options.groups, g_hash_table_unref);
  g_clear_pointer (&self->options.providers, g_array_unref);
  folder_free (self->folder);
}

static inline void
give_group (Case *self, const char *name, const guint32 *ranks, guint n_ranks)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->options.groups == NULL)
    self->options.groups =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_array_append_vals (array, ranks, n_ranks);
  g_hash_table_insert (self->options.groups, g_strdup (name), array);
}

static inline void
give_memory (Case *self, WeftSimQueue queue)
{
  WeftSimProvider provider = { (char *) "pool", WEFT_SIM_NONE, 5e10, 1e-7, queue };

  if (self->options.providers == NULL)
    self->options.providers = g_array_new (FALSE, FALSE, sizeof provider);
  g_array_append_val (self->options.providers, provider);
}

static inline WeftSimTrace *
read_case (Case *self, GError **error)
{
  g_autofree char *prefix = g_build_filename (self->folder, "t", NULL);

  return weft_chakra_read (prefix, &self->options, NULL, error);
}

static inline WeftSimTrace *
read_good (Case *self)
{
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace = read_case (self, &error);

  g_assert_no_error (error);
  g_assert_nonnull (trace);
  return trace;
}

/* @words: parts of the message, "|" between them. */
static inline void
read_bad (Case *self, WeftSimError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = read_case (self, &error);
  g_auto (GStrv) parts = g_strsplit (words, "|", -1);

  g_assert_null (trace);
  g_assert_error (error, WEFT_SIM_ERROR, (int) code);
  for (char **part = parts; *part != NULL; part++)
    if (strstr (error->message, *part) == NULL)
      g_error ("“%s” lacks “%s”", error->message, *part);
}

static inline gboolean
has_note (const WeftSimTrace *trace, const char *words)
{
  for (char **note = trace->notes; note != NULL && *note != NULL; note++)
    if (strstr (*note, words) != NULL)
      return TRUE;
  return FALSE;
}

static inline const WeftSimCost *
cost_of (const WeftSimTrace *trace, guint32 task)
{
  return &trace->costs[trace->cost[task]];
}

/* A file with one node. */
static inline void
put_one (Case *self, guint rank, Bytes *node)
{
  Bytes *file = file_new ();

  put_node (file, node);
  put_rank (self->folder, rank, file);
}

/* A rank with nothing to do. */
static inline void
put_idle (Case *self, guint rank)
{
  put_one (self, rank, compute_new (0, "idle", 1));
}

static inline void
put_grouped (Case *self, guint rank, const char *pg_name)
{
  Bytes *node = collective_new (0, "c", 0, 64);

  add_string (node, "pg_name", pg_name);
  put_one (self, rank, node);
}

#define ADD(path, function) g_test_add ("/chakra/" path, Case, NULL, set_up, function, tear_down)
