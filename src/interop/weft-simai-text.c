/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a workload text: a header, how many layers, and a line of twelve columns for each. Lines that are the same are
 * kept once: gradient accumulation repeats them ten thousand times. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-file.h"
#include "base/weft-quote-private.h"
#include "interop/weft-simai-private.h"
#include "workload/weft-workload-text-private.h"

#define MAX_BYTES ((gsize) 1 << 30)
#define MAX_LINES 20000000u
#define N_COLUMNS 12
#define HEAD_BYTES 65536
#define CANCEL_STEP 65536

typedef struct
{
  const char *at;
  gsize length;
} Field;

typedef struct
{
  WeftSimaiText *text;
  const char *next;
  const char *end;
  guint line;
  GHashTable *by_text; /* line -> index into layers + 1 */
  guint32 n_said;
} Reader;

static const struct
{
  const char *name;
  guint8 comm;
} comms[] = {
  { "ALLREDUCE", WEFT_SIM_ALL_REDUCE },
  { "ALLGATHER", WEFT_SIM_ALL_GATHER },
  { "REDUCESCATTER", WEFT_SIM_REDUCE_SCATTER },
  { "ALLTOALL", WEFT_SIM_ALL_TO_ALL },
  { "BROADCAST", WEFT_SIM_BROADCAST },
};

gboolean
weft_simai_text_refuse (const WeftSimaiText *self, guint line, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  if (line > 0)
    g_set_error (error, WEFT_SIM_ERROR, code, "%s:%u: %s", self->path, line, words);
  else
    g_set_error (error, WEFT_SIM_ERROR, code, "%s: %s", self->path, words);
  return FALSE;
}

/* --- lines and fields --- */

/* The next line without its end and the blanks around it; FALSE after the last one. */
static gboolean
next_line (Reader *self, Field *line)
{
  const char *newline;

  if (self->next >= self->end)
    return FALSE;
  newline = memchr (self->next, '\n', self->end - self->next);
  line->at = self->next;
  self->next = newline != NULL ? newline + 1 : self->end;
  line->length = (newline != NULL ? newline : self->end) - line->at;
  self->line++;
  while (line->length > 0 && g_ascii_isspace (*line->at))
    line->at++, line->length--;
  while (line->length > 0 && g_ascii_isspace (line->at[line->length - 1]))
    line->length--;
  return TRUE;
}

/* How many there are, also above @max. */
static guint
split (const Field *line, Field *fields, guint max)
{
  const char *end = line->at + line->length;
  guint n = 0;

  for (const char *at = line->at; at < end; n++)
    {
      const char *begin = at;

      while (at < end && !g_ascii_isspace (*at))
        at++;
      if (n < max)
        fields[n] = (Field) { begin, (gsize) (at - begin) };
      while (at < end && g_ascii_isspace (*at))
        at++;
    }
  return n;
}

static gboolean
take_amount (const Reader *self, const Field *field, guint column, double *amount, GError **error)
{
  g_autofree char *shown = NULL;

  if (weft_workload_parse_amount (field->at, field->length, amount))
    return TRUE;
  shown = weft_quote (field->at, (gssize) field->length);
  return weft_simai_text_refuse (self->text, self->line, WEFT_SIM_ERROR_INVALID, error,
                                 _("found %s in column %u, expected a number from 0 on"), shown, column + 1);
}

/* --- columns --- */

/* Cuts @suffix off; FALSE when there is none. */
static gboolean
cut (Field *field, const char *suffix)
{
  gsize length = strlen (suffix);

  if (field->length <= length || memcmp (field->at + field->length - length, suffix, length) != 0)
    return FALSE;
  field->length -= length;
  return TRUE;
}

static gboolean
is_word (const Field *field, const char *word)
{
  return field->length == strlen (word) && memcmp (field->at, word, field->length) == 0;
}

static guint8
plain_group (const WeftSimaiText *text, guint phase)
{
  if (!text->is_simai || text->policy != WEFT_SIMAI_TRANSFORMER)
    return WEFT_SIMAI_ALL;
  return phase == WEFT_SIMAI_WEIGHT_GRADIENT ? WEFT_SIMAI_DP : WEFT_SIMAI_TP;
}

/* "ALLGATHER_DP_EP": the collective, and over which ranks. */
static gboolean
take_comm (const Reader *self, const Field *field, guint column, guint phase, WeftSimaiStep *step, GError **error)
{
  Field base = *field;
  g_autofree char *shown = NULL;

  step->group = plain_group (self->text, phase);
  step->comm = WEFT_SIMAI_NO_COMM;
  if (is_word (field, "NONE"))
    return TRUE;
  if (cut (&base, "_DP_EP"))
    step->group = WEFT_SIMAI_DP_EP;
  else if (cut (&base, "_EP"))
    step->group = WEFT_SIMAI_EP;
  for (guint i = 0; i < G_N_ELEMENTS (comms); i++)
    if (is_word (&base, comms[i].name))
      step->comm = comms[i].comm;
  shown = weft_quote (field->at, (gssize) field->length);
  if (step->comm == WEFT_SIMAI_NO_COMM)
    return weft_simai_text_refuse (self->text, self->line, WEFT_SIM_ERROR_UNSUPPORTED, error,
                                   _("found %s in column %u; known are NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER, "
                                     "ALLTOALL and BROADCAST, each also with _EP or _DP_EP"),
                                   shown, column + 1);
  if (base.length < field->length && !self->text->is_simai)
    return weft_simai_text_refuse (self->text, self->line, WEFT_SIM_ERROR_INVALID, error,
                                   _("%s in column %u needs groups, but the first line says no ep: and all_gpus:"), shown,
                                   column + 1);
  return TRUE;
}

static gboolean
take_phase (const Reader *self, const Field *fields, guint phase, WeftSimaiStep *step, GError **error)
{
  double unit_s = self->text->is_simai ? 1e9 : 1e6;
  guint column = 2 + 3 * phase;

  if (!take_amount (self, &fields[column], column, &step->time_s, error)
      || !take_comm (self, &fields[column + 1], column + 1, phase, step, error)
      || !take_amount (self, &fields[column + 2], column + 2, &step->bytes, error))
    return FALSE;
  step->time_s /= unit_s;
  return TRUE;
}

static gboolean
take_layer (Reader *self, const Field *line, WeftSimaiLayer *layer, GError **error)
{
  Field fields[N_COLUMNS];
  guint n = split (line, fields, N_COLUMNS);

  if (n != N_COLUMNS)
    return weft_simai_text_refuse (self->text, self->line, WEFT_SIM_ERROR_INVALID, error,
                                   _("the line has %u columns, expected %d: name, a number that is not used, and time, "
                                     "collective and bytes of the forward pass, of input gradients and of weight "
                                     "gradients, and the time of an update"),
                                   n, N_COLUMNS);
  for (guint phase = 0; phase < WEFT_N_SIMAI_PHASES; phase++)
    if (!take_phase (self, fields, phase, &layer->step[phase], error))
      return FALSE;
  if (!take_amount (self, &fields[N_COLUMNS - 1], N_COLUMNS - 1, &layer->update_s, error))
    return FALSE;
  layer->update_s /= self->text->is_simai ? 1e9 : 1e6;
  layer->name = g_utf8_make_valid (fields[0].at, (gssize) fields[0].length);
  return TRUE;
}

static gboolean
take_line (Reader *self, const Field *line, GError **error)
{
  g_autofree char *key = g_strndup (line->at, line->length);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_text, key));
  WeftSimaiLayer layer = { 0 };

  if (found == 0)
    {
      if (!take_layer (self, line, &layer, error))
        return FALSE;
      g_array_append_val (self->text->layers, layer);
      found = self->text->layers->len;
      g_hash_table_insert (self->by_text, g_steal_pointer (&key), GUINT_TO_POINTER (found));
    }
  found--;
  g_array_append_val (self->text->order, found);
  return TRUE;
}

/* --- the file --- */

static gboolean
take_count (Reader *self, GError **error)
{
  Field line;
  g_autofree char *shown = NULL;
  double count = 0;

  if (!next_line (self, &line))
    return weft_simai_text_refuse (self->text, 0, WEFT_SIM_ERROR_INVALID, error,
                                   _("the file ends before its second line, how many layers there are"));
  if (weft_workload_parse_amount (line.at, line.length, &count) && count >= 1 && count <= MAX_LINES
      && count == (double) (guint32) count)
    {
      self->n_said = (guint32) count;
      return TRUE;
    }
  shown = weft_quote (line.at, (gssize) line.length);
  return weft_simai_text_refuse (self->text, self->line, count > MAX_LINES ? WEFT_SIM_ERROR_LIMIT : WEFT_SIM_ERROR_INVALID,
                                 error, _("found %s, expected how many layers there are: a whole number from 1 to %u"),
                                 shown, MAX_LINES);
}

static gboolean
take_lines (Reader *self, GCancellable *cancellable, GError **error)
{
  Field line;

  while (next_line (self, &line))
    {
      if (line.length == 0)
        continue;
      if (self->text->order->len == self->n_said)
        return weft_simai_text_refuse (self->text, self->line, WEFT_SIM_ERROR_INVALID, error,
                                       _("the second line says %u layers, but here is one more"), self->n_said);
      if (!take_line (self, &line, error))
        return FALSE;
      if (self->line % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  if (self->text->order->len < self->n_said)
    return weft_simai_text_refuse (self->text, self->line, WEFT_SIM_ERROR_INVALID, error,
                                   _("the second line says %u layers, but the file ends after %u"), self->n_said,
                                   self->text->order->len);
  return TRUE;
}

int
weft_simai_compare_lines_cb (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a;
  guint32 other = *(const guint32 *) b;

  return (one > other) - (one < other);
}

static gboolean
check_lines (const WeftSimaiText *text, GError **error)
{
  GArray *const lists[] = { text->checkpoints, text->initiators };

  g_array_sort (text->checkpoints, weft_simai_compare_lines_cb);
  g_array_sort (text->initiators, weft_simai_compare_lines_cb);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint k = 0; k < lists[i]->len; k++)
      if (g_array_index (lists[i], guint32, k) >= text->order->len)
        return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_INVALID, error,
                                       _("layer %u is a checkpoint or begins a repeated forward pass, but there are %u "
                                         "layers, counted from 0"),
                                       g_array_index (lists[i], guint32, k), text->order->len);
  if (text->initiators->len > 0
      && (text->checkpoints->len == 0
          || g_array_index (text->checkpoints, guint32, 0) > g_array_index (text->initiators, guint32, 0)))
    return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_INVALID, error,
                                   _("layer %u begins a repeated forward pass, but no checkpoint stands before it"),
                                   g_array_index (text->initiators, guint32, 0));
  if (text->policy == WEFT_SIMAI_DLRM && text->last_bottom + 1 >= text->order->len)
    return weft_simai_text_refuse (text, 1, WEFT_SIM_ERROR_INVALID, error,
                                   _("the last bottom layer is %u, but there are %u layers, counted from 0, and one has "
                                     "to stand above it"), text->last_bottom, text->order->len);
  return TRUE;
}

static gboolean
read_all (Reader *self, GCancellable *cancellable, GError **error)
{
  Field line;

  if (!next_line (self, &line))
    return weft_simai_text_refuse (self->text, 0, WEFT_SIM_ERROR_INVALID, error, _("the file is empty"));
  return weft_simai_header_read (self->text, line.at, line.length, error) && take_count (self, error)
         && take_lines (self, cancellable, error) && check_lines (self->text, error);
}

static void
layer_clear (gpointer data)
{
  g_free (((WeftSimaiLayer *) data)->name);
}

static WeftSimaiText *
text_new (const char *path)
{
  WeftSimaiText *self = g_new0 (WeftSimaiText, 1);

  self->path = g_filename_display_name (path);
  self->ep = self->pp = self->vpp = self->ga = 1;
  self->layers = g_array_new (FALSE, FALSE, sizeof (WeftSimaiLayer));
  g_array_set_clear_func (self->layers, layer_clear);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->checkpoints = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->initiators = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
weft_simai_text_free (WeftSimaiText *self)
{
  g_array_unref (self->layers);
  g_array_unref (self->order);
  g_array_unref (self->checkpoints);
  g_array_unref (self->initiators);
  g_ptr_array_unref (self->notes);
  g_free (self->path);
  g_free (self);
}

/* Of a file of any length no more than its first line is looked at. */
guint32
weft_simai_n_ranks (const char *path)
{
  g_autoptr (WeftSimaiText) text = text_new (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  g_autofree char *head = g_malloc (HEAD_BYTES);
  Reader self = { .text = text, .next = head };
  gsize length = 0;
  Field line;

  if (stream == NULL || !g_input_stream_read_all (G_INPUT_STREAM (stream), head, HEAD_BYTES, &length, NULL, NULL))
    return 0;
  if (length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0)
    self.next += 3;
  self.end = head + length;
  if (!next_line (&self, &line) || !weft_simai_header_read (text, line.at, line.length, NULL))
    return 0;
  return text->n_ranks;
}

WeftSimaiText *
weft_simai_text_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSimaiText) text = text_new (path);
  gsize length = 0;
  g_autofree char *bytes = weft_file_read (path, MAX_BYTES, &length, error);
  Reader self = { .text = text, .next = bytes, .end = bytes + length };
  gboolean is_read;

  if (bytes == NULL)
    return NULL;
  if (g_str_has_prefix (bytes, "\xef\xbb\xbf"))
    self.next += 3;
  self.by_text = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  is_read = read_all (&self, cancellable, error);
  g_hash_table_unref (self.by_text);
  return is_read ? g_steal_pointer (&text) : NULL;
}
