/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LU of a sparse matrix from a file or of a grid: order, filled pattern, tasks, and batches of them when asked for.
 * What a person would want to be warned of is noted with the graph. */
#include "workload/weft-generator-private.h"

#include <glib/gi18n-lib.h>

#include "config.h"
#include "base/weft-quantity.h"
#include "workload/weft-matrix-market.h"
#include "workload/weft-sparse-batch.h"
#include "workload/weft-sparse-lu.h"
#include "workload/weft-sparse-order.h"

/* Factors that fill so much of the matrix, and so many times what it had, are no longer sparse. */
#define DENSE_SHARE 0.25
#define DENSE_FACTOR 2

#if WEFT_HAVE_METIS
#define INITIAL_ORDER "\"metis\""
#elif WEFT_HAVE_AMD
#define INITIAL_ORDER "\"amd\""
#else
#define INITIAL_ORDER "\"nd\""
#endif

/* --- what is factored --- */

typedef struct
{
  char *name;
  gboolean has_grid;
  WeftSparseGrid grid;
  WeftSparsePattern *adjacency;
  GPtrArray *notes; /* char * */
} Matrix;

static void
matrix_clear (Matrix *self)
{
  g_free (self->name);
  g_clear_pointer (&self->adjacency, weft_sparse_pattern_free);
  g_ptr_array_unref (self->notes);
}

/* "4,996,000" */
static char *
show_count (double n)
{
  return weft_quantity_format (n, WEFT_UNIT_COUNT);
}

static void
note_file (Matrix *self, const WeftMatrixMarket *file)
{
  g_autofree char *stated = show_count (file->n_stated);
  g_autofree char *entries = show_count (weft_sparse_pattern_n_entries (file->pattern));
  g_autofree char *rows = show_count (file->pattern->n_rows);
  gsize n_empty = file->pattern->n_rows - weft_sparse_pattern_n_diagonal (file->pattern);

  g_ptr_array_add (self->notes,
                   g_strdup_printf (_("The file states %s entries of a matrix that is %s and %s; the whole matrix has "
                                      "%s rows and %s entries."),
                                    stated, weft_matrix_field_nick (file->field),
                                    weft_matrix_symmetry_nick (file->symmetry), rows, entries));
  if (file->n_twice > 0)
    {
      g_autofree char *twice = show_count (file->n_twice);

      g_ptr_array_add (self->notes,
                       g_strdup_printf (_("Entries of places that have come before, which count once: %s."), twice));
    }
  if (n_empty > 0)
    {
      g_autofree char *empty = show_count (n_empty);

      g_ptr_array_add (self->notes,
                       g_strdup_printf (_("Rows without an entry on the diagonal: %s. They count as if they had one, "
                                          "since rows are not exchanged."),
                                        empty));
    }
}

static gboolean
check_file (const WeftMatrixMarket *file, GError **error)
{
  const WeftSparsePattern *pattern = file->pattern;

  if (pattern->n_rows != pattern->n_cols)
    return weft_generator_refuse ("sparse", "matrix", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found a matrix of %u × %u, expected as many rows as columns"), pattern->n_rows,
                                  pattern->n_cols);
  return weft_sparse_pattern_n_entries (pattern) > 0
         || weft_generator_refuse ("sparse", "matrix", WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found a matrix without entries, which has no factors"));
}

static gboolean
load_file (Matrix *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autoptr (WeftMatrixMarket) file = weft_matrix_market_read (path, cancellable, error);

  if (file == NULL || !check_file (file, error))
    return FALSE;
  self->name = g_filename_display_name (base);
  note_file (self, file);
  self->adjacency = weft_sparse_pattern_new_adjacency (file->pattern);
  return TRUE;
}

/* "5-point grid 1000x1000" */
static char *
name_grid (const WeftSparseGrid *grid)
{
  const guint32 *size = grid->size;

  if (grid->n_dims == 2)
    return g_strdup_printf ("%u-point grid %ux%u", grid->points, size[0], size[1]);
  return g_strdup_printf ("%u-point grid %ux%ux%u", grid->points, size[0], size[1], size[2]);
}

static gboolean
load_grid (Matrix *self, const char *text, guint points, GError **error)
{
  g_autoptr (WeftSparsePattern) pattern = NULL;

  if (!weft_sparse_grid_parse (&self->grid, text, points, error))
    {
      g_prefix_error (error, "sparse: grid: ");
      return FALSE;
    }
  pattern = weft_sparse_grid_pattern (&self->grid);
  self->has_grid = TRUE;
  self->name = name_grid (&self->grid);
  self->adjacency = weft_sparse_pattern_new_adjacency (pattern);
  return TRUE;
}

static gboolean
load (Matrix *self, JsonObject *params, GCancellable *cancellable, GError **error)
{
  const char *path = json_object_get_string_member (params, "matrix");

  if (*path != '\0')
    return load_file (self, path, cancellable, error);
  return load_grid (self, json_object_get_string_member (params, "grid"),
                    json_object_get_int_member (params, "points"), error);
}

/* --- how it fills --- */

static void
note_fill (Matrix *self, WeftSparseOrder order, const WeftSparseSymbolic *symbolic)
{
  double had = (double) weft_sparse_pattern_n_entries (self->adjacency) + symbolic->n;
  double filled = weft_sparse_symbolic_n_entries (symbolic);
  double share = filled / symbolic->n / symbolic->n;
  g_autofree char *had_text = show_count (had);
  g_autofree char *filled_text = show_count (filled);

  if (order == WEFT_SPARSE_ORDER_NATURAL && filled > had)
    g_ptr_array_add (self->notes,
                     g_strdup_printf (_("The order is natural: the factors fill from %s entries to %s. “metis” or "
                                        "“amd” mostly fill less."),
                                      had_text, filled_text));
  if (share >= DENSE_SHARE && filled >= DENSE_FACTOR * had)
    g_ptr_array_add (self->notes,
                     g_strdup_printf (_("The factors are nearly dense: %s entries of the matrix fill to %s, %.0f %% of "
                                        "all places."),
                                      had_text, filled_text, 100 * share));
}

static WeftSparseSymbolic *
factor (Matrix *self, JsonObject *params, GCancellable *cancellable, GError **error)
{
  g_autofree guint32 *rows = NULL;
  WeftSparseOrder order;
  WeftSparseSymbolic *symbolic;

  weft_sparse_order_parse (json_object_get_string_member (params, "order"), &order);
  rows = weft_sparse_order_make (order, self->adjacency, self->has_grid ? &self->grid : NULL, error);
  if (rows == NULL)
    {
      g_prefix_error (error, "sparse: order: ");
      return NULL;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  symbolic = weft_sparse_symbolic_new (self->adjacency, rows, cancellable, error);
  if (symbolic != NULL)
    note_fill (self, order, symbolic);
  return symbolic;
}

/* --- tasks --- */

/* Only the parameters that count: a file has no stencil, single tasks no batch. */
static char *
describe (const Matrix *self, JsonObject *params)
{
  GString *text = g_string_new ("sparse: ");

  if (self->has_grid)
    g_string_append_printf (text, "grid %s, points %u", json_object_get_string_member (params, "grid"),
                            self->grid.points);
  else
    g_string_append_printf (text, "matrix %s", json_object_get_string_member (params, "matrix"));
  g_string_append_printf (text, ", order %s, block %d, updates %s, dispatch %s",
                          json_object_get_string_member (params, "order"),
                          (int) json_object_get_int_member (params, "block"),
                          json_object_get_string_member (params, "updates"),
                          json_object_get_string_member (params, "dispatch"));
  if (g_str_equal (json_object_get_string_member (params, "dispatch"), "batched"))
    g_string_append_printf (text, ", batch %d", (int) json_object_get_int_member (params, "batch"));
  return g_string_free (text, FALSE);
}

static WeftTaskBuilder *
new_builder (const Matrix *self, JsonObject *params)
{
  g_autofree char *name = g_strdup_printf ("Sparse LU of %s", self->name);
  g_autofree char *source = describe (self, params);
  WeftTaskBuilder *builder = weft_task_builder_new (name);

  weft_task_builder_set_source (builder, source);
  for (guint i = 0; i < self->notes->len; i++)
    weft_task_builder_add_note (builder, g_ptr_array_index (self->notes, i));
  return builder;
}

static WeftTaskGraph *
make_tasks (const Matrix *self, const WeftSparseSymbolic *symbolic, JsonObject *params, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (WeftTaskBuilder) builder = new_builder (self, params);
  WeftSparseUpdateOrder updates;

  weft_sparse_update_order_parse (json_object_get_string_member (params, "updates"), &updates);
  if (!weft_sparse_lu_add (builder, symbolic, json_object_get_int_member (params, "block"), updates, cancellable,
                           error))
    {
      g_prefix_error (error, "sparse: block: ");
      return NULL;
    }
  return weft_task_builder_finish (g_steal_pointer (&builder), cancellable, error);
}

static WeftTaskGraph *
make_batches (const Matrix *self, const WeftTaskGraph *graph, JsonObject *params, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (WeftTaskBuilder) builder = new_builder (self, params);

  if (!weft_sparse_batch_add (builder, graph, json_object_get_int_member (params, "batch"), cancellable, error))
    return NULL;
  return weft_task_builder_finish (g_steal_pointer (&builder), cancellable, error);
}

static WeftTaskGraph *
make_graph (Matrix *self, JsonObject *params, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSparseSymbolic) symbolic = NULL;
  g_autoptr (WeftTaskGraph) tasks = NULL;

  if (!load (self, params, cancellable, error))
    return NULL;
  symbolic = factor (self, params, cancellable, error);
  if (symbolic == NULL)
    return NULL;
  tasks = make_tasks (self, symbolic, params, cancellable, error);
  if (tasks == NULL || g_str_equal (json_object_get_string_member (params, "dispatch"), "plain"))
    return g_steal_pointer (&tasks);
  return make_batches (self, tasks, params, cancellable, error);
}

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Matrix matrix = { .notes = g_ptr_array_new_with_free_func (g_free) };
  WeftTaskGraph *graph = make_graph (&matrix, params, cancellable, error);

  matrix_clear (&matrix);
  return graph;
}

static const WeftParameter params[] = {
  { "matrix", N_("Matrix Market file, which may be compressed by gzip; instead of a grid"), NULL, WEFT_PARAMETER_TEXT,
    "\"\"", 0, 0, NULL },
  { "grid", N_("Sizes of a grid in the plane or in space"), NULL, WEFT_PARAMETER_TEXT, "\"100x100\"", 0, 0, NULL },
  { "points", N_("Points of the grid's stencil: 5 or 9, 7 or 27; 0 for those along the axes"), NULL,
    WEFT_PARAMETER_WHOLE, "0", 0, 27, NULL },
  { "order", N_("Order of elimination; “nd” is for grids"), NULL, WEFT_PARAMETER_CHOICE, INITIAL_ORDER, 0, 0,
    "natural,nd,metis,amd" },
  { "block", N_("Rows and columns of a block"), NULL, WEFT_PARAMETER_WHOLE, "256", 1, WEFT_SPARSE_MAX_BLOCK, NULL },
  { "updates", N_("Updates of one block: all at once, or each after the one of the level before"), NULL,
    WEFT_PARAMETER_CHOICE, "\"parallel\"", 0, 0, "parallel,chained" },
  { "dispatch", N_("Each task alone, or batches of tasks that are ready together"), NULL, WEFT_PARAMETER_CHOICE,
    "\"plain\"", 0, 0, "plain,batched" },
  { "batch", N_("Most tasks of a batch"), NULL, WEFT_PARAMETER_WHOLE, "32", 1, WEFT_MAX_TASKS, NULL },
};

const WeftGenerator weft_generator_sparse = {
  "sparse",
  N_("Sparse direct LU"),
  N_("LU factors of a sparse matrix in square blocks: GETRF, TSTRF, GESSM and SSSSM tasks of its filled pattern."),
  params,
  G_N_ELEMENTS (params),
  make,
};
