/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the files of all ranks, one after the other; only what is left of one stays in memory. */
#include "interop/weft-chakra.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "interop/weft-chakra-folds-private.h"
#include "interop/weft-chakra-paths-private.h"
#include "interop/weft-chakra-providers-private.h"
#include "interop/weft-chakra-task-private.h"

/* Names of unknown attributes that a note lists. */
#define MAX_NAMED 8

/* --- one file --- */

static gboolean
read_nodes (WeftChakraReader *self, WeftChakraDeps *deps, GError **error)
{
  GError *reason = NULL;
  guint32 task;

  while (weft_chakra_file_next (&self->file, &reason))
    if (!weft_chakra_task_add (self, &task, error) ||
        !weft_chakra_deps_add (deps, &self->file, self->builder, task, error))
      return FALSE;
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, reason);
  return FALSE;
}

/* The first file of a trace that Weft has written says more than the others. */
static gboolean
take_head (WeftChakraReader *self, WeftChakraFolds *folds, GError **error)
{
  if (self->file.head.rank_name != NULL)
    weft_sim_builder_set_rank_name (self->builder, self->rank, self->file.head.rank_name);
  if (self->rank > 0)
    return TRUE;
  return weft_chakra_groups_take_head (&self->groups, &self->file, error) &&
         weft_chakra_providers_add (self->options, &self->file, self->builder, &self->n_providers, error) &&
         weft_chakra_folds_take (folds, &self->file, error);
}

static gboolean
read_rank (WeftChakraReader *self, WeftChakraDeps *deps, WeftChakraFolds *folds, GError **error)
{
  g_autofree char *path = weft_chakra_rank_path (self->groups.prefix, self->rank);
  gboolean done;

  weft_chakra_deps_reset (deps);
  done = weft_chakra_file_open (&self->file, path, self->unknown, self->cancellable, error) &&
         take_head (self, folds, error) && read_nodes (self, deps, error) &&
         weft_chakra_deps_resolve (deps, path, self->builder, error) &&
         weft_chakra_folds_find (folds, deps, &self->file, self->rank, error);
  weft_chakra_file_clear (&self->file);
  return done;
}

static gboolean
read_files (WeftChakraReader *self, GError **error)
{
  WeftChakraDeps deps;
  WeftChakraFolds folds;
  gboolean done = TRUE;

  weft_chakra_deps_init (&deps);
  weft_chakra_folds_init (&folds);
  for (self->rank = 0; self->rank < self->n_ranks && done; self->rank++)
    done = read_rank (self, &deps, &folds, error);
  if (done)
    weft_chakra_folds_add (&folds, self->builder);
  weft_chakra_folds_clear (&folds);
  weft_chakra_deps_clear (&deps);
  return done;
}

/* --- notes --- */

static void
take_note (WeftChakraReader *self, char *note)
{
  weft_sim_builder_note (self->builder, note);
  g_free (note);
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
note_unknown (WeftChakraReader *self)
{
  guint n = g_hash_table_size (self->unknown);
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (self->unknown, NULL);
  g_autoptr (GString) list = g_string_new (NULL);

  if (n == 0)
    return;
  qsort (names, n, sizeof *names, compare_names_cb);
  for (guint i = 0; i < n && i < MAX_NAMED; i++)
    {
      g_autofree char *name = weft_quote (names[i], -1);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", name);
    }
  if (n > MAX_NAMED)
    g_string_append (list, ", …");
  take_note (self, g_strdup_printf (ngettext ("%u attribute is not known and counts for nothing: %s.",
                                              "%u attributes are not known and count for nothing: %s.", n),
                                    n, list->str));
}

static void
note_counts (WeftChakraReader *self)
{
  if (self->n_host > 0)
    take_note (self, g_strdup_printf (_("%" G_GUINT64_FORMAT " nodes are operations of the host (is_cpu_op); they run "
                                        "on the device of their rank like all others."),
                                      self->n_host));
  if (self->n_invalid > 0)
    take_note (self, g_strdup_printf (_("%" G_GUINT64_FORMAT " nodes have the type INVALID; they take no time."),
                                      self->n_invalid));
  if (self->groups.n_default > 0)
    take_note (self, g_strdup_printf (_("%" G_GUINT64_FORMAT " collectives are of the process group “default_pg”, of "
                                        "which nothing says the ranks; all ranks take part in them."),
                                      self->groups.n_default));
}

/* --- all files --- */

static gboolean
check_options (const WeftChakraOptions *options, GError **error)
{
  gboolean is_good = !options->use_roofline || (options->peak_flops_s > 0 && isfinite (options->peak_flops_s) &&
                                                options->mem_bw_bytes_s > 0 && isfinite (options->mem_bw_bytes_s));

  if (is_good)
    return TRUE;
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("a roofline needs a peak and a bandwidth above 0, not %g FLOP/s and %g B/s"), options->peak_flops_s,
               options->mem_bw_bytes_s);
  return FALSE;
}

static void
set_source (WeftSimBuilder *builder, const char *prefix, guint32 n_ranks)
{
  g_autofree char *name = g_filename_display_name (prefix);
  g_autofree char *source = g_strdup_printf (
    ngettext ("Chakra trace %s, %u rank", "Chakra trace %s, %u ranks", n_ranks), name, n_ranks);

  weft_sim_builder_set_source (builder, source);
}

static WeftSimTrace *
read_ranks (const char *prefix, guint32 n_ranks, const WeftChakraOptions *options, GCancellable *cancellable,
            GError **error)
{
  g_autofree char *name = g_filename_display_basename (prefix);
  g_autofree char *shown = g_filename_display_name (prefix);
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new (name, n_ranks);
  g_autoptr (GHashTable) unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  WeftChakraReader reader = { .options = options, .builder = builder, .cancellable = cancellable,
                              .unknown = unknown, .n_ranks = n_ranks };
  WeftSimTrace *trace = NULL;

  set_source (builder, prefix, n_ranks);
  weft_chakra_groups_init (&reader.groups, builder, prefix, n_ranks, options->groups);
  if (read_files (&reader, error))
    {
      note_unknown (&reader);
      note_counts (&reader);
      trace = weft_sim_builder_finish (builder, error);
      if (trace == NULL)
        g_prefix_error (error, "%s: ", shown);
    }
  weft_chakra_groups_clear (&reader.groups);
  return trace;
}

/* --- public --- */

/**
 * weft_chakra_found: (skip)
 * @prefix: what the names of the files begin with, or the file of a rank
 *
 * Returns: whether there is a file of rank 0
 */
gboolean
weft_chakra_found (const char *prefix)
{
  g_autofree char *plain = weft_chakra_plain_prefix (prefix);
  g_autofree char *path = weft_chakra_rank_path (plain, 0);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/**
 * weft_chakra_read: (skip)
 * @prefix: what the names of the files begin with, or the file of a rank
 * @options: (nullable): %NULL: times as they stand in the files, no groups but those in the files, no remote memory
 * @cancellable: (nullable): stops it
 * @error: return location for a #WeftSimError, or a #GIOErrorEnum
 *
 * Reads the trace as the peers' feeder does: data and control dependences count alike; a computation takes
 * duration_micros (or duration_ns), or what num_ops and tensor_size need; comm_size of an all-gather and a gather is what
 * one rank gives. Of integers every type of the format is taken. Errors name file, record, byte and node.
 *
 * Returns: (transfer full) (nullable): the trace
 */
WeftSimTrace *
weft_chakra_read (const char *prefix, const WeftChakraOptions *options, GCancellable *cancellable, GError **error)
{
  static const WeftChakraOptions plain_options = { 0 };
  g_autofree char *plain = weft_chakra_plain_prefix (prefix);
  guint32 n_ranks;

  if (options == NULL)
    options = &plain_options;
  if (!check_options (options, error) || !weft_chakra_require_ranks (plain, &n_ranks, error))
    return NULL;
  return read_ranks (plain, n_ranks, options, cancellable, error);
}
