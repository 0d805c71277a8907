/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table as a space: draws lines, looks their figures up, and finds the lines that differ in one option. */
#include "search/hardware/weft-tabulated-space.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-file.h"
#include "base/weft-gunzip-private.h"
#include "search/hardware/weft-tabulated-attributes-private.h"
#include "search/hardware/weft-tabulated-private.h"

#define READ_STEP 65536

struct _WeftTabulatedSpace
{
  WeftHardwareSpace parent_instance;
  WeftTabulated *table;
  WeftTabulatedAttributes attributes;
};

G_DEFINE_FINAL_TYPE (WeftTabulatedSpace, weft_tabulated_space, WEFT_TYPE_HARDWARE_SPACE)

const WeftHardwareWeights weft_hardware_default_weights = {
  .time = 1,
  .cost = 0.6,
  .power = 0.3,
  .idle = 0.15,
  .queueing = 0.1,
  .remote = 0.1,
};

static const WeftTabulatedRow *
row_at (WeftTabulatedSpace *self, guint row)
{
  return &g_array_index (self->table->rows, WeftTabulatedRow, row);
}

static const WeftTabulatedRow *
row_of (WeftHardwareSpace *space, const WeftHardwareChoice *choice)
{
  WeftTabulatedSpace *self = WEFT_TABULATED_SPACE (space);
  int row = weft_tabulated_space_find (self, choice);

  return row >= 0 ? row_at (self, (guint) row) : NULL;
}

/* --- the questions of a space --- */

static gboolean
draw (WeftHardwareSpace *space, WeftRandom *random, WeftHardwareChoice *choice)
{
  WeftTabulatedSpace *self = WEFT_TABULATED_SPACE (space);

  *choice = row_at (self, weft_random_below (random, self->table->rows->len))->choice;
  return TRUE;
}

static gboolean
is_legal (WeftHardwareSpace *space, const WeftHardwareChoice *choice)
{
  return row_of (space, choice) != NULL;
}

static void
describe (WeftHardwareSpace *space, const WeftHardwareChoice *choice, WeftHardwareTraits *traits)
{
  const WeftTabulatedRow *row = row_of (space, choice);

  *traits = (WeftHardwareTraits) { 0 };
  g_return_if_fail (row != NULL);

  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    traits->resource[i] = row->resource[i];
  traits->cost_usd = row->cost_usd;
  traits->power_w = row->power_w;
  weft_tabulated_attributes_fill (&WEFT_TABULATED_SPACE (space)->attributes, row, traits->attribute);
}

static double
estimate (WeftHardwareSpace *space, const WeftHardwareChoice *choice)
{
  const WeftTabulatedRow *row = row_of (space, choice);

  return row != NULL ? row->estimate : NAN;
}

static void
list_edits (WeftHardwareSpace *space, const WeftHardwareChoice *from, GArray *edits)
{
  const WeftHardwareFrame *frame = weft_hardware_space_get_frame (space);

  for (guint column = 0; column < frame->n_columns; column++)
    for (guint option = 0; option < frame->n_options[column]; option++)
      {
        WeftHardwareEdit edit = { .to = *from, .kind = (guint8) column };

        edit.to.option[column] = (guint8) option;
        if (option != from->option[column] && is_legal (space, &edit.to))
          g_array_append_val (edits, edit);
      }
}

/* The times of workloads are not in a table; queueing is part of a share there, and remote memory is a share of its own. */
static void
measure (WeftHardwareSpace *space, const WeftHardwareChoice *choice, WeftHardwareVerdict *verdict)
{
  const WeftTabulatedRow *row = row_of (space, choice);

  *verdict = (WeftHardwareVerdict) { .objective = NAN, .log_slowdown = NAN, .queueing = NAN };
  for (guint i = 0; i < WEFT_HARDWARE_MAX_WORKLOADS; i++)
    verdict->time_s[i] = NAN;
  g_return_if_fail (row != NULL);

  verdict->objective = row->objective;
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    verdict->share[0][i] = row->share[i];
  verdict->idle = 1 - row->share[WEFT_BOTTLENECK_COMPUTE] - row->share[WEFT_BOTTLENECK_MEMORY];
  verdict->remote = row->share[WEFT_BOTTLENECK_CAPACITY];
}

static char *
describe_edit (WeftHardwareSpace *space, const WeftHardwareChoice *from, const WeftHardwareEdit *edit)
{
  WeftTabulatedSpace *self = WEFT_TABULATED_SPACE (space);

  return g_strdup_printf (_("change %s from %s to %s"), weft_tabulated_space_get_column (self, edit->kind),
                          weft_tabulated_space_get_option (self, edit->kind, from->option[edit->kind]),
                          weft_tabulated_space_get_option (self, edit->kind, edit->to.option[edit->kind]));
}

static char *
name (WeftHardwareSpace *space, const WeftHardwareChoice *choice)
{
  WeftTabulatedSpace *self = WEFT_TABULATED_SPACE (space);
  const WeftHardwareFrame *frame = weft_hardware_space_get_frame (space);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < frame->n_columns; i++)
    if (frame->n_options[i] > 1 && choice->option[i] < frame->n_options[i])
      g_string_append_printf (text, "%s%s=%s", text->len > 0 ? ", " : "", weft_tabulated_space_get_column (self, i),
                              weft_tabulated_space_get_option (self, i, choice->option[i]));
  return g_string_free (text, FALSE);
}

static void
weft_tabulated_space_finalize (GObject *object)
{
  g_clear_pointer (&WEFT_TABULATED_SPACE (object)->table, weft_tabulated_free);
  G_OBJECT_CLASS (weft_tabulated_space_parent_class)->finalize (object);
}

static void
weft_tabulated_space_class_init (WeftTabulatedSpaceClass *klass)
{
  WeftHardwareSpaceClass *space_class = WEFT_HARDWARE_SPACE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_tabulated_space_finalize;
  space_class->draw = draw;
  space_class->is_legal = is_legal;
  space_class->describe = describe;
  space_class->estimate = estimate;
  space_class->list_edits = list_edits;
  space_class->measure = measure;
  space_class->describe_edit = describe_edit;
  space_class->name = name;
}

static void
weft_tabulated_space_init (WeftTabulatedSpace *self)
{
}

/* --- making one --- */

/* Budgets default to the largest of the table, 1 where everything is free. */
static WeftHardwareFrame
make_frame (const WeftTabulated *table, const WeftTabulatedOptions *options)
{
  WeftHardwareFrame frame = {
    .n_columns = table->columns->len,
    .n_workloads = 1,
    .alpha = { 1 },
    .weights = options != NULL ? options->weights : weft_hardware_default_weights,
    .best_objective = INFINITY,
  };

  for (guint i = 0; i < frame.n_columns; i++)
    frame.n_options[i] = table->options[i]->len;
  for (guint i = 0; i < table->rows->len; i++)
    {
      const WeftTabulatedRow *row = &g_array_index (table->rows, WeftTabulatedRow, i);

      frame.cost_max_usd = MAX (frame.cost_max_usd, row->cost_usd);
      frame.power_max_w = MAX (frame.power_max_w, row->power_w);
      frame.best_objective = MIN (frame.best_objective, row->objective);
    }
  if (options != NULL && options->cost_max_usd > 0)
    frame.cost_max_usd = options->cost_max_usd;
  if (options != NULL && options->power_max_w > 0)
    frame.power_max_w = options->power_max_w;
  frame.cost_max_usd = frame.cost_max_usd > 0 ? frame.cost_max_usd : 1;
  frame.power_max_w = frame.power_max_w > 0 ? frame.power_max_w : 1;
  return frame;
}

/* The text of a file that is packed or not. (transfer full) */
static char *
unpack (const char *display, char *text, gsize *length, GError **error)
{
  g_autofree char *owned = text;
  g_autoptr (GInputStream) packed = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) reason = NULL;
  g_autoptr (GByteArray) all = NULL;
  gssize n;

  if (!weft_gunzip_begins (text, *length))
    return g_steal_pointer (&owned);
  packed = g_memory_input_stream_new_from_data (text, (gssize) *length, NULL);
  stream = weft_gunzip_stream (packed, NULL, &reason);
  all = g_byte_array_new ();
  while (stream != NULL && all->len <= WEFT_TABULATED_MAX_BYTES)
    {
      guint at = all->len;

      g_byte_array_set_size (all, at + READ_STEP);
      n = g_input_stream_read (stream, all->data + at, READ_STEP, NULL, &reason);
      g_byte_array_set_size (all, at + (guint) MAX (n, 0));
      if (n <= 0)
        break;
    }
  if (reason != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
                       ? _("%s: the compressed data ends before its end: the file is truncated (%s)")
                       : _("%s: the compressed data is damaged (%s)"),
                   display, reason->message);
      return NULL;
    }
  *length = all->len;
  g_byte_array_append (all, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&all), FALSE);
}

/* --- public API --- */

/**
 * weft_tabulated_space_parse: (skip)
 * @name: of the table, for messages
 * @text: CSV text
 * @length: its bytes
 * @options: (nullable): weights and budgets
 * @error: return location for a #WeftCalibError or #GIOErrorEnum
 *
 * Returns: (transfer full): the space, or %NULL with an error that names line and column
 */
WeftTabulatedSpace *
weft_tabulated_space_parse (const char                 *name,
                            const char                 *text,
                            gsize                       length,
                            const WeftTabulatedOptions *options,
                            GError                    **error)
{
  g_autoptr (WeftTabulatedSpace) self = NULL;
  WeftHardwareFrame frame;
  WeftTabulated *table;

  if (length > WEFT_TABULATED_MAX_BYTES)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s: the text has more than %d MiB"), name,
                   WEFT_TABULATED_MAX_BYTES / (1024 * 1024));
      return NULL;
    }
  table = weft_tabulated_read (name, text, length, error);
  if (table == NULL)
    return NULL;
  self = g_object_new (WEFT_TYPE_TABULATED_SPACE, NULL);
  self->table = table;
  frame = make_frame (table, options);
  weft_hardware_space_set_frame (WEFT_HARDWARE_SPACE (self), &frame);
  weft_tabulated_attributes_init (&self->attributes, table);
  return g_steal_pointer (&self);
}

/**
 * weft_tabulated_space_load: (skip)
 * @path: a file of CSV text, packed with gzip or not
 * @options: (nullable): weights and budgets
 * @error: return location for a #WeftCalibError or #GIOErrorEnum
 *
 * Returns: (transfer full): the space, or %NULL with an error that names file, line and column
 */
WeftTabulatedSpace *
weft_tabulated_space_load (const char *path, const WeftTabulatedOptions *options, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);
  g_autofree char *text = NULL;
  gsize length;

  text = weft_file_read (path, WEFT_FILE_MAX_BYTES, &length, error);
  if (text != NULL)
    text = unpack (display, g_steal_pointer (&text), &length, error);
  return text != NULL ? weft_tabulated_space_parse (display, text, length, options, error) : NULL;
}

/**
 * weft_tabulated_space_n_rows: (skip)
 * @self: a table
 *
 * Returns: how many machines it has
 */
guint
weft_tabulated_space_n_rows (WeftTabulatedSpace *self)
{
  return self->table->rows->len;
}

/**
 * weft_tabulated_space_get_choice: (skip)
 * @self: a table
 * @row: from 0
 * @choice: (out): the machine of that line
 */
void
weft_tabulated_space_get_choice (WeftTabulatedSpace *self, guint row, WeftHardwareChoice *choice)
{
  g_return_if_fail (row < self->table->rows->len);

  *choice = row_at (self, row)->choice;
}

/**
 * weft_tabulated_space_find: (skip)
 * @self: a table
 * @choice: a machine
 *
 * Returns: its line from 0, -1 when it has none
 */
int
weft_tabulated_space_find (WeftTabulatedSpace *self, const WeftHardwareChoice *choice)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->table->by_choice, choice)) - 1;
}

/**
 * weft_tabulated_space_find_id: (skip)
 * @self: a table
 * @id: as its first column has it
 *
 * Returns: the line from 0, -1 when there is none
 */
int
weft_tabulated_space_find_id (WeftTabulatedSpace *self, const char *id)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->table->by_id, id)) - 1;
}

/**
 * weft_tabulated_space_get_id: (skip)
 * @self: a table
 * @row: from 0
 *
 * Returns: (transfer none): the id of that line
 */
const char *
weft_tabulated_space_get_id (WeftTabulatedSpace *self, guint row)
{
  g_return_val_if_fail (row < self->table->rows->len, NULL);

  return row_at (self, row)->id;
}

/**
 * weft_tabulated_space_get_column: (skip)
 * @self: a table
 * @column: one of the options, from 0
 *
 * Returns: (transfer none): its name
 */
const char *
weft_tabulated_space_get_column (WeftTabulatedSpace *self, guint column)
{
  g_return_val_if_fail (column < self->table->columns->len, NULL);

  return g_ptr_array_index (self->table->columns, column);
}

/**
 * weft_tabulated_space_get_option: (skip)
 * @self: a table
 * @column: one of the options, from 0
 * @option: from 0
 *
 * Returns: (transfer none): its text
 */
const char *
weft_tabulated_space_get_option (WeftTabulatedSpace *self, guint column, guint option)
{
  g_return_val_if_fail (column < self->table->columns->len, NULL);
  g_return_val_if_fail (option < self->table->options[column]->len, NULL);

  return g_ptr_array_index (self->table->options[column], option);
}
